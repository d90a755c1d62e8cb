"""Equity of two weighted ranges on given boards, separately for each combo.

On each board the combos of both ranges are sorted by value and swept from the weakest to the strongest, with the total
weight S and the weight by card S[c] of all weaker combos (see ``sweep``): the combo (a, b) beats S - S[a] - S[b] of the
other seat's combos.
"""

from typing import NamedTuple

import numpy as np

from engine.arrays import F64, I64, U64
from engine.kernels.holdem.high import KEY_START, HighTables, hand_value
from engine.kernels.jit import inlined, lean_kernel

DIGIT_BITS = 8
DIGITS = 1 << DIGIT_BITS


class RangeCombos(NamedTuple):
    """The combos of both seats: ``cards`` int64[n, 2], their words ``keys`` and ``suits`` uint64[n], and ``weights``
    float64[2, n]."""

    cards: I64
    keys: U64
    suits: U64
    weights: F64


class HandWork(NamedTuple):
    """Work space: ``values`` int64[n]; ``order``, ``other`` int64[n]: combos, unsorted and sorted; ``starts``
    int64[257]; ``below`` float64[2, n]: the weight that each combo beats; ``sums`` float64[2, 52], ``total``
    float64[2]: of the combos swept so far."""

    values: I64
    order: I64
    other: I64
    starts: I64
    below: F64
    sums: F64
    total: F64


def new_hand_work(count: int) -> HandWork:
    """Return work space for ``count`` combos."""
    i = np.int64
    return HandWork(
        np.zeros(count, i), np.zeros(count, i), np.zeros(count, i), np.zeros(DIGITS + 1, i), np.zeros((2, count)),
        np.zeros((2, 52)), np.zeros(2),
    )  # fmt: skip


@inlined
def sort_digit(count: int, shift: int, values: I64, source: I64, target: I64, starts: I64) -> None:
    """Sort ``source[:count]`` by one digit of ``values`` into ``target``, stably: one pass of a radix sort.

    ``source``, ``target`` int64[n]: numbers of combos; ``values`` int64[combos]: by combo; ``starts`` int64[257]: work
    space.
    """
    starts[:] = 0
    for i in range(count):
        starts[((values[source[i]] >> shift) & (DIGITS - 1)) + 1] += 1
    for digit in range(DIGITS):
        starts[digit + 1] += starts[digit]
    for i in range(count):
        digit = (values[source[i]] >> shift) & (DIGITS - 1)
        target[starts[digit]] = source[i]
        starts[digit] += 1


@inlined
def beaten_by_hand(which: int, hand: int, hands: RangeCombos, work: HandWork) -> float:
    """Return the weight of the other seat's swept combos that share no card with ``hand``, less the hand's own weight
    there, which is subtracted twice if it has been swept."""
    other = 1 - which
    lost: float = work.total[other] - work.sums[other, hands.cards[hand, 0]] - work.sums[other, hands.cards[hand, 1]]
    return lost


@inlined
def add_swept_hand(hand: int, hands: RangeCombos, work: HandWork) -> None:
    """Add a combo to the sums of both seats."""
    for which in range(2):
        weight = hands.weights[which, hand]
        work.total[which] += weight
        work.sums[which, hands.cards[hand, 0]] += weight
        work.sums[which, hands.cards[hand, 1]] += weight


@lean_kernel
def sweep_hands(words: U64, sizes: F64, hands: RangeCombos, tables: HighTables, work: HandWork, results: F64) -> None:
    """Add the boards ``words`` uint64[n], each counted ``sizes`` float64[n] times, to ``results``.

    ``results`` float64[3, 2, combos]: for each seat and combo, the weight of the other seat's combos that it beats,
    that it ties, and of all that it can meet.
    """
    count = hands.keys.shape[0]
    for board in range(words.shape[0]):
        word, size = words[board], sizes[board]
        key = KEY_START
        for card in range(52):
            if word & tables.bits[card]:
                key += tables.keys[card]
        live = 0
        for i in range(count):
            work.values[i] = hand_value(key + hands.keys[i], word | hands.suits[i], tables)
            work.other[live] = i
            live += (word & hands.suits[i]) == 0
        # Values have 16 bits: two passes of the radix sort order the hands.
        sort_digit(live, 0, work.values, work.other, work.order, work.starts)
        sort_digit(live, DIGIT_BITS, work.values, work.order, work.other, work.starts)
        work.sums[:] = 0.0
        work.total[:] = 0.0
        start = 0
        while start < live:
            end = start
            while end < live and work.values[work.other[end]] == work.values[work.other[start]]:
                hand = work.other[end]
                for which in range(2):
                    work.below[which, hand] = beaten_by_hand(which, hand, hands, work)
                end += 1
            for i in range(start, end):
                add_swept_hand(work.other[i], hands, work)
            for i in range(start, end):
                hand = work.other[i]
                for which in range(2):
                    below = work.below[which, hand]
                    up_to = beaten_by_hand(which, hand, hands, work) + hands.weights[1 - which, hand]
                    results[0, which, hand] += size * below
                    results[1, which, hand] += size * (up_to - below)
            start = end
        # All hands are swept now, so the same formula gives the weight of all hands that can be met.
        for i in range(live):
            hand = work.other[i]
            for which in range(2):
                met = beaten_by_hand(which, hand, hands, work) + hands.weights[1 - which, hand]
                results[2, which, hand] += size * met
