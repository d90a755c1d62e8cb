"""Autosaved scenarios on disk: how each table has a file of its own, and how those of windows that are gone are found.

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

from engine import Problem, Scenario, ScenarioError, problems, scenario_from_json, scenario_to_json
from engine.ranges.orders import Order
from engine.reading import read_json
from gui.state.file_lock import FileLock
from gui.state.files import files_in, path_from_text, path_to_text, write_atomically

VERSION = 1
SUFFIX, LOCK_SUFFIX, UNREADABLE_SUFFIX = ".autosave", ".lock", ".unreadable"


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
            OSError: the disk says no.
        """
        value = {
            "steelwheel_autosave": VERSION,
            "path": None if path is None else path_to_text(path),
            "digest": digest,
            "scenario": scenario_to_json(scenario),
        }
        write_atomically(self.path, json.dumps(value, indent=2).encode())

    def read(self, orders: Iterable[Order] = ()) -> Autosaved:
        """Return what is in the file; it may name one of the player's ``orders`` of hands.

        Raises:
            ScenarioError: it cannot be read, or is nothing that this version can open.
        """
        try:
            text, seconds = self.path.read_text(encoding="utf-8"), self.path.stat().st_mtime
        except (OSError, UnicodeDecodeError) as error:
            raise ScenarioError(Problem("file", str(error))) from error
        value = read_json(text)
        if not isinstance(value, dict) or value.get("steelwheel_autosave") != VERSION:
            raise ScenarioError(Problem("file", "no autosave of a version that can be read"))
        scenario, path = scenario_from_json(value.get("scenario")), _path(value.get("path"))
        wrong = tuple(p for p in problems(scenario, orders) if not p.incomplete)
        if wrong:
            raise ScenarioError(*wrong)
        digest = value.get("digest")
        known = digest if isinstance(digest, str) else ""
        return Autosaved(scenario, path, datetime.fromtimestamp(seconds), known)

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
        OSError: the disk says no.
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
