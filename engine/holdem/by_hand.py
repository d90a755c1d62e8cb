"""Exact equities by combo: how likely each seat holds each combo of its range, and its equity with it.

The setup is cut into branches that are solved one by one, one more sweep computes all combos, or, for a seat alone,
there is nothing to contest; whichever is cheapest.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import inf
from typing import Any

import numpy as np

from engine.arrays import F64, I64
from engine.cards import COMBOS
from engine.holdem.alone import Alone
from engine.holdem.branches import Branch, Solution, branches_cost, hand_branches, solve_branch
from engine.holdem.mixed import MixedDetails
from engine.holdem.setup import HoldemSetup
from engine.holdem.sweep import TwoRangeByCombo
from engine.jobs import Guard, unguarded

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
