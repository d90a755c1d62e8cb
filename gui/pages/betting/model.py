"""The situation of the page, the run that solves it, the node that is looked at, and what is known of it."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from engine import CancelToken, Problem, Scenario, ScenarioError
from engine.betting.panel import Situation, situation_of
from engine.betting.request import BettingRequest
from engine.betting.run import TreeSize, refine, tree_size
from engine.betting.solver import Progress
from engine.betting.watch import BettingView, Path, look, solve, watch
from gui.state.document import Document
from gui.state.latest import Answers, Latest, Questions
from gui.state.runner import Work

SETTLE_MS = 120
"""How long edits that follow one another wait for the next."""
QUICK_NUMBERS = 400_000
"""A tree of so many numbers is solved without being asked for: within a second or two."""
FINER = 4.0
"""Refining goes on until the play can be beaten by this part of what it can be beaten by now."""
FAULT = "A fault of the program has stopped this computation: change the situation to try again."
State = Literal["idle", "running", "paused"]


@dataclass(frozen=True, slots=True)
class Checked:
    """A tree before it is solved: its size, or why it cannot be."""

    size: TreeSize | None = None
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Point:
    """How far the play could be beaten after so many seconds and iterations, in chips."""

    seconds: float
    iterations: int
    exploitability: float


def same_play(one: BettingRequest, other: BettingRequest) -> bool:
    """Return whether the play found for one request is that of another: they differ in what does not change it."""
    return _bare(one) == _bare(other)


def _bare(request: BettingRequest) -> BettingRequest:
    seats = tuple(replace(seat, name="") for seat in request.table.seats)
    table = replace(request.table, seats=seats)
    return replace(request, table=table, path=(), target=1.0, bankroll=None, max_bytes=None, max_seconds=None)


class BettingModel(QObject):
    """Solves the situation on the table and reads the node at :attr:`path`. ``changed``: any of it is another.

    Runs and readings of nodes go through one thread, so that no node is read while it changes.
    """

    changed = Signal()

    def __init__(self, document: Document, questions: Questions, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._runs: Answers[BettingView] = Answers(questions.apart("betting"), "betting", self)
        self._sizes: Answers[Checked] = Answers(questions.apart("betting size"), "size", self)
        self._situation: Situation | None = None
        self._watched = False
        self._halt = CancelToken()
        self._goal = 0.0
        self._paused = False
        self._running = False
        self._number = 0
        self._kept: BettingView | None = None
        """The last view of the solution that is looked at."""
        self._free: tuple[BettingRequest, Progress] | None = None
        """The last play without habits, and its request."""
        self._quick_tried: BettingRequest | None = None
        self.trace: tuple[Point, ...] = ()
        self.path: Path = document.scenario.betting.path if document.scenario.betting else ()
        """The path that is looked at, as far as it exists."""
        self.past: list[Path] = []
        self.future: list[Path] = []
        self._settle = QTimer(self, singleShot=True, interval=SETTLE_MS)
        self._settle.timeout.connect(self.check)
        document.changed.connect(self._on_document_changed)
        self._runs.changed.connect(self._on_view)
        self._sizes.changed.connect(self._on_size)

    @property
    def situation(self) -> Situation:
        """The situation as the document has it."""
        if self._situation is None:
            self._situation = situation_of(self._document.scenario)
        return self._situation

    @property
    def view(self) -> BettingView | None:
        """The solution that is looked at and its node; None before any."""
        return self._kept

    @property
    def stale(self) -> bool:
        """Whether the view is of another situation than the current one."""
        request = self.situation.request
        if self._kept is None or request is None:
            return self._kept is not None
        shown = self._kept.solution.request
        return not same_play(shown, request) and not same_play(shown, replace(request, fixed=()))

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
        """What is wrong with the fields, or why the tree cannot be solved."""
        checked = self._sizes.latest.current
        return (*self.situation.problems, *(checked.problems if checked is not None else ()))

    @property
    def failure(self) -> str:
        """Why there is no answer; empty where nothing failed."""
        error = self._runs.latest.error
        if error is None:
            return ""
        return "; ".join(p.message for p in error.problems) if isinstance(error, ScenarioError) else FAULT

    @property
    def can_run(self) -> bool:
        """Whether the current situation can be solved."""
        return self.situation.request is not None and not self.problems

    @property
    def can_refine(self) -> bool:
        """Whether there is a play that can be made finer."""
        return self._kept is not None and not self.stale and not self._running

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
        if quick and not self._running and (self._kept is None or self.stale) and self._quick_tried != request:
            self._quick_tried = request
            self.start()
        self.changed.emit()

    @Slot()
    def start(self) -> None:
        """Solve the current situation from the beginning."""
        request = self.situation.request
        if request is None:
            return
        self.trace = ()
        self._goal = request.target
        free, known = None, self._free
        if known is not None and same_play(known[0], replace(request, fixed=())):
            free = known[1]
        halt = self._halt = CancelToken()

        def work(cancel: CancelToken) -> Iterator[BettingView]:
            return solve(request, self._looked_at, cancel=halt, abandon=cancel, free=free)

        self._begin("solve", work)

    @Slot()
    def go_on(self) -> None:
        """Go on with a run that was paused."""
        self._refine(self._goal)

    @Slot()
    def refine(self) -> None:
        """Make the play found finer."""
        view = self._kept
        if view is None or not self.can_refine:
            return
        reached = view.progress.exploitability
        share = self._goal if reached is None else reached / view.solution.request.pot
        self._refine(min(share, view.solution.request.target) / FINER)

    def _refine(self, target: float) -> None:
        view = self._kept
        if view is None:
            return
        self._goal = target
        halt = self._halt = CancelToken()
        gain, base = view.gain, view.progress.solve_s
        solution = view.solution

        def work(cancel: CancelToken) -> Iterator[BettingView]:
            for found in watch(refine(solution, target, cancel=halt, abandon=cancel), self._looked_at):
                progress = replace(found.progress, solve_s=base + found.progress.solve_s)
                yield replace(found, progress=progress, gain=gain)

        self._begin("refine", work)

    def _begin(self, about: object, work: Work) -> None:
        self._number += 1
        self._running, self._paused = True, False
        self._runs.ask((self._number, about), work)
        self.changed.emit()

    @Slot()
    def pause(self) -> None:
        """Hold the run: what is found stays, and how far it can be beaten is computed."""
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

    def _looked_at(self) -> Path:
        """Return the path; called in the thread of the run."""
        return self.path

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
        view = self._kept
        if view is not None and not self._running:
            self._number += 1
            self._runs.ask(("look", self._number), partial(_looked, view, path))
        self.changed.emit()

    @Slot()
    def _on_view(self) -> None:
        latest: Latest[BettingView] = self._runs.latest
        view = latest.current
        if view is not None:
            self._take(view)
        if not latest.busy:
            self._running = False
        self.changed.emit()

    def _take(self, view: BettingView) -> None:
        self._kept = view
        progress = view.progress
        if self._running and progress.exploitability is not None:
            last = self.trace[-1] if self.trace else None
            if last is None or last.exploitability != progress.exploitability:
                point = Point(progress.solve_s, progress.iterations, max(progress.exploitability, 0.0))
                self.trace = (*self.trace, point)
            if not view.solution.request.fixed:
                self._free = view.solution.request, progress

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


def _sized(request: BettingRequest, _cancel: CancelToken) -> Iterator[Checked]:
    try:
        yield Checked(tree_size(request))
    except ScenarioError as error:
        yield Checked(problems=error.problems)


def _looked(view: BettingView, path: Path, cancel: CancelToken) -> Iterator[BettingView]:
    found = look(view.solution, view.progress, path, cancel=cancel)
    yield replace(found, gain=view.gain)


def bound_of(view: BettingView) -> float | None:
    """Return how far the EV can be from the value of the game, in chips; None where nothing bounds it: with a rake."""
    exploitability = view.progress.exploitability
    if exploitability is None or view.solution.request.rake or not math.isfinite(exploitability):
        return None
    return 2.0 * exploitability
