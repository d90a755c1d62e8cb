"""The current question of the Kelly panel, answered in the background where that takes a while."""

from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot

from engine import Problem, Scenario, ScenarioError
from engine.kelly.fields import Panel
from engine.kelly.panel import chosen_seat, panel_of
from engine.ranges.orders import Order
from gui.look.formatting import describe_problem
from gui.pages.kelly.nearby import CountsModel, NearbyModel
from gui.pages.kelly.question import ANSWERING, NOTHING, Question, about_of, ask, part_of, reacts, worked_out
from gui.state.bankroll import Bankroll
from gui.state.document import Document
from gui.state.latest import Answers, Questions
from gui.state.session import Session

STOPPED = "There is no result for this table: press Run (F5)."
UNABLE = "There is no result for this table. "


class QuestionAnswers(QObject):
    """Answers the question of a table in the background; ``changed``: there is another answer.

    A question under way is not interrupted by newer results of the same table, which are taken up after it.
    """

    changed = Signal()

    def __init__(self, questions: Questions, name: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._answers = Answers[Question](questions, name, self)
        self._answers.changed.connect(self._on_changed)
        self._scenario: Scenario | None = None
        self._question: Question | None = None
        self.computed = NOTHING
        """What was computed for the last answer."""

    def question(
        self, scenario: Scenario, session: Session, orders: tuple[Order, ...], previous: Question | None = None
    ) -> Question:
        """Return the question of a table; until it is answered the ``previous`` one, as a stale one."""
        same = scenario == self._scenario
        if self._question is None or not same:
            self._question = waiting(previous or self._question, scenario)
        if not same or not self._answers.latest.busy:
            self._scenario = scenario
            result, stale, unable = session.snapshot, session.stale, why_no_result(session)
            work = partial(worked_out, scenario, result, orders, self.computed, stale=stale, unable=unable)
            self._answers.ask((scenario, result, orders, stale, unable), work)
        return self._question

    def stop(self) -> None:
        """Give up a question that is under way."""
        self._answers.stop()

    @Slot()
    def _on_changed(self) -> None:
        latest, scenario = self._answers.latest, self._scenario
        if latest.error is not None and scenario is not None:
            error = latest.error
            problems = error.problems if isinstance(error, ScenarioError) else (Problem("credited", str(error)),)
            self._question = Question(scenario, chosen_seat(scenario), problems=problems)
        elif latest.current is not None:
            self._question = latest.current
            if self._question.computed.about is not None:
                self.computed = self._question.computed
        self.changed.emit()


class KellyModel(QObject):
    """The panel's question, answered when it is read; ``changed``: it, or its answer, is another one."""

    changed = Signal()

    def __init__(
        self,
        document: Document,
        session: Session,
        questions: Questions,
        bankroll: Bankroll,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.document, self.session, self.bankroll = document, session, bankroll
        self._plain: Question | None = None
        """The current question, without what is added in the background."""
        self._question: Question | None = None
        self._previous: Question | None = None
        self._answers = QuestionAnswers(questions, "kelly", self)
        self._nearby = NearbyModel(questions.apart("kelly nearby"), self)
        self._counts = CountsModel(questions.apart("kelly counts"), self)
        for source in (document, bankroll, session, self._answers):
            source.changed.connect(self._on_changed)
        for added in (self._nearby, self._counts):
            added.changed.connect(self._on_added)

    @property
    def question(self) -> Question:
        if self._question is None:
            orders = self.document.orders
            if self._plain is None:
                self._plain = self._asked(orders)
            self._previous = self._question = self._nearby.added(self._counts.added(self._plain, orders), orders)
        return self._question

    def _asked(self, orders: tuple[Order, ...]) -> Question:
        """Return the question; where only side pots are still to be computed, with a bound as its answer."""
        scenario, session = self.bankroll.scenario, self.session
        if reacts(scenario):
            return self._answers.question(scenario, session, orders, self._previous)
        known = self._answers.computed
        ready = part_of(scenario) is None or known.about == about_of(scenario, chosen_seat(scenario), orders)
        computed, unable = known if ready else NOTHING, why_no_result(session)
        question = ask(scenario, session.snapshot, stale=session.stale, computed=computed, unable=unable)
        if ready or question.answer is None:
            self._answers.stop()
        else:
            self._answers.question(scenario, session, orders)
        return question

    @property
    def panel(self) -> Panel:
        """The panel of the document, which the methods below edit; ``merge`` joins the edits of one typing."""
        return panel_of(self.document.scenario)

    def edit(self, title: str, panel: Panel, merge: str | None = None) -> None:
        """Set another panel."""
        self.document.edit(f"Kelly: {title[:1].lower()}{title[1:]}", merge=merge or None, kelly=panel)

    def set(self, title: str, key: str, value: Any, merge: str | None = None) -> None:
        """Set a value, None takes it out; a bankroll is the common one unless the table has its own."""
        if key != "bankroll" or not self.bankroll.type(value, merge):
            self.edit(title, self.panel.with_entry(key, value), merge)

    def set_item(self, title: str, key: str, row: int, value: Any, merge: str | None = None) -> None:
        """Set a player's entry of a list by row."""
        self.edit(title, self.panel.with_item(key, row, value), merge)

    @Slot()
    def _on_changed(self) -> None:
        self._plain = self._question = None
        self.changed.emit()

    @Slot()
    def _on_added(self) -> None:
        self._question = None
        self.changed.emit()


def waiting(previous: Question | None, scenario: Scenario) -> Question:
    """Return what is displayed until the question of a table is answered: the previous one, as a stale one."""
    if previous is not None and previous.answer is not None and previous.scenario.seats == scenario.seats:
        return replace(previous, stale=True)
    return Question(scenario, chosen_seat(scenario), panel_of(scenario).typed, missing=ANSWERING)


def why_no_result(session: Session) -> str:
    """Return why there will be no result of the current table; empty where one is on its way, or there."""
    if session.problems:
        wrong = next((problem for problem in session.problems if not problem.incomplete), session.problems[0])
        return UNABLE + describe_problem(wrong, session.seat_names)
    if session.failure:
        return UNABLE + session.failure
    return STOPPED if session.stopped and session.state == "idle" else ""
