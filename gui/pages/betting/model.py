"""The model of the betting page: the situation, the run that solves it, and the displayed node with its values."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path as FilePath
from typing import Any, Literal

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from engine import Cancelled, CancelToken, Problem, Scenario, ScenarioError
from engine.betting.panel import BettingSituation, betting_situation, scenario_of, with_entries
from engine.betting.request import BettingRequest
from engine.betting.run import TreeSize, refine, tree_size
from engine.betting.saved import MAX_BYTES, SavedSolution, read_solution, solution_bytes
from engine.betting.solver import Progress
from engine.betting.watch import BettingView, Path, look, read_node, watch, watch_solving
from engine.cards import whole_text
from engine.ranges.orders import Order
from engine.scenario.betting import TARGETS
from engine.storage.regular_files import reason
from engine.storage.writing import write_atomically
from gui.state.document import Document
from gui.state.latest import FAULT, SETTLE_MS, Answers, Latest, Questions, refusal
from gui.state.runner import Work
from gui.storage.foreign_files import read_foreign

MAX_AUTOMATIC_NUMBERS = 400_000
"""Maximum size of a tree that is solved without a click, as its count of numbers: this takes a second or two."""
REFINE_FACTOR = 4.0
"""Refining divides the exploitability of the play by this factor."""
THINNED = "; later streets are solved again when you open them"
RunState = Literal["idle", "running", "paused"]


@dataclass(frozen=True, slots=True)
class TreeCheck:
    """A tree before it is solved: its size, or the problems why it cannot be solved."""

    size: TreeSize | None = None
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class OpenedSolution:
    """A solution from a file called ``name``, with the view of its first node."""

    name: str
    saved: SavedSolution
    view: BettingView


def same_play(one: BettingRequest, other: BettingRequest) -> bool:
    """Return True if two requests have the same solution: names, path, target and limits do not matter."""
    return _without_options(one) == _without_options(other)


def _without_options(request: BettingRequest) -> BettingRequest:
    seats = tuple(replace(seat, name="") for seat in request.table.seats)
    table = replace(request.table, seats=seats)
    return replace(request, table=table, path=(), target=1.0, bankroll=None, max_bytes=None, max_seconds=None)


class BettingModel(QObject):
    """Solves the situation on the table and reads the node at :attr:`path`.

    ``changed`` is emitted when any of the properties changes; ``message`` carries a text for the status bar and whether
    it is an error. Runs and the reading of nodes share one thread, so that no node is read while a run changes it.
    """

    changed = Signal()
    message = Signal(str, bool)

    def __init__(self, document: Document, questions: Questions, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._runs: Answers[BettingView] = Answers(questions.apart("betting"), "betting", self)
        self._sizes: Answers[TreeCheck] = Answers(questions.apart("betting size"), "size", self)
        self._files: Answers[str | OpenedSolution] = Answers(questions.apart("betting files"), "file", self)
        self._situation: BettingSituation | None = None
        self._watched = False
        self._pause_token = CancelToken()
        """Ends the run in an orderly way: its play stays."""
        self.goal = 0.0
        """The target of the current or last run, a share of the pot."""
        self._running_request: Mapping[str, Any] = {}
        """The request of the current run, as JSON."""
        self._paused = False
        self._running = False
        self._steps = 1
        """The solutions of the current run: two with node locks, the first without them for comparison."""
        self._continues = False
        """Whether the run continues the displayed solution."""
        self._number = 0
        """The number of the last task, so that no two tasks have the same key."""
        self.view: BettingView | None = None
        """The latest view of the displayed solution."""
        self.displayed_request: Mapping[str, Any] = {}
        """The request of the displayed solution, as JSON."""
        self._unlocked: tuple[BettingRequest, Progress] | None = None
        """The request and progress of the last solution without node locks, with which locked play is compared."""
        self._tried_request: BettingRequest | None = None
        """The last request that was solved automatically, which is not tried a second time."""
        self.path: Path = document.scenario.betting.path if document.scenario.betting else ()
        """The requested path; the view may be at an ancestor if the path does not exist in the tree."""
        self.past: list[Path] = []
        self.future: list[Path] = []
        self._settle = QTimer(self, singleShot=True, interval=SETTLE_MS)
        self._settle.timeout.connect(self.check)
        document.changed.connect(self._on_document_changed)
        self._runs.changed.connect(self._on_view)
        self._sizes.changed.connect(self._on_size)
        self._files.changed.connect(self._on_file)

    @property
    def situation(self) -> BettingSituation:
        """The situation in the document."""
        if self._situation is None:
            self._situation = betting_situation(self._document.scenario, self._document.orders)
        return self._situation

    @property
    def stale(self) -> bool:
        """Whether the view belongs to another situation than the current one."""
        request = self.situation.request
        if self.view is None or request is None:
            return self.view is not None
        # A run with node locks may solve the tree without them first, in order to compare both.
        solved = self.view.solution.request
        without_locks = self._running and same_play(solved, replace(request, fixed=()))
        return not same_play(solved, request) and not without_locks

    @property
    def state(self) -> RunState:
        """The state of the run: running, paused (it can be resumed) or idle."""
        return "running" if self._running else "paused" if self._paused and not self.stale else "idle"

    @property
    def run_view(self) -> BettingView | None:
        """The latest view of the run, or None before its first one; it may begin with a displayed solution."""
        return self.view if self._continues else self._runs.latest.current

    @property
    def step(self) -> tuple[int, int]:
        """The number of the solution that the run computes, 1 or 2, and how many it computes."""
        view = self.run_view
        first = self._steps > 1 and (view is None or not view.solution.request.fixed)
        return 1 if first else self._steps, self._steps

    @property
    def ending(self) -> bool:
        """Whether a run was paused or stopped, but has not ended yet."""
        return self._running and self._pause_token.cancelled

    @property
    def paused(self) -> bool:
        """Whether the run is paused, or will be when it has ended."""
        return self._paused

    @property
    def size(self) -> TreeSize | None:
        """The size of the current tree, or None if it is not known."""
        checked = self._sizes.latest.current
        return checked.size if checked is not None else None

    @property
    def problems(self) -> tuple[Problem, ...]:
        """The problems of the fields and of the tree."""
        checked = self._sizes.latest.current
        return (*self.situation.problems, *(checked.problems if checked is not None else ()))

    @property
    def failure(self) -> str:
        """The reason why the last run failed, or ""."""
        error = self._runs.latest.error
        return "" if error is None else refusal(error)

    @property
    def can_run(self) -> bool:
        """Whether the current situation can be solved."""
        return self.situation.request is not None and not self.problems and not self._files.latest.busy

    @property
    def can_stop(self) -> bool:
        """Whether there is a run that can be stopped, running or paused."""
        return self.state != "idle"

    @property
    def can_refine(self) -> bool:
        """Whether there is a current solution that can be refined."""
        return self.view is not None and not self.stale and not self._running and self.can_run

    @property
    def can_save(self) -> bool:
        """Whether there is a complete solution that can be saved."""
        view = self.view
        complete = view is not None and view.solution.solver.left_out is None
        return complete and not self._running and not self._files.latest.busy

    def watch(self, *, on: bool) -> None:
        """Start or stop following the document; a run continues in either case."""
        self._watched = on
        if on:
            self._settle.start()

    @Slot()
    def check(self) -> None:
        """Compute the size of the current tree in the background; a small tree is then solved automatically."""
        self._settle.stop()
        request = self.situation.request
        if request is None:
            self._sizes.forget()
            self.changed.emit()
            return
        self._sizes.ask(replace(request, path=(), target=1.0, bankroll=None), partial(_check_tree, request))
        self._on_size()

    @Slot()
    def _on_size(self) -> None:
        """Solve a small tree automatically, but only once for each situation: a stopped run is not repeated."""
        size, request = self.size, self.situation.request
        quick = self._watched and size is not None and size.numbers <= MAX_AUTOMATIC_NUMBERS and request is not None
        if quick and not self._running and (self.view is None or self.stale) and self._tried_request != request:
            self._tried_request = request
            self.start()
        self.changed.emit()

    @Slot()
    def start(self) -> None:
        """Solve the current situation from the beginning."""
        if self.situation.request is not None:
            self._running_request = self.situation.values
            self._solve(self.situation.request)

    def _solve(self, request: BettingRequest) -> None:
        """Begin a run; if there are node locks, compare it with the known solution without them if there is one."""
        self.goal = request.target
        unlocked, known = None, self._unlocked
        if known is not None and same_play(known[0], replace(request, fixed=())):
            unlocked = known[1]
        self._steps = 2 if request.fixed and unlocked is None else 1
        # Two tokens: the first one ends the run with a last view, the second one without.
        pause_token = self._pause_token = CancelToken()

        def work(cancel: CancelToken) -> Iterator[BettingView]:
            return watch_solving(request, lambda: self.path, cancel=pause_token, abandon=cancel, free=unlocked)

        self._begin("solve", work, continues=False)

    @Slot()
    def resume(self) -> None:
        """Resume a paused run; a run that was paused while its tree was built starts from the beginning."""
        if self.view is None or self.stale:
            self.start()
        else:
            self._refine(self.goal)

    @Slot()
    def refine(self) -> None:
        """Continue the solution until its exploitability is a quarter of the current one."""
        view = self.view
        if view is None or not self.can_refine:
            return
        reached = view.progress.exploitability
        share = self.goal if reached is None else reached / view.solution.request.pot
        self._refine(max(min(share, view.solution.request.target) / REFINE_FACTOR, TARGETS.at_least))

    def _refine(self, target: float) -> None:
        """Continue the displayed solution to ``target``, an exploitability as a share of the pot."""
        view = self.view
        if view is None:
            return
        if not view.solution.solver.iterations:  # a solution from a file has no state of the solver to continue
            self._solve(replace(view.solution.request, target=target))
            return
        self.goal = target
        pause_token = self._pause_token = CancelToken()

        def work(cancel: CancelToken) -> Iterator[BettingView]:
            progress = refine(view.solution, target, cancel=pause_token, abandon=cancel)
            return watch(progress, lambda: self.path, previous=view)

        self._steps = 1
        self._begin("refine", work, continues=True)

    def _begin(self, task: str, work: Work, *, continues: bool) -> None:
        self._number += 1
        self._running, self._paused, self._continues = True, False, continues
        self._runs.ask((self._number, task), work)
        self.changed.emit()

    @Slot()
    def pause(self) -> None:
        """Pause the run: its play stays."""
        if self._running:
            self._paused = True
            self._pause_token.cancel()
            self.changed.emit()

    @Slot()
    def stop(self) -> None:
        """Stop the run; a second call does not wait for its end."""
        if not self._running:
            self._paused = False
        elif self._pause_token.cancelled:
            self._running = False
            self._runs.stop()
        else:
            self._paused = False
            self._pause_token.cancel()
        self.changed.emit()

    def run_or_pause(self) -> None:
        """Start, pause or resume a run, depending on its state."""
        {"idle": self.start, "running": self.pause, "paused": self.resume}[self.state]()

    def walk(self, path: Path) -> None:
        """Display the node at ``path``."""
        if path != self.path:
            self.past.append(self.path)
            self.future.clear()
            self._show_path(path)

    @Slot()
    def back(self) -> None:
        """Display the previously displayed node."""
        if self.past:
            self.future.append(self.path)
            self._show_path(self.past.pop())

    @Slot()
    def forward(self) -> None:
        """Display the node from which the user went back."""
        if self.future:
            self.past.append(self.path)
            self._show_path(self.future.pop())

    def _show_path(self, path: Path) -> None:
        """Read the node at ``path`` in the background, and display it when it has been read."""
        # A run reads the current path by itself; a file that is being read must not be replaced by an old solution.
        self.path = path
        view = self.view
        if view is not None and not self._running and not self._files.latest.busy:
            self._number += 1
            self._runs.ask(("look", self._number), partial(_read_node, view, path))
        self.changed.emit()

    @Slot()
    def _on_view(self) -> None:
        """Take over a view from a run or from the reading of a node."""
        latest: Latest[BettingView] = self._runs.latest
        view = latest.current
        if view is not None:
            # The reading of a node sends views too, of the solution that is displayed already.
            if self._running:
                self.displayed_request = self._running_request
            self.view = view
            if self._running and view.progress.ev is not None and not view.solution.request.fixed:
                self._unlocked = view.solution.request, view.progress
        if not latest.busy:
            ended, self._running = self._running, False
            self._paused = self._paused and self.view is not None
            # A large run that is stopped does not read its last strategies, nor a node that was requested just before.
            latest_play = view is None or view.node_progress.iterations == view.solution.solver.iterations
            if ended and view is not None and not (latest_play and view.node.path == self.path):
                self._show_path(self.path)
        self.changed.emit()

    def save(self, path: FilePath) -> None:
        """Write the solution to a file, in the background."""
        view, request = self.view, self.displayed_request
        if view is not None and self.can_save:
            self._number += 1
            self._files.ask(("save", self._number), partial(_write_solution, view, request, path))
            self.changed.emit()

    def open(self, path: FilePath) -> None:
        """Read a solution from a file in the background, then replace the current table by the solved one."""
        self._number += 1
        self._files.ask(("open", self._number), partial(_read_file, path, self._document.orders))
        self.changed.emit()

    @Slot()
    def _on_file(self) -> None:
        """Report that a file was written or could not be read, or display the solution that was read."""
        latest = self._files.latest
        error = latest.error
        if isinstance(error, ScenarioError):
            self.message.emit(f"Not opened: {error.problems[0].message}", True)
        elif isinstance(error, OSError):
            self.message.emit(f"{reason(error)}", True)
        elif error is not None:
            self.message.emit(FAULT, True)
        elif not latest.busy and latest.current is not None:
            if isinstance(latest.current, OpenedSolution):
                self._show_solution(latest.current)
            else:
                self.message.emit(f"Saved {latest.current}", False)
        # While a file is read or written, no node is read (see _show_path): catch up with the path that was
        # requested meanwhile.
        if not latest.busy and self.view is not None and self.view.node.path != self.path:
            self._show_path(self.path)
        self.changed.emit()

    def _show_solution(self, opened: OpenedSolution) -> None:
        """Replace the run and the table by a solution from a file and the table that it solves."""
        saved = opened.saved
        self._runs.forget()
        self._running = self._paused = False
        self._tried_request = None
        self.past, self.future = [], []
        self.goal = saved.solution.request.target
        self.displayed_request = saved.value
        # The view comes before the table: otherwise the new table would be without a solution, and be solved again.
        self.view = opened.view
        own = self._on_own_table(saved)
        if own is None:
            self._document.open(scenario_of(saved.value), None, text=f"Open {opened.name}")
        else:
            self._document.replace(f"Open {opened.name}", own)
        self.path = opened.view.node.path
        complete = opened.view.solution.solver.left_out is None
        self.message.emit(f"Opened {opened.name}{'' if complete else THINNED}", False)

    def _on_own_table(self, saved: SavedSolution) -> Scenario | None:
        """Return the table of the document with the board of a solution if the solution is one of it, else None.

        Such a solution, as of a flop report, replaces neither the names nor what other pages have on the table.
        """
        request = saved.solution.request
        table = replace(self._document.scenario, board=request.table.board)
        if table.betting is not None:
            table = with_entries(table, path=None)
        own = betting_situation(table, self._document.orders).request
        return table if own is not None and same_play(own, request) else None

    @Slot(object, object)
    def _on_document_changed(self, old: Scenario, new: Scenario) -> None:
        """Follow the document: open the node that it stores, and stop a run whose situation has changed."""
        if old is new:
            return
        self._situation = None
        if new.betting is not None and (old.betting is None or old.betting.path != new.betting.path):
            self.path = new.betting.path
        # A change that the play does not depend on, such as a name or the hand to show, leaves the run alone.
        if self._running and self.stale:
            self._running = False
            self._runs.stop()
        if self._watched:
            self._settle.start()
        self.changed.emit()


def _check_tree(request: BettingRequest, cancel: CancelToken) -> Iterator[TreeCheck]:
    """Compute the size of a tree in the background, or the reasons why it cannot be built; yields one value."""
    try:
        yield TreeCheck(tree_size(request, cancel.check_cancelled))
    except Cancelled:
        return
    except ScenarioError as error:
        yield TreeCheck(problems=error.problems)


def _read_node(view: BettingView, path: Path, cancel: CancelToken) -> Iterator[BettingView]:
    try:
        yield read_node(view, path, cancel)
    except Cancelled:
        return


def _write_solution(
    view: BettingView, request: Mapping[str, Any], path: FilePath, _cancel: CancelToken
) -> Iterator[str]:
    write_atomically(path, solution_bytes(view.solution, view.progress, request))
    yield whole_text(path.name)


def _read_file(path: FilePath, orders: Sequence[Order], cancel: CancelToken) -> Iterator[OpenedSolution]:
    """Yield the solution in a file, with its view at the node that the file displays; runs in the background."""
    try:
        saved = read_solution(read_foreign(path, MAX_BYTES, cancel.check_cancelled), orders, cancel=cancel)
    except Cancelled:
        return
    view = look(saved.solution, saved.progress, saved.solution.request.path, cancel=cancel)
    yield OpenedSolution(whole_text(path.name), saved, replace(view, notices=saved.notices))
