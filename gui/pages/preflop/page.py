"""The page *Pre-flop*: the EV of a hand before the flop for a player who may give up bad flops."""

from collections.abc import Callable
from functools import cached_property, partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from engine import Scenario
from engine.preflop.panel import PREFLOP
from engine.scenario.preflop import BY_KEY
from gui.charts.picture import LateChart
from gui.charts.values import Chart
from gui.charts.view import EARLIER, UNFINISHED, PageChart
from gui.export.files import AskPath, BuiltPage, ExportItem, FileActions, ask_path
from gui.pages.preflop.answers import Decided, PinnedAnswers, ask_decision, ask_hands, ask_two
from gui.pages.preflop.model import Ask, StreetTexts
from gui.pages.preflop.street_page import StreetPage
from gui.pages.preflop.words import LEFT_OUT, headline, in_words, reason
from gui.pages.preflop.work_bar import WorkBar
from gui.parts.build import filled, scrolled
from gui.parts.page_scroll import PageScroll
from gui.state.context import PageContext

if TYPE_CHECKING:
    from gui.pages.preflop.flops_view import FlopsView
    from gui.pages.preflop.form import PreflopForm
    from gui.pages.preflop.hands_view import StartingHandsView
    from gui.pages.preflop.jam import JamView
    from gui.pages.preflop.jam_table import JamTableView
    from gui.pages.preflop.seats_view import SeatsView

VIEWS = {
    "flops": "Decision", "situation": "Situation", "hands": "All hands", "seats": "Seats", "jam": "Jam or fold",
    "table": "Final table",
}  # fmt: skip
SCROLLED = ("situation",)
WITH_VERDICT = ("flops", "situation")
WITH_SITUATION = (*WITH_VERDICT, "hands")
EXAMPLE = "Example, because the table is empty: A-K suited, one caller. "
BOARD = " The board on the table is ignored here."
VERDICT_TIP = (
    "<b>EV</b> of the action in chips, compared with folding now (0). All flops are computed: hero gives up those on "
    "which continuing would lose; on the others both put in the bets under <i>Situation</i> and show down. Chips "
    "already in the pot belong to the pot. The article behind this page divides twice by the number of flops and "
    "charges for a raise to which everybody folds; this page does neither."
)


TEXTS = StreetTexts(
    street=PREFLOP,
    has_page=lambda game: game.hands_are_combos,
    name="preflop",
    title="Pre-flop",
    street_name="before the flop",
    heading="Best action before the flop",
    verdict_tip=VERDICT_TIP,
    wrong_game="Hold'em only.",
    no_opponent="No opponents: enter cards or a range for a seat on the left, or set up a table.",
    no_rows="No opponents yet: enter cards or a range for a seat on the left, or set up a table.",
    looking="Computing all flops …",
    left_out=LEFT_OUT,
    field_labels={key: spec.label for key, spec in BY_KEY.items()},
)


