"""Work in parts that the threads of a run compute, how much of it is yet to come, and the answer so far."""

import time
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from engine.processors import processors
from engine.running.workers import CancelToken, Workers, until_cancelled

TELLING = 0.03
"""The share of the work from which what remains can be told from the time that it took."""
T = TypeVar("T")
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
    return seconds * (1.0 / progress - 1.0) if progress >= TELLING else None


def compute_parts(
    parts: Sequence[Callable[[], T]], pool: Workers, every: float, take: Callable[[T], None]
) -> Iterator[tuple[float, float | None]]:
    """Give the values of ``parts`` to ``take`` in their order, all of them unless cancelled, and yield the progress and
    the seconds that remain about every ``every`` seconds.
    """
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
