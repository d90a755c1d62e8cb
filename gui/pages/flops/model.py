"""How a seat's equity is spread over the flops, read out of a result, and in numbers as a table. No widgets."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from itertools import accumulate

from engine.details.flops import FlopEnd, Flops
from gui.look.formatting import NO_BREAK, percent
from gui.parts.table import Column, TableData
from gui.state.latest import LatestDetail

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


def fair_share(spreads: tuple[FlopSpread, ...]) -> float:
    """Return the fair share of the pot."""
    return 1 / max(len(spreads), 1)


def flops_table(spreads: tuple[FlopSpread, ...], *, stale: bool) -> TableData[FlopSpread]:
    """Return the spreads in numbers: mean, deviation, quantiles, how often half the pot or the fair share or more."""
    fair = fair_share(spreads)
    fair_text = percent(fair, exact_digits=0)
    columns = [
        Column(
            "Seat", lambda row: row.name, "the seat", number=False, bold=True, swatch=lambda row: row.seat,
            wide=True, least=80,
        ),
        _column(
            "Mean", lambda row: percent(row.mean, exact_digits=1), "mean over the flops: the equity before the flop",
            bold=True,
        ),
        _column(
            "Spread", lambda row: f"{100 * row.spread:.1f}",
            "standard deviation over the flops, in points of percent",
        ),
        *map(_quantile_column, QUANTILES),
        _column(
            "≥ half", lambda row: percent(row.at_least(0.5), exact_digits=1),
            "how often a flop leaves half the pot or more", bold=True,
        ),
        _column(
            f"≥ {fair_text}", lambda row: percent(row.at_least(fair), exact_digits=1),
            f"how often a flop leaves the fair share of {fair_text} or more",
        ),
    ]  # fmt: skip
    if len(spreads) <= 2:
        columns.pop()  # the fair share is half the pot
    return TableData(tuple(columns), spreads, stale=stale, key=lambda row: row.seat, padding=(14, 28))


def _column(title: str, text: Callable[[FlopSpread], str], tip: str, *, bold: bool = False) -> Column[FlopSpread]:
    return Column(title, text, tip, bold=bold, say=tip)


def _quantile_column(share: float) -> Column[FlopSpread]:
    name = "Median" if share == 0.5 else f"{100 * share:.0f}th"
    tip = f"on {100 * share:.0f}{NO_BREAK}% of the flops the equity is at most this"
    return _column(name, lambda row: percent(row.quantile(share), exact_digits=0), tip)
