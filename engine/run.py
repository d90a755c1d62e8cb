"""Running a scenario: a stream of snapshots from a pool of threads.

The result is a function of the scenario alone. Chunks have fixed sizes and random numbers of their own, their tallies
are added in the order of their numbers, and limits are decided after each chunk in that order, so that neither the
number of threads nor their timing changes a digit. (``max_seconds`` is the exception by nature.)
"""

import os
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from engine.details import DETAILS
from engine.jobs import Cancelled, Guard, Solved, Tally
from engine.kernels.compiling import GaveWay, give_way, giving_way, hurrying
from engine.plan import Plan, make_plan
from engine.ranges.orders import Order
from engine.results import Estimate, SeatResult, Snapshot
from engine.sampling import SampledStream
from engine.scenario import Problem, Scenario, ScenarioError

WORKER_NICENESS = 5
T = TypeVar("T")


class CancelToken:
    """Ends a run from another thread."""

    def __init__(self) -> None:
        self._event = threading.Event()

    def cancel(self) -> None:
        """Ask the run to end; its iterator stops without a final snapshot."""
        self._event.set()

    @property
    def cancelled(self) -> bool:
        """Whether the run was asked to end."""
        return self._event.is_set()


def default_workers() -> int:
    """Return the number of processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


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
    threads, orders = workers or default_workers(), tuple(orders)
    with hurrying(), closing(_snapshots(scenario, cancel, threads, every, after, orders)) as snapshots:
        while True:
            try:
                with giving_way(lambda: cancel.cancelled):
                    snapshot = next(snapshots)
            except (StopIteration, Cancelled, GaveWay):
                return
            yield snapshot


def _snapshots(
    scenario: Scenario, cancel: CancelToken, threads: int, every: float, after: Snapshot | None,
    orders: tuple[Order, ...],
) -> Generator[Snapshot, None, None]:  # fmt: skip
    started, guard = time.perf_counter(), _guard(cancel)
    plan = _resumed_plan(scenario, after, orders, guard) if after else make_plan(scenario, orders, guard)
    loop = _run_exact if plan.exact else _run_sampled
    with _executor(plan, scenario, threads, cancel) as pool:
        run_ = _Run(scenario, orders, plan, pool, threads, cancel, guard, every, started, after)
        for snapshot in loop(run_):
            if snapshot.final:
                yield from _with_details(run_, snapshot)
            else:
                yield snapshot


def _guard(cancel: CancelToken) -> Guard:
    def guard() -> None:
        if cancel.cancelled:
            raise Cancelled

    return guard


def _resumed_plan(scenario: Scenario, after: Snapshot, orders: Iterable[Order], guard: Guard) -> Plan:
    sampled = replace(scenario, run=replace(scenario.run, method="sampled"))
    if after.resume is None or after.resume.identity != computation_key(scenario):
        raise ScenarioError(Problem("run", "only a sampled run of the same scenario can be refined"))
    return replace(make_plan(sampled, orders, guard), reason=after.reason)


def computation_key(scenario: Scenario) -> tuple[Any, ...]:
    """Return what decides the numbers and the stream of trials: all but names, method, limits and Kelly."""
    seats = tuple((s.cards, s.folded) for s in scenario.seats)
    return (scenario.game, seats, scenario.board, scenario.dead, scenario.dialect, scenario.order, scenario.run.seed,
            scenario.run.detail)  # fmt: skip


def _executor(plan: Plan, scenario: Scenario, threads: int, cancel: CancelToken) -> Executor:
    """Return what computes the chunks: threads, but for a single chunk, which takes less time than to start them."""
    if plan.exact is not None and plan.exact.chunks == 1 and not scenario.run.detail:
        return _InPlace()
    return ThreadPoolExecutor(threads, "steelwheel", _set_up_thread, (cancel,))


class _InPlace(Executor):
    """Computes in the thread that asks."""

    def submit(self, work: Callable[..., T], /, *args: Any, **kwargs: Any) -> "Future[T]":
        """Return the result of ``work``, computed."""
        future: Future[T] = Future()
        try:
            future.set_result(work(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


def _set_up_thread(cancel: CancelToken) -> None:
    """Make a worker thread compile nothing more once its run is cancelled, and let the window's thread go first (Linux:
    per thread).
    """
    give_way(lambda: cancel.cancelled)
    if sys.platform == "linux":
        os.nice(WORKER_NICENESS)


@dataclass(frozen=True, slots=True, eq=False)
class _Run:
    scenario: Scenario
    orders: tuple[Order, ...]
    plan: Plan
    pool: Executor
    threads: int
    cancel: CancelToken
    guard: Guard
    every: float
    started: float
    after: Snapshot | None

    def in_order(self, submit: Callable[[int], "Future[T] | None"], first: int) -> Iterator[tuple[int, T]]:
        """Yield (chunk, tally) in the order of the chunks, a few computed ahead, until cancelled or at the end."""
        waiting: deque[Future[T]] = deque()
        ahead, chunk = first, first
        try:
            while not self.cancel.cancelled:
                while len(waiting) < 2 * self.threads:
                    future = submit(ahead)
                    if future is None:
                        break
                    waiting.append(future)
                    ahead += 1
                if not waiting:
                    return
                yield chunk, waiting.popleft().result()
                chunk += 1
        finally:
            for future in waiting:
                future.cancel()

    def snapshot(self, deals: int, progress: float, estimates: tuple[Estimate, ...], **more: Any) -> Snapshot:
        """Return a snapshot of now; empty ``estimates`` where there is nothing to show yet."""
        before = self.after.elapsed_s if self.after else 0.0
        return Snapshot(
            scenario=self.scenario,
            method=self.plan.method,
            reason=self.plan.reason,
            deals=deals,
            threads=self.threads,
            elapsed_s=before + time.perf_counter() - self.started,
            progress=progress,
            seats=_seat_results(self.scenario, estimates) if estimates else (),
            exact_operations=self.plan.exact_operations,
            **more,
        )


def _seat_results(scenario: Scenario, estimates: tuple[Estimate, ...]) -> tuple[SeatResult, ...]:
    rest = iter(estimates)
    return tuple(SeatResult(s.name, s.folded, None if s.folded else next(rest)) for s in scenario.seats)


def _with_details(run_: _Run, final: Snapshot) -> Iterator[Snapshot]:
    """Yield the final snapshot, the requested details in it, which are computed one after the other."""
    found = dict(final.details)
    estimates = tuple(seat.estimate for seat in final.active if seat.estimate is not None)
    trials = None if final.method == "exact" else final.deals
    solved = Solved(run_.scenario, trials, estimates, run_.guard, run_.orders)
    before = final.elapsed_s - (time.perf_counter() - run_.started)

    def now(snapshot: Snapshot) -> Snapshot:
        return replace(snapshot, details=dict(found), elapsed_s=before + time.perf_counter() - run_.started)

    for name in dict.fromkeys(run_.scenario.run.detail):
        if name in found:
            continue
        yield now(replace(final, final=False, stage=name, progress=0.0))
        for snapshot in _detail(run_, name, solved, found):
            yield now(replace(final, final=False, stage=name, progress=snapshot))
        if name not in found:
            return
    yield now(final) if final.scenario.run.detail else final


def _detail(run_: _Run, name: str, solved: Solved, found: dict[str, Any]) -> Iterator[float]:
    """Put a detail into ``found``, yielding its progress now and then; cancelled: leave it out."""
    detail = DETAILS[run_.scenario.game][name](solved)
    parts, values, shown = detail.parts, list[Any](), time.perf_counter()

    def submit(part: int) -> Future[Any] | None:
        return run_.pool.submit(parts[part]) if part < len(parts) else None

    for part, value in run_.in_order(submit, 0):
        values.append(value)
        if time.perf_counter() - shown >= run_.every:
            shown = time.perf_counter()
            yield (part + 1) / len(parts)
    if len(values) == len(parts) and not run_.cancel.cancelled:
        found[name] = detail.assemble(values)


def _run_exact(run_: _Run) -> Iterator[Snapshot]:
    job = run_.plan.exact
    assert job is not None
    total: Tally | None = None
    shown, deals = time.perf_counter(), job.deals()

    def submit(chunk: int) -> Future[Tally] | None:
        return run_.pool.submit(job.compute, chunk) if chunk < job.chunks else None

    for chunk, tally in run_.in_order(submit, 0):
        total = tally if total is None else total + tally
        if chunk + 1 == job.chunks:
            yield run_.snapshot(deals, 1.0, job.estimates(total), final=True, details=job.details(total))
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
            "details": stream.details() if final else {},
            "resume": stream.resume(computation_key(run_.scenario)),
        }
        return run_.snapshot(stream.trials, progress, stream.estimates, **more)

    def submit(chunk: int) -> Future[Tally] | None:
        return run_.pool.submit(job.compute, chunk, stream.size(chunk))

    if resume and stream.reached(options, 0.0):
        yield snapshot(final=True)
        return
    for chunk, tally in run_.in_order(submit, stream.chunks):
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
