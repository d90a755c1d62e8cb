"""Three seats on one board: the ranges by rank pair, the sums to compute, the work space of a call, and a sweep over
the combos from the weakest to the strongest, triangles left out.

Let S, L[c] and m[a, c] be the weights of all weaker combos of an opponent, of those with card c, and of a combo. For a
hero's combo h = (a, b) and opponents 1 and 2 the disjoint pairs of weaker combos that avoid a and b weigh

    K + g[a] + g[b] + L1[a] L2[b] + L1[b] L2[a] - sum_c (m1[a, c] m2[b, c] + m1[b, c] m2[a, c]),
    K = S1 S2 - sum_c L1[c] L2[c] + sum_combo m1 m2,
    g[a] = sum_c (L1[c] m2[a, c] + L2[c] m1[a, c] - 2 m1[a, c] m2[a, c]) - S1 L2[a] - S2 L1[a] + 2 L1[a] L2[a],

by inclusion and exclusion over the cards that two of the three share. Where h itself is among the combos of the
opponents (p and q their weights of it), p (S2 - 2 L2[a] - 2 L2[b]) + q (S1 - 2 L1[a] - 2 L1[b]) + 4 p q is added. The
last sum is over triangles of cards, h on one side and the opponents' combos on the other two: ``three`` counts
them. All other terms are kept up while sweeping. Combos of two ranks (up to sixteen) have the same value and are one
item, those that make a flush are items of their own. A folded range is an opponent all of whose combos are weaker: they
are there before the sweep begins.
"""

from typing import NamedTuple

import numpy as np

from engine.arrays import F64, I64, U64, Bools
from engine.kernels.holdem.high import CATEGORIES, CATEGORY_SHIFT
from engine.kernels.jit import sum_inlined, sum_part

MAX_PAIRS = 91
MAX_SINGLES = 400
"""Combos with a flush on one board: with four cards of the suit 9 x 38 + 36 at most."""

DECK = 52
ROW = 64
"""Length of the rows that have an entry for each card: 52 and some zeros, which keeps the loops over them short."""

BELOW, UP_TO, CLASS = 0, 1, 2
TALLY = CLASS + CATEGORIES
"""Length of the tally of a task: weight of the deals in which its hero beats both others, in which it beats or ties
them, and in which its final hand is of each category."""


class Ranges(NamedTuple):
    """The different ranges of three seats, and what is to be added up; equal ranges are one range.

    ``ranks`` int64[pairs, 2]: the rank pairs that some range has, the higher first; ``keys`` uint64[pairs];
    ``blocks`` float64[pairs, ranges, 16]: weight of the combo by the suits 4 i + j of its cards (i < j only for equal
    ranks); ``matrix`` float64[ranges, 52, 52]: the same weights by card, symmetric.

    ``tasks`` int64[tasks, 3]: the range of a hero and those of the two opponents. ``paths`` int64[.., 2]: two ranges
    (x, y) for which sum_c L_y[c] m_x[a, c] is kept; ``task_paths`` int64[tasks, 2]: those a task needs. ``products``
    int64[.., 2]: two ranges whose product is kept; ``task_products`` int64[tasks, 3]: hero and either opponent, and
    both opponents. ``placements`` int64[.., 3]: the ranges on the three sides of a triangle; ``credits``
    float64[placements, tasks, 3]: how often the hero of a task is on each side of it; ``triangles`` float64[placements,
    pairs, 13]: weight of those over a pair of ranks by the rank of their third card, no higher than either.

    ``held`` bool[pairs, ranges]: which ranges have a rank pair; ``folded``: the number of the folded range, -1 for
    none; ``contests``: the tasks of which wins and ties are added up, not only categories.
    """

    ranks: I64
    keys: U64
    blocks: F64
    matrix: F64
    tasks: I64
    paths: I64
    task_paths: I64
    products: I64
    task_products: I64
    placements: I64
    credits: F64
    triangles: F64
    held: Bools
    folded: int
    contests: int


