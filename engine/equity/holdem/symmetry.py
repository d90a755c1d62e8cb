"""Suit symmetry: the permutations of suits that change nothing known, the boards they leave to visit, and the tuples of
disjoint combos up to suits, listed a bit at a time: some lists are long."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, permutations
from math import comb, inf, prod

import numpy as np

from engine.arrays import F64, I8, I16, I64, U64, Bools, Places
from engine.cards import COMBO_MASKS, COMBOS, DECK_SIZE
from engine.equity.holdem.setup import HoldemSetup
from engine.equity.jobs import Guard, unguarded
from engine.kernels.holdem.enumerate import list_tuples, new_listing


@cache
def combo_maps() -> I16:
    """Return int16[24, 1326]: where each of ``SUIT_PERMUTATIONS`` sends each combo."""
    cards = COMBOS.astype(np.int16)
    moved = cards & ~3 | np.array(SUIT_PERMUTATIONS, dtype=np.int16)[:, cards & 3]
    high, low = moved.max(axis=2), moved.min(axis=2)
    maps: I16 = (high * (high - 1) // 2 + low).astype(np.int16, order="C")
    maps.setflags(write=False)
    return maps


SUIT_PERMUTATIONS: tuple[tuple[int, ...], ...] = tuple(permutations(range(4)))
"""All 24, the identity first; ``perm[s]`` is the suit that takes the place of suit s."""


@dataclass(frozen=True, slots=True, eq=False)
class SuitGroup:
    """A group of suit permutations, the identity first.

    ``suits`` uint64[order, 4]: the suit that takes the place of each suit; ``combos`` int16[order, 1326]:
    where each permutation sends each combo.
    """

    suits: U64
    combos: I16

    @property
    def order(self) -> int:
        """The number of permutations, a divisor of 24."""
        return len(self.suits)

    def keeping(self, kept: Bools) -> "SuitGroup":
        """Return the subgroup of the permutations that ``kept`` bool[order] marks."""
        return SuitGroup(self.suits[kept], self.combos[kept])

    def orbits(self, available: Bools, size: int) -> int:
        """Return how many sets of ``size`` cards differ by more than a permutation of the group.

        ``available`` bool[52] marks the cards to choose from; the group must leave it unchanged (Burnside's lemma).
        """
        if self.order == 1:
            return comb(int(available.sum()), size)
        fixed = sum(_fixed_sets(tuple(int(s) for s in perm), available, size) for perm in self.suits)
        return fixed // self.order


def suit_group(setup: HoldemSetup) -> SuitGroup:
    """Return the suit permutations that leave all weights, the board and the dead cards unchanged."""
    weights = np.concatenate([setup.weights, setup.folded]) if len(setup.folded) else setup.weights
    known = (COMBOS[live[0]].tolist() for live in setup.combos if len(live) == 1)
    hands = ((live, hand) for hand, live in zip(weights, setup.combos, strict=True) if len(live) > 1)
    return group_keeping((setup.board, setup.dead, *known), hands)


def group_keeping(sets: Iterable[Iterable[int]], hands: Iterable[tuple[Places, F64 | I64]]) -> SuitGroup:
    """Return the suit permutations that leave each of some ``sets`` of cards unchanged, and each of some ``hands``.

    Of these: int64[n], the combos that have a value other than 0, and the values of all combos, [1326].
    """
    suits, maps = _keeping(_alike(*sets))
    for combos, values in hands:
        if len(suits) == 1:
            break
        kept = (values[maps[:, combos]] == values[combos]).all(axis=1)
        suits, maps = suits[kept], maps[kept]
    return SuitGroup(suits, maps)


def _alike(*sets: Iterable[int]) -> tuple[int, ...]:
    """Return for each suit the first one that has the same ranks as it in each of some sets of cards."""
    held = [[0] * 4 for _ in sets]
    for ranks, cards in zip(held, sets, strict=True):
        for card in cards:
            ranks[card & 3] |= 1 << (card >> 2)
    suits = list(zip(*held, strict=True))
    return tuple(map(suits.index, suits))


@cache
def _keeping(alike: tuple[int, ...]) -> tuple[U64, I16]:
    """Return the permutations that put every suit in the place of one that is :func:`_alike`, and where they send each
    combo, as in :class:`SuitGroup`."""
    kept = np.array([all(alike[perm[suit]] == alike[suit] for suit in range(4)) for perm in SUIT_PERMUTATIONS])
    suits, maps = np.array(SUIT_PERMUTATIONS, dtype=np.uint64)[kept], combo_maps()[kept]
    for array in (suits, maps):
        array.setflags(write=False)
    return suits, maps


def _fixed_sets(perm: tuple[int, ...], available: Bools, size: int) -> int:
    """Return how many sets of ``size`` available cards ``perm`` maps to themselves: unions of its cycles."""
    ways = [1] + [0] * size
    seen: set[int] = set()
    for card in range(DECK_SIZE):
        if not available[card] or card in seen:
            continue
        length, at = 0, card
        while at not in seen:
            seen.add(at)
            length, at = length + 1, at & ~3 | perm[at & 3]
        for total in range(size, length - 1, -1):
            ways[total] += ways[total - length]
    return ways[size]


FIRST_ROOM = 1 << 16
STEPS = 1 << 17
"""Combos looked at between two calls of the guard: some milliseconds."""


class TupleList:
    """One tuple of each orbit of a group: a combo for each row of ``weights`` float64[hands, 1326], all disjoint.

    ``maps`` int16[order, 1326] is where each permutation of the group sends each combo. Nothing is listed at first.
    ``combos`` int16[n] each: the combos of each hand with weight, which are looked for if they are not given.
    """

    def __init__(
        self, weights: F64, maps: I16, guard: Guard = unguarded, combos: Iterable[Places] | None = None
    ) -> None:
        values = (hand.nonzero()[0] for hand in weights) if combos is None else combos
        self.combos = lists = [live.astype(np.int16) for live in values]
        sizes = [len(combos) for combos in lists]
        self._starts = np.array([0, *accumulate(sizes)], np.int64)
        self._combos = np.concatenate(lists)
        self._weights = np.concatenate([hand[combos] for hand, combos in zip(weights, lists, strict=True)])
        self._maps, self._guard = maps.copy(), guard  # a copy: kernels are compiled again for read-only arrays
        self._listing = new_listing(self._starts)
        self._make_room(min(prod(sizes) + 1, FIRST_ROOM))

    def __len__(self) -> int:
        """Return how many tuples have been listed."""
        return int(self._listing.state[1])

    @property
    def complete(self) -> bool:
        """Whether all tuples have been listed."""
        return bool(self._listing.state[0] < 0)

    def go_on(self, tuples: float = inf, steps: float = inf) -> bool:
        """List up to ``tuples`` tuples, in at most ``steps`` steps; return whether these are all."""
        while not self.complete and len(self) < tuples and steps > 0:
            self._guard()
            if len(self) == len(self._tuples):
                self._make_room(2 * len(self))
            list_tuples(
                STEPS, self._combos, self._starts, self._weights, COMBO_MASKS, self._maps, self._listing, self._tuples,
                self._products, self._orbits,
            )  # fmt: skip
            steps -= STEPS
        return self.complete

    @property
    def weights(self) -> F64:
        """The weights of all combos of all hands, float64[n]."""
        return self._weights

    @property
    def tuples(self) -> I16:
        """The tuples so far, int16[n, hands] (combo numbers)."""
        return self._tuples[: len(self)]

    @property
    def products(self) -> F64:
        """The products of their combos' weights, float64[n]."""
        return self._products[: len(self)]

    @property
    def orbits(self) -> I8:
        """The sizes of their orbits, int8[n]."""
        return self._orbits[: len(self)]

    def _make_room(self, rows: int) -> None:
        """Make room for so many tuples, keeping those that are there."""
        count, hands = len(self), len(self._starts) - 1
        room = np.empty((rows, hands), np.int16), np.empty(rows), np.empty(rows, np.int8)
        if count:
            room[0][:count], room[1][:count], room[2][:count] = self.tuples, self.products, self.orbits
        self._tuples, self._products, self._orbits = room
