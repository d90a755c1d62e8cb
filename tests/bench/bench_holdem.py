"""Figures of the hold'em engine: ``python -m tests.bench.bench_holdem [runs]``.

Prints medians of warm runs through the public methods, chunks shared by two threads: the time of a whole
exact answer (texts read, plan, all chunks, number of deals), the deals per second of sampled runs, the time to a
standard error of 0.0001 at the rate and the error measured, and the gain: the variance of plain deals over that of ours
(for the seat with the largest error); the time of details. Beside them the same work by eval7 and phevaluator, where
those are installed.
"""

import random
import resource
import statistics
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import reduce
from importlib.util import find_spec

import numpy as np

from engine.cards import RANKS, SUITS, card_text
from engine.holdem.plan import holdem_methods
from engine.holdem.setup import prepare_holdem
from engine.kernels.high import evaluate_hands
from engine.plan import AUTO_BUDGET
from engine.run import solve
from engine.scenario import Method, RunOptions, Scenario, Seat
from engine.tables import high_tables

THREADS = 2
HANDS = 1_000_000
PEER_HANDS = 20_000
PEER_TRIALS = 100_000
GOAL_ERROR = 0.0001
WIDE = "22+,A2s+,K9s+,QTs+,JTs,A9o+,KTo+,QJo"
SIX = ("QQ+,AKs", "TT+,AQs+", "88+,AJs+", "22+,A2s+", "JTs,T9s,98s", WIDE)

EXACT: tuple[tuple[str, tuple[str, ...], str, str, str], ...] = (
    ("AhAd v KhKd", ("AhAd", "KhKd"), "", "", "<= 5 ms"),
    ("AA v KK", ("AA", "KK"), "", "", "<= 5 ms"),
    ("AhKs v random", ("AhKs", "random"), "", "", ""),
    ("random v random", ("random", "random"), "", "", ""),
    ("W v random", (WIDE, "random"), "", "", ""),
    ("W v random, Ah dead", (WIDE, "random"), "", "Ah", "<= 3 s"),
    ("W v random on 7h8h2c", (WIDE, "random"), "7h8h2c", "", "<= 10 ms"),
    ("random v random on 7h8h2c", ("random", "random"), "7h8h2c", "", "<= 15 ms"),
    ("random v random on 7h8h2c9s", ("random", "random"), "7h8h2c9s", "", "<= 3 ms"),
    ("AKs, QQ, JTs", ("AKs", "QQ", "JTs"), "", "", "<= 50 ms"),
    ("22+ / AK / AQs,KQs", ("22+", "AKs,AKo", "AQs,KQs"), "", "", "<= 0.5 s"),
    ("ten hands", ("AhAd", "KhKd", "QsQc", "Jh9h", "8s8c", "7d6d", "5d5s", "AcTc", "KsTs", "2h2d"), "", "", ""),
    ("random alone", ("random",), "", "", ""),
)

SAMPLED: tuple[tuple[str, tuple[str, ...], str], ...] = (
    ("6 x random", ("random",) * 6, ">= 40 M/s"),
    ("6 ranges", SIX, ">= 35 M/s"),
    ("3 x random", ("random",) * 3, ""),
    ("10 x random", ("random",) * 10, ""),
    ("9 x W", (WIDE,) * 9, ""),
    ("6 x AA,KK,QQ", ("AA,KK,QQ",) * 6, ""),
)

DETAILS: tuple[tuple[str, tuple[str, ...], str, Method, str], ...] = (
    ("matrix: W v random", (WIDE, "random"), "", "exact", "matrix"),
    ("matrix: W v random on 7h8h2c", (WIDE, "random"), "7h8h2c", "exact", "matrix"),
    ("next card: W v random on 7h8h2c", (WIDE, "random"), "7h8h2c", "exact", "next_card"),
    ("flops: AhAd v KhKd", ("AhAd", "KhKd"), "", "exact", "flops"),
    ("flops: W v random", (WIDE, "random"), "", "exact", "flops"),
    ("matrix: 6 ranges, 1 M deals", SIX, "", "sampled", "matrix"),
    ("flops: 6 ranges, 1 M deals", SIX, "", "sampled", "flops"),
)


def scenario(cards: tuple[str, ...], board: str = "", dead: str = "") -> Scenario:
    """Return a hold'em scenario with these ranges."""
    return Scenario("holdem", tuple(Seat(f"Seat {i + 1}", text) for i, text in enumerate(cards)), board, dead)


def exact_seconds(given: Scenario, pool: ThreadPoolExecutor) -> float:
    """Return the seconds from the texts to the numbers."""
    started = time.perf_counter()
    job = holdem_methods(prepare_holdem(given)).exact
    assert job is not None
    assert job.operations <= 4 * AUTO_BUDGET
    job.estimates(reduce(np.add, pool.map(job.compute, range(job.chunks))))
    job.deals()
    return time.perf_counter() - started


