"""The threads of a run: they compute its parts, which are taken in the order of their numbers.

Numba's table of the Python classes that have a type must be complete before there are threads. A thread that passes a
named tuple to a kernel goes through the table without a lock, and fails if it grows meanwhile ("dictionary changed size
during iteration"). Numba itself would complete it only when the first kernel is compiled, in another thread perhaps.
"""

import os
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor, wait
from contextlib import closing
from dataclasses import dataclass
from types import TracebackType
from typing import Generic, Self, TypeVar

import numba.experimental.function_type  # noqa: F401  (completes the table; after what chooses how Numba compiles)

from engine.equity.jobs import Cancelled
from engine.kernels.common.compiling import CompileDeferred, defer_compiling, deferring, foreground
from engine.processors import processors

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

    def guard(self) -> None:
        """Do nothing unless cancelled: an :data:`engine.equity.jobs.Guard`.

        Raises:
            Cancelled: the run was asked to end.
        """
        if self.cancelled:
            raise Cancelled


def until_cancelled(stream: Generator[T, None, None], cancel: CancelToken) -> Generator[T, None, None]:
    """Yield from ``stream``: kernels that others need wait meanwhile; once cancelled nothing more is compiled."""
    with foreground(), closing(stream) as snapshots:
        while True:
            try:
                with deferring(lambda: cancel.cancelled):
                    snapshot = next(snapshots)
            except (StopIteration, Cancelled, CompileDeferred):
                return
            yield snapshot


class Workers:
    """The ``threads`` of one run, until the end of a with statement; ``in_place`` computes in the thread that asks, for
    what takes less time than to start threads."""

    def __init__(self, threads: int, cancel: CancelToken, *, in_place: bool = False) -> None:
        self.threads, self.cancel = threads, cancel
        self._executor = None if in_place else ThreadPoolExecutor(threads, "steelwheel", _set_up_thread, (cancel,))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        if self._executor is not None:
            self._executor.shutdown()

    def in_order(self, work: Callable[[int], Callable[[], T] | None], first: int = 0) -> Iterator[tuple[int, T]]:
        """Yield (part, value) in the order of the parts, a few computed ahead, until cancelled or at the end.

        ``work`` gives what computes a part, None behind the last one.
        """
        return (result for result in self.ticking(work, float("inf"), first) if result is not None)

    def ticking(
        self, work: Callable[[int], Callable[[], T] | None], every: float, first: int = 0
    ) -> Iterator[tuple[int, T] | None]:
        """Yield as :meth:`in_order` does, and None whenever the next value lets wait for ``every`` seconds."""
        if self._executor is None:
            return self._in_place(work, first)
        return self._by_threads(self._executor, work, every, first)

    def _in_place(self, work: Callable[[int], Callable[[], T] | None], part: int) -> Iterator[tuple[int, T]]:
        while not self.cancel.cancelled:
            compute = work(part)
            if compute is None:
                return
            yield part, compute()
            part += 1

    def _by_threads(
        self, executor: Executor, work: Callable[[int], Callable[[], T] | None], every: float, first: int
    ) -> Iterator[tuple[int, T] | None]:
        waiting: deque[Future[T]] = deque()
        ahead, part, patience = first, first, None if every == float("inf") else every
        try:
            while not self.cancel.cancelled:
                while len(waiting) < 2 * self.threads:
                    compute = work(ahead)
                    if compute is None:
                        break
                    waiting.append(executor.submit(compute))
                    ahead += 1
                if not waiting:
                    return
                if wait(list(waiting)[:1], patience).done:
                    yield part, waiting.popleft().result()
                    part += 1
                else:
                    yield None
        finally:
            for future in waiting:
                future.cancel()


def _set_up_thread(cancel: CancelToken) -> None:
    """Make a worker thread compile nothing more once its run is cancelled, and let the window's thread go first (Linux:
    per thread)."""
    defer_compiling(lambda: cancel.cancelled)
    if sys.platform == "linux":
        os.nice(WORKER_NICENESS)


MIN_SHARE_FOR_ESTIMATE = 0.03
"""The share of the work from which what remains can be told from the time that it took."""
A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class AnswerSnapshot(Generic[A]):
    """The state of a run: ``progress`` from 0 to 1, the seconds that remain if they are known, the answer so far."""

    progress: float
    remaining_s: float | None
    answer: A | None
    final: bool = False


Snapshots = Generator[AnswerSnapshot[A], None, None]


def with_workers(
    work: Callable[[Workers], Generator[T, None, None]], cancel: CancelToken | None, workers: int | None = None
) -> Generator[T, None, None]:
    """Yield from ``work`` with as many threads, by default one a processor, until its end or until cancelled."""
    cancel = cancel or CancelToken()

    def stream() -> Generator[T, None, None]:
        with Workers(workers or processors(), cancel) as pool:
            yield from work(pool)

    yield from until_cancelled(stream(), cancel)


def last_answer(snapshots: Iterator[AnswerSnapshot[A]]) -> A:
    """Return the answer at the end of a run."""
    *_, last = snapshots
    assert last.answer is not None
    return last.answer


def sampled_snapshot(answer: A, progress: float, seconds: float, *, done: bool) -> AnswerSnapshot[A]:
    """Return the snapshot of a sampled run that has taken so many ``seconds``; ``done``: the last one."""
    remaining = None if done else seconds * (1.0 / max(progress, 1e-3) - 1.0)
    return AnswerSnapshot(progress, remaining, answer, done)


def remaining_seconds(progress: float, seconds: float) -> float | None:
    """Return the seconds to come if ``progress`` took ``seconds``; None where too little is done for an estimate."""
    return seconds * (1.0 / progress - 1.0) if progress >= MIN_SHARE_FOR_ESTIMATE else None


def compute_parts(
    parts: Sequence[Callable[[], T]], pool: Workers, every: float, take: Callable[[T], None]
) -> Iterator[tuple[float, float | None]]:
    """Give the values of ``parts`` to ``take`` in their order, all of them unless cancelled, and yield the progress and
    the seconds that remain about every ``every`` seconds."""
    done = 0
    started = shown = time.perf_counter()
    for result in pool.ticking(lambda part: parts[part] if part < len(parts) else None, every):
        if result is not None:
            take(result[1])
            done += 1
        now = time.perf_counter()
        if now - shown >= every:
            shown, progress = now, done / len(parts)
            yield progress, remaining_seconds(progress, now - started)
