"""Equity of three seats on up to eight boards of the same ranks together: a sweep from the weakest combo to the
strongest.

For one opponent let S be the weight of all weaker combos, L[c] the weight of those with card c, and m[a, c] the weight
of a weaker combo. For a hero's combo h = (a, b) and opponents 1 and 2, the disjoint pairs of weaker combos that avoid a
and b weigh

    K + g[a] + g[b] + L1[a] L2[b] + L1[b] L2[a] - sum_c (m1[a, c] m2[b, c] + m1[b, c] m2[a, c]),
    K = S1 S2 - sum_c L1[c] L2[c] + sum_combo m1 m2,
    g[a] = sum_c (L1[c] m2[a, c] + L2[c] m1[a, c] - 2 m1[a, c] m2[a, c]) - S1 L2[a] - S2 L1[a] + 2 L1[a] L2[a],

by inclusion and exclusion over the cards that two of the three share. If h itself is among the swept combos of the
opponents (with weights p and q), p (S2 - 2 L2[a] - 2 L2[b]) + q (S1 - 2 L1[a] - 2 L1[b]) + 4 p q is added. The last sum
is over triangles of cards, with h on one side and the opponents' combos on the other two; ``three`` counts these. All
other terms are updated during the sweep.

Combos of two ranks (up to sixteen) that make no flush have the same value and are one item. The order of these items
depends only on the ranks of the board, so boards of the same ranks are swept together, each in a lane (``lanes``). A
combo that makes a flush is an item of one board. A folded range is an opponent all of whose combos are weaker: they are
swept before the sweep begins.

The module has the description of the ranges and of the sums to compute, the work space, and the sweep itself.
"""

from typing import Any, NamedTuple

import numpy as np

from engine.arrays import F64, I64, U64, Bools
from engine.kernels.holdem.high import CATEGORIES
from engine.kernels.jit import sum_inlined, sum_subkernel
from engine.kernels.lanes import LANES, lane_sum, load, store

MAX_PAIRS = 91
MAX_SINGLES = 400
"""Combos with a flush on one board: with four cards of the suit 9 x 38 + 36 at most."""

MAX_BOARDS = 1024
"""The largest number of boards of the same ranks."""

DECK = 52
ROW = 64
"""Length of the rows that have an entry for each card: 52 and zeros, so that loops in steps of 16 need no remainder."""

BELOW, UP_TO, CLASS = 0, 1, 2
TALLY = CLASS + CATEGORIES
"""Length of the tally of a task: weight of the deals in which its hero beats both others, in which it beats or ties
them, and in which its final hand is of each category."""

VERSIONS = 9
"""Versions of the weights: all combos (0); without the suited ones of suit s (1 + s); without cards of it (5 + s)."""

LAST = 8
"""Index of an item's total in its sums, after the eight sums by card."""


class RangeTriple(NamedTuple):
    """The different ranges of three seats, and the sums to compute; equal ranges are listed once.

    A *measure* is anything with a weight for each combo: first the ranges, then the products of two ranges that tasks
    need, last the product of all three seats. ``ranks`` int64[pairs, 2]: the rank pairs that some range has, the higher
    first; ``keys`` uint64[pairs]: their key sums; ``blocks`` float64[VERSIONS, pairs, measures, 16]: the weight of the
    combo with suits i and j at 4 i + j (only i < j for equal ranks); ``matrix`` float64[VERSIONS, measures, 52, 52]:
    the same weights by card, symmetric, except that the folded range is complete in all versions.

    ``tasks`` int64[tasks, 3]: the range of a hero and those of the two opponents; ``products`` int64[tasks, 3]: the
    measures of hero and either opponent, and of both opponents. ``placements`` int64[n, 3]: the ranges on the three
    sides of a triangle; ``credits`` float64[placements, tasks, 3]: how often the hero of a task is on each side of it;
    ``triangles`` float64[placements, pairs, 13]: the weight of the triangles over a rank pair, by the rank of their
    third card, which is no higher than either.

    ``has_combos`` bool[pairs, measures]: whether a measure has any combo of a rank pair; ``folded``: the number of the
    folded range, or -1; ``contests``: the number of leading tasks whose wins and ties are computed, not only
    categories.
    """

    ranks: I64
    keys: U64
    blocks: F64
    matrix: F64
    tasks: I64
    products: I64
    placements: I64
    credits: F64
    triangles: F64
    has_combos: Bools
    folded: int
    contests: int


