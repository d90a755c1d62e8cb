"""Questions about razz: every deal by ranks, or sampled deals one by one."""

from typing import NamedTuple

import numpy as np

from engine.arrays import F64, I64, U64
from engine.kernels.asking.events import BY_NOTHING, Question, Sums, add_deal
from engine.kernels.jit import inlined, lean_kernel

RANK = np.uint64(15)


class Holdings(NamedTuple):
    """What the seats may hold, one seat after the other.

    ``first`` int64[seats + 1]; ``taken`` uint64[n]: how many live cards of each rank, four bits each; ``weights``
    float64[n]: the orders of dealing them, weighted; ``bits`` int64[n]: the atoms that hold; ``by`` int64[n]: the value
    that splits; ``values`` int64[5, n]: of the cards up to each street, higher is better.
    """

    first: I64
    taken: U64
    weights: F64
    bits: I64
    by: I64
    values: I64


@inlined
def _ways(live: I64, used: np.uint64, taken: np.uint64) -> float:
    """Return the number of ways to take cards in order, ``used`` being gone already."""
    ways, shift, left = 1.0, 0, taken
    while left:
        count = np.int64(left & RANK)
        if count:
            cards = live[shift] - np.int64(used >> np.uint64(4 * shift) & RANK)
            if cards < count:
                return 0.0
            for i in range(count):
                ways *= cards - i
        left >>= np.uint64(4)
        shift += 1
    return ways


@lean_kernel
def sum_holdings(
    start: int, end: int, live: I64, holdings: Holdings, question: Question,
    places: I64, codes: I64, weights: F64, used: U64, sums: Sums,
) -> None:  # fmt: skip
    """Add the deals in which the first seat has one of the holdings from ``start`` to before ``end`` to ``sums``.

    ``live`` int64[13]; ``places``, ``codes`` int64, ``weights`` float64, ``used`` uint64 [seats] are work space.
    """
    seats = len(holdings.first) - 1
    depth = 0
    places[0], codes[0], weights[0], used[0] = start - 1, 0, 1.0, np.uint64(0)
    while depth >= 0:
        places[depth] += 1
        hand = places[depth]
        if hand == (end if depth == 0 else holdings.first[depth + 1]):
            depth -= 1
            continue
        weight = weights[depth] * holdings.weights[hand] * _ways(live, used[depth], holdings.taken[hand])
        if weight == 0.0:
            continue
        code = codes[depth] | holdings.bits[hand]
        if depth + 1 < seats:
            used[depth + 1] = used[depth] + holdings.taken[hand]
            codes[depth + 1], weights[depth + 1] = code, weight
            depth += 1
            places[depth] = holdings.first[depth] - 1
            continue
        by = 0 if question.by == BY_NOTHING else holdings.by[places[question.by]]
        add_deal(question, code, 1, weight, holdings.values, places, by, sums)


@lean_kernel
def count_holdings(codes: I64, by: I64, values: I64, question: Question, places: I64, sums: Sums) -> None:
    """Add sampled deals of weight 1 to ``sums``: ``codes`` int64[n] of their atoms but relations, ``by`` int64[n] the
    value that splits, ``values`` int64[n, 5, seats] of the cards up to each street; ``places`` int64[seats] counts from
    0.
    """
    for row in range(len(codes)):
        add_deal(question, codes[row], 1, 1.0, values[row], places, by[row], sums)


@lean_kernel
def deal_cards(random: F64, left: I64, ranks: I64, lengths: I64, common: bool) -> None:
    """Fill the slots of ``ranks`` int64[seats, n, 7] that are -1, of each seat up to its ``lengths`` int64[seats].

    ``random`` float64[n, 7 * seats]: numbers from 0 to 1; ``left`` int64[n, 13]: the cards of each rank that nobody has
    yet, which are used up; ``common``: the last slot of all seats of seven cards is one card.
    """
    last = ranks.shape[2] - 1
    for row in range(ranks.shape[1]):
        total = 0
        for rank in range(left.shape[1]):
            total += left[row, rank]
        shared = -1
        for seat in range(len(lengths)):
            for slot in range(lengths[seat]):
                if ranks[seat, row, slot] >= 0:
                    continue
                if common and slot == last and shared >= 0:
                    ranks[seat, row, slot] = shared
                    continue
                card = np.int64(random[row, seat * (last + 1) + slot] * total)
                rank = 0
                while card >= left[row, rank]:
                    card -= left[row, rank]
                    rank += 1
                left[row, rank] -= 1
                total -= 1
                ranks[seat, row, slot] = rank
                if common and slot == last:
                    shared = rank
