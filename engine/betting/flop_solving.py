"""Solves the flops of a report one after the other, with the progress of each and an estimate of time and memory.

Solved flops are stored in a folder (:mod:`engine.betting.flop_folder`), from which an interrupted report continues.
"""

from collections.abc import Iterator, Mapping, MutableMapping
from dataclasses import dataclass, replace
from typing import Any

from engine.betting.flop_folder import FlopFolder
from engine.betting.flop_report import FlopsRequest, ReportFlop, flop_row
from engine.betting.request import BYTES_A_NUMBER, read_betting_request
from engine.betting.run import Solution, expected_seconds, refine, run_betting, tree_size
from engine.betting.saved import solution_bytes
from engine.betting.solver import Progress
from engine.equity.convergence import ConvergencePoint, progress_of
from engine.equity.jobs import CancelCheck, never_cancelled
from engine.equity.workers import CancelToken
from engine.scenario import Problem, ScenarioError

Rows = Mapping[str, Mapping[str, Any]]
"""The rows of solved flops, by flop; one with an ``error`` could not be solved."""
MAX_UNSTORED_BYTES = 500_000_000
"""The most memory for solutions that cannot be written; with more of them no further flop is solved."""


@dataclass(frozen=True, slots=True, eq=False)
class SolvedFlop:
    """The row of a solved flop, and its solution as a file has it, or None if that is not to be kept."""

    row: Mapping[str, Any]
    solution: bytes | None


Unstored = MutableMapping[str, SolvedFlop]
"""Solved flops that could not be written to their folder yet, by flop."""


@dataclass(frozen=True, slots=True, eq=False)
class Unfinished:
    """A flop on which a run has begun, with its solution so far."""

    flop: str
    solution: Solution


@dataclass(frozen=True, slots=True, eq=False)
class ReportState:
    """The state of a report: its ``rows``, and the flop that is being solved, if any.

    ``progress``: how far that flop is, 0 to 1. ``seconds``: how long it has been solved in this run. ``problem``: why
    solved flops cannot be written, or "" if all are.
    """

    rows: Rows
    unfinished: Unfinished | None = None
    progress: float = 0.0
    seconds: float = 0.0
    problem: str = ""


def solve_report(
    request: FlopsRequest,
    folder: FlopFolder,
    *,
    with_solutions: bool = True,
    unfinished: Unfinished | None = None,
    unstored: Unstored | None = None,
    cancel: CancelToken | None = None,
    workers: int | None = None,
) -> Iterator[ReportState]:
    """Solve the flops that the folder does not have yet, and keep each in it; yields the state many times a second.

    ``with_solutions``: keep solutions, too. ``unfinished``: the flop with which a cancelled run ended; it goes on.
    ``unstored``: the flops that earlier runs could not write. They are not solved again. This run adds those that it
    cannot write either, and removes those that it can: they are tried again after each flop.

    Raises:
        ScenarioError: the folder cannot be used (see :class:`FlopFolder`), or solutions that cannot be written take
            more memory than ``MAX_UNSTORED_BYTES``.
    """
    cancel = cancel or CancelToken()
    unstored = {} if unstored is None else unstored
    names = [flop.name for flop in request.flops]
    with folder.opened(request):
        problem = _store(unstored, folder)
        rows = folder.rows(names, with_solutions=with_solutions)
        rows |= {flop: dict(solved.row) for flop, solved in unstored.items() if flop in names}
        yield ReportState(dict(rows), problem=problem)
        remaining = [name for name in names if name not in rows]
        if unfinished is not None and unfinished.flop in remaining:
            remaining.insert(0, remaining.pop(remaining.index(unfinished.flop)))
        for flop in remaining:
            if problem and sum(len(solved.solution or b"") for solved in unstored.values()) > MAX_UNSTORED_BYTES:
                raise ScenarioError(Problem(folder.field, problem))
            started = unfinished if unfinished is not None and unfinished.flop == flop else None
            last: tuple[Solution, Progress] | None = None
            try:
                for solution, progress, share in _solving(request, flop, started, cancel, workers):
                    last = solution, progress
                    yield ReportState(dict(rows), Unfinished(flop, solution), share, progress.solve_s, problem)
                if cancel.cancelled or last is None:
                    return
                row = flop_row(flop, request.digest, *last)
                data = solution_bytes(*last, request.on(flop)) if with_solutions else None
            except ScenarioError as error:
                first = error.problems[0]
                rows[flop] = {"flop": flop, "error": {"field": first.field, "message": first.message}}
            else:
                rows[flop] = row
                unstored[flop] = SolvedFlop(row, data)
                problem = _store(unstored, folder)
            yield ReportState(dict(rows), problem=problem)


