"""The detail ``flops`` of hold'em: how the equities are spread over the flops."""

import math
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from engine.arrays import F64
from engine.details.codec import (
    SEAT,
    SHARE,
    STDERR,
    Form,
    Record,
    Records,
    cards_of,
    check_before_flop,
    entry,
    known_cards,
)
from engine.scenario import Scenario
from engine.scenario.reading import array_of, fail, integer, number, share, text

BINS = 100
"""Bins of the distribution of equity over flops, each as wide as one percent."""

MOST_ENDS = 100
MOST_ALIKE = 24
"""The most flops that differ by suits only."""


@dataclass(frozen=True, slots=True)
class FlopEnd(Record):
    """A flop (``AsKsQs``) at an end of the spread, for all that are ``alike`` but for suits: how likely one of them is,
    and the equity there with its standard error."""

    flop: str = entry(Form(text))
    alike: int = entry(Form(integer(1, MOST_ALIKE)))
    share: float = entry(SHARE)
    equity: float = entry(SHARE)
    stderr: float = entry(STDERR)

    def check(self, rows: Any, scenario: Scenario, path: str) -> None:
        """Check that the flop can come."""
        cards = cards_of(self.flop)
        if len(self.flop) != 6 or len(cards) != 3 or known_cards(scenario).intersection(cards):
            fail(f"{path}.flop", "expected three cards that are not known yet")


ENDS = Form(record=FlopEnd, most=MOST_ENDS)


@dataclass(frozen=True, slots=True, eq=False)
class FlopSpread(Record):
    """The equities of a seat on the flops: their ``mean``, their standard ``deviation``, and how likely a flop gives 0
    to 1 %, 1 to 2 % and so on: ``shares``, float64[100].

    ``stderr`` is that of the equity on one flop, which widens a sampled spread; 0 where exact. ``best`` and ``worst``
    are the ends of the spread; earlier versions wrote none.
    """

    seat: int = entry(SEAT)
    mean: float = entry(SHARE)
    deviation: float = entry(Form(number(0.0, 0.5, 1e-6)))
    stderr: float = entry(STDERR)
    shares: F64 = entry(Form(array_of(share, BINS), total=True))
    best: tuple[FlopEnd, ...] = entry(ENDS, default=())
    worst: tuple[FlopEnd, ...] = entry(ENDS, default=())

    @property
    def spread(self) -> float:
        """The standard deviation over the flops, sampling noise taken out."""
        return math.sqrt(max(self.deviation**2 - self.stderr**2, 0.0))

    def at_least(self, equity: float) -> float:
        """Return how likely a flop gives this equity or more; within a bin flops count as evenly spread."""
        place = min(max(equity, 0.0), 1.0) * BINS
        bin_, part = int(place + 1e-9), place - int(place + 1e-9)
        above = float(self.shares[bin_ + 1 :].sum())
        return above + float(self.shares[bin_]) * (1 - max(part, 0.0)) if bin_ < BINS else above

    def quantile(self, share: float) -> float:
        """Return the equity below which lies this share of the flops, to about half a percent."""
        below = 0.0
        for i, (size, upto) in enumerate(zip(self.shares.tolist(), np.cumsum(self.shares).tolist(), strict=True)):
            if upto >= share - 1e-12 and size > 0:
                return float(i + min(max((share - below) / size, 0.0), 1.0)) / BINS
            below = upto
        return 1.0

    def check(self, rows: Any, scenario: Scenario, path: str) -> None:
        """Check that the mean is that of the shares."""
        below = float(self.shares @ np.arange(BINS)) / BINS
        if not below - 1e-6 <= self.mean <= below + 1 / BINS + 1e-6:
            fail(f"{path}.mean", "this is not the mean of the shares")


@dataclass(frozen=True, slots=True, eq=False)
class Flops(Records):
    """The spread of each active seat, in order; none after the flop."""

    ITEM: ClassVar[type[Record]] = FlopSpread
    spreads: tuple[FlopSpread, ...]

    def check(self, scenario: Scenario, path: str) -> None:
        """Check that there is no board, and the seats."""
        check_before_flop(self, scenario, path)
