"""Random razz deals whose free cards come evenly: a shuffled deck is a circle that is read at fixed marks.

From trial to trial the circle is turned by one card. Each single trial is a uniform draw, because any positions of a
shuffled deck are. A full turn brings every card to every mark once, so every card comes equally often as any seat's
next card. Seats that choose their cards (see ``draws``) draw anew every few trials of a turn. They always leave equally
many cards, so the circle is one of positions in the ordered deck that they leave: each position comes to each mark
once, with the rank that is there for the current choices. Turns are independent of each other.

Trials are added up as shares of the pot with their control variates, or every deal is recorded in full.
"""

from typing import NamedTuple

import numpy as np

from engine.arrays import F64, I64, U8, U64
from engine.kernels.common.rng import shuffle
from engine.kernels.jit import inlined, lean_kernel, subkernel
from engine.kernels.razz.draws import DECK, RANKS, ChoiceWork, DealTable, draw_choices, new_choice_work
from engine.kernels.razz.low import FULL_HOUSE, NO_LOW, TWO_PAIR, UNPAIRED_HANDS, LowTables, low_value

TURN, SHARED = 0, 1
"""Indices in ``CircleWork.counters``."""


class CircleWork(NamedTuple):
    """Work space of :func:`deal_next`, and the trial that it deals.

    By active seat, int64[seats]: ``seen`` and ``twice``, masks of the known and chosen ranks (at least once, at least
    twice); the final ``values``; ``rank_masks``, the final masks of ranks. ``choices``: work space, with the deck that
    the choices leave. ``circle`` int64[cards]: shuffled positions in that deck; ``line`` uint8[2 * cards]: the ranks
    along the circle, twice around; ``deck`` uint8[52] and ``vacant`` int64[52]: work space. ``counters`` int64[2]: by
    how many cards the circle is turned, and how many more trials share the choices; ``weight`` float64[1]: of these
    trials.
    """

    choices: ChoiceWork
    seen: I64
    twice: I64
    values: I64
    rank_masks: I64
    circle: I64
    line: U8
    deck: U8
    vacant: I64
    counters: I64
    weight: F64


def new_circle_work(table: DealTable) -> CircleWork:
    """Return work space to deal ``table``, starting with a new circle; one thread can use it at a time."""
    cards, seats, i = len(table.marks), len(table.free), np.int64
    return CircleWork(
        new_choice_work(table), table.seen.copy(), table.twice.copy(), np.zeros(seats, i), np.zeros(seats, i),
        np.arange(cards), np.zeros(2 * cards, np.uint8), np.zeros(DECK, np.uint8), np.zeros(DECK, i),
        np.zeros(2, i), np.ones(1),
    )  # fmt: skip


def trials_together(table: DealTable) -> int:
    """Return the number of trials in a turn of the circle, which are not independent of each other."""
    return max(len(table.marks), 1)


