"""The question of the page, and its answer as it becomes known."""

from collections.abc import Iterator
from dataclasses import replace

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from engine import CancelToken, Problem, Scenario, ScenarioError
from engine.questions.answer import event_notices
from engine.questions.calculations import Calculation, calculation_of_text
from engine.questions.library import shipped_questions
from engine.questions.one_text import question_of_text
from engine.questions.readings import AskView, answer_with_readings
from engine.questions.results import QuestionStep
from engine.questions.typed import as_question, read_typed, suggestions_for
from engine.ranges.notices import notices_to_show
from engine.ranges.patience import NotPrepared
from engine.scenario.ask import AskPanel
from engine.table.folding import dealt_in
from gui.state.document import Document
from gui.state.latest import Answers, Questions
from gui.state.session import State

SETTLE_MS = 80
"""How long the model waits after an edit before it asks, in milliseconds, so that quick edits become one question."""
FAULT = "An internal error stopped this computation: change the question to try again."


class AskModel(QObject):
    """Answers the question of the document in the background while the page is visible.

    ``changed`` is emitted when the question, its problem or its answer has changed.
    """

    changed = Signal()
    state: State = "idle"
    """Always idle for the run bar: a computation of this page can be stopped, but not paused."""

    def __init__(self, document: Document, questions: Questions, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._answers: Answers[AskView] = Answers(questions.apart("ask"), "ask", self)
        self._answers.changed.connect(self._on_answered)
        self.view: AskView | None = None
        """The last view that has an answer; it may belong to an earlier question (see :attr:`stale`)."""
        self._target: float | None = None
        """The target standard error of the last refinement, or None."""
        self._stopped = False
        self._round = 0
        """How often the player has started a run: the same question is answered again."""
        self._watched = self._takes_deals = False
        """Whether the page is visible; whether the last question is answered by dealing, and the table has hands."""
        self.pending = False
        """Whether the last question waits for street filters, which the run of the table computes."""
        self._settle = QTimer(self, singleShot=True, interval=SETTLE_MS)
        self._settle.timeout.connect(self.ask)
        document.changed.connect(self._on_document_changed)

    @property
    def text(self) -> str:
        """The question of the document in the grammar, or the first shipped question if it has none."""
        scenario = self._document.scenario
        if scenario.ask is None:
            return shipped_questions(scenario.game)[0].question
        return as_question(self.table, scenario.ask.question, self._document.orders, self._document.selected_seat)

    @property
    def table(self) -> Scenario:
        """The table of the question: the document's with any cards for empty seats, and without panels."""
        return dealt_in(self._document.scenario).without_panels

    def problem_of(self, text: str) -> Problem | None:
        """Return the problem of a text as a question about the table, or None if it is valid or the table is not."""
        try:
            self.read(text)
        except ScenarioError as error:
            return error.problems[0]
        return None

    def read(self, text: str) -> str:
        """Return the question in the grammar that a typed text means; ``text`` itself if only the table is invalid.

        Raises:
            ScenarioError: the text is not understood; the message suggests sentences that are.
        """
        try:
            question_of_text(self.table, text, self._document.orders)
        except ScenarioError as error:
            if error.problems[0].field == "question":
                return read_typed(self.table, text, self._document.orders, self._document.selected_seat)
        return text

    def suggestions(self, text: str) -> tuple[str, ...]:
        """Return sentences that are understood and near to ``text``."""
        return suggestions_for(self.table, text, self._document.orders, self._document.selected_seat)

    @property
    def calculation(self) -> Calculation | None:
        """The result of the question if it needs no deals, as pot odds do, else None; also None while the kernel that
        it needs is not prepared."""
        try:
            return calculation_of_text(self.table, self.text, self._document.orders)
        except (ScenarioError, NotPrepared):
            return None

    def notices(self) -> tuple[str, ...]:
        """Return the notices about the ranges in the current question, () if the question is invalid."""
        try:
            question = question_of_text(self.table, self.text, self._document.orders)
        except ScenarioError:
            return ()
        problems = event_notices(question, self._document.orders)
        return notices_to_show(problem.message for problem in problems)

    @property
    def step(self) -> QuestionStep | None:
        """The latest step of the current computation, or None before the first one."""
        view = self._answers.latest.current
        return view.step if view is not None else None

    @property
    def stale(self) -> bool:
        """Whether the displayed answer belongs to an earlier question or an earlier table."""
        view = self.view
        return view is not None and (view.text, _bare(view.table)) != (self.text, _bare(self.table))

    @property
    def busy(self) -> bool:
        """Whether an answer is being computed."""
        return self._answers.latest.busy

    @property
    def can_run(self) -> bool:
        """Whether a run can be started: the question is understood, and its answer takes deals."""
        understood = not isinstance(self._answers.latest.error, ScenarioError)
        return not self.busy and self._takes_deals and understood

    @property
    def can_stop(self) -> bool:
        """Whether there is a run that can be stopped."""
        return self.busy

    @property
    def failure(self) -> str:
        """The message of the error that ended the last computation, or "" if there was none."""
        error = self._answers.latest.error
        if error is None:
            return ""
        return error.problems[0].message if isinstance(error, ScenarioError) else FAULT

    @property
    def can_refine(self) -> bool:
        """Whether there is a current sampled answer that more deals would make more precise."""
        answer = self.view.step.answer if self.view is not None else None
        return answer is not None and answer.finer_target is not None and not self.busy and not self.stale

    def write(self, text: str, merge: str | None = None) -> None:
        """Change the question of the document. The user can undo this; equal values of ``merge`` become one step."""
        self._document.edit("Ask", merge=merge, ask=AskPanel(question=text))

    def watch(self, *, on: bool) -> None:
        """Start or stop answering the questions of the document; called when the page is shown and hidden."""
        self._watched = on
        if on:
            self.ask()
        else:
            self._settle.stop()
            self._answers.stop()

    @Slot()
    def ask(self) -> None:
        """Answer the current question, unless the user has stopped it or the table has no hands."""
        self._settle.stop()
        played = any(seat.plays for seat in self._document.scenario.seats)
        self.pending = self._document.equities_pending
        self._takes_deals = played and self.calculation is None and not self.pending
        if not self._takes_deals:
            self._answers.forget()
            self.view = None
        # A stopped question is not answered again until it changes or the user runs it.
        elif not self._stopped:
            self._begin(self._target)
        self.changed.emit()

    @Slot()
    def ask_known(self) -> None:
        """Ask if the last question waited for street filters of the table, which its run has computed now."""
        if self._watched and self.pending and not self._document.equities_pending:
            self.ask()

    def _begin(self, target: float | None) -> None:
        """Start a computation, until the standard error ``target`` is reached if there is one."""
        text, table, orders = self.text, self.table, self._document.orders
        if target is not None:
            table = replace(table, run=replace(table.run, target_stderr=target, max_trials=None))

        def work(cancel: CancelToken) -> Iterator[AskView]:
            # A calculation comes here if the window would have had to wait for its kernel, which is known from now on.
            if calculation_of_text(table, text, orders) is None:
                yield from answer_with_readings(table, text, orders, cancel)

        self._answers.ask((text, table, orders, self._round), work)

    @Slot()
    def _on_answered(self) -> None:
        if not self.busy and self.calculation is not None:
            self.ask()
            return
        view = self._answers.latest.current
        # The first steps of a run have no answer yet: until there is one, the page keeps the old answer as stale.
        if view is not None and view.step.answer is not None:
            self.view = view
        self.changed.emit()

    def run_or_pause(self) -> None:
        """Answer the current question again; called by the run bar."""
        self._stopped = False
        self._round += 1
        self.ask()

    @Slot()
    def stop(self) -> None:
        """Stop the computation and keep the answer so far."""
        if self.busy:
            self._stopped = True
            self._answers.stop()
            self.changed.emit()

    @Slot()
    def refine(self) -> None:
        """Answer the question again, with enough deals for half the errors."""
        view = self.view
        if self.can_refine and view is not None and view.step.answer is not None:
            self._target = view.step.answer.finer_target
            self._begin(self._target)
            self.changed.emit()

    @Slot(object, object)
    def _on_document_changed(self, old: Scenario, new: Scenario) -> None:
        """Forget the target of the last run, and ask again after a short pause if the page is visible."""
        if old is new:
            return
        self._target, self._stopped = None, False
        if self._watched:
            self._settle.start()
        self.changed.emit()


def _bare(table: Scenario) -> Scenario:
    """Return a table without the run options that a refinement changes."""
    return replace(table, run=replace(table.run, target_stderr=None, max_trials=None, detail=()))
