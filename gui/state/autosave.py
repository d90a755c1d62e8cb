"""Autosaving and recovery: every table with unsaved changes is in a file of its own, until it is saved or thrown away.

What a window leaves behind, whether it is closed or crashes, ``Recovery`` offers at the next start. Tables that others
have taken the place of (a file was opened, the game changed) count too: undo brings them back, but not after the end.

Each file has a lock beside it, which its window holds as long as it runs. Whoever can have the lock of a file that is
there has found one that was left behind.
"""

import json
import uuid
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal, Slot

from engine import Problem, Scenario, ScenarioError, problems, scenario_from_json, scenario_to_json
from engine.cards import whole_text
from engine.ranges.library_files import LibraryError, read_bounded
from engine.ranges.orders import Order
from engine.scenario.reading import read_json
from gui.state.document import Document, TableFile, is_blank
from gui.state.files import FileLock, bounded, files_in, local_time, path_from_text, path_to_text, write_atomically

VERSION = 1
SUFFIX, LOCK_SUFFIX, UNREADABLE_SUFFIX = ".autosave", ".lock", ".unreadable"
QUIET_MS = 2_000
"""After the last edit, so that nobody waits for the disk in the middle of one."""
LONGEST_MS = 10_000
"""After the first edit, however many follow."""
LARGEST_FILE = 16_000_000
MOST_KEPT = 12
"""So many tables are kept, those left last; nobody goes through more at the next start."""


@dataclass(frozen=True, slots=True)
class Autosaved:
    """A scenario, the file that it belongs to (None: it was never saved), and when it was autosaved (local time).

    ``digest`` is of the file as it was read or written last, empty where that is not known.
    """

    scenario: Scenario
    path: Path | None
    time: datetime
    digest: str = ""


class AutosaveFile:
    """One file and its lock, which is ours."""

    def __init__(self, lock: FileLock) -> None:
        self._lock = lock
        self.path = lock.path.with_suffix(SUFFIX)

    def write(self, scenario: Scenario, path: Path | None, digest: str = "") -> None:
        """Put a scenario into the file, whole or not at all.

        Raises:
            OSError: it cannot be written, or would be too large to be read.
        """
        value = {
            "steelwheel_autosave": VERSION,
            "path": None if path is None else path_to_text(path),
            "digest": digest,
            "scenario": scenario_to_json(scenario),
        }
        data = whole_text(json.dumps(value, indent=2, ensure_ascii=False)).encode()
        write_atomically(self.path, bounded(data, LARGEST_FILE))

    def read(self, orders: Iterable[Order] = ()) -> Autosaved:
        """Return what is in the file; it may name one of the player's ``orders`` of hands.

        Raises:
            ScenarioError: it cannot be read, or is nothing that this version can open.
        """
        try:
            text, seconds = read_bounded(self.path, LARGEST_FILE).decode(), self.path.stat().st_mtime
        except (OSError, LibraryError, UnicodeDecodeError) as error:
            raise ScenarioError(Problem("file", str(error))) from error
        value = read_json(text)
        if not isinstance(value, dict) or value.get("steelwheel_autosave") != VERSION:
            raise ScenarioError(Problem("file", "no autosave of a version that can be read"))
        scenario, path = scenario_from_json(value.get("scenario")), _path(value.get("path"))
        wrong = tuple(p for p in problems(scenario, orders, at_once=True) if not p.incomplete)
        if wrong:
            raise ScenarioError(*wrong)
        digest = value.get("digest")
        known = digest if isinstance(digest, str) else ""
        return Autosaved(scenario, path, local_time(seconds), known)

    def set_aside(self) -> Path:
        """Rename the file, so that it is not found again, and return its new name."""
        aside = self.path.with_suffix(UNREADABLE_SUFFIX)
        with suppress(OSError):
            self.path.replace(aside)
        self._lock.remove()
        return aside

    def remove(self) -> None:
        """Delete the file and what a crash in the middle of writing it has left."""
        for path in (self.path, *files_in(self.path.parent, f".{self.path.name}.*")):
            with suppress(OSError):
                path.unlink()
        self._lock.remove()

    def release(self) -> None:
        """Leave the file to be found by another."""
        self._lock.release()


def _path(value: Any) -> Path | None:
    if value is not None and not isinstance(value, str):
        raise ScenarioError(Problem("path", "expected a text"))
    return None if value is None else path_from_text(value)


