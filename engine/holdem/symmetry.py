"""Suit symmetry: the permutations of suits that change nothing known, and the boards they leave to visit."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import permutations
from math import comb

import numpy as np

from engine.arrays import I16, U64, Bools
from engine.cards import COMBOS, DECK_SIZE
from engine.holdem.setup import HoldemSetup


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


def _moved(card: int, perm: tuple[int, ...]) -> int:
    return card & ~3 | perm[card & 3]


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

        ``available`` bool[52] marks the cards to choose from; the group must leave it unchanged (Burnside's
        lemma).
        """
        if self.order == 1:
            return comb(int(available.sum()), size)
        fixed = sum(_fixed_sets(tuple(int(s) for s in perm), available, size) for perm in self.suits)
        return fixed // self.order


def suit_group(setup: HoldemSetup) -> SuitGroup:
    """Return the suit permutations that leave all weights, the board and the dead cards unchanged."""
    weights = np.concatenate([setup.weights, setup.folded]) if len(setup.folded) else setup.weights
    known = (COMBOS[live[0]].tolist() for live in setup.combos if len(live) == 1)
    kept = _keeping(_alike(setup.board, setup.dead, *known))
    suits, maps = _suits()[kept], combo_maps()[kept]
    for hand, live in zip(weights, setup.combos, strict=True):
        if len(suits) == 1:
            break
        if len(live) == 1:
            continue
        kept = (hand[maps[:, live]] == hand[live]).all(axis=1)
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
def _keeping(alike: tuple[int, ...]) -> Bools:
    """Return which of ``SUIT_PERMUTATIONS`` put every suit in the place of one that is :func:`_alike`, bool[24]."""
    kept = np.array([all(alike[perm[suit]] == alike[suit] for suit in range(4)) for perm in SUIT_PERMUTATIONS])
    kept.setflags(write=False)
    return kept


@cache
def _suits() -> U64:
    return np.array(SUIT_PERMUTATIONS, dtype=np.uint64)


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
            length, at = length + 1, _moved(at, perm)
        for total in range(size, length - 1, -1):
            ways[total] += ways[total - length]
    return ways[size]
