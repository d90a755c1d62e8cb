"""The engine on its own thread: the only file that knows both QThread and ``engine.run``."""

import threading

from PySide6.QtCore import QObject, QThread, Signal, Slot

from engine import CancelToken, Scenario, Snapshot, run, warm_up

WARM_UP_PATIENCE_S = 0.2


class EngineRunner(QObject):
    """Runs one scenario at a time, the latest wins. Snapshots of an older job are dropped.

    Signals carry snapshots, which are frozen. ``failed`` carries the exception that ended the job, a
    ``ScenarioError`` or a fault of ours; ``ended`` is emitted when the present job is over.
    """

    snapshot_ready = Signal(object)
    failed = Signal(object)
    ended = Signal()
    _requested = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._job: _Job | None = None
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

    def warm_up(self) -> None:
        """Load or compile the kernels in the background, those that the first clicks need first."""
        self._warmer.start()

    def start(self, scenario: Scenario, after: Snapshot | None = None) -> None:
        """Run ``scenario`` (going on after the sampled run ``after``) in place of the present job."""
        self.stop()
        self._job = _Job(scenario, after)
        self._requested.emit(self._job)

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
        self._thread.quit()
        self._thread.wait()
        self._warmer.stop()

    @Slot(object)
    def _on_snapshot(self, job: "_Job") -> None:
        snapshot = job.take()
        if job is self._job and snapshot is not None:
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


class _Job:
    """A run, and its last snapshot that the window has not seen: an older one that is still there is dropped, so that
    a window that is slower than the run does not fall behind.
    """

    def __init__(self, scenario: Scenario, after: Snapshot | None) -> None:
        self.scenario, self.after = scenario, after
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
            for snapshot in run(job.scenario, cancel=job.cancel, after=job.after):
                if job.cancel.cancelled:
                    break
                if job.put(snapshot):
                    self.snapshot_ready.emit(job)
                job.go.wait()
        except Exception as error:  # whatever it is, it belongs on the screen, not in a dead thread
            self.failed.emit(job, error)
        else:
            self.ended.emit(job)


class _Warmer:
    """Compiles kernels on a thread of its own, which nobody waits for long: a compilation cannot be interrupted, and
    the process may end in the middle of one (a cache file is written whole or not at all).
    """

    def __init__(self) -> None:
        self._cancel = CancelToken()
        self._thread = threading.Thread(target=warm_up, args=(self._cancel,), name="warm-up", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._cancel.cancel()
        if self._thread.is_alive():
            self._thread.join(WARM_UP_PATIENCE_S)
