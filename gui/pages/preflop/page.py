"""The page *Pre-flop*: what a hand is worth before the flop to somebody who may give up the bad flops."""

import json
from functools import partial

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QColor, QGuiApplication, QHideEvent, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from engine import GAMES, Scenario
from gui.export.files import AskPath, FileActions, ask_path
from gui.look.theme import Look
from gui.pages.preflop.asks import ask_decision, ask_hands, ask_seats, ask_two
from gui.pages.preflop.flops_view import FlopsView
from gui.pages.preflop.form import SituationForm
from gui.pages.preflop.hands_view import HandsView
from gui.pages.preflop.help import show_preflop
from gui.pages.preflop.jam_view import JamView
from gui.pages.preflop.model import Ask, PreflopModel, Question, Situation, with_example
from gui.pages.preflop.seats_view import SeatsView, seats_values
from gui.pages.preflop.verdict import VerdictCard
from gui.pages.preflop.words import headline, reason
from gui.pages.preflop.work_bar import WorkBar
from gui.parts.build import scrolled
from gui.parts.chip_button import ChipButton
from gui.parts.choice_bar import ChoiceBar
from gui.state.context import PageContext
from gui.state.document import Document
from gui.state.questions import Questions
from gui.state.session import Session
from gui.state.settings import Settings

VIEWS = {
    "flops": "Decision", "situation": "Situation", "hands": "All hands", "seats": "Seats", "jam": "Jam or fold",
}  # fmt: skip
WITH_VERDICT = ("flops", "situation")
WITH_SITUATION = (*WITH_VERDICT, "hands")
EXAMPLE = "Example, as the table is empty: A-K suited, one caller. "
BOARD = " The board on the table does not count here."


