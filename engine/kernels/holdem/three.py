"""Equity of three weighted ranges over all boards: the triangle term of ``three_sweep``, and the loop over boards.

The last term of the formula in ``three_sweep`` sums over triangles of cards: the three combos are the sides, so each of
them shares a card with both others. ``three_sweep`` counts these deals, and this module subtracts them.

Without flushes, all triangles of the same three ranks have sides of the same three values, whatever the suits. How many
boards of a rank multiset leave all three cards also depends on their ranks only, so wins, ties and categories of all of
them are settled together (``settle``). Triangles with a side that makes a flush are corrected board by board.

Boards of the same ranks are swept together as far as no hand makes a flush (``visit_batch``); then each board with
three or more cards of a suit is continued separately (``visit_board``).
"""

import numpy as np

from engine.arrays import F64, I64, U64
from engine.kernels.holdem.enumerate import RANK_ONLY
from engine.kernels.holdem.high import CATEGORY_SHIFT, FLUSH, HighTables, rank_value
from engine.kernels.holdem.sweep_boards import flush_suit, sort_by_value
from engine.kernels.holdem.three_sweep import (
    BELOW,
    CLASS,
    DECK,
    TALLY,
    UP_TO,
    RangeTriple,
    TripleWork,
    copy_swept,
    fill_items,
    fill_whole,
    gain,
    start_sweep,
    sweep_three_items,
)
from engine.kernels.jit import sum_inlined, sum_kernel, sum_subkernel
from engine.kernels.lanes import LANES

STEP = 16

KINDS = 13
"""Kinds of boards: at most two cards of each suit (0), or three, four or five of suit s (1 + s, 5 + s, 9 + s)."""

Values = tuple[np.int64, np.int64, np.int64]
"""The values of the hands on the three sides of a triangle, in the order of ``ranges.placements``."""


@sum_inlined
def best_side(placement: int, values: Values, ranges: RangeTriple) -> tuple[np.int64, int]:
    """Return the best value among the sides of a placement that have not folded, and how many sides have it."""
    best, winners = np.int64(-1), 0
    for side in range(3):
        value = values[0] if side == 0 else (values[1] if side == 1 else values[2])
        if ranges.placements[placement, side] != ranges.folded:
            winners = 1 if value > best else winners + (value == best)
            best = max(best, value)
    return best, winners


@sum_inlined
def credit(placement: int, weight: float, values: Values, ranges: RangeTriple, work: TripleWork) -> None:
    """Add triangles of a placement with total ``weight`` to ``work.sides``, by the values of their sides."""
    best, winners = best_side(placement, values, ranges)
    for side in range(3):
        value = values[0] if side == 0 else (values[1] if side == 1 else values[2])
        cells = work.sides[placement, side]
        cells[CLASS + (value >> CATEGORY_SHIFT)] += weight
        if value == best:
            cells[UP_TO] += weight
            if winners == 1:
                cells[BELOW] += weight


@sum_subkernel
def correct(
    placement: int, weight: float, plain: Values, values: Values, ranges: RangeTriple, work: TripleWork
) -> None:
    """Replace the values ``plain``, with which triangles have been credited, by their ``values`` with flushes."""
    credit(placement, weight, values, ranges, work)
    credit(placement, -weight, plain, ranges, work)


@sum_subkernel
def subtract_sides(multiplicity: float, ranges: RangeTriple, work: TripleWork, tally: F64) -> None:
    """Subtract ``multiplicity`` times the triangles in ``work.sides`` from ``tally``, then clear them.

    ``tally`` float64[tasks, TALLY].
    """
    for placement in range(ranges.placements.shape[0]):
        for task in range(ranges.tasks.shape[0]):
            for side in range(3):
                times = multiplicity * ranges.credits[placement, task, side]
                if times > 0.0:
                    for cell in range(TALLY):
                        tally[task, cell] -= times * work.sides[placement, side, cell]
    work.sides[:] = 0.0


