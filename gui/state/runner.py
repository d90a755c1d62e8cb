"""The engine on threads of its own: the only file of the window that starts threads.

Tables and the questions of pages are computed on QThreads; the first kernels are loaded on a thread of Python,
and compiled by a process if they have to be (:class:`engine.Compiler`).
"""

import math
import queue
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Qt, QThread, Signal, Slot

from engine import CancelToken, Compiler, Scenario, Snapshot, compiling, complete, run, warm_up
from engine.equity.budget import REFERENCE_OPERATIONS_PER_SECOND
from engine.equity.results import at_table
from engine.ranges.orders import Order
from engine.table.folding import dealt_in
from gui.look.guard import Guarded
from gui.state.faults import FORESEEN, print_fault

PATIENCE_S = 0.2
"""How long the end of the program waits for threads while a kernel is being compiled, which cannot be interrupted."""
LOOK_MS = 20
"""How often it is looked whether one is."""
TRUSTED_S = 0.3
"""Seconds after which a run weighs as much as all runs before it."""
Orders = Callable[[], tuple[Order, ...]]
Work = Callable[[CancelToken], Iterable[object]]
"""A job: it takes a token that may cancel it and yields results."""


def once(action: Callable[[], object]) -> Work:
    """Return a job that does one thing and yields no result."""

    def work(cancel: CancelToken) -> Iterator[object]:
        action()
        # Makes this a generator: a job has to return something to iterate over.
        yield from ()

    return work


