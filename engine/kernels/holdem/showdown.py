"""Showdowns of many trials at once, seat by seat.

A *row* is a run of trials of the same shape. What each seat holds and what lies on the board are words of the
evaluator (see ``high``) side by side in memory, so that every loop below goes along the row: the look-ups of
neighbouring trials overlap in the processor, and all comparisons are done with vector instructions.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.kernels._jit import part
from engine.kernels.holdem.high import CATEGORIES, CATEGORY_SHIFT, FLUSH_BITS, HighTables, flush_value, rank_value

FIELD_BITS = np.uint64(7)
FIELD = np.uint64(127)
FULL_FIELD = 127


class Row(NamedTuple):
    """Work space for the showdowns of a row: ``values`` int32[seats, width]; ``best``, ``sharers`` int32[width].

    ``listed`` int64[width + 1]: trials picked out for a second look.
    """

    values: NDArray[np.int32]
    best: NDArray[np.int32]
    sharers: NDArray[np.int32]
    listed: NDArray[np.int64]


def new_row(seats: int, width: int) -> Row:
    """Return work space for rows of up to ``width`` trials."""
    i = np.int32
    return Row(np.zeros((seats, width), i), np.zeros(width, i), np.zeros(width, i), np.zeros(width + 1, np.int64))


@part
def evaluate_seat(
    width: int,
    keys: NDArray[np.uint64],
    suits: NDArray[np.uint64],
    board_keys: NDArray[np.uint64],
    board_suits: NDArray[np.uint64],
    tables: HighTables,
    values: NDArray[np.int32],
    listed: NDArray[np.int64],
) -> None:
    """Evaluate one seat's hands on the boards of a row into ``values`` int32[width].

    Flushes are looked up afterwards, so that they surprise the processor less often.
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


@part
def find_winners(width: int, row: Row) -> None:
    """Fill ``row.best`` and ``row.sharers`` (how many hold the best hand) from ``row.values``."""
    seats = row.values.shape[0]
    for i in range(width):
        row.best[i] = row.values[0, i]
        row.sharers[i] = 0
    for seat in range(1, seats):
        for i in range(width):
            row.best[i] = max(row.best[i], row.values[seat, i])
    for seat in range(seats):
        for i in range(width):
            row.sharers[i] += np.int32(row.values[seat, i] == row.best[i])


@part
def add_shares(width: int, row: Row, shares: NDArray[np.int64]) -> None:
    """Add a row's showdowns to ``shares`` int64[seats, seats]: pots shared with that many others."""
    seats = row.values.shape[0]
    for seat in range(seats):
        alone = np.int32(0)
        for i in range(width):
            alone += np.int32((row.values[seat, i] == row.best[i]) & (row.sharers[i] == 1))
        shares[seat, 0] += alone
    ties = 0
    for i in range(width):
        row.listed[ties] = i
        ties += row.sharers[i] > 1
    for j in range(ties):
        i = row.listed[j]
        for seat in range(seats):
            shares[seat, row.sharers[i] - 1] += np.int64(row.values[seat, i] == row.best[i])


@part
def add_categories(width: int, values: NDArray[np.int32], categories: NDArray[np.int64]) -> None:
    """Count the categories of ``values`` int32[width] in ``categories`` int64[9].

    Nine counters of seven bits share one word, which is emptied before one of them can run over.
    """
    start = 0
    while start < width:
        end = min(start + FULL_FIELD, width)
        counters = np.uint64(0)
        for i in range(start, end):
            counters += np.uint64(1) << (FIELD_BITS * np.uint64(values[i] >> CATEGORY_SHIFT))
        for category in range(CATEGORIES):
            categories[category] += np.int64((counters >> (FIELD_BITS * np.uint64(category))) & FIELD)
        start = end
