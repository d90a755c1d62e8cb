"""Two weighted ranges on one board: a sweep over the combos from the weakest to the strongest.

While sweeping, the total weight S and the weight of each card, S[c], of all weaker combos of the second
seat (B) are kept; a combo h = (a, b) of the first seat (A) beats S - S[a] - S[b] of them. Including ties it
is the same with the combos of equal value added, and h's own weight at B put back, which was taken out
twice.

Combos with the same value and structure are swept as one *item*. An item is a list of cards with the weight
of its combos at each seat by card, and its sum over combos of S - S[a] - S[b] is then one short scalar
product. Where no flush is possible the sixteen (or six) combos of two ranks are one item, so that 91 items
stand for 1,081 combos; combos that make a flush are taken out of them and are items of their own.

Categories are runs of items, since values are ordered by them. What the combos of one weigh with all combos of
the other seat follows from the sums per card before and after the run.
"""

from typing import NamedTuple

import numpy as np

from engine.arrays import F64, I64, U64, Bools
from engine.kernels.holdem.high import CATEGORIES, CATEGORY_SHIFT
from engine.kernels.jit import inlined, sum_inlined, sum_part

MAX_PAIRS = 91
MAX_ITEMS = MAX_PAIRS + 64
MAX_ENTRIES = 1024


class Ranges(NamedTuple):
    """The two ranges by rank pair; only pairs with any weight are listed (at most 91).

    ``ranks`` int64[pairs, 2], the higher first; ``keys`` uint64[pairs]; ``weights`` float64[pairs, 3, 4,
    4]: weight at seat A, at seat B and the product of both of each combo by the suits of its cards (above
    the diagonal only for equal ranks); ``sides`` float64[pairs, 2, 8]: weight at A and at B of each card of
    the higher and of the lower rank; ``totals`` float64[pairs, 3]; ``matrix`` float64[2, 52, 52]: the
    weights at A and at B by card, symmetric; ``cards`` float64[2, 52].
    """

    ranks: I64
    keys: U64
    weights: F64
    sides: F64
    totals: F64
    matrix: F64
    cards: F64


class Work(NamedTuple):
    """Work space of one call, contents of no interest.

    ``ranked`` int64: the value of each rank pair without flushes; ``stale`` bool: its item must be made
    anew; ``visited`` uint64[1]: the board before. Items (pairs first, then flushes): ``value`` int64;
    ``totals`` float64[items, 3] at A, at B and of the products. ``sides`` float64[pairs, 2, 8]: entries of a
    pair's item. Entries of flush item i are ``first[i]:first[i + 1]`` of ``entry_card`` int64 and ``entry``
    float64[entries, 2]. ``pairs``, ``flushes``, ``order`` int64: items by ascending value. ``alive``
    bool[52]; ``sums`` float64[2, 52]: of A and of B so far. Of each category that is met, in their order:
    ``met`` int64, which it is; ``of_cards`` float64[9, 2, 52] and ``of_totals`` float64[9, 3], the sums behind
    its last item. ``choices`` int64[5, 16] and ``drawn`` int64[5, 4] (rank, how many, choices, chosen): the
    suits of the cards to come.
    """

    ranked: I64
    stale: Bools
    visited: U64
    value: I64
    totals: F64
    sides: F64
    first: I64
    entry_card: I64
    entry: F64
    pairs: I64
    flushes: I64
    order: I64
    alive: Bools
    sums: F64
    met: I64
    of_cards: F64
    of_totals: F64
    choices: I64
    drawn: I64


def new_work() -> Work:
    """Return work space for one call of :func:`sweep_multisets`."""
    i, pairs, items = np.int64, MAX_PAIRS, MAX_ITEMS
    return Work(
        np.zeros(pairs, i), np.zeros(pairs, bool), np.zeros(1, np.uint64), np.zeros(items, i), np.zeros((items, 3)),
        np.zeros((pairs, 2, 8)), np.zeros(items + 1, i), np.zeros(MAX_ENTRIES, i), np.zeros((MAX_ENTRIES, 2)),
        np.zeros(pairs, i), np.zeros(items, i), np.zeros(items, i), np.zeros(52, bool), np.zeros((2, 52)),
        np.zeros(CATEGORIES, i), np.zeros((CATEGORIES, 2, 52)), np.zeros((CATEGORIES, 3)), np.zeros((5, 16), i),
        np.zeros((5, 4), i),
    )  # fmt: skip


