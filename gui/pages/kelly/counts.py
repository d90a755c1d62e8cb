"""Cassandra's own estimate for the table: its showdowns against one opponent, counted in the background."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, Signal

from engine import CancelToken, Scenario
from engine.kelly.answer import estimated_by_counts
from engine.kelly.cassandra import Showdowns
from engine.opponents.one_on_one import run_one_on_one
from engine.ranges.orders import Order
from engine.table.empty_seats import dealt_in
from gui.pages.kelly.callers import live_rows
from gui.pages.kelly.question import Question
from gui.state.latest import Answers, Questions

COUNTING = "being counted …"
FOLLOWS = "follows the result"
UNKNOWN = "cannot be counted"


class CountsModel(QObject):
    """Counts the showdowns of a table on which several opponents are still in; ``found``: these are there."""

    found = Signal()

    def __init__(self, questions: Questions, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._answers = Answers[Showdowns](questions, "counts", self)
        self._answers.changed.connect(self.found)

    def fed(self, question: Question, orders: tuple[Order, ...]) -> Question:
        """Return the question with Cassandra's bet on its own counts, or with why these are not there yet; they are
        begun where there is an answer of the table as it is.
        """
        if not wanted(question):
            self._answers.stop()
            return question
        about = dealt_in(question.scenario).without_panels, question.seat, orders
        if question.stale and (about != self._answers.latest.about or self._answers.latest.busy):
            self._answers.stop()
            return replace(question, counting=FOLLOWS)
        self._answers.ask(about, partial(_work, about[0], question.seat, orders))
        latest = self._answers.latest
        if latest.current is None and latest.error is None:
            return replace(question, counting=COUNTING)
        return _with_counts(question, latest.current)


def wanted(question: Question) -> bool:
    """Return whether there are counts to be multiplied: of an answer from the table, against several opponents."""
    return question.answer is not None and not question.typed and len(live_rows(question.scenario)) > 1


def _with_counts(question: Question, counts: Showdowns | None) -> Question:
    answer, request = question.answer, question.request
    if counts is None or answer is None or request is None:
        return replace(question, counts=None, counting=UNKNOWN)
    return replace(question, answer=estimated_by_counts(answer, request, counts), counts=counts, counting="")


def _work(table: Scenario, seat: int, orders: tuple[Order, ...], cancel: CancelToken) -> Iterator[Showdowns | None]:
    for step in run_one_on_one(table, seat, cancel=cancel, orders=orders):
        yield step.counts
