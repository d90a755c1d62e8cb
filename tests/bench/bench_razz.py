"""Figures of the razz engine: ``python -m tests.bench.bench_razz [runs]``.

Prints medians of warm runs through the public methods, chunks shared by two threads: the time of a whole
exact answer (texts read, plan, all chunks, number of deals), and deals per second of sampled runs.
"""

import statistics
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from functools import reduce

import numpy as np

from engine.razz.plan import razz_methods
from engine.razz.setup import prepare_razz
from engine.scenario import Scenario, Seat

THREADS = 2

EXACT: tuple[tuple[str, tuple[str, ...], str], ...] = (
    ("A29 v 647", ("A29", "647"), "<= 15 ms"),
    ("As2s3s v Ah2h4h", ("As2s3s", "Ah2h4h"), "<= 20 ms"),
    ("As2s3s4s v Ah2h4h5h", ("As2s3s4s", "Ah2h4h5h"), "<= 5 ms"),
    ("A29 v (7-7-7)", ("A29", "(7-7-7)"), ""),
    ("(8-8-8) v (8-8-8)", ("(8-8-8)", "(8-8-8)"), "<= 1 s"),
    ("x v x", ("x", "x"), ""),
    ("A23 v 456 v 789", ("A23", "456", "789"), "<= 10 s"),
    ("x v x v x", ("x", "x", "x"), ""),
    ("(8-8-8) v (7-7-7) v (6-6-6)", ("(8-8-8)", "(7-7-7)", "(6-6-6)"), ""),
    ("five seats, sixth street", ("A238KQ", "4567QJ", "A359JT", "2789TK", "A6789K"), ""),
)

SAMPLED: tuple[tuple[str, tuple[str, ...], str], ...] = (
    ("6 x unknown", ("x",) * 6, ">= 6 M/s"),
    ("8 x unknown, common card", ("x",) * 8, ">= 5 M/s"),
    ("6 seats, one range", ("A23", "456", "789", "(8-8-)2", "xxT", "xxK"), ">= 6 M/s"),
    ("6 x (8-8-)", ("(8-8-)",) * 6, ""),
    ("8 x (8-8-8-)", ("(8-8-8-)",) * 8, ""),
)


def scenario(cards: tuple[str, ...]) -> Scenario:
    """Return a razz scenario with these hands."""
    return Scenario("razz", tuple(Seat(f"Seat {i + 1}", text) for i, text in enumerate(cards)))


def exact_seconds(cards: tuple[str, ...], pool: ThreadPoolExecutor) -> float:
    """Return the seconds from the texts to the numbers."""
    started = time.perf_counter()
    job = razz_methods(prepare_razz(scenario(cards))).exact
    assert job is not None
    job.estimates(reduce(np.add, pool.map(job.compute, range(job.chunks))))
    job.deals()
    return time.perf_counter() - started


def sampled_rate(cards: tuple[str, ...], pool: ThreadPoolExecutor, chunks: int = 8) -> float:
    """Return deals per second of a few full chunks."""
    job = razz_methods(prepare_razz(scenario(cards))).sampled()
    size = job.chunk_trials
    started = time.perf_counter()
    job.estimates(reduce(np.add, pool.map(lambda chunk: job.compute(chunk, size), range(chunks))), chunks * size)
    return chunks * size / (time.perf_counter() - started)


def main() -> None:
    """Print both tables."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 7
    with ThreadPoolExecutor(THREADS) as pool:
        for name, cards, goal in EXACT:
            exact_seconds(cards, pool)
            median = statistics.median(exact_seconds(cards, pool) for _ in range(runs))
            print(f"{name:32} exact    {1e3 * median:10.1f} ms   {goal}")
        for name, cards, goal in SAMPLED:
            sampled_rate(cards, pool)
            median = statistics.median(sampled_rate(cards, pool) for _ in range(runs))
            print(f"{name:32} sampled  {median / 1e6:10.2f} M/s  {goal}")


if __name__ == "__main__":
    main()
