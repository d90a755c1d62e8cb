"""Boards up to suit symmetry: the ways to give suits to drawn ranks, and which of them to visit.

A board is one 64-bit word, bit ``16 * suit + rank`` for each card. Of each orbit of the group of suit permutations only
one board is visited, with the size of the orbit as its weight: that with the smallest *key*, the word with the number
of cards of each suit above its ranks. So of suits that may change places it is the first that has many cards.
"""

import numpy as np

from engine.arrays import F64, I8, I64, U64
from engine.kernels.jit import inlined, lean_kernel

FIELD = np.uint64(0xFFFF)
SIXTEEN = np.uint64(16)
COUNT = 13
"""The bit of a suit at which the number of its cards begins in a key."""

CARDS = np.uint64(0x1FFF1FFF1FFF1FFF)
"""The bits of the cards in a key."""


@inlined
def orbit_size(key: np.uint64, suits: U64) -> int:
    """Return the size of the orbit of ``key`` under ``suits`` uint64[order, 4]; 0 unless it is its smallest."""
    same = 0
    for g in range(suits.shape[0]):
        moved = np.uint64(0)
        for suit in range(4):
            ranks = (key >> np.uint64(16 * suit)) & FIELD
            moved |= ranks << (SIXTEEN * suits[g, suit])
        if moved < key:
            return 0
        same += moved == key
    size: int = suits.shape[0] // same
    return size


@inlined
def suit_choices(left: int, count: int, choices: I64) -> int:
    """List the ways to choose ``count`` of the suits in the mask ``left`` into ``choices``; return how many.

    ``choices`` int64[n], n at least 6: 4-bit masks of suits, as many as are returned.
    """
    result = 0
    for mask in range(16):
        size = (mask & 1) + (mask >> 1 & 1) + (mask >> 2 & 1) + (mask >> 3)
        if size == count and mask & ~left == 0:
            choices[result] = mask
            result += 1
    return result


@inlined
def next_choice(chosen: I64, choices: I64, count: int) -> bool:
    """Go on to the next choice of suits, ``choices[i]`` of them for rank i; return whether there was one.

    ``chosen``, ``choices`` int64[n], n at least ``count``: by rank, the choice taken and the number of choices.
    """
    for i in range(count):
        chosen[i] += 1
        if chosen[i] < choices[i]:
            return True
        chosen[i] = 0
    return False


@inlined
def spread(rank: int, suits: int) -> np.uint64:
    """Return the word of the cards of ``rank`` in the suits of a 4-bit mask."""
    word = np.uint64(0)
    for suit in range(4):
        if suits >> suit & 1:
            word |= np.uint64(1) << np.uint64(16 * suit + rank)
    return word


@lean_kernel
def list_boards(
    multisets: I8, board: np.uint64, left: I64, suits: U64, scratch: I64, starts: I64, words: U64, sizes: F64
) -> None:
    """List the boards whose cards to come have the ranks of ``multisets`` int8[n, cards to come].

    ``board`` is the word of the known board, ``left`` int64[13] the 4-bit masks of the suits left of each rank,
    ``suits`` uint64[order, 4] the group, ``scratch`` int64[5, 19] work space. Fills ``starts`` int64[n + 1] and, from
    ``starts[k]`` to ``starts[k + 1]``, the boards of multiset k, which there must be room for: ``words`` uint64[boards]
    and ``sizes`` float64[boards] of their orbits.
    """
    ranks, counts, chosen = scratch[:, 16], scratch[:, 17], scratch[:, 18]
    result = 0
    starts[0] = 0
    known = board
    for card in range(64):
        if board >> np.uint64(card) & np.uint64(1):
            known += np.uint64(1) << np.uint64(card // 16 * 16 + COUNT)
    for row in range(multisets.shape[0]):
        distinct, possible, at = 0, True, 0
        while at < multisets.shape[1]:
            size = 1
            while at + size < multisets.shape[1] and multisets[row, at + size] == multisets[row, at]:
                size += 1
            ranks[distinct] = multisets[row, at]
            counts[distinct] = suit_choices(left[multisets[row, at]], size, scratch[distinct])
            possible &= counts[distinct] > 0
            chosen[distinct] = 0
            distinct += 1
            at += size
        while possible:
            key = known
            for i in range(distinct):
                key += spread(ranks[i], scratch[i, chosen[i]]) + spread(COUNT, scratch[i, chosen[i]])
            size = orbit_size(key, suits)
            if size:
                words[result], sizes[result] = key & CARDS, size
                result += 1
            possible = next_choice(chosen, counts, distinct)
        starts[row + 1] = result
