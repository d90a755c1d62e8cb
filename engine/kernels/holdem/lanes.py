"""Showdowns on the boards of a flop or a turn: the values of all hands on all of them are looked up, four at once.

A board that can still come is a *lane*; four lanes, a *quad*, are one word of a table that has a row for each combo.
A tuple of hands meets the boards of a few quads that follow each other, the next tuple those that come then, and so on
round the table from a place drawn for each group. Where a hand has a card of the board the lane is *blocked*: there is
no such deal. As every lane is offered to every tuple with the same chance, and all tuples leave equally many cards,
the trials that are left have the joint distribution; and each board, hence each card, is offered equally often.

Control variates are how many hands of any two cards a hand beats on a board, less how many it should. Where all seats
but one hold a known hand or any two cards, the hand that leads these (the *leader*) wins if it beats all hands of any
two cards. A weaker hand counts 1, one of equal value 1/2: the product of all is the share of the pot (but where more
than two are equal). The mean of what one of them counts on a board, and of the product of two, are known exactly: a
short sum. So the share that follows from their sum to second order (Hoeffding, 1948) has a mean that is known, and the
chance in it is taken out of the pots: the *luck*.
"""

from typing import NamedTuple

import numpy as np

from engine.arrays import F64, I64, U16, U64
from engine.kernels.common.rng import HALF, LOW_HALF, next_u64
from engine.kernels.holdem.high import HighTables, hand_value
from engine.kernels.holdem.showdown import BLOCKED, Row, find_winners
from engine.kernels.jit import inlined, lean_kernel, part

QUAD = 4


class Lanes(NamedTuple):
    """The boards to come; empty where hands are evaluated instead.

    ``values`` uint16[1326, lanes]: of each combo on the boards, ``BLOCKED`` where the combo has a card of the board;
    ``quads`` int64[1326, lanes / 4]: the same memory, four values in a word; ``suits`` uint64[lanes]: the bits of all
    cards of each board; ``combos`` uint16[n]: the combo by the sum of the keys of its two cards, which tell all pairs
    apart; ``places`` uint16[n]: on the turn, the lane by the key of its card; ``folded``: hands are drawn that no seat
    shows down.
    """

    values: U16
    quads: I64
    suits: U64
    combos: U16
    places: U16
    folded: bool


class LaneWork(NamedTuple):
    """Work space: ``packed`` int64[seats, quads of a group], the memory of the values of its row; ``first`` int64[1]:
    the quad with which the group has begun.
    """

    packed: I64
    first: I64


@lean_kernel
def fill_lanes(
    board_keys: U64, board_suits: U64, combo_keys: U64, combo_suits: U64, tables: HighTables, values: U16
) -> None:
    """Evaluate all combos on all boards into ``values`` uint16[combos, lanes], ``BLOCKED`` where they share a card.

    ``board_keys``, ``board_suits`` uint64[lanes]; ``combo_keys``, ``combo_suits`` uint64[combos]: their words.
    """
    for combo in range(values.shape[0]):
        key, suits = combo_keys[combo], combo_suits[combo]
        for lane in range(values.shape[1]):
            if board_suits[lane] & suits:
                values[combo, lane] = BLOCKED
            else:
                values[combo, lane] = hand_value(board_keys[lane] + key, board_suits[lane] | suits, tables)


@part
def look_up_seat(width: int, keys: U64, board_keys: U64, lanes: Lanes, values: U16) -> None:
    """Look up the ``values`` uint16[width] of a seat's hands, each on a board of its own.

    ``keys``, ``board_keys`` uint64[width]: of the hands and of the cards to come on a turn.
    """
    for i in range(width):
        combo, lane = np.uint64(lanes.combos[keys[i]]), np.uint64(lanes.places[board_keys[i]])
        values[i] = lanes.values[combo, lane]


@part
def gather_quads(first: int, each: int, lanes: Lanes, keys: U64, packed: I64) -> None:
    """Write the values of a seat: those of quad k of tuple t, ``each`` for each tuple, to ``packed[k * tuples + t]``.

    ``keys`` uint64[tuples]: of the seat's hands; ``packed`` int64[each * tuples].
    """
    tuples, step, quads = keys.shape[0], np.uint64(each), np.uint64(lanes.quads.shape[1])
    for k in range(each):
        quad = np.uint64(first + k) % quads
        for t in range(tuples):
            packed[k * tuples + t] = lanes.quads[np.uint64(lanes.combos[keys[t]]), quad]
            quad += step
            quad = quad - quads if quad >= quads else quad


