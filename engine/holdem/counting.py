"""How many ways there are: to give disjoint combos to two or three seats, and to give suits to a board's ranks."""

from math import comb

import numpy as np
from numpy.typing import NDArray

from engine.cards import COMBOS, DECK_SIZE
from engine.holdem.deck import available
from engine.holdem.setup import HoldemSetup


def disjoint_pairs(first: NDArray[np.bool_], second: NDArray[np.bool_]) -> int:
    """Return the number of pairs of disjoint combos, one marked in each of ``first`` and ``second`` bool[1326]."""
    a, b = _by_card(first), _by_card(second)
    cards = int((a.sum(axis=1) * b.sum(axis=1)).sum())
    return int(first.sum()) * int(second.sum()) - cards + int((first & second).sum())


def disjoint_triples(first: NDArray[np.bool_], second: NDArray[np.bool_], third: NDArray[np.bool_]) -> int:
    """Return the number of triples of disjoint combos, one marked in each of three bool[1326].

    For a combo (a, b) of the first seat the pairs of the others that avoid a and b and each other are counted by
    inclusion and exclusion over their common cards: see ``engine.kernels.three``.
    """
    f, m, n = _by_card(first), _by_card(second), _by_card(third)
    m_cards, n_cards = m.sum(axis=1), n.sum(axis=1)
    m_left = m.sum() // 2 - m_cards[:, None] - m_cards + m
    n_left = n.sum() // 2 - n_cards[:, None] - n_cards + n
    paths = m @ n
    along = n @ m_cards + m @ n_cards
    both = (m * n).sum(axis=1)
    shared = (
        (m_cards * n_cards).sum() - along[:, None] - along + both[:, None] + both + paths + paths.T
        - (m_cards[:, None] - m) * (n_cards[:, None] - n) - (m_cards - m) * (n_cards - n)
    )  # fmt: skip
    same = both.sum() // 2 - both[:, None] - both + m * n
    return int((f * (m_left * n_left - shared + same)).sum()) // 2


def _by_card(marked: NDArray[np.bool_]) -> NDArray[np.int64]:
    matrix = np.zeros((DECK_SIZE, DECK_SIZE), np.int64)
    high, low = COMBOS.T
    matrix[high, low] = matrix[low, high] = marked
    return matrix


def suits_left(setup: HoldemSetup) -> NDArray[np.int64]:
    """Return the 4-bit masks of the suits that may still come of each rank, int64[13]."""
    suits = np.where(available(setup), 1 << (np.arange(DECK_SIZE) & 3), 0)
    left: NDArray[np.int64] = suits.reshape(13, 4).sum(axis=1).astype(np.int64)
    return left


def board_ways(ranks: NDArray[np.int8], left: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the number of boards of each multiset of ``ranks`` int8[n, size]; ``left`` is of :func:`suits_left`."""
    counts = (ranks[:, :, None] == np.arange(13)).sum(axis=1)
    size = [int(mask).bit_count() for mask in left]
    table = np.array([[comb(size[rank], k) for k in range(5)] for rank in range(13)], dtype=np.float64)
    ways: NDArray[np.float64] = table[np.arange(13), counts].prod(axis=1)
    return ways
