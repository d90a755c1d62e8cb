"""The strength of all hands on all flops, as a shipped table: ``resources/tables/flops.npz``.

Flops that differ in suits only share a row. ``packaging/build_flops.py`` computes the table in two minutes.
"""

from functools import cache
from itertools import combinations, permutations
from pathlib import Path
from typing import BinaryIO, NamedTuple

import numpy as np

from engine.arrays import I16, I64, U16
from engine.cards import COMBOS, DECK_SIZE

FILE = Path(__file__).parents[2] / "resources" / "tables" / "flops.npz"
SCALE = 2000
"""The table has equities in steps of 1 / SCALE."""


class FlopTable(NamedTuple):
    """The equity of each hand on each flop against one random hand.

    The 22,100 flops have only 1,755 rows, because flops that differ only in suits share one. A flop with the cards
    h > m > l has the index h (h - 1) (h - 2) / 6 + m (m - 1) / 2 + l. ``rows`` int16[22100]: its row; ``turned``
    int16[22100]: the index of the suit permutation that turns it into the flop of that row. ``combos`` int16[24, 1326]:
    the index of each combo after each permutation. ``equities`` uint16[1755, 1326]: the equities times ``SCALE``.
    """

    rows: I16
    turned: I16
    combos: I16
    equities: U16


def flop_symmetries() -> tuple[I64, I16, I16, I16]:
    """Return the flops of the rows, int64[1755, 3], and ``rows``, ``turned`` and ``combos`` of :class:`FlopTable`."""
    # Sorted by the highest card first, combinations come in the order of the flops' numbers.
    flops = np.array(sorted(combinations(range(DECK_SIZE), 3), key=lambda flop: flop[::-1]), np.int64)
    suits = np.array(list(permutations(range(4))), np.int64)
    cards = np.arange(DECK_SIZE)
    turns = cards & ~3 | suits[:, cards & 3]  # [permutation, card]: the card after the permutation
    codes = np.array([np.sort(turn[flops], axis=1) @ (DECK_SIZE**2, DECK_SIZE, 1) for turn in turns])
    first, rows = np.unique(codes.min(axis=0), return_inverse=True)
    of_rows = np.stack([first // DECK_SIZE**2, first // DECK_SIZE % DECK_SIZE, first % DECK_SIZE], axis=1)
    numbers = np.zeros((DECK_SIZE, DECK_SIZE), np.int64)
    numbers[COMBOS[:, 0], COMBOS[:, 1]] = numbers[COMBOS[:, 1], COMBOS[:, 0]] = np.arange(len(COMBOS))
    combos = np.array([numbers[turn[COMBOS[:, 0]], turn[COMBOS[:, 1]]] for turn in turns])
    return of_rows, rows.astype(np.int16), codes.argmin(axis=0).astype(np.int16), combos.astype(np.int16)


@cache
def flop_table() -> FlopTable:
    """Return the shipped table, read-only (a fifth of a second at the first call).

    Raises:
        OSError: the file is missing or cannot be read.
    """
    with np.load(FILE) as arrays:
        high, low = arrays["high"], arrays["low"]
    _, rows, turned, combos = flop_symmetries()
    table = FlopTable(rows, turned, combos, high.astype(np.uint16) << 8 | low)
    for array in table:
        array.setflags(write=False)
    return table


def write_flop_equities(equities: U16, file: BinaryIO) -> None:
    """Write ``equities`` uint16[1755, 1326] to ``file``, high and low bytes apart, which compresses better."""
    high, low = (equities >> 8).astype(np.uint8), (equities & 255).astype(np.uint8)
    np.savez_compressed(file, high=high, low=low)
