"""The flop book: the hero's gains on all final boards, added up for the flops of each board (see ``gains``).

A *gain* is a sum over deals: the hero's share of the pot times the weight of the others' hands. Any three of the
five cards of a board can have come first, so a board counts in full for each of its ten flops.
"""

import numpy as np

from engine.arrays import F64, I64, U64
from engine.kernels.holdem.deal_details import flop_number
from engine.kernels.holdem.enumerate import RANK_ONLY
from engine.kernels.holdem.high import HighTables, rank_value
from engine.kernels.jit import inlined, linked, sum_kernel, sum_subkernel
from engine.kernels.preflop.disjoint import both_left, dense_triples, one_left, set_products, two_left
from engine.kernels.preflop.gains import (
    NOT_LIVE,
    by_ranks,
    dense_gain,
    hero_value,
    one_gains,
    set_dense,
    set_flush_shares,
    set_range,
    set_shares,
    set_task,
    two_gains,
    value_combos,
)
from engine.kernels.preflop.work import ALL, FLUSH, HALF, HANDS, RANGE, RANKS, BookInputs, BookWork

ON_NO_BOARD = np.int64(-1)


@inlined
def set_board(board: int, word: np.uint64, board_ranks: int, work: BookWork) -> None:
    """Store the cards and the flush suit of a board, whose ranks are the first ``board_ranks`` entries of
    ``work.rank_order``."""
    count, suits = 0, np.int64(0)
    for k in range(board_ranks):
        rank = work.rank_order[k]
        for suit in range(4):
            if word >> np.uint64(16 * suit + rank) & np.uint64(1):
                work.board[board, count] = 4 * rank + suit
                suits += np.int64(1) << (4 * suit)
                count += 1
    work.words[board] = word
    work.suit[board, :] = 0
    for suit in range(4):
        in_suit = suits >> (4 * suit) & 15
        if in_suit >= 3:
            work.suit[board, 0], work.suit[board, 1] = suit, in_suit
            work.suit[board, 2] = np.int64(word >> np.uint64(16 * suit) & np.uint64(8191))


@sum_subkernel
def rank_board(key: np.uint64, word: np.uint64, tables: HighTables, work: BookWork) -> int:
    """Evaluate the rank pairs on a board ``word`` of rank key ``key``; return how many ranks are on it.

    ``work.rank_order`` gets all ranks, those of the board first.
    """
    on_board = np.int64(
        (word | word >> np.uint64(16) | word >> np.uint64(32) | word >> np.uint64(48)) & np.uint64(8191)
    )
    board_ranks, last = 0, RANKS
    for high in range(RANKS):
        if on_board >> high & 1:
            work.rank_order[board_ranks] = high
            board_ranks += 1
        else:
            last -= 1
            work.rank_order[last] = high
        for low in range(high + 1):
            keys = (tables.keys[4 * high] & RANK_ONLY) + (tables.keys[4 * low] & RANK_ONLY)
            work.ranked[high, low] = work.ranked[low, high] = rank_value(key + keys, tables)
    set_flush_shares(work)
    return board_ranks


@sum_subkernel
def set_ranges(hero: int, board_ranks: int, inputs: BookInputs, work: BookWork) -> None:
    """Compute the sums of all ranges against one hand of the hero; ``board_ranks`` ranks are on the board."""
    a, b = inputs.cards[hero, 0], inputs.cards[hero, 1]
    value = work.ranked[a >> 2, b >> 2]
    set_shares(value, 1 if inputs.alone[0] else 2, work)
    for x in range(inputs.weights.shape[1]):
        if inputs.used[x, 0]:
            set_range(hero, x, HALF, board_ranks, inputs, work)
            if a & 3 == b & 3:
                set_range(hero, x, FLUSH, board_ranks, inputs, work)
        if inputs.used[x, 1]:
            set_range(hero, x, ALL, board_ranks, inputs, work)
    for task in range(inputs.tasks.shape[0]):
        if inputs.tasks[task, HANDS] == 2:
            set_task(hero, task, value, board_ranks, inputs, work)


@sum_subkernel
def fill_board_gains(
    boards: int, board_ranks: int, sizes: F64, inputs: BookInputs, tables: HighTables, work: BookWork
) -> None:
    """Fill ``work.gains`` for the ``boards`` of a rank multiset, which are counted ``sizes`` float64[boards] times."""
    heroes, tasks = inputs.cards.shape[0], inputs.tasks.shape[0]
    sparse, triples = False, False
    for task in range(tasks):
        sparse |= inputs.tasks[task, HANDS] < 3
        triples |= inputs.tasks[task, HANDS] == 3
    # First the sums by rank pairs, which serve most boards with few cards to correct. Then, board by board, the cases
    # that need every combo: four cards of a suit, a straight flush of the hero, or three opponents.
    if sparse:
        for hero in range(heroes):
            set_ranges(hero, board_ranks, inputs, work)
            for task in range(tasks):
                if inputs.tasks[task, HANDS] == 1:
                    one_gains(hero, task, boards, sizes, inputs, tables, work)
                elif inputs.tasks[task, HANDS] == 2:
                    two_gains(hero, task, boards, sizes, inputs, tables, work)
    for board in range(boards):
        if work.suit[board, 1] < 3 and not triples:
            continue
        valued = False
        for hero in range(heroes):
            value = hero_value(hero, board, inputs, tables, work)
            ranked = by_ranks(board, value, work)
            for task in range(tasks):
                if ranked and inputs.tasks[task, HANDS] < 3:
                    continue
                if not valued:
                    value_combos(board, inputs, tables, work)
                    valued = True
                gain = dense_gain(hero, task, value, inputs, work)
                work.gains[board, hero * tasks + task] = sizes[board] * gain


