"""What crashed windows have left: one scenario after the other is offered, until it is restored or discarded."""

from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from engine import ScenarioError
from gui.autosave import Autosave
from gui.autosave_files import Autosaved, AutosaveFile, left_behind
from gui.document import Document


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
        """Put what is offered on the table, with unsaved changes as it was.

        Unsaved changes that are there already can be had back by undo. The table then belongs to neither file, lest one
        be saved over the other.
        """
        if not self._left:
            return
        file, left = self._left[0]
        if self._document.undo_stack.isClean():
            self._document.open(left.scenario, left.path, saved=False)
        elif self._document.replace("Restore", left.scenario):
            return
        else:
            self._document.detach()
        self._left.pop(0)
        self._autosave.adopt(file)
        self._autosave.save()
        self.restored.emit()
        self.changed.emit()

    @Slot()
    def discard(self) -> None:
        """Delete what is offered."""
        if self._left:
            self._left.pop(0)[0].remove()
            self.changed.emit()

    def leave(self) -> None:
        """The window closes: leave what was not decided on to the next one."""
        for file, _ in self._left:
            file.release()
        self._left.clear()
