"""What is being computed for the document, and what has come of it."""

from dataclasses import replace
from typing import Literal

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from engine import Problem, Scenario, ScenarioError, Snapshot, computation_key, estimated_seconds, problems
from gui.document import Document
from gui.runner import EngineRunner
from gui.targets import finer, renamed

State = Literal["idle", "running", "paused"]
SETTLE_MS = 25
EXACT_OFFER_SECONDS = 20.0


class Session(QObject):
    """Runs the document's scenario on every edit and keeps the last result.

    ``changed`` is emitted whenever anything below changes. A result belongs to the scenario that it was computed for;
    when the document moves on it is ``stale`` until the next one arrives.
    """

    changed = Signal()

    def __init__(self, document: Document, runner: EngineRunner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document, self._runner = document, runner
        self.snapshot: Snapshot | None = None
        """The last snapshot with numbers."""
        self.latest: Snapshot | None = None
        """The last snapshot of the present run: its method, reason, progress and rate; may be without numbers yet."""
        self.stale = False
        self.problems: tuple[Problem, ...] = ()
        self.failure = ""
        self.stopped = False
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(SETTLE_MS)
        self._settle.timeout.connect(self.start)
        document.changed.connect(self._on_document_changed)
        runner.snapshot_ready.connect(self._on_snapshot)
        runner.failed.connect(self._on_failed)
        runner.ended.connect(self._on_ended)

    @property
    def seat_names(self) -> tuple[str, ...]:
        """The names of the seats on the table."""
        return tuple(seat.name for seat in self._document.scenario.seats)

    @property
    def state(self) -> State:
        """Whether a run is under way."""
        if self._settle.isActive():
            return "running"
        if not self._runner.running:
            return "idle"
        return "paused" if self._runner.paused else "running"

    @property
    def can_refine(self) -> bool:
        """Whether trials can be added to the present result."""
        return self.state == "idle" and not self.stale and self.snapshot is not None and bool(self.snapshot.resume)

    @Slot()
    def start(self) -> None:
        """Compute the document's scenario from the beginning."""
        self._settle.stop()
        self.failure, self.stopped, self.latest = "", False, None
        self.problems = problems(self._document.scenario)
        if self.problems:
            self._runner.stop()
        else:
            self._runner.start(self._document.scenario)
        self.changed.emit()

    @Slot()
    def stop(self) -> None:
        """End the run; what it has found so far stays on show."""
        self._settle.stop()
        self.stopped = self._runner.running
        self._runner.stop()
        self.changed.emit()

    @Slot()
    def toggle_pause(self) -> None:
        """Hold the run or let it go on."""
        (self._runner.go_on if self._runner.paused else self._runner.pause)()
        self.changed.emit()

    @Slot()
    def refine(self) -> None:
        """Go on sampling until the standard error is half of what it is now."""
        if self.can_refine and self.snapshot is not None:
            self.failure, self.stopped = "", False
            self._runner.start(finer(self.snapshot), after=self.snapshot)
            self.changed.emit()

    @property
    def exact_offer(self) -> float | None:
        """Seconds in which a sampled result can be made exact; None where it is exact, or would take too long."""
        sampled = self.snapshot
        if sampled is None or sampled.method == "exact" or sampled.exact_operations is None or self.stale:
            return None
        seconds = estimated_seconds(sampled.exact_operations)
        return seconds if seconds <= EXACT_OFFER_SECONDS else None

    @Slot()
    def make_exact(self) -> None:
        """Compute exactly what was sampled; the sampled numbers stay on show until the exact ones are there."""
        if self.exact_offer is not None:
            scenario = self._document.scenario
            self.failure, self.stopped = "", False
            self._runner.start(replace(scenario, run=replace(scenario.run, method="exact")))
            self.changed.emit()

    def show(self, snapshot: Snapshot) -> None:
        """Show a saved result of the document's scenario in place of computing it."""
        self._settle.stop()
        self._runner.stop()
        self.snapshot = self.latest = snapshot
        self.stale, self.problems = False, ()
        self.changed.emit()

    @Slot(object, object)
    def _on_document_changed(self, before: Scenario, after: Scenario) -> None:
        if (computation_key(before), before.run) == (computation_key(after), after.run):
            if self.snapshot is not None and not self.stale:
                self.snapshot = renamed(self.snapshot, after)
                self.changed.emit()
            return
        self._runner.stop()
        self.stale = True
        if before.game != after.game or not any(seat.cards.strip() for seat in after.seats):
            self.snapshot = self.latest = None  # nothing of it is on the table any more
        self.problems = problems(after)
        self._settle.start()
        self.changed.emit()

    @Slot(object)
    def _on_snapshot(self, snapshot: Snapshot) -> None:
        self.latest = snapshot
        if snapshot.seats:
            self.snapshot, self.stale = snapshot, False
        self.changed.emit()

    @Slot(object)
    def _on_failed(self, error: Exception) -> None:
        if isinstance(error, ScenarioError):
            self.problems = error.problems
        self.failure = str(error)
        self.changed.emit()

    @Slot()
    def _on_ended(self) -> None:
        self.changed.emit()
