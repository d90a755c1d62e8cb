"""The engine on threads of its own: the only file that knows both QThread and ``engine.run``."""

import queue
import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Qt, QThread, Signal, Slot

from engine import Cancelled, CancelToken, Scenario, Snapshot, compiling, complete, inspect, run, warm_up
from engine.empty_seats import at_table, dealt_in
from engine.ranges.orders import Order
from gui.state.speed import MeasuredSpeed

PATIENCE_S = 0.2
Orders = Callable[[], tuple[Order, ...]]


class EngineRunner(QObject):
    """Runs one scenario at a time, the latest wins. Snapshots of an older job are dropped.

    Signals carry snapshots, which are frozen. ``failed`` carries the exception that ended the job, a
    ``ScenarioError`` or a fault of ours; ``ended`` is emitted when the present job is over.
    """

    snapshot_ready = Signal(object)
    failed = Signal(object)
    ended = Signal()
    _requested = Signal(object)

    def __init__(self, parent: QObject | None = None, *, orders: Orders = tuple) -> None:
        """``orders`` gives the player's own orders of hands."""
        super().__init__(parent)
        self._orders = orders
        self._job: _Job | None = None
        self._speed = MeasuredSpeed()
        self._thread = QThread(self)
        self._thread.setObjectName("engine")
        self._worker = _Worker()
        self._worker.moveToThread(self._thread)
        self._requested.connect(self._worker.work)
        self._worker.snapshot_ready.connect(self._on_snapshot)
        self._worker.failed.connect(self._on_failed)
        self._worker.ended.connect(self._on_ended)
        self._warmer = _Warmer()
        self._thread.start()

    @property
    def running(self) -> bool:
        """Whether a job is under way (paused ones too)."""
        return self._job is not None

    @property
    def paused(self) -> bool:
        """Whether the present job is held."""
        return self._job is not None and not self._job.go.is_set()

    @property
    def compiling(self) -> bool:
        """Whether kernels are being compiled, for which a job may have to wait: on the first start only."""
        return compiling()

    @property
    def speed(self) -> float:
        """Operations a second by which to tell how long a run will take."""
        return self._speed.value

    def warm_up(self) -> None:
        """Load or compile the kernels in the background, the most wanted first; runs and questions go before it."""
        self._warmer.start()

    def start(self, scenario: Scenario, after: Snapshot | None = None) -> None:
        """Run ``scenario`` (going on after the sampled run ``after``) in place of the present job.

        Its empty seats are not dealt in.
        """
        self._begin(_Job(partial(_run, scenario, after=after, orders=self._orders(), speed=self.speed)))

    def complete(self, result: Snapshot, details: Iterable[str]) -> None:
        """Compute the ``details`` that ``result`` lacks in place of the present job."""
        job = partial(_complete, result, tuple(details), orders=self._orders())
        self._begin(_Job(job, of_details=True))

    def _begin(self, job: "_Job") -> None:
        self.stop()
        self._speed.begin()
        self._job = job
        self._requested.emit(job)

    def stop(self) -> None:
        """End the present job; its last snapshot stays what it was."""
        if self._job is not None:
            self._job.end()
            self._job = None

    def pause(self) -> None:
        """Hold the present job."""
        if self._job is not None:
            self._job.go.clear()

    def go_on(self) -> None:
        """Let a held job go on."""
        if self._job is not None:
            self._job.go.set()

    def shut_down(self) -> None:
        """End everything and wait for the threads; to be called before the application quits."""
        self.stop()
        self._warmer.cancel()
        self._thread.quit()
        self._thread.wait()
        self._warmer.join()

    @Slot(object)
    def _on_snapshot(self, job: "_Job") -> None:
        snapshot = job.take()
        if job is self._job and snapshot is not None:
            if not job.of_details:
                self._speed.take(snapshot)
            self.snapshot_ready.emit(snapshot)

    @Slot(object, object)
    def _on_failed(self, job: object, error: object) -> None:
        if job is self._job:
            self._job = None
            self.failed.emit(error)

    @Slot(object)
    def _on_ended(self, job: object) -> None:
        if job is self._job:
            self._job = None
            self.ended.emit()


def _run(scenario: Scenario, **options: Any) -> Iterator[Snapshot]:
    """Run a table without its empty seats."""
    return (at_table(snapshot, scenario) for snapshot in run(dealt_in(scenario), **options))


def _complete(result: Snapshot, details: Iterable[str], **options: Any) -> Iterator[Snapshot]:
    """Complete a result of a table, whose empty seats are not dealt in."""
    asked = replace(result, scenario=dealt_in(result.scenario))
    return (at_table(snapshot, result.scenario) for snapshot in complete(asked, details, **options))


