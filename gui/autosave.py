"""Autosaving: unsaved changes are in a file of this window, until they are saved or the window closes.

What stays behind is what a crash has left; ``recovery`` offers it at the next start.
"""

from pathlib import Path

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal, Slot

from gui.autosave_files import AutosaveFile, new_autosave_file
from gui.document import Document
from gui.starters import NEW

QUIET_MS = 2_000
"""After the last edit, so that nobody waits for the disk in the middle of one."""
LONGEST_MS = 10_000
"""After the first edit, however many follow."""


class Autosave(QObject):
    """Follows the document. ``failed`` carries a line for the status bar, once until it works again."""

    failed = Signal(str, bool)

    def __init__(self, document: Document, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document, self._folder = document, folder
        self._file: AutosaveFile | None = None
        self._failing = False
        self._waiting = QElapsedTimer()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(QUIET_MS)
        self._timer.timeout.connect(self.save)
        document.changed.connect(self._on_changed)
        document.path_changed.connect(self._on_path_changed)
        document.undo_stack.cleanChanged.connect(self._on_clean_changed)

    def adopt(self, file: AutosaveFile) -> None:
        """Go on with a file that another window has left and that the document now holds."""
        self._forget()
        self._file = file

    def leave(self) -> None:
        """The window closes properly: nothing is to be restored."""
        self._document.changed.disconnect(self._on_changed)
        self._document.path_changed.disconnect(self._on_path_changed)
        self._document.undo_stack.cleanChanged.disconnect(self._on_clean_changed)
        self._forget()

    @Slot()
    def save(self) -> None:
        """Write unsaved changes now."""
        self._timer.stop()
        self._waiting.invalidate()
        scenario = self._document.scenario
        if self._document.undo_stack.isClean() or scenario == NEW[scenario.game]:
            self._forget()
            return
        try:
            self._file = self._file or new_autosave_file(self._folder)
            self._file.write(scenario, self._document.path)
        except OSError as error:
            if not self._failing:
                self.failed.emit(f"Autosave is not working: {error.strerror or error}", True)
            self._failing = True
        else:
            self._failing = False

    def _forget(self) -> None:
        self._timer.stop()
        self._waiting.invalidate()
        if self._file is not None:
            self._file.remove()
            self._file = None

    @Slot(object, object)
    def _on_changed(self, before: object, after: object) -> None:
        self._save_soon()

    @Slot()
    def _on_path_changed(self) -> None:
        self._save_soon()

    @Slot(bool)
    def _on_clean_changed(self, clean: bool) -> None:
        if clean:
            self._forget()
        else:
            self._save_soon()

    def _save_soon(self) -> None:
        if not self._waiting.isValid():
            self._waiting.start()
        if not self._timer.isActive() or self._waiting.elapsed() < LONGEST_MS:
            self._timer.start()
