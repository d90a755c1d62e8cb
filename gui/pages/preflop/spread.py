"""How the worth of flops is spread: values with their probabilities, put into bins that meet at 0. No Qt."""

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from gui.charts.drawing import Heading
from gui.charts.figure import Amount, Table

Array = NDArray[np.float64]
BINS = 60
"""About how many bins there are over the whole width."""
RARE = 0.0005
"""The share of the flops beyond either end of the axis at most."""
NICE = (1.0, 2.0, 2.5, 5.0, 10.0)


@dataclass(frozen=True, slots=True, eq=False)
class Series:
    """Flops by what going on is worth there: ``values`` in chips and ``weights``, their probabilities, float64[n] each,
    those of the weights adding up to 1.

    ``color`` is the number of a seat's colour. ``bettable``: the share of the flops that are worth going on.
    """

    name: str
    color: int
    values: Array
    weights: Array
    note: str = ""

    @property
    def bettable(self) -> float:
        """The share of the flops on which going on is worth more than giving up."""
        return float(self.weights[self.values > 1e-12].sum())

    @property
    def worth(self) -> float:
        """What a flop is worth on average to somebody who gives up the bad ones."""
        return float(np.dot(np.maximum(self.values, 0.0), self.weights))

    def ends(self) -> tuple[float, float]:
        """Return the values below and above which hardly any flop lies."""
        order = np.argsort(self.values, kind="stable")
        sums = np.cumsum(self.weights[order])
        places = np.searchsorted(sums, [RARE, sums[-1] - RARE])
        low, high = self.values[order[np.minimum(places, len(order) - 1)]]
        return float(low), float(high)

    def at_least(self, value: float) -> float:
        """Return how likely a flop is worth this much or more."""
        return float(self.weights[self.values >= value - 1e-12].sum())


@dataclass(frozen=True)
class Spread:
    """Some series over the same bins: one above the other, or (``overlaid``) laid over one another."""

    heading: Heading
    series: tuple[Series, ...]
    overlaid: bool = False

    @cached_property
    def _ends(self) -> tuple[float, float]:
        """The values between which nearly all flops lie, 0 among them."""
        lows, highs = zip(*(s.ends() for s in self.series), strict=True)
        return min(*lows, 0.0), max(*highs, 0.0)

    @cached_property
    def width(self) -> float:
        """The width of a bin in chips."""
        low, high = self._ends
        return bin_width(high - low)

    @property
    def axis(self) -> tuple[float, float]:
        """The axis of chips: whole bins round nearly all flops."""
        low, high = self._ends
        width = self.width
        return width * math.floor(low / width + 1e-9), width * (math.floor(high / width + 1e-9) + 1)

    @cached_property
    def first(self) -> int:
        """The number of the first bin: bin i reaches from i to i + 1 widths."""
        return min(math.floor(float(s.values.min()) / self.width + 1e-9) for s in self.series)

    @cached_property
    def shares(self) -> tuple[Array, ...]:
        """The probability of each bin, float64[bins], for each series."""
        numbers = [np.floor(s.values / self.width + 1e-9).astype(np.intp) - self.first for s in self.series]
        count = 1 + max(int(n.max()) for n in numbers)
        return tuple(
            np.bincount(n, s.weights, count).astype(np.float64) for n, s in zip(numbers, self.series, strict=True)
        )

    def table(self) -> Table:
        """Return the probability of every bin by series."""
        header = ("worth from", "worth to", *(series.name for series in self.series))
        rows: list[tuple[object, ...]] = [
            (*map(Amount, self.edges(i)), *(float(shares[i]) for shares in self.shares))
            for i in range(len(self.shares[0]))
        ]
        return header, rows

    def edges(self, bin_: int) -> tuple[float, float]:
        """Return from where to where a bin reaches."""
        low = (self.first + bin_) * self.width
        return low, low + self.width


def bin_width(span: float) -> float:
    """Return a round width of which about :data:`BINS` fill ``span``."""
    rough = max(span, 1e-9) / BINS
    power = 10.0 ** math.floor(math.log10(rough))
    return next(step * power for step in NICE if step * power >= rough * (1 - 1e-9))
