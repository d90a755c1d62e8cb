"""A table beside the one on show, computed while somebody watches."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, Signal, Slot

from engine import CancelToken, Scenario, Snapshot
from engine.ranges.orders import Order
from engine.table.empty_seats import dealt_in
from gui.state.document import Document
from gui.state.questions import Questions
from gui.state.runner import run_table
from gui.state.session import Session

Wanted = tuple[Scenario, Snapshot | None]
"""A table to be computed, and the sampled run of it that is gone on with, if there is one."""


class WatchedTable(QObject):
    """Computes on a thread of its own the table that those who inherit want beside the one of the session.

    The latest one wins; the one before it is given up, as it is when nobody watches any more. ``changed``: it begins,
    ends or fails, or more of it is known.
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
        self.failure = ""
        session.changed.connect(self._follow)
        questions.answered.connect(self._on_answered)
        questions.ended.connect(self._on_ended)
        questions.failed.connect(self._on_failed)

    @property
    def busy(self) -> bool:
        """Whether it is under way."""
        return self._questions.key is not None

    @property
    def _key(self) -> tuple[str, int]:
        return "watched table", self._number

    def watch(self, *, on: bool) -> None:
        """Compute from now on, or no more."""
        self._watched = on
        self._follow()

    def wanted(self) -> Wanted | None:
        """Return what is to be computed while somebody watches; None: nothing now."""
        raise NotImplementedError

    def begin(self) -> None:
        """Forget what was known: from now on it is another table, or none."""

    def take(self, snapshot: Snapshot) -> None:
        """Take over what is known of the table now."""
        raise NotImplementedError

    @Slot()
    def _follow(self) -> None:
        wanted = self.wanted() if self._watched else None
        scenario = None if wanted is None else wanted[0]
        if scenario == self._asked:
            return
        self._asked, self.failure = scenario, ""
        self.begin()
        if wanted is None:
            self._questions.stop()
        else:
            self._number += 1
            self._questions.ask(self._key, partial(_computed, *wanted, self._document.orders))
        self.changed.emit()

    @Slot(object, object)
    def _on_answered(self, key: object, snapshot: Snapshot) -> None:
        if key == self._key and self._asked is not None:
            self.take(snapshot)

    @Slot(object)
    def _on_ended(self, key: object) -> None:
        self.changed.emit()

    @Slot(object, object)
    def _on_failed(self, key: object, error: Exception) -> None:
        if key == self._key:
            self.failure = str(error)
            self.changed.emit()


def _computed(
    scenario: Scenario, after: Snapshot | None, orders: Sequence[Order], cancel: CancelToken
) -> Iterator[Snapshot]:
    """Compute a table; go on with ``after`` where there is one, whose empty seats are not dealt in either."""
    earlier = None if after is None else replace(after, scenario=dealt_in(after.scenario))
    found = run_table(scenario, cancel, orders=orders, after=earlier)
    return (snapshot for snapshot in found if snapshot.seats)
