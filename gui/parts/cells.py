"""Cells of a grid that is painted with strokes: the content of a cell, the cells of a stroke, model and painter."""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from engine.ranges.holdem_matrix import ALL_CELLS, class_name
from gui.look.guard import Guarded
from gui.look.painting import BEHIND_SUITS, heat_color, paint_suit, unknown_color
from gui.look.scale import enlarge, zoom
from gui.look.theme import TEXT, TEXT_SMALL, Theme, current_look, current_theme, font, mixed

Place = tuple[int, int]
"""Row and column, from the top left corner."""
Point = tuple[float, float]
"""Column and row as floats: cell (r, c) is the unit square with its top left corner in (c, r)."""

SAMPLES_PER_CELL = 8
CORNER = 0.25
"""A stroke skips a cell in which it stays this near to a corner (|dx| + |dy|): a diagonal stays a diagonal."""
Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
Role = Qt.ItemDataRole
EMPTY = "no hand"
"""The text for screen readers at a position without a cell, as in one half of a triangle."""
MAX_SEPARATE_SIGNALS = 40
"""With more changed cells than this, one signal for the complete grid is cheaper than one for each."""


@dataclass(frozen=True, slots=True)
class Cell:
    """The content of one cell.

    ``weight`` is the mean weight of its combos, ``mixed`` whether their weights differ, ``blocked`` the share of combos
    that contain a known card. ``closed`` cells cannot be painted, ``strong`` ones have another ground. A ``hot`` cell
    is coloured by equity: ``tone`` ranges from -1 (far below the fair share) to 1 (far above), None if unknown;
    ``stale``: the equity belongs to an earlier table, so the colours are pale. ``note`` is a short number, ``speech``
    the complete text for tool tips and screen readers. ``suits`` are the suits (0-3) of a single combo. ``framed``: the
    cell has been picked. ``highlighted``: the share of the weight in full colour, the rest is faint; None: no
    difference. ``parts``, drawn instead of the weight, are (colour for ``Theme.named``, share of the width) side by
    side, and ``part_height`` is their share of the height.
    """

    label: str
    weight: float = 0.0
    mixed: bool = False
    blocked: float = 0.0
    closed: bool = False
    strong: bool = False
    hot: bool = False
    tone: float | None = None
    stale: bool = False
    note: str = ""
    speech: str = ""
    suits: tuple[int, int] | None = None
    framed: bool = False
    highlighted: float | None = None
    parts: tuple[tuple[int | str, float], ...] = ()
    part_height: float = 1.0


def class_cells(cell: Callable[[str], Cell]) -> tuple[Cell, ...]:
    """Return the 169 cells of the classes of hands, row by row; ``cell`` makes one from a name. Pairs are strong."""
    return tuple(replace(cell(class_name(place)), strong=place[0] == place[1]) for place in ALL_CELLS)


def places_between(start: Point, end: Point) -> tuple[Place, ...]:
    """Return the cells under the straight line from ``start`` to ``end`` in order, without gaps.

    A cell of which the line only touches a corner is skipped: its neighbours on the line touch there.
    """
    steps = max(1, math.ceil(SAMPLES_PER_CELL * max(abs(end[0] - start[0]), abs(end[1] - start[1]))))
    places: dict[Place, None] = {}
    for i in range(steps + 1):
        x = start[0] + (end[0] - start[0]) * i / steps
        y = start[1] + (end[1] - start[1]) * i / steps
        if abs(x - round(x)) + abs(y - round(y)) >= CORNER:
            places[math.floor(y), math.floor(x)] = None
    return tuple(places)


def box(a: Place, b: Place) -> tuple[Place, ...]:
    """Return the cells of the rectangle with the corners ``a`` and ``b``."""
    rows = range(min(a[0], b[0]), max(a[0], b[0]) + 1)
    columns = range(min(a[1], b[1]), max(a[1], b[1]) + 1)
    return tuple((row, column) for row in rows for column in columns)


def bounds(places: Iterable[Place]) -> tuple[Place, Place]:
    """Return the top left and bottom right cells of the smallest rectangle around ``places`` (at least one)."""
    rows, columns = zip(*places, strict=True)
    return (min(rows), min(columns)), (max(rows), max(columns))