class Swept(NamedTuple):
    """The sums over the swept combos of each board, in the notation of the module's formula.

    ``all`` float64[ranges, LANES] and ``card`` float64[ranges, 52, LANES]: S and L. ``reach`` float64[tasks, 52,
    LANES]: the sum over c in g[a]; ``rest`` float64[tasks, LANES]: K - S1 S2. ``among`` bool[ranges, 13, 13]: whether
    there can be combos of two ranks, so that empty blocks are skipped.
    """

    all: F64
    card: F64
    reach: F64
    rest: F64
    among: Bools


class Batch(NamedTuple):
    """The boards that are swept together.

    ``words`` uint64[LANES]; ``sizes`` float64[1 + LANES, LANES]: how often each board is counted, in row 1 + k only
    board k; ``alive`` float64[52, LANES]: 1 for live cards. ``sums`` float64[pairs, measures, 9, LANES]: the weights of
    the items by card (the higher rank first) and in total. ``swept``: combos that are weaker on all boards; ``own``: on
    one of them; ``whole``: all live combos.
    """

    words: U64
    sizes: F64
    alive: F64
    sums: F64
    swept: Swept
    own: Swept
    whole: Swept


class TripleWork(NamedTuple):
    """Work space of one call; its content is of no interest between calls.

    ``kinds`` int64[MAX_BOARDS]: of boards, by their suits. ``ranked`` int64[pairs]: the value of each rank pair without
    flushes; ``value`` int64[items]. ``block`` float64[pairs, measures, 16]: live combos. Single combos are items
    numbered after the pairs: ``cards`` int64[singles, 2], ``weight`` float64[singles, ranges]. ``pairs``, ``singles``,
    ``order`` int64[n]: items by ascending value. ``alive`` float64[52] and ``matrix`` float64[ranges, 52, ROW]: the
    live cards and the swept weights of one board.

    ``pair_value``, ``plain_value`` int64[13, 13]: with the board's flush and without; ``thirds`` float64[placements,
    91, ROW]: triangles over a rank pair by their third card; ``third`` float64[ROW]: those over one combo; ``sides``
    float64[placements, 3, TALLY] (0 between calls): triangles by the result of each side; ``suited`` int64[13]: the
    value of a combo with one card of the flush suit, by its rank.
    """

    batch: Batch
    kinds: I64
    ranked: I64
    value: I64
    block: F64
    cards: I64
    weight: F64
    pairs: I64
    singles: I64
    order: I64
    alive: F64
    matrix: F64
    pair_value: I64
    plain_value: I64
    thirds: F64
    third: F64
    sides: F64
    suited: I64


def new_triple_work(ranges: RangeTriple, different: int) -> TripleWork:
    """Return work space for one call; ``different``: the number of different ranges among ``ranges``."""
    i, f = np.int64, np.float64
    pairs, measures = ranges.has_combos.shape
    places, items = len(ranges.placements), pairs + MAX_SINGLES
    return TripleWork(
        _new_batch(ranges, different), np.zeros(MAX_BOARDS, i), np.zeros(pairs, i), np.zeros(items, i),
        np.zeros((pairs, measures, 16), f), np.zeros((MAX_SINGLES, 2), i), np.zeros((MAX_SINGLES, different), f),
        np.zeros(items, i), np.zeros(items, i), np.zeros(items, i), np.zeros(52, f), np.zeros((different, 52, ROW), f),
        np.zeros((13, 13), i), np.zeros((13, 13), i), np.zeros((places, MAX_PAIRS, ROW), f), np.zeros(ROW, f),
        np.zeros((places, 3, TALLY), f), np.zeros(13, i),
    )  # fmt: skip


