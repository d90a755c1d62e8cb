"""The combos of hero and of all ranges on a final board, from the weakest to the strongest, in groups of equal value.

The order of the rank pairs depends on the ranks of the board only; combos that make a flush are taken out of them and
listed by the ranks of their cards of the suit.
"""

import numpy as np

from engine.kernels._jit import inlined, part
from engine.kernels.holdem.enumerate import RANK_ONLY
from engine.kernels.holdem.high import HighTables, rank_value
from engine.kernels.holdem.sweep_boards import flush_suit, sort_by_value
from engine.kernels.preflop.field import DECK, NOT_LISTED, Field, Swept

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