class CellModel(Guarded, QAbstractTableModel):
    """``rows`` x ``columns`` cells with their texts for screen readers, None: no cell. Columns may have a heading."""

    def __init__(self, rows: int, columns: int, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows, self._columns = rows, columns
        self._cells: list[Cell | None] = [None] * (rows * columns)
        self._heads: tuple[str, ...] = ()
        self._head_speech: tuple[str, ...] = ()

    def show(self, cells: Sequence[Cell | None]) -> None:
        """Replace all cells, given row by row, and report the changed ones."""
        changed = [i for i, (old, new) in enumerate(zip(self._cells, cells, strict=True)) if old != new]
        self._cells = list(cells)
        # A stroke changes a few cells at a time: painting the complete grid for each would be slow.
        if len(changed) > MAX_SEPARATE_SIGNALS:
            self.dataChanged.emit(self.index(0, 0), self.index(self._rows - 1, self._columns - 1))
            return
        for i in changed:
            index = self.index(*divmod(i, self._columns))
            self.dataChanged.emit(index, index)

    def show_heads(self, heads: tuple[str, ...], speech: tuple[str, ...] = ()) -> None:
        """Set the headings of the columns, and of as many rows, and their texts for screen readers."""
        if heads != self._heads:
            self._heads, self._head_speech = heads, speech or heads
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, self._columns - 1)

    def cell(self, place: Place) -> Cell | None:
        """Return the cell at ``place``, or None."""
        row, column = place
        inside = 0 <= row < self._rows and 0 <= column < self._columns
        return self._cells[row * self._columns + column] if inside else None

    def speech_at(self, place: Place | None) -> str:
        """Return the text for screen readers of the cell at ``place``, or "" if there is none."""
        cell = self.cell(place) if place is not None else None
        return cell.speech if cell is not None else ""

    def is_open(self, place: Place) -> bool:
        """Return True if ``place`` has a cell that can be painted."""
        cell = self.cell(place)
        return cell is not None and not cell.closed

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else self._rows

    def columnCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else self._columns

    def flags(self, index: Index) -> Qt.ItemFlag:
        if self.cell((index.row(), index.column())) is None:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> Any:
        if not 0 <= section < len(self._heads):
            return None
        if role == Role.DisplayRole:
            return self._heads[section]
        return self._head_speech[section] if role in (Role.AccessibleTextRole, Role.ToolTipRole) else None

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        cell = self.cell((index.row(), index.column()))
        if cell is None:
            return EMPTY if role == Role.AccessibleTextRole else None
        if role == Role.DisplayRole:
            return cell.label
        if role == Role.AccessibleTextRole:
            return cell.speech
        return None


STALE_OPACITY = 0.4
RADIUS = 3.0
FILL = {"light": 0.46, "dark": 0.31}
"""Share of the seat's colour in a fill: strong enough to see, weak enough to read a text on top of it."""
HATCH_STEP = 5.0
HATCH, FAINT_HATCH = 0.40, 0.22
"""Strength of the ink in the hatching of cells in the range and of the others."""
UNLIT = 0.36
"""Strength of the part of a fill that is not lit."""
LIT = {"light": 0.0, "dark": 0.22}
"""How much more of the seat's colour the lit part has than a usual fill."""
SUIT_FILL = 0.22
"""Share of the colour in a fill below suit symbols, which have their own colours."""
NOTE_HEIGHT, TIGHT_NOTE_HEIGHT, LOW_NOTE_HEIGHT = 32, 21, 18
"""Heights from which a cell has room for a second line, for one in small letters, and for the latter if it is wide."""
TIGHT_TEXT = 9
SMALLEST_LABEL = 8
"""Pixels on the screen of the smallest legible label."""
CORNER_MARK = 7.0


def fill_color(theme: Theme, color: QColor, cell: Cell) -> QColor:
    """Return the background of a painted cell: the seat's colour, or that of the heat map."""
    if not cell.hot:
        return mixed(theme.raised, color, FILL[theme.name] if cell.suits is None else SUIT_FILL)
    if cell.tone is None:
        return unknown_color(theme)
    return heat_color(theme, cell.tone, stale=cell.stale, strength=None if cell.suits is None else BEHIND_SUITS)


def lit_colors(theme: Theme, color: QColor) -> tuple[QColor, QColor]:
    """Return the backgrounds of the faint and of the lit part of a fill."""
    full = mixed(theme.raised, color, FILL[theme.name])
    return mixed(theme.raised, full, UNLIT), mixed(full, color, LIT[theme.name])


