"""How well the cost models foretell the work: ``python -m tests.bench.costs [--tables N] [--game holdem|razz]``.

Operations are nanoseconds of one core of the reference machine. Random tables of all kinds are planned and computed on
one thread; what is printed for each exact method is the spread of predicted / measured time of that thread. Others may
be using the machine, and it may be another one: so each table is measured between two turns of a known work, and what
that takes longer than on the reference machine is taken out.
"""

import argparse
import sys
import time
from collections import defaultdict
from random import Random

import numpy as np

from engine.equity.jobs import ExactJob
from engine.equity.rules import RULES, prepare
from engine.scenario import Scenario, ScenarioError, Seat
from tests.bench.tables import random_table

MOST_OPERATIONS = 1e11
MOST_SECONDS = 0.5
KNOWN_WORK = Scenario("holdem", (Seat("1", "22+"), Seat("2", "AKs, AKo"), Seat("3", "AQs, KQs")))
KNOWN_SECONDS = 0.24
"""What the known work takes on one core of the reference machine when nobody else uses it."""

KNOWN_CHUNKS = 3
LEAST_SECONDS = 0.002
"""What takes less is measured too roughly, and matters to nobody."""


def job_of(scenario: Scenario) -> ExactJob | None:
    """Return the exact job of a scenario."""
    setup = prepare(scenario)
    return RULES[scenario.game].methods(setup).exact


class KnownWork:
    """Tells how many times longer than on the idle reference machine everything takes now."""

    def __init__(self) -> None:
        job = job_of(KNOWN_WORK)
        assert job is not None
        self._job = job
        self.slowness()

    def slowness(self) -> float:
        """Measure some chunks, about 20 ms."""
        started = time.thread_time()
        for chunk in range(KNOWN_CHUNKS):
            self._job.compute(chunk)
        return (time.thread_time() - started) * self._job.chunks / KNOWN_CHUNKS / KNOWN_SECONDS


def seconds_of(job: ExactJob, known: KnownWork) -> float:
    """Return the time of one thread of the reference machine for all chunks; of a long job some chunks are taken,
    spread over all.
    """
    job.compute(0)
    before = known.slowness()
    order = np.random.default_rng(0).permutation(job.chunks).tolist()
    started, done = time.thread_time(), 0
    for chunk in order:
        job.compute(chunk)
        done += 1
        if time.thread_time() - started > MOST_SECONDS:
            break
    seconds = (time.thread_time() - started) * job.chunks / done
    return seconds * 2 / (before + known.slowness())


def main(arguments: list[str]) -> int:
    """Print the spread for each method, and the tables that are foretold worst."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.costs", description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--game", choices=("holdem", "razz"))
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    known, random, values = (
        KnownWork(),
        Random(options.seed),
        defaultdict[str, list[tuple[float, float, Scenario]]](list),
    )
    for _ in range(options.tables):
        scenario = random_table(random, options.game or random.choice(("holdem", "razz")))
        try:
            job = job_of(scenario)
        except ScenarioError:
            continue
        if job is not None and job.operations < MOST_OPERATIONS:
            seconds = seconds_of(job, known)
            values[type(job).__name__].append((job.operations / 1e9 / seconds, seconds, scenario))
    for name, rows in sorted(values.items()):
        ratios = np.array([ratio for ratio, seconds, _ in rows if seconds >= LEAST_SECONDS])
        if len(ratios):
            low, middle, high = np.quantile(ratios, [0.1, 0.5, 0.9])
            print(f"{name:16} {len(ratios):4} tables: predicted / measured {low:.2f} {middle:.2f} {high:.2f}")
        rows = [row for row in rows if row[1] >= LEAST_SECONDS]
        for ratio, seconds, scenario in sorted(rows, key=lambda row: -abs(np.log(row[0])))[:4]:
            if seconds >= LEAST_SECONDS:
                seats = " v ".join(("fold " if s.folded else "") + s.cards for s in scenario.seats)
                print(f"    {ratio:8.3f} of {seconds:.3f} s: {seats} | {scenario.board} | dead {scenario.dead}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