class Work(NamedTuple):
    """Work space of one call, contents of no interest between calls.

    ``ranked``, ``value`` int64: of each rank pair without flushes, of each item. ``stale`` bool[pairs]: its item must
    be made anew; ``visited`` uint64[1]: the board before. Rank pairs as items: ``block``
    float64[pairs, ranges, 16] (live combos), ``sums`` float64[pairs, ranges, 8] (by card, the higher rank first),
    ``total`` float64[pairs, ranges]; ``product_sums``, ``product_total`` the same of the products; ``triple``
    float64[pairs] that of all three seats.
    Single combos as items, numbered behind the pairs: ``cards`` int64[singles, 2], ``weight`` float64[singles, ranges].
    ``pairs``, ``singles``, ``order`` int64: items by ascending value. ``alive`` float64[52].

    State of the sweep: ``all`` float64[ranges] and ``card`` float64[ranges, ROW], the weight of all combos so far and
    of those with a card; ``matrix`` float64[ranges, 52, ROW], their weights; ``path`` float64[paths, ROW]; by product
    ``both`` and ``both_card`` (its sums) and ``meet`` (sum_c L1[c] L2[c]).

    ``pair_value``, ``plain_value`` int64[13, 13]: with a flush of the board and without; ``thirds`` float64[placements,
    91, ROW]: triangles over a pair of ranks by their third card; ``third`` float64[ROW]: those over a combo; ``sides``
    float64[placements, 3, TALLY], 0 everywhere: triangles by what their sides are and win; ``suited`` int64[13]: value
    of a combo with one card of the flush suit by its rank; ``board`` float64[tasks, TALLY].
    """

    ranked: I64
    value: I64
    stale: Bools
    visited: U64
    block: F64
    sums: F64
    total: F64
    product_sums: F64
    product_total: F64
    triple: F64
    cards: I64
    weight: F64
    pairs: I64
    singles: I64
    order: I64
    alive: F64
    all: F64
    card: F64
    matrix: F64
    path: F64
    both: F64
    both_card: F64
    meet: F64
    pair_value: I64
    plain_value: I64
    thirds: F64
    third: F64
    sides: F64
    suited: I64
    board: F64


def new_work(ranges: Ranges) -> Work:
    """Return work space for one call with ``ranges``."""
    i, f = np.int64, np.float64
    pairs, different = ranges.blocks.shape[:2]
    paths, products, places = len(ranges.paths), len(ranges.products), len(ranges.placements)
    items = pairs + MAX_SINGLES
    return Work(
        np.zeros(pairs, i), np.zeros(items, i), np.ones(pairs, bool), np.zeros(1, np.uint64),
        np.zeros((pairs, different, 16), f), np.zeros((pairs, different, 8), f),
        np.zeros((pairs, different), f), np.zeros((pairs, products, 8), f), np.zeros((pairs, products), f),
        np.zeros(pairs, f), np.zeros((MAX_SINGLES, 2), i), np.zeros((MAX_SINGLES, different), f), np.zeros(items, i),
        np.zeros(items, i), np.zeros(items, i), np.zeros(52, f), np.zeros(different, f), np.zeros((different, ROW), f),
        np.zeros((different, 52, ROW), f), np.zeros((paths, ROW), f), np.zeros(products, f),
        np.zeros((products, ROW), f), np.zeros(products, f), np.zeros((13, 13), i), np.zeros((13, 13), i),
        np.zeros((places, MAX_PAIRS, ROW), f), np.zeros(ROW, f), np.zeros((places, 3, TALLY), f),
        np.zeros(13, i),
        np.zeros((len(ranges.tasks), TALLY), f),
    )  # fmt: skip


@sum_inlined
def fill_pair(pair: int, ranges: Ranges, work: Work) -> None:
    """Make the sums of the item of a rank pair from ``work.block``."""
    block, sums = work.block[pair], work.sums[pair]
    for x in range(block.shape[0]):
        if not ranges.held[pair, x]:
            continue
        total = 0.0
        for i in range(4):
            row = block[x, 4 * i] + block[x, 4 * i + 1] + block[x, 4 * i + 2] + block[x, 4 * i + 3]
            sums[x, i] = row
            sums[x, 4 + i] = block[x, i] + block[x, 4 + i] + block[x, 8 + i] + block[x, 12 + i]
            total += row
        work.total[pair, x] = total
    for product in range(ranges.products.shape[0]):
        x, y = ranges.products[product, 0], ranges.products[product, 1]
        if not (ranges.held[pair, x] and ranges.held[pair, y]):
            continue
        one, other = block[x], block[y]
        by_card = work.product_sums[pair, product]
        by_card[:] = 0.0
        total = 0.0
        for i in range(4):
            for j in range(4):
                weight = one[4 * i + j] * other[4 * i + j]
                by_card[i] += weight
                by_card[4 + j] += weight
                total += weight
        work.product_total[pair, product] = total
    hero, first, second = ranges.tasks[0, 0], ranges.tasks[0, 1], ranges.tasks[0, 2]
    triple = 0.0
    for i in range(16):
        triple += block[hero, i] * block[first, i] * block[second, i]
    work.triple[pair] = triple


