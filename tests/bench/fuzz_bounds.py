"""No table works without a bound: ``python -m tests.bench.fuzz_bounds [--tables N] [--seed N] [--seconds S]``.

Random awkward tables of both games (tiny weights, clashing ranges, many seats, folded ranges, all details) are run with
a short ``max_seconds``. The CPU time of each has to stay near what its limits allow: the budget of an exact main
result, the time of the sampling and of the details on all cores, and a fixed allowance for planning. What takes too
long is tried twice: kernels may have been compiled. Prints what takes longest; the exit status is 1 if anything did.
"""

import argparse
import sys
import time
from random import Random

from engine import GAMES, Game, RunOptions, Scenario, ScenarioError, problems, solve
from engine.equity.budget import AUTO_BUDGET, REFERENCE_OPERATIONS_PER_SECOND
from engine.equity.run import MIN_DETAIL_SECONDS
from engine.processors import processors
from tests.bench.costs import KnownWork
from tests.bench.tables import random_table

PLANNING_S = 1.5
"""CPU seconds of the idle reference machine for reading, planning, pilots and details that are trivial."""

PROBLEMS_S = 0.3
"""The same for telling what is wrong with a table, which the window does on its own thread."""


def allowed(scenario: Scenario, exact_operations: float | None, method: str) -> float:
    """Return the CPU seconds of the idle reference machine that a run may take."""
    limit = scenario.run.max_seconds or 0.0
    main = limit * processors()
    if method == "exact":
        main = 2.0 * min(exact_operations or 0.0, AUTO_BUDGET) / REFERENCE_OPERATIONS_PER_SECOND * 2
    details = max(limit, MIN_DETAIL_SECONDS) * processors() if scenario.run.detail else 0.0
    return PLANNING_S * (1 + len(scenario.run.detail)) + main + details


def spent(scenario: Scenario) -> tuple[float, float, float]:
    """Run a table; return the CPU seconds of looking for problems and of the run, and those that are allowed."""
    started = time.process_time()
    values = problems(scenario)
    looking = time.process_time() - started
    if values:
        return looking, 0.0, 1.0
    started = time.process_time()
    try:
        result = solve(scenario)
    except ScenarioError:  # no deal, or none of a million fits
        return looking, time.process_time() - started, allowed(scenario, None, "sampled")
    return looking, time.process_time() - started, allowed(scenario, result.exact_operations, result.method)


def main(arguments: list[str]) -> int:
    """Try the tables; return 1 if one took more than it may."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.fuzz_bounds", description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=0.05)
    options = parser.parse_args(arguments)
    random, known, worst = Random(options.seed), KnownWork(), list[tuple[float, str]]()
    games: tuple[Game, ...] = ("holdem", "razz")
    for _ in range(options.tables):
        game = random.choice(games)
        details = tuple(random.sample(list(GAMES[game].details), random.randint(0, 3)))
        run = RunOptions(max_trials=random.choice((None, 100)), max_seconds=options.seconds, detail=details)
        scenario = random_table(random, game, awkward=True, run=run)
        looking, running, limit = spent(scenario)
        if running > limit or looking > PROBLEMS_S:  # once more: kernels are compiled, and the machine may be busy
            looking, running, limit = spent(scenario)
        slowness = max(known.slowness(), 1.0)
        share = max(running / slowness / limit, looking / slowness / PROBLEMS_S)
        seats = " v ".join(("fold " if s.folded else "") + s.cards for s in scenario.seats)
        worst.append(
            (share, f"{looking:.2f} + {running:.2f} s: {seats} | {scenario.board} | {scenario.dead} | {details}")
        )
    worst.sort(reverse=True)
    for share, text in worst[:8]:
        print(f"{share:6.2f} of what is allowed, {text}")
    return int(bool(worst) and worst[0][0] > 1.0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
