"""``--lines``: answering a batch of lines, to standard output or to a file of answers, with reports of progress."""

import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass
from typing import Protocol

from engine.cli.batches.answering import Answer
from engine.cli.batches.answers_file import AnswersFile
from engine.cli.batches.batch import PoolMaker, answer_batch
from engine.cli.batches.processes import Cluster, Processes
from engine.processors import processors

DEFAULT_INTERVAL_S = 1.0
MIN_SHARE_FOR_ESTIMATE = 0.02
"""The share of the bytes that has to be done before the remaining time is estimated."""


class BatchProgress:
    """Reports the progress of a batch by ``say``, about once in ``every`` seconds.

    ``size`` is the number of bytes of all lines, or None if it is not known.
    """

    def __init__(self, say: Callable[[str], None], size: int | None, every: float = DEFAULT_INTERVAL_S) -> None:
        self._say, self._size, self._every = say, size, every
        self._started = self._last_report = time.perf_counter()
        self._lines = self._bytes = 0

    def add(self, size: int) -> None:
        """Count a line of ``size`` bytes that has been answered."""
        self._lines, self._bytes = self._lines + 1, self._bytes + size
        now = time.perf_counter()
        if now - self._last_report >= self._every:
            self._last_report = now
            self._say(self._text(now - self._started))

    def end(self) -> None:
        """Report the total of the batch, unless it ended before the first report."""
        seconds = time.perf_counter() - self._started
        if self._last_report > self._started:
            self._say(f"{self._lines:,} lines in {duration(seconds)}, {self._lines / seconds:,.0f} per second")

    def _text(self, seconds: float) -> str:
        """Return the progress after ``seconds``, with the remaining time once enough is done to estimate it."""
        text = f"{self._lines:,} lines, {self._lines / seconds:,.0f} per second"
        if self._size and self._bytes >= MIN_SHARE_FOR_ESTIMATE * self._size:
            # Lines can differ in length by orders of magnitude, so the share that is done is one of bytes.
            remaining = seconds * max(self._size / self._bytes - 1.0, 0.0)
            text += f", {min(self._bytes / self._size, 1.0):.0%}, about {duration(remaining)} left"
        return text


def duration(seconds: float) -> str:
    """Return seconds as a text such as ``2 h 5 min``, ``3 min 20 s`` or ``45 s``."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"


LOG_INTERVAL_S = 10.0
"""The seconds between two reports of progress on a standard error that is no terminal."""

TERMINAL_INTERVAL_S = 1.0
"""The seconds between two reports of progress on a terminal."""

FIRST_REPORT_S, FIRST_LOG_REPORT_S = 1.0, 3.0
"""The seconds after which the progress of a single request is first reported: on a terminal, and elsewhere."""


class Waiting:
    """Reports the progress of a single request that takes long.

    On a terminal a single line is overwritten. Elsewhere there are lines at long intervals, so that a log is not
    flooded.
    """

    def __init__(self, say: Callable[[str], None], say_over: Callable[[str], None]) -> None:
        self._terminal = sys.stderr is not None and sys.stderr.isatty()
        self._say, self._say_over = say, say_over
        self._next = time.perf_counter() + (FIRST_REPORT_S if self._terminal else FIRST_LOG_REPORT_S)
        self._has_reported = False

    def report(self, progress: float, remaining_s: float | None) -> None:
        """Report the progress, 0 to 1, and the remaining seconds, if the interval since the last report is over."""
        now = time.perf_counter()
        if now < self._next:
            return
        self._next, self._has_reported = now + (FIRST_REPORT_S if self._terminal else LOG_INTERVAL_S), True
        remaining = "" if remaining_s is None else f", about {duration(remaining_s)} left"
        (self._say_over if self._terminal else self._say)(f"{progress:.0%}{remaining}")

    def end(self) -> None:
        """Begin a new line on the terminal if the current one shows the progress, before other output follows."""
        if self._has_reported and self._terminal:
            self._has_reported = False
            with suppress(OSError):
                sys.stderr.write("\n")
                sys.stderr.flush()


class BatchOptions(Protocol):
    """The options of a batch: ``name`` of the verb, number of ``workers`` (processes), address of a ``dask`` cluster,
    and the file of answers to ``resume``."""

    name: str
    workers: int | None
    dask: str | None
    resume: str | None


@dataclass(frozen=True, slots=True)
class OutputFunctions:
    """The outputs of a batch: ``write`` writes text to standard output, ``say`` prints a message, and ``say_over``
    prints a message over the previous one."""

    write: Callable[[str], None]
    say: Callable[[str], None]
    say_over: Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Lines:
    """The lines of a batch, with the size in bytes and the digest of the whole input, or None if not known."""

    lines: Iterator[bytes]
    size: int | None = None
    digest: str | None = None


def answer_lines(source: Lines, answer: Answer, options: BatchOptions, output: OutputFunctions) -> None:
    """Answer the lines of ``source`` in order.

    Raises:
        ScenarioError: the lines cannot be read, or an option cannot be followed.
        NotWrittenError: the answers cannot be written.
    """
    progress = _progress(source.size, options, output)
    with _answers_file(options, source.digest) as answers_file, interruptible():
        lines = answers_file.rest(source.lines) if answers_file else source.lines
        write = answers_file.write if answers_file else output.write
        for result in answer_batch(lines, answer, pool_maker(options), at_once=bool(options.dask)):
            write(result.text)
            progress.add(result.size)
    progress.end()


@contextmanager
def _answers_file(options: BatchOptions, digest: str | None) -> Iterator[AnswersFile | None]:
    """Open the file of answers that is to be resumed; yield None if there is none."""
    with AnswersFile(options.resume, options.name, digest) if options.resume else nullcontext() as answers_file:
        yield answers_file


def pool_maker(options: BatchOptions) -> PoolMaker | None:
    """Return what starts the workers, or None if this process answers all lines itself."""
    if options.dask:
        address = options.dask
        return lambda: Cluster(address)
    width = options.workers or processors()
    return (lambda: Processes(width)) if width > 1 else None


def _progress(size: int | None, options: BatchOptions, output: OutputFunctions) -> BatchProgress:
    """Return the reporter of progress. Without a terminal it reports only if the options suggest a large batch."""
    if sys.stderr is not None and sys.stderr.isatty():
        return BatchProgress(output.say_over, size, TERMINAL_INTERVAL_S)
    is_large = options.dask or options.workers or options.resume
    return BatchProgress(output.say, size, LOG_INTERVAL_S if is_large else float("inf"))


@contextmanager
def interruptible() -> Iterator[None]:
    """Make Ctrl-C raise KeyboardInterrupt, so that the processes of a batch end with it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    previous = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, previous)
