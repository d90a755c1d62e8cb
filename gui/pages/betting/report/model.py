"""The model of the page *Flop report*: the request on the table, the run that solves its flops, and their rows."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from platformdirs import user_data_path
from PySide6.QtCore import QObject, QTimer, Signal, Slot

from engine import Cancelled, CancelToken, Problem, Scenario, ScenarioError
from engine.betting.flop_folder import FlopFolder
from engine.betting.flop_panel import ReportSituation, report_situation
from engine.betting.flop_report import FlopsRequest
from engine.betting.flop_solving import (
    ReportForecast,
    ReportState,
    Rows,
    Unfinished,
    Unstored,
    report_forecast,
    solve_report,
)
from engine.storage.private import PROGRAM_FOLDER
from gui.state.document import Document
from gui.state.latest import SETTLE_MS, Answers, Questions, refusal
from gui.state.session import State
from gui.storage.settings import Settings

FOLDER = "flop reports"
"""The name of the folder for reports in the user's data folder, if no other one is selected."""
DIGEST_LENGTH = 12
"""Characters of the digest of a request that name its folder."""


@dataclass(frozen=True, slots=True, eq=False)
class ReportCheck:
    """The state of a report before it runs: the rows in its folder, and its forecast or its ``problems``.

    ``digest``: the digest of its request.
    """

    digest: str
    rows: Rows
    forecast: ReportForecast | None = None
    problems: tuple[Problem, ...] = ()


def default_folder() -> Path:
    """Return the folder in which reports are stored if no other one is selected."""
    return user_data_path(PROGRAM_FOLDER, appauthor=False) / FOLDER


