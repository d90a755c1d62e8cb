"""What ranges flop, over all flops: combos that differ by a permutation of suits flop the same.

Cards that are known to be dead break the symmetry of their suits; without any a range is up to 169 hands.
"""

from collections.abc import Sequence
from functools import partial
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from engine.cards import COMBOS, DECK_SIZE
from engine.details.flopped import SeatFlopped
from engine.holdem.made_cells import held_elsewhere, live_weights
from engine.holdem.setup import HoldemSetup
from engine.holdem.symmetry import SUIT_PERMUTATIONS, combo_maps
from engine.jobs import Guard
from engine.kernels.holdem.made import count_flopped
from engine.made.hands import straights
from engine.made.names import CELLS, FIRST_KICKER
from engine.tables import high_tables

PART_FLOPS = 1_500
"""Flops of a part: about 10 ms for 169 hands."""

Array = NDArray[np.float64]
Counts = NDArray[np.int64]


class RangeFlops:
    """The flops of the active seats of ``setup``, in parts.

    Seats for which the same cards are out of play are counted together.
    """

    def __init__(self, setup: HoldemSetup) -> None:
        self._weights = live_weights(setup)
        self._dead = [frozenset((*setup.dead, *held)) for held in held_elsewhere(setup)]
        self._counts = {dead: self._of(dead) for dead in dict.fromkeys(self._dead)}

    def parts(self, guard: Guard) -> list["partial[Counts]"]:
        """Return the parts of a :class:`engine.jobs.Detail`, for :meth:`rows`."""
        return [part for counts in self._counts.values() for part in counts.parts(guard)]

    def rows(self, seats: Sequence[int], found: list[Counts]) -> tuple[SeatFlopped, ...]:
        """Return the rows of ``seats``, the active ones; ``found`` are the values of all parts, in order."""
        values, shares = iter(found), dict[frozenset[int], Array]()
        for dead, counts in self._counts.items():
            shares[dead] = counts.shares([next(values) for _ in counts.ends])
        rows = []
        for seat, weights, dead in zip(seats, self._weights, self._dead, strict=True):
            share: Array = np.minimum((weights[:, None] * shares[dead]).sum(axis=0) / weights.sum(), 1.0)
            rows.append(SeatFlopped(seat, share))
        return tuple(rows)

    def _of(self, dead: frozenset[int]) -> "FlopCounts":
        alike = [weights for weights, own in zip(self._weights, self._dead, strict=True) if own == dead]
        return FlopCounts(np.flatnonzero(np.any(alike, axis=0)), dead)


class FlopCounts:
    """The flops of ``combos`` int64[n] from a deck without the ``dead`` cards.

    ``ends``: a part counts the flops whose highest card is one of the deck before its end, and not of the part before.
    """

    def __init__(self, combos: NDArray[np.int64], dead: frozenset[int]) -> None:
        self._deck = np.array([card for card in range(DECK_SIZE) if card not in dead], np.int64)
        kept = [{card & ~3 | perm[card & 3] for card in dead} == dead for perm in SUIT_PERMUTATIONS]
        self._combos = combos
        self._hands, number = np.unique(combo_maps()[kept][:, combos].min(axis=0), return_inverse=True)
        self._number = number.reshape(-1)
        below = np.arange(len(self._deck))
        flops = np.cumsum(below * (below - 1) // 2)
        steps = np.arange(PART_FLOPS, flops[-1] + PART_FLOPS, PART_FLOPS)
        self.ends = np.unique(np.minimum(np.searchsorted(flops, steps) + 1, len(self._deck))).tolist()

    def parts(self, guard: Guard) -> list["partial[Counts]"]:
        """Return the parts; each returns int64[hands, CELLS]."""
        return [partial(self._count, first, end, guard) for first, end in pairwise((0, *self.ends))]

    def shares(self, found: list[Counts]) -> Array:
        """Return how likely each combo flops what, float64[1326, CELLS], 0 for those that are not counted."""
        total: Array = np.array(found, np.float64).sum(axis=0)
        counts = total[self._number]
        shares = np.zeros((len(COMBOS), CELLS))
        shares[self._combos] = counts / counts[:, :FIRST_KICKER].sum(axis=1, keepdims=True)
        return shares

    def _count(self, first: int, last: int, guard: Guard) -> Counts:
        guard()
        counts = np.zeros((len(self._hands), CELLS), np.int64)
        count_flopped(
            self._deck, COMBOS[self._hands].astype(np.int64), straights(), high_tables(), np.zeros(3, np.int64),
            np.zeros(13, np.int64), first, last, counts,
        )  # fmt: skip
        return counts
