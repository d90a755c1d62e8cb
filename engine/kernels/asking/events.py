"""What both games share: how hands stand against one another, and the sums of a question."""

from typing import NamedTuple

import numpy as np

from engine.arrays import F64, I64, U8
from engine.kernels.jit import inlined

BEST, SHARED, BEATEN = range(3)
BY_NOTHING, BY_BOARD = -1, -2
GIVEN, EVENT = 1, 2


class Question(NamedTuple):
    """An event as a table of its atoms.

    ``table`` uint8[2**atoms]: by the mask of the atoms that hold, :data:`GIVEN` and :data:`EVENT` or'ed. ``relations``
    int64[n, 4]: kind, seat, street and bit of each atom that compares seats (``kind`` with all others, or with one as
    :func:`against` returns it); ``active`` int64[m] seats; ``by``: the
    seat whose hand, or :data:`BY_BOARD`, splits the event, else :data:`BY_NOTHING`; ``equities``: whether the pot is
    shared out, by the values of the last street.
    """

    table: U8
    relations: I64
    active: I64
    by: int
    equities: bool


class Sums(NamedTuple):
    """Sums of weights: ``everything`` float64[1]; ``given`` float64[1]; ``event`` float64[values], of the event too.

    ``shares`` and ``squares`` float64[values, active]: of the share of the pot, and of its square; ``before``
    float64[2, active]: the same of all deals that are given; ``deals`` int64[1]: the number of all deals.
    """

    everything: F64
    given: F64
    event: F64
    shares: F64
    squares: F64
    before: F64
    deals: I64


KIND_COUNT = 3


def against(kind: int, rival: int) -> int:
    """Return the kind of a relation to the seat ``rival`` alone."""
    return kind + KIND_COUNT * (rival + 1)


@inlined
def standing(kind: int, seat: int, values: I64, places: I64, active: I64) -> bool:
    """Return whether a seat stands so against all others, or one: see :func:`against`.

    ``values`` int64[hands], higher is better, of ``places`` int64[seats].
    """
    rival, kind = kind // KIND_COUNT - 1, kind % KIND_COUNT
    own = values[places[seat]]
    best, sharers = np.int64(-1), 0
    for i in range(len(active)):
        other = active[i]
        if other != seat and (rival < 0 or other == rival):
            value = values[places[other]]
            best = max(best, value)
            sharers += value == own
    if kind == BEST:
        return bool(own > best)
    if kind == SHARED:
        return bool(own == best)
    return bool(own < best)


@inlined
def add_deal(
    question: Question, code: int, number: int, weight: float, values: I64, places: I64, by: int, sums: Sums
) -> None:
    """Add ``number`` equal deals of one ``weight`` in all: ``code`` of their atoms but relations, ``values``
    int64[streets, hands], ``places`` int64[seats]: the hand of each seat, ``by``: the value that splits.
    """
    for row in range(len(question.relations)):
        kind, seat, street, bit = question.relations[row]
        if standing(kind, seat, values[street], places, question.active):
            code |= bit
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
    last = values[values.shape[0] - 1]
    best, sharers = np.int64(-1), 0
    for i in range(len(question.active)):
        value = last[places[question.active[i]]]
        if value > best:
            best, sharers = value, 1
        elif value == best:
            sharers += 1
    for i in range(len(question.active)):
        if last[places[question.active[i]]] == best:
            share, square = weight / sharers, weight / (sharers * sharers)
            sums.before[0, i] += share
            sums.before[1, i] += square
            if happens:
                sums.shares[by, i] += share
                sums.squares[by, i] += square
