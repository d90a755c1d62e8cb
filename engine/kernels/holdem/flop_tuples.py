"""Given hole cards on given flops: every turn and river, hand by hand."""

import numpy as np

from engine.kernels._jit import inlined, lean_kernel
from engine.kernels.arrays import F64, I16, I64, U64
from engine.kernels.holdem.high import KEY_START, HighTables, hand_value


@inlined
def list_live(used: np.uint64, deck: I64, tables: HighTables, keys: U64, suits: U64) -> int:
    """List the words of the cards of ``deck`` that are not in ``used`` (bits); return how many.

    ``deck`` int64[n]: cards; ``keys``, ``suits`` uint64[n + 1]: room for their words.
    """
    live = 0
    for i in range(deck.shape[0]):
        card = deck[i]
        keys[live], suits[live] = tables.keys[card], tables.bits[card]
        live += (used & tables.bits[card]) == 0
    return live


@lean_kernel
def solve_flops(
    flops: I64,
    deck: I64,
    tuples: I16,
    weights: F64,
    combo_keys: U64,
    combo_suits: U64,
    tables: HighTables,
    live_keys: U64,
    live_suits: U64,
    values: I64,
    found: F64,
) -> None:
    """Fill ``found`` float64[flops, 1 + seats]: the weight of the deals on each of ``flops`` and the seats' pots.

    ``flops`` int64[flops, 3]: their cards; ``deck`` int64[n]: the live cards; ``tuples`` int16[tuples, hands]: combos
    of the active seats, then of folded hands, with ``weights`` float64[tuples]; ``combo_keys``, ``combo_suits``
    uint64[1326]: the words of the combos; ``live_keys``, ``live_suits`` uint64[53] and ``values`` int64[seats] are work
    space.
    """
    seats = values.shape[0]
    for f in range(flops.shape[0]):
        flop_key, flop_suits = KEY_START, np.uint64(0)
        for i in range(3):
            flop_key += tables.keys[flops[f, i]]
            flop_suits |= tables.bits[flops[f, i]]
        for row in range(tuples.shape[0]):
            held = np.uint64(0)
            for hand in range(tuples.shape[1]):
                held |= combo_suits[tuples[row, hand]]
            if held & flop_suits:
                continue
            live, weight = list_live(held | flop_suits, deck, tables, live_keys, live_suits), weights[row]
            for i in range(live):
                for j in range(i):
                    key = flop_key + live_keys[i] + live_keys[j]
                    suits = flop_suits | live_suits[i] | live_suits[j]
                    best, winners = np.int64(0), 0
                    for seat in range(seats):
                        combo = tuples[row, seat]
                        value = hand_value(key + combo_keys[combo], suits | combo_suits[combo], tables)
                        values[seat] = value
                        winners = 1 if value > best else winners + (value == best)
                        best = max(best, value)
                    for seat in range(seats):
                        if values[seat] == best:
                            found[f, 1 + seat] += weight / winners
            found[f, 0] += weight * (live * (live - 1) // 2)
