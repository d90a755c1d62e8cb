"""The results of before: what was computed, when and how exactly, from one start to the next.

A result that has stood for a moment is kept, without its details: these are computed anew when it comes back. Windows
share one file of a bounded length; each adds to it while the others wait, on a thread of its own. Of a damaged file all
entries that are whole are read; it is kept under another name, and what is left out is named.
"""

import hashlib
import json
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
from engine.scenario.reading import Reader, integer, list_of, mapping, number, read_json, whole_objects
from gui.state.files import LATEST_TIME, UNREADABLE, exclusive, is_there, kept_aside, local_time, write_atomically
from gui.state.runner import FileJobs, LatestWins
from gui.state.session import Session

FILE, LOCK = "history.json", ".history.lock"
VERSION = 1
LEFT_OUT = "Left out of the history of results as damaged"
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

    def read_raw(self) -> tuple[list[Any], str]:
        """Return the entries as they stand in the file, the latest first, and what is wrong with the rest of it.

        Raises:
            OSError: it cannot be opened.
            ScenarioError, LibraryError: it is no history of a version that we know.
        """
        try:
            text = decode(read_bounded(self.path, LARGEST_FILE))
        except FileNotFoundError:
            return [], ""
        try:
            value = read_json(text)
        except ScenarioError as error:
            whole = [entry for _, entry in whole_objects(text, lambda each: "time" in each and "result" in each)]
            whole = [entry for entry in whole if _is_strict(entry)]
            if not whole:
                raise
            return whole[: 10 * MOST_KEPT], str(error.problems[0])
        data = Reader(value, "", ("steelwheel_history", "entries"))
        data.need("steelwheel_history", integer(VERSION, VERSION))
        return data.need("entries", list_of(_as_it_is, most=10 * MOST_KEPT)), ""

    def add(self, entries: Sequence[Json]) -> None:
        """Put ``entries`` before those of all windows; the same tables of before make room, and the oldest ones.

        A damaged file is kept aside.

        Raises:
            OSError: it cannot be written.
        """
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with exclusive(self.path.with_name(LOCK), PATIENCE):
            try:
                found, damaged = self.read_raw()
            except (ScenarioError, LibraryError):
                found, damaged = [], "all of it"
            if damaged:
                kept_aside(self.path)
            new = sorted(entries, key=lambda entry: -entry["time"])
            tables = [_table_of(entry) for entry in new]
            kept = [entry for entry in found if _table_of(entry) not in tables]
            self._write([*new, *kept][:MOST_KEPT])

    def keep_aside(self, entries: Sequence[Any]) -> Path:
        """Put damaged entries, which fall out of the file some day, into a file of their own; return that.

        Raises:
            OSError: it cannot be written.
        """
        data = whole_text(json.dumps(entries, ensure_ascii=False)).encode()
        name = f"{self.path.stem}{UNREADABLE}{hashlib.sha256(data).hexdigest()[:12]}{self.path.suffix}"
        aside = self.path.with_name(name)
        if not is_there(aside):
            write_atomically(aside, data)
        return aside

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


def _is_strict(entry: Json) -> bool:
    """Return whether an entry can be read again once it is written: Python's reader takes more than ours."""
    try:
        read_json(json.dumps(entry, ensure_ascii=False))
    except ScenarioError:
        return False
    return True


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
        self._told = self.trouble = ""
        """What was told last; what of the results could not be read in this window, and where it is kept."""
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
            raw, damaged = self._file.read_raw()
        except (OSError, LibraryError, ScenarioError) as error:
            self._raw, self._entries = None, ()
            why = f"The history of results in {FILE} cannot be read and is left out: {error}"
            self._set_trouble(why, partial(kept_aside, self._file.path))
            return
        if raw == self._raw:
            return
        found, wrong, left = list[Remembered](), list[str](), list[Any]()
        for i, value in enumerate(raw):
            try:
                found.append(_read_entry(value, f"entries[{i}]"))
            except ScenarioError as error:
                wrong.append(f"entry {i + 1} ({error.problems[0]})")
                left.append(value)
        self._raw, self._entries = raw, tuple(found)
        if damaged:
            self._set_trouble(f"{LEFT_OUT}: {damaged}", partial(kept_aside, self._file.path))
        elif wrong:
            self._set_trouble(f"{LEFT_OUT}: {'; '.join(wrong[:3])}", partial(self._file.keep_aside, left))

    def _set_trouble(self, line: str, keep: Callable[[], Path]) -> None:
        """Keep what is damaged aside, and say so."""
        try:
            self.trouble = f"{line}. It is kept as {keep()}"
        except OSError:
            self.trouble = line
        self._tell(self.trouble)

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
