"""The session: runs the scenario of the document and holds its last result; other tables can run at the same time."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from engine import CancelToken, DetailResult, Problem, Scenario, ScenarioError, Snapshot, computation_key
from engine.equity.budget import estimated_seconds
from engine.equity.details.changes import SeatChange, changes
from engine.equity.results import at_table
from engine.ranges.orders import Order
from engine.storage.regular_files import reason
from engine.table.folding import dealt_in, takes_part
from gui.state.document import Document, TableFile
from gui.state.latest import Answers, DetailRequests, LatestDetail, Questions, with_details
from gui.state.runner import EngineRunner, run_table

Letter = Literal["A", "B"]


@dataclass(frozen=True, slots=True, eq=False)
class Pinned:
    """The pinned table with its file and its result, which is None if not known.

    ``letter`` is the name of this table, ``other`` that of the table that is being edited. A is the one that was
    pinned; after an exchange the pinned table is B.
    """

    scenario: Scenario
    file: TableFile
    snapshot: Snapshot | None
    letter: Letter = "A"

    @property
    def other(self) -> Letter:
        """The letter of the table that is being edited."""
        return "B" if self.letter == "A" else "A"

    def with_result(self, snapshot: Snapshot) -> "Pinned":
        """Return the same with a later result of the table, unless that is the less sure one; details stay."""
        snapshot = at_table(snapshot, self.scenario)  # of the same hands, but seats may have other names
        known = self.snapshot
        if known is None:
            return replace(self, snapshot=snapshot)
        if known.method == "exact" and snapshot.method != "exact":
            return self
        if known.method == snapshot.method and snapshot.deals < known.deals:
            return self
        return replace(self, snapshot=replace(snapshot, details=known.details | snapshot.details))


@dataclass(frozen=True, slots=True, eq=False)
class ResultComparison:
    """How ``after``, by seat, differs from the pinned result ``before``."""

    before: Snapshot
    after: Snapshot
    seats: tuple[SeatChange | None, ...]

    @classmethod
    def of(cls, before: Snapshot, after: Snapshot) -> "ResultComparison":
        return cls(before, after, changes(before, after))

    @property
    def words(self) -> str:
        """How the two results were computed, in words."""
        sampled = [s.method == "sampled" for s in (self.before, self.after)]
        if not any(sampled):
            return "both exact"
        if not all(sampled):
            return "one sampled, the other exact" if any(self.seats) else ""
        paired = any(change is not None and change.paired for change in self.seats)
        return "both sampled with the same random deals" if paired else "both sampled, independently"


State = Literal["idle", "running", "paused"]
Kind = TypeVar("Kind", bound=DetailResult)
SETTLE_MS = 25
"""Delay of a run after an edit, so that a series of edits starts one run."""
EXACT_OFFER_SECONDS = 20.0
"""Longest estimated time of an exact run that is offered to replace a sampled one."""
COMPILING_MS = 250
"""How long a run keeps quiet before it is looked whether it waits for kernels that are being compiled."""


class Session(QObject):
    """Runs the document's scenario on every edit and holds the last result.

    ``changed`` is emitted whenever anything below changes. A result belongs to the scenario that it was computed for;
    after an edit it is ``stale`` until the next one arrives. Pages request details (:meth:`request_details`): those of
    the visible pages are computed after the main numbers, and :meth:`detail` returns the last ones.
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
        self.pinned: Pinned | None = None
        """The table that this one is compared with."""
        self._comparison: ResultComparison | None = None
        self._leaving: Pinned | None = None
        """The table that the pinned one is about to replace."""
        self.filtering = False
        """Whether the run first computes the equities by which ranges are filtered."""
        self._waiting = False
        """Whether the run was waiting for kernels at the last check."""
        self.requests = DetailRequests()
        self._details: dict[str, LatestDetail[DetailResult]] = {}
        self._computing: tuple[str, ...] = ()
        """The details of the current run."""
        self._only_details = False
        """Whether the current run computes details alone."""
        self._settle = QTimer(self, singleShot=True, interval=SETTLE_MS)
        self._settle.timeout.connect(self.start)
        self.quiet = QTimer(self, interval=COMPILING_MS)
        self.quiet.timeout.connect(self._on_quiet)
        document.changed.connect(self._on_document_changed)
        document.exchanging.connect(self._on_exchanging)
        runner.snapshot_ready.connect(self._on_snapshot)
        runner.failed.connect(self._on_failed)
        runner.ended.connect(self._on_ended)

    @property
    def seat_names(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self._document.scenario.seats)

    @property
    def state(self) -> State:
        """Whether a run is active (including one that is about to start), paused, or there is none."""
        if self._settle.isActive():
            return "running"
        if not self._runner.running:
            return "idle"
        return "paused" if self._runner.paused else "running"

    @property
    def preparing(self) -> bool:
        """Whether the run waits for kernels that are being compiled, as it may on the first start."""
        return self._waiting and self.state == "running"

    @property
    def can_refine(self) -> bool:
        """Whether trials can be added to the present result."""
        return self.state == "idle" and not self.stale and self.snapshot is not None and bool(self.snapshot.resume)

    @Slot()
    def start(self) -> None:
        """Compute the document's scenario from the beginning."""
        self._settle.stop()
        self.failure, self.stopped, self.latest, self.filtering = "", False, None, False
        self.problems = self._document.problems
        if self.problems:
            self._runner.stop()
        else:
            self.filtering = self._document.equities_pending
            self._run(self._wanted(self._document.scenario))
        self.changed.emit()

    def _wanted(self, scenario: Scenario) -> Scenario:
        return with_details(scenario, self.requests.names(scenario))

    def _run(self, scenario: Scenario, after: Snapshot | None = None) -> None:
        self._computing, self._only_details = scenario.run.detail, False
        self._runner.run(scenario, after=after)
        self.quiet.start()

    @Slot()
    def stop(self) -> None:
        """End the run; its last result stays displayed."""
        self._settle.stop()
        self.stopped = self._runner.running
        self._runner.stop()
        self.changed.emit()

    def close(self) -> None:
        """Start nothing more: the window closes."""
        self._settle.stop()
        self.quiet.stop()

    @Slot()
    def toggle_pause(self) -> None:
        """Pause the run, or continue it."""
        (self._runner.go_on if self._runner.paused else self._runner.pause)()
        self.changed.emit()

    @Slot()
    def refine(self) -> None:
        """Continue sampling until the standard error is half of the current one."""
        if self.can_refine and self.snapshot is not None:
            self.failure, self.stopped = "", False
            self._run(self._wanted(finer(self.snapshot)), after=self.snapshot)
            self.changed.emit()

    @property
    def speed(self) -> float:
        """Operations a second, by which the window estimates times."""
        return self._runner.speed

    @property
    def exact_offer(self) -> float | None:
        """The estimated seconds to replace a sampled result by an exact one, or None if it is exact already or this
        would take too long."""
        sampled = self.snapshot
        if sampled is None or sampled.method == "exact" or sampled.exact_operations is None or self.stale:
            return None
        if self.latest is not None and self.latest.method == "exact" and self.state != "idle":
            return None  # that is under way
        seconds = estimated_seconds(sampled.exact_operations, self.speed)
        return seconds if seconds <= EXACT_OFFER_SECONDS else None

    @Slot()
    def make_exact(self) -> None:
        """Compute the sampled result exactly; the sampled numbers stay displayed until the exact ones arrive."""
        if self.exact_offer is not None:
            scenario = self._wanted(self._document.scenario)
            self.failure, self.stopped = "", False
            self._run(replace(scenario, run=replace(scenario.run, method="exact")))
            self.changed.emit()

    @property
    def can_pin(self) -> bool:
        """Whether the current table has a result, with which others can be compared."""
        return self.snapshot is not None and not self.stale

    @Slot()
    def pin(self) -> None:
        """Compare later results with the current one."""
        if self.snapshot is not None and not self.stale:
            self.pinned = Pinned(self._document.scenario, self._document.file, self.snapshot)
            self.changed.emit()

    @Slot()
    def unpin(self) -> None:
        self.pinned = self._comparison = None
        self.changed.emit()

    @property
    def can_exchange(self) -> bool:
        """Whether a table other than the displayed one is pinned."""
        return self.pinned is not None and self.pinned.scenario != self._document.scenario

    def exchange(self) -> None:
        """Exchange the pinned table and this one, both with their results, as one undo step."""
        pinned = self.pinned
        if pinned is not None and self.can_exchange:
            self._document.exchange(f"Edit {pinned.letter}", pinned.scenario, pinned.file)

    def keep_pinned(self, pinned: Pinned) -> None:
        """Compare with a table that was pinned before, or with a later result of the pinned one."""
        self.pinned = pinned
        self.changed.emit()

    @property
    def on_pinned(self) -> bool:
        """Whether the pinned table is the current one: there is nothing to compare."""
        return self.pinned is not None and same_result(self.pinned.scenario, self._document.scenario)

    @property
    def comparison(self) -> ResultComparison | None:
        """How the displayed result differs from the pinned one, or None if none is pinned or they are the same."""
        before = self.pinned.snapshot if self.pinned is not None else None
        if before is None or self.snapshot is None or self.on_pinned:
            return None
        known = self._comparison
        if known is None or known.before is not before or known.after is not self.snapshot:
            self._comparison = ResultComparison.of(before, self.snapshot)
        return self._comparison

    def request_details(self, page: str, details: Collection[str] = ()) -> None:
        """Compute these details for ``page`` from now on, none while it is hidden; other games' are left out."""
        if self.requests.set(page, details):
            self._complete()

    def detail(self, name: str, kind: type[Kind]) -> LatestDetail[Kind] | None:
        """Return the latest detail of this name and kind, or None before the first."""
        latest = self._details.get(name)
        if latest is None or self.snapshot is None or not isinstance(latest.value, kind):
            return None
        if name not in self.snapshot.details:
            return LatestDetail(latest.value, latest.snapshot, stale=True)
        return LatestDetail(latest.value, self.snapshot, self.stale)

    def current_detail(self, name: str, kind: type[Kind]) -> LatestDetail[Kind] | None:
        """Return the detail of the current table, or None before it is computed."""
        latest = self.detail(name, kind)
        return None if latest is None or latest.stale else latest

    def _complete(self) -> None:
        """Compute the requested details that are missing, after the main numbers.

        A detail whose page has been hidden meanwhile is finished, unless a detail of the visible page waits for it.
        """
        result, busy = self.snapshot, self._runner.running
        if result is None or self.stale or self.stopped or self._settle.isActive() or self._runner.paused:
            return
        # The main numbers are known once a run has reached the stage of a detail. A run of details alone has
        # them from the start.
        main_numbers = bool(result.stage) or (self._only_details if busy else result.final)
        coming = self._computing if busy else ()
        requested = self.requests.names(self._document.scenario)
        open_ones = set(requested).difference(result.details, result.left_out)
        waits = busy and bool(result.stage) and result.stage not in requested
        if main_numbers and open_ones and (waits or not open_ones.issubset(coming)):
            missing = tuple(name for name in requested if name not in result.details)
            self._computing, self._only_details = missing, True
            self._runner.complete(without_unknown(result), missing)
            self.quiet.start()
            self.changed.emit()

    def show(self, snapshot: Snapshot) -> None:
        """Show a saved result of the document's scenario instead of computing one."""
        self._settle.stop()
        self._runner.stop()
        self.latest = snapshot
        self._take(snapshot)
        self.problems = ()
        self.changed.emit()
        self._complete()

    @Slot()
    def _on_exchanging(self) -> None:
        if self.pinned is not None:
            known = None if self.stale else self.snapshot
            self._leaving = Pinned(self._document.scenario, self._document.file, known, self.pinned.other)

    @Slot(object, object)
    def _on_document_changed(self, before: Scenario, after: Scenario) -> None:
        """Follow an edit; after an exchange the table that has left becomes the pinned one."""
        # An exchange announces itself (``_on_exchanging``) before the document changes. Only now is it certain that the
        # pinned table has arrived: the document may have rejected it.
        leaving, arriving = self._leaving, self.pinned
        self._leaving = None
        if leaving is not None and arriving is not None and arriving.scenario == after:
            self.pinned = leaving
        self._follow_document(before, after)
        # The arriving table was pinned with its result, which need not be computed again.
        if self.pinned is leaving and arriving is not None and arriving.snapshot is not None:
            self.show(arriving.snapshot)

    def _follow_document(self, before: Scenario, after: Scenario) -> None:
        """Keep the result if it is also that of the new table, else mark it as stale and start a run soon."""
        if same_result(before, after):
            if not self.failure:
                self.problems = self._document.problems
            if self.snapshot is not None and not self.stale:
                self.snapshot = at_table(self.snapshot, after)
            self.changed.emit()
            return
        self._runner.stop()
        self.stale = True
        if before.game != after.game or all(seat.empty for seat in after.seats):
            self.snapshot = self.latest = None  # nothing of it is on the table any more
            self._details = {}
        self.problems = self._document.problems
        self._settle.start()
        self.changed.emit()

    @Slot(object)
    def _on_snapshot(self, snapshot: Snapshot) -> None:
        """Take a report of the run. At the stage of a detail, see whether another one has been requested meanwhile."""
        snapshot = at_table(snapshot, self._document.scenario)
        if snapshot.seats:
            self._take(snapshot)
        self.latest, self._waiting, self.filtering = snapshot, False, False
        self.quiet.start()
        self.changed.emit()
        if snapshot.stage:
            self._complete()

    def _take(self, snapshot: Snapshot) -> None:
        self.snapshot, self.stale = snapshot, False
        self._details |= {name: LatestDetail(value, snapshot, False) for name, value in snapshot.details.items()}
        # While the pinned table is the current one, its new result is what later tables are compared with.
        if self.pinned is not None and self.on_pinned:
            self.pinned = self.pinned.with_result(snapshot)

    @Slot()
    def _on_quiet(self) -> None:
        if not self._runner.running:
            self.quiet.stop()
        waiting = self._runner.running and self._runner.compiling
        if waiting != self._waiting:
            self._waiting = waiting
            self.changed.emit()

    @Slot(object)
    def _on_failed(self, error: Exception) -> None:
        self.filtering = False
        if isinstance(error, ScenarioError):
            self.problems = error.problems
        self.failure = reason(error)
        self.changed.emit()

    @Slot()
    def _on_ended(self) -> None:
        self.changed.emit()
        self._complete()


