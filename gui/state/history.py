"""Recent results, from one start to the next.

A result that has stood for a moment is saved, without its details: these are computed again when it comes back.
Windows share one file of a bounded length, which is written on a thread of its own. Of a damaged file all whole entries
are read.
"""

import hashlib
import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from engine import Scenario, ScenarioError, Snapshot, result_from_json, snapshot_to_json
from engine.cards import whole_text
from engine.ranges.library_files import decode
from engine.scenario.entries import PANELS
from engine.scenario.reading import Reader, integer, list_of, mapping, number, read_json, whole_objects
from engine.storage.regular_files import reason
from engine.storage.writing import write_atomically
from gui.state.files import LATEST_TIME, UNREADABLE, Kind, SharedFile, ignore, is_there, local_time
from gui.state.runner import FileJobs, Threads, once
from gui.state.session import Session

FILE = "history.json"
VERSION = 1
LEFT_OUT = "Left out of the history of results as damaged"
MOST_KEPT = 60
LARGEST_FILE = 4_000_000
LARGEST_ENTRY = LARGEST_FILE // 8
"""So much a single result may take: one with texts of a hundred thousand signs does not cost all the others."""
BETWEEN = ",\n"
SETTLE_MS = 1500
"""After a result has arrived: those of a range that is being typed are not saved."""
Json = dict[str, Any]


@dataclass(frozen=True, slots=True, eq=False)
class Remembered:
    """A result and when it was there."""

    time: datetime
    snapshot: Snapshot

    @property
    def scenario(self) -> Scenario:
        """The table, without the details that pages had requested."""
        return replace(self.snapshot.scenario, run=replace(self.snapshot.scenario.run, detail=()))

    @property
    def table(self) -> Scenario:
        """The cards alone, without bets and the situation before the flop."""
        return self.scenario.without_panels

    @property
    def identity(self) -> tuple[object, ...]:
        """Equal for two records of the same result."""
        return self.scenario, self.snapshot.method, self.snapshot.deals

    def to_json(self) -> Json:
        plain = replace(self.snapshot, scenario=self.scenario, details={}, left_out={})
        return {"time": round(self.time.timestamp(), 3), "result": snapshot_to_json(plain)}


class HistoryFile(SharedFile[list[Any]]):
    """The file of the history, with its entries as they stand there, the latest first."""

    def __init__(self, folder: Path, report: Callable[[str], object] = ignore) -> None:
        super().__init__(folder / FILE, HISTORY, report)

    def entries(self) -> list[Any] | None:
        """Return the entries, None where none can be read.

        Raises:
            OSError: the file cannot be opened.
        """
        try:
            return self.read()
        except FileNotFoundError:
            return []

    def add(self, entries: Sequence[Json]) -> None:
        """Put ``entries`` before those of all windows; previous results of the same tables make room, and the oldest.

        Raises:
            OSError: it cannot be written.
        """
        new = sorted(entries, key=lambda entry: -entry["time"])
        tables = [_table_of(entry) for entry in new]
        self.change(lambda old: [*new, *(entry for entry in old or () if _table_of(entry) not in tables)][:MOST_KEPT])

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
        with self.held():
            self.write([])


def _read_file(data: bytes) -> tuple[list[Any], Sequence[str]]:
    """Return the entries of a file, and the errors in the rest of it.

    Raises:
        ScenarioError, LibraryError: it is no history of a version that is known here.
    """
    text = decode(data)
    try:
        value = read_json(text)
    except ScenarioError as error:
        whole = [entry for _, entry in whole_objects(text, lambda each: "time" in each and "result" in each)]
        whole = [entry for entry in whole if _is_strict(entry)]
        if not whole:
            raise
        return whole[: 10 * MOST_KEPT], (str(error.problems[0]),)
    reader = Reader(value, "", ("steelwheel_history", "entries"))
    reader.need("steelwheel_history", integer(VERSION, VERSION))
    return reader.need("entries", list_of(_as_it_is, most=10 * MOST_KEPT)), ()


def _written(entries: Sequence[Any]) -> bytes:
    """Return a file of as many of the latest entries as can be read again; a huge one is left out."""
    texts, room = [], LARGEST_FILE - len(_file_of([]))
    for entry in entries:
        text = whole_text(json.dumps(entry, ensure_ascii=False))
        size = len(text.encode()) + len(BETWEEN)
        if size <= min(room, LARGEST_ENTRY):
            texts.append(text)
            room -= size
    return _file_of(texts)


