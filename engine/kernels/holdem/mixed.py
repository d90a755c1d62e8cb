"""Equity of mixed tables over all boards: up to four hands with ranges, active or folded, and any particular hands.

The live combos are swept from the weakest to the strongest; those of folded hands come first, as the weakest. Ties: let
the combos of the current value be swept with only a share u of their weight. The gain of a hero's combo of this value
(``mixed_state``) is then a polynomial in u, and the coefficient of u^k is the weight of the deals that it shares with k
others, because each of these contributes one factor u. As many points as there are seats that can share determine it.
Particular hands have one value on a board: they beat all deals with only weaker combos, and share with combos of that
value.

The items of a board are blocks of combos of two ranks with the same value. All live combos of two ranks (up to sixteen)
that make no flush are one item. Those that make a flush are grouped by their cards of the flush suit: one item for
each, or two if the ranks are equal.
"""

import numpy as np

from engine.arrays import F64, I64, U64
from engine.kernels.holdem.enumerate import RANK_ONLY
from engine.kernels.holdem.high import CATEGORIES, CATEGORY_SHIFT, HighTables, rank_value
from engine.kernels.holdem.mixed_state import (
    add_items,
    clear_swept,
    empty_hand,
    gains_of_one,
    gains_of_three,
    gains_of_two,
    start_task,
)
from engine.kernels.holdem.mixed_work import DECK, MixedWork, RangeRoles
from engine.kernels.holdem.sweep_boards import flush_suit, sort_by_value
from engine.kernels.jit import sum_inlined, sum_kernel, sum_subkernel


@sum_inlined
def fill_item(item: int, pair: int, value: np.int64, roles: RangeRoles, work: MixedWork) -> None:
    """Make an item of the combos of a rank pair whose entry in ``work.live`` is 1."""
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
    """Return True if an item has any combo with weight."""
    result = 0.0
    for x in range(work.total.shape[1]):
        result += work.total[item, x]
    return result > 0.0


@sum_inlined
def fill_plain_item(pair: int, suit: int, in_suit: np.int64, roles: RangeRoles, work: MixedWork) -> None:
    """Make the item of a rank pair's combos without a flush; ``in_suit`` cards of ``suit`` are on the board."""
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
def fill_flush_items(
    pair: int, item: int, suit: int, in_suit: np.int64, on_board: np.int64, roles: RangeRoles, tables: HighTables,
    work: MixedWork,
) -> int:  # fmt: skip
    """Make the flush items of a rank pair, from number ``item`` on; return the next number.

    There are three kinds: both cards in the suit, only the higher, only the lower.
    """
    high, low = roles.ranks[pair, 0], roles.ranks[pair, 1]
    for kind in range(3 if in_suit > 3 else 1):
        suited_ranks = (1 << high if kind != 2 else 0) | (1 << low if kind != 1 else 0)
        work.live[:] = 0.0
        for k in range(4):
            i, j = (suit if kind != 2 else k), (suit if kind != 1 else k)
            if (i == suit and j == suit) == (kind == 0):
                work.live[4 * i + j] = work.alive[4 * high + i] * work.alive[4 * low + j]
        fill_item(item, pair, np.int64(tables.flushes[np.uint64(on_board | suited_ranks)]), roles, work)
        if has_weight(item, work):
            item += 1
    return item


@sum_inlined
def merge_mixed_items(flushes: int, work: MixedWork) -> int:
    """Merge pairs and flushes into ``work.order`` by ascending value, without those of no weight; return how many."""
    pairs = work.pairs.shape[0]
    i, j, result = 0, 0, 0
    while i < pairs or j < flushes:
        if j == flushes or (i < pairs and work.value[work.pairs[i]] <= work.value[work.flushes[j]]):
            item = work.pairs[i]
            i += 1
            if not has_weight(item, work):
                continue
        else:
            item = work.flushes[j]
            j += 1
        work.order[result] = item
        result += 1
    return result


