"""The question of the page, and its answer as it becomes known."""

from collections.abc import Iterator
from dataclasses import replace

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from engine import CancelToken, Problem, Scenario, ScenarioError
from engine.questions.answer import event_notices
from engine.questions.library import shipped_questions
from engine.questions.one_text import question_of_text
from engine.questions.readings import AskView, answer_with_readings
from engine.questions.results import QuestionStep
from engine.questions.typed import read_typed
from engine.ranges.notices import notices_to_show
from engine.scenario.ask import AskPanel
from engine.table.folding import dealt_in
from gui.state.document import Document
from gui.state.latest import Answers, Questions
from gui.state.session import State

SETTLE_MS = 80
"""How long edits that follow one another wait for the next."""
FAULT = "A fault of the program has stopped this computation: change the question to try again."


class AskModel(QObject):
    """Asks the question of the document while it is watched; ``changed``: question, problem or answer are others."""

    changed = Signal()
    state: State = "idle"
    """An answer under way is stopped, not held."""

    def __init__(self, document: Document, questions: Questions, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._answers: Answers[AskView] = Answers(questions.apart("ask"), "ask", self)
        self._answers.changed.connect(self._on_answered)
        self.view: AskView | None = None
        """The last view with an answer."""
        self._target: float | None = None
        """The standard error that was asked for last."""
        self._stopped = False
        self._watched = False
        self._settle = QTimer(self, singleShot=True, interval=SETTLE_MS)
        self._settle.timeout.connect(self.ask)
        document.changed.connect(self._on_document_changed)

    @property
    def text(self) -> str:
        """The question: that of the document, without one the first that comes with the program."""
        scenario = self._document.scenario
        return scenario.ask.question if scenario.ask is not None else shipped_questions(scenario.game)[0].question

    @property
    def table(self) -> Scenario:
        """The table that the question is about."""
        return dealt_in(self._document.scenario).without_panels

    def refusal(self, text: str) -> Problem | None:
        """Return why a text is no question about the table; None where it is one, or the table itself is no table."""
        try:
            question_of_text(self.table, text, self._document.orders)
        except ScenarioError as error:
            first = error.problems[0]
            if first.field != "question":
                return None
        else:
            return None
        try:
            meant = read_typed(self.table, text, self._document.orders, self._document.selected_seat)
        except ScenarioError as error:
            return error.problems[0]
        return replace(first, message=f"did you mean {meant}?")

    def notices(self) -> tuple[str, ...]:
        """Return what the ranges in the current question stand for, and what of them may be meant otherwise; empty if
        the question cannot be read."""
        try:
            question = question_of_text(self.table, self.text, self._document.orders)
        except ScenarioError:
            return ()
        problems = event_notices(question, self._document.orders)
        return notices_to_show(problem.message for problem in problems)

    @property
    def step(self) -> QuestionStep | None:
        """The present state of the computation that is under way; None before it has begun."""
        view = self._answers.latest.current
        return view.step if view is not None else None

    @property
    def stale(self) -> bool:
        """Whether the answer is one to an earlier question, or of an earlier table."""
        view = self.view
        return view is not None and (view.text, _bare(view.table)) != (self.text, _bare(self.table))

    @property
    def busy(self) -> bool:
        """Whether the answer is being computed."""
        return self._answers.latest.busy

    @property
    def can_run(self) -> bool:
        """Whether the question can be answered again."""
        return not self.busy

    @property
    def can_stop(self) -> bool:
        """Whether the answer is being computed."""
        return self.busy

    @property
    def failure(self) -> str:
        """Why there is no answer; empty where nothing failed."""
        error = self._answers.latest.error
        if error is None:
            return ""
        return error.problems[0].message if isinstance(error, ScenarioError) else FAULT

    @property
    def can_refine(self) -> bool:
        """Whether there is a sampled answer that can be made finer."""
        view = self.view
        answer = view.step.answer if view is not None else None
        finer = answer is not None and answer.finer_target is not None
        return finer and not self.busy and not self.stale

    def write(self, text: str, merge: str | None = None) -> None:
        """Ask another question: a step that can be undone."""
        self._document.edit("Ask", merge=merge, ask=AskPanel(question=text))

    def watch(self, *, on: bool) -> None:
        """Answer the questions of the document from now on, or no more."""
        self._watched = on
        if on:
            self.ask()
        else:
            self._settle.stop()
            self._answers.stop()

    @Slot()
    def ask(self) -> None:
        """Answer the current question."""
        self._settle.stop()
        if self._document.equities_pending or not any(seat.plays for seat in self._document.scenario.seats):
            self._answers.forget()
            self.view = None
        elif not self._stopped:
            self._begin(self._target)
        self.changed.emit()

    def _begin(self, target: float | None) -> None:
        text, table, orders = self.text, self.table, self._document.orders
        if target is not None:
            table = replace(table, run=replace(table.run, target_stderr=target, max_trials=None))

        def work(cancel: CancelToken) -> Iterator[AskView]:
            return answer_with_readings(table, text, orders, cancel)

        self._answers.ask((text, table, orders), work)

    @Slot()
    def _on_answered(self) -> None:
        view = self._answers.latest.current
        if view is not None and view.step.answer is not None:
            self.view = view
        self.changed.emit()

    def run_or_pause(self) -> None:
        """Answer the current question again, where its answer was stopped."""
        self._stopped = False
        self.ask()

    @Slot()
    def stop(self) -> None:
        """End the computation; the answer so far stays."""
        if self.busy:
            self._stopped = True
            self._answers.stop()
            self.changed.emit()

    @Slot()
    def refine(self) -> None:
        """Make a sampled answer finer."""
        view = self.view
        if self.can_refine and view is not None and view.step.answer is not None:
            self._target = view.step.answer.finer_target
            self._begin(self._target)
            self.changed.emit()

    @Slot(object, object)
    def _on_document_changed(self, before: Scenario, after: Scenario) -> None:
        if before is after:
            return
        self._target, self._stopped = None, False
        if self._watched:
            self._settle.start()
        self.changed.emit()


def _bare(table: Scenario) -> Scenario:
    """Return a table without the options that a refined answer changes."""
    return replace(table, run=replace(table.run, target_stderr=None, max_trials=None, detail=()))
