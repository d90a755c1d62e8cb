"""The lines of an inspection as a Qt model: sorted by a column, some of them filtered out before."""

from typing import Any

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Slot
from PySide6.QtGui import QColor, QFont

from gui.look.formatting import percent
from gui.look.theme import TEXT, Look, font
from gui.pages.range.hand_matrix import percent_text
from gui.pages.range.inspection import Lines, View, change_text

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
Role = Qt.ItemDataRole
NAME, DETAIL, WEIGHT, ALONE, HERE, CHANGE = range(6)
HINTS = {
    DETAIL: "how many combos can be dealt, or the suited ways: cards of each rank that are left, multiplied",
    WEIGHT: "the weight in the text",
    ALONE: "share of the range by weight and ways, once the board, the dead and all known cards are gone",
    HERE: "probability in the joint law: after what the hands of the other seats take away, too; "
    "the bar shows it, the mark on it the share alone",
    CHANGE: "how much likelier or rarer it is because of the other seats",
}
LINE = Role.UserRole
"""The number of the line in the lines."""


class InspectModel(QAbstractTableModel):
    """Six columns: name, combos or ways, weight, share alone, probability here, change."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self._look = look
        self.lines: Lines | None = None
        self.view: View | None = None
        self.stale = False
        self._order: list[int] = []
        self._sorted_by, self._way = HERE, Qt.SortOrder.DescendingOrder
        self._font, self._bold = font(TEXT), font(TEXT, QFont.Weight.DemiBold)

    @property
    def order(self) -> tuple[int, ...]:
        """The numbers of the lines as they are shown."""
        return tuple(self._order)

    def show_lines(self, lines: Lines | None, view: View | None, *, stale: bool) -> None:
        """Take other lines."""
        self.beginResetModel()
        self.lines, self.view, self.stale = lines, view, stale
        self._sort()
        self.endResetModel()

    def show_stale(self, stale: bool) -> None:
        """Say whether the lines are those of an older table."""
        if stale != self.stale:
            self.stale = stale
            self.refresh()

    def refresh(self) -> None:
        """Redraw all cells."""
        if self.rowCount():
            self.dataChanged.emit(self.index(0, 0), self.index(self.rowCount() - 1, self.columnCount() - 1))

    def _sort(self) -> None:
        """Sort by the column chosen; equal lines, and all by name, are in reading order."""
        lines = self.lines
        if lines is None:
            self._order = []
            return
        keys = {
            DETAIL: lines.counts,
            WEIGHT: lines.weights,
            ALONE: lines.alone,
            HERE: lines.here,
            CHANGE: np.nan_to_num(lines.changes, nan=-2.0),
        }
        key = keys.get(self._sorted_by, np.arange(len(lines), dtype=np.float64))
        if self._way == Qt.SortOrder.DescendingOrder:
            key = -key
        self._order = [int(i) for i in np.argsort(key, kind="stable")]

    @Slot(int)
    def sort_by(self, column: int) -> None:
        """Sort by a column, names upwards, numbers downwards at first; once more: the other way."""
        ways = (Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder)
        first = ways[column > NAME]
        self._way = ways[1 - ways.index(self._way)] if column == self._sorted_by else first
        self._sorted_by = column
        self.layoutAboutToBeChanged.emit()
        self._sort()
        self.layoutChanged.emit()
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, self.columnCount() - 1)

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self._order)

    def columnCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else 6

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> Any:
        if orientation == Qt.Orientation.Vertical:
            return None
        if role == Role.DisplayRole:
            titles = {NAME: self.view.line, DETAIL: self.view.detail} if self.view is not None else {}
            title = titles.get(section, ("", "", "Weight", "Alone", "Here", "Change")[section])
            sign = "↑" if self._way == Qt.SortOrder.AscendingOrder else "↓"
            return f"{title} {sign}" if section == self._sorted_by else title
        if role == Role.ToolTipRole:
            return HINTS.get(section)
        if role == Role.TextAlignmentRole:
            return _alignment(section)
        return None

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        lines, view = self.lines, self.view
        if lines is None or view is None or not index.isValid():
            return None
        line, column = self._order[index.row()], index.column()
        if role == Role.DisplayRole:
            return self.text(lines, view, line, column)
        if role == LINE:
            return line
        if role == Role.TextAlignmentRole:
            return _alignment(column)
        if role == Role.FontRole:
            return self._bold if column in (NAME, HERE) else self._font
        if role == Role.ForegroundRole:
            quiet = self.stale or column in (DETAIL, ALONE) or lines.here[line] == 0
            return QColor(self._look.theme.muted if quiet else self._look.theme.text)
        return None

    @staticmethod
    def text(lines: Lines, view: View, line: int, column: int) -> str:
        """Return what a cell shows."""
        here, stderr = float(lines.here[line]), float(lines.stderr[line])
        if column == NAME:
            return lines.names[line]
        if column == DETAIL:
            return lines.details[line]
        if column == WEIGHT:
            return percent_text(float(lines.weights[line]))
        if column == ALONE:
            return percent(float(lines.alone[line]), exact_digits=view.digits) if lines.alone[line] else "–"
        if column == HERE:
            nothing = "–" if lines.alone[line] else "blocked"
            return percent(here, stderr, exact_digits=view.digits) if here else nothing
        return change_text(lines.change(line), stderr, here)


def _alignment(column: int) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignLeft if column <= DETAIL else Qt.AlignmentFlag.AlignRight
    return side | Qt.AlignmentFlag.AlignVCenter