@sum_inlined
def add_thirds(result: F64, block: F64, row: int, second: F64, third: F64, low: int, cards: int) -> None:
    """Add sum_j block[row, j] second[c] third[low + j, c] to ``result[c]`` for all c < ``cards``.

    ``block`` float64[16]: weights of the combos of two ranks; ``result``, ``second`` float64[n] and ``third``
    float64[52, n]: by card, n at least ``cards``.
    """
    w0, w1, w2, w3 = block[4 * row], block[4 * row + 1], block[4 * row + 2], block[4 * row + 3]
    if w0 == 0.0 and w1 == 0.0 and w2 == 0.0 and w3 == 0.0:
        return
    third0, third1, third2, third3 = third[low], third[low + 1], third[low + 2], third[low + 3]
    for c in range(cards):
        result[c] += second[c] * (w0 * third0[c] + w1 * third1[c] + w2 * third2[c] + w3 * third3[c])


@sum_subkernel
def add_triangles(ranges: RangeTriple, work: TripleWork) -> None:
    """Add the triangles of the combos in ``work.matrix`` to ``work.thirds``, by their third card.

    ``work.block`` has the same weights. To count each triangle about once, the third card is of no higher rank than the
    lower rank of the pair; :func:`times_counted` gives the number of times it is still counted.
    """
    for placement in range(ranges.placements.shape[0]):
        one, two, three = (
            ranges.placements[placement, 0],
            ranges.placements[placement, 1],
            ranges.placements[placement, 2],
        )
        for pair in range(ranges.ranks.shape[0]):
            high, low = 4 * ranges.ranks[pair, 0], 4 * ranges.ranks[pair, 1]
            if ranges.has_combos[pair, one]:
                cards = (low + 4 + STEP - 1) // STEP * STEP
                result, block = work.thirds[placement, pair], work.block[pair, one]
                for i in range(4):
                    add_thirds(result, block, i, work.matrix[two, high + i], work.matrix[three], low, cards)


@sum_inlined
def times_counted(high: int, low: int, rank: int) -> float:
    """Return how often the same triangle is counted, by the ranks of the pair and of the third card.

    Twice if its third card has the lower rank of the pair, three times if all three cards have one rank (the block of
    two equal ranks has every combo once).
    """
    return 1.0 if low != rank else (2.0 if high != low else 3.0)


@sum_subkernel
def settle(boards: float, free: F64, ranges: RangeTriple, work: TripleWork, tally: F64) -> None:
    """Subtract the triangles on all ``boards`` of a rank multiset from ``tally``, as if there were no flushes.

    ``free`` float64[13, 4]: for each rank, the share of the boards that leave 0 to 3 given cards of it. ``tally``
    float64[tasks, TALLY].
    """
    values = work.plain_value
    for pair in range(ranges.ranks.shape[0]):
        high, low = ranges.ranks[pair, 0], ranges.ranks[pair, 1]
        for rank in range(low + 1):
            # Given the rank multiset, cards of different ranks are left independently, so their shares are multiplied.
            if high == rank:
                boards_left = boards * free[high, 3]
            elif high == low:
                boards_left = boards * free[high, 2] * free[rank, 1]
            elif low == rank:
                boards_left = boards * free[high, 1] * free[low, 2]
            else:
                boards_left = boards * free[high, 1] * free[low, 1] * free[rank, 1]
            for placement in range(ranges.placements.shape[0]):
                weight = boards_left * ranges.triangles[placement, pair, rank] / times_counted(high, low, rank)
                if weight > 0.0:
                    credit(placement, weight, (values[high, low], values[high, rank], values[low, rank]), ranges, work)
    subtract_sides(1.0, ranges, work, tally)


@sum_subkernel
def settle_board(ranges: RangeTriple, work: TripleWork) -> None:
    """Credit the triangles in ``work.thirds`` by ``work.pair_value`` instead of ``work.plain_value``; clear them.

    Used on boards with five cards of a suit, where every hand has at least the board's flush.
    """
    values, plain = work.pair_value, work.plain_value
    for pair in range(ranges.ranks.shape[0]):
        high, low = ranges.ranks[pair, 0], ranges.ranks[pair, 1]
        for rank in range(low + 1):
            flush_values = values[high, low], values[high, rank], values[low, rank]
            plain_values = plain[high, low], plain[high, rank], plain[low, rank]
            for placement in range(ranges.placements.shape[0]):
                weight = rank_sum(work.thirds[placement, pair], rank) / times_counted(high, low, rank)
                if weight > 0.0:
                    correct(placement, weight, plain_values, flush_values, ranges, work)
    work.thirds[:] = 0.0


