"""Showdowns of three hands before the flop by their classes: a shipped table.

The probabilities of all 13 orders, ties included, for each of the 818,805 multisets of three classes, over all disjoint
hands of the classes and all boards. They are counted exactly (``packaging/build_showdowns.py``) and rounded to 16 bits
so that they add up to 1: an error of at most 1.5e-5, 4.2e-6 in the root of the mean square. Triples of which no deck
has the cards are shared by all three.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb
from pathlib import Path
from typing import BinaryIO

import numpy as np

from engine.arrays import I16, I64, U16
from engine.kernels.holdem.high import COLUMN_MASK, RANK_KEYS, ROW_MASK, ROW_SHIFT
from engine.kernels.preflop.overcalls import WIDTH
from engine.kernels.preflop.showdowns import (
    KINDS,
    ORDERS,
    PATTERNS,
    RANK_PAIRS,
    RankTables,
    ShowdownScratch,
    count_showdowns,
)
from engine.kernels.tables import RANKS, high_tables, multisets
from engine.ranges.holdem_hands import CLASSES

TABLE_FILE = Path(__file__).parents[2] / "resources" / "tables" / "showdowns.npz"
ORDERS_OF_THREE = (
    (0, 1, 2), (0, 2, 1), (1, 0, 2), (2, 0, 1), (1, 2, 0), (2, 1, 0), (0, 0, 1), (0, 1, 0), (1, 0, 0), (0, 1, 1),
    (1, 0, 1), (1, 1, 0), (0, 0, 0),
)  # fmt: skip
"""The orders: the place of each of the three hands, the better the lower."""
SHOWDOWN_ERROR = 1.5e-5
"""The largest error of a probability of the table: it has 16 bits for each."""
UNIT = 65_535
"""The probability 1 in the file."""
BOARDS = comb(46, 5)
"""Boards of three hands."""
TRIPLES = 818_805


@cache
def showdown_table() -> U16:
    """Return the shipped table, uint16[818805, 16] in units of 1 / :data:`UNIT`: the orders, three columns of nothing
    (about 0.3 s on first use).

    Raises:
        OSError: the file is missing or cannot be read.
    """
    with np.load(TABLE_FILE) as arrays:
        orders = arrays["high"].astype(np.uint16) << 8 | arrays["low"]
    first = UNIT - orders.sum(axis=0, dtype=np.int64)
    return as_table(np.vstack([first, orders]).T)


def as_table(orders: I64 | U16) -> U16:
    """Return orders int64[triples, 13] as kernels want them, uint16[triples, 16]."""
    result = np.zeros((len(orders), WIDTH), np.uint16)
    result[:, :ORDERS] = orders
    result.setflags(write=False)
    return result


def write_table(counts: I64, deals: I64, file: BinaryIO) -> None:
    """Write the table of exact ``counts`` int64[818805, 13] and the ways to give suits ``deals`` int64[818805]: all
    orders but the first, which follows, their high bytes and their low ones (which compresses well)."""
    orders = np.ascontiguousarray(rounded(counts, deals)[:, 1:].T)
    np.savez_compressed(file, high=(orders >> 8).astype(np.uint8), low=(orders & 255).astype(np.uint8))


def rounded(counts: I64, deals: I64) -> U16:
    """Return the probabilities of orders in units of 1 / :data:`UNIT`, uint16[n, 13], which add up to 1: rounded down,
    but for those that lose most by it."""
    exact = counts * (UNIT / (np.maximum(deals, 1) * BOARDS))[:, None]
    result = np.floor(exact).astype(np.int64)
    missing = UNIT - result.sum(axis=1)
    lost = np.argsort(np.argsort(result - exact, axis=1, kind="stable"), axis=1)
    result += lost < missing[:, None]
    result[deals == 0] = 0
    result[deals == 0, -1] = UNIT
    return result.astype(np.uint16)


def triple_number(one: I64, two: I64, three: I64) -> I64:
    """Return the numbers of triples of classes in ascending order, int64[...] each."""
    return three * (three + 1) * (three + 2) // 6 + two * (two + 1) // 2 + one


def count_all() -> Iterator[tuple[I64, I64, I64]]:
    """Yield the results of :func:`count_ranks`, int64[n], int64[n, 13] and int64[n], for all triples of rank pairs."""
    for hands in combinations_with_replacement(range(RANK_PAIRS), 3):
        yield count_ranks(hands)


def count_ranks(hands: tuple[int, ...]) -> tuple[I64, I64, I64]:
    """Return the exact counts of all triples of classes with the ranks of three, which are pairs or suited: the numbers
    of the triples int64[n], their orders int64[n, 13] over all suits and boards, the ways to give them suits int64[n].
    """
    cards = np.array([class_[:2] for class_ in CLASSES[:RANK_PAIRS]], np.int8)
    classes, counts = np.zeros((KINDS, 3), np.int16), np.zeros((KINDS, ORDERS), np.int64)
    deals = np.zeros(KINDS, np.int64)
    rows = count_showdowns(np.array(sorted(hands)), cards, _ranks(), _new_scratch(), classes, counts, deals)
    return *_sorted(classes[:rows], counts[:rows]), deals[:rows]


def _sorted(classes: I16, counts: I64) -> tuple[I64, I64]:
    """Return the numbers of triples of classes in any order, and their counts for the ascending order."""
    result = np.empty_like(counts)
    order = np.argsort(classes, axis=1, kind="stable")
    for row, moved in enumerate(order.tolist()):
        result[row] = counts[row, [ORDERS_OF_THREE.index(_moved_back(places, moved)) for places in ORDERS_OF_THREE]]
    ascending = np.take_along_axis(classes, order, axis=1).astype(np.int64)
    return triple_number(*ascending.T), result


def _moved_back(places: tuple[int, ...], moved: list[int]) -> tuple[int, ...]:
    """Return the places of three hands that are ``places`` when the hands ``moved`` stand in this order."""
    result = [0, 0, 0]
    for at, hand in enumerate(moved):
        result[hand] = places[at]
    return tuple(result)


@cache
def _ranks() -> RankTables:
    boards, two, tables = multisets(5), multisets(2), high_tables()
    keys = np.array(RANK_KEYS, np.uint64)
    pairs = np.array([class_[:2] for class_ in CLASSES[: len(two)]])
    sums = keys[pairs].sum(axis=1)[:, None] + keys[boards].sum(axis=1)
    shift = tables.rows[sums & ROW_MASK].astype(np.uint64)
    values = tables.values[np.minimum(shift + (sums >> ROW_SHIFT & COLUMN_MASK), len(tables.values) - 1)]
    number = {tuple(board): at for at, board in enumerate(boards.tolist())}
    sets, starts = list[tuple[int, ...]](), [0]
    joined = np.zeros((2288, len(two)), np.int16)
    for count, others in ((3, two.tolist()), (4, [[rank] for rank in range(RANKS)]), (5, [[]])):
        for chosen in combinations(range(RANKS), count):
            joined[len(sets), : len(others)] = [number[tuple(sorted([*chosen, *other]))] for other in others]
            sets.append(chosen)
        starts.append(len(sets))
    masks = np.array([sum(1 << rank for rank in chosen) for chosen in sets])
    orders = np.zeros(27, np.int8)
    for at, places in enumerate(ORDERS_OF_THREE):
        first, second, third = (np.sign(places[b] - places[a]) + 1 for a, b in ((0, 1), (0, 2), (1, 2)))
        orders[9 * first + 3 * second + third] = at
    return RankTables(boards, two, masks, np.array(starts), joined, values, tables.flushes, orders)


def _new_scratch() -> ShowdownScratch:
    shapes = (len(ORDERS_OF_THREE),), (PATTERNS, ORDERS), (KINDS, PATTERNS), (KINDS,), (6,), (6,)
    order, ways = np.zeros(len(multisets(5)), np.int8), np.zeros(len(multisets(2)), np.int64)
    return ShowdownScratch(order, ways, *(np.zeros(shape, np.int64) for shape in shapes))