def _new_batch(ranges: RangeTriple, different: int) -> Batch:
    """Return an empty batch; ``different``: the number of different ranges among ``ranges``."""
    pairs, measures = ranges.has_combos.shape
    tasks = len(ranges.tasks)
    states = [
        Swept(
            np.zeros((different, LANES)), np.zeros((different, DECK, LANES)), np.zeros((tasks, DECK, LANES)),
            np.zeros((tasks, LANES)), np.ones((different, 13, 13), bool),
        )
        for _ in range(3)
    ]  # fmt: skip
    return Batch(
        np.zeros(LANES, np.uint64), np.zeros((1 + LANES, LANES)), np.zeros((DECK, LANES)),
        np.zeros((pairs, measures, LAST + 1, LANES)), *states,
    )  # fmt: skip


@sum_inlined
def spread(matrix: F64, first: int, second: int, source: F64, at: int, factor: float, result: F64) -> None:
    """Add ``factor`` times the block of a matrix between two ranks, times ``source``, to ``result``.

    ``matrix`` float64[52, n]; ``first``, ``second``: the first cards of the ranks; ``source`` float64[n, LANES]: row
    ``at`` and the next three belong to the cards of the first rank; ``result`` float64[52, LANES].
    """
    one, two, three, four = load(source, at), load(source, at + 1), load(source, at + 2), load(source, at + 3)
    for c in range(second, second + 4):
        product = matrix[first, c] * one + matrix[first + 1, c] * two
        product += matrix[first + 2, c] * three + matrix[first + 3, c] * four
        store(result, c, load(result, c) + factor * product)


@sum_inlined
def spread_pair(pair: int, matrix: F64, source: F64, factor: float, result: F64, ranges: RangeTriple) -> None:
    """Add the combos of a rank pair, times ``factor`` and ``source`` at one of their cards, to ``result`` at the other.

    ``matrix`` float64[52, n]; ``source``, ``result`` float64[52, LANES].
    """
    high, low = 4 * ranges.ranks[pair, 0], 4 * ranges.ranks[pair, 1]
    spread(matrix, high, low, source, high, factor, result)
    if high != low:
        spread(matrix, low, high, source, low, factor, result)


@sum_subkernel
def fill_items(version: int, ranges: RangeTriple, batch: Batch) -> None:
    """Compute the sums of the rank-pair items, by card and in total, from a version of the weights."""
    for pair in range(ranges.has_combos.shape[0]):
        high, low = 4 * ranges.ranks[pair, 0], 4 * ranges.ranks[pair, 1]
        for measure in range(ranges.has_combos.shape[1]):
            if ranges.has_combos[pair, measure]:
                block, sums = ranges.blocks[version, pair, measure], batch.sums[pair, measure]
                for i in range(4):
                    store(sums, i, load(batch.alive, high + i) * line(block, 4 * i, 1, batch.alive, low))
                    store(sums, 4 + i, load(batch.alive, low + i) * line(block, i, 4, batch.alive, high))
                store(sums, LAST, load(sums, 0) + load(sums, 1) + load(sums, 2) + load(sums, 3))


@sum_inlined
def line(block: F64, start: int, step: int, source: F64, at: int) -> Any:
    """Return the scalar product of a row or column of ``block`` float64[16] with four rows of ``source``, as lanes.

    ``start`` and ``step``: the first index of the row or column, and its step; ``source`` float64[n, LANES], from
    ``at`` on.
    """
    result = block[start] * load(source, at) + block[start + step] * load(source, at + 1)
    result += block[start + 2 * step] * load(source, at + 2) + block[start + 3 * step] * load(source, at + 3)
    return result


@sum_inlined
def dot(one: F64, other: F64, first: int) -> Any:
    """Return the scalar product of two columns of float64[52, LANES] over the cards of a rank, as lanes."""
    result = load(one, first) * load(other, first) + load(one, first + 1) * load(other, first + 1)
    result += load(one, first + 2) * load(other, first + 2) + load(one, first + 3) * load(other, first + 3)
    return result


