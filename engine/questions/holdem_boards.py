"""Enumerates the boards of an exact question in chunks, without visiting equivalent ones.

The order in which cards come only matters between streets that the question is about. So a board is dealt in groups of
cards whose order is ignored: flop, turn and river for a question about all three streets; one group of five cards for a
question about the river; the flop alone if nothing later matters. In addition, of all first groups that differ only by
a suit permutation just one is visited, with their number as its weight.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, pairwise
from math import comb

import numpy as np

from engine.arrays import I64, U64
from engine.cards import DECK_SIZE
from engine.equity.holdem.board_chunks import board_ways
from engine.equity.holdem.symmetry import SuitGroup
from engine.kernels.holdem.boards import list_boards
from engine.kernels.tables import multisets

MAX_SETS_AT_ONCE = 1 << 14
"""The number of first groups that are listed together, which bounds the memory."""
WORD_BITS = np.array([16 * (card & 3) + (card >> 2) for card in range(DECK_SIZE)], np.uint64)
"""The bit of each card in the words of ``kernels.holdem.boards``."""


@dataclass(frozen=True, slots=True, eq=False)
class BoardChunk:
    """The boards of a chunk of work: some first groups, each completed in some ways.

    ``sets`` int64[n, cards]: the first groups. ``sizes`` int64[n]: how many equivalent groups each of them represents.
    Each is completed by the rows ``first`` to ``last`` (exclusive) of :attr:`QuestionBoards.ways`. If the hands of a
    single board take too long, they are divided into ``slices`` chunks, of which this is number ``slice``.
    """

    sets: I64
    sizes: I64
    first: int
    last: int
    slice: int = 0
    slices: int = 1


@dataclass(frozen=True, eq=False)
class QuestionBoards:
    """All boards that complete the ``known`` cards of the table.

    ``deck``: the cards that may come. ``groups``: the numbers of cards that are dealt together, () if none come.
    ``suits``: the suit permutations that do not change the question.
    """

    known: tuple[int, ...]
    deck: tuple[int, ...]
    groups: tuple[int, ...]
    suits: SuitGroup

    @property
    def first(self) -> int:
        """The number of cards of the first group."""
        return self.groups[0] if self.groups else 0

    @cached_property
    def ways(self) -> I64:
        """All ways to deal the groups after the first, int64[ways, cards].

        Cards are indices into the deck without the cards of the first group, so the table fits every first group.
        """
        remaining = range(len(self.deck) - self.first)
        rows: list[tuple[int, ...]] = [()]
        for size in self.groups[1:]:
            rows = [
                (*row, *more) for row in rows for more in combinations([c for c in remaining if c not in row], size)
            ]
        return np.array(rows, np.int64).reshape(len(rows), sum(self.groups[1:]))

    @property
    def number(self) -> int:
        """The number of boards, equivalent ones included."""
        return comb(len(self.deck), self.first) * len(self.ways)

    def visited(self, cards: int) -> int:
        """Return how many different boards with ``cards`` cards are visited."""
        if cards <= len(self.known):
            return 1
        free = np.zeros(DECK_SIZE, np.bool_)
        free[list(self.deck)] = True
        # Only the first group of cards is reduced by the symmetry of suits; later ones are visited in full.
        result, dealt = self.suits.orbits(free, self.first), len(self.known) + self.first
        for size in self.groups[1:]:
            if dealt < cards:
                result *= comb(len(self.deck) - (dealt - len(self.known)), size)
            dealt += size
        return result

    def chunks(self, boards: int, slices: int) -> Iterator[BoardChunk]:
        """Yield all boards in chunks of at most ``boards`` boards, each chunk ``slices`` times."""
        ways = len(self.ways)
        step = max(boards // ways, 1)
        for sets, sizes in self._sets():
            for start in range(0, len(sets), step):
                groups = sets[start : start + step], sizes[start : start + step]
                for first in range(0, ways, boards):
                    last = min(first + boards, ways)
                    for i in range(slices):
                        yield BoardChunk(*groups, first, last, i, slices)

    def rows(self, chunk: BoardChunk) -> tuple[I64, I64]:
        """Return the boards of a chunk, int64[n, cards], and how many boards each represents, int64[n]."""
        ways = self.ways[chunk.first : chunk.last]
        sets, number = chunk.sets, len(chunk.sets)
        free = np.tile(np.isin(np.arange(DECK_SIZE), self.deck), (number, 1))
        free[np.arange(number)[:, None], sets] = False
        remaining = np.nonzero(free)[1].reshape(number, len(self.deck) - self.first)
        known = np.tile(np.array(self.known, np.int64), (number * len(ways), 1))
        later = remaining[:, ways].reshape(number * len(ways), ways.shape[1])
        boards = np.column_stack([known, np.repeat(sets, len(ways), axis=0), later])
        return np.ascontiguousarray(boards), np.repeat(chunk.sizes, len(ways))

    def share(self, chunk: BoardChunk) -> float:
        """Return the share of all boards that a chunk represents."""
        return int(chunk.sizes.sum()) * (chunk.last - chunk.first) / self.number / chunk.slices

    def _sets(self) -> Iterator[tuple[I64, I64]]:
        """Yield one first group of each orbit of the suit permutations, int64[n, cards], and the orbit sizes, int64[n].

        Groups are listed by their ranks (``multisets``), in batches of bounded size.
        """
        if not self.groups:
            yield np.zeros((1, 0), np.int64), np.ones(1, np.int64)
            return
        ranks, suits = multisets(self.first), self.suits.suits
        live = np.zeros(13, np.int64)  # by rank, the mask of the suits in the deck
        np.bitwise_or.at(live, np.array(self.deck) >> 2, 1 << (np.array(self.deck) & 3))
        max_sets = board_ways(ranks, live).astype(np.int64)
        batches = np.cumsum(max_sets) // MAX_SETS_AT_ONCE
        bounds = [0, *(np.flatnonzero(np.diff(batches)) + 1).tolist(), len(ranks)]
        for start, end in pairwise(bounds):
            size = int(max_sets[start:end].sum())
            starts, words, sizes = np.zeros(end - start + 1, np.int64), np.zeros(size, np.uint64), np.zeros(size)
            work = np.zeros((5, 19), np.int64)
            list_boards(ranks[start:end], np.uint64(0), live, suits, work, starts, words, sizes)
            if starts[-1]:
                yield _cards_of(words[: starts[-1]], self.first), sizes[: starts[-1]].astype(np.int64)


def _cards_of(words: U64, cards: int) -> I64:
    """Return the cards of each word of ``kernels.holdem.boards`` (uint64[n]), int64[n, cards]."""
    bits = words[:, None] >> WORD_BITS & np.uint64(1)
    result: I64 = np.nonzero(bits)[1].reshape(len(words), cards).astype(np.int64)
    return result


def deal_groups(known: int, streets: set[int]) -> tuple[int, ...]:
    """Return the sizes of the groups in which the cards after the ``known`` ones are dealt.

    ``streets``: the board sizes, in cards, that the question looks at.

    >>> deal_groups(0, {3, 5}), deal_groups(3, {5}), deal_groups(4, {3})
    ((3, 2), (2,), ())
    """
    ends = [known, *sorted(cards for cards in streets if cards > known)]
    return tuple(end - start for start, end in pairwise(ends))
