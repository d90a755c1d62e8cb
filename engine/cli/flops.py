"""``betting --flops``: a report on many flops, solved one after the other or by many processes, kept in a folder.

The folder has ``request.json`` (the request without its set of flops, and its digest), and for each solved flop
``Ks7h2d.json``, its row of the report, and ``Ks7h2d.solution``. A row is written last, as soon as its flop is solved,
so a run that was killed goes on with the other flops. A larger set of flops can go on in the same folder.
"""

import json
import os
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, Protocol

from engine.cli.batches.answering import answer_text
from engine.cli.batches.batch import answer_batch
from engine.cli.batches.command import OutputFunctions, duration, interruptible, pool_maker
from engine.scenario import Problem, ScenarioError
from engine.storage.writing import try_lock, write_atomically
from engine.version import __version__

FIELD = "--folder"
HEAD, LOCK = "request.json", ".lock"
FORM = 1
FRESH = "to start again, name a folder that is empty or does not exist yet"


class Options(Protocol):
    """The options of a report; ``workers`` and ``dask`` are those of a batch."""

    name: str
    workers: int | None
    dask: str | None
    resume: str | None
    folder: str | None
    no_solutions: bool


def answer_flops(value: object, options: Options, output: OutputFunctions) -> None:
    """Solve the flops of a request of JSON and write the report; at an interrupt, the report on those that are solved.

    Raises:
        ScenarioError: the request has problems, or belongs to another folder.
        NotWrittenError: the report, or a file of the folder, cannot be written.
        KeyboardInterrupt: after the report was written.
    """
    from engine.betting.flop_report import check_size, read_flops_request, report_json
    from engine.betting.run import memory_limit

    request = read_flops_request(value)
    # Each process has a flop of its own in memory.
    max_bytes = memory_limit() // options.workers if options.workers else None
    check_size(request, max_bytes)
    with ExitStack() as opened:
        folder = None if options.folder is None else Path(options.folder)
        if folder is not None:
            opened.enter_context(_locked(folder))
            _check_head(folder, request.value, request.digest)
        with_solutions = not options.no_solutions
        names = [flop.name for flop in request.flops]
        rows = {} if folder is None else _stored_rows(folder, names, request.digest, with_solutions=with_solutions)
        remaining = [name for name in names if name not in rows]
        limit = {} if max_bytes is None or "max_bytes" in request.value else {"max_bytes": max_bytes}
        job = {
            "digest": request.digest,
            "folder": None if folder is None else str(folder.resolve()),
            "solutions": with_solutions,
        }
        lines = (json.dumps({**job, "request": {**request.on(name), **limit}}).encode() for name in remaining)
        pool = pool_maker(options) if options.workers or options.dask else None
        progress = _Progress(len(names), len(rows), output)
        try:
            with interruptible():
                for name, result in zip(remaining, answer_batch(lines, solve_line, pool, at_once=True), strict=True):
                    rows[name] = json.loads(result.text)
                    if folder is not None and "error" not in rows[name]:
                        # Workers on another machine may not share the folder.
                        _write_row(folder, rows[name], only_new=True)
                    progress.add()
        except KeyboardInterrupt:
            output.write(answer_text(report_json(request, rows), indent=2))
            raise
        output.write(answer_text(report_json(request, rows), indent=2))


def solve_line(line: bytes, threads: int | None) -> dict[str, Any]:
    """Solve one flop, write its solution and its row to the folder, and return the row. Called by workers.

    ``line``: JSON with the betting ``request`` of the flop, the ``digest`` of the report, its ``folder`` or null, and
    whether to keep ``solutions``.
    """
    from engine.betting.flop_report import solved_flop
    from engine.betting.saved import solution_bytes

    job = json.loads(line)
    request = job["request"]
    row, solution, progress = solved_flop(request, job["digest"], workers=threads)
    folder = None if job["folder"] is None else Path(job["folder"])
    if folder is not None and folder.is_dir():
        if job["solutions"]:
            data = solution_bytes(solution, progress, request)
            with _writing(folder):
                write_atomically(_solution_path(folder, row["flop"]), data)
        _write_row(folder, row)
    return row


