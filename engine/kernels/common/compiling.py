"""The order of compiling: Numba compiles one kernel at a time, in the thread that needs it, and the others wait.

Compiling cannot be interrupted, but a kernel that is called is compiled in the middle of those that call it, and is
kept. So a thread that does not need its kernel any more, or not as badly as another one, can leave the turn to others
after each of them, and little is done twice.

Numba has one lock and notifies listeners of each kernel in turn; so there is one listener, too, and one count of those
who are in a hurry, for the whole process. Loading a kernel from the disk is no compiling.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from engine.kernels._jit import event


class GaveWay(BaseException):
    """A kernel was not compiled, because something else is more urgent: no error, and not to be caught as one."""


class _Listener(event.Listener):
    """Called by Numba in the thread that compiles, which holds the lock."""

    def __init__(self) -> None:
        self.depth = 0
        self.threads = threading.local()

    def on_start(self, event: object) -> None:
        self.depth += 1
        self._give_way()

    def on_end(self, event: object) -> None:
        """Called however a start ended.

        What was compiled is kept in memory by now; it gets no file of its own where its caller gives way.
        """
        self.depth -= 1
        if self.depth:
            self._give_way()

    def _give_way(self) -> None:
        urgent: Callable[[], bool] | None = getattr(self.threads, "urgent", None)
        if urgent is not None and urgent():
            raise GaveWay


class _Hurry:
    """Who is in a hurry: ``nobody`` is set while there is none."""

    def __init__(self) -> None:
        self._lock, self._count = threading.Lock(), 0
        self.nobody = threading.Event()
        self.nobody.set()

    def change(self, by: int) -> None:
        with self._lock:
            self._count += by
            (self.nobody.clear if self._count else self.nobody.set)()


_hurry = _Hurry()
_listener = _Listener()
event.register("numba:compile", _listener)  # type: ignore[no-untyped-call]


def compiling() -> bool:
    """Return whether a kernel is being compiled, in whatever thread."""
    return _listener.depth > 0


def give_way(urgent: Callable[[], bool] | None) -> None:
    """Make this thread raise :class:`GaveWay` whenever it is to compile a kernel while ``urgent()``; None: never."""
    _listener.threads.urgent = urgent


@contextmanager
def giving_way(urgent: Callable[[], bool]) -> Iterator[None]:
    """Do :func:`give_way` within a block."""
    before: Callable[[], bool] | None = getattr(_listener.threads, "urgent", None)
    give_way(urgent)
    try:
        yield
    finally:
        give_way(before)


@contextmanager
def hurrying() -> Iterator[None]:
    """Go before those who have time (:func:`wait_for_others`), within a block."""
    _hurry.change(1)
    try:
        yield
    finally:
        _hurry.change(-1)


def others_hurry() -> bool:
    """Return whether anybody is in a hurry."""
    return not _hurry.nobody.is_set()


def wait_for_others(seconds: float) -> None:
    """Wait until nobody is in a hurry, but not longer than ``seconds``."""
    _hurry.nobody.wait(seconds)
