"""The common base of runs that answer a request: snapshots of their state, and when one is due.

A run is a generator of snapshots. It divides its work into chunks of 5-15 ms, which ``engine.equity.workers`` computes
in threads and returns in their order, and it ends without a final snapshot if it is cancelled. The run of a table
(``engine.equity.run``) has snapshots of its own (``engine.equity.results``), all others have :class:`AnswerSnapshot`.
"""

import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from engine.equity.workers import CancelToken, Workers, numbered_chunks, until_cancelled

MIN_SHARE_FOR_ESTIMATE = 0.03
"""The share of the work that has to be done before the remaining time is estimated from it."""
T = TypeVar("T")
A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class AnswerSnapshot(Generic[A]):
    """The state of a run: ``progress`` from 0 to 1, the remaining seconds if they are known, and the answer so far."""

    progress: float
    remaining_s: float | None
    answer: A | None
    final: bool = False


Snapshots = Generator[AnswerSnapshot[A], None, None]


def remaining_seconds(progress: float, seconds: float) -> float | None:
    """Return the remaining seconds if ``progress`` took ``seconds``, or None if too little is done for an estimate."""
    return seconds * (1.0 / progress - 1.0) if progress >= MIN_SHARE_FOR_ESTIMATE else None


class Pace:
    """The clock of a run, which starts when it is created; a snapshot is due every ``every`` seconds.

    >>> pace = Pace(float("inf"))
    >>> pace.due(), pace.due(always=True)
    (False, True)
    """

    def __init__(self, every: float = float("inf")) -> None:
        self._every = every
        self._started = self._reported = time.perf_counter()

    @property
    def seconds(self) -> float:
        """The seconds since the start."""
        return time.perf_counter() - self._started

    def due(self, *, always: bool = False) -> bool:
        """Return True if the last report was ``every`` seconds ago (or ``always``): the caller reports now."""
        now = time.perf_counter()
        if not always and now - self._reported < self._every:
            return False
        self._reported = now
        return True

    def remaining(self, progress: float) -> float | None:
        """Return the remaining seconds if ``progress`` is reached by now, or None if they cannot be estimated yet."""
        return remaining_seconds(progress, self.seconds)

    def snapshot(self, progress: float, answer: A | None = None, *, final: bool = False) -> AnswerSnapshot[A]:
        """Return the snapshot of the present state."""
        return AnswerSnapshot(progress, 0.0 if final else self.remaining(progress), answer, final)


def with_workers(
    work: Callable[[Workers], Generator[T, None, None]],
    cancel: CancelToken | None,
    workers: int | None = None,
    *,
    in_place: bool = False,
) -> Generator[T, None, None]:
    """Yield from ``work``, which gets ``workers`` threads (None: one per processor), until it ends or is cancelled.

    ``in_place``: it gets no threads and computes everything in the calling one.
    """
    cancel = cancel or CancelToken()

    def stream() -> Generator[T, None, None]:
        with Workers(workers, cancel, in_place=in_place) as pool:
            yield from work(pool)

    yield from until_cancelled(stream(), cancel)


def paced(
    steps: Iterable[tuple[float, A | None]], every: float, remaining: Callable[[], float | None] | None = None
) -> Snapshots[A]:
    """Turn steps of (progress, answer so far) into snapshots, at most one every ``every`` seconds.

    The first step whose progress is 1 and that has an answer becomes the final snapshot. ``remaining`` returns the
    remaining seconds after a step; without it they are estimated from the progress, which has to grow steadily.
    """
    pace = Pace(every)
    for progress, answer in steps:
        final = progress >= 1.0 and answer is not None
        if pace.due(always=final):
            snapshot = pace.snapshot(progress, answer, final=final)
            yield snapshot if remaining is None or final else replace(snapshot, remaining_s=remaining())


def compute_parts(
    parts: Sequence[Callable[[], T]], pool: Workers, every: float, take: Callable[[T], None]
) -> Iterator[tuple[float, float | None]]:
    """Compute ``parts`` and call ``take`` with their values in order, all of them unless cancelled.

    Yields the progress, 0 to 1, and the remaining seconds about every ``every`` seconds.
    """
    done, pace = 0, Pace(every)
    for result in pool.ticking(numbered_chunks(len(parts), lambda part: parts[part]()), every):
        if result is not None:
            take(result[1])
            done += 1
        if pace.due():
            progress = done / len(parts)
            yield progress, pace.remaining(progress)


def answer_of_parts(
    parts: Sequence[Callable[[], T]], pool: Workers, every: float, take: Callable[[T], None], answer: Callable[[], A]
) -> Snapshots[A]:
    """Compute ``parts`` as :func:`compute_parts`, without an answer before the final snapshot with ``answer()``."""
    for progress, remaining in compute_parts(parts, pool, every, take):
        yield AnswerSnapshot(progress, remaining, None)
    if not pool.cancel.cancelled:
        yield AnswerSnapshot(1.0, 0.0, answer(), final=True)


def last_answer(snapshots: Iterator[AnswerSnapshot[A]]) -> A:
    """Return the answer at the end of a run."""
    *_, last = snapshots
    assert last.answer is not None
    return last.answer
