"""Main-thread garbage collection: garbage is collected in the window's thread alone, and memory is kept small.

Python collects in whatever thread happens to allocate. Kernels are compiled on threads of their own, where that would
destroy widgets and timers that wait to be collected: Qt crashes when an object dies in a thread that is not its own.
"""

import ctypes
import gc
import sys
from typing import Any

from PySide6.QtCore import QObject, QTimer, Slot

from engine import compiling

INTERVAL_MS = 500
OLDEST = 2
"""The generation that is looked through least often, with all that has lived for long."""
MANY = 30_000
"""More objects than this are not looked through again and again, for 15 ms: libraries that are loaded when they are
needed, as Numba is, have more."""
TRIM_MS = 5_000
"""How often holes between blocks in use go back to the system: a walk over them takes some milliseconds."""

M_TRIM_THRESHOLD, M_MMAP_THRESHOLD, M_ARENA_MAX = -1, -3, -8  # of malloc.h
LARGE_BLOCK = 1 << 18
ARENAS = 2


def return_freed_memory() -> None:
    """Let the C library give large blocks back to the system as soon as they are freed (glibc; others do).

    By itself glibc takes blocks of up to 32 MB from one heap after the first of such a size was freed, where pictures
    of exports and tables of details leave holes, and gives every new thread a heap of its own: after an hour the window
    holds twice the memory that it uses.
    """
    mallopt = _of_glibc("mallopt")
    if mallopt is not None:
        for option, value in ((M_MMAP_THRESHOLD, LARGE_BLOCK), (M_TRIM_THRESHOLD, LARGE_BLOCK), (M_ARENA_MAX, ARENAS)):
            mallopt(option, value)


def _of_glibc(name: str) -> Any:
    """Return a function of glibc, None where there is none of the name."""
    return getattr(ctypes.CDLL(None), name, None) if sys.platform == "linux" else None


class Collector(QObject):
    """Collects what Python would have collected by itself, now and then, in the thread that made it.

    Threads may outlive the window by a moment, so automatic collection stays off until the process ends.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        gc.disable()
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.collect)
        self._timer.start(INTERVAL_MS)
        self._trim = _of_glibc("malloc_trim")
        self._trimming = QTimer(self)
        self._trimming.timeout.connect(self.trim)
        self._trimming.start(TRIM_MS)

    @Slot()
    def collect(self) -> None:
        """Collect the oldest generation that is due.

        Where very many objects are left, they are taken to stay; without their cycles they still go when nobody refers
        to them any more. While kernels are compiled it is otherwise: what that needs will soon be garbage.
        """
        counts = zip(gc.get_count(), gc.get_threshold(), strict=True)
        due = [generation for generation, (count, most) in enumerate(counts) if count > most]
        if due:
            gc.collect(due[-1])
        if due[-1:] == [OLDEST] and not compiling() and len(gc.get_objects(OLDEST)) > MANY:
            gc.freeze()

    @Slot()
    def trim(self) -> None:
        """Give the memory of freed blocks back to the system (glibc)."""
        if self._trim is not None:
            self._trim(0)

    def stop(self) -> None:
        """Collect no more."""
        self._timer.stop()
        self._trimming.stop()
