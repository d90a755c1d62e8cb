"""The order of compiling: Numba compiles one kernel at a time, in the thread that needs it, and the others wait.

Compiling cannot be interrupted, but a kernel that is called is compiled in the middle of those that call it, and is
kept. So a thread that does not need its kernel any more, or not as badly as another one, can leave the turn to others
after each of them, and little is done twice.

Numba has one lock and notifies listeners of each kernel in turn; so there is one listener, too, and one count of the
work in the foreground, for the whole process. Loading a kernel from the disk is no compiling.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

from engine.kernels.jit import cache_folder as cache_folder
from engine.kernels.jit import event


class CompileDeferred(BaseException):
    """A kernel was not compiled, because something else is more urgent: no error, and not to be caught as one."""


class _Listener(event.Listener):
    """Called by Numba in the thread that compiles, which holds the lock."""

    def __init__(self) -> None:
        self.depth = 0
        self.threads = threading.local()

    def on_start(self, event: object) -> None:
        self.depth += 1
        self.defer()

    def on_end(self, event: object) -> None:
        """Called however a start ended.

        What was compiled is kept in memory by now; it gets no file of its own where its caller is deferred.
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
    """Counts work of a kind that is under way: ``nobody`` is set while there is none."""

    def __init__(self) -> None:
        self._lock, self._count = threading.Lock(), 0
        self.nobody = threading.Event()
        self.nobody.set()

    def change(self, by: int) -> None:
        with self._lock:
            self._count += by
            (self.nobody.clear if self._count else self.nobody.set)()


_foreground, _elsewhere = _Count(), _Count()
_listener = _Listener()
event.register("numba:compile", _listener)  # type: ignore[no-untyped-call]


def compiling() -> bool:
    """Return whether a kernel is being compiled, in whatever thread, or one that is needed here by another process."""
    return _listener.depth > 0 or not _elsewhere.nobody.is_set()


def give_way() -> None:
    """Let something more urgent go first, as a kernel that is compiled in this thread would.

    Raises:
        CompileDeferred: there is something.
    """
    _listener.defer()


def defer_compiling(urgent: Callable[[], bool] | None) -> None:
    """Make this thread raise :class:`CompileDeferred` for a kernel to be compiled while ``urgent()``; None: never."""
    _listener.threads.urgent = urgent


@contextmanager
def deferring(urgent: Callable[[], bool]) -> Iterator[None]:
    """Do :func:`defer_compiling` within a block."""
    before: Callable[[], bool] | None = getattr(_listener.threads, "urgent", None)
    defer_compiling(urgent)
    try:
        yield
    finally:
        defer_compiling(before)


@contextmanager
def _counted(count: _Count) -> Iterator[None]:
    count.change(1)
    try:
        yield
    finally:
        count.change(-1)


def foreground() -> AbstractContextManager[None]:
    """Go before work that can wait (:func:`wait_for_others`), within a block."""
    return _counted(_foreground)


def compiling_elsewhere() -> AbstractContextManager[None]:
    """Count as one that compiles, within a block in which another process does it."""
    return _counted(_elsewhere)


def others_in_foreground() -> bool:
    """Return whether work in the foreground is under way."""
    return not _foreground.nobody.is_set()


def wait_for_others(seconds: float) -> None:
    """Wait until no work in the foreground is under way, but not longer than ``seconds``."""
    _foreground.nobody.wait(seconds)
