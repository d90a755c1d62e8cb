"""Reading and writing range texts: ``python -m tests.bench.bench_ranges``.

The longest texts there are: 1,326 combos, each with a weight of its own, in every notation; milliseconds, the best and
the median of several. Texts are remembered (``holdem.parse_range``), so each is read anew here.
"""

import statistics
import time
from collections.abc import Callable

import numpy as np

from engine.ranges.holdem import HoldemRange, parse_range, write_range
from engine.ranges.notations import NOTATIONS
from engine.ranges.razz import describe

ROUNDS = 15


def milliseconds(work: Callable[[], object]) -> str:
    times = []
    for _ in range(ROUNDS):
        parse_range.cache_clear()
        started = time.perf_counter()
        work()
        times.append(1e3 * (time.perf_counter() - started))
    return f"{min(times):6.1f} {statistics.median(times):6.1f}"


def main() -> None:
    range_ = HoldemRange(np.random.default_rng(1).integers(1, 10_000, 1326) / 10_000)
    print("1,326 weighted combos        read (best, median)  written")
    for notation in NOTATIONS:
        text = write_range(range_, notation)
        read = milliseconds(lambda text=text: parse_range(text))
        written = milliseconds(lambda notation=notation: write_range(range_, notation))
        print(f"{notation:14} {len(text):6} signs {read:>20} {written:>20} ms")
    for text in ("22+,A2s+,K9s+,QTs+,JTs,A9o+,KTo+,QJo", "15%, !AA", "AA, " * 5000):
        print(f"{text[:40]:40} {milliseconds(lambda text=text: parse_range(text))} ms")
    for text in ("(7-7-7)", "(9-9-9-9-)"):
        print(f"razz {text:35} {milliseconds(lambda text=text: describe(text))} ms")


if __name__ == "__main__":
    main()