@sum_inlined
def rank_sum(by_card: F64, rank: int) -> float:
    """Return the sum over the cards of a rank; ``by_card`` float64[n], n at least 52."""
    first = 4 * rank
    result: float = by_card[first] + by_card[first + 1] + by_card[first + 2] + by_card[first + 3]
    return result


@sum_subkernel
def correct_two_in_suit(suit: int, in_suit: np.int64, singles: int, ranges: RangeTriple, work: TripleWork) -> None:
    """Correct the triangles with two cards of the flush suit: one side makes a flush, the third card is of another
    suit.

    With ``in_suit`` = 4 or 5 cards of the suit on the board, the other two sides make a flush too.
    """
    pairs = ranges.ranks.shape[0]
    for single in range(singles):
        a, b = work.cards[single, 0], work.cards[single, 1]
        if (a & 3) != suit or (b & 3) != suit:
            continue
        for placement in range(ranges.placements.shape[0]):
            one, two, three = (
                ranges.placements[placement, 0],
                ranges.placements[placement, 1],
                ranges.placements[placement, 2],
            )
            weight = work.weight[single, one]
            if weight > 0.0 and (in_suit >= 4 or one != ranges.folded):
                for c in range(52):
                    work.third[c] = weight * work.matrix[two, a, c] * work.matrix[three, b, c]
                for rank in range(13):
                    work.third[4 * rank + suit] = 0.0
                correct_side(placement, a >> 2, b >> 2, work.value[pairs + single], in_suit, ranges, work)


@sum_inlined
def correct_side(
    placement: int, high: int, low: int, value: np.int64, in_suit: np.int64, ranges: RangeTriple, work: TripleWork
) -> None:
    """Correct the triangles in ``work.third`` over a side of ranks ``high`` and ``low`` that makes a flush of
    ``value``.

    If that side was the best of the three anyway and is the only flush, only its category changes, and that is done for
    all such third cards together.
    """
    plain, own, alone = work.plain_value, work.plain_value[high, low], 0.0
    for rank in range(13):
        weight = rank_sum(work.third, rank)
        if weight == 0.0:
            continue
        plain_values = own, plain[max(high, rank), min(high, rank)], plain[max(low, rank), min(low, rank)]
        if in_suit >= 4:
            correct(placement, weight, plain_values, (value, work.suited[high], work.suited[low]), ranges, work)
        elif own > max(plain_values[1], plain_values[2]):
            alone += weight
        else:
            correct(placement, weight, plain_values, (value, plain_values[1], plain_values[2]), ranges, work)
    cells = work.sides[placement, 0]
    cells[CLASS + (value >> CATEGORY_SHIFT)] += alone
    cells[CLASS + (own >> CATEGORY_SHIFT)] -= alone


@sum_subkernel
def correct_three_in_suit(
    suit: int, ranks_on_board: np.int64, ranges: RangeTriple, tables: HighTables, work: TripleWork
) -> None:
    """Correct the triangles of three cards of the flush suit, all of whose sides make a flush."""
    flushes, plain = tables.flushes, work.plain_value
    for x in range(2, 13):
        for y in range(1, x):
            value1 = np.int64(flushes[np.uint64(ranks_on_board | 1 << x | 1 << y)])
            for z in range(y):
                a, b, c = 4 * x + suit, 4 * y + suit, 4 * z + suit
                for placement in range(ranges.placements.shape[0]):
                    one, two = ranges.placements[placement, 0], ranges.placements[placement, 1]
                    three = ranges.placements[placement, 2]
                    weight = work.matrix[one, a, b] * work.matrix[two, a, c] * work.matrix[three, b, c]
                    if weight > 0.0:
                        value2 = np.int64(flushes[np.uint64(ranks_on_board | 1 << x | 1 << z)])
                        value3 = np.int64(flushes[np.uint64(ranks_on_board | 1 << y | 1 << z)])
                        plain_values = plain[x, y], plain[x, z], plain[y, z]
                        correct(placement, weight, plain_values, (value1, value2, value3), ranges, work)


