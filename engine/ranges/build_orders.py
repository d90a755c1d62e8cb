"""Builds the rankings of starting hands that are shipped: ``python -m engine.ranges.build_orders``.

Writes ``resources/orders/v1.json`` to ``v3.json``: the exact equity of each of the 169 classes against one, two and
three random hands (see ``engine.kernels.holdem.orders``). It takes a few minutes on two cores. The numbers are exact up
to the rounding of float sums (relative 1e-13) and do not depend on the number of threads.
"""

import json
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import accumulate
from math import comb
from operator import mul

import numpy as np

from engine.arrays import F64
from engine.cards import card
from engine.kernels.holdem.orders import BOARD, MAX_OPPONENTS, add_hero, new_matching_work, rank_boards
from engine.kernels.tables import draws, high_tables
from engine.ranges.holdem_hands import CLASSES, Class, class_text
from engine.ranges.orders import FOLDER, ORDER_VERSION

COMMAND = "python -m engine.ranges.build_orders"
DIGITS = 12
OPPONENTS = ("one random hand", "two random hands", "three random hands")


def build_holdem_orders() -> None:
    """Compute all classes and write the files."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor() as pool:
        shares = np.array(list(pool.map(equities, CLASSES)))
    for opponents in range(1, MAX_OPPONENTS + 1):
        path = FOLDER / f"v{opponents}.json"
        path.write_text(order_text(opponents, shares[:, opponents - 1]), encoding="utf-8")
        sys.stdout.write(f"{path}\n")


def equities(class_: Class) -> F64:
    """Return the exact equities of a class against one, two and three random hands, float64[3].

    One combo represents its class. Flushes are counted once for each kind of suit: suits of which hero holds the same
    ranks give the same sums, so one of them is computed and ``multiplicities`` says how many it represents, 0 for the
    others. A suited hand has its own suit and three without a card, a pair two and two, an offsuit hand one, one and
    two.
    """
    top, low, kind = class_
    first, second = card(top, 0), card(low, 0 if kind == "s" else 1)
    multiplicities = np.array([1, 3, 0, 0] if kind == "s" else [2, 0, 2, 0] if top == low else [1, 1, 2, 0], np.float64)
    sums = np.zeros(MAX_OPPONENTS)
    add_hero(first, second, multiplicities, rank_boards(draws()), high_tables(), new_matching_work(), sums)
    unseen = 52 - 2 - BOARD
    pots = comb(52 - 2, BOARD) * np.array(
        list(accumulate((comb(unseen - 2 * k, 2) for k in range(MAX_OPPONENTS)), mul))
    )
    return np.asarray(sums / pots)


def order_text(opponents: int, shares: F64) -> str:
    """Return the JSON text of a ranking, the best class first. ``shares`` float64[169]: the strength of each class."""
    strengths = {class_text(*CLASSES[i]): round(float(shares[i]), DIGITS) for i in np.argsort(-shares, kind="stable")}
    value = {
        "steelwheel_order": ORDER_VERSION,
        "name": f"v{opponents}",
        "title": f"equity against {OPPONENTS[opponents - 1]}",
        "note": f"Exact: all boards, all hands of the opponents. Rebuilt by {COMMAND}.",
        "strengths": strengths,
    }
    return json.dumps(value, indent=1) + "\n"


if __name__ == "__main__":
    build_holdem_orders()
