"""Garbage is collected in the thread of the window alone.

Python collects in whatever thread happens to allocate. Kernels are compiled on threads of their own, where that would
destroy widgets and timers that wait to be collected: Qt crashes when an object dies in a thread that is not its own.
"""

import gc

from PySide6.QtCore import QObject, QTimer, Slot

INTERVAL_MS = 500


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
