"""All final boards up to suit symmetry, by rank multisets, in chunks of about equal cost."""

from functools import cached_property
from itertools import pairwise
from math import comb

import numpy as np

from engine.arrays import F64, I8, I64, U64
from engine.cards import DECK_SIZE
from engine.equity.holdem.setup import HoldemSetup, available, to_come
from engine.equity.holdem.symmetry import SuitGroup
from engine.kernels.holdem.boards import list_boards
from engine.kernels.holdem.high import RANK_KEYS
from engine.kernels.tables import high_tables, multisets


def suits_left(setup: HoldemSetup) -> I64:
    """Return the 4-bit masks of the suits that may still come of each rank, int64[13]."""
    suits = np.where(available(setup), 1 << (np.arange(DECK_SIZE) & 3), 0)
    left: I64 = suits.reshape(13, 4).sum(axis=1).astype(np.int64)
    return left


def board_ways(ranks: I8, left: I64) -> F64:
    """Return the number of boards of each multiset of ranks, float64[n].

    ``ranks`` int8[n, cards to come]: the ranks of each; ``left`` int64[13]: :func:`suits_left`.
    """
    counts = (ranks[:, :, None] == np.arange(13)).sum(axis=1)
    size = [int(mask).bit_count() for mask in left]
    table = np.array([[comb(size[rank], k) for k in range(5)] for rank in range(13)], dtype=np.float64)
    ways: F64 = table[np.arange(13), counts].prod(axis=1)
    return ways


CHUNK_COST = 7e6
"""Nanoseconds of a chunk: the latency of cancelling."""

Rows = tuple[U64, I64, U64, F64]


class BoardChunks:
    """The boards of ``setup``; costs in nanoseconds of one board and of one rank multiset apart from its boards."""

    def __init__(
        self, setup: HoldemSetup, group: SuitGroup, board_cost: float, multiset_cost: float, chunk_cost: float
    ) -> None:
        self._setup = setup
        self._group = group
        self._board_cost = board_cost
        self._multiset_cost = multiset_cost
        self._chunk_cost = chunk_cost
        self._to_come = to_come(setup)

    @cached_property
    def operations(self) -> float:
        """Cost of all chunks."""
        boards = self._group.orbits(available(self._setup), self._to_come)
        return self._board_cost * boards + self._multiset_cost * len(multisets(self._to_come))

    @cached_property
    def parts(self) -> list[tuple[int, int, int, int]]:
        """The chunks: rank multisets from one to another, and which part of their boards of how many."""
        ranks = multisets(self._to_come)
        each = self._multiset_cost + board_ways(ranks, self._left) * self._board_cost / self._group.order
        chunk = (np.cumsum(each) / self._chunk_cost).astype(np.int64)
        bounds = [0, *(np.flatnonzero(np.diff(chunk)) + 1).tolist(), len(ranks)]
        result = []
        for first, last in pairwise(bounds):
            parts = max(int(each[first] / self._chunk_cost + 0.5), 1) if last == first + 1 else 1
            result += [(first, last, part, parts) for part in range(parts)]
        return result

    def rows(self, chunk: int) -> Rows:
        """Return the boards of a chunk by rank multiset.

        These are ``keys`` uint64[n], sum of the rank keys of the five cards; ``starts`` int64[n + 1], where the boards
        of each begin; ``words`` uint64[boards] and ``sizes`` float64[boards] of their orbits.
        """
        first, last, part, parts = self.parts[chunk]
        ranks = multisets(self._to_come)[first:last]
        room = int(board_ways(ranks, self._left).sum())
        starts, words, sizes = np.zeros(len(ranks) + 1, np.int64), np.zeros(room, np.uint64), np.zeros(room)
        board = np.uint64(sum(int(high_tables().bits[card]) for card in self._setup.board))
        list_boards(ranks, board, self._left, self._group.suits, np.zeros((5, 19), np.int64), starts, words, sizes)
        words, sizes = words[: starts[-1]], sizes[: starts[-1]]
        if parts > 1:
            words, sizes = words[part::parts].copy(), sizes[part::parts].copy()
            starts = np.array([0, len(words)], dtype=np.int64)
        known = sum(RANK_KEYS[card >> 2] for card in self._setup.board)
        keys = np.array(RANK_KEYS, dtype=np.uint64)[ranks].sum(axis=1, dtype=np.uint64) + np.uint64(known)
        return keys, starts, words, sizes

    def left_over(self, chunk: int) -> tuple[F64, F64]:
        """Return what the boards of a chunk leave by rank multiset.

        These are ``boards`` float64[n], how many each has (0 in all parts of it but the first), and ``free``
        float64[n, 13, 4], the part of them that leave so many given cards of each rank.
        """
        first, last, part, _ = self.parts[chunk]
        ranks = multisets(self._to_come)[first:last]
        counts = (ranks[:, :, None] == np.arange(13)).sum(axis=1)
        ways = board_ways(ranks, self._left)
        return (np.zeros_like(ways) if part else ways), np.ascontiguousarray(self._free[np.arange(13), counts])

    @cached_property
    def _left(self) -> I64:
        return suits_left(self._setup)

    @cached_property
    def _free(self) -> F64:
        """float64[13, 5, 4]: the part of the draws of so many cards of a rank that leave so many given ones."""
        sizes = [int(mask).bit_count() for mask in self._left]
        return np.array([[[_free(size, drawn, given) for given in range(4)] for drawn in range(5)] for size in sizes])


def _free(size: int, drawn: int, given: int) -> float:
    """Return the part of the ways to draw so many of ``size`` cards that leaves the ``given`` ones."""
    return comb(max(size - given, 0), drawn) / max(comb(size, drawn), 1)
