"""The list of classes: its columns, a row each with its box, its bar and its numbers."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

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
LONGEST_NAME = 10
"""Signs of a seat's name over its column."""
CHANGE_HEADS = (
    ("Change", "how much more likely it is than on the pinned table, in points of percent"),
    ("Change", "how much more the equity with it is than on the pinned table, in points of percent"),
)


@dataclass(frozen=True, slots=True, eq=False)
class Numbers:
    """The made hands of a seat, by cell (``engine.ranges.made_names``), float64[CELLS] each: ``share``, the
    probability; on a board ``combos``, the live weight, ``equity`` and its ``stderr`` (NaN where nobody knows).
    ``pinned``: it had so on the pinned table."""

    seat: int
    name: str
    share: Array
    combos: Array | None = None
    equity: Array | None = None
    stderr: Array | None = None
    pinned: bool = False

    @property
    def better(self) -> Array:
        """How likely each made class or a better one is, float64[FIRST_KICKER]."""
        return np.cumsum(self.share[:FIRST_KICKER])

    def equity_text(self, cell: int, *, terse: bool = False) -> str:
        """Return the equity with a class in percent, with its interval where it is sampled (``terse``: without); a dash
        where none is known."""
        if self.equity is None or self.stderr is None or not np.isfinite(self.equity[cell]):
            return "–"
        error = float(self.stderr[cell])
        if np.isnan(error):
            return "–"
        digits = percent_digits(error, 1)
        number = f"{100 * self.equity[cell]:.{min(digits, 2)}f}"
        return f"{number} {interval(error).removesuffix(f'{NO_BREAK}%')}" if error > 0 and not terse else number

    def equity_words(self, cell: int) -> str:
        """Return the same in words, empty where it is not known."""
        text = self.equity_text(cell)
        return "" if text == "–" else f"equity {text}{NO_BREAK}%"


def numbers_of(seat: SeatMade | SeatFlopped, name: str, *, alone: bool = False) -> Numbers:
    """Return the numbers of a seat; one that is ``alone`` has no equities."""
    if isinstance(seat, SeatFlopped):
        return Numbers(seat.seat, name, seat.share)
    if alone:
        return Numbers(seat.seat, name, seat.share, seat.combos)
    return Numbers(seat.seat, name, seat.share, seat.combos, seat.equity, seat.stderr)


def every_seat(value: MadeEquities | Flopped, names: Sequence[str]) -> tuple[Numbers, ...]:
    """Return the numbers of all seats; ``names`` are those of the whole table."""
    return tuple(numbers_of(seat, names[seat.seat], alone=len(value.seats) == 1) for seat in value.seats)


@dataclass(frozen=True, slots=True)
class ClassRow:
    """A class in the list; without a ``cell`` a heading. ``level`` 1: a kicker of top pair.

    ``combos`` enter the street, ``left`` of them are kept; ``bar`` and ``kept`` are the same as shares of the range,
    ``beside`` the share of the other seat. ``weights``: with which its box is checked. ``present``: the seat has it.
    """

    cell: int | None
    name: str
    level: int = 0
    combos: float = 0.0
    left: float = 0.0
    bar: float = 0.0
    kept: float = 0.0
    beside: float = 0.0
    weights: frozenset[float] = frozenset({0.0})
    present: bool = True

    @property
    def is_part(self) -> bool:
        """Whether its hands are kept with one weight that is neither nothing nor all."""
        return len(self.weights) == 1 and 0 < max(self.weights) < 1


