"""The pinned table, from one start of the program to the next.

The pin of the window that was closed last returns at the next start. It is written on a thread of its own, with the
result, its details and its convergence, which the error of a difference from the same random numbers needs.
"""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from engine import (
    Problem,
    Scenario,
    ScenarioError,
    Snapshot,
    computation_key,
    result_from_json,
    scenario_from_json,
    scenario_to_json,
    snapshot_to_json,
)
from engine.cards import whole_text
from engine.ranges.library_files import LibraryError, decode, read_bounded
from engine.scenario.reading import Reader, integer, mapping, one_of, or_none, read_json, text
from engine.storage.regular_files import reason
from engine.storage.writing import checked_size, write_atomically
from engine.table.folding import dealt_in
from gui.state.document import Document, TableFile
from gui.state.runner import FileJobs, Threads, once
from gui.state.session import Letter, Pinned, Session
from gui.storage.autosave_file import MAX_FILE_SIZE
from gui.storage.files import OwnFile, path_from_text, path_to_text
from gui.storage.scenario_files import checked

VERSION = 1
SETTLE_MS = 500
"""Delay after the last change, so that the result of a running computation is not written again and again."""
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
        data.fail("result", "it belongs to another table")
    path = data.need("path", or_none(text))
    file = TableFile(None if path is None else path_from_text(path), None, data.need("digest", text))
    return Pinned(scenario, file, snapshot, cast(Letter, data.need("letter", one_of("A", "B"))))


def _result(value: Json) -> Snapshot:
    saved = result_from_json(value)
    if saved.snapshot is None:
        raise ScenarioError(*saved.damaged)
    return saved.snapshot


def _fits(snapshot: Snapshot, scenario: Scenario) -> bool:
    """Return True if a stored result belongs to the table, whatever seed it was computed with."""
    theirs = snapshot.scenario
    if (theirs.seats, theirs.game) != (scenario.seats, scenario.game):
        return False
    same_run = replace(theirs, run=scenario.run)  # it may have been computed anew with another seed
    return computation_key(dealt_in(same_run)) == computation_key(dealt_in(scenario))


def _dumped(pinned: Pinned) -> bytes:
    """Return the content of the file of a pinned table.

    The result is included if the file then still has a size that can be read again: first with its details, then
    without them, then not at all.

    Raises:
        OSError: the table alone is too large.
    """
    known = pinned.snapshot
    plain = None if known is None else replace(known, details={}, left_out={})
    data = b""
    for snapshot in (known, plain, None):
        value = pin_to_json(replace(pinned, snapshot=snapshot))
        data = whole_text(json.dumps(value, ensure_ascii=False)).encode()
        if len(data) <= MAX_FILE_SIZE:
            break
    return checked_size(data, MAX_FILE_SIZE)


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
        """The reason why the pin of an earlier window could not be restored, or ""."""
        self._writes = threads("pin", self)
        self._writes.failed.connect(self._on_failed)
        self._writes.ended.connect(self._on_ended)
        self._settle = QTimer(self, singleShot=True, interval=SETTLE_MS)
        self._settle.timeout.connect(self.save)
        # Before the session is followed: a pin that was just read need not be written.
        self._restore()
        session.changed.connect(self._on_session_changed)

    def _restore(self) -> None:
        """Restore the pin of the window that was closed last, and delete older ones."""
        left = OwnFile.left_behind(self._folder)
        # Each window leaves its own file, but a session compares with one table: the latest.
        for file in left[1:]:
            file.remove()
        if not left:
            return
        first = left[0]
        try:
            pinned = pin_from_json(read_json(decode(read_bounded(first.path, MAX_FILE_SIZE))))
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
        """Write the pinned table now, or remove the file if no table is pinned."""
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
        line = f"The pinned table cannot be saved for the next start: {reason(error)}"
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