@sum_subkernel
def correct_one_in_suit(suit: int, ranges: RangeTriple, work: TripleWork) -> None:
    """Correct the triangles with one card of the flush suit, two of whose sides make a flush.

    ``work.block`` must be without the combos that make a flush.
    """
    plain = work.plain_value
    for pair in range(ranges.ranks.shape[0]):
        high, low = ranges.ranks[pair, 0], ranges.ranks[pair, 1]
        for rank in range(13):
            card = 4 * rank + suit
            if not work.alive[card]:
                continue
            plain_values = (
                plain[high, low],
                plain[max(high, rank), min(high, rank)],
                plain[max(low, rank), min(low, rank)],
            )
            for placement in range(ranges.placements.shape[0]):
                block = work.block[pair, ranges.placements[placement, 0]]
                second = work.matrix[ranges.placements[placement, 1], card]
                third = work.matrix[ranges.placements[placement, 2], card]
                weight = 0.0
                for i in range(4):
                    for j in range(4):
                        weight += block[4 * i + j] * second[4 * high + i] * third[4 * low + j]
                if weight > 0.0:
                    flush_values = work.value[pair], work.suited[rank], work.suited[rank]
                    correct(placement, weight, plain_values, flush_values, ranges, work)


@sum_inlined
def live_block(pair: int, version: int, ranges: RangeTriple, work: TripleWork) -> None:
    """Fill ``work.block`` with the live combos of a rank pair in a version of the weights."""
    high, low = 4 * ranges.ranks[pair, 0], 4 * ranges.ranks[pair, 1]
    for measure in range(work.block.shape[1]):
        if ranges.has_combos[pair, measure]:
            for i in range(4):
                for j in range(4):
                    live = work.alive[high + i] * work.alive[low + j]
                    work.block[pair, measure, 4 * i + j] = live * ranges.blocks[version, pair, measure, 4 * i + j]


@sum_subkernel
def list_singles(
    suit: int, in_suit: np.int64, on_board: np.int64, ranges: RangeTriple, tables: HighTables, work: TripleWork
) -> int:
    """List the combos that make a flush as items of their own, by ascending value; return how many there are."""
    result, pairs = 0, ranges.ranks.shape[0]
    # With three cards of the suit on the board both hole cards must be of it, with more one is enough.
    for a in range(suit, DECK, 4):
        for b in range(suit if in_suit == 3 else 0, DECK, 4 if in_suit == 3 else 1):
            second_too = (b & 3) == suit
            if work.alive[a] * work.alive[b] == 0.0 or (second_too and b >= a):
                continue
            total = 0.0
            for x in range(work.weight.shape[1]):
                work.weight[result, x] = ranges.matrix[0, x, a, b]
                total += ranges.matrix[0, x, a, b]
            if total == 0.0:
                continue
            ranks = on_board | 1 << (a >> 2)
            if second_too:
                ranks |= 1 << (b >> 2)
            work.cards[result, 0], work.cards[result, 1] = a, b
            work.value[pairs + result] = tables.flushes[np.uint64(ranks)]
            work.singles[result] = pairs + result
            result += 1
    sort_by_value(work.singles, result, work.value)
    return result


@sum_inlined
def merge_pairs_and_singles(first: int, singles: int, ranges: RangeTriple, work: TripleWork) -> int:
    """Merge the pairs from ``first`` on and the singles into ``work.order`` by ascending value; return how many."""
    pairs = ranges.ranks.shape[0]
    i, j, result = first, 0, 0
    while i < pairs or j < singles:
        if j == singles or (i < pairs and work.value[work.pairs[i]] <= work.value[work.singles[j]]):
            work.order[result] = work.pairs[i]
            i += 1
        else:
            work.order[result] = work.singles[j]
            j += 1
        result += 1
    return result


@sum_inlined
def drop_flushes(singles: int, work: TripleWork) -> None:
    """Set the single combos to 0 in ``work.matrix``."""
    for single in range(singles):
        a, b = work.cards[single, 0], work.cards[single, 1]
        for x in range(work.matrix.shape[0]):
            work.matrix[x, a, b] = 0.0
            work.matrix[x, b, a] = 0.0


