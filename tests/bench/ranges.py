"""Reading and writing range texts, the longest there are among them: 1,326 combos, each with a weight of its own.

Texts are remembered (``holdem.parse_range``), so each is read anew here.
"""

from collections.abc import Callable

import numpy as np

from engine.ranges.holdem import HoldemRange, parse_range, write_range
from engine.ranges.notations import NOTATIONS
from engine.ranges.razz import describe_razz
from tests.bench.figures import Figure, median_seconds

TEXTS = ("22+,A2s+,K9s+,QTs+,JTs,A9o+,KTo+,QJo", "15%, !AA", "AA, " * 5000)
RAZZ_TEXTS = ("(7-7-7)", "(9-9-9-9-)")
SHOWN = 30


def figures(runs: int) -> list[Figure]:
    """Return the times of reading and writing."""
    range_ = HoldemRange(np.random.default_rng(1).integers(1, 10_000, 1326) / 10_000)
    result = []
    for notation in NOTATIONS:
        text = write_range(range_, notation)
        work = f"1,326 weighted combos, {len(text)} signs"
        result.append(Figure(work, f"read {notation}", median_seconds(_anew(parse_range, text), runs)))
        written = median_seconds(lambda notation=notation: write_range(range_, notation), runs)
        result.append(Figure(work, f"write {notation}", written))
    result += [Figure(text[:SHOWN], "read", median_seconds(_anew(parse_range, text), runs)) for text in TEXTS]
    result += [Figure(text, "read razz", median_seconds(_anew(describe_razz, text), runs)) for text in RAZZ_TEXTS]
    return result


def _anew(read: Callable[[str], object], text: str) -> Callable[[], object]:
    def work() -> object:
        parse_range.cache_clear()
        return read(text)

    return work
