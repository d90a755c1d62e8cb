"""Running a scenario: a stream of snapshots from a pool of threads.

The result depends on the scenario alone. Chunks have fixed sizes and random numbers of their own, their tallies are
added in the order of the chunks, and limits are checked after each chunk in that order: neither the number of threads
nor their timing changes a digit. (A limit of ``max_seconds`` is the exception.)
"""

import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from engine.equity.budget import AUTO_BUDGET, REFERENCE_OPERATIONS_PER_SECOND, estimated_seconds
from engine.equity.jobs import CancelCheck, Cancelled, DetailFactory, OutOfTime, Solved, Tally
from engine.equity.results import DetailResult, Estimate, SeatResult, Snapshot
from engine.equity.rules import Plan, make_plan, prepare
from engine.equity.sampling import SampledStream
from engine.equity.snapshots import (
    MIN_SHARE_FOR_ESTIMATE,
    AnswerSnapshot,
    Pace,
    compute_parts,
    remaining_seconds,
    with_workers,
)
from engine.equity.workers import CancelToken, Workers, numbered_chunks, until_cancelled
from engine.games import GAMES
from engine.ranges.orders import Order
from engine.scenario import Problem, Scenario, ScenarioError
from engine.table.folding import takes_part

MANY_CHUNKS = 24
"""The number of chunks from which on the remaining time is estimated from the chunks that are done."""

MAX_ESTIMATED_PROGRESS = 0.95
"""The highest progress that is estimated from the expected time rather than from chunks that are done."""

MIN_MEASURED_OPERATIONS = 4e7
"""The number of operations from which on the speed of this machine is measured."""

MIN_DETAIL_SECONDS = 0.2
"""Seconds that the details may take in any case: enough for trivial ones."""

TIMED_OUT = "not done within max_seconds"


def solve(scenario: Scenario, *, workers: int | None = None, orders: Iterable[Order] = ()) -> Snapshot:
    """Compute a scenario and return its final result.

    ``workers``: the number of threads (None: one per processor); ``orders``: the user's own orders of hands, which the
    scenario may name. The result does not depend on the number of threads.

    >>> from engine import Scenario, Seat
    >>> table = Scenario("razz", (Seat("Hero", "A 2 3 4 8"), Seat("Villain", "(7-7-)7 6 5")))
    >>> snapshot = solve(table)
    >>> snapshot.method, [round(seat.estimate.equity, 4) for seat in snapshot.seats]
    ('exact', [0.6643, 0.3357])

    Raises:
        ScenarioError: the scenario cannot be computed.
    """
    last = final_snapshot(scenario, workers=workers, orders=orders)
    assert last is not None, "it cannot be cancelled"
    return last


def final_snapshot(
    scenario: Scenario,
    *,
    cancel: CancelToken | None = None,
    workers: int | None = None,
    orders: Iterable[Order] = (),
    exact_budget: float = AUTO_BUDGET,
) -> Snapshot | None:
    """Compute a scenario as :func:`solve` does; return None if ``cancel`` ends the run.

    ``exact_budget``: the number of operations that ``auto`` spends on an exact answer before it samples.

    Raises:
        ScenarioError: the scenario cannot be computed.
    """
    snapshots = run(
        scenario, cancel=cancel, workers=workers, every=float("inf"), orders=orders, exact_budget=exact_budget
    )
    *_, last = (None, *snapshots)
    return last if last is not None and last.final else None


def run_in_turn(
    tables: Sequence[Scenario],
    cancel: CancelToken | None,
    orders: Iterable[Order] = (),
    *,
    start: float = 0.0,
    end: float = 1.0,
) -> Generator[AnswerSnapshot[Any], None, list[Snapshot] | None]:
    """Compute one table after the other, as a part of a longer run whose progress it moves from ``start`` to ``end``.

    Yields the progress, and returns the final snapshots of all tables, or None if cancelled: the value of
    ``yield from``.

    Raises:
        ScenarioError: a table cannot be computed.
    """
    result: list[Snapshot] = []
    for table in tables:
        last = None
        for last in run(table, cancel=cancel, orders=orders):
            share = (len(result) + last.progress) / len(tables)
            yield AnswerSnapshot(start + (end - start) * share, None, None)
        if last is None or not last.final:
            return None
        result.append(last)
    return result


