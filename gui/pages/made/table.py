"""The list of made hands and draws: a row for each class with its box, bars and numbers."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QModelIndex, QPointF, QRectF, Qt, Signal, Slot
from PySide6.QtGui import QColor, QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from engine.equity.details.made import Flopped, MadeEquities, SeatFlopped, SeatMade
from engine.equity.details.next_cards import Z95
from engine.ranges.made_names import CELLS, FIRST_DRAW, FIRST_KICKER, MADE, RANK_NAMES, TOP_PAIR, cell_name
from engine.ranges.street_filters import InCell
from engine.ranges.street_text import filter_word
from gui.look.guard import Guarded
from gui.look.painting import draw_ring, fill_box
from gui.look.scale import enlarge, unscaled_area, unscaled_point
from gui.look.theme import TEXT, TEXT_SMALL, current_theme, font, mixed
from gui.pages.made.keeping import Keeping
from gui.parts.table import ROW, Column, Index, Role, TableData, TableView
from gui.words.formatting import NO_BREAK, as_combos, change_text, interval, percent, percent_digits

Array = NDArray[np.float64]
MAX_NAME_LENGTH = 10
"""Maximum length of a seat's name above its column."""
CHANGE_HEADS = (
    ("Change", "change of the share since the pinned result, in percentage points"),
    ("Change", "change of the equity since the pinned result, in percentage points"),
)


@dataclass(frozen=True, slots=True, eq=False)
class MadeNumbers:
    """The made hands of a seat, by class; the index of a class is its cell in ``engine.ranges.made_names``.

    ``share`` float64[CELLS]: the probability of each class. On a board also ``combos`` float64[CELLS]: the live weight,
    and ``equity`` and ``stderr`` float64[CELLS], NaN if unknown. ``pinned``: whether this is the pinned table.
    """

    seat: int
    name: str
    share: Array
    combos: Array | None = None
    equity: Array | None = None
    stderr: Array | None = None
    pinned: bool = False

    @property
    def better(self) -> Array:
        """The probability of each made class or a better one, float64[FIRST_KICKER]."""
        return np.cumsum(self.share[:FIRST_KICKER])

    def equity_text(self, cell: int, *, terse: bool = False) -> str:
        """Return the equity with a class in percent, or a dash if it is unknown.

        A sampled equity is followed by its interval unless ``terse``.
        """
        if self.equity is None or self.stderr is None or not np.isfinite(self.equity[cell]):
            return "–"
        error = float(self.stderr[cell])
        if np.isnan(error):
            return "–"
        digits = percent_digits(error, 1)
        number = f"{100 * self.equity[cell]:.{min(digits, 2)}f}"
        return f"{number} {interval(error).removesuffix(f'{NO_BREAK}%')}" if error > 0 and not terse else number

    def equity_clause(self, cell: int) -> str:
        """Return the equity with a class as part of a sentence, or "" if it is unknown."""
        text = self.equity_text(cell)
        return "" if text == "–" else f"equity {text}{NO_BREAK}%"


def made_numbers(seat: SeatMade | SeatFlopped, name: str, *, alone: bool = False) -> MadeNumbers:
    """Return the numbers of a seat; without equities if it is ``alone``, without an opponent."""
    if isinstance(seat, SeatFlopped):
        return MadeNumbers(seat.seat, name, seat.share)
    if alone:
        return MadeNumbers(seat.seat, name, seat.share, seat.combos)
    return MadeNumbers(seat.seat, name, seat.share, seat.combos, seat.equity, seat.stderr)


def all_made_numbers(value: MadeEquities | Flopped, names: Sequence[str]) -> tuple[MadeNumbers, ...]:
    """Return the numbers of all seats in ``value``; ``names``: the names of all seats of the table."""
    return tuple(made_numbers(seat, names[seat.seat], alone=len(value.seats) == 1) for seat in value.seats)


