"""All final boards up to suit symmetry, grouped by their multiset of ranks, in chunks of about equal cost."""

from functools import cached_property
from itertools import pairwise
from math import comb
from typing import NamedTuple

import numpy as np

from engine.arrays import F64, I8, I64, U64
from engine.cards import DECK_SIZE
from engine.equity.holdem.setup import HoldemSetup, available, to_come
from engine.equity.holdem.symmetry import SuitGroup
from engine.kernels.holdem.boards import list_boards
from engine.kernels.holdem.high import RANK_KEYS
from engine.kernels.tables import high_tables, multisets


def available_suits(setup: HoldemSetup) -> I64:
    """Return the suits that are still in the deck for each rank, as 4-bit masks, int64[13]."""
    bits = np.where(available(setup), 1 << (np.arange(DECK_SIZE) & 3), 0)
    return np.asarray(bits.reshape(13, 4).sum(axis=1).astype(np.int64))


def board_ways(ranks: I8, suits: I64) -> F64:
    """Return the number of boards with each multiset of ranks, float64[n].

    ``ranks`` int8[n, cards to come]: the ranks of each multiset; ``suits`` int64[13]: :func:`available_suits`.
    """
    counts = (ranks[:, :, None] == np.arange(13)).sum(axis=1)
    size = [int(mask).bit_count() for mask in suits]
    table = np.array([[comb(size[rank], k) for k in range(5)] for rank in range(13)], dtype=np.float64)
    return np.asarray(table[np.arange(13), counts].prod(axis=1))


CHUNK_COST = 7e6
"""The cost of a chunk in nanoseconds, which bounds the time until a run is cancelled."""

Rows = tuple[U64, I64, U64, F64]
"""``keys``, ``starts``, ``words`` and ``sizes`` of :meth:`BoardChunks.rows`, in the order of the kernels' arguments."""


class MultisetChunk(NamedTuple):
    """The rank multisets from ``first`` to ``end`` (exclusive).

    A multiset that is too expensive for one chunk is divided into ``sections``, each with every n-th of its boards.
    """

    first: int
    end: int
    section: int
    sections: int


class BoardChunks:
    """The boards of ``setup``. ``board_cost`` and ``multiset_cost`` are the nanoseconds of one board, and of one rank
    multiset in addition to its boards."""

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
        """Cost of all chunks in nanoseconds of one core of the reference machine."""
        boards = self._group.orbits(available(self._setup), self._to_come)
        return self._board_cost * boards + self._multiset_cost * len(multisets(self._to_come))

    @cached_property
    def chunks(self) -> list[MultisetChunk]:
        """The chunks, of about equal cost."""
        ranks = multisets(self._to_come)
        each = self._multiset_cost + board_ways(ranks, self._suits) * self._board_cost / self._group.order
        chunk = (np.cumsum(each) / self._chunk_cost).astype(np.int64)
        bounds = [0, *(np.flatnonzero(np.diff(chunk)) + 1).tolist(), len(ranks)]
        result = []
        for first, last in pairwise(bounds):
            sections = max(int(each[first] / self._chunk_cost + 0.5), 1) if last == first + 1 else 1
            result += [MultisetChunk(first, last, section, sections) for section in range(sections)]
        return result

    def rows(self, chunk: int) -> Rows:
        """Return the boards of a chunk by rank multiset: ``keys``, ``starts``, ``words`` and ``sizes``.

        ``keys`` uint64[n]: the sum of the rank keys of the five cards. ``starts`` int64[n + 1]: the index of the first
        board of each multiset. ``words`` uint64[boards]: the boards. ``sizes`` float64[boards]: the sizes of their
        orbits.
        """
        first, last, section, sections = self.chunks[chunk]
        ranks = multisets(self._to_come)[first:last]
        room = int(board_ways(ranks, self._suits).sum())
        starts, words, sizes = np.zeros(len(ranks) + 1, np.int64), np.zeros(room, np.uint64), np.zeros(room)
        board = np.uint64(sum(int(high_tables().bits[card]) for card in self._setup.board))
        list_boards(ranks, board, self._suits, self._group.suits, np.zeros((5, 19), np.int64), starts, words, sizes)
        words, sizes = words[: starts[-1]], sizes[: starts[-1]]
        if sections > 1:  # the boards of a single multiset, divided
            words, sizes = words[section::sections].copy(), sizes[section::sections].copy()
            starts = np.array([0, len(words)], dtype=np.int64)
        known = sum(RANK_KEYS[card >> 2] for card in self._setup.board)
        keys = np.array(RANK_KEYS, dtype=np.uint64)[ranks].sum(axis=1, dtype=np.uint64) + np.uint64(known)
        return keys, starts, words, sizes

    def free_shares(self, chunk: int) -> tuple[F64, F64]:
        """Return the number of boards of each rank multiset of a chunk, and the shares of them that leave cards free.

        The number, float64[n], is 0 in all sections but the first. The share, float64[n, 13, 4], is that of the boards
        that contain none of 0 to 3 particular cards of each rank, which are then free for the hands.
        """
        first, last, section, _ = self.chunks[chunk]
        ranks = multisets(self._to_come)[first:last]
        counts = (ranks[:, :, None] == np.arange(13)).sum(axis=1)
        ways = board_ways(ranks, self._suits)
        return (np.zeros_like(ways) if section else ways), np.ascontiguousarray(self._free[np.arange(13), counts])

    @cached_property
    def _suits(self) -> I64:
        return available_suits(self._setup)

    @cached_property
    def _free(self) -> F64:
        """float64[13, 5, 4]: the share of the draws of 0 to 4 cards of a rank that contain none of 0 to 3 given
        ones."""
        sizes = [int(mask).bit_count() for mask in self._suits]
        return np.array([[[_free(size, drawn, given) for given in range(4)] for drawn in range(5)] for size in sizes])


def _free(size: int, drawn: int, given: int) -> float:
    """Return the share of the ways to draw ``drawn`` of ``size`` cards that contain none of ``given`` particular
    ones."""
    return comb(max(size - given, 0), drawn) / max(comb(size, drawn), 1)