class PreflopPage(QWidget):
    """Five views of one situation; ``message`` goes to the status line."""

    message = Signal(str, bool)

    def __init__(
        self,
        document: Document,
        session: Session,
        questions: Questions,
        look: Look,
        settings: Settings,
        parent: QWidget | None = None,
        ask: AskPath = ask_path,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("preflop")
        self.setAccessibleName("Pre-flop")
        self._document, self._look = document, look
        self.model = PreflopModel(document, questions, self)
        self.verdict = VerdictCard(look, self)
        self.form = SituationForm(document, self.model, look, self)
        flops, hands, seats = (
            FileActions(f"preflop.export.{name}", settings, self, ask) for name in ("flops", "matchups", "seats")
        )
        self.flops = FlopsView(document, session, self.model, flops, look, self)
        self.hands = HandsView(session, self.model, hands, look, self)
        self.seats = SeatsView(document, self.model, seats, look, self)
        self.jam = JamView(document, self.model, look, self)
        self._build()
        for source in (self.form, self.flops, self.seats, self.jam, flops, hands, seats):
            source.message.connect(self.message)
        self.hands.chosen_changed.connect(self._on_wanted)
        self.jam.wanted_changed.connect(self._on_wanted)
        self.model.changed.connect(self._on_changed)
        document.changed.connect(self._on_document_changed)
        look.changed.connect(self._on_look_changed)

    @classmethod
    def of(cls, context: PageContext) -> "PreflopPage":
        """Return the page of a window; its messages go there."""
        page = cls(context.document, context.session, context.questions, context.look, context.settings)
        page.message.connect(context.message)
        return page

    def _build(self) -> None:
        self._view = ChoiceBar("preflop.view", "View", VIEWS, self._look)
        self._view.chosen.connect(self.show_view)
        self._take = self._chip("example", "use it", "Puts the example that is shown on the table")
        self._take.clicked.connect(self._on_take)
        self._copy = self._chip("copy", "copy", "Copies the question: `steelwheel preflop -` answers it alike")
        self._copy.clicked.connect(self._on_copy)
        explain = self._chip("help", "help", "What is computed, what is assumed, what the views show")
        explain.clicked.connect(self._on_help)
        head = QHBoxLayout()
        head.setSpacing(4)
        head.addWidget(self._view)
        head.addStretch(1)
        for chip in (self._take, self._copy, explain):
            head.addWidget(chip)
        self._pages = QStackedWidget()
        form = scrolled(self.form, "preflop.form", "Situation")
        for widget in (self.flops, form, self.hands, self.seats, self.jam):
            self._pages.addWidget(widget)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 10, 12, 10)
        layout.setSpacing(2)
        layout.addLayout(head)
        layout.addWidget(WorkBar(self.model, self._look, self))
        layout.addWidget(self.verdict)
        layout.addSpacing(4)
        layout.addWidget(self._pages, 1)
        self.show_view("flops")

    def _chip(self, name: str, text: str, tip: str) -> ChipButton:
        chip = ChipButton(text, self._look, self)
        chip.setObjectName(f"preflop.{name}")
        chip.setAccessibleName(text.capitalize())
        chip.setToolTip(tip)
        return chip

    @property
    def view(self) -> str:
        """The key of the view on show."""
        return list(VIEWS)[self._pages.currentIndex()]

    @Slot(str)
    def show_view(self, key: str) -> None:
        """Show a view by its key."""
        self._view.show_choice(key)
        self._pages.setCurrentIndex(list(VIEWS).index(key))
        self.verdict.setVisible(key in WITH_VERDICT)
        self._on_wanted()
        self._render()

    def _asks(self) -> tuple[Ask, ...]:
        """Return what the view on show asks."""
        orders = self._document.orders
        if self.view == "hands":
            return partial(ask_two, orders, self.hands.chosen), partial(ask_hands, orders)
        if self.view == "seats":
            return (self._ask_seats,)
        if self.view == "jam":
            return (self.jam.ask,)
        return (partial(ask_decision, orders),)

    def _ask_seats(self, _situation: Situation) -> tuple[Question, ...]:
        return ask_seats(seats_values(self._document.scenario), self._document.orders)

    @Slot()
    def _on_wanted(self) -> None:
        """Ask what is on show; nothing while the page is hidden."""
        fits = GAMES[self._document.scenario.game].combo_ranges
        self.model.want(*(self._asks() if self.isVisible() and fits else ()))

    @Slot()
    def _on_changed(self) -> None:
        if self.isVisible():
            self._render()

    @Slot(object, object)
    def _on_document_changed(self, before: Scenario, after: Scenario) -> None:
        if before.game != after.game:
            self.flops.clear()
            self.hands.clear()

    def _render(self) -> None:
        situation, found = self.model.situation, self.model.answer("decision")
        self._take.setVisible(situation.example and self.view in WITH_SITUATION)
        self._copy.setVisible(self.view in WITH_SITUATION)
        self._copy.setEnabled(situation.request is not None)
        if found is None or situation.obstacle or self.model.failure("decision"):
            text = situation.obstacle or self.model.why_absent("Looking at the flops …", "decision")
            self.verdict.show_verdict("", text, "", stale=True)
            return
        answer = found.value.answer
        head, rest = headline(answer, answer.request.raise_to)
        words = f"{EXAMPLE if situation.example else ''}{reason(answer)}"
        words += BOARD if self._document.scenario.board.strip() else ""
        self.verdict.show_verdict(head, rest, words, stale=found.stale)

    @Slot()
    def _on_take(self) -> None:
        self._document.replace("Example before the flop", with_example(self._document.scenario))

    @Slot()
    def _on_copy(self) -> None:
        values = self.model.situation.values
        QGuiApplication.clipboard().setText(json.dumps(values, indent=2) + "\n")
        self.message.emit("Question copied: paste it to `steelwheel preflop -`", False)

    @Slot()
    def _on_help(self) -> None:
        show_preflop(self)

    @Slot()
    def _on_look_changed(self) -> None:
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), QColor(self._look.theme.surface))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._on_wanted()
        self._render()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.model.want()