@dataclass(frozen=True, slots=True)
class ClassRow:
    """A class in the list, or a heading if ``cell`` is None. ``level`` is 1 for a kicker of top pair, else 0.

    ``combos``: the weight that enters the street; ``remaining``: the weight after the filter. ``bar`` and
    ``remaining_bar``: both as shares of the range; ``other_bar``: the share of the other seat. ``weights``: the weights
    of the class in the filter, several if kickers differ. ``present``: whether the seat has hands of this class.
    """

    cell: int | None
    name: str
    level: int = 0
    combos: float = 0.0
    remaining: float = 0.0
    bar: float = 0.0
    remaining_bar: float = 0.0
    other_bar: float = 0.0
    weights: frozenset[float] = frozenset({0.0})
    present: bool = True

    @property
    def is_partial(self) -> bool:
        """Whether the filter gives all of its hands the same weight between 0 and 1."""
        return len(self.weights) == 1 and 0 < max(self.weights) < 1


@dataclass(frozen=True, slots=True, eq=False)
class ListedClasses:
    """The content of the list: ``numbers`` of the displayed seat and of the ``other`` seat next to it.

    ``entering`` and ``remaining`` float64[CELLS]: the weight of each class that comes to this street, and that remains
    after the filter; None before the flop. ``total``: the sum of ``entering`` over made classes. ``unfolded``: whether
    the kickers of top pair are listed.
    """

    numbers: MadeNumbers
    other: MadeNumbers | None
    entering: Array | None = None
    remaining: Array | None = None
    total: float = 0.0
    unfolded: bool = False

    def is_listed(self, cell: int) -> bool:
        """Return True if one of the two seats has hands of a class."""
        weight = self.numbers.share[cell] if self.entering is None else self.entering[cell]
        return bool(weight > 0 or (self.other is not None and self.other.share[cell] > 0))

    @property
    def is_filtered(self) -> bool:
        """Whether the filter removes a part of the range."""
        if self.entering is None or self.remaining is None:
            return False
        return not np.allclose(self.entering, self.remaining)

    def combos_text(self, row: ClassRow) -> str:
        """Return the live weight of a class, or remaining and live weight, as in ``12 / 39``, if there is a filter."""
        if not row.present:
            return "–"
        combos = combos_text(row.combos)
        return f"{combos_text(row.remaining)} / {combos}" if self.is_filtered else combos

    def rows(self) -> Iterator[ClassRow]:
        """Yield the rows: made classes, the best first, then draws under a heading."""
        for cell in range(FIRST_KICKER):
            if self.is_listed(cell):
                yield self._row(cell)
            # The kickers follow top pair, the ace first, although their cells come after all made classes.
            if cell == TOP_PAIR and self.unfolded:
                for kicker in range(FIRST_DRAW - 1, FIRST_KICKER - 1, -1):
                    if self.is_listed(kicker):
                        yield self._row(kicker)
        draws = [cell for cell in range(FIRST_DRAW, CELLS) if self.is_listed(cell)]
        if draws:
            yield ClassRow(None, "Draws")
        yield from map(self._row, draws)

    def _row(self, cell: int) -> ClassRow:
        """Return the row of a class; before the flop there are no combos, and its bar is the probability."""
        name, level = class_label(cell), 0
        if FIRST_KICKER <= cell < FIRST_DRAW:
            name, level = f"{RANK_NAMES[cell - FIRST_KICKER]} kicker", 1
        share = float(self.numbers.share[cell])
        other = float(self.other.share[cell]) if self.other is not None else 0.0
        if self.entering is None or self.remaining is None:
            return ClassRow(cell, name, level, bar=share, remaining_bar=share, other_bar=other, present=share > 0)
        combos, remaining, total = float(self.entering[cell]), float(self.remaining[cell]), self.total or 1.0
        bars = combos / total, remaining / total, other
        return ClassRow(cell, name, level, combos, remaining, *bars, present=combos > 0)

    @property
    def other_heads(self) -> tuple[tuple[str, str], tuple[str, str]]:
        """Title and tool tip of the columns of the other seat: its share and its equity."""
        if self.other is not None and self.other.pinned:
            return CHANGE_HEADS
        other = self.other.name if self.other is not None else ""
        short = other if len(other) <= MAX_NAME_LENGTH else f"{other[: MAX_NAME_LENGTH - 1]}…"
        share = short, f"how often {other} has it, in percent"
        return share, (f"{short}'s equity", f"equity of {other} with it, in percent")

    def other_share_text(self, row: ClassRow) -> str:
        """Return the other seat's share of a class, or the change since the pinned table."""
        if self.other is None or not self.other.pinned or row.cell is None:
            return listed_share(row.other_bar)
        return change_text(float(self.numbers.share[row.cell]) - row.other_bar, digits=1)

    def other_equity_text(self, cell: int, *, terse: bool = False) -> str:
        """Return the other seat's equity with a class, or the change of equity since the pinned table.

        The error of a change is at most the sum of both errors, which is used.
        """
        seat, other = self.numbers, self.other
        if other is None or not other.pinned:
            return other.equity_text(cell, terse=terse) if other is not None else ""
        if seat.equity is None or seat.stderr is None or other.equity is None or other.stderr is None:
            return "–"
        change = float(seat.equity[cell] - other.equity[cell])
        error = float(seat.stderr[cell] + other.stderr[cell])
        if not np.isfinite(change + error):
            return "–"
        text = change_text(change, Z95 * error, digits=1)
        return f"{text} {interval(error).removesuffix(f'{NO_BREAK}%')}" if error > 0 and not terse else text


