"""The cells of a grid as an item model: what a screen reader reads, too."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from gui.parts.cells import Cell, Place

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
Role = Qt.ItemDataRole
MANY = 40
"""Changed cells from which one signal for the whole grid is cheaper."""


class CellModel(QAbstractTableModel):
    """``rows`` x ``columns`` cells; None: there is no cell here. Columns may have a heading."""

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

    def is_open(self, place: Place) -> bool:
        """Say whether ``place`` can be painted."""
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
        if self._heads and role == Role.DisplayRole:
            return self._heads[section]
        if self._heads and role in (Role.AccessibleTextRole, Role.ToolTipRole):
            return self._head_speech[section]
        return None

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        cell = self.cell((index.row(), index.column()))
        if cell is None:
            return None
        if role == Role.DisplayRole:
            return cell.label
        if role == Role.AccessibleTextRole:
            return cell.speech
        return None