class FlopReportModel(QObject):
    """Solves the flops of the situation on the table, one after the other, and keeps them in a folder.

    ``changed`` is emitted when any of the properties changes. A run continues if the table changes: until it ends or is
    stopped, the page shows the report of the run.
    """

    changed = Signal()

    def __init__(
        self,
        document: Document,
        questions: Questions,
        settings: Settings,
        unstored: dict[str, Unstored],
        parent: QObject | None = None,
    ) -> None:
        """``unstored``: the solved flops that could not be written, by the digest of their request. Runs change it."""
        super().__init__(parent)
        self._document, self._settings, self._unstored = document, settings, unstored
        self._runs: Answers[ReportState] = Answers(questions.apart("flop report"), "flops", self)
        self._checks: Answers[ReportCheck] = Answers(questions.apart("flop report size"), "flop sizes", self)
        self._situation: ReportSituation | None = None
        self._of_run: FlopsRequest | None = None
        """The request of a run that is under way or paused."""
        self._rows: Rows = {}
        self._rows_of = ""
        """The digest of the request to which the rows belong."""
        self._storing_problems: dict[str, str] = {}
        """Why the last run of each request could not write flops, or "", by digest."""
        self._unfinished: Unfinished | None = None
        self._run = ReportState({})
        """The latest state of the run."""
        self.state: State = "idle"
        self._number = 0
        self._watched = False
        self._settle = QTimer(self, singleShot=True, interval=SETTLE_MS)
        self._settle.timeout.connect(self.check)
        document.changed.connect(self._on_document_changed)
        self._runs.changed.connect(self._on_run)
        self._checks.changed.connect(self._on_check)

    @property
    def situation(self) -> ReportSituation:
        """The request that the table makes."""
        if self._situation is None:
            self._situation = report_situation(self._document.scenario, self._document.orders)
        return self._situation

    @property
    def request(self) -> FlopsRequest | None:
        """The request of the displayed report: of the run if there is one, else of the table."""
        return self._of_run or self.situation.request

    @property
    def other_table(self) -> bool:
        """Whether the run is about another situation than the one on the table."""
        own = self.situation.request
        return self._of_run is not None and (own is None or own.digest != self._of_run.digest)

    @property
    def rows(self) -> Rows:
        """The rows of the flops that are solved, by flop."""
        request = self.request
        return self._rows if request is not None and request.digest == self._rows_of else {}

    @property
    def problems(self) -> tuple[Problem, ...]:
        """The problems of the request and of its trees."""
        checked = self._checks.latest.current
        return (*self.situation.problems, *(checked.problems if checked is not None else ()))

    @property
    def forecast(self) -> ReportForecast | None:
        """The forecast of the displayed report, or None if it is not known."""
        checked, request = self._checks.latest.current, self.request
        return checked.forecast if checked is not None and request and checked.digest == request.digest else None

    @property
    def failure(self) -> str:
        """The reason why the last run failed, or ""."""
        error = self._runs.latest.error
        return "" if error is None else refusal(error)

    @property
    def unstored(self) -> int:
        """The number of solved flops of the displayed report that are not in its folder, because it is unwritable."""
        request = self.request
        return 0 if request is None else len(self._unstored.get(request.digest, ()))

    @property
    def storing_problem(self) -> str:
        """Why the folder of the displayed report is unwritable, as its last run has found; "" if it is not."""
        request = self.request
        return "" if request is None or not self.unstored else self._storing_problems.get(request.digest, "")

    @property
    def solved(self) -> int:
        """The number of flops that are solved."""
        request = self.request
        return 0 if request is None else sum("ev" in self.rows.get(flop.name, {}) for flop in request.flops)

    @property
    def current(self) -> Unfinished | None:
        """The flop that is being solved, or with which the run was paused."""
        return self._unfinished

    @property
    def progress(self) -> float:
        """How far the report is, from 0 to 1; flops count by the sizes of their trees if these are known."""
        request = self.request
        if request is None:
            return 0.0
        share = self._run.progress if self._unfinished is not None else 0.0
        return min((self.solved + share) / len(request.flops), 1.0)

    @property
    def seconds_left(self) -> float | None:
        """The estimated seconds until all flops are solved, or None if they are not known."""
        request, forecast = self.request, self.forecast
        if request is None or forecast is None:
            return None
        done = self._run.seconds if self._unfinished is not None else 0.0
        return max(forecast.seconds(request, self.rows) - done, 0.0)

    @property
    def can_run(self) -> bool:
        """Whether the run can be started, paused or continued."""
        open_ = self.situation.request is not None and not self.problems and not (self.final and not self.unstored)
        return self.state != "idle" or open_

    @property
    def can_stop(self) -> bool:
        """Whether there is a run that can be stopped, running or paused."""
        return self.state != "idle"

    @property
    def can_refine(self) -> bool:
        """Whether the result can be refined: never, because another target is another report."""
        return False

    @property
    def final(self) -> bool:
        """Whether no flop is left to be solved."""
        request = self.request
        return request is not None and all(flop.name in self.rows for flop in request.flops)

    @property
    def base_folder(self) -> Path:
        """The folder that contains a folder for each report."""
        chosen = self._settings.flops_folder
        return Path(chosen) if chosen else default_folder()

    @property
    def folder(self) -> FlopFolder | None:
        """The folder of the displayed report."""
        return None if self.request is None else self._folder_of(self.request)

    def _folder_of(self, request: FlopsRequest) -> FlopFolder:
        return FlopFolder(self.base_folder / request.digest[:DIGEST_LENGTH], request.digest)

    def solution_of(self, flop: str) -> Path | None:
        """Return the file with the solution of a flop, or None if it was not stored."""
        folder = self.folder
        path = None if folder is None else folder.solution_path(flop)
        return path if path is not None and path.is_file() else None

    def choose_folder(self, path: Path) -> None:
        """Keep reports in another folder from now on; ends the run."""
        self.stop()
        self._settings.flops_folder = str(path)
        self._rows_of = ""
        self.check()

    def watch(self, *, on: bool) -> None:
        """Start or stop following the document; a run continues in either case."""
        self._watched = on
        if on:
            self._settle.start()

    @Slot()
    def check(self) -> None:
        """Read the stored flops of the current request and estimate the cost of the others, in the background."""
        self._settle.stop()
        request = self.situation.request
        if request is None:
            self._checks.forget()
        else:
            about = request.digest, tuple(flop.name for flop in request.flops), str(self.base_folder)
            work = partial(_checked, request, self._folder_of(request), self._settings.keep_flop_solutions)
            self._checks.ask(about, work)
        self.changed.emit()

    @Slot()
    def start(self) -> None:
        """Solve the flops that are not solved yet."""
        request = self._of_run or self.situation.request
        if request is None:
            return
        self._of_run, self.state = request, "running"
        self._number += 1
        folder, unfinished = self._folder_of(request), self._unfinished
        solutions, unstored = self._settings.keep_flop_solutions, self._unstored.setdefault(request.digest, {})

        def work(cancel: CancelToken) -> Iterator[ReportState]:
            return solve_report(
                request, folder, with_solutions=solutions, unfinished=unfinished, unstored=unstored, cancel=cancel
            )

        self._runs.ask(self._number, work)
        self.changed.emit()

    @Slot()
    def pause(self) -> None:
        """Pause the run in the middle of a flop, from which it continues later."""
        if self.state == "running":
            self.state = "paused"
            self._runs.stop()
            self.changed.emit()

    @Slot()
    def stop(self) -> None:
        """End the run. Solved flops remain in the folder."""
        if self.state != "idle":
            self.state, self._of_run, self._unfinished = "idle", None, None
            self._runs.stop()
            self.check()

    @Slot()
    def refine(self) -> None:
        """Do nothing: see :attr:`can_refine`."""

    def run_or_pause(self) -> None:
        """Start, pause or continue the run, depending on its state."""
        {"idle": self.start, "running": self.pause, "paused": self.start}[self.state]()

    @Slot()
    def _on_run(self) -> None:
        """Take over the state of the run, and end it when all flops are solved."""
        latest = self._runs.latest
        if self.state == "running" and self._of_run is not None:
            if latest.current is not None:
                self._run = latest.current
                self._unfinished = self._run.unfinished
                self._rows, self._rows_of = self._run.rows, self._of_run.digest
                self._storing_problems[self._rows_of] = self._run.problem
            if not latest.busy:
                self.state, self._of_run, self._unfinished = "idle", None, None
        self.changed.emit()

    @Slot()
    def _on_check(self) -> None:
        """Show the rows that were found in the folder, unless a run knows more."""
        checked, request = self._checks.latest.current, self.situation.request
        if checked is not None and request is not None and self._of_run is None:
            unstored = self._unstored.get(request.digest, {})
            in_memory = {flop: solved.row for flop, solved in list(unstored.items())}
            self._rows, self._rows_of = {**checked.rows, **self.rows, **in_memory}, request.digest
        self.changed.emit()

    @Slot(object, object)
    def _on_document_changed(self, old: Scenario, new: Scenario) -> None:
        if old is new:
            return
        self._situation = None
        if self._watched:
            self._settle.start()
        self.changed.emit()


def _checked(
    request: FlopsRequest, folder: FlopFolder, with_solutions: bool, cancel: CancelToken
) -> Iterator[ReportCheck]:
    """Yield the rows that a folder has, then the same with the forecast of the report or the problems of its trees."""
    rows = folder.rows([flop.name for flop in request.flops], with_solutions=with_solutions)
    yield ReportCheck(request.digest, rows)
    try:
        yield ReportCheck(request.digest, rows, report_forecast(request, cancel.check_cancelled))
    except Cancelled:
        return
    except ScenarioError as error:
        yield ReportCheck(request.digest, rows, problems=error.problems)
