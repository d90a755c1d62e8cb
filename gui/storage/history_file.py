"""The file of recent results: of a bounded size, shared by all windows. Intact entries of a damaged file are read."""

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from engine import Scenario, ScenarioError, Snapshot, snapshot_to_json
from engine.cards import whole_text
from engine.ranges.library_files import decode
from engine.scenario.names import PANELS
from engine.scenario.reading import Reader, integer, list_of, read_json, whole_objects
from engine.storage.writing import write_atomically
from gui.storage.files import UNREADABLE, Kind, SharedFile, ignore, is_there

FILE = "history.json"
VERSION = 1
LEFT_OUT = "Damaged and left out of the history of results"
MAX_RESULTS = 60
MAX_FILE_SIZE = 4_000_000
MAX_ENTRY_SIZE = MAX_FILE_SIZE // 8
"""Bytes of a single result: one with very long texts does not push out all the others."""
BETWEEN = ",\n"
Json = dict[str, Any]


@dataclass(frozen=True, slots=True, eq=False)
class Remembered:
    """A result and the time when it was displayed."""

    time: datetime
    snapshot: Snapshot

    @property
    def scenario(self) -> Scenario:
        """The table, without the details that pages had requested."""
        return replace(self.snapshot.scenario, run=replace(self.snapshot.scenario.run, detail=()))

    @property
    def table(self) -> Scenario:
        """The cards alone, without the panels of pages."""
        return self.scenario.without_panels

    @property
    def identity(self) -> tuple[object, ...]:
        """Equal for two records of the same result."""
        return self.scenario, self.snapshot.method, self.snapshot.deals

    def to_json(self) -> Json:
        plain = replace(self.snapshot, scenario=self.scenario, details={}, left_out={})
        return {"time": round(self.time.timestamp(), 3), "result": snapshot_to_json(plain)}


class HistoryFile(SharedFile[list[Any]]):
    """The file of the history. Its value is the list of entries as JSON values, the latest first."""

    def __init__(self, folder: Path, report: Callable[[str], object] = ignore) -> None:
        super().__init__(folder / FILE, HISTORY, report)

    def entries(self) -> list[Any] | None:
        """Return the entries, or None if none can be read.

        Raises:
            OSError: the file cannot be opened.
        """
        try:
            return self.read()
        except FileNotFoundError:
            return []

    def add(self, entries: Sequence[Json]) -> None:
        """Put ``entries`` before those of all windows; earlier results of the same tables and the oldest are removed.

        Raises:
            OSError: it cannot be written.
        """
        new = sorted(entries, key=lambda entry: -entry["time"])
        tables = [_table_of(entry) for entry in new]
        self.change(lambda old: [*new, *(entry for entry in old or () if _table_of(entry) not in tables)][:MAX_RESULTS])

    def keep_aside(self, entries: Sequence[Any]) -> Path:
        """Copy damaged entries, which a later change will remove, to a file of their own; return its path.

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
        """Remove all results.

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
        # The file may be cut off or damaged somewhere: every entry that is complete in itself is still read.
        whole = [entry for _, entry in whole_objects(text, lambda each: "time" in each and "result" in each)]
        whole = [entry for entry in whole if _is_strict(entry)]
        if not whole:
            raise
        return whole[: 10 * MAX_RESULTS], (str(error.problems[0]),)
    reader = Reader(value, "", ("steelwheel_history", "entries"))
    reader.need("steelwheel_history", integer(VERSION, VERSION))
    return reader.need("entries", list_of(_as_it_is, most=10 * MAX_RESULTS)), ()


def _written(entries: Sequence[Any]) -> bytes:
    """Return the content of a file with the latest entries that fit into it, without single ones that are too large."""
    texts, room = [], MAX_FILE_SIZE - len(_file_of([]))
    for entry in entries:
        text = whole_text(json.dumps(entry, ensure_ascii=False))
        size = len(text.encode()) + len(BETWEEN)
        if size <= min(room, MAX_ENTRY_SIZE):
            texts.append(text)
            room -= size
    return _file_of(texts)


HISTORY = Kind(
    _read_file,
    _written,
    MAX_FILE_SIZE,
    unreadable=f"The history of results in {FILE} cannot be read and is left out: {{}}",
    damaged=f"{LEFT_OUT}: {{}}",
    lock=".history.lock",
)


def _file_of(entries: Sequence[str]) -> bytes:
    return f'{{"steelwheel_history": {VERSION}, "entries": [\n{BETWEEN.join(entries)}\n]}}\n'.encode()


def _is_strict(entry: Json) -> bool:
    """Return whether an entry can be read again once it is written: Python's JSON reader accepts more than ours."""
    try:
        read_json(json.dumps(entry, ensure_ascii=False))
    except ScenarioError:
        return False
    return True


def _as_it_is(value: Any, path: str) -> Any:
    return value


def _table_of(entry: Any) -> Any:
    """Return the table of an entry as a JSON value without panels, or None if the entry is damaged."""
    result = entry.get("result") if isinstance(entry, dict) else None
    scenario = result.get("scenario") if isinstance(result, dict) else None
    return {key: scenario[key] for key in scenario if key not in PANELS} if isinstance(scenario, dict) else None