class CellDelegate(Guarded, QStyledItemDelegate):
    """Draws the cells of a :class:`CellModel` in ``color``; ``ring`` shows the keyboard's selection."""

    def __init__(self, model: CellModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self.color = QColor(current_theme().accent)
        self.ring = False
        """Whether selected cells have a frame, which they have only while the keyboard is used."""
        self.hovered: tuple[int, int] | None = None
        self.preview: frozenset[tuple[int, int]] = frozenset()
        """Cells that a click would paint."""
        self._fonts: dict[tuple[int, QFont.Weight], QFont] = {}

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Draw background, text and frame of a cell."""
        place = (index.row(), index.column())
        cell = self._model.cell(place)
        if cell is None:
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect = enlarge(painter, option.rect).adjusted(1, 1, -1, -1)
        self._paint_ground(painter, rect, cell)
        self._paint_text(painter, rect, cell)
        if cell.framed:
            self._paint_edge(painter, rect, 2.0, QColor(current_theme().text))
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        # One frame at most: the keyboard's selection hides the preview, which hides the hovered cell.
        if self.ring and selected:
            self._paint_edge(painter, rect, 2.0, QColor(current_theme().accent))
        elif place in self.preview and not cell.closed:
            self._paint_edge(painter, rect, 1.5, self.color)
        elif place == self.hovered and not cell.closed:
            self._paint_edge(painter, rect, 1.0, QColor(current_theme().text))
        painter.restore()

    def paint_alone(self, painter: QPainter, area: QRect, cell: Cell) -> None:
        """Draw a cell without its frames into ``area``."""
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect = enlarge(painter, area).adjusted(1, 1, -1, -1)
        self._paint_ground(painter, rect, cell)
        self._paint_text(painter, rect, cell)
        self._paint_edge(painter, rect, 1.5, QColor(current_theme().text))
        painter.restore()

    def _font(self, size: int, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
        """Return a cached font of the theme: a matrix has 169 labels, and making fonts is slow."""
        key = (size, weight)
        if key not in self._fonts:
            self._fonts[key] = font(size, weight)
        return self._fonts[key]

    def _paint_edge(self, painter: QPainter, rect: QRectF, width: float, color: QColor) -> None:
        painter.setPen(QPen(color, width))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        inset = width / 2
        painter.drawRoundedRect(rect.adjusted(inset, inset, -inset, -inset), RADIUS, RADIUS)

    def _paint_ground(self, painter: QPainter, rect: QRectF, cell: Cell) -> None:
        """Paint the background, the fill or the parts over it, the hatching, and the corner of mixed weights."""
        theme = current_theme()
        painter.setPen(Qt.PenStyle.NoPen)
        ground = QColor(theme.raised) if not cell.strong else mixed(theme.raised, theme.line, 0.55)
        if cell.closed:
            ground = mixed(theme.surface, theme.raised, 0.5)
        painter.setBrush(ground)
        painter.drawRoundedRect(rect, RADIUS, RADIUS)
        # A heat map has pale colors for an earlier table; all other fills fade as charts and bars do.
        painter.setOpacity(STALE_OPACITY if cell.stale and not cell.hot else 1.0)
        if cell.parts:
            self._paint_parts(painter, rect, cell)
        elif cell.weight > 0:
            self._paint_fill(painter, rect, cell)
        painter.setOpacity(1.0)
        if cell.blocked > 0:
            self._paint_hatch(painter, rect, cell)
        if cell.mixed:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(theme.text))
            corner = rect.topRight()
            painter.drawPolygon(QPolygonF([corner, corner - QPointF(CORNER_MARK, 0), corner + QPointF(0, CORNER_MARK)]))

    def _paint_fill(self, painter: QPainter, rect: QRectF, cell: Cell) -> None:
        """Fill the cell as high as its weight; with ``highlighted`` that share of it in the stronger colour."""
        if cell.highlighted is None:
            self._fill_up(painter, rect, cell.weight, fill_color(current_theme(), self.color, cell))
            return
        rest, highlight = lit_colors(current_theme(), self.color)
        self._fill_up(painter, rect, cell.weight, rest)
        if cell.highlighted > 0:
            self._fill_up(painter, rect, cell.weight * cell.highlighted, highlight)

    def _fill_up(self, painter: QPainter, rect: QRectF, share: float, color: QColor) -> None:
        # The complete rounded rectangle is clipped: a lower rectangle would have corners of its own.
        height = max(2.0, share * rect.height())
        painter.save()
        painter.setClipRect(QRectF(rect.left(), rect.bottom() - height, rect.width(), height))
        painter.setBrush(color)
        painter.drawRoundedRect(rect, RADIUS, RADIUS)
        painter.restore()

    def _paint_parts(self, painter: QPainter, rect: QRectF, cell: Cell) -> None:
        """Fill the width of a cell with its parts, side by side in their order."""
        theme, x = current_theme(), rect.left()
        height = max(2.0, cell.part_height * rect.height())
        painter.save()
        for color, share in cell.parts:
            painter.setClipRect(QRectF(x, rect.bottom() - height, share * rect.width(), height))
            ground = theme.named(color)
            painter.setBrush(mixed(theme.raised, ground, FILL[theme.name]) if isinstance(color, int) else ground)
            painter.drawRoundedRect(rect, RADIUS, RADIUS)
            x += share * rect.width()
        painter.restore()

    def _paint_hatch(self, painter: QPainter, rect: QRectF, cell: Cell) -> None:
        """Hatch the blocked share of the width, from the right."""
        area = QRectF(rect)
        area.setLeft(rect.right() - cell.blocked * rect.width())
        painter.save()
        painter.setClipRect(area)
        ink = QColor(current_theme().text)
        ink.setAlphaF(HATCH if cell.weight > 0 else FAINT_HATCH)  # visible on every fill
        painter.setPen(QPen(ink, 1.0))
        x = rect.left() - rect.height()
        while x < rect.right():
            painter.drawLine(QPointF(x, rect.bottom()), QPointF(x + rect.height(), rect.top()))
            x += HATCH_STEP
        painter.restore()

    def _paint_text(self, painter: QPainter, rect: QRectF, cell: Cell) -> None:
        """Paint the label, and the note below it if the cell is high enough."""
        theme = current_theme()
        ink = QColor(theme.text if cell.weight > 0 else theme.muted)
        if cell.closed or cell.blocked == 1:
            ink = QColor(theme.muted) if cell.weight > 0 else mixed(theme.muted, theme.raised, 0.35)
        if cell.suits is not None:
            self._paint_suits(painter, rect, cell)
            return
        # The second line (``note``) needs height: in three forms, from usual letters down to low and wide cells.
        low = LOW_NOTE_HEIGHT <= rect.height() < TIGHT_NOTE_HEIGHT and rect.width() > 1.2 * rect.height()
        tight = cell.hot and (low or TIGHT_NOTE_HEIGHT <= rect.height() < NOTE_HEIGHT)
        noted = bool(cell.note) and (tight or rect.height() >= NOTE_HEIGHT)
        size = label_size(cell.label, rect.width(), zoom())
        size = min(size, TIGHT_TEXT) if tight and noted else size
        painter.setFont(self._font(size, QFont.Weight.DemiBold if cell.weight > 0 else QFont.Weight.Normal))
        painter.setPen(ink)
        above, under, foot = (0.54, 0.46, 1) if low else (0.40, 0.46, -2)
        top = rect.adjusted(0, -1 if low else 0, 0, -above * rect.height()) if noted else rect
        painter.drawText(top, Qt.AlignmentFlag.AlignCenter, cell.label)
        if noted:
            painter.setFont(self._font(TIGHT_TEXT if tight else TEXT_SMALL))
            below = rect.adjusted(0, under * rect.height(), 0, foot)
            painter.drawText(below, Qt.AlignmentFlag.AlignCenter, cell.note)

    def _paint_suits(self, painter: QPainter, rect: QRectF, cell: Cell) -> None:
        """Paint rank and suit of both cards side by side, with the note below."""
        assert cell.suits is not None
        theme = current_theme()
        letters = self._font(TEXT, QFont.Weight.DemiBold)
        metrics, size, gap = QFontMetricsF(letters), 11.0, 2.0
        ranks = cell.label[0], cell.label[2]
        width = sum(metrics.horizontalAdvance(rank) for rank in ranks) + 2 * size + 3 * gap
        x, middle = rect.center().x() - width / 2, rect.center().y() - (7 if cell.note else 0)
        painter.setFont(letters)
        for rank, suit in zip(ranks, cell.suits, strict=True):
            color = current_look().suit_color(suit, deck=True)
            if cell.blocked:
                color = mixed(color, theme.raised, 0.55)
            painter.setPen(color)
            painter.drawText(QPointF(x, middle + metrics.capHeight() / 2), rank)
            x += metrics.horizontalAdvance(rank) + gap / 2
            paint_suit(painter, suit, QRectF(x, middle - size / 2, size, size), color)
            x += size + 2 * gap
        if cell.note:
            painter.setFont(self._font(TEXT_SMALL))
            painter.setPen(QColor(theme.text))
            below = rect.adjusted(0, 0.5 * rect.height(), 0, -1)
            painter.drawText(below, Qt.AlignmentFlag.AlignCenter, f"{cell.note}\u00a0%")


@lru_cache(maxsize=2048)
def label_size(label: str, width: float, scale: float) -> int:
    """Return the largest text size, at 100 %, in which ``label`` fits into ``width``, and the smallest legible one if
    none does.

    ``width``: that of the cell at 100 %; ``scale``: how much larger the screen shows it.
    """
    if width >= 34:
        size = TEXT
    elif width >= 25:
        size = TEXT_SMALL
    else:
        size = 10 if len(label) < 3 else 9 if width >= 19 else 8
    # In larger text the cells of a matrix do not grow, because the window does not. A name that would no longer fit
    # keeps the largest size in which it fits instead of disappearing.
    smallest = math.ceil(SMALLEST_LABEL / scale)
    while size > smallest and _label_width(label, size) > width:
        size -= 1
    return size


def _label_width(label: str, size: int) -> float:
    return QFontMetricsF(font(size, QFont.Weight.DemiBold)).horizontalAdvance(label)
