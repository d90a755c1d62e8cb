"""Tables of the razz evaluator, built on first use, and hands put into words."""

from functools import cache

import numpy as np

from engine.arrays import I64, U16
from engine.cards import RAZZ_RANKS
from engine.kernels.razz.low import (
    FULL_HOUSE,
    HANDS,
    ONE_PAIR,
    RANKS,
    TWO_PAIR,
    LowTables,
    fill_paired,
    fill_unpaired,
    low_values,
)


@cache
def low_tables() -> LowTables:
    """Return the evaluator's tables, read only."""
    masks = 1 << RANKS
    tables = LowTables(np.zeros(masks, np.uint16), np.full((masks, 4), HANDS, np.uint16), np.zeros(masks, np.uint8))
    fill_unpaired(tables.unpaired, tables.classes)
    fill_paired(tables.paired)
    for table in tables:
        table.setflags(write=False)
    return tables


def evaluate(counts: I64) -> U16:
    """Return the values uint16[n], lower is better, of seven-card hands by their rank ``counts`` int64[n, 13]."""
    values = np.zeros(len(counts), np.uint16)
    tables = low_tables()
    low_values(counts, tables.unpaired, tables.paired, values)
    return values


def describe_low(value: int) -> tuple[str, str]:
    """Return the kind of a hand and its ranks as players name them: ``("one pair", "A 4 3 2")``, pairs
    first.
    """
    tables = low_tables()
    if value < ONE_PAIR:
        return "no pair", _signs(int(np.flatnonzero(tables.unpaired == value)[0]))
    found = np.argwhere(tables.paired == value)[0]
    mask, place = int(found[0]), int(found[1])
    ranks = [rank for rank in range(RANKS) if mask >> rank & 1]
    if value < TWO_PAIR:
        pair, kind = ranks[place], "one pair"
        first = [pair]
    elif value < FULL_HOUSE:
        low, high = ((0, 1), (0, 2), (1, 2))[place]
        first, kind = [ranks[high], ranks[low]], "two pair"
    else:
        first, kind = [ranks[0]], "full house"
    rest = sorted(set(ranks) - set(first), reverse=True)
    return kind, " ".join(RAZZ_RANKS[rank] for rank in first + rest)


def _signs(mask: int) -> str:
    return " ".join(RAZZ_RANKS[rank] for rank in reversed(range(RANKS)) if mask >> rank & 1)
