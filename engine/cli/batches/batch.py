"""The answers to a batch, in the order of its lines: first by this process, then by a pool if the work is large enough.

A thread reads the lines ahead, so that work does not wait for input.
"""

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
"""The limits of reading ahead; a single line may exceed them."""


def answerable_lines(lines: Iterator[bytes]) -> Iterator[bytes]:
    """Yield the lines that get an answer: all but empty lines at the end of the file."""
    empty = 0
    for line in lines:
        if line.strip():
            yield from repeat(b"", empty)
            yield line
            empty = 0
        else:
            empty += 1


class Inbox:
    """The queue of lines to be answered (those of :func:`answerable_lines`), filled by a thread; a context manager.

    If reading fails, the lines end, and :meth:`check` raises the error.
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
        """Whether the queue is empty and no line will follow."""
        with self._changed:
            return self._ended and not self._lines

    def take(self, max_lines: int) -> list[bytes]:
        """Remove and return up to ``max_lines`` lines of the queue, without waiting."""
        with self._changed:
            taken = [self._lines.popleft() for _ in range(min(max_lines, len(self._lines)))]
            self._bytes -= sum(map(len, taken))
            if self._has_room(1 / 2):
                self._changed.notify_all()
            return taken

    def check(self) -> None:
        """Raise the error that has ended the reading of lines, if any."""
        if self._failure is not None:
            raise self._failure

    def wake(self, *_: object) -> None:
        """Make :meth:`wait` and :meth:`wait_only` check their conditions again. Can be called from any thread."""
        with self._changed:
            self._changed.notify_all()

    def wait(self, until: Callable[[], bool] = lambda: False) -> None:
        """Wait until there is a line, the lines have ended, or ``until()`` is true, checked after each :meth:`wake`."""
        with self._changed:
            self._changed.wait_for(lambda: bool(self._lines) or self._ended or until())

    def wait_only(self, until: Callable[[], bool]) -> None:
        """Wait until ``until()`` is true, checked after each :meth:`wake`."""
        with self._changed:
            self._changed.wait_for(until)

    def _read(self, lines: Iterator[bytes]) -> None:
        """Fill the queue until the lines end; the thread runs this."""
        try:
            for line in answerable_lines(lines):
                if not self._put(line):
                    return
        except Exception as error:
            self._failure = error
        with self._changed:
            self._ended = True
            self._changed.notify_all()

    def _has_room(self, share: float) -> bool:
        """Return whether less than a share of the limits is used."""
        return len(self._lines) < share * MAX_LINES_AHEAD and self._bytes < share * MAX_BYTES_AHEAD

    def _put(self, line: bytes) -> bool:
        """Add a line as soon as there is room; return False if the queue is closed."""
        with self._changed:
            # Once the queue is full, wait until it is half empty: switching threads for every line would take longer
            # than reading it.
            if not self._has_room(1.0):
                self._changed.wait_for(lambda: self._closed or self._has_room(1 / 2))
            self._lines.append(line)
            self._bytes += len(line)
            self._changed.notify_all()
            return not self._closed


MIN_SECONDS_FOR_POOL = 1.0
"""A pool of processes is started once the queued work takes longer than this."""

BLOCK_S = 0.2
"""Seconds of work in a block of lines sent to a worker, compared with which sending takes little time."""

MAX_LINES_IN_BLOCK = 256
AHEAD = 2
"""Blocks sent per worker: one being answered, one waiting."""

TRIES = 2
"""How often a line is tried alone if its worker is lost each time."""

LOST = Problem("file", "the process that computed this line died, twice")


class Pool(Protocol):
    """A pool of workers that answers blocks, ``width`` of them at a time."""

    @property
    def width(self) -> int:
        """The number of workers."""

    def submit(self, answer: Answer, lines: list[bytes]) -> "Future[tuple[list[str], float]]":
        """Start :func:`engine.cli.batches.answering.answer_block` in a worker.

        The future raises BrokenExecutor if the worker is lost.
        """

    def restart(self) -> None:
        """Replace the workers after some were lost."""


PoolMaker = Callable[[], AbstractContextManager[Pool]]


@dataclass(frozen=True, slots=True)
class AnsweredLine:
    """An answer, with its line end, and the number of bytes of the line that it answers."""

    text: str
    size: int


def answer_batch(
    lines: Iterator[bytes], answer: Answer, pool: PoolMaker | None, *, at_once: bool = False
) -> Iterator[AnsweredLine]:
    """Yield the answers to ``lines`` in order, each as soon as it and all earlier ones are known.

    ``pool`` (None: none) is started once more work is queued than starting it takes, or with ``at_once`` for the first
    line. The answer to an invalid line is its error.

    Raises:
        ScenarioError: ``lines`` cannot be read any further.
    """
    with Inbox(lines) as inbox:
        inbox.wait()
        if pool is None or not at_once:
            yield from _alone(inbox, answer, MIN_SECONDS_FOR_POOL if pool else float("inf"))
        if pool is not None and not inbox.over:
            with pool() as workers:
                yield from _PooledAnswers(inbox, answer, workers).answers()
        inbox.check()


def _alone(inbox: Inbox, answer: Answer, max_queued_s: float) -> Iterator[AnsweredLine]:
    """Yield the answers of this process until work of about ``max_queued_s`` seconds is queued."""
    spent, done = 0.0, 0
    while not inbox.over:
        for line in inbox.take(1):
            started = time.perf_counter()
            text = answer_line(answer, line)
            spent, done = spent + time.perf_counter() - started, done + 1
            yield AnsweredLine(text, len(line))
        # The mean time of the lines so far, times the lines that are waiting.
        if done and len(inbox) * spent / done > max_queued_s:
            return
        inbox.wait()


@dataclass(frozen=True, slots=True, eq=False)
class _Block:
    lines: list[bytes]
    future: "Future[tuple[list[str], float]]"


class _PooledAnswers:
    """The blocks that were sent to a pool, in the order of their lines.

    If a worker is lost, it is unknown at which line. The blocks sent are then tried again one at a time, and a block
    that is lost again is tried in halves. So a line that crashes its process costs only its own answer.
    """

    def __init__(self, inbox: Inbox, answer: Answer, pool: Pool) -> None:
        self._inbox, self._answer, self._pool = inbox, answer, pool
        self._pending: deque[_Block] = deque()
        self._to_retry: deque[list[bytes]] = deque()
        # Seconds and lines of the blocks answered so far, and how often the current single line was lost.
        self._seconds, self._lines, self._losses = 0.0, 0, 0

    def answers(self) -> Iterator[AnsweredLine]:
        """Yield the answers to all lines of the queue, in their order."""
        while not (self._inbox.over and not self._pending and not self._to_retry):
            self._submit()
            if self._pending and self._pending[0].future.done():
                yield from self._finish_first()
            elif self._pending and (self._is_full or self._inbox.over):
                # New lines could not be sent now, so they are no reason to wake up.
                self._inbox.wait_only(self._is_first_done)
            else:
                self._inbox.wait(self._is_first_done)

    def _is_first_done(self) -> bool:
        """Return whether the earliest pending block is answered or lost."""
        return bool(self._pending) and self._pending[0].future.done()

    @property
    def _is_full(self) -> bool:
        """Whether the workers take no further block before the next one is answered."""
        return bool(self._to_retry) or len(self._pending) >= AHEAD * self._pool.width

    def _submit(self) -> None:
        """Send as many blocks as the workers take. A block that was lost before is sent alone."""
        if self._to_retry:
            # If two blocks were running at the next loss, it would again be unknown which of them is at fault.
            if not self._pending:
                self._send(self._to_retry.popleft())
            return
        while len(self._pending) < AHEAD * self._pool.width:
            lines = self._inbox.take(self._block_size)
            if not lines:
                return
            self._send(lines)

    @property
    def _block_size(self) -> int:
        """The number of lines of the next block; a small queue is divided evenly among the workers."""
        # The speed is not known before the first answer, so the first blocks are single lines.
        target = BLOCK_S * self._lines / self._seconds if self._seconds > 0 else 1.0
        return int(min(max(target, 1), MAX_LINES_IN_BLOCK, ceil(max(len(self._inbox), 1) / self._pool.width)))

    def _send(self, lines: list[bytes]) -> None:
        future = self._pool.submit(self._answer, lines)
        self._pending.append(_Block(lines, future))
        future.add_done_callback(self._inbox.wake)

    def _finish_first(self) -> Iterator[AnsweredLine]:
        """Remove the first pending block, which is done: yield its answers, or schedule it again if it was lost."""
        block = self._pending.popleft()
        try:
            texts, seconds = block.future.result()
        except BrokenExecutor:
            yield from self._retry_or_fail(block)
            return
        self._losses = 0
        self._seconds, self._lines = self._seconds + seconds, self._lines + len(texts)
        for line, text in zip(block.lines, texts, strict=True):
            yield AnsweredLine(text, len(line))

    def _retry_or_fail(self, block: _Block) -> Iterator[AnsweredLine]:
        """Schedule ``block`` and all pending blocks again, or yield an error if it is a line lost too often."""
        self._pool.restart()
        alone, lines = not self._pending, block.lines
        if alone and len(lines) == 1:
            self._losses += 1
            if self._losses == TRIES:
                self._losses = 0
                yield AnsweredLine(answer_text(error_json(LOST)), len(lines[0]))
                return
        # Only a block that was lost while it was alone is known to contain the line at fault: it is halved.
        half = len(lines) // 2 if alone else len(lines)
        parts = [part for part in (lines[:half], lines[half:]) if part]
        # In front and in reverse, because answers are yielded in the order of the lines.
        self._to_retry.extendleft(reversed(parts + [other.lines for other in self._pending]))
        self._pending.clear()