@sum_subkernel
def correct_flush_triangles(
    suit: int,
    in_suit: np.int64,
    on_board: np.int64,
    singles: int,
    ranges: RangeTriple,
    tables: HighTables,
    work: TripleWork,
) -> None:
    """Correct all triangles with a side that makes a flush on a board, which were settled without flushes."""
    for rank in range(13):
        work.suited[rank] = tables.flushes[np.uint64(on_board | 1 << rank)]
    correct_two_in_suit(suit, in_suit, singles, ranges, work)
    correct_three_in_suit(suit, on_board, ranges, tables, work)
    if in_suit >= 4:
        correct_one_in_suit(suit, ranges, work)


@sum_inlined
def set_values(min_value: np.int64, ranges: RangeTriple, work: TripleWork) -> None:
    """Set the values of the rank pairs: without flushes, but at least ``min_value`` (a flush on the board)."""
    for pair in range(ranges.ranks.shape[0]):
        high, low, value = ranges.ranks[pair, 0], ranges.ranks[pair, 1], max(work.ranked[pair], min_value)
        work.value[pair] = work.pair_value[high, low] = value
        work.plain_value[high, low] = work.ranked[pair]


@sum_inlined
def sort_pairs(board_key: np.uint64, ranges: RangeTriple, tables: HighTables, work: TripleWork) -> None:
    """Evaluate the rank pairs, ignoring flushes, on a board of rank key ``board_key``; sort them by value."""
    for pair in range(ranges.ranks.shape[0]):
        work.ranked[pair] = rank_value((board_key & RANK_ONLY) + ranges.keys[pair], tables)
        work.pairs[pair] = pair
    sort_by_value(work.pairs, ranges.ranks.shape[0], work.ranked)


@sum_inlined
def board_matrix(first: int, version: int, ranges: RangeTriple, work: TripleWork) -> None:
    """Fill ``work.matrix`` with the live combos of the pairs before ``first``, and those of the folded range."""
    for x in range(work.matrix.shape[0]):
        for a in range(DECK):
            for b in range(DECK):
                work.matrix[x, a, b] = work.alive[a] * work.alive[b] * ranges.matrix[version, x, a, b]
    for i in range(first, ranges.ranks.shape[0]):
        high, low = 4 * ranges.ranks[work.pairs[i], 0], 4 * ranges.ranks[work.pairs[i], 1]
        for x in range(work.matrix.shape[0]):
            if x != ranges.folded:
                work.matrix[x, high : high + 4, low : low + 4] = 0.0
                work.matrix[x, low : low + 4, high : high + 4] = 0.0


@sum_subkernel
def visit_board(
    lane: int, kind: int, first: int, ranges: RangeTriple, tables: HighTables, work: TripleWork, tally: F64
) -> None:
    """Continue the sweep for one board of a batch that can have flushes, from the pairs ``work.pairs[first:]`` on.

    ``tally`` float64[tasks, TALLY].
    """
    batch, pairs = work.batch, ranges.ranks.shape[0]
    for card in range(DECK):
        work.alive[card] = batch.alive[card, lane]
    suit, in_suit, on_board = flush_suit(batch.words[lane])
    version = kind if in_suit < 5 else kind - 4
    singles = list_singles(suit, in_suit, on_board, ranges, tables, work)
    for single in range(singles):
        cell = CLASS + (work.value[pairs + single] >> CATEGORY_SHIFT)
        for task in range(ranges.tasks.shape[0]):
            tally[task, cell] += gain(task, pairs + single, True, lane, version, batch.whole, ranges, work)
    board_matrix(first, version, ranges, work)
    # Continue from the state that all boards of the batch have in common.
    copy_swept(batch.swept, batch.own)
    count = merge_pairs_and_singles(first, singles, ranges, work)
    sweep_three_items(count, lane, version, work.matrix, batch.own, ranges, work, tally)
    if in_suit >= 4:
        for pair in range(pairs):
            live_block(pair, version, ranges, work)
    if singles:
        correct_flush_triangles(suit, in_suit, on_board, singles, ranges, tables, work)
    if in_suit == 5:
        drop_flushes(singles, work)
        add_triangles(ranges, work)
        settle_board(ranges, work)
    subtract_sides(batch.sizes[0, lane], ranges, work, tally)


