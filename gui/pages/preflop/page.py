"""The page *Pre-flop*: what a hand is worth before the flop to somebody who may give up the bad flops."""

import json
from functools import cached_property, partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QColor, QGuiApplication, QHideEvent, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from engine import GAMES, Scenario
from gui.charts.drawing import LateChart
from gui.export.files import AskPath, FileActions, ask_path
from gui.look.guard import Guarded
from gui.look.theme import Look
from gui.pages.preflop.asks import ask_decision, ask_hands, ask_two
from gui.pages.preflop.help import show_preflop
from gui.pages.preflop.map_drawing import HandsMap
from gui.pages.preflop.model import Ask, PreflopModel, with_example
from gui.pages.preflop.pinned_answers import PinnedAnswers, in_words
from gui.pages.preflop.verdict import VerdictCard
from gui.pages.preflop.words import headline, reason
from gui.pages.preflop.work_bar import WorkBar
from gui.parts.build import scrolled, tab_in_order
from gui.parts.chip_button import ChipButton
from gui.parts.choice_bar import ChoiceBar
from gui.parts.page_scroll import PageScroll
from gui.state.context import PageContext
from gui.state.document import Document
from gui.state.latest import Questions
from gui.state.session import Session
from gui.state.settings import Settings

if TYPE_CHECKING:
    from gui.pages.preflop.flops_view import FlopsView
    from gui.pages.preflop.form import SituationForm
    from gui.pages.preflop.hands_view import HandsView
    from gui.pages.preflop.jam_view import JamView
    from gui.pages.preflop.seats_view import SeatsView

VIEWS = {
    "flops": "Decision", "situation": "Situation", "hands": "All hands", "seats": "Seats", "jam": "Jam or fold",
}  # fmt: skip
FIRST_VIEW = "flops"
SCROLLED = ("situation",)
WITH_VERDICT = ("flops", "situation")
WITH_SITUATION = (*WITH_VERDICT, "hands")
EXAMPLE = "Example, as the table is empty: A-K suited, one caller. "
BOARD = " The board on the table does not count here."


class PreflopPage(Guarded, QWidget):
    """Five views of one situation, each built when it is first shown; ``message`` goes to the status line."""

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
        self._document, self._session, self._look = document, session, look
        self._settings, self._ask = settings, ask
        self.model = PreflopModel(document, questions, self)
        self.pinned = PinnedAnswers(document, session, self.model, questions.apart("preflop pinned"), self)
        self.verdict = VerdictCard(look, self)
        self.two = LateChart()
        """Two hands over one another, for files."""
        self._views: dict[str, QWidget] = {}
        """What the stack holds of the views that are built."""
        self._key = FIRST_VIEW
        self._build()
        self.model.changed.connect(self._on_changed)
        self.pinned.changed.connect(self._on_changed)
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
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 10, 12, 10)
        layout.setSpacing(2)
        layout.addLayout(head)
        layout.addWidget(WorkBar(self.model, self._look, self))
        layout.addWidget(self.verdict)
        layout.addSpacing(4)
        layout.addWidget(self._pages, 1)
        tab_in_order(*self._view.chips.values(), self._take, self._copy, explain)
        self.show_view(FIRST_VIEW)

    def _chip(self, name: str, text: str, tip: str) -> ChipButton:
        chip = ChipButton(text, self._look, self)
        chip.setObjectName(f"preflop.{name}")
        chip.setAccessibleName(text.capitalize())
        chip.setToolTip(tip)
        return chip

    @property
    def view(self) -> str:
        """The key of the view on show."""
        return self._key

    @Slot(str)
    def show_view(self, key: str) -> None:
        """Show a view by its key; it is built if it has not been shown before."""
        self._key = key
        self._view.show_choice(key)
        if key not in self._views:
            view: QWidget = getattr(self, key)
            form = scrolled(view, "preflop.form", VIEWS[key]) if key in SCROLLED else None
            self._views[key] = form or PageScroll(view, f"preflop.{key}.scroll", VIEWS[key], wraps=True)
            self._pages.addWidget(self._views[key])
        self._pages.setCurrentWidget(self._views[key])
        self.verdict.setVisible(key in WITH_VERDICT)
        self._on_wanted()
        self._render()

    @cached_property
    def flops(self) -> "FlopsView":
        """The view of the flops."""
        from gui.pages.preflop.flops_view import FlopsView

        view = FlopsView(self._document, self._session, self.model, self._files("flops"), self._look, self)
        view.message.connect(self.message)
        return view

    @cached_property
    def situation(self) -> "SituationForm":
        """The view of what the table does not say."""
        from gui.pages.preflop.form import SituationForm

        form = SituationForm(self._document, self.model, self._look, self)
        form.message.connect(self.message)
        return form

    @cached_property
    def hands(self) -> "HandsView":
        """The view of all hands."""
        from gui.pages.preflop.hands_view import HandsView

        files = self._files("matchups")
        view = HandsView(self._document, self._session, self.model, self.pinned, files, self._look, self)
        view.chosen_changed.connect(self._on_wanted)
        self.two.take(view.chart)
        return view

    @cached_property
    def seats(self) -> "SeatsView":
        """The view of the seat tables."""
        from gui.pages.preflop.seats_view import SeatsView

        view = SeatsView(self._document, self.model, self._files("seats"), self._look, self)
        view.message.connect(self.message)
        return view

    @cached_property
    def jam(self) -> "JamView":
        """The view of jam or fold."""
        from gui.pages.preflop.jam_view import JamView

        view = JamView(self._document, self.model, self._look, self)
        view.message.connect(self.message)
        view.wanted_changed.connect(self._on_wanted)
        return view

    def _files(self, name: str) -> FileActions:
        files = FileActions(f"preflop.export.{name}", self._settings, self, self._ask)
        files.message.connect(self.message)
        return files

    def drawn_hands(self) -> HandsMap | None:
        """Return the map of all hands for files; None where nothing is known."""
        return self.hands.drawn() if "hands" in self._views else None

    def drawn_jam(self) -> HandsMap | None:
        """Return the map of jam or fold for files; None where nothing is known."""
        return self.jam.drawn() if "jam" in self._views else None

    def _asks(self) -> tuple[Ask, ...]:
        """Return what the view on show asks."""
        orders = self._document.orders
        if self.view == "hands":
            return partial(ask_two, orders, self.hands.chosen), partial(ask_hands, orders)
        if self.view == "seats":
            return (self.seats.ask,)
        if self.view == "jam":
            return (self.jam.ask,)
        return (partial(ask_decision, orders),)

    @Slot()
    def _on_wanted(self) -> None:
        """Ask what is on show; nothing while the page is hidden."""
        fits = GAMES[self._document.scenario.game].combo_ranges
        self.model.want(*(self._asks() if self.isVisible() and fits else ()))
        kind = "decision" if self.view in WITH_VERDICT else self.view
        self.pinned.want(kind if self.isVisible() and fits else "")

    @Slot()
    def _on_changed(self) -> None:
        if self.isVisible():
            self._render()

    @Slot(object, object)
    def _on_document_changed(self, before: Scenario, after: Scenario) -> None:
        if before.game != after.game:
            for key in {"flops", "hands"} & set(self._views):
                getattr(self, key).clear()

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
        against = in_words(self.pinned.actions(), answer.request)
        self.verdict.show_verdict(head, rest, f"{words} {against}".strip(), stale=found.stale)

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
        self.pinned.want("")
