"""The pages of next cards.

Hold'em has a map of the deck with a table, groups of cards, and turn and river together; razz has the next card of a
seat, and the next cards of two seats together.
"""

from collections.abc import Collection
from functools import partial

from PySide6.QtCore import QEvent, Slot
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from engine import Scenario, Snapshot
from engine.equity.details.next_cards import (
    NextCards,
    NextPairs,
    NextRanks,
    NextTable,
    Runouts,
    board_table,
    next_tables,
)
from engine.questions.razz_atoms import DOWN, STREETS
from engine.ranges.razz import read_razz_hand
from engine.ranges.razz_text import min_slots, written_slots
from engine.table.hand_texts import plain_cards
from gui.charts.values import Chart, Empty
from gui.charts.view import MapView, PageChart
from gui.export.files import BuiltPage, ExportItem
from gui.pages.next_card.charts import (
    NO_CARDS,
    NO_PAIRS,
    NO_RUNOUTS,
    card_groups_chart,
    card_map_chart,
    pair_chart,
    pair_map,
    pair_seats,
    rank_columns,
    runout_chart,
    runout_map,
)
from gui.pages.next_card.charts import PAIRS as PAIRS_HEADING
from gui.pages.next_card.charts import RUNOUTS as HEADING
from gui.pages.next_card.table import GroupsView, NextCardView
from gui.parts.build import STRETCH, column, filled, keep_room, label, literal, named, split, stacked
from gui.parts.chip_button import ChipFlow
from gui.parts.choice_bar import ChoiceBar, SeatChoice
from gui.parts.detail_page import NO_OPPONENT, DetailPage, is_alone, why_empty
from gui.state.context import PageContext
from gui.state.document import Document
from gui.state.session import Session
from gui.words.captions import board_size, street_name
from gui.words.formatting import board_summary, summary

DETAIL, PAIRS = "next_card", "next_pair"
ONE_CARD = "card"
RAZZ_VIEWS = {ONE_CARD: "One card", PAIRS: PAIRS_HEADING}
ONE_DRAWS = "This view needs two players who each get a card next."
TEACH = "Fill in the seats on the left, with a card still to come:\nthis page shows the equity after every next card."
NO_CARD_TO_COME = "All cards are known: no card to come."