class Swept(NamedTuple):
    """What the opponents of a task have among the combos swept so far, in the letters of the module's formula.

    ``s1``, ``s2``: S; ``l1``, ``l2`` float64[ROW]: L by card; ``path1``, ``path2`` float64[ROW]: sum_c L2[c] m1[a, c]
    and the reverse by card a; ``same`` float64[ROW]: sum_c m1[a, c] m2[a, c]; ``constant``: K.
    """

    s1: float
    s2: float
    l1: F64
    l2: F64
    path1: F64
    path2: F64
    same: F64
    constant: float


@sum_inlined
def swept_of(task: int, ranges: Ranges, work: Work) -> Swept:
    """Return what the two opponents of a task have so far."""
    one, two, opponents = ranges.tasks[task, 1], ranges.tasks[task, 2], ranges.task_products[task, 2]
    s1, s2 = work.all[one], work.all[two]
    return Swept(
        s1, s2, work.card[one], work.card[two], work.path[ranges.task_paths[task, 0]],
        work.path[ranges.task_paths[task, 1]], work.both_card[opponents],
        s1 * s2 - work.meet[opponents] + work.both[opponents],
    )  # fmt: skip


@sum_inlined
def card_gain(a: int, swept: Swept) -> float:
    """Return g[a] of a card."""
    s1, s2, l1, l2, path1, path2, same, _ = swept
    result: float = path1[a] + path2[a] - s1 * l2[a] - s2 * l1[a] + 2.0 * (l1[a] * l2[a] - same[a])
    return result


@sum_inlined
def pair_gain(task: int, pair: int, own: tuple[bool, bool], ranges: Ranges, work: Work) -> float:
    """Return the weight of what the hero's combos of a rank pair beat; ``own``: are they among each opponent's?"""
    swept, hero = swept_of(task, ranges, work), ranges.tasks[task, 0]
    s1, s2, l1, l2 = swept.s1, swept.s2, swept.l1, swept.l2
    high, low = 4 * ranges.ranks[pair, 0], 4 * ranges.ranks[pair, 1]
    sums, block = work.sums[pair, hero], work.block[pair, hero]
    with1, with2 = ranges.task_products[task, 0], ranges.task_products[task, 1]
    result: float = work.total[pair, hero] * swept.constant
    for i in range(4):
        result += sums[i] * card_gain(high + i, swept)
    for i in range(4):
        result += sums[4 + i] * card_gain(low + i, swept)
    for i in range(4):
        at1, at2 = l1[high + i], l2[high + i]
        for j in range(4):
            result += block[4 * i + j] * (at1 * l2[low + j] + at2 * l1[low + j])
    if own[0]:
        result += own_gain(work.product_total[pair, with1], work.product_sums[pair, with1], s2, l2, high, low)
    if own[1]:
        result += own_gain(work.product_total[pair, with2], work.product_sums[pair, with2], s1, l1, high, low)
    if own[0] and own[1]:
        result += 4.0 * work.triple[pair]
    return result


@sum_inlined
def own_gain(total: float, sums: F64, s: float, by_card: F64, high: int, low: int) -> float:
    """Return what is added where combos of a hero and an opponent are the same, by what the other opponent has.

    ``total`` and ``sums`` float64[8]: the products of both weights, in all and by card; ``s`` and ``by_card``
    float64[ROW]: the other opponent's; ``high``, ``low``: the first cards of the two ranks.
    """
    result = s * total
    for i in range(4):
        result -= 2.0 * (sums[i] * by_card[high + i] + sums[4 + i] * by_card[low + i])
    return result


@sum_inlined
def single_gain(task: int, single: int, own: tuple[bool, bool], ranges: Ranges, work: Work) -> float:
    """Return the weight of what one combo of the hero beats; ``own``: is it among each opponent's?"""
    swept = swept_of(task, ranges, work)
    s1, s2, l1, l2 = swept.s1, swept.s2, swept.l1, swept.l2
    a, b = work.cards[single, 0], work.cards[single, 1]
    result: float = swept.constant + card_gain(a, swept) + card_gain(b, swept) + l1[a] * l2[b] + l1[b] * l2[a]
    p = work.weight[single, ranges.tasks[task, 1]] if own[0] else 0.0
    q = work.weight[single, ranges.tasks[task, 2]] if own[1] else 0.0
    if p + q > 0.0:
        result += p * (s2 - 2.0 * (l2[a] + l2[b])) + q * (s1 - 2.0 * (l1[a] + l1[b])) + 4.0 * p * q
    result *= work.weight[single, ranges.tasks[task, 0]]
    return result


