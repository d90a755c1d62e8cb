"""The 13x13 matrix of hold'em hands: the combos of each cell, and painting as arithmetic on weights.

Rows and columns run from ace to deuce. Pairs are on the diagonal, suited hands above it (the row is the higher card),
offsuit hands below it (the column is the higher card). Weights are float64[1326] by ``combo_index``.
"""

from collections.abc import Iterable
from functools import cache

import numpy as np

from engine.arrays import F64, Bools, Places
from engine.cards import COMBO_MASKS, COMBOS, RANKS

SIZE = 13

MatrixCell = tuple[int, int]
"""Row and column of a cell."""
ComboWeights = F64
ALL_CELLS: tuple[MatrixCell, ...] = tuple((row, column) for row in range(SIZE) for column in range(SIZE))
TEN = 4
"""The row of the ten."""


def _cells(last_row: int, kinds: str) -> tuple[MatrixCell, ...]:
    return tuple(p for p in ALL_CELLS if max(p) <= last_row and kind_of(p) in kinds)


def kind_of(cell: MatrixCell) -> str:
    """Return ``p`` for a pair, ``s`` for a suited and ``o`` for an offsuit hand."""
    row, column = cell
    return "p" if row == column else "s" if column > row else "o"


def class_name(cell: MatrixCell) -> str:
    """Return the name of a cell: ``AA``, ``AKs``, ``AKo``."""
    high, low = sorted(cell)
    name = RANKS[12 - high] + RANKS[12 - low]
    return name if high == low else name + kind_of(cell)


CELL_BY_NAME: dict[str, MatrixCell] = {class_name(place): place for place in ALL_CELLS}
SETS: dict[str, tuple[MatrixCell, ...]] = {
    "all": ALL_CELLS,
    "pairs": _cells(12, "p"),
    "suited": _cells(12, "s"),
    "offsuit": _cells(12, "o"),
    "broadway": _cells(TEN, "pso"),
}
"""Cells that a button paints together. Broadway: both cards are ten or higher."""


@cache
def combo_owners() -> Places:
    """Return the cell of each combo as ``13 * row + column``, int64[1326]."""
    high, low = 12 - (COMBOS[:, 0].astype(np.intp) >> 2), 12 - (COMBOS[:, 1].astype(np.intp) >> 2)
    suited = (COMBOS[:, 0] & 3) == (COMBOS[:, 1] & 3)
    return np.asarray(np.where(suited, SIZE * high + low, SIZE * low + high))


@cache
def class_sizes() -> Places:
    """Return the number of combos of each cell, row by row, int64[169]."""
    return np.bincount(combo_owners(), minlength=SIZE * SIZE)


def class_sums(values: F64 | Bools) -> F64:
    """Return the sum of ``values`` [1326] over the combos of each cell, float64[169]."""
    return np.bincount(combo_owners(), values, SIZE * SIZE).astype(np.float64)


def class_weights(weights: ComboWeights) -> tuple[F64, Bools]:
    """Return the mean weight of each cell, float64[169], and whether the weights of its combos differ, bool[169]."""
    low, high = np.ones(SIZE * SIZE), np.zeros(SIZE * SIZE)
    np.minimum.at(low, combo_owners(), weights)
    np.maximum.at(high, combo_owners(), weights)
    mixed: Bools = low < high
    return np.where(mixed, class_sums(weights) / class_sizes(), high), mixed


@cache
def combos_at(cell: MatrixCell) -> tuple[int, ...]:
    """Return the combos of a cell in the suit order s, h, d, c of the higher card, then of the lower one."""
    result = (int(i) for i in np.flatnonzero(combo_owners() == SIZE * cell[0] + cell[1]))
    return tuple(sorted(result, key=lambda i: suits_of(i)))


def suits_of(combo: int) -> tuple[int, int]:
    """Return the suits of the higher and of the lower card of a combo; for a pair in the order s, h, d, c."""
    high, low = (int(c) for c in COMBOS[combo])
    suits = high & 3, low & 3
    return (suits[1], suits[0]) if high >> 2 == low >> 2 else suits


def blocked_combos(known: int) -> Bools:
    """Return which combos contain a card of the 52-bit mask ``known``, bool[1326]."""
    return np.asarray((COMBO_MASKS & np.uint64(known)) != 0)


def combos_in(cells: Iterable[MatrixCell]) -> Bools:
    """Return which combos are in one of ``cells``, bool[1326]."""
    return np.isin(combo_owners(), [SIZE * row + column for row, column in cells])


def painted(weights: ComboWeights, cells: Iterable[MatrixCell], value: float) -> ComboWeights:
    """Return ``weights`` with all combos of ``cells`` set to ``value``."""
    return np.where(combos_in(cells), value, weights)


def only(weights: ComboWeights, cells: Iterable[MatrixCell]) -> ComboWeights:
    """Return ``weights``, float64[1326], with 0 for all combos outside ``cells``."""
    return np.where(combos_in(cells), weights, 0.0)


def better(cell: MatrixCell) -> tuple[MatrixCell, ...]:
    """Return a cell and the ones that ``+`` adds to it: higher pairs, or kickers up to one below the top card."""
    row, column = cell
    if row == column:
        return tuple((rank, rank) for rank in range(row, -1, -1))
    if column > row:
        return tuple((row, kicker) for kicker in range(column, row, -1))
    return tuple((kicker, column) for kicker in range(row, column, -1))
