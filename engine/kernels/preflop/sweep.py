"""All hands of hero on final boards: a sweep over the combos from the weakest to the strongest.

What the weaker combos of the ranges weigh is kept while sweeping, so that what any hand of hero's gains on the board is
a sum of a few numbers: against one range S - L[a] - L[b], against two the formula of ``holdem.three_sweep``. A hand's
share against k opponents is the integral over t from 0 to 1 of what it beats with the combos that tie weighed by t: a
polynomial of degree k, for which its values at 0, 1 (before and after the group of equal combos) and, if both may tie,
1/2 tell the integral (Simpson's rule).

The combos are listed in groups of equal value. The order of the rank pairs depends on the ranks of the board only;
combos that make a flush are taken out of them and listed by the ranks of their cards of the suit.
"""

import numpy as np

from engine.arrays import F64, I64, U64
from engine.kernels.holdem.deal_details import flop_number
from engine.kernels.holdem.enumerate import RANK_ONLY
from engine.kernels.holdem.high import HighTables, rank_value
from engine.kernels.holdem.sweep_boards import flush_suit, sort_by_value
from engine.kernels.jit import inlined, part, sum_inlined, sum_kernel, sum_part
from engine.kernels.preflop.work import CONTESTED, DECK, HANDS, NOT_LISTED, RANGE, SUITED, Field, Swept

NO_VALUE = np.int64(1) << 40
"""Behind all values."""


@part
def sort_pairs(key: np.uint64, field: Field, tables: HighTables, work: Swept) -> None:
    """Evaluate the rank pairs, flushes left out, with a board of rank key ``key``; sort them by value."""
    for pair in range(field.ranks.shape[0]):
        work.ranked[pair] = rank_value((key & RANK_ONLY) + field.keys[pair], tables)
        work.pairs[pair] = pair
    sort_by_value(work.pairs, field.ranks.shape[0], work.ranked)


@inlined
def add_item(item: int, value: np.int64, high: int, low: int, work: Swept) -> int:
    """Note the flush item of a card or two of the suit, by their ranks; return the number of the next one."""
    work.value[item], work.held[item, 0], work.held[item, 1], work.items[item] = value, high, low, item
    return item + 1


@part
def flush_items(suit: int, in_suit: np.int64, on_board: np.int64, tables: HighTables, work: Swept) -> int:
    """Make and sort the items of combos with a flush, with ``in_suit`` cards of ``suit`` of the ranks ``on_board``;
    return their number."""
    item = 0
    for high in range(13):
        if on_board >> high & 1 or not work.alive[4 * high + suit]:
            continue
        own = on_board | np.int64(1) << high
        if in_suit >= 4:
            item = add_item(item, np.int64(tables.flushes[np.uint64(own)]), high, -1, work)
        for low in range(high):
            if work.alive[4 * low + suit]:
                both = own | np.int64(1) << low
                item = add_item(item, np.int64(tables.flushes[np.uint64(both)]), high, low, work)
    sort_by_value(work.items, item, work.value)
    return item


@inlined
def append(a: int, b: int, count: int, field: Field, work: Swept) -> int:
    """List a combo, the higher card first, if anybody may have it; return how many are listed."""
    cell = field.cells[a, b]
    if cell == NOT_LISTED:
        return count
    work.high[count], work.low[count], work.cell[count] = a, b, cell
    return count + 1


@inlined
def append_pair(pair: int, suit: int, in_suit: np.int64, count: int, field: Field, work: Swept) -> int:
    """List the combos of a rank pair that make no flush; return how many are listed."""
    high, low = 4 * field.ranks[pair, 0], 4 * field.ranks[pair, 1]
    for i in range(4):
        if work.plain[high + i]:
            for j in range(i if high == low else 4):
                if work.plain[low + j] and not (in_suit == 3 and i == suit and j == suit):
                    count = append(high + i, low + j, count, field, work)
    return count


