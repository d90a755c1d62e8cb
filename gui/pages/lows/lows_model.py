"""The exact lows of razz as a Qt model: best first, how likely each seat ends with it, and with it or better."""

from itertools import accumulate
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor, QFont

from gui.look.formatting import percent
from gui.look.theme import TEXT, Look, font
from gui.pages.lows.details import Lows

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
Role = Qt.ItemDataRole
FEW_SEATS = 3
"""With more seats than this exact shares have two decimals instead of four: more would not fit."""


class LowsModel(QAbstractTableModel):
    """Two columns for each seat: the share of the hand, and of it or a better one."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self._look = look
        self._lows: Lows | None = None
        self._better: tuple[tuple[float, ...], ...] = ()
        self._stale = False
        self._digits = 4

    def show_lows(self, lows: Lows | None, *, stale: bool) -> None:
        """Take another table."""
        self.beginResetModel()
        self._lows, self._stale = lows, stale
        self._digits = 4 if lows is None or len(lows.seats) <= FEW_SEATS else 2
        columns = range(len(lows.seats)) if lows is not None else range(0)
        hands = lows.hands if lows is not None else ()
        self._better = tuple(tuple(accumulate(hand.shares[i] for hand in hands)) for i in columns)
        self.endResetModel()

    def refresh(self) -> None:
        """Redraw all cells."""
        if self.rowCount():
            self.dataChanged.emit(self.index(0, 0), self.index(self.rowCount() - 1, self.columnCount() - 1))

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() or self._lows is None else len(self._lows.hands)

    def columnCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() or self._lows is None else 1 + 2 * len(self._lows.seats)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> Any:
        if self._lows is None:
            return None
        if orientation == Qt.Orientation.Vertical:
            return self._lows.hands[section].name if role == Role.DisplayRole else None
        if role == Role.DisplayRole:
            if section == 0:
                return "Final hand"
            return "or better" if section % 2 == 0 else self._lows.names[section // 2]
        if role == Role.TextAlignmentRole:
            return _alignment(section)
        return None

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        if self._lows is None or not index.isValid():
            return None
        row, column = index.row(), index.column()
        if role == Role.DisplayRole:
            return self._text(self._lows, row, column)
        if role == Role.TextAlignmentRole:
            return _alignment(column)
        if role == Role.FontRole:
            return font(TEXT, QFont.Weight.DemiBold if column == 0 else QFont.Weight.Normal)
        if role == Role.ForegroundRole:
            quiet = self._stale or (column > 0 and column % 2 == 0)
            return QColor(self._look.theme.muted if quiet else self._look.theme.text)
        return None

    def _text(self, lows: Lows, row: int, column: int) -> str:
        if column == 0:
            return lows.hands[row].name
        seat = (column - 1) // 2
        share = lows.hands[row].shares[seat] if column % 2 else self._better[seat][row]
        return percent(share, lows.stderr[seat], exact_digits=self._digits) if share > 0 else "–"


def _alignment(section: int) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignLeft if section == 0 else Qt.AlignmentFlag.AlignRight
    return side | Qt.AlignmentFlag.AlignVCenter
