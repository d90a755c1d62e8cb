"""Build the order of starting hands in razz that is shipped: ``python -m engine.equity.razz.build_orders``.

Writes ``resources/orders/razz.json``: the exact equity of each of the 455 sets of three ranks against one and against
two random hands. It takes about a minute. The numbers are exact but for the rounding of sums of floats (relative
1e-13).
"""

import json
import sys

from engine.equity.razz.race import RaceJob
from engine.equity.razz.setup import prepare_razz
from engine.ranges.razz_shares import COMMAND, FILE, VERSION, order_rows, set_text
from engine.scenario import Scenario, Seat

DIGITS = 12
OPPONENTS = 1, 2


def build_razz_orders() -> None:
    """Compute all sets and write the file."""
    FILE.write_text(
        razz_order_text({set_text(ranks): set_equities(set_text(ranks)) for ranks in order_rows()}), encoding="utf-8"
    )
    sys.stdout.write(f"{FILE}\n")


def set_equities(cards: str) -> list[float]:
    """Return the equity of three cards against one and against two random hands."""
    return [_equity(cards, opponents) for opponents in OPPONENTS]


def _equity(cards: str, opponents: int) -> float:
    """Return the exact equity of three cards against random hands, rounded."""
    seats = (Seat("Hero", cards), *(Seat(f"Seat {i + 2}", "x") for i in range(opponents)))
    job = RaceJob(prepare_razz(Scenario("razz", seats)))
    tally = job.compute(0)
    for chunk in range(1, job.chunks):
        tally = tally + job.compute(chunk)
    return round(float(job.estimates(tally)[0].equity), DIGITS)


def razz_order_text(equities_of: dict[str, list[float]]) -> str:
    """Return the JSON text of the order, sorted by the equity against one random hand, the best set first."""
    rows = sorted(equities_of.items(), key=lambda row: -row[1][0])
    value = {
        "steelwheel_razz_order": VERSION,
        "note": f"Exact equity on third street against one and two random hands. Rebuilt by {COMMAND}.",
    }
    lines = ",\n".join(f"  {json.dumps(name)}: {json.dumps(values)}" for name, values in rows)
    return json.dumps(value, indent=1).removesuffix("\n}") + ',\n "equities": {\n' + lines + "\n }\n}\n"


if __name__ == "__main__":
    build_razz_orders()
