"""Three weighted ranges on all boards: see ``three_sweep`` for the formula and ``three_clash`` for its last term."""

import numpy as np

from engine.kernels._jit import sum_inlined, sum_kernel, sum_part
from engine.kernels.arrays import F64, I64, U64
from engine.kernels.holdem.enumerate import RANK_ONLY
from engine.kernels.holdem.high import HighTables, rank_value
from engine.kernels.holdem.sweep_boards import flush_suit, sort_by_value
from engine.kernels.holdem.three_clash import (
    add_triangles,
    clash_one_in_suit,
    clash_three_in_suit,
    clash_two_in_suit,
    settle,
)
from engine.kernels.holdem.three_sweep import fill_pair, sweep_board
from engine.kernels.holdem.three_work import Ranges, Work


@sum_inlined
def live_block(pair: int, suit: int, in_suit: np.int64, ranges: Ranges, work: Work) -> None:
    """Fill the live combos of a rank pair but those that make a flush; ``in_suit`` of ``suit`` are on the board."""
    high, low = 4 * ranges.ranks[pair, 0], 4 * ranges.ranks[pair, 1]
    for i in range(4):
        for j in range(4):
            live = work.alive[high + i] * work.alive[low + j]
            if (in_suit >= 4 and (i == suit or j == suit)) or (in_suit == 3 and i == suit and j == suit):
                live = 0.0
            for x in range(work.block.shape[1]):
                work.block[pair, x, 4 * i + j] = live * ranges.blocks[pair, x, 4 * i + j]


@sum_part
def list_singles(
    suit: int, in_suit: np.int64, on_board: np.int64, ranges: Ranges, tables: HighTables, work: Work
) -> int:
    """List the combos that make a flush as items of their own; return how many there are."""
    found, pairs = 0, ranges.ranks.shape[0]
    for a in range(52):
        if not work.alive[a]:
            continue
        for b in range(a):
            held = ((a & 3) == suit) + ((b & 3) == suit)
            if in_suit + held < 5 or held == 0 or not work.alive[b]:
                continue
            total = 0.0
            for x in range(ranges.matrix.shape[0]):
                work.weight[found, x] = ranges.matrix[x, a, b]
                total += ranges.matrix[x, a, b]
            if total == 0.0:
                continue
            ranks = on_board
            if (a & 3) == suit:
                ranks |= 1 << (a >> 2)
            if (b & 3) == suit:
                ranks |= 1 << (b >> 2)
            work.cards[found, 0], work.cards[found, 1] = a, b
            work.value[pairs + found] = tables.flushes[np.uint64(ranks)]
            work.singles[found] = pairs + found
            found += 1
    return found


@sum_inlined
def merge(singles: int, ranges: Ranges, work: Work) -> int:
    """Merge pairs and singles into ``work.order``, by ascending value, leaving out pairs without weight."""
    pairs = ranges.ranks.shape[0]
    i, j, found = 0, 0, 0
    while i < pairs or j < singles:
        if j == singles or (i < pairs and work.value[work.pairs[i]] <= work.value[work.singles[j]]):
            item = work.pairs[i]
            i += 1
            weight = 0.0
            for x in range(work.total.shape[1]):
                weight += work.total[item, x]
            if weight == 0.0:
                continue
        else:
            item = work.singles[j]
            j += 1
        work.order[found] = item
        found += 1
    return found


@sum_inlined
def drop_flushes(singles: int, work: Work) -> None:
    """Take the single combos out of ``work.matrix``."""
    for single in range(singles):
        a, b = work.cards[single, 0], work.cards[single, 1]
        for x in range(work.matrix.shape[0]):
            work.matrix[x, a, b] = 0.0
            work.matrix[x, b, a] = 0.0


@sum_part
def clash_flushes(
    suit: int, in_suit: np.int64, on_board: np.int64, singles: int, ranges: Ranges, tables: HighTables, work: Work
) -> None:
    """Count the triangles with a side that makes a flush, then take these combos out of ``work.matrix``."""
    for rank in range(13):
        work.suited[rank] = tables.flushes[np.uint64(on_board | 1 << rank)]
    clash_two_in_suit(suit, in_suit, singles, ranges, work)
    clash_three_in_suit(suit, on_board, ranges, tables, work)
    if in_suit >= 4:
        clash_one_in_suit(suit, ranges, work)
    drop_flushes(singles, work)