LOW_PAIR = MADE.index("low pair")


SHORT_NAMES = {
    "pocket pair below top": "PP below top", "low pair, underpair": "low pair", "four of a kind": "quads",
    "plays the board": "plays board", "backdoor flush draw": "backdoor FD", "nut flush draw": "nut FD",
    "two overcards": "2 overcards", "one overcard": "1 overcard",
}  # fmt: skip
"""The names of classes in a narrow list, as on forums."""


def class_label(cell: int) -> str:
    """Return the displayed name of a class. Pocket pairs among the low pairs have a name of their own for players."""
    return "low pair, underpair" if cell == LOW_PAIR else cell_name(cell)


def combos_text(combos: float) -> str:
    """Return a weight of combos, with a decimal only if it is no whole number."""
    return f"{combos:.0f}" if abs(combos - round(combos)) < 0.05 else f"{combos:.1f}"


def listed_share(share: float) -> str:
    """Return a share in percent without the percent sign; ``<0.1`` if it would be rounded to 0, a dash for 0."""
    return "–" if share <= 0 else "<0.1" if share < 0.0005 else f"{100 * share:.1f}"


PLAYS_BOARD = "The hole cards do not improve the board: on 5-6-7-8-9 even AA only has the straight on the board"


def class_speech(row: ClassRow, listed: ListedClasses) -> str:
    """Return all numbers of a class as text, for screen readers and tool tips."""
    if row.cell is None:
        return f"{row.name}: a hand may have several"
    seat, other, parts = listed.numbers, listed.other, list[str]()
    if listed.entering is not None:
        kept = "" if abs(row.remaining - row.combos) < 1e-9 else f", {combos_text(row.remaining)} kept"
        parts.append(f"{as_combos(combos_text(row.combos))}{kept}")
    if seat.share[row.cell] > 0:
        parts.append(f"{percent(float(seat.share[row.cell]))} of {seat.name}'s range")
    if row.cell < FIRST_KICKER:
        parts.append(f"this or better {percent(float(seat.better[row.cell]))}")
    parts.append(seat.equity_clause(row.cell))
    if other is not None:
        parts += [f"{other.name} {percent(float(other.share[row.cell]))}", other.equity_clause(row.cell)]
    explanation = f". {PLAYS_BOARD}" if row.cell == MADE.index("plays the board") else ""
    return f"{class_label(row.cell)}: {', '.join(filter(None, parts))}{explanation}"


NAME, COMBOS, SHARE, OTHER_SHARE, BETTER, EQUITY, OTHER_EQUITY = range(7)
BOX, LEFT_EDGE, INDENT, ARROW = 14.0, 5.0, 10.0, 20.0
NAME_EDGES = 30
"""Pixels of the column of names in addition to the name: the box and its margins."""
MIN_NAME_WIDTH, MIN_SHORT_NAME_WIDTH = 160, 100
"""Pixels of the column of names, in which the longest ones are written in smaller letters; and of the short names."""
BAR_HEIGHT, BAR_GAP = 2.5, 1.0
RAISED = 4.0
"""Pixels at the bottom of a row, below the name, for the bars."""
FAINT = 0.3
"""Strength of the colour for the part of a bar that the filter removes."""
PADDING = 11, 14
NO_ROW = ClassRow(None, "")
ALL_COMBOS = "Combos", "weighted combos with this hand, after card removal"
KEPT_COMBOS = "Kept / all", "weighted combos: those that the checked boxes keep / all on this street"
SHARE_TIP = "how often the seat has it, in percent, after card removal and with all filters"
NAME_TIP = "hand types, best first; click one to see its hands, check it to keep them"
Key = Qt.Key


