"""Rebuild resources/tables/showdowns.npz, three hands by their classes: ``python packaging/build_showdowns.py``.

Ten to fifteen minutes of one core. The file is compared with what is there and written only if any number differs, so
that a rebuild is also a check.
"""

import sys
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from engine.kernels.preflop.showdowns import ORDERS
from engine.preflop.showdowns import BOARDS, TABLE_FILE, TRIPLES, UNIT, count_all, rounded, showdown_table, write_table


def main() -> None:
    """Compute the table, then compare or write it."""
    started = time.perf_counter()
    counts, deals = np.zeros((TRIPLES, ORDERS), np.int64), np.zeros(TRIPLES, np.int64)
    for numbers, part, ways in count_all():
        counts[numbers], deals[numbers] = part, ways
    table = rounded(counts, deals)
    held = deals > 0
    errors = table[held] / UNIT - counts[held] / (deals[held, None] * BOARDS)
    print(f"{TRIPLES:,} triples in {time.perf_counter() - started:.0f} s")
    print(f"rounded by at most {np.abs(errors).max():.2g}, root of the mean square {np.sqrt((errors**2).mean()):.2g}")
    if TABLE_FILE.exists() and np.array_equal(showdown_table()[:, :ORDERS], table):
        print(f"{TABLE_FILE} holds the same numbers")
        return
    with TABLE_FILE.open("wb") as file:
        write_table(counts, deals, file)
    print(f"{TABLE_FILE} written, {TABLE_FILE.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
