"""How many ways there are: to give disjoint combos to two or three seats, and to give suits to a board's ranks."""

from collections.abc import Sequence
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


def disjoint_hands(marked: Sequence[NDArray[np.bool_]] | NDArray[np.bool_]) -> int:
    """Return the number of ways to give disjoint combos to one to four seats, marked in one bool[1326] each."""
    if len(marked) == 4:
        (hero, *others) = map(_by_card, marked)
        return int((hero * _left_by_three(*others)).sum()) // 4
    if len(marked) == 3:
        return disjoint_triples(marked[0], marked[1], marked[2])
    return disjoint_pairs(marked[0], marked[1]) if len(marked) == 2 else int(marked[0].sum())


def _left_by_three(x: NDArray[np.int64], y: NDArray[np.int64], z: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return twice the number of disjoint triples without the cards a and b, int64[52, 52].

    The formula is that of ``engine.kernels.mixed_gain``.
    """
    hands = (x, y, z)
    cards = [hand.sum(axis=1) for hand in hands]
    left = [c.sum() // 2 - c[:, None] - c + hand for hand, c in zip(hands, cards, strict=True)]
    at = [(c[:, None] - hand, c - hand) for hand, c in zip(hands, cards, strict=True)]
    found = 2 * left[0] * left[1] * left[2] - 4 * (at[0][0] * at[1][0] * at[2][0] + at[0][1] * at[1][1] * at[2][1])
    found += 4 * (cards[0] * cards[1] * cards[2]).sum() + 4 * (x * y * z).sum() + 8 * x * y * z
    found -= 2 * np.trace(x @ y @ z)
    for one, (two, three) in enumerate(((1, 2), (0, 2), (0, 1))):
        own, y, z, ly, lz = hands[one], hands[two], hands[three], cards[two], cards[three]
        along = y @ z + z @ y
        sums, both = along.sum(axis=1), (y * z).sum(axis=1)
        near = 2 * both - sums
        clash = (ly * lz).sum() - both.sum() // 2 + near[:, None] + near + along - y * z
        clash -= at[two][0] * at[three][0] + at[two][1] * at[three][1]
        row = along + 2 * (ly * z + lz * y) - 8 * y * z
        gain = (own * (2 * (row - 2 * ly * lz + 2 * both - sums) + 8 * y * z)).sum(axis=1)
        corner = sums - 4 * both
        found -= 2 * left[one] * clash + 4 * (cards[one] * both).sum() - (cards[one] * sums).sum()
        found += gain[:, None] + gain + row @ own + (row @ own).T
        found -= 2 * at[one][0] * (corner[:, None] - along + 2 * y * z)
        found -= 2 * at[one][1] * (corner - along + 2 * y * z)
        found += 2 * own * (at[two][0] * at[three][1] + at[two][1] * at[three][0] - along)
    return np.asarray(found)


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
