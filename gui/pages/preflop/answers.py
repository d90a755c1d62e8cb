"""The questions of the views to the engine, as generators of steps, and the same questions about the pinned table."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot

from engine import CancelToken, Scenario
from engine.preflop.answer import PreflopAction, PreflopAnswer, ValueChange, action_changes, class_changes
from engine.preflop.book import TextureRow
from engine.preflop.jam import JamRequest, read_jam_request, run_jam
from engine.preflop.jam_stacks import StacksAnswer, StacksRequest, read_stacks_request, run_stacks
from engine.preflop.matchups import class_matchups
from engine.preflop.request import PreflopRequest
from engine.preflop.run import run_preflop
from engine.preflop.seats import SeatsRequest, read_seats_request, seat_table
from engine.ranges.holdem_hands import CLASSES, class_text
from engine.ranges.orders import Order
from gui.pages.preflop.model import Ask, PreflopModel, PreflopPageSituation, Question, Step, Work
from gui.state.context import PageContext
from gui.state.latest import Answers
from gui.state.session import Pinned

KINDS = ("decision", "hands")
"""The kinds of answers that are compared with those of the pinned table."""
BOOK = ("book",)
REPORT_S = 0.5
"""The seconds between two displays of a play that converges to an equilibrium."""
SEEN_FOR = ("call", "check")
"""Actions that see a flop without a raise: two hands are compared by one of these if there is one."""


@dataclass(frozen=True, slots=True, eq=False)
class Decided:
    """The answer to hero's hand or range, and the means by texture of the flops of each action."""

    answer: PreflopAnswer
    textures: Mapping[str, tuple[TextureRow, ...]]


@dataclass(frozen=True, slots=True, eq=False)
class EveryHand:
    """The answer for all classes of hands, and the equity of each against the players who see the flop."""

    answer: PreflopAnswer
    equities: Mapping[str, float]


@dataclass(frozen=True, slots=True, eq=False)
class TwoHands:
    """The answers for two classes of hands in one situation; ``share``: the equity of the first against the second."""

    names: tuple[str, str]
    answers: tuple[PreflopAnswer, PreflopAnswer]
    share: float


@dataclass(frozen=True, slots=True, eq=False)
class JamTable:
    """Jam or fold with a stack for each player, in chips and in tournament money (None: there are no payouts, or not
    computed yet); ``done``: both are as near to an equilibrium as they will be.
    """

    chips: StacksAnswer
    money: StacksAnswer | None
    done: bool


def ask_decision(orders: Sequence[Order], situation: PreflopPageSituation) -> tuple[Question, ...]:
    """Ask for the EV of hero's hand or range, flop by flop."""
    if situation.request is None:
        return ()
    request = with_book(situation.request)
    return (Question("decision", request, partial(_decide, request, tuple(orders))),)


def ask_hands(orders: Sequence[Order], situation: PreflopPageSituation) -> tuple[Question, ...]:
    """Ask for the EV of each of the 169 classes of hands."""
    if situation.request is None:
        return ()
    # As a range of all hands: its answer has a row for each class of hands. Details flop by flop are not needed.
    request = replace(situation.request, hero="random", run=replace(situation.request.run, detail=()))
    return (Question("hands", request, partial(_every_hand, request, tuple(orders))),)


def ask_two(orders: Sequence[Order], names: tuple[str, str], situation: PreflopPageSituation) -> tuple[Question, ...]:
    """Ask for the EVs of two classes of hands, flop by flop."""
    if situation.request is None:
        return ()
    requests = tuple(with_book(replace(situation.request, hero=name)) for name in names)
    return (Question("two", requests, partial(_run_two, names, requests, tuple(orders))),)


def ask_seats(request: SeatsRequest, orders: Sequence[Order]) -> tuple[Question, ...]:
    """Ask for the seat tables of a game with a single bet."""
    return (Question("seats", request, partial(_seats, request, tuple(orders))),)


def ask_jam(request: JamRequest, kind: str) -> tuple[Question, ...]:
    """Ask for jam or fold; ``kind`` is ``jam`` for the displayed stack, ``critical`` for all stacks."""
    return (Question(kind, request, partial(_jam, request)),)


def ask_table(request: StacksRequest) -> tuple[Question, ...]:
    """Ask for jam or fold with a stack for each player, for chips and, with payouts, for tournament money."""
    return (Question("table", request, partial(_table, request)),)


