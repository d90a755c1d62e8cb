"""What hero's share against a set of players is likely to be in a cell before any of their deals are counted.

A few deals tell little of R, and a flop that is given up or bet on by so little is often judged wrongly. But on the
same flop hero also met other sets of players: a line through all cells tells what their share means for this set's. How
far the cells lie from that line beyond their noise tells how many deals the prediction is worth (an empirical Bayes
estimate). It serves to decide only; what a decision is worth is always counted.
"""

from typing import NamedTuple

import numpy as np

from engine.arrays import F64
from engine.jobs import Guard

MOST_WORTH = 40.0
"""Deals that a prediction may be worth: a line that fits by chance is not believed further."""
LEAST_SPREAD = 1e-4
"""Variance of R round the line that is taken for nothing."""


class Counted(NamedTuple):
    """Deals, and hero's shares of the pot in them: float64[cells] each."""

    deals: F64
    shares: F64

    def mean(self, otherwise: F64 | float = 0.0) -> F64:
        """Return the mean share by cell, float64[cells]; ``otherwise`` where there is no deal."""
        empty = np.full(len(self.deals), otherwise) if isinstance(otherwise, float) else otherwise.copy()
        return np.divide(self.shares, self.deals, out=empty, where=self.deals > 0)

    def without(self, other: "Counted") -> "Counted":
        """Return what is left without some of the deals."""
        return Counted(self.deals - other.deals, self.shares - other.shares)


def expected_share(own: Counted, others: Counted, guard: Guard) -> F64:
    """Return the likely R of a set of players by cell, float64[cells], from its ``own`` deals and those of all
    ``others`` who saw the flop; ``guard`` is called every few milliseconds."""
    whole = max(float(own.deals.sum()), 1e-300)
    overall = float(own.shares.sum()) / whole
    weights = np.where(others.deals > 0, own.deals, 0.0)
    if not weights.any():
        return own.mean(overall)
    share, seen = own.mean(), others.mean()
    guard()
    x, y = float(weights @ seen / weights.sum()), float(weights @ share / weights.sum())
    square = float(weights @ (seen - x) ** 2)
    slope = float(weights @ ((seen - x) * (share - y))) / square if square > 0 else 0.0
    guard()
    line = np.clip(np.where(others.deals > 0, y + slope * (seen - x), overall), 0.0, 1.0)
    guard()
    worth = _worth(weights, share, line)
    guard()
    return np.clip((own.shares + worth * line) / np.maximum(own.deals + worth, 1e-300), 0.0, 1.0)


def _worth(deals: F64, share: F64, line: F64) -> float:
    """Return how many deals ``line`` is worth: the variance of one over that of R round the line."""
    several = deals > 1.5
    if not several.any():
        return MOST_WORTH
    number = deals[several]
    one = float(number @ (share[several] * (1.0 - share[several]) * number / (number - 1.0)) / number.sum())
    whole = float(deals.sum())
    noise = one * np.count_nonzero(deals) / whole
    around = float(deals @ (share - line) ** 2) / whole
    return min((one + 1e-3) / max(around - noise, LEAST_SPREAD), MOST_WORTH)
