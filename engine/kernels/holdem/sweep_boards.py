"""Equity of two weighted ranges over all boards: make the items of each board (see ``sweep``) and sweep them.

Boards are visited by rank multiset, because the order of the rank pairs depends only on it, and within a multiset one
board of each orbit of the suit symmetry. From one board to the next only those rank-pair items change that have a rank
of either board.

For equity by flop, each board counts a tenth for each of its ten flops, since any three of its five cards can have come
first.
"""

import numpy as np

from engine.arrays import F64, I8, I64, U64
from engine.kernels.holdem.boards import next_suits, orbit_size, suit_choices, word_of_rank
from engine.kernels.holdem.deal_details import flop_number
from engine.kernels.holdem.enumerate import RANK_ONLY
from engine.kernels.holdem.high import HighTables, rank_value
from engine.kernels.holdem.sweep import RangePair, SweepWork, add_swept_categories, merge_items, sweep_items
from engine.kernels.jit import inlined, lean_kernel, subkernel


@inlined
def sort_by_value(items: I64, count: int, value: I64) -> None:
    """Sort ``items[:count]`` by ascending value, by insertion: the lists are short and nearly sorted.

    ``items`` int64[n]; ``value`` int64[all items]: by item.
    """
    for i in range(1, count):
        item = items[i]
        key = value[item]
        at = i
        while at > 0 and value[items[at - 1]] > key:
            items[at] = items[at - 1]
            at -= 1
        items[at] = item


@inlined
def fill_pair_item(pair: int, ranges: RangePair, work: SweepWork) -> None:
    """Make the item of a rank pair: the sums of all its combos, less those with a card that is not live."""
    high, low = 4 * ranges.ranks[pair, 0], 4 * ranges.ranks[pair, 1]
    for which in range(3):
        work.totals[pair, which] = ranges.totals[pair, which]
    for which in range(2):
        for i in range(8):
            work.sides[pair, which, i] = ranges.sides[pair, which, i]
    for i in range(4):
        if not work.alive[high + i]:
            for which in range(3):
                for j in range(4):
                    weight = ranges.weights[pair, which, i, j]
                    work.totals[pair, which] -= weight
                    if which < 2:
                        work.sides[pair, which, 4 + j] -= weight
            work.sides[pair, 0, i] = work.sides[pair, 1, i] = 0.0
    # A combo with two dead cards has been subtracted by the loop above.
    for j in range(4):
        if not work.alive[low + j]:
            for i in range(4):
                if work.alive[high + i]:
                    for which in range(3):
                        weight = ranges.weights[pair, which, i, j]
                        work.totals[pair, which] -= weight
                        if which < 2:
                            work.sides[pair, which, i] -= weight
            work.sides[pair, 0, 4 + j] = work.sides[pair, 1, 4 + j] = 0.0


@inlined
def remove_suited(pair: int, suit: int, ranges: RangePair, work: SweepWork) -> None:
    """Subtract the suited combo of ``suit``, whose cards are both live, from the item of a rank pair."""
    for which in range(3):
        weight = ranges.weights[pair, which, suit, suit]
        work.totals[pair, which] -= weight
        if which < 2:
            work.sides[pair, which, suit] -= weight
            work.sides[pair, which, 4 + suit] -= weight


@inlined
def add_entry(item: int, card: int, a: float, b: float, work: SweepWork) -> None:
    """Append an entry to the last flush item: the weights of ``card`` at A and at B."""
    at = work.first[item + 1]
    work.entry_card[at] = card
    work.entry[at, 0], work.entry[at, 1] = a, b
    work.first[item + 1] = at + 1


@inlined
def add_combo(item: int, a: float, b: float, work: SweepWork) -> None:
    """Add the weights of a combo to the totals of a flush item."""
    work.totals[item, 0] += a
    work.totals[item, 1] += b
    work.totals[item, 2] += a * b