HISTORY = Kind(
    _read_file,
    _written,
    LARGEST_FILE,
    unreadable=f"The history of results in {FILE} cannot be read and is left out: {{}}",
    damaged=f"{LEFT_OUT}: {{}}",
    lock=".history.lock",
)


def _file_of(entries: Sequence[str]) -> bytes:
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
    return {key: scenario[key] for key in scenario if key not in PANELS} if isinstance(scenario, dict) else None


class History(QObject):
    """Saves the results of the session. ``message``: a line for the status bar and whether it is an error."""

    message = Signal(str, bool)

    def __init__(
        self, session: Session, folder: Path, parent: QObject | None = None, threads: Threads = FileJobs
    ) -> None:
        super().__init__(parent)
        self._session, self._file = session, HistoryFile(folder)
        self._shown = HistoryFile(folder, self._report)
        """The same file as it is read in this thread, with reports."""
        self._raw: list[Any] | None = None
        """The entries that were read last, as they stood in the file."""
        self._entries: tuple[Remembered, ...] = ()
        self._waiting: tuple[Remembered, ...] = ()
        """Results that are not written yet, the latest first."""
        self._last_error = self.trouble = ""
        """The error that was reported last; which results could not be read in this window, and their copy."""
        self._writes = threads("history", self)
        self._writes.ended.connect(self._on_written)
        self._writes.failed.connect(self._on_failed)
        self._settle = QTimer(self, singleShot=True, interval=SETTLE_MS)
        self._settle.timeout.connect(self.note)
        self._noted: Remembered | None = None
        session.changed.connect(self._on_session_changed)

    def entries(self) -> tuple[Remembered, ...]:
        """Return the results of all windows, the latest first; those that cannot be read are reported and left out."""
        self._read()
        tables = [entry.table for entry in self._waiting]
        return (*self._waiting, *(entry for entry in self._entries if entry.table not in tables))[:MOST_KEPT]

    def _read(self) -> None:
        try:
            raw = self._shown.entries()
        except OSError as error:
            raw = None
            self._report(HISTORY.unreadable.format(error))
        if raw is None:
            self._raw, self._entries = None, ()
            return
        if raw == self._raw:
            return
        results, errors, damaged = list[Remembered](), list[str](), list[Any]()
        for i, value in enumerate(raw):
            try:
                data = Reader(value, f"entries[{i}]", ("time", "result"))
                when = data.need("time", number(0.0, LATEST_TIME))
                saved = result_from_json(data.need("result", mapping))
                if saved.snapshot is None:
                    raise ScenarioError(*saved.damaged)
                results.append(Remembered(local_time(when), saved.snapshot))
            except ScenarioError as error:
                errors.append(f"entry {i + 1} ({error.problems[0]})")
                damaged.append(value)
        self._raw, self._entries = raw, tuple(results)
        if errors:
            line = HISTORY.damaged.format("; ".join(errors[:3]))
            with suppress(OSError):
                line = f"{line}. It is kept as {self._file.keep_aside(damaged)}"
            self._report(line)

    def _report(self, line: str) -> None:
        """Report damage, which the menu shows too."""
        self.trouble = line
        self._emit_error(line)

    def _emit_error(self, line: str) -> None:
        if line != self._last_error:
            self._last_error = line
            self.message.emit(line, True)

    def clear(self) -> None:
        """Forget all results, those of other windows too."""
        try:
            self._file.clear()
        except OSError as error:
            self.message.emit(f"The history is not cleared: {reason(error)}", True)
            return
        self._waiting, self._raw, self._entries = (), [], ()
        self.message.emit("The history of results is empty", False)

    @property
    def _current(self) -> Remembered | None:
        """The displayed result, None where it is not to be saved."""
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
        """Save the displayed result now, unless it is saved already."""
        self._settle.stop()
        current = self._current
        if current is None or (self._noted is not None and current.identity == self._noted.identity):
            return
        self._noted = current
        self._waiting = (current, *(entry for entry in self._waiting if entry.table != current.table))
        self._writes.start(once(partial(self._file.add, [entry.to_json() for entry in self._waiting])))

    @Slot()
    def _on_written(self) -> None:
        """Drop the results that waited: the last job has written all of them."""
        self._waiting = ()

    @Slot(object)
    def _on_failed(self, error: Exception) -> None:
        self._emit_error(f"The history of results is not written: {reason(error)}")

    def shut_down(self) -> None:
        """Write the results that wait, and end the thread."""
        if self._settle.isActive():
            self.note()
        self._writes.shut_down()
        if self._waiting:
            with suppress(OSError):
                self._file.add([entry.to_json() for entry in self._waiting])
