"""Questions about two hold'em seats: a sweep over the hands on a board instead of every pair of them.

The hands of both seats are sorted by their value on the street on which they are compared, and swept from the weakest
to the strongest. One seat is *inner*: its swept hands are added up by the atoms that hold for them, in total and by
card (see ``holdem.sweep``). A hand (a, b) of the *outer* seat then beats S - S[a] - S[b] of each class of atoms.
Numbers of hands are added up next to weights, so that impossible events have a weight of exactly 0.
"""

from typing import NamedTuple

import numpy as np

from engine.arrays import F64, I8, I64
from engine.kernels.holdem.high import HighTables
from engine.kernels.holdem.two_range_by_combo import DIGIT_BITS, DIGITS, sort_digit
from engine.kernels.jit import inlined, lean_kernel
from engine.kernels.questions.events import (
    BEATEN,
    BEST,
    BY_BOARD,
    BY_NOTHING,
    EVENT,
    GIVEN,
    SHARED,
    EventSums,
    EventTable,
)
from engine.kernels.questions.holdem import STREETS, QuestionWork, SeatHands, StreetChecks, evaluate_street, same_cards

MAX_CLASSES = 64
"""The largest number of different masks of atoms that hold for hands of the inner seat."""
ALL = 52
"""Index after the cards: the sum of all hands."""


class Sweep(NamedTuple):
    """Work space.

    ``order``, ``other`` int64[n]: hands; ``starts`` int64[257]; ``codes`` int64[n]: the atoms that hold for a hand.
    Classes of inner hands: ``ids`` int64[2**atoms], the class of a mask of atoms, -1 for none; ``classes``
    int64[MAX_CLASSES], their masks; ``class_of`` int64[n], by hand. ``twins`` int64[n]: the same cards at the other
    seat, -1 for none; ``standing`` int64[3, 3]: by street and result of the outer seat, the atoms that hold because of
    it. ``numbers`` int64[2, MAX_CLASSES, 53] and ``weights`` float64[2, MAX_CLASSES, 53]: of the inner hands by class
    and card, swept (0) and all (1). ``fewer`` int64[n, MAX_CLASSES] and ``less`` float64[n, MAX_CLASSES]: number and
    weight of the inner hands that an outer hand beats.
    """

    order: I64
    other: I64
    starts: I64
    codes: I64
    ids: I64
    classes: I64
    class_of: I64
    twins: I64
    standing: I64
    numbers: I64
    weights: F64
    fewer: I64
    less: F64


def new_sweep(question: EventTable, outer: int, twins: I64) -> Sweep:
    """Return work space for a question; ``twins`` int64[n] as in :class:`Sweep`."""
    n, i = len(twins), np.int64
    standing = np.zeros((STREETS, 3), i)
    for kind, seat, street, bit in question.relations.tolist():
        standing[street, kind if seat == outer else 2 - kind] |= bit
    return Sweep(
        np.zeros(n, i), np.zeros(n, i), np.zeros(DIGITS + 1, i), np.zeros(n, i), np.full(len(question.table), -1, i),
        np.zeros(MAX_CLASSES, i), np.zeros(n, i), twins, standing, np.zeros((2, MAX_CLASSES, ALL + 1), i),
        np.zeros((2, MAX_CLASSES, ALL + 1)), np.zeros((n, MAX_CLASSES), i), np.zeros((n, MAX_CLASSES)),
    )  # fmt: skip


@inlined
def _add(which: int, hand: int, hands: SeatHands, sweep: Sweep) -> None:
    """Add an inner hand to the sums: of the swept hands (0) or of all (1)."""
    row, weight = sweep.class_of[hand], hands.weights[hand]
    for card in (hands.cards[hand, 0], hands.cards[hand, 1], ALL):
        sweep.numbers[which, row, card] += 1
        sweep.weights[which, row, card] += weight


@inlined
def _met(which: int, row: int, hand: int, hands: SeatHands, sweep: Sweep) -> tuple[int, float]:
    """Return number and weight of a class's inner hands in the sums that share no card with an outer ``hand``."""
    a, b = hands.cards[hand, 0], hands.cards[hand, 1]
    numbers, weights = sweep.numbers[which, row], sweep.weights[which, row]
    return numbers[ALL] - numbers[a] - numbers[b], weights[ALL] - weights[a] - weights[b]