def _store(unstored: Unstored, folder: FlopFolder) -> str:
    """Write flops to their folder and remove them from ``unstored``; return why that is impossible, or ""."""
    for flop, solved in list(unstored.items()):
        try:
            if solved.solution is not None:
                folder.write_solution(flop, solved.solution)
            folder.write_row(solved.row)
        except ScenarioError as error:
            return error.problems[0].message
        del unstored[flop]
    return ""


def _solving(
    request: FlopsRequest, flop: str, started: Unfinished | None, cancel: CancelToken, workers: int | None
) -> Iterator[tuple[Solution, Progress, float]]:
    """Solve a flop, or continue its solution; yields the solution, its progress, and how far it is, 0 to 1."""
    one = read_betting_request(request.on(flop))
    if started is None:
        run = run_betting(one, cancel=cancel, abandon=cancel, workers=workers)
    else:
        run = refine(
            started.solution, one.target, max_seconds=one.max_seconds, cancel=cancel, abandon=cancel, workers=workers
        )
    checks = list[ConvergencePoint]()
    for snapshot in run:
        progress = snapshot.progress
        if progress.exploitability is not None and progress.evaluated == progress.iterations:
            checks.append(ConvergencePoint(progress.iterations, progress.exploitability, progress.solve_s))
        yield snapshot.solution, progress, progress_of(checks, one.target * one.pot)


@dataclass(frozen=True, slots=True)
class ReportForecast:
    """The memory and time of a report, from its trees: ``bytes`` of memory of a flop, by :func:`symmetry_of`."""

    bytes: Mapping[tuple[str, str], int]

    @property
    def memory(self) -> int:
        """The memory in bytes of the flop that needs most."""
        return max(self.bytes.values(), default=0)

    def seconds(self, request: FlopsRequest, rows: Rows) -> float:
        """Return the estimated seconds for the flops that are not in ``rows``.

        They are in proportion to the sizes of the trees, measured on the solved flops. Before the first one is solved,
        the usual time of an iteration is used: a rough guess, too short on a slow computer.
        """
        known = [row for row in rows.values() if row.get("solve_s") and row.get("bytes")]
        # A set that has grown since can have flops of another symmetry.
        sizes = (self.bytes.get(symmetry_of(flop), self.memory) for flop in request.flops if flop.name not in rows)
        size = sum(sizes)
        if known:
            seconds, solved = (sum(float(row[key]) for row in known) for key in ("solve_s", "bytes"))
            return size * seconds / solved
        numbers = size / BYTES_A_NUMBER[request.first.storage]
        return expected_seconds(numbers, request.first.target)


def symmetry_of(flop: ReportFlop) -> tuple[str, str]:
    """Return the properties of a flop that decide the size of its tree: which cards to come differ by suits only."""
    return flop.texture.pairing, flop.texture.suits


def report_forecast(request: FlopsRequest, check_cancelled: CancelCheck = never_cancelled) -> ReportForecast:
    """Return the forecast of a report. It builds the tree of one flop of each symmetry, which takes a second.

    Raises:
        ScenarioError: a tree needs too much memory; the message says what to remove.
        Cancelled: by ``check_cancelled``.
    """
    kinds = {symmetry_of(flop): flop.name for flop in reversed(request.flops)}
    table = request.first.table
    sizes = {
        kind: tree_size(replace(request.first, table=replace(table, board=flop)), check_cancelled).bytes
        for kind, flop in kinds.items()
    }
    return ReportForecast(sizes)
