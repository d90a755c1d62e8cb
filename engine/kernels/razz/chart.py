"""Random razz deals in which two down cards of the first seat are left open: every pair of them is tried."""

from engine.kernels._jit import lean_kernel
from engine.kernels.arrays import F64, I64, U64
from engine.kernels.razz.circle import Scratch, deal_next
from engine.kernels.razz.draws import RANKS, Table
from engine.kernels.razz.low import NO_LOW, LowTables, low_value


@lean_kernel
def chart_trials(
    trials: int, table: Table, room: Scratch, state: U64, tables: LowTables, in_deck: I64, sums: F64
) -> None:
    """Deal ``trials`` times a table whose first seat lacks two cards, and add up what every pair would make of it.

    What a deal leaves in the deck says how many suited ways each pair has. ``sums`` float64[13, 13, 2], the lower rank
    first: those ways, and those ways times the share of the first seat. ``state`` uint64[4]: the generator;
    ``in_deck`` int64[13] is work space.
    """
    seats, cards, values, line = len(table.free), len(table.marks), room.values, room.line
    dealt = int(table.shared)
    for seat in range(seats):
        dealt += table.free[seat]
    for _ in range(trials):
        weight, first = deal_next(table, room, state, tables)
        if weight == 0.0:
            continue
        best, winners = NO_LOW, 1
        for seat in range(1, seats):
            if values[seat] < best:
                best, winners = values[seat], 2
            elif values[seat] == best:
                winners += 1
        in_deck[:] = 0
        for i in range(dealt, cards):
            in_deck[line[first + table.marks[i]]] += 1
        pair, mask = room.twice[0], room.seen[0]
        for i in range(int(table.shared) + table.free[0]):
            card = 1 << int(line[first + table.marks[i]])
            pair |= mask & card
            mask |= card
        for low in range(RANKS):
            if in_deck[low] == 0:
                continue
            one = 1 << low
            pair_now, mask_now = pair | (mask & one), mask | one
            for high in range(low, RANKS):
                ways = in_deck[low] * in_deck[high] if low != high else in_deck[low] * (in_deck[low] - 1) // 2
                if ways == 0:
                    continue
                other = 1 << high
                value = low_value(mask_now | other, pair_now | (mask_now & other), tables.unpaired, tables.paired)
                sums[low, high, 0] += weight * ways
                if value < best:
                    sums[low, high, 1] += weight * ways
                elif value == best:
                    sums[low, high, 1] += weight * ways / winners