class _Job:
    """A run, and its last snapshot that the window has not seen: an older one that is still there is dropped, so that
    a window that is slower than the run does not fall behind.
    """

    def __init__(self, snapshots: Callable[..., Iterator[Snapshot]], *, of_details: bool = False) -> None:
        """``snapshots`` starts the run; it takes a token that may ``cancel`` it. ``of_details``: its main numbers are
        those of an earlier one.
        """
        self.snapshots = snapshots
        self.of_details = of_details
        self._lock = threading.Lock()
        self._unseen: Snapshot | None = None
        self.cancel = CancelToken()
        self.go = threading.Event()
        self.go.set()

    def put(self, snapshot: Snapshot) -> bool:
        """Leave a snapshot for the window; return whether the window has to be told, or knows of one already."""
        with self._lock:
            news = self._unseen is None
            self._unseen = snapshot
        return news

    def take(self) -> Snapshot | None:
        """Return the snapshot that was left, once."""
        with self._lock:
            snapshot, self._unseen = self._unseen, None
        return snapshot

    def end(self) -> None:
        self.cancel.cancel()
        self.go.set()


class _Worker(QObject):
    """Lives in the engine thread."""

    snapshot_ready = Signal(object)
    failed = Signal(object, object)
    ended = Signal(object)

    @Slot(object)
    def work(self, job: _Job) -> None:
        try:
            for snapshot in job.snapshots(cancel=job.cancel):
                if job.cancel.cancelled:
                    break
                if job.put(snapshot):
                    self.snapshot_ready.emit(job)
                job.go.wait()
        except Exception as error:  # whatever it is, it belongs on the screen, not in a dead thread
            self.failed.emit(job, error)
        else:
            self.ended.emit(job)


class Inspector(QObject):
    """Answers what a seat really holds, one question at a time, the latest wins; runs go on meanwhile.

    ``answered`` carries a ``HoldemInspection`` or ``RazzInspection``, ``failed`` the exception that ended the question.
    The thread is one that nobody waits for long, as that of the warm-up: it may be compiling a kernel.
    """

    answered = Signal(object)
    failed = Signal(object)
    _worked = Signal(object, object)
    """From the thread: a question, and its answer or the exception that ended it."""

    def __init__(self, parent: QObject | None = None, *, orders: Orders = tuple) -> None:
        super().__init__(parent)
        self._orders = orders
        self._question: _Question | None = None
        self._questions: queue.SimpleQueue[_Question | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="steelwheel-inspector", daemon=True)
        self._worked.connect(self._on_worked, Qt.ConnectionType.QueuedConnection)

    @property
    def busy(self) -> bool:
        """Whether a question is open."""
        return self._question is not None

    def ask(self, scenario: Scenario, seat: int) -> None:
        """Inspect ``seat`` of ``scenario`` in place of the question that is open."""
        self.stop()
        if not self._thread.is_alive():
            self._thread.start()
        self._question = _Question(scenario, seat, self._orders())
        self._questions.put(self._question)

    def stop(self) -> None:
        """Forget the open question."""
        if self._question is not None:
            self._question.cancel.cancel()
            self._question = None

    def shut_down(self) -> None:
        """End everything; to be called before the application quits."""
        self.stop()
        if self._thread.is_alive():
            self._questions.put(None)
            self._thread.join(PATIENCE_S)

    def _work(self) -> None:
        """Answer questions, on the thread, until there are no more."""
        while (question := self._questions.get()) is not None:
            try:
                question.guard()
                answer: object = inspect(question.scenario, question.seat, question.orders, question.guard)
            except Cancelled:
                continue
            except Exception as error:  # whatever it is, it belongs on the screen, not in a dead thread
                answer = error
            self._worked.emit(question, answer)

    @Slot(object, object)
    def _on_worked(self, question: object, answer: object) -> None:
        if question is self._question:
            self._question = None
            (self.failed if isinstance(answer, Exception) else self.answered).emit(answer)


class _Question:
    def __init__(self, scenario: Scenario, seat: int, orders: tuple[Order, ...]) -> None:
        self.scenario, self.seat, self.orders = scenario, seat, orders
        self.cancel = CancelToken()

    def guard(self) -> None:
        """End the work of a question that nobody waits for any more."""
        if self.cancel.cancelled:
            raise Cancelled


class _Warmer:
    """Compiles kernels on a thread of its own, which nobody waits for long: a compilation cannot be interrupted, and
    the process may end in the middle of one (a cache file is written whole or not at all).
    """

    def __init__(self) -> None:
        self._cancel = CancelToken()
        self._thread = threading.Thread(target=warm_up, args=(self._cancel,), name="steelwheel-warm-up", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def cancel(self) -> None:
        self._cancel.cancel()

    def join(self) -> None:
        if self._thread.is_alive():
            self._thread.join(PATIENCE_S)