@sum_subkernel
def add_gains(
    boards: int, flops: I64, inputs: BookInputs, tables: HighTables, work: BookWork, gains_by_flop: F64
) -> None:
    """Add the gains on ``boards`` to their flops; a board with a card of the hero adds nothing.

    ``flops`` int64[22100]: the row of each flop in ``gains_by_flop`` float64[flops, heroes * tasks].
    """
    heroes, tasks = inputs.cards.shape[0], inputs.tasks.shape[0]
    for board in range(boards):
        cards = work.board[board]
        for hero in range(heroes):
            hero_bits = tables.bits[inputs.cards[hero, 0]] | tables.bits[inputs.cards[hero, 1]]
            if work.words[board] & hero_bits:
                for task in range(tasks):
                    work.gains[board, hero * tasks + task] = 0.0
        gains = work.gains[board]
        for i in range(2, 5):
            for j in range(1, i):
                for k in range(j):
                    row = gains_by_flop[flops[flop_number(cards[i], cards[j], cards[k])]]
                    for cell in range(heroes * tasks):
                        row[cell] += gains[cell]


@linked
@sum_kernel
def add_book_boards(
    keys: U64,
    starts: I64,
    words: U64,
    sizes: F64,
    flops: I64,
    inputs: BookInputs,
    tables: HighTables,
    work: BookWork,
    gains_by_flop: F64,
) -> None:
    """Add the hero's gains on final boards to ``gains_by_flop`` float64[flops, heroes * tasks]. The module's entry
    point.

    Row k is a rank multiset with the boards ``words[starts[k]:starts[k + 1]]``, which are counted ``sizes`` times, and
    the sum ``keys[k]`` of the keys of its ranks: ``keys`` uint64[rows], ``starts`` int64[rows + 1], ``words``
    uint64[boards], ``sizes`` float64[boards]. ``flops`` int64[22100]: the row of each flop.
    """
    for row in range(keys.shape[0]):
        first, boards = starts[row], starts[row + 1] - starts[row]
        if boards == 0:
            continue
        board_ranks = rank_board(keys[row] & RANK_ONLY, words[first], tables, work)
        for board in range(boards):
            set_board(board, words[first + board], board_ranks, work)
        fill_board_gains(boards, board_ranks, sizes[first : first + boards], inputs, tables, work)
        add_gains(boards, flops, inputs, tables, work, gains_by_flop)


@sum_kernel
def weigh_flops(flops: I64, inputs: BookInputs, tables: HighTables, work: BookWork, weights: F64) -> None:
    """Fill ``weights`` float64[flops, heroes, tasks]: the weight of each task's disjoint combos that avoid a flop.

    ``flops`` int64[n, 3]: their cards. The weight is 0 for flops with a card of the hero.
    """
    for hero in range(inputs.cards.shape[0]):
        for x in range(inputs.weights.shape[1]):
            set_range(hero, x, ALL, RANKS, inputs, work)
        for task in range(inputs.tasks.shape[0]):
            if inputs.tasks[task, HANDS] == 2:
                set_products(hero, task, (ALL, ALL), RANKS, inputs, work)
        for f in range(flops.shape[0]):
            out = flops[f]
            taken = False
            for i in range(3):
                taken |= out[i] == inputs.cards[hero, 0] or out[i] == inputs.cards[hero, 1]
            for task in range(inputs.tasks.shape[0]):
                weights[f, hero, task] = 0.0 if taken else weight_left(hero, task, out, inputs, work)


@sum_subkernel
def weight_left(hero: int, task: int, out: I64, inputs: BookInputs, work: BookWork) -> float:
    """Return the weight of the disjoint combos of a task that avoid the cards ``out`` int64[3]."""
    hands = inputs.tasks[task, HANDS]
    if hands == 1:
        return one_left(inputs.tasks[task, RANGE], ALL, out, 3, work)
    if hands == 2:
        ranges = inputs.tasks[task, RANGE], inputs.tasks[task, RANGE + 1]
        s1, s2, shared = two_left(ranges, (ALL, ALL), out, 3, work)
        return s1 * s2 - shared + both_left(task, ranges, (ALL, ALL), out, 3, work)
    for k in range(inputs.combos.shape[0]):
        work.values[k] = 0.0
        for i in range(3):
            if out[i] == inputs.combos[k, 0] or out[i] == inputs.combos[k, 1]:
                work.values[k] = NOT_LIVE
    for i in range(hands):
        set_dense(hero, i, inputs.tasks[task, RANGE + i], ALL, ON_NO_BOARD, inputs, work)
    return dense_triples(work)
