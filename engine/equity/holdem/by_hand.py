"""Exact equities by combo: the probability of each combo of each seat's range, and its equity.

The cheapest of several ways is taken: the setup is cut into branches that are solved separately; one more sweep
computes all combos; or only one seat is active, so that every pot is won and only probabilities are counted.
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
from engine.equity.holdem.branches import BranchSolution, SetupBranch, branches_cost, hand_branches, solve_branch
from engine.equity.holdem.disjoint import by_card, countable, disjoint_weight, weight_avoiding
from engine.equity.holdem.mixed import MixedDetails
from engine.equity.holdem.setup import HoldemSetup, hands
from engine.equity.holdem.sweep import TwoRangeByCombo
from engine.equity.jobs import CancelCheck, never_cancelled
from engine.kernels.holdem.mixed_work import MAX_RANGES

COST_OF_SET = (200.0, 3_000.0, 700_000.0, 3_000_000.0)
"""Nanoseconds of the reference machine for each set of next cards, by the number of hands that are dealt (1 to 4)."""

SETS_AT_ONCE = 1_000
ZERO_TOLERANCE = 1e-11
"""Weights below this share of the largest one are rounding errors of 0."""

Sets = I64


class SingleSeat:
    """A table with one active seat and up to three folded ranges (see :meth:`fits`). The seat wins every pot."""

    def __init__(self, setup: HoldemSetup) -> None:
        self._hands = hands(setup)

    @staticmethod
    def fits(setup: HoldemSetup) -> bool:
        """Return whether only one seat is active, and inclusion and exclusion can count the hands of the folded
        ones."""
        every = hands(setup)
        return len(setup.weights) == 1 and len(every) <= MAX_RANGES and countable(every)

    def operations(self, sets: int) -> float:
        """Return the cost of ``sets`` sets of next cards, in nanoseconds of one core of the reference machine."""
        return COST_OF_SET[len(self._hands) - 1] * sets

    def matrix(self) -> tuple[F64, F64]:
        """Return the probability of each combo and its equity, float64[1, 1326] each."""
        hero, *others = self._hands
        weights = _possible(hero * weight_avoiding(others))
        return weights[None] / weights.sum(), (weights > 0).astype(np.float64)[None]

    def parts(self, sets: Sets, check_cancelled: CancelCheck) -> list["partial[F64]"]:
        """Return the parts of a :class:`engine.equity.jobs.Detail`, for :meth:`result`.

        Together they weigh the ``sets`` of next cards, int64[n, size].
        """
        firsts = range(0, len(sets), SETS_AT_ONCE)
        return [partial(self._weigh, sets[first : first + SETS_AT_ONCE], check_cancelled) for first in firsts]

    def result(self, parts: list[F64]) -> tuple[F64, F64]:
        """Return the weights of the sets of next cards, float64[n], and the equities with them, float64[n, 1]."""
        weights = _possible(np.concatenate([np.zeros(0), *parts]))
        return weights, (weights > 0).astype(np.float64)[:, None]

    def _weigh(self, sets: Sets, check_cancelled: CancelCheck) -> F64:
        """Return the weight of all disjoint hands that contain no card of each set, float64[n]."""
        check_cancelled()
        if len(self._hands) <= 2:
            one, *other = (by_card(hand) for hand in self._hands)
            if not other:
                return _sums_without(one, sets)
            # The sum over cards counts pairs of combos that share a card once, but equal combos twice.
            left_of_one, left_of_other = _cards_without(one, sets), _cards_without(other[0], sets)
            clashes = (left_of_one * left_of_other).sum(axis=1) - _sums_without(one * other[0], sets)
            return np.asarray(_sums_without(one, sets) * _sums_without(other[0], sets) - clashes)
        result = np.zeros(len(sets))
        for i, mask in enumerate(np.bitwise_or.reduce(np.uint64(1) << sets.astype(np.uint64), axis=1)):
            check_cancelled()
            result[i] = disjoint_weight(list(self._hands * (COMBO_MASKS & mask == 0)))
        return result


def _sums_without(hand: F64, sets: Sets) -> F64:
    """Return the weight of the combos of ``hand`` float64[52, 52] that contain no card of each set, float64[n]."""
    result = hand.sum() / 2 - hand.sum(axis=1)[sets].sum(axis=1)
    for a, b in combinations(sets.T, 2):
        result += hand[a, b]
    return np.asarray(result)


def _cards_without(hand: F64, sets: Sets) -> F64:
    """Return the weight of the combos of ``hand`` that contain no card of each set, by their cards, float64[n, 52]."""
    result = hand.sum(axis=1) - hand[sets].sum(axis=1)
    np.put_along_axis(result, sets, 0.0, axis=1)
    return np.asarray(result)


def _possible(weights: F64) -> F64:
    """Return ``weights`` with rounding errors of 0 replaced by 0."""
    return np.where(weights > ZERO_TOLERANCE * weights.max(initial=0.0), weights, 0.0)


HandNumbers = tuple[F64, F64]
"""The probability of each combo of each active seat and its equity, float64[seats, 1326] each; 0 for impossible
combos."""


@dataclass(frozen=True, slots=True, eq=False)
class WorkLimits:
    """What exact work may cost, and how it is cancelled.

    ``affords`` returns whether the work may take a number of operations. ``check_cancelled`` is called by the work,
    ``check_planning`` while the way is chosen; both may raise.
    """

    affords: Callable[[float], bool]
    check_cancelled: CancelCheck = never_cancelled
    check_planning: CancelCheck = never_cancelled


@dataclass(frozen=True, slots=True, eq=False)
class EquitiesByHand:
    """Work in independent ``parts``; ``numbers`` turns the list of their values, in order, into the numbers of all
    combos.

    ``operations``: the cost; 0 if only one seat is active, which takes next to no time.
    """

    parts: Sequence[Callable[[], Any]]
    numbers: Callable[[list[Any]], HandNumbers]
    operations: float = 0.0

    def compute(self) -> HandNumbers:
        """Compute all parts in this thread and return the numbers."""
        return self.numbers([part() for part in self.parts])


def exact_by_hand(setup: HoldemSetup, limits: WorkLimits, *, contested: bool = True) -> EquitiesByHand | None:
    """Return how to compute the equities by combo of ``setup`` exactly, or None if that costs too much.

    With a single active seat it is always affordable. With ``contested`` False only that case is considered, because
    the main result of other tables is sampled.
    """
    if SingleSeat.fits(setup):
        return EquitiesByHand([SingleSeat(setup).matrix], lambda result: result[0])
    if not contested:
        return None
    if TwoRangeByCombo.fits(setup):
        job = TwoRangeByCombo(setup)
        parts = [partial(job.compute, part, limits.check_cancelled) for part in range(job.parts)]
        return EquitiesByHand(parts, job.results, job.operations) if limits.affords(job.operations) else None
    # Otherwise the table is solved once for each combo of each seat, or all of them by one sweep, whichever is cheaper.
    by_seat = [hand_branches(setup, seat) for seat in range(len(setup.weights))]
    branches = [branch for _, of_seat in by_seat for branch in of_seat]
    sweep, cost = cheapest_way(setup, branches, limits)
    if not limits.affords(cost):
        return None
    if sweep is not None:
        return EquitiesByHand(sweep.matrix_parts(), sweep.matrix, cost)
    branch_of = [branch_of_combo for branch_of_combo, _ in by_seat]
    solutions = solving(branches, limits.check_cancelled)
    return EquitiesByHand(solutions, lambda result: _of_hands(branch_of, branches, result), cost)


def cheapest_way(
    setup: HoldemSetup, branches: list[SetupBranch], limits: WorkLimits
) -> tuple[MixedDetails | None, float]:
    """Return the one sweep that can replace ``branches``, or None if solving them is cheaper; and the cost of the
    cheaper way."""
    cost = branches_cost(branches, limits.check_planning)
    sweep = MixedDetails.of(setup, limits.check_planning, limits.check_cancelled)
    in_one = inf if sweep is None else sweep.operations
    return sweep if in_one < cost else None, min(cost, in_one)


def solving(branches: list[SetupBranch], check_cancelled: CancelCheck) -> list["partial[BranchSolution]"]:
    """Return the parts of a :class:`engine.equity.jobs.Detail` that solve ``branches``."""
    return [partial(solve_branch, branch, check_cancelled) for branch in branches]


def _of_hands(branch_of: list[I64], branches: list[SetupBranch], solutions: list[BranchSolution]) -> HandNumbers:
    """Return the numbers of all combos from the solutions of the branches of all seats.

    ``branch_of``: the number of the branch of each combo, int64[1326] for each seat, counted within the seat.
    """
    shares, equities = np.zeros((len(branch_of), len(COMBOS))), np.zeros((len(branch_of), len(COMBOS)))
    start = 0
    for seat, branch_of_combo in enumerate(branch_of):
        end = start + int(branch_of_combo.max()) + 1
        weight = np.array([s.weight / b.size for s, b in zip(solutions[start:end], branches[start:end], strict=True)])
        equity = np.array([s.equity[seat] for s in solutions[start:end]])
        combos = branch_of_combo >= 0
        shares[seat, combos], equities[seat, combos] = weight[branch_of_combo[combos]], equity[branch_of_combo[combos]]
        start = end
    return shares / shares.sum(axis=1, keepdims=True), equities
