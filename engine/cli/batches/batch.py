"""The answers to a batch in the order of its lines: first by this process, then, if it is worth it, by a pool. Lines
are read ahead in a thread, so that nothing waits for one without need."""

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Future
from contextlib import AbstractContextManager
from dataclasses import dataclass
from itertools import repeat
from math import ceil
from typing import Protocol, Self

from engine.cli.batches.answering import Answer, answer_line, answer_text, error_json
from engine.scenario import Problem

MAX_LINES_AHEAD = 8192
MAX_BYTES_AHEAD = 64_000_000
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
        """Raise the error that has ended the reading of lines, if any."""
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
        return len(self._lines) < part * MAX_LINES_AHEAD and self._bytes < part * MAX_BYTES_AHEAD

    def _put(self, line: bytes) -> bool:
        """Add a line once there is room; return whether anybody still wants it."""
        with self._changed:
            if not self._has_room(1.0):  # then for many lines at once: it takes time that threads change over
                self._changed.wait_for(lambda: self._closed or self._has_room(1 / 2))
            self._lines.append(line)
            self._bytes += len(line)
            self._changed.notify_all()
            return not self._closed


WORTH_S = 1.0
"""Work of so many seconds has to be waiting before other processes are started for it."""

BLOCK_S = 0.2
"""Lines are handed out in blocks of about as much work: sending them costs little in comparison."""

MAX_LINES_IN_BLOCK = 256
AHEAD = 2
"""Blocks in flight for each worker: one under way, one waiting."""

TRIES = 2
"""A line that is lost alone so often is not tried again."""

LOST = Problem("file", "the process that computed this line was lost, each time that it was tried")


class Pool(Protocol):
    """A pool of workers that answers blocks, ``width`` of them at a time."""

    @property
    def width(self) -> int:
        """The number of workers."""

    def submit(self, answer: Answer, lines: list[bytes]) -> "Future[tuple[list[str], float]]":
        """Begin with :func:`engine.cli.batches.answering.answer_block`; a worker that is lost makes the future raise
        BrokenExecutor."""

    def restart(self) -> None:
        """Have workers again after some were lost."""


PoolMaker = Callable[[], AbstractContextManager[Pool]]


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer, with the end of its line, and how many bytes its line had."""

    text: str
    size: int


def answers(
    lines: Iterator[bytes], answer: Answer, pool: PoolMaker | None, *, at_once: bool = False
) -> Iterator[Answered]:
    """Yield the answers to ``lines`` in order, each as soon as it is known and its predecessors are.

    ``pool`` is made when more work is waiting than it takes to start it, ``at_once`` when there are lines at all; None:
    never. Errors in a line are its answer.

    Raises:
        ScenarioError: ``lines`` cannot be read any further.
    """
    with Inbox(lines) as inbox:
        inbox.wait()
        if pool is None or not at_once:
            yield from _alone(inbox, answer, WORTH_S if pool else float("inf"))
        if pool is not None and not inbox.over:
            with pool() as workers:
                yield from _Flight(inbox, answer, workers).answers()
        inbox.check()


def _alone(inbox: Inbox, answer: Answer, worth: float) -> Iterator[Answered]:
    """Yield answers until work of about ``worth`` seconds is waiting."""
    spent, done = 0.0, 0
    while not inbox.over:
        for line in inbox.take(1):
            started = time.perf_counter()
            text = answer_line(answer, line)
            spent, done = spent + time.perf_counter() - started, done + 1
            yield Answered(text, len(line))
        if done and len(inbox) * spent / done > worth:
            return
        inbox.wait()


@dataclass(frozen=True, slots=True, eq=False)
class _Block:
    lines: list[bytes]
    future: "Future[tuple[list[str], float]]"


class _Flight:
    """The blocks that a pool is working at, in the order of their lines.

    Whoever loses a worker does not know at which line: the blocks in flight are tried again one by one, each of them
    alone, in halves where it is lost again. So a line that brings its process down costs only itself.
    """

    def __init__(self, inbox: Inbox, answer: Answer, pool: Pool) -> None:
        self._inbox, self._answer, self._pool = inbox, answer, pool
        self._flying: deque[_Block] = deque()
        self._again: deque[list[bytes]] = deque()
        self._seconds, self._lines, self._losses = 0.0, 0, 0

    def answers(self) -> Iterator[Answered]:
        """Yield the answers to all lines."""
        while not (self._inbox.over and not self._flying and not self._again):
            self._submit()
            if self._flying and self._flying[0].future.done():
                yield from self._landed()
            elif self._flying and (self._full or self._inbox.over):
                self._inbox.wait_only(self._first_done)
            else:
                self._inbox.wait(self._first_done)

    def _first_done(self) -> bool:
        return bool(self._flying) and self._flying[0].future.done()

    @property
    def _full(self) -> bool:
        """Whether nothing is handed out before an answer comes."""
        return bool(self._again) or len(self._flying) >= AHEAD * self._pool.width

    def _submit(self) -> None:
        """Hand out what there is room for; what was lost before goes alone."""
        if self._again:
            if not self._flying:
                self._send(self._again.popleft())
            return
        while len(self._flying) < AHEAD * self._pool.width:
            lines = self._inbox.take(self._size)
            if not lines:
                return
            self._send(lines)

    @property
    def _size(self) -> int:
        """The number of lines of the next block: less where fewer are waiting than the workers can share."""
        wanted = BLOCK_S * self._lines / self._seconds if self._seconds > 0 else 1.0
        return int(min(max(wanted, 1), MAX_LINES_IN_BLOCK, ceil(max(len(self._inbox), 1) / self._pool.width)))

    def _send(self, lines: list[bytes]) -> None:
        future = self._pool.submit(self._answer, lines)
        self._flying.append(_Block(lines, future))
        future.add_done_callback(self._inbox.wake)

    def _landed(self) -> Iterator[Answered]:
        """Yield the answers of the first block; if it is lost, have it tried again."""
        block = self._flying.popleft()
        try:
            texts, seconds = block.future.result()
        except BrokenExecutor:
            yield from self._lost(block)
            return
        self._losses = 0
        self._seconds, self._lines = self._seconds + seconds, self._lines + len(texts)
        for line, text in zip(block.lines, texts, strict=True):
            yield Answered(text, len(line))

    def _lost(self, block: _Block) -> Iterator[Answered]:
        """Plan what was lost once more."""
        self._pool.restart()
        alone, lines = not self._flying, block.lines
        if alone and len(lines) == 1:
            self._losses += 1
            if self._losses == TRIES:
                self._losses = 0
                yield Answered(answer_text(error_json(LOST)), len(lines[0]))
                return
        half = len(lines) // 2 if alone else len(lines)
        parts = [part for part in (lines[:half], lines[half:]) if part]
        self._again.extendleft(reversed(parts + [other.lines for other in self._flying]))
        self._flying.clear()
