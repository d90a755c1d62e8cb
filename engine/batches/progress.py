"""How far a batch is: lines done, their rate and the time that remains."""

import time
from collections.abc import Callable

EVERY_S = 1.0
TELLING = 0.02
"""The share that has to be done before the time of the rest is estimated."""


class Progress:
    """Reports the progress of a batch by ``say``, about once in ``every`` seconds.

    ``size`` is the number of bytes of all lines, None where it is not known; ``done`` lines of ``read`` bytes were
    answered before.
    """

    def __init__(self, say: Callable[[str], None], size: int | None, every: float = EVERY_S) -> None:
        self._say, self._size, self._every = say, size, every
        self._started = self._said = time.perf_counter()
        self._lines = self._bytes = 0

    def add(self, size: int) -> None:
        """Count a line of ``size`` bytes that has its answer."""
        self._lines, self._bytes = self._lines + 1, self._bytes + size
        now = time.perf_counter()
        if now - self._said >= self._every:
            self._said = now
            self._say(self._text(now - self._started))

    def end(self) -> None:
        """Report the whole batch, if anything was reported before."""
        seconds = time.perf_counter() - self._started
        if self._said > self._started:
            self._say(f"{self._lines:,} lines in {_duration(seconds)}, {self._lines / seconds:,.0f} a second")

    def _text(self, seconds: float) -> str:
        words = f"{self._lines:,} lines, {self._lines / seconds:,.0f} a second"
        if self._size and self._bytes >= TELLING * self._size:
            left = seconds * max(self._size / self._bytes - 1.0, 0.0)
            words += f", {min(self._bytes / self._size, 1.0):.0%}, about {_duration(left)} left"
        return words


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"
