"""Questions about razz: add up every deal by ranks with a depth-first search, or sampled deals one by one."""

from typing import NamedTuple

import numpy as np

from engine.arrays import F64, I64, U64
from engine.kernels.jit import inlined, lean_kernel
from engine.kernels.questions.events import BY_NOTHING, EventSums, EventTable, add_deal

RANK = np.uint64(15)


class Holdings(NamedTuple):
    """The cards that the seats can have, one seat after the other.

    The holdings of seat s are ``first[s]:first[s + 1]`` (int64[seats + 1]). ``taken`` uint64[n]: live cards of each
    rank, four bits each; ``weights`` float64[n]: the weighted orders of dealing them; ``bits`` int64[n]: the atoms that
    hold; ``by`` int64[n]: the case of the event; ``values`` int64[5, n]: of the cards up to each street, higher is
    better.
    """

    first: I64
    taken: U64
    weights: F64
    bits: I64
    by: I64
    values: I64


@inlined
def _ways(live: I64, used: np.uint64, taken: np.uint64) -> float:
    """Return the number of ways to take the cards ``taken`` in order when ``used`` are gone: falling factorials."""
    ways, shift, remaining = 1.0, 0, taken
    while remaining:
        count = np.int64(remaining & RANK)
        if count:
            cards = live[shift] - np.int64(used >> np.uint64(4 * shift) & RANK)
            if cards < count:
                return 0.0
            for i in range(count):
                ways *= cards - i
        remaining >>= np.uint64(4)
        shift += 1
    return ways


@lean_kernel
def sum_holdings(
    start: int, end: int, live: I64, holdings: Holdings, question: EventTable,
    hand_of: I64, codes: I64, weights: F64, used: U64, sums: EventSums,
) -> None:  # fmt: skip
    """Add the deals in which the first seat has one of the holdings ``start`` to before ``end`` to ``sums``.

    ``live`` int64[13]: live cards of each rank. Work space, one entry for each seat: ``hand_of`` and ``codes``
    int64[seats], ``weights`` float64[seats], ``used`` uint64[seats].
    """
    seats = len(holdings.first) - 1
    depth = 0
    hand_of[0], codes[0], weights[0], used[0] = start - 1, 0, 1.0, np.uint64(0)
    while depth >= 0:
        hand_of[depth] += 1
        hand = hand_of[depth]
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
            hand_of[depth] = holdings.first[depth] - 1
            continue
        case = 0 if question.by == BY_NOTHING else holdings.by[hand_of[question.by]]
        add_deal(question, code, 1, weight, holdings.values, hand_of, case, sums)


@lean_kernel
def count_holdings(codes: I64, cases: I64, values: I64, question: EventTable, hand_of: I64, sums: EventSums) -> None:
    """Add sampled deals of weight 1 to ``sums``.

    ``codes`` int64[n]: the mask of their atoms except relations; ``cases`` int64[n]: the case of the event; ``values``
    int64[n, 5, seats]: of the cards up to each street; ``hand_of`` int64[seats]: 0, 1, 2, ...
    """
    for row in range(len(codes)):
        add_deal(question, codes[row], 1, 1.0, values[row], hand_of, cases[row], sums)


@lean_kernel
def deal_cards(random: F64, left: I64, ranks: I64, lengths: I64, common: bool) -> None:
    """Fill the slots of ``ranks`` int64[seats, n, 7] that are -1 with random cards, for each seat up to its length.

    ``lengths`` int64[seats]: the number of slots of each seat; ``random`` float64[n, 7 * seats]: uniform numbers below
    1; ``left`` int64[n, 13]: the cards of each rank that are not dealt yet, from which the cards are taken; ``common``:
    whether the last slot of all seats with seven cards is the same card.
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
