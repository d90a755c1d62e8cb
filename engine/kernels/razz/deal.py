"""Tallies of razz deals: shares of the pot with their control variates, or every deal in full."""

import numpy as np
from numpy.typing import NDArray

from engine.kernels._jit import inlined, lean_kernel
from engine.kernels.razz.draws import Scratch, Table, deal_one
from engine.kernels.razz.low import FULL_HOUSE, NO_LOW, TWO_PAIR, UNPAIRED_HANDS, LowTables


@inlined
def final_number(value: int) -> int:
    """Return the number of a final hand (``razz.finals.FINALS``): an exact low or the kind of a paired hand."""
    if value < UNPAIRED_HANDS:
        return value
    return UNPAIRED_HANDS + int(value >= TWO_PAIR) + int(value >= FULL_HOUSE)


@inlined
def deal_next(
    first: bool, cards: int, table: Table, room: Scratch, state: NDArray[np.uint64], tables: LowTables
) -> tuple[float, int]:
    """Deal once into ``room``; return the weight and the size of the deck: see :func:`.draws.deal_one`.

    ``state`` uint64[4]: the generator.
    """
    left, drawn, seen, twice, values, ratios, sums, deck, held = room
    return deal_one(
        first, cards, table, state, left, drawn, seen, twice, values, ratios, sums, deck, held, tables.unpaired,
        tables.paired,
    )  # fmt: skip


@lean_kernel
def deal_trials(
    trials: int,
    table: Table,
    room: Scratch,
    state: NDArray[np.uint64],
    tables: LowTables,
    controls: NDArray[np.float64],
    control: NDArray[np.float64],
    shares: NDArray[np.float64],
    squares: NDArray[np.float64],
    classes: NDArray[np.float64],
    control_sums: NDArray[np.float64],
    totals: NDArray[np.float64],
) -> None:
    """Deal ``trials`` times and add the weights (1 each, unless blocks draw in turn) to the tallies.

    ``shares`` float64[seats, seats]: wins of a seat as one of k + 1; ``squares`` likewise, squared weights;
    ``classes`` float64[seats, 10]; ``totals`` float64[2]: all weights, all squared weights. ``state`` uint64[4]: the
    generator. ``controls`` float64[seats, FINALS, seats] (or of length 0: none): what the final hand of a seat adds to
    the ``control`` float64[seats] of each seat; ``control_sums`` float64[3, seats] are the sums of the controls, of
    their squares and of their products with the share of the pot.
    """
    seats, cards = len(table.free), 0
    values, held = room.values, room.held
    for trial in range(trials):
        weight, cards = deal_next(trial == 0, cards, table, room, state, tables)
        if weight == 0.0:
            continue
        best, winners = NO_LOW, 0
        for seat in range(seats):
            classes[seat, tables.classes[held[seat]]] += weight
            if values[seat] < best:
                best, winners = values[seat], 1
            elif values[seat] == best:
                winners += 1
        for seat in range(seats):
            if values[seat] == best:
                shares[seat, winners - 1] += weight
                squares[seat, winners - 1] += weight * weight
        totals[0] += weight
        totals[1] += weight * weight
        if len(controls):
            control[:] = 0.0
            for seat in range(seats):
                number = final_number(values[seat])
                for other in range(seats):
                    control[other] += controls[seat, number, other]
            for seat in range(seats):
                control_sums[0, seat] += control[seat]
                control_sums[1, seat] += control[seat] * control[seat]
                if values[seat] == best:
                    control_sums[2, seat] += control[seat] / winners


@lean_kernel
def record_trials(
    table: Table,
    room: Scratch,
    state: NDArray[np.uint64],
    tables: LowTables,
    weights: NDArray[np.float64],
    values: NDArray[np.int64],
    dealt: NDArray[np.uint8],
    chosen: NDArray[np.uint8],
) -> None:
    """Deal ``len(weights)`` times and keep every deal: its weight, float64[n], and the final ``values`` int64[n,
    seats].

    ``dealt`` uint8[n, seats + 1, 13] are the free cards of each seat by rank, the common card last; ``chosen`` uint8[n,
    13] the cards of all choices. All have to be zero before. ``state`` uint64[4]: the generator.
    """
    seats, cards = len(table.free), 0
    left, deck = room.left, room.deck
    for trial in range(len(weights)):
        weight, cards = deal_next(trial == 0, cards, table, room, state, tables)
        weights[trial] = weight
        if weight == 0.0:
            continue
        at = 0
        if table.shared:
            dealt[trial, seats, deck[0]] += 1
            at = 1
        for seat in range(seats):
            values[trial, seat] = room.values[seat]
            for _ in range(table.free[seat]):
                dealt[trial, seat, deck[at]] += 1
                at += 1
        for rank in range(13):
            chosen[trial, rank] = table.live[rank] - left[rank]
