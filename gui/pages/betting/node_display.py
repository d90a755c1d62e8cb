"""The display of one node: the matrix coloured by what is done with each hand, beside it the same by made hand,
or the habits of its player.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import cast

import numpy as np
from PySide6.QtCore import QEvent, QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QMenu, QSlider, QVBoxLayout, QWidget

from engine import GAMES, ScenarioError
from engine.betting.classes import GroupRow
from engine.betting.locks import hands_named, hands_notices, lock_presets, with_share
from engine.betting.panel import betting_panel, with_entries
from engine.betting.view import kelly_at
from engine.betting.watch import BettingView
from engine.cards import RANKS, RAZZ_RANKS
from engine.kelly.panel import kelly_panel
from engine.ranges.bases import with_base
from engine.ranges.holdem_matrix import SIZE, MatrixCell
from engine.ranges.library_files import LibraryEntry
from engine.scenario.betting import Fixed
from engine.table.slots import with_seat_text
from gui.charts.values import Chart
from gui.charts.view import EARLIER, UNFINISHED, PageChart
from gui.export.files import ExportItem
from gui.look.guard import Guarded, Keyed
from gui.look.scale import at_least, keep_lines
from gui.look.styling import rich
from gui.look.theme import current_theme
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
from gui.pages.betting.words import gain_line
from gui.parts.build import (
    NO_MARGINS,
    STRETCH,
    MenuButton,
    bare_grid,
    drop,
    empty_menu,
    filled,
    label,
    level_slider,
    literal,
    menu_entry,
    named,
    push_button,
    scrolled,
    stacked,
)
from gui.parts.cell_grid import CellGrid, SquareFrame
from gui.parts.chip_button import ChipButton, ChipFlow, SignButton, chip_button
from gui.parts.choice_bar import ChoiceBar, SeatChoice
from gui.parts.table import TableView
from gui.parts.text_entry import LineField, ProblemLine
from gui.state.context import PageContext
from gui.state.document import Document
from gui.words.formatting import percent
from gui.words.games import GAME_WORDS

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


DIGITS = 3
"""Decimals of the shares that are fixed."""
ANY_CARD = "*"
SLIDERS_IN_ROW = 3
TIP = (
    "Fix what a player really does here: the rest of the play becomes the best against it. Later entries stand where "
    "several are about the same hands."
)


def fixed_shares(actions: Sequence[str], shares: Sequence[float]) -> dict[str, float]:
    """Return shares of actions as they are fixed: rounded, adding up to 1, without those that are 0."""
    rounded = [round(share, DIGITS) for share in shares]
    most = max(range(len(rounded)), key=rounded.__getitem__)
    rounded[most] = round(1.0 - sum(rounded[:most]) - sum(rounded[most + 1 :]), DIGITS)
    return {action: share for action, share in zip(actions, rounded, strict=True) if share > 0}


def with_habit(fixed: Sequence[Fixed], new: Fixed) -> tuple[Fixed, ...]:
    """Return the entries with a new one at the end, in place of one about the same hands at the same decision."""
    about = (new.seat, new.path, new.hands)
    return (*(one for one in fixed if (one.seat, one.path, one.hands) != about), new)


def habit_words(one: Fixed, name: str) -> str:
    """Return an entry in words, as in ``Villain after check · bet 50, top pair+: call 100 %``."""
    line = " · ".join("any card" if step == ANY_CARD else step for step in one.path)
    shares = ", ".join(f"{action} {percent(share, exact_digits=0)}" for action, share in one.frequencies.items())
    return f"{name} {f'after {line}' if line else 'at first'}, {one.hands or 'all hands'}: {shares}"


class Habits(Guarded, QWidget):
    """The habits that the document holds, and sliders for another at the displayed node."""

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._view: BettingView | None = None
        self._decision: tuple[object, ...] = ()
        self.shares: tuple[float, ...] = ()
        """The frequencies that the sliders stand at."""
        self._moved = False
        """Whether a slider was moved since the decision is displayed."""
        named(self, "betting.habits", "His habits", TIP)
        self._title = label("", self, name="betting.habits.title", weight=QFont.Weight.DemiBold)
        self.gain = label("", self, name="betting.habits.gain", role="", wrap=True)
        self._menu = named(QMenu(self), "betting.habits.menu")
        self._menu.aboutToShow.connect(self._fill_menu)
        self._usual = named(MenuButton(self, "Usual habits", self._menu), "betting.habits.usual", "Usual habits")
        self.hands = named(LineField(self), "betting.habits.hands", "Hands that are fixed; empty: all")
        at_least(self.hands, width=160)
        self.line = ProblemLine(parent=self)
        tip = "It holds on every card that can come in place of those dealt here"
        self._any = named(ChipButton("on any card", self), "betting.habits.any", tip, tip)
        self._any.setCheckable(True)
        self._fix = push_button("Fix", "betting.habits.fix", self._on_fix, TIP)
        self._sliders: list[tuple[QLabel, QSlider]] = []
        self._rows: list[QWidget] = []
        self._editor, self._list = QWidget(self), QWidget(self)
        self._grid: QGridLayout = bare_grid(self._editor, 8, 2)
        below = filled(QHBoxLayout(), (self.hands, 1), self._any, self._usual, self._fix, spacing=6)
        self._controls = QWidget(self)
        filled(QVBoxLayout(self._controls), below, self.line, spacing=2, margins=NO_MARGINS)
        self._entries = filled(QVBoxLayout(self._list), spacing=2, margins=NO_MARGINS)
        parts = self._title, self._list, self.gain, self._editor, self._controls
        filled(QVBoxLayout(self), *parts, STRETCH, spacing=8, margins=(0, 4, 8, 0))
        self.hands.returnPressed.connect(self._on_fix)
        self.hands.textEdited.connect(self.line.clear)

    @property
    def fixed(self) -> tuple[Fixed, ...]:
        """The habits that the document holds."""
        return betting_panel(self._document.scenario).fixed

    def show_view(self, view: BettingView | None) -> None:
        """Offer the decision of a view, and list the fixed habits."""
        self._view = view
        node = view.node if view is not None else None
        decision = (node.path, tuple(action.name for action in node.actions)) if node is not None else ()
        if node is not None and (decision != self._decision or not self._moved):
            self._decision, self._moved = decision, False
            self.shares = tuple(action.frequency or 0.0 for action in node.actions)
            if abs(sum(self.shares) - 1.0) > 0.5 and self.shares:
                self.shares = (1.0 / len(self.shares),) * len(self.shares)
        decides = node is not None and node.seat is not None
        self._editor.setVisible(decides)
        self._controls.setVisible(decides)
        self._title.setText(self._heading())
        self._any.setVisible(view is not None and any(step.seat is None for step in view.steps))
        self.hands.setPlaceholderText(GAME_WORDS[self._document.scenario.game].habits)
        self._fix.setEnabled(decides and not self._other_fixed())
        self._usual.setEnabled(decides and not self._other_fixed())
        self._show_sliders()
        self._show_entries()
        self.gain.setText(self._gain_words())
        self.gain.setVisible(bool(self.gain.text()))

    def _seat(self) -> int | None:
        """Return the number in the table of the player who decides."""
        view = self._view
        if view is None or view.node.seat is None:
            return None
        return view.solution.request.table.active_seats[view.node.seat]

    def _name(self, seat: int) -> str:
        seats = self._document.scenario.seats
        return seats[seat].name if seat < len(seats) else f"Seat {seat + 1}"

    def _other_fixed(self) -> bool:
        """Return whether the habits are those of the player who does not decide here."""
        return any(one.seat != self._seat() for one in self.fixed)

    def _heading(self) -> str:
        seat = self._seat()
        if seat is None:
            return "Habits" if self.fixed else ""
        if self._other_fixed():
            return f"Habits are those of one player: remove them to fix what {self._name(seat)} does"
        return f"What {self._name(seat)} really does here"

    def _gain_words(self) -> str:
        view = self._view
        if view is None or not self.fixed:
            return ""
        if view.gain is None:
            return "Run it to see the best answer, and what it gains."
        table = view.solution.request.table
        names = [table.seats[seat].name for seat in table.active_seats]
        best = "" if len(view.gain.locked) > 1 else "Displayed is the best response. "
        return best + gain_line(view, names)

    def _show_sliders(self) -> None:
        node = self._view.node if self._view is not None else None
        actions = node.actions if node is not None else ()
        while len(self._sliders) < len(actions):
            place = len(self._sliders)
            title = f"How often action {place + 1}, in percent"
            slider = level_slider(f"betting.habits.share{place}", title, 0, 100, 10)
            text = label("", self._editor, role="")
            slider.valueChanged.connect(Keyed(slider, self._on_moved, place).plain)
            row, column = divmod(place, SLIDERS_IN_ROW)
            self._grid.addWidget(text, 2 * row, column)
            self._grid.addWidget(slider, 2 * row + 1, column)
            self._grid.setColumnStretch(column, 1)
            self._sliders.append((text, slider))
        for i, (text, slider) in enumerate(self._sliders):
            for part in (text, slider):
                part.setVisible(i < len(actions))
            if i < len(actions):
                share = self.shares[i]
                text.setText(f"{actions[i].name} {percent(share, exact_digits=0)}")
                slider.setAccessibleName(f"How often {actions[i].name}, in percent")
                with QSignalBlocker(slider):
                    slider.setValue(round(100 * share))

    def _on_moved(self, place: int) -> None:
        self._moved = True
        self.shares = with_share(self.shares, place, self._sliders[place][1].value() / 100)
        self._show_sliders()

    def _show_entries(self) -> None:
        words = [self._entry_text(one) for one in self.fixed]
        if words == [row.property("words") for row in self._rows]:
            return
        drop(self._entries, *self._rows)
        self._rows = [self._row(i, text) for i, text in enumerate(words)]
        for row in self._rows:
            self._entries.addWidget(row)
        self._list.setVisible(bool(words))

    def _entry_text(self, entry: Fixed) -> str:
        """Return what is locked, with the notices about the text of its hands."""
        table = self._document.scenario
        board = table.board if GAMES[table.game].has_board else ""
        return "; ".join((habit_words(entry, self._name(entry.seat)), *hands_notices(entry.hands, board)))

    def _row(self, place: int, words: str) -> QWidget:
        row = QWidget(self._list)
        row.setProperty("words", words)
        remove = named(SignButton("close", row), f"betting.habits.remove{place}", f"Remove: {words}", "Remove")
        remove.clicked.connect(Keyed(remove, self.remove, place).plain)
        text = label(words, row, role="", wrap=True)
        filled(QHBoxLayout(row), (text, 1), remove, spacing=4, margins=NO_MARGINS)
        return row

    def _fill_menu(self) -> None:
        empty_menu(self._menu)
        view = self._view
        if view is None or view.node.seat is None:
            return
        actions = [action.name for action in view.node.actions]
        made_hands = GAMES[self._document.scenario.game].hands_are_combos
        for habit in lock_presets(actions, made_hands=made_hands):
            menu_entry(self._menu, habit.title).triggered.connect(partial(self.fix, habit.entries))

    def fix(self, parts: Sequence[tuple[str | None, Mapping[str, float]]], _checked: bool = False) -> None:
        """Fix some hands (None: all) at the displayed decision, as one undo step."""
        view, seat = self._view, self._seat()
        if view is None or seat is None:
            return
        cards = [step.seat is None and self._any.isChecked() for step in view.steps]
        path = tuple(ANY_CARD if card else step for card, step in zip(cards, view.node.path, strict=True))
        fixed: tuple[Fixed, ...] = self.fixed
        for hands, frequencies in parts:
            fixed = with_habit(fixed, Fixed(seat, path, hands, dict(frequencies)))
        self._document.replace("Fix a habit", with_entries(self._document.scenario, fixed=fixed))
        self.show_view(view)

    def remove(self, place: int) -> None:
        """Take an entry out."""
        left = tuple(one for i, one in enumerate(self.fixed) if i != place)
        self._document.replace("Remove a habit", with_entries(self._document.scenario, fixed=left or None))
        self.show_view(self._view)

    @Slot()
    def _on_fix(self) -> None:
        view = self._view
        if view is None or view.node.seat is None or not self._fix.isEnabled():
            return
        text = self.hands.text().strip() or None
        rows = view.node.hands[view.node.seat]
        try:
            hands_named(rows.names, text, view.node.board)
        except ScenarioError as error:
            self.line.show_problem(error.problems[0])
            return
        self.line.clear()
        actions = [action.name for action in view.node.actions]
        self.fix(((text, fixed_shares(actions, self.shares)),))


def _least(view: BettingView) -> float:
    """Return the chips by which two actions at the node of a view have to differ, so that one is better."""
    return max(LEAST_LOSS * view.node.pot, 2 * (view.node_progress.exploitability or 0.0))


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
        self._picked: MatrixCell | None = None
        self._group = ""
        self._pointed: MatrixCell | None = None
        named(self, "betting.node", "What is done here")
        self.seat = SeatChoice("betting.seat", "Player whose hands are displayed", self)
        self.seat.setSizeAdjustPolicy(SeatChoice.SizeAdjustPolicy.AdjustToContents)
        self._shows = ChoiceBar("betting.show", "The matrix shows", SHOWS, self, on="actions")
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
        self._shows.chosen.connect(self._render)
        self.grid.hovered.connect(self._on_hovered)
        self.grid.picked.connect(self._on_picked)
        self.groups.reached.connect(self._on_group)
        self.message.connect(context.message)

    def _lay_out(self) -> None:
        one_by_one = QWidget(self)
        filled(QVBoxLayout(one_by_one), self.listed, (self.hands, 1), spacing=4, margins=NO_MARGINS)
        habits = scrolled(self.habits, "betting.habitsArea", "What he really does")
        side = stacked(self.groups, one_by_one, habits)
        self._sides = ChoiceBar("betting.side", "Beside the matrix", SIDES, self, on=BY_GROUP, views=side)
        map_ = SquareFrame(self.grid, (self.reading,), SIZE)
        at_least(map_, height=LOWEST_MAP)
        left = filled(QVBoxLayout(), ChipFlow((self.seat, self._shows), self), (map_, 1), spacing=6)
        tools = ChipFlow((self._sides, self._kelly, self._quiz, self._send), self)
        at_least(tools, width=NARROWEST_SIDE)
        right = filled(QVBoxLayout(), tools, (side, 1), spacing=6)
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

    def mark_stale(self, *, stale: bool) -> None:
        """Say whether the view is of an earlier table, while it is not displayed: it can be exported."""
        self._stale = stale

    @property
    def marks(self) -> tuple[str, ...]:
        """What has to be said of an exported chart: it is of an earlier table, or the run goes on."""
        unfinished = self._view is not None and not self._view.final
        return (EARLIER,) * self._stale + (UNFINISHED,) * unfinished

    def _names(self, view: BettingView) -> tuple[str, ...]:
        table = view.solution.request.table
        return tuple(table.seats[seat].name for seat in table.active_seats)

    @Slot()
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
        self.legend.setText("" if shown.decides else self._worth_text(shown))
        self.legend.setVisible(not shown.decides)
        self.bluffs.setText(bluff_line(shown))
        self.bluffs.setVisible(bool(self.bluffs.text()))
        least = _least(view)
        own = all(one.seat != shown.player for one in request.fixed)
        self.growth.setText(kelly_line(shown, request.bankroll, least) if own else "")
        self.growth.setVisible(bool(self.growth.text()))
        self.grid.model_.show_heads(tuple(RAZZ_RANKS if shown.ranks_only else reversed(RANKS)))
        self.grid.set_color(current_theme().seat(request.table.active_seats[shown.player]))
        for text in (self.legend, self.bluffs, self.growth, self.reading, self.listed):
            text.setEnabled(not self._stale)
        cells = hand_cells(shown, cast("Show", self._shows.key), self._picked, self._lit(), stale=self._stale)
        self.grid.show_cells(cells)
        self._bar.colors, self._bar.stale = shown.colors, self._stale
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
            what, hands = cell_name(self._picked, ranks_only=shown.ranks_only), shown.at(self._picked)
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
        ranks_only = self.shown is not None and self.shown.ranks_only
        after = with_seat_text(scenario, seat, text if ranks_only else with_base(held.cards, text))
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
        entry = self._library.add(LibraryEntry(f"{shown.name}: {line}", text, game=self._document.scenario.game))
        self.message.emit(f"{entry.name} is saved in the library", False)

    @Slot()
    def _on_kelly(self) -> None:
        """Let the Kelly page have this decision, the opponent answering as here."""
        shown, view = self.shown, self._view
        if shown is None or view is None:
            return
        scenario, seats = self._document.scenario, view.solution.request.table.active_seats
        hero, opponent = seats[shown.player], seats[1 - shown.player]
        kelly = kelly_at(kelly_panel(scenario), shown.node, hero, opponent, betting_panel(scenario).hand)
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

    @Slot(object)
    def _on_hovered(self, place: MatrixCell | None) -> None:
        self._pointed = place
        self._read_out()

    @Slot(object)
    def _on_picked(self, place: MatrixCell) -> None:
        self._picked = None if place == self._picked else place
        if self._picked is not None:
            self._sides.show_choice(ONE_BY_ONE)
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
            ExportItem("bettingStrategy", "Play of all hands", page, PageChart(strategy, lambda: self.marks)),
            ExportItem("bettingGroups", "Play by made hand", page, PageChart(groups, lambda: self.marks)),
        )
