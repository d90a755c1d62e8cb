"""How far the engine is compiled while something waits for it, which happens on the first start only."""

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from engine import compiling, prepared_share

LOOK_MS = 250
MAX_QUIET_LOOKS = 480
"""Looks without compiling, two minutes, after which all is taken to be compiled."""


class Preparation(QObject):
    """``share``: how much of the engine is compiled, from 0 to 1, or None while nothing in the window waits for it.

    ``changed`` is emitted when it changes.
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.share: float | None = None
        self._quiet_looks = 0
        self.timer = QTimer(self, interval=LOOK_MS)
        self.timer.timeout.connect(self._look)

    @Slot()
    def start(self) -> None:
        """Start to look, or look longer. Called whenever work begins, which may need kernels to be compiled."""
        self._quiet_looks = 0
        if not self.timer.isActive():
            self.timer.start()

    @Slot()
    def _look(self) -> None:
        busy = compiling()
        self._quiet_looks = 0 if busy else self._quiet_looks + 1
        if self._quiet_looks == MAX_QUIET_LOOKS:
            self.timer.stop()
        share = prepared_share() if busy else None
        if share != self.share:
            self.share = share
            self.changed.emit()


def preparing_text(share: float) -> str:
    """Return the text that the window displays meanwhile."""
    return f"Preparing the engine (first start only): {int(100 * share)} %"