def new_autosave_file(folder: Path) -> AutosaveFile:
    """Return a file of a name that no other window has; nothing is in it yet.

    Raises:
        OSError: it cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    lock = FileLock.acquire(folder / f"{uuid.uuid4().hex[:12]}{LOCK_SUFFIX}")
    if lock is None:
        raise OSError("the folder for autosaves does not know locks")
    return AutosaveFile(lock)


def left_behind(folder: Path) -> list[AutosaveFile]:
    """Return the files of windows that are gone, now ours; the last one first. Locks without a file are removed."""
    found = []
    for path in files_in(folder, f"*{LOCK_SUFFIX}"):
        with suppress(OSError):
            lock = FileLock.acquire(path)
            if lock is not None:
                file = AutosaveFile(lock)
                found.append((file.path.stat().st_mtime if file.path.exists() else None, file))
    for time, file in found:
        if time is None:
            file.remove()
    return [file for time, file in sorted(found, key=lambda row: -(row[0] or 0.0)) if time is not None]


class Autosave(QObject):
    """Follows the document. ``failed`` carries a line for the status bar, once until it works again."""

    failed = Signal(str, bool)

    def __init__(self, document: Document, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document, self._folder = document, folder
        self.files: dict[TableFile, AutosaveFile] = {}
        """The tables with unsaved changes, the one written last at the end."""
        self._failing = False
        self.waiting = QElapsedTimer()
        self.timer = QTimer(self, singleShot=True, interval=QUIET_MS)
        self.timer.timeout.connect(self.save)
        document.changed.connect(self._on_changed)
        document.left.connect(self._on_left)
        document.path_changed.connect(self._on_path_changed)
        document.clean_changed.connect(self._on_clean_changed)

    def adopt(self, file: AutosaveFile) -> None:
        """Go on with a file that another window has left and that the document now holds."""
        self._forget(self._document.file)
        self.files[self._document.file] = file

    def close(self) -> None:
        """The window closes: what is unsaved is offered at the next start."""
        self._document.changed.disconnect(self._on_changed)
        self._document.left.disconnect(self._on_left)
        self._document.path_changed.disconnect(self._on_path_changed)
        self._document.clean_changed.disconnect(self._on_clean_changed)
        self.save()
        for file in self.files.values():
            file.release()
        self.files.clear()

    @Slot()
    def save(self) -> bool:
        """Write unsaved changes now; return whether all that is unsaved is on the disk."""
        self.timer.stop()
        self.waiting.invalidate()
        return self._keep(self._document.scenario, self._document.file)

    def _keep(self, scenario: Scenario, table: TableFile) -> bool:
        """Write a table into its file, or remove that where there is nothing to lose."""
        if not table.took_work(scenario):
            self._forget(table)
            return True
        try:
            file = self.files.pop(table, None) or new_autosave_file(self._folder)
            self.files[table] = file
            file.write(scenario, table.path, table.digest)
        except OSError as error:
            if not self._failing:
                self.failed.emit(f"Autosave is not working: {error.strerror or error}", True)
            self._failing = True
            return False
        self._failing = False
        if len(self.files) > MOST_KEPT:
            self._forget(next(iter(self.files)))
        return True

    def _forget(self, table: TableFile) -> None:
        file = self.files.pop(table, None)
        if file is not None:
            file.remove()

    @Slot(object, object)
    def _on_left(self, scenario: Scenario, table: TableFile) -> None:
        """Another table is about to come: what is unsaved of this one is written before it is out of sight."""
        self.timer.stop()
        self.waiting.invalidate()
        self._keep(scenario, table)

    @Slot(object, object)
    def _on_changed(self, before: object, after: object) -> None:
        self._save_soon()

    @Slot()
    def _on_path_changed(self) -> None:
        self._save_soon()

    @Slot(bool)
    def _on_clean_changed(self, clean: bool) -> None:
        if clean:
            self.save()
        else:
            self._save_soon()

    def _save_soon(self) -> None:
        if not self.waiting.isValid():
            self.waiting.start()
        if not self.timer.isActive() or self.waiting.elapsed() < LONGEST_MS:
            self.timer.start()


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
                left = file.read(document.orders)
            except ScenarioError:
                unreadable.append(file.set_aside())
                continue
            if is_blank(left.scenario):
                file.remove()
            else:
                self._left.append((file, left))
        self.unreadable = tuple(unreadable)
        """Files that could not be read, where they are kept."""

    @property
    def offers(self) -> tuple[Autosaved, ...]:
        """All that can be restored, the last one first."""
        return tuple(left for _, left in self._left)

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
        self.restore_one(0)

    def restore_one(self, place: int) -> None:
        """Put one of the ``offers`` on the table; the others stay offered."""
        if not 0 <= place < len(self._left):
            return
        file, left = self._left.pop(place)
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
        if self._left:
            self._left.pop(0)[0].remove()
            self.changed.emit()

    @Slot()
    def discard_all(self) -> None:
        while self._left:
            self._left.pop(0)[0].remove()
        self.changed.emit()

    def close(self) -> None:
        """The window closes: leave what was not decided on to the next one."""
        for file, _ in self._left:
            file.release()
        self._left.clear()
