"""The situation of a first street, the questions that the displayed view asks about it, and the answers to them.

The pages *Pre-flop* and *Third street* each have a model; :class:`StreetTexts` has what differs between them.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from engine import GAMES, CancelToken, GameSpec, Problem, Scenario, ScenarioError
from engine.players.description import Player
from engine.preflop.first_street import FirstStreetGame, PanelRequest
from engine.preflop.request import FirstStreetRequest, PreflopRequest
from engine.preflop.seat_play import shipped
from engine.ranges.orders import Order
from gui.state.context import PageContext
from gui.state.latest import FAULT, SETTLE_MS, Answers, Latest, Questions
from gui.state.session import State
from gui.storage.players import PlayerStore

STOPPED = "Stopped before the result was known: continue, or change the situation."
UNFINISHED = "Fill in the missing fields under Situation, or a seat on the left."
Request = TypeVar("Request", bound=FirstStreetRequest)


@dataclass(frozen=True, slots=True, kw_only=True)
class StreetTexts(Generic[Request]):
    """A page about the first street of a game: its ``street``, and its texts in the window.

    ``name`` is the prefix of its object names and the verb of the command line that answers its question, ``title``
    begins the names of its edits, and ``street_name`` follows "Example" in one. ``has_page`` returns whether a game has
    the page. ``left_out`` are the simplifications of the model, each in short and in a sentence. ``field_labels`` are
    the labels of the fields that errors name.
    """

    street: FirstStreetGame[Any, Request]
    has_page: Callable[[GameSpec], bool]
    name: str
    title: str
    street_name: str
    heading: str
    verdict_tip: str
    wrong_game: str
    no_opponent: str
    no_rows: str
    looking: str
    left_out: tuple[tuple[str, str], ...]
    field_labels: Mapping[str, str] = field(default_factory=dict)

    def fits(self, scenario: Scenario) -> bool:
        """Return True if the game of the table has this page."""
        return self.has_page(GAMES[scenario.game])

    def situation(self, scenario: Scenario, orders: Iterable[Order] = ()) -> "PageSituation[Request]":
        """Return the situation of a table; ``orders`` are the player's own rankings of hands.

        A table without any cards gets those of an example, so that the page shows an answer.
        """
        if not self.fits(scenario):
            return PageSituation(scenario, PanelRequest(), self.wrong_game)
        rows = self.street.rows(scenario)
        example = all(seat.empty for seat in scenario.seats) and not any(row.is_opponent for row in rows)
        if example:
            scenario = self.street.with_example(scenario)
        panel = self.street.request(scenario, orders)
        return PageSituation(scenario, panel, "" if panel.seats else self.no_opponent, example)


@dataclass(frozen=True, slots=True, eq=False)
class PageSituation(Generic[Request]):
    """A table and its request, if nothing is ``missing``.

    ``example``: the table is empty, and ``scenario`` is the example that is displayed instead.
    """

    scenario: Scenario
    panel: PanelRequest[Request]
    missing: str = ""
    example: bool = False

    @property
    def request(self) -> Request | None:
        """The request, or None if it has problems or something is missing."""
        return self.panel.request

    @property
    def problems(self) -> tuple[Problem, ...]:
        """The problems of the fields of the page."""
        return self.panel.problems

    @property
    def obstacle(self) -> str:
        """The reason why nothing can be computed yet, or "" if the request is complete."""
        if self.missing or not self.problems:
            return self.missing
        problem = next((p for p in self.problems if not p.incomplete), None)
        return f"Please check: {problem.message}." if problem else UNFINISHED

    def opponent(self, index: int) -> str:
        """Return the name of an opponent by its index in the request."""
        return self.scenario.seats[self.panel.seats[index]].name


@dataclass(frozen=True, slots=True)
class Step:
    """The progress of the work on a question (0 to 1), the answer so far (None before the first), and the remaining
    seconds (None if they cannot be estimated)."""

    progress: float
    value: Any = None
    remaining_s: float | None = None


Work = Callable[[CancelToken], Iterator[Step]]


@dataclass(frozen=True, slots=True)
class Question:
    """Something to compute: its ``kind``, the request that it is ``about``, and its ``work``.

    Questions of a kind about equal requests are equal.
    """

    kind: str
    about: object
    work: Work = field(compare=False)


Ask = Callable[[PageSituation[Any]], Sequence[Question]]
"""Returns the questions of a view about a situation, the most important first."""


class StepAnswers(Answers[Any]):
    """Stores the latest answer of work in steps; ``step`` is the latest step of the current question."""

    step = Step(0.0)

    def ask(self, about: object, work: Callable[[CancelToken], Iterable[object]], of: object = None) -> None:
        if about != self.latest.about:
            self.step = Step(0.0)
        super().ask(about, work, of)

    @Slot(object, object)
    def _on_answered(self, key: object, value: Step | None) -> None:
        if value is not None and self._is_current(key):
            self.step = value
            super()._on_answered(key, value.value)
            self.changed.emit()


class StreetModel(QObject, Generic[Request]):
    """Asks the questions of the displayed view, one after the other, and keeps the last answer of each kind.

    ``changed`` is emitted whenever the situation, an answer or the progress changes.
    """

    changed = Signal()

    def __init__(
        self, context: PageContext, texts: StreetTexts[Request], questions: Questions, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.texts = texts
        self._document, self._questions, self._message = context.document, questions, context.message
        self._context = context
        self._situation: PageSituation[Request] | None = None
        self._asks: tuple[Ask, ...] = ()
        self._wanted: tuple[Question, ...] = ()
        """The questions of the displayed view about the current situation."""
        self._answers: dict[str, StepAnswers] = {}
        """The answers to the questions of each kind."""
        self._given_up: dict[Question, float] = {}
        """The questions that the player has stopped, with their progress."""
        self._settle = QTimer(self, singleShot=True, interval=SETTLE_MS)
        self._settle.timeout.connect(self.ask_next)
        self._document.changed.connect(self._on_document_changed)

    @property
    def situation(self) -> PageSituation[Request]:
        """The situation as the document has it."""
        if self._situation is None:
            self._situation = self.texts.situation(self._document.scenario, self.orders)
        return self._situation

    def edit(self, label: str, scenario: Scenario, merge: str = "") -> None:
        """Change the table to ``scenario``; report the first problem of the change.

        Opponents who play as a player do so in the new situation. Edits with the same key ``merge`` that follow one
        another become one step of the undo history.
        """
        scenario = self.texts.street.followed(self.base(), scenario, self._players_of(scenario))
        problems = self._document.replace(f"{self.texts.title}: {label}", scenario, merge=merge or None)
        if problems:
            self._message.emit(problems[0].message, True)

    def _players_of(self, scenario: Scenario) -> dict[str, Player]:
        """Return the players who do not ship and are named by a seat, by name."""
        street = self.texts.street
        named = {street.entry(scenario, seat).kind: seat for seat in range(len(scenario.seats))}
        unknown = {kind: seat for kind, seat in named.items() if kind and shipped(kind) is None}
        watched = (
            one
            for seat in unknown.values()
            for _, one in self.players.watched(scenario.seats[seat].name, game=street.game)
        )
        return {player.name: player for player in watched if player.name in unknown}

    @property
    def players(self) -> PlayerStore:
        """The players who were watched."""
        return self._context.players

    def base(self) -> Scenario:
        """Return the table that an edit changes: the example if it is shown, which the edit puts on the table."""
        return self.situation.scenario

    @property
    def orders(self) -> tuple[Order, ...]:
        """The player's own orders of hands."""
        return self._document.orders

    @property
    def busy(self) -> bool:
        """Whether an answer is on the way."""
        return self._settle.isActive() or self._step is not None

    @property
    def _step(self) -> Step | None:
        return next((answers.step for answers in self._answers.values() if answers.latest.busy), None)

    @property
    def progress(self) -> float | None:
        """How much of the current question is done, 0 to 1, or None if there is no question."""
        return None if self._step is None else self._step.progress

    @property
    def remaining_s(self) -> float | None:
        """The seconds that the current question will still take, or None if that is not known."""
        return None if self._step is None else self._step.remaining_s

    @property
    def stopped(self) -> bool:
        """Whether the player has stopped a displayed answer before all of it was known."""
        return self.stopped_at is not None

    @property
    def stopped_at(self) -> float | None:
        """The progress at which the player has stopped a displayed answer, or None if none is stopped."""
        return next((self._given_up[question] for question in self._open() if question in self._given_up), None)

    def why_absent(self, waiting: str, *kinds: str) -> str:
        """Return why these kinds have no answer: it failed, it was stopped, or it is ``waiting``."""
        return self.failure(*kinds) or (STOPPED if self.stopped else waiting)

    @Slot()
    def stop(self) -> None:
        """Stop computing; the answers that are known so far stay."""
        # Stopped questions remain among those of the view, so that they can be continued.
        for question in self._open():
            answers = self._answers.get(question.kind)
            busy = answers is not None and answers.latest.busy and answers.latest.about == question
            self._given_up.setdefault(question, answers.step.progress if answers is not None and busy else 0.0)
        self.ask_next()

    @Slot()
    def go_on(self) -> None:
        """Continue the questions that were stopped."""
        self._given_up = {}
        self.ask_next()

    @property
    def state(self) -> State:
        """Whether answers are being computed, or have been stopped before all of them was known."""
        return "running" if self.progress is not None else "paused" if self.stopped else "idle"

    @property
    def can_run(self) -> bool:
        """Whether something can be stopped or continued: what is not known is computed by itself."""
        return self.state != "idle"

    @property
    def can_stop(self) -> bool:
        """Whether something is being computed."""
        return self.state == "running"

    @property
    def can_refine(self) -> bool:
        """Always False: answers are computed until they are as precise as the page wants them."""
        return False

    def run_or_pause(self) -> None:
        """Stop computing, or continue."""
        (self.stop if self.can_stop else self.go_on)()

    def refine(self) -> None:
        """Continue: there is nothing else to refine."""
        self.go_on()

    def want(self, *asks: Ask) -> None:
        """Ask the questions that ``asks`` return about the situation from now on; none without ``asks``."""
        self._asks = asks
        self._list()
        self.ask_next()

    def refresh(self) -> None:
        """Ask again, because a view has another question about the same situation."""
        self._list()
        self._settle.start()
        self.changed.emit()

    def answer(self, kind: str) -> Latest[Any]:
        """Return the latest answer of a kind; it is stale if the current question is another one."""
        latest = self._latest(kind)
        # Answers are stored by kind alone: in another game the last one is of no use.
        if latest.value is None or not self.texts.fits(self._document.scenario) or self.failure(kind):
            return Latest()
        return replace(latest, stale=latest.answered not in self._wanted)

    def _latest(self, kind: str) -> Latest[Any]:
        return self._answers[kind].latest if kind in self._answers else Latest()

    def situation_of(self, kind: str) -> PageSituation[Request]:
        """Return the situation that the displayed answer of a kind is about, which may be an earlier one."""
        answer = self.answer(kind)
        situation: PageSituation[Request] = answer.of if answer.stale else self.situation
        return situation

    def earlier(self, kind: str, ask: Ask) -> bool:
        """Return whether the answer of a kind is not about the current table; ``ask`` returns the current questions."""
        latest = self._latest(kind)
        return latest.value is not None and latest.answered not in ask(self.situation)

    def unfinished(self, kind: str) -> bool:
        """Return whether more of the answer of a kind is being computed, or was when it was stopped."""
        return self._latest(kind).partial

    def failure(self, *kinds: str) -> str:
        """Return why the current question of one of these kinds has no answer, or "" if none has failed."""
        # The current question may succeed where an earlier one has failed.
        latest = (self._latest(kind) for kind in kinds)
        errors = (a.error for a in latest if a.error is not None and a.about in self._wanted)
        return next(map(self._failure_text, errors), "")

    def _failure_text(self, error: Exception) -> str:
        """Return why a question was rejected: the problems of its values, or a fault of the program."""
        if not isinstance(error, ScenarioError):
            return FAULT
        labels = self.texts.field_labels
        prefixes = (f"{labels.get(problem.field, problem.field)}: " if labels else "" for problem in error.problems)
        return "; ".join(prefix + p.message for prefix, p in zip(prefixes, error.problems, strict=True))

    def _list(self) -> None:
        self._wanted = tuple(question for ask in self._asks for question in ask(self.situation))

    def _open(self) -> list[Question]:
        """Return the questions that have no whole answer."""
        return [question for question in self._wanted if not self._latest(question.kind).has_ended(question)]

    @Slot()
    def ask_next(self) -> None:
        """Ask the first question that has no whole answer, unless it is under way."""
        self._settle.stop()
        # Several asks share one thread, so the questions of a view are worked off one by one: each end comes back here.
        question = next((question for question in self._open() if question not in self._given_up), None)
        for kind, answers in self._answers.items():
            if question is None or kind != question.kind:
                answers.stop()
        if question is not None:
            if question.kind not in self._answers:
                self._answers[question.kind] = StepAnswers(self._questions, question.kind, self)
                self._answers[question.kind].changed.connect(self._on_answer)
            self._answers[question.kind].ask(question, question.work, self.situation)
        self.changed.emit()

    @Slot()
    def _on_answer(self) -> None:
        """Display a part of an answer, or ask the next question after the end of one."""
        if self._step is None:
            self.ask_next()
        else:
            self.changed.emit()

    @Slot(object, object)
    def _on_document_changed(self, before: Scenario, after: Scenario) -> None:
        """Drop the situation, and ask for its answers again after a short pause."""
        self._situation = None
        if self._asks:
            self._list()
            self._settle.start()
        self.changed.emit()


PreflopPageSituation = PageSituation[PreflopRequest]
PreflopModel = StreetModel[PreflopRequest]
