"""Tables with unsaved changes, until they are saved or discarded.

``Autosave`` writes the tables of this window into files. ``Recovery`` offers at the next start the tables of windows
that were closed or crashed, also those that another table had replaced (a file was opened, the game changed): undo
brings them back, but not after the end.
"""

from pathlib import Path

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal, Slot

from engine import (
    Scenario,
    ScenarioError,
)
from engine.storage.regular_files import reason
from gui.state.document import Document, TableFile, is_blank
from gui.storage.autosave_file import Autosaved, AutosaveFile

QUIET_MS = 2_000
"""Delay after the last edit, so that writing does not hold up a series of edits."""
MAX_DELAY_MS = 10_000
"""Longest delay after the first unsaved edit, however many follow."""
MAX_FILES = 12
"""Number of unsaved tables that have a file; the oldest file is deleted beyond it."""


class Autosave(QObject):
    """Follows the document. ``failed`` carries a line for the status bar, once until it works again."""

    failed = Signal(str, bool)

    def __init__(self, document: Document, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document, self._folder = document, folder
        self.files: dict[TableFile, AutosaveFile] = {}
        """The files of tables with unsaved changes; the one that was written last is at the end."""
        self._failing = False
        self.waiting = QElapsedTimer()
        self.timer = QTimer(self, singleShot=True, interval=QUIET_MS)
        self.timer.timeout.connect(self.save)
        self._connections = (
            (document.changed, self._save_soon),
            (document.left, self._on_left),
            (document.path_changed, self._save_soon),
            (document.clean_changed, self._on_clean_changed),
        )
        for signal, slot in self._connections:
            signal.connect(slot)

    def adopt(self, file: AutosaveFile) -> None:
        """Take over the file of another window, whose table is now that of the document."""
        self._forget(self._document.file)
        self.files[self._document.file] = file

    def close(self) -> None:
        """Leave unsaved tables to the next start: the window closes."""
        for signal, slot in self._connections:
            signal.disconnect(slot)
        self.save()
        for file in self.files.values():
            file.release()
        self.files.clear()

    @Slot()
    def save(self) -> bool:
        """Write unsaved changes now; return True if all of them are on the disk."""
        self.timer.stop()
        self.waiting.invalidate()
        return self._keep(self._document.scenario, self._document.file)

    def _keep(self, scenario: Scenario, table: TableFile) -> bool:
        """Write a table to its file, or remove the file if the table has no unsaved work; False if that failed."""
        if not table.took_work(scenario):
            self._forget(table)
            return True
        try:
            # Taken out and put back, so that the table written last is at the end and the oldest one in front.
            file = self.files.pop(table, None) or AutosaveFile.new(self._folder)
            self.files[table] = file
            file.write(scenario, table.path, table.digest)
        except OSError as error:
            if not self._failing:
                self.failed.emit(f"Autosave does not work: {reason(error)}", True)
            self._failing = True
            return False
        self._failing = False
        if len(self.files) > MAX_FILES:
            self._forget(next(iter(self.files)))
        return True

    def _forget(self, table: TableFile) -> None:
        file = self.files.pop(table, None)
        if file is not None:
            file.remove()

    @Slot(object, object)
    def _on_left(self, scenario: Scenario, table: TableFile) -> None:
        """Write the table that another one is about to replace."""
        self.timer.stop()
        self.waiting.invalidate()
        self._keep(scenario, table)

    @Slot(bool)
    def _on_clean_changed(self, clean: bool) -> None:
        if clean:
            self.save()
        else:
            self._save_soon()

    @Slot()
    def _save_soon(self) -> None:
        """Write after a pause in the edits, or after :data:`MAX_DELAY_MS` if there is none."""
        if not self.waiting.isValid():
            self.waiting.start()
        if not self.timer.isActive() or self.waiting.elapsed() < MAX_DELAY_MS:
            self.timer.start()


class Recovery(QObject):
    """The scenarios that other windows have left in ``folder``, the latest first.

    Those that the player does not decide on are offered again. ``changed``: another one or none is offered;
    ``restored``: the document holds one of them.
    """

    changed = Signal()
    restored = Signal()

    def __init__(self, document: Document, autosave: Autosave, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document, self._autosave = document, autosave
        self._left: list[tuple[AutosaveFile, Autosaved]] = []
        unreadable = []
        for file in AutosaveFile.left_behind(folder):
            try:
                left = file.read(document.orders)
            except ScenarioError:
                unreadable.append(file.set_aside())
                continue
            # An empty table is not worth a question.
            if is_blank(left.scenario):
                file.remove()
            else:
                self._left.append((file, left))
        self.unreadable = tuple(unreadable)
        """Paths of the files that could not be read."""

    @property
    def offers(self) -> tuple[Autosaved, ...]:
        """All tables that can be restored, the latest first."""
        return tuple(left for _, left in self._left)

    @property
    def offer(self) -> Autosaved | None:
        """The first of the offers."""
        return self._left[0][1] if self._left else None

    @property
    def more(self) -> int:
        """The number of tables that will be offered after this one."""
        return max(len(self._left) - 1, 0)

    @Slot()
    def restore(self) -> None:
        """Replace the table by the first of the offers, with its unsaved changes; undo brings this one back."""
        self.restore_one(0)

    def restore_one(self, place: int) -> None:
        """Replace the table by one of the ``offers``; the others stay offered."""
        if not 0 <= place < len(self._left):
            return
        file, left = self._left.pop(place)
        # In this order: `adopt` gives the file to the table that the document has by then.
        self._document.open(left.scenario, left.path, saved=False, digest=left.digest, text="Restore")
        self._autosave.adopt(file)
        self._autosave.save()
        self.restored.emit()
        self.changed.emit()

    def keep(self) -> bool:
        """Write unsaved changes now; return whether all of them will be offered at the next start."""
        return self._autosave.save()

    @Slot()
    def discard(self) -> None:
        if self._left:
            self._left.pop(0)[0].remove()
            self.changed.emit()

    @Slot()
    def discard_all(self) -> None:
        while self._left:
            self._left.pop(0)[0].remove()
        self.changed.emit()

    def close(self) -> None:
        """Leave the offers to the next window."""
        for file, _ in self._left:
            file.release()
        self._left.clear()