@contextmanager
def _writing(folder: Path) -> Iterator[None]:
    """Turn an error of the file system into one of the option."""
    try:
        yield
    except OSError as error:
        raise _problem(f"{folder} cannot be written: {error.strerror}") from None


def _write_row(folder: Path, row: Mapping[str, Any], *, only_new: bool = False) -> None:
    """Write the row of a flop to the folder; with ``only_new`` an existing file is not overwritten."""
    path = _row_path(folder, row["flop"])
    if not (only_new and path.exists()):
        with _writing(folder):
            write_atomically(path, answer_text(dict(row), indent=2).encode())


def _row_path(folder: Path, flop: str) -> Path:
    return folder / f"{flop}.json"


def _solution_path(folder: Path, flop: str) -> Path:
    return folder / f"{flop}.solution"


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Create the folder if necessary, and hold its lock; file systems without locks are accepted.

    Raises:
        ScenarioError: it cannot be written, or another process has locked it.
    """
    with _writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
        file = open(folder / LOCK, "ab")  # noqa: SIM115 - closed below
    with file:
        locked = True
        with suppress(OSError):
            locked = try_lock(file.fileno())
        if not locked:
            raise _problem(f"another process is writing {folder}")
        yield


def _check_head(folder: Path, value: Mapping[str, Any], digest: str) -> None:
    """Check that the folder belongs to a request, or begin it if it is empty.

    Raises:
        ScenarioError: it has files of something else; nothing is changed then.
    """
    path = folder / HEAD
    head = {"steelwheel_flops_folder": FORM, "version": __version__, "digest": digest, "request": dict(value)}
    if not path.exists():
        with _writing(folder):
            if any(name != LOCK for name in os.listdir(folder)):
                raise _problem(f"{folder} has other files (there is no {HEAD}): {FRESH}")
            write_atomically(path, answer_text(head, indent=2).encode())
        return
    known = _read_object(path)
    if known is None or known.get("steelwheel_flops_folder") != FORM:
        raise _problem(f"{path} was not written by this program: {FRESH}")
    if known.get("version") != __version__:
        raise _problem(f"{folder} was started by version {known.get('version')}; this is {__version__}: {FRESH}")
    if known.get("digest") != digest:
        raise _problem(f"{folder} has the flops of another request: {FRESH}")


def _stored_rows(folder: Path, names: list[str], digest: str, *, with_solutions: bool) -> dict[str, dict[str, Any]]:
    """Return the rows of the flops that are solved; a row that is damaged or of another request does not count."""
    rows = dict[str, dict[str, Any]]()
    for name in names:
        row = _read_object(_row_path(folder, name))
        complete = row is not None and row.get("request") == digest and row.get("flop") == name and "ev" in row
        if row is not None and complete and (not with_solutions or _solution_path(folder, name).exists()):
            rows[name] = row
    return rows


def _read_object(path: Path) -> dict[str, Any] | None:
    """Return the JSON object in a file, or None if there is none."""
    try:
        value = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


class _Progress:
    """Reports how many flops are solved, after each of them.

    ``count``: all flops; ``known``: those that were solved before.
    """

    def __init__(self, count: int, known: int, output: OutputFunctions) -> None:
        self._count, self._known, self._done = count, known, 0
        self._say = output.say
        self._started = time.perf_counter()
        if known:
            self._say(f"{known:,} of {count:,} flops were solved before")

    def add(self) -> None:
        """Count a solved flop."""
        self._done += 1
        solved, seconds = self._known + self._done, time.perf_counter() - self._started
        remaining = (self._count - solved) * seconds / self._done
        self._say(f"{solved:,} of {self._count:,} flops" + (f", about {duration(remaining)} left" if remaining else ""))


def _problem(message: str) -> ScenarioError:
    return ScenarioError(Problem(FIELD, message))
