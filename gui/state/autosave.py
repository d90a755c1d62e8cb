"""Files of one window: tables with unsaved changes, until they are saved or discarded, and the pinned table.

``Recovery`` offers at the next start the tables of windows that were closed or crashed, also those that another table
had replaced (a file was opened, the game changed): undo brings them back, but not after the end.

The pin of the window that was closed last returns at the next start. It is written on a thread of its own, with the
result, its details and its convergence, which the error of a difference from the same random numbers needs.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any, cast

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal, Slot

from engine import (
    Problem,
    Scenario,
    ScenarioError,
    Snapshot,
    computation_key,
    problems,
    result_from_json,
    scenario_from_json,
    scenario_to_json,
    snapshot_to_json,
)
from engine.cards import whole_text
from engine.ranges.library_files import LibraryError, decode, read_bounded
from engine.ranges.orders import Order
from engine.scenario.reading import Reader, integer, mapping, one_of, or_none, read_json, text
from engine.storage.regular_files import reason
from engine.storage.writing import bounded, write_atomically
from engine.table.folding import dealt_in
from gui.state.document import Document, TableFile, is_blank
from gui.state.files import OwnFile, local_time, path_from_text, path_to_text
from gui.state.runner import FileJobs, Threads, once
from gui.state.scenario_files import checked
from gui.state.session import Letter, Pinned, Session

VERSION = 1
QUIET_MS = 2_000
"""After the last edit, so that nobody waits for the disk in the middle of one."""
LONGEST_MS = 10_000
"""After the first edit, however many follow."""
LARGEST_FILE = 16_000_000
MOST_KEPT = 12
"""Tables that are kept, the latest ones."""


@dataclass(frozen=True, slots=True)
class Autosaved:
    """A scenario, the file that it belongs to (None: it was never saved), and when it was autosaved (local time).

    ``digest`` is of the file as it was read or written last, empty where that is not known.
    """

    scenario: Scenario
    path: Path | None
    time: datetime
    digest: str = ""


class AutosaveFile(OwnFile):
    """An unsaved table in a file of this window."""

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
        """Return the table of the file, which may name one of the player's ``orders`` of hands.

        Raises:
            ScenarioError: it cannot be read, or not by this version.
        """
        try:
            text, seconds = read_bounded(self.path, LARGEST_FILE).decode(), self.path.stat().st_mtime
        except (OSError, LibraryError, UnicodeDecodeError) as error:
            raise ScenarioError(Problem("file", reason(error))) from error
        value = read_json(text)
        if not isinstance(value, dict) or value.get("steelwheel_autosave") != VERSION:
            raise ScenarioError(Problem("file", "no autosave of a version that can be read"))
        scenario, path = scenario_from_json(value.get("scenario")), _path(value.get("path"))
        errors = tuple(p for p in problems(scenario, orders, at_once=True) if not p.incomplete)
        if errors:
            raise ScenarioError(*errors)
        digest = value.get("digest")
        return Autosaved(scenario, path, local_time(seconds), digest if isinstance(digest, str) else "")


def _path(value: Any) -> Path | None:
    if value is not None and not isinstance(value, str):
        raise ScenarioError(Problem("path", "expected a text"))
    return None if value is None else path_from_text(value)


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
        self._connections = (
            (document.changed, self._save_soon),
            (document.left, self._on_left),
            (document.path_changed, self._save_soon),
            (document.clean_changed, self._on_clean_changed),
        )
        for signal, slot in self._connections:
            signal.connect(slot)

    def adopt(self, file: AutosaveFile) -> None:
        """Take over the file of another window, whose table the document holds now."""
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
        """Write unsaved changes now; return whether all that is unsaved is on the disk."""
        self.timer.stop()
        self.waiting.invalidate()
        return self._keep(self._document.scenario, self._document.file)

    def _keep(self, scenario: Scenario, table: TableFile) -> bool:
        """Write a table into its file, or remove the file of a table without unsaved work."""
        if not table.took_work(scenario):
            self._forget(table)
            return True
        try:
            file = self.files.pop(table, None) or AutosaveFile.new(self._folder)
            self.files[table] = file
            file.write(scenario, table.path, table.digest)
        except OSError as error:
            if not self._failing:
                self.failed.emit(f"Autosave is not working: {reason(error)}", True)
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
        if not self.waiting.isValid():
            self.waiting.start()
        if not self.timer.isActive() or self.waiting.elapsed() < LONGEST_MS:
            self.timer.start()


class Recovery(QObject):
    """The scenarios that other windows have left in ``folder``, the last one first.

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
            if is_blank(left.scenario):
                file.remove()
            else:
                self._left.append((file, left))
        self.unreadable = tuple(unreadable)
        """Paths of the files that could not be read."""

    @property
    def offers(self) -> tuple[Autosaved, ...]:
        """All that can be restored, the last one first."""
        return tuple(left for _, left in self._left)

    @property
    def offer(self) -> Autosaved | None:
        """The first of the offers."""
        return self._left[0][1] if self._left else None

    @property
    def more(self) -> int:
        """How many will be offered after this one."""
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


SETTLE_MS = 500
"""After the last change, so that a run that continues is not written again and again."""
Json = dict[str, Any]


