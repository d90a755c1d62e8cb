"""Cassandra's own estimate for the table: its showdowns against one opponent, counted in the background."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

from PySide6.QtCore import QObject, Signal, Slot

from engine import CancelToken, Scenario
from engine.kelly.answer import estimated_by_counts
from engine.kelly.cassandra import Showdowns
from engine.opponents.one_on_one import run_one_on_one
from engine.ranges.orders import Order
from engine.table.empty_seats import dealt_in
from gui.pages.kelly.callers import live_rows
from gui.pages.kelly.question import Question
from gui.state.latest import Questions

COUNTING = "being counted …"
FOLLOWS = "follows the result"
UNKNOWN = "cannot be counted"


@dataclass(frozen=True, slots=True, eq=False)
class Counted:
    """The counts, and what they are ``about``; None where there can be none."""

    about: object
    counts: Showdowns | None


class CountsModel(QObject):
    """Counts the showdowns of a table on which several opponents are still in; ``found``: these are there."""

    found = Signal()

    def __init__(self, questions: Questions, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._questions = questions
        self._number = 0
        self._asked: object = None
        """What is being counted."""
        self._counted: Counted | None = None
        questions.answered.connect(self._on_answered)
        questions.failed.connect(self._on_failed)

    def fed(self, question: Question, orders: tuple[Order, ...]) -> Question:
        """Return the question with Cassandra's bet on its own counts, or with why these are not there yet; they are
        begun where there is an answer of the table as it is.
        """
        if not wanted(question):
            self._stop()
            return question
        about = replace(dealt_in(question.scenario), kelly=None, preflop=None), question.seat, orders
        if not self._knows(about) and question.stale:
            self._stop()
            return replace(question, counting=FOLLOWS)
        if not self._knows(about) and self._asked != about:
            self._asked, self._number = about, self._number + 1
            work = partial(_work, about, about[0], question.seat, orders)
            self._questions.ask(("counts", self._number), work)
        if self._counted is None or not self._knows(about):
            return replace(question, counting=COUNTING)
        return _with_counts(question, self._counted.counts)

    def _knows(self, about: object) -> bool:
        return self._counted is not None and self._counted.about == about

    def _stop(self) -> None:
        self._asked = None
        self._questions.stop()

    @Slot(object, object)
    def _on_answered(self, key: object, answer: object) -> None:
        if isinstance(answer, Counted):
            self._counted, self._asked = answer, None
            self.found.emit()

    @Slot(object, object)
    def _on_failed(self, key: object, error: Exception) -> None:
        self._counted, self._asked = Counted(self._asked, None), None
        self.found.emit()


def wanted(question: Question) -> bool:
    """Return whether there are counts to be multiplied: of an answer from the table, against several opponents."""
    return question.answer is not None and not question.typed and len(live_rows(question.scenario)) > 1


def _with_counts(question: Question, counts: Showdowns | None) -> Question:
    answer, request = question.answer, question.request
    if counts is None or answer is None or request is None:
        return replace(question, counts=None, counting=UNKNOWN)
    return replace(question, answer=estimated_by_counts(answer, request, counts), counts=counts, counting="")


def _work(
    about: object, table: Scenario, seat: int, orders: tuple[Order, ...], cancel: CancelToken
) -> Iterator[Counted | None]:
    for step in run_one_on_one(table, seat, cancel=cancel, orders=orders):
        yield None if step.counts is None else Counted(about, step.counts)
