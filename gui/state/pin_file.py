"""The pinned table from one start to the next: each window keeps its own in a file, as it does with unsaved tables.

Whoever starts next finds the pin of a window that is gone, the last one; a window beside others begins without one. It
is written on a thread of its own, with the result, its details and how it converged, on which the error of a difference
from the same random numbers rests.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, cast

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from engine import (
    CancelToken,
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
from engine.table.empty_seats import dealt_in
from gui.state.autosave import AutosaveFile, left_behind, new_autosave_file
from gui.state.document import Document, TableFile
from gui.state.files import bounded, path_from_text, path_to_text, write_atomically
from gui.state.pinned import Letter, Pinned
from gui.state.runner import FileJobs, LatestWins
from gui.state.scenario_files import checked
from gui.state.session import Session

VERSION = 1
LARGEST_FILE = 16_000_000
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


def _written(file: AutosaveFile, pinned: Pinned, cancel: CancelToken) -> Iterator[bool]:
    write_atomically(file.path, _dumped(pinned))
    yield True


def _removed(file: AutosaveFile, cancel: CancelToken) -> Iterator[bool]:
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
        self._file: AutosaveFile | None = None
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
        left = left_behind(self._folder)
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
            self._file = self._file or new_autosave_file(self._folder)
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
