"""How often the intervals of sampled numbers cover the truth: ``python -m tests.bench.coverage [--runs N] [NAME ...]``.

Each table is sampled many times with random numbers of its own; for every seat is counted how often the equity +- 1.96
standard errors covers the truth: the exact answer, or where there is none the mean of all runs (its error is that of a
run divided by the root of their number). A NAME is a part of the name of a table. The exit status tells whether every
table is covered as often as it has to be.
"""

import argparse
import sys
from dataclasses import dataclass
from functools import reduce

import numpy as np
from numpy.typing import NDArray

from engine.jobs import unguarded
from engine.jobs.budget import AUTO_BUDGET
from engine.jobs.sampling import NORMAL_95
from engine.running.rules import RULES, prepare
from tests.bench.measures import scenario_of
from tests.bench.rows import DRAW, FLOP, SIX, SIX_RAZZ, TURN, Sampled, Table, W, holdem, razz

RUNS = 1_000
MIDDLE, ROOM = 0.95, 0.01
"""How often the truth has to be covered."""

CHANCE_OF_TABLE, CHANCE_OF_SEAT = 1.0, 3.0
"""Standard errors of the share of covered runs, which are allowed beside: of the mean of all seats, and of each."""


@dataclass(frozen=True)
class Sampling:
    """A table and the trials of each run."""

    name: str
    table: Table
    trials: int


SAMPLINGS = (
    Sampling("five seats on a flop", holdem(*DRAW, board=FLOP), 8_192),
    Sampling("five seats on a turn", holdem(*DRAW, board=TURN), 8_192),
    Sampling("five seats on a turn, few trials", holdem(*DRAW, board=TURN), 2_048),
    Sampling("five seats before the flop", holdem(*DRAW), 8_192),
    Sampling("AhKh / 4 x random on a flop", holdem("AhKh", *("random",) * 4, board=FLOP), 8_192),
    Sampling("AhKh / 4 x random on a turn", holdem("AhKh", *("random",) * 4, board=TURN), 8_192),
    Sampling("W / 5 x random on a flop", holdem(W, *("random",) * 5, board=FLOP), 8_192),
    Sampling("W / 5 x random on a turn", holdem(W, *("random",) * 5, board=TURN), 8_192),
    Sampling("AhKh / QsQh / 3 x random on a flop", holdem("AhKh", "QsQh", *("random",) * 3, board=FLOP), 8_192),
    Sampling("AhKh / W / 3 x random on a turn", holdem("AhKh", W, *("random",) * 3, board=TURN), 8_192),
    Sampling("6 ranges on a turn", holdem(*SIX, board=TURN), 8_192),
    Sampling("9 x W on a turn", holdem(*(W,) * 9, board=TURN), 8_192),
    Sampling("9 x W", holdem(*(W,) * 9), 8_192),
    Sampling("6 ranges on a flop", holdem(*SIX, board=FLOP), 8_192),
    Sampling("6 x AA,KK,QQ on a flop", holdem(*("AA,KK,QQ",) * 6, board=FLOP), 4_096),
    Sampling("AA,KK / AA,KK / AA,KK,AK / AK on a turn", holdem("AA,KK", "AA,KK", "AA,KK,AK", "AK", board=TURN), 4_096),
    Sampling("three of five folded on a turn", holdem(W, "88+,AJs+", folded=(W, "30%", "15%"), board=TURN), 8_192),
    Sampling("W v random, 2 x W folded on a flop", holdem(W, "random", folded=(W, W), board=FLOP), 8_192),
    Sampling("W / W / 22 on a turn", holdem(W, W, "22", board=TURN), 12_001),
    Sampling("AhKh / 15% / 22+ on a flop", holdem("AhKh", "15%", "22+", board=FLOP), 12_001),
    Sampling("razz, six seats", razz(*SIX_RAZZ), 8_192),
    Sampling("6 ranges", holdem(*SIX), 8_192),
    Sampling("6 ranges, few trials", holdem(*SIX), 1_024),
    Sampling("6 x AA,KK,QQ", holdem(*("AA,KK,QQ",) * 6), 8_192),
    Sampling("three of five folded", holdem(W, "88+,AJs+", folded=(W, "30%", "15%")), 8_192),
    Sampling("razz, eight seats", razz(*("x",) * 8), 8_192),
    Sampling("razz, six seats, few trials", razz(*SIX_RAZZ), 1_024),
    Sampling("razz, 6 x (8-8-)", razz(*("(8-8-)",) * 6), 8_192),
    Sampling("razz, 8 x (8-8-8-)", razz(*("(8-8-8-)",) * 8), 8_192),
)


def coverage(sampling: Sampling, runs: int) -> NDArray[np.float64]:
    """Return how often the truth is covered, float64[seats], by ``runs`` runs."""
    scenario = scenario_of(Sampled(sampling.name, sampling.table))
    methods = RULES[scenario.game].methods(prepare(scenario), unguarded)
    job = methods.sampled()
    values = [job.estimates(job.compute(stream, sampling.trials), sampling.trials) for stream in range(runs)]
    equity, stderr = (np.array([[getattr(e, name) for e in row] for row in values]) for name in ("equity", "stderr"))
    truth = equity.mean(axis=0)
    if methods.exact is not None and methods.exact.operations <= AUTO_BUDGET:
        tallies = [methods.exact.compute(chunk) for chunk in range(methods.exact.chunks)]
        truth = np.array([e.equity for e in methods.exact.estimates(reduce(np.add, tallies))])
    return np.asarray((np.abs(equity - truth) <= NORMAL_95 * stderr).mean(axis=0))


def main(arguments: list[str]) -> int:
    """Print a line for each table; return 1 if a table is not covered as it has to be."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.coverage", description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="a part of the name of a table")
    parser.add_argument("--runs", type=int, default=RUNS)
    options = parser.parse_args(arguments)
    failed = 0
    for sampling in SAMPLINGS:
        if options.names and not any(name in sampling.name for name in options.names):
            continue
        shares = coverage(sampling, options.runs)
        error, mean = np.sqrt(0.05 * 0.95 / options.runs), shares.mean()
        good = abs(mean - MIDDLE) <= ROOM + CHANCE_OF_TABLE * error
        good &= bool((np.abs(shares - MIDDLE) <= ROOM + CHANCE_OF_SEAT * error).all())
        failed += not good
        by_seat = " ".join(f"{100 * share:.1f}" for share in shares)
        print(f"{sampling.name:45} {100 * mean:5.1f}%  by seat {by_seat}{'' if good else '  MISSED'}", flush=True)
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