def run(
    scenario: Scenario,
    *,
    cancel: CancelToken | None = None,
    workers: int | None = None,
    every: float = 1 / 30,
    after: Snapshot | None = None,
    orders: Iterable[Order] = (),
    speed: float = REFERENCE_OPERATIONS_PER_SECOND,
    exact_budget: float = AUTO_BUDGET,
) -> Iterator[Snapshot]:
    """Compute a scenario, yielding a snapshot about every ``every`` seconds and a final one at the end.

    A cancelled run ends without a ``final`` snapshot. The details that ``run.detail`` requests are computed after the
    numbers of the seats: snapshots then have these numbers, and the name of the detail as their ``stage``. If the run
    is limited in time, all details together may take as long again; those that are not complete by then are
    ``left_out``, and sampled ones end with the trials made so far. Nothing else depends on the clock.

    ``after`` is a snapshot of a sampled run of the same scenario, whose limits may differ: the run continues from there
    with the same stream of random numbers, so that a million trials refined by another million are the same two million
    as in one run. ``orders`` are the user's own orders of hands, which the scenario may name. ``speed``, in operations
    per second, was measured in earlier runs: the remaining time is estimated from it until this run has been measured.

    >>> from engine import Scenario, Seat
    >>> *_, last = run(Scenario("holdem", (Seat("Hero", "AhAd"), Seat("Villain", "KcKd")), board="2c 7d 9h"))
    >>> last.final, last.progress, last.deals
    (True, 1.0, 990)

    Raises:
        ScenarioError: before the first snapshot, if the scenario cannot be computed.
    """
    cancel = cancel or CancelToken()
    yield from until_cancelled(
        _run(scenario, cancel, workers, every, after, tuple(orders), speed, exact_budget), cancel
    )


def complete(
    result: Snapshot,
    details: Iterable[str],
    *,
    cancel: CancelToken | None = None,
    workers: int | None = None,
    every: float = 1 / 30,
    orders: Iterable[Order] = (),
) -> Iterator[Snapshot]:
    """Compute the ``details`` that ``result`` lacks, as :func:`run` does after the numbers of the seats.

    ``details`` are names as in ``run.detail``. The numbers of the seats and their time are not changed; the last
    snapshot contains all details.

    Raises:
        ScenarioError: before the first snapshot, if a detail is unknown or ``result`` has no numbers yet.
    """
    cancel, orders = cancel or CancelToken(), tuple(orders)
    names = tuple(dict.fromkeys((*result.scenario.run.detail, *details)))
    scenario = replace(result.scenario, run=replace(result.scenario.run, detail=names))
    try:
        # Details are computed from the parsed texts, which a result does not contain.
        setup = prepare(scenario, orders, cancel.check_cancelled)
    except Cancelled:
        return
    if not result.seats:
        raise ScenarioError(Problem("run", "only a result with numbers can be completed"))
    asked = replace(result, scenario=scenario, final=True, stage="")
    yield from with_workers(lambda pool: _with_details(asked, setup, pool, every), cancel, workers)


Snapshots = Generator[Snapshot, None, None]


def _run(
    scenario: Scenario,
    cancel: CancelToken,
    threads: int | None,
    every: float,
    after: Snapshot | None,
    orders: tuple[Order, ...],
    speed: float,
    exact_budget: float,
) -> Snapshots:
    """Run a scenario, with its details, as a continuation of the snapshot ``after`` if there is one."""
    started = time.perf_counter()
    plan = (
        _resumed_plan(scenario, after, orders, cancel.check_cancelled)
        if after
        else make_plan(scenario, orders, cancel.check_cancelled, exact_budget)
    )
    # Starting threads would take longer than a single chunk.
    single = plan.exact is not None and plan.exact.chunks == 1 and not scenario.run.detail
    with Workers(threads, cancel, in_place=single) as pool:
        run_ = _Run(scenario, plan, pool, every, started, after, speed)
        for snapshot in _run_exact(run_) if plan.exact else _Sampling(run_).snapshots():
            if snapshot.final:
                yield from _with_details(snapshot, plan.setup, pool, every)
            else:
                yield snapshot


def _resumed_plan(scenario: Scenario, after: Snapshot, orders: Iterable[Order], check_cancelled: CancelCheck) -> Plan:
    sampled = replace(scenario, run=replace(scenario.run, method="sampled"))
    if after.resume is None or after.resume.identity != computation_key(scenario):
        raise ScenarioError(Problem("run", "only a sampled run of the same scenario can be refined"))
    return replace(make_plan(sampled, orders, check_cancelled), reason=after.reason)


