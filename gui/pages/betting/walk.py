"""The path through the game tree: its steps and the possible actions as chips, and the cards to be dealt."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QSize, Signal, Slot
from PySide6.QtGui import QContextMenuEvent, QFont, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QMenu, QSizePolicy, QVBoxLayout, QWidget

from engine.betting.action_names import action_text
from engine.betting.locks import is_locked
from engine.betting.view import ActionView, CardView, NodeView
from engine.betting.watch import BettingView
from engine.cards import RANKS, RAZZ_RANKS
from engine.scenario.betting import Size, sizes_from_text, sizes_to_text
from gui.look.guard import Guarded, Keyed
from gui.look.painting import HeatScale, change_scale, fill_box, smooth_painter
from gui.look.scale import at_least, keep_lines, px, unscaled, unscaled_rect
from gui.look.theme import current_theme
from gui.pages.betting.player_view import DOT, capital, labeled, player_names, rounded_chips
from gui.pages.betting.typed_sizes import TypedSizes
from gui.pages.betting.words import signed_amount
from gui.parts.build import NO_MARGINS, empty_menu, filled, label, menu_entry, menu_line, named
from gui.parts.cell_grid import CellGrid
from gui.parts.cells import STALE_OPACITY, Cell, Place
from gui.parts.chip_button import ChipButton, ChipFlow
from gui.words.formatting import percent

START = "root"
SUITS = "shdc"
HIGH_FIRST = RANKS[::-1]
COLUMNS = len(RANKS)
SUIT_ROWS, RANK_ROWS = len(SUITS), len(RAZZ_RANKS)
MIN_CELL, MAX_CELL = (24, 17), (56, 44)
"""Minimum and maximum width and height of a cell, in pixels."""
STRIPE, STRIPE_MARGIN = 4.0, 9.0
"""Height of an action's stripe, and the margin on both of its sides."""
READING_LINES = 2


class WalkChip(ChipButton):
    """The chip of a step or of an action; an action has a stripe in its colour, as wide as its frequency."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__("", parent)
        self._color, self._share = "", 0.0

    def show_text(self, text: str, color: str = "", share: float = 0.0) -> None:
        """Show ``text``; ``color``: the name of the stripe's colour in the theme, "" for no stripe."""
        if (text, color, share) != (self.text(), self._color, self._share):
            self._color, self._share = color, share
            self.setText(text)
            self.updateGeometry()
            self.update()

    def sizeHint(self) -> QSize:
        size = super().sizeHint()
        return QSize(size.width(), size.height() + px(STRIPE)) if self._color else size

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._color:
            return
        painter = smooth_painter(self)
        painter.setOpacity(1.0 if self.isEnabled() else STALE_OPACITY)
        area = unscaled_rect(self).adjusted(STRIPE_MARGIN, 0.0, -STRIPE_MARGIN, -2.0)
        area.setTop(area.bottom() - STRIPE)
        area.setWidth(self._share * area.width())
        fill_box(painter, area, current_theme().named(self._color), STRIPE / 2)


CHIP_HEIGHT = 23
LOCKED = " (locked)"
"""The mark of a decision with a node lock, on the chip that leads to it."""
OPTION_FORMS = (1, True), (0, True), (1, False)
"""Decimals of the frequency of an action, and whether its EV is shown: the texts of an action from long to short."""
NARROW = 500
"""Width in pixels at 100 %, below which the page leaves out or moves what would push the matrix out of sight."""


def is_narrow(part: QWidget) -> bool:
    """Return True if the page, or a part of it that is as wide, is narrow."""
    return unscaled(part.width()) < NARROW


class WalkRow(ChipFlow):
    """A row of chips with the object names ``<prefix><index>``. ``chosen`` carries the index of the clicked chip.

    Chips are reused when the texts change, so that a chip is never deleted while it is pressed.
    """

    chosen = Signal(int)

    def __init__(self, name: str, title: str, prefix: str, parent: QWidget | None = None) -> None:
        super().__init__((), parent)
        named(self, name, title)
        at_least(self, height=CHIP_HEIGHT)  # also without chips, at the end of a line, so that nothing below moves
        self._prefix = prefix
        self.row: list[WalkChip] = []

    def show_row(self, entries: Sequence[tuple[str, str, str, float]], checked: int = -1) -> None:
        """Show a chip for each entry (text, tool tip, colour, share); ``checked``: the index of the checked chip.

        Without ``checked``, the chips cannot be checked.
        """
        while len(self.row) < len(entries):
            chip = WalkChip(self)
            chip.clicked.connect(Keyed(chip, self.chosen.emit, len(self.row)).plain)
            chip.setCheckable(checked >= 0)
            self.row.append(chip)
            self.set_chips(tuple(self.row))
        for i, chip in enumerate(self.row):
            chip.setVisible(i < len(entries))
            if i < len(entries):
                text, tip, color, share = entries[i]
                chip.show_text(text, color, share)
                named(chip, f"{self._prefix}{i}", text, tip)
                chip.setChecked(i == checked)
        self.refresh()


