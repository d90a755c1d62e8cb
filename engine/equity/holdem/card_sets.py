"""The sets of cards that can come next, and which of them differ in suits only."""

from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from engine.arrays import I64, Bools
from engine.cards import DECK_SIZE
from engine.equity.holdem.setup import HoldemSetup, available
from engine.equity.holdem.symmetry import SuitGroup, suit_group
from engine.equity.jobs import CancelCheck
from engine.kernels.holdem.deal_details import FLOPS


@dataclass(frozen=True, slots=True, eq=False)
class CardSets:
    """The sets of cards that can come next and their orbits under the suit permutations of a setup.

    ``cards`` int64[n, count], the cards of a set in ascending order, the sets in the order of
    ``itertools.combinations``. Orbits are in the order of their first sets: ``firsts`` int64[orbits] are the indices of
    these, ``sizes`` int64[orbits] the number of sets in each orbit, ``orbit_of`` int64[n] the orbit of each set.
    ``kept`` bool[order, orbits]: the permutations of ``group`` that leave the first set of an orbit unchanged.
    """

    cards: I64
    firsts: I64
    sizes: I64
    orbit_of: I64
    group: SuitGroup
    kept: Bools


def card_sets(setup: HoldemSetup, count: int, check_cancelled: CancelCheck) -> CardSets:
    """Return the sets of ``count`` cards (1 to 3) that can come next, with their orbits.

    Raises:
        Cancelled: raised by ``check_cancelled``.
    """
    group = suit_group(setup)
    cards = np.array(list(combinations(np.flatnonzero(available(setup)), count)), dtype=np.int64)
    # The number of a set in base 52 grows in the order of the sets, so that the least number among its images under
    # the permutations is that of the first set of its orbit.
    digits = DECK_SIZE ** np.arange(count)[::-1]
    codes = np.zeros((group.order, len(cards)), np.int64)
    for row, perm in zip(codes, group.suits.astype(np.int64), strict=True):
        check_cancelled()
        row[:] = np.sort(cards & ~3 | perm[cards & 3], axis=1) @ digits
    first = np.searchsorted(codes[0], codes.min(axis=0))
    firsts, orbit_of, sizes = np.unique(first, return_inverse=True, return_counts=True)
    kept = codes[:, firsts] == codes[0, firsts]
    return CardSets(cards, firsts, sizes, orbit_of.reshape(-1), group, kept)


def flop_orbits(sets: CardSets) -> I64:
    """Return the orbit of each flop, int64[22100] by its number (:func:`flop_numbers`); -1 if a card is not live."""
    orbits = np.full(FLOPS, -1)
    orbits[flop_numbers(sets.cards)] = sets.orbit_of
    return orbits


def flop_numbers(flops: I64) -> I64:
    """Return the numbers of flops int64[n, 3], cards in ascending order, among all 22,100: int64[n].

    Of pairs int64[n, 2] and of single cards int64[n, 1] it returns the numbers among these.
    """
    columns: list[Any] = [*flops.T, 0, 0]
    low, middle, high = columns[:3]
    return np.asarray(high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low)
