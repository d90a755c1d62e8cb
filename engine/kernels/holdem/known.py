"""One known hand against two weighted ranges on all boards.

The ranges hold no combo with a card of the hand, so that only two of the three can clash. With S and L[c] the weights
of all swept combos and of those with card c, the pairs that the hand beats weigh

    S1 S2 - sum_c L1[c] L2[c] + sum_combo m1 m2

once all weaker combos are swept, and a combo (a, b) of range 1 that beats the hand beats S2 - L2[a] - L2[b] of range 2.
Items are those of ``three_sweep``.
"""

import numpy as np

from engine.arrays import F64, I8, I64, U64
from engine.kernels.holdem.enumerate import RANK_ONLY
from engine.kernels.holdem.high import CATEGORY_SHIFT, HighTables, rank_value
from engine.kernels.holdem.sweep_boards import flush_suit
from engine.kernels.holdem.three import add_board, make_items, merge, set_values, sort_pairs
from engine.kernels.holdem.three_sweep import BELOW, CLASS, DECK, UP_TO, Ranges, Work, group_end
from engine.kernels.jit import sum_inlined, sum_kernel, sum_part


@sum_inlined
def beaten(task: int, item: int, own: bool, ranges: Ranges, work: Work) -> float:
    """Return the weight of what an item of a task's hero beats of the other range; ``own``: it is in that too."""
    hero, other = ranges.tasks[task, 0], ranges.tasks[task, 1]
    cards, pairs = work.card[other], ranges.ranks.shape[0]
    result: float = work.all[other]
    if item >= pairs:
        single = item - pairs
        result -= cards[work.cards[single, 0]] + cards[work.cards[single, 1]]
        if own:
            result += work.weight[single, other]
        result *= work.weight[single, hero]
        return result
    high, low = 4 * ranges.ranks[item, 0], 4 * ranges.ranks[item, 1]
    sums = work.sums[item, hero]
    result *= work.total[item, hero]
    for i in range(4):
        result -= sums[i] * cards[high + i] + sums[4 + i] * cards[low + i]
    if own:
        result += work.product_total[item, 0]
    return result


@sum_inlined
def add_item(item: int, ranges: Ranges, work: Work) -> None:
    """Put the combos of an item among those swept."""
    pairs = ranges.ranks.shape[0]
    if item < pairs:
        high, low = 4 * ranges.ranks[item, 0], 4 * ranges.ranks[item, 1]
        for x in range(work.all.shape[0]):
            work.all[x] += work.total[item, x]
            for i in range(4):
                work.card[x, high + i] += work.sums[item, x, i]
                work.card[x, low + i] += work.sums[item, x, 4 + i]
        work.both[0] += work.product_total[item, 0]
    else:
        single = item - pairs
        for x in range(work.all.shape[0]):
            work.all[x] += work.weight[single, x]
            for i in range(2):
                work.card[x, work.cards[single, i]] += work.weight[single, x]
        work.both[0] += work.weight[single, ranges.tasks[0, 0]] * work.weight[single, ranges.tasks[0, 1]]


@sum_inlined
def pairs_swept(ranges: Ranges, work: Work) -> float:
    """Return the weight of the disjoint pairs of swept combos."""
    one, other = ranges.tasks[0, 0], ranges.tasks[0, 1]
    result: float = work.all[one] * work.all[other] + work.both[0]
    for card in range(DECK):
        result -= work.card[one, card] * work.card[other, card]
    return result


@sum_part
def sweep_known(count: int, value: np.int64, ranges: Ranges, work: Work) -> None:
    """Add the items ``work.order[:count]`` of one board, the hand being worth ``value``, to ``work.board``.

    Row 0 of ``work.board`` is the hand's, row 1 + k that of task k.
    """
    work.all[:] = 0.0
    work.card[:] = 0.0
    work.both[:] = 0.0
    start = 0
    below, up_to = False, False
    while start < count:
        end = group_end(start, count, work)
        here = work.value[work.order[start]]
        if not below and here >= value:
            work.board[0, BELOW] += pairs_swept(ranges, work)
            below = True
        if not up_to and here > value:
            work.board[0, UP_TO] += pairs_swept(ranges, work)
            up_to = True
        if here > value:
            for i in range(start, end):
                for task in range(ranges.tasks.shape[0]):
                    work.board[1 + task, BELOW] += beaten(task, work.order[i], False, ranges, work)
        for i in range(start, end):
            add_item(work.order[i], ranges, work)
        if here >= value:
            for i in range(start, end):
                for task in range(ranges.tasks.shape[0]):
                    work.board[1 + task, UP_TO] += beaten(task, work.order[i], True, ranges, work)
        start = end
    every = pairs_swept(ranges, work)
    work.board[0, CLASS + (value >> CATEGORY_SHIFT)] += every
    if not below:
        work.board[0, BELOW] += every
    if not up_to:
        work.board[0, UP_TO] += every
    for i in range(count):
        cell = CLASS + (work.value[work.order[i]] >> CATEGORY_SHIFT)
        for task in range(ranges.tasks.shape[0]):
            work.board[1 + task, cell] += beaten(task, work.order[i], True, ranges, work)


@sum_part
def visit_known(
    word: np.uint64, multiplicity: float, hand: I8, ranked: np.int64, ranges: Ranges, tables: HighTables,
    work: Work, tally: F64,
) -> None:  # fmt: skip
    """Add one final board; ``ranked`` is the value of the hand on it without flushes.

    ``hand`` int8[2]: its cards; ``tally`` float64[1 + tasks, TALLY]: row 0 is the hand's.
    """
    suit, in_suit, on_board = flush_suit(word)
    for card in range(DECK):
        work.alive[card] = 0.0 if word & tables.bits[card] else 1.0
    held = on_board
    for i in range(2):
        work.alive[hand[i]] = 0.0
        if (hand[i] & 3) == suit:
            held |= 1 << (hand[i] >> 2)
    value = max(ranked, np.int64(tables.flushes[np.uint64(held)]) if in_suit >= 3 else np.int64(0))
    set_values(np.int64(tables.flushes[np.uint64(on_board)]), ranges, work)
    singles = make_items(word, suit, in_suit, on_board, ranges, tables, work)
    work.board[:] = 0.0
    sweep_known(merge(singles, ranges, work), value, ranges, work)
    add_board(multiplicity, work, tally)


@sum_kernel
def sweep_known_boards(
    keys: U64, starts: I64, words: U64, sizes: F64, hand: I8, ranges: Ranges, tables: HighTables, work: Work, tally: F64
) -> None:
    """Add final boards to ``tally`` float64[1 + tasks, TALLY]: row 0 is for ``hand`` int8[2], the others for the tasks.

    ``keys`` uint64[rows], ``starts`` int64[rows + 1], ``words`` uint64[boards] and ``sizes`` float64[boards]: boards as
    for ``three.sweep_boards``, none with a card of the hand; the ranges hold no combo with one either.
    """
    hand_key = (tables.keys[hand[0]] & RANK_ONLY) + (tables.keys[hand[1]] & RANK_ONLY)
    for row in range(keys.shape[0]):
        if starts[row] == starts[row + 1]:
            continue
        sort_pairs(keys[row], ranges, tables, work)
        ranked = rank_value((keys[row] & RANK_ONLY) + hand_key, tables)
        for board in range(starts[row], starts[row + 1]):
            visit_known(words[board], sizes[board], hand, ranked, ranges, tables, work, tally)
