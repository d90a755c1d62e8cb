"""Every hand of five, six or seven cards, evaluated: how many there are of each value."""

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from engine.kernels.holdem.high import KEY_START, HighTables, hand_value
from engine.kernels.jit import lean_kernel


@lean_kernel
def count_values(
    cards: NDArray[np.int64],
    keys: NDArray[np.uint64],
    bits: NDArray[np.uint64],
    tables: HighTables,
    counts: NDArray[np.int64],
) -> None:
    """Count the values of all hands of ``cards.shape[0]`` cards into ``counts`` int64[65536].

    ``cards`` int64[size], ``keys`` and ``bits`` uint64[size + 1] are work space.
    """
    size = cards.shape[0]
    keys[0], bits[0] = KEY_START, np.uint64(0)
    depth = 0
    cards[0] = -1
    while depth >= 0:
        cards[depth] += 1
        card = cards[depth]
        if card > 52 - size + depth:
            depth -= 1
            continue
        keys[depth + 1] = keys[depth] + tables.keys[card]
        bits[depth + 1] = bits[depth] | tables.bits[card]
        if depth + 2 < size:
            depth += 1
            cards[depth] = card
            continue
        for last in range(card + 1, 52):
            counts[hand_value(keys[depth + 1] + tables.keys[last], bits[depth + 1] | tables.bits[last], tables)] += 1


def values_of_all_hands(size: int, tables: HighTables) -> NDArray[np.int64]:
    """Return int64[65536]: how many hands of ``size`` cards have each value."""
    counts = np.zeros(1 << 16, np.int64)
    words = (np.zeros(size + 1, np.uint64), np.zeros(size + 1, np.uint64))
    count_values(np.zeros(size, np.int64), *words, tables, counts)
    return counts


def categories_of(counts: NDArray[np.int64]) -> list[int]:
    """Return how many hands there are of each of the nine categories."""
    bounds = [category << 12 for category in range(10)]
    return [int(counts[low:high].sum()) for low, high in pairwise(bounds)]
