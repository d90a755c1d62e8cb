"""The shipped table of all-in showdowns of three hands before the flop, by their classes.

It has the probabilities of all 13 orders of three hands, ties included, for each of the 818,805 multisets of three
classes, over all disjoint hands of the classes and all boards. They are counted exactly
(``packaging/build_showdowns.py``) and rounded to 16 bits so that they add up to 1, with an error of at most 1.5e-5
(root mean square 4.2e-6). Three classes that no deck can deal together share the pot.
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
"""The orders: the rank of each of the three hands, 0 for the best."""
SHOWDOWN_ERROR = 1.5e-5
"""The largest error of a probability in the table, which comes from its 16 bits."""
UNIT = 65_535
"""The probability 1 in the file."""
BOARDS = comb(46, 5)
"""The number of boards when three hands are known."""
TRIPLES = 818_805


@cache
def showdown_table() -> U16:
    """Return the shipped table, uint16[818805, 16] in units of 1 / :data:`UNIT`: 13 orders and three empty columns.

    The first call takes about 0.3 s.

    Raises:
        OSError: the file is missing or cannot be read.
    """
    with np.load(TABLE_FILE) as arrays:
        orders = arrays["high"].astype(np.uint16) << 8 | arrays["low"]
    first = UNIT - orders.sum(axis=0, dtype=np.int64)
    return as_table(np.vstack([first, orders]).T)


def as_table(orders: I64 | U16) -> U16:
    """Return orders int64[triples, 13] in the form of the kernels, uint16[triples, 16]."""
    result = np.zeros((len(orders), WIDTH), np.uint16)
    result[:, :ORDERS] = orders
    result.setflags(write=False)
    return result


def write_table(counts: I64, deals: I64, file: BinaryIO) -> None:
    """Write the table from exact ``counts`` int64[818805, 13] and the numbers of ``deals`` int64[818805].

    The first order is left out, because it follows from the others. High and low bytes are stored separately, which
    compresses better.
    """
    orders = np.ascontiguousarray(rounded(counts, deals)[:, 1:].T)
    np.savez_compressed(file, high=(orders >> 8).astype(np.uint8), low=(orders & 255).astype(np.uint8))


def rounded(counts: I64, deals: I64) -> U16:
    """Return the probabilities of orders in units of 1 / :data:`UNIT`, uint16[n, 13].

    They are rounded down, except for those that lose most by it, which are rounded up so that each row adds up to 1.
    """
    exact = counts * (UNIT / (np.maximum(deals, 1) * BOARDS))[:, None]
    result = np.floor(exact).astype(np.int64)
    # The largest remainders are rounded up, as many as are missing to UNIT.
    missing = UNIT - result.sum(axis=1)
    lost = np.argsort(np.argsort(result - exact, axis=1, kind="stable"), axis=1)
    result += lost < missing[:, None]
    result[deals == 0] = 0
    result[deals == 0, -1] = UNIT
    return result.astype(np.uint16)


def triple_number(one: I64, two: I64, three: I64) -> I64:
    """Return the indices in the table of triples of classes, which are in ascending order, int64[...] each."""
    return three * (three + 1) * (three + 2) // 6 + two * (two + 1) // 2 + one


def count_all() -> Iterator[tuple[I64, I64, I64]]:
    """Yield what :func:`count_ranks` returns, int64[n], int64[n, 13] and int64[n], for all triples of rank pairs."""
    for hands in combinations_with_replacement(range(RANK_PAIRS), 3):
        yield count_ranks(hands)


def count_ranks(hands: tuple[int, ...]) -> tuple[I64, I64, I64]:
    """Return the exact counts of all triples of classes with the ranks of three ``hands``.

    ``hands`` are numbers of rank pairs. The result is: the indices of the triples in the table, int64[n]; the counts of
    their orders over all suits and boards, int64[n, 13]; and the number of ways to give them suits, int64[n].
    """
    cards = np.array([class_[:2] for class_ in CLASSES[:RANK_PAIRS]], np.int8)
    classes, counts = np.zeros((KINDS, 3), np.int16), np.zeros((KINDS, ORDERS), np.int64)
    deals = np.zeros(KINDS, np.int64)
    rows = count_showdowns(np.array(sorted(hands)), cards, _ranks(), _new_scratch(), classes, counts, deals)
    return *_sorted(classes[:rows], counts[:rows]), deals[:rows]


def _sorted(classes: I16, counts: I64) -> tuple[I64, I64]:
    """Return the indices of triples of classes in any order, and their counts as if they were in ascending order."""
    result = np.empty_like(counts)
    order = np.argsort(classes, axis=1, kind="stable")
    for row, moved in enumerate(order.tolist()):
        result[row] = counts[row, [ORDERS_OF_THREE.index(_moved_back(places, moved)) for places in ORDERS_OF_THREE]]
    ascending = np.take_along_axis(classes, order, axis=1).astype(np.int64)
    return triple_number(*ascending.T), result


def _moved_back(places: tuple[int, ...], moved: list[int]) -> tuple[int, ...]:
    """Return the ranks of three hands which, in the order ``moved``, have the ranks ``places``."""
    result = [0, 0, 0]
    for at, hand in enumerate(moved):
        result[hand] = places[at]
    return tuple(result)


@cache
def _ranks() -> RankTables:
    """Return the tables of ranks, boards and values that the counts of all triples share; they are made once."""
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