@inlined
def start_item(item: int, value: np.int64, work: SweepWork) -> None:
    """Start flush item number ``item``, after the entries of the previous one."""
    work.value[item] = value
    work.first[item + 1] = work.first[item]
    for which in range(3):
        work.totals[item, which] = 0.0


@subkernel
def two_card_flush_items(
    suit: int, ranks_on_board: np.int64, item: int, ranges: RangePair, tables: HighTables, work: SweepWork
) -> int:
    """Make an item for each combo with two cards of ``suit``, numbered from ``item`` on; return the next number."""
    for high in range(13):
        a = 4 * high + suit
        if not work.alive[a]:
            continue
        for low in range(high):
            b = 4 * low + suit
            weight_a, weight_b = ranges.matrix[0, a, b], ranges.matrix[1, a, b]
            if work.alive[b] and weight_a + weight_b > 0.0:
                value = tables.flushes[np.uint64(ranks_on_board | 1 << high | 1 << low)]
                start_item(item, np.int64(value), work)
                add_combo(item, weight_a, weight_b, work)
                add_entry(item, a, weight_a, weight_b, work)
                add_entry(item, b, weight_a, weight_b, work)
                item += 1
    return item


@subkernel
def one_card_flush_items(
    suit: int, ranks_on_board: np.int64, item: int, ranges: RangePair, tables: HighTables, work: SweepWork
) -> int:
    """Make an item for each card of ``suit`` with a card of another suit, from ``item`` on; return the next number."""
    for rank in range(13):
        a = 4 * rank + suit
        if not work.alive[a]:
            continue
        start_item(item, np.int64(tables.flushes[np.uint64(ranks_on_board | 1 << rank)]), work)
        for b in range(52):
            weight_a, weight_b = ranges.matrix[0, a, b], ranges.matrix[1, a, b]
            if (b & 3) != suit and work.alive[b] and weight_a + weight_b > 0.0:
                add_combo(item, weight_a, weight_b, work)
                add_entry(item, b, weight_a, weight_b, work)
        add_entry(item, a, work.totals[item, 0], work.totals[item, 1], work)
        item += 1
    return item


@inlined
def flush_suit(word: np.uint64) -> tuple[int, np.int64, np.int64]:
    """Return the suit with at least three cards on the board ``word``, their number and rank mask, or zeros."""
    suit, in_suit, ranks_in_suit = 0, np.int64(0), np.int64(0)
    for s in range(4):
        ranks = np.int64((word >> np.uint64(16 * s)) & np.uint64(8191))
        size = np.int64(0)
        for rank in range(13):
            size += ranks >> rank & 1
        if size >= 3:
            suit, in_suit, ranks_in_suit = s, size, ranks
    return suit, in_suit, ranks_in_suit


@inlined
def changed_ranks(word: np.uint64, previous: np.uint64) -> np.int64:
    """Return the mask of the ranks in which two boards have different cards."""
    cards = word ^ previous
    cards |= cards >> np.uint64(32)
    return np.int64((cards | cards >> np.uint64(16)) & np.uint64(8191))


