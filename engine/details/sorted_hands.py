"""The hands of a seat from best to worst, out of the details ``matrix`` and ``down_cards``: the equity graph, and what
is read off it."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.arrays import F64, I64
from engine.details.matrix import COMBO_COUNT, Matrix
from engine.details.starting_hands import DownPairs
from engine.ranges.holdem_format import sort_key

SAME_EQUITY = 1e-9
"""Equities that differ by less are equal."""


@dataclass(frozen=True, slots=True, eq=False)
class SortedHands:
    """The combos of ``seat`` from the highest equity to the lowest, those of equal equity in reading order.

    ``combos`` int64[n], in razz the pairs of down cards by their place in the detail; ``share``, the probability of
    each, its ``equity`` and ``stderr``, float64[n] (NaN: too few trials).
    """

    seat: int
    combos: I64
    share: F64
    equity: F64
    stderr: F64

    @property
    def along(self) -> F64:
        """The share of the range that is as good as each combo or better in this order, float64[n]; the last is 1."""
        return np.cumsum(self.share)

    def place(self, along: float) -> int:
        """Return the place of the combo that stands ``along`` (0 to 1) of the range from the best."""
        return min(int(np.searchsorted(self.along, along)), len(self.combos) - 1)

    def mean(self, first: float, last: float) -> float:
        """Return the equity of the part of the range from ``first`` to ``last`` (0 to 1) along, cut through combos."""
        ends = self.along
        part = np.clip(np.minimum(ends, last) - np.maximum(ends - self.share, first), 0.0, None)
        return float(part @ self.equity / part.sum())

    def reaching(self, least: float) -> F64:
        """Return which combos have an equity of at least ``least``, 1 or 0, float64[1326]."""
        weights = np.zeros(COMBO_COUNT)
        weights[self.combos[self.equity >= least - SAME_EQUITY]] = 1.0
        return weights


def sorted_hands(matrix: Matrix) -> tuple[SortedHands, ...]:
    """Return the hands of each active seat, in order; hands that cannot be held are left out."""
    order = np.argsort(sorted(range(COMBO_COUNT), key=sort_key), kind="stable")
    result = []
    for seat, share, equity, stderr in zip(matrix.seats, matrix.share, matrix.equity, matrix.stderr, strict=True):
        held = np.flatnonzero(share[:COMBO_COUNT] > 0)
        steps = np.round(equity[held] / SAME_EQUITY)
        combos = held[np.lexsort((order[held], -steps))]
        result.append(SortedHands(seat, combos.astype(np.int64), share[combos], equity[combos], stderr[combos]))
    return tuple(result)


def sorted_pairs(pairs: DownPairs) -> tuple[SortedHands, ...]:
    """Return the pairs of down cards of each seat of the detail."""
    result = []
    for seat in pairs.seats:
        places = np.lexsort((np.arange(len(seat.pairs)), -np.round(seat.equity / SAME_EQUITY)))
        columns = (column[places] for column in (seat.probability, seat.equity, seat.stderr))
        result.append(SortedHands(seat.seat, places.astype(np.int64), *columns))
    return tuple(result)


def shares_of_best(hands: Sequence[SortedHands], part: float) -> tuple[float, ...]:
    """Return how much of the best ``part`` (0 to 1) of the hands of all seats together each seat has; they add up to 1.

    Every seat counts alike. Equal hands at the boundary count in the same part.
    """
    equity = np.concatenate([seat.equity for seat in hands])
    share = np.concatenate([seat.share for seat in hands]) / len(hands)
    seats = np.repeat(np.arange(len(hands)), [len(seat.share) for seat in hands])
    _, group = np.unique(-np.round(equity / SAME_EQUITY), return_inverse=True)
    weights = np.bincount(group.reshape(-1), share)
    inside = np.clip((part - (np.cumsum(weights) - weights)) / weights, 0.0, 1.0)[group.reshape(-1)]
    sums = np.bincount(seats, share * inside, len(hands))
    return tuple((sums / sums.sum()).tolist())
