"""Two weighted ranges over all flops: the sweep of every board (see ``sweep_boards``), counted for its flops.

Any three of the five cards of a board may have come first, so each board counts a tenth for each of its ten flops.
"""

import numpy as np

from engine.kernels._jit import inlined, lean_kernel
from engine.kernels.arrays import F64, I8, I64, U64
from engine.kernels.holdem.boards import next_choice, orbit_size
from engine.kernels.holdem.deal_details import flop_number
from engine.kernels.holdem.high import HighTables
from engine.kernels.holdem.sweep import Ranges, Work
from engine.kernels.holdem.sweep_boards import chosen_board, start_multiset, visit_board


@inlined
def add_flops(word: np.uint64, flops: I64, tables: HighTables, cards: I64, board: F64, found: F64) -> None:
    """Add the tally ``board`` float64[20] of the board ``word`` to those of its flops, and empty it.

    ``flops`` int64[22100]: the row of each flop in ``found`` float64[rows, 3]: the weight of its deals, of those that
    the first seat wins and of ties; ``cards`` int64[5] is work space.
    """
    count = 0
    for card in range(52):
        if word & tables.bits[card]:
            cards[count] = card
            count += 1
    weight = 0.0
    for i in range(2, 11):
        weight += board[i]
    for i in range(2, 5):
        for j in range(1, i):
            for k in range(j):
                flop = flops[flop_number(cards[i], cards[j], cards[k])]
                found[flop, 0] += weight / 10
                found[flop, 1] += board[0] / 10
                found[flop, 2] += board[1] / 10
    board[:] = 0.0


@lean_kernel
def sweep_flops(
    multisets: I8,
    left: I64,
    suits: U64,
    flops: I64,
    ranges: Ranges,
    tables: HighTables,
    work: Work,
    cards: I64,
    board: F64,
    found: F64,
) -> None:
    """Add all boards with the ranks of one of ``multisets`` int8[n, 5] to ``found`` float64[flops, 3].

    These are the weight of the deals, of those that the first seat wins and of ties; ``flops`` int64[22100]: the
    place of each flop (``deal_details.flop_number``). ``cards`` int64[5] and ``board`` float64[20] are work space;
    ``left`` int64[13], ``suits`` uint64[order, 4] and the rest are as for ``sweep_boards.sweep_multisets``.
    """
    for row in range(multisets.shape[0]):
        count = start_multiset(multisets[row], np.uint64(0), left, ranges, tables, work)
        possible = count >= 0
        while possible:
            word = chosen_board(np.uint64(0), count, work)
            size = orbit_size(word, suits)
            if size:
                visit_board(word, float(size), ranges, tables, work, board)
                add_flops(word, flops, tables, cards, board, found)
            possible = next_choice(work.drawn[:, 3], work.drawn[:, 2], count)
