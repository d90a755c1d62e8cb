"""Showdowns of many trials together, seat by seat.

A *row* is a run of trials of the same shape. The hands of each seat and the boards are words of the evaluator (see
``high``) next to each other in memory, and every loop below runs along the row: the table look-ups of neighbouring
trials overlap in the processor, and all comparisons become vector instructions.
"""

from typing import NamedTuple

import numpy as np

from engine.arrays import I64, U8, U16, U64
from engine.kernels.holdem.high import CATEGORIES, CATEGORY_SHIFT, FLUSH_BITS, HighTables, flush_value, rank_value
from engine.kernels.jit import subkernel

BLOCKED = 65_535
"""The value of a hand on a board that has one of its cards: higher than any real value, and of no category."""

EIGHT_BITS = 224
"""Trials that can be counted in 8 bits: the largest multiple of 32 (one vector) below 256."""


class ShowdownRow(NamedTuple):
    """Work space for the showdowns of a row.

    ``values`` uint16[seats, width]: of the hands; ``best`` and ``sharers`` uint16[width]: the best value of each trial
    and how many seats have it; ``listed`` int64[width + 1]: trials selected for a second pass; ``category_of``
    uint8[width]: categories.
    """

    values: U16
    best: U16
    sharers: U16
    listed: I64
    category_of: U8


def new_showdown_row(seats: int, width: int, values: U16 | None = None) -> ShowdownRow:
    """Return work space for rows of up to ``width`` trials; ``values`` uint16[seats, width] is used if specified."""
    u = np.uint16
    return ShowdownRow(
        np.zeros((seats, width), u) if values is None else values,
        np.zeros(width, u),
        np.zeros(width, u),
        np.zeros(width + 1, np.int64),
        np.zeros(width, np.uint8),
    )


@subkernel
def evaluate_seat(
    width: int, keys: U64, suits: U64, board_keys: U64, board_suits: U64, tables: HighTables, values: U16, listed: I64
) -> None:
    """Evaluate one seat's hands on the boards of a row into ``values`` uint16[width].

    ``keys``, ``suits``, ``board_keys``, ``board_suits`` uint64[width]: the words of hands and boards; ``listed``
    int64[width + 1]: work space. Flushes are looked up in a second pass, which avoids most branch mispredictions.
    """
    flushes = 0
    for i in range(width):
        key = board_keys[i] + keys[i]
        values[i] = rank_value(key, tables)
        listed[flushes] = i
        flushes += (key & FLUSH_BITS) != 0
    for j in range(flushes):
        i = listed[j]
        values[i] = flush_value(board_keys[i] + keys[i], board_suits[i] | suits[i], tables)


@subkernel
def find_winners(width: int, row: ShowdownRow) -> None:
    """Fill ``row.best`` and ``row.sharers`` (how many seats have the best hand) from ``row.values``."""
    seats = row.values.shape[0]
    for i in range(width):
        row.best[i] = row.values[0, i]
        row.sharers[i] = 0
    for seat in range(1, seats):
        for i in range(width):
            row.best[i] = max(row.best[i], row.values[seat, i])
    for seat in range(seats):
        for i in range(width):
            row.sharers[i] += np.uint16(row.values[seat, i] == row.best[i])


@subkernel
def add_shares(width: int, row: ShowdownRow, shares: I64) -> None:
    """Add a row's showdowns to ``shares`` int64[seats, seats]: pots that a seat shares with that many others."""
    seats = row.values.shape[0]
    for seat in range(seats):
        # Pots won alone are by far the most frequent and are counted by vectors; ties follow one by one.
        alone = np.uint16(0)
        for i in range(width):
            alone = np.uint16(alone + np.uint16((row.values[seat, i] == row.best[i]) & (row.sharers[i] == 1)))
        shares[seat, 0] += np.int64(alone)
    ties = 0
    for i in range(width):
        row.listed[ties] = i
        ties += row.sharers[i] > 1
    for j in range(ties):
        i = row.listed[j]
        for seat in range(seats):
            shares[seat, row.sharers[i] - 1] += np.int64(row.values[seat, i] == row.best[i])


@subkernel
def add_categories(width: int, values: U16, category_of: U8, categories: I64) -> None:
    """Count the categories of ``values`` uint16[width] in ``categories`` int64[9]; ``BLOCKED`` has none.

    One pass per category, counted in 8 bits, so that one instruction compares 32 trials. ``category_of`` uint8[width]
    is work space.
    """
    for i in range(width):
        category_of[i] = np.uint8(values[i] >> CATEGORY_SHIFT)
    for first in range(0, width, EIGHT_BITS):
        block = category_of[first : min(first + EIGHT_BITS, width)]
        for category in range(CATEGORIES):
            searched, count = np.uint8(category), np.uint8(0)
            for i in range(block.shape[0]):
                count = np.uint8(count + np.uint8(block[i] == searched))
            categories[category] += np.int64(count)
