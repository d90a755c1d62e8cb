"""The flop book: hero's gains on all final boards, counted for the flops of each board (see ``gains``).

Any three of the five cards of a board may have come first, so a board counts whole for each of its ten flops.
"""

import numpy as np

from engine.arrays import F64, I64, U64
from engine.kernels.holdem.deal_details import flop_number
from engine.kernels.holdem.enumerate import RANK_ONLY
from engine.kernels.holdem.high import HighTables, rank_value
from engine.kernels.jit import inlined, linked, sum_kernel, sum_part
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
from engine.kernels.preflop.work import ALL, FLUSH, HALF, HANDS, RANGE, RANKS, Law, Work

ON_NO_BOARD = np.int64(-1)


@inlined
def set_board(board: int, word: np.uint64, held: int, work: Work) -> None:
    """Note the cards, of the ``held`` first ranks of ``work.held``, and the flush suit of a board."""
    count, suits = 0, np.int64(0)
    for k in range(held):
        rank = work.held[k]
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


@sum_part
def rank_board(key: np.uint64, word: np.uint64, tables: HighTables, work: Work) -> int:
    """Evaluate the rank pairs on a board ``word`` of rank key ``key``; list the ranks, the board's first, and return
    their number."""
    on_board = np.int64(
        (word | word >> np.uint64(16) | word >> np.uint64(32) | word >> np.uint64(48)) & np.uint64(8191)
    )
    held, last = 0, RANKS
    for high in range(RANKS):
        if on_board >> high & 1:
            work.held[held] = high
            held += 1
        else:
            last -= 1
            work.held[last] = high
        for low in range(high + 1):
            keys = (tables.keys[4 * high] & RANK_ONLY) + (tables.keys[4 * low] & RANK_ONLY)
            work.ranked[high, low] = work.ranked[low, high] = rank_value(key + keys, tables)
    set_flush_shares(work)
    return held


@sum_part
def set_ranges(hero: int, held: int, law: Law, work: Work) -> None:
    """Fill the sums of all ranges against a hand of hero's; ``held`` ranks are on the board."""
    a, b = law.cards[hero, 0], law.cards[hero, 1]
    value = work.ranked[a >> 2, b >> 2]
    set_shares(value, 1 if law.alone[0] else 2, work)
    for x in range(law.weights.shape[1]):
        if law.used[x, 0]:
            set_range(hero, x, HALF, held, law, work)
            if a & 3 == b & 3:
                set_range(hero, x, FLUSH, held, law, work)
        if law.used[x, 1]:
            set_range(hero, x, ALL, held, law, work)
    for task in range(law.tasks.shape[0]):
        if law.tasks[task, HANDS] == 2:
            set_task(hero, task, value, held, law, work)


@sum_part
def fill_gains(boards: int, held: int, sizes: F64, law: Law, tables: HighTables, work: Work) -> None:
    """Fill ``work.gains`` for the ``boards`` of a rank multiset, which count ``sizes`` float64[boards] times."""
    heroes, tasks = law.cards.shape[0], law.tasks.shape[0]
    sparse, triples = False, False
    for task in range(tasks):
        sparse |= law.tasks[task, HANDS] < 3
        triples |= law.tasks[task, HANDS] == 3
    if sparse:
        for hero in range(heroes):
            set_ranges(hero, held, law, work)
            for task in range(tasks):
                if law.tasks[task, HANDS] == 1:
                    one_gains(hero, task, boards, sizes, law, tables, work)
                elif law.tasks[task, HANDS] == 2:
                    two_gains(hero, task, boards, sizes, law, tables, work)
    for board in range(boards):
        if work.suit[board, 1] < 3 and not triples:
            continue
        valued = False
        for hero in range(heroes):
            value = hero_value(hero, board, law, tables, work)
            ranked = by_ranks(board, value, work)
            for task in range(tasks):
                if ranked and law.tasks[task, HANDS] < 3:
                    continue
                if not valued:
                    value_combos(board, law, tables, work)
                    valued = True
                gain = dense_gain(hero, task, value, law, work)
                work.gains[board, hero * tasks + task] = sizes[board] * gain


