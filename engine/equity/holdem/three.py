"""Exact, for three hands with any ranges, one of which may have folded: a sweep over the combos of every board.

Boards are visited up to suit symmetry. If one of three seats has few combos, another method takes each of them in turn
against the other two ranges.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from math import comb

import numpy as np

from engine.arrays import F64, I8
from engine.cards import COMBO_MASKS, COMBOS
from engine.equity.holdem.board_chunks import CHUNK_COST, BoardChunks
from engine.equity.holdem.disjoint import disjoint_hands
from engine.equity.holdem.estimates import estimates
from engine.equity.holdem.setup import HoldemSetup, available, hands, to_come
from engine.equity.holdem.symmetry import SuitGroup
from engine.equity.holdem.three_ranges import (
    different_ranges,
    in_versions,
    three_board_cost,
    three_multiset_cost,
    three_ranges,
)
from engine.equity.jobs import Tally
from engine.equity.results import Estimate
from engine.kernels.holdem.known import new_known_work as known_work
from engine.kernels.holdem.known import sweep_known_boards
from engine.kernels.holdem.three import sweep_boards
from engine.kernels.holdem.three_sweep import BELOW, CLASS, TALLY, UP_TO, RangeTriple, new_triple_work
from engine.kernels.tables import high_tables


class _ThreeHands:
    """The deals of a job of three hands, whose tally begins with a row of ``kernels.holdem.three_sweep``."""

    _setup: HoldemSetup

    def deals(self) -> int:
        """Return the number of deals with positive weight."""
        in_deck = int(available(self._setup).sum()) - 6
        return disjoint_hands(*(hands(self._setup) > 0)) * comb(in_deck, to_come(self._setup))

    def weight(self, tally: Tally) -> float:
        """Return the weight of all deals: the sum of the products of their combos' weights."""
        return float(tally[CLASS:TALLY].sum())


class ThreeJob(_ThreeHands):
    """Three active seats, or two and a folded range (:class:`engine.equity.jobs.ExactJob`).

    The tally: float64[tasks, TALLY] of ``engine.kernels.holdem.three_sweep``, one task for each different range of an
    active seat. With a folded range only one seat's wins and ties are counted, those of the seat with fewer combos,
    because they determine the other's.
    """

    def __init__(self, setup: HoldemSetup, group: SuitGroup, chunk_cost: float = CHUNK_COST) -> None:
        self._setup = setup
        active = len(setup.weights)
        sizes = np.count_nonzero(setup.weights, axis=1)
        self._order = np.argsort(sizes, kind="stable") if active == 2 else np.arange(3)
        weights = np.concatenate([setup.weights[self._order], setup.folded])
        self._seats = different_ranges(weights, active)
        self._ranges = three_ranges(weights, self._seats, active)
        costs = three_board_cost(self._ranges), three_multiset_cost(self._ranges)
        self.boards = BoardChunks(setup, group, *costs, chunk_cost)

    @property
    def operations(self) -> float:
        """Cost in nanoseconds of one core of the reference machine."""
        return self.boards.operations

    @property
    def chunks(self) -> int:
        """Number of chunks."""
        return len(self.boards.chunks)

    def compute(self, chunk: int) -> Tally:
        """Return the tally of one chunk of boards."""
        tally = np.zeros((len(self._ranges.tasks), TALLY))
        rows, free_shares = self.boards.rows(chunk), self.boards.free_shares(chunk)
        work = new_triple_work(self._ranges, max(self._seats) + 1)
        sweep_boards(*rows, *free_shares, self._ranges, high_tables(), work, tally)
        return tally.ravel()

    def estimates(self, tally: Tally) -> tuple[Estimate, ...]:
        """Return the numbers of the active seats."""
        by_seat = tally.reshape(-1, TALLY)[self._seats[: len(self._order)]]
        return three_estimates(by_seat) if len(by_seat) == 3 else self._two_estimates(by_seat)

    def _two_estimates(self, by_seat: F64) -> tuple[Estimate, ...]:
        """Return the numbers of the two seats from float64[2, TALLY]. Rounding errors below 0 become 0."""
        categories = np.maximum(by_seat[:, CLASS:], 0.0)
        win, lose = by_seat[0, BELOW], categories[0].sum() - by_seat[0, UP_TO]
        tie = by_seat[0, UP_TO] - win
        shares = np.maximum([[win, tie], [lose, tie]], 0.0)
        return estimates(shares[self._order], categories[self._order], np.zeros(2))


def three_estimates(by_seat: F64) -> tuple[Estimate, ...]:
    """Return the numbers of three seats from float64[3, TALLY].

    A seat's two-way and three-way ties follow from the ties of all seats: the shared pots of which a seat has no part
    are those that the other two share. Rounding errors below 0 become 0.
    """
    by_seat = np.maximum(by_seat, 0.0)
    win, ties = by_seat[:, BELOW], by_seat[:, UP_TO] - by_seat[:, BELOW]
    categories = by_seat[:, CLASS:]
    shared = categories[0].sum() - win.sum()
    shared_by_others = np.maximum(shared - ties, 0.0)  # shared by the other two seats alone
    split_two = shared_by_others.sum() - shared_by_others
    split_three = np.maximum(ties - split_two, 0.0)
    return estimates(np.stack([win, split_two, split_three], axis=1), categories, np.zeros(3))


MAX_KNOWN_COMBOS = 40
"""With more combos, up to suits, the sweep over three ranges is always quicker."""

