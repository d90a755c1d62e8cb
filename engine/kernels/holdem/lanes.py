"""Showdowns on the boards that can follow a flop or a turn, from a table of the values of all hands on all boards.

A board that can still come is a *lane*; four lanes are a *quad*, one 64-bit word of a table with one row per combo. In
a group of trials each tuple of hands meets the boards of a few consecutive quads, the next tuple the quads after these,
and so on round the table from a random start. A lane is *blocked* for a hand that has a card of the board: that deal
does not exist. Every lane is offered to every tuple with the same probability, and all tuples leave equally many cards,
so the unblocked trials have the joint distribution; and each board, hence each card, is offered equally often.

Control variates reduce the noise: how many hands of any two cards a hand beats on a board, less the expected number.
If all seats but one have a known hand or any two cards, the best of the other hands (the *leader*) wins if it beats all
hands of any two cards. Each of these counts 1 if it is weaker and 1/2 if it is equal, and the product of the counts is
the share of the pot (except if more than two are equal). On a given board the mean of one count, and of the product of
two, are known exactly by a short sum. So the projection of the share onto the sum of the counts to second order
(Hoeffding, 1948) has a known mean. Its deviation from the mean, the *luck*, is subtracted from the pots.
"""

from typing import NamedTuple

import numpy as np

from engine.arrays import F64, I64, U16, U64
from engine.kernels.common.rng import HALF, LOW_HALF, next_u64
from engine.kernels.holdem.high import HighTables, hand_value
from engine.kernels.holdem.showdown import BLOCKED, ShowdownRow, find_winners
from engine.kernels.jit import inlined, lean_kernel, subkernel

QUAD = 4


class Lanes(NamedTuple):
    """The boards to come; all arrays are empty if hands are evaluated instead.

    ``values`` uint16[1326, lanes]: the value of each combo on each board, ``BLOCKED`` if it has a card of the board;
    ``quads`` int64[1326, lanes / 4]: the same memory, four values in a word; ``suits`` uint64[lanes]: the bits of all
    cards of each board; ``combos`` uint16[n]: the combo by the sum of the keys of its two cards, which is different for
    all pairs; ``lane_of_key`` uint16[n]: on the turn, the lane by the key of its card; ``folded``: whether hands are
    drawn for seats that do not show down.
    """

    values: U16
    quads: I64
    suits: U64
    combos: U16
    lane_of_key: U16
    folded: bool


class LaneWork(NamedTuple):
    """Work space.

    ``packed`` int64[seats, quads of a group]: the memory of the values of its row, four to a word; ``first`` int64[1]:
    the quad with which the group has started.
    """

    packed: I64
    first: I64


@lean_kernel
def fill_lanes(
    board_keys: U64, board_suits: U64, combo_keys: U64, combo_suits: U64, tables: HighTables, values: U16
) -> None:
    """Evaluate all combos on all boards into ``values`` uint16[combos, lanes], ``BLOCKED`` if they share a card.

    ``board_keys``, ``board_suits`` uint64[lanes]; ``combo_keys``, ``combo_suits`` uint64[combos]: their words.
    """
    for combo in range(values.shape[0]):
        key, suits = combo_keys[combo], combo_suits[combo]
        for lane in range(values.shape[1]):
            if board_suits[lane] & suits:
                values[combo, lane] = BLOCKED
            else:
                values[combo, lane] = hand_value(board_keys[lane] + key, board_suits[lane] | suits, tables)


@subkernel
def look_up_seat(width: int, keys: U64, board_keys: U64, lanes: Lanes, values: U16) -> None:
    """Look up the ``values`` uint16[width] of a seat's hands, each on its own board.

    ``keys``, ``board_keys`` uint64[width]: of the hands, and of the cards to come on the turn.
    """
    for i in range(width):
        combo, lane = np.uint64(lanes.combos[keys[i]]), np.uint64(lanes.lane_of_key[board_keys[i]])
        values[i] = lanes.values[combo, lane]


@subkernel
def gather_quads(first: int, each: int, lanes: Lanes, keys: U64, packed: I64) -> None:
    """Copy the values of a seat: quad k of tuple t goes to ``packed[k * tuples + t]``, ``each`` quads per tuple.

    Tuple t starts ``t * each`` quads after ``first``, round the table. ``keys`` uint64[tuples]: of the seat's hands;
    ``packed`` int64[each * tuples] (output).
    """
    tuples, step, quads = keys.shape[0], np.uint64(each), np.uint64(lanes.quads.shape[1])
    for k in range(each):
        # The quads of tuple t begin ``each`` after those of tuple t - 1, so quad k of all tuples is a walk in steps of
        # ``each``.
        quad = np.uint64(first + k) % quads
        for t in range(tuples):
            packed[k * tuples + t] = lanes.quads[np.uint64(lanes.combos[keys[t]]), quad]
            quad += step
            quad = quad - quads if quad >= quads else quad