@sum_part
def add_gains(boards: int, flops: I64, law: Law, tables: HighTables, work: Work, found: F64) -> None:
    """Add the gains on ``boards`` to those of their flops, none on boards that hold a card of hero's.

    ``flops`` int64[22100]: the place of each flop; ``found`` float64[flops, heroes * tasks].
    """
    heroes, tasks = law.cards.shape[0], law.tasks.shape[0]
    for board in range(boards):
        cards = work.board[board]
        for hero in range(heroes):
            held = tables.bits[law.cards[hero, 0]] | tables.bits[law.cards[hero, 1]]
            if work.words[board] & held:
                for task in range(tasks):
                    work.gains[board, hero * tasks + task] = 0.0
        gains = work.gains[board]
        for i in range(2, 5):
            for j in range(1, i):
                for k in range(j):
                    row = found[flops[flop_number(cards[i], cards[j], cards[k])]]
                    for cell in range(heroes * tasks):
                        row[cell] += gains[cell]


@linked
@sum_kernel
def add_boards(
    keys: U64, starts: I64, words: U64, sizes: F64, flops: I64, law: Law, tables: HighTables, work: Work, found: F64
) -> None:
    """Add hero's gains on final boards to ``found`` float64[flops, heroes * tasks].

    Row k of rank multisets has the boards ``words[starts[k]:starts[k + 1]]``, which count ``sizes`` times, and the sum
    ``keys[k]`` of the keys of its ranks; ``flops`` int64[22100]: the place of each flop.
    """
    for row in range(keys.shape[0]):
        first, boards = starts[row], starts[row + 1] - starts[row]
        if boards == 0:
            continue
        held = rank_board(keys[row] & RANK_ONLY, words[first], tables, work)
        for board in range(boards):
            set_board(board, words[first + board], held, work)
        fill_gains(boards, held, sizes[first : first + boards], law, tables, work)
        add_gains(boards, flops, law, tables, work, found)


@sum_kernel
def weigh_flops(flops: I64, law: Law, tables: HighTables, work: Work, found: F64) -> None:
    """Fill ``found`` float64[flops, heroes, tasks]: the weight of the disjoint combos of each task that a flop leaves.

    ``flops`` int64[n, 3]: their cards; the flops with a card of hero's get 0.
    """
    for hero in range(law.cards.shape[0]):
        for x in range(law.weights.shape[1]):
            set_range(hero, x, ALL, RANKS, law, work)
        for task in range(law.tasks.shape[0]):
            if law.tasks[task, HANDS] == 2:
                set_products(hero, task, (ALL, ALL), RANKS, law, work)
        for f in range(flops.shape[0]):
            out = flops[f]
            taken = False
            for i in range(3):
                taken |= out[i] == law.cards[hero, 0] or out[i] == law.cards[hero, 1]
            for task in range(law.tasks.shape[0]):
                found[f, hero, task] = 0.0 if taken else weight_left(hero, task, out, law, work)


@sum_part
def weight_left(hero: int, task: int, out: I64, law: Law, work: Work) -> float:
    """Return the weight of the disjoint combos of a task without the cards ``out`` int64[3]."""
    hands = law.tasks[task, HANDS]
    if hands == 1:
        return one_left(law.tasks[task, RANGE], ALL, out, 3, work)
    if hands == 2:
        ranges = law.tasks[task, RANGE], law.tasks[task, RANGE + 1]
        s1, s2, shared = two_left(ranges, (ALL, ALL), out, 3, work)
        return s1 * s2 - shared + both_left(task, ranges, (ALL, ALL), out, 3, work)
    for k in range(law.combos.shape[0]):
        work.values[k] = 0.0
        for i in range(3):
            if out[i] == law.combos[k, 0] or out[i] == law.combos[k, 1]:
                work.values[k] = NOT_LIVE
    for i in range(hands):
        set_dense(hero, i, law.tasks[task, RANGE + i], ALL, ON_NO_BOARD, law, work)
    return dense_triples(work)
