"""The page *Trainer*: a spot, a field for the guess, the answer, and the score over time.

The keys alone are enough: a number and Enter guess, Enter goes on.
"""

from functools import partial

from PySide6.QtCore import QLocale, QSignalBlocker, Qt, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QDoubleSpinBox, QHBoxLayout, QSlider, QVBoxLayout, QWidget

from engine import Scenario
from gui.charts.view import ChartView
from gui.export.files import ExportItem
from gui.look.formatting import NO_BREAK, percent
from gui.look.guard import Guarded
from gui.look.scale import at_least
from gui.pages.trainer.chart import COMPUTING, EMPTY, answer_parts, question, score, score_chart
from gui.pages.trainer.model import TrainerModel
from gui.pages.trainer.spot_view import SpotView
from gui.parts.build import NO_MARGINS, filled, label, named, page_ground, push_button, spin_margins
from gui.state.context import PageContext

WHOLE = 100.0
FIRST_GUESS = 50.0
UNTOUCHED = "Type a number first, or move the slider; the button takes the number as it stands."
STEP = 1.0
LOWEST_CHART = 140
TABLE_TIP = "Put this spot on the table; undo brings the table back"


class TrainerPage(Guarded, QWidget):
    """Shows the state of a :class:`TrainerModel`; ``chart`` is that of the score."""

    def __init__(self, context: PageContext) -> None:
        super().__init__()
        named(self, "trainer", "Trainer")
        page_ground(self)
        self.model = TrainerModel(context.document, context.library, context.training, context.questions, self)
        self.view = SpotView(context.look, self)
        self.question = label(name="trainer.question", role="title", wrap=True)
        self.answer = label(name="trainer.answer", role="title", wrap=True)
        self.score = label(name="trainer.score", role="", wrap=True)
        self.entry = named(QDoubleSpinBox(self), "trainer.guess", "Your guess of the equity in percent")
        self.slider = named(QSlider(Qt.Orientation.Horizontal, self), "trainer.slider", "Your guess, by hand")
        self._go = push_button("Guess", "trainer.go", self._on_enter, "Enter does it, too")
        self._table = push_button("To table", "trainer.table", self.model.put_on_table, TABLE_TIP)
        self.chart = ChartView("score", "Errors over time", EMPTY, context.session, context.look, menu="export")
        at_least(self.chart, height=LOWEST_CHART)
        self._shown: Scenario | None = None
        self._touched = False
        """Whether the number is the player's: it was typed, or the slider moved."""
        self._build()
        self.model.changed.connect(self._on_changed)
        context.document.changed.connect(self._on_document_changed)
        context.training.changed.connect(self._show_score)

    def _build(self) -> None:
        spin_margins(self.entry)
        self.entry.setLocale(QLocale.c())
        self.entry.setRange(0.0, WHOLE)
        self.entry.setDecimals(1)
        self.entry.setSingleStep(STEP)
        self.entry.setValue(FIRST_GUESS)
        self.entry.setSuffix(f"{NO_BREAK}%")
        self.entry.lineEdit().textEdited.connect(self._on_touched)
        self.entry.lineEdit().returnPressed.connect(self._on_returned)
        self.slider.setRange(0, int(WHOLE))
        self.slider.setValue(int(FIRST_GUESS))
        self.slider.valueChanged.connect(self._on_slid)
        self.entry.valueChanged.connect(self._on_typed)
        row = filled(QHBoxLayout(), self.entry, (self.slider, 1), self._go, self._table, spacing=8, margins=NO_MARGINS)
        parts = (self.question, self.view, row, self.answer, (self.chart, 1), self.score)
        filled(QVBoxLayout(self), *parts, spacing=10, margins=(12, 10, 12, 10))

    @Slot()
    def _on_touched(self) -> None:
        self._touched = True

    @Slot()
    def _on_returned(self) -> None:
        """Take the number for a guess; one that nobody has typed or moved is none."""
        if self.model.guess is None and not self.model.problem and not self._touched:
            self.answer.setText(UNTOUCHED)
            self.entry.selectAll()
        else:
            self._on_enter()

    @Slot()
    def _on_enter(self) -> None:
        model = self.model
        if model.guess is None and not model.problem:
            self.entry.interpretText()
            model.take_guess(self.entry.value() / WHOLE)
        elif model.answer is not None or model.problem:
            self._shown = None  # the next spot may be this one again
            model.go_on()
        self.entry.setFocus(Qt.FocusReason.OtherFocusReason)
        self.entry.selectAll()

    @Slot(int)
    def _on_slid(self, value: int) -> None:
        self.entry.setValue(value)

    @Slot(float)
    def _on_typed(self, value: float) -> None:
        self._touched = self._touched or value != FIRST_GUESS  # Enter emits the value as it stands, too
        with QSignalBlocker(self.slider):
            self.slider.setValue(round(value))

    @Slot(object, object)
    def _on_document_changed(self, before: Scenario, after: Scenario) -> None:
        if before.game != after.game and self.isVisible():
            self.model.follow_game()

    @Slot()
    def _on_changed(self) -> None:
        model, spot = self.model, self.model.spot
        if spot is not self._shown:
            self._shown = spot
            self.entry.setValue(FIRST_GUESS)
            self._touched = False
            self.entry.selectAll()
        self.view.show_spot(spot)
        guessing = spot is not None and model.guess is None and not model.problem
        self.question.setText(question(spot, again=model.again) if spot is not None else "")
        self.entry.setReadOnly(not guessing)
        self.slider.setEnabled(guessing)
        self._go.setText("Guess" if guessing else "Next")
        self._go.setAccessibleName(self._go.text())
        self._go.setEnabled(guessing or model.answer is not None or bool(model.problem))
        self._table.setEnabled(spot is not None)
        self.answer.setText(self._answer_text())

    def _answer_text(self) -> str:
        model = self.model
        if model.problem or model.guess is None:
            return model.problem
        if model.answer is None:
            return COMPUTING.format(guess=percent(model.guess, exact_digits=1))
        head, rest = answer_parts(model.guess, model.answer)
        return f"{head}:{rest}"

    @Slot()
    def _show_score(self) -> None:
        record = self.model.training.record
        self.score.setText(score(record))
        self.chart.show_chart(partial(score_chart, record) if record.guesses else None)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.model.follow_game()
        self._show_score()
        if not event.spontaneous():
            self.entry.setFocus(Qt.FocusReason.OtherFocusReason)
            self.entry.selectAll()


def trainer_exports(page: TrainerPage, context: PageContext) -> tuple[ExportItem, ...]:
    """Return what of the page can be exported."""
    return (ExportItem("score", "Errors over time", page, page.chart),)