def with_book(request: PreflopRequest) -> PreflopRequest:
    """Return the request with every flop in the answer."""
    return replace(request, run=replace(request.run, detail=BOOK))


def played(answer: PreflopAnswer) -> tuple[PreflopAction, ...]:
    """Return the actions after which somebody may see a flop."""
    return tuple(a for a in answer.actions if a.action != "fold" and a.sets and a.everybody_folds < 1 - 1e-12)


def seen_action(answer: PreflopAnswer, preferred: str = "") -> PreflopAction | None:
    """Return the action by which hands are compared: ``preferred``, else a call or check, else any, or None."""
    actions = played(answer)
    first = next((a for a in actions if a.action == preferred), None)
    return first or next((a for a in actions if a.action in SEEN_FOR), None) or next(iter(actions), None)


def equities_of(answer: PreflopAnswer) -> dict[str, float]:
    """Return the equity of each class against the players who see the flop."""
    action = seen_action(answer)
    return dict.fromkeys(answer.classes, 0.0) if action is None else answer.equities(action.action)


def _decide(request: PreflopRequest, orders: tuple[Order, ...], cancel: CancelToken) -> Iterator[Step]:
    """Yield the steps of a decision; its textures are computed here, in the background."""
    for snapshot in run_preflop(request, cancel=cancel, orders=orders):
        answer = snapshot.answer
        if answer is None:
            yield Step(snapshot.progress, remaining_s=snapshot.remaining_s)
        else:
            textures = {a.action: a.book.textures() for a in answer.actions if a.book is not None}
            yield Step(snapshot.progress, Decided(answer, textures), snapshot.remaining_s)


def _every_hand(request: PreflopRequest, orders: tuple[Order, ...], cancel: CancelToken) -> Iterator[Step]:
    for snapshot in run_preflop(request, cancel=cancel, orders=orders):
        answer = snapshot.answer
        value = None if answer is None else EveryHand(answer, equities_of(answer))
        yield Step(snapshot.progress, value, snapshot.remaining_s)


def _run_two(
    names: tuple[str, str], requests: tuple[PreflopRequest, ...], orders: tuple[Order, ...], cancel: CancelToken
) -> Iterator[Step]:
    """Answer two requests one after the other, as one piece of work; nothing is yielded of the first alone."""
    answers: list[PreflopAnswer] = []
    for done, request in enumerate(requests):
        answer = None
        for snapshot in run_preflop(request, cancel=cancel, orders=orders):
            answer = snapshot.answer or answer
            remaining = snapshot.remaining_s
            if remaining is not None and snapshot.progress < 1:  # the following requests take as long as this one
                remaining += (len(requests) - 1 - done) * remaining / (1 - snapshot.progress)
            yield Step((done + snapshot.progress) / len(requests), remaining_s=remaining)
        if answer is None:
            return
        answers.append(answer)
    yield Step(1.0, TwoHands(names, (answers[0], answers[1]), share_of_pot(*names)))


def share_of_pot(first: str, second: str) -> float:
    """Return the all-in equity of one class of hands against another."""
    return shares_against(second)[first]


def shares_against(name: str) -> dict[str, float]:
    """Return the all-in equity of each class of hands against one of them."""
    names = [class_text(*class_) for class_ in CLASSES]
    column = class_matchups().equity[:, names.index(name)]
    return dict(zip(names, column.tolist(), strict=True))


def _seats(request: SeatsRequest, orders: tuple[Order, ...], cancel: CancelToken) -> Iterator[Step]:
    cancel.check_cancelled()
    yield Step(1.0, seat_table(read_seats_request(request, orders), orders))


def _jam(request: JamRequest, cancel: CancelToken) -> Iterator[Step]:
    for snapshot in run_jam(read_jam_request(request), cancel=cancel):
        yield Step(snapshot.progress, snapshot.answer, snapshot.remaining_s)


