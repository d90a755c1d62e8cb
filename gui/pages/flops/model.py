"""The spread of equity over flops in numbers, as a Qt model: one row for each seat."""

from typing import Any

from PySide6.QtCore import QObject, Qt

from gui.look.formatting import NO_BREAK, percent
from gui.look.theme import Look
from gui.pages.flops.spread import QUANTILES, FlopSpread
from gui.parts.choice_bar import seat_swatch
from gui.parts.row_table import Role, RowModel

SEAT, MEAN, SPREAD = range(3)
FIRST_QUANTILE = 3
HALF = FIRST_QUANTILE + len(QUANTILES)
FAIR = HALF + 1


class FlopsModel(RowModel):
    """Columns: seat, mean, deviation, quantiles, how often half the pot or more, the fair share or more."""

    def __init__(self, look: Look, parent: QObject | None = None) -> None:
        super().__init__(look, parent)
        self.spreads: tuple[FlopSpread, ...] = ()
        self._stale = False

    def show_spreads(self, spreads: tuple[FlopSpread, ...], *, stale: bool) -> None:
        """Take other seats."""
        self.beginResetModel()
        self.spreads, self._stale = spreads, stale
        self.endResetModel()

    @property
    def fair(self) -> float:
        """The fair share of the pot."""
        return 1 / max(len(self.spreads), 1)

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.spreads), FAIR + (len(self.spreads) > 2)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> Any:
        return super().headerData(section, orientation, Role.ToolTipRole if role == Role.AccessibleTextRole else role)

    def head(self, column: int) -> tuple[str, str]:
        if FIRST_QUANTILE <= column < HALF:
            share = QUANTILES[column - FIRST_QUANTILE]
            name = "Median" if share == 0.5 else f"{100 * share:.0f}th"
            return name, f"on {100 * share:.0f}{NO_BREAK}% of the flops the equity is at most this"
        fair = percent(self.fair, exact_digits=0)
        return {
            SEAT: ("Seat", "the seat"),
            MEAN: ("Mean", "mean over the flops: the equity before the flop"),
            SPREAD: ("Spread", "standard deviation over the flops, in points of percent"),
            HALF: ("≥ half", "how often a flop leaves half the pot or more"),
            FAIR: (f"≥ {fair}", f"how often a flop leaves the fair share of {fair} or more"),
        }[column]

    def is_bold(self, row: int, column: int) -> bool:
        return column in (SEAT, MEAN, HALF)

    def ink(self, row: int, column: int) -> str:
        return self._look.theme.muted if self._stale else self._look.theme.text

    def more(self, row: int, column: int, role: int) -> Any:
        spread = self.spreads[row]
        if role == Role.AccessibleTextRole:
            return f"{spread.name}, {self.head(column)[1]}: {self.text(row, column)}"
        return (
            seat_swatch(self._look.theme.seat(spread.seat)) if (role, column) == (Role.DecorationRole, SEAT) else None
        )

    def text(self, row: int, column: int) -> str:
        spread = self.spreads[row]
        if column == SEAT:
            return spread.name
        if column == MEAN:
            return percent(spread.mean, exact_digits=1)
        if column == SPREAD:
            return f"{100 * spread.spread:.1f}"
        if column < HALF:
            return percent(spread.quantile(QUANTILES[column - FIRST_QUANTILE]), exact_digits=0)
        return percent(spread.at_least(0.5 if column == HALF else self.fair), exact_digits=1)