@sum_subkernel
def visit_batch(boards: int, kind: int, ranges: RangeTriple, tables: HighTables, work: TripleWork, tally: F64) -> None:
    """Add the first ``boards`` of ``work.batch``, all of one kind, except the triangles without flushes.

    ``tally`` float64[tasks, TALLY].
    """
    batch, pairs = work.batch, ranges.ranks.shape[0]
    for lane in range(LANES):
        if lane >= boards:
            batch.words[lane], batch.sizes[0, lane] = np.uint64(0), 0.0
        batch.sizes[1 + lane, lane] = batch.sizes[0, lane]
        for card in range(DECK):
            batch.alive[card, lane] = 0.0 if batch.words[lane] & tables.bits[card] else 1.0
    # ``first`` is the first pair that must be swept board by board: on boards with three or four cards of a suit, the
    # pairs that beat a flush (boats and quads) come after the flushes; with five, all pairs do.
    min_value, first, version = np.int64(0), pairs, kind
    if kind > 8:
        _, _, on_board = flush_suit(batch.words[0])
        min_value, first, version = np.int64(tables.flushes[np.uint64(on_board)]), 0, kind - 4
    elif kind > 0:
        while first > 0 and work.ranked[work.pairs[first - 1]] >> CATEGORY_SHIFT > FLUSH:
            first -= 1
    # Categories need no order: they follow from the sums over all live combos.
    set_values(min_value, ranges, work)
    fill_items(version, ranges, batch)
    fill_whole(ranges, batch)
    for pair in range(pairs):
        cell = CLASS + (work.value[pair] >> CATEGORY_SHIFT)
        for task in range(ranges.tasks.shape[0]):
            tally[task, cell] += gain(task, pair, True, -1, version, batch.whole, ranges, work)
    start_sweep(batch.swept, ranges, batch)
    for i in range(first):
        work.order[i] = work.pairs[i]
    sweep_three_items(first, -1, version, ranges.matrix[version], batch.swept, ranges, work, tally)
    if kind > 0:
        for lane in range(boards):
            visit_board(lane, kind, first, ranges, tables, work, tally)


@sum_kernel
def sweep_boards(
    keys: U64, starts: I64, words: U64, sizes: F64, boards: F64, free: F64, ranges: RangeTriple, tables: HighTables,
    work: TripleWork, tally: F64,
) -> None:  # fmt: skip
    """Add final boards to ``tally`` float64[tasks, TALLY]. This is the entry point of the module.

    Row k is a rank multiset with the boards ``words[starts[k]:starts[k + 1]]``, which are counted ``sizes`` times, and
    the sum ``keys[k]`` of the keys of its ranks: ``keys`` uint64[rows], ``starts`` int64[rows + 1], ``words``
    uint64[boards], ``sizes`` float64[boards]. The ranges must have weight 0 on all known cards. The triangles are
    settled together, as if there were no flushes, for all boards of a row, of which there are ``boards`` float64[rows];
    ``free`` float64[rows, 13, 4] is the share of them that leave 0 to 3 given cards of each rank.
    """
    for row in range(keys.shape[0]):
        start, end = starts[row], starts[row + 1]
        if start == end:
            continue
        sort_pairs(keys[row], ranges, tables, work)
        for board in range(start, end):
            suit, in_suit, _ = flush_suit(words[board])
            work.kinds[board - start] = 4 * in_suit - 11 + suit if in_suit else 0
        for kind in range(KINDS):
            count = 0
            for board in range(start, end):
                if work.kinds[board - start] == kind:
                    work.batch.words[count], work.batch.sizes[0, count] = words[board], sizes[board]
                    count += 1
                    if count == LANES:
                        visit_batch(count, kind, ranges, tables, work, tally)
                        count = 0
            if count:
                visit_batch(count, kind, ranges, tables, work, tally)
        set_values(np.int64(0), ranges, work)
        settle(boards[row], free[row], ranges, work, tally)
