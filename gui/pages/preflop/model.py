"""The situation of the page, the questions that the displayed views ask about it, and the answers that are known."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from engine import GAMES, CancelToken, Scenario, ScenarioError, scenario_from_json
from engine.players.kinds import example
from engine.preflop.panel import PanelRequest, panel_of, request_of, rows_of
from engine.preflop.request import PreflopRequest, read_preflop_request
from engine.ranges.bases import base_of
from engine.ranges.orders import Order
from engine.scenario.preflop import BY_KEY, PAGE_ONLY
from gui.state.document import Document
from gui.state.latest import FAULT, SETTLE_MS, Latest, PageSituation, Questions

NO_OPPONENT = "There is nobody to play against: give a seat on the left cards or a range, or set a whole table."
HOLDEM_ONLY = "Hold'em only."
STOPPED = "Stopped before this was known: go on, or change the situation."


class Situation(PageSituation[PreflopRequest]):
    """What the page asks about."""

    @property
    def hero(self) -> str:
        """The text of hero's hand or range before the flop, ``random`` where any two cards are looked at."""
        return base_of(self.request.hero) if self.request is not None else "random"


@cache
def _example() -> Scenario:
    return scenario_from_json(example())


def with_example(scenario: Scenario) -> Scenario:
    """Return a table with the seats and the situation of the example; what belongs to no seat stays."""
    shown = _example()
    panel = panel_of(scenario).only(PAGE_ONLY).with_entries(panel_of(shown).entries)
    return replace(scenario, seats=shown.seats, board="", preflop=panel)


def situation_of(scenario: Scenario, orders: Sequence[Order] = ()) -> Situation:
    """Return the question of the page about a table."""
    if not GAMES[scenario.game].hands_are_combos:
        return Situation(scenario, PanelRequest({}, ()), missing=HOLDEM_ONLY)
    nothing = all(seat.empty for seat in scenario.seats)
    opponents = any(row.state != "out" for row in rows_of(scenario) if not row.hero)
    is_example = nothing and not opponents
    scenario = with_example(scenario) if is_example else scenario
    panel = request_of(scenario)
    if not is_example and not panel.seats:
        return Situation(scenario, panel, problems=panel.problems, missing=NO_OPPONENT)
    return Situation.read(scenario, panel, lambda values: read_preflop_request(values, orders), example=is_example)


@dataclass(frozen=True, slots=True)
class Step:
    """How far the work on a question is (0 to 1), what is known of the answer (None: nothing yet), and the seconds that
    it will yet take (None: nobody knows)."""

    progress: float
    value: Any = None
    remaining_s: float | None = None


Key = tuple[str, str]
"""The kind of a question, and a text that tells it from others of its kind."""


Work = Callable[[CancelToken], Iterator[Step]]


@dataclass(frozen=True, slots=True)
class Question:
    """Something to be computed: its ``kind``, what it is ``about`` (a text that tells it from others of its kind), and
    the ``work`` that answers it."""

    kind: str
    about: str
    work: Work

    @property
    def key(self) -> Key:
        """Kind and text, which tell the question from all others."""
        return self.kind, self.about


Ask = Callable[[Situation], Sequence[Question]]
"""Returns the questions of a view about a situation, the most wanted first."""


