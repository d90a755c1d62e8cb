"""Equity of two weighted ranges on one board: a sweep over the combos from the weakest to the strongest.

While sweeping, keep the total weight S of all weaker combos of the second seat (B), and the weight S[c] of those with
card c. A combo h = (a, b) of the first seat (A) then beats S - S[a] - S[b] of them: those that share a card with it are
no possible deals. Ties are found in the same way, with the combos of equal value added to S; the weight of h itself at
B must then be added back, because it was subtracted twice.

Combos with the same value and structure are swept as one *item*. An item has a list of cards, and for each card the
weight of its combos at each seat, so its sum of S - S[a] - S[b] over all combos is a short scalar product. If no flush
is possible, the sixteen (or six) combos of two ranks are one item, and 91 items represent 1,081 combos. Combos that
make a flush are removed from these items and become items of their own.

Values are ordered by category, so a category is a run of items. The weight of its combos with all combos of the other
seat follows from the sums per card at the start and at the end of the run.
"""

from typing import NamedTuple

import numpy as np

from engine.arrays import F64, I64, U64, Bools
from engine.kernels.holdem.high import CATEGORIES, CATEGORY_SHIFT
from engine.kernels.jit import inlined, sum_inlined, sum_subkernel

MAX_PAIRS = 91
MAX_ITEMS = MAX_PAIRS + 64
MAX_ENTRIES = 1024


class RangePair(NamedTuple):
    """The two ranges by rank pair; only pairs with any weight are listed (at most 91).

    ``ranks`` int64[pairs, 2], the higher first; ``keys`` uint64[pairs]: their key sums. ``weights`` float64[pairs, 3,
    4, 4]: for seat A, seat B and the product of both, the weight of each combo by the suits of its cards (only above
    the diagonal for equal ranks). ``sides`` float64[pairs, 2, 8]: for A and B, the weight at each card of the higher
    rank, then of the lower; ``totals`` float64[pairs, 3]: sums for A, B and the product. ``matrix`` float64[2, 52, 52]:
    the weights of A and B by card, symmetric; ``cards`` float64[2, 52]: their sums by card.
    """

    ranks: I64
    keys: U64
    weights: F64
    sides: F64
    totals: F64
    matrix: F64
    cards: F64


class SweepWork(NamedTuple):
    """Work space of one call; its content is of no interest afterwards.

    Rank pairs: ``ranked`` int64[pairs]: the value without flushes; ``stale`` bool[pairs]: the item must be made again;
    ``visited`` uint64[1]: the previous board; ``sides`` float64[pairs, 2, 8]: the entries of their items.
    All items, rank pairs first, then flushes: ``value`` int64[items]; ``totals`` float64[items, 3] at A, at B and of
    the products. The entries of flush item i are ``first[i]:first[i + 1]`` of ``entry_card`` int64[n] and ``entry``
    float64[n, 2]. ``pairs``, ``flushes``, ``order`` int64[n]: items by ascending value.
    Sweep: ``alive`` bool[52]: live cards; ``sums`` float64[2, 52]: the sums of A and B by card so far. For each
    category that occurs, in their order: ``met`` int64[9], its number; ``of_cards`` float64[9, 2, 52] and ``of_totals``
    float64[9, 3], the sums after its last item. ``choices`` int64[5, 16] and ``drawn`` int64[5, 4] (rank, cards,
    number of choices, current choice): the suits of the cards to come.
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


def new_sweep_work() -> SweepWork:
    """Return work space for one call of :func:`sweep_multisets`."""
    i, pairs, items = np.int64, MAX_PAIRS, MAX_ITEMS
    return SweepWork(
        np.zeros(pairs, i), np.zeros(pairs, bool), np.zeros(1, np.uint64), np.zeros(items, i), np.zeros((items, 3)),
        np.zeros((pairs, 2, 8)), np.zeros(items + 1, i), np.zeros(MAX_ENTRIES, i), np.zeros((MAX_ENTRIES, 2)),
        np.zeros(pairs, i), np.zeros(items, i), np.zeros(items, i), np.zeros(52, bool), np.zeros((2, 52)),
        np.zeros(CATEGORIES, i), np.zeros((CATEGORIES, 2, 52)), np.zeros((CATEGORIES, 3)), np.zeros((5, 16), i),
        np.zeros((5, 4), i),
    )  # fmt: skip


@sum_inlined
def beaten_by_item(item: int, pair_count: int, ranges: RangePair, work: SweepWork) -> float:
    """Return the sum of ``sums[1, a] + sums[1, b]`` over an item's combos (a, b), weighted with their weights at A."""
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
def add_to_sums(item: int, pair_count: int, ranges: RangePair, work: SweepWork) -> None:
    """Add an item's weights to the running sums by card."""
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
def merge_items(pair_count: int, flush_count: int, work: SweepWork) -> int:
    """Merge pairs and flushes into ``work.order`` by ascending value, without those of no weight; return how many."""
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