def _table(request: StacksRequest, cancel: CancelToken) -> Iterator[Step]:
    """Yield the play for chips, then also that for money if there are payouts, more exact each time."""
    in_money = read_stacks_request(request)
    requests = [replace(in_money, payouts=(), bounties=()), *([in_money] if in_money.payouts else [])]
    answers: list[StacksAnswer] = []
    for place, request in enumerate(requests):
        for snapshot in run_stacks(request, cancel=cancel, every=REPORT_S):
            assert snapshot.answer is not None
            # Each answer replaces the previous one of the same request.
            answers[place:] = [snapshot.answer]
            done = snapshot.final and place == len(requests) - 1
            table = JamTable(answers[0], answers[1] if place else None, done)
            left = snapshot.remaining_s if place == len(requests) - 1 else None
            yield Step(1.0 if done else (place + snapshot.progress) / len(requests), table, left)


class PinnedAnswers(QObject):
    """Asks the question of the displayed view about the pinned table, too; ``changed``: the differences have changed.

    A pinned table without a situation of its own gets that of the current table.
    """

    changed = Signal()

    def __init__(self, context: PageContext, model: PreflopModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document, self._session, self._model = context.document, context.session, model
        self._kind = ""
        questions = context.questions.apart("preflop pinned")
        self._answers: dict[str, Answers[Any]] = {kind: Answers(questions, kind, self) for kind in KINDS}
        self._about: tuple[Pinned | None, Scenario, str] | None = None
        self._latest_question: Question | None = None
        """The question about ``_about``, so that it is not made again at every step of a run."""
        model.changed.connect(self._follow)
        self._session.changed.connect(self._follow)
        for answers in self._answers.values():
            answers.changed.connect(self.changed)

    def want(self, kind: str) -> None:
        """Compare answers of ``kind`` from now on, or nothing if it is not in :data:`KINDS`."""
        self._kind = kind if kind in KINDS else ""
        self._follow()

    def actions(self) -> tuple[ValueChange, ...]:
        """Return how the EVs of the actions differ, or () if this is not known yet."""
        before, after = self._pair("decision")
        if isinstance(before, Decided) and isinstance(after, Decided):
            return action_changes(before.answer, after.answer)
        return ()

    def classes(self) -> Mapping[str, ValueChange]:
        """Return how the EVs of the classes of hands differ, or {} if this is not known yet."""
        before, after = self._pair("hands")
        if isinstance(before, EveryHand) and isinstance(after, EveryHand):
            return class_changes(before.answer, after.answer)
        return {}

    def _pair(self, kind: str) -> tuple[Any, Any]:
        """Return the answers about the pinned and the current table, None for one that is unknown or out of date."""
        present, before = self._model.answer(kind), self._answers[kind].latest
        question = self._question() if kind == self._kind else None
        if question is None or question != before.about:
            return None, None
        return before.current, present.current

    def _question(self) -> Question | None:
        """Return the question about the pinned table, or None if there is none or it is the current question."""
        about = self._session.pinned, self._document.scenario, self._kind
        # By identity: this method runs at each step of a run, and comparing whole tables takes too long for that.
        if self._about is None or any(one is not other for one, other in zip(about, self._about, strict=True)):
            self._about, self._latest_question = about, self._question_of(*about)
        return self._latest_question

    def _question_of(self, pinned: Pinned | None, scenario: Scenario, kind: str) -> Question | None:
        """Return the question of ``kind`` about a pinned table, or None if there is nothing to compare."""
        if not kind or pinned is None or not self._model.texts.fits(scenario):
            return None
        if pinned.scenario.game != scenario.game or self._model.situation.request is None:
            return None
        before = pinned.scenario
        before = replace(before, preflop=scenario.preflop) if before.preflop is None else before
        situation = self._model.texts.situation(before, self._document.orders)
        if situation.example:
            return None
        ask: Ask = partial(ask_decision if kind == "decision" else ask_hands, self._document.orders)
        result, present = ask(situation), ask(self._model.situation)
        return result[0] if result and present and result[0] != present[0] else None

    @Slot()
    def _follow(self) -> None:
        """Ask the current question about the pinned table, and stop those that no longer apply."""
        question = self._question()
        for kind, answers in self._answers.items():
            if question is None or question.kind != kind:
                answers.stop()
        # The current table comes first: only when its answer is complete, the pinned one is computed.
        if question is not None and not self._model.busy:
            self._answers[question.kind].ask(question, partial(_values, question.work))


def _values(work: Work, cancel: CancelToken) -> Iterator[Any]:
    return (step.value for step in work(cancel) if step.value is not None)
