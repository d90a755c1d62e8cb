"""``betting --flops``: a report on many flops, which are solved one by one or by many processes, stored in a folder."""

import json
import time
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from engine.cli.batches.answering import NOT_KEPT_KEY, answer_text
from engine.cli.batches.batch import answer_batch
from engine.cli.batches.command import OutputFunctions, duration, interruptible, pool_maker
from engine.scenario import ScenarioError

if TYPE_CHECKING:
    from engine.betting.flop_folder import FlopFolder

FIELD = "--folder"
NOT_KEPT = 1
"""The exit status of a report whose folder could not be written to its end."""


class ReportOptions(Protocol):
    """The options of a report; ``workers`` and ``dask`` are those of a batch."""

    name: str
    workers: int | None
    dask: str | None
    resume: str | None
    folder: str | None
    no_solutions: bool


def answer_flops(value: object, options: ReportOptions, output: OutputFunctions) -> int:
    """Solve the flops of a request of JSON and write the report; at an interrupt, the report on those that are solved.

    If the folder can no longer be written, the report continues without it, and the answer still has all solved flops.
    Returns the exit status, which is then ``NOT_KEPT``, otherwise 0.

    Raises:
        ScenarioError: the request has problems, or belongs to another folder.
        NotWrittenError: the report cannot be written.
        KeyboardInterrupt: after the report was written.
    """
    from engine.betting.flop_folder import FlopFolder
    from engine.betting.flop_report import check_tree_size, read_flops_request, report_json
    from engine.betting.run import memory_limit

    request = read_flops_request(value)
    # Each process has a flop of its own in memory.
    max_bytes = memory_limit() // options.workers if options.workers else None
    check_tree_size(request, max_bytes)
    with ExitStack() as opened:
        folder = None if options.folder is None else FlopFolder(Path(options.folder), request.digest, FIELD)
        if folder is not None:
            opened.enter_context(folder.opened(request))
        with_solutions = not options.no_solutions
        names = [flop.name for flop in request.flops]
        rows = {} if folder is None else folder.rows(names, with_solutions=with_solutions)
        remaining = [name for name in names if name not in rows]
        limit = {} if max_bytes is None or "max_bytes" in request.value else {"max_bytes": max_bytes}
        job = {
            "digest": request.digest,
            "folder": None if folder is None else str(folder.path.resolve()),
            "solutions": with_solutions,
        }
        lines = (json.dumps({**job, "request": {**request.on(name), **limit}}).encode() for name in remaining)
        pool = pool_maker(options) if options.workers or options.dask else None
        progress, not_kept = _Progress(len(names), len(rows), output), ""
        try:
            with interruptible():
                for name, result in zip(remaining, answer_batch(lines, solve_line, pool, at_once=True), strict=True):
                    row = json.loads(result.text)
                    problem = row.pop(NOT_KEPT_KEY, "")
                    rows[name] = row
                    if folder is not None and "error" not in row and not problem:
                        problem = _write(folder, row)
                    if problem and not not_kept:
                        output.say(f"{problem}; the report goes on without the folder")
                    not_kept = not_kept or problem
                    progress.add()
        except KeyboardInterrupt:
            output.write(answer_text(report_json(request, rows), indent=2))
            raise
        output.write(answer_text(report_json(request, rows), indent=2))
        return NOT_KEPT if not_kept else 0


def _write(folder: "FlopFolder", row: dict[str, Any]) -> str:
    """Write a row that its worker has not, as on a machine without the folder; return the problem as text, or ""."""
    try:
        folder.write_row(row, only_new=True)
    except ScenarioError as error:
        return str(error.problems[0])
    return ""


def solve_line(line: bytes, threads: int | None) -> dict[str, Any]:
    """Solve one flop, write its solution and its row to the folder, and return the row. Called by workers.

    The row has the key ``NOT_KEPT_KEY`` with the reason if the files cannot be written.

    ``line``: JSON with the betting ``request`` of the flop, the ``digest`` of the report, its ``folder`` or null, and
    whether to keep ``solutions``.
    """
    from engine.betting.flop_folder import FlopFolder
    from engine.betting.flop_report import solved_flop
    from engine.betting.saved import solution_bytes

    job = json.loads(line)
    request = job["request"]
    row, solution, progress = solved_flop(request, job["digest"], workers=threads)
    folder = None if job["folder"] is None else FlopFolder(Path(job["folder"]), job["digest"], FIELD)
    if folder is not None and folder.path.is_dir():
        try:
            if job["solutions"]:
                folder.write_solution(row["flop"], solution_bytes(solution, progress, request))
            folder.write_row(row)
        except ScenarioError as error:
            return {**row, NOT_KEPT_KEY: str(error.problems[0])}
    return row


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