@dataclass(frozen=True, slots=True, eq=False)
class Listed:
    """What the list shows: ``numbers`` of the seat, those ``beside`` it; ``entering`` and ``left``, the weight that
    comes to this street and what is kept of it, float64[CELLS] and in ``total``; None before the flop."""

    numbers: Numbers
    beside: Numbers | None
    entering: Array | None = None
    left: Array | None = None
    total: float = 0.0
    unfolded: bool = False

    def is_listed(self, cell: int) -> bool:
        """Whether one of the two has a class."""
        own = self.numbers.share[cell] if self.entering is None else self.entering[cell]
        return bool(own > 0 or (self.beside is not None and self.beside.share[cell] > 0))

    @property
    def is_filtered(self) -> bool:
        """Whether less is kept than comes to this street."""
        return self.entering is not None and self.left is not None and not np.allclose(self.entering, self.left)

    def combos_text(self, row: ClassRow) -> str:
        """Return the live weight of a class, as in ``12 / 39`` where a part of the range is kept."""
        if not row.present:
            return "–"
        combos = combos_text(row.combos)
        return f"{combos_text(row.left)} / {combos}" if self.is_filtered else combos

    def rows(self) -> Iterator[ClassRow]:
        """Yield the rows: made classes, the best first, and draws."""
        for cell in range(FIRST_KICKER):
            if self.is_listed(cell):
                yield self._row(cell)
            if cell == TOP_PAIR and self.unfolded:
                for kicker in range(FIRST_DRAW - 1, FIRST_KICKER - 1, -1):
                    if self.is_listed(kicker):
                        yield self._row(kicker)
        draws = [cell for cell in range(FIRST_DRAW, CELLS) if self.is_listed(cell)]
        if draws:
            yield ClassRow(None, "Draws")
        yield from map(self._row, draws)

    def _row(self, cell: int) -> ClassRow:
        name, level = cell_name(cell), 0
        if FIRST_KICKER <= cell < FIRST_DRAW:
            name, level = f"{RANK_NAMES[cell - FIRST_KICKER]} kicker", 1
        share = float(self.numbers.share[cell])
        beside = float(self.beside.share[cell]) if self.beside is not None else 0.0
        if self.entering is None or self.left is None:
            return ClassRow(cell, name, level, bar=share, kept=share, beside=beside, present=share > 0)
        combos, left = float(self.entering[cell]), float(self.left[cell])
        whole = self.total or 1.0
        return ClassRow(cell, name, level, combos, left, combos / whole, left / whole, beside, present=combos > 0)

    @property
    def beside_heads(self) -> tuple[tuple[str, str], tuple[str, str]]:
        """The heads of what the other has, and of its equity, each with what it means."""
        if self.beside is not None and self.beside.pinned:
            return CHANGE_HEADS
        other = self.beside.name if self.beside is not None else ""
        short = other if len(other) <= LONGEST_NAME else f"{other[: LONGEST_NAME - 1]}…"
        share = short, f"how likely {other} has it, in percent"
        return share, ("Its equity", f"share of the pot of {other} with it, in percent")

    def beside_text(self, row: ClassRow) -> str:
        """Return how likely the other has a class; of the pinned table how much more likely it is now."""
        if self.beside is None or not self.beside.pinned or row.cell is None:
            return share_text(row.beside)
        return change_text(float(self.numbers.share[row.cell]) - row.beside, digits=1)

    def other_equity_text(self, cell: int, *, terse: bool = False) -> str:
        """Return the equity of the other; of the pinned table by how much it is more now. The errors are added."""
        own, other = self.numbers, self.beside
        if other is None or not other.pinned:
            return other.equity_text(cell, terse=terse) if other is not None else ""
        if own.equity is None or own.stderr is None or other.equity is None or other.stderr is None:
            return "–"
        change = float(own.equity[cell] - other.equity[cell])
        error = float(own.stderr[cell] + other.stderr[cell])
        if not np.isfinite(change + error):
            return "–"
        text = change_text(change, Z95 * error, digits=1)
        return f"{text} {interval(error).removesuffix(f'{NO_BREAK}%')}" if error > 0 and not terse else text


def combos_text(combos: float) -> str:
    """Return a weight of combos: a decimal only where it has one."""
    return f"{combos:.0f}" if abs(combos - round(combos)) < 0.05 else f"{combos:.1f}"


def share_text(share: float) -> str:
    """Return a share in percent without the sign, never 0 for what there is."""
    return "–" if share <= 0 else "<0.1" if share < 0.0005 else f"{100 * share:.1f}"


PLAYS_BOARD = (
    "The best five cards are those of the board, for all seats alike, and no hole card makes them better: AA too on "
    "5-6-7-8-9, for it has the same straight"
)


