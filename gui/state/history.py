"""The results of before: what was computed, when and how exactly, from one start to the next.

A result that has stood for a moment is kept, without its details: these are computed anew when it comes back. Windows
share one file of a bounded length; each adds to it while the others wait, on a thread of its own. A file that cannot be
read is kept under another name; an entry that is damaged is named and left out.
"""

import json
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from engine import CancelToken, Scenario, ScenarioError, Snapshot, result_from_json, snapshot_to_json
from engine.cards import whole_text
from engine.ranges.library_files import LibraryError, decode, read_bounded
from engine.reading import Reader, integer, list_of, mapping, number, read_json
from gui.state.file_lock import exclusive
from gui.state.files import LATEST_TIME, local_time, write_atomically
from gui.state.runner import FileJobs, LatestWins
from gui.state.session import Session

FILE, ASIDE, LOCK = "history.json", "history.unreadable.json", ".history.lock"
VERSION = 1
MOST_KEPT = 60
LARGEST_FILE = 4_000_000
LARGEST_ENTRY = LARGEST_FILE // 8
"""So much a single result may take: one with texts of a hundred thousand signs does not cost all the others."""
BETWEEN = ",\n"
SETTLE_MS = 1500
"""So long a result stands before it is kept: those of a range that is being typed go by."""
PATIENCE = 1.0
"""Seconds to wait for another window that adds to the file."""
BESIDE = ("kelly", "preflop")
"""Keys of a scenario of which its equities know nothing."""
Json = dict[str, Any]


@dataclass(frozen=True, slots=True, eq=False)
class Remembered:
    """A result and when it was there."""

    time: datetime
    snapshot: Snapshot

    @property
    def scenario(self) -> Scenario:
        """What was on the table; pages asked for details, not the table."""
        return replace(self.snapshot.scenario, run=replace(self.snapshot.scenario.run, detail=()))

    @property
    def table(self) -> Scenario:
        """The cards alone, without what pages hold beside them: bets and the situation before the flop."""
        return replace(self.scenario, kelly=None, preflop=None)

    @property
    def identity(self) -> tuple[object, ...]:
        """What two results have in common that are one."""
        return self.scenario, self.snapshot.method, self.snapshot.deals

    def to_json(self) -> Json:
        plain = replace(self.snapshot, scenario=self.scenario, details={}, left_out={})
        return {"time": round(self.time.timestamp(), 3), "result": snapshot_to_json(plain)}


def _read_entry(value: Any, path: str) -> Remembered:
    """Read an entry.

    Raises:
        ScenarioError: it is damaged.
    """
    data = Reader(value, path, ("time", "result"))
    when = data.need("time", number(0.0, LATEST_TIME))
    saved = result_from_json(data.need("result", mapping))
    if saved.snapshot is None:
        raise ScenarioError(*saved.damaged)
    return Remembered(local_time(when), saved.snapshot)


