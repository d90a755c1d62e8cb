"""``--lines``: a batch from a file to standard output or a file of answers."""

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from typing import Protocol

from engine.batches.answering import Answer
from engine.batches.answers_file import AnswersFile
from engine.batches.batch import PoolMaker, answers
from engine.batches.cluster import Cluster
from engine.batches.processes import Processes
from engine.batches.progress import Progress
from engine.jobs.processors import processors

LOGGED_S = 10.0
"""Where standard error is no terminal progress is reported so often."""

SHOWN_S = 1.0


class Options(Protocol):
    """The options of a batch: ``workers`` processes, the address of a Dask cluster, the file to go on with, and
    ``name``, the verb."""

    name: str
    workers: int | None
    dask: str | None
    resume: str | None


@dataclass(frozen=True, slots=True)
class Voices:
    """How a batch is heard: ``write`` puts text on standard output, ``say`` reports a line to people, ``say_over`` one
    that takes the place of the last."""

    write: Callable[[str], None]
    say: Callable[[str], None]
    say_over: Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Lines:
    """The lines of a batch; ``size`` and ``digest`` are those of all their bytes, None where they are not known."""

    lines: Iterator[bytes]
    size: int | None = None
    digest: str | None = None


def answer_lines(source: Lines, answer: Answer, options: Options, voices: Voices) -> None:
    """Answer the lines of ``source`` in order.

    Raises:
        ScenarioError: the lines cannot be read, or an option cannot be followed.
        NotWrittenError: the answers cannot be written.
    """
    progress = _progress(source.size, options, voices)
    with _kept(options, source.digest) as kept, _interruptible():
        left = kept.rest(source.lines) if kept else source.lines
        write = kept.write if kept else voices.write
        for found in answers(left, answer, _pool(options), at_once=bool(options.dask)):
            write(found.text)
            progress.add(found.size)
    progress.end()


@contextmanager
def _kept(options: Options, digest: str | None) -> Iterator[AnswersFile | None]:
    with AnswersFile(options.resume, options.name, digest) if options.resume else nullcontext() as kept:
        yield kept


def _pool(options: Options) -> PoolMaker | None:
    """Return what the lines are shared among, None if this process answers them all."""
    if options.dask:
        address = options.dask
        return lambda: Cluster(address)
    width = options.workers or processors()
    return (lambda: Processes(width)) if width > 1 else None


def _progress(size: int | None, options: Options, voices: Voices) -> Progress:
    """Return what reports: always in the line of a terminal, elsewhere if the batch is a large one by its options."""
    if sys.stderr is not None and sys.stderr.isatty():
        return Progress(voices.say_over, size, SHOWN_S)
    asked = options.dask or options.workers or options.resume
    return Progress(voices.say, size, LOGGED_S if asked else float("inf"))


@contextmanager
def _interruptible() -> Iterator[None]:
    """Make Ctrl-C raise KeyboardInterrupt, so that the processes of a batch end with it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