class RazzNextCardPage(DetailPage):
    """The next card in razz: a table for each seat that draws, of which the selected seat's is displayed.

    Buttons select another seat. The second view is a map of the seat's next card and that of an opponent, who is
    selected above it.
    """

    invitation = TEACH

    def __init__(self, document: Document, session: Session, parent: QWidget | None = None) -> None:
        details = {DETAIL: NextRanks, PAIRS: NextPairs}
        super().__init__("nextCard", "Next card", details, document, session, parent)
        self._tables: tuple[NextTable, ...] = ()
        self._stale, self._street = False, ""
        self.view = NextCardView("nextCard.table", "Next cards")
        self.choice = QButtonGroup(self)
        self.choice.idClicked.connect(self._on_chosen)
        self._choices = ChipFlow((), self)
        self.summary = label(name="nextCard.summary", role="", wrap=True)
        self._opponent: int | None = None
        self.pairs = MapView("nextPair", PAIRS_HEADING, NO_PAIRS, session)
        self.opponent = SeatChoice("nextCard.opponent", "Opponent's next card", self)
        single = column(self.summary, (self.view, 1), spacing=8, margins=(12, 0, 12, 0))
        pages = stacked(single, self.pairs)
        self.views = ChoiceBar("nextCard.view", "View", RAZZ_VIEWS, on=ONE_CARD, views=pages)
        keep_room(self.opponent)
        chips = filled(QHBoxLayout(), self.views, STRETCH, self.opponent, margins=(12, 0, 12, 0))
        choices = filled(QVBoxLayout(), self._choices, margins=(12, 0, 12, 0))
        filled(QVBoxLayout(self.full), chips, choices, (pages, 1), spacing=8, margins=(0, 12, 0, 0))
        self.view.asked.connect(self.ask_about)
        self.views.chosen.connect(self._on_view)
        self.opponent.chosen.connect(self._on_opponent_chosen)
        document.cursor_changed.connect(self._on_cursor_changed)
        self.start()

    @Slot()
    def _on_view(self) -> None:
        self.request()
        self._show_pairs()

    @property
    def requests(self) -> Collection[str]:
        return {DETAIL, PAIRS} if self.views.key == PAIRS else {DETAIL}

    def update_state(self) -> None:
        if not self.pairs.ready and self.views.key == PAIRS:
            self._show_pairs()

    def unfit(self, scenario: Scenario) -> str:
        return NO_OPPONENT if is_alone(scenario) else ""

    @property
    def filled(self) -> bool:
        return bool(self._tables)

    @property
    def empty_text(self) -> str:
        """The text of the empty page. A result without a table means that all seats have all their cards."""
        session = self._session
        if session.state == "idle" and not session.problems and self.detail(DETAIL, NextRanks) is not None:
            return NO_CARD_TO_COME
        return super().empty_text

    def show_details(self) -> None:
        """Show the tables of the latest result, with a button for each seat if there are several."""
        result = self.detail(DETAIL, NextRanks)
        self._stale = result is not None and result.stale
        self._tables = next_tables(result.value, result.snapshot) if result is not None else ()
        self._street = _next_street(result.snapshot.scenario) if result is not None and self._tables else ""
        seats = [table.seat for table in self._tables]
        titles = [(table.seat, table.title) for table in self._tables] if len(seats) > 1 else []
        buttons = self.choice.buttons()
        # Buttons are made anew only if seats or names have changed, so that none is deleted while it is pressed.
        if [(self.choice.id(b), b.text()) for b in buttons] != [(s, literal(t)) for s, t in titles]:
            for button in buttons:
                self.choice.removeButton(button)
            for seat, title in titles:
                button = named(QToolButton(), f"nextCard.seat{seat or 0}", f"Next card of {title}")
                button.setText(literal(title))
                button.setCheckable(True)
                self.choice.addButton(button, seat or 0)
            self._choices.set_chips(self.choice.buttons())
            self._choices.setVisible(bool(titles))
        self._show_table()
        self._show_pairs()

    @property
    def table(self) -> NextTable | None:
        """The table of the selected seat, or the first one if that seat does not draw, or None."""
        tables = (table for table in self._tables if table.seat == self._document.cursor.seat)
        return next(tables, self._tables[0] if self._tables else None)

    @Slot(int)
    def _on_chosen(self, seat: int) -> None:
        self._document.choose_seat(seat)
        self._show_table()

    @Slot()
    def _on_cursor_changed(self) -> None:
        self._show_table()
        self._show_pairs()

    @Slot(int)
    def _on_opponent_chosen(self, seat: int) -> None:
        self._opponent = seat
        self._show_pairs()

    @Slot()
    def _show_pairs(self) -> None:
        """Show the map of two next cards, or the reason why there is none."""
        result = self.detail(PAIRS, NextPairs)
        seats = pair_seats(result.value, self._document.cursor.seat) if result is not None else None
        self.opponent.setVisible(self.views.key == PAIRS and seats is not None)
        if result is None or seats is None:
            reason = why_empty(self._document.scenario, self._session) if result is None else ONE_DRAWS
            self.pairs.show_chart(None, empty=Empty(PAIRS_HEADING, (reason,)))
            return
        row_seat, others = seats
        column_seat = self._opponent if self._opponent in others else others[0]
        self.opponent.show_seats(others, [result.snapshot.seats[seat].name for seat in others], column_seat)
        map_ = pair_map(result.value, result.snapshot, row_seat, column_seat)
        self.pairs.show_chart(partial(pair_chart, map_, result.snapshot), stale=result.stale)

    @Slot()
    def _show_table(self) -> None:
        """Show the table of the selected seat, with its summary."""
        table, stale = self.table, self._stale
        chosen = self.choice.button(table.seat or 0) if table is not None else None
        if chosen is not None:
            chosen.setChecked(True)
        # A table without a seat is that of the community card on seventh street, which *Ask* has no word for.
        dealt = f"{table.seat + 1} {self._street}" if table is not None and table.seat is not None else ""
        self.view.show_cards(table, dealt, stale=stale)
        if table is not None:
            recipient = "Community card" if table.seat is None else f"Next card to {table.title}"
            judge = table.names[table.judge]
            self.summary.setText(f"{recipient}, by {judge}'s equity:  {summary(table)}")
        self.summary.setEnabled(not stale)

    def customEvent(self, event: QEvent) -> None:
        self._show_pairs()


def _next_street(scenario: Scenario) -> str:
    """Return the name of the next street in questions to the page *Ask*."""
    hands = (read_razz_hand(seat.cards).text for seat in scenario.seats if seat.plays)
    return STREETS[min_slots(map(written_slots, hands)) - DOWN]


def razz_next_card_page(context: PageContext) -> BuiltPage:
    """Return the page and its charts, which can be exported unless another table is being computed."""
    page = RazzNextCardPage(context.document, context.session)
    page.page_requested.connect(context.page_requested)

    def columns() -> Chart | None:
        result, table = context.session.current_detail(DETAIL, NextRanks), page.table
        return None if result is None or table is None else rank_columns(table, result.snapshot)

    return page, (
        ExportItem("nextCard", "Next card", page, PageChart(columns), "razz"),
        ExportItem("nextPair", PAIRS_HEADING, page, page.pairs, "razz"),
    )


