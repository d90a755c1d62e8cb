"""How late the event loop is: the delay of a timer beyond its interval."""

import time

from PySide6.QtCore import QObject, Qt, QTimer

INTERVAL_MS = 5


class LatenessProbe(QObject):
    """Collects the lateness in milliseconds of a precise timer from its creation until :meth:`stop`."""

    def __init__(self) -> None:
        super().__init__()
        self.late_ms: list[float] = []
        self._due = time.perf_counter() + INTERVAL_MS / 1000
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(INTERVAL_MS)
        self._timer.timeout.connect(self._on_timeout)
        self._timer.start()

    def _on_timeout(self) -> None:
        now = time.perf_counter()
        self.late_ms.append(max(0.0, 1000 * (now - self._due)))
        self._due = now + INTERVAL_MS / 1000

    def stop(self) -> None:
        """Stop measuring."""
        self._timer.stop()
