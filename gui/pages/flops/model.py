"""How a seat's equity is spread over the flops, read out of a result, and in numbers as a Qt model."""

import math
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from PySide6.QtCore import QObject, Qt

from engine.details.flops import FlopEnd, Flops
from gui.look.formatting import NO_BREAK, percent
from gui.look.theme import Look
from gui.parts.row_table import Role
from gui.parts.seat_numbers import SEAT, SeatNumbersModel
from gui.state.latest import LatestDetail

BINS = 100
QUANTILES = (0.1, 0.25, 0.5, 0.75, 0.9)
MEAN, SPREAD, FIRST_QUANTILE = range(SEAT + 1, SEAT + 4)
HALF = FIRST_QUANTILE + len(QUANTILES)
FAIR = HALF + 1


@dataclass(frozen=True, slots=True)
class FlopSpread:
    """A seat and the probabilities of the flops on which its equity is 0 to 1 %, 1 to 2 % and so on.

    ``noise``: standard error of the equity on one flop, which widens a sampled spread; 0 where exact.
    """

    seat: int
    name: str
    mean: float
    deviation: float
    noise: float
    shares: tuple[float, ...]
    best: tuple[FlopEnd, ...] = ()
    worst: tuple[FlopEnd, ...] = ()

    @property
    def spread(self) -> float:
        """The standard deviation over the flops, sampling noise taken out."""
        return math.sqrt(max(self.deviation**2 - self.noise**2, 0.0))

    def at_least(self, equity: float) -> float:
        """Return how likely a flop gives this equity or more; within a bin flops count as evenly spread."""
        place = min(max(equity, 0.0), 1.0) * BINS
        bin_, part = int(place + 1e-9), place - int(place + 1e-9)
        above = sum(self.shares[bin_ + 1 :])
        return above + self.shares[bin_] * (1 - max(part, 0.0)) if bin_ < BINS else above

    def quantile(self, share: float) -> float:
        """Return the equity below which lies this share of the flops, to about half a percent."""
        below = 0.0
        for i, (size, upto) in enumerate(zip(self.shares, accumulate(self.shares), strict=True)):
            if upto >= share - 1e-12 and size > 0:
                return (i + min(max((share - below) / size, 0.0), 1.0)) / BINS
            below = upto
        return 1.0


def flop_spreads(found: LatestDetail[Flops] | None) -> tuple[FlopSpread, ...]:
    """Return the spreads of a ``flops`` detail by seat; none where it holds none."""
    if found is None:
        return ()
    seats = found.snapshot.seats
    return tuple(
        FlopSpread(
            spread.seat,
            seats[spread.seat].name,
            spread.mean,
            spread.deviation,
            spread.stderr,
            tuple(spread.shares.tolist()),
            spread.best,
            spread.worst,
        )
        for spread in found.value.spreads
    )


class FlopsModel(SeatNumbersModel):
    """Columns: seat, mean, deviation, quantiles, how often half the pot or more, the fair share or more."""

    def __init__(self, look: Look, parent: QObject | None = None) -> None:
        super().__init__(look, parent)
        self.spreads: tuple[FlopSpread, ...] = ()

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
    def seats(self) -> tuple[int, ...]:
        return tuple(spread.seat for spread in self.spreads)

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
