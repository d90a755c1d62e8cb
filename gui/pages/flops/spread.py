"""How a seat's equity is spread over the flops: read out of a result's ``flops`` detail. No Qt."""

import math
from dataclasses import dataclass
from itertools import accumulate

from engine.details.flops import FlopEnd, Flops
from gui.state.detail_requests import LatestDetail

BINS = 100
QUANTILES = (0.1, 0.25, 0.5, 0.75, 0.9)


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
