"""Figures of the razz engine: ``python -m tests.bench.bench_razz [runs]``.

Prints medians of warm runs through the public methods, chunks shared by two threads: the time of a whole
exact answer (texts read, plan, all chunks, number of deals); deals per second of sampled runs and their mean
gain over plain sampling; the time of each detail beyond that of the equities.
"""

import statistics
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from functools import reduce

import numpy as np

from engine.games import GAMES
from engine.razz.plan import razz_methods
from engine.razz.setup import prepare_razz
from engine.run import run
from engine.scenario import RunOptions, Scenario, Seat

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
    ("four seats, fifth street", ("A238K", "4567Q", "A359J", "2789T"), ""),
    ("five seats, sixth street", ("A238KQ", "4567QJ", "A359JT", "2789TK", "A6789K"), ""),
)

SAMPLED: tuple[tuple[str, tuple[str, ...], str], ...] = (
    ("6 x unknown", ("x",) * 6, ">= 6 M/s"),
    ("8 x unknown, common card", ("x",) * 8, ">= 5 M/s"),
    ("6 seats, one range", ("A23", "456", "789", "(8-8-)2", "xxT", "xxK"), ">= 6 M/s"),
    ("6 x (8-8-)", ("(8-8-)",) * 6, ""),
    ("8 x (8-8-8-)", ("(8-8-8-)",) * 8, ""),
)


DETAILED: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("A29 v 647", ("A29", "647")),
    ("(8-8-8) v (8-8-8)", ("(8-8-8)", "(8-8-8)")),
    ("A29 v (7-7-7) v x", ("A29", "(7-7-7)", "x")),
    ("6 seats, one range", ("A23", "456", "789", "(8-8-)2", "xxT", "xxK")),
)


def scenario(cards: tuple[str, ...], *detail: str) -> Scenario:
    """Return a razz scenario with these hands."""
    seats = tuple(Seat(f"Seat {i + 1}", text) for i, text in enumerate(cards))
    return Scenario("razz", seats, run=RunOptions(detail=detail))


def exact_seconds(cards: tuple[str, ...], pool: ThreadPoolExecutor) -> float:
    """Return the seconds from the texts to the numbers."""
    started = time.perf_counter()
    job = razz_methods(prepare_razz(scenario(cards))).exact
    assert job is not None
    job.estimates(reduce(np.add, pool.map(job.compute, range(job.chunks))))
    job.deals()
    return time.perf_counter() - started


def sampled_rate(cards: tuple[str, ...], pool: ThreadPoolExecutor, chunks: int = 8) -> tuple[float, float]:
    """Return deals per second of a few full chunks, and the mean gain of the seats."""
    job = razz_methods(prepare_razz(scenario(cards))).sampled()
    size = job.chunk_trials
    started = time.perf_counter()
    tally = reduce(np.add, pool.map(lambda chunk: job.compute(chunk, size), range(chunks)))
    estimates = job.estimates(tally, chunks * size)
    rate = chunks * size / (time.perf_counter() - started)
    return rate, statistics.mean(estimate.gain or 1.0 for estimate in estimates)


def detail_seconds(cards: tuple[str, ...], name: str) -> float:
    """Return the seconds of a detail, from the first snapshot with the equities on."""
    started = 0.0
    for snapshot in run(scenario(cards, name), workers=THREADS):
        if snapshot.stage and not started:
            started = time.perf_counter()
    return time.perf_counter() - started


def main() -> None:
    """Print all tables."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 7
    with ThreadPoolExecutor(THREADS) as pool:
        for name, cards, goal in EXACT:
            exact_seconds(cards, pool)
            median = statistics.median(exact_seconds(cards, pool) for _ in range(runs))
            print(f"{name:32} exact    {1e3 * median:10.1f} ms   {goal}")
        for name, cards, goal in SAMPLED:
            sampled_rate(cards, pool)
            found = [sampled_rate(cards, pool) for _ in range(runs)]
            median = statistics.median(rate for rate, _ in found)
            print(f"{name:32} sampled  {median / 1e6:10.2f} M/s  gain {found[0][1]:.2f}  {goal}")
    for name, cards in DETAILED:
        for detail in GAMES["razz"].details:
            seconds = min(detail_seconds(cards, detail) for _ in range(min(runs, 2)))
            print(f"{name:32} {detail:16} {1e3 * seconds:10.1f} ms")


if __name__ == "__main__":
    main()