def classes_table(
    listed: ListedClasses, keeping: Keeping | None, emphasized: frozenset[int], *, stale: bool
) -> TableData[ClassRow]:
    """Return the list as a table, without boxes if ``keeping`` is None; ``emphasized``: the picked hand's cells."""
    rows = tuple(listed.rows())
    if keeping is not None and listed.entering is not None:
        present = listed.entering > 0
        rows = tuple(r if r.cell is None else replace(r, weights=keeping.weights_in(r.cell, present)) for r in rows)
    return TableData(
        _columns(listed, checkable=keeping is not None),
        rows,
        stale=stale,
        key=lambda row: (row.cell, row.level),
        name=lambda row: row.name,
        tip=lambda row: class_speech(row, listed),
        strong=lambda row: row.cell is None or row.cell in emphasized,
        heading=lambda row: row.cell is None,
        level=lambda row: -1 if row.cell is None else row.level,
        question=lambda row: class_question(row, listed),
        levels=(3, 1),
        padding=PADDING,
    )


def _columns(listed: ListedClasses, *, checkable: bool) -> tuple[Column[ClassRow], ...]:
    """Return the columns for the listed classes; ``checkable``: whether they have boxes that keep them in the range."""
    seat, has_other = listed.numbers, listed.other is not None
    combos, combos_tip = KEPT_COMBOS if listed.is_filtered else ALL_COMBOS
    (share, share_tip), (equity, equity_tip) = listed.other_heads

    def check(row: ClassRow) -> Qt.CheckState | None:
        return _check_state(row.weights) if checkable and row.present and row.cell is not None else None

    def speech(row: ClassRow) -> str:
        return f"{class_speech(row, listed)}{_kept_text(row) if check(row) is not None else ''}"

    def better(row: ClassRow) -> str:
        return listed_share(float(seat.better[_cell(row)])) if _cell(row) < FIRST_KICKER else ""

    strength = {row.cell: i for i, row in enumerate(listed.rows())}
    other, pinned = listed.other, listed.other is not None and listed.other.pinned

    def value(values: Array | None, row: ClassRow) -> float:
        """Return the sort key of a value of the seat; unknown ones come last."""
        result = float(values[_cell(row)]) if values is not None else np.nan
        return result if np.isfinite(result) else -np.inf

    def other_value(values: Array | None, own: Array | None, row: ClassRow) -> float:
        """Return the sort key of a value of the other seat, or of the change since the pinned table."""
        return value(own, row) - value(values, row) if pinned else value(values, row)

    def combos_of(row: ClassRow) -> float:
        return row.remaining if listed.is_filtered else row.combos

    def other_share(row: ClassRow) -> float:
        return other_value(other.share if other is not None else None, seat.share, row)

    def other_equity(row: ClassRow) -> float:
        return other_value(other.equity if other is not None else None, seat.equity, row)

    return (
        Column(
            "Hand", lambda row: row.name, NAME_TIP, number=False, wide=True, min_width=MIN_NAME_WIDTH,
            bold=_is_main, ink=_ink, extra=NAME_EDGES - PADDING[0], check=check, spoken=speech,
            sort=lambda row: strength[row.cell], short=(lambda row: SHORT_NAMES.get(row.name, row.name),),
            short_min_width=MIN_SHORT_NAME_WIDTH,
        ),
        Column(
            combos, listed.combos_text, combos_tip, hide_order=3, ink="muted", displayed=listed.entering is not None,
            sort=combos_of, descending=True,
        ),
        Column(
            "Share", lambda row: listed_share(float(seat.share[_cell(row)])), SHARE_TIP, bold=_is_main, ink=_ink,
            sort=partial(value, seat.share), descending=True,
        ),
        Column(
            share, listed.other_share_text, share_tip, hide_order=2, displayed=has_other, sort=other_share,
            descending=True,
        ),
        Column(
            "≥", better, "how often the seat has this or better, in percent", hide_order=4, ink=_ink,
            sort=lambda row: value(seat.better, row) if _cell(row) < FIRST_KICKER else -np.inf, descending=True,
        ),
        Column(
            "Equity", lambda row: seat.equity_text(_cell(row)), "equity with it, in percent", hide_order=1, ink=_ink,
            short=(lambda row: seat.equity_text(_cell(row), terse=True),), displayed=seat.equity is not None,
            sort=partial(value, seat.equity), descending=True,
        ),
        Column(
            equity, lambda row: listed.other_equity_text(_cell(row)), equity_tip, hide_order=5, sort=other_equity,
            descending=True,
            short=(lambda row: listed.other_equity_text(_cell(row), terse=True),),
            displayed=has_other and seat.equity is not None,
        ),
    )  # fmt: skip