@part
def block_held(first: int, each: int, lanes: Lanes, masks: U64, values: U16) -> None:
    """Block the lanes that have a card of any hand of their tuple, those of folded hands too, in ``values``.

    ``masks`` uint64[tuples]: the bits of all cards of the hands; ``values`` uint16[4 * each * tuples]: of a seat.
    """
    tuples, quads = masks.shape[0], lanes.quads.shape[1]
    for k in range(each):
        for t in range(tuples):
            lane, at = QUAD * ((first + t * each + k) % quads), QUAD * (k * tuples + t)
            for j in range(QUAD):
                if masks[t] & lanes.suits[lane + j]:
                    values[at + j] = BLOCKED


@part
def strike_blocked(width: int, most: int, row: Row) -> int:
    """Take the blocked lanes out of a row, and the last ones where there are more than ``most``; return what is left.

    They count for nobody: their ``sharers`` are 0 and their values ``BLOCKED``.
    """
    live = np.uint16(0)
    for i in range(width):
        open_ = row.best[i] != BLOCKED
        live = np.uint16(live + np.uint16(open_))
        row.sharers[i] = row.sharers[i] if open_ else np.uint16(0)
    for seat in range(row.values.shape[0]):
        for i in range(width):
            row.values[seat, i] = row.values[seat, i] if row.best[i] != BLOCKED else np.uint16(BLOCKED)
    at, left = width, int(np.int64(live))
    while left > most:
        at -= 1
        if row.best[at] != BLOCKED:
            row.best[at], row.sharers[at] = BLOCKED, 0
            row.values[:, at] = BLOCKED
            left -= 1
    return left


@part
def show_lanes(
    tuples: int,
    each: int,
    most: int,
    rows: I64,
    keys: U64,
    masks: U64,
    lanes: Lanes,
    state: U64,
    work: LaneWork,
    row: Row,
) -> tuple[int, int]:
    """Show down a group of tuples on ``each`` quads of boards each; return the lanes of the row, and its trials.

    There are ``most`` trials at most. ``rows`` int64[seats]: of ``keys`` uint64[seats, n], the keys of the hands;
    ``masks`` uint64[n]: the bits of the cards of all hands drawn; ``state`` uint64[4]: the generator.
    """
    first = int(np.int64(((next_u64(state) & LOW_HALF) * np.uint64(lanes.quads.shape[1])) >> HALF))
    work.first[0] = first
    for seat in range(rows.shape[0]):
        gather_quads(first, each, lanes, keys[rows[seat], :tuples], work.packed[seat, : each * tuples])
    width = QUAD * each * tuples
    if lanes.folded:
        block_held(first, each, lanes, masks[:tuples], row.values[0])
    find_winners(width, row)
    return width, strike_blocked(width, most, row)