@sum_inlined
def beaten(item: int, pair_count: int, ranges: Ranges, work: Work) -> float:
    """Return the sum of ``sums[1, a] + sums[1, b]`` over an item's combos (a, b), by their weights at A."""
    sums, result = work.sums[1], 0.0
    if item < pair_count:
        high, low = 4 * ranges.ranks[item, 0], 4 * ranges.ranks[item, 1]
        for i in range(4):
            result += work.sides[item, 0, i] * sums[high + i]
        for i in range(4):
            result += work.sides[item, 0, 4 + i] * sums[low + i]
    else:
        for at in range(work.first[item], work.first[item + 1]):
            result += work.entry[at, 0] * sums[work.entry_card[at]]
    return result


@inlined
def add_sums(item: int, pair_count: int, ranges: Ranges, work: Work) -> None:
    """Add an item's weights to the running sums."""
    if item < pair_count:
        high, low = 4 * ranges.ranks[item, 0], 4 * ranges.ranks[item, 1]
        for which in range(2):
            for i in range(4):
                work.sums[which, high + i] += work.sides[item, which, i]
            for i in range(4):
                work.sums[which, low + i] += work.sides[item, which, 4 + i]
    else:
        for at in range(work.first[item], work.first[item + 1]):
            work.sums[0, work.entry_card[at]] += work.entry[at, 0]
            work.sums[1, work.entry_card[at]] += work.entry[at, 1]


@inlined
def merge(pair_count: int, flush_count: int, work: Work) -> int:
    """Merge pairs and flushes into ``work.order``, by ascending value, leaving out what has no weight."""
    i, j, result = 0, 0, 0
    while i < pair_count or j < flush_count:
        from_pairs = j == flush_count or (i < pair_count and work.value[work.pairs[i]] <= work.value[work.flushes[j]])
        if from_pairs:
            item = work.pairs[i]
            i += 1
        else:
            item = work.flushes[j]
            j += 1
        if work.totals[item, 0] > 0.0 or work.totals[item, 1] > 0.0:
            work.order[result] = item
            result += 1
    return result


@sum_part
def sweep_items(count: int, ranges: Ranges, work: Work, multiplicity: float, tally: F64) -> int:
    """Sweep the items ``work.order[:count]`` of one board; add what A wins and what ties to ``tally``.

    Return how many categories the items have, to be counted by :func:`add_categories`.

    ``tally`` float64[20]: weight of the deals that A wins, of ties, then nine categories of A and nine of B.
    """
    pair_count = ranges.ranks.shape[0]
    order, value, totals = work.order, work.value, work.totals
    work.sums[:] = 0.0
    total_a, total_b, products, below, up_to = 0.0, 0.0, 0.0, 0.0, 0.0
    start, met = 0, 0
    while start < count:
        end, here = start, value[order[start]]
        while end < count and value[order[end]] == here:
            item = order[end]
            if totals[item, 0] > 0.0:
                below += totals[item, 0] * total_b - beaten(item, pair_count, ranges, work)
            end += 1
        for i in range(start, end):
            item = order[i]
            add_sums(item, pair_count, ranges, work)
            total_a += totals[item, 0]
            total_b += totals[item, 1]
            products += totals[item, 2]
        for i in range(start, end):
            item = order[i]
            if totals[item, 0] > 0.0:
                up_to += totals[item, 2] + totals[item, 0] * total_b - beaten(item, pair_count, ranges, work)
        if end == count or value[order[end]] >> CATEGORY_SHIFT != here >> CATEGORY_SHIFT:
            work.met[met] = here >> CATEGORY_SHIFT
            for which in range(2):
                for card in range(52):
                    work.of_cards[met, which, card] = work.sums[which, card]
            work.of_totals[met, 0], work.of_totals[met, 1], work.of_totals[met, 2] = total_a, total_b, products
            met += 1
        start = end
    tally[0] += multiplicity * below
    tally[1] += multiplicity * (up_to - below)
    return met


@sum_part
def add_categories(met: int, work: Work, multiplicity: float, tally: F64) -> None:
    """Add the categories of both seats on the board just swept to ``tally[2:20]``.

    A combo counts by its weight and by the other seat's combos that share no card with it: all of them less those
    with one of its cards, and itself, which was taken out twice. By category the cards' sums yield that for all
    combos at once.

    ``tally`` float64[20] as for :func:`sweep_items`.
    """
    for which in range(2):
        cards, total = work.sums[1 - which], work.of_totals[met - 1, 1 - which]
        before = 0.0
        for k in range(met):
            result = work.of_totals[k, which] * total + work.of_totals[k, 2]
            for card in range(52):
                result -= work.of_cards[k, which, card] * cards[card]
            tally[2 + 9 * which + work.met[k]] += multiplicity * (result - before)
            before = result
