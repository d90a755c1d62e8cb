"""Running a scenario: a stream of snapshots from a pool of threads.

The result is a function of the scenario alone. Chunks have fixed sizes and random numbers of their own, their tallies
are added in the order of their numbers, and limits are decided after each chunk in that order, so that neither the
number of threads nor their timing changes a digit. (``max_seconds`` is the exception by nature.)
"""

import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from engine.details import DETAILS
from engine.empty_seats import takes_part
from engine.jobs import Cancelled, Guard, Solved, Tally
from engine.kernels.compiling import GaveWay, giving_way, hurrying
from engine.plan import Plan, make_plan
from engine.ranges.orders import Order
from engine.results import Estimate, SeatResult, Snapshot
from engine.sampling import SampledStream
from engine.scenario import Problem, Scenario, ScenarioError
from engine.setup import prepare
from engine.workers import CancelToken, Workers, default_workers


def solve(scenario: Scenario, *, workers: int | None = None, orders: Iterable[Order] = ()) -> Snapshot:
    """Compute ``scenario`` to its end.

    Raises:
        ScenarioError: the scenario cannot be computed.
    """
    last = deque(run(scenario, workers=workers, every=float("inf"), orders=orders), maxlen=1)
    return last[0]


def run(
    scenario: Scenario,
    *,
    cancel: CancelToken | None = None,
    workers: int | None = None,
    every: float = 1 / 30,
    after: Snapshot | None = None,
    orders: Iterable[Order] = (),
) -> Iterator[Snapshot]:
    """Compute ``scenario``, yielding a snapshot about every ``every`` seconds and a final one at the end.

    The details that ``run.detail`` asks for come after the numbers of the seats: meanwhile snapshots have these numbers
    and the name of the detail under way as their ``stage``.

    A cancelled run ends without a snapshot that is ``final``. ``after`` is a snapshot of a sampled run of the same
    scenario (its limits may differ): the run goes on from there with the same stream of random numbers, so that a
    million trials refined by another million are the same two million as in one go. ``orders`` are the user's own
    orders of hands, which the scenario may name.

    Raises:
        ScenarioError: before the first snapshot, if the scenario cannot be computed.
    """
    cancel = cancel or CancelToken()
    yield from _until_cancelled(
        _run(scenario, cancel, workers or default_workers(), every, after, tuple(orders)), cancel
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
    """Compute the ``details`` (as in ``run.detail``) that ``result`` lacks, as :func:`run` does behind its numbers.

    The numbers of the seats and the time that they took stay as they are; the last snapshot has all details.

    Raises:
        ScenarioError: before the first snapshot, if a detail is unknown or ``result`` has no numbers yet.
    """
    cancel, orders = cancel or CancelToken(), tuple(orders)
    names = tuple(dict.fromkeys((*result.scenario.run.detail, *details)))
    scenario = replace(result.scenario, run=replace(result.scenario.run, detail=names))
    prepare(scenario, orders)
    if not result.seats:
        raise ScenarioError(Problem("run", "only a result with numbers can be completed"))
    asked = replace(result, scenario=scenario, final=True, stage="")
    yield from _until_cancelled(_complete(asked, cancel, workers or default_workers(), every, orders), cancel)


Snapshots = Generator[Snapshot, None, None]


def _until_cancelled(stream: Snapshots, cancel: CancelToken) -> Snapshots:
    """Yield from ``stream``: kernels wanted by others wait meanwhile; once cancelled nothing more is compiled."""
    with hurrying(), closing(stream) as snapshots:
        while True:
            try:
                with giving_way(lambda: cancel.cancelled):
                    snapshot = next(snapshots)
            except (StopIteration, Cancelled, GaveWay):
                return
            yield snapshot


def _run(
    scenario: Scenario,
    cancel: CancelToken,
    threads: int,
    every: float,
    after: Snapshot | None,
    orders: tuple[Order, ...],
) -> Snapshots:
    started = time.perf_counter()
    plan = _resumed_plan(scenario, after, orders, cancel.guard) if after else make_plan(scenario, orders, cancel.guard)
    loop = _run_exact if plan.exact else _run_sampled
    single = plan.exact is not None and plan.exact.chunks == 1 and not scenario.run.detail
    with Workers(threads, cancel, in_place=single) as pool:
        run_ = _Run(scenario, plan, pool, every, started, after)
        for snapshot in loop(run_):
            if snapshot.final:
                yield from _with_details(snapshot, pool, every, orders)
            else:
                yield snapshot


def _complete(asked: Snapshot, cancel: CancelToken, threads: int, every: float, orders: tuple[Order, ...]) -> Snapshots:
    with Workers(threads, cancel) as pool:
        yield from _with_details(asked, pool, every, orders)


def _resumed_plan(scenario: Scenario, after: Snapshot, orders: Iterable[Order], guard: Guard) -> Plan:
    sampled = replace(scenario, run=replace(scenario.run, method="sampled"))
    if after.resume is None or after.resume.identity != computation_key(scenario):
        raise ScenarioError(Problem("run", "only a sampled run of the same scenario can be refined"))
    return replace(make_plan(sampled, orders, guard), reason=after.reason)


def computation_key(scenario: Scenario) -> tuple[Any, ...]:
    """Return what decides the numbers and the stream of trials.

    That is all but names, seats that change nothing, method, limits, details and Kelly.
    """
    seats = tuple((s.cards, s.folded) for s in scenario.seats if takes_part(scenario.game, s))
    return (scenario.game, seats, scenario.board, scenario.dead, scenario.dialect, scenario.order, scenario.run.seed)


@dataclass(frozen=True, slots=True, eq=False)
class _Run:
    scenario: Scenario
    plan: Plan
    pool: Workers
    every: float
    started: float
    after: Snapshot | None

    def snapshot(self, deals: int, progress: float, estimates: tuple[Estimate, ...], **more: Any) -> Snapshot:
        """Return a snapshot of now; empty ``estimates`` where there is nothing to show yet."""
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


def _with_details(final: Snapshot, pool: Workers, every: float, orders: tuple[Order, ...]) -> Snapshots:
    """Yield the final snapshot, the requested details in it, which are computed one after the other; they do not count
    in its time.
    """
    found = dict(final.details)
    estimates = tuple(seat.estimate for seat in final.active if seat.estimate is not None)
    trials = None if final.method == "exact" else final.deals
    solved = Solved(final.scenario, trials, estimates, pool.cancel.guard, orders)
    for name in dict.fromkeys(final.scenario.run.detail):
        if name in found:
            continue
        under_way = replace(final, final=False, stage=name, details=dict(found))
        yield replace(under_way, progress=0.0)
        for progress in _detail(name, solved, pool, every, found):
            yield replace(under_way, progress=progress)
        if name not in found:
            return
    yield replace(final, details=found)


def _detail(name: str, solved: Solved, pool: Workers, every: float, found: dict[str, Any]) -> Iterator[float]:
    """Put a detail into ``found``, yielding its progress now and then; cancelled: leave it out."""
    detail = DETAILS[solved.scenario.game][name](solved)
    parts, values, shown = detail.parts, list[Any](), time.perf_counter()
    for part, value in pool.in_order(lambda part: parts[part] if part < len(parts) else None):
        values.append(value)
        if time.perf_counter() - shown >= every:
            shown = time.perf_counter()
            yield (part + 1) / len(parts)
    if len(values) == len(parts) and not pool.cancel.cancelled:
        found[name] = detail.assemble(values)


def _run_exact(run_: _Run) -> Iterator[Snapshot]:
    job = run_.plan.exact
    assert job is not None
    total: Tally | None = None
    shown, deals = time.perf_counter(), job.deals()

    def work(chunk: int) -> Callable[[], Tally] | None:
        return partial(job.compute, chunk) if chunk < job.chunks else None

    for chunk, tally in run_.pool.in_order(work):
        total = tally if total is None else total + tally
        if chunk + 1 == job.chunks:
            yield run_.snapshot(deals, 1.0, job.estimates(total), final=True)
            return
        if time.perf_counter() - shown >= run_.every:
            shown = time.perf_counter()
            yield run_.snapshot(deals, (chunk + 1) / job.chunks, (), final=False)


def _run_sampled(run_: _Run) -> Iterator[Snapshot]:
    job, options = run_.plan.sampled, run_.scenario.run
    assert job is not None
    resume = run_.after.resume if run_.after else None
    stream = SampledStream(job, resume)
    shown = time.perf_counter()

    def seconds() -> float:
        return time.perf_counter() - run_.started

    def snapshot(*, final: bool) -> Snapshot:
        progress = 1.0 if final else stream.progress(options, seconds())
        more = {
            "final": final,
            "trace": stream.trace(),
            "resume": stream.resume(computation_key(run_.scenario)),
        }
        return run_.snapshot(stream.trials, progress, stream.estimates, **more)

    def work(chunk: int) -> Callable[[], Tally]:
        return partial(job.compute, chunk, stream.size(chunk))

    if resume and stream.reached(options, 0.0):
        yield snapshot(final=True)
        return
    for chunk, tally in run_.pool.in_order(work, stream.chunks):
        missing = None if options.max_trials is None else options.max_trials - stream.trials
        if missing is not None and missing < stream.size(chunk):
            stream.add_last(job.compute(chunk, missing), missing)
        else:
            stream.add(tally)
        if stream.reached(options, seconds()):
            yield snapshot(final=True)
            return
        if chunk == 0 or time.perf_counter() - shown >= run_.every:
            shown = time.perf_counter()
            yield snapshot(final=False)
