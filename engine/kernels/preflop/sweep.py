"""The gains of all hands of the hero on final boards: one sweep over the combos from the weakest to the strongest.

The sums of the ranges' weaker combos are updated during the sweep, so that the gain of any hand of the hero is a sum of
a few numbers: against one range S - L[a] - L[b], against two the formula of ``holdem.three_sweep``. The share against k
opponents is the integral over t from 0 to 1 of the weight that a hand beats, with ties weighted by t. That is a
polynomial of degree k, so its values at 0 and 1 (before and after the group of equal combos) and, if two ranges can
tie, at 1/2 give the integral (Simpson's rule).

The combos are listed in groups of equal value. The order of the rank pairs depends only on the ranks of the board;
combos that make a flush are listed separately, by the ranks of their cards of the suit.
"""

import numpy as np

from engine.arrays import F64, I64, U64
from engine.kernels.holdem.deal_details import flop_number
from engine.kernels.holdem.enumerate import RANK_ONLY
from engine.kernels.holdem.high import HighTables, rank_value
from engine.kernels.holdem.sweep_boards import flush_suit, sort_by_value
from engine.kernels.jit import inlined, subkernel, sum_inlined, sum_kernel, sum_subkernel
from engine.kernels.preflop.work import CONTESTED, DECK, HANDS, NOT_LISTED, RANGE, SUITED, PreflopSweepWork, SweepInputs

NO_VALUE = np.int64(1) << 40
"""Larger than all values."""


@subkernel
def sort_rank_pairs(key: np.uint64, inputs: SweepInputs, tables: HighTables, work: PreflopSweepWork) -> None:
    """Evaluate the rank pairs on a board of rank key ``key``, ignoring flushes; sort them by value."""
    for pair in range(inputs.ranks.shape[0]):
        work.ranked[pair] = rank_value((key & RANK_ONLY) + inputs.keys[pair], tables)
        work.pairs[pair] = pair
    sort_by_value(work.pairs, inputs.ranks.shape[0], work.ranked)


@inlined
def add_flush_item(item: int, value: np.int64, high: int, low: int, work: PreflopSweepWork) -> int:
    """Store the flush item of one or two cards of the suit, by their ranks; return the number of the next item."""
    work.value[item], work.suit_ranks[item, 0], work.suit_ranks[item, 1], work.items[item] = value, high, low, item
    return item + 1


@subkernel
def flush_items(suit: int, in_suit: np.int64, on_board: np.int64, tables: HighTables, work: PreflopSweepWork) -> int:
    """Make and sort the items of combos with a flush; return how many there are.

    ``in_suit`` cards of ``suit`` are on the board, with the rank mask ``on_board``.
    """
    item = 0
    for high in range(13):
        if on_board >> high & 1 or not work.alive[4 * high + suit]:
            continue
        own = on_board | np.int64(1) << high
        if in_suit >= 4:
            item = add_flush_item(item, np.int64(tables.flushes[np.uint64(own)]), high, -1, work)
        for low in range(high):
            if work.alive[4 * low + suit]:
                both = own | np.int64(1) << low
                item = add_flush_item(item, np.int64(tables.flushes[np.uint64(both)]), high, low, work)
    sort_by_value(work.items, item, work.value)
    return item


@inlined
def append(a: int, b: int, count: int, inputs: SweepInputs, work: PreflopSweepWork) -> int:
    """List a combo, the higher card first, if any player can have it; return how many are listed."""
    cell = inputs.cells[a, b]
    if cell == NOT_LISTED:
        return count
    work.high[count], work.low[count], work.cell[count] = a, b, cell
    return count + 1


@inlined
def append_pair(
    pair: int, suit: int, in_suit: np.int64, count: int, inputs: SweepInputs, work: PreflopSweepWork
) -> int:
    """List the combos of a rank pair that make no flush; return how many are listed."""
    high, low = 4 * inputs.ranks[pair, 0], 4 * inputs.ranks[pair, 1]
    for i in range(4):
        if work.plain[high + i]:
            for j in range(i if high == low else 4):
                if work.plain[low + j] and not (in_suit == 3 and i == suit and j == suit):
                    count = append(high + i, low + j, count, inputs, work)
    return count


