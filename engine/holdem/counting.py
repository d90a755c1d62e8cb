"""How many ways there are to give suits to the ranks of a board."""

from math import comb

import numpy as np
from numpy.typing import NDArray

from engine.cards import DECK_SIZE
from engine.holdem.deck import available
from engine.holdem.setup import HoldemSetup


def suits_left(setup: HoldemSetup) -> NDArray[np.int64]:
    """Return the 4-bit masks of the suits that may still come of each rank, int64[13]."""
    suits = np.where(available(setup), 1 << (np.arange(DECK_SIZE) & 3), 0)
    left: NDArray[np.int64] = suits.reshape(13, 4).sum(axis=1).astype(np.int64)
    return left


def board_ways(ranks: NDArray[np.int8], left: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the number of boards of each multiset of ranks, float64[n].

    ``ranks`` int8[n, cards to come]: the ranks of each; ``left`` int64[13]: :func:`suits_left`.
    """
    counts = (ranks[:, :, None] == np.arange(13)).sum(axis=1)
    size = [int(mask).bit_count() for mask in left]
    table = np.array([[comb(size[rank], k) for k in range(5)] for rank in range(13)], dtype=np.float64)
    ways: NDArray[np.float64] = table[np.arange(13), counts].prod(axis=1)
    return ways
