"""Tallies of razz deals: shares of the pot with their control variates, or every deal in full."""

from typing import NamedTuple

from engine.kernels._jit import inlined, lean_kernel
from engine.kernels.arrays import F64, I64, U8, U64
from engine.kernels.razz.circle import TURN, Scratch, deal_next
from engine.kernels.razz.draws import Table
from engine.kernels.razz.low import FULL_HOUSE, NO_LOW, TWO_PAIR, UNPAIRED_HANDS, LowTables


@inlined
def final_number(value: int) -> int:
    """Return the number of a final hand (``razz.finals.FINALS``): an exact low or the kind of a paired hand."""
    if value < UNPAIRED_HANDS:
        return value
    return UNPAIRED_HANDS + int(value >= TWO_PAIR) + int(value >= FULL_HOUSE)


class DealSums(NamedTuple):
    """What trials add to. The *weight* of a trial is 1, unless blocks draw in turn.

    ``shares`` float64[seats, seats]: wins of a seat as one of k + 1; ``squares`` likewise, squared weights; ``classes``
    float64[seats, 10]. Over turns of the circle, with y the share of a seat in the pots of a turn, c its control and m
    the weight of its trials: ``moments`` float64[6, seats], the sums of c, yy, cc, yc, ym, cm, and ``turns``
    float64[2]: their number, and the sum of mm. ``totals`` float64[2]: all weights, all squared weights.
    """

    shares: F64
    squares: F64
    classes: F64
    moments: F64
    turns: F64
    totals: F64


class TurnWork(NamedTuple):
    """Work space: ``pots`` and ``control`` float64[seats] of a turn, all zero before, and its ``weight`` float64[1]."""

    pots: F64
    control: F64
    weight: F64


@inlined
def add_trial(weight: float, room: Scratch, tables: LowTables, sums: DealSums, turn: TurnWork) -> None:
    """Add the showdown of a trial."""
    values, seats = room.values, room.values.shape[0]
    best, winners = NO_LOW, 0
    for seat in range(seats):
        sums.classes[seat, tables.classes[room.held[seat]]] += weight
        if values[seat] < best:
            best, winners = values[seat], 1
        elif values[seat] == best:
            winners += 1
    for seat in range(seats):
        if values[seat] == best:
            sums.shares[seat, winners - 1] += weight
            sums.squares[seat, winners - 1] += weight * weight
            turn.pots[seat] += weight / winners
    sums.totals[0] += weight
    sums.totals[1] += weight * weight
    turn.weight[0] += weight


@inlined
def add_control(values: I64, controls: F64, control: F64) -> None:
    """Add to ``control`` float64[seats] what the final ``values`` int64[seats] of a trial make of the ``controls``
    float64[seats, FINALS, seats].
    """
    for seat in range(values.shape[0]):
        number = final_number(values[seat])
        for other in range(values.shape[0]):
            control[other] += controls[seat, number, other]


@inlined
def add_turn(sums: DealSums, turn: TurnWork) -> None:
    """Add what a turn of the circle has brought, and begin the next one."""
    moments, m = sums.moments, turn.weight[0]
    for seat in range(turn.pots.shape[0]):
        y, c = turn.pots[seat], turn.control[seat]
        moments[0, seat] += c
        moments[1, seat] += y * y
        moments[2, seat] += c * c
        moments[3, seat] += y * c
        moments[4, seat] += y * m
        moments[5, seat] += c * m
        turn.pots[seat] = 0.0
        turn.control[seat] = 0.0
    sums.turns[0] += 1.0
    sums.turns[1] += m * m
    turn.weight[0] = 0.0


@lean_kernel
def deal_trials(
    trials: int,
    table: Table,
    room: Scratch,
    state: U64,
    tables: LowTables,
    controls: F64,
    turn: TurnWork,
    sums: DealSums,
) -> None:
    """Deal ``trials`` times and add them up, turn by turn of the circle; the last one may be cut short.

    ``controls`` float64[seats, FINALS, seats] (or of length 0: none): what the final hand of a seat adds to the control
    of each seat. ``state`` uint64[4]: the generator.
    """
    for trial in range(trials):
        weight, _ = deal_next(table, room, state, tables)
        if weight > 0.0:
            add_trial(weight, room, tables, sums, turn)
            if controls.shape[0]:
                add_control(room.values, controls, turn.control)
        if room.now[TURN] == 0 or trial == trials - 1:
            add_turn(sums, turn)


@lean_kernel
def record_trials(
    table: Table, room: Scratch, state: U64, tables: LowTables, weights: F64, values: I64, dealt: U8, chosen: U8
) -> None:
    """Deal ``len(weights)`` times and keep every deal: its weight, float64[n], and the final ``values`` int64[n,
    seats].

    ``dealt`` uint8[n, seats + 1, 13] are the free cards of each seat by rank, the common card last; ``chosen`` uint8[n,
    13] the cards of all choices. All have to be zero before. ``state`` uint64[4]: the generator.
    """
    seats, left, line, marks = len(table.free), room.choices.left, room.line, table.marks
    for trial in range(len(weights)):
        weight, first = deal_next(table, room, state, tables)
        weights[trial] = weight
        if weight == 0.0:
            continue
        at = 0
        if table.shared:
            dealt[trial, seats, line[first + marks[0]]] += 1
            at = 1
        for seat in range(seats):
            values[trial, seat] = room.values[seat]
            for _ in range(table.free[seat]):
                dealt[trial, seat, line[first + marks[at]]] += 1
                at += 1
        for rank in range(13):
            chosen[trial, rank] = table.live[rank] - left[rank]
