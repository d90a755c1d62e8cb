"""The 13x13 matrix of hold'em hands: which combos a cell holds, and painting as arithmetic on weights.

Rows and columns run from ace to deuce. Pairs lie on the diagonal, suited hands above it (the row is the higher card),
offsuit hands below (the column is the higher card). Weights are float64[1326] by ``combo_index``.
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
"""Row of the ten."""


def _places(rows: int, wanted: str) -> tuple[MatrixCell, ...]:
    return tuple(p for p in ALL_CELLS if max(p) <= rows and kind_of(p) in wanted)


def kind_of(place: MatrixCell) -> str:
    """Return ``p`` for a pair, ``s`` for suited, ``o`` for offsuit."""
    row, column = place
    return "p" if row == column else "s" if column > row else "o"


def class_name(place: MatrixCell) -> str:
    """Return the name of a cell, as in ``AA``, ``AKs``, ``AKo``."""
    high, low = sorted(place)
    name = RANKS[12 - high] + RANKS[12 - low]
    return name if high == low else name + kind_of(place)


CELL_BY_NAME: dict[str, MatrixCell] = {class_name(place): place for place in ALL_CELLS}
SETS: dict[str, tuple[MatrixCell, ...]] = {
    "all": ALL_CELLS,
    "pairs": _places(12, "p"),
    "suited": _places(12, "s"),
    "offsuit": _places(12, "o"),
    "broadway": _places(TEN, "pso"),
}
"""Cells that one button paints; broadway: both cards ten or higher."""


@cache
def combo_owners() -> Places:
    """Return for each combo its cell as ``13 * row + column``, int64[1326]."""
    high, low = 12 - (COMBOS[:, 0].astype(np.intp) >> 2), 12 - (COMBOS[:, 1].astype(np.intp) >> 2)
    suited = (COMBOS[:, 0] & 3) == (COMBOS[:, 1] & 3)
    owners: Places = np.where(suited, SIZE * high + low, SIZE * low + high)
    return owners


@cache
def class_sizes() -> Places:
    """Return the number of combos of each cell, row by row, int64[169]."""
    return np.bincount(combo_owners(), minlength=SIZE * SIZE)


def class_sums(values: F64 | Bools) -> F64:
    """Return the sum over the combos of each cell, float64[169], of ``values`` by combo, [1326]."""
    return np.bincount(combo_owners(), values, SIZE * SIZE).astype(np.float64)


def class_weights(weights: ComboWeights) -> tuple[F64, Bools]:
    """Return the mean weight of each cell, float64[169], and whether its combos weigh differently, bool[169]."""
    low, high = np.ones(SIZE * SIZE), np.zeros(SIZE * SIZE)
    np.minimum.at(low, combo_owners(), weights)
    np.maximum.at(high, combo_owners(), weights)
    mixed: Bools = low < high
    return np.where(mixed, class_sums(weights) / class_sizes(), high), mixed


@cache
def combos_at(place: MatrixCell) -> tuple[int, ...]:
    """Return the combos of a cell in the suit order s, h, d, c of the higher card, then of the lower one."""
    result = (int(i) for i in np.flatnonzero(combo_owners() == SIZE * place[0] + place[1]))
    return tuple(sorted(result, key=lambda i: suits_of(i)))


def suits_of(combo: int) -> tuple[int, int]:
    """Return the suits of a combo: of the higher card and of the lower one, of a pair in the suit order."""
    high, low = (int(c) for c in COMBOS[combo])
    suits = high & 3, low & 3
    return (suits[1], suits[0]) if high >> 2 == low >> 2 else suits


def blocked_combos(known: int) -> Bools:
    """Return which combos hold a card of the 52-bit mask ``known``, bool[1326]."""
    blocked: Bools = (COMBO_MASKS & np.uint64(known)) != 0
    return blocked


def combos_in(places: Iterable[MatrixCell]) -> Bools:
    """Return which combos the cells ``places`` hold, bool[1326]."""
    return np.isin(combo_owners(), [SIZE * row + column for row, column in places])


def painted(weights: ComboWeights, places: Iterable[MatrixCell], value: float) -> ComboWeights:
    """Return ``weights`` with all combos of the cells ``places`` at ``value``."""
    return np.where(combos_in(places), value, weights)


def only(weights: ComboWeights, places: Iterable[MatrixCell]) -> ComboWeights:
    """Return ``weights``, float64[1326], of the combos of the cells ``places``, 0 for all others."""
    return np.where(combos_in(places), weights, 0.0)


def better(place: MatrixCell) -> tuple[MatrixCell, ...]:
    """Return the cell and what ``+`` adds to it: higher pairs, or kickers up to one below the top card."""
    row, column = place
    if row == column:
        return tuple((rank, rank) for rank in range(row, -1, -1))
    if column > row:
        return tuple((row, kicker) for kicker in range(column, row, -1))
    return tuple((kicker, column) for kicker in range(row, column, -1))