def computation_key(scenario: Scenario) -> tuple[Any, ...]:
    """Return the values on which the numbers and the stream of random numbers depend, as a key for comparisons.

    It is everything except names of seats, seats without effect, the method, limits, details and what pages save.
    """
    seats = tuple((s.cards, s.folded) for s in scenario.seats if takes_part(scenario.game, s))
    reading = (scenario.dialect, scenario.order, scenario.names)
    return (scenario.game, seats, scenario.board, scenario.dead, *reading, scenario.run.seed)


@dataclass(frozen=True, slots=True, eq=False)
class _Run:
    scenario: Scenario
    plan: Plan
    pool: Workers
    every: float
    started: float
    after: Snapshot | None
    speed: float

    def snapshot(self, deals: int, progress: float, estimates: tuple[Estimate, ...], **more: Any) -> Snapshot:
        """Return a snapshot of the present state; ``estimates`` is empty if there are none yet."""
        before = self.after.elapsed_s if self.after else 0.0
        return Snapshot(
            scenario=self.scenario,
            method=self.plan.method,
            reason=self.plan.reason,
            deals=deals,
            threads=self.pool.threads,
            elapsed_s=before + time.perf_counter() - self.started,
            progress=progress,
            seats=_seat_results(self.scenario, estimates) if estimates else (),
            exact_operations=self.plan.exact_operations,
            **more,
        )


def _seat_results(scenario: Scenario, estimates: tuple[Estimate, ...]) -> tuple[SeatResult, ...]:
    rest = iter(estimates)
    return tuple(SeatResult(s.name, s.folded, None if s.folded else next(rest)) for s in scenario.seats)


def _with_details(final: Snapshot, setup: object, pool: Workers, every: float) -> Snapshots:
    """Compute the requested details one after the other, and yield the final snapshot with them at the end.

    The time of the snapshot stays that of the numbers of the seats. Without a final snapshot if cancelled.
    """
    if not final.scenario.run.detail:
        yield final
        return
    values, left_out = dict(final.details), dict(final.left_out)
    # Every snapshot gets copies of both dictionaries: it is frozen, and they grow from detail to detail.
    solved = _solved(final, setup, pool.cancel, values)
    for name in dict.fromkeys(final.scenario.run.detail):
        if name in values:
            continue
        under_way = replace(final, final=False, stage=name, details=dict(values), left_out=dict(left_out))
        yield replace(under_way, progress=0.0)
        left_out.pop(name, None)
        try:
            for progress, remaining in _detail(name, solved, pool, every, values):
                yield replace(under_way, progress=progress, remaining_s=remaining)
        except OutOfTime:
            left_out[name] = TIMED_OUT
            continue
        if name not in values:
            return
    yield replace(final, details=values, left_out=left_out)


def _solved(final: Snapshot, setup: object, cancel: CancelToken, details: Mapping[str, DetailResult]) -> Solved[Any]:
    """Return the input of the details of a result. Their time begins now; ``details`` are those computed so far."""
    seconds = final.scenario.run.max_seconds
    deadline = float("inf") if seconds is None else time.perf_counter() + max(seconds, MIN_DETAIL_SECONDS)

    def over() -> bool:
        return time.perf_counter() > deadline

    def check_time() -> None:
        cancel.check_cancelled()
        if over():
            raise OutOfTime

    estimates = tuple(seat.estimate for seat in final.active if seat.estimate is not None)
    trials = None if final.method == "exact" else final.deals
    return Solved(final.scenario, setup, trials, estimates, check_time, cancel.check_cancelled, over, details)


def _detail(
    name: str, solved: Solved[Any], pool: Workers, every: float, details: dict[str, DetailResult]
) -> Iterator[tuple[float, float | None]]:
    """Compute a detail and store it in ``details``, unless cancelled; yield its progress and the remaining seconds.

    Raises:
        OutOfTime: it is exact and was not complete in time.
    """
    factory: DetailFactory[Any] = GAMES[solved.scenario.game].details[name].load_factory()
    detail, values = factory(solved), list[Any]()
    yield from compute_parts(detail.parts, pool, every, values.append)
    if not pool.cancel.cancelled:
        details[name] = detail.assemble(values)