@sum_subkernel
def sweep_items(count: int, ranges: RangePair, work: SweepWork, multiplicity: float, tally: F64) -> int:
    """Sweep the items ``work.order[:count]`` of one board; add A's wins and the ties to ``tally``.

    Returns how many categories occur, which :func:`add_swept_categories` needs.

    ``tally`` float64[20]: the weight of the deals that A wins, of ties, the nine categories of A, then those of B.
    """
    pair_count = ranges.ranks.shape[0]
    order, value, totals = work.order, work.value, work.totals
    work.sums[:] = 0.0
    total_a, total_b, products, below, up_to = 0.0, 0.0, 0.0, 0.0, 0.0
    start, met = 0, 0
    # Each step handles one run of items of equal value. ``below`` sums the pairs in which B is weaker, ``up_to`` those
    # in which B is weaker or equal, so that their difference is the ties.
    while start < count:
        end, current = start, value[order[start]]
        while end < count and value[order[end]] == current:
            item = order[end]
            if totals[item, 0] > 0.0:
                below += totals[item, 0] * total_b - beaten_by_item(item, pair_count, ranges, work)
            end += 1
        for i in range(start, end):
            item = order[i]
            add_to_sums(item, pair_count, ranges, work)
            total_a += totals[item, 0]
            total_b += totals[item, 1]
            products += totals[item, 2]
        for i in range(start, end):
            item = order[i]
            if totals[item, 0] > 0.0:
                up_to += totals[item, 2] + totals[item, 0] * total_b - beaten_by_item(item, pair_count, ranges, work)
        # The last item of a category: keep the sums so far for ``add_swept_categories``.
        if end == count or value[order[end]] >> CATEGORY_SHIFT != current >> CATEGORY_SHIFT:
            work.met[met] = current >> CATEGORY_SHIFT
            for which in range(2):
                for card in range(52):
                    work.of_cards[met, which, card] = work.sums[which, card]
            work.of_totals[met, 0], work.of_totals[met, 1], work.of_totals[met, 2] = total_a, total_b, products
            met += 1
        start = end
    tally[0] += multiplicity * below
    tally[1] += multiplicity * (up_to - below)
    return met


@sum_subkernel
def add_swept_categories(met: int, work: SweepWork, multiplicity: float, tally: F64) -> None:
    """Add the categories of both seats on the board just swept to ``tally[2:20]``.

    A combo counts with its weight times the weight of the other seat's combos that share no card with it. That is the
    total, less those with one of its cards, plus the combo itself, which was subtracted twice. Summed over a category,
    the sums by card yield this for all combos together.

    ``tally`` float64[20] as in :func:`sweep_items`.
    """
    for which in range(2):
        cards, total = work.sums[1 - which], work.of_totals[met - 1, 1 - which]
        previous = 0.0
        for k in range(met):
            result = work.of_totals[k, which] * total + work.of_totals[k, 2]
            for card in range(52):
                result -= work.of_cards[k, which, card] * cards[card]
            tally[2 + 9 * which + work.met[k]] += multiplicity * (result - previous)
            previous = result
