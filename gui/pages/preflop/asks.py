"""What the views ask the engine, as work for the background: each yields :class:`Step` s."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from engine import CancelToken
from engine.preflop.answer import Action, PreflopAnswer
from engine.preflop.book import TextureRow
from engine.preflop.jam import read_jam_request, run_jam
from engine.preflop.matchups import class_matchups
from engine.preflop.request import PreflopRequest
from engine.preflop.run import run_preflop
from engine.preflop.seats import read_seats_request, seat_table
from engine.ranges.holdem_hands import CLASSES, class_text
from engine.ranges.orders import Order
from gui.pages.preflop.model import Question, Situation, Step, about

BOOK = ("book",)
SEEN_FOR = ("call", "check")
"""What a flop is seen for: two hands are compared by this action where there is one."""


@dataclass(frozen=True, slots=True, eq=False)
class Decided:
    """The answer to hero's hand or range, and the means by texture of the flops of each action."""

    answer: PreflopAnswer
    textures: Mapping[str, tuple[TextureRow, ...]]


@dataclass(frozen=True, slots=True, eq=False)
class EveryHand:
    """The answer to all classes, and the share of the pot of each if nothing is given up, against those who see the
    flop."""

    answer: PreflopAnswer
    equities: Mapping[str, float]


@dataclass(frozen=True, slots=True, eq=False)
class TwoHands:
    """The answers to two classes of hands in one situation; ``share``: of the pot that the first has of the second."""

    names: tuple[str, str]
    answers: tuple[PreflopAnswer, PreflopAnswer]
    share: float


def ask_decision(orders: Sequence[Order], situation: Situation) -> tuple[Question, ...]:
    """Ask what hero's hand or range is worth, flop by flop."""
    if situation.request is None:
        return ()
    request = with_book(situation.request)
    return (Question("decision", about(request.to_json()), partial(_decide, request, tuple(orders))),)


def ask_hands(orders: Sequence[Order], situation: Situation) -> tuple[Question, ...]:
    """Ask what each of the 169 classes is worth."""
    if situation.request is None:
        return ()
    request = replace(situation.request, hero="random", run=replace(situation.request.run, detail=()))
    return (Question("hands", about(request.to_json()), partial(_every_hand, request, tuple(orders))),)


def ask_two(orders: Sequence[Order], names: tuple[str, str], situation: Situation) -> tuple[Question, ...]:
    """Ask what two classes are worth, flop by flop."""
    if situation.request is None:
        return ()
    requests = tuple(with_book(replace(situation.request, hero=name)) for name in names)
    text = about({"two": [request.to_json() for request in requests]})
    return (Question("two", text, partial(_run_two, names, requests, tuple(orders))),)


def ask_seats(values: Mapping[str, Any], orders: Sequence[Order]) -> tuple[Question, ...]:
    """Ask for the tables of a game of one bet."""
    return (Question("seats", about(values), partial(_seats, dict(values), tuple(orders))),)


def ask_jam(values: Mapping[str, Any], kind: str) -> tuple[Question, ...]:
    """Ask for jam or fold; ``kind`` tells the stack on show from all stacks."""
    return (Question(kind, about(values), partial(_jam, dict(values))),)


def with_book(request: PreflopRequest) -> PreflopRequest:
    """Return the request asking for every flop."""
    return replace(request, run=replace(request.run, detail=BOOK))


def played(answer: PreflopAnswer) -> tuple[Action, ...]:
    """Return the actions that see flops."""
    return tuple(a for a in answer.actions if a.action != "fold" and a.sets and a.p_no_flop < 1 - 1e-12)


def seen_action(answer: PreflopAnswer, wanted: str = "") -> Action | None:
    """Return the action by which hands are compared: ``wanted``, else a call, else what there is."""
    actions = played(answer)
    first = next((a for a in actions if a.action == wanted), None)
    return first or next((a for a in actions if a.action in SEEN_FOR), None) or next(iter(actions), None)


def equities_of(answer: PreflopAnswer) -> dict[str, float]:
    """Return the share of the pot of each class if nothing is given up (see :class:`EveryHand`)."""
    action = seen_action(answer)
    return dict.fromkeys(answer.classes, 0.0) if action is None else answer.equities(action.action)


def _decide(request: PreflopRequest, orders: tuple[Order, ...], cancel: CancelToken) -> Iterator[Step]:
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
    answers: list[PreflopAnswer] = []
    for done, request in enumerate(requests):
        answer = None
        for snapshot in run_preflop(request, cancel=cancel, orders=orders):
            answer = snapshot.answer or answer
            left = snapshot.remaining_s
            if left is not None and snapshot.progress < 1:  # those that follow take as long
                left += (len(requests) - 1 - done) * left / (1 - snapshot.progress)
            yield Step((done + snapshot.progress) / len(requests), remaining_s=left)
        if answer is None:
            return
        answers.append(answer)
    yield Step(1.0, TwoHands(names, (answers[0], answers[1]), share_of_pot(*names)))


def share_of_pot(first: str, second: str) -> float:
    """Return the share of the pot that one class of hands has against another, all cards dealt."""
    return shares_against(second)[first]


def shares_against(name: str) -> dict[str, float]:
    """Return the share of the pot that each class of hands has against one of them, all cards dealt."""
    names = [class_text(*class_) for class_ in CLASSES]
    column = class_matchups().equity[:, names.index(name)]
    return dict(zip(names, column.tolist(), strict=True))


def _seats(values: dict[str, Any], orders: tuple[Order, ...], cancel: CancelToken) -> Iterator[Step]:
    cancel.guard()
    yield Step(1.0, seat_table(read_seats_request(values, orders), orders))


def _jam(values: dict[str, Any], cancel: CancelToken) -> Iterator[Step]:
    for snapshot in run_jam(read_jam_request(values), cancel=cancel):
        yield Step(snapshot.progress, snapshot.answer, snapshot.remaining_s)