class PreflopModel(QObject):
    """Asks what the displayed view wants to know, one question after the other, and keeps the last answer of each kind.

    ``changed`` is emitted whenever the situation, an answer or the progress changes.
    """

    changed = Signal()

    def __init__(self, document: Document, questions: Questions, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document, self._questions = document, questions
        self._situation: Situation | None = None
        self._about: dict[str, Situation] = {}
        self._asks: tuple[Ask, ...] = ()
        self._wanted: tuple[Question, ...] = ()
        self._latest: dict[str, Latest[Any]] = {}
        """The latest answer of each kind; ``about`` is the key of its question."""
        self._given_up: frozenset[Key] = frozenset()
        """Questions that the player has stopped."""
        self.progress: float | None = None
        """How much of the question under way is done, None where there is none."""
        self.remaining_s: float | None = None
        """How long it will yet take, None where that is not known."""
        self._settle = QTimer(self, singleShot=True, interval=SETTLE_MS)
        self._settle.timeout.connect(self.ask_next)
        document.changed.connect(self._on_document_changed)
        questions.answered.connect(self._on_answered)
        questions.ended.connect(self._on_ended)
        questions.failed.connect(self._on_failed)

    @property
    def situation(self) -> Situation:
        """The situation as the document has it."""
        if self._situation is None:
            self._situation = situation_of(self._document.scenario, self._document.orders)
        return self._situation

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

    def why_absent(self, words: str, *kinds: str) -> str:
        """Return why these kinds have no answer: it failed, it was stopped, or, in ``words``, it is on its way."""
        return self.failure(*kinds) or (STOPPED if self.stopped else words)

    @Slot()
    def stop(self) -> None:
        """Leave what is open unanswered; what is known so far stays."""
        self._given_up |= {question.key for question in self._open()}
        self.ask_next()

    @Slot()
    def go_on(self) -> None:
        """Ask again what was stopped."""
        self._given_up = frozenset()
        self.ask_next()

    def want(self, *asks: Ask) -> None:
        """Ask from now on what ``asks`` say of the situation; nothing where there are none."""
        self._asks = asks
        self._list()
        self.ask_next()

    def refresh(self) -> None:
        """Ask again: a view wants to know something else about the same situation."""
        self._list()
        self._settle.start()
        self.changed.emit()

    def answer(self, kind: str) -> Latest[Any]:
        """Return the latest answer of a kind; stale: another question is asked by now."""
        latest = self._latest.get(kind, Latest())
        if latest.value is None or not GAMES[self._document.scenario.game].hands_are_combos:
            return Latest()
        return replace(latest, stale=latest.stale or not self._is_wanted(latest.about))

    def situation_of(self, kind: str) -> Situation:
        """Return the situation that the displayed answer of a kind is about, which may be an earlier one."""
        return self._about.get(kind, self.situation) if self.answer(kind).stale else self.situation

    def earlier(self, kind: str, ask: Ask) -> bool:
        """Return whether the answer of a kind is not the one to what ``ask`` asks about the current table."""
        latest = self._latest.get(kind, Latest())
        return latest.value is not None and all(question.key != latest.about for question in ask(self.situation))

    def unfinished(self, kind: str) -> bool:
        """Return whether more of the answer of a kind is being computed, or was when it was stopped."""
        latest = self._latest.get(kind, Latest())
        return latest.busy or latest.about in self._given_up

    def failure(self, *kinds: str) -> str:
        """Return why what is asked now could not be answered, empty where it could."""
        latest = (self._latest.get(kind, Latest()) for kind in kinds)
        return next((_message(a.error) for a in latest if a.error is not None and self._is_wanted(a.about)), "")

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
                self._about[key[0]] = self.situation
            self.changed.emit()

    @Slot(object)
    def _on_ended(self, key: Key) -> None:
        if self._is_wanted(key):
            latest = self._latest.get(key[0], Latest())
            self._latest[key[0]] = Latest(latest.value, key, stale=latest.stale or latest.about != key)
        self.ask_next()

    @Slot(object, object)
    def _on_failed(self, key: Key, error: Exception) -> None:
        if self._is_wanted(key):
            self._latest[key[0]] = Latest(about=key, error=error)
        self.ask_next()


def _message(error: Exception) -> str:
    """Return why a question was refused: what is wrong with its values, or a fault of the program."""
    if isinstance(error, ScenarioError):
        names = (BY_KEY[p.field].label if p.field in BY_KEY else p.field for p in error.problems)
        return "; ".join(f"{name}: {p.message}" for name, p in zip(names, error.problems, strict=True))
    return FAULT


def about(values: Mapping[str, Any]) -> str:
    """Return a text that tells a request from others."""
    return json.dumps(values, sort_keys=True, default=str)