def option_text(action: ActionView, pot: float, *, digits: int = 1, with_ev: bool = True) -> str:
    """Return the text of a possible action with its frequency, in percent with ``digits`` decimals, and its EV."""
    parts = [capital(action.text)]
    if action.frequency is not None:
        parts.append(percent(action.frequency, exact_digits=digits))
    if action.ev is not None and with_ev:
        parts.append(f"EV {rounded_chips(action.ev, pot)}")
    return "  ".join(parts)


BET_SIZES = sizes_from_text("25, 33, 50, 66, 75, 100, 150, 200, all in", raises=False)
RAISE_SIZES = sizes_from_text("2x, 2.5x, 3x, 4x, 50, 100, all in", raises=True)
"""The sizes that can be added at a decision."""
SIZES_TIP = "right-click to change the sizes"
TYPED_TIP = (
    "<i>33 75 150</i>: % of the pot · <i>120c</i>: chips · <i>all in</i> · raises also <i>3x</i> the bet. They hold "
    "for all decisions of this player below, too, after any card."
)


class WalkView(Guarded, QWidget):
    """The path to the current node and the possible actions.

    ``walked`` carries the path that the user has selected. ``sized`` carries the sizes that he has added to this
    decision and those below it, and those that he has removed.
    """

    walked = Signal(object)
    sized = Signal(object, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view: BettingView | None = None
        self._colors: Sequence[str] = ()
        named(self, "betting.walk", "Path through the game tree")
        self.path = WalkRow("betting.path", "Line so far", "betting.step", self)
        self.options = WalkRow("betting.options", "Available actions", "betting.option", self)
        self.path.chosen.connect(self._on_step)
        self.options.chosen.connect(self.choose)
        self._menu = named(QMenu(self), "betting.sizesMenu")
        # Reserved before the first answer, which must not move the widgets below.
        at_least(self.options, height=CHIP_HEIGHT + int(STRIPE))
        filled(QVBoxLayout(self), self.path, self.options, spacing=4, margins=NO_MARGINS)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the actions again: how much of them fits depends on the width."""
        super().resizeEvent(event)
        self._show_options()

    def show_view(self, view: BettingView | None, names: Sequence[str], colors: Sequence[str]) -> None:
        """Show the path of a view and the actions at its node; ``colors``: the names of the actions' colours."""
        self._view, self._colors = view, colors
        self._show_options()
        if view is None:
            self.path.show_row(())
            return
        steps = [START, *(step.text if step.seat is None else f"{names[step.seat]} {step.text}" for step in view.steps)]
        fixed, path = view.solution.request.fixed, view.node.path
        steps = [f"{text}{LOCKED if is_locked(fixed, path[:i]) else ''}" for i, text in enumerate(steps)]
        self.path.show_row([(text, _step_tip(view, i), "", 0.0) for i, text in enumerate(steps)], len(view.steps))

    def _show_options(self) -> None:
        """Show the available actions; in a narrow page with fewer digits, or without EVs, to fit them into a line."""
        if self._view is None:
            self.options.show_row(())
            return
        for digits, with_ev in OPTION_FORMS if is_narrow(self) else OPTION_FORMS[:1]:
            self.options.show_row(self._action_entries(self._view, digits, with_ev=with_ev))
            chips = self.options.row
            if not chips or self.options.heightForWidth(self.width()) <= chips[0].sizeHint().height():
                break

    def _action_entries(self, view: BettingView, digits: int, *, with_ev: bool) -> list[tuple[str, str, str, float]]:
        """Return the entries of the row of actions; what their texts leave out is in the tool tips."""
        node, entries = view.node, []
        more = "" if view.solution.request.limit is not None else f"; {SIZES_TIP}"
        for number, (action, color) in enumerate(zip(node.actions, self._colors, strict=True), 1):
            tip = f"Continue after {action.text} (key {number}){more}"
            if (digits, with_ev) != OPTION_FORMS[0]:
                tip = f"{option_text(action, node.pot)}. {tip}"
            text = option_text(action, node.pot, digits=digits, with_ev=with_ev)
            if is_locked(view.solution.request.fixed, (*node.path, action.name)):
                text, tip = f"{text}{LOCKED}", f"{tip}, a locked decision"
            entries.append((text, tip, color, action.frequency or 0.0))
        return entries

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer to add and remove sizes."""
        if self.fill_menu():
            self._menu.popup(event.globalPos())

    def fill_menu(self) -> bool:
        """Fill the menu of the sizes of this decision; return False if it can have none."""
        empty_menu(self._menu)
        view = self._view
        if view is None or view.node.seat is None or view.solution.request.limit is not None:
            return False
        builder, path = view.solution.builder, view.node.path
        if not builder.names_at(path, (Size("all in"),)):
            return False
        menu_entry(self._menu, "Type the sizes here and below…", self._ask_sizes)
        menu_line(self._menu)
        made_by = builder.sizes_at(path)
        for name, sizes in made_by.items():
            menu_entry(self._menu, f"Remove “{action_text(name)}” here and below", self._on_removed, sizes)
        known = {size for sizes in made_by.values() for size in sizes}
        for size in RAISE_SIZES if view.node.to_call > 0 else BET_SIZES:
            if size not in known:
                menu_entry(self._menu, f"Add {sizes_to_text((size,))} here and below", self._on_added, (size,))
        return True

    def _ask_sizes(self, _key: object) -> None:
        """Ask for the sizes of this decision."""
        view = self._view
        if view is None or view.node.seat is None:
            return
        builder, path, names = view.solution.builder, view.node.path, player_names(view)
        line = ", ".join(step.text if step.seat is None else f"{names[step.seat]} {step.text}" for step in view.steps)
        decision = f"{names[view.node.seat]} after: {line}" if line else f"{names[view.node.seat]} first to act"
        sizes = [size for same in builder.sizes_at(path).values() for size in same]
        dialog = TypedSizes(
            self.window(), decision, sizes, partial(builder.names_at, path), TYPED_TIP, raises=view.node.to_call > 0
        )
        dialog.changed.connect(self.sized)
        dialog.open()

    def _on_removed(self, sizes: tuple[Size, ...]) -> None:
        self.sized.emit((), sizes)

    def _on_added(self, sizes: tuple[Size, ...]) -> None:
        self.sized.emit(sizes, ())

    @Slot(int)
    def choose(self, index: int) -> None:
        """Walk on by the possible action ``index``, if it exists."""
        if self._view is not None and index < len(self._view.node.actions):
            self.walked.emit((*self._view.node.path, self._view.node.actions[index].name))

    @Slot(int)
    def _on_step(self, index: int) -> None:
        if self._view is not None:
            self.path.row[index].setChecked(index == len(self._view.steps))
            self.walked.emit(self._view.node.path[:index])


def _step_tip(view: BettingView, index: int) -> str:
    """Return the alternatives to a step of the path, with their frequencies; index 0 is the start of the path."""
    if not index:
        return "Back to the root"
    step = view.steps[index - 1]
    if not step.frequencies:
        return "Dealt card"
    shares = (
        labeled(name, percent(share, exact_digits=0)) if share is not None else name
        for name, share in zip(map(action_text, step.options), step.frequencies, strict=True)
    )
    return DOT.join(shares)


class CardGrid(Guarded, QWidget):
    """The cards that can be dealt next, coloured by the first player's EV.

    The cells are suits and ranks in hold'em, and the ranks of both players' next up cards in razz. ``picked`` carries
    the card as a step of a path.
    """

    picked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "betting.cards")
        self._grids = {
            rows: named(CellGrid(rows, COLUMNS, self, picks=True), name, "Next cards")
            for rows, name in ((SUIT_ROWS, "betting.nextCard"), (RANK_ROWS, "betting.upCards"))
        }
        self._rows = SUIT_ROWS
        self.reading = label("", self, name="betting.cardReading", weight=QFont.Weight.Normal, wrap=True)
        keep_lines(self.reading, READING_LINES)
        self._cards: dict[Place, CardView] = {}
        self._names: Sequence[str] = ("", "")
        self._pot = 1.0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        for grid in self._grids.values():
            grid.picked.connect(self._on_picked)
            grid.hovered.connect(self._on_hovered)

    def show_cards(self, node: NodeView, names: Sequence[str], *, stale: bool) -> None:
        """Show the cards that can be dealt at a node; ``names``: those of both players."""
        self._names, self._pot = names, node.pot
        self._cards = {card_place(card.text): card for card in node.cards or ()}
        self._rows = SUIT_ROWS if node.board else RANK_ROWS
        ev, scale = node.evs[0] or 0.0, card_scale(node)
        for rows, grid in self._grids.items():
            grid.setVisible(rows == self._rows)
        places = ((row, column) for row in range(self._rows) for column in range(COLUMNS))
        self._grids[self._rows].show_cells([self._cell(place, scale, ev, stale=stale) for place in places])
        self.reading.setText(self._hint)
        self._lay_out()
        self.updateGeometry()

    @property
    def _hint(self) -> str:
        if self._rows == SUIT_ROWS:
            return f"Color: change in {self._names[0]}'s EV. Point at a card for details, click it to continue."
        return (
            f"Rows: next up card of {self._names[0]}; columns: next up card of {self._names[1]}. "
            f"Color: change in {self._names[0]}'s EV. Click to continue."
        )

    def _cell(self, place: Place, scale: HeatScale, current_ev: float, *, stale: bool) -> Cell:
        """Return the cell of a card, coloured by the player's EV after it; ``current_ev``: the EV before it."""
        card = self._cards.get(place)
        if card is None:
            text = _place_text(place, self._rows)
            return Cell(text, closed=True, speech=f"{text} cannot be dealt")
        ev = card.evs[0]
        tone = None if ev is None else scale.tone(ev)
        note = "" if ev is None else signed_amount(ev - current_ev, self._pot)
        return Cell(card.text, 1.0, hot=True, tone=tone, stale=stale, note=note, speech=self._speech(card))

    def _speech(self, card: CardView) -> str:
        parts = [f"{card.text}: probability {percent(card.probability, exact_digits=2)}"]
        for name, ev, equity in zip(self._names, card.evs, card.equities, strict=True):
            if ev is not None and equity is not None:
                parts.append(f"{name} EV {rounded_chips(ev, self._pot)}, equity {percent(equity, exact_digits=1)}")
        return "; ".join(parts)

    @Slot(object)
    def _on_picked(self, place: Place) -> None:
        card = self._cards.get(place)
        if card is not None:
            self.picked.emit(card.text)

    @Slot(object)
    def _on_hovered(self, place: Place | None) -> None:
        self.reading.setText(self._grids[self._rows].model_.speech_at(place) or self._hint)

    def _lay_out(self) -> None:
        """Put the grid above the text, with cells as large as there is room for, up to a maximum."""
        below = self.reading.sizeHint().height() + px(4)
        width = min(self.width() // COLUMNS, px(MAX_CELL[0]))
        height = min((self.height() - below) // self._rows, px(MAX_CELL[1]))
        size = QSize(max(width, 1) * COLUMNS, max(height, 1) * self._rows)
        self._grids[self._rows].setGeometry(0, 0, size.width(), size.height())
        self.reading.setGeometry(0, size.height() + px(4), self.width(), self.reading.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out()

    def _hint_of(self, cell: tuple[int, int]) -> QSize:
        """Return the size of the widget with cells of this width and height."""
        below = self.reading.sizeHint().height() + px(4)
        return QSize(px(cell[0] * COLUMNS), px(cell[1] * self._rows) + below)

    def sizeHint(self) -> QSize:
        return self._hint_of((38, 30))

    def minimumSizeHint(self) -> QSize:
        return self._hint_of(MIN_CELL)


def card_scale(node: NodeView) -> HeatScale:
    """Return the colours of the first player's EV after each card: as far up as down from the EV at the node."""
    ev = node.evs[0] or 0.0
    reach = max((abs(card.evs[0] - ev) for card in node.cards or () if card.evs[0] is not None), default=0.0)
    return HeatScale(ev - reach, ev, ev + reach) if reach > 0 else change_scale(ev, 1.0)


def card_place(text: str) -> Place:
    """Return row and column of a dealt card: suit and rank with the ace first; in razz the ranks of both up cards."""
    if " " in text:
        first, second = text.split()
        return RAZZ_RANKS.index(first), RAZZ_RANKS.index(second)
    return SUITS.index(text[1]), HIGH_FIRST.index(text[0])


def _place_text(place: Place, rows: int) -> str:
    row, column = place
    return f"{HIGH_FIRST[column]}{SUITS[row]}" if rows == SUIT_ROWS else f"{RAZZ_RANKS[row]} {RAZZ_RANKS[column]}"