def class_question(row: ClassRow, listed: ListedClasses) -> str:
    """Return the question of how often the seat has a class, for the page *Ask*; "" for a heading."""
    if row.cell is None:
        return ""
    street = "flop" if listed.entering is None else "now"
    return f"{listed.numbers.seat + 1} {street} {filter_word(InCell(row.cell))}"


def _cell(row: ClassRow) -> int:
    assert row.cell is not None
    return row.cell


def _is_main(row: ClassRow) -> bool:
    return row.level == 0


def _ink(row: ClassRow) -> str:
    return "text" if row.present and row.cell is not None else "muted"


def _kept_text(row: ClassRow) -> str:
    if len(row.weights) > 1:
        return "; kept in part"
    (weight,) = row.weights
    return "; kept" if weight == 1 else f"; kept {100 * weight:.0f}{NO_BREAK}%" if weight else "; not kept"


def _check_state(weights: frozenset[float]) -> Qt.CheckState:
    if weights == {0.0}:
        return Qt.CheckState.Unchecked
    return Qt.CheckState.Checked if weights == {1.0} else Qt.CheckState.PartiallyChecked


class NameCell(Guarded, QStyledItemDelegate):
    """Draws the name of a class: box, name, and an arrow for top pair; below them the bars of both seats."""

    def __init__(self, view: "ClassesView") -> None:
        super().__init__(view)
        self._view = view

    def box_of(self, area: QRectF, row: ClassRow) -> QRectF:
        """Return the rectangle of a row's box; ``area``: the cell, in unscaled pixels."""
        left = area.left() + LEFT_EDGE + row.level * INDENT
        return QRectF(left, area.top() + (area.height() - RAISED - BOX) / 2, BOX, BOX)

    def arrow_of(self, area: QRectF) -> QRectF:
        """Return the rectangle of the arrow of top pair; ``area``: the cell, in unscaled pixels."""
        return QRectF(area.right() - ARROW, area.top(), ARROW, area.height())

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw box, bars, name and arrow, from left to right."""
        row: ClassRow = index.data(ROW) or NO_ROW
        theme = current_theme()
        painter.save()
        area = enlarge(painter, option.rect)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        if selected or option.state & QStyle.StateFlag.State_MouseOver:
            background = theme.selection if selected else mixed(theme.surface, theme.text, 0.05)
            painter.fillRect(area, QColor(background))
        # All names begin at the same position, also those of classes without a box of their own.
        left = area.left() + LEFT_EDGE + row.level * INDENT
        state = index.data(Role.CheckStateRole)
        if row.cell is not None and self._view.checkable:
            if state is not None:
                self._draw_box(painter, self.box_of(area, row), row)
            left += BOX + 6
        if row.cell is not None:
            self._draw_bars(painter, QRectF(left, area.top(), area.right() - left - 4, area.height()), row)
        right = area.right() - (ARROW if row.cell == TOP_PAIR else 4)
        self._draw_name(painter, QRectF(left, area.top(), right - left, area.height() - RAISED), index, row)
        if row.cell == TOP_PAIR:
            self._draw_arrow(painter, self.arrow_of(area))
        painter.restore()

    def _draw_name(self, painter: QPainter, area: QRectF, index: Index, row: ClassRow) -> None:
        """Draw the name and, if a part of the class remains in the range, its weight on the right."""
        ink, face = index.data(Role.ForegroundRole), font(TEXT, index.data(Role.FontRole).weight())
        name, metrics = str(index.data()), QFontMetrics(face)
        weight = f"{100 * max(row.weights):.0f}{NO_BREAK}%" if row.is_partial else ""
        room = QFontMetrics(font(TEXT_SMALL)).horizontalAdvance(weight) + 6 if weight else 0
        if metrics.horizontalAdvance(name) > area.width() - room:  # smaller letters rather than fewer
            face = font(TEXT_SMALL, face.weight())
        elided = QFontMetrics(face).elidedText(name, Qt.TextElideMode.ElideRight, int(area.width() - room))
        painter.setFont(face)
        painter.setPen(QColor(ink))
        painter.drawText(area, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, elided)
        if weight:
            painter.setFont(font(TEXT_SMALL))
            painter.setPen(QColor(current_theme().muted))
            painter.drawText(area, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, weight)

    def _draw_box(self, painter: QPainter, box: QRectF, row: ClassRow) -> None:
        """Draw the box: as full as the largest weight of the class, with a tick if the whole class is in the range."""
        theme, weight = current_theme(), max(row.weights)
        fill_box(painter, box, theme.raised, 3)
        if weight:  # the box is filled from below, as high as the weight
            filled = QRectF(box.left(), box.bottom() - weight * BOX, BOX, weight * BOX)
            painter.save()
            painter.setClipRect(filled)
            fill_box(painter, box, mixed(theme.raised, theme.accent, 0.5) if len(row.weights) > 1 else theme.accent, 3)
            painter.restore()
        draw_ring(painter, box, theme.accent if weight else theme.outline, 1.0, 3)
        if row.weights == {1.0}:
            pen = QPen(QColor(theme.on_accent), 1.8)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            x, y = box.left(), box.top()
            painter.drawPolyline(
                QPolygonF([QPointF(x + 3.2, y + 7.4), QPointF(x + 6, y + 10), QPointF(x + 10.8, y + 4.4)])
            )

    def _draw_bars(self, painter: QPainter, area: QRectF, row: ClassRow) -> None:
        """Draw the shares of the class in the range of the seat and, below, in that of the other seat."""
        listed, theme = self._view.listed, current_theme()
        if listed is None:
            return
        # The upper bar is the range before the filter (faint), with the remaining part drawn over it; the lower bar is
        # that of the other seat.
        scale, strength = area.width() / self._view.longest, 0.5 if self._view.table.stale else 1.0
        top = area.bottom() - 2 * BAR_HEIGHT - BAR_GAP - 1
        solid = mixed(theme.surface, theme.seat(listed.numbers.seat), strength)
        faint = mixed(theme.surface, theme.seat(listed.numbers.seat), FAINT * strength)
        for share, color in ((row.bar, faint), (row.remaining_bar, solid)):
            painter.fillRect(QRectF(area.left(), top, scale * share, BAR_HEIGHT), color)
        if listed.other is not None:
            color = mixed(theme.surface, theme.seat(listed.other.seat), strength)
            painter.fillRect(QRectF(area.left(), top + BAR_HEIGHT + BAR_GAP, scale * row.other_bar, BAR_HEIGHT), color)

    def _draw_arrow(self, painter: QPainter, area: QRectF) -> None:
        """Draw the arrow of top pair: down if its kickers are listed, otherwise to the right."""
        listed = self._view.listed
        painter.setPen(QPen(QColor(current_theme().muted), 1.5))
        x, y = area.center().x(), area.center().y() - BAR_HEIGHT
        down = listed is not None and listed.unfolded
        corners = ((-4, -2), (0, 2), (4, -2)) if down else ((-2, -4), (2, 0), (-2, 4))
        painter.drawPolyline(QPolygonF([QPointF(x + dx, y + dy) for dx, dy in corners]))


class ClassesView(TableView[ClassRow]):
    """The table of the classes.

    ``pointed`` carries the class whose hands are to be highlighted (the one under the mouse, else the selected one), or
    None; ``toggled`` the class whose box was clicked. ``fold_clicked`` is emitted to show or hide the kickers of top
    pair.
    """

    pointed = Signal(object)
    toggled = Signal(int)
    fold_clicked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("made.classes", "Made hands and draws", parent)
        self.listed: ListedClasses | None = None
        self._keeping: Keeping | None = None
        self.emphasized: frozenset[int] = frozenset()
        """The cells of the picked hand, which are in bold."""
        self._hovered: int | None = None
        self._highlighted: int | None = None
        """The cell of the row that was clicked or reached by keys, or None if only its box was changed."""
        self._names = NameCell(self)
        self.setItemDelegateForColumn(NAME, self._names)
        self.viewport().setMouseTracking(True)
        self.selectionModel().currentRowChanged.connect(self._on_current)

    def show_classes(self, listed: ListedClasses | None, keeping: Keeping | None, *, stale: bool) -> None:
        """Display ``listed`` (None: an empty list), with the boxes of ``keeping`` (None: without boxes)."""
        self.listed, self._keeping = listed, keeping
        self.show_table(
            classes_table(listed, keeping, self.emphasized, stale=stale) if listed is not None else TableData()
        )

    def emphasize(self, cells: frozenset[int]) -> None:
        """Write the classes of a hand in bold."""
        if cells != self.emphasized:
            self.emphasized = cells
            self.show_classes(self.listed, self._keeping, stale=self.table.stale)

    @property
    def checkable(self) -> bool:
        """Whether classes have boxes."""
        return self._keeping is not None

    @property
    def longest(self) -> float:
        """The share whose bar has the full width."""
        return max([max(row.bar, row.other_bar) for row in self.rows] or [1.0]) or 1.0

    @property
    def chosen_cell(self) -> int | None:
        """The cell of the selected row, or None."""
        row = self.selected_row
        return row.cell if row is not None else None

    def choose_cell(self, cell: int | None) -> None:
        """Select the row of a cell; None clears the selection."""
        row = next((row for row in self.rows if row.cell == cell and cell is not None), None)
        self.choose((row.cell, row.level) if row is not None else None)

    def _row_at(self, event: QMouseEvent) -> tuple[QModelIndex, ClassRow]:
        index = self.indexAt(event.position().toPoint())
        return index, index.data(ROW) if index.isValid() else NO_ROW

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Unfold top pair, toggle a box, or select a class; a click on the selected class clears the selection."""
        index, row = self._row_at(event)
        if event.button() == Qt.MouseButton.LeftButton and index.column() == NAME and row.cell is not None:
            area, point = unscaled_area(self.visualRect(index)), unscaled_point(event.position())
            if row.cell == TOP_PAIR and self._names.arrow_of(area).contains(point):
                self.fold_clicked.emit()
                return
            box = self._names.box_of(area, row).adjusted(-LEFT_EDGE, -8, 5, 8)  # larger than drawn, easier to hit
            if box.contains(point) and index.data(Role.CheckStateRole) is not None:
                self.setCurrentIndex(index)
                self._toggle(row.cell)
                return
        if row.cell is not None and row.cell == self.chosen_cell:
            self.choose_cell(None)  # a second click removes the highlight
            return
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        self._hover(self._row_at(event)[1].cell)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._hover(None)

    def _hover(self, cell: int | None) -> None:
        if cell != self._hovered:
            self._hovered = cell
            self.pointed.emit(self._highlighted if cell is None else cell)

    @Slot()
    def _on_current(self) -> None:
        self._highlighted = self.chosen_cell
        self.pointed.emit(self._highlighted)

    def _toggle(self, cell: int) -> None:
        """Change a box, then highlight all remaining hands in the matrix until the mouse or a key reaches another row.

        Highlighting only the changed class would hide the effect on the range.
        """
        self._highlighted = None
        self.toggled.emit(cell)
        self.pointed.emit(None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        cell, key, listed = self.chosen_cell, event.key(), self.listed
        if key == Key.Key_Space and cell is not None:
            # Any column may be the current one, but only the column of names has boxes.
            if self.currentIndex().siblingAtColumn(NAME).data(Role.CheckStateRole) is not None:
                self._toggle(cell)
        elif key in (Key.Key_Right, Key.Key_Left) and listed is not None:
            if (key == Key.Key_Right) != listed.unfolded:
                self.fold_clicked.emit()
        else:
            super().keyPressEvent(event)