@sum_inlined
def gain(task: int, item: int, swept: bool, ranges: Ranges, work: Work) -> float:
    """Return what an item's combos gain as heroes of a task against all combos swept so far; ``swept``: it is too."""
    hero, one, two = ranges.tasks[task, 0], ranges.tasks[task, 1], ranges.tasks[task, 2]
    own = swept or one == ranges.folded, swept or two == ranges.folded
    if work.all[one] == 0.0 or work.all[two] == 0.0:
        return 0.0
    pairs = ranges.ranks.shape[0]
    if item < pairs:
        if work.total[item, hero] == 0.0:
            return 0.0
        return pair_gain(task, item, own, ranges, work)
    if work.weight[item - pairs, hero] == 0.0:
        return 0.0
    return single_gain(task, item - pairs, own, ranges, work)


@sum_inlined
def has_rank(weights: F64, first: int) -> bool:
    """Return whether any of four cards from ``first`` on has weight.

    ``weights`` float64[52]: by card.
    """
    return bool(weights[first] + weights[first + 1] + weights[first + 2] + weights[first + 3] > 0.0)


@sum_inlined
def add_rows(found: F64, matrix: F64, first: int, sums: F64, at: int) -> None:
    """Add to ``found`` four rows of ``matrix`` from ``first`` on, times ``sums`` from ``at`` on.

    ``found`` float64[52], ``matrix`` float64[52, 52]: by card; ``sums`` float64[n]: of the four cards of a rank.
    """
    w0, w1, w2, w3 = sums[at], sums[at + 1], sums[at + 2], sums[at + 3]
    row0, row1, row2, row3 = matrix[first], matrix[first + 1], matrix[first + 2], matrix[first + 3]
    for c in range(DECK):
        found[c] += w0 * row0[c] + w1 * row1[c] + w2 * row2[c] + w3 * row3[c]


@sum_inlined
def add_pair(pair: int, ranges: Ranges, work: Work) -> None:
    """Put the combos of a rank pair among those swept."""
    high, low = 4 * ranges.ranks[pair, 0], 4 * ranges.ranks[pair, 1]
    different = work.all.shape[0]
    for path in range(ranges.paths.shape[0]):
        x, y = ranges.paths[path, 0], ranges.paths[path, 1]
        if work.total[pair, y] > 0.0 and y != ranges.folded:
            if has_rank(work.card[x], high):
                add_rows(work.path[path], work.matrix[x], high, work.sums[pair, y], 0)
            if has_rank(work.card[x], low):
                add_rows(work.path[path], work.matrix[x], low, work.sums[pair, y], 4)
    for product in range(ranges.products.shape[0]):
        x, y = ranges.products[product, 0], ranges.products[product, 1]
        work.meet[product] -= meet_of_ranks(work.card[x], work.card[y], high, low)
    for x in range(different):
        if work.total[pair, x] > 0.0 and x != ranges.folded:
            work.all[x] += work.total[pair, x]
            for i in range(4):
                work.card[x, high + i] += work.sums[pair, x, i]
                work.card[x, low + i] += work.sums[pair, x, 4 + i]
            for i in range(4):
                for j in range(4):
                    work.matrix[x, high + i, low + j] += work.block[pair, x, 4 * i + j]
                    work.matrix[x, low + j, high + i] += work.block[pair, x, 4 * i + j]
    for path in range(ranges.paths.shape[0]):
        x, y = ranges.paths[path, 0], ranges.paths[path, 1]
        if work.total[pair, x] > 0.0 and work.all[y] > 0.0 and x != ranges.folded:
            for i in range(4):
                for j in range(4):
                    weight = work.block[pair, x, 4 * i + j]
                    work.path[path, high + i] += weight * work.card[y, low + j]
                    work.path[path, low + j] += weight * work.card[y, high + i]
    for product in range(ranges.products.shape[0]):
        x, y = ranges.products[product, 0], ranges.products[product, 1]
        work.meet[product] += meet_of_ranks(work.card[x], work.card[y], high, low)
        if work.product_total[pair, product] > 0.0:
            work.both[product] += work.product_total[pair, product]
            for i in range(4):
                work.both_card[product, high + i] += work.product_sums[pair, product, i]
                work.both_card[product, low + i] += work.product_sums[pair, product, 4 + i]