def finer(snapshot: Snapshot) -> Scenario:
    """Return the scenario of a sampled result with the target of half its standard error: *Refine*."""
    error = max(seat.estimate.stderr for seat in snapshot.active if seat.estimate)
    run = replace(snapshot.scenario.run, target_stderr=error / 2, max_trials=None, max_seconds=None)
    return replace(snapshot.scenario, run=run)


def without_unknown(snapshot: Snapshot) -> Snapshot:
    """Return a result whose scenario requests only the details that it has."""
    if all(name in snapshot.details for name in snapshot.scenario.run.detail):
        return snapshot
    return replace(snapshot, scenario=with_details(snapshot.scenario, tuple(snapshot.details)))


def same_result(one: Scenario, other: Scenario) -> bool:
    """Return whether a result of ``one`` is also valid for ``other``, seat by seat."""
    return (computation_key(one), one.run, _places(one)) == (computation_key(other), other.run, _places(other))


def _places(scenario: Scenario) -> list[int]:
    return [i for i, seat in enumerate(scenario.seats) if takes_part(scenario.game, seat)]


Wanted = tuple[Scenario, Snapshot | None]
"""A table to be computed, and a sampled run of it that is continued, if any."""


class WatchedTable(Answers[Snapshot]):
    """Computes, while it is watched, the table that a subclass requests in addition to that of the session.

    The latest one wins. ``changed``: the run begins, ends or fails, or ``latest`` has more of its result.
    """

    def __init__(
        self, document: Document, session: Session, questions: Questions, parent: QObject | None = None
    ) -> None:
        super().__init__(questions, "watched table", parent)
        self._document, self._session = document, session
        self._watched = False
        session.changed.connect(self._follow)

    @property
    def failure(self) -> str:
        """The reason why the table has no result, or "" if it has one or it is still being computed."""
        return "" if self.latest.error is None else str(self.latest.error)

    def watch(self, *, on: bool) -> None:
        """Start or stop computing whenever the requested table changes."""
        self._watched = on
        self._follow()

    def wanted(self) -> Wanted | None:
        """Return the table to be computed while it is watched; None: nothing now."""
        raise NotImplementedError

    @Slot()
    def _follow(self) -> None:
        """Compute the requested table, unless it is the current one; forget the result if none is requested."""
        wanted = self.wanted() if self._watched else None
        scenario = None if wanted is None else wanted[0]
        if scenario == self.latest.about:
            return
        self.forget()
        if wanted is not None:
            self.ask(scenario, partial(_computed, *wanted, self._document.orders))
        self.changed.emit()


def _computed(
    scenario: Scenario, after: Snapshot | None, orders: Sequence[Order], cancel: CancelToken
) -> Iterator[Snapshot]:
    """Return the results of a table, or of the run ``after`` continued; empty seats are not dealt in either way."""
    earlier = None if after is None else replace(after, scenario=dealt_in(after.scenario))
    snapshots = run_table(scenario, cancel, orders=orders, after=earlier)
    return (snapshot for snapshot in snapshots if snapshot.seats)