@subkernel
def make_board_items(word: np.uint64, ranges: RangePair, tables: HighTables, work: SweepWork) -> int:
    """Make the items of the final board ``word``; return how many of them are flush items.

    With three cards of a suit on the board, its suited combos make flushes. With four or five, every combo with one or
    two cards of the suit does; these cards are then not live for the rank-pair items, whose values are at least the
    board's own flush.
    """
    pair_count = item = ranges.ranks.shape[0]
    work.first[pair_count] = 0
    changed = changed_ranks(word, work.visited[0])
    work.visited[0] = word
    suit, in_suit, ranks_in_suit = flush_suit(word)
    board_flush = np.int64(tables.flushes[np.uint64(ranks_in_suit)])
    if in_suit >= 3:
        item = two_card_flush_items(suit, ranks_in_suit, item, ranges, tables, work)
    if in_suit >= 4:
        item = one_card_flush_items(suit, ranks_in_suit, item, ranges, tables, work)
        for rank in range(13):
            work.alive[4 * rank + suit] = False
    for pair in range(pair_count):
        work.value[pair] = max(work.ranked[pair], board_flush)
        high, low = ranges.ranks[pair, 0], ranges.ranks[pair, 1]
        # An item is reused if no card of its ranks has changed and no flush combo has been removed from it.
        if work.stale[pair] or in_suit >= 4 or changed >> high & 1 or changed >> low & 1:
            fill_pair_item(pair, ranges, work)
            work.stale[pair] = in_suit >= 4
        if in_suit == 3 and high != low and work.alive[4 * high + suit] and work.alive[4 * low + suit]:
            remove_suited(pair, suit, ranges, work)
            work.stale[pair] = True
    flushes: int = item - pair_count
    return flushes


@subkernel
def sweep_board_word(
    word: np.uint64, multiplicity: float, ranges: RangePair, tables: HighTables, work: SweepWork, tally: F64
) -> None:
    """Add the final board ``word``, counted ``multiplicity`` times, to ``tally`` float64[20] of
    ``sweep.sweep_items``."""
    for card in range(52):
        work.alive[card] = word & tables.bits[card] == 0
    pair_count = ranges.ranks.shape[0]
    flush_count = make_board_items(word, ranges, tables, work)
    for i in range(flush_count):
        work.flushes[i] = pair_count + i
    sort_by_value(work.flushes, flush_count, work.value)
    count = merge_items(pair_count, flush_count, work)
    met = sweep_items(count, ranges, work, multiplicity, tally)
    if met:
        add_swept_categories(met, work, multiplicity, tally)


@inlined
def set_drawn(ranks: I8, left: I64, work: SweepWork) -> int:
    """List the distinct ranks of a multiset and their choices of suits; return how many ranks, or -1 if impossible.

    ``ranks`` int8[cards to come], ascending; ``left`` int64[13]: for each rank the mask of suits left. Writes
    ``work.drawn`` and ``work.choices``.
    """
    result = 0
    for i in range(ranks.shape[0]):
        if i and ranks[i] == ranks[i - 1]:
            work.drawn[result - 1, 1] += 1
        else:
            work.drawn[result, 0] = ranks[i]
            work.drawn[result, 1] = 1
            result += 1
    for i in range(result):
        work.drawn[i, 2] = suit_choices(left[work.drawn[i, 0]], work.drawn[i, 1], work.choices[i])
        work.drawn[i, 3] = 0
        if work.drawn[i, 2] == 0:
            return -1
    return result


@inlined
def set_pairs(board_key: np.uint64, ranges: RangePair, tables: HighTables, work: SweepWork) -> None:
    """Evaluate the rank pairs on a board of rank key ``board_key`` and sort them into ``work.pairs``."""
    pair_count = ranges.ranks.shape[0]
    for pair in range(pair_count):
        work.ranked[pair] = rank_value(board_key + ranges.keys[pair], tables)
        work.pairs[pair] = pair
        work.stale[pair] = True
    sort_by_value(work.pairs, pair_count, work.ranked)


@inlined
def start_rank_multiset(
    ranks: I8, known_key: np.uint64, left: I64, ranges: RangePair, tables: HighTables, work: SweepWork
) -> int:
    """Prepare for the boards whose cards to come have these ``ranks``; return the result of :func:`set_drawn`.

    ``ranks`` int8[cards to come], ascending; ``known_key``: the rank key of the known board; ``left`` int64[13]: for
    each rank the mask of suits left.
    """
    count = set_drawn(ranks, left, work)
    if count >= 0:
        key = known_key
        for i in range(ranks.shape[0]):
            key += tables.keys[4 * np.int64(ranks[i])] & RANK_ONLY
        set_pairs(key, ranges, tables, work)
    return count


