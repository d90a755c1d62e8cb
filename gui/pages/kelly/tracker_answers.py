"""Hero's decision in a tracked hand where an opponent answers a bet: worked out in the background, as the panel's."""

from functools import partial

from PySide6.QtCore import QObject, Signal, Slot

from engine import Problem, Scenario, ScenarioError, Snapshot
from engine.kelly.panel import chosen_seat
from engine.ranges.orders import Order
from gui.pages.kelly.callers import NOTHING
from gui.pages.kelly.model import Found, waiting, why_no_result, worked_out
from gui.pages.kelly.question import Question
from gui.state.latest import Questions
from gui.state.session import Session


class TrackerAnswers(QObject):
    """The question that was asked last; ``found``: more is known of it. While a run goes on, one that is under way is
    not interrupted by newer results of the same table.
    """

    found = Signal()

    def __init__(self, questions: Questions, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._questions = questions
        self._asked: tuple[Scenario, Snapshot | None, bool] | None = None
        self._question: Question | None = None
        self._computed = NOTHING
        self._number = 0
        questions.answered.connect(self._on_answered)
        questions.failed.connect(self._on_failed)
        questions.ended.connect(self._on_ended)

    def question(self, scenario: Scenario, session: Session, orders: tuple[Order, ...]) -> Question:
        """Return the question of a table whose panel holds the decision; until it is answered, the one before it as an
        old one."""
        asked = self._asked
        same = asked is not None and asked[0] == scenario
        now = same and asked is not None and asked[1] is session.snapshot and asked[2] == session.stale
        if self._question is not None and (now or (same and self._questions.key is not None)):
            return self._question
        self._asked, self._number = (scenario, session.snapshot, session.stale), self._number + 1
        self._question = self._question if same and self._question else waiting(self._question, scenario)
        unable = why_no_result(session)
        known, stale = self._computed, session.stale
        work = partial(worked_out, scenario, session.snapshot, orders, known, stale=stale, unable=unable)
        self._questions.ask(("tracked", self._number), work)
        return self._question

    @Slot(object, object)
    def _on_answered(self, _: object, told: object) -> None:
        if isinstance(told, Found):
            self._question, self._computed = told.question, told.computed
            self.found.emit()

    @Slot(object, object)
    def _on_failed(self, _: object, error: Exception) -> None:
        if self._asked is not None:
            wrong = error.problems if isinstance(error, ScenarioError) else (Problem("credited", str(error)),)
            scenario = self._asked[0]
            self._question = Question(scenario, chosen_seat(scenario), typed=False, stale=False, problems=wrong)
            self.found.emit()

    @Slot(object)
    def _on_ended(self, _: object) -> None:
        self.found.emit()  # a newer result may have come in meanwhile