@inlined
def fill_deck(homes: I64, left: I64, vacant: I64, deck: U8) -> None:
    """Arrange the cards left by the choices in the ``deck`` uint8[52].

    ``left`` int64[13]: how many cards of each rank there are; ``homes`` int64[13]: how many positions each rank owns.
    These are the same for all choices, so a position keeps its rank as far as possible; surplus cards of a rank fill
    the positions that other ranks leave vacant. ``vacant`` int64[52]: work space.
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


@subkernel
def lay_out_deck(table: DealTable, work: CircleWork, state: U64) -> None:
    """Draw choices and lay out the deck that they leave; shuffle the circle first if a new turn begins.

    ``state`` uint64[4]: the generator.
    """
    circle, line, deck, left = work.circle, work.line, work.deck, work.choices.left
    if work.counters[TURN] == 0:
        shuffle(circle, state)
    work.weight[0] = draw_choices(table, state, work.choices, work.seen, work.twice)
    if work.weight[0] == 0.0:
        return
    size = circle.shape[0]
    fill_deck(table.homes, left, work.vacant, deck)
    for i in range(size):
        line[i] = deck[circle[i]]
    for i in range(size):
        line[size + i] = line[i]


@inlined
def turn_circle(table: DealTable, work: CircleWork, state: U64) -> int:
    """Turn the circle by one card for the next trial; return its start on the line.

    ``state`` uint64[4]: the generator.
    """
    counters = work.counters
    # Choices are drawn anew, and the deck laid out for them, after ``each`` trials.
    if counters[SHARED] == 0:
        lay_out_deck(table, work, state)
        counters[SHARED] = table.each
    turn = counters[TURN]
    counters[TURN] += 1
    counters[SHARED] -= 1
    if counters[TURN] >= work.circle.shape[0]:
        counters[TURN], counters[SHARED] = 0, 0
    return int(turn)


@inlined
def deal_next(table: DealTable, work: CircleWork, state: U64, tables: LowTables) -> tuple[float, int]:
    """Deal one trial into ``work``; return its weight (0: it could not be dealt) and its start on the line.

    The rank of card k, the common one first and then seat by seat, is ``line[first + marks[k]]``. ``state`` uint64[4]:
    the generator.
    """
    first = turn_circle(table, work, state)
    if work.weight[0] == 0.0:
        return 0.0, first
    line, marks, at, common = work.line, table.marks, 0, 0
    if table.shared:
        common = 1 << int(line[first + marks[0]])
        at = 1
    for seat in range(table.free.shape[0]):
        mask, pair = work.seen[seat], work.twice[seat]
        pair |= mask & common
        mask |= common
        for k in range(at, at + table.free[seat]):
            card = 1 << int(line[first + marks[k]])
            pair |= mask & card
            mask |= card
        at += table.free[seat]
        work.rank_masks[seat] = mask
        work.values[seat] = low_value(mask, pair, tables.unpaired, tables.paired)
    return work.weight[0], first


@inlined
def final_number(value: int) -> int:
    """Return the number of a final hand (``engine.equity.razz.lows.FINALS``): an exact low, or the kind of a paired
    hand."""
    if value < UNPAIRED_HANDS:
        return value
    return UNPAIRED_HANDS + int(value >= TWO_PAIR) + int(value >= FULL_HOUSE)


class DealSums(NamedTuple):
    """The sums over all trials. The weight of a trial is 1, unless blocks of seats draw their choices in turn.

    ``shares`` float64[seats, seats]: wins of a seat as one of k + 1 winners; ``squares``: the same with squared
    weights; ``classes`` float64[seats, 10]. Over turns of the circle, with y the share of a seat in the pots of a turn,
    c its control variate and m the weight of the turn's trials: ``moments`` float64[6, seats], the sums of c, yy, cc,
    yc, ym, cm; ``turns`` float64[2]: the number of turns and the sum of mm. ``totals`` float64[2]: the sums of all
    weights and of their squares.
    """

    shares: F64
    squares: F64
    classes: F64
    moments: F64
    turns: F64
    totals: F64


class TurnWork(NamedTuple):
    """The current turn (0 before it): ``pots`` and ``control`` float64[seats], and the ``weight`` float64[1]."""

    pots: F64
    control: F64
    weight: F64


@inlined
def add_razz_trial(weight: float, work: CircleWork, tables: LowTables, sums: DealSums, turn: TurnWork) -> None:
    """Add the showdown of a trial to the sums and to the current turn."""
    values, seats = work.values, work.values.shape[0]
    best, winners = NO_LOW, 0
    for seat in range(seats):
        sums.classes[seat, tables.classes[work.rank_masks[seat]]] += weight
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
    """Add the control variate of a trial to ``control`` float64[seats].

    ``values`` int64[seats]: the final values; ``controls`` float64[seats, FINALS, seats]: for each final hand of a
    seat, the addition to each seat's control variate.
    """
    for seat in range(values.shape[0]):
        number = final_number(values[seat])
        for other in range(values.shape[0]):
            control[other] += controls[seat, number, other]


@inlined
def add_turn(sums: DealSums, turn: TurnWork) -> None:
    """Add the products of a turn's sums to the moments, and clear the turn."""
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
def deal_razz_trials(
    trials: int,
    table: DealTable,
    work: CircleWork,
    state: U64,
    tables: LowTables,
    controls: F64,
    turn: TurnWork,
    sums: DealSums,
) -> None:
    """Deal ``trials`` times and add them up, turn by turn of the circle; the last turn can be incomplete.

    ``controls`` float64[seats, FINALS, seats] (length 0: none): see :func:`add_control`. ``state`` uint64[4]: the
    generator.
    """
    for trial in range(trials):
        weight, _ = deal_next(table, work, state, tables)
        if weight > 0.0:
            add_razz_trial(weight, work, tables, sums, turn)
            if controls.shape[0]:
                add_control(work.values, controls, turn.control)
        if work.counters[TURN] == 0 or trial == trials - 1:
            add_turn(sums, turn)


@lean_kernel
def record_trials(
    table: DealTable, work: CircleWork, state: U64, tables: LowTables, weights: F64, values: I64, dealt: U8, chosen: U8
) -> None:
    """Deal ``len(weights)`` times and record every deal.

    Output: ``weights`` float64[n]; ``values`` int64[n, seats]: the final values; ``dealt`` uint8[n, seats + 1, 13]: the
    free cards of each seat by rank, the common card in the last row; ``chosen`` uint8[n, 13]: the cards of all choices.
    ``dealt`` and ``chosen`` must be zero before. ``state`` uint64[4]: the generator.
    """
    seats, left, line, marks = len(table.free), work.choices.left, work.line, table.marks
    for trial in range(len(weights)):
        weight, first = deal_next(table, work, state, tables)
        weights[trial] = weight
        if weight == 0.0:
            continue
        at = 0
        if table.shared:
            dealt[trial, seats, line[first + marks[0]]] += 1
            at = 1
        for seat in range(seats):
            values[trial, seat] = work.values[seat]
            for _ in range(table.free[seat]):
                dealt[trial, seat, line[first + marks[at]]] += 1
                at += 1
        for rank in range(13):
            chosen[trial, rank] = table.live[rank] - left[rank]
