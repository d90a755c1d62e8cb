"""Main-thread garbage collection: garbage is collected in the window's thread alone, and memory is kept small.

Python collects in whatever thread happens to allocate. Kernels are compiled on threads of their own, where that would
destroy widgets and timers that wait to be collected: Qt crashes when an object dies in a thread that is not its own.
"""

import ctypes
import gc
import sys

from PySide6.QtCore import QObject, QTimer, Slot

INTERVAL_MS = 500

M_TRIM_THRESHOLD, M_MMAP_THRESHOLD, M_ARENA_MAX = -1, -3, -8  # of malloc.h
LARGE_BLOCK = 1 << 20
ARENAS = 2


def return_freed_memory() -> None:
    """Let the C library give large blocks back to the system as soon as they are freed (glibc; others do).

    By itself glibc takes blocks of up to 32 MB from one heap after the first of such a size was freed, where pictures
    of exports and tables of details leave holes, and gives every new thread a heap of its own: after an hour the window
    holds twice the memory that it uses.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None) if sys.platform == "linux" else None
    if mallopt is not None:
        for option, value in ((M_MMAP_THRESHOLD, LARGE_BLOCK), (M_TRIM_THRESHOLD, LARGE_BLOCK), (M_ARENA_MAX, ARENAS)):
            mallopt(option, value)


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

    @Slot()
    def collect(self) -> None:
        """Collect the oldest generation that is due."""
        counts = zip(gc.get_count(), gc.get_threshold(), strict=True)
        due = [generation for generation, (count, most) in enumerate(counts) if count > most]
        if due:
            gc.collect(due[-1])

    def stop(self) -> None:
        """Collect no more."""
        self._timer.stop()
