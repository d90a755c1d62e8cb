"""Random razz deals in which two down cards of the first seat are left open: every pair of them is tried."""

import numpy as np
from numpy.typing import NDArray

from engine.kernels._jit import lean_kernel
from engine.kernels.razz.draws import RANKS, Scratch, Table, deal_one
from engine.kernels.razz.low import NO_LOW, low_value


@lean_kernel
def chart_trials(
    trials: int,
    table: Table,
    room: Scratch,
    state: NDArray[np.uint64],
    unpaired: NDArray[np.uint16],
    paired: NDArray[np.uint16],
    rest: NDArray[np.int64],
    sums: NDArray[np.float64],
) -> None:
    """Deal ``trials`` times a table whose first seat lacks two cards, and add up what every pair would make of it.

    What a deal leaves in the deck says how many suited ways each pair has. ``sums`` float64[13, 13, 2], the lower rank
    first: those ways, and those ways times the share of the first seat. ``rest`` int64[13] is work space.
    """
    seats, cards = len(table.free), 0
    left, drawn, seen, twice, values, ratios, products, deck, held = room
    dealt = int(table.shared)
    for seat in range(seats):
        dealt += table.free[seat]
    for trial in range(trials):
        weight, cards = deal_one(
            trial == 0, cards, table, state, left, drawn, seen, twice, values, ratios, products, deck, held, unpaired,
            paired,
        )  # fmt: skip
        if weight == 0.0:
            continue
        best, winners = NO_LOW, 1
        for seat in range(1, seats):
            if values[seat] < best:
                best, winners = values[seat], 2
            elif values[seat] == best:
                winners += 1
        rest[:] = 0
        for i in range(dealt, cards):
            rest[deck[i]] += 1
        pair, mask = twice[0], seen[0]
        for i in range(int(table.shared) + table.free[0]):
            card = 1 << int(deck[i])
            pair |= mask & card
            mask |= card
        for low in range(RANKS):
            if rest[low] == 0:
                continue
            one = 1 << low
            pair_now, mask_now = pair | (mask & one), mask | one
            for high in range(low, RANKS):
                ways = rest[low] * rest[high] if low != high else rest[low] * (rest[low] - 1) // 2
                if ways == 0:
                    continue
                other = 1 << high
                value = low_value(mask_now | other, pair_now | (mask_now & other), unpaired, paired)
                sums[low, high, 0] += weight * ways
                if value < best:
                    sums[low, high, 1] += weight * ways
                elif value == best:
                    sums[low, high, 1] += weight * ways / winners
