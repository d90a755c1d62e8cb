"""The situation of a first street, the questions that the displayed view asks about it, and the answers to them.

The pages *Pre-flop* and *Third street* each have a model; :class:`StreetTexts` has what differs between them.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from engine import GAMES, CancelToken, GameSpec, Problem, Scenario, ScenarioError
from engine.preflop.first_street import FirstStreet, PanelRequest
from engine.preflop.request import FirstStreetRequest, PreflopRequest
from engine.ranges.orders import Order
from gui.state.context import PageContext
from gui.state.latest import FAULT, SETTLE_MS, Latest, Questions

STOPPED = "Stopped before this was known: go on, or change the situation."
UNFINISHED = "Something is still to be filled in under Situation, or at a seat on the left."
Request = TypeVar("Request", bound=FirstStreetRequest)


@dataclass(frozen=True, slots=True, kw_only=True)
class StreetTexts(Generic[Request]):
    """A page about the first street of a game: its ``street``, and its texts in the window.

    ``name`` is the prefix of its object names and the verb of the command line that answers its question, ``title``
    begins the names of its edits, and ``street_name`` follows "Example" in one. ``has_page`` returns whether a game has
    the page. ``left_out`` are the simplifications of the model, each in short and in a sentence. ``field_labels`` are
    the labels of the fields that errors name.
    """

    street: FirstStreet[Any, Request]
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
        """Return whether the page is about the game of a table."""
        return self.has_page(GAMES[scenario.game])

    def situation(self, scenario: Scenario, orders: Iterable[Order] = ()) -> "PageSituation[Request]":
        """Return the situation of a table; ``orders`` are the player's own orders of hands."""
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
        return f"Not yet: {problem.message}." if problem else UNFINISHED

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


Key = tuple[str, object]
"""The kind of a question, and a value that is different for each question of the kind."""
Work = Callable[[CancelToken], Iterator[Step]]


@dataclass(frozen=True, slots=True)
class Question:
    """Something to compute: its ``kind``, the request that it is ``about`` (see :data:`Key`), and its ``work``."""

    kind: str
    about: object
    work: Work

    @property
    def key(self) -> Key:
        """The kind of the question with a value that is different for each question."""
        return self.kind, self.about