class HistoryFile:
    """The file of the history. No Qt: it is written on another thread."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE

    def read_raw(self) -> list[Any]:
        """Return the entries as they stand in the file, the latest first.

        Raises:
            OSError: it cannot be opened.
            ScenarioError, LibraryError: it is no history of a version that we know.
        """
        try:
            text = decode(read_bounded(self.path, LARGEST_FILE))
        except FileNotFoundError:
            return []
        data = Reader(read_json(text), "", ("steelwheel_history", "entries"))
        data.need("steelwheel_history", integer(VERSION, VERSION))
        return data.need("entries", list_of(_as_it_is, most=10 * MOST_KEPT))

    def add(self, entries: Sequence[Json]) -> None:
        """Put ``entries`` before those of all windows; the same tables of before make room, and the oldest ones.

        Raises:
            OSError: it cannot be written.
        """
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with exclusive(self.path.with_name(LOCK), PATIENCE):
            try:
                known = self.read_raw()
            except (ScenarioError, LibraryError):
                os.replace(self.path, self.path.with_name(ASIDE))
                known = []
            new = sorted(entries, key=lambda entry: -entry["time"])
            tables = [_table_of(entry) for entry in new]
            kept = [entry for entry in known if _table_of(entry) not in tables]
            self._write([*new, *kept][:MOST_KEPT])

    def clear(self) -> None:
        """Forget all results.

        Raises:
            OSError: it cannot be written.
        """
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with exclusive(self.path.with_name(LOCK), PATIENCE):
            self._write([])

    def _write(self, entries: list[Json]) -> None:
        """Write as many of the latest entries as a file may hold that is read again; a huge one is left out."""
        kept, room = [], LARGEST_FILE - len(_file_of([]))
        for entry in entries:
            text = whole_text(json.dumps(entry, ensure_ascii=False))
            size = len(text.encode()) + len(BETWEEN)
            if size <= min(room, LARGEST_ENTRY):
                kept.append(text)
                room -= size
        write_atomically(self.path, _file_of(kept))


def _file_of(entries: Sequence[str]) -> bytes:
    """Return the file with these entries, a line each."""
    return f'{{"steelwheel_history": {VERSION}, "entries": [\n{BETWEEN.join(entries)}\n]}}\n'.encode()


def _as_it_is(value: Any, path: str) -> Any:
    return value


def _table_of(entry: Any) -> Any:
    """Return the cards of an entry as they stand in the file, None where it is damaged."""
    result = entry.get("result") if isinstance(entry, dict) else None
    scenario = result.get("scenario") if isinstance(result, dict) else None
    return {key: scenario[key] for key in scenario if key not in BESIDE} if isinstance(scenario, dict) else None


def _added(file: HistoryFile, entries: Sequence[Json], cancel: CancelToken) -> Iterator[int]:
    file.add(entries)
    yield len(entries)


class History(QObject):
    """Keeps what the session has computed. ``message`` carries a line for the status bar and whether it is an error."""

    message = Signal(str, bool)

    def __init__(
        self,
        session: Session,
        folder: Path,
        parent: QObject | None = None,
        threads: Callable[[str, QObject], LatestWins] = FileJobs,
    ) -> None:
        super().__init__(parent)
        self._session, self._file = session, HistoryFile(folder)
        self._raw: list[Any] | None = None
        """The entries that were read last, as they stood in the file."""
        self._entries: tuple[Remembered, ...] = ()
        self._waiting: tuple[Remembered, ...] = ()
        """What is not written yet, the latest first."""
        self._told = ""
        self._writes = threads("history", self)
        self._writes.yielded.connect(self._on_written)
        self._writes.failed.connect(self._on_failed)
        self._settle = QTimer(self, singleShot=True, interval=SETTLE_MS)
        self._settle.timeout.connect(self.note)
        self._noted: Remembered | None = None
        session.changed.connect(self._on_session_changed)

    def entries(self) -> tuple[Remembered, ...]:
        """Return the results of all windows, the latest first; what cannot be read is told of and left out."""
        self._read()
        tables = [entry.table for entry in self._waiting]
        return (*self._waiting, *(entry for entry in self._entries if entry.table not in tables))[:MOST_KEPT]

    def _read(self) -> None:
        try:
            raw = self._file.read_raw()
        except (OSError, LibraryError, ScenarioError) as error:
            self._raw, self._entries = None, ()
            self._tell(f"The history of results in {FILE} cannot be read and is left out: {error}")
            return
        if raw == self._raw:
            return
        found, wrong = list[Remembered](), list[str]()
        for i, value in enumerate(raw):
            try:
                found.append(_read_entry(value, f"entries[{i}]"))
            except ScenarioError as error:
                wrong.append(f"entry {i + 1} ({error.problems[0]})")
        self._raw, self._entries = raw, tuple(found)
        if wrong:
            self._tell(f"Left out of the history of results as damaged: {'; '.join(wrong[:3])}")

    def _tell(self, line: str) -> None:
        """Say what is wrong, once."""
        if line != self._told:
            self._told = line
            self.message.emit(line, True)

    def clear(self) -> None:
        """Forget all results, those of other windows too."""
        try:
            self._file.clear()
        except OSError as error:
            self.message.emit(f"The history is not cleared: {error.strerror or error}", True)
            return
        self._waiting, self._raw, self._entries = (), [], ()
        self.message.emit("The history of results is empty", False)

    @property
    def _current(self) -> Remembered | None:
        """The result on show, where it is one to be kept."""
        session, snapshot = self._session, self._session.snapshot
        if snapshot is None or session.stale or not snapshot.seats:
            return None
        done = snapshot.final or bool(snapshot.stage) or session.state == "idle"
        return Remembered(datetime.now(), snapshot) if done else None

    @Slot()
    def _on_session_changed(self) -> None:
        current = self._current
        if current is None:
            self._settle.stop()
        elif (self._noted is None or current.identity != self._noted.identity) and not self._settle.isActive():
            self._settle.start()

    @Slot()
    def note(self) -> None:
        """Keep the result on show now, unless it is known."""
        self._settle.stop()
        current = self._current
        if current is None or (self._noted is not None and current.identity == self._noted.identity):
            return
        self._noted = current
        self._waiting = (current, *(entry for entry in self._waiting if entry.table != current.table))
        self._writes.start(partial(_added, self._file, [entry.to_json() for entry in self._waiting]))

    @Slot(object)
    def _on_written(self, _: object) -> None:
        """Forget what waited: the job that is heard of is the last one, which has written all of it."""
        self._waiting = ()

    @Slot(object)
    def _on_failed(self, error: Exception) -> None:
        self._tell(f"The history of results is not written: {getattr(error, 'strerror', None) or error}")

    def shut_down(self) -> None:
        """Write what is not written yet, and end the thread."""
        if self._settle.isActive():
            self.note()
        self._writes.shut_down()
        if self._waiting:
            with suppress(OSError):
                self._file.add([entry.to_json() for entry in self._waiting])
