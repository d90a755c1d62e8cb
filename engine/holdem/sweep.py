"""Exact, for two seats with any ranges: a sweep over the combos of every board up to suit symmetry."""

from functools import cached_property
from math import comb

import numpy as np
from numpy.typing import NDArray

from engine.cards import COMBOS
from engine.holdem.counting import board_ways, suits_left
from engine.holdem.deck import available, to_come
from engine.holdem.disjoint import disjoint_hands
from engine.holdem.estimates import estimates
from engine.holdem.setup import HoldemSetup
from engine.holdem.symmetry import SuitGroup
from engine.jobs import Tally
from engine.jobs.results import Estimate
from engine.kernels.holdem.high import CATEGORIES, RANK_KEYS
from engine.kernels.holdem.sweep import Ranges, new_work
from engine.kernels.holdem.sweep_boards import sweep_multisets
from engine.kernels.holdem.sweep_flops import sweep_flops
from engine.tables import high_tables, multisets

CHUNK_COST = 7e6
SMALLEST_CHUNK_COST = 1e6
CHUNKS_WANTED = 8
COST_OF_BOARD = 600.0
COST_OF_PAIR = 45.0


class SweepJob:
    """Two active seats and no folded ranges (:class:`engine.jobs.ExactJob`).

    The tally: weight of the deals that seat 1 wins, of ties, then nine categories of seat 1 and nine of
    seat 2.
    """

    def __init__(self, setup: HoldemSetup, group: SuitGroup) -> None:
        self._setup = setup
        self._group = group

    @cached_property
    def operations(self) -> float:
        """Cost in nanoseconds of one core of the reference machine."""
        return self._board_cost * self._group.orbits(available(self._setup), to_come(self._setup))

    @property
    def chunks(self) -> int:
        """Number of chunks."""
        return len(self._bounds) - 1

    def compute(self, chunk: int) -> Tally:
        """Return the tally of one chunk of boards."""
        first, last = self._bounds[chunk], self._bounds[chunk + 1]
        board = np.uint64(sum(int(high_tables().bits[card]) for card in self._setup.board))
        tally = np.zeros(2 + 2 * CATEGORIES)
        sweep_multisets(
            multisets(to_come(self._setup))[first:last], board, self._left, self._group.suits, self._ranges,
            high_tables(), new_work(), tally,
        )  # fmt: skip
        return tally

    def flops(self, chunk: int, flops: NDArray[np.int64], count: int) -> Tally:
        """Return the tally of one chunk of boards by flop, float64[count, 3]: weight of deals, of wins, of ties.

        ``flops`` int64[22100] are the places of the flops (``kernels.holdem.sweep_flops``). Before the flop only.
        """
        first, last = self._bounds[chunk], self._bounds[chunk + 1]
        found = np.zeros((count, 3))
        sweep_flops(
            multisets(5)[first:last], self._left, self._group.suits, flops, self._ranges, high_tables(), new_work(),
            np.zeros(5, np.int64), np.zeros(2 + 2 * CATEGORIES), found,
        )  # fmt: skip
        return found

    def deals(self) -> int:
        """Return the number of deals with positive weight."""
        left = int(available(self._setup).sum()) - 4
        return disjoint_hands(*(self._setup.weights > 0)) * comb(left, to_come(self._setup))

    def estimates(self, tally: Tally) -> tuple[Estimate, ...]:
        """Return the numbers of the two seats."""
        win, tie = tally[:2]
        categories = np.maximum(tally[2:].reshape(2, CATEGORIES), 0.0)
        lose = categories[0].sum() - win - tie
        return estimates(np.array([[win, tie], [lose, tie]]), categories, np.zeros(2))

    def weight(self, tally: Tally) -> float:
        """Return the weight of all deals: the sum of the products of their combos' weights."""
        return float(tally[2 : 2 + CATEGORIES].sum())

    @cached_property
    def _board_cost(self) -> float:
        return COST_OF_BOARD + COST_OF_PAIR * np.count_nonzero(_rank_pairs(self._setup.weights))

    @cached_property
    def _left(self) -> NDArray[np.int64]:
        return suits_left(self._setup)

    @cached_property
    def _ranges(self) -> Ranges:
        return _ranges(self._setup.weights)

    @cached_property
    def _bounds(self) -> list[int]:
        """Where the chunks of rank multisets begin, and the end of the last."""
        ranks = multisets(to_come(self._setup))
        cost = np.cumsum(board_ways(ranks, self._left)) * self._board_cost / self._group.order
        wanted = min(max(float(cost[-1]) / CHUNKS_WANTED, SMALLEST_CHUNK_COST), CHUNK_COST)
        chunk = (cost / wanted).astype(np.int64)
        return [0, *(np.flatnonzero(np.diff(chunk)) + 1).tolist(), len(ranks)]


def _rank_pairs(weights: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return bool[13, 13]: of which ranks, the higher one first, a combo has weight in ``weights`` float64[2, 1326]."""
    found = np.zeros((13, 13), np.bool_)
    high, low = COMBOS[weights.any(axis=0)].T >> 2
    found[high, low] = True
    return found


def _ranges(weights: NDArray[np.float64]) -> Ranges:
    """Return the two ranges ``weights`` float64[2, 1326] by rank pair and by card."""
    by_card = np.zeros((2, 52, 52))
    high, low = COMBOS.T
    by_card[:, high, low] = weights
    by_card[:, low, high] = weights
    blocks = by_card.reshape(2, 13, 4, 13, 4).transpose(0, 1, 3, 2, 4).copy()
    blocks[:, np.arange(13), np.arange(13)] *= np.triu(np.ones((4, 4)), 1)
    ranks = np.argwhere(_rank_pairs(weights))
    a, b = blocks[:, ranks[:, 0], ranks[:, 1]]
    by_suits = np.ascontiguousarray(np.stack([a, b, a * b], axis=1))
    sides = np.concatenate([by_suits[:, :2].sum(axis=3), by_suits[:, :2].sum(axis=2)], axis=2)
    keys = np.array(RANK_KEYS, dtype=np.uint64)[ranks].sum(axis=1, dtype=np.uint64)
    return Ranges(ranks, keys, by_suits, sides, by_suits.sum(axis=(2, 3)), by_card, by_card.sum(axis=2))
