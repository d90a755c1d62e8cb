"""The threads of a run: they compute numbered chunks, whose results are taken in the order of the numbers.

Numba has a table of the Python classes that have a Numba type. It must be complete before threads start: a thread that
passes a named tuple to a kernel iterates over the table without a lock, and fails if it grows meanwhile ("dictionary
changed size during iteration"). Numba itself completes it only when the first kernel is compiled, possibly in another
thread. That is why this module imports a part of Numba that it does not use.
"""

import os
import sys
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor, wait
from contextlib import closing
from functools import partial
from types import TracebackType
from typing import Self, TypeVar

from engine.equity.jobs import Cancelled
from engine.kernels.common.compiling import CompileDeferred, defer_compiling, deferring, foreground
from engine.processors import processors

# isort: split
# After the kernels, which choose how Numba compiles before they import it.
import numba.experimental.function_type  # noqa: F401  (completes the table)

WORKER_NICENESS = 5
T = TypeVar("T")


class CancelToken:
    """A request to end a run, made from another thread."""

    def __init__(self) -> None:
        self._event = threading.Event()

    def cancel(self) -> None:
        """Request the end of the run: its iterator stops without a final snapshot."""
        self._event.set()

    @property
    def cancelled(self) -> bool:
        """Whether the end of the run was requested."""
        return self._event.is_set()

    def check_cancelled(self) -> None:
        """Raise an exception if cancelled; passed to long work as its :data:`engine.equity.jobs.CancelCheck`.

        Raises:
            Cancelled: the end of the run was requested.
        """
        if self.cancelled:
            raise Cancelled


def until_cancelled(stream: Generator[T, None, None], cancel: CancelToken) -> Generator[T, None, None]:
    """Yield from ``stream`` until it ends or is cancelled; then no further kernel is compiled for it.

    Meanwhile the compiling of kernels in the background pauses (``kernels.common.compiling``).
    """
    with foreground(), closing(stream) as snapshots:
        while True:
            try:
                with deferring(lambda: cancel.cancelled):
                    snapshot = next(snapshots)
            except (StopIteration, Cancelled, CompileDeferred):
                return
            yield snapshot


def numbered_chunks(count: int, compute: Callable[[int], T]) -> Callable[[int], Callable[[], T] | None]:
    """Return the ``work`` of :meth:`Workers.in_order` for ``count`` chunks, whose values ``compute`` returns."""
    return lambda chunk: partial(compute, chunk) if chunk < count else None


class Workers:
    """The threads of one run (by default one per processor), as a context manager; ``cancel`` ends their work.

    ``in_place``: compute in the calling thread, for work that takes less time than starting threads.
    """

    def __init__(
        self, threads: int | None = None, cancel: CancelToken | None = None, *, in_place: bool = False
    ) -> None:
        self.threads, self.cancel = threads or processors(), cancel or CancelToken()
        self._executor = (
            None if in_place else ThreadPoolExecutor(self.threads, "steelwheel", _set_up_thread, (self.cancel,))
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        if self._executor is not None:
            self._executor.shutdown()

    def start(self, work: Callable[[], T]) -> Future[T] | None:
        """Let one of the threads call ``work`` while the caller goes on; None if the work is computed in place.

        The threads that are busy with chunks do not call it before they have finished them.
        """
        return None if self._executor is None else self._executor.submit(work)

    def in_order(self, work: Callable[[int], Callable[[], T] | None], first: int = 0) -> Iterator[tuple[int, T]]:
        """Yield (chunk, value) in the order of the chunks, from chunk ``first`` until the last one or until cancelled.

        ``work`` returns the function that computes a chunk, or None after the last chunk.
        """
        return (result for result in self.ticking(work, float("inf"), first) if result is not None)

    def ticking(
        self, work: Callable[[int], Callable[[], T] | None], every: float, first: int = 0
    ) -> Iterator[tuple[int, T] | None]:
        """Yield as :meth:`in_order`, and None each time ``every`` seconds pass before the next value."""
        if self._executor is None:
            return self._in_place(work, first)
        return self._by_threads(self._executor, work, every, first)

    def _in_place(self, work: Callable[[int], Callable[[], T] | None], chunk: int) -> Iterator[tuple[int, T]]:
        """Compute chunk by chunk in the calling thread, and yield each with its number."""
        while not self.cancel.cancelled:
            compute = work(chunk)
            if compute is None:
                return
            yield chunk, compute()
            chunk += 1

    def _by_threads(
        self, executor: Executor, work: Callable[[int], Callable[[], T] | None], every: float, first: int
    ) -> Iterator[tuple[int, T] | None]:
        """Compute chunks in the threads, and yield them in their order; yield None for each ``every`` seconds of
        waiting."""
        submitted: deque[Future[T]] = deque()
        next_chunk, chunk, timeout = first, first, None if every == float("inf") else every
        try:
            while not self.cancel.cancelled:
                # Two chunks per thread keep every thread busy while the oldest one is awaited, and limit the work that
                # is lost at the end of a run whose stop rule does not need it.
                while len(submitted) < 2 * self.threads:
                    compute = work(next_chunk)
                    if compute is None:
                        break
                    submitted.append(executor.submit(compute))
                    next_chunk += 1
                if not submitted:
                    return
                if wait(list(submitted)[:1], timeout).done:
                    yield chunk, submitted.popleft().result()
                    chunk += 1
                else:
                    yield None
        finally:
            for future in submitted:
                future.cancel()


def _set_up_thread(cancel: CancelToken) -> None:
    """Prepare a worker thread: it compiles no further kernel once its run is cancelled, and has a lower priority than
    the window's thread (on Linux, where threads have priorities of their own)."""
    defer_compiling(lambda: cancel.cancelled)
    if sys.platform == "linux":
        os.nice(WORKER_NICENESS)