@inlined
def chosen_board(board: np.uint64, count: int, work: SweepWork) -> np.uint64:
    """Return the word of ``board`` with the current choice of suits for each of ``count`` drawn ranks."""
    word = board
    for i in range(count):
        word |= word_of_rank(work.drawn[i, 0], work.choices[i, work.drawn[i, 3]])
    return word


@lean_kernel
def sweep_multisets(
    multisets: I8,
    board: np.uint64,
    left: I64,
    suits: U64,
    ranges: RangePair,
    tables: HighTables,
    work: SweepWork,
    tally: F64,
) -> None:
    """Add all boards whose cards to come have the ranks of one of ``multisets`` to ``tally``.

    ``multisets`` int8[n, cards to come]; ``board``: the word of the known board; ``left`` int64[13]: for each rank the
    4-bit mask of suits left; ``suits`` uint64[order, 4]: the group of suit permutations. The ranges must have weight 0
    on all known cards. ``tally`` float64[20]: the weight of the deals that A wins, of ties, the nine categories of A,
    then those of B.
    """
    known_key = np.uint64(0)
    for card in range(52):
        if board & tables.bits[card]:
            known_key += tables.keys[card] & RANK_ONLY
    for row in range(multisets.shape[0]):
        count = start_rank_multiset(multisets[row], known_key, left, ranges, tables, work)
        possible = count >= 0
        while possible:
            word = chosen_board(board, count, work)
            size = orbit_size(word, suits)
            if size:
                sweep_board_word(word, float(size), ranges, tables, work, tally)
            possible = next_suits(work.drawn[:, 3], work.drawn[:, 2], count)


@inlined
def add_to_flops(word: np.uint64, flops: I64, tables: HighTables, cards: I64, board: F64, results: F64) -> None:
    """Add the tally ``board`` float64[20] of the board ``word`` to its ten flops, a tenth each, and clear it.

    ``flops`` int64[22100]: the row of each flop in ``results`` float64[rows, 3]: the weight of its deals, of those that
    the first seat wins, and of ties. ``cards`` int64[5] is work space.
    """
    count = 0
    for card in range(52):
        if word & tables.bits[card]:
            cards[count] = card
            count += 1
    weight = 0.0
    for i in range(2, 11):
        weight += board[i]
    for i in range(2, 5):
        for j in range(1, i):
            for k in range(j):
                flop = flops[flop_number(cards[i], cards[j], cards[k])]
                results[flop, 0] += weight / 10
                results[flop, 1] += board[0] / 10
                results[flop, 2] += board[1] / 10
    board[:] = 0.0


@lean_kernel
def sweep_flops(
    multisets: I8,
    left: I64,
    suits: U64,
    flops: I64,
    ranges: RangePair,
    tables: HighTables,
    work: SweepWork,
    cards: I64,
    board: F64,
    results: F64,
) -> None:
    """Add all boards with the ranks of one of ``multisets`` int8[n, 5] to their flops in ``results`` float64[flops, 3].

    The columns of ``results``: the weight of the deals, of those that the first seat wins, and of ties. ``flops``
    int64[22100]: the row of each flop, by ``deal_details.flop_number``. ``cards`` int64[5] and ``board`` float64[20]
    are work space. ``left`` int64[13], ``suits`` uint64[order, 4] and the others are as for :func:`sweep_multisets`.
    """
    for row in range(multisets.shape[0]):
        count = start_rank_multiset(multisets[row], np.uint64(0), left, ranges, tables, work)
        possible = count >= 0
        while possible:
            word = chosen_board(np.uint64(0), count, work)
            size = orbit_size(word, suits)
            if size:
                sweep_board_word(word, float(size), ranges, tables, work, board)
                add_to_flops(word, flops, tables, cards, board, results)
            possible = next_suits(work.drawn[:, 3], work.drawn[:, 2], count)
