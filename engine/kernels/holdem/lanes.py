"""Showdowns on the boards of a flop or a turn: the values of all hands on all of them are looked up, four at once.

A board that can still come is a *lane*; four lanes, a *quad*, are one word of a table that has a row for each combo.
A tuple of hands meets the boards of a few quads that follow each other, the next tuple those that come then, and so on
round the table from a place drawn for each group. Where a hand has a card of the board the lane is *blocked*: there is
no such deal. As every lane is offered to every tuple with the same chance, and all tuples leave equally many cards,
the trials that are left have the joint distribution; and each board, hence each card, is offered equally often.
"""

from typing import NamedTuple

import numpy as np

from engine.kernels._jit import inlined, lean_kernel, part
from engine.kernels.arrays import I64, U16, U64
from engine.kernels.common.rng import HALF, LOW_HALF, next_u64
from engine.kernels.holdem.high import HighTables, hand_value
from engine.kernels.holdem.showdown import BLOCKED, Row, find_winners

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
