"""Three weighted ranges on all boards: see ``three_sweep`` for the formula. Its last term is counted here: the
triangles of cards, on whose three sides the three combos may lie, each clashing with both others.

All triangles of three ranks have sides of the same three values, whatever the suits, as long as no flush is made.
Their weights over all boards of one rank multiset are added up first, by the higher two ranks and the third card, and
count towards wins, ties and categories once (``settle``). Triangles with a side that makes a flush are counted board
by board.
"""

import numpy as np

from engine.arrays import F64, I64, U64
from engine.kernels.holdem.enumerate import RANK_ONLY
from engine.kernels.holdem.high import CATEGORY_SHIFT, HighTables, rank_value
from engine.kernels.holdem.sweep_boards import flush_suit, sort_by_value
from engine.kernels.holdem.three_sweep import BELOW, CLASS, UP_TO, Ranges, Work, fill_pair, has_rank, sweep_board
from engine.kernels.jit import sum_inlined, sum_kernel, sum_part

STEP = 16


@sum_inlined
def credit(
    value1: np.int64, value2: np.int64, value3: np.int64, met: float, ranges: Ranges, work: Work, tally: F64
) -> None:
    """Take triangles out of ``tally`` by the values of their sides; they weigh ``work.triangles``, each ``met`` times.

    The sides are in the order of ``ranges.placements``.

    ``tally`` float64[tasks, TALLY].
    """
    best = max(value1, value2, value3)
    winners = (value1 == best) + (value2 == best) + (value3 == best)
    for side in range(3):
        value = value1 if side == 0 else (value2 if side == 1 else value3)
        cell = CLASS + (value >> CATEGORY_SHIFT)
        for task in range(ranges.tasks.shape[0]):
            weight = 0.0
            for place in range(ranges.placements.shape[0]):
                weight += ranges.credits[place, task, side] * work.triangles[place]
            weight /= met
            tally[task, cell] -= weight
            if value == best:
                tally[task, UP_TO] -= weight
                if winners == 1:
                    tally[task, BELOW] -= weight


@sum_inlined
def add_thirds(found: F64, block: F64, row: int, factor: float, second: F64, third: F64, low: int, cards: int) -> None:
    """Add ``factor`` times sum_j block[row, j] second[c] third[low + j, c] to ``found[c]`` for all c < ``cards``.

    ``block`` float64[16]: weights of the combos of two ranks; ``found``, ``second`` float64[n] and ``third``
    float64[52, n]: by card, n at least ``cards``.
    """
    w0, w1, w2, w3 = block[4 * row], block[4 * row + 1], block[4 * row + 2], block[4 * row + 3]
    if w0 == 0.0 and w1 == 0.0 and w2 == 0.0 and w3 == 0.0:
        return
    w0, w1, w2, w3 = factor * w0, factor * w1, factor * w2, factor * w3
    third0, third1, third2, third3 = third[low], third[low + 1], third[low + 2], third[low + 3]
    for c in range(cards):
        found[c] += second[c] * (w0 * third0[c] + w1 * third1[c] + w2 * third2[c] + w3 * third3[c])


@sum_part
def add_triangles(factor: float, ranges: Ranges, work: Work) -> None:
    """Add the triangles of combos in ``work.matrix`` that make no flush to ``work.thirds``, ``factor`` times.

    ``work.block`` holds the same weights; the third card is of no higher rank than the lower of the pair.
    """
    for place in range(ranges.placements.shape[0]):
        one, two, three = (ranges.placements[place, 0], ranges.placements[place, 1], ranges.placements[place, 2])
        for pair in range(ranges.ranks.shape[0]):
            high, low = 4 * ranges.ranks[pair, 0], 4 * ranges.ranks[pair, 1]
            if work.total[pair, one] > 0.0 and has_rank(work.card[three], low):
                cards = (low + 4 + STEP - 1) // STEP * STEP
                result, block = work.thirds[place, pair], work.block[pair, one]
                for i in range(4):
                    if work.card[two, high + i] > 0.0:
                        add_thirds(result, block, i, factor, work.matrix[two, high + i], work.matrix[three], low, cards)


@sum_part
def settle(ranges: Ranges, work: Work, tally: F64) -> None:
    """Take the triangles in ``work.thirds`` out of ``tally`` by the values of ``work.pair_value``; forget them.

    The same triangle is met twice when its third card is of the lower rank of the pair, three times when all three
    cards are of one rank (the block of two equal ranks holds every combo once).

    ``tally`` float64[tasks, TALLY].
    """
    places = ranges.placements.shape[0]
    for pair in range(ranges.ranks.shape[0]):
        high, low = ranges.ranks[pair, 0], ranges.ranks[pair, 1]
        for rank in range(low + 1):
            weighs = False
            for place in range(places):
                thirds = work.thirds[place, pair]
                work.triangles[place] = (
                    thirds[4 * rank] + thirds[4 * rank + 1] + thirds[4 * rank + 2] + thirds[4 * rank + 3]
                )
                weighs |= work.triangles[place] > 0.0
            if weighs:
                met = 1.0 if low != rank else (2.0 if high != low else 3.0)
                credit(
                    work.pair_value[high, low], work.pair_value[high, rank], work.pair_value[low, rank], met, ranges,
                    work, tally,
                )  # fmt: skip
    work.thirds[:] = 0.0


