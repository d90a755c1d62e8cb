"""Rebuild resources/tables/fourth.npz, strengths on fourth street of razz by door cards: ``python
packaging/build_fourth.py``.

The file is compared with what is there and written only if any number differs, so that a rebuild is also a check.
"""

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from engine.preflop.pays import FOURTH_FILE, FOURTH_SCALE, fourth_strengths, shipped_fourth_strengths
from engine.ranges.razz_products import RANK_COUNT


def main() -> None:
    """Compute the table, then compare or write it."""
    doors = range(RANK_COUNT)
    strengths = np.array([[fourth_strengths(door, other) for other in doors] for door in doors])
    equities = np.rint(strengths * FOURTH_SCALE).astype(np.uint16)
    if FOURTH_FILE.exists() and np.array_equal(shipped_fourth_strengths(), equities):
        print(f"{FOURTH_FILE} holds the same numbers")
        return
    np.savez_compressed(FOURTH_FILE, equities=equities)
    print(f"{FOURTH_FILE} written, {FOURTH_FILE.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