@sum_subkernel
def make_mixed_items(
    suit: int, in_suit: np.int64, on_board: np.int64, roles: RangeRoles, tables: HighTables, work: MixedWork
) -> int:
    """Make the items of a board and sort them into ``work.order``; return how many there are."""
    pairs = work.pairs.shape[0]
    board_flush = np.int64(tables.flushes[np.uint64(on_board)]) if in_suit == 5 else np.int64(0)
    result = pairs
    for pair in range(pairs):
        work.value[pair] = max(work.ranked[pair], board_flush)
        fill_plain_item(pair, suit, in_suit, roles, work)
        if in_suit >= 3:
            result = fill_flush_items(pair, result, suit, in_suit, on_board, roles, tables, work)
    for i in range(result - pairs):
        work.flushes[i] = pairs + i
    sort_by_value(work.flushes, result - pairs, work.value)
    return merge_mixed_items(result - pairs, work)


FOLDED, VALUES, CLASSES, DONE = 0, 1, 2, 3
"""The phases of a sweep: the folded hands, one value after the other, the categories."""


@sum_inlined
def add_by_combo(item: int, task: int, cell: int, factor: float, work: MixedWork, by_combo: F64) -> None:
    """Add ``factor`` times the gains of an item to those of its combos.

    ``by_combo`` float64[tasks, 2, 1326]: the pots that each combo wins (``cell`` 0), the weight of its deals (1).
    """
    for i in range(4):
        for j in range(4):
            a, b = max(work.high[item] + i, work.low[item] + j), min(work.high[item] + i, work.low[item] + j)
            by_combo[task, cell, a * (a - 1) // 2 + b] += factor * work.gain[4 * i + j]


@sum_inlined
def share_group(
    task: int, node: int, nodes: int, extra: int, gained: float, roles: RangeRoles, work: MixedWork
) -> None:
    """Add a hero's gain at a point of the polynomial, ``node`` of ``nodes``, to its coefficients in
    ``work.board``.

    ``extra``: the number of particular hands that share as well.
    """
    active = roles.active[roles.tasks[task, 0]]
    for k in range(nodes):
        weight = roles.inverse[nodes, k, node] * gained
        work.board[task, extra + k] += weight
        work.decided[0] += active * weight / (1 + k)
        if extra:
            work.shared[k] += active * weight / (1 + k)


@sum_inlined
def fill_item_gains(task: int, item: int, roles: RangeRoles, work: MixedWork) -> float:
    """Fill ``work.gain`` for the combos of an item that the hero can have; return their sum by the hero's weights."""
    work.gain[:] = 0.0
    if roles.others[task] == 3:
        gains_of_three(task, item, roles, work)
    elif roles.others[task] == 2:
        gains_of_two(task, item, roles, work)
    else:
        gains_of_one(task, item, roles, work)
    block, result = work.block[item, roles.tasks[task, 0]], 0.0
    for k in range(16):
        result += block[k] * work.gain[k]
    return result


@sum_inlined
def score_items(
    start: int, end: int, node: int, nodes: int, extra: int, multiplicity: float, roles: RangeRoles, work: MixedWork,
    by_combo: F64,
) -> float:  # fmt: skip
    """Add the gains of the items ``work.order[start:end]`` from the combos swept so far to ``work.board``.

    With ``nodes`` points the items are of one value, this is point ``node``, and ``extra`` particular hands share with
    them. With 0 nodes these are all items, counted by category. Returns the total gain of the last hero.

    ``by_combo`` float64[tasks, 2, 1326], or float64[0, 2, 1326] if it is not requested.
    """
    first_class, equity, result = work.board.shape[1] - CATEGORIES, 0.0, 0.0
    for k in range(nodes):
        # The mean share of the pot is a linear combination of the values at all points: this is the factor of this
        # point.
        equity += roles.inverse[nodes, k, node] / (1 + k + extra)
    for task in range(roles.tasks.shape[0]):
        hero, started, result = roles.tasks[task, 0], False, 0.0
        if (nodes > 0 and roles.active[hero] == 0) or empty_hand(task, roles, work):
            continue
        for i in range(start, end):
            item = work.order[i]
            if work.total[item, hero] == 0.0:
                continue
            # The sums of a task are computed only if one of the items has a combo of its hero.
            if not started:
                start_task(task, roles, work)
                started = True
            gained = fill_item_gains(task, item, roles, work)
            result += gained
            if nodes == 0:
                work.board[task, first_class + (work.value[item] >> CATEGORY_SHIFT)] += gained
            if by_combo.shape[0]:
                cell, factor = (0, equity) if nodes else (1, 1.0)
                add_by_combo(item, task, cell, multiplicity * factor, work, by_combo)
        share_group(task, node, nodes, extra, result, roles, work)
    return result


@sum_inlined
def group_end(start: int, count: int, work: MixedWork) -> int:
    """Return the end of the run of items in ``work.order[:count]`` with the same value as item ``start``."""
    end = start
    while end < count and work.value[work.order[end]] == work.value[work.order[start]]:
        end += 1
    return end


@sum_inlined
def seats_sharing(start: int, end: int, roles: RangeRoles, work: MixedWork) -> int:
    """Return how many active seats can have one of the items ``work.order[start:end]``."""
    seats = 0
    for x in range(roles.active.shape[0]):
        weight = 0.0
        for i in range(start, end):
            weight += work.total[work.order[i], x]
        if weight > 0.0:
            seats += roles.active[x]
    return seats


@sum_subkernel
def sweep_board(
    count: int, best: np.int64, sharers: int, multiplicity: float, roles: RangeRoles, work: MixedWork, by_combo: F64
) -> float:
    """Sweep the items ``work.order[:count]`` of one board into ``work.board``; return the weight of all its deals.

    The best particular hands have value ``best``, shared by ``sharers`` of them. The folded hands come first, then one
    value after the other, point by point, at last the categories.

    ``by_combo`` float64[tasks, 2, 1326], or float64[0, 2, 1326] if it is not requested.
    """
    # One loop with phases instead of three loops: with a single call each of ``add_items`` and ``score_items``, which
    # are inlined, compiling takes half the time.
    clear_swept(work)
    start, end, node, nodes, extra, phase, all_deals = 0, count, 1, 1, 0, FOLDED, 0.0
    while phase != DONE:
        if node > 0:
            add_items(start, end, phase == FOLDED, 1.0 / max(nodes - 1, 1), roles, work)
        if node < nodes or phase == CLASSES:
            all_deals = score_items(start, end, node, nodes, extra, multiplicity, roles, work, by_combo)
        node += 1
        if phase == CLASSES:
            phase = DONE
        # All points of this value have been scored: move on to the next value, or to the categories.
        elif node >= max(nodes, 2):
            start, node = 0 if phase == FOLDED else end, 0
            if start < count:
                phase, end, value = VALUES, group_end(start, count, work), work.value[work.order[start]]
                nodes = seats_sharing(start, end, roles, work) if value >= best else 0
                extra = sharers if value == best else 0
            else:
                phase, start, end, nodes, extra = CLASSES, 0, count, 0, 0
    return all_deals


@sum_inlined
def share_hands(all_deals: float, best: np.int64, sharers: int, work: MixedWork) -> None:
    """Add the wins, ties and categories of the particular hands to ``work.board``; ``all_deals``: the weight of all
    deals."""
    hands = work.hand_value.shape[0]
    first, categories = work.board.shape[0] - hands, work.board.shape[1] - CATEGORIES
    for hand in range(hands):
        row, value = work.board[first + hand], work.hand_value[hand]
        row[categories + (value >> CATEGORY_SHIFT)] += all_deals
        if value == best:
            # They win alone all deals that no range wins or shares.
            row[sharers - 1] += all_deals - work.decided[0]
            for k in range(work.shared.shape[0]):
                if work.shared[k] != 0.0:
                    row[sharers + k] += work.shared[k]


@sum_inlined
def judge_hands(
    suit: int, in_suit: np.int64, on_board: np.int64, roles: RangeRoles, tables: HighTables, work: MixedWork
) -> tuple[np.int64, int]:
    """Fill ``work.hand_value`` with the values of the particular hands on a board.

    ``suit``: the suit in which a flush is possible, with ``in_suit`` cards on the board and the rank mask ``on_board``.
    Returns the best value, -1 if there are no particular hands, and how many hands have it.
    """
    best, sharers = np.int64(-1), 0
    for hand in range(roles.hands.shape[0]):
        value, ranks = work.hand_ranked[hand], on_board
        for i in range(2):
            if (roles.hands[hand, i] & 3) == suit:
                ranks |= 1 << (roles.hands[hand, i] >> 2)
        if in_suit >= 3:
            value = max(value, np.int64(tables.flushes[np.uint64(ranks)]))
        work.hand_value[hand] = value
        sharers = sharers + 1 if value == best else (1 if value > best else sharers)
        best = max(best, value)
    return best, sharers


@sum_inlined
def start_multiset(key: np.uint64, roles: RangeRoles, tables: HighTables, work: MixedWork) -> None:
    """Evaluate rank pairs and particular hands on the boards of a rank multiset, ignoring flushes; sort the pairs."""
    for pair in range(roles.ranks.shape[0]):
        work.ranked[pair] = rank_value(key + roles.keys[pair], tables)
        work.pairs[pair] = pair
    sort_by_value(work.pairs, roles.ranks.shape[0], work.ranked)
    for hand in range(roles.hands.shape[0]):
        hole = (tables.keys[roles.hands[hand, 0]] & RANK_ONLY) + (tables.keys[roles.hands[hand, 1]] & RANK_ONLY)
        work.hand_ranked[hand] = rank_value(key + hole, tables)


@sum_inlined
def add_board(all_deals: float, size: float, work: MixedWork, tally: F64, equity: F64) -> None:
    """Add ``work.board``, counted ``size`` times, to ``tally``, and the pots that each row wins to ``equity``.

    ``tally`` float64[rows, seats + CATEGORIES]; ``equity`` float64[rows + 1], the last entry for the weight of all
    deals (``all_deals``), or float64[0] if it is not requested.
    """
    seats, rows = tally.shape[1] - CATEGORIES, tally.shape[0]
    for row in range(rows):
        for cell in range(tally.shape[1]):
            tally[row, cell] += size * work.board[row, cell]
    if equity.shape[0]:
        equity[rows] = size * all_deals
        for row in range(rows):
            for k in range(seats):
                equity[row] += size * work.board[row, k] / (1 + k)


@sum_kernel
def sweep_mixed(
    keys: U64,
    starts: I64,
    words: U64,
    sizes: F64,
    roles: RangeRoles,
    tables: HighTables,
    work: MixedWork,
    tally: F64,
    by_combo: F64,
    by_board: F64,
) -> None:
    """Add final boards to ``tally`` float64[tasks + hands, seats + CATEGORIES]. This is the entry point of the module.

    Row k is a rank multiset with the boards ``words[starts[k]:starts[k + 1]]``, which are counted ``sizes`` times, and
    the sum ``keys[k]`` of the keys of its ranks: ``keys`` uint64[rows], ``starts`` int64[rows + 1], ``words``
    uint64[boards], ``sizes`` float64[boards]. The ranges must have weight 0 on all known cards. ``tally``: as
    ``MixedWork.board``.

    ``by_combo`` float64[tasks, 2, 1326], or float64[0, 2, 1326] if it is not requested: the pots that each combo of a
    hero wins and the weight of all its deals, without the combo's own weight. ``by_board`` float64[boards, rows + 1],
    or float64[boards, 0]: the pots that each row of the tally wins on a board, and the weight of all its deals.
    """
    for row in range(keys.shape[0]):
        if starts[row] == starts[row + 1]:
            continue
        start_multiset(keys[row] & RANK_ONLY, roles, tables, work)
        for board in range(starts[row], starts[row + 1]):
            word, size = words[board], sizes[board]
            suit, in_suit, on_board = flush_suit(word)
            for card in range(DECK):
                work.alive[card] = 0.0 if word & tables.bits[card] else 1.0
            best, sharers = judge_hands(suit, in_suit, on_board, roles, tables, work)
            count = make_mixed_items(suit, in_suit, on_board, roles, tables, work)
            work.board[:] = 0.0
            work.shared[:] = 0.0
            work.decided[0] = 0.0
            all_deals = sweep_board(count, best, sharers, size, roles, work, by_combo)
            share_hands(all_deals, best, sharers, work)
            add_board(all_deals, size, work, tally, by_board[board])
