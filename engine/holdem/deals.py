"""Whether a deal exists: whether every seat can hold a combo of its range without two seats sharing a card."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.cards import COMBO_MASKS, COMBOS
from engine.holdem.matching import largest_matching

FEW = 3
"""Fewer seats are tried out sooner than their cards are counted."""


def deal_exists(ranges: Sequence[NDArray[np.float64]]) -> bool:
    """Return whether disjoint combos can be chosen, one with weight from each of ``ranges`` float64[1326].

    Exact: backtracking over the seats with few combos. A seat that keeps a combo whatever the others hold
    needs no search, which settles wide ranges at once.
    """
    return combos_fit([weights.nonzero()[0] for weights in ranges])


def combos_fit(combos: Sequence[NDArray[np.intp]]) -> bool:
    """Return :func:`deal_exists` for ranges whose combos with weight are known, int64[n] each."""
    tight = [choices for choices in combos if not _always_fits(choices, len(combos) - 1)]
    tight.sort(key=len)
    return _Search([COMBO_MASKS[choices].tolist() for choices in tight]).possible(0, 0)


def _always_fits(choices: NDArray[np.intp], others: int) -> bool:
    """Return whether some combo is left whatever two cards each of the ``others`` holds."""
    if len(choices) <= 2 * others:
        return False
    per_card = np.bincount(COMBOS[choices].ravel(), minlength=52)
    return len(choices) > int(np.sort(per_card)[-2 * others :].sum()) if others else len(choices) > 0


class _Search:
    """Backtracking over combos as bit masks, seat after seat, remembering the positions that led nowhere."""

    def __init__(self, seats: list[list[int]]) -> None:
        self._seats = seats
        self._dead_ends: set[tuple[int, int]] = set()

    def possible(self, seat: int, used: int) -> bool:
        """Return whether the seats from ``seat`` on can be served from the cards outside ``used``."""
        if seat == len(self._seats):
            return True
        if (seat, used) in self._dead_ends:
            return False
        left = [[m for m in masks if not m & used] for masks in self._seats[seat:]]
        if (
            all(left)
            and (len(left) < FEW or _enough_cards(left))
            and any(self.possible(seat + 1, used | m) for m in left[0])
        ):
            return True
        self._dead_ends.add((seat, used))
        return False


def _enough_cards(seats: list[list[int]]) -> bool:
    """Return whether all combos of the seats together hold as many disjoint ones as there are seats."""
    combos = {m for masks in seats for m in masks}
    edges = [((m & -m).bit_length() - 1, m.bit_length() - 1) for m in combos]
    return largest_matching(edges, len(seats)) >= len(seats)