@sum_inlined
def both_ways(one: int, two: int) -> tuple[tuple[int, int, float], tuple[int, int, float]]:
    """Return two ranges in either order, with how often each order is counted: 1 and 1, or 2 and 0 if they are
    equal."""
    return ((one, two, 2.0), (one, two, 0.0)) if one == two else ((one, two, 1.0), (two, one, 1.0))


@sum_subkernel
def fill_whole(ranges: RangeTriple, batch: Batch) -> None:
    """Fill ``batch.whole`` with the sums over all live combos, in the notation of the module's formula."""
    whole, alive = batch.whole, batch.alive
    whole.all[:] = 0.0
    whole.card[:] = 0.0
    whole.reach[:] = 0.0
    whole.rest[:] = 0.0
    pairs = ranges.has_combos.shape[0]
    for x in range(whole.all.shape[0]):
        for pair in range(pairs):
            if ranges.has_combos[pair, x]:
                spread_pair(pair, ranges.matrix[0, x], alive, 1.0, whole.card[x], ranges)
        for c in range(DECK):
            weight = load(whole.card[x], c) * load(alive, c)
            store(whole.card[x], c, weight)
            store(whole.all, x, load(whole.all, x) + 0.5 * weight)
    for task in range(ranges.tasks.shape[0]):
        one, two, product = ranges.tasks[task, 1], ranges.tasks[task, 2], ranges.products[task, 2]
        reach = whole.reach[task]
        for pair in range(pairs):
            if ranges.has_combos[pair, product]:
                spread_pair(pair, ranges.matrix[0, product], alive, -2.0, reach, ranges)
        for rank in range(13):
            # ``reach`` has each product m1 m2 at both of its cards, times -2, so -1/4 of its sum is sum m1 m2.
            rest = -0.25 * dot(alive, reach, 4 * rank) - dot(whole.card[one], whole.card[two], 4 * rank)
            store(whole.rest, task, load(whole.rest, task) + rest)
        for x, y, times in both_ways(one, two):
            for pair in range(pairs):
                if times > 0.0 and ranges.has_combos[pair, x]:
                    spread_pair(pair, ranges.matrix[0, x], whole.card[y], times, reach, ranges)


@sum_inlined
def card_gain(reach: Any, s1: Any, s2: Any, l1: Any, l2: Any) -> Any:
    """Return g of a card, for one board or as lanes."""
    return reach - s1 * l2 - s2 * l1 + 2.0 * (l1 * l2)


@sum_inlined
def pair_gain(
    task: int, pair: int, own: tuple[bool, bool], version: int, swept: Swept, ranges: RangeTriple, batch: Batch
) -> Any:
    """Return the weight that the hero's combos of a rank pair beat, as lanes.

    ``own``: for each opponent, whether the item has been swept in his range, too.
    """
    hero, one, two = ranges.tasks[task, 0], ranges.tasks[task, 1], ranges.tasks[task, 2]
    s1, s2, l1, l2, reach = (
        load(swept.all, one),
        load(swept.all, two),
        swept.card[one],
        swept.card[two],
        swept.reach[task],
    )
    high, low = 4 * ranges.ranks[pair, 0], 4 * ranges.ranks[pair, 1]
    sums, block = batch.sums[pair, hero], ranges.blocks[version, pair, hero]
    result = load(sums, LAST) * (s1 * s2 + load(swept.rest, task))
    # The terms L1[a] L2[b] + L1[b] L2[a], summed over the item's combos, are products with rows of its block.
    for i in range(4):
        a, b = high + i, low + i
        at1, at2 = load(l1, a), load(l2, a)
        result += load(sums, i) * card_gain(load(reach, a), s1, s2, at1, at2)
        result += load(sums, 4 + i) * card_gain(load(reach, b), s1, s2, load(l1, b), load(l2, b))
        result += at1 * line(block, 4 * i, 1, l2, low) + at2 * line(block, 4 * i, 1, l1, low)
    if own[0]:
        result += own_gain(batch.sums[pair, ranges.products[task, 0]], s2, l2, high, low)
    if own[1]:
        result += own_gain(batch.sums[pair, ranges.products[task, 1]], s1, l1, high, low)
    if own[0] and own[1]:
        result += 4.0 * load(batch.sums[pair, batch.sums.shape[1] - 1], LAST)
    return result