def spoken(row: ClassRow, listed: Listed) -> str:
    """Return all that is known of a class, for screen readers and tool tips."""
    if row.cell is None:
        return f"{row.name}: a hand may have several"
    own, parts = listed.numbers, list[str]()
    if listed.entering is not None:
        kept = "" if abs(row.left - row.combos) < 1e-9 else f", {combos_text(row.left)} kept"
        parts.append(f"{as_combos(combos_text(row.combos))}{kept}")
    if own.share[row.cell] > 0:
        parts.append(f"{percent(float(own.share[row.cell]))} of {own.name}'s range")
    if row.cell < FIRST_KICKER:
        parts.append(f"this or better {percent(float(own.better[row.cell]))}")
    parts.append(own.equity_words(row.cell))
    if listed.beside is not None:
        other = listed.beside
        parts.append(f"{other.name} {percent(float(other.share[row.cell]))}")
        parts.append(other.equity_words(row.cell))
    why = f". {PLAYS_BOARD}" if row.cell == MADE.index("plays the board") else ""
    return f"{cell_name(row.cell)}: {', '.join(part for part in parts if part)}{why}"


NAME, COMBOS, SHARE, BESIDE, BETTER, EQUITY, OTHER_EQUITY = range(7)
BOX, LEFT_EDGE, INDENT, ARROW = 14.0, 5.0, 10.0, 20.0
NAME_EDGES = 30
"""Pixels of a name's column beside the name: the box, the gaps round it."""
BAR_HEIGHT, BAR_GAP = 2.5, 1.0
RAISED = 4.0
"""Pixels at the foot of a row that leave the name above the bars."""
FAINT = 0.3
"""Strength of the part of a bar that is not kept."""
PADDING = 11, 14
NO_ROW = ClassRow(None, "")
ALL_COMBOS = "Combos", "live weight of the hands that have it"
KEPT_COMBOS = "Kept / all", "live weight of the hands that have it: what the boxes keep, and what comes to this street"
SHARE_TIP = "how likely it is, in percent, with all seats dealt together and all filters applied"
NAME_TIP = "what a hand has, the best first; click one to see its hands, check it to keep them"
Key = Qt.Key


def classes_table(
    listed: Listed, keeping: Keeping | None, marked: frozenset[int], *, stale: bool
) -> TableData[ClassRow]:
    """Return the list; ``keeping`` None: nothing can be checked. ``marked``: the cells of the hand that is picked."""
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
        tip=lambda row: spoken(row, listed),
        strong=lambda row: row.cell is None or row.cell in marked,
        heading=lambda row: row.cell is None,
        question=lambda row: question_about(row, listed),
        levels=(3, 1),
        padding=PADDING,
    )


def _columns(listed: Listed, *, checkable: bool) -> tuple[Column[ClassRow], ...]:
    own, other = listed.numbers, listed.beside is not None
    combos, combos_tip = KEPT_COMBOS if listed.is_filtered else ALL_COMBOS
    (share, share_tip), (its_equity, its_equity_tip) = listed.beside_heads

    def check(row: ClassRow) -> Qt.CheckState | None:
        return _check_state(row.weights) if checkable and row.present and row.cell is not None else None

    def said(row: ClassRow) -> str:
        return f"{spoken(row, listed)}{_kept_words(row) if check(row) is not None else ''}"

    def better(row: ClassRow) -> str:
        return share_text(float(own.better[_cell(row)])) if _cell(row) < FIRST_KICKER else ""

    return (
        Column(
            "Class", lambda row: row.name, NAME_TIP, number=False, wide=True, bold=_is_main, ink=_ink,
            extra=NAME_EDGES - PADDING[0], check=check, spoken=said,
        ),
        Column(combos, listed.combos_text, combos_tip, keep=3, ink="muted", shown=listed.entering is not None),
        Column("Share", lambda row: share_text(float(own.share[_cell(row)])), SHARE_TIP, bold=_is_main, ink=_ink),
        Column(share, listed.beside_text, share_tip, keep=2, shown=other),
        Column("≥", better, "how likely this or a better class is, in percent", keep=4, ink=_ink),
        Column(
            "Equity", lambda row: own.equity_text(_cell(row)), "share of the pot with it, in percent", ink=_ink,
            short=(lambda row: own.equity_text(_cell(row), terse=True),), shown=own.equity is not None,
        ),
        Column(
            its_equity, lambda row: listed.other_equity_text(_cell(row)), its_equity_tip, keep=5,
            short=(lambda row: listed.other_equity_text(_cell(row), terse=True),),
            shown=other and own.equity is not None,
        ),
    )  # fmt: skip


