"""Cuts a setup into smaller ones, one for each set of next cards or each combo of a seat, which are solved separately.

Branches that differ only by a permutation of suits are solved once.
"""

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
from engine.equity.jobs import CancelCheck
from engine.ranges.holdem import live

PROBES = 3
"""How many branches are examined to estimate the cost of all of them."""

COST_OF_BRANCH = 5e6
"""Nanoseconds of the reference machine to prepare one branch, whatever is computed in it; most of them are Python's."""


@dataclass(frozen=True, slots=True, eq=False)
class SetupBranch:
    """A branch of a setup that represents ``size`` branches that differ only in suits.

    ``setup`` returns its setup, which is built anew each time because there may be thousands of branches. ``group``
    leaves the complete setup unchanged; ``kept`` bool[order] selects the permutations of it that leave the branch
    unchanged.
    """

    size: int
    setup: Callable[[], HoldemSetup]
    group: SuitGroup
    kept: Bools

    @property
    def possible(self) -> bool:
        """Whether the branch has a possible deal."""
        setup = self.setup()
        return combos_fit(setup.combos)

    def job(self, check_cancelled: CancelCheck) -> HoldemJob | None:
        """Return the exact job of the branch, or None if no method fits."""
        return exact_job(self.setup(), self.group.keeping(self.kept), check_cancelled)


@dataclass(frozen=True, slots=True, eq=False)
class BranchSolution:
    """The weight of the deals of a branch, and the equities of the active seats in it, float64[seats]."""

    weight: float
    equity: F64


def solve_branch(branch: SetupBranch, check_cancelled: CancelCheck) -> BranchSolution:
    """Solve a branch exactly; without a possible deal its weight and its equities are 0."""
    job = branch.job(check_cancelled) if branch.possible else None
    if job is None:
        return BranchSolution(0.0, np.zeros(len(branch.setup().weights)))
    total = np.zeros(1)
    for chunk in range(job.chunks):
        check_cancelled()
        total = total + job.compute(chunk)
    return BranchSolution(branch.size * job.weight(total), np.array([e.equity for e in job.estimates(total)]))


def branches_cost(branches: list[SetupBranch], check_cancelled: CancelCheck) -> float:
    """Estimate the operations that it takes to solve all branches exactly, from the costs of a few of them."""
    jobs = [branch.job(check_cancelled) for branch in branches[:: max(len(branches) // PROBES, 1)] if branch.possible]
    costs = [float("inf") if job is None else job.operations for job in jobs]
    return len(branches) * (COST_OF_BRANCH + float(np.mean(costs or [0.0])))


def card_branches(setup: HoldemSetup, sets: CardSets) -> list[SetupBranch]:
    """Return one branch for each orbit of the next cards ``sets``."""
    return [
        SetupBranch(int(size), partial(_with_board, setup, sets.cards[first]), sets.group, kept)
        for first, size, kept in zip(sets.firsts, sets.sizes, sets.kept.T, strict=True)
    ]


def hand_branches(setup: HoldemSetup, seat: int) -> tuple[I64, list[SetupBranch]]:
    """Return one branch for each orbit of combos of a seat.

    With them comes the number of the branch of each combo, int64[1326], -1 if the combo is not in the range.
    """
    group = suit_group(setup)
    combos = np.flatnonzero(setup.weights[seat])
    first = group.combos[:, combos].min(axis=0)
    firsts, orbit, sizes = np.unique(first, return_inverse=True, return_counts=True)
    branch_of = np.full(setup.weights.shape[1], -1)
    branch_of[combos] = orbit.reshape(-1)
    branches = [
        SetupBranch(int(size), partial(_with_hand, setup, seat, int(combo)), group, group.combos[:, combo] == combo)
        for combo, size in zip(firsts, sizes, strict=True)
    ]
    return branch_of, branches


def _with_hand(setup: HoldemSetup, seat: int, combo: int) -> HoldemSetup:
    weights = setup.weights.copy()
    weights[seat] = 0.0
    weights[seat, combo] = setup.weights[seat, combo]
    return replace(setup, weights=weights)


def _with_board(setup: HoldemSetup, cards: I64) -> HoldemSetup:
    """Return ``setup`` with ``cards`` added to the board, and without the combos that contain them."""
    mask = card_mask(int(card) for card in cards)
    return replace(
        setup,
        weights=live(setup.weights, mask),
        folded=live(setup.folded, mask),
        board=(*setup.board, *(int(card) for card in cards)),
    )
