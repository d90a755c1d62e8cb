"""Work in parts that the threads of a run compute, and how much of it is yet to come."""

import time
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from engine.running.workers import Workers

TELLING = 0.03
"""The share of the work from which what remains can be told from the time that it took."""
T = TypeVar("T")


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
