"""Suit symmetry: the permutations of suits that change nothing known, the boards that remain to be visited, and tuples
of disjoint combos up to suits.

Tuples are listed a bit at a time, because some lists are long.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, permutations
from math import comb, inf, prod

import numpy as np

from engine.arrays import F64, I8, I16, I64, U64, Bools, Places
from engine.cards import COMBO_MASKS, COMBOS, DECK_SIZE
from engine.equity.holdem.setup import HoldemSetup
from engine.equity.jobs import CancelCheck, never_cancelled
from engine.kernels.holdem.enumerate import list_tuples, new_listing


@cache
def combo_maps() -> I16:
    """Return the combo to which each of ``SUIT_PERMUTATIONS`` sends each combo, int16[24, 1326]."""
    cards = COMBOS.astype(np.int16)
    moved = cards & ~3 | np.array(SUIT_PERMUTATIONS, dtype=np.int16)[:, cards & 3]
    high, low = moved.max(axis=2), moved.min(axis=2)
    maps: I16 = (high * (high - 1) // 2 + low).astype(np.int16, order="C")
    maps.setflags(write=False)
    return maps


SUIT_PERMUTATIONS: tuple[tuple[int, ...], ...] = tuple(permutations(range(4)))
"""All 24, the identity first; ``perm[s]`` is the suit that suit s becomes."""


@dataclass(frozen=True, slots=True, eq=False)
class SuitGroup:
    """A group of suit permutations, the identity first.

    ``suits`` uint64[order, 4]: the new suit of each suit; ``combos`` int16[order, 1326]: the new combo of each combo.
    """

    suits: U64
    combos: I16

    def __post_init__(self) -> None:
        """Make the arrays read-only: with writable ones of subgroups, kernels would be compiled a second time."""
        self.suits.setflags(write=False)
        self.combos.setflags(write=False)

    @property
    def order(self) -> int:
        """The number of permutations, a divisor of 24."""
        return len(self.suits)

    def keeping(self, kept: Bools) -> "SuitGroup":
        """Return the subgroup of the permutations that ``kept`` bool[order] selects."""
        return SuitGroup(self.suits[kept], self.combos[kept])

    def orbits(self, available: Bools, size: int) -> int:
        """Return the number of orbits of the sets of ``size`` cards, by Burnside's lemma.

        ``available`` bool[52] selects the cards to choose from; the group must leave it unchanged.
        """
        if self.order == 1:
            return comb(int(available.sum()), size)
        # Burnside: the number of orbits is the mean number of sets that a permutation leaves unchanged.
        fixed = sum(_fixed_sets(tuple(int(s) for s in perm), available, size) for perm in self.suits)
        return fixed // self.order


def suit_group(setup: HoldemSetup) -> SuitGroup:
    """Return the suit permutations that leave all weights, the board and the dead cards unchanged."""
    weights = np.concatenate([setup.weights, setup.folded]) if len(setup.folded) else setup.weights
    known = (COMBOS[live[0]].tolist() for live in setup.combos if len(live) == 1)
    hands = ((live, hand) for hand, live in zip(weights, setup.combos, strict=True) if len(live) > 1)
    return group_keeping((setup.board, setup.dead, *known), hands)


def group_keeping(sets: Iterable[Iterable[int]], hands: Iterable[tuple[Places, F64 | I64]]) -> SuitGroup:
    """Return the suit permutations that leave each of some ``sets`` of cards and each of some ``hands`` unchanged.

    A hand is given by the combos that have a value other than 0, int64[n], and the values of all combos, [1326].
    """
    suits, maps = _keeping(_equivalent_suits(*sets))
    for combos, values in hands:
        if len(suits) == 1:
            break
        kept = (values[maps[:, combos]] == values[combos]).all(axis=1)
        suits, maps = suits[kept], maps[kept]
    return SuitGroup(suits, maps)


def _equivalent_suits(*sets: Iterable[int]) -> tuple[int, ...]:
    """Return for each suit the first suit that has the same ranks in each of some sets of cards."""
    ranks_of_sets = [[0] * 4 for _ in sets]
    for ranks, cards in zip(ranks_of_sets, sets, strict=True):
        for card in cards:
            ranks[card & 3] |= 1 << (card >> 2)
    suits = list(zip(*ranks_of_sets, strict=True))
    return tuple(map(suits.index, suits))


@cache
def _keeping(equivalent: tuple[int, ...]) -> tuple[U64, I16]:
    """Return the permutations that only exchange suits that are :func:`_equivalent_suits`, and their maps of combos.

    The arrays are those of :class:`SuitGroup`.
    """
    selected = np.array(
        [all(equivalent[perm[suit]] == equivalent[suit] for suit in range(4)) for perm in SUIT_PERMUTATIONS]
    )
    suits, maps = np.array(SUIT_PERMUTATIONS, dtype=np.uint64)[selected], combo_maps()[selected]
    for array in (suits, maps):
        array.setflags(write=False)
    return suits, maps


def _fixed_sets(perm: tuple[int, ...], available: Bools, size: int) -> int:
    """Return how many sets of ``size`` available cards ``perm`` leaves unchanged: unions of its cycles."""
    ways = [1] + [0] * size
    seen: set[int] = set()
    for card in range(DECK_SIZE):
        if not available[card] or card in seen:
            continue
        length, moved = 0, card
        while moved not in seen:
            seen.add(moved)
            length, moved = length + 1, moved & ~3 | perm[moved & 3]
        for total in range(size, length - 1, -1):
            ways[total] += ways[total - length]
    return ways[size]


INITIAL_ROOM = 1 << 16
STEPS = 1 << 17
"""Combos that are examined between two calls of ``check_cancelled``: some milliseconds."""


class TupleList:
    """One tuple from each orbit of tuples of disjoint combos: a combo for each row of ``weights`` float64[hands, 1326].

    ``maps`` int16[order, 1326]: the combo to which each permutation of the group sends each combo. ``combos`` int16[n]
    each: the combos of each hand with weight, which are searched for if they are not given. Nothing is listed until
    :meth:`go_on` is called.
    """

    def __init__(
        self,
        weights: F64,
        maps: I16,
        check_cancelled: CancelCheck = never_cancelled,
        combos: Iterable[Places] | None = None,
    ) -> None:
        values = (hand.nonzero()[0] for hand in weights) if combos is None else combos
        self.combos = lists = [live.astype(np.int16) for live in values]
        sizes = [len(combos) for combos in lists]
        self._starts = np.array([0, *accumulate(sizes)], np.int64)
        self._combos = np.concatenate(lists)
        self.weights: F64 = np.concatenate([hand[combos] for hand, combos in zip(weights, lists, strict=True)])
        """The weights of all combos of all hands, float64[n]."""
        self._maps = maps.copy()  # Numba would compile another kernel for read-only arrays
        self._check_cancelled = check_cancelled
        self._listing = new_listing(self._starts)
        self._make_room(min(prod(sizes) + 1, INITIAL_ROOM))

    def __len__(self) -> int:
        """Return how many tuples have been listed so far."""
        return int(self._listing.state[1])

    @property
    def complete(self) -> bool:
        """Whether all tuples have been listed."""
        return bool(self._listing.state[0] < 0)

    def go_on(self, tuples: float = inf, steps: float = inf) -> bool:
        """List up to ``tuples`` tuples in at most ``steps`` steps; return whether the list is complete."""
        while not self.complete and len(self) < tuples and steps > 0:
            self._check_cancelled()
            if len(self) == len(self._tuples):
                self._make_room(2 * len(self))
            list_tuples(
                STEPS, self._combos, self._starts, self.weights, COMBO_MASKS, self._maps, self._listing, self._tuples,
                self._products, self._orbits,
            )  # fmt: skip
            steps -= STEPS
        return self.complete

    @property
    def tuples(self) -> I16:
        """The tuples listed so far, int16[n, hands] (numbers of combos)."""
        return self._tuples[: len(self)]

    @property
    def products(self) -> F64:
        """The product of the weights of each tuple, float64[n]."""
        return self._products[: len(self)]

    @property
    def orbits(self) -> I8:
        """The size of the orbit of each tuple, int8[n]."""
        return self._orbits[: len(self)]

    def _make_room(self, rows: int) -> None:
        """Enlarge the arrays to ``rows`` tuples, with the tuples listed so far at their beginning."""
        count, hands = len(self), len(self._starts) - 1
        tuples, products, orbits = np.empty((rows, hands), np.int16), np.empty(rows), np.empty(rows, np.int8)
        if count:
            tuples[:count], products[:count], orbits[:count] = self.tuples, self.products, self.orbits
        self._tuples, self._products, self._orbits = tuples, products, orbits
