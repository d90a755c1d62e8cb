"""The editor of a razz range: the triangle of down cards (the row is the lower card), the up cards and parentheses."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import replace

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QComboBox, QWidget

from engine import Problem, Scenario
from engine.cards import RAZZ_RANKS, TextError
from engine.ranges.razz import razz_notices
from engine.ranges.razz_pairs import (
    ANY_SLOT,
    DOWN,
    PAIRED_WAYS,
    UNPAIRED_WAYS,
    Branch,
    own_ranks,
    read_branches,
    ways,
    with_reach,
    with_up,
    with_weights,
    write_branches,
)
from engine.ranges.razz_products import ALL_PAIRS, RANK_COUNT, Pair
from engine.ranges.razz_shares import ORDER_TITLES
from engine.ranges.razz_text import RazzItem, RazzSlot, RazzText, format_razz, parse_razz, slot_texts
from engine.table.slots import rank_slots
from gui.look.guard import Keyed
from gui.look.scale import at_least, px
from gui.look.theme import current_theme
from gui.pages.range.hand_matrix import percent_text, weight_note
from gui.pages.range.holdem_tools import SHORT_TITLES
from gui.pages.range.range_editor import RangeEditor, SeatEdits
from gui.parts.build import bare_grid, label, named, pass_wheel
from gui.parts.cell_grid import CellGrid
from gui.parts.cells import Cell, Place
from gui.parts.chip_button import ChipFlow, chip_button
from gui.parts.text_entry import ProblemLine, TextEntry
from gui.state.context import PageContext
from gui.words.formatting import NO_BREAK, count

TITLES = ("door", "4th", "5th", "6th", "7th")
HINT = "`7` this card · `7-` 7 or lower · `7+` · `[A25]` · `x` any"


class RazzSlots(QWidget):
    """The fields of the up cards, and the chips for the parentheses: the cards that share no rank.

    ``slot_written`` carries the index of an up card (0: door), its :class:`RazzSlot` and a key for undo;
    ``reach_requested`` the number of cards within the parentheses, down cards included.
    """

    slot_written = Signal(int, object, str)
    reach_requested = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._branch = Branch()
        self._entries = [self._entry(i) for i in range(len(TITLES))]
        self._line = ProblemLine(parent=self)
        self._line.show_hint(HINT)
        titles = ["down cards", *(f"+ {title}" for title in TITLES)]
        self._chips = [
            chip_button(
                title, f"razzRange.noPair{i}", self._on_chip,
                f"No pair among the {title.replace('+ ', 'cards up to the ')}",
                "Parentheses in the text: no pair among these cards", parent=self, key=i + DOWN, checkable=True,
            )
            for i, title in enumerate(titles)
        ]  # fmt: skip
        layout = bare_grid(self, 4, 2)
        for column, entry in enumerate(self._entries):
            title = label(TITLES[column], weight=QFont.Weight.Normal)
            title.setBuddy(entry)
            layout.addWidget(title, 0, column)
            layout.addWidget(entry, 1, column)
        layout.addWidget(self._line, 2, 0, 1, len(TITLES))
        paired = label("No pair among", weight=QFont.Weight.Normal)
        paired.setContentsMargins(0, 6, 0, 0)
        layout.addWidget(paired, 3, 0, 1, len(TITLES))
        layout.addWidget(ChipFlow(self._chips, self), 4, 0, 1, len(TITLES))

    def _entry(self, index: int) -> TextEntry:
        entry = named(TextEntry(self), f"razzRange.slot{index}", f"{TITLES[index]} card of the range")
        at_least(entry, width=MIN_SLOT_WIDTH)
        entry.edited.connect(Keyed(entry, self._on_edited, index).edited)
        entry.problem_changed.connect(self._show_problem)
        return entry

    def show_branch(self, branch: Branch, texts: tuple[str, ...]) -> None:
        """Show the up cards of ``branch`` and its parentheses; ``texts``: the texts of the up cards (``x``: any)."""
        self._branch = branch
        for i, entry in enumerate(self._entries):
            text = texts[i] if i < len(texts) and texts[i] != "x" else ""
            # A text that is being typed stays if it means this card already, perhaps in another spelling.
            if not (entry.hasFocus() and _means(entry.text(), branch, i)):
                entry.show_text(text)
        # Parentheses are offered up to the last up card that is specified.
        written = DOWN + max((i + 1 for i, text in enumerate(texts) if text != "x"), default=0)
        for reach, chip in enumerate(self._chips, DOWN):
            chip.setChecked(reach <= branch.reach)
            chip.setVisible(reach <= max(written, branch.reach))

    def _on_edited(self, index: int, text: str, merge: str) -> None:
        entry = self._entries[index]
        slot = _read(text)
        if isinstance(slot, TextError):
            entry.refuse(Problem(TITLES[index], slot.message, slot.position))
        else:
            entry.set_problem(None)
            self.slot_written.emit(index, slot, merge)

    def refuse(self, index: int, problem: Problem) -> None:
        """Show why the up card ``index`` (0: door) was rejected."""
        self._entries[index].refuse(problem)

    @Slot()
    def _show_problem(self) -> None:
        problem = next((entry.problem for entry in self._entries if entry.problem is not None), None)
        if problem is None:
            self._line.show_hint(HINT)
        else:
            self._line.show_error(problem.message)

    def _on_chip(self, reach: int) -> None:
        """Extend the parentheses to ``reach`` cards; or end them before that card if they include it already."""
        if reach <= self._branch.reach:
            reach = reach - 1 if reach > DOWN else 0
        self.reach_requested.emit(reach)


def _read(text: str) -> RazzSlot | TextError:
    """Return the slot that a text means, any card for a blank text, or the error if it is not a single card."""
    if not text.strip():
        return ANY_SLOT
    try:
        items = parse_razz(text).items
    except TextError as error:
        return error
    if len(items) > 1 or len(items[0].slots) > 1 or items[0].weight != 1:
        return TextError("type a single card here", 0)
    return items[0].slots[0]


def _means(text: str, branch: Branch, index: int) -> bool:
    """Return True if ``text`` means the up card ``index`` of ``branch``; spelling and groups do not matter."""
    slot, up = _read(text), branch.up[index] if index < len(branch.up) else ANY_SLOT
    return isinstance(slot, RazzSlot) and up == replace(
        up, ranks=slot.ranks, particular=slot.particular, suit=slot.suit
    )


EIGHT = 7
SETS: dict[str, tuple[Pair, ...]] = {
    "all": ALL_PAIRS,
    "no pairs": tuple(pair for pair in ALL_PAIRS if pair[0] != pair[1]),
    "pairs": tuple(pair for pair in ALL_PAIRS if pair[0] == pair[1]),
    "8 or lower": tuple(pair for pair in ALL_PAIRS if pair[0] < pair[1] <= EIGHT),
}
"""The cells that each button paints."""
HEAD = 24
TEACHING = "Drag to paint · `shift` rectangle · `ctrl+shift` this and lower · keys `1`-`9`, `0` weights"
ANY = "Any two down cards.\nPaint to narrow them."
NO_FORM = "The triangle cannot show\nthis range: edit it\nas text."
LEGEND = "Top row: live cards\nof each rank"
LEGEND_LINES = LEGEND.replace(" of", "\nof")
MIN_SLOT_WIDTH = 30
"""Pixels of the field of an up card."""
PairWeights = dict[Pair, float]


def pair_cell_name(pair: Pair) -> str:
    """Return the name of two down cards, such as ``A2``."""
    return RAZZ_RANKS[pair[0]] + RAZZ_RANKS[pair[1]]


def better(place: Place) -> tuple[Place, ...]:
    """Return a cell and the lower ones: the lower pairs of a pair, else the same low card with a lower second card."""
    low, high = place
    if low == high:
        return tuple((rank, rank) for rank in range(low, -1, -1))
    return tuple((low, rank) for rank in range(high, low, -1))


def live_ranks(scenario: Scenario, seat: int, branch: Branch) -> dict[int, int]:
    """Return the number of cards of each rank that the down cards of ``seat`` can come from.

    Removed are the specific cards of all other seats, the dead cards and the up cards of the branch.
    """
    live = {}
    for rank, slots in rank_slots(scenario).items():
        others = sum(not (slot.area == "seat" and slot.seat == seat) for slot in slots)
        live[rank] = max(0, 4 - others - own_ranks(branch).count(rank))
    return live


def triangle_cells(branch: Branch, weights: Mapping[Pair, float], live: Mapping[int, int]) -> tuple[Cell | None, ...]:
    """Return the 13 x 13 cells row by row, None below the diagonal; ``live``: cards of each rank that can be dealt."""
    excluded = branch.excluded
    return tuple(
        _cell((low, high), weights.get((low, high), 0.0), live, closed=(low, high) in excluded) if low <= high else None
        for low in range(RANK_COUNT)
        for high in range(RANK_COUNT)
    )


def _cell(pair: Pair, weight: float, live: Mapping[int, int], *, closed: bool) -> Cell:
    """Return the cell of two down cards, hatched by the share of the ways to deal them that known cards prevent."""
    full, possible = PAIRED_WAYS if pair[0] == pair[1] else UNPAIRED_WAYS, ways(pair, live)
    text = "ruled out by the parentheses" if closed else percent_text(weight) if weight > 0 else "not in the range"
    dealt = f"{full} ways" if possible == full else f"{possible} of {full} ways left"
    return Cell(
        pair_cell_name(pair),
        0.0 if closed else weight,
        blocked=0.0 if closed else 1 - possible / full,
        closed=closed,
        strong=pair[0] == pair[1],
        note=weight_note(weight) if 0 < weight < 1 else "",
        speech=f"{pair_cell_name(pair)}: {dealt}, {text}",
    )


def down_cards_summary(branch: Branch, weights: Mapping[Pair, float], live: Mapping[int, int]) -> tuple[str, ...]:
    """Return the summary of the painted down cards: the number of pairs of ranks and of ways to deal them in suits."""
    total = sum(ways(pair, live) for pair in ALL_PAIRS if pair not in branch.excluded)
    if not weights:
        return ("any two down cards" + (", no pair" if branch.reach else ""), f"{count(total)} ways")
    possible = sum(ways(pair, live) for pair in weights)
    lines = [f"{len(weights)} of {len(ALL_PAIRS)} down-card hands", f"{count(possible)} ways left"]
    weight = sum(ways(pair, live) * value for pair, value in weights.items())
    if any(value < 1 for value in weights.values()):
        lines[1] += f", weight {weight:.1f}"
    if total:
        lines.append(f"{100 * weight / total:.1f}{NO_BREAK}% of all possible hands")
    return tuple(lines)


class RazzEditor(RangeEditor[PairWeights]):
    """The triangle of the displayed seat, for one branch of its text at a time: the down cards of one set of up cards.

    A branch is an alternative of the text that has up cards of its own.
    """

    subject = "the down cards"

    def __init__(self, context: PageContext, edits: SeatEdits, parent: QWidget | None = None) -> None:
        grid = named(CellGrid(RANK_COUNT, RANK_COUNT, better=better), "razzRange.triangle")
        grid.show_heading(HEAD)
        super().__init__(context, edits, grid, SETS, "razzRange", TEACHING, parent)
        grid.asked.connect(self._on_asked)
        self._chosen = 0
        self._stroke_branches: tuple[Branch, ...] | None = None
        """The branches at the start of the current stroke, or None. Erasing all hands of a branch removes it from the
        text; the stroke must not go on in the next branch then."""
        self._slots = RazzSlots(self.tools)
        self._slots.slot_written.connect(self._on_slot_written)
        self._slots.reach_requested.connect(self._on_reach)
        title = "Up cards of the displayed down cards"
        self._branch_box = pass_wheel(named(QComboBox(self.tools), "razzRange.upCards", title))
        self._branch_box.activated.connect(self._on_branch)
        self._order = pass_wheel(named(QComboBox(self.tools), "razzRange.order", "Ranking of down cards"))
        for name, title in ORDER_TITLES.items():
            self._order.addItem(SHORT_TITLES[name], name)
            tip = f"20% 7: the top 20 % of the down cards with a 7 up, by {title}"
            self._order.setItemData(self._order.count() - 1, tip, Qt.ItemDataRole.ToolTipRole)
        self._order.activated.connect(self._on_order)
        self.tools.add_section("Up cards", self._branch_box)
        self.tools.add_section("", self._slots)
        self.tools.add_section("Ranking of down cards", self._order)
        frame = self._lay_out(RANK_COUNT, head=HEAD)
        frame.laid_out.connect(self._place_teaching)
        self._lesson = ""
        self._teaching = label("", frame)
        self._teaching.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def _branches(self) -> tuple[Branch, ...] | None:
        if self._stroke_branches is not None:
            return self._stroke_branches
        return read_branches(self._edits.displayed_seat.cards, self._edits.document.scenario.order)

    def _branch(self) -> Branch:
        branches = self._branches() or (Branch(),)
        self._chosen = min(self._chosen, len(branches) - 1)
        return branches[self._chosen]

    def _saved_weights(self) -> PairWeights:
        return dict(self._branch().weights)

    def render_range(self) -> None:
        """Show the displayed branch of the seat's text: triangle, live cards of each rank, up cards and hints."""
        scenario, seat, branches = self._edits.document.scenario, self._edits.seat, self._branches()
        branch, weights = self._branch(), self._weights()
        live = live_ranks(scenario, seat, branch)
        self.grid.setAccessibleName(f"Down cards of {self._edits.displayed_seat.name}")
        self.grid.set_color(current_theme().seat(seat))
        cells = triangle_cells(branch, weights, live)
        if branches is None:
            cells = tuple(replace(cell, closed=True) if cell else None for cell in cells)
        self.grid.show_cells(cells)
        speech = tuple(f"{sign}: {live[rank]} left" for rank, sign in enumerate(RAZZ_RANKS))
        self.grid.model_.show_heads(tuple(f"{live[rank]}" for rank in range(RANK_COUNT)), speech)
        self.info.show_expansion(down_cards_summary(branch, weights, live))
        self._show_pointed()
        self.tools.setEnabled(branches is not None)
        self._slots.show_branch(branch, _up_texts(branch))
        self._show_branches(branches or ())
        self._order.setCurrentIndex(max(self._order.findData(scenario.order), 0))
        self._lesson = NO_FORM if branches is None else LEGEND if weights else f"{ANY}\n\n{LEGEND}"
        self._place_teaching()

    def notices(self) -> tuple[str, ...]:
        """Return the notices on the text of the range."""
        notices = text_notices(self._edits.displayed_seat.cards, self._edits.document.scenario.order)
        if self._branches() is None:
            return (
                *notices,
                "the parentheses contain only one of the down cards: edit this range as text",
            )
        if self._branch().loose:
            return (*notices, "one down card is an exact card; painting turns both into a choice of ranks")
        return notices

    def _show_branches(self, branches: tuple[Branch, ...]) -> None:
        self._branch_box.setVisible(len(branches) > 1)
        names = [f"with {_up_name(branch)}" for branch in branches]
        if names != [self._branch_box.itemText(i) for i in range(self._branch_box.count())]:
            self._branch_box.clear()
            self._branch_box.addItems(names)
        self._branch_box.setCurrentIndex(self._chosen)

    @Slot()
    def _place_teaching(self) -> None:
        """Put the text into the empty half of the grid, at its lower left corner; if it is too wide, in more lines."""
        side = self.grid.width() // RANK_COUNT
        for text in (self._lesson, self._lesson.replace(LEGEND, LEGEND_LINES)):
            self._teaching.setText(text)
            self._teaching.adjustSize()
            # Each row of the triangle that the text covers leaves a cell less on its left.
            room = (RANK_COUNT - math.ceil(self._teaching.height() / max(side, 1))) * side - self._teaching.width()
            if room >= 0:
                break
        self._teaching.move(max(min(side, room), 0), px(HEAD) + RANK_COUNT * side - self._teaching.height())

    def _put(self, branch: Branch, title: str, merge: str | None = None) -> tuple[Problem, ...]:
        """Replace the displayed branch in the text, as one undo step; return the problems if that is rejected."""
        branches = list(self._branches() or (Branch(),))
        branches[self._chosen] = branch
        return self._edits.write(write_branches(branches), title, merge=merge)

    def _put_weights(self, weights: PairWeights, title: str, merge: str | None = None) -> None:
        """Set the weights of the displayed branch; without hands it is removed if there are other branches."""
        others = [b for i, b in enumerate(self._branches() or ()) if i != self._chosen]
        if others and not any(weights.values()):
            self._edits.write(write_branches(others), title, merge=merge)
        else:
            self._put(with_weights(self._branch(), weights), title, merge)

    def _end_stroke(self) -> None:
        super()._end_stroke()
        self._stroke_branches = None

    @Slot(object, float, int)
    def _on_painted(self, places: tuple[Place, ...], value: float, stroke: int) -> None:
        if self._pending is None:
            self._stroke_branches = self._branches() or (Branch(),)
        super()._on_painted(places, value, stroke)

    def _painted(self, weights: PairWeights, places: Iterable[Place], value: float) -> PairWeights:
        painted = weights | dict.fromkeys(places, value)
        return {pair: weight for pair, weight in painted.items() if weight > 0}

    def _is_painted(self, weights: PairWeights, places: Iterable[Place], value: float) -> bool:
        excluded = self._branch().excluded
        return all(weights.get(pair) == value for pair in places if pair not in excluded)

    def _inverted(self, weights: PairWeights) -> PairWeights:
        return {pair: 1.0 - weights.get(pair, 0.0) for pair in ALL_PAIRS}

    @Slot(int, object, str)
    def _on_slot_written(self, index: int, slot: RazzSlot, merge: str) -> None:
        problems = self._put(with_up(self._branch(), index, slot), "Up cards", f"{merge} {self._edits.seat}")
        if problems:
            self._slots.refuse(index, problems[0])

    @Slot(int)
    def _on_order(self, index: int) -> None:
        self._edits.write(self._edits.displayed_seat.cards, "Ranking of down cards", order=self._order.itemData(index))

    @Slot(int)
    def _on_reach(self, reach: int) -> None:
        self._put(with_reach(self._branch(), reach), "Parentheses in the range")
        self.render_range()

    @Slot(int)
    def _on_branch(self, index: int) -> None:
        self._chosen = index
        self.render_range()

    def text_of(self, places: Iterable[Place]) -> str:
        weights = {pair: weight for pair, weight in self._weights().items() if pair in set(places)}
        return write_branches((with_weights(self._branch(), weights),)) if weights else ""

    @Slot(object)
    def _on_asked(self, place: Place) -> None:
        """Open the seat's menu: suits do not matter in razz, so there is no pop-up of combos."""
        self._menu_requested.emit(self.grid.rect_of(place))


def text_notices(text: str, order: str | None = None) -> tuple[str, ...]:
    """Return the notices on a razz text whose meaning may surprise; empty if it cannot be read."""
    try:
        return razz_notices(text, order) if text.strip() else ()
    except TextError:
        return ()


def _up_texts(branch: Branch) -> tuple[str, ...]:
    if not branch.up:
        return ()
    text = format_razz(RazzText((RazzItem(tuple(replace(slot, group=-1) for slot in branch.up)),)))
    return slot_texts(text) or ()


def _up_name(branch: Branch) -> str:
    return " ".join(_up_texts(branch)) + " up" if branch.up else "any up cards"
