"""Files of one window: tables with unsaved changes, until they are saved or discarded, and the pinned table.

A table that a window leaves behind, whether it is closed or crashes, ``Recovery`` offers at the next start. Tables that
others have replaced (a file was opened, the game changed) count too: undo brings them back, but not after the end.

The pin of the window that was closed last comes back at the next start; a window beside others begins without one. It
is written on a thread of its own, with the result, its details and its convergence, on which the error of a difference
from the same random numbers rests.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, cast

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal, Slot

from engine import (
    CancelToken,
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
from engine.files.writing import bounded, write_atomically
from engine.ranges.library_files import LibraryError, decode, read_bounded
from engine.ranges.orders import Order
from engine.scenario.reading import Reader, integer, mapping, one_of, or_none, read_json, text
from engine.table.empty_seats import dealt_in
from gui.state.document import Document, TableFile, is_blank
from gui.state.files import OwnFile, local_time, path_from_text, path_to_text
from gui.state.runner import FileJobs, LatestWins
from gui.state.scenario_files import checked
from gui.state.session import Letter, Pinned, Session

VERSION = 1
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
            file = self.files.pop(table, None) or AutosaveFile.new(self._folder)
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


SETTLE_MS = 500
"""After the last change, so that a run that goes on is not written over and over."""
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


def _written(file: OwnFile, pinned: Pinned, cancel: CancelToken) -> Iterator[bool]:
    write_atomically(file.path, _dumped(pinned))
    yield True


def _removed(file: OwnFile, cancel: CancelToken) -> Iterator[bool]:
    file.remove()
    yield True


class PinFile(QObject):
    """Keeps what the session has pinned. ``message``: a line for the status bar and whether it is an error."""

    message = Signal(str, bool)

    def __init__(
        self,
        document: Document,
        session: Session,
        folder: Path,
        parent: QObject | None = None,
        threads: Callable[[str, QObject], LatestWins] = FileJobs,
    ) -> None:
        super().__init__(parent)
        self._document, self._session, self._folder = document, session, folder
        self._file: OwnFile | None = None
        self._kept: Pinned | None = None
        """What stands in the file or is on the way there, unless ``_failed``."""
        self._failed = False
        self._told = ""
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
            found = pin_from_json(read_json(decode(read_bounded(first.path, LARGEST_FILE))))
            checked(found.scenario, self._document.orders)
        except (OSError, LibraryError, ScenarioError) as error:
            why = error.problems[0] if isinstance(error, ScenarioError) else Problem("file", str(error))
            aside = first.set_aside()
            self.trouble = f"The table that was pinned cannot be read ({why}); it is kept in {aside}"
            return
        self._file, self._kept = first, found
        self._session.keep_pinned(found)

    @Slot()
    def _on_session_changed(self) -> None:
        if self._failed or self._session.pinned is not self._kept:
            self._settle.start()

    @Slot()
    def save(self) -> None:
        """Write what is pinned now, or remove the file where nothing is."""
        self._settle.stop()
        pinned = self._session.pinned
        if pinned is self._kept and not self._failed:
            return
        self._kept, self._failed = pinned, False
        if pinned is None:
            if self._file is not None:
                self._writes.start(partial(_removed, self._file))
                self._file = None
            return
        try:
            self._file = self._file or OwnFile.new(self._folder)
        except OSError as error:
            self._on_failed(error)
            return
        self._writes.start(partial(_written, self._file, pinned))

    @Slot(object)
    def _on_failed(self, error: Exception) -> None:
        """Say why the pin is not written, once; it is tried again after the next change, and at the end."""
        self._failed = True
        why = f"The pinned table is not kept for the next start: {getattr(error, 'strerror', None) or error}"
        if why != self._told:
            self._told = why
            self.message.emit(why, True)

    @Slot()
    def _on_ended(self) -> None:
        self._told = ""

    def shut_down(self) -> None:
        """Write what is not written yet, end the thread, and leave the file to be found."""
        self.save()
        self._writes.shut_down()
        if self._file is not None:
            self._file.release()
            self._file = None