@sum_inlined
def own_gain(sums: F64, s: Any, by_card: F64, high: int, low: int) -> Any:
    """Return the correction for combos that a hero and an opponent have in common, by the other opponent's sums.

    ``sums`` float64[9, LANES]: the products of both weights; ``s`` (lanes) and ``by_card`` float64[52, LANES]: S and L
    of the other opponent; ``high``, ``low``: the first cards of the two ranks.
    """
    result = s * load(sums, LAST)
    for i in range(4):
        result -= 2.0 * (load(sums, i) * load(by_card, high + i) + load(sums, 4 + i) * load(by_card, low + i))
    return result


@sum_inlined
def single_gain(
    task: int, single: int, own: tuple[bool, bool], lane: int, swept: Swept, ranges: RangeTriple, work: TripleWork
) -> float:
    """Return the weight that one combo of the hero beats on one board; ``own`` as in :func:`pair_gain`."""
    hero, one, two = ranges.tasks[task, 0], ranges.tasks[task, 1], ranges.tasks[task, 2]
    s1, s2, l1, l2, reach = (
        swept.all[one, lane],
        swept.all[two, lane],
        swept.card[one],
        swept.card[two],
        swept.reach[task],
    )
    a, b = work.cards[single, 0], work.cards[single, 1]
    a1, a2, b1, b2 = l1[a, lane], l2[a, lane], l1[b, lane], l2[b, lane]
    result: float = s1 * s2 + swept.rest[task, lane] + a1 * b2 + b1 * a2
    result += card_gain(reach[a, lane], s1, s2, a1, a2) + card_gain(reach[b, lane], s1, s2, b1, b2)
    p = work.weight[single, one] if own[0] else 0.0
    q = work.weight[single, two] if own[1] else 0.0
    result += p * (s2 - 2.0 * (a2 + b2)) + q * (s1 - 2.0 * (a1 + b1)) + 4.0 * p * q
    result *= work.weight[single, hero]
    return result


@sum_inlined
def gain(
    task: int, item: int, itself: bool, lane: int, version: int, swept: Swept, ranges: RangeTriple, work: TripleWork
) -> float:
    """Return the weight that an item's combos beat as heroes of a task, on all boards (``lane`` -1) or on one.

    ``itself``: whether the item has been swept, too. A single combo is an item of one board.
    """
    hero, one, two = ranges.tasks[task, 0], ranges.tasks[task, 1], ranges.tasks[task, 2]
    own = itself or one == ranges.folded, itself or two == ranges.folded
    pairs = ranges.ranks.shape[0]
    result = 0.0
    if item >= pairs:
        if work.weight[item - pairs, hero] > 0.0:
            result = work.batch.sizes[0, lane] * single_gain(task, item - pairs, own, lane, swept, ranges, work)
    elif ranges.has_combos[item, hero]:
        by_board = pair_gain(task, item, own, version, swept, ranges, work.batch)
        result = lane_sum(load(work.batch.sizes, 1 + lane) * by_board)
    return result


@sum_inlined
def add_rows(
    pair: int, x: int, y: int, factor: float, matrix: F64, swept: Swept, reach: F64, ranges: RangeTriple, batch: Batch
) -> None:
    """Add to ``reach`` float64[52, LANES] the product of the swept combos of ``x`` and a rank pair's combos of ``y``.

    ``matrix`` float64[52, n]: weights of ``x``.
    """
    for side in range(2):
        rank = ranges.ranks[pair, side]
        for other in range(13):
            if swept.among[x, rank, other]:
                spread(matrix, 4 * rank, 4 * other, batch.sums[pair, y], 4 * side, factor, reach)


