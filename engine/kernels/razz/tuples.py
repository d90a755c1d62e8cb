"""Exact razz deals of any number of seats, one tuple of rank multisets after the other; and the chart of down cards.

A tuple of multisets has the product of its weights and of falling factorials as its weight. The tuples are visited
depth first, list by list, and the outcomes of the last list are added up together. For the chart, random deals leave
two down cards of the first seat open, and each deal is evaluated with every pair of the cards left.
"""

from typing import NamedTuple

import numpy as np

from engine.arrays import F64, I64, U64
from engine.kernels.jit import inlined, lean_kernel
from engine.kernels.razz.circle import CircleWork, deal_next
from engine.kernels.razz.draws import RANKS, DealTable
from engine.kernels.razz.low import NO_LOW, LowTables, low_value

NOBODY = 1 << 17
"""A value worse than that of any hand, for lists that do not contest the pot."""

FACTORS = 66
"""Falling factorials by 5 * rank + count; the last one, for the padding of ``slots``, is 1."""


class Levels(NamedTuple):
    """Work space of one call: for each list, the state after the previous lists. It is not used after the call.

    ``at`` int64[lists]: the current entry. Of the previous lists: ``product`` float64[lists], their weight; ``best``,
    ``mask`` int64[lists], the best value and the bits of the seats that have it; ``left`` int64[lists, 13], the cards
    left of each rank; ``factors`` float64[lists, FACTORS]. ``totals`` float64[lists]: the weight of all deals so far
    with the current entries of the previous lists.
    """

    at: I64
    product: F64
    totals: F64
    best: I64
    mask: I64
    left: I64
    factors: F64


def new_levels(lists: int) -> Levels:
    """Return work space for one call of :func:`deal_tuples`."""
    i = np.int64
    return Levels(
        np.zeros(lists, i), np.zeros(lists), np.zeros(lists), np.zeros(lists, i), np.zeros(lists, i),
        np.zeros((lists, 13), i), np.zeros((lists, FACTORS)),
    )  # fmt: skip


@inlined
def _last_list(
    first: int,
    last: int,
    slots: I64,
    weights: F64,
    values: I64,
    low_classes: I64,
    product: float,
    factors: F64,
    best: int,
    mask: int,
    bit: int,
    winners: F64,
    classes: F64,
) -> float:
    """Add all entries of the last list, combined with the current entries of the others; return their total weight.

    ``slots`` int64[n, width], ``weights`` float64[n], ``values`` and ``low_classes`` int64[n] as in
    :func:`deal_tuples`, rows ``first`` to ``last``; ``product``, ``factors`` float64[66], ``best`` and ``mask``: of the
    others; ``bit``: of this list's seat. ``winners`` float64[2**k] and ``classes`` float64[10] are added to.
    """
    wins, ties, losses = 0.0, 0.0, 0.0
    for entry in range(first, last):
        weight = product * weights[entry]
        for i in range(slots.shape[1]):
            weight *= factors[slots[entry, i]]
        if values[entry] < best:
            wins += weight
        elif values[entry] == best:
            ties += weight
        else:
            losses += weight
        classes[low_classes[entry]] += weight
    winners[bit] += wins
    winners[mask | bit] += ties
    winners[mask] += losses
    return wins + ties + losses


@inlined
def _start(live: I64, falling: F64, levels: Levels) -> None:
    """Set the first level: no cards have been taken."""
    for rank in range(13):
        levels.left[0, rank] = live[rank]
        for count in range(5):
            levels.factors[0, 5 * rank + count] = falling[live[rank], count]
    for level in range(levels.at.shape[0]):
        levels.factors[level, FACTORS - 1] = 1.0
    levels.product[0], levels.totals[0] = 1.0, 0.0
    levels.best[0], levels.mask[0] = NOBODY - 1, 0


@inlined
def _take(level: int, entry: int, slots: I64, falling: F64, levels: Levels) -> None:
    """Set the cards left and the factors of the next level: those of this level without the cards of ``entry``."""
    for rank in range(13):
        levels.left[level + 1, rank] = levels.left[level, rank]
    for i in range(FACTORS):
        levels.factors[level + 1, i] = levels.factors[level, i]
    for i in range(slots.shape[1]):
        rank, count = slots[entry, i] // 5, slots[entry, i] % 5
        if count > 0:
            levels.left[level + 1, rank] -= count
            for more in range(5):
                levels.factors[level + 1, 5 * rank + more] = falling[levels.left[level + 1, rank], more]