def pin_to_json(pinned: Pinned) -> Json:
    """Return a pinned table as a JSON value."""
    path, snapshot = pinned.file.path, pinned.snapshot
    return {
        "steelwheel_pin": VERSION,
        "letter": pinned.letter,
        "path": None if path is None else path_to_text(path),
        "digest": pinned.file.digest,
        "scenario": scenario_to_json(pinned.scenario),
        "result": None if snapshot is None else snapshot_to_json(snapshot, with_trace=True),
    }


def pin_from_json(value: Any) -> Pinned:
    """Read a pinned table; damaged details of its result are left out.

    Raises:
        ScenarioError: it is damaged, or of a version that we do not know.
    """
    data = Reader(value, "", ("steelwheel_pin", "letter", "path", "digest", "scenario", "result"))
    data.need("steelwheel_pin", integer(VERSION, VERSION))
    scenario = scenario_from_json(data.need("scenario", mapping))
    result = data.need("result", or_none(mapping))
    snapshot = None if result is None else _result(result)
    if snapshot is not None and not _fits(snapshot, scenario):
        data.fail("result", "it is that of another table")
    path = data.need("path", or_none(text))
    file = TableFile(None if path is None else path_from_text(path), None, data.need("digest", text))
    return Pinned(scenario, file, snapshot, cast(Letter, data.need("letter", one_of("A", "B"))))


def _result(value: Json) -> Snapshot:
    saved = result_from_json(value)
    if saved.snapshot is None:
        raise ScenarioError(*saved.damaged)
    return saved.snapshot


def _fits(snapshot: Snapshot, scenario: Scenario) -> bool:
    theirs = snapshot.scenario
    if (theirs.seats, theirs.game) != (scenario.seats, scenario.game):
        return False
    same_run = replace(theirs, run=scenario.run)  # it may have been computed anew with another seed
    return computation_key(dealt_in(same_run)) == computation_key(dealt_in(scenario))


def _dumped(pinned: Pinned) -> bytes:
    """Return the file of a pinned table, with as much of its result as can be read again.

    Raises:
        OSError: the table alone is too large.
    """
    known = pinned.snapshot
    plain = None if known is None else replace(known, details={}, left_out={})
    data = b""
    for snapshot in (known, plain, None):
        value = pin_to_json(replace(pinned, snapshot=snapshot))
        data = whole_text(json.dumps(value, ensure_ascii=False)).encode()
        if len(data) <= LARGEST_FILE:
            break
    return bounded(data, LARGEST_FILE)


class PinFile(QObject):
    """Saves the pinned table. ``message``: a line for the status bar and whether it is an error."""

    message = Signal(str, bool)

    def __init__(
        self,
        document: Document,
        session: Session,
        folder: Path,
        parent: QObject | None = None,
        threads: Threads = FileJobs,
    ) -> None:
        super().__init__(parent)
        self._document, self._session, self._folder = document, session, folder
        self._file: OwnFile | None = None
        self._saved: Pinned | None = None
        """The pin that was written last or is being written, unless ``_failed``."""
        self._failed = False
        self._last_error = ""
        self.trouble = ""
        """Why the pin of an earlier window is not back; empty where it is, or there was none."""
        self._writes = threads("pin", self)
        self._writes.failed.connect(self._on_failed)
        self._writes.ended.connect(self._on_ended)
        self._settle = QTimer(self, singleShot=True, interval=SETTLE_MS)
        self._settle.timeout.connect(self.save)
        self._restore()
        session.changed.connect(self._on_session_changed)

    def _restore(self) -> None:
        """Take over the pin of the window that was closed last; those of others are out of date."""
        left = OwnFile.left_behind(self._folder)
        for file in left[1:]:
            file.remove()
        if not left:
            return
        first = left[0]
        try:
            pinned = pin_from_json(read_json(decode(read_bounded(first.path, LARGEST_FILE))))
            checked(pinned.scenario, self._document.orders)
        except (OSError, LibraryError, ScenarioError) as error:
            why = error.problems[0] if isinstance(error, ScenarioError) else Problem("file", reason(error))
            aside = first.set_aside()
            self.trouble = f"The table that was pinned cannot be read ({why}); it is kept in {aside}"
            return
        self._file, self._saved = first, pinned
        self._session.keep_pinned(pinned)

    @Slot()
    def _on_session_changed(self) -> None:
        if self._failed or self._session.pinned is not self._saved:
            self._settle.start()

    @Slot()
    def save(self) -> None:
        """Write the pinned table now, or remove the file where none is."""
        self._settle.stop()
        pinned = self._session.pinned
        if pinned is self._saved and not self._failed:
            return
        self._saved, self._failed = pinned, False
        if pinned is None:
            if self._file is not None:
                self._writes.start(once(self._file.remove))
                self._file = None
            return
        try:
            self._file = self._file or OwnFile.new(self._folder)
        except OSError as error:
            self._on_failed(error)
            return
        path = self._file.path
        self._writes.start(once(lambda: write_atomically(path, _dumped(pinned))))

    @Slot(object)
    def _on_failed(self, error: Exception) -> None:
        """Report once why the pin is not written; the next change and the end try again."""
        self._failed = True
        line = f"The pinned table is not kept for the next start: {reason(error)}"
        if line != self._last_error:
            self._last_error = line
            self.message.emit(line, True)

    @Slot()
    def _on_ended(self) -> None:
        self._last_error = ""

    def shut_down(self) -> None:
        """Write the pin if need be, end the thread, and leave the file to the next start."""
        self.save()
        self._writes.shut_down()
        if self._file is not None:
            self._file.release()
            self._file = None