@inlined
def append_flush(item: int, suit: int, count: int, inputs: SweepInputs, work: PreflopSweepWork) -> int:
    """List the combos of a flush item; return how many are listed."""
    a = 4 * work.suit_ranks[item, 0] + suit
    if work.suit_ranks[item, 1] >= 0:
        return append(a, 4 * work.suit_ranks[item, 1] + suit, count, inputs, work)
    for b in range(DECK):
        if work.plain[b]:
            count = append(max(a, b), min(a, b), count, inputs, work)
    return count


@subkernel
def list_board(word: np.uint64, inputs: SweepInputs, tables: HighTables, work: PreflopSweepWork) -> int:
    """List the combos of a board ``word`` by value, after :func:`sort_rank_pairs` for its ranks; return the groups."""
    suit, in_suit, on_board = flush_suit(word)
    board_cards = 0
    for card in range(DECK):
        work.alive[card] = word & tables.bits[card] == 0
        work.plain[card] = work.alive[card] and not (in_suit >= 4 and card & 3 == suit)
        if not work.alive[card]:
            work.cards[board_cards] = card
            board_cards += 1
    items = flush_items(suit, in_suit, on_board, tables, work) if in_suit >= 3 else 0
    min_value = np.int64(tables.flushes[np.uint64(on_board)])
    pairs, count, start, groups, last = inputs.ranks.shape[0], 0, 0, 0, np.int64(-1)
    i, j = 0, 0
    # Merge rank pairs and flush items, both sorted by value; a higher value starts a new group. All pairs have at
    # least the value of a flush on the board.
    while i < pairs or j < items:
        of_pair = max(work.ranked[work.pairs[i]], min_value) if i < pairs else NO_VALUE
        of_item = work.value[work.items[j]] if j < items else NO_VALUE
        value = min(of_pair, of_item)
        if value != last and count > start:
            work.ends[groups] = start = count
            groups += 1
        last = value
        if of_pair <= of_item:
            count = append_pair(work.pairs[i], suit, in_suit, count, inputs, work)
            i += 1
        else:
            count = append_flush(work.items[j], suit, count, inputs, work)
            j += 1
    if count > start:
        work.ends[groups] = count
        groups += 1
    return groups


MEET, BOTH = 2, 3
"""Indices in ``work.Swept.sums`` after S1 and S2: sum_c L1 L2 and sum_combo m1 m2."""


@sum_subkernel
def sweep_one(groups: int, x: int, inputs: SweepInputs, work: PreflopSweepWork) -> None:
    """Fill ``work.gains`` against range ``x``, for the listed ``groups``."""
    weights, sums, cells, gains = inputs.weights[x], work.card[0], work.cell, work.gains
    sums[:] = 0.0
    total, start = 0.0, 0
    for group in range(groups):
        end, added = work.ends[group], 0.0
        for k in range(start, end):
            if cells[k] >= 0:
                gains[cells[k]] = total - sums[work.high[k]] - sums[work.low[k]]
        for k in range(start, end):
            a, b = work.high[k], work.low[k]
            weight = weights[a, b]
            sums[a] += weight
            sums[b] += weight
            added += weight
        total += added
        if added > 0.0:
            for k in range(start, end):
                if cells[k] >= 0:
                    a, b = work.high[k], work.low[k]
                    # The mean of the weights beaten before and after the group counts ties half.
                    up_to = total - sums[a] - sums[b] + weights[a, b]
                    gains[cells[k]] = 0.5 * (gains[cells[k]] + up_to)
        start = end


@sum_subkernel
def start_two(y: int, contested: bool, inputs: SweepInputs, work: PreflopSweepWork) -> None:
    """Clear the sums of two ranges; if the second, ``y``, is not ``contested``, add all of its live combos.

    A range that is not at the showdown only removes cards, so it is swept completely from the start.
    """
    work.sums[:] = 0.0
    work.card[:] = 0.0
    work.path[:] = 0.0
    work.same[:] = 0.0
    work.cross[:] = 0.0
    work.matrix[:] = 0.0
    if contested:
        return
    matrix, total = work.matrix[1], 0.0
    for a in range(DECK):
        if work.alive[a]:
            row, result = inputs.weights[y, a], 0.0
            for c in range(DECK):
                weight = row[c] if work.alive[c] else 0.0
                matrix[a, c] = weight
                result += weight
            work.card[1, a] = result
            total += result
    work.sums[1] = 0.5 * total


