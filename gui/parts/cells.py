"""Cells of a grid that is painted with strokes: what is to be seen of one, which cells a stroke covers, their model."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from gui.look.guard import Guarded

Place = tuple[int, int]
"""Row and column, from the top left corner."""
Point = tuple[float, float]
"""Column and row as floats: cell (r, c) is the unit square with its top left corner in (c, r)."""

SAMPLES_PER_CELL = 8
CORNER = 0.25
"""How far from a corner, along both sides together, a stroke only grazes a cell: a diagonal stays a diagonal."""
Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
Role = Qt.ItemDataRole
EMPTY = "no hand"
"""What a screen reader says where a grid has no cell, as half of a triangle has none."""
MANY = 40
"""Changed cells from which one signal for the whole grid is cheaper."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What is to be seen of one cell.

    ``weight`` is the mean weight of its combos; ``mixed`` says that they weigh differently, ``blocked`` is the share
    of them that holds a known card. ``closed`` cells cannot be painted. A ``hot`` cell is coloured by equity: ``tone``
    goes from -1 (far below the fair share) to 1 (far above), None where it is not known; ``stale``: it was so on an
    earlier table. ``note`` is a short number, ``speech`` the whole for tool tips and screen readers. ``suits`` are the
    suits (0-3) of a single combo. ``framed``: it has been picked. ``lit``: the share of the weight that is set off, the
    rest is faint; None: all is alike. ``parts`` are shares of the width side by side, each the number of a colour (that
    of a seat) and the share; they take the place of the weight.
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
    lit: float | None = None
    parts: tuple[tuple[int, float], ...] = ()


def places_between(start: Point, end: Point) -> tuple[Place, ...]:
    """Return the cells under the straight line from ``start`` to ``end`` in order, without gaps.

    Cells whose corner it grazes are left out: those before and behind touch there.
    """
    steps = max(1, math.ceil(SAMPLES_PER_CELL * max(abs(end[0] - start[0]), abs(end[1] - start[1]))))
    found: dict[Place, None] = {}
    for i in range(steps + 1):
        x = start[0] + (end[0] - start[0]) * i / steps
        y = start[1] + (end[1] - start[1]) * i / steps
        if abs(x - round(x)) + abs(y - round(y)) >= CORNER:
            found[math.floor(y), math.floor(x)] = None
    return tuple(found)


def box(a: Place, b: Place) -> tuple[Place, ...]:
    """Return the cells of the rectangle with the corners ``a`` and ``b``."""
    rows = range(min(a[0], b[0]), max(a[0], b[0]) + 1)
    columns = range(min(a[1], b[1]), max(a[1], b[1]) + 1)
    return tuple((row, column) for row in rows for column in columns)


def bounds(places: Iterable[Place]) -> tuple[Place, Place]:
    """Return the corners of the smallest rectangle round ``places``, which are not empty."""
    rows, columns = zip(*places, strict=True)
    return (min(rows), min(columns)), (max(rows), max(columns))


class CellModel(Guarded, QAbstractTableModel):
    """``rows`` x ``columns`` cells as screen readers read them, too; None: there is no cell here. Columns may have a
    heading.
    """

    def __init__(self, rows: int, columns: int, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows, self._columns = rows, columns
        self._cells: list[Cell | None] = [None] * (rows * columns)
        self._heads: tuple[str, ...] = ()
        self._head_speech: tuple[str, ...] = ()

    def show(self, cells: Sequence[Cell | None]) -> None:
        """Take all cells, row by row."""
        changed = [i for i, (old, new) in enumerate(zip(self._cells, cells, strict=True)) if old != new]
        self._cells = list(cells)
        if len(changed) > MANY:
            self.dataChanged.emit(self.index(0, 0), self.index(self._rows - 1, self._columns - 1))
            return
        for i in changed:
            index = self.index(*divmod(i, self._columns))
            self.dataChanged.emit(index, index)

    def show_heads(self, heads: tuple[str, ...], speech: tuple[str, ...] = ()) -> None:
        """Take the headings of the columns, and of as many rows, and what a screen reader says for them."""
        if heads != self._heads:
            self._heads, self._head_speech = heads, speech or heads
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, self._columns - 1)

    def cell(self, place: Place) -> Cell | None:
        """Return the cell at ``place``, None where there is none."""
        row, column = place
        inside = 0 <= row < self._rows and 0 <= column < self._columns
        return self._cells[row * self._columns + column] if inside else None

    def speech_at(self, place: Place | None) -> str:
        """Return what a screen reader says of a place, nothing where there is no cell."""
        cell = self.cell(place) if place is not None else None
        return cell.speech if cell is not None else ""

    def is_open(self, place: Place) -> bool:
        """Return whether ``place`` can be painted."""
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