@sum_inlined
def add_pair(pair: int, version: int, matrix: F64, swept: Swept, ranges: RangeTriple, batch: Batch) -> None:
    """Add the combos of a rank pair to the swept ones.

    K changes by products of old and new L of both opponents. The new product less the old one is computed in two steps:
    add L1.L2 over the pair's cards before L is updated, and subtract it afterwards.

    ``matrix`` float64[ranges, 52, n]: weights of the swept combos, and possibly of more.
    """
    high, low = ranges.ranks[pair, 0], ranges.ranks[pair, 1]
    for task in range(ranges.contests):
        one, two, product = ranges.tasks[task, 1], ranges.tasks[task, 2], ranges.products[task, 2]
        for x, y, times in both_ways(one, two):
            if times > 0.0 and ranges.has_combos[pair, y] and y != ranges.folded:
                add_rows(pair, x, y, times, matrix[x], swept, swept.reach[task], ranges, batch)
        rest = load(swept.rest, task) + meet(swept.card[one], swept.card[two], high, low)
        store(swept.rest, task, rest + load(batch.sums[pair, product], LAST))
    for x in range(swept.all.shape[0]):
        if ranges.has_combos[pair, x] and x != ranges.folded:
            sums, cards = batch.sums[pair, x], swept.card[x]
            store(swept.all, x, load(swept.all, x) + load(sums, LAST))
            for i in range(4):
                store(cards, 4 * high + i, load(cards, 4 * high + i) + load(sums, i))
            for i in range(4):
                store(cards, 4 * low + i, load(cards, 4 * low + i) + load(sums, 4 + i))
            swept.among[x, high, low] = swept.among[x, low, high] = True
    for task in range(ranges.contests):
        one, two, product = ranges.tasks[task, 1], ranges.tasks[task, 2], ranges.products[task, 2]
        reach, weights = swept.reach[task], ranges.matrix[version]
        for x, y, times in both_ways(one, two):
            if times > 0.0 and ranges.has_combos[pair, x] and x != ranges.folded:
                spread_pair(pair, weights[x], swept.card[y], times, reach, ranges)
        if ranges.has_combos[pair, product]:
            spread_pair(pair, weights[product], batch.alive, -2.0, reach, ranges)
        rest = load(swept.rest, task) - meet(swept.card[one], swept.card[two], high, low)
        store(swept.rest, task, rest)


@sum_inlined
def meet(one: F64, other: F64, high: int, low: int) -> Any:
    """Return the scalar product of two columns of float64[52, LANES] over the cards of one rank or two, as lanes."""
    result = dot(one, other, 4 * high)
    if low != high:
        result += dot(one, other, 4 * low)
    return result


@sum_inlined
def add_single(single: int, lane: int, swept: Swept, ranges: RangeTriple, work: TripleWork) -> None:
    """Add one combo to the swept ones of one board."""
    a, b = work.cards[single, 0], work.cards[single, 1]
    weight = work.weight[single]
    for task in range(ranges.contests):
        one, two = ranges.tasks[task, 1], ranges.tasks[task, 2]
        w1 = weight[one] if one != ranges.folded else 0.0
        w2 = weight[two] if two != ranges.folded else 0.0
        reach, l1, l2 = swept.reach[task], swept.card[one], swept.card[two]
        a1, b1, a2, b2 = work.matrix[one, a], work.matrix[one, b], work.matrix[two, a], work.matrix[two, b]
        for c in range(DECK):
            reach[c, lane] += w2 * (a1[c] + b1[c]) + w1 * (a2[c] + b2[c])
        product = weight[one] * weight[two]
        for card, other in ((a, b), (b, a)):
            reach[card, lane] += w1 * l2[other, lane] + w2 * l1[other, lane] + 2.0 * w1 * w2 - 2.0 * product
        meets = w1 * (l2[a, lane] + l2[b, lane]) + w2 * (l1[a, lane] + l1[b, lane]) + 2.0 * w1 * w2
        swept.rest[task, lane] += product - meets
    for x in range(swept.all.shape[0]):
        if x != ranges.folded:
            swept.all[x, lane] += weight[x]
            swept.card[x, a, lane] += weight[x]
            swept.card[x, b, lane] += weight[x]
            work.matrix[x, a, b] = work.matrix[x, b, a] = weight[x]


