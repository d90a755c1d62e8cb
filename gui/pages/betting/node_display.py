"""The display of a node: the matrix coloured by the play of each hand, next to it the play by made hand, the hands one
by one, the node locks of its player, or another decision to compare.
"""

import math
import re
from collections.abc import Mapping, Sequence
from functools import partial
from typing import cast

import numpy as np
from PySide6.QtCore import QEvent, QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QCursor, QFont
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QMenu, QSlider, QVBoxLayout, QWidget

from engine import GAMES, Problem, ScenarioError
from engine.betting.action_names import action_text
from engine.betting.classes import GroupRow, HeldRow
from engine.betting.locks import (
    NONE_OF_THESE,
    hands_named,
    hands_notices,
    is_locked,
    is_painted,
    lock_presets,
    on_any_card,
    with_painted,
    with_share,
)
from engine.betting.panel import betting_panel, with_entries
from engine.betting.view import kelly_at
from engine.betting.watch import BettingView
from engine.cards import RANKS, RAZZ_RANKS
from engine.kelly.panel import kelly_panel
from engine.ranges.bases import with_base
from engine.ranges.holdem_matrix import SIZE, MatrixCell, class_name
from engine.ranges.library_files import LibraryEntry
from engine.scenario.betting import ANY_CARD, Fixed
from engine.table.slots import with_seat_text
from gui.charts.values import Chart
from gui.charts.view import EARLIER, UNFINISHED, PageChart
from gui.export.files import ExportItem
from gui.look.guard import Guarded, Keyed
from gui.look.scale import at_least, keep_lines
from gui.look.styling import rich
from gui.look.theme import current_theme
from gui.pages.betting.compare_view import CompareView
from gui.pages.betting.node_tables import (
    MIX,
    MixBar,
    NodeHandRow,
    groups_table,
    held_table,
    node_groups_chart,
    node_hand_rows,
    node_hands_table,
    node_held_chart,
    strategy_chart,
)
from gui.pages.betting.player_view import (
    BLUFFS,
    DOT,
    Bools,
    PlayerView,
    Show,
    bluff_line,
    cell_name,
    hand_pack,
    kelly_line,
    labeled,
    node_cells,
    player_names,
    player_view,
)
from gui.pages.betting.words import gain_line
from gui.parts.build import (
    NO_MARGINS,
    STRETCH,
    MenuButton,
    bare_grid,
    combo_box,
    drop,
    empty_menu,
    filled,
    label,
    level_slider,
    literal,
    menu_entry,
    named,
    offer,
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

BY_GROUP, ONE_BY_ONE, LOCKS, COMPARE = "groups", "hands", "habits", "compare"
SIDES = {BY_GROUP: "by group", ONE_BY_ONE: "hands", LOCKS: "locks", COMPARE: "compare"}
MADE, CARDS, SUITS = "made hands", "cards", "suits"
"""The groupings of the hands next to the matrix."""
LOWS = "lows"
SHOWS = {"actions": "actions", "equity": "equity", "ev": "EV"}
HINT = "Point at a hand to see its strategy, click it to list its combos. Click a group to highlight it in the matrix."
RAZZ_LAST = "Each cell is the two lowest down cards; click it to list the third cards."
KELLY_TITLE = "Open this decision on the Kelly page"
KELLY_TIP = (
    "Kelly with this pot and price against an opponent who plays this solution: how often he folds to each bet, and "
    "your equity against the hands that call or raise."
)
QUIZ_TITLE = "Train this decision, hand by hand"
QUIZ_TIP = "The trainer deals hands that reach this decision and asks for your action. Answers are scored by EV loss."
NO_QUIZ = "No hand reaches this decision"
READING_LINES = 3
MIN_MAP_HEIGHT, MIN_SIDE_WIDTH = 330, 200
ALL_HANDS = "all hands"
MIN_LOSS = 5e-3
"""Two actions are equally good if their EVs differ by less than this share of the pot."""


DIGITS = 3
"""Decimals of locked frequencies."""
TIP = (
    "Lock how a player really plays here: the solver then finds the best response. If several locks contain the same "
    "hand, the last one counts."
)
PAINT_TIP = (
    "Lock single hands: click or drag over them in the matrix; right-click one to lock its combos. Delete unlocks the "
    "selected ones"
)
PAINT_HINT = "hands in the matrix with these frequencies"
CARD_STEP = re.compile(r"[2-9TJQKA][cdhs]", re.IGNORECASE)
"""A step of a path that is a dealt card in hold'em."""


def fixed_shares(actions: Sequence[str], shares: Sequence[float]) -> dict[str, float]:
    """Return the frequencies to lock: rounded, adding up to 1, without those that are 0."""
    rounded = [round(share, DIGITS) for share in shares]
    largest = max(range(len(rounded)), key=rounded.__getitem__)
    rounded[largest] = round(1.0 - sum(rounded[:largest]) - sum(rounded[largest + 1 :]), DIGITS)
    return {action: share for action, share in zip(actions, rounded, strict=True) if share > 0}


def with_lock(fixed: Sequence[Fixed], new: Fixed) -> tuple[Fixed, ...]:
    """Return the locks with a new one at the end, which replaces a lock of the same hands at the same decision."""
    key = (new.seat, new.path, new.hands)
    return (*(lock for lock in fixed if (lock.seat, lock.path, lock.hands) != key), new)


def lock_text(lock: Fixed, name: str) -> str:
    """Return the text of a lock, as in ``Villain after check · bet 50, top pair+: call 100 %``."""
    line = " · ".join("any card" if step == ANY_CARD else action_text(step) for step in lock.path)
    shares = DOT.join(
        labeled(action_text(action), percent(share, exact_digits=0)) for action, share in lock.frequencies.items()
    )
    return f"{name} {f'after {line}' if line else 'first to act'}, {lock.hands or 'all hands'}: {shares}"


class LockEditor(Guarded, QWidget):
    """The list of the document's node locks, and sliders for another lock at the displayed node.

    A lock fixes how often a player takes each action with some hands at a decision.
    """

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._view: BettingView | None = None
        self._decision: tuple[object, ...] = ()
        self.shares: tuple[float, ...] = ()
        """The frequencies on the sliders."""
        self._moved = False
        """Whether a slider has been moved since the decision was displayed first."""
        named(self, "betting.habits", "Node lock", TIP)
        self._title = label("", self, name="betting.habits.title", weight=QFont.Weight.DemiBold)
        self.gain = label("", self, name="betting.habits.gain", role="", wrap=True)
        self._menu = named(QMenu(self), "betting.habits.menu")
        self._menu.aboutToShow.connect(self._fill_menu)
        self._usual = named(
            MenuButton(self, "Typical tendencies", self._menu), "betting.habits.usual", "Typical tendencies"
        )
        self.hands = named(LineField(self), "betting.habits.hands", "Hands to lock; empty: all hands")
        at_least(self.hands, width=160)
        self.line = ProblemLine(parent=self)
        tip = "Lock this on every runout, not only on the cards dealt here"
        self._any = named(ChipButton("on any card", self), "betting.habits.any", tip, tip)
        self._any.setCheckable(True)
        self._fix = push_button("Lock", "betting.habits.fix", self._on_fix, TIP)
        self.paint = named(ChipButton("paint", self), "betting.habits.paint", "Paint locks in the matrix", PAINT_TIP)
        self.paint.setCheckable(True)
        self._paint_hint = label(PAINT_HINT, self, weight=QFont.Weight.Normal, wrap=True)
        self._sliders: list[tuple[QLabel, QSlider]] = []
        self._rows: list[QWidget] = []
        self._editor, self._list = QWidget(self), QWidget(self)
        self._grid: QGridLayout = bare_grid(self._editor, 8, 2)
        buttons = ChipFlow((self._any, self._usual, self._fix), self)
        self._controls = QWidget(self)
        painting = filled(QHBoxLayout(), self.paint, (self._paint_hint, 1), spacing=6)
        parts = self.hands, buttons, self.line, painting
        filled(QVBoxLayout(self._controls), *parts, spacing=4, margins=NO_MARGINS)
        self._entries = filled(QVBoxLayout(self._list), spacing=2, margins=NO_MARGINS)
        rows = self._title, self._list, self.gain, self._editor, self._controls
        filled(QVBoxLayout(self), *rows, STRETCH, spacing=8, margins=(0, 4, 8, 0))
        self.hands.returnPressed.connect(self._on_fix)
        self.hands.textEdited.connect(self.line.clear)

    @property
    def fixed(self) -> tuple[Fixed, ...]:
        """The locks in the document."""
        return betting_panel(self._document.scenario).fixed

    def show_view(self, view: BettingView | None) -> None:
        """List the locks, and offer to lock the decision of a view."""
        self._view = view
        node = view.node if view is not None else None
        decision = (node.path, tuple(action.name for action in node.actions)) if node is not None else ()
        # The sliders follow the computed frequencies until the user moves one of them.
        if node is not None and (decision != self._decision or not self._moved):
            self._decision, self._moved = decision, False
            self.shares = tuple(action.frequency or 0.0 for action in node.actions)
            if abs(sum(self.shares) - 1.0) > 0.5 and self.shares:  # no frequencies are known
                self.shares = (1.0 / len(self.shares),) * len(self.shares)
        decides = node is not None and node.seat is not None
        self._editor.setVisible(decides)
        self._controls.setVisible(decides)
        self._title.setText(self._heading())
        self._any.setVisible(view is not None and any(step.seat is None for step in view.steps))
        self.hands.setPlaceholderText(GAME_WORDS[self._document.scenario.game].lock_hint)
        self._fix.setEnabled(decides)
        self._usual.setEnabled(decides)
        classes = GAMES[self._document.scenario.game].hands_are_combos
        self.paint.setVisible(classes)
        self._paint_hint.setVisible(classes)
        self.paint.setEnabled(decides)
        if self.paint.isChecked() and not self.paint.isEnabled():
            self.paint.setChecked(False)
        self._show_sliders()
        self._show_entries()
        self.gain.setText(self._gain_text())
        self.gain.setVisible(bool(self.gain.text()))

    def _seat(self) -> int | None:
        """Return the seat of the player who decides, or None."""
        view = self._view
        if view is None or view.node.seat is None:
            return None
        return view.solution.request.table.active_seats[view.node.seat]

    def _name(self, seat: int) -> str:
        seats = self._document.scenario.seats
        return seats[seat].name if seat < len(seats) else f"Seat {seat + 1}"

    def _heading(self) -> str:
        seat = self._seat()
        if seat is None:
            return "Node lock" if self.fixed else ""
        view = self._view
        locked = view is not None and is_locked(self.fixed, view.node.path)
        return f"How {self._name(seat)} really plays here{' (locked)' if locked else ''}"

    def _gain_text(self) -> str:
        """Return the gain of the best response to the locks, "" without locks."""
        view = self._view
        if view is None or not self.fixed:
            return ""
        if view.gain is None:
            return "Run the solver to see the best response and what it gains."
        best = "" if len(view.gain.locked) > 1 else "Best response to the lock. "
        return best + gain_line(view, player_names(view))

    def _show_sliders(self) -> None:
        """Show one slider for each action; they are created when first needed and hidden when there are fewer."""
        # Sliders are never deleted: this runs while one of them is being dragged.
        node = self._view.node if self._view is not None else None
        actions = node.actions if node is not None else ()
        while len(self._sliders) < len(actions):
            index = len(self._sliders)
            title = f"Frequency of action {index + 1} in percent"
            slider = level_slider(f"betting.habits.share{index}", title, 0, 100, 10)
            text = label("", self._editor, role="")
            slider.valueChanged.connect(Keyed(slider, self._on_moved, index).plain)
            self._grid.addWidget(text, index, 0)
            self._grid.addWidget(slider, index, 1)
            self._grid.setColumnStretch(1, 1)
            self._sliders.append((text, slider))
        for i, (text, slider) in enumerate(self._sliders):
            for widget in (text, slider):
                widget.setVisible(i < len(actions))
            if i < len(actions):
                share = self.shares[i]
                text.setText(labeled(actions[i].text, percent(share, exact_digits=0)))
                slider.setAccessibleName(f"Frequency of {actions[i].text} in percent")
                with QSignalBlocker(slider):
                    slider.setValue(round(100 * share))

    def _on_moved(self, index: int) -> None:
        self._moved = True
        self.shares = with_share(self.shares, index, self._sliders[index][1].value() / 100)
        self._show_sliders()

    def _show_entries(self) -> None:
        """List the locks, rebuilding the rows only if a text has changed: a run renders many times a second."""
        texts = [self._entry_text(lock) for lock in self.fixed]
        if texts == [row.property("lockText") for row in self._rows]:
            return
        drop(self._entries, *self._rows)
        self._rows = [self._row(i, text) for i, text in enumerate(texts)]
        for row in self._rows:
            self._entries.addWidget(row)
        self._list.setVisible(bool(texts))

    def _entry_text(self, entry: Fixed) -> str:
        """Return the text of a lock, with the notices about the text of its hands."""
        table = self._document.scenario
        board = table.board if GAMES[table.game].has_board else ""
        return "; ".join((lock_text(entry, self._name(entry.seat)), *hands_notices(entry.hands, board)))

    def _row(self, index: int, text: str) -> QWidget:
        row = QWidget(self._list)
        row.setProperty("lockText", text)
        remove = named(SignButton("close", row), f"betting.habits.remove{index}", f"Remove: {text}", "Remove")
        remove.clicked.connect(Keyed(remove, self.remove, index).plain)
        spread = chip_button(
            "all runouts", f"betting.habits.spread{index}", self.spread, f"Lock on all runouts: {text}",
            "Copy this lock to every turn and river", parent=row, key=index,
        )  # fmt: skip
        spread.setVisible(any(map(CARD_STEP.fullmatch, self.fixed[index].path)))
        parts = (label(text, row, role="", wrap=True), 1), spread, remove
        filled(QHBoxLayout(row), *parts, spacing=4, margins=NO_MARGINS)
        return row

    def _fill_menu(self) -> None:
        """Fill the menu with the typical tendencies that can be locked at this decision."""
        empty_menu(self._menu)
        view = self._view
        if view is None or view.node.seat is None:
            return
        actions = [action.name for action in view.node.actions]
        made_hands = GAMES[self._document.scenario.game].hands_are_combos
        for preset in lock_presets(actions, made_hands=made_hands):
            menu_entry(self._menu, preset.title).triggered.connect(partial(self.fix, preset.entries))

    def fix(self, parts: Sequence[tuple[str | None, Mapping[str, float]]], _checked: bool = False) -> None:
        """Lock the displayed decision as one undo step.

        ``parts``: hands as text (None: all hands), with the frequency of each action.
        """
        view, seat = self._view, self._seat()
        if view is None or seat is None:
            return
        path = self._path(view)
        fixed: tuple[Fixed, ...] = self.fixed
        for hands, frequencies in parts:
            fixed = with_lock(fixed, Fixed(seat, path, hands, dict(frequencies)))
        self._document.replace("Lock a node", with_entries(self._document.scenario, fixed=fixed))
        self.show_view(view)

    def _path(self, view: BettingView) -> tuple[str, ...]:
        """Return the path of the decision to lock: on any card instead of those that were dealt, if the user wants."""
        cards = [step.seat is None and self._any.isChecked() for step in view.steps]
        return tuple(ANY_CARD if card else step for card, step in zip(cards, view.node.path, strict=True))

    def _slider_shares(self, view: BettingView) -> dict[str, float]:
        return fixed_shares([action.name for action in view.node.actions], self.shares)

    def is_painted(self, combo: str) -> bool:
        """Return True if a combo is locked at the displayed decision with the frequencies on the sliders."""
        view, seat = self._view, self._seat()
        if view is None or seat is None:
            return False
        return is_painted(self.fixed, seat, self._path(view), combo, self._slider_shares(view))

    def paint_hands(self, hands: Sequence[str], stroke: int | None = None, *, free: bool = False) -> None:
        """Lock classes of hands (``AKs``) or combos of the displayed decision with the frequencies on the sliders.

        ``stroke``: all edits with the same number are one undo step. ``free``: remove the painted locks of the hands.
        """
        view, seat = self._view, self._seat()
        if view is None or seat is None:
            return
        fixed = with_painted(self.fixed, seat, self._path(view), hands, {} if free else self._slider_shares(view))
        scenario = with_entries(self._document.scenario, fixed=fixed or None)
        self._document.replace("Lock hands", scenario, merge=None if stroke is None else f"betting.paint{stroke}")
        self.show_view(view)

    def spread(self, index: int) -> None:
        """Replace a lock, whose path contains particular cards, by one for all runouts."""
        lock = self.fixed[index]
        changed = on_any_card(lock, [step for step in lock.path if CARD_STEP.fullmatch(step)])
        fixed = with_lock([other for other in self.fixed if other is not lock], changed)
        self._document.replace("Lock on all runouts", with_entries(self._document.scenario, fixed=fixed))
        self.show_view(self._view)

    def remove(self, index: int) -> None:
        """Remove a lock."""
        remaining = tuple(lock for i, lock in enumerate(self.fixed) if i != index)
        self._document.replace("Remove a node lock", with_entries(self._document.scenario, fixed=remaining or None))
        self.show_view(self._view)

    @Slot()
    def _on_fix(self) -> None:
        """Lock the frequencies on the sliders for the hands in the field, or show why their text is wrong."""
        view = self._view
        if view is None or view.node.seat is None or not self._fix.isEnabled():
            return
        text = self.hands.text().strip() or None
        rows = view.node.hands[view.node.seat]
        try:
            locked = hands_named(rows.names, text, view.node.board)
        except ScenarioError as error:
            self.line.show_problem(error.problems[0])
            return
        if not locked.any():
            self.line.show_problem(Problem("hands", NONE_OF_THESE))
            return
        self.line.clear()
        self.fix(((text, self._slider_shares(view)),))


def _tolerance(view: BettingView) -> float:
    """Return the difference in chips up to which two actions at the node of a view are equally good.

    The EVs are known within twice the exploitability of the play.
    """
    return max(MIN_LOSS * view.node.pot, 2 * (view.node_progress.exploitability or 0.0))


class NodeDisplay(Guarded, QWidget):
    """Displays the node of a view.

    ``message`` carries a text for the status bar and whether it is an error. ``side_changed``: the player has chosen
    the panel next to the matrix.
    """

    message = Signal(str, bool)
    side_changed = Signal()

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document, self._library = context.document, context.library
        self._page_requested, self._training = context.page_requested, context.training
        self._view: BettingView | None = None
        self._stale = False
        self._node: object = None
        self.player: PlayerView | None = None
        """The displayed hands."""
        self._selected_player: int | None = None
        """The player (0 or 1) that the user has selected at this node; None for the one who decides."""
        self._picked: MatrixCell | None = None
        self._group = ""
        named(self, "betting.node", "Strategy")
        self.seat = SeatChoice("betting.seat", "Player whose strategy is displayed", self)
        self.seat.setSizeAdjustPolicy(SeatChoice.SizeAdjustPolicy.AdjustToContents)
        self._shows = ChoiceBar("betting.show", "Matrix colors", SHOWS, self, on="actions")
        self._menu = named(QMenu(self), "betting.sendMenu")
        self._menu.aboutToShow.connect(self._fill_menu)
        self._send = MenuButton(self, "Range of…", self._menu)
        named(self._send, "betting.send", "Copy the range of an action to a seat or the library")
        self._kelly = chip_button("to Kelly", "betting.toKelly", self._on_kelly, KELLY_TITLE, KELLY_TIP, parent=self)
        self._quiz = chip_button("quiz me", "betting.quiz", self._on_quiz, QUIZ_TITLE, QUIZ_TIP, parent=self)
        self.legend = label("", self, name="betting.legend", role="", wrap=True)
        self.legend.setTextFormat(Qt.TextFormat.RichText)
        self.bluffs = label("", self, name="betting.bluffs", role="", wrap=True)
        self.bluffs.setToolTip(rich(BLUFFS))
        self.growth = label("", self, name="betting.growth", role="", wrap=True)
        self.grid = CellGrid(SIZE, SIZE, picks=True)
        named(self.grid, "betting.matrix", "Strategy of each hand")
        self.reading = label(HINT, self, name="betting.reading", weight=QFont.Weight.Normal, wrap=True)
        keep_lines(self.reading, READING_LINES)
        self.reading.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.groups = TableView[GroupRow]("betting.groups", "Strategy by made hand and draw")
        self._bar = MixBar(self.groups)
        self.groups.setItemDelegateForColumn(MIX, self._bar)
        self.by = combo_box("betting.by", "Group the hands by")
        self.by_action = combo_box("betting.byAction", "Action that is compared")
        self.held = TableView[HeldRow]("betting.held", "Strategy by cards held")
        for box in (self.by, self.by_action):
            box.setSizeAdjustPolicy(SeatChoice.SizeAdjustPolicy.AdjustToContents)
            box.activated.connect(self._render)
        for widget in (self.by_action, self.held):
            widget.hide()
        self.listed = label("", self, name="betting.listed", weight=QFont.Weight.DemiBold)
        self.hands = TableView[NodeHandRow]("betting.hands", "Strategy hand by hand")
        self.locks = LockEditor(context.document, self)
        self.compare = CompareView(self)
        self._lay_out()
        self.seat.chosen.connect(self._on_seat)
        self._shows.chosen.connect(self._render)
        self.grid.hovered.connect(self._read_out)
        self.grid.picked.connect(self._on_picked)
        self.grid.set_brush(math.nan)  # no cell has this weight already, so that every stroke paints
        self.grid.painted.connect(self._on_painted)
        self._combos = named(QMenu(self), "betting.combosMenu")
        self.grid.asked.connect(self._on_asked)
        self.locks.paint.toggled.connect(self._on_paint_toggled)
        self.compare.picked.connect(self._on_picked)
        self.compare.changed.connect(self._render)
        self._sides.chosen.connect(self._on_side)
        self.groups.reached.connect(self._on_group)
        self.held.reached.connect(self._on_held)
        self.message.connect(context.message)

    def _lay_out(self) -> None:
        """Lay out the matrix on the left and, on the right, one of the groups, the hands one by one, or the locks."""
        one_by_one = QWidget(self)
        filled(QVBoxLayout(one_by_one), self.listed, (self.hands, 1), spacing=4, margins=NO_MARGINS)
        locks = scrolled(self.locks, "betting.habitsArea", "Node lock")
        by_group = QWidget(self)
        choices = ChipFlow((self.by, self.by_action), self)
        filled(QVBoxLayout(by_group), choices, (self.groups, 1), (self.held, 1), spacing=4, margins=NO_MARGINS)
        side = stacked(by_group, one_by_one, locks, self.compare)
        self._sides = ChoiceBar("betting.side", "Next to the matrix", SIDES, self, on=BY_GROUP, views=side)
        map_ = SquareFrame(self.grid, (self.reading,), SIZE)
        at_least(map_, height=MIN_MAP_HEIGHT)
        left = filled(QVBoxLayout(), ChipFlow((self.seat, self._shows), self), (map_, 1), spacing=6)
        # The bar as a whole would be wider than half a page in large text: its chips wrap one by one.
        tools = ChipFlow((*self._sides.chips.values(), self._kelly, self._quiz, self._send), self)
        self._sides.hide()
        at_least(tools, width=MIN_SIDE_WIDTH)
        # The texts come and go from node to node: below the tables they move neither matrix nor rows.
        texts = self.legend, self.bluffs, self.growth
        right = filled(QVBoxLayout(), tools, (side, 1), *texts, spacing=6)
        filled(QHBoxLayout(self), (left, 1), (right, 1), spacing=12, margins=NO_MARGINS)

    def show_view(self, view: BettingView | None, *, stale: bool = False) -> None:
        """Display the node of a view; None if nothing is known yet."""
        old_path = self._view.node.path if self._view is not None else None
        if view is not None and view.node.path != old_path:
            self._selected_player, self._picked, self._group = None, None, ""
        self._view, self._stale = view, stale
        self.locks.show_view(view)
        if view is None:
            self.player, self._node = None, None
            self._render()
            return
        index = view.node.seat or 0 if self._selected_player is None else self._selected_player
        # A run yields many views; the hands are computed again only for another node or player.
        if self._node is not view.node or self.player is None or self.player.index != index:
            self._node = view.node
            self.player = player_view(view, index, player_names(view)[index])
        self._render()

    def set_stale(self, *, stale: bool) -> None:
        """Set whether the view belongs to an earlier table, while the page is hidden: it can be exported then, too."""
        self._stale = stale

    @property
    def chart_notes(self) -> tuple[str, ...]:
        """The notes on an exported chart: that it belongs to an earlier table, or that the run is unfinished."""
        unfinished = self._view is not None and not self._view.final
        return (EARLIER,) * self._stale + (UNFINISHED,) * unfinished

    @Slot()
    def _render(self) -> None:
        """Show the hands of the selected player: texts, matrix, groups and list; empty without a view."""
        player, view = self.player, self._view
        self._send.setEnabled(player is not None and not self._stale)
        self._kelly.setEnabled(player is not None and player.decides and bool(player.node.balances) and not self._stale)
        self._quiz.setEnabled(player is not None and player.decides and not self._stale)
        if player is None or view is None:
            for text in (self.legend, self.bluffs, self.growth):
                text.setText("")
            self.grid.show_cells((None,) * SIZE * SIZE)
            self.groups.show_table(type(self.groups.table)())
            self.held.show_table(type(self.held.table)())
            self._list_hands()
            self._show_comparison()
            return
        request = view.solution.request
        seat = request.table.active_seats[player.index]
        self.seat.show_seats(request.table.active_seats, player_names(view), seat)
        self.legend.setText("" if player.decides else self._values_text(player))
        self.legend.setVisible(not player.decides)
        self.bluffs.setText(bluff_line(player))
        self.bluffs.setVisible(bool(self.bluffs.text()) and self._sides.key != COMPARE)
        # Kelly's choice is meaningful only for play that is the player's best response, not for locked play.
        locked = any(lock.seat == player.index for lock in request.fixed)
        self.growth.setText("" if locked else kelly_line(player, request.bankroll, _tolerance(view)))
        self.growth.setVisible(bool(self.growth.text()) and self._sides.key != COMPARE)
        self.grid.model_.show_heads(tuple(RAZZ_RANKS if player.ranks_only else reversed(RANKS)))
        self.grid.set_color(current_theme().seat(seat))
        for text in (self.legend, self.bluffs, self.growth, self.reading, self.listed):
            text.setEnabled(not self._stale)
        cells = node_cells(player, cast("Show", self._shows.key), self._picked, self._group_hands(), stale=self._stale)
        self.grid.show_cells(cells)
        self._bar.colors, self._bar.stale = player.colors, self._stale
        self._show_groups(player)
        self._list_hands()
        self._show_comparison()
        self._read_out()

    def _show_comparison(self) -> None:
        """Compare the displayed decision with the pinned one."""
        shows = cast("Show", self._shows.key)
        self.compare.show_view(self._view, self.player, shows, self._picked, stale=self._stale)

    def _show_groups(self, player: PlayerView) -> None:
        """Show the hands by made hand, or by the cards or suits that they contain, compared by one action."""
        offer(self.by, (LOWS, CARDS) if player.ranks_only else (MADE, CARDS, SUITS), keep=True)
        # The default is the last action, the largest bet: the usual question about blockers.
        selected = self.by_action.currentText()
        offer(self.by_action, player.actions, keep=True)
        if selected not in player.actions:
            self.by_action.setCurrentIndex(len(player.actions) - 1)
        held = self.by.currentText() in (CARDS, SUITS)
        self.groups.setVisible(not held)
        self.held.setVisible(held)
        self.by_action.setVisible(held and player.decides)
        self.groups.show_table(groups_table(player, self._group, stale=self._stale))
        action = max(self.by_action.currentIndex(), 0)
        self.held.show_table(held_table(player, action, self._group, by_suit=self._by_suit, stale=self._stale))

    @property
    def _by_suit(self) -> bool:
        return self.by.currentText() == SUITS

    def _values_text(self, player: PlayerView) -> str:
        """Return EV and equity of a player who does not decide."""
        values = player.values_text((), player.node.evs[player.index], player.node.equities[player.index])
        return f"{player.name} is not to act. {values}"

    def _group_hands(self) -> Bools | None:
        """Return the hands of the selected group, bool[hands], or None for all."""
        if self.player is None or not self._group:
            return None
        named_hands = {row.group.name: row.group.hands for row in self.player.groups}
        named_hands |= {row.name: row.hands for row in self.held.table.rows}
        return named_hands.get(self._group)

    def _list_hands(self) -> None:
        """List the hands in both the selected cell and the selected group, or all hands if nothing is selected."""
        player = self.player
        if player is None:
            self.listed.setText("")
            self.hands.show_table(type(self.hands.table)())
            return
        group_hands = self._group_hands()
        name, hands = ALL_HANDS, np.ones(len(player.weights), np.bool_)
        if self._picked is not None:
            name, hands = cell_name(self._picked, ranks_only=player.ranks_only), player.at(self._picked)
        if group_hands is not None:
            name = self._group if self._picked is None else f"{name}, {self._group}"
            hands = hands & group_hands
        rows = node_hand_rows(player, hands)
        self.listed.setText(f"{player.name}: {name}")
        self.hands.show_table(node_hands_table(player, rows, stale=self._stale))

    @Slot()
    def _read_out(self) -> None:
        hint = f"{HINT} {RAZZ_LAST}" if self.player is not None and self.player.three_private else HINT
        self.reading.setText(self.grid.speech or hint)

    def _fill_menu(self) -> None:
        """Fill the menu that puts the range of an action, or all hands, on a seat or into the library."""
        empty_menu(self._menu)
        player, view = self.player, self._view
        if player is None or view is None:
            return
        table = view.solution.request.table
        for name, text in zip((*player.actions, ALL_HANDS), player.texts, strict=True):
            menu = QMenu(name, self._menu)
            menu.setEnabled(bool(text))
            self._menu.addMenu(menu)
            for seat in table.active_seats:
                entry = menu_entry(menu, literal(f"To {table.seats[seat].name}"))
                entry.triggered.connect(partial(self.put_on, seat, name, text))
            entry = menu_entry(menu, "To library")
            entry.triggered.connect(partial(self.save, name, text))

    def put_on(self, seat: int, action: str, text: str, _checked: bool = False) -> None:
        """Set the range of a seat to ``text``, the range of ``action``, as one undo step."""
        scenario = self._document.scenario
        if seat >= len(scenario.seats):
            return
        name, cards = scenario.seats[seat].name, scenario.seats[seat].cards
        ranks_only = self.player is not None and self.player.ranks_only
        edited = with_seat_text(scenario, seat, text if ranks_only else with_base(cards, text))
        problems = self._document.replace(f"Range of “{action}” to {name}", edited, cursor=self._document.cursor)
        if problems:
            self.message.emit(f"Not copied to {name}: {problems[0].message}", True)
        else:
            self.message.emit(f"{name} now has the range of “{action}”", False)

    def save(self, action: str, text: str, _checked: bool = False) -> None:
        """Save ``text``, the range of ``action``, in the library."""
        player, view = self.player, self._view
        if player is None or view is None:
            return
        path = [step.text for step in view.steps]
        line = " · ".join((*path, action)) if action != ALL_HANDS else " · ".join(path) or action
        entry = self._library.add(LibraryEntry(f"{player.name}: {line}", text, game=self._document.scenario.game))
        self.message.emit(f"Saved “{entry.name}” in the library", False)

    @Slot()
    def _on_kelly(self) -> None:
        """Open this decision on the Kelly page, with an opponent who responds as at this node."""
        player, view = self.player, self._view
        if player is None or view is None:
            return
        scenario, seats = self._document.scenario, view.solution.request.table.active_seats
        hero, opponent = seats[player.index], seats[1 - player.index]
        kelly = kelly_at(kelly_panel(scenario), player.node, hero, opponent, betting_panel(scenario).hand)
        problems = self._document.edit("Kelly: opponent plays the solution", kelly=kelly)
        if problems:
            self.message.emit(f"Not copied to Kelly: {problems[0].message}", True)
        else:
            self._page_requested.emit("Kelly")

    @Slot()
    def _on_quiz(self) -> None:
        """Open the trainer with a pack that asks for the action with each hand that comes to this node."""
        player, view = self.player, self._view
        if player is None or view is None or not player.decides:
            return
        other = player_view(view, 1 - player.index, player_names(view)[1 - player.index])
        pack = hand_pack(view, player, other, _tolerance(view))
        if pack is None:
            self.message.emit(NO_QUIZ, True)
            return
        self._training.set_quiz(pack)
        self._page_requested.emit("Trainer")

    @Slot(int)
    def _on_seat(self, seat: int) -> None:
        if self._view is not None:
            self._selected_player = self._view.solution.request.table.active_seats.index(seat)
            self._picked, self._group = None, ""
            self.show_view(self._view, stale=self._stale)

    @Slot(bool)
    def _on_paint_toggled(self, on: bool) -> None:
        """Make a click in the matrix paint or select; painting needs the hands of the player to act."""
        if on:
            self._selected_player = None
            self.show_view(self._view, stale=self._stale)
        self.grid.set_picks(not on)

    @Slot(str)
    def _on_side(self, key: str) -> None:
        if key != LOCKS:
            self.locks.paint.setChecked(False)
        # What concerns the displayed decision alone makes room for the second matrix.
        for tool in (self._kelly, self._quiz, self._send):
            tool.setVisible(key != COMPARE)
        self._render()
        self.side_changed.emit()

    @property
    def shows_locks(self) -> bool:
        """Whether the locks are next to the matrix."""
        return self._sides.key == LOCKS

    @Slot(object, float, int)
    def _on_painted(self, places: Sequence[MatrixCell], value: float, stroke: int) -> None:
        """Lock the painted hands, or free them if Delete has set their weight to 0."""
        player = self.player
        if player is not None and player.decides:
            classes = [class_name(place) for place in places if (player.at(place) & player.dealable).any()]
            if classes:
                self.locks.paint_hands(classes, stroke, free=value == 0)

    @Slot(object)
    def _on_asked(self, place: MatrixCell) -> None:
        """Offer to lock the combos of a cell one by one, if hands are painted."""
        if self.fill_combos(place):
            self._combos.popup(QCursor.pos())

    def fill_combos(self, place: MatrixCell) -> bool:
        """Fill the menu of the combos of a cell, those that are locked as on the sliders checked; False without any."""
        empty_menu(self._combos)
        player = self.player
        if player is None or not player.decides or not self.locks.paint.isChecked():
            return False
        for hand in np.flatnonzero(player.at(place) & player.dealable).tolist():
            combo = player.rows.names[hand]
            entry = menu_entry(self._combos, combo, self._on_combo, combo)
            entry.setCheckable(True)
            entry.setChecked(self.locks.is_painted(combo))
        return bool(self._combos.actions())

    def _on_combo(self, combo: str) -> None:
        """Lock a combo with the frequencies on the sliders, or free it if it is locked like that."""
        self.locks.paint_hands([combo], free=self.locks.is_painted(combo))
        self._render()

    @Slot(object)
    def _on_picked(self, place: MatrixCell) -> None:
        self._picked = None if place == self._picked else place
        if self._picked is not None and self._sides.key == COMPARE:
            self.compare.show_hands()
        elif self._picked is not None:
            self._sides.show_choice(ONE_BY_ONE)
        self._render()

    @Slot(object)
    def _on_group(self, row: GroupRow) -> None:
        self._choose_group(row.group.name)

    @Slot(object)
    def _on_held(self, row: HeldRow) -> None:
        self._choose_group(row.name)

    def _choose_group(self, name: str) -> None:
        self._group = "" if name == self._group else name
        self._render()

    def customEvent(self, event: QEvent) -> None:
        self._render()

    def exports(self, page: QWidget) -> tuple[ExportItem, ...]:
        """Return the charts of the node that can be exported."""

        def strategy() -> Chart | None:
            return strategy_chart(self._view, self.player) if self._view is not None and self.player else None

        def groups() -> Chart | None:
            return node_groups_chart(self._view, self.player) if self._view is not None and self.player else None

        def held() -> Chart | None:
            view, player = self._view, self.player
            if view is None or player is None or not player.decides:
                return None
            return node_held_chart(view, player, max(self.by_action.currentIndex(), 0), by_suit=self._by_suit)

        return (
            ExportItem("bettingStrategy", "Strategy", page, PageChart(strategy, lambda: self.chart_notes)),
            ExportItem("bettingGroups", "Strategy by made hand", page, PageChart(groups, lambda: self.chart_notes)),
            ExportItem("bettingHeld", "Strategy by cards held", page, PageChart(held, lambda: self.chart_notes)),
            ExportItem(
                "bettingCompare", "Difference of two decisions", page,
                PageChart(self.compare.chart, lambda: self.chart_notes),
            ),
        )  # fmt: skip