@sum_inlined
def set_values(least: np.int64, ranges: Ranges, work: Work) -> None:
    """Give the rank pairs their values without flushes, but at least ``least`` (a flush on the board)."""
    for pair in range(ranges.ranks.shape[0]):
        value = max(work.ranked[pair], least)
        work.value[pair] = value
        work.pair_value[ranges.ranks[pair, 0], ranges.ranks[pair, 1]] = value


@sum_inlined
def sort_pairs(board_key: np.uint64, ranges: Ranges, tables: HighTables, work: Work) -> None:
    """Evaluate the rank pairs, flushes left out, with a board of rank key ``board_key``; sort them by value."""
    for pair in range(ranges.ranks.shape[0]):
        work.ranked[pair] = rank_value((board_key & RANK_ONLY) + ranges.keys[pair], tables)
        work.pairs[pair] = pair
    sort_by_value(work.pairs, ranges.ranks.shape[0], work.ranked)


@sum_inlined
def make_items(suit: int, in_suit: np.int64, on_board: np.int64, ranges: Ranges, tables: HighTables, work: Work) -> int:
    """Make the items of a board of the cards in ``work.alive``; return how many are single combos.

    ``in_suit`` cards of ``suit`` are on the board, of the ranks of the mask ``on_board``.
    """
    for pair in range(ranges.ranks.shape[0]):
        live_block(pair, suit, in_suit, ranges, work)
        fill_pair(pair, ranges, work)
    if in_suit < 3:
        return 0
    singles = list_singles(suit, in_suit, on_board, ranges, tables, work)
    sort_by_value(work.singles, singles, work.value)
    return singles


@sum_inlined
def add_board(multiplicity: float, work: Work, tally: F64) -> None:
    """Add ``work.board``, ``multiplicity`` times, to ``tally`` float64[rows, TALLY]."""
    for row in range(work.board.shape[0]):
        for cell in range(work.board.shape[1]):
            tally[row, cell] += multiplicity * work.board[row, cell]


@sum_part
def visit_board(
    word: np.uint64, multiplicity: float, ranges: Ranges, tables: HighTables, work: Work, tally: F64
) -> None:
    """Add one final board to ``tally``, but for the triangles left in ``work.thirds``.

    ``tally`` float64[tasks, TALLY].
    """
    for card in range(52):
        work.alive[card] = 0.0 if word & tables.bits[card] else 1.0
    suit, in_suit, on_board = flush_suit(word)
    if in_suit == 5:
        settle(ranges, work, tally)
        set_values(np.int64(tables.flushes[np.uint64(on_board)]), ranges, work)
    singles = make_items(suit, in_suit, on_board, ranges, tables, work)
    work.board[:] = 0.0
    sweep_board(merge(singles, ranges, work), ranges, work)
    if singles:
        clash_flushes(suit, in_suit, on_board, singles, ranges, tables, work)
    add_triangles(multiplicity, ranges, work)
    add_board(multiplicity, work, tally)
    if in_suit == 5:
        settle(ranges, work, tally)
        set_values(np.int64(0), ranges, work)


@sum_kernel
def sweep_boards(
    keys: U64, starts: I64, words: U64, sizes: F64, ranges: Ranges, tables: HighTables, work: Work, tally: F64
) -> None:
    """Add final boards to ``tally`` float64[tasks, TALLY].

    Row k of rank multisets has the boards ``words[starts[k]:starts[k + 1]]``, which count ``sizes`` times, and the sum
    ``keys[k]`` of the keys of its ranks: ``keys`` uint64[rows], ``starts`` int64[rows + 1], ``words`` uint64[boards],
    ``sizes`` float64[boards]. Weights are 0 on all known cards.
    """
    for row in range(keys.shape[0]):
        if starts[row] == starts[row + 1]:
            continue
        sort_pairs(keys[row], ranges, tables, work)
        set_values(np.int64(0), ranges, work)
        for board in range(starts[row], starts[row + 1]):
            visit_board(words[board], sizes[board], ranges, tables, work, tally)
        settle(ranges, work, tally)
