"""Recovery: offers each table that a closed or crashed window left unsaved, until it is restored or discarded."""

from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from engine import ScenarioError
from gui.state.autosave import Autosave
from gui.state.autosave_files import Autosaved, AutosaveFile, left_behind
from gui.state.document import Document


class Recovery(QObject):
    """The scenarios left in ``folder``, the last one first. Those that are not decided on are there at the next start.

    ``changed`` is emitted when another one or none is offered, ``restored`` when the document holds one of them.
    """

    changed = Signal()
    restored = Signal()

    def __init__(self, document: Document, autosave: Autosave, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document, self._autosave = document, autosave
        self._left: list[tuple[AutosaveFile, Autosaved]] = []
        unreadable = []
        for file in left_behind(folder):
            try:
                self._left.append((file, file.read(document.orders)))
            except ScenarioError:
                unreadable.append(file.set_aside())
        self.unreadable = tuple(unreadable)
        """Files that could not be read, where they are kept."""

    @property
    def offer(self) -> Autosaved | None:
        """What can be restored now."""
        return self._left[0][1] if self._left else None

    @property
    def more(self) -> int:
        """How many will be offered after this one."""
        return max(len(self._left) - 1, 0)

    @Slot()
    def restore(self) -> None:
        """Put what is offered on the table, with unsaved changes as it was; undo brings back what was there before."""
        if not self._left:
            return
        file, left = self._left.pop(0)
        self._document.open(left.scenario, left.path, saved=False, digest=left.digest, text="Restore")
        self._autosave.adopt(file)
        self._autosave.save()
        self.restored.emit()
        self.changed.emit()

    def keep(self) -> bool:
        """Write what is unsaved now; return whether all of it will be offered at the next start."""
        return self._autosave.save()

    @Slot()
    def discard(self) -> None:
        """Delete what is offered."""
        if self._left:
            self._left.pop(0)[0].remove()
            self.changed.emit()

    @Slot()
    def discard_all(self) -> None:
        """Delete all that is offered."""
        while self._left:
            self._left.pop(0)[0].remove()
        self.changed.emit()

    def close(self) -> None:
        """The window closes: leave what was not decided on to the next one."""
        for file, _ in self._left:
            file.release()
        self._left.clear()
