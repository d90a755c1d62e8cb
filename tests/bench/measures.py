"""Measuring a row through the public engine, in this process: everything warm, two threads."""

import random
import statistics
import threading
import time
from importlib import import_module

from engine import CancelToken, RunOptions, Scenario, Seat, run, solve, warm_up
from engine.equity.results import Snapshot
from engine.equity.rules import make_plan
from tests.bench.figures import Figure, median_seconds
from tests.bench.rows import CANCEL_GOAL, Cancel, Detail, Exact, Other, Row, Sampled

THREADS = 2
GOAL_ERROR = 0.0001
SAMPLED_SECONDS = 10.0
DETAIL_TRIALS = 1_000_000
ENDLESS = 10**12
CANCELLED_RUNS = 20
LONGEST_CANCELLED = 3.0


def measured(row: Row, runs: int) -> list[Figure]:
    """Return the figures of a row, each the median of ``runs`` runs where these are short."""
    match row:
        case Exact():
            return [_exact(row, runs)]
        case Sampled():
            return _sampled(row, runs)
        case Detail():
            return [_detail(row, runs)]
        case Cancel():
            return [_cancelled(row)]
        case Other():
            result: list[Figure] = import_module(f"tests.bench.{row.module}").figures(runs)
            return result


def scenario_of(row: Exact | Sampled | Detail | Cancel) -> Scenario:
    """Return what a row computes."""
    table = row.table
    seats = [Seat(f"Seat {i + 1}", text) for i, text in enumerate(table.cards)]
    seats += [Seat(f"Folded {i + 1}", text, folded=True) for i, text in enumerate(table.folded)]
    return Scenario(table.game, tuple(seats), table.board, table.dead, run=_options(row))


def _options(row: Exact | Sampled | Detail | Cancel) -> RunOptions:
    match row:
        case Exact():
            return RunOptions(method="exact")
        case Sampled():
            return RunOptions(method="sampled", target_stderr=GOAL_ERROR, max_seconds=SAMPLED_SECONDS)
        case Detail():
            trials = DETAIL_TRIALS if row.method == "sampled" else None
            return RunOptions(method=row.method, max_trials=trials, detail=(*row.after, row.detail))
        case Cancel():
            trials = None if row.method == "exact" else DETAIL_TRIALS if row.detail else ENDLESS
            return RunOptions(method=row.method, max_trials=trials, detail=row.detail)


def _exact(row: Exact, runs: int) -> Figure:
    scenario = scenario_of(row)
    method = type(make_plan(scenario).exact).__name__.removesuffix("Job")
    seconds = median_seconds(lambda: solve(scenario, workers=THREADS), runs)
    return Figure(row.work, method, seconds, goal=row.goal)


def _sampled(row: Sampled, runs: int) -> list[Figure]:
    """Return the rate and the time to the goal of the error, foretold by the last one where that takes too long."""
    ends: list[Snapshot] = []
    median_seconds(lambda: ends.append(solve(scenario_of(row), workers=THREADS)), runs)
    estimates = [max((s.estimate for s in end.active if s.estimate), key=lambda e: e.stderr) for end in ends[1:]]
    seconds = [end.elapsed_s * max(e.stderr / GOAL_ERROR, 1.0) ** 2 for end, e in zip(ends[1:], estimates, strict=True)]
    gain = statistics.median(e.gain or 0.0 for e in estimates)
    return [
        Figure(row.work, "sampled", statistics.median(end.rate for end in ends[1:]), "/s", row.rate),
        Figure(f"{row.work}, to an error of {GOAL_ERROR}", "sampled", statistics.median(seconds), goal=row.seconds,
               note=f"gain {gain:.2f}"),
    ]  # fmt: skip


def _detail(row: Detail, runs: int) -> Figure:
    times: list[float] = []

    def once() -> None:
        begun = 0.0
        for snapshot in run(scenario_of(row), workers=THREADS):
            if snapshot.stage == row.detail and not begun:
                begun = time.perf_counter()
        times.append(time.perf_counter() - begun)

    median_seconds(once, runs)
    return Figure(f"{row.detail}: {row.work}", row.method, statistics.median(times[1:]), goal=row.goal)


def _cancelled(row: Cancel) -> Figure:
    """Return the slowest end of runs that are cancelled at random moments, most of them early.

    All kernels are compiled before: compiling one is the only work that cannot be cancelled, and is done once.
    """
    warm_up(CancelToken())
    scenario = scenario_of(row)
    whole = _cancelled_after(scenario, LONGEST_CANCELLED)[0]
    moments = random.Random(1)
    late = [_cancelled_after(scenario, whole * moments.random() ** 2)[1] for _ in range(CANCELLED_RUNS)]
    work = f"{', '.join(row.detail)}: {row.work}" if row.detail else row.work
    note = f"median {1e3 * statistics.median(late):.0f} ms"
    return Figure(f"cancel {work}", f"{row.method}, max", max(late), goal=CANCEL_GOAL, note=note)


def _cancelled_after(scenario: Scenario, seconds: float) -> tuple[float, float]:
    """Return how long a run lasted that was cancelled after so many seconds, and how long it took to end then."""
    cancel = CancelToken()
    ended: list[float] = []

    def work() -> None:
        for _ in run(scenario, cancel=cancel, workers=THREADS):
            pass
        ended.append(time.perf_counter())

    thread = threading.Thread(target=work)
    started = time.perf_counter()
    thread.start()
    thread.join(seconds)
    asked = time.perf_counter()
    cancel.cancel()
    thread.join()
    return ended[0] - started, max(ended[0] - asked, 0.0)
