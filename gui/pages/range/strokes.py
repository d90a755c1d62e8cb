"""What a stroke has painted so far, in force or not, and the key that makes it one undo step."""

from collections.abc import Callable
from typing import Generic, TypeVar

from PySide6.QtCore import QObject, QTimer

T = TypeVar("T")
WRITE_MS = 40
"""How often the document follows a stroke: it is painted at once, while all else that shows the range may lag."""


def write_timer(parent: QObject, write: Callable[[], None]) -> QTimer:
    """Return the timer after which a stroke under way is put in force; ``write`` is a slot of ``parent``."""
    timer = QTimer(parent)
    timer.setSingleShot(True)
    timer.setInterval(WRITE_MS)
    timer.timeout.connect(write)
    return timer


class StrokeKeeper(Generic[T]):
    """Keeps the weights of the stroke under way: single cells of it may be refused and the whole go through."""

    def __init__(self) -> None:
        self._serial = 0
        self._running: tuple[object, int] | None = None
        self.pending: T | None = None
        """Weights with all that the stroke under way has painted, None between strokes."""

    def weights(self, source: object, number: int, in_force: T) -> T:
        """Return what the stroke ``number`` of a grid goes on from: ``in_force`` where it has just begun."""
        if self._running != (source, number) or self.pending is None:
            self._running = (source, number)
            self._serial += 1
            return in_force
        return self.pending

    @property
    def key(self) -> str:
        """The key under which the edits of this stroke become one undo step."""
        return f"range.stroke {self._serial}"

    def end(self) -> None:
        """Forget what is pending: from here on the document counts."""
        self._running = self.pending = None
