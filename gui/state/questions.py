"""Questions that a page asks the engine besides the result of the table: one at a time, in the background."""

from collections.abc import Hashable

from PySide6.QtCore import QObject, Signal, Slot

from gui.state.runner import LatestWins, Work


class Questions(QObject):
    """Works on the question that was asked last; the one before it is given up.

    ``answered`` carries the key of the question and what is known of the answer, the last time all of it; ``ended`` and
    ``failed`` its key, the latter the exception too.
    """

    answered = Signal(object, object)
    ended = Signal(object)
    failed = Signal(object, object)

    def __init__(self, name: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.key: Hashable | None = None
        """The question under way, None where there is none."""
        self._runs = LatestWins(name, self)
        self._runs.yielded.connect(self._on_yielded)
        self._runs.failed.connect(self._on_failed)
        self._runs.ended.connect(self._on_ended)
        self._others: list[Questions] = []

    def apart(self, name: str) -> "Questions":
        """Return questions that are asked beside these, of another page; they are shut down with these."""
        self._others.append(Questions(name, self))
        return self._others[-1]

    def ask(self, key: Hashable, work: Work) -> None:
        """Do ``work``, which answers the question ``key``."""
        self.key = key
        self._runs.start(work)

    def stop(self) -> None:
        """Give the question up."""
        self.key = None
        self._runs.stop()

    def end(self) -> None:
        """Have everything end, before the first thread of several is waited for."""
        self.key = None
        self._runs.end()
        for other in self._others:
            other.end()

    def shut_down(self) -> None:
        """End everything; to be called before the application quits."""
        self.end()
        self._runs.shut_down()
        for other in self._others:
            other.shut_down()

    @Slot(object)
    def _on_yielded(self, answer: object) -> None:
        self.answered.emit(self.key, answer)

    @Slot()
    def _on_ended(self) -> None:
        key, self.key = self.key, None
        self.ended.emit(key)

    @Slot(object)
    def _on_failed(self, error: Exception) -> None:
        key, self.key = self.key, None
        self.failed.emit(key, error)