def question_about(row: ClassRow, listed: Listed) -> str:
    """Return the question how often the seat has a class; empty of a heading."""
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


def _kept_words(row: ClassRow) -> str:
    if len(row.weights) > 1:
        return "; kept in part"
    (weight,) = row.weights
    return "; kept" if weight == 1 else f"; kept {100 * weight:.0f}{NO_BREAK}%" if weight else "; not kept"


def _check_state(weights: frozenset[float]) -> Qt.CheckState:
    if weights == {0.0}:
        return Qt.CheckState.Unchecked
    return Qt.CheckState.Checked if weights == {1.0} else Qt.CheckState.PartiallyChecked


class NameCell(Guarded, QStyledItemDelegate):
    """Draws a class: its box, its name, an arrow where it unfolds, and below them its bar, that of the other seat under
    it."""

    def __init__(self, view: "ClassesView") -> None:
        super().__init__(view)
        self._view = view

    def box_of(self, area: QRectF, row: ClassRow) -> QRectF:
        """Return where the box of a row lies, at 100 % as ``area`` is."""
        left = area.left() + LEFT_EDGE + row.level * INDENT
        return QRectF(left, area.top() + (area.height() - RAISED - BOX) / 2, BOX, BOX)

    def arrow_of(self, area: QRectF) -> QRectF:
        """Return where the arrow of top pair lies."""
        return QRectF(area.right() - ARROW, area.top(), ARROW, area.height())

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row: ClassRow = index.data(ROW) or NO_ROW
        theme = current_theme()
        painter.save()
        area = enlarge(painter, option.rect)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        if selected or option.state & QStyle.StateFlag.State_MouseOver:
            ground = theme.selection if selected else mixed(theme.surface, theme.text, 0.05)
            painter.fillRect(area, QColor(ground))
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
        ink, face = index.data(Role.ForegroundRole), font(TEXT, index.data(Role.FontRole).weight())
        name, metrics = str(index.data()), QFontMetrics(face)
        part = f"{100 * max(row.weights):.0f}{NO_BREAK}%" if row.is_part else ""
        room = QFontMetrics(font(TEXT_SMALL)).horizontalAdvance(part) + 6 if part else 0
        if metrics.horizontalAdvance(name) > area.width() - room:  # smaller letters before fewer
            face = font(TEXT_SMALL, face.weight())
        shown = QFontMetrics(face).elidedText(name, Qt.TextElideMode.ElideRight, int(area.width() - room))
        painter.setFont(face)
        painter.setPen(QColor(ink))
        painter.drawText(area, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, shown)
        if part:
            painter.setFont(font(TEXT_SMALL))
            painter.setPen(QColor(current_theme().muted))
            painter.drawText(area, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, part)

    def _draw_box(self, painter: QPainter, box: QRectF, row: ClassRow) -> None:
        theme, weight = current_theme(), max(row.weights)
        fill_box(painter, box, theme.raised, 3)
        if weight:
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
        listed, theme = self._view.listed, current_theme()
        if listed is None:
            return
        scale, strength = area.width() / self._view.longest, 0.5 if self._view.table.stale else 1.0
        top = area.bottom() - 2 * BAR_HEIGHT - BAR_GAP - 1
        own = mixed(theme.surface, theme.seat(listed.numbers.seat), strength)
        faint = mixed(theme.surface, theme.seat(listed.numbers.seat), FAINT * strength)
        for share, color in ((row.bar, faint), (row.kept, own)):
            painter.fillRect(QRectF(area.left(), top, scale * share, BAR_HEIGHT), color)
        if listed.beside is not None:
            other = mixed(theme.surface, theme.seat(listed.beside.seat), strength)
            painter.fillRect(QRectF(area.left(), top + BAR_HEIGHT + BAR_GAP, scale * row.beside, BAR_HEIGHT), other)

    def _draw_arrow(self, painter: QPainter, area: QRectF) -> None:
        listed = self._view.listed
        painter.setPen(QPen(QColor(current_theme().muted), 1.5))
        x, y = area.center().x(), area.center().y() - BAR_HEIGHT
        down = listed is not None and listed.unfolded
        corners = ((-4, -2), (0, 2), (4, -2)) if down else ((-2, -4), (2, 0), (-2, 4))
        painter.drawPolyline(QPolygonF([QPointF(x + dx, y + dy) for dx, dy in corners]))


