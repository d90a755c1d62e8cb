"""Listing the final boards of rank multisets, one for each orbit of the suit symmetry."""

import numpy as np

from engine.kernels._jit import lean_kernel
from engine.kernels.arrays import F64, I8, I64, U64
from engine.kernels.holdem.boards import next_choice, orbit_size, spread, suit_choices


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
    found = 0
    starts[0] = 0
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
            word = board
            for i in range(distinct):
                word |= spread(ranks[i], scratch[i, chosen[i]])
            size = orbit_size(word, suits)
            if size:
                words[found], sizes[found] = word, size
                found += 1
            possible = next_choice(chosen, counts, distinct)
        starts[row + 1] = found