@sum_subkernel
def add_two(a: int, b: int, w1: float, w2: float, work: PreflopSweepWork) -> None:
    """Add weights ``w1`` of the first range and ``w2`` of the second to the swept combo of cards ``a`` and ``b``.

    All sums of products are updated: those with ``w1`` before the first range changes, those with ``w2`` afterwards.
    """
    sums, path = work.sums, work.path
    card1, card2 = work.card[0], work.card[1]
    row1a, row1b, row2a, row2b = work.matrix[0, a], work.matrix[0, b], work.matrix[1, a], work.matrix[1, b]
    old_product = row1a[b] * row2a[b]
    sums[MEET] += w1 * (card2[a] + card2[b])
    path[a] += w1 * card2[b]
    path[b] += w1 * card2[a]
    sums[0] += w1
    card1[a] += w1
    card1[b] += w1
    row1a[b] += w1
    row1b[a] += w1
    sums[MEET] += w2 * (card1[a] + card1[b])
    path[a] += w2 * card1[b]
    path[b] += w2 * card1[a]
    cross_a, cross_b = work.cross[a], work.cross[b]
    if w2 == 0.0:
        for c in range(DECK):
            one, other = w1 * row2a[c], w1 * row2b[c]
            cross_a[c] += other
            cross_b[c] += one
            path[c] += one + other
    else:
        for c in range(DECK):
            one, other = w1 * row2a[c] + w2 * row1a[c], w1 * row2b[c] + w2 * row1b[c]
            cross_a[c] += other
            cross_b[c] += one
            path[c] += one + other
    sums[1] += w2
    card2[a] += w2
    card2[b] += w2
    row2a[b] += w2
    row2b[a] += w2
    change = row1a[b] * row2a[b] - old_product
    sums[BOTH] += change
    work.same[a] += change
    work.same[b] += change


@sum_subkernel
def gather_two(start: int, end: int, factor: float, work: PreflopSweepWork) -> None:
    """Add ``factor`` times the gains of listed combos ``start`` to ``end`` against swept ones to ``work.gains``."""
    s1, s2 = work.sums[0], work.sums[1]
    if s1 == 0.0 or s2 == 0.0:
        return
    constant = s1 * s2 - work.sums[MEET] + work.sums[BOTH]
    card1, card2, near, cross = work.card[0], work.card[1], work.near, work.cross
    matrix1, matrix2, gains = work.matrix[0], work.matrix[1], work.gains
    for c in range(DECK):
        # The formula of ``three_sweep``; ``near`` is g.
        near[c] = work.path[c] - s1 * card2[c] - s2 * card1[c] + 2.0 * (card1[c] * card2[c] - work.same[c])
    for k in range(start, end):
        if work.cell[k] < 0:
            continue
        a, b = work.high[k], work.low[k]
        result = constant + near[a] + near[b] + card1[a] * card2[b] + card1[b] * card2[a] - cross[a, b] - cross[b, a]
        p, q = matrix1[a, b], matrix2[a, b]
        result += p * (s2 - 2.0 * (card2[a] + card2[b])) + q * (s1 - 2.0 * (card1[a] + card1[b])) + 4.0 * p * q
        gains[work.cell[k]] += factor * result


@sum_inlined
def add_swept_group(
    start: int,
    end: int,
    ranges: tuple[int, int],
    fractions: tuple[float, float],
    inputs: SweepInputs,
    work: PreflopSweepWork,
) -> None:
    """Add ``fractions`` of the listed combos ``start`` to ``end`` of two ranges to the swept ones."""
    one, two = inputs.weights[ranges[0]], inputs.weights[ranges[1]]
    for k in range(start, end):
        a, b = work.high[k], work.low[k]
        w1, w2 = fractions[0] * one[a, b], fractions[1] * two[a, b]
        if w1 > 0.0 or w2 > 0.0:
            add_two(a, b, w1, w2, work)


