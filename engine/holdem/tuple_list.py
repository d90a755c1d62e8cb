"""Tuples of disjoint combos up to suit permutations, listed a bit at a time: some lists are long."""

from collections.abc import Iterable
from itertools import accumulate
from math import inf, prod

import numpy as np

from engine.arrays import F64, I8, I16, Places
from engine.cards import COMBO_MASKS
from engine.jobs import Guard, unguarded
from engine.kernels.holdem.enumerate import list_tuples, new_listing

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
        found = (hand.nonzero()[0] for hand in weights) if combos is None else combos
        self.combos = lists = [live.astype(np.int16) for live in found]
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
