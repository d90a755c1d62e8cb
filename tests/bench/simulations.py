"""How often the intervals of simulated EVs and of matches cover the truth, and how fast hands are played.

``python -m tests.bench.simulations [--runs N] [NAME ...]``. Each spot is played with N seeds; for every action is
counted how often EV +- 1.96 standard errors covers the mean of all runs, and the same for the differences to the best.
Each match is played with N seeds; for every player is counted how often his winnings per 100 hands +- 1.96 standard
errors cover the mean of all runs, and the same for the differences between each two players.
"""

import argparse
import time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine import match
from engine.equity.sampling import NORMAL_95
from engine.simulation.run import simulate

RUNS, TRIALS = 200, 1_920
LIMIT = {"limit": {"small": 2, "big": 4}, "ante": 0.25, "bring_in": 0.5}
SPOTS = {
    "callers on a flop": {
        "table": "AhKh v 20% v 22+, ATs+ | 7h8h2c", "pot": 20, "street_bets": [0, 4, 4], "stacks": [50] * 3,
        "players": ["caller"] * 3, "actions": ["call"],
    },
    "four players on a flop": {
        "table": "AhKh v 20% v 22+, ATs+ v random | 7h8h2c", "pot": 20, "street_bets": [0, 4, 4, 0],
        "stacks": [100, 88, 96, 100], "players": ["loose", "tight", "neutral", "neutral"],
    },
    "an honest hero on a flop": {
        "table": "AhKh v 20% v 22+, ATs+ | 7h8h2c", "pot": 20, "street_bets": [0, 4, 4], "stacks": [100, 88, 96],
    },
    "six players before the flop": {
        "table": "QQ v random v random v random v random v 15%", "pot": 4.5, "street_bets": [0, 0, 0, 0.5, 1, 3],
        "stacks": [100] * 6, "button": 2, "players": ["neutral"] * 6,
    },
    "a river": {
        "table": "9c9d v 40% | 7h8h2cKd3s", "pot": 10, "stacks": [50, 50], "button": 0, "acted": [1],
        "players": ["neutral"] * 2,
    },
    "third street": {
        "table": "razz | A24 v x x K v x x 9 v x x 6", "pot": 1.5, "street_bets": [0, 0.5, 0, 0], "stacks": [40] * 4,
        "players": ["neutral"] * 4, **LIMIT,
    },
    "fifth street": {
        "table": "razz | A2459 v x x K36 v x x 972", "pot": 14, "street_bets": [0, 0, 4], "stacks": [40] * 3,
        "players": ["neutral", "loose", "tight"], **LIMIT,
    },
}  # fmt: skip
"""The spots: requests without a run."""
MATCHES: dict[str, dict[str, Any]] = {
    "match of two kinds": {"players": ["tight", "loose"], "hands": 1_000},
    "match of six": {"players": ["tight", "neutral", "loose", "caller", "folder", "random"], "hands": 1_800},
    "match without rotations": {"players": ["tight", "neutral", "loose"], "hands": 1_500, "duplicate": False},
    "match of programs that bet by a bankroll": {"players": ["kelly", "cassandra"], "hands": 400},
    "match with stacks that carry over": {
        "players": ["neutral", "caller"], "hands": 1_000, "top_up": False, "stack": 1e6,
    },
    "razz match of two kinds": {"game": "razz", "players": ["tight", "loose"], "hands": 400},
    "razz match of four": {"game": "razz", "players": ["tight", "neutral", "loose", "caller"], "hands": 400},
}  # fmt: skip
"""The matches: requests without a seed."""


def match_coverage(name: str, runs: int) -> str:
    """Return a line with what ``runs`` matches cover, by player, and the hands a second."""
    started, results = time.perf_counter(), []
    for seed in range(runs):
        results.append(match(MATCHES[name] | {"seed": seed, "keep": 0}))
    speed = sum(result.hands for result in results) / (time.perf_counter() - started)
    names = [player.name for player in results[0].players]
    won, errors = (
        np.array([[getattr(player, key) for player in result.players] for result in results])
        for key in ("won_per_100", "stderr")
    )
    behind, behind_errors = (
        np.array([[getattr(player, key) for player in result.players] for result in results])
        for key in ("behind_best", "behind_best_stderr")
    )
    covered = _covered(won, won.mean(axis=0), errors)
    # Each run is compared with its own best player, the true difference is that of the means of all runs.
    best, means = won.argmax(axis=1), won.mean(axis=0)
    others = np.arange(len(names)) != best[:, np.newaxis]
    hits = np.abs(behind - (means[best][:, np.newaxis] - means)) <= NORMAL_95 * behind_errors
    by_player = ", ".join(f"{one} {100 * share:.1f} %" for one, share in zip(names, covered, strict=True))
    return f"{name}: {by_player}; differences {100 * hits[others].mean():.1f} %; {speed:,.0f} hands/s"


def _covered(values: NDArray[Any], truth: NDArray[Any], errors: NDArray[Any]) -> NDArray[Any]:
    """Return the share of the runs whose interval covers the truth, by column."""
    return np.asarray((np.abs(values - truth) <= NORMAL_95 * errors + 1e-12).mean(axis=0))


def coverage(name: str, runs: int) -> str:
    """Return a line with what ``runs`` runs of a spot cover, by action, and the trials a second."""
    started, answers = time.perf_counter(), []
    for seed in range(runs):
        answers.append(simulate(SPOTS[name] | {"run": {"seed": seed, "max_trials": TRIALS}}))
    speed = runs * TRIALS / (time.perf_counter() - started)
    actions = range(len(answers[0].actions))
    evs = np.array([[answer.actions[i].ev for i in actions] for answer in answers])
    errors = np.array([[answer.actions[i].stderr for i in actions] for answer in answers])
    means = evs.mean(axis=0)
    covered = _covered(evs, means, errors)
    # Each run is compared with its own best action, the true difference is that of the means of all runs.
    hits = []
    for answer, row in zip(answers, evs, strict=True):
        best = next(i for i in actions if answer.actions[i].action == answer.best)
        hits.append([
            abs((row[best] - row[i]) - (means[best] - means[i]))
            <= NORMAL_95 * answer.actions[i].behind_best_stderr + 1e-12
            for i in actions if i != best
        ])  # fmt: skip
    by_action = ", ".join(f"{answers[0].actions[i].action} {100 * covered[i]:.1f} %" for i in actions)
    differences = f"; differences {100 * np.mean(hits):.1f} %" if len(actions) > 1 else ""
    return f"{name}: {by_action}{differences}; {speed:,.0f} trials/s"


def main() -> None:
    """Print a line for each spot and each match."""
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*")
    parser.add_argument("--runs", type=int, default=RUNS)
    options = parser.parse_args()
    for name in (*SPOTS, *MATCHES):
        if not options.names or any(part in name for part in options.names):
            print((coverage if name in SPOTS else match_coverage)(name, options.runs), flush=True)


if __name__ == "__main__":
    main()
