"""The same work by other packages for Python (``pip install -e '.[bench]'``), as ratios to ours taken in one run."""

import random
import statistics
import time
from collections.abc import Callable
from importlib.util import find_spec

import numpy as np

from engine import RunOptions, Scenario, Seat, solve
from engine.cards import RANKS, SUITS, card_text
from engine.kernels.holdem.high import evaluate_hands
from engine.kernels.tables import high_tables
from tests.bench.figures import Figure

HANDS = 1_000_000
PEER_HANDS = 20_000
PEER_TRIALS = 2_000_000
OUR_TRIALS = 10_000_000

Work = tuple[str, int, Callable[[], object]]
"""Who does it, how many things at once, and doing them."""


def figures(runs: int) -> list[Figure]:
    """Return evaluations and sampled deals a second of each package that is installed; ours come first."""
    hands = _random_hands()
    values = np.zeros(len(hands), np.uint16)
    seats = (Seat("Hero", "AhAd"), Seat("Villain", "KK"))
    game = Scenario("holdem", seats, run=RunOptions(method="sampled", max_trials=OUR_TRIALS))
    texts = [[card_text(int(card)) for card in hand] for hand in hands[:PEER_HANDS]]
    evaluations: list[Work] = [("ours", HANDS, lambda: evaluate_hands(hands, high_tables(), values))]
    deals: list[Work] = [("ours", OUR_TRIALS, lambda: solve(game, workers=1))]
    if find_spec("eval7"):
        import eval7

        dealt = [[eval7.Card(text) for text in hand] for hand in texts]
        aces, kings = [eval7.Card("Ah"), eval7.Card("Ad")], eval7.HandRange("KK")
        evaluations.append(("eval7", PEER_HANDS, lambda: [eval7.evaluate(hand) for hand in dealt]))
        deals.append(("eval7", PEER_TRIALS, lambda: eval7.py_hand_vs_range_monte_carlo(aces, kings, [], PEER_TRIALS)))
    if find_spec("phevaluator"):
        import phevaluator

        evaluate = phevaluator.evaluate_cards
        evaluations.append(("phevaluator", PEER_HANDS, lambda: [evaluate(*hand) for hand in texts]))
    return _compared("seven-card evaluations", evaluations, runs) + _compared("AhAd v KK, one thread", deals, runs)


def _compared(work: str, rows: list[Work], runs: int) -> list[Figure]:
    """Return the rates of ``rows``, taken in turn."""
    rates: dict[str, list[float]] = {name: [] for name, _, _ in rows}
    for turn in range(runs + 1):
        for name, count, do in rows:
            started = time.perf_counter()
            do()
            if turn:
                rates[name].append(count / (time.perf_counter() - started))
    medians = {name: statistics.median(result) for name, result in rates.items()}
    return [
        Figure(work, name, rate, "/s", note="" if name == "ours" else f"ours: {medians['ours'] / rate:.3g} times that")
        for name, rate in medians.items()
    ]


def _random_hands() -> np.ndarray:
    """Return random hands of seven cards, int8[HANDS, 7]."""
    rng = random.Random(1)
    deck = range(len(RANKS) * len(SUITS))
    few = np.array([rng.sample(deck, 7) for _ in range(HANDS // 10)], dtype=np.int8)
    return np.tile(few, (10, 1))
