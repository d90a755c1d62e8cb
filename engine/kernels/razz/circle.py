"""Random razz deals, the free cards of which come evenly: a shuffled deck is laid out in a circle and read at fixed
marks, turned on by one card from trial to trial.

Each trial by itself is a uniform draw, as any places of a shuffled deck are. One turn of the circle brings every card
to every mark once: whatever a seat's next card is, all come equally often. Choices are drawn anew every few trials of a
turn. What they leave has always the same number of cards, so the circle is one of places in the ordered deck: each
place comes to each mark once, whatever choices there are at the time, and with it a rank, but where choices differ at
its border. Turns are independent of each other.

The tallies are shares of the pot with their control variates, or every deal in full.
"""

from typing import NamedTuple

import numpy as np

from engine.arrays import F64, I64, U8, U64
from engine.kernels.common.rng import shuffle
from engine.kernels.jit import inlined, lean_kernel, part
from engine.kernels.razz.draws import DECK, RANKS, ChoiceWork, Table, draw_choices, new_choice_work
from engine.kernels.razz.low import FULL_HOUSE, NO_LOW, TWO_PAIR, UNPAIRED_HANDS, LowTables, low_value

TURN, SHARED = 0, 1
"""In ``Scratch.now``."""


class Scratch(NamedTuple):
    """Room for :func:`deal_next`, and the trial that it deals.

    By active seat: ``seen``, ``twice`` (masks of the ranks chosen), the final ``values`` and ``held`` (masks of ranks)
    int64[seats]. ``choices``: work space, with the deck that they leave. ``circle`` int64[cards]: places in that deck,
    shuffled; ``line`` uint8[2 * cards]: the ranks along the circle, twice around; ``deck`` uint8[52] and
    ``vacant`` int64[52]: work space.
    ``now`` int64[2]: how far the circle is turned, and how many more trials share the choices; ``weight`` float64[1]:
    of each of these.
    """

    choices: ChoiceWork
    seen: I64
    twice: I64
    values: I64
    held: I64
    circle: I64
    line: U8
    deck: U8
    vacant: I64
    now: I64
    weight: F64


def scratch(table: Table) -> Scratch:
    """Return room to deal ``table`` from the start of a circle, which one thread may use at a time."""
    cards, seats, i = len(table.marks), len(table.free), np.int64
    return Scratch(
        new_choice_work(table), table.seen.copy(), table.twice.copy(), np.zeros(seats, i), np.zeros(seats, i),
        np.arange(cards), np.zeros(2 * cards, np.uint8), np.zeros(DECK, np.uint8), np.zeros(DECK, i),
        np.zeros(2, i), np.ones(1),
    )  # fmt: skip


def trials_together(table: Table) -> int:
    """Return how many trials a turn of the circle has: those that are not independent of each other."""
    return max(len(table.marks), 1)


@inlined
def fill_deck(homes: I64, left: I64, vacant: I64, deck: U8) -> None:
    """Put the cards that are ``left`` int64[13] by rank into the ``deck`` uint8[52].

    Each rank has as many places as ``homes`` int64[13] tells, where it is whatever the choices are, as far as it goes;
    cards beyond that go where others are missing. ``vacant`` int64[52]: work space.
    """
    at, gaps = 0, 0
    for rank in range(RANKS):
        home = homes[rank]
        for i in range(home):
            deck[at + i] = rank
        for i in range(left[rank], home):
            vacant[gaps] = at + i
            gaps += 1
        at += home
    gaps = 0
    for rank in range(RANKS):
        for _ in range(homes[rank], left[rank]):
            deck[vacant[gaps]] = rank
            gaps += 1


@part
def lay_out(table: Table, room: Scratch, state: U64) -> None:
    """Draw choices and lay out the deck that they leave, at the beginning of a turn on a new circle.

    ``state`` uint64[4]: the generator.
    """
    circle, line, deck, left = room.circle, room.line, room.deck, room.choices.left
    if room.now[TURN] == 0:
        shuffle(circle, state)
    room.weight[0] = draw_choices(table, state, room.choices, room.seen, room.twice)
    if room.weight[0] == 0.0:
        return
    size = circle.shape[0]
    fill_deck(table.homes, left, room.vacant, deck)
    for i in range(size):
        line[i] = deck[circle[i]]
    for i in range(size):
        line[size + i] = line[i]


@inlined
def turned_on(table: Table, room: Scratch, state: U64) -> int:
    """Turn the circle on for the next trial and return its first place on the line.

    ``state`` uint64[4]: the generator.
    """
    now = room.now
    if now[SHARED] == 0:
        lay_out(table, room, state)
        now[SHARED] = table.each
    turn = now[TURN]
    now[TURN] += 1
    now[SHARED] -= 1
    if now[TURN] >= room.circle.shape[0]:
        now[TURN], now[SHARED] = 0, 0
    return int(turn)


@inlined
def deal_next(table: Table, room: Scratch, state: U64, tables: LowTables) -> tuple[float, int]:
    """Deal once into ``room``; return the weight of the trial (0: nothing is dealt) and its first place on the line.

    The rank of card k, the common one first and then seat by seat, is ``line[first + marks[k]]``. ``state`` uint64[4]:
    the generator.
    """
    first = turned_on(table, room, state)
    if room.weight[0] == 0.0:
        return 0.0, first
    line, marks, at, common = room.line, table.marks, 0, 0
    if table.shared:
        common = 1 << int(line[first + marks[0]])
        at = 1
    for seat in range(table.free.shape[0]):
        mask, pair = room.seen[seat], room.twice[seat]
        pair |= mask & common
        mask |= common
        for k in range(at, at + table.free[seat]):
            card = 1 << int(line[first + marks[k]])
            pair |= mask & card
            mask |= card
        at += table.free[seat]
        room.held[seat] = mask
        room.values[seat] = low_value(mask, pair, tables.unpaired, tables.paired)
    return room.weight[0], first


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
