"""Events of both games as tables over atoms: comparing hands, and the sums of a question.

An *event* is a logical expression of atoms, such as "seat 2 has a flush on the turn". A deal makes a *code*: the mask
of the atoms that hold. So the expression is evaluated once per code, in a table, and not once per deal.
"""

from typing import NamedTuple

import numpy as np

from engine.arrays import F64, I64, U8
from engine.kernels.jit import inlined

BEST, SHARED, BEATEN = range(3)
"""How a seat does against others: its hand is better than all of theirs, equal to the best, worse than the best."""
BY_NOTHING, BY_BOARD = -1, -2
"""Values of ``EventTable.by``: the event is not split into cases; by the best hand on the board."""
GIVEN, EVENT = 1, 2
"""Bits of ``Question.table``: the condition holds; the event happens."""


class EventTable(NamedTuple):
    """A question as a table over its atoms.

    ``table`` uint8[2**atoms]: by the code, :data:`GIVEN` and :data:`EVENT` or'ed. ``relations`` int64[n, 4]: kind,
    seat, street and bit of each atom that compares seats (the kind is one of :data:`BEST` to :data:`BEATEN` against all
    other seats, or :func:`against` one). ``active`` int64[m]: the active seats. ``by``: the seat whose hand splits the
    event into cases, or :data:`BY_BOARD`, or :data:`BY_NOTHING`. ``equities``: whether shares of the pot are added up,
    too, by the values on the last street.
    """

    table: U8
    relations: I64
    active: I64
    by: int
    equities: bool


class EventSums(NamedTuple):
    """Sums of the weights of deals.

    ``everything`` float64[1]: all deals; ``given`` float64[1]: those with the condition; ``event`` float64[cases]:
    those with the event, too. ``shares`` and ``squares`` float64[cases, active]: of the event's deals, the share of the
    pot and its square; ``condition_shares`` float64[2, active]: the same of all deals with the condition. ``deals``
    int64[1]: the number of all deals.
    """

    everything: F64
    given: F64
    event: F64
    shares: F64
    squares: F64
    condition_shares: F64
    deals: I64


KIND_COUNT = 3


def against(kind: int, rival: int) -> int:
    """Return the kind of a relation to the seat ``rival`` alone, as opposed to all other seats."""
    return kind + KIND_COUNT * (rival + 1)


@inlined
def comparison_holds(kind: int, seat: int, values: I64, hand_of: I64, active: I64) -> bool:
    """Return True if the hand of ``seat`` is better, equal or worse, as ``kind`` says, than those of its rivals.

    ``kind``: :data:`BEST`, :data:`SHARED` or :data:`BEATEN` against all other active seats, or a kind of
    :func:`against` one of them.

    ``values`` int64[hands], higher is better; ``hand_of`` int64[seats]: the hand of each seat; ``active`` int64[m].
    """
    # -1: all other seats.
    rival, kind = kind // KIND_COUNT - 1, kind % KIND_COUNT
    own_value = values[hand_of[seat]]
    best, sharers = np.int64(-1), 0
    for i in range(len(active)):
        other = active[i]
        if other != seat and (rival < 0 or other == rival):
            value = values[hand_of[other]]
            best = max(best, value)
            sharers += value == own_value
    if kind == BEST:
        return bool(own_value > best)
    if kind == SHARED:
        return bool(own_value == best)
    return bool(own_value < best)


@inlined
def add_deal(
    question: EventTable, code: int, number: int, weight: float, values: I64, hand_of: I64, case: int, sums: EventSums
) -> None:
    """Add ``number`` equal deals with total ``weight`` to the sums.

    ``code``: the mask of their atoms except relations, which are evaluated here; ``values`` int64[streets, hands];
    ``hand_of`` int64[seats]: the hand of each seat; ``case``: the case of the event.
    """
    for row in range(len(question.relations)):
        kind, seat, street, bit = question.relations[row]
        if comparison_holds(kind, seat, values[street], hand_of, question.active):
            code |= bit
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
    last = values[values.shape[0] - 1]
    best, sharers = np.int64(-1), 0
    for i in range(len(question.active)):
        value = last[hand_of[question.active[i]]]
        if value > best:
            best, sharers = value, 1
        elif value == best:
            sharers += 1
    for i in range(len(question.active)):
        if last[hand_of[question.active[i]]] == best:
            share, square = weight / sharers, weight / (sharers * sharers)
            sums.condition_shares[0, i] += share
            sums.condition_shares[1, i] += square
            if happens:
                sums.shares[case, i] += share
                sums.squares[case, i] += square