@subkernel
def block_held(first: int, each: int, lanes: Lanes, masks: U64, values: U16) -> None:
    """Set ``values`` to ``BLOCKED`` on the lanes that share a card with any hand of their tuple, folded ones included.

    ``masks`` uint64[tuples]: the bits of all cards of the hands; ``values`` uint16[4 * each * tuples]: of a seat.
    """
    tuples, quads = masks.shape[0], lanes.quads.shape[1]
    for k in range(each):
        for t in range(tuples):
            lane, at = QUAD * ((first + t * each + k) % quads), QUAD * (k * tuples + t)
            for j in range(QUAD):
                if masks[t] & lanes.suits[lane + j]:
                    values[at + j] = BLOCKED


@subkernel
def strike_blocked(width: int, max_trials: int, row: ShowdownRow) -> int:
    """Remove the blocked lanes of a row, and the last ones beyond ``max_trials``; return the number of trials.

    A removed lane counts for no seat: its ``sharers`` is 0 and its values are ``BLOCKED``.
    """
    live = np.uint16(0)
    for i in range(width):
        open_ = row.best[i] != BLOCKED
        live = np.uint16(live + np.uint16(open_))
        row.sharers[i] = row.sharers[i] if open_ else np.uint16(0)
    for seat in range(row.values.shape[0]):
        for i in range(width):
            row.values[seat, i] = row.values[seat, i] if row.best[i] != BLOCKED else np.uint16(BLOCKED)
    # The row can have more trials than are left to do: drop the last ones.
    at, trials = width, int(np.int64(live))
    while trials > max_trials:
        at -= 1
        if row.best[at] != BLOCKED:
            row.best[at], row.sharers[at] = BLOCKED, 0
            row.values[:, at] = BLOCKED
            trials -= 1
    return trials


@subkernel
def show_lanes(
    tuples: int,
    each: int,
    max_trials: int,
    rows: I64,
    keys: U64,
    masks: U64,
    lanes: Lanes,
    state: U64,
    work: LaneWork,
    row: ShowdownRow,
) -> tuple[int, int]:
    """Show down a group of tuples on ``each`` quads of boards; return the row's lanes and trials.

    There are at most ``max_trials`` trials. ``rows`` int64[seats]: the row of each seat in ``keys`` uint64[seats, n],
    the keys of the hands; ``masks`` uint64[n]: the bits of the cards of all drawn hands; ``state`` uint64[4]: the
    generator.
    """
    first = int(np.int64(((next_u64(state) & LOW_HALF) * np.uint64(lanes.quads.shape[1])) >> HALF))
    work.first[0] = first
    for seat in range(rows.shape[0]):
        gather_quads(first, each, lanes, keys[rows[seat], :tuples], work.packed[seat, : each * tuples])
    width = QUAD * each * tuples
    if lanes.folded:
        block_held(first, each, lanes, masks[:tuples], row.values[0])
    find_winners(width, row)
    return width, strike_blocked(width, max_trials, row)