class ClassesView(TableView[ClassRow]):
    """The list. ``pointed`` carries the cell under the mouse, or the one that is lit; None: none. ``toggled`` the
    cell whose box was clicked; ``fold_clicked``: the kickers of top pair are to be shown, or hidden again."""

    pointed = Signal(object)
    toggled = Signal(int)
    fold_clicked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("made.classes", "Made hands and draws", parent)
        self.listed: Listed | None = None
        self._keeping: Keeping | None = None
        self.marked: frozenset[int] = frozenset()
        """The cells of the hand that was picked."""
        self._hovered: int | None = None
        self._lit: int | None = None
        """The cell of the row that was clicked or reached by keys; None where only its box was changed."""
        self._names = NameCell(self)
        self.setItemDelegateForColumn(NAME, self._names)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setMouseTracking(True)
        self.selectionModel().currentRowChanged.connect(self._on_current)

    def show_classes(self, listed: Listed | None, keeping: Keeping | None, *, stale: bool) -> None:
        """Display other classes; ``keeping`` None: there is nothing to check."""
        self.listed, self._keeping = listed, keeping
        self.show_table(classes_table(listed, keeping, self.marked, stale=stale) if listed is not None else TableData())

    def mark(self, cells: frozenset[int]) -> None:
        """Set off the classes of a hand."""
        if cells != self.marked:
            self.marked = cells
            self.show_classes(self.listed, self._keeping, stale=self.table.stale)

    @property
    def checkable(self) -> bool:
        """Whether classes have boxes."""
        return self._keeping is not None

    @property
    def longest(self) -> float:
        """The share that fills the width with its bar."""
        return max([max(row.bar, row.beside) for row in self.rows] or [1.0]) or 1.0

    @property
    def chosen_cell(self) -> int | None:
        """The cell of the chosen row, None where none is."""
        row = self.chosen
        return row.cell if row is not None else None

    def choose_cell(self, cell: int | None) -> None:
        """Choose the row of a cell, None: none."""
        row = next((row for row in self.rows if row.cell == cell and cell is not None), None)
        self.choose((row.cell, row.level) if row is not None else None)

    def _row_at(self, event: QMouseEvent) -> tuple[QModelIndex, ClassRow]:
        index = self.indexAt(event.position().toPoint())
        return index, index.data(ROW) if index.isValid() else NO_ROW

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index, row = self._row_at(event)
        if event.button() == Qt.MouseButton.LeftButton and index.column() == NAME and row.cell is not None:
            area, at = unscaled_area(self.visualRect(index)), unscaled_point(event.position())
            if row.cell == TOP_PAIR and self._names.arrow_of(area).contains(at):
                self.fold_clicked.emit()
                return
            wide = self._names.box_of(area, row).adjusted(-LEFT_EDGE, -8, 5, 8)
            if wide.contains(at) and index.data(Role.CheckStateRole) is not None:
                self.setCurrentIndex(index)
                self._toggle(row.cell)
                return
        if row.cell is not None and row.cell == self.chosen_cell:
            self.choose_cell(None)  # a second click takes the light away again
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
            self.pointed.emit(self._lit if cell is None else cell)

    @Slot()
    def _on_current(self) -> None:
        self._lit = self.chosen_cell
        self.pointed.emit(self._lit)

    def _toggle(self, cell: int) -> None:
        """Change a box: what all boxes keep is lit now, until the mouse or a key goes to another row."""
        self._lit = None
        self.toggled.emit(cell)
        self.pointed.emit(None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        cell, key, listed = self.chosen_cell, event.key(), self.listed
        if key == Key.Key_Space and cell is not None:
            if self.currentIndex().siblingAtColumn(NAME).data(Role.CheckStateRole) is not None:
                self._toggle(cell)
        elif key in (Key.Key_Right, Key.Key_Left) and listed is not None:
            if (key == Key.Key_Right) != listed.unfolded:
                self.fold_clicked.emit()
        else:
            super().keyPressEvent(event)