class LatestWins(QObject):
    """A thread that works on one job at a time; a new job replaces the present one.

    The signals concern the present job alone: ``yielded`` carries its latest result (earlier ones that nobody has seen
    are dropped), ``failed`` the exception that ended it; ``ended`` is emitted when it has yielded its last result.
    """

    patience_s = PATIENCE_S
    yielded = Signal(object)
    failed = Signal(object)
    ended = Signal()

    def __init__(self, name: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._job: _Job | None = None
        self._thread = _Thread(name)
        self._until = 0.0
        """The time until which the end waits for a kernel that is being compiled; 0 before :meth:`end`."""
        # The thread emits these while it works; jobs are handled in the thread of the window alone.
        self._thread.reported.connect(self._on_reported, Qt.ConnectionType.QueuedConnection)
        self._thread.over.connect(self._on_over, Qt.ConnectionType.QueuedConnection)

    @property
    def running(self) -> bool:
        """Whether there is a current job, perhaps a paused one."""
        return self._job is not None

    @property
    def paused(self) -> bool:
        """Whether the current job is paused."""
        return self._job is not None and not self._job.go.is_set()

    def start(self, work: Work) -> None:
        """Cancel the current job and do ``work`` instead."""
        self.stop()
        self._thread.start()
        self._job = _Job(work)
        self._thread.jobs.put(self._job)

    def stop(self) -> None:
        """Cancel the current job; none of its signals is emitted any more."""
        if self._job is not None:
            self._job.end()
            self._job = None

    def pause(self) -> None:
        """Pause the current job after its next result."""
        if self._job is not None:
            self._job.go.clear()

    def go_on(self) -> None:
        """Continue a paused job."""
        if self._job is not None:
            self._job.go.set()

    def end(self) -> None:
        """Ask the thread to end. Called on all threads before :meth:`shut_down`, so that they end at the same time."""
        self.stop()
        if not self._until:
            self._until = time.monotonic() + self.patience_s
            self._thread.jobs.put(None)

    def shut_down(self) -> None:
        """End everything and wait for the thread; to be called before the application quits."""
        self.end()
        self._thread.join(self._until)

    @Slot(object)
    def _on_reported(self, job: "_Job") -> None:
        # The report may have waited in the queue while the job was replaced: such results are dropped.
        result = job.take()
        if job is self._job and result is not None:
            self.yielded.emit(result)

    @Slot(object, object)
    def _on_over(self, job: object, error: Exception | None) -> None:
        if job is self._job:
            self._job = None
            if error is None:
                self.ended.emit()
            else:
                self.failed.emit(error)


class FileJobs(LatestWins):
    """Jobs that read and write files and compile nothing.

    The end of the program waits for them without a limit: everything is on the disk then, also of replaced jobs.
    """

    patience_s = math.inf


Threads = Callable[[str, QObject], LatestWins]
"""Returns the thread with a name, for an owner."""


class _Thread(Guarded, QThread):
    """Does one job after the other. At the end it is waited for, but only briefly while a kernel is being compiled.

    It may outlive the owner of the jobs and refers to nothing of it. ``reported``: a job has a result that the window
    has not seen. ``over``: a job is over, with the exception that ended it or None.
    """

    reported = Signal(object)
    over = Signal(object, object)

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setObjectName(name)
        self.jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        """Jobs to do; None ends the thread."""

    def join(self, until: float) -> None:
        """Wait until the work is done, or until the time ``until`` if a kernel is being compiled then.

        Compiling cannot be cancelled. A thread that compiles, or waits for another to do so, becomes a child of the
        window's thread object, because a QThread must not be destroyed while it runs.
        """
        while not self.wait(LOOK_MS):
            if compiling() and time.monotonic() > until:
                self.setParent(self.thread())
                return

    def run(self) -> None:
        # The loop has no variable for the job: while it waits for the next one, it must not keep the last one and its
        # arrays alive.
        while self._do(self.jobs.get()):
            pass

    def _do(self, job: "_Job | None") -> bool:
        """Do a job; return False for None."""
        if job is None:
            return False
        try:
            for result in job.work(job.cancel):
                if job.cancel.cancelled:
                    break
                # A signal for each result would fill the queue of a slow window: only the first unseen one is reported,
                # and the window takes the latest.
                if job.put(result):
                    self.reported.emit(job)
                job.go.wait()  # blocks while the job is paused
        except Exception as error:  # any exception is reported to the window; the thread goes on with the next job
            if not isinstance(error, FORESEEN):
                print_fault(error)
            self.over.emit(job, error)
        else:
            self.over.emit(job, None)
        return True


class _Job:
    """Work, and its last result that the window has not seen.

    Older results are dropped, so that a window that is slower than the work does not fall behind.
    """

    def __init__(self, work: Work) -> None:
        self.work = work
        self.cancel = CancelToken()
        self.go = threading.Event()
        self.go.set()
        self._lock = threading.Lock()
        self._unseen: object = None

    def put(self, result: object) -> bool:
        """Store a result for the window; return False if an earlier report has not been answered yet."""
        with self._lock:
            news = self._unseen is None
            self._unseen = result
        return news

    def take(self) -> object:
        """Return the stored result, or None if the window has it already."""
        with self._lock:
            result, self._unseen = self._unseen, None
        return result

    def end(self) -> None:
        """Cancel the work. A paused job is woken, so that its thread notices."""
        self.cancel.cancel()
        self.go.set()


class MeasuredSpeed:
    """Operations per second as measured in this process; recent runs count most, since the load of the machine changes.

    Before the first run it is the speed of the reference machine.
    """

    def __init__(self) -> None:
        self.value = self._before = REFERENCE_OPERATIONS_PER_SECOND

    def begin(self) -> None:
        """Note that another run begins."""
        self._before = self.value

    def take(self, snapshot: Snapshot) -> None:
        """Update the speed by the current run; a later snapshot of the run replaces the earlier ones."""
        if snapshot.speed is not None:
            # A geometric mean with the speed before the run: short runs, whose times are noisy, count little.
            weight = snapshot.elapsed_s / (snapshot.elapsed_s + TRUSTED_S)
            self.value = self._before ** (1 - weight) * snapshot.speed**weight


class EngineRunner(LatestWins):
    """Runs one scenario at a time, the latest wins; snapshots of an older run are dropped.

    ``snapshot_ready`` carries snapshots, which are frozen, ``failed`` the exception that ended the run, a
    ``ScenarioError`` or a fault of the program; ``ended`` is emitted when the current run is over.
    """

    snapshot_ready = Signal(object)

    def __init__(
        self, parent: QObject | None = None, *, orders: Orders = tuple, compiler: Compiler | None = None
    ) -> None:
        """``orders`` gives the player's own orders of hands; ``compiler`` compiles kernels, else this process does."""
        super().__init__("engine", parent)
        self._orders = orders
        self._speed = MeasuredSpeed()
        self._measured = True
        """Whether the current run computes main numbers; else they are those of an earlier one."""
        self.yielded.connect(self._on_snapshot)
        self._warmer = _Warmer(compiler)

    @property
    def compiling(self) -> bool:
        """Whether kernels are being compiled, for which a run may have to wait: on the first start only."""
        return compiling()

    @property
    def speed(self) -> float:
        """Operations per second, by which times of runs are estimated."""
        return self._speed.value

    def warm_up(self) -> None:
        """Load or compile the kernels in the background, common ones first; runs and questions take precedence."""
        self._warmer.start()

    def run(self, scenario: Scenario, after: Snapshot | None = None) -> None:
        """Run ``scenario``, or continue the sampled run ``after``; the current run is cancelled.

        Empty seats are not dealt in.
        """
        self._measured = True
        self._speed.begin()
        self.start(partial(run_table, scenario, after=after, orders=self._orders(), speed=self.speed))

    def complete(self, result: Snapshot, details: Iterable[str]) -> None:
        """Compute the ``details`` that ``result`` lacks; the current run is cancelled."""
        self._measured = False
        self.start(partial(_complete, result, tuple(details), orders=self._orders()))

    def end(self) -> None:
        self._warmer.cancel()
        super().end()

    def shut_down(self) -> None:
        """End everything and wait for the threads; to be called before the application quits."""
        super().shut_down()
        self._warmer.join()

    @Slot(object)
    def _on_snapshot(self, snapshot: Snapshot) -> None:
        if self._measured:
            self._speed.take(snapshot)
        self.snapshot_ready.emit(snapshot)


def run_table(scenario: Scenario, cancel: CancelToken, **options: Any) -> Iterator[Snapshot]:
    """Run a table without its empty seats; ``options`` are those of :func:`engine.run`."""
    return (at_table(snapshot, scenario) for snapshot in run(dealt_in(scenario), cancel=cancel, **options))


def _complete(result: Snapshot, details: Iterable[str], cancel: CancelToken, **options: Any) -> Iterator[Snapshot]:
    dealt = replace(result, scenario=dealt_in(result.scenario))
    return (at_table(snapshot, result.scenario) for snapshot in complete(dealt, details, cancel=cancel, **options))


class _Warmer:
    """Loads the first kernels in the background, and has all compiled unless they are on the disk. The program may end
    meanwhile: a file of the cache is whole or missing. So this is a thread of Python's that ends with the process.
    """

    def __init__(self, compiler: Compiler | None) -> None:
        self._cancel, self._compiler = CancelToken(), compiler
        self._thread = threading.Thread(
            target=warm_up,
            args=(self._cancel,),
            kwargs={"compile_all": None if compiler is None else compiler.start},
            name="steelwheel-warm-up",
            daemon=True,
        )

    def start(self) -> None:
        """Begin, once."""
        if self._thread.ident is None:
            if self._compiler is not None:
                self._compiler.install()
            self._thread.start()

    def cancel(self) -> None:
        """Stop after the kernel under way."""
        self._cancel.cancel()
        if self._compiler is not None:
            self._compiler.close()

    def join(self) -> None:
        """Wait for a moment: a kernel may be being compiled, which cannot be interrupted."""
        if self._thread.is_alive():
            self._thread.join(PATIENCE_S)
