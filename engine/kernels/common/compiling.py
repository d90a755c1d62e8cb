"""The right to compile: Numba compiles one kernel at a time, in the thread that needs it, and other threads wait.

Compiling a kernel cannot be interrupted, but kernels that it calls are compiled one by one on the way and stay
compiled. So a thread that does not need its kernel any more, or needs it less urgently than another thread, can give
way after each of them, and little is compiled twice.

Numba has one lock and notifies listeners of each kernel; so there is one listener, and one count of the work in the
foreground, for the whole process. Loading a kernel from disk is not compiling.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

from engine.kernels.jit import cache_folder as cache_folder
from engine.kernels.jit import event


class CompileDeferred(BaseException):
    """A kernel was not compiled because something else is more urgent. Not an error, hence no Exception."""


class _Listener(event.Listener):
    """Called by Numba in the thread that compiles, which has Numba's lock."""

    def __init__(self) -> None:
        self.depth = 0
        self.threads = threading.local()

    def on_start(self, event: object) -> None:
        self.depth += 1
        self.defer()

    def on_end(self, event: object) -> None:
        """Called after a kernel was compiled, or failed, or was deferred.

        A compiled kernel is in memory now; if its caller is deferred, it gets no file of its own.
        """
        self.depth -= 1
        if self.depth:
            self.defer()

    def defer(self) -> None:
        """Raise :class:`CompileDeferred` if something is more urgent for this thread."""
        urgent: Callable[[], bool] | None = getattr(self.threads, "urgent", None)
        if urgent is not None and urgent():
            raise CompileDeferred


class _Count:
    """Counts running work of one kind; the event ``idle`` is set while there is none."""

    def __init__(self) -> None:
        self._lock, self._count = threading.Lock(), 0
        self.idle = threading.Event()
        self.idle.set()

    def change(self, by: int) -> None:
        with self._lock:
            self._count += by
            (self.idle.clear if self._count else self.idle.set)()


_foreground, _elsewhere = _Count(), _Count()
_listener = _Listener()
event.register("numba:compile", _listener)  # type: ignore[no-untyped-call]


def compiling() -> bool:
    """Return True if any thread compiles a kernel, or another process compiles one that is needed here."""
    return _listener.depth > 0 or not _elsewhere.idle.is_set()


def give_way() -> None:
    """Let something more urgent go first, as happens between two kernels that are compiled.

    Raises:
        CompileDeferred: something is more urgent for this thread.
    """
    _listener.defer()


def defer_compiling(urgent: Callable[[], bool] | None) -> None:
    """Make this thread raise :class:`CompileDeferred` instead of compiling while ``urgent()`` is True; None: never."""
    _listener.threads.urgent = urgent


@contextmanager
def deferring(urgent: Callable[[], bool]) -> Iterator[None]:
    """Apply :func:`defer_compiling` within a block."""
    previous: Callable[[], bool] | None = getattr(_listener.threads, "urgent", None)
    defer_compiling(urgent)
    try:
        yield
    finally:
        defer_compiling(previous)


@contextmanager
def _counted(count: _Count) -> Iterator[None]:
    count.change(1)
    try:
        yield
    finally:
        count.change(-1)


def foreground() -> AbstractContextManager[None]:
    """Mark a block as work in the foreground, for which :func:`wait_for_others` waits."""
    return _counted(_foreground)


def compiling_elsewhere() -> AbstractContextManager[None]:
    """Mark a block in which another process compiles for this one, so that :func:`compiling` is True."""
    return _counted(_elsewhere)


def others_in_foreground() -> bool:
    """Return True if work in the foreground is running."""
    return not _foreground.idle.is_set()


def wait_for_others(seconds: float) -> None:
    """Wait until no work in the foreground is running, but at most ``seconds``."""
    _foreground.idle.wait(seconds)
