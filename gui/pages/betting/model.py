"""The situation of the page, the run that solves it, the displayed node, and its values."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path as FilePath
from typing import Any, Literal

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from engine import Cancelled, CancelToken, Problem, Scenario, ScenarioError
from engine.betting.panel import BettingSituation, betting_situation, scenario_of
from engine.betting.request import BettingRequest
from engine.betting.run import TreeSize, refine, tree_size
from engine.betting.saved import MAX_BYTES, SavedSolution, read_solution, solution_bytes
from engine.betting.solver import Progress
from engine.betting.watch import BettingView, Path, look, watch, watch_solving
from engine.cards import whole_text
from engine.ranges.orders import Order
from engine.scenario.betting import TARGETS
from engine.storage.regular_files import reason
from engine.storage.writing import write_atomically
from gui.state.document import Document
from gui.state.latest import FAULT, SETTLE_MS, Answers, Latest, Questions, refusal
from gui.state.runner import Work
from gui.storage.foreign_files import read_foreign

QUICK_NUMBERS = 400_000
"""A tree of so many numbers is solved without being asked for: within a second or two."""
FINER = 4.0
"""Refining goes on until the play can be beaten by this part of what it can be beaten by now."""
THINNED = "; its later streets are solved again where they are looked at"
State = Literal["idle", "running", "paused"]


@dataclass(frozen=True, slots=True)
class Checked:
    """A tree before it is solved: its size, or why it cannot be."""

    size: TreeSize | None = None
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Opened:
    """A solution from a file called ``name``, with its first view."""

    name: str
    saved: SavedSolution
    view: BettingView


def same_play(one: BettingRequest, other: BettingRequest) -> bool:
    """Return whether the play found for one request is that of another: they differ in what does not change it."""
    return _bare(one) == _bare(other)


def _bare(request: BettingRequest) -> BettingRequest:
    seats = tuple(replace(seat, name="") for seat in request.table.seats)
    table = replace(request.table, seats=seats)
    return replace(request, table=table, path=(), target=1.0, bankroll=None, max_bytes=None, max_seconds=None)


class BettingModel(QObject):
    """Solves the situation on the table and reads the node at :attr:`path`. ``changed``: any of it is another;
    ``message``: a line for the status bar and whether it is an error.

    Runs and readings of nodes go through one thread, so that no node is read while it changes.
    """

    changed = Signal()
    message = Signal(str, bool)

    def __init__(self, document: Document, questions: Questions, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._runs: Answers[BettingView] = Answers(questions.apart("betting"), "betting", self)
        self._sizes: Answers[Checked] = Answers(questions.apart("betting size"), "size", self)
        self._files: Answers[str | Opened] = Answers(questions.apart("betting files"), "file", self)
        self._situation: BettingSituation | None = None
        self._watched = False
        self._halt = CancelToken()
        self.goal = 0.0
        """The share of the pot at which the run ends, or ended."""
        self._solving: Mapping[str, Any] = {}
        self._paused = False
        self._running = False
        self._number = 0
        self.view: BettingView | None = None
        """The last view of the solution that is looked at."""
        self.about: Mapping[str, Any] = {}
        """The request of the solution that is looked at, as JSON."""
        self._free: tuple[BettingRequest, Progress] | None = None
        """The last play without habits, and its request."""
        self._quick_tried: BettingRequest | None = None
        self.path: Path = document.scenario.betting.path if document.scenario.betting else ()
        """The path that is looked at, as far as it exists."""
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
        """The situation as the document has it."""
        if self._situation is None:
            self._situation = betting_situation(self._document.scenario, self._document.orders)
        return self._situation

    @property
    def stale(self) -> bool:
        """Whether the view is of another situation than the current one."""
        request = self.situation.request
        if self.view is None or request is None:
            return self.view is not None
        shown = self.view.solution.request
        without_habits = self._running and same_play(shown, replace(request, fixed=()))
        return not same_play(shown, request) and not without_habits

    @property
    def state(self) -> State:
        """Whether a run is under way, or waits to go on."""
        return "running" if self._running else "paused" if self._paused and not self.stale else "idle"

    @property
    def size(self) -> TreeSize | None:
        """The size of the current tree; None where it is not known."""
        checked = self._sizes.latest.current
        return checked.size if checked is not None else None

    @property
    def problems(self) -> tuple[Problem, ...]:
        """The problems of the fields, or why the tree cannot be solved."""
        checked = self._sizes.latest.current
        return (*self.situation.problems, *(checked.problems if checked is not None else ()))

    @property
    def failure(self) -> str:
        """Why there is no answer; empty where nothing failed."""
        error = self._runs.latest.error
        return "" if error is None else refusal(error)

    @property
    def can_run(self) -> bool:
        """Whether the current situation can be solved."""
        return self.situation.request is not None and not self.problems and not self._files.latest.busy

    @property
    def can_stop(self) -> bool:
        """Whether a run is under way, or held."""
        return self.state != "idle"

    @property
    def can_refine(self) -> bool:
        """Whether there is a play that can be made finer; that of a file begins anew."""
        return self.view is not None and not self.stale and not self._running and self.can_run

    @property
    def can_save(self) -> bool:
        """Whether there is a solution that can be saved now."""
        view = self.view
        whole = view is not None and view.solution.solver.left_out is None
        return whole and not self._running and not self._files.latest.busy

    def watch(self, *, on: bool) -> None:
        """Follow the document from now on, or no more; a run that is under way goes on."""
        self._watched = on
        if on:
            self._settle.start()

    @Slot()
    def check(self) -> None:
        """Learn the size of the current tree; a small one is solved."""
        self._settle.stop()
        request = self.situation.request
        if request is None:
            self._sizes.forget()
            self.changed.emit()
            return
        self._sizes.ask(replace(request, path=(), target=1.0, bankroll=None), partial(_sized, request))
        self._on_size()

    @Slot()
    def _on_size(self) -> None:
        size, request = self.size, self.situation.request
        quick = self._watched and size is not None and size.numbers <= QUICK_NUMBERS and request is not None
        if quick and not self._running and (self.view is None or self.stale) and self._quick_tried != request:
            self._quick_tried = request
            self.start()
        self.changed.emit()

    @Slot()
    def start(self) -> None:
        """Solve the current situation from the beginning."""
        if self.situation.request is not None:
            self._solving = self.situation.values
            self._begin_anew(self.situation.request)

    def _begin_anew(self, request: BettingRequest) -> None:
        self.goal = request.target
        free, known = None, self._free
        if known is not None and same_play(known[0], replace(request, fixed=())):
            free = known[1]
        halt = self._halt = CancelToken()

        def work(cancel: CancelToken) -> Iterator[BettingView]:
            return watch_solving(request, lambda: self.path, cancel=halt, abandon=cancel, free=free)

        self._begin("solve", work)

    @Slot()
    def go_on(self) -> None:
        """Go on with a run that was paused; one that was paused while its tree was built begins anew."""
        if self.view is None or self.stale:
            self.start()
        else:
            self._refine(self.goal)

    @Slot()
    def refine(self) -> None:
        """Make the play found finer."""
        view = self.view
        if view is None or not self.can_refine:
            return
        reached = view.progress.exploitability
        share = self.goal if reached is None else reached / view.solution.request.pot
        self._refine(max(min(share, view.solution.request.target) / FINER, TARGETS.at_least))

    def _refine(self, target: float) -> None:
        view = self.view
        if view is None:
            return
        if not view.solution.solver.iterations:  # of a file
            self._begin_anew(replace(view.solution.request, target=target))
            return
        self.goal = target
        halt = self._halt = CancelToken()

        def work(cancel: CancelToken) -> Iterator[BettingView]:
            return watch(refine(view.solution, target, cancel=halt, abandon=cancel), lambda: self.path, previous=view)

        self._begin("refine", work)

    def _begin(self, about: object, work: Work) -> None:
        self._number += 1
        self._running, self._paused = True, False
        self._runs.ask((self._number, about), work)
        self.changed.emit()

    @Slot()
    def pause(self) -> None:
        """Hold the run: its play stays, and how far it can be beaten is computed."""
        if self._running:
            self._paused = True
            self._halt.cancel()

    @Slot()
    def stop(self) -> None:
        """End the run, the second time without computing how far its play can be beaten."""
        if not self._running:
            self._paused = False
        elif self._halt.cancelled:
            self._running = False
            self._runs.stop()
        else:
            self._paused = False
            self._halt.cancel()
        self.changed.emit()

    def run_or_pause(self) -> None:
        """Start a run, hold it or let it go on."""
        {"idle": self.start, "running": self.pause, "paused": self.go_on}[self.state]()

    def walk(self, path: Path) -> None:
        """Look at another node."""
        if path != self.path:
            self.past.append(self.path)
            self.future.clear()
            self._show_path(path)

    @Slot()
    def back(self) -> None:
        """Look at the node that was looked at before."""
        if self.past:
            self.future.append(self.path)
            self._show_path(self.past.pop())

    @Slot()
    def forth(self) -> None:
        """Look at the node that was left by going back."""
        if self.future:
            self.past.append(self.path)
            self._show_path(self.future.pop())

    def _show_path(self, path: Path) -> None:
        self.path = path
        view = self.view
        if view is not None and not self._running and not self._files.latest.busy:
            self._number += 1
            self._runs.ask(("look", self._number), partial(_looked, view, path))
        self.changed.emit()

    @Slot()
    def _on_view(self) -> None:
        latest: Latest[BettingView] = self._runs.latest
        view = latest.current
        if view is not None:
            if self._running:
                self.about = self._solving
            self.view = view
            if self._running and view.progress.ev is not None and not view.solution.request.fixed:
                self._free = view.solution.request, view.progress
        if not latest.busy:
            self._running = False
            self._paused = self._paused and self.view is not None
        self.changed.emit()

    def save(self, path: FilePath) -> None:
        """Write the solution to a file, in the background."""
        view, about = self.view, self.about
        if view is not None and self.can_save:
            self._number += 1
            self._files.ask(("save", self._number), partial(_saved, view, about, path))
            self.changed.emit()

    def open(self, path: FilePath) -> None:
        """Read a solution from a file, in the background, and put its table in the place of the current one."""
        self._number += 1
        self._files.ask(("open", self._number), partial(_opened, path, self._document.orders))
        self.changed.emit()

    @Slot()
    def _on_file(self) -> None:
        latest = self._files.latest
        error = latest.error
        if isinstance(error, ScenarioError):
            self.message.emit(f"Not opened: {error.problems[0].message}", True)
        elif isinstance(error, OSError):
            self.message.emit(f"{reason(error)}", True)
        elif error is not None:
            self.message.emit(FAULT, True)
        elif not latest.busy and latest.current is not None:
            if isinstance(latest.current, Opened):
                self._show_solution(latest.current)
            else:
                self.message.emit(f"Saved {latest.current}", False)
        if not latest.busy and self.view is not None and self.view.node.path != self.path:
            self._show_path(self.path)
        self.changed.emit()

    def _show_solution(self, opened: Opened) -> None:
        saved = opened.saved
        self._runs.forget()
        self._running = self._paused = False
        self._quick_tried = None
        self.past, self.future = [], []
        self.goal = saved.solution.request.target
        self.about = saved.value
        self.view = opened.view
        self._document.open(scenario_of(saved.value), None, text=f"Open {opened.name}")
        self.path = opened.view.node.path
        whole = opened.view.solution.solver.left_out is None
        self.message.emit(f"Opened {opened.name}{'' if whole else THINNED}", False)

    @Slot(object, object)
    def _on_document_changed(self, before: Scenario, after: Scenario) -> None:
        if before is after:
            return
        self._situation = None
        if after.betting is not None and (before.betting is None or before.betting.path != after.betting.path):
            self.path = after.betting.path
        if self._running and self.stale:
            self._running = False
            self._runs.stop()
        if self._watched:
            self._settle.start()
        self.changed.emit()


def _sized(request: BettingRequest, cancel: CancelToken) -> Iterator[Checked]:
    try:
        yield Checked(tree_size(request, cancel.check_cancelled))
    except Cancelled:
        return
    except ScenarioError as error:
        yield Checked(problems=error.problems)


def _looked(view: BettingView, path: Path, cancel: CancelToken) -> Iterator[BettingView]:
    result = look(view.solution, view.progress, path, cancel=cancel)
    yield replace(result, trace=view.trace, gain=view.gain, notices=view.notices)


def _saved(view: BettingView, about: Mapping[str, Any], path: FilePath, _cancel: CancelToken) -> Iterator[str]:
    write_atomically(path, solution_bytes(view.solution, view.progress, about))
    yield whole_text(path.name)


def _opened(path: FilePath, orders: Sequence[Order], cancel: CancelToken) -> Iterator[Opened]:
    try:
        saved = read_solution(read_foreign(path, MAX_BYTES, cancel.check_cancelled), orders, cancel=cancel)
    except Cancelled:
        return
    view = look(saved.solution, saved.progress, saved.solution.request.path, cancel=cancel)
    yield Opened(whole_text(path.name), saved, replace(view, notices=saved.notices))
