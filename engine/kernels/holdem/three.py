"""Three weighted ranges on all boards: see ``three_sweep`` for the formula. Its last term is counted here: the
triangles of cards, on whose three sides the three combos may lie, each clashing with both others.

All triangles of three ranks have sides of the same three values, whatever the suits, as long as no flush is made. How
many boards of one rank multiset leave three cards depends on their ranks only, so that all of these count towards wins,
ties and categories at once (``settle``). What a side that makes a flush changes is counted board by board.

Boards of the same ranks are swept together as far as no hand makes a flush (``visit_batch``), each with three cards of
a suit or more then on its own (``visit_board``).
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
    Ranges,
    Work,
    copy_swept,
    fill_items,
    gain,
    start_sweep,
    sweep_items,
    take_whole,
)
from engine.kernels.jit import sum_inlined, sum_kernel, sum_part
from engine.kernels.lanes import LANES

STEP = 16

KINDS = 13
"""Of boards: at most two cards of each suit (0), or three, four or five of suit s (1 + s, 5 + s, 9 + s)."""

Values = tuple[np.int64, np.int64, np.int64]
"""The values of the hands on the three sides of a triangle, in the order of ``ranges.placements``."""


@sum_inlined
def best_side(place: int, values: Values, ranges: Ranges) -> tuple[np.int64, int]:
    """Return the best of the values of the sides of a placement that have not folded, and how many have it."""
    best, winners = np.int64(-1), 0
    for side in range(3):
        value = values[0] if side == 0 else (values[1] if side == 1 else values[2])
        if ranges.placements[place, side] != ranges.folded:
            winners = 1 if value > best else winners + (value == best)
            best = max(best, value)
    return best, winners


@sum_inlined
def credit(place: int, weight: float, values: Values, ranges: Ranges, work: Work) -> None:
    """Add triangles of a placement that weigh ``weight`` to ``work.sides`` by the values of their sides."""
    best, winners = best_side(place, values, ranges)
    for side in range(3):
        value = values[0] if side == 0 else (values[1] if side == 1 else values[2])
        cells = work.sides[place, side]
        cells[CLASS + (value >> CATEGORY_SHIFT)] += weight
        if value == best:
            cells[UP_TO] += weight
            if winners == 1:
                cells[BELOW] += weight


@sum_part
def correct(place: int, weight: float, plain: Values, values: Values, ranges: Ranges, work: Work) -> None:
    """Credit triangles with flushes by ``values``, which were ``plain`` without."""
    credit(place, weight, values, ranges, work)
    credit(place, -weight, plain, ranges, work)


@sum_part
def take_out(multiplicity: float, ranges: Ranges, work: Work, tally: F64) -> None:
    """Take the triangles in ``work.sides`` out of ``tally`` float64[tasks, TALLY] so many times, and forget them."""
    for place in range(ranges.placements.shape[0]):
        for task in range(ranges.tasks.shape[0]):
            for side in range(3):
                times = multiplicity * ranges.credits[place, task, side]
                if times > 0.0:
                    for cell in range(TALLY):
                        tally[task, cell] -= times * work.sides[place, side, cell]
    work.sides[:] = 0.0


@sum_inlined
def add_thirds(found: F64, block: F64, row: int, second: F64, third: F64, low: int, cards: int) -> None:
    """Add sum_j block[row, j] second[c] third[low + j, c] to ``found[c]`` for all c < ``cards``.

    ``block`` float64[16]: weights of the combos of two ranks; ``found``, ``second`` float64[n] and ``third``
    float64[52, n]: by card, n at least ``cards``.
    """
    w0, w1, w2, w3 = block[4 * row], block[4 * row + 1], block[4 * row + 2], block[4 * row + 3]
    if w0 == 0.0 and w1 == 0.0 and w2 == 0.0 and w3 == 0.0:
        return
    third0, third1, third2, third3 = third[low], third[low + 1], third[low + 2], third[low + 3]
    for c in range(cards):
        found[c] += second[c] * (w0 * third0[c] + w1 * third1[c] + w2 * third2[c] + w3 * third3[c])


@sum_part
def add_triangles(ranges: Ranges, work: Work) -> None:
    """Add the triangles of combos in ``work.matrix`` to ``work.thirds``.

    ``work.block`` holds the same weights; the third card is of no higher rank than the lower of the pair.
    """
    for place in range(ranges.placements.shape[0]):
        one, two, three = (ranges.placements[place, 0], ranges.placements[place, 1], ranges.placements[place, 2])
        for pair in range(ranges.ranks.shape[0]):
            high, low = 4 * ranges.ranks[pair, 0], 4 * ranges.ranks[pair, 1]
            if ranges.held[pair, one]:
                cards = (low + 4 + STEP - 1) // STEP * STEP
                result, block = work.thirds[place, pair], work.block[pair, one]
                for i in range(4):
                    add_thirds(result, block, i, work.matrix[two, high + i], work.matrix[three], low, cards)


@sum_inlined
def times_met(high: int, low: int, rank: int) -> float:
    """Return how often the same triangle is met, by the ranks of a pair and of the third card.

    That is twice when its third card is of the lower rank of the pair, three times when all three cards are of one rank
    (the block of two equal ranks holds every combo once).
    """
    return 1.0 if low != rank else (2.0 if high != low else 3.0)


@sum_part
def settle(boards: float, free: F64, ranges: Ranges, work: Work, tally: F64) -> None:
    """Take the triangles on all ``boards`` of a rank multiset out of ``tally``, as if there were no flushes.

    ``free`` float64[13, 4]: the part of the boards that leave so many given cards of each rank; ``tally``
    float64[tasks, TALLY].
    """
    values = work.plain_value
    for pair in range(ranges.ranks.shape[0]):
        high, low = ranges.ranks[pair, 0], ranges.ranks[pair, 1]
        for rank in range(low + 1):
            if high == rank:
                left = boards * free[high, 3]
            elif high == low:
                left = boards * free[high, 2] * free[rank, 1]
            elif low == rank:
                left = boards * free[high, 1] * free[low, 2]
            else:
                left = boards * free[high, 1] * free[low, 1] * free[rank, 1]
            for place in range(ranges.placements.shape[0]):
                weight = left * ranges.triangles[place, pair, rank] / times_met(high, low, rank)
                if weight > 0.0:
                    credit(place, weight, (values[high, low], values[high, rank], values[low, rank]), ranges, work)
    take_out(1.0, ranges, work, tally)


@sum_part
def settle_board(ranges: Ranges, work: Work) -> None:
    """Count the triangles in ``work.thirds`` by ``work.pair_value`` instead of ``work.plain_value``; forget them."""
    values, plain = work.pair_value, work.plain_value
    for pair in range(ranges.ranks.shape[0]):
        high, low = ranges.ranks[pair, 0], ranges.ranks[pair, 1]
        for rank in range(low + 1):
            now = values[high, low], values[high, rank], values[low, rank]
            before = plain[high, low], plain[high, rank], plain[low, rank]
            for place in range(ranges.placements.shape[0]):
                weight = rank_sum(work.thirds[place, pair], rank) / times_met(high, low, rank)
                if weight > 0.0:
                    correct(place, weight, before, now, ranges, work)
    work.thirds[:] = 0.0


@sum_inlined
def rank_sum(by_card: F64, rank: int) -> float:
    """Return the sum over the cards of a rank; ``by_card`` float64[n], n at least 52."""
    first = 4 * rank
    result: float = by_card[first] + by_card[first + 1] + by_card[first + 2] + by_card[first + 3]
    return result


@sum_part
def clash_two_in_suit(suit: int, in_suit: np.int64, singles: int, ranges: Ranges, work: Work) -> None:
    """Count the triangles with two cards of the flush suit: a side that makes a flush and a third card of another suit.

    With ``in_suit`` = 4 or 5 cards of the suit on the board the other two sides make a flush too.
    """
    pairs = ranges.ranks.shape[0]
    for single in range(singles):
        a, b = work.cards[single, 0], work.cards[single, 1]
        if (a & 3) != suit or (b & 3) != suit:
            continue
        for place in range(ranges.placements.shape[0]):
            one, two, three = (ranges.placements[place, 0], ranges.placements[place, 1], ranges.placements[place, 2])
            weight = work.weight[single, one]
            if weight > 0.0 and (in_suit >= 4 or one != ranges.folded):
                for c in range(52):
                    work.third[c] = weight * work.matrix[two, a, c] * work.matrix[three, b, c]
                for rank in range(13):
                    work.third[4 * rank + suit] = 0.0
                clash_side(place, a >> 2, b >> 2, work.value[pairs + single], in_suit, ranges, work)


@sum_inlined
def clash_side(place: int, high: int, low: int, value: np.int64, in_suit: np.int64, ranges: Ranges, work: Work) -> None:
    """Count the triangles in ``work.third`` over a side that makes a flush of that ``value``, of these two ranks.

    A side that was the best of three without, and alone makes a flush, changes its category only: that is done for all
    third cards at once.
    """
    plain, own, alone = work.plain_value, work.plain_value[high, low], 0.0
    for rank in range(13):
        weight = rank_sum(work.third, rank)
        if weight == 0.0:
            continue
        before = own, plain[max(high, rank), min(high, rank)], plain[max(low, rank), min(low, rank)]
        if in_suit >= 4:
            correct(place, weight, before, (value, work.suited[high], work.suited[low]), ranges, work)
        elif own > max(before[1], before[2]):
            alone += weight
        else:
            correct(place, weight, before, (value, before[1], before[2]), ranges, work)
    cells = work.sides[place, 0]
    cells[CLASS + (value >> CATEGORY_SHIFT)] += alone
    cells[CLASS + (own >> CATEGORY_SHIFT)] -= alone


@sum_part
def clash_three_in_suit(suit: int, ranks_on_board: np.int64, ranges: Ranges, tables: HighTables, work: Work) -> None:
    """Count the triangles of three cards of the flush suit."""
    flushes, plain = tables.flushes, work.plain_value
    for x in range(2, 13):
        for y in range(1, x):
            value1 = np.int64(flushes[np.uint64(ranks_on_board | 1 << x | 1 << y)])
            for z in range(y):
                a, b, c = 4 * x + suit, 4 * y + suit, 4 * z + suit
                for place in range(ranges.placements.shape[0]):
                    one, two = ranges.placements[place, 0], ranges.placements[place, 1]
                    three = ranges.placements[place, 2]
                    weight = work.matrix[one, a, b] * work.matrix[two, a, c] * work.matrix[three, b, c]
                    if weight > 0.0:
                        value2 = np.int64(flushes[np.uint64(ranks_on_board | 1 << x | 1 << z)])
                        value3 = np.int64(flushes[np.uint64(ranks_on_board | 1 << y | 1 << z)])
                        before = plain[x, y], plain[x, z], plain[y, z]
                        correct(place, weight, before, (value1, value2, value3), ranges, work)


@sum_part
def clash_one_in_suit(suit: int, ranges: Ranges, work: Work) -> None:
    """Count the triangles with one card of the flush suit where that makes a flush.

    ``work.block`` is without the combos that make a flush.
    """
    plain = work.plain_value
    for pair in range(ranges.ranks.shape[0]):
        high, low = ranges.ranks[pair, 0], ranges.ranks[pair, 1]
        for rank in range(13):
            card = 4 * rank + suit
            if not work.alive[card]:
                continue
            before = plain[high, low], plain[max(high, rank), min(high, rank)], plain[max(low, rank), min(low, rank)]
            for place in range(ranges.placements.shape[0]):
                block = work.block[pair, ranges.placements[place, 0]]
                second = work.matrix[ranges.placements[place, 1], card]
                third = work.matrix[ranges.placements[place, 2], card]
                weight = 0.0
                for i in range(4):
                    for j in range(4):
                        weight += block[4 * i + j] * second[4 * high + i] * third[4 * low + j]
                if weight > 0.0:
                    now = work.value[pair], work.suited[rank], work.suited[rank]
                    correct(place, weight, before, now, ranges, work)


@sum_inlined
def live_block(pair: int, version: int, ranges: Ranges, work: Work) -> None:
    """Fill the live combos of a rank pair in a version of the weights."""
    high, low = 4 * ranges.ranks[pair, 0], 4 * ranges.ranks[pair, 1]
    for measure in range(work.block.shape[1]):
        if ranges.held[pair, measure]:
            for i in range(4):
                for j in range(4):
                    live = work.alive[high + i] * work.alive[low + j]
                    work.block[pair, measure, 4 * i + j] = live * ranges.blocks[version, pair, measure, 4 * i + j]


@sum_part
def list_singles(
    suit: int, in_suit: np.int64, on_board: np.int64, ranges: Ranges, tables: HighTables, work: Work
) -> int:
    """List the combos that make a flush as items of their own, by ascending value; return how many there are."""
    result, pairs = 0, ranges.ranks.shape[0]
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
def merge(first: int, singles: int, ranges: Ranges, work: Work) -> int:
    """Merge the pairs from ``first`` on and the singles into ``work.order``, by ascending value."""
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
    """Count the triangles with a side that makes a flush, and put back what they were settled as without."""
    for rank in range(13):
        work.suited[rank] = tables.flushes[np.uint64(on_board | 1 << rank)]
    clash_two_in_suit(suit, in_suit, singles, ranges, work)
    clash_three_in_suit(suit, on_board, ranges, tables, work)
    if in_suit >= 4:
        clash_one_in_suit(suit, ranges, work)


@sum_inlined
def set_values(least: np.int64, ranges: Ranges, work: Work) -> None:
    """Give the rank pairs their values without flushes, but at least ``least`` (a flush on the board)."""
    for pair in range(ranges.ranks.shape[0]):
        high, low, value = ranges.ranks[pair, 0], ranges.ranks[pair, 1], max(work.ranked[pair], least)
        work.value[pair] = work.pair_value[high, low] = value
        work.plain_value[high, low] = work.ranked[pair]


@sum_inlined
def sort_pairs(board_key: np.uint64, ranges: Ranges, tables: HighTables, work: Work) -> None:
    """Evaluate the rank pairs, flushes left out, with a board of rank key ``board_key``; sort them by value."""
    for pair in range(ranges.ranks.shape[0]):
        work.ranked[pair] = rank_value((board_key & RANK_ONLY) + ranges.keys[pair], tables)
        work.pairs[pair] = pair
    sort_by_value(work.pairs, ranges.ranks.shape[0], work.ranked)


@sum_inlined
def board_matrix(first: int, version: int, ranges: Ranges, work: Work) -> None:
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


@sum_part
def visit_board(lane: int, kind: int, first: int, ranges: Ranges, tables: HighTables, work: Work, tally: F64) -> None:
    """Add one board of a batch, on which there may be flushes, from the pairs ``work.pairs[first:]`` on.

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
    copy_swept(batch.swept, batch.own)
    count = merge(first, singles, ranges, work)
    sweep_items(count, lane, version, work.matrix, batch.own, ranges, work, tally)
    if in_suit >= 4:
        for pair in range(pairs):
            live_block(pair, version, ranges, work)
    if singles:
        clash_flushes(suit, in_suit, on_board, singles, ranges, tables, work)
    if in_suit == 5:
        drop_flushes(singles, work)
        add_triangles(ranges, work)
        settle_board(ranges, work)
    take_out(batch.sizes[0, lane], ranges, work, tally)


