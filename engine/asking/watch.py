"""A question on the page: its answer as it becomes known, then the answers to what else its text may mean."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from engine.asking.answer import Question, steps
from engine.asking.law import Answer, Step
from engine.asking.one_text import question_of_text
from engine.asking.readings import Reading, other_readings
from engine.ranges.orders import Order
from engine.running.workers import CancelToken
from engine.scenario import Scenario, ScenarioError

ALIKE = 1e-9
"""Exact probabilities and equities so near to one another are the same."""
CLEAR = 4.0
"""Sampled ones differ where they are so many standard errors apart."""


@dataclass(frozen=True, slots=True, eq=False)
class AskView:
    """The answer so far to the question of ``text`` about ``table``; ``others``: the answers of other readings, of
    those that differ.
    """

    table: Scenario
    text: str
    question: Question
    step: Step
    others: tuple[tuple[Reading, Answer], ...] = ()

    @property
    def whole(self) -> bool:
        """Whether the answer is final."""
        return self.step.progress >= 1.0


def watch(table: Scenario, text: str, orders: Sequence[Order], cancel: CancelToken) -> Iterator[AskView]:
    """Yield the answer to the question of a text, and then, one after the other, those of its other readings.

    Raises:
        ScenarioError: as ``question_of_text`` and ``answer.steps``.
    """
    question = question_of_text(table, text, orders)
    view = None
    for step in steps(question, orders, cancel=cancel):
        view = AskView(table, text, question, step)
        yield view
    if view is None or view.step.answer is None or not view.whole:
        return
    for reading in other_readings(text, table, orders):
        answer = _answer(table, reading.text, orders, cancel)
        if answer is not None and differ(view.step.answer, answer):
            view = replace(view, others=(*view.others, (reading, answer)))
            yield view


def _answer(table: Scenario, text: str, orders: Sequence[Order], cancel: CancelToken) -> Answer | None:
    """Return the answer to a question; None where it has none: what is given cannot happen."""
    answer = None
    try:
        for step in steps(question_of_text(table, text, orders), orders, cancel=cancel):
            answer = step.answer
    except ScenarioError:
        return None
    return answer


def differ(one: Answer, other: Answer) -> bool:
    """Return whether two answers are clearly not the same."""
    pairs = [(one.probability, one.stderr, other.probability, other.stderr)]
    pairs += zip(one.equity, one.equity_stderr, other.equity, other.equity_stderr, strict=False)
    return any(abs(a - b) > ALIKE + CLEAR * (error_a**2 + error_b**2) ** 0.5 for a, error_a, b, error_b in pairs)
