"""Exact equities by combo: how likely each seat holds each combo of its range, and its equity with it.

The setup is cut into branches that are solved one by one, one more sweep computes all combos, or, for a seat alone,
there is nothing to contest; whichever is cheapest.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from math import inf
from typing import Any

import numpy as np

from engine.arrays import F64, I64
from engine.cards import COMBO_MASKS, COMBOS
from engine.equity.holdem.branches import Branch, Solution, branches_cost, hand_branches, solve_branch
from engine.equity.holdem.disjoint import by_card, countable, disjoint_weight, left_by
from engine.equity.holdem.mixed import MixedDetails
from engine.equity.holdem.setup import HoldemSetup, hands
from engine.equity.holdem.sweep import TwoRangeByCombo
from engine.equity.jobs import Guard, unguarded
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
            one, *other = (by_card(hand) for hand in self._hands)
            if not other:
                return _sums_without(one, sets)
            left_of_one, left_of_other = _cards_without(one, sets), _cards_without(other[0], sets)
            clashes = (left_of_one * left_of_other).sum(axis=1) - _sums_without(one * other[0], sets)
            return np.asarray(_sums_without(one, sets) * _sums_without(other[0], sets) - clashes)
        result = np.zeros(len(sets))
        for at, mask in enumerate(np.bitwise_or.reduce(np.uint64(1) << sets.astype(np.uint64), axis=1)):
            guard()
            result[at] = disjoint_weight(list(self._hands * (COMBO_MASKS & mask == 0)))
        return result


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


HandNumbers = tuple[F64, F64]
"""The share of each combo in the range of each active seat and its equity, float64[seats, 1326] each; 0 where it cannot
be held."""


@dataclass(frozen=True, slots=True, eq=False)
class Means:
    """The cost that is allowed, and the guard.

    ``affords``: whether it may take so many operations; ``guard``: called by the work; ``planning``: by what looks for
    the way.
    """

    affords: Callable[[float], bool]
    guard: Guard = unguarded
    planning: Guard = unguarded


@dataclass(frozen=True, slots=True, eq=False)
class ByHand:
    """Work in independent ``parts``; ``numbers`` makes the numbers of all combos of their values, in order. It costs
    ``operations``, next to none where a seat is alone."""

    parts: Sequence[Callable[[], Any]]
    numbers: Callable[[list[Any]], HandNumbers]
    operations: float = 0.0

    def compute(self) -> HandNumbers:
        """Return the numbers, computed in this thread."""
        return self.numbers([part() for part in self.parts])


def exact_by_hand(setup: HoldemSetup, means: Means, *, contested: bool = True) -> ByHand | None:
    """Return how to compute the equities by combo of ``setup`` exactly, None where that is not affordable.

    A seat that plays alone is always affordable; of no others are there exact numbers unless they are ``contested``
    exactly.
    """
    if Alone.fits(setup):
        return ByHand([Alone(setup).matrix], lambda result: result[0])
    if not contested:
        return None
    if TwoRangeByCombo.fits(setup):
        job = TwoRangeByCombo(setup)
        parts = [partial(job.compute, part, means.guard) for part in range(job.parts)]
        return ByHand(parts, job.results, job.operations) if means.affords(job.operations) else None
    hands = [hand_branches(setup, seat) for seat in range(len(setup.weights))]
    branches = [branch for _, of_seat in hands for branch in of_seat]
    sweep, cost = cheapest_way(setup, branches, means)
    if not means.affords(cost):
        return None
    if sweep is not None:
        return ByHand(sweep.matrix_parts(), sweep.matrix, cost)
    numbers = [branch_of for branch_of, _ in hands]
    return ByHand(solving(branches, means.guard), lambda result: _of_hands(numbers, branches, result), cost)


def cheapest_way(setup: HoldemSetup, branches: list[Branch], means: Means) -> tuple[MixedDetails | None, float]:
    """Return the one sweep that replaces ``branches``, None if these are cheaper; and the operations of the cheaper."""
    cost = branches_cost(branches, means.planning)
    sweep = MixedDetails.of(setup, means.planning, means.guard)
    in_one = inf if sweep is None else sweep.operations
    return sweep if in_one < cost else None, min(cost, in_one)


def solving(branches: list[Branch], guard: Guard) -> list["partial[Solution]"]:
    """Return the parts that solve ``branches``."""
    return [partial(solve_branch, branch, guard) for branch in branches]


def _of_hands(branch_of: list[I64], branches: list[Branch], parts: list[Solution]) -> HandNumbers:
    """Return the numbers of all combos from the branches of all."""
    shares, equities = np.zeros((len(branch_of), len(COMBOS))), np.zeros((len(branch_of), len(COMBOS)))
    first = 0
    for seat, numbers in enumerate(branch_of):
        last = first + int(numbers.max()) + 1
        weight = np.array([s.weight / b.size for s, b in zip(parts[first:last], branches[first:last], strict=True)])
        equity = np.array([s.equity[seat] for s in parts[first:last]])
        held = numbers >= 0
        shares[seat, held], equities[seat, held] = weight[numbers[held]], equity[numbers[held]]
        first = last
    return shares / shares.sum(axis=1, keepdims=True), equities