@inlined
def _count(
    question: EventTable, outer: int, outcome: int, code: int, number: int, weight: float, case: int, sums: EventSums
) -> None:
    """Add ``number`` deals with the same ``code`` of all atoms; ``outcome``: the outer seat's result on the river."""
    if number == 0:
        return
    bits = question.table[code]
    sums.deals[0] += number
    sums.everything[0] += weight
    if not bits & GIVEN:
        return
    sums.given[0] += weight
    happens = bits & EVENT != 0
    if happens:
        sums.event[case] += weight
    if not question.equities:
        return
    for seat in range(2):
        result = outcome if seat == outer else 2 - outcome
        share = 1.0 if result == BEST else 0.5 if result == SHARED else 0.0
        sums.condition_shares[0, seat] += weight * share
        sums.condition_shares[1, seat] += weight * share * share
        if happens:
            sums.shares[case, seat] += weight * share
            sums.squares[case, seat] += weight * share * share


@inlined
def _case_of(question: EventTable, hand: int, board_case: int, work: QuestionWork) -> int:
    """Return the case of the event for the deals of an outer hand and a board."""
    if question.by == BY_NOTHING:
        return 0
    return board_case if question.by == BY_BOARD else work.by[hand]


@inlined
def _classify(live: int, outer: int, hands: SeatHands, sweep: Sweep) -> int:
    """Group the inner ones of the ``live`` hands into classes, add them up, and return the number of classes."""
    classes = 0
    sweep.numbers[:] = 0
    sweep.weights[:] = 0.0
    for index in range(live):
        hand = sweep.other[index]
        if hands.first[outer] <= hand < hands.first[outer + 1]:
            continue
        code = sweep.codes[hand]
        if sweep.ids[code] < 0:
            sweep.ids[code] = classes
            sweep.classes[classes] = code
            classes += 1
        sweep.class_of[hand] = sweep.ids[code]
        _add(1, hand, hands, sweep)
    for i in range(classes):
        sweep.ids[sweep.classes[i]] = -1
    return classes


@inlined
def _sweep(
    live: int, board_bits: int, board_case: int, size: int, outer: int, street: int, hands: SeatHands,
    question: EventTable, work: QuestionWork, sweep: Sweep, sums: EventSums,
) -> None:  # fmt: skip
    """Add the deals of ``size`` equivalent boards by a sweep over the ``live`` hands on one of them.

    The seats are compared on ``street``; if they are not compared at all, all values are 0 and all hands tie.
    """
    classes = _classify(live, outer, hands, sweep)
    values, stands = work.values[street], sweep.standing[street]
    sort_digit(live, 0, values, sweep.other, sweep.order, sweep.starts)
    sort_digit(live, DIGIT_BITS, values, sweep.order, sweep.other, sweep.starts)
    first, last = hands.first[outer], hands.first[outer + 1]
    start = 0
    while start < live:
        end = start
        while end < live and values[sweep.other[end]] == values[sweep.other[start]]:
            hand = sweep.other[end]
            if first <= hand < last:
                for i in range(classes):
                    sweep.fewer[hand, i], sweep.less[hand, i] = _met(0, i, hand, hands, sweep)
            end += 1
        # Now sweep the inner hands of this value; then wins, ties and losses of the outer ones are differences.
        for index in range(start, end):
            hand = sweep.other[index]
            if not first <= hand < last:
                _add(0, hand, hands, sweep)
        for index in range(start, end):
            hand = sweep.other[index]
            if not first <= hand < last:
                continue
            twin, weight = sweep.twins[hand], size * hands.weights[hand]
            case = _case_of(question, hand, board_case, work)
            for i in range(classes):
                code = board_bits | sweep.codes[hand] | sweep.classes[i]
                number_below, weight_below = sweep.fewer[hand, i], sweep.less[hand, i]
                number_up_to, weight_up_to = _met(0, i, hand, hands, sweep)
                number_all, weight_all = _met(1, i, hand, hands, sweep)
                # The outer hand's own cards as an inner hand have been subtracted twice.
                if twin >= 0 and sweep.class_of[twin] == i:
                    number_up_to, weight_up_to = number_up_to + 1, weight_up_to + hands.weights[twin]
                    number_all, weight_all = number_all + 1, weight_all + hands.weights[twin]
                won, tied, lost = weight_below, weight_up_to - weight_below, weight_all - weight_up_to
                ties, losses = number_up_to - number_below, number_all - number_up_to
                _count(question, outer, BEST, code | stands[BEST], size * number_below, weight * won, case, sums)
                _count(question, outer, SHARED, code | stands[SHARED], size * ties, weight * tied, case, sums)
                _count(question, outer, BEATEN, code | stands[BEATEN], size * losses, weight * lost, case, sums)
        start = end