def _run_exact(run_: _Run) -> Iterator[Snapshot]:
    """Yield the progress of an exact run at regular intervals, then its result."""
    job = run_.plan.exact
    assert job is not None
    total: Tally | None = None
    pace, first_done = Pace(run_.every), 0.0
    deals, done, expected = job.deals(), 0, estimated_seconds(job.operations, run_.speed)
    for result in run_.pool.ticking(numbered_chunks(job.chunks, job.compute), run_.every):
        seconds = pace.seconds
        if result is not None:
            first_done = seconds if total is None else first_done
            total, done = result[1] if total is None else total + result[1], result[0] + 1
        if done == job.chunks and total is not None:
            # The first chunk may have waited for kernels to be compiled, so the speed is that of the others.
            operations_after_first = job.operations * (1 - 1 / job.chunks)
            speed = _speed(operations_after_first, seconds - first_done)
            yield run_.snapshot(deals, 1.0, job.estimates(total), final=True, speed=speed)
            return
        if pace.due():
            progress, remaining = exact_progress(done, job.chunks, seconds, expected)
            yield run_.snapshot(deals, progress, (), final=False, remaining_s=remaining)


def _speed(operations: float, seconds: float) -> float | None:
    """Return the operations per second after the first chunk, which may have waited for kernels to be compiled."""
    return operations / seconds if operations >= MIN_MEASURED_OPERATIONS and seconds > 0 else None


def exact_progress(done: int, chunks: int, seconds: float, expected: float) -> tuple[float, float | None]:
    """Return the progress of an exact run, and the remaining seconds, or None if they cannot be estimated.

    ``done`` of ``chunks`` are done after ``seconds``; from the speed of earlier runs it should take ``expected``
    seconds. Many chunks take about equally long, so that those that are done give the remaining time. With a few long
    ones only the expected time can, until it is over.
    """
    share, remaining = done / chunks, expected - seconds if seconds < expected else None
    if chunks >= MANY_CHUNKS:
        return share, remaining if share < MIN_SHARE_FOR_ESTIMATE else remaining_seconds(share, seconds)
    return max(share, min(seconds / max(expected, 1e-9), MAX_ESTIMATED_PROGRESS)), remaining


class _Sampling:
    """A sampled run in progress: the stream of its trials, and the measurement of its speed."""

    def __init__(self, run_: _Run) -> None:
        assert run_.plan.sampled is not None
        self._run, self._job, self._options = run_, run_.plan.sampled, run_.scenario.run
        self._resume = run_.after.resume if run_.after else None
        self._stream = SampledStream(self._job, self._resume)
        self._pace, self._first_done = Pace(run_.every), 0.0
        self._measured_from = self._stream.trials

    def snapshots(self) -> Iterator[Snapshot]:
        """Yield a snapshot after the first chunk, then regularly, and a final one when the first limit is reached."""
        if self._resume and self._stream.reached(self._options, 0.0):
            yield self._snapshot(final=True)
            return
        for chunk, tally in self._run.pool.in_order(self._work, self._stream.chunks):
            self._add(chunk, tally)
            if self._stream.reached(self._options, self._seconds):
                yield self._snapshot(final=True)
                return
            if self._pace.due(always=chunk == 0):
                yield self._snapshot(final=False)

    def _work(self, chunk: int) -> Callable[[], Tally]:
        """Return the work of a chunk for a thread."""
        return partial(self._job.compute, chunk, self._stream.size(chunk))

    def _add(self, chunk: int, tally: Tally) -> None:
        """Add the tally of a chunk. If the full chunk exceeds ``max_trials``, compute its missing trials only."""
        stream, max_trials = self._stream, self._options.max_trials
        missing = None if max_trials is None else max_trials - stream.trials
        if missing is not None and missing < stream.size(chunk):
            stream.add_last(self._job.compute(chunk, missing), missing)
        else:
            stream.add(tally)
        # Measure the speed from the end of the first chunk on, which may have waited for kernels to be compiled.
        if self._measured_from == 0 or (self._resume and chunk == self._resume.chunks):
            self._first_done, self._measured_from = self._pace.seconds, stream.trials

    @property
    def _seconds(self) -> float:
        """Seconds since the beginning of the run."""
        return time.perf_counter() - self._run.started

    def _snapshot(self, *, final: bool) -> Snapshot:
        """Return the state of the run: estimates, progress, remaining time, speed, course, and how to resume it."""
        stream = self._stream
        progress = 1.0 if final else stream.progress(self._options, self._seconds)
        operations = (stream.trials - self._measured_from) * self._job.trial_operations
        return self._run.snapshot(
            stream.trials,
            progress,
            stream.estimates,
            final=final,
            remaining_s=None if final else self._pace.remaining(progress),
            speed=_speed(operations, self._pace.seconds - self._first_done),
            trace=stream.trace(),
            resume=stream.resume(computation_key(self._run.scenario)),
        )