@sum_inlined
def meet_of_ranks(one: F64, other: F64, high: int, low: int) -> float:
    """Return the scalar product of two rows over the cards of one rank or two (given by their first cards).

    ``one``, ``other`` float64[52]: by card.
    """
    result = 0.0
    for i in range(4):
        result += one[high + i] * other[high + i]
        if low != high:
            result += one[low + i] * other[low + i]
    return result


@sum_inlined
def add_single(single: int, ranges: Ranges, work: Work) -> None:
    """Put one combo among those swept."""
    a, b = work.cards[single, 0], work.cards[single, 1]
    weight = work.weight[single]
    for path in range(ranges.paths.shape[0]):
        x, y = ranges.paths[path, 0], ranges.paths[path, 1]
        if weight[y] > 0.0 and y != ranges.folded:
            result, row_a, row_b = work.path[path], work.matrix[x, a], work.matrix[x, b]
            for c in range(DECK):
                result[c] += weight[y] * (row_a[c] + row_b[c])
    for product in range(ranges.products.shape[0]):
        x, y = ranges.products[product, 0], ranges.products[product, 1]
        new_x = weight[x] if x != ranges.folded else 0.0
        new_y = weight[y] if y != ranges.folded else 0.0
        for card in (a, b):
            work.meet[product] += new_x * work.card[y, card] + new_y * (work.card[x, card] + new_x)
            work.both_card[product, card] += weight[x] * weight[y]
        work.both[product] += weight[x] * weight[y]
    for x in range(work.all.shape[0]):
        if x != ranges.folded:
            work.all[x] += weight[x]
            work.card[x, a] += weight[x]
            work.card[x, b] += weight[x]
            work.matrix[x, a, b] = weight[x]
            work.matrix[x, b, a] = weight[x]
    for path in range(ranges.paths.shape[0]):
        x, y = ranges.paths[path, 0], ranges.paths[path, 1]
        if x != ranges.folded:
            work.path[path, a] += weight[x] * work.card[y, b]
            work.path[path, b] += weight[x] * work.card[y, a]


@sum_inlined
def start_sweep(ranges: Ranges, work: Work) -> None:
    """Forget the combos of the last board, and begin with the live ones of the folded range."""
    work.all[:] = 0.0
    work.card[:] = 0.0
    work.matrix[:] = 0.0
    work.path[:] = 0.0
    work.both[:] = 0.0
    work.both_card[:] = 0.0
    work.meet[:] = 0.0
    if ranges.folded >= 0:
        cards, matrix, held = work.card[ranges.folded], work.matrix[ranges.folded], ranges.matrix[ranges.folded]
        for a in range(DECK):
            total = 0.0
            for b in range(DECK):
                matrix[a, b] = work.alive[a] * work.alive[b] * held[a, b]
                total += matrix[a, b]
            cards[a] = total
            work.all[ranges.folded] += 0.5 * total


@sum_inlined
def group_end(start: int, count: int, work: Work) -> int:
    """Return where the items end that have the value of item ``start`` of ``work.order[:count]``."""
    end = start
    while end < count and work.value[work.order[end]] == work.value[work.order[start]]:
        end += 1
    return end


@sum_part
def sweep_board(count: int, ranges: Ranges, work: Work) -> None:
    """Add the items ``work.order[:count]`` of one board, all terms but the triangles, to ``work.board``.

    The items of one value after the other: what they gain against the weaker, then against those of their own value
    too; when all are swept, what they gain against all by their category. (One place that calls ``gain`` for all three
    halves the time to compile.) Leaves ``work.matrix`` with the weights of all live combos.
    """
    pairs, tasks = ranges.ranks.shape[0], ranges.tasks.shape[0]
    start_sweep(ranges, work)
    start, end, step = 0, group_end(0, count, work), BELOW
    while start < end:
        for i in range(start, end):
            item = work.order[i]
            cell = step if step != CLASS else CLASS + (work.value[item] >> CATEGORY_SHIFT)
            for task in range(tasks if step == CLASS else ranges.contests):
                work.board[task, cell] += gain(task, item, step != BELOW, ranges, work)
        if step == BELOW:
            for i in range(start, end):
                item = work.order[i]
                if item < pairs:
                    add_pair(item, ranges, work)
                else:
                    add_single(item - pairs, ranges, work)
            step = UP_TO
        elif step == UP_TO and end < count:
            start, end, step = end, group_end(end, count, work), BELOW
        elif step == UP_TO:
            start, step = 0, CLASS
        else:
            start = end