@inlined
def append_flush(item: int, suit: int, count: int, field: Field, work: Swept) -> int:
    """List the combos of a flush item; return how many are listed."""
    a = 4 * work.held[item, 0] + suit
    if work.held[item, 1] >= 0:
        return append(a, 4 * work.held[item, 1] + suit, count, field, work)
    for b in range(DECK):
        if work.plain[b]:
            count = append(max(a, b), min(a, b), count, field, work)
    return count


@part
def list_board(word: np.uint64, field: Field, tables: HighTables, work: Swept) -> int:
    """List the combos of a board ``word``, after :func:`sort_pairs` for its ranks; return the number of groups."""
    suit, in_suit, on_board = flush_suit(word)
    held = 0
    for card in range(DECK):
        work.alive[card] = word & tables.bits[card] == 0
        work.plain[card] = work.alive[card] and not (in_suit >= 4 and card & 3 == suit)
        if not work.alive[card]:
            work.cards[held] = card
            held += 1
    items = flush_items(suit, in_suit, on_board, tables, work) if in_suit >= 3 else 0
    least = np.int64(tables.flushes[np.uint64(on_board)])
    pairs, count, start, groups, last = field.ranks.shape[0], 0, 0, 0, np.int64(-1)
    i, j = 0, 0
    while i < pairs or j < items:
        of_pair = max(work.ranked[work.pairs[i]], least) if i < pairs else NO_VALUE
        of_item = work.value[work.items[j]] if j < items else NO_VALUE
        value = min(of_pair, of_item)
        if value != last and count > start:
            work.ends[groups] = start = count
            groups += 1
        last = value
        if of_pair <= of_item:
            count = append_pair(work.pairs[i], suit, in_suit, count, field, work)
            i += 1
        else:
            count = append_flush(work.items[j], suit, count, field, work)
            j += 1
    if count > start:
        work.ends[groups] = count
        groups += 1
    return groups


MEET, BOTH = 2, 3
"""Places in ``Swept.sums`` behind S1 and S2."""


@sum_part
def sweep_one(groups: int, x: int, field: Field, work: Swept) -> None:
    """Fill ``work.gains`` against range ``x``, for the ``groups`` listed."""
    weights, sums, cells, gains = field.weights[x], work.card[0], work.cell, work.gains
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
                    up_to = total - sums[a] - sums[b] + weights[a, b]
                    gains[cells[k]] = 0.5 * (gains[cells[k]] + up_to)
        start = end


@sum_part
def start_two(y: int, contested: bool, field: Field, work: Swept) -> None:
    """Empty the sums of two ranges; the second, ``y``, is there as a whole if it is not ``contested``."""
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
            row, result = field.weights[y, a], 0.0
            for c in range(DECK):
                weight = row[c] if work.alive[c] else 0.0
                matrix[a, c] = weight
                result += weight
            work.card[1, a] = result
            total += result
    work.sums[1] = 0.5 * total


@sum_part
def add_two(a: int, b: int, w1: float, w2: float, work: Swept) -> None:
    """Put the combo of cards ``a`` and ``b`` among those swept: ``w1`` more of it of the first range, ``w2`` of the
    second."""
    sums, path = work.sums, work.path
    card1, card2 = work.card[0], work.card[1]
    row1a, row1b, row2a, row2b = work.matrix[0, a], work.matrix[0, b], work.matrix[1, a], work.matrix[1, b]
    before = row1a[b] * row2a[b]
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
    change = row1a[b] * row2a[b] - before
    sums[BOTH] += change
    work.same[a] += change
    work.same[b] += change


@sum_part
def gather_two(start: int, end: int, factor: float, work: Swept) -> None:
    """Add to ``work.gains``, ``factor`` times, what the combos from ``start`` to ``end`` beat of those swept."""
    s1, s2 = work.sums[0], work.sums[1]
    if s1 == 0.0 or s2 == 0.0:
        return
    constant = s1 * s2 - work.sums[MEET] + work.sums[BOTH]
    card1, card2, near, cross = work.card[0], work.card[1], work.near, work.cross
    matrix1, matrix2, gains = work.matrix[0], work.matrix[1], work.gains
    for c in range(DECK):
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
def add_group(
    start: int, end: int, ranges: tuple[int, int], parts: tuple[float, float], field: Field, work: Swept
) -> None:
    """Put ``parts`` of the combos from ``start`` to ``end`` of two ranges among those swept."""
    one, two = field.weights[ranges[0]], field.weights[ranges[1]]
    for k in range(start, end):
        a, b = work.high[k], work.low[k]
        w1, w2 = parts[0] * one[a, b], parts[1] * two[a, b]
        if w1 > 0.0 or w2 > 0.0:
            add_two(a, b, w1, w2, work)