@inlined
def tuple_and_lane(at: int, tuples: int, each: int, first: int, quads: int) -> tuple[int, int]:
    """Return the tuple and the lane at index ``at`` of the row of a group that started with quad ``first``."""
    k, t = (at // QUAD) // tuples, (at // QUAD) % tuples
    return t, QUAD * ((first + t * each + k) % quads) + at % QUAD


DECK = 52
EQUAL = 16
"""Weight of an equal hand in ``ControlWork.beaten``: more than there are seats, so that both counts can be
separated."""


class Controls(NamedTuple):
    """Control variates: the leader's expected share by the hands that it beats; all arrays are empty without controls.

    ``table`` float64[rows, lanes, 3]: the coefficients of 1, of the sum of the counts, and of the sum of the products
    of two counts. A row is a hand of the seat with a range (a single row without such a seat), a lane is a board.
    ``leaders`` int64[rows, lanes]: the seat that leads, one of ``leading`` int64[n]; if several are equal, the first of
    ``leading``, with coefficients 0. ``expected`` float64[seats]: the mean of each seat's control variate. ``against``
    int64[k]: the seats with any two cards. ``rows`` uint16[1326]: the row of each combo of the seat ``ranged``.
    ``lane_of_key`` uint16[m]: in rests, the lane by the key of the board shifted right by ``shift`` bits.
    """

    table: F64
    leaders: I64
    expected: F64
    leading: I64
    against: I64
    rows: U16
    ranged: int
    lane_of_key: U16
    shift: np.uint64


class ControlWork(NamedTuple):
    """Work space.

    ``lead`` uint16[width]: the best hand of the seats that can lead; ``beaten`` uint16[width]: how many hands of any
    two cards are weaker, plus ``EQUAL`` times how many are equal; ``luck`` float64[seats]: of a group.
    """

    lead: U16
    beaten: U16
    luck: F64


def new_control_work(seats: int, width: int) -> ControlWork:
    """Return work space for rows of up to ``width`` trials."""
    return ControlWork(np.zeros(width, np.uint16), np.zeros(width, np.uint16), np.zeros(seats))


@lean_kernel
def count_weaker(
    values: U16, cards: I64, bits: U64, leads: U16, dead_bits: U64, by_card: I64, weaker: I64, pairs: I64
) -> None:
    """Sum the counts of hands of any two cards against the leader, and the products of two disjoint hands, exactly.

    A weaker hand counts 2 and an equal one 1 here, so that sums are integers. The sum over ordered pairs of disjoint
    hands is (sum)^2 - sum over cards of (sum of the hands with that card)^2 + sum of squares, because a hand paired
    with itself is subtracted twice.

    ``values`` uint16[lanes, combos]: on each board; ``cards`` int64[combos, 2], ``bits`` uint64[combos]: of the combos;
    ``leads`` uint16[rows, lanes]: the value to be beaten; ``dead_bits`` uint64[rows]: the bits of dead cards;
    ``by_card`` int64[52]: work space; ``weaker``, ``pairs`` int64[rows, lanes] (output): the sums.
    """
    for row in range(leads.shape[0]):
        for lane in range(leads.shape[1]):
            lead, total, same = leads[row, lane], 0, 0
            by_card[:] = 0
            for combo in range(bits.shape[0]):
                if values[lane, combo] <= lead and not bits[combo] & dead_bits[row]:
                    counts = 2 - int(values[lane, combo] == lead)
                    total += counts
                    same += counts * counts
                    by_card[cards[combo, 0]] += counts
                    by_card[cards[combo, 1]] += counts
            disjoint = total * total + same
            for card in range(DECK):
                disjoint -= by_card[card] * by_card[card]
            weaker[row, lane], pairs[row, lane] = total, disjoint


@subkernel
def raise_leads(width: int, values: U16, lead: U16) -> None:
    """Raise ``lead`` uint16[width] to the ``values`` uint16[width] of a seat if these are higher."""
    for i in range(width):
        lead[i] = max(lead[i], values[i])


@subkernel
def add_weaker(width: int, values: U16, lead: U16, beaten: U16) -> None:
    """Add to ``beaten`` uint16[width] whether the ``values`` uint16[width] of a seat are below or equal to ``lead``."""
    for i in range(width):
        equal = np.uint16(EQUAL * np.uint16(values[i] == lead[i]))
        beaten[i] = np.uint16(beaten[i] + np.uint16(values[i] < lead[i]) + equal)


@subkernel
def count_beaten(width: int, controls: Controls, row: ShowdownRow, work: ControlWork) -> None:
    """Fill ``work.beaten``: how many hands of any two cards are weaker than, or equal to, the best of all others."""
    lead, beaten = work.lead[:width], work.beaten[:width]
    lead[:], beaten[:] = 0, 0
    for j in range(controls.leading.shape[0]):
        raise_leads(width, row.values[controls.leading[j], :width], lead)
    for j in range(controls.against.shape[0]):
        add_weaker(width, row.values[controls.against[j], :width], lead, beaten)


@inlined
def add_luck(row: np.uint64, lane: np.uint64, at: int, open_: bool, controls: Controls, work: ControlWork) -> float:
    """Return the share of the leader of trial ``at`` by the control variate, or 0 if the board is not ``open_``.

    The caller adds the result to the first seat that can lead. If another seat leads, it is moved to that seat here.
    """
    leader, factors = controls.leaders[row, lane], controls.table[row, lane]
    weaker, equal = work.beaten[at] % EQUAL, work.beaten[at] // EQUAL
    # With counts of 1 (weaker) and 1/2 (equal), the sum over pairs of two hands is (sum^2 - sum of squares) / 2.
    total = weaker + 0.5 * equal
    products = 0.5 * (total * total - weaker - 0.25 * equal)
    gained = factors[0] + factors[1] * total + factors[2] * products if open_ else 0.0
    if leader != controls.leading[0]:
        work.luck[leader] += gained
        work.luck[controls.leading[0]] -= gained
    return float(gained)


@subkernel
def add_luck_of_rests(width: int, board_keys: U64, controls: Controls, row: ShowdownRow, work: ControlWork) -> None:
    """Add the luck of a row of trials with ``board_keys`` uint64[width], when no hands are drawn from ranges."""
    count_beaten(width, controls, row, work)
    total = 0.0
    for i in range(width):
        lane = np.uint64(controls.lane_of_key[board_keys[i] >> controls.shift])
        total += add_luck(np.uint64(0), lane, i, True, controls, work)
    work.luck[controls.leading[0]] += total


@subkernel
def add_luck_of_lanes(
    tuples: int, each: int, first: int, lanes: Lanes, keys: U64, controls: Controls, row: ShowdownRow, work: ControlWork
) -> None:
    """Add the luck of a group's tuples, each on ``each`` quads of boards, starting at quad ``first``.

    ``keys`` uint64[tuples]: of the hands of the seat with a range.
    """
    count_beaten(QUAD * each * tuples, controls, row, work)
    total, quads, at = 0.0, lanes.quads.shape[1], 0
    for k in range(each):
        quad = (first + k) % quads
        for t in range(tuples):
            row_of_hand = np.uint64(controls.rows[lanes.combos[keys[t]]])
            for j in range(QUAD):
                open_, lane = row.best[at + j] != BLOCKED, np.uint64(QUAD * quad + j)
                total += add_luck(row_of_hand, lane, at + j, open_, controls, work)
            quad, at = (quad + each) % quads, at + QUAD
    work.luck[controls.leading[0]] += total
