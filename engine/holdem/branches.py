"""A setup cut into branches, by the next cards or by the hand of a seat: each is solved by itself, up to suits."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from engine.cards import DECK_SIZE, card_mask
from engine.holdem.deals import deal_exists
from engine.holdem.deck import available
from engine.holdem.plan import exact_job
from engine.holdem.setup import HoldemSetup
from engine.holdem.symmetry import SuitGroup, suit_group
from engine.jobs import Guard
from engine.kernels.deal_details import FLOPS
from engine.ranges.holdem import live

MOST_OPERATIONS = 1.2e12
"""Operations of all branches beyond which they are not solved exactly: about ten minutes on two cores."""

PROBES = 3


@dataclass(frozen=True, slots=True, eq=False)
class Branch:
    """One of ``size`` branches that differ in suits only; ``group`` leaves it unchanged.

    ``number`` says which: of the set of cards (see :func:`card_orbits`) or of the combo.
    """

    number: int
    size: int
    setup: HoldemSetup
    group: SuitGroup

    @property
    def possible(self) -> bool:
        """Whether it has any deal."""
        return deal_exists([*self.setup.weights, *self.setup.folded])


@dataclass(frozen=True, slots=True, eq=False)
class Solution:
    """The weight of the deals of a branch and the equities of the active seats, float64[seats]."""

    weight: float
    equity: NDArray[np.float64]


def solve_branch(branch: Branch, guard: Guard) -> Solution:
    """Solve a branch exactly; without a deal its weight and its equities are 0."""
    job = exact_job(branch.setup, branch.group, guard) if branch.possible else None
    if job is None:
        return Solution(0.0, np.zeros(len(branch.setup.weights)))
    total = np.zeros(1)
    for chunk in range(job.chunks):
        guard()
        total = total + job.compute(chunk)
    return Solution(branch.size * job.weight(total), np.array([e.equity for e in job.estimates(total)]))


def affordable(branches: list[Branch]) -> bool:
    """Say whether solving all branches exactly takes no longer than an exact answer may; some are looked at."""
    probes = [branch for branch in branches[:: max(len(branches) // PROBES, 1)] if branch.possible]
    jobs = [exact_job(branch.setup, branch.group) for branch in probes]
    costs = [float("inf") if job is None else job.operations for job in jobs]
    return len(branches) * float(np.mean(costs or [0.0])) <= MOST_OPERATIONS


def card_orbits(setup: HoldemSetup, group: SuitGroup, count: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the sets of ``count`` cards that can come next, int64[n, count], and of each its orbit's first, int64[n].

    The cards of a set are in ascending order, the sets in the order of ``itertools.combinations``.
    """
    cards = np.array(list(combinations(np.flatnonzero(available(setup)), count)), dtype=np.int64)
    places = DECK_SIZE ** np.arange(count)[::-1]
    codes = np.array([np.sort(_moved(cards, perm), axis=1) @ places for perm in group.suits.astype(np.int64)])
    return cards, np.searchsorted(codes[0], codes.min(axis=0))


def flop_places(setup: HoldemSetup) -> NDArray[np.int64]:
    """Return the number of the orbit of each flop, int64[22100] by ``flop_number``; -1 where a card is not live."""
    cards, first = card_orbits(setup, suit_group(setup), 3)
    low, middle, high = cards.T
    places = np.full(FLOPS, -1)
    numbers = high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low
    places[numbers] = np.unique(first, return_inverse=True)[1].reshape(-1)
    return places


def card_branches(setup: HoldemSetup, count: int) -> tuple[NDArray[np.int64], NDArray[np.int64], list[Branch]]:
    """Return the sets of next cards, of each the number of its branch, and the branches."""
    group = suit_group(setup)
    cards, first = card_orbits(setup, group, count)
    firsts, number, sizes = np.unique(first, return_inverse=True, return_counts=True)
    branches = [
        Branch(int(at), int(size), _with_board(setup, cards[at]), _fixing(group, cards[at]))
        for at, size in zip(firsts, sizes, strict=True)
    ]
    return cards, number.reshape(-1), branches


def hand_branches(setup: HoldemSetup, seat: int) -> tuple[NDArray[np.int64], list[Branch]]:
    """Return the branch of each combo of a seat, int64[1326] (-1 where it has none), and the branches."""
    group = suit_group(setup)
    combos = np.flatnonzero(setup.weights[seat])
    first = group.combos[:, combos].min(axis=0)
    firsts, number, sizes = np.unique(first, return_inverse=True, return_counts=True)
    branch_of = np.full(setup.weights.shape[1], -1)
    branch_of[combos] = number.reshape(-1)
    return branch_of, list(_hands(setup, group, seat, firsts, sizes))


def _hands(
    setup: HoldemSetup, group: SuitGroup, seat: int, combos: NDArray[np.int16], sizes: NDArray[np.int64]
) -> Iterator[Branch]:
    for combo, size in zip(combos, sizes, strict=True):
        weights = setup.weights.copy()
        weights[seat] = 0.0
        weights[seat, combo] = setup.weights[seat, combo]
        kept = group.keeping(group.combos[:, combo] == combo)
        yield Branch(int(combo), int(size), replace(setup, weights=weights), kept)


def _moved(cards: NDArray[np.int64], perm: NDArray[np.int64]) -> NDArray[np.int64]:
    moved: NDArray[np.int64] = cards & ~3 | perm[cards & 3]
    return moved


def _fixing(group: SuitGroup, cards: NDArray[np.int64]) -> SuitGroup:
    kept = [bool(np.isin(_moved(cards, perm), cards).all()) for perm in group.suits.astype(np.int64)]
    return group.keeping(np.array(kept))


def _with_board(setup: HoldemSetup, cards: NDArray[np.int64]) -> HoldemSetup:
    mask = card_mask(int(card) for card in cards)
    return replace(
        setup,
        weights=live(setup.weights, mask),
        folded=live(setup.folded, mask),
        board=(*setup.board, *(int(card) for card in cards)),
    )