@sum_part
def visit_batch(boards: int, kind: int, ranges: Ranges, tables: HighTables, work: Work, tally: F64) -> None:
    """Add the first ``boards`` of ``work.batch``, all of one kind, but for the triangles as they are without flushes.

    ``tally`` float64[tasks, TALLY].
    """
    batch, pairs = work.batch, ranges.ranks.shape[0]
    for lane in range(LANES):
        if lane >= boards:
            batch.words[lane], batch.sizes[0, lane] = np.uint64(0), 0.0
        batch.sizes[1 + lane, lane] = batch.sizes[0, lane]
        for card in range(DECK):
            batch.alive[card, lane] = 0.0 if batch.words[lane] & tables.bits[card] else 1.0
    least, first, version = np.int64(0), pairs, kind
    if kind > 8:
        _, _, on_board = flush_suit(batch.words[0])
        least, first, version = np.int64(tables.flushes[np.uint64(on_board)]), 0, kind - 4
    elif kind > 0:
        while first > 0 and work.ranked[work.pairs[first - 1]] >> CATEGORY_SHIFT > FLUSH:
            first -= 1
    set_values(least, ranges, work)
    fill_items(version, ranges, batch)
    take_whole(ranges, batch)
    for pair in range(pairs):
        cell = CLASS + (work.value[pair] >> CATEGORY_SHIFT)
        for task in range(ranges.tasks.shape[0]):
            tally[task, cell] += gain(task, pair, True, -1, version, batch.whole, ranges, work)
    start_sweep(batch.swept, ranges, batch)
    for i in range(first):
        work.order[i] = work.pairs[i]
    sweep_items(first, -1, version, ranges.matrix[version], batch.swept, ranges, work, tally)
    if kind > 0:
        for lane in range(boards):
            visit_board(lane, kind, first, ranges, tables, work, tally)


@sum_kernel
def sweep_boards(
    keys: U64, starts: I64, words: U64, sizes: F64, boards: F64, free: F64, ranges: Ranges, tables: HighTables,
    work: Work, tally: F64,
) -> None:  # fmt: skip
    """Add final boards to ``tally`` float64[tasks, TALLY].

    Row k of rank multisets has the boards ``words[starts[k]:starts[k + 1]]``, which count ``sizes`` times, and the sum
    ``keys[k]`` of the keys of its ranks: ``keys`` uint64[rows], ``starts`` int64[rows + 1], ``words`` uint64[boards],
    ``sizes`` float64[boards]. Weights are 0 on all known cards. What all boards of a row have in common is added for
    ``boards`` float64[rows] of them, of which the part ``free`` float64[rows, 13, 4] leaves so many given cards of each
    rank.
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