@lean_kernel
def deal_tuples(
    firsts: I64,
    lasts: I64,
    slots: I64,
    weights: F64,
    values: I64,
    low_classes: I64,
    bits: I64,
    live: I64,
    falling: F64,
    levels: Levels,
    winners: F64,
    classes: F64,
) -> None:
    """Add up all deals in which list k takes one of its entries ``firsts[k]`` to ``lasts[k] - 1`` (int64[lists] both).

    All entries of all lists are rows of ``slots`` int64[n, width]: the cards of an entry, 5 * rank + count for each
    rank, padded with 65. They have ``weights`` float64[n], the ``values`` int64[n] of the final hands (lower is better;
    ``NOBODY`` if the list does not contest) and their ``low_classes`` int64[n]. A tuple of entries has the product of
    its weights and of the falling factorials (``falling`` float64[5, 5]) of ``live`` int64[13]. Added to: ``winners``
    float64[2**k], by the sum of the winners' ``bits`` int64[lists], and ``classes`` float64[lists, 10].
    """
    last = firsts.shape[0] - 1
    at, product, totals, best, mask = levels.at, levels.product, levels.totals, levels.best, levels.mask
    _start(live, falling, levels)
    at[0] = firsts[0]
    level = 0
    while True:
        if level == last:
            totals[level] = _last_list(
                firsts[level], lasts[level], slots, weights, values, low_classes, product[level],
                levels.factors[level], best[level], mask[level], bits[level], winners, classes[level],
            )  # fmt: skip
        elif at[level] < lasts[level]:
            entry = at[level]
            weight = product[level] * weights[entry]
            for i in range(slots.shape[1]):
                weight *= levels.factors[level, slots[entry, i]]
            if weight <= 0.0:
                at[level] += 1
                continue
            product[level + 1] = weight
            best[level + 1], mask[level + 1] = best[level], mask[level]
            if values[entry] < best[level]:
                best[level + 1], mask[level + 1] = values[entry], bits[level]
            elif values[entry] == best[level]:
                mask[level + 1] |= bits[level]
            _take(level, entry, slots, falling, levels)
            level += 1
            at[level] = firsts[level]
            totals[level] = 0.0
            continue
        # This list is done: add its total to the current entry of the previous list, and advance that list.
        if level == 0:
            return
        level -= 1
        classes[level, low_classes[at[level]]] += totals[level + 1]
        totals[level] += totals[level + 1]
        at[level] += 1


@lean_kernel
def chart_trials(
    trials: int, table: DealTable, work: CircleWork, state: U64, tables: LowTables, in_deck: I64, sums: F64
) -> None:
    """Deal ``trials`` times a table whose first seat lacks two cards, and evaluate each deal with every pair of cards.

    The cards that a deal leaves in the deck give the number of suited ways of each pair. ``sums`` float64[13, 13, 2],
    the lower rank first, is added to: those ways, and those ways times the share of the first seat. ``state``
    uint64[4]: the generator; ``in_deck`` int64[13] is work space.
    """
    seats, cards, values, line = len(table.free), len(table.marks), work.values, work.line
    dealt = int(table.shared)
    for seat in range(seats):
        dealt += table.free[seat]
    for _ in range(trials):
        weight, first = deal_next(table, work, state, tables)
        if weight == 0.0:
            continue
        best, winners = NO_LOW, 1
        for seat in range(1, seats):
            if values[seat] < best:
                best, winners = values[seat], 2
            elif values[seat] == best:
                winners += 1
        in_deck[:] = 0
        for i in range(dealt, cards):
            in_deck[line[first + table.marks[i]]] += 1
        twice, seen = work.twice[0], work.seen[0]
        for i in range(int(table.shared) + table.free[0]):
            card = 1 << int(line[first + table.marks[i]])
            twice |= seen & card
            seen |= card
        for low in range(RANKS):
            if in_deck[low] == 0:
                continue
            one = 1 << low
            twice_with_one, seen_with_one = twice | (seen & one), seen | one
            for high in range(low, RANKS):
                ways = in_deck[low] * in_deck[high] if low != high else in_deck[low] * (in_deck[low] - 1) // 2
                if ways == 0:
                    continue
                other = 1 << high
                twice_with_both = twice_with_one | (seen_with_one & other)
                value = low_value(seen_with_one | other, twice_with_both, tables.unpaired, tables.paired)
                sums[low, high, 0] += weight * ways
                if value < best:
                    sums[low, high, 1] += weight * ways
                elif value == best:
                    sums[low, high, 1] += weight * ways / winners
