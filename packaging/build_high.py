"""Rebuild resources/tables/high.npz, the tables of the high-hand evaluator: ``python packaging/build_high.py``.

The file is compared with what is there and written only if any number differs, so that a rebuild is also a check.
"""

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from engine.kernels.holdem.high import HighTables
from engine.kernels.tables import HIGH_FILE, compute_high_tables, high_tables, write_high_tables


def _same(one: HighTables, other: HighTables) -> bool:
    return all(np.array_equal(np.asarray(a), np.asarray(b)) for a, b in zip(one, other, strict=True))


def main() -> None:
    """Compute the tables, then compare or write them."""
    tables = compute_high_tables()
    if HIGH_FILE.exists() and _same(high_tables(), tables):
        print(f"{HIGH_FILE} holds the same numbers")
        return
    with HIGH_FILE.open("wb") as file:
        write_high_tables(tables, file)
    print(f"{HIGH_FILE} written, {HIGH_FILE.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
