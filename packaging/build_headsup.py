"""Rebuild resources/tables/headsup.npz, the table of all heads-up matchups: ``python packaging/build_headsup.py``.

The file is compared with what is there and written only if any number differs, so that a rebuild is also a check.
"""

import sys
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from engine.equity.holdem.headsup import TABLE_FILE, compute_headsup_table, headsup_table, write_headsup_table
from engine.kernels.holdem.headsup import Matchups


def _same(one: Matchups, other: Matchups) -> bool:
    return all(np.array_equal(np.asarray(a), np.asarray(b)) for a, b in zip(one, other, strict=True))


def main() -> None:
    """Compute the table, then compare or write it."""
    started = time.perf_counter()
    table = compute_headsup_table()
    print(f"{len(table.hands):,} matchups in {time.perf_counter() - started:.0f} s")
    if TABLE_FILE.exists() and _same(headsup_table(), table):
        print(f"{TABLE_FILE} holds the same numbers")
        return
    TABLE_FILE.parent.mkdir(parents=True, exist_ok=True)
    with TABLE_FILE.open("wb") as file:
        write_headsup_table(table, file)
    print(f"{TABLE_FILE} written, {TABLE_FILE.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