@inlined
def tuple_and_lane(at: int, tuples: int, each: int, first: int, quads: int) -> tuple[int, int]:
    """Return the tuple and the lane of place ``at`` in the row of a group that began with quad ``first``."""
    k, t = (at // QUAD) // tuples, (at // QUAD) % tuples
    return t, QUAD * ((first + t * each + k) % quads) + at % QUAD


DECK = 52
EQUAL = 16
"""More than there are seats."""


class Controls(NamedTuple):
    """What the leader gets for the hands that it beats; empty where there are no controls.

    ``table`` float64[rows, lanes, 3]: the factors of 1, of the sum of what the hands count, and of the products of all
    two of them; a row is a hand of the seat with a range (without one there is one row), a lane a board; ``leaders``
    int64[rows, lanes]: who leads, one of the seats ``leading`` int64[n] (the first of them where several do, which get
    nothing); ``expected`` float64[seats]: the mean of what each gets; ``against`` int64[k]: the seats with any two
    cards; ``rows`` uint16[1326]: the row of each combo of the seat ``ranged``; ``places`` uint16[m]: of rests, the lane
    by the key of the board behind ``shift`` bits.
    """

    table: F64
    leaders: I64
    expected: F64
    leading: I64
    against: I64
    rows: U16
    ranged: int
    places: U16
    shift: np.uint64


class ControlWork(NamedTuple):
    """Work space: the best hand of those that may lead (``lead`` uint16[width]), how many are weaker and, times
    ``EQUAL``, equal (``beaten`` uint16[width]), the ``luck`` float64[seats] of a group.
    """

    lead: U16
    beaten: U16
    luck: F64


def new_control_work(seats: int, width: int) -> ControlWork:
    """Return work space for rows of up to ``width`` trials."""
    return ControlWork(np.zeros(width, np.uint16), np.zeros(width, np.uint16), np.zeros(seats))


@lean_kernel
def count_weaker(
    values: U16, cards: I64, bits: U64, leads: U16, held: U64, by_card: I64, weaker: I64, pairs: I64
) -> None:
    """Add up what hands count against the leader, a weaker one 2 and an equal one 1, and the products of two of them.

    The two, in either order, have no card in common. ``values`` uint16[lanes, combos] on each board; ``cards``
    int64[combos, 2], ``bits`` uint64[combos]: of the combos; ``leads`` uint16[rows, lanes]: the value to be beaten;
    ``held`` uint64[rows]: the bits of cards that are gone; ``by_card`` int64[52]: work space; ``weaker``, ``pairs``
    int64[rows, lanes]: the sums.
    """
    for row in range(leads.shape[0]):
        for lane in range(leads.shape[1]):
            lead, total, same = leads[row, lane], 0, 0
            by_card[:] = 0
            for combo in range(bits.shape[0]):
                if values[lane, combo] <= lead and not bits[combo] & held[row]:
                    counts = 2 - int(values[lane, combo] == lead)
                    total += counts
                    same += counts * counts
                    by_card[cards[combo, 0]] += counts
                    by_card[cards[combo, 1]] += counts
            disjoint = total * total + same
            for card in range(DECK):
                disjoint -= by_card[card] * by_card[card]
            weaker[row, lane], pairs[row, lane] = total, disjoint


@part
def raise_leads(width: int, values: U16, lead: U16) -> None:
    """Make ``lead`` uint16[width] at least the ``values`` uint16[width] of a seat."""
    for i in range(width):
        lead[i] = max(lead[i], values[i])


@part
def add_weaker(width: int, values: U16, lead: U16, beaten: U16) -> None:
    """Count in ``beaten`` uint16[width] where the ``values`` uint16[width] of a seat are below or equal ``lead``."""
    for i in range(width):
        equal = np.uint16(EQUAL * np.uint16(values[i] == lead[i]))
        beaten[i] = np.uint16(beaten[i] + np.uint16(values[i] < lead[i]) + equal)


@part
def count_beaten(width: int, controls: Controls, row: Row, work: ControlWork) -> None:
    """Fill ``work.beaten``: how many hands of any two cards are weaker than the best of all others, or equal."""
    lead, beaten = work.lead[:width], work.beaten[:width]
    lead[:], beaten[:] = 0, 0
    for j in range(controls.leading.shape[0]):
        raise_leads(width, row.values[controls.leading[j], :width], lead)
    for j in range(controls.against.shape[0]):
        add_weaker(width, row.values[controls.against[j], :width], lead, beaten)


@inlined
def add_luck(place: np.uint64, lane: np.uint64, at: int, open_: bool, controls: Controls, work: ControlWork) -> float:
    """Return what the leader of trial ``at`` gets, 0 where the board is not ``open_``.

    Where that is not the first that may lead, its luck is put right.
    """
    leader, factors = controls.leaders[place, lane], controls.table[place, lane]
    weaker, equal = work.beaten[at] % EQUAL, work.beaten[at] // EQUAL
    total = weaker + 0.5 * equal
    products = 0.5 * (total * total - weaker - 0.25 * equal)
    gained = factors[0] + factors[1] * total + factors[2] * products if open_ else 0.0
    if leader != controls.leading[0]:
        work.luck[leader] += gained
        work.luck[controls.leading[0]] -= gained
    return float(gained)


@part
def add_luck_of_rests(width: int, board_keys: U64, controls: Controls, row: Row, work: ControlWork) -> None:
    """Add the luck of a row of rests, ``board_keys`` uint64[width], where no hands are drawn."""
    count_beaten(width, controls, row, work)
    total = 0.0
    for i in range(width):
        lane = np.uint64(controls.places[board_keys[i] >> controls.shift])
        total += add_luck(np.uint64(0), lane, i, True, controls, work)
    work.luck[controls.leading[0]] += total


@part
def add_luck_of_lanes(
    tuples: int, each: int, first: int, lanes: Lanes, keys: U64, controls: Controls, row: Row, work: ControlWork
) -> None:
    """Add the luck of the tuples of a group on ``each`` quads of boards, from the quad ``first`` on.

    ``keys`` uint64[tuples]: of the hands of the seat with a range.
    """
    count_beaten(QUAD * each * tuples, controls, row, work)
    total, quads, at = 0.0, lanes.quads.shape[1], 0
    for k in range(each):
        quad = (first + k) % quads
        for t in range(tuples):
            place = np.uint64(controls.rows[lanes.combos[keys[t]]])
            for j in range(QUAD):
                open_, lane = row.best[at + j] != BLOCKED, np.uint64(QUAD * quad + j)
                total += add_luck(place, lane, at + j, open_, controls, work)
            quad, at = (quad + each) % quads, at + QUAD
    work.luck[controls.leading[0]] += total
