"""The display of one node: the matrix coloured by what is done with each hand, beside it the same by made hand."""

from functools import partial
from typing import cast

import numpy as np
from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QHBoxLayout, QMenu, QStackedWidget, QVBoxLayout, QWidget

from engine.betting.classes import GroupRow
from engine.betting.kelly import kelly_at
from engine.betting.panel import panel_of
from engine.betting.watch import BettingView
from engine.cards import RANKS, RAZZ_RANKS
from engine.kelly.panel import panel_of as kelly_of
from engine.ranges.bases import with_base
from engine.ranges.holdem_matrix import SIZE, Place
from engine.ranges.library_files import Entry
from engine.table.slots import with_seat_text
from gui.charts.values import Chart
from gui.charts.view import PageChart
from gui.export.files import ExportItem
from gui.look.guard import Guarded
from gui.look.scale import at_least, keep_lines
from gui.look.styling import rich
from gui.look.theme import current_theme
from gui.pages.betting.habits import Habits
from gui.pages.betting.node_tables import (
    MIX,
    HandRow,
    MixBar,
    groups_chart,
    groups_table,
    hand_rows,
    hands_table,
    strategy_chart,
)
from gui.pages.betting.player_view import (
    BLUFFS,
    Bools,
    PlayerView,
    Show,
    bluff_line,
    cell_name,
    hand_cells,
    hand_pack,
    kelly_line,
    player_view,
)
from gui.parts.build import NO_MARGINS, MenuButton, empty_menu, filled, label, literal, menu_entry, named, scrolled
from gui.parts.cell_grid import CellGrid, SquareFrame
from gui.parts.chip_button import ChipFlow, chip_button
from gui.parts.choice_bar import ChoiceBar, SeatChoice
from gui.parts.table import TableView
from gui.state.context import PageContext

BY_GROUP, ONE_BY_ONE, HABITS = "groups", "hands", "habits"
SIDES = {BY_GROUP: "by made hand", ONE_BY_ONE: "hands", HABITS: "habits"}
SHOWS = {"actions": "actions", "equity": "equity", "ev": "EV"}
HINT = "Point at a hand to read what is done with it; click it to list its hands, or a group to light up its hands."
RAZZ_LAST = "A cell is the two lowest private cards; click it for each third card."
KELLY_TITLE = "Take this decision to the Kelly page"
KELLY_TIP = (
    "Kelly with this pot and price, and an opponent who answers as at equilibrium: how often each bet makes him fold, "
    "and how the hand does against those that call or raise."
)
QUIZ_TITLE = "Ask me what to do here, hand by hand"
QUIZ_TIP = (
    "The trainer deals hands that come here and asks for the action; answers are judged by the EV that they lose."
)
NO_QUIZ = "Nothing can be asked here: no hands come to this decision"
READING_LINES = 3
LOWEST_MAP, NARROWEST_SIDE = 330, 200
ALL_HANDS = "all its hands"
LEAST_LOSS = 5e-3
"""Two actions whose EVs differ by less than this share of the pot, or than the play is exact, are equally good."""


def _least(view: BettingView) -> float:
    """Return the chips by which two actions at the node of a view have to differ, so that one is better."""
    return max(LEAST_LOSS * view.node.pot, 2 * (view.progress.exploitability or 0.0))


