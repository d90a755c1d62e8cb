"""Look-up tables of the evaluator and of rank multisets: loaded or built on first use, then shared and read-only.

The evaluator's tables are shipped, because compiling the kernels that build them would take a large part of a new
user's first wait. ``packaging/build_high.py`` rebuilds them.
"""

from functools import cache
from itertools import combinations_with_replacement
from pathlib import Path
from typing import BinaryIO

import numpy as np

from engine.arrays import I8, I64, U16, U64
from engine.kernels.holdem.enumerate import NO_SLOT, RankDraws
from engine.kernels.holdem.high import (
    RANK_KEYS,
    ROW_BITS,
    TABLE_SIZE,
    HighTables,
    card_bits,
    card_keys,
    displace_rows,
    fill_flushes,
    hash_multisets,
)

HIGH_FILE = Path(__file__).parents[2] / "resources" / "tables" / "high.npz"
IN_FILE = ("rows", "values", "flushes")
RANKS = 13
MAX_OF_A_RANK = 4


@cache
def multisets(size: int) -> I8:
    """Return the multisets of ``size`` ranks, at most four of each, as int8[count, size] with ascending ranks.

    >>> multisets(2)[:3].tolist()
    [[0, 0], [0, 1], [0, 2]]
    >>> len(multisets(5)), len(multisets(7))
    (6175, 49205)
    """
    result = np.array(list(combinations_with_replacement(range(RANKS), size)), np.int8)
    if size > MAX_OF_A_RANK:
        result = result[(result[:, MAX_OF_A_RANK:] != result[:, :-MAX_OF_A_RANK]).all(axis=1)]
    result.setflags(write=False)
    return result


@cache
def high_tables() -> HighTables:
    """Return the shipped tables of the high-hand evaluator (a few milliseconds on first use).

    Raises:
        OSError: the file is missing or cannot be read.
    """
    with np.load(HIGH_FILE) as arrays:
        return _read_only(*(arrays[name] for name in IN_FILE))


def write_high_tables(tables: HighTables, file: BinaryIO) -> None:
    """Write the tables that cannot be computed in a moment to ``file``."""
    np.savez_compressed(file, **{name: getattr(tables, name) for name in IN_FILE})


def compute_high_tables() -> HighTables:
    """Compute the tables of the high-hand evaluator."""
    rank_keys = np.array(RANK_KEYS, dtype=np.uint64)
    parts = []
    for size in (5, 6, 7):
        sets = multisets(size)
        sums, values = np.zeros(len(sets), np.uint64), np.zeros(len(sets), np.uint16)
        hash_multisets(sets, rank_keys, sums, values, np.zeros(RANKS, np.int8))
        parts.append((sums, values))
    sums = np.concatenate([part[0] for part in parts])
    values = np.concatenate([part[1] for part in parts])
    rows, table = _displaced(sums, values)
    flushes = np.zeros(1 << RANKS, np.uint16)
    fill_flushes(flushes)
    return _read_only(rows, table, flushes)


def _read_only(rows: U16, values: U16, flushes: U16) -> HighTables:
    tables = HighTables(rows, values, flushes, card_keys(), card_bits())
    for array in tables:
        array.setflags(write=False)
    return tables


def _displaced(sums: U64, values: U16) -> tuple[U16, U16]:
    row_count = 1 << ROW_BITS
    row = (sums & np.uint64(row_count - 1)).astype(np.int64)
    by_row = np.argsort(row, kind="stable")
    sizes = np.bincount(row, minlength=row_count)
    starts = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    largest_first = np.argsort(-sizes, kind="stable").astype(np.int64)
    rows, table = np.zeros(row_count, np.uint16), np.zeros(TABLE_SIZE, np.uint16)
    if not displace_rows(sums[by_row], values[by_row], starts, largest_first, rows, table):
        raise RuntimeError("the evaluator table is too small for its rows")
    return rows, table


@cache
def draws() -> RankDraws:
    """Return the rank multisets and rank sets of up to five cards to come."""
    rank_keys = np.array(RANK_KEYS, dtype=np.uint64)
    lists = [multisets(size) for size in range(6)]
    keys = np.concatenate([rank_keys[ranks].sum(axis=1, dtype=np.uint64) for ranks in lists])
    slots = np.concatenate([_slots(ranks) for ranks in lists])
    masks = np.arange(1 << 13)
    ranks_in = masks[:, None] >> np.arange(13) & 1
    size = ranks_in.sum(axis=1)
    sets = np.argsort(size, kind="stable").astype(np.int16)[: int((size <= 5).sum())]
    set_keys = (ranks_in.astype(np.uint64) * rank_keys).sum(axis=1, dtype=np.uint64)
    counts = np.bincount(size)[:6]
    result = RankDraws(keys, slots, _starts([len(ranks) for ranks in lists]), sets, _starts(counts.tolist()), set_keys)
    for array in result:
        array.setflags(write=False)
    return result


def _slots(ranks: I8) -> I8:
    """Return the slots of multisets: 5 * rank + count at the end of each run of equal ranks, otherwise ``NO_SLOT``.

    ``ranks`` int8[n, size]; the result is int8[n, 5].
    """
    slots = np.full((len(ranks), 5), NO_SLOT, np.int8)
    for at in range(ranks.shape[1]):
        here = ranks[:, at]
        ends = np.ones(len(ranks), bool) if at + 1 == ranks.shape[1] else here != ranks[:, at + 1]
        count = (ranks == here[:, None]).sum(axis=1)
        slots[ends, at] = (5 * here + count)[ends]
    return slots


def _starts(sizes: list[int]) -> I64:
    return np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
