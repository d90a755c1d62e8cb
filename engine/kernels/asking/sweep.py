"""Questions about two hold'em seats: a sweep over the hands of a board in place of every pair of them.

The hands of both seats are sorted by their value on the street on which they are compared. While they are swept from
the weakest to the strongest, the weight of the hands of the *inner* seat so far is kept by the atoms that hold for
them, in all and by card (see ``holdem.sweep``): what of it an outer hand (a, b) beats is S - S[a] - S[b]. Numbers of
hands are kept beside weights, so that what cannot happen weighs exactly nothing.
"""

from typing import NamedTuple

import numpy as np

from engine.arrays import F64, I8, I64
from engine.kernels.asking.events import BEATEN, BEST, BY_BOARD, BY_NOTHING, EVENT, GIVEN, SHARED, Question, Sums
from engine.kernels.asking.holdem import STREETS, Hands, Looks, Work, look, same_cards
from engine.kernels.holdem.high import HighTables
from engine.kernels.holdem.two_range_by_combo import DIGIT_BITS, DIGITS, sort_digit
from engine.kernels.jit import inlined, lean_kernel

MOST_CLASSES = 64
"""Different masks of atoms that hold for hands of the inner seat."""
ALL = 52
"""Behind the cards: the sum of all hands."""


class Sweep(NamedTuple):
    """Work space: ``order``, ``other`` int64[n] of hands; ``starts`` int64[257]; ``codes`` int64[n]: the atoms that
    hold for a hand; ``ids`` int64[2**atoms]: the class of a mask of atoms, -1 for none; ``classes``
    int64[MOST_CLASSES]: their masks; ``class_of`` int64[n]; ``twins`` int64[n]: the same cards at the other seat, -1
    for none; ``standing`` int64[3, 3]: by street and how the outer seat stands, the atoms that hold by it.
    ``numbers`` int64[2, MOST_CLASSES, 53] and ``weights`` float64[2, MOST_CLASSES, 53]: of the inner hands by class and
    card, so far and in all. ``fewer`` int64[n, MOST_CLASSES] and ``less`` float64[n, MOST_CLASSES]: what an outer hand
    beats.
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


def new_sweep(question: Question, outer: int, twins: I64) -> Sweep:
    """Return work space for a question and the hands with these ``twins`` int64[n]."""
    n, i = len(twins), np.int64
    standing = np.zeros((STREETS, 3), i)
    for kind, seat, street, bit in question.relations.tolist():
        standing[street, kind if seat == outer else 2 - kind] |= bit
    return Sweep(
        np.zeros(n, i), np.zeros(n, i), np.zeros(DIGITS + 1, i), np.zeros(n, i), np.full(len(question.table), -1, i),
        np.zeros(MOST_CLASSES, i), np.zeros(n, i), twins, standing, np.zeros((2, MOST_CLASSES, ALL + 1), i),
        np.zeros((2, MOST_CLASSES, ALL + 1)), np.zeros((n, MOST_CLASSES), i), np.zeros((n, MOST_CLASSES)),
    )  # fmt: skip


@inlined
def _add(which: int, hand: int, hands: Hands, sweep: Sweep) -> None:
    """Add an inner hand to the sums so far (0) or in all (1)."""
    row, weight = sweep.class_of[hand], hands.weights[hand]
    for card in (hands.cards[hand, 0], hands.cards[hand, 1], ALL):
        sweep.numbers[which, row, card] += 1
        sweep.weights[which, row, card] += weight


@inlined
def _met(which: int, row: int, hand: int, hands: Hands, sweep: Sweep) -> tuple[int, float]:
    """Return number and weight of the inner hands of a class in the sums that share no card with an outer ``hand``."""
    a, b = hands.cards[hand, 0], hands.cards[hand, 1]
    numbers, weights = sweep.numbers[which, row], sweep.weights[which, row]
    return numbers[ALL] - numbers[a] - numbers[b], weights[ALL] - weights[a] - weights[b]


@inlined
def _count(
    question: Question, outer: int, outcome: int, code: int, number: int, weight: float, by: int, sums: Sums
) -> None:
    """Add ``number`` deals of one ``code``, all its atoms; ``outcome``: how the outer seat does on the river."""
    if number == 0:
        return
    truth = question.table[code]
    sums.deals[0] += number
    sums.everything[0] += weight
    if not truth & GIVEN:
        return
    sums.given[0] += weight
    happens = truth & EVENT != 0
    if happens:
        sums.event[by] += weight
    if not question.equities:
        return
    for seat in range(2):
        standing = outcome if seat == outer else 2 - outcome
        share = 1.0 if standing == BEST else 0.5 if standing == SHARED else 0.0
        sums.before[0, seat] += weight * share
        sums.before[1, seat] += weight * share * share
        if happens:
            sums.shares[by, seat] += weight * share
            sums.squares[by, seat] += weight * share * share


@inlined
def _by(question: Question, hand: int, of_board: int, work: Work) -> int:
    """Return the value that splits the deals of an outer hand and a board."""
    if question.by == BY_NOTHING:
        return 0
    return of_board if question.by == BY_BOARD else work.by[hand]


@inlined
def _classify(live: int, outer: int, hands: Hands, sweep: Sweep) -> int:
    """Put the inner ones of the ``live`` hands into classes, add them up, and return the number of classes."""
    classes = 0
    sweep.numbers[:] = 0
    sweep.weights[:] = 0.0
    for place in range(live):
        hand = sweep.other[place]
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
    live: int, board_bits: int, of_board: int, size: int, outer: int, street: int, hands: Hands, question: Question,
    work: Work, sweep: Sweep, sums: Sums,
) -> None:  # fmt: skip
    """Add the deals of ``size`` boards like one by a sweep over its ``live`` hands, compared on a ``street`` (if they
    are not, all values are 0 and all tie)."""
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
        for place in range(start, end):
            hand = sweep.other[place]
            if not first <= hand < last:
                _add(0, hand, hands, sweep)
        for place in range(start, end):
            hand = sweep.other[place]
            if not first <= hand < last:
                continue
            twin, weight, by = sweep.twins[hand], size * hands.weights[hand], _by(question, hand, of_board, work)
            for i in range(classes):
                code = board_bits | sweep.codes[hand] | sweep.classes[i]
                fewer, less = sweep.fewer[hand, i], sweep.less[hand, i]
                upto, up_to = _met(0, i, hand, hands, sweep)
                every, whole = _met(1, i, hand, hands, sweep)
                if twin >= 0 and sweep.class_of[twin] == i:
                    upto, up_to = upto + 1, up_to + hands.weights[twin]
                    every, whole = every + 1, whole + hands.weights[twin]
                _count(question, outer, BEST, code | stands[BEST], size * fewer, weight * less, by, sums)
                tied, lost = weight * (up_to - less), weight * (whole - up_to)
                _count(question, outer, SHARED, code | stands[SHARED], size * (upto - fewer), tied, by, sums)
                _count(question, outer, BEATEN, code | stands[BEATEN], size * (every - upto), lost, by, sums)
        start = end


@inlined
def _pair(
    live: int, board_bits: int, of_board: int, size: int, outer: int, hands: Hands, looks: Looks, question: Question,
    work: Work, sweep: Sweep, sums: Sums,
) -> None:  # fmt: skip
    """Add the deals of ``size`` boards like one, pair by pair of its ``live`` hands."""
    middle = 0
    while middle < live and sweep.other[middle] < hands.first[1]:
        middle += 1
    first, last = (0, middle) if outer == 0 else (middle, live)
    start, end = (middle, live) if outer == 0 else (0, middle)
    for i in range(first, last):
        hand = sweep.other[i]
        by = _by(question, hand, of_board, work)
        for j in range(start, end):
            other = sweep.other[j]
            if hands.masks[hand] & hands.masks[other]:
                continue
            code, outcome = board_bits | sweep.codes[hand] | sweep.codes[other], 0
            for street in range(STREETS):
                if looks.values[street]:
                    own, its = work.values[street, hand], work.values[street, other]
                    outcome = BEST if own > its else SHARED if own == its else BEATEN
                    code |= sweep.standing[street, outcome]
            weight = size * hands.weights[hand] * hands.weights[other]
            _count(question, outer, outcome, code, size, weight, by, sums)


@lean_kernel
def sum_two(
    boards: I64, sizes: I64, board_bits: I64, board_by: I64, dead: np.uint64, outer: int, street: int, hands: Hands,
    looks: Looks, question: Question, straights: I8, tables: HighTables, work: Work, sweep: Sweep, sums: Sums,
) -> None:  # fmt: skip
    """Add every deal of ``boards`` int64[n, 0 to 5 cards] to two seats to ``sums``, as ``holdem.sum_boards`` does.

    ``sizes`` int64[n]: how many boards each stands for; ``board_bits``, ``board_by`` int64[n]: atoms and value;
    ``dead``: mask of the dead cards; ``straights`` int8[8192] as in ``made.board_facts``.
    ``outer``: the seat whose hand splits the event, if that of one does. ``street``: the only one on which the seats
    are compared (any one if they are not); -1: several, so that all pairs of hands are visited.
    """
    streets = max(boards.shape[1] - 2, 0)
    for row in range(len(boards)):
        board = boards[row]
        used = dead
        for i in range(len(board)):
            used |= np.uint64(1) << np.uint64(board[i])
        for looked in range(streets):
            if not same_cards(boards, row, looked):
                look(board[: 3 + looked], looked, hands, looks, question.by, straights, tables, work)
        live = 0
        for hand in range(hands.first[2]):
            if hands.masks[hand] & used:
                continue
            code = hands.bits[hand]
            for looked in range(streets):
                code |= work.bits[looked, hand]
            sweep.codes[hand] = code
            sweep.other[live] = hand
            live += 1
        bits, by, size = board_bits[row], board_by[row], sizes[row]
        if street < 0:
            _pair(live, bits, by, size, outer, hands, looks, question, work, sweep, sums)
        else:
            _sweep(live, bits, by, size, outer, street, hands, question, work, sweep, sums)