class PreflopPage(StreetPage):
    """Six views of one situation, each built when it is first shown."""

    def __init__(self, context: PageContext, parent: QWidget | None = None, ask: AskPath = ask_path) -> None:
        super().__init__(context, TEXTS, context.questions, VIEWS, parent=parent)
        self._ask = ask
        self.pinned = PinnedAnswers(context, self.model, self)
        self.two = LateChart()
        """Two hands over one another, for files."""
        self._views: dict[str, QWidget] = {}
        """The parts of the stack, of the views that are built."""
        self._pages = QStackedWidget()
        layout = filled(QVBoxLayout(self), self._head, spacing=2, margins=(12, 10, 12, 10))
        filled(layout, WorkBar("preflop.work", "preflop", self.model, self), self.verdict, 4, (self._pages, 1))
        self._begin()
        self.pinned.changed.connect(self._on_changed)
        context.document.changed.connect(self._on_document_changed)

    def _display(self, key: str) -> None:
        """Show a view, building it first if necessary."""
        # Most players use one or two views: the others are not built, which would delay the first display.
        if key not in self._views:
            view: QWidget = getattr(self, key)
            form = scrolled(view, "preflop.form", VIEWS[key]) if key in SCROLLED else None
            self._views[key] = form or PageScroll(view, f"preflop.{key}.scroll", VIEWS[key], wraps=True)
            self._pages.addWidget(self._views[key])
        self._pages.setCurrentWidget(self._views[key])
        self.verdict.setVisible(key in WITH_VERDICT)

    @cached_property
    def flops(self) -> "FlopsView":
        """The view of the flops."""
        from gui.pages.preflop.flops_view import FlopsView

        return FlopsView(self._context, self.model, self._files("flops"), self)

    @cached_property
    def situation(self) -> "PreflopForm":
        """The view of the rest of the situation."""
        from gui.pages.preflop.form import PreflopForm

        return PreflopForm(self._context, self.model, self)

    @cached_property
    def hands(self) -> "StartingHandsView":
        """The view of all hands."""
        from gui.pages.preflop.hands_view import StartingHandsView

        view = StartingHandsView(self._context, self.model, self.pinned, self._files("matchups"), self)
        view.chosen_changed.connect(self._on_wanted)
        self.two.set_chart(view.chart)
        return view

    @cached_property
    def seats(self) -> "SeatsView":
        """The view of the seat tables."""
        from gui.pages.preflop.seats_view import SeatsView

        return SeatsView(self._context, self.model, self._files("seats"), self)

    @cached_property
    def jam(self) -> "JamView":
        """The view of jam or fold."""
        from gui.pages.preflop.jam import JamView

        view = JamView(self._context, self.model, self)
        view.wanted_changed.connect(self._on_wanted)
        return view

    @cached_property
    def table(self) -> "JamTableView":
        """The view of jam or fold with a stack for each player."""
        from gui.pages.preflop.jam_table import JamTableView

        view = JamTableView(self._context, self.model, self)
        view.wanted_changed.connect(self._on_wanted)
        return view

    def _files(self, name: str) -> FileActions:
        files = FileActions(f"preflop.export.{name}", self._context.settings, self, self._ask)
        files.message.connect(self._context.message)
        return files

    def hands_map(self) -> Chart | None:
        """Return the map of all hands for files; None without a result."""
        return self.hands.map_chart() if "hands" in self._views else None

    def jam_map(self) -> Chart | None:
        """Return the map of jam or fold for files; None without a result."""
        return self.jam.chart() if "jam" in self._views else None

    def table_map(self) -> Chart | None:
        """Return the map of the final table for files; None without a result."""
        return self.table.chart() if "table" in self._views else None

    def _asks(self) -> tuple[Ask, ...]:
        """Return the functions that make the questions of the displayed view, the most important first."""
        orders = self._document.orders
        if self.view == "hands":
            return partial(ask_two, orders, self.hands.chosen), partial(ask_hands, orders)
        if self.view == "seats":
            return (self.seats.ask,)
        if self.view == "jam":
            return (self.jam.ask,)
        if self.view == "table":
            return (self.table.ask,)
        return (partial(ask_decision, orders),)

    @Slot()
    def _on_wanted(self) -> None:
        super()._on_wanted()
        kind = "decision" if self.view in WITH_VERDICT else self.view
        active = self.isVisible() and self._texts.fits(self._document.scenario)
        self.pinned.want(kind if active else "")

    @Slot(object, object)
    def _on_document_changed(self, before: Scenario, after: Scenario) -> None:
        if before.game != after.game:
            for key in {"flops", "hands"} & set(self._views):
                getattr(self, key).clear()
        if not self.isVisible():  # a hidden page is not drawn, but its charts can be exported
            for key, kind in (("flops", "decision"), ("hands", "two")):
                if key in self._views:
                    getattr(self, key).chart.set_stale(stale=EARLIER in self.marks(kind))

    def marks(self, kind: str) -> tuple[str, ...]:
        """Return the notes on an exported answer of a kind: that it is of an earlier table, or unfinished."""
        orders = self._document.orders
        asks: dict[str, Callable[[], Ask]] = {  # functions, because a view is built when it is first needed
            "decision": lambda: partial(ask_decision, orders),
            "hands": lambda: partial(ask_hands, orders),
            "two": lambda: partial(ask_two, orders, self.hands.chosen),
            "jam": lambda: self.jam.ask,
            "critical": lambda: self.jam.ask,
            "table": lambda: self.table.ask,
        }
        earlier = self.model.earlier(kind, asks[kind]())
        return (EARLIER,) * earlier + (UNFINISHED,) * self.model.unfinished(kind)

    def jam_marks(self) -> tuple[str, ...]:
        """Return the same of the displayed map of jam or fold."""
        return self.marks("critical" if self.jam.shows_stacks else "jam")

    def _render(self) -> None:
        situation = self.model.situation
        self._chips["example"].setVisible(situation.example and self.view in WITH_SITUATION)
        self._chips["copy"].setVisible(self.view in WITH_SITUATION)
        self._chips["simulate"].setVisible(self.view in WITH_SITUATION)
        for name in ("copy", "simulate"):
            self._chips[name].setEnabled(situation.request is not None)
        self._render_verdict()

    def _verdict_texts(self, value: Decided) -> tuple[str, str, str]:
        answer = value.answer
        best, others = headline(answer, answer.request.raise_to)
        why = f"{EXAMPLE if self.model.situation.example else ''}{reason(answer)}"
        why += BOARD if self._document.scenario.board.strip() else ""
        return best, others, f"{why} {in_words(self.pinned.actions(), answer.request)}".strip()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.pinned.want("")


def preflop_page(context: PageContext) -> BuiltPage:
    """Return the page, and its charts; the flop book, the seat tables and the matchups are files of their own."""
    page = PreflopPage(context)
    return page, (
        ExportItem("preflop", "EV by flop", page, page.flops.chart),
        ExportItem("preflopTwo", "Two hands compared", page, page.two),
        ExportItem(
            "preflopHands", "EV of every starting hand", page, PageChart(page.hands_map, partial(page.marks, "hands"))
        ),
        ExportItem("preflopJam", "Jam or fold", page, PageChart(page.jam_map, page.jam_marks)),
        ExportItem("preflopTable", "Final table", page, PageChart(page.table_map, partial(page.marks, "table"))),
    )
