"""The spread of equity over flops in numbers, as a Qt model: one row for each seat."""

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor, QFont

from gui.look.formatting import NO_BREAK, percent
from gui.look.theme import TEXT, Look, font
from gui.pages.flops.spread import QUANTILES, FlopSpread
from gui.parts.seat_choice import seat_swatch

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
Role = Qt.ItemDataRole
SEAT, MEAN, SPREAD = range(3)
FIRST_QUANTILE = 3
HALF = FIRST_QUANTILE + len(QUANTILES)
FAIR = HALF + 1


class FlopsModel(QAbstractTableModel):
    """Columns: seat, mean, deviation, quantiles, how often half the pot or more, the fair share or more."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self._look = look
        self.spreads: tuple[FlopSpread, ...] = ()
        self._stale = False

    def show_spreads(self, spreads: tuple[FlopSpread, ...], *, stale: bool) -> None:
        """Take other seats."""
        self.beginResetModel()
        self.spreads, self._stale = spreads, stale
        self.endResetModel()

    def refresh(self) -> None:
        """Redraw all cells."""
        if self.rowCount():
            self.dataChanged.emit(self.index(0, 0), self.index(self.rowCount() - 1, self.columnCount() - 1))

    @property
    def fair(self) -> float:
        """The fair share of the pot."""
        return 1 / max(len(self.spreads), 1)

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self.spreads)

    def columnCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else FAIR + (len(self.spreads) > 2)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> Any:
        if orientation == Qt.Orientation.Vertical:
            return None
        if role == Role.DisplayRole:
            return self._head(section)[0]
        if role in (Role.ToolTipRole, Role.AccessibleTextRole):
            return self._head(section)[1]
        if role == Role.TextAlignmentRole:
            return _alignment(section)
        return None

    def _head(self, section: int) -> tuple[str, str]:
        if FIRST_QUANTILE <= section < HALF:
            share = QUANTILES[section - FIRST_QUANTILE]
            name = "Median" if share == 0.5 else f"{100 * share:.0f}th"
            return name, f"on {100 * share:.0f}{NO_BREAK}% of the flops the equity is at most this"
        fair = percent(self.fair, exact_digits=0)
        return {
            SEAT: ("Seat", "the seat"),
            MEAN: ("Mean", "mean over the flops: the equity before the flop"),
            SPREAD: ("Spread", "standard deviation over the flops, in points of percent"),
            HALF: ("≥ half", "how often a flop leaves half the pot or more"),
            FAIR: (f"≥ {fair}", f"how often a flop leaves the fair share of {fair} or more"),
        }[section]

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        if not index.isValid():
            return None
        spread, column = self.spreads[index.row()], index.column()
        if role == Role.DisplayRole:
            return self._text(spread, column)
        if role == Role.AccessibleTextRole:
            return f"{spread.name}, {self._head(column)[1]}: {self._text(spread, column)}"
        if role == Role.TextAlignmentRole:
            return _alignment(column)
        if role == Role.FontRole:
            return font(TEXT, QFont.Weight.DemiBold if column in (SEAT, MEAN, HALF) else QFont.Weight.Normal)
        if role == Role.ForegroundRole:
            return QColor(self._look.theme.muted if self._stale else self._look.theme.text)
        if role == Role.DecorationRole and column == SEAT:
            return seat_swatch(self._look.theme.seat(spread.seat))
        return None

    def _text(self, spread: FlopSpread, column: int) -> str:
        if column == SEAT:
            return spread.name
        if column == MEAN:
            return percent(spread.mean, exact_digits=1)
        if column == SPREAD:
            return f"{100 * spread.spread:.1f}"
        if column < HALF:
            return percent(spread.quantile(QUANTILES[column - FIRST_QUANTILE]), exact_digits=0)
        return percent(spread.at_least(0.5 if column == HALF else self.fair), exact_digits=1)


def _alignment(section: int) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignLeft if section == SEAT else Qt.AlignmentFlag.AlignRight
    return side | Qt.AlignmentFlag.AlignVCenter