NO_FLOP = (
    "Next cards need a flop or a turn.\n"
    "Put a flop on the board: click three cards of the deck, or type them, as in “7h8h2c”."
)
NOTHING_TO_COME = "The board is complete: no card to come."
ON_THE_TURN = "The turn is known: see the views Cards and Groups for the river."
TOO_LONG = "An exact map of this table would take too long: use fewer players or tighter ranges."
RUNOUTS = "runouts"
CARDS_VIEW = "cards"
VIEWS = {CARDS_VIEW: "Cards", "groups": "Groups", RUNOUTS: HEADING}
TURN = 4
MAP_HEIGHT, TABLE_HEIGHT = 290, 215


class HoldemNextCardPage(DetailPage):
    """The next card in hold'em, in three views: single cards, groups of cards, turn and river together.

    The maps show the equity of the selected seat, or of the first active one if that has folded; the tables have the
    equities of all seats.
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
        self.summary = label(name="boardCards.summary", role="", wrap=True)
        top = filled(QHBoxLayout(), self.choice, (self.summary, 1), spacing=12, margins=(12, 0, 12, 0))
        cards = split("", "", (self.chart, 0), (self.view, 0))
        cards.setSizes([MAP_HEIGHT, TABLE_HEIGHT])
        pages = stacked(cards, self.group_view, self.runouts)
        self.views = ChoiceBar("boardCards.view", "View", VIEWS, on=CARDS_VIEW, views=pages)
        chips = filled(QHBoxLayout(), self.views, STRETCH, margins=(12, 0, 12, 0))
        filled(QVBoxLayout(self.full), top, chips, (pages, 1), spacing=4, margins=(0, 12, 0, 0))
        for view in (self.view, self.group_view):
            view.asked.connect(self.ask_about)
        self.choice.chosen.connect(document.choose_seat)
        self.views.chosen.connect(self._on_view)
        document.cursor_changed.connect(self._on_cursor_changed)
        self.start()

    @Slot()
    def _on_view(self) -> None:
        self.request()
        self._show_runouts()

    @property
    def requests(self) -> Collection[str]:
        return {"next_card", RUNOUTS} if self.views.key == RUNOUTS else {"next_card"}

    def unfit(self, scenario: Scenario) -> str:
        size = board_size(scenario)
        return "" if size in (3, 4) else NO_FLOP if size < 3 else NOTHING_TO_COME

    @property
    def filled(self) -> bool:
        return self.table is not None

    def show_details(self) -> None:
        """Show the latest result in all views, judged by the equity of the selected seat."""
        result = self.detail("next_card", NextCards)
        table = board_table(result.value, result.snapshot, self._document.cursor.seat) if result is not None else None
        self.table = table if table is not None and len(table.seats) > 1 else None
        stale = result is None or result.stale
        board = result_board(result.snapshot) if result is not None else ()
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
        if not self.runouts.ready and self.views.key == RUNOUTS:
            self._show_runouts()

    def _show_runouts(self) -> None:
        """Show the map of turn and river, or the reason why there is none."""
        result = self.detail(RUNOUTS, Runouts)
        map_ = runout_map(result.value, result.snapshot, self._document.cursor.seat) if result is not None else None
        if result is not None and map_ is not None:
            self.runouts.show_chart(partial(runout_chart, map_, result.snapshot), stale=result.stale)
            return
        on_turn = board_size(self._document.scenario) == TURN
        reason = why_empty(self._document.scenario, self._session) if result is None else TOO_LONG
        self.runouts.show_chart(None, empty=Empty(HEADING, (ON_THE_TURN if on_turn else reason,)))

    @Slot()
    def _on_cursor_changed(self) -> None:
        if self.table is not None and self.table.seats[self.table.judge] != self._document.cursor.seat:
            self.show_details()

    @Slot()
    def _show_seats(self) -> None:
        if self.table is not None:
            self.choice.show_seats(self.table.seats, self.table.names, self.table.seats[self.table.judge])

    def customEvent(self, event: QEvent) -> None:
        self._show_seats()


def result_board(snapshot: Snapshot) -> tuple[int, ...]:
    """Return the cards on the board of a result."""
    return plain_cards(snapshot.scenario.board) or ()


def holdem_next_card_page(context: PageContext) -> BuiltPage:
    """Return the page and its charts; the groups cannot be exported while another table is being computed."""
    page = HoldemNextCardPage(context.document, context.session)
    page.page_requested.connect(context.page_requested)

    def groups() -> Chart | None:
        result, table = context.session.current_detail("next_card", NextCards), page.table
        if result is None or table is None:
            return None
        return card_groups_chart(table, result.snapshot, result_board(result.snapshot))

    return page, (
        ExportItem("cardMap", "Next card", page, page.chart, "holdem"),
        ExportItem("cardGroups", "Next cards in groups", page, PageChart(groups), "holdem"),
        ExportItem("runouts", HEADING, page, page.runouts, "holdem"),
    )