class NodeDisplay(Guarded, QWidget):
    """Displays the node of a view. ``message``: a line for the status bar, and whether it is an error."""

    message = Signal(str, bool)

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document, self._library = context.document, context.library
        self._page_requested, self._training = context.page_requested, context.training
        self._view: BettingView | None = None
        self._stale = False
        self._node: object = None
        self.shown: PlayerView | None = None
        """The hands that are displayed."""
        self._player: int | None = None
        """The player that was chosen; None: the one whose turn it is."""
        self._show: Show = "actions"
        self._picked: Place | None = None
        self._group = ""
        self._pointed: Place | None = None
        named(self, "betting.node", "What is done here")
        self.seat = SeatChoice("betting.seat", "Player whose hands are displayed", self)
        self.seat.setSizeAdjustPolicy(SeatChoice.SizeAdjustPolicy.AdjustToContents)
        self._shows = ChoiceBar("betting.show", "The matrix shows", SHOWS, self)
        self._shows.show_choice(self._show)
        self._sides = ChoiceBar("betting.side", "Beside the matrix", SIDES, self)
        self._sides.show_choice(BY_GROUP)
        self._menu = named(QMenu(self), "betting.sendMenu")
        self._menu.aboutToShow.connect(self._fill_menu)
        self._send = MenuButton(self, "Range of…", self._menu)
        named(self._send, "betting.send", "Put the range of an action on a seat or into the library")
        self._kelly = chip_button("to Kelly", "betting.toKelly", self._on_kelly, KELLY_TITLE, KELLY_TIP, parent=self)
        self._quiz = chip_button("quiz me", "betting.quiz", self._on_quiz, QUIZ_TITLE, QUIZ_TIP, parent=self)
        self.legend = label("", self, name="betting.legend", role="", wrap=True)
        self.legend.setTextFormat(Qt.TextFormat.RichText)
        self.bluffs = label("", self, name="betting.bluffs", role="", wrap=True)
        self.bluffs.setToolTip(rich(BLUFFS))
        self.growth = label("", self, name="betting.growth", role="", wrap=True)
        self.grid = CellGrid(SIZE, SIZE, picks=True)
        named(self.grid, "betting.matrix", "What is done with each hand")
        self.reading = label(HINT, self, name="betting.reading", weight=QFont.Weight.Normal, wrap=True)
        keep_lines(self.reading, READING_LINES)
        self.reading.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.groups = TableView[GroupRow]("betting.groups", "The same by made hand and draw")
        self._bar = MixBar(self.groups)
        self.groups.setItemDelegateForColumn(MIX, self._bar)
        self.listed = label("", self, name="betting.listed", weight=QFont.Weight.DemiBold)
        self.hands = TableView[HandRow]("betting.hands", "Hands one by one")
        self.habits = Habits(context.document, self)
        self._lay_out()
        self.seat.chosen.connect(self._on_seat)
        self._shows.chosen.connect(self._on_show)
        self.grid.hovered.connect(self._on_hovered)
        self.grid.picked.connect(self._on_picked)
        self.groups.reached.connect(self._on_group)
        self._sides.chosen.connect(self.show_side)
        self.message.connect(context.message)

    def _lay_out(self) -> None:
        one_by_one = QWidget(self)
        filled(QVBoxLayout(one_by_one), self.listed, (self.hands, 1), spacing=4, margins=NO_MARGINS)
        self._stack = QStackedWidget(self)
        habits = scrolled(self.habits, "betting.habitsArea", "What he really does")
        for part in (self.groups, one_by_one, habits):
            self._stack.addWidget(part)
        map_ = SquareFrame(self.grid, (self.reading,), SIZE)
        at_least(map_, height=LOWEST_MAP)
        left = filled(QVBoxLayout(), ChipFlow((self.seat, self._shows), self), (map_, 1), spacing=6)
        tools = ChipFlow((self._sides, self._kelly, self._quiz, self._send), self)
        at_least(tools, width=NARROWEST_SIDE)
        right = filled(QVBoxLayout(), tools, (self._stack, 1), spacing=6)
        both = filled(QHBoxLayout(), (left, 1), (right, 1), spacing=12)
        parts = self.legend, self.bluffs, self.growth, (both, 1)
        filled(QVBoxLayout(self), *parts, spacing=6, margins=NO_MARGINS)

    def show_view(self, view: BettingView | None, *, stale: bool = False) -> None:
        """Display the node that a view looks at; None: nothing is known yet."""
        before = self._view.node.path if self._view is not None else None
        if view is not None and view.node.path != before:
            self._player, self._picked, self._group = None, None, ""
        self._view, self._stale = view, stale
        self.habits.show_view(view)
        if view is None:
            self.shown, self._node = None, None
            self._render()
            return
        player = view.node.seat or 0 if self._player is None else self._player
        if self._node is not view.node or self.shown is None or self.shown.player != player:
            self._node = view.node
            self.shown = player_view(view, player, self._names(view)[player])
        self._render()

    def _names(self, view: BettingView) -> tuple[str, ...]:
        table = view.solution.request.table
        return tuple(table.seats[seat].name for seat in table.active_seats)

    def _render(self) -> None:
        shown, view = self.shown, self._view
        self._send.setEnabled(shown is not None and not self._stale)
        self._kelly.setEnabled(shown is not None and shown.decides and bool(shown.node.balances) and not self._stale)
        self._quiz.setEnabled(shown is not None and shown.decides and not self._stale)
        if shown is None or view is None:
            for text in (self.legend, self.bluffs, self.growth):
                text.setText("")
            self.grid.show_cells((None,) * SIZE * SIZE)
            self.groups.show_table(type(self.groups.table)())
            self._list_hands()
            return
        request = view.solution.request
        self.seat.show_seats(request.table.active_seats, self._names(view), request.table.active_seats[shown.player])
        self._shows.show_choice(self._show)
        self.legend.setText("" if shown.decides else self._worth_text(shown))
        self.legend.setVisible(not shown.decides)
        self.bluffs.setText(bluff_line(shown))
        self.bluffs.setVisible(bool(self.bluffs.text()))
        least = _least(view)
        own = all(one.seat != shown.player for one in request.fixed)
        self.growth.setText(kelly_line(shown, request.bankroll, least) if own else "")
        self.growth.setVisible(bool(self.growth.text()))
        self.grid.model_.show_heads(tuple(RAZZ_RANKS if shown.razz else reversed(RANKS)))
        self.grid.set_color(current_theme().seat(request.table.active_seats[shown.player]))
        self.grid.show_cells(hand_cells(shown, self._show, self._picked, self._lit()))
        self._bar.colors = shown.colors
        self.groups.show_table(groups_table(shown, self._group, stale=self._stale))
        self._list_hands()
        self._read_out()

    def _worth_text(self, shown: PlayerView) -> str:
        """Return the worth of the node to a player who does not decide."""
        worth = shown.values_text((), shown.node.evs[shown.player], shown.node.equities[shown.player])
        return f"{shown.name} does not decide here. {worth}"

    def _lit(self) -> Bools | None:
        """Return the hands of the chosen group; None: all."""
        shown = self.shown
        result = (row.group.hands for row in shown.groups if row.group.name == self._group) if shown is not None else ()
        return next(iter(result), None)

    def _list_hands(self) -> None:
        shown = self.shown
        if shown is None:
            self.listed.setText("")
            self.hands.show_table(type(self.hands.table)())
            return
        lit = self._lit()
        what, hands = ALL_HANDS, np.ones(len(shown.weights), np.bool_)
        if self._picked is not None:
            what, hands = cell_name(self._picked, razz=shown.razz), shown.at(self._picked)
        if lit is not None:
            what = self._group if self._picked is None else f"{what}, {self._group}"
            hands = hands & lit
        rows = hand_rows(shown, hands)
        self.listed.setText(f"{shown.name}: {what}")
        self.hands.show_table(hands_table(shown, rows, stale=self._stale))

    def _read_out(self) -> None:
        three = self.shown is not None and self.shown.three_private
        hint = f"{HINT} {RAZZ_LAST}" if three else HINT
        self.reading.setText(self.grid.model_.speech_at(self._pointed) or hint)

    def _fill_menu(self) -> None:
        """Offer the ranges of the actions, and that of all hands, to both seats and to the library."""
        empty_menu(self._menu)
        shown, view = self.shown, self._view
        if shown is None or view is None:
            return
        table = view.solution.request.table
        for what, text in zip((*shown.actions, ALL_HANDS), shown.texts, strict=True):
            menu = QMenu(what, self._menu)
            menu.setEnabled(bool(text))
            self._menu.addMenu(menu)
            for seat in table.active_seats:
                entry = menu_entry(menu, literal(f"On {table.seats[seat].name}"))
                entry.triggered.connect(partial(self.put_on, seat, what, text))
            entry = menu_entry(menu, "Into the library")
            entry.triggered.connect(partial(self.keep, what, text))

    def put_on(self, seat: int, what: str, text: str, _checked: bool = False) -> None:
        """Let a seat hold the range of an action, as one undo step."""
        scenario = self._document.scenario
        if seat >= len(scenario.seats):
            return
        held = scenario.seats[seat]
        razz = self.shown is not None and self.shown.razz
        after = with_seat_text(scenario, seat, text if razz else with_base(held.cards, text))
        wrong = self._document.replace(f"Range of “{what}” for {held.name}", after, mark=self._document.mark)
        if wrong:
            self.message.emit(f"Not put on {held.name}: {wrong[0].message}", True)
        else:
            self.message.emit(f"{held.name} holds the range of “{what}” now", False)

    def keep(self, what: str, text: str, _checked: bool = False) -> None:
        """Save the range of an action in the library."""
        shown = self.shown
        if shown is None:
            return
        line = " · ".join((*shown.node.path, what)) if what != ALL_HANDS else " · ".join(shown.node.path) or what
        entry = self._library.add(Entry(f"{shown.name}: {line}", text, game=self._document.scenario.game))
        self.message.emit(f"{entry.name} is saved in the library", False)

    @Slot(str)
    def show_side(self, key: str) -> None:
        """Show the groups, the hands one by one or the habits beside the matrix."""
        self._sides.show_choice(key)
        self._stack.setCurrentIndex(list(SIDES).index(key))

    @Slot()
    def _on_kelly(self) -> None:
        """Let the Kelly page have this decision, the opponent answering as here."""
        shown, view = self.shown, self._view
        if shown is None or view is None:
            return
        scenario, seats = self._document.scenario, view.solution.request.table.active_seats
        hero, opponent = seats[shown.player], seats[1 - shown.player]
        kelly = kelly_at(kelly_of(scenario), shown.node, hero, opponent, panel_of(scenario).hand)
        wrong = self._document.edit("Kelly: answers as at equilibrium", kelly=kelly)
        if wrong:
            self.message.emit(f"Not taken over: {wrong[0].message}", True)
        else:
            self._page_requested.emit("Kelly")

    @Slot()
    def _on_quiz(self) -> None:
        """Let the trainer ask for the action with each hand that comes here."""
        shown, view = self.shown, self._view
        if shown is None or view is None or not shown.decides:
            return
        other = player_view(view, 1 - shown.player, self._names(view)[1 - shown.player])
        pack = hand_pack(view, shown, other, _least(view))
        if pack is None:
            self.message.emit(NO_QUIZ, True)
            return
        self._training.set_quiz(pack)
        self._page_requested.emit("Trainer")

    @Slot(int)
    def _on_seat(self, seat: int) -> None:
        if self._view is not None:
            self._player = self._view.solution.request.table.active_seats.index(seat)
            self._picked, self._group = None, ""
            self.show_view(self._view, stale=self._stale)

    @Slot(str)
    def _on_show(self, key: str) -> None:
        self._show = cast("Show", key)
        self._render()

    @Slot(object)
    def _on_hovered(self, place: Place | None) -> None:
        self._pointed = place
        self._read_out()

    @Slot(object)
    def _on_picked(self, place: Place) -> None:
        self._picked = None if place == self._picked else place
        if self._picked is not None:
            self.show_side(ONE_BY_ONE)
        self._render()

    @Slot(object)
    def _on_group(self, row: GroupRow) -> None:
        self._group = "" if row.group.name == self._group else row.group.name
        self._render()

    def customEvent(self, event: QEvent) -> None:
        self._render()

    def exports(self, page: QWidget) -> tuple[ExportItem, ...]:
        """Return the charts of the node that can be exported."""

        def strategy() -> Chart | None:
            return strategy_chart(self._view, self.shown) if self._view is not None and self.shown else None

        def groups() -> Chart | None:
            return groups_chart(self._view, self.shown) if self._view is not None and self.shown else None

        return (
            ExportItem("bettingStrategy", "Play of all hands", page, PageChart(strategy)),
            ExportItem("bettingGroups", "Play by made hand", page, PageChart(groups)),
        )
