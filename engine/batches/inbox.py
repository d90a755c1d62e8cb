"""The lines of a batch, read ahead in a thread, so that whoever answers them never waits for one without need."""

import threading
from collections import deque
from collections.abc import Callable, Iterator
from itertools import repeat
from typing import Self

MOST_LINES = 8192
MOST_BYTES = 64_000_000
"""No more is read ahead, apart from one line."""


def counted(lines: Iterator[bytes]) -> Iterator[bytes]:
    """Yield the lines that get an answer: an empty one does if another follows, so that a file may end with some."""
    empty = 0
    for line in lines:
        if line.strip():
            yield from repeat(b"", empty)
            yield line
            empty = 0
        else:
            empty += 1


class Inbox:
    """Lines that wait for their answers, until the end of a with statement.

    Which ones :func:`counted` tells. Where reading fails the lines end, and :meth:`check` raises the reason.
    """

    def __init__(self, lines: Iterator[bytes]) -> None:
        self._lines: deque[bytes] = deque()
        self._bytes = 0
        self._changed = threading.Condition()
        self._ended = self._closed = False
        self._failure: Exception | None = None
        self._reader = threading.Thread(target=self._read, args=(lines,), name="steelwheel lines", daemon=True)

    def __enter__(self) -> Self:
        self._reader.start()
        return self

    def __exit__(self, *_: object) -> None:
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def __len__(self) -> int:
        """Return how many lines are waiting."""
        return len(self._lines)

    @property
    def over(self) -> bool:
        """Whether no line is waiting and none will come."""
        with self._changed:
            return self._ended and not self._lines

    def take(self, most: int) -> list[bytes]:
        """Return up to ``most`` of the lines that are waiting, none if there are none."""
        with self._changed:
            taken = [self._lines.popleft() for _ in range(min(most, len(self._lines)))]
            self._bytes -= sum(map(len, taken))
            if self._has_room(1 / 2):
                self._changed.notify_all()
            return taken

    def check(self) -> None:
        """Raise what has ended the reading of lines, if that was no end of a file."""
        if self._failure is not None:
            raise self._failure

    def wake(self, *_: object) -> None:
        """Make :meth:`wait` look again; from any thread."""
        with self._changed:
            self._changed.notify_all()

    def wait(self, until: Callable[[], bool] = lambda: False) -> None:
        """Wait until a line is there, the lines are at their end, or ``until()`` after a :meth:`wake`."""
        with self._changed:
            self._changed.wait_for(lambda: bool(self._lines) or self._ended or until())

    def wait_only(self, until: Callable[[], bool]) -> None:
        """Wait for ``until()`` alone."""
        with self._changed:
            self._changed.wait_for(until)

    def _read(self, lines: Iterator[bytes]) -> None:
        try:
            for line in counted(lines):
                if not self._put(line):
                    return
        except Exception as error:
            self._failure = error
        with self._changed:
            self._ended = True
            self._changed.notify_all()

    def _has_room(self, part: float) -> bool:
        return len(self._lines) < part * MOST_LINES and self._bytes < part * MOST_BYTES

    def _put(self, line: bytes) -> bool:
        """Add a line once there is room; return whether anybody still wants it."""
        with self._changed:
            if not self._has_room(1.0):  # then for many lines at once: it takes time that threads change over
                self._changed.wait_for(lambda: self._closed or self._has_room(1 / 2))
            self._lines.append(line)
            self._bytes += len(line)
            self._changed.notify_all()
            return not self._closed
