"""The page of next cards in hold'em: a map of the deck and a table, best card first; groups of cards; turn and river
together.
"""

from collections.abc import Collection
from functools import partial

from PySide6.QtCore import QEvent, Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from engine import Scenario, Snapshot
from engine.details.next_cards import NextCards, Runouts
from engine.details.next_tables import NextTable, board_table
from engine.table.hand_texts import plain_cards
from gui.charts.values import Chart, Empty
from gui.charts.view import MapView, PageChart
from gui.export.files import ExportItem
from gui.look.captions import board_size, street_name
from gui.look.changes import board_summary
from gui.pages.next_card.charts import NO_CARDS, NO_RUNOUTS, card_map_chart, groups_chart, runout_chart, runout_map
from gui.pages.next_card.charts import RUNOUTS as HEADING
from gui.pages.next_card.table import GroupsView, NextCardView
from gui.parts.build import STRETCH, filled, label, split, stacked
from gui.parts.choice_bar import ChoiceBar, SeatChoice
from gui.parts.detail_page import DetailPage, why_empty
from gui.state.context import PageContext
from gui.state.document import Document
from gui.state.session import Session

NO_FLOP = (
    "The next card is told on the flop and on the turn.\n"
    "Put a flop on the board: click three cards of the deck, or type them, as in “7h8h2c”."
)
NOTHING_TO_COME = "All five cards lie on the board: nothing is to come."
ON_THE_TURN = "The turn is there: the river cards stand on the other views of this page."
TOO_LONG = "An exact picture of this table would take too long: fewer or narrower ranges bring it."
RUNOUTS = "runouts"
CARDS_VIEW = "cards"
VIEWS = {CARDS_VIEW: "Cards", "groups": "Groups", RUNOUTS: HEADING}
TURN = 4
MAP_HEIGHT, TABLE_HEIGHT = 290, 215


class HoldemNextCardPage(DetailPage):
    """Shows the marked seat's equity after every card, the first one's where that has folded; the tables have those of
    all others, too. Three views: single cards, groups of cards, turn and river together.
    """

    def __init__(self, document: Document, session: Session, parent: QWidget | None = None) -> None:
        details = {"next_card": NextCards, RUNOUTS: Runouts}
        super().__init__("boardCards", "Next card", details, document, session, parent)
        self.chart = MapView("cardMap", "Next card", NO_CARDS, session)
        self.runouts = MapView("runouts", HEADING, NO_RUNOUTS, session)
        self.table: NextTable | None = None
        self.view = NextCardView("boardCards.table", "Next cards", drawn=True)
        self.group_view = GroupsView("boardCards.groups")
        self.choice = SeatChoice("boardCards.seat", "Seat whose equity is shown", self)
        self.views = ChoiceBar("boardCards.view", "What is shown", VIEWS)
        self.summary = label(name="boardCards.summary", role="", wrap=True)
        top = filled(QHBoxLayout(), self.choice, (self.summary, 1), spacing=12, margins=(12, 0, 12, 0))
        chips = filled(QHBoxLayout(), self.views, STRETCH, margins=(12, 0, 12, 0))
        cards = split("", "", (self.chart, 0), (self.view, 0))
        cards.setSizes([MAP_HEIGHT, TABLE_HEIGHT])
        self._pages = stacked(cards, self.group_view, self.runouts)
        filled(QVBoxLayout(self.full), top, chips, (self._pages, 1), spacing=4, margins=(0, 12, 0, 0))
        for view in (self.view, self.group_view):
            view.asked.connect(self.ask_about)
        self.choice.chosen.connect(document.choose_seat)
        self.views.chosen.connect(self.show_view)
        document.mark_changed.connect(self._on_mark_changed)
        self.show_view(CARDS_VIEW)
        self.start()

    @Slot(str)
    def show_view(self, key: str) -> None:
        """Show single cards (``cards``), groups (``groups``) or turn and river together (``runouts``)."""
        self.views.show_choice(key)
        self._pages.setCurrentIndex(list(VIEWS).index(key))
        self.request()
        self._show_runouts()

    @property
    def requests(self) -> Collection[str]:
        return {"next_card", RUNOUTS} if self._pages.currentWidget() is self.runouts else {"next_card"}

    def unfit(self, scenario: Scenario) -> str:
        size = board_size(scenario)
        return "" if size in (3, 4) else NO_FLOP if size < 3 else NOTHING_TO_COME

    @property
    def filled(self) -> bool:
        return self.table is not None

    def show_details(self) -> None:
        result = self.detail("next_card", NextCards)
        table = board_table(result.value, result.snapshot, self._document.mark.seat) if result is not None else None
        self.table = table if table is not None and len(table.places) > 1 else None
        stale = result is None or result.stale
        board = board_of(result.snapshot) if result is not None else ()
        dealt = street_name(result.snapshot.scenario) if result is not None else ""
        self.view.show_cards(self.table, dealt, stale=stale, drawn=True)
        self.group_view.show_groups(self.table, board, dealt, stale=stale)
        if self.table is None or result is None:
            self.chart.show_chart(None)
        else:
            self.chart.show_chart(partial(card_map_chart, self.table, result.snapshot), stale=stale)
            self.summary.setText(board_summary(self.table))
        self._show_seats()
        self.summary.setEnabled(not stale)
        self._show_runouts()

    def update_state(self) -> None:
        if not self.runouts.ready and self._pages.currentWidget() is self.runouts:
            self._show_runouts()

    def _show_runouts(self) -> None:
        """Draw turn and river together, or say why they cannot be drawn."""
        result = self.detail(RUNOUTS, Runouts)
        drawn = runout_map(result.value, result.snapshot, self._document.mark.seat) if result is not None else None
        if result is not None and drawn is not None:
            self.runouts.show_chart(partial(runout_chart, drawn, result.snapshot), stale=result.stale)
            return
        turn = board_size(self._document.scenario) == TURN
        waiting = why_empty(self._document.scenario, self._session) if result is None else TOO_LONG
        self.runouts.show_chart(None, empty=Empty(HEADING, (ON_THE_TURN if turn else waiting,)))

    @Slot()
    def _on_mark_changed(self) -> None:
        if self.table is not None and self.table.places[self.table.judge] != self._document.mark.seat:
            self.show_details()

    @Slot()
    def _show_seats(self) -> None:
        if self.table is not None:
            self.choice.show_seats(self.table.places, self.table.names, self.table.places[self.table.judge])

    def customEvent(self, event: QEvent) -> None:
        self._show_seats()


def board_of(snapshot: Snapshot) -> tuple[int, ...]:
    """Return the cards on the board of a result."""
    return plain_cards(snapshot.scenario.board) or ()


def holdem_next_card_exports(page: HoldemNextCardPage, context: PageContext) -> tuple[ExportItem, ...]:
    """Return the charts of the page that can be exported; the groups are none while another table is being computed."""

    def groups() -> Chart | None:
        result, table = context.session.current_detail("next_card", NextCards), page.table
        if result is None or table is None:
            return None
        return groups_chart(table, result.snapshot, board_of(result.snapshot))

    return (
        ExportItem("cardMap", "Next card", page, page.chart, "holdem"),
        ExportItem("cardGroups", "Next cards in groups", page, PageChart(groups), "holdem"),
        ExportItem("runouts", HEADING, page, page.runouts, "holdem"),
    )