COST_OF_BOARD = 1_000.0
COST_OF_PAIR = 72.0
COST_OF_RANGE_PAIR = 36.0
COST_OF_MULTISET = 3_000.0
"""Nanoseconds of one core of the reference machine, fitted to measured boards."""


@dataclass(frozen=True, slots=True, eq=False)
class _Branch:
    """One combo of the known seat, for all combos of its orbit: its cards, its weight times the size of the orbit, the
    two other ranges without its cards, and the boards."""

    cards: I8
    weight: float
    ranges: RangeTriple
    boards: BoardChunks


class KnownJob(_ThreeHands):
    """Three active seats, no folded ranges, one seat with few combos (:class:`engine.equity.jobs.ExactJob`); see
    :meth:`fits`.

    The tally: float64[1 + tasks, TALLY] of ``kernels.holdem.three_sweep``: the known seat first, then one row for each
    different range of the other two.
    """

    def __init__(self, setup: HoldemSetup, group: SuitGroup, chunk_cost: float = CHUNK_COST) -> None:
        self._setup = setup
        self._group = group
        self._chunk_cost = chunk_cost
        self._known = _known_seat(setup)
        self._others = [seat for seat in range(3) if seat != self._known]
        self._equal = bool(np.array_equal(*setup.weights[self._others]))

    @staticmethod
    def fits(setup: HoldemSetup, group: SuitGroup) -> bool:
        """Return whether this method can compute ``setup`` and may be the quicker one."""
        if len(setup.weights) != 3 or len(setup.folded):
            return False
        return len(_orbits(setup.weights[_known_seat(setup)], group)) <= MAX_KNOWN_COMBOS

    @cached_property
    def operations(self) -> float:
        """Cost in nanoseconds of one core of the reference machine."""
        return sum(branch.boards.operations for branch in self._branches)

    @property
    def chunks(self) -> int:
        """Number of chunks."""
        return len(self._chunks)

    def compute(self, chunk: int) -> Tally:
        """Return the tally of one chunk of the boards of one combo."""
        branch, part = self._chunks[chunk]
        tally = np.zeros((1 + len(branch.ranges.tasks), TALLY))
        work = known_work(branch.ranges, len(branch.ranges.tasks))
        rows = branch.boards.rows(part)
        sweep_known_boards(*rows, branch.cards, branch.ranges, high_tables(), work, tally)
        return (branch.weight * tally).ravel()

    def estimates(self, tally: Tally) -> tuple[Estimate, ...]:
        """Return the numbers of the three seats."""
        by_seat = np.zeros((3, TALLY))
        rows = tally.reshape(-1, TALLY)
        by_seat[self._known] = rows[0]
        by_seat[self._others] = rows[1:]
        return three_estimates(by_seat)

    @cached_property
    def _branches(self) -> list[_Branch]:
        """Return one branch per orbit of the known seat's combos: the two other ranges, without its cards."""
        branches = []
        for combo, size in _orbits(self._setup.weights[self._known], self._group):
            others = np.where(COMBO_MASKS & COMBO_MASKS[combo] == 0, self._setup.weights[self._others], 0.0)
            if not others.any(axis=1).all():
                continue
            dead = (*self._setup.dead, *(int(card) for card in COMBOS[combo]))
            rest = replace(self._setup, weights=others, dead=dead)
            unchanged = self._group.combos[:, combo] == combo
            group = SuitGroup(self._group.suits[unchanged], self._group.combos[unchanged])
            ranges = _two_ranges(others[:1] if self._equal else others)
            weight = float(self._setup.weights[self._known, combo]) * size
            boards = BoardChunks(rest, group, _board_cost(ranges), COST_OF_MULTISET, self._chunk_cost)
            branches.append(_Branch(COMBOS[combo], weight, ranges, boards))
        return branches

    @cached_property
    def _chunks(self) -> list[tuple[_Branch, int]]:
        return [(branch, part) for branch in self._branches for part in range(len(branch.boards.chunks))]


def _known_seat(setup: HoldemSetup) -> int:
    """Return the seat with the fewest combos, which are computed one after another."""
    return int(np.argmin((setup.weights > 0).sum(axis=1)))


def _orbits(weights: F64, group: SuitGroup) -> list[tuple[int, int]]:
    """Return the smallest combo of each orbit of the range, and the size of the orbit."""
    moved = np.sort(group.combos[:, np.flatnonzero(weights)], axis=0)
    firsts, counts = np.unique(moved[0], return_counts=True)
    return list(zip(firsts.tolist(), counts.tolist(), strict=True))


def _board_cost(ranges: RangeTriple) -> float:
    pairs, different = len(ranges.ranks), len(ranges.tasks)
    return COST_OF_BOARD + pairs * (COST_OF_PAIR + COST_OF_RANGE_PAIR * different)


def _two_ranges(weights: F64) -> RangeTriple:
    """Return two ranges, or one that both seats have, in the form of ``kernels.holdem.known``, which needs no
    triangles."""
    tasks = [(0, 1, 1), (1, 0, 0)] if len(weights) == 2 else [(0, 0, 0)]
    ranks, keys, blocks, matrix = in_versions(weights, [tasks[0][:2]], -1)
    return RangeTriple(
        ranks=ranks,
        keys=keys,
        blocks=blocks,
        matrix=matrix,
        tasks=np.array(tasks, dtype=np.int64),
        products=np.zeros((len(tasks), 3), np.int64),
        placements=np.zeros((0, 3), np.int64),
        credits=np.zeros((0, len(tasks), 3)),
        triangles=np.zeros((0, len(ranks), 13)),
        has_combos=np.any(blocks[0], axis=2),
        folded=-1,
        contests=0,
    )