@inlined
def _pair(
    live: int, board_bits: int, board_case: int, size: int, outer: int, hands: SeatHands, checks: StreetChecks,
    question: EventTable, work: QuestionWork, sweep: Sweep, sums: EventSums,
) -> None:  # fmt: skip
    """Add the deals of ``size`` equivalent boards, pair by pair of the ``live`` hands on one of them."""
    middle = 0
    while middle < live and sweep.other[middle] < hands.first[1]:
        middle += 1
    first, last = (0, middle) if outer == 0 else (middle, live)
    start, end = (middle, live) if outer == 0 else (0, middle)
    for i in range(first, last):
        hand = sweep.other[i]
        case = _case_of(question, hand, board_case, work)
        for j in range(start, end):
            other = sweep.other[j]
            if hands.masks[hand] & hands.masks[other]:
                continue
            code, outcome = board_bits | sweep.codes[hand] | sweep.codes[other], 0
            for street in range(STREETS):
                if checks.values[street]:
                    own_value, other_value = work.values[street, hand], work.values[street, other]
                    outcome = BEST if own_value > other_value else SHARED if own_value == other_value else BEATEN
                    code |= sweep.standing[street, outcome]
            weight = size * hands.weights[hand] * hands.weights[other]
            _count(question, outer, outcome, code, size, weight, case, sums)


@lean_kernel
def sum_two(
    boards: I64, sizes: I64, board_bits: I64, board_by: I64, dead: np.uint64, outer: int, street: int, hands: SeatHands,
    checks: StreetChecks, question: EventTable, straight_height: I8, tables: HighTables, work: QuestionWork,
    sweep: Sweep, sums: EventSums,
) -> None:  # fmt: skip
    """Add every deal of ``boards`` to two seats to ``sums``, as ``holdem.sum_boards`` does.

    ``boards`` int64[n, 0 to 5 cards]; ``sizes`` int64[n]: how many boards each represents; ``board_bits``, ``board_by``
    int64[n]: atoms and case of each; ``dead``: mask of the dead cards; ``straight_height`` int8[8192]: see
    ``made.board_facts``. ``outer``: the seat whose hand splits the event, if one does. ``street``: the only street on
    which the seats are compared (any street if they are not); -1 if there are several, so that all pairs are visited.
    """
    streets = max(boards.shape[1] - 2, 0)
    for row in range(len(boards)):
        board = boards[row]
        used = dead
        for i in range(len(board)):
            used |= np.uint64(1) << np.uint64(board[i])
        for street_index in range(streets):
            if not same_cards(boards, row, street_index):
                evaluate_street(
                    board[: 3 + street_index], street_index, hands, checks, question.by, straight_height, tables, work
                )
        live = 0
        for hand in range(hands.first[2]):
            if hands.masks[hand] & used:
                continue
            code = hands.bits[hand]
            for street_index in range(streets):
                code |= work.bits[street_index, hand]
            sweep.codes[hand] = code
            sweep.other[live] = hand
            live += 1
        bits, case, size = board_bits[row], board_by[row], sizes[row]
        if street < 0:
            _pair(live, bits, case, size, outer, hands, checks, question, work, sweep, sums)
        else:
            _sweep(live, bits, case, size, outer, street, hands, question, work, sweep, sums)