@sum_part
def sweep_two(groups: int, x: int, y: int, contested: bool, field: Field, work: Swept) -> None:
    """Fill ``work.gains`` against the ranges ``x`` and ``y``, for the ``groups`` listed; ``contested``: the second is
    at the showdown too."""
    start_two(y, contested, field, work)
    one, two, second = field.weights[x], field.weights[y], 1.0 if contested else 0.0
    start = 0
    for group in range(groups):
        end, of_one, of_two = work.ends[group], 0.0, 0.0
        for k in range(start, end):
            of_one += one[work.high[k], work.low[k]]
            of_two += second * two[work.high[k], work.low[k]]
        if of_one > 0.0 and of_two > 0.0:
            gather_two(start, end, 1.0 / 6.0, work)
            add_group(start, end, (x, y), (0.5, 0.5), field, work)
            gather_two(start, end, 4.0 / 6.0, work)
            add_group(start, end, (x, y), (0.5, 0.5), field, work)
            gather_two(start, end, 1.0 / 6.0, work)
        elif of_one > 0.0 or of_two > 0.0:
            gather_two(start, end, 0.5, work)
            add_group(start, end, (x, y), (1.0, second), field, work)
            gather_two(start, end, 0.5, work)
        else:
            gather_two(start, end, 1.0, work)
        start = end


@sum_part
def add_flops(task: int, size: float, field: Field, work: Swept, found: F64) -> None:
    """Add ``work.gains`` of a board, which counts ``size`` times, to those of its flops: ``found`` float64[flops,
    tasks, 16, columns]."""
    gains, cards, columns = work.gains, work.cards, found.shape[3]
    for cell in range(gains.shape[0]):
        gains[cell] *= size
    for k in range(field.twins.shape[0]):
        gains[field.twins[k, 1]] = gains[field.twins[k, 0]]
    for i in range(2, 5):
        for j in range(1, i):
            for k in range(j):
                flop = flop_number(cards[i], cards[j], cards[k])
                block, rows = found[field.flops[flop, 0], task], field.rows[field.flops[flop, 1]]
                for row in range(SUITED):
                    own, to = gains[row * columns : (row + 1) * columns], block[rows[row]]
                    for column in range(columns):
                        to[column] += own[column]


@sum_kernel
def sweep_flops(
    keys: U64, starts: I64, words: U64, sizes: F64, field: Field, tables: HighTables, work: Swept, found: F64
) -> None:
    """Add what hero's hands gain on final boards to those of their flops: ``found`` float64[flops, tasks, 16, columns].

    Row k of rank multisets has the boards ``words[starts[k]:starts[k + 1]]``, which count ``sizes`` times, and the sum
    ``keys[k]`` of the keys of its ranks: ``keys`` uint64[rows], ``starts`` int64[rows + 1], ``words`` uint64[boards],
    ``sizes`` float64[boards].
    """
    for row in range(keys.shape[0]):
        if starts[row] == starts[row + 1]:
            continue
        sort_pairs(keys[row], field, tables, work)
        for board in range(starts[row], starts[row + 1]):
            groups = list_board(words[board], field, tables, work)
            for task in range(field.tasks.shape[0]):
                x, y = field.tasks[task, RANGE], field.tasks[task, RANGE + 1]
                work.gains[:] = 0.0
                if field.tasks[task, HANDS] == 1:
                    sweep_one(groups, x, field, work)
                else:
                    sweep_two(groups, x, y, field.tasks[task, CONTESTED + 1] != 0, field, work)
                add_flops(task, sizes[board], field, work, found)