def sampled_rate(given: Scenario, pool: ThreadPoolExecutor, chunks: int = 16) -> tuple[float, float, float]:
    """Return deals per second of a few full chunks, the seconds to the goal of the standard error, and the gain."""
    job = holdem_methods(prepare_holdem(given)).sampled()
    size = job.chunk_trials
    started = time.perf_counter()
    tally = reduce(np.add, pool.map(lambda chunk: job.compute(chunk, size), range(chunks)))
    seconds = time.perf_counter() - started
    worst = max(job.estimates(tally, chunks * size), key=lambda estimate: estimate.stderr)
    return chunks * size / seconds, seconds * (worst.stderr / GOAL_ERROR) ** 2, worst.gain or 0.0


def detail_seconds(cards: tuple[str, ...], board: str, method: Method, detail: str) -> float:
    """Return the seconds of a scenario with one detail."""
    given = scenario(cards, board)
    options = RunOptions(method=method, max_trials=1_000_000 if method == "sampled" else None, detail=(detail,))
    started = time.perf_counter()
    solve(replace(given, run=options), workers=THREADS)
    return time.perf_counter() - started


def evaluations(hands: np.ndarray) -> float:
    """Return evaluations per second of random seven-card hands, one thread."""
    values = np.zeros(len(hands), np.uint16)
    started = time.perf_counter()
    evaluate_hands(hands, high_tables(), values)
    return len(hands) / (time.perf_counter() - started)


def peers(hands: np.ndarray) -> list[tuple[str, Callable[[], float], str]]:
    """Return what other programs for Python do of the same kind: a name, a measurement, its unit."""
    rows: list[tuple[str, Callable[[], float], str]] = []
    texts = [[card_text(int(card)) for card in hand] for hand in hands[:PEER_HANDS]]
    if find_spec("eval7"):
        import eval7

        dealt = [[eval7.Card(text) for text in hand] for hand in texts]
        aces, kings = [eval7.Card("Ah"), eval7.Card("Ad")], eval7.HandRange("KK")
        rows.append(("eval7: evaluations", _rate(lambda: [eval7.evaluate(h) for h in dealt], PEER_HANDS), "M/s"))
        sampled = _rate(lambda: eval7.py_hand_vs_range_monte_carlo(aces, kings, [], PEER_TRIALS), PEER_TRIALS)
        rows.append(("eval7: AhAd v KK sampled", sampled, "M/s"))
    if find_spec("phevaluator"):
        import phevaluator

        dealt_texts = [tuple(hand) for hand in texts]
        evaluate = phevaluator.evaluate_cards
        rows.append(("phevaluator: evaluations", _rate(lambda: [evaluate(*h) for h in dealt_texts], PEER_HANDS), "M/s"))
    return rows


def _rate(work: Callable[[], object], count: int) -> Callable[[], float]:
    def measure() -> float:
        started = time.perf_counter()
        work()
        return count / (time.perf_counter() - started)

    return measure


def random_hands() -> np.ndarray:
    """Return random hands of seven cards, int8[HANDS, 7]."""
    rng = random.Random(1)
    deck = range(len(RANKS) * len(SUITS))
    few = np.array([rng.sample(deck, 7) for _ in range(HANDS // 10)], dtype=np.int8)
    return np.tile(few, (10, 1))


def main(runs: int) -> None:
    """Print the table."""
    print(f"{'work':34}{'median':>14}  {'goal':12}")
    hands = random_hands()
    with ThreadPoolExecutor(THREADS) as pool:
        for name, cards, board, dead, goal in EXACT:
            given = scenario(cards, board, dead)
            exact_seconds(given, pool)
            median = statistics.median(exact_seconds(given, pool) for _ in range(runs))
            print(f"{name:34}{1e3 * median:11.2f} ms  {goal:12}")
        for name, cards, goal in SAMPLED:
            given = scenario(cards)
            sampled_rate(given, pool, 2)
            measured = [sampled_rate(given, pool) for _ in range(runs)]
            rate, seconds, gain = (statistics.median(column) for column in zip(*measured, strict=True))
            row = f"{name:34}{rate / 1e6:10.2f} M/s  {goal:12}"
            print(f"{row} error {GOAL_ERROR} in {seconds:.2f} s, gain {gain:.2f}")
    for name, *work in DETAILS:
        detail_seconds(*work)
        print(f"{name:34}{statistics.median(detail_seconds(*work) for _ in range(runs)):11.2f} s")
    evaluations(hands)
    rate = statistics.median(evaluations(hands) for _ in range(runs))
    print(f"{'seven-card evaluations':34}{rate / 1e6:10.2f} M/s")
    for name, measure, unit in peers(hands):
        print(f"{name:34}{statistics.median(measure() for _ in range(runs)) / 1e6:10.2f} {unit}")
    print(f"{'memory':34}{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:10.0f} MB")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
