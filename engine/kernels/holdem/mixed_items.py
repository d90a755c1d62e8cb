"""Mixed tables: the items of one board, blocks of combos of two ranks that have the same value.

All live combos of two ranks (up to sixteen) are one item as long as they make no flush. Of those that do, the ones with
the same cards of the flush suit are one item, or two where the ranks are equal.
"""

import numpy as np

from engine.kernels._jit import sum_inlined, sum_part
from engine.kernels.holdem.high import HighTables
from engine.kernels.holdem.mixed_work import MixedWork, RangeRoles
from engine.kernels.holdem.sweep_boards import sort_by_value


@sum_inlined
def fill_item(item: int, pair: int, value: np.int64, roles: RangeRoles, work: MixedWork) -> None:
    """Make an item of the combos of a rank pair that ``work.live`` has not at 0."""
    work.value[item] = value
    work.high[item], work.low[item] = 4 * roles.ranks[pair, 0], 4 * roles.ranks[pair, 1]
    for x in range(roles.blocks.shape[1]):
        block, weights, total = work.block[item, x], roles.blocks[pair, x], 0.0
        for k in range(16):
            block[k] = work.live[k] * weights[k]
        for k in range(16):
            total += block[k]
        work.total[item, x] = total


@sum_inlined
def has_weight(item: int, work: MixedWork) -> bool:
    """Return whether an item has any combo."""
    found = 0.0
    for x in range(work.total.shape[1]):
        found += work.total[item, x]
    return found > 0.0


@sum_inlined
def fill_pair(pair: int, suit: int, in_suit: np.int64, roles: RangeRoles, work: MixedWork) -> None:
    """Make the item of a rank pair of its combos without a flush; ``in_suit`` cards of ``suit`` are on the board."""
    high, low = 4 * roles.ranks[pair, 0], 4 * roles.ranks[pair, 1]
    for i in range(4):
        for j in range(4):
            work.live[4 * i + j] = work.alive[high + i] * work.alive[low + j]
    if in_suit == 3:
        work.live[5 * suit] = 0.0
    elif in_suit > 3:
        for k in range(4):
            work.live[4 * suit + k] = work.live[4 * k + suit] = 0.0
    fill_item(pair, pair, work.value[pair], roles, work)


@sum_inlined
def fill_flushes(
    pair: int, item: int, suit: int, in_suit: np.int64, on_board: np.int64, roles: RangeRoles, tables: HighTables,
    work: MixedWork,
) -> int:  # fmt: skip
    """Make the items of the flushes of a rank pair from number ``item`` on; return the next number.

    There are three kinds: both cards of the suit, only the higher, only the lower.
    """
    high, low = roles.ranks[pair, 0], roles.ranks[pair, 1]
    for kind in range(3 if in_suit > 3 else 1):
        held = (1 << high if kind != 2 else 0) | (1 << low if kind != 1 else 0)
        work.live[:] = 0.0
        for k in range(4):
            i, j = (suit if kind != 2 else k), (suit if kind != 1 else k)
            if (i == suit and j == suit) == (kind == 0):
                work.live[4 * i + j] = work.alive[4 * high + i] * work.alive[4 * low + j]
        fill_item(item, pair, np.int64(tables.flushes[np.uint64(on_board | held)]), roles, work)
        if has_weight(item, work):
            item += 1
    return item


@sum_inlined
def merge(flushes: int, work: MixedWork) -> int:
    """Merge pairs and flushes into ``work.order``, by ascending value, leaving out what has no weight."""
    pairs = work.pairs.shape[0]
    i, j, found = 0, 0, 0
    while i < pairs or j < flushes:
        if j == flushes or (i < pairs and work.value[work.pairs[i]] <= work.value[work.flushes[j]]):
            item = work.pairs[i]
            i += 1
            if not has_weight(item, work):
                continue
        else:
            item = work.flushes[j]
            j += 1
        work.order[found] = item
        found += 1
    return found


@sum_part
def make_items(
    suit: int, in_suit: np.int64, on_board: np.int64, roles: RangeRoles, tables: HighTables, work: MixedWork
) -> int:
    """Make the items of a board and put them in ``work.order``; return how many there are."""
    pairs = work.pairs.shape[0]
    board_flush = np.int64(tables.flushes[np.uint64(on_board)]) if in_suit == 5 else np.int64(0)
    found = pairs
    for pair in range(pairs):
        work.value[pair] = max(work.ranked[pair], board_flush)
        fill_pair(pair, suit, in_suit, roles, work)
        if in_suit >= 3:
            found = fill_flushes(pair, found, suit, in_suit, on_board, roles, tables, work)
    for i in range(found - pairs):
        work.flushes[i] = pairs + i
    sort_by_value(work.flushes, found - pairs, work.value)
    return merge(found - pairs, work)
