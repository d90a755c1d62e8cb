"""Equity of one known hand against two weighted ranges over all boards.

The ranges have no combo with a card of the hand, so only the two ranges can conflict. Sweep the combos of both ranges
from the weakest to the strongest. With S and L[c] the weight of all swept combos and of those with card c, and m the
weight of a combo, the pairs that the hand beats weigh

    S1 S2 - sum_c L1[c] L2[c] + sum_combo m1 m2

once all weaker combos are swept. A combo (a, b) of range 1 that beats the hand itself beats S2 - L2[a] - L2[b] of range
2. Items are those of ``three_sweep``, but made board by board.
"""

from typing import NamedTuple

import numpy as np

from engine.arrays import F64, I8, I64, U64, Bools
from engine.kernels.holdem.enumerate import RANK_ONLY
from engine.kernels.holdem.high import CATEGORY_SHIFT, HighTables, rank_value
from engine.kernels.holdem.sweep_boards import changed_ranks, flush_suit
from engine.kernels.holdem.three import list_singles, live_block, merge_pairs_and_singles, set_values, sort_pairs
from engine.kernels.holdem.three_sweep import BELOW, CLASS, DECK, TALLY, UP_TO, RangeTriple, group_end
from engine.kernels.holdem.three_sweep import TripleWork as Items
from engine.kernels.holdem.three_sweep import new_triple_work as new_items
from engine.kernels.jit import sum_inlined, sum_kernel, sum_subkernel


class KnownWork(NamedTuple):
    """Work space of one call; its content is of no interest between calls.

    ``items``: the items of a board. Rank pairs: ``sums`` float64[pairs, measures, 8], the weights by card (the higher
    rank first); ``total`` float64[pairs, measures]; ``stale`` bool[pairs]: the item must be made again; ``visited``
    uint64[1]: the previous board. State of the sweep: ``all`` float64[ranges] and ``card`` float64[ranges, 52], the
    weight of all combos so far and of those with a card; ``both`` float64[1]: the sum of products m1 m2. ``board``
    float64[1 + tasks, TALLY]: the results of a board.
    """

    items: Items
    sums: F64
    total: F64
    stale: Bools
    visited: U64
    all: F64
    card: F64
    both: F64
    board: F64


def new_known_work(ranges: RangeTriple, different: int) -> KnownWork:
    """Return work space for one call; ``different``: the number of different ranges among ``ranges``."""
    pairs, measures = ranges.has_combos.shape
    return KnownWork(
        new_items(ranges, different), np.zeros((pairs, measures, 8)), np.zeros((pairs, measures)),
        np.ones(pairs, bool), np.zeros(1, np.uint64), np.zeros(different), np.zeros((different, DECK)), np.zeros(1),
        np.zeros((1 + len(ranges.tasks), TALLY)),
    )  # fmt: skip


@sum_inlined
def sum_live_pair(pair: int, work: KnownWork) -> None:
    """Sum the live combos of a rank pair's item by card and in total."""
    for measure in range(work.sums.shape[1]):
        block, sums = work.items.block[pair, measure], work.sums[pair, measure]
        total = 0.0
        for i in range(4):
            sums[i] = block[4 * i] + block[4 * i + 1] + block[4 * i + 2] + block[4 * i + 3]
            sums[4 + i] = block[i] + block[4 + i] + block[8 + i] + block[12 + i]
            total += sums[i]
        work.total[pair, measure] = total


