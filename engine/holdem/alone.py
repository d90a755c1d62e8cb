"""The details of a seat that plays alone: it wins every pot, so only the probabilities of cards and hands are computed.

No board has to be dealt: given the hands, all boards from the other cards are equally likely. The weight of a set of
cards to come is therefore the total weight of all ways to deal the hands without these cards.
"""

from functools import partial
from itertools import combinations

import numpy as np

from engine.arrays import F64, I64
from engine.cards import COMBO_MASKS
from engine.holdem.disjoint import by_card, countable, disjoint_weight, left_by
from engine.holdem.setup import HoldemSetup, hands
from engine.jobs import Guard
from engine.kernels.holdem.mixed_work import MOST_RANGES

COST_OF_SET = (200.0, 3_000.0, 700_000.0, 3_000_000.0)
"""Nanoseconds of the reference machine for each set of cards, by the number of hands that are dealt."""

SETS_AT_ONCE = 1_000
NOTHING = 1e-11
"""A smaller share of the likeliest is what rounding leaves of none."""

Sets = I64


class Alone:
    """One active seat and up to three folded ones with ranges (see :meth:`fits`)."""

    def __init__(self, setup: HoldemSetup) -> None:
        self._hands = hands(setup)

    @staticmethod
    def fits(setup: HoldemSetup) -> bool:
        """Return whether a single seat plays, and what the folded ones take can be counted."""
        every = hands(setup)
        return len(setup.weights) == 1 and len(every) <= MOST_RANGES and countable(every)

    def operations(self, sets: int) -> float:
        """Return the cost of so many sets of cards, in nanoseconds of one core of the reference machine."""
        return COST_OF_SET[len(self._hands) - 1] * sets

    def matrix(self) -> tuple[F64, F64]:
        """Return the share of each combo in the range and its equity, float64[1, 1326]."""
        hero, *others = self._hands
        weights = _possible(hero * left_by(others))
        return weights[None] / weights.sum(), (weights > 0).astype(np.float64)[None]

    def parts(self, sets: Sets, guard: Guard) -> list["partial[F64]"]:
        """Return parts whose values put together are what the ``sets`` of cards int64[n, size] weigh."""
        firsts = range(0, len(sets), SETS_AT_ONCE)
        return [partial(self._weigh, sets[first : first + SETS_AT_ONCE], guard) for first in firsts]

    def result(self, parts: list[F64]) -> tuple[F64, F64]:
        """Return the weights of the sets, float64[n], and the equities with them, float64[n, 1]."""
        weights = _possible(np.concatenate([np.zeros(0), *parts]))
        return weights, (weights > 0).astype(np.float64)[:, None]

    def _weigh(self, sets: Sets, guard: Guard) -> F64:
        guard()
        if len(self._hands) <= 2:
            return weights_without(self._hands, sets)
        result = np.zeros(len(sets))
        for at, mask in enumerate(np.bitwise_or.reduce(np.uint64(1) << sets.astype(np.uint64), axis=1)):
            guard()
            result[at] = disjoint_weight(list(self._hands * (COMBO_MASKS & mask == 0)))
        return result


def weights_without(weights: F64, sets: Sets) -> F64:
    """Return the weight of the ways to deal disjoint combos of one hand or two, ``weights`` float64[hands, 1326], that
    leave all cards of a set, for each of ``sets`` int64[n, size]."""
    one, *other = (by_card(hand) for hand in weights)
    if not other:
        return _sums_without(one, sets)
    left_of_one, left_of_other = _cards_without(one, sets), _cards_without(other[0], sets)
    clashes = (left_of_one * left_of_other).sum(axis=1) - _sums_without(one * other[0], sets)
    return np.asarray(_sums_without(one, sets) * _sums_without(other[0], sets) - clashes)


def _sums_without(hand: F64, sets: Sets) -> F64:
    """Return the weight of the combos of ``hand`` float64[52, 52] without a card of a set, float64[n]."""
    result = hand.sum() / 2 - hand.sum(axis=1)[sets].sum(axis=1)
    for a, b in combinations(sets.T, 2):
        result += hand[a, b]
    return np.asarray(result)


def _cards_without(hand: F64, sets: Sets) -> F64:
    """Return the weight of the combos of ``hand`` without a card of a set, by their cards, float64[n, 52]."""
    result = hand.sum(axis=1) - hand[sets].sum(axis=1)
    np.put_along_axis(result, sets, 0.0, axis=1)
    return np.asarray(result)


def _possible(weights: F64) -> F64:
    """Return ``weights`` without what rounding leaves of nothing."""
    return np.where(weights > NOTHING * weights.max(initial=0.0), weights, 0.0)