Ask = Callable[[PageSituation[Any]], Sequence[Question]]
"""Returns the questions of a view about a situation, the most important first."""


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
        self._situation: PageSituation[Request] | None = None
        self._situations: dict[str, PageSituation[Request]] = {}
        """The situations that the latest answers are about, by kind."""
        self._asks: tuple[Ask, ...] = ()
        self._wanted: tuple[Question, ...] = ()
        """The questions of the displayed view about the current situation."""
        self._latest: dict[str, Latest[Any]] = {}
        """The latest answer of each kind; ``about`` is the key of its question."""
        self._given_up: frozenset[Key] = frozenset()
        """Questions that the player has stopped."""
        self.progress: float | None = None
        """How much of the current question is done, 0 to 1, or None if there is no question."""
        self.remaining_s: float | None = None
        """The seconds that the current question will still take, or None if that is not known."""
        self._settle = QTimer(self, singleShot=True, interval=SETTLE_MS)
        self._settle.timeout.connect(self.ask_next)
        self._document.changed.connect(self._on_document_changed)
        questions.answered.connect(self._on_answered)
        questions.ended.connect(self._on_ended)
        questions.failed.connect(self._on_failed)

    @property
    def situation(self) -> PageSituation[Request]:
        """The situation as the document has it."""
        if self._situation is None:
            self._situation = self.texts.situation(self._document.scenario, self.orders)
        return self._situation

    def edit(self, label: str, scenario: Scenario, merge: str = "") -> None:
        """Change the table to ``scenario``; report the first problem of the change.

        Edits with the same key ``merge`` that follow one another become one step of the undo history.
        """
        problems = self._document.replace(f"{self.texts.title}: {label}", scenario, merge=merge or None)
        if problems:
            self._message.emit(problems[0].message, True)

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
        return self._settle.isActive() or self._questions.key is not None

    @property
    def stopped(self) -> bool:
        """Whether the player has stopped a displayed answer before all of it was known."""
        return any(question.key in self._given_up for question in self._open())

    def why_absent(self, waiting: str, *kinds: str) -> str:
        """Return why these kinds have no answer: it failed, it was stopped, or it is ``waiting``."""
        return self.failure(*kinds) or (STOPPED if self.stopped else waiting)

    @Slot()
    def stop(self) -> None:
        """Stop computing; the answers that are known so far stay."""
        # Stopped questions remain among those of the view, so that they can be continued.
        self._given_up |= {question.key for question in self._open()}
        self.ask_next()

    @Slot()
    def go_on(self) -> None:
        """Continue the questions that were stopped."""
        self._given_up = frozenset()
        self.ask_next()

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
        latest = self._latest.get(kind, Latest())
        # Answers are stored by kind alone: in another game the last one is of no use.
        if latest.value is None or not self.texts.fits(self._document.scenario):
            return Latest()
        return replace(latest, stale=latest.stale or not self._is_wanted(latest.about))

    def situation_of(self, kind: str) -> PageSituation[Request]:
        """Return the situation that the displayed answer of a kind is about, which may be an earlier one."""
        return self._situations.get(kind, self.situation) if self.answer(kind).stale else self.situation

    def earlier(self, kind: str, ask: Ask) -> bool:
        """Return whether the answer of a kind is not about the current table; ``ask`` returns the current questions."""
        latest = self._latest.get(kind, Latest())
        return latest.value is not None and all(question.key != latest.about for question in ask(self.situation))

    def unfinished(self, kind: str) -> bool:
        """Return whether more of the answer of a kind is being computed, or was when it was stopped."""
        latest = self._latest.get(kind, Latest())
        return latest.busy or latest.about in self._given_up

    def failure(self, *kinds: str) -> str:
        """Return why the current question of one of these kinds has no answer, or "" if none has failed."""
        latest = (self._latest.get(kind, Latest()) for kind in kinds)
        # The current question may succeed where an earlier one has failed.
        errors = (a.error for a in latest if a.error is not None and self._is_wanted(a.about))
        return next(map(self._failure_text, errors), "")

    def _failure_text(self, error: Exception) -> str:
        """Return why a question was rejected: the problems of its values, or a fault of the program."""
        if not isinstance(error, ScenarioError):
            return FAULT
        labels = self.texts.field_labels
        prefixes = (f"{labels.get(problem.field, problem.field)}: " if labels else "" for problem in error.problems)
        return "; ".join(prefix + p.message for prefix, p in zip(prefixes, error.problems, strict=True))

    def _is_wanted(self, key: object) -> bool:
        return any(question.key == key for question in self._wanted)

    def _list(self) -> None:
        self._wanted = tuple(question for ask in self._asks for question in ask(self.situation))

    def _open(self) -> list[Question]:
        """Return the questions that have no whole answer."""
        answers = ((question, self._latest.get(question.kind, Latest())) for question in self._wanted)
        return [question for question, latest in answers if latest.about != question.key or latest.busy]

    @Slot()
    def ask_next(self) -> None:
        """Ask the first question that has no whole answer, unless it is under way."""
        self._settle.stop()
        # Several asks share one thread, so the questions of a view are worked off one by one: each end comes back here.
        open_ = [question for question in self._open() if question.key not in self._given_up]
        if not open_:
            self._questions.stop()
            self.progress = self.remaining_s = None
        elif open_[0].key != self._questions.key:
            self.progress, self.remaining_s = 0.0, None
            self._questions.ask(open_[0].key, open_[0].work)
        self.changed.emit()

    @Slot(object, object)
    def _on_document_changed(self, before: Scenario, after: Scenario) -> None:
        """Drop the situation, and ask for its answers again after a short pause."""
        self._situation = None
        if self._asks:
            self._list()
            self._settle.start()
        self.changed.emit()

    @Slot(object, object)
    def _on_answered(self, key: Key, step: Step) -> None:
        if self._is_wanted(key):
            self.progress, self.remaining_s = step.progress, step.remaining_s
            if step.value is not None:
                self._latest[key[0]] = Latest(step.value, key, busy=True)
                # Titles of the answer come from here, even when the table has become another one.
                self._situations[key[0]] = self.situation
            self.changed.emit()

    @Slot(object)
    def _on_ended(self, key: Key) -> None:
        if self._is_wanted(key):
            # A question can end without an answer of its own; then the previous answer stays, as a stale one.
            latest = self._latest.get(key[0], Latest())
            self._latest[key[0]] = Latest(latest.value, key, stale=latest.stale or latest.about != key)
        self.ask_next()

    @Slot(object, object)
    def _on_failed(self, key: Key, error: Exception) -> None:
        if self._is_wanted(key):
            self._latest[key[0]] = Latest(about=key, error=error)
        self.ask_next()


PreflopPageSituation = PageSituation[PreflopRequest]
PreflopModel = StreetModel[PreflopRequest]