@sum_inlined
def make_known_items(
    word: np.uint64,
    suit: int,
    in_suit: np.int64,
    on_board: np.int64,
    ranges: RangeTriple,
    tables: HighTables,
    work: KnownWork,
) -> int:
    """Make the items of the board ``word`` from the live cards; return how many of them are single combos.

    ``in_suit`` cards of ``suit`` are on the board, with the rank mask ``on_board``. The item of a rank pair is reused
    from the previous board if both boards have the same cards of its two ranks.
    """
    changed = changed_ranks(word, work.visited[0])
    work.visited[0] = word
    # Version 0 has all combos, 1 + suit lacks the suited combos of the suit, 5 + suit all combos with a card of it.
    version = 0 if in_suit < 3 else (1 + suit if in_suit == 3 else 5 + suit)
    for pair in range(ranges.ranks.shape[0]):
        high, low = ranges.ranks[pair, 0], ranges.ranks[pair, 1]
        flushes = in_suit >= 4 or (in_suit == 3 and high != low)
        if flushes or work.stale[pair] or changed >> high & 1 or changed >> low & 1:
            live_block(pair, version, ranges, work.items)
            sum_live_pair(pair, work)
            work.stale[pair] = flushes
    return list_singles(suit, in_suit, on_board, ranges, tables, work.items) if in_suit >= 3 else 0


@sum_inlined
def pairs_beaten(task: int, item: int, own: bool, ranges: RangeTriple, work: KnownWork) -> float:
    """Return the weight of the pairs that an item of a task's hero beats; ``own``: add back its own combos, which have
    been swept in the other range too."""
    hero, other = ranges.tasks[task, 0], ranges.tasks[task, 1]
    cards, pairs = work.card[other], ranges.ranks.shape[0]
    result: float = work.all[other]
    if item >= pairs:
        single = item - pairs
        result -= cards[work.items.cards[single, 0]] + cards[work.items.cards[single, 1]]
        if own:
            result += work.items.weight[single, other]
        result *= work.items.weight[single, hero]
        return result
    high, low = 4 * ranges.ranks[item, 0], 4 * ranges.ranks[item, 1]
    sums = work.sums[item, hero]
    result *= work.total[item, hero]
    for i in range(4):
        result -= sums[i] * cards[high + i] + sums[4 + i] * cards[low + i]
    if own:
        result += work.total[item, work.all.shape[0]]
    return result


@sum_inlined
def add_known_item(item: int, ranges: RangeTriple, work: KnownWork) -> None:
    """Add the combos of an item to the swept ones."""
    pairs = ranges.ranks.shape[0]
    if item < pairs:
        high, low = 4 * ranges.ranks[item, 0], 4 * ranges.ranks[item, 1]
        for x in range(work.all.shape[0]):
            work.all[x] += work.total[item, x]
            for i in range(4):
                work.card[x, high + i] += work.sums[item, x, i]
                work.card[x, low + i] += work.sums[item, x, 4 + i]
        work.both[0] += work.total[item, work.all.shape[0]]
    else:
        single = item - pairs
        for x in range(work.all.shape[0]):
            work.all[x] += work.items.weight[single, x]
            for i in range(2):
                work.card[x, work.items.cards[single, i]] += work.items.weight[single, x]
        work.both[0] += work.items.weight[single, ranges.tasks[0, 0]] * work.items.weight[single, ranges.tasks[0, 1]]


@sum_inlined
def pairs_swept(ranges: RangeTriple, work: KnownWork) -> float:
    """Return the weight of all disjoint pairs of swept combos, one of each range."""
    one, other = ranges.tasks[0, 0], ranges.tasks[0, 1]
    result: float = work.all[one] * work.all[other] + work.both[0]
    for card in range(DECK):
        result -= work.card[one, card] * work.card[other, card]
    return result