@sum_part
def clash_two_in_suit(suit: int, in_suit: np.int64, singles: int, ranges: Ranges, work: Work) -> None:
    """Count the triangles with two cards of the flush suit: a side that makes a flush and a third card of another suit.

    With ``in_suit`` = 4 or 5 cards of the suit on the board the other two sides make a flush too.
    """
    places = ranges.placements.shape[0]
    pairs = ranges.ranks.shape[0]
    for single in range(singles):
        a, b = work.cards[single, 0], work.cards[single, 1]
        if (a & 3) != suit or (b & 3) != suit:
            continue
        for place in range(places):
            one, two, three = (ranges.placements[place, 0], ranges.placements[place, 1], ranges.placements[place, 2])
            weight = work.weight[single, one]
            for c in range(52):
                work.third[place, c] = weight * work.matrix[two, a, c] * work.matrix[three, b, c]
        high, low = a >> 2, b >> 2
        for rank in range(13):
            weighs = False
            for place in range(places):
                result = 0.0
                for k in range(4):
                    if k != suit:
                        result += work.third[place, 4 * rank + k]
                work.triangles[place] = result
                weighs |= result > 0.0
            if weighs:
                value2 = work.suited[high] if in_suit >= 4 else work.pair_value[max(high, rank), min(high, rank)]
                value3 = work.suited[low] if in_suit >= 4 else work.pair_value[max(low, rank), min(low, rank)]
                credit(work.value[pairs + single], value2, value3, 1.0, ranges, work, work.board)


@sum_part
def clash_three_in_suit(suit: int, ranks_on_board: np.int64, ranges: Ranges, tables: HighTables, work: Work) -> None:
    """Count the triangles of three cards of the flush suit."""
    flushes = tables.flushes
    for x in range(2, 13):
        for y in range(1, x):
            value1 = np.int64(flushes[np.uint64(ranks_on_board | 1 << x | 1 << y)])
            for z in range(y):
                a, b, c = 4 * x + suit, 4 * y + suit, 4 * z + suit
                weighs = False
                for place in range(ranges.placements.shape[0]):
                    one, two = ranges.placements[place, 0], ranges.placements[place, 1]
                    three = ranges.placements[place, 2]
                    work.triangles[place] = work.matrix[one, a, b] * work.matrix[two, a, c] * work.matrix[three, b, c]
                    weighs |= work.triangles[place] > 0.0
                if weighs:
                    value2 = np.int64(flushes[np.uint64(ranks_on_board | 1 << x | 1 << z)])
                    value3 = np.int64(flushes[np.uint64(ranks_on_board | 1 << y | 1 << z)])
                    credit(value1, value2, value3, 1.0, ranges, work, work.board)


@sum_part
def clash_one_in_suit(suit: int, ranges: Ranges, work: Work) -> None:
    """Count the triangles with one card of the flush suit where that makes a flush.

    ``work.block`` is without the combos that make a flush.
    """
    places = ranges.placements.shape[0]
    for pair in range(ranges.ranks.shape[0]):
        high, low = ranges.ranks[pair, 0], ranges.ranks[pair, 1]
        for rank in range(13):
            card = 4 * rank + suit
            if not work.alive[card]:
                continue
            weighs = False
            for place in range(places):
                block = work.block[pair, ranges.placements[place, 0]]
                second = work.matrix[ranges.placements[place, 1], card]
                third = work.matrix[ranges.placements[place, 2], card]
                result = 0.0
                for i in range(4):
                    for j in range(4):
                        result += block[4 * i + j] * second[4 * high + i] * third[4 * low + j]
                work.triangles[place] = result
                weighs |= result > 0.0
            if weighs:
                credit(work.value[pair], work.suited[rank], work.suited[rank], 1.0, ranges, work, work.board)


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
    result, pairs = 0, ranges.ranks.shape[0]
    for a in range(52):
        if not work.alive[a]:
            continue
        for b in range(a):
            held = ((a & 3) == suit) + ((b & 3) == suit)
            if in_suit + held < 5 or held == 0 or not work.alive[b]:
                continue
            total = 0.0
            for x in range(ranges.matrix.shape[0]):
                work.weight[result, x] = ranges.matrix[x, a, b]
                total += ranges.matrix[x, a, b]
            if total == 0.0:
                continue
            ranks = on_board
            if (a & 3) == suit:
                ranks |= 1 << (a >> 2)
            if (b & 3) == suit:
                ranks |= 1 << (b >> 2)
            work.cards[result, 0], work.cards[result, 1] = a, b
            work.value[pairs + result] = tables.flushes[np.uint64(ranks)]
            work.singles[result] = pairs + result
            result += 1
    return result


@sum_inlined
def merge(singles: int, ranges: Ranges, work: Work) -> int:
    """Merge pairs and singles into ``work.order``, by ascending value, leaving out pairs without weight."""
    pairs = ranges.ranks.shape[0]
    i, j, result = 0, 0, 0
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
        work.order[result] = item
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
