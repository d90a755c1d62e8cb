"""The folder in which a report on many flops is stored, so that a report that ended early can continue later.

It contains ``request.json`` (the request without its set of flops, and its digest), and two files for each solved flop:
its row of the report, ``Ks7h2d.json``, and its solution, ``Ks7h2d.solution``. The row is written after the solution, so
a run that was killed continues with the flops that have no row. A larger set of flops can continue in the same folder.
"""

import json
import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.betting.flop_report import FlopRow, FlopsRequest
from engine.scenario import Problem, ScenarioError
from engine.storage.writing import try_lock, write_atomically
from engine.version import __version__

HEAD, LOCK = "request.json", ".lock"
FORM = 1
FRESH = "to start again, name a folder that is empty or does not exist yet"


@dataclass(frozen=True, slots=True)
class FlopFolder:
    """A folder at ``path``; ``digest``: that of its request; ``field``: the field that its errors name."""

    path: Path
    digest: str
    field: str = "folder"

    @contextmanager
    def opened(self, request: FlopsRequest) -> Iterator[None]:
        """Create the folder if necessary, check that it belongs to ``request``, and hold its lock.

        File systems without locks are accepted.

        Raises:
            ScenarioError: it cannot be written, has files of something else, or another process has locked it.
        """
        with self._writing():
            self.path.mkdir(parents=True, exist_ok=True)
            file = open(self.path / LOCK, "ab")  # noqa: SIM115 - closed below
        with file:
            locked = True
            with suppress(OSError):
                locked = try_lock(file.fileno())
            if not locked:
                raise self._problem(f"another process is writing {self.path}")
            self._check_head(request.value)
            yield

    def rows(self, names: Sequence[str], *, with_solutions: bool) -> dict[str, dict[str, Any]]:
        """Return the rows of those flops ``names`` that are solved.

        A row that is damaged or of another request does not count, nor does one without its solution if
        ``with_solutions``.
        """
        rows = dict[str, dict[str, Any]]()
        for name in names:
            try:
                row = FlopRow.from_json(_read_object(self.row_path(name)), "")
            except ScenarioError:
                continue
            own = row.request == self.digest and row.flop == name
            if own and (not with_solutions or self.solution_path(name).exists()):
                rows[name] = row.to_json()
        # All flops have the same decisions; a row with others was changed by hand.
        usual = Counter(map(_actions, rows.values())).most_common(1)
        return {name: row for name, row in rows.items() if _actions(row) == usual[0][0]}

    def write_row(self, row: Mapping[str, Any], *, only_new: bool = False) -> None:
        """Write the row of a flop; with ``only_new`` an existing file is not overwritten.

        Raises:
            ScenarioError: it cannot be written.
        """
        path = self.row_path(row["flop"])
        if not (only_new and path.exists()):
            self._write(path, _json_bytes(row))

    def write_solution(self, flop: str, data: bytes) -> None:
        """Write the solution of a flop.

        Raises:
            ScenarioError: it cannot be written.
        """
        self._write(self.solution_path(flop), data)

    def row_path(self, flop: str) -> Path:
        """Return the path of the row of a flop."""
        return self.path / f"{flop}.json"

    def solution_path(self, flop: str) -> Path:
        """Return the path of the solution of a flop."""
        return self.path / f"{flop}.solution"

    def _check_head(self, value: Mapping[str, Any]) -> None:
        """Check that the folder belongs to the request ``value``, or begin it if it is empty.

        Raises ScenarioError if it has files of something else; nothing is changed then.
        """
        folder, path = self.path, self.path / HEAD
        head = {
            "steelwheel_flops_folder": FORM,
            "version": __version__,
            "digest": self.digest,
            "request": dict(value),
        }
        if not path.exists():
            with self._writing():
                if any(name != LOCK for name in os.listdir(folder)):
                    raise self._problem(f"{folder} has other files (there is no {HEAD}): {FRESH}")
                write_atomically(path, _json_bytes(head))
            return
        known = _read_object(path)
        if known is None or known.get("steelwheel_flops_folder") != FORM:
            raise self._problem(f"{path} was not written by this program: {FRESH}")
        if known.get("version") != __version__:
            raise self._problem(
                f"{folder} was started by version {known.get('version')}; this is {__version__}: {FRESH}"
            )
        if known.get("digest") != self.digest:
            raise self._problem(f"{folder} has the flops of another request: {FRESH}")

    def _write(self, path: Path, data: bytes) -> None:
        with self._writing():
            write_atomically(path, data)

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Turn an error of the file system into one of the field."""
        try:
            yield
        except OSError as error:
            raise self._problem(f"{self.path} cannot be written: {error.strerror}") from None

    def _problem(self, message: str) -> ScenarioError:
        return ScenarioError(Problem(self.field, message))


def _actions(row: Mapping[str, Any]) -> tuple[tuple[str, ...], ...]:
    """Return the names of the actions of both decisions of a row."""
    return tuple(row["actions"]), tuple(row["after_check"])


def _json_bytes(value: Mapping[str, Any]) -> bytes:
    return (json.dumps(dict(value), indent=2, ensure_ascii=False) + "\n").encode()


def _read_object(path: Path) -> dict[str, Any] | None:
    """Return the JSON object in a file, or None if there is none."""
    try:
        value = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None