@sum_subkernel
def sweep_known(count: int, value: np.int64, ranges: RangeTriple, work: KnownWork) -> None:
    """Sweep the items ``work.items.order[:count]`` of one board, on which the hand has ``value``, into ``work.board``.

    Row 0 of ``work.board`` is for the hand, row 1 + k for task k.
    """
    work.all[:] = 0.0
    work.card[:] = 0.0
    work.both[:] = 0.0
    start = 0
    below, up_to = False, False
    while start < count:
        # ``below`` and ``up_to``: whether the sweep has passed the hand's value, exclusive and inclusive.
        end = group_end(start, count, work.items)
        current = work.items.value[work.items.order[start]]
        if not below and current >= value:
            work.board[0, BELOW] += pairs_swept(ranges, work)
            below = True
        if not up_to and current > value:
            work.board[0, UP_TO] += pairs_swept(ranges, work)
            up_to = True
        if current > value:
            for i in range(start, end):
                for task in range(ranges.tasks.shape[0]):
                    work.board[1 + task, BELOW] += pairs_beaten(task, work.items.order[i], False, ranges, work)
        for i in range(start, end):
            add_known_item(work.items.order[i], ranges, work)
        if current >= value:
            for i in range(start, end):
                for task in range(ranges.tasks.shape[0]):
                    work.board[1 + task, UP_TO] += pairs_beaten(task, work.items.order[i], True, ranges, work)
        start = end
    all_pairs = pairs_swept(ranges, work)
    work.board[0, CLASS + (value >> CATEGORY_SHIFT)] += all_pairs
    if not below:
        work.board[0, BELOW] += all_pairs
    if not up_to:
        work.board[0, UP_TO] += all_pairs
    for i in range(count):
        cell = CLASS + (work.items.value[work.items.order[i]] >> CATEGORY_SHIFT)
        for task in range(ranges.tasks.shape[0]):
            work.board[1 + task, cell] += pairs_beaten(task, work.items.order[i], True, ranges, work)


@sum_subkernel
def visit_known(
    word: np.uint64, multiplicity: float, hand: I8, ranked: np.int64, ranges: RangeTriple, tables: HighTables,
    work: KnownWork, tally: F64,
) -> None:  # fmt: skip
    """Add one final board, ``multiplicity`` times; ``ranked`` is the value of the hand on it without flushes.

    ``hand`` int8[2]: its cards; ``tally`` float64[1 + tasks, TALLY]: row 0 is for the hand.
    """
    suit, in_suit, on_board = flush_suit(word)
    for card in range(DECK):
        work.items.alive[card] = 0.0 if word & tables.bits[card] else 1.0
    held = on_board
    for i in range(2):
        work.items.alive[hand[i]] = 0.0
        if (hand[i] & 3) == suit:
            held |= 1 << (hand[i] >> 2)
    value = max(ranked, np.int64(tables.flushes[np.uint64(held)]) if in_suit >= 3 else np.int64(0))
    set_values(np.int64(tables.flushes[np.uint64(on_board)]), ranges, work.items)
    singles = make_known_items(word, suit, in_suit, on_board, ranges, tables, work)
    work.board[:] = 0.0
    sweep_known(merge_pairs_and_singles(0, singles, ranges, work.items), value, ranges, work)
    for row in range(work.board.shape[0]):
        for cell in range(TALLY):
            tally[row, cell] += multiplicity * work.board[row, cell]


@sum_kernel
def sweep_known_boards(
    keys: U64,
    starts: I64,
    words: U64,
    sizes: F64,
    hand: I8,
    ranges: RangeTriple,
    tables: HighTables,
    work: KnownWork,
    tally: F64,
) -> None:
    """Add final boards to ``tally`` float64[1 + tasks, TALLY]: row 0 is for ``hand`` int8[2], the others for the tasks.

    ``keys`` uint64[rows], ``starts`` int64[rows + 1], ``words`` uint64[boards] and ``sizes`` float64[boards]: boards as
    for ``three.sweep_boards``, none of which has a card of the hand. The ranges have no combo with one either.
    """
    hand_key = (tables.keys[hand[0]] & RANK_ONLY) + (tables.keys[hand[1]] & RANK_ONLY)
    for row in range(keys.shape[0]):
        if starts[row] == starts[row + 1]:
            continue
        sort_pairs(keys[row], ranges, tables, work.items)
        ranked = rank_value((keys[row] & RANK_ONLY) + hand_key, tables)
        for board in range(starts[row], starts[row + 1]):
            visit_known(words[board], sizes[board], hand, ranked, ranges, tables, work, tally)
