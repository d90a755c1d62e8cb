"""The boards that a question tells apart, in chunks.

An event depends on the cards of some streets only, and on a street as a set of cards. So a board is dealt in groups:
those to the flop, to the turn and to the river where a question looks at each of these streets, all five at once where
it looks at the river alone, and not further than it looks at all. Of the sets of the first group that suit permutations
turn into one another one is visited, for all of them.
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
"""First groups that are listed together."""
WORD_BITS = np.array([16 * (card & 3) + (card >> 2) for card in range(DECK_SIZE)], np.uint64)
"""The bit of each card in the words of ``kernels.holdem.boards``."""


@dataclass(frozen=True, slots=True, eq=False)
class BoardChunk:
    """Some boards: ``sets`` int64[n, cards] of the first group, ``sizes`` int64[n] of their orbits, each with the ways
    ``first`` to before ``last`` of dealing what follows; ``slices`` of its hands, this is number ``slice``."""

    sets: I64
    sizes: I64
    first: int
    last: int
    slice: int = 0
    slices: int = 1


@dataclass(frozen=True, eq=False)
class QuestionBoards:
    """The boards that complete the ``known`` cards, in their order of dealing.

    ``deck`` are the cards that may come; ``groups``: how many of them in each group, none if there are none to come;
    ``suits``: the permutations that change nothing about the question.
    """

    known: tuple[int, ...]
    deck: tuple[int, ...]
    groups: tuple[int, ...]
    suits: SuitGroup

    @property
    def first(self) -> int:
        """The cards of the first group."""
        return self.groups[0] if self.groups else 0

    @cached_property
    def ways(self) -> I64:
        """The ways to deal what follows the first group, int64[ways, cards]: places among the cards that are left."""
        left = range(len(self.deck) - self.first)
        rows: list[tuple[int, ...]] = [()]
        for size in self.groups[1:]:
            rows = [(*row, *more) for row in rows for more in combinations([c for c in left if c not in row], size)]
        return np.array(rows, np.int64).reshape(len(rows), sum(self.groups[1:]))

    @property
    def number(self) -> int:
        """How many boards there are."""
        return comb(len(self.deck), self.first) * len(self.ways)

    def visited(self, cards: int) -> int:
        """Return how many different boards of so many cards are visited."""
        if cards <= len(self.known):
            return 1
        free = np.zeros(DECK_SIZE, np.bool_)
        free[list(self.deck)] = True
        result, dealt = self.suits.orbits(free, self.first), len(self.known) + self.first
        for size in self.groups[1:]:
            if dealt < cards:
                result *= comb(len(self.deck) - (dealt - len(self.known)), size)
            dealt += size
        return result

    def chunks(self, boards: int, slices: int) -> Iterator[BoardChunk]:
        """Yield all boards in chunks of up to so many; chunks of a single board come in ``slices``."""
        ways = len(self.ways)
        step = max(boards // ways, 1)
        for sets, sizes in self._sets():
            for start in range(0, len(sets), step):
                chosen = sets[start : start + step], sizes[start : start + step]
                for first in range(0, ways, boards):
                    last = min(first + boards, ways)
                    for i in range(slices):
                        yield BoardChunk(*chosen, first, last, i, slices)

    def rows(self, chunk: BoardChunk) -> tuple[I64, I64]:
        """Return the boards of a chunk int64[n, cards], and how many boards each stands for, int64[n]."""
        ways = self.ways[chunk.first : chunk.last]
        sets, number = chunk.sets, len(chunk.sets)
        free = np.tile(np.isin(np.arange(DECK_SIZE), self.deck), (number, 1))
        free[np.arange(number)[:, None], sets] = False
        left = np.nonzero(free)[1].reshape(number, len(self.deck) - self.first)
        known = np.tile(np.array(self.known, np.int64), (number * len(ways), 1))
        boards = np.column_stack(
            [known, np.repeat(sets, len(ways), axis=0), left[:, ways].reshape(number * len(ways), ways.shape[1])]
        )
        return np.ascontiguousarray(boards), np.repeat(chunk.sizes, len(ways))

    def share(self, chunk: BoardChunk) -> float:
        """Return the share of all boards that are those of a chunk."""
        return int(chunk.sizes.sum()) * (chunk.last - chunk.first) / self.number / chunk.slices

    def _sets(self) -> Iterator[tuple[I64, I64]]:
        """Yield the first groups, int64[n, cards], and the sizes of their orbits, int64[n]."""
        if not self.groups:
            yield np.zeros((1, 0), np.int64), np.ones(1, np.int64)
            return
        ranks, suits = multisets(self.first), self.suits.suits.copy()
        left = np.zeros(13, np.int64)
        np.bitwise_or.at(left, np.array(self.deck) >> 2, 1 << (np.array(self.deck) & 3))
        rooms = board_ways(ranks, left).astype(np.int64)
        pieces = np.cumsum(rooms) // MAX_SETS_AT_ONCE
        bounds = [0, *(np.flatnonzero(np.diff(pieces)) + 1).tolist(), len(ranks)]
        for start, end in pairwise(bounds):
            room = int(rooms[start:end].sum())
            starts, words, sizes = np.zeros(end - start + 1, np.int64), np.zeros(room, np.uint64), np.zeros(room)
            work = np.zeros((5, 19), np.int64)
            list_boards(ranks[start:end], np.uint64(0), left, suits, work, starts, words, sizes)
            if starts[-1]:
                yield _cards_of(words[: starts[-1]], self.first), sizes[: starts[-1]].astype(np.int64)


def _cards_of(words: U64, cards: int) -> I64:
    """Return the cards of each word of ``kernels.holdem.boards``, int64[n, cards]."""
    held = words[:, None] >> WORD_BITS & np.uint64(1)
    return np.nonzero(held)[1].reshape(len(words), cards).astype(np.int64)


def deal_groups(known: int, streets: set[int]) -> tuple[int, ...]:
    """Return the sizes of the groups in which cards are dealt after the ``known`` ones.

    ``streets``: the numbers of cards of the boards that a question looks at.
    """
    ends = [known, *sorted(cards for cards in streets if cards > known)]
    return tuple(end - start for start, end in pairwise(ends))