@sum_subkernel
def sweep_two(groups: int, x: int, y: int, contested: bool, inputs: SweepInputs, work: PreflopSweepWork) -> None:
    """Fill ``work.gains`` against the ranges ``x`` and ``y``, for the listed ``groups``.

    ``contested``: whether the second range is at the showdown, too.
    """
    start_two(y, contested, inputs, work)
    one, two, second = inputs.weights[x], inputs.weights[y], 1.0 if contested else 0.0
    start = 0
    for group in range(groups):
        end, of_one, of_two = work.ends[group], 0.0, 0.0
        for k in range(start, end):
            of_one += one[work.high[k], work.low[k]]
            of_two += second * two[work.high[k], work.low[k]]
        # Simpson's rule if both ranges can tie; otherwise the polynomial is linear, and the ends are enough.
        if of_one > 0.0 and of_two > 0.0:
            gather_two(start, end, 1.0 / 6.0, work)
            add_swept_group(start, end, (x, y), (0.5, 0.5), inputs, work)
            gather_two(start, end, 4.0 / 6.0, work)
            add_swept_group(start, end, (x, y), (0.5, 0.5), inputs, work)
            gather_two(start, end, 1.0 / 6.0, work)
        elif of_one > 0.0 or of_two > 0.0:
            gather_two(start, end, 0.5, work)
            add_swept_group(start, end, (x, y), (1.0, second), inputs, work)
            gather_two(start, end, 0.5, work)
        else:
            gather_two(start, end, 1.0, work)
        start = end


@sum_subkernel
def add_gains_to_flops(task: int, size: float, inputs: SweepInputs, work: PreflopSweepWork, gains_by_flop: F64) -> None:
    """Add ``work.gains`` of a board, counted ``size`` times, to its ten flops in ``gains_by_flop``.

    ``gains_by_flop`` float64[flops, tasks, 16, columns]. The suits of a flop are permuted to those of its
    representative.
    """
    gains, cards, columns = work.gains, work.cards, gains_by_flop.shape[3]
    for cell in range(gains.shape[0]):
        gains[cell] *= size
    for k in range(inputs.twins.shape[0]):
        gains[inputs.twins[k, 1]] = gains[inputs.twins[k, 0]]
    for i in range(2, 5):
        for j in range(1, i):
            for k in range(j):
                flop = flop_number(cards[i], cards[j], cards[k])
                block, rows = gains_by_flop[inputs.flops[flop, 0], task], inputs.rows[inputs.flops[flop, 1]]
                for row in range(SUITED):
                    gains_row, target = gains[row * columns : (row + 1) * columns], block[rows[row]]
                    for column in range(columns):
                        target[column] += gains_row[column]


@sum_kernel
def sweep_all_hands(
    keys: U64,
    starts: I64,
    words: U64,
    sizes: F64,
    inputs: SweepInputs,
    tables: HighTables,
    work: PreflopSweepWork,
    gains_by_flop: F64,
) -> None:
    """Add the gains of the hero's hands on final boards to their flops. This is the entry point of the module.

    ``gains_by_flop`` float64[flops, tasks, 16, columns]. Row k is a rank multiset with the boards
    ``words[starts[k]:starts[k + 1]]``, which are counted ``sizes`` times, and the sum ``keys[k]`` of the keys of its
    ranks: ``keys`` uint64[rows], ``starts`` int64[rows + 1], ``words`` uint64[boards], ``sizes`` float64[boards].
    """
    for row in range(keys.shape[0]):
        if starts[row] == starts[row + 1]:
            continue
        sort_rank_pairs(keys[row], inputs, tables, work)
        for board in range(starts[row], starts[row + 1]):
            groups = list_board(words[board], inputs, tables, work)
            for task in range(inputs.tasks.shape[0]):
                x, y = inputs.tasks[task, RANGE], inputs.tasks[task, RANGE + 1]
                work.gains[:] = 0.0
                if inputs.tasks[task, HANDS] == 1:
                    sweep_one(groups, x, inputs, work)
                else:
                    sweep_two(groups, x, y, inputs.tasks[task, CONTESTED + 1] != 0, inputs, work)
                add_gains_to_flops(task, sizes[board], inputs, work, gains_by_flop)
