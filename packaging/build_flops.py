"""Rebuild resources/tables/flops.npz, the strength of all hands on all flops: ``python packaging/build_flops.py``.

The file is compared with what is there and written only if any number differs, so that a rebuild is also a check.
"""

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from engine.cards import cards_text
from engine.players.flops import FILE, SCALE, flop_symmetries, flop_table, write_flop_equities
from engine.players.strength import holdem_strengths


def main() -> None:
    """Compute the table, then compare or write it."""
    flops = flop_symmetries()[0]
    strengths = np.array([holdem_strengths(cards_text(flop)) for flop in flops.tolist()])
    equities = np.rint(strengths * SCALE).astype(np.uint16)
    if FILE.exists() and np.array_equal(flop_table().equities, equities):
        print(f"{FILE} holds the same numbers")
        return
    with FILE.open("wb") as file:
        write_flop_equities(equities, file)
    print(f"{FILE} written, {FILE.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
