"""The file of a table with unsaved changes, as a crash or the end of its window leaves it."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from engine import (
    Problem,
    Scenario,
    ScenarioError,
    problems,
    scenario_from_json,
    scenario_to_json,
)
from engine.cards import whole_text
from engine.ranges.library_files import LibraryError, read_bounded
from engine.ranges.orders import Order
from engine.scenario.reading import read_json
from engine.storage.regular_files import reason
from engine.storage.writing import checked_size, write_atomically
from gui.storage.files import OwnFile, local_time, path_from_text, path_to_text

VERSION = 1
MAX_FILE_SIZE = 16_000_000
"""Bytes."""


@dataclass(frozen=True, slots=True)
class Autosaved:
    """A scenario, the file that it belongs to (None: it was never saved), and the local time when it was autosaved.

    ``digest`` identifies the content of the file that was last read or written; "" if it is not known.
    """

    scenario: Scenario
    path: Path | None
    time: datetime
    digest: str = ""


class AutosaveFile(OwnFile):
    """An unsaved table in a file of this window."""

    def write(self, scenario: Scenario, path: Path | None, digest: str = "") -> None:
        """Write a scenario to the file, completely or not at all.

        Raises:
            OSError: it cannot be written, or would be too large to be read again.
        """
        value = {
            "steelwheel_autosave": VERSION,
            "path": None if path is None else path_to_text(path),
            "digest": digest,
            "scenario": scenario_to_json(scenario),
        }
        data = whole_text(json.dumps(value, indent=2, ensure_ascii=False)).encode()
        write_atomically(self.path, checked_size(data, MAX_FILE_SIZE))

    def read(self, orders: Iterable[Order] = ()) -> Autosaved:
        """Return the table of the file, which may name one of the player's ``orders`` of hands.

        Raises:
            ScenarioError: it cannot be read, or not by this version.
        """
        try:
            text, seconds = read_bounded(self.path, MAX_FILE_SIZE).decode(), self.path.stat().st_mtime
        except (OSError, LibraryError, UnicodeDecodeError) as error:
            raise ScenarioError(Problem("file", reason(error))) from error
        value = read_json(text)
        if not isinstance(value, dict) or value.get("steelwheel_autosave") != VERSION:
            raise ScenarioError(Problem("file", "not an autosave of a supported version"))
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
