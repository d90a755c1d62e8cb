"""The gains of all of hero's hands on all flops by one sweep of every board (see ``engine.kernels.preflop.sweep``).

Flops and boards are taken up to the suit permutations that leave all ranges unchanged. The gains on a flop are stored
for every combo of hero's rank pairs, with the suits that the combo has after the permutation that takes the flop to the
one that represents it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np

from engine.arrays import F64, I64
from engine.cards import COMBOS, DECK_SIZE
from engine.equity.holdem.board_chunks import BoardChunks
from engine.equity.holdem.card_sets import CardSets, card_sets, flop_numbers, flop_orbits
from engine.equity.holdem.disjoint import by_card
from engine.equity.holdem.setup import HoldemSetup
from engine.equity.holdem.symmetry import suit_group
from engine.equity.jobs import CancelCheck
from engine.kernels.holdem.deal_details import FLOPS
from engine.kernels.holdem.high import RANK_KEYS
from engine.kernels.preflop.sweep import sweep_all_hands
from engine.kernels.preflop.work import HANDS, NOT_HEROS, NOT_LISTED, SUITED, SweepInputs, new_preflop_sweep_work
from engine.kernels.tables import high_tables

MAX_NUMBERS = 9_000_000
"""The most numbers of a block; the results of several parts are in memory at the same time."""
PARTS = 12
"""The parts into which the boards of a block are divided."""
FLOPS_AT_ONCE = 64
"""Flops whose sums are averaged between two checks whether the run is cancelled."""
CHUNK_COST = 7e6
COST_OF_LISTING, COST_OF_ONE, COST_OF_TWO = 6_000.0, 12_000.0, 70_000.0
COST_OF_RANKS = 10_000.0
"""Costs in nanoseconds of one core of the reference machine: a board, a task of one or two hands on it, its ranks."""


@dataclass(frozen=True, slots=True, eq=False)
class SweepBlock:
    """Hero's hands that are computed together.

    ``columns`` int64[13, 13]: the column of each of their ``count`` rank pairs, the higher rank first, or -1.
    """

    columns: I64
    count: int

    def places(self, combos: I64) -> tuple[I64, I64]:
        """Return row and column of combos int64[n] in the results of the block, int64[n] each; column -1: not in it."""
        high, low = COMBOS[combos].astype(np.int64).T
        return 4 * (high & 3) + (low & 3), self.columns[high >> 2, low >> 2]


class FlopSweep:
    """The gains of the hands ``hero`` float64[1326] against the ranges of ``setup``, by a sweep of all boards.

    ``tasks`` int64[tasks, 7]: tasks of one or two hands in the form of the kernels.
    """

    def __init__(self, hero: F64, setup: HoldemSetup, tasks: I64, check_cancelled: CancelCheck) -> None:
        """Divide hero's rank pairs into blocks, each with at most :data:`MAX_NUMBERS` numbers in its result."""
        self._setup, self._tasks, self._check_cancelled = setup, tasks, check_cancelled
        self._group = suit_group(setup)
        cards = COMBOS[np.flatnonzero(hero)].astype(np.int64) >> 2
        pairs = np.unique(cards, axis=0)
        flops = FLOPS / self._group.order
        most = max(int(MAX_NUMBERS / (flops * SUITED * len(tasks))), 1)
        count = -(-len(pairs) // most)
        self.blocks = [_block(part) for part in np.array_split(pairs, count)]

    @cached_property
    def operations(self) -> float:
        """Cost in nanoseconds of one core of the reference machine."""
        return len(self.blocks) * self._boards.operations

    def parts(self, block: int) -> list[Callable[[], F64]]:
        """Return the parts of the work for a block; their results add up to float64[flops, tasks, 16, columns]."""
        count = len(self._boards.chunks)
        return [partial(self._part, self.blocks[block], range(i, count, PARTS)) for i in range(min(PARTS, count))]

    def gains(self, blocks: list[F64], combos: I64, flops: I64) -> F64:
        """Return the gains of hands on flops, float64[flops, hands, tasks].

        ``blocks``: for each block the sum of its parts after :meth:`symmetrise`; ``combos`` int64[hands]; ``flops``
        int64[flops, 3], cards in ascending order.
        """
        self._check_cancelled()
        place, move = self._flops[flop_numbers(flops)].T
        gains = np.zeros((len(flops), len(combos), len(self._tasks)))
        for block, result in zip(self.blocks, blocks, strict=True):
            rows, columns = block.places(combos)
            own = np.flatnonzero(columns >= 0)
            gains[:, own] = result[place[:, None], :, self._rows[move][:, rows[own]], columns[own]]
        return gains

    def symmetrise(self, blocks: list[F64]) -> None:
        """Turn sums over flops that differ only in suits into means of one flop, in place.

        Hands that a permutation of suits takes into one another on that flop get the same mean. ``blocks``: for each
        block the sum of its parts, float64[flops, tasks, 16, columns].
        """
        # ``kept`` marks the permutations that leave each flop unchanged; ``order`` is their number. The mean is over
        # the hands that these permutations take into one another, and over the ``sizes`` flops that the sum is about.
        kept, sizes = self._sets.kept, self._sets.sizes
        order = kept.sum(axis=0)
        for values in blocks:
            for first in range(0, len(values), FLOPS_AT_ONCE):
                self._check_cancelled()
                at = slice(first, first + FLOPS_AT_ONCE)
                whole = np.zeros_like(values[at])
                for rows, marked in zip(self._rows, kept[:, at], strict=True):
                    whole[marked] += values[at][marked][:, :, rows]
                values[at] = whole / (order[at] * sizes[at])[:, None, None, None]

    def _part(self, block: SweepBlock, chunks: range) -> F64:
        """Return the gains on some chunks of the boards for a block, float64[flops, tasks, 16, columns]."""
        field = self._field(block)
        work = new_preflop_sweep_work(field, block.count)
        result = np.zeros((len(self._sets.firsts), len(self._tasks), SUITED, block.count))
        for chunk in chunks:
            self._check_cancelled()
            sweep_all_hands(*self._boards.rows(chunk), field, high_tables(), work, result)
        return result

    def _field(self, block: SweepBlock) -> SweepInputs:
        """Return a block's hands and the ranges in the form of the kernels."""
        weights = np.stack([by_card(row) for row in self._setup.weights])
        used = self._setup.weights.any(axis=0)
        rows, columns = block.places(np.arange(len(COMBOS)))
        places = np.where(columns >= 0, rows * block.count + columns, np.where(used, NOT_HEROS, NOT_LISTED))
        cells = np.full((DECK_SIZE, DECK_SIZE), NOT_LISTED)
        cells[tuple(COMBOS.T)] = places
        ranks = np.unique(COMBOS[places > NOT_LISTED].astype(np.int64) >> 2, axis=0)
        keys = np.array(RANK_KEYS, dtype=np.uint64)[ranks].sum(axis=1, dtype=np.uint64)
        # A pocket pair has two cells for each pair of suits; the kernels compute one and copy it to the other.
        pockets = block.columns.diagonal()[block.columns.diagonal() >= 0]
        twins = [
            ((4 * i + j) * block.count + column, (4 * j + i) * block.count + column)
            for column in pockets.tolist()
            for i in range(4)
            for j in range(i)
        ]
        twin_cells = np.array(twins, dtype=np.int64).reshape(-1, 2)
        return SweepInputs(ranks, keys, cells, twin_cells, weights, self._tasks, self._flops, self._rows)

    @cached_property
    def _sets(self) -> CardSets:
        return card_sets(self._setup, 3, self._check_cancelled)

    @cached_property
    def _flops(self) -> I64:
        """How to look up the gains of each flop, int64[22100, 2].

        The first number is the index of the flop that represents it, the second the index of the suit permutation that
        turns the flop into that one. Applied to hero's cards too, the permutation gives a hand whose gains on the
        representing flop have been computed.
        """
        sets = self._sets
        cards = sets.cards
        goal = cards[sets.firsts][sets.orbit_of]
        moves = np.zeros(len(cards), np.int64)
        for number, perm in enumerate(sets.group.suits.astype(np.int64)):
            self._check_cancelled()
            moves[(np.sort(cards & ~3 | perm[cards & 3], axis=1) == goal).all(axis=1)] = number
        places = flop_orbits(sets)
        result = np.zeros((FLOPS, 2), np.int64)
        result[:, 0] = places
        result[flop_numbers(cards), 1] = moves
        return result

    @cached_property
    def _rows(self) -> I64:
        """The row of a block to which each permutation of suits takes each row, int64[order, 16]."""
        suits = self._group.suits.astype(np.int64)
        return (4 * suits[:, :, None] + suits[:, None, :]).reshape(-1, SUITED)

    @cached_property
    def _boards(self) -> BoardChunks:
        of_two = int(np.count_nonzero(self._tasks[:, HANDS] == 2))
        cost = COST_OF_LISTING + COST_OF_ONE * (len(self._tasks) - of_two) + COST_OF_TWO * of_two
        return BoardChunks(self._setup, self._group, cost, COST_OF_RANKS, CHUNK_COST)


def _block(pairs: I64) -> SweepBlock:
    """Return the block of some rank pairs, int64[n, 2] with the higher rank first."""
    columns = np.full((13, 13), -1)
    columns[tuple(pairs.T)] = np.arange(len(pairs))
    return SweepBlock(columns, len(pairs))