@sum_inlined
def put_pair(pair: int, version: int, ranges: RangeTriple, work: TripleWork) -> None:
    """Write the live combos of a rank pair into ``work.matrix``."""
    high, low = 4 * ranges.ranks[pair, 0], 4 * ranges.ranks[pair, 1]
    for x in range(work.matrix.shape[0]):
        if x != ranges.folded:
            for a in range(high, high + 4):
                for b in range(low, low + 4):
                    weight = ranges.matrix[version, x, a, b] * work.alive[a] * work.alive[b]
                    work.matrix[x, a, b] = work.matrix[x, b, a] = weight


@sum_inlined
def group_end(start: int, count: int, work: TripleWork) -> int:
    """Return the end of the run of items in ``work.order[:count]`` with the same value as item ``start``."""
    end = start
    while end < count and work.value[work.order[end]] == work.value[work.order[start]]:
        end += 1
    return end


@sum_subkernel
def sweep_three_items(
    count: int, lane: int, version: int, matrix: F64, swept: Swept, ranges: RangeTriple, work: TripleWork, tally: F64
) -> None:
    """Add the gains of items ``work.order[:count]``, all terms but the triangles, to ``tally`` float64[tasks, TALLY].

    This is for all boards if ``lane`` is -1, otherwise for one. Items of one value are a step: first their gains from
    weaker combos are added, then, after these items have been swept, their gains from combos that are weaker or equal.
    """
    pairs = ranges.ranks.shape[0]
    start = 0
    while start < count:
        end = group_end(start, count, work)
        # Both sums use the same formula: before these items are swept it counts wins, afterwards wins and ties.
        for cell in (BELOW, UP_TO):
            for i in range(start, end):
                for task in range(ranges.contests):
                    result = gain(task, work.order[i], cell == UP_TO, lane, version, swept, ranges, work)
                    tally[task, cell] += result
            if cell == BELOW:
                for i in range(start, end):
                    item = work.order[i]
                    if item >= pairs:
                        add_single(item - pairs, lane, swept, ranges, work)
                    else:
                        add_pair(item, version, matrix, swept, ranges, work.batch)
                        if lane >= 0:
                            put_pair(item, version, ranges, work)
        start = end


@sum_inlined
def copy_rows(rows: F64, result: F64) -> None:
    """Copy ``rows`` float64[n, LANES] to ``result`` float64[n, LANES]."""
    for row in range(rows.shape[0]):
        store(result, row, load(rows, row))


@sum_inlined
def copy_swept(swept: Swept, result: Swept) -> None:
    """Copy everything that has been swept except ``among``."""
    copy_rows(swept.all, result.all)
    copy_rows(swept.rest, result.rest)
    for x in range(swept.card.shape[0]):
        copy_rows(swept.card[x], result.card[x])
    for task in range(swept.reach.shape[0]):
        copy_rows(swept.reach[task], result.reach[task])


@sum_inlined
def start_sweep(swept: Swept, ranges: RangeTriple, batch: Batch) -> None:
    """Start with the live combos of the folded range as the only swept ones."""
    swept.all[:] = 0.0
    swept.card[:] = 0.0
    swept.reach[:] = 0.0
    swept.rest[:] = 0.0
    swept.among[:] = False
    if ranges.folded >= 0:
        store(swept.all, ranges.folded, load(batch.whole.all, ranges.folded))
        copy_rows(batch.whole.card[ranges.folded], swept.card[ranges.folded])
        for pair in range(ranges.has_combos.shape[0]):
            high, low, held = ranges.ranks[pair, 0], ranges.ranks[pair, 1], ranges.has_combos[pair, ranges.folded]
            swept.among[ranges.folded, high, low] = swept.among[ranges.folded, low, high] = held
