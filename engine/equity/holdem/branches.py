"""Branches of a setup, one for each set of next cards or each hand of a seat: each is solved by itself, up to suits."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from engine.arrays import F64, I64, Bools
from engine.cards import card_mask
from engine.equity.holdem.card_sets import CardSets
from engine.equity.holdem.deals import combos_fit
from engine.equity.holdem.plan import HoldemJob, exact_job
from engine.equity.holdem.setup import HoldemSetup
from engine.equity.holdem.symmetry import SuitGroup, suit_group
from engine.equity.jobs import Guard
from engine.ranges.holdem import live

PROBES = 3

COST_OF_BRANCH = 5e6
"""Nanoseconds to prepare one, whatever is computed in it; most of them are Python's."""


@dataclass(frozen=True, slots=True, eq=False)
class Branch:
    """One of ``size`` branches that differ in suits only.

    ``setup`` makes its setup, each time anew: there may be thousands of branches; ``group`` leaves the whole unchanged,
    and ``kept`` bool[order] marks what of it leaves the branch unchanged.
    """

    size: int
    setup: Callable[[], HoldemSetup]
    group: SuitGroup
    kept: Bools

    @property
    def possible(self) -> bool:
        """Whether it has any deal."""
        setup = self.setup()
        return combos_fit(setup.combos)

    def job(self, guard: Guard) -> HoldemJob | None:
        """Return its exact job, if there is any."""
        return exact_job(self.setup(), self.group.keeping(self.kept), guard)


@dataclass(frozen=True, slots=True, eq=False)
class Solution:
    """The weight of the deals of a branch and the equities of the active seats, float64[seats]."""

    weight: float
    equity: F64


def solve_branch(branch: Branch, guard: Guard) -> Solution:
    """Solve a branch exactly; without a deal its weight and its equities are 0."""
    job = branch.job(guard) if branch.possible else None
    if job is None:
        return Solution(0.0, np.zeros(len(branch.setup().weights)))
    total = np.zeros(1)
    for chunk in range(job.chunks):
        guard()
        total = total + job.compute(chunk)
    return Solution(branch.size * job.weight(total), np.array([e.equity for e in job.estimates(total)]))


def branches_cost(branches: list[Branch], guard: Guard) -> float:
    """Return about how many operations it takes to solve all branches exactly; some are looked at."""
    jobs = [branch.job(guard) for branch in branches[:: max(len(branches) // PROBES, 1)] if branch.possible]
    costs = [float("inf") if job is None else job.operations for job in jobs]
    return len(branches) * (COST_OF_BRANCH + float(np.mean(costs or [0.0])))


def card_branches(setup: HoldemSetup, sets: CardSets) -> list[Branch]:
    """Return one branch for each orbit of next cards."""
    return [
        Branch(int(size), partial(_with_board, setup, sets.cards[first]), sets.group, kept)
        for first, size, kept in zip(sets.firsts, sets.sizes, sets.kept.T, strict=True)
    ]


def hand_branches(setup: HoldemSetup, seat: int) -> tuple[I64, list[Branch]]:
    """Return the branch of each combo of a seat, int64[1326] (-1 where it has none), and the branches."""
    group = suit_group(setup)
    combos = np.flatnonzero(setup.weights[seat])
    first = group.combos[:, combos].min(axis=0)
    firsts, number, sizes = np.unique(first, return_inverse=True, return_counts=True)
    branch_of = np.full(setup.weights.shape[1], -1)
    branch_of[combos] = number.reshape(-1)
    branches = [
        Branch(int(size), partial(_with_hand, setup, seat, int(combo)), group, group.combos[:, combo] == combo)
        for combo, size in zip(firsts, sizes, strict=True)
    ]
    return branch_of, branches


def _with_hand(setup: HoldemSetup, seat: int, combo: int) -> HoldemSetup:
    weights = setup.weights.copy()
    weights[seat] = 0.0
    weights[seat, combo] = setup.weights[seat, combo]
    return replace(setup, weights=weights)


def _with_board(setup: HoldemSetup, cards: I64) -> HoldemSetup:
    mask = card_mask(int(card) for card in cards)
    return replace(
        setup,
        weights=live(setup.weights, mask),
        folded=live(setup.folded, mask),
        board=(*setup.board, *(int(card) for card in cards)),
    )
