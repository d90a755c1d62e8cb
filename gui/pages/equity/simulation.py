"""A simulation of a table whose exact result is on show: the program shows that its own sampling is honest.

It deals the trials of the table's seed, as many as its limit says, in the background. That is a result beside the one
on show, which stays as it is.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, Signal, Slot

from engine import CancelToken, RunOptions, Scenario, Snapshot, run
from engine.ranges.orders import Order
from engine.table.empty_seats import at_table, dealt_in
from gui.state.document import Document
from gui.state.questions import Questions
from gui.state.session import Session

TRIALS = 100_000
"""Where the table has no limit of deals."""


def _simulated(scenario: Scenario, orders: Sequence[Order], cancel: CancelToken) -> Iterator[Snapshot]:
    for snapshot in run(dealt_in(scenario), cancel=cancel, orders=orders):
        if snapshot.seats:
            yield at_table(snapshot, scenario)


class Simulation(QObject):
    """Simulates what the session has an exact result of, while somebody watches. ``changed``: ``snapshot`` is another.

    The latest table wins; the one before it is given up, as it is when nobody watches any more.
    """

    changed = Signal()

    def __init__(
        self, document: Document, session: Session, questions: Questions, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._document, self._session, self._questions = document, session, questions
        self._watched = False
        self._asked: Scenario | None = None
        self._number = 0
        self.snapshot: Snapshot | None = None
        """The trials so far of the table on show."""
        self.failure = ""
        session.changed.connect(self._follow)
        questions.answered.connect(self._on_answered)
        questions.failed.connect(self._on_failed)

    @property
    def possible(self) -> bool:
        """Whether there is an exact result, beside which a simulation could stand."""
        exact = self._session.snapshot
        return exact is not None and exact.method == "exact" and not self._session.stale and bool(exact.seats)

    def watch(self, *, on: bool) -> None:
        """Simulate from now on, or no more."""
        if on != self._watched:
            self._watched = on
            self._follow()

    def _wanted(self) -> Scenario | None:
        exact = self._session.snapshot
        if not self._watched or exact is None or not self.possible:
            return None
        options = exact.scenario.run
        sampled = RunOptions("sampled", options.seed, max_trials=options.max_trials or TRIALS)
        return replace(exact.scenario, run=sampled, kelly=None, preflop=None)

    @Slot()
    def _follow(self) -> None:
        wanted = self._wanted()
        if wanted == self._asked:
            return
        self._asked, self.snapshot, self.failure = wanted, None, ""
        if wanted is None:
            self._questions.stop()
        else:
            self._number += 1
            self._questions.ask(self._number, partial(_simulated, wanted, self._document.orders))
        self.changed.emit()

    @Slot(object, object)
    def _on_answered(self, number: object, snapshot: Snapshot) -> None:
        if number == self._number and self._asked is not None:
            self.snapshot = snapshot
            self.changed.emit()

    @Slot(object, object)
    def _on_failed(self, number: object, error: Exception) -> None:
        if number == self._number:
            self.failure = str(error)
            self.changed.emit()
