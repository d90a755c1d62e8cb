"""The answer of ``steelwheel preflop``, a JSON object, and how two answers differ."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from engine.arrays import F64
from engine.equity.details.changes import Change
from engine.preflop.book import Book, Books, Histogram, histogram
from engine.preflop.cells import FlopSample
from engine.preflop.decision import Decided, FlopCells, FlopSource
from engine.preflop.request import BOOK, PreflopRequest
from engine.ranges.holdem_hands import CLASSES, class_of_combo, class_text
from engine.scenario.codec import JsonObject, json_field

RESULT_VERSION = 1
TIE = 1e-12
"""Chips: actions whose worth differs by no more are equally good, and the cheaper one is named."""
OF_FOLD = ("action", "cost", "ev", "stderr")


@dataclass(frozen=True, slots=True, kw_only=True)
class FlopSetRow(JsonObject):
    """The opponents (places in the request) who see the flop together: how often, hero's mean R, the part of the flops
    worth a bet, and where they are sampled the standard errors of all three."""

    OPTIONAL = ("p_stderr", "equity_stderr", "bettable_stderr", BOOK)
    opponents: tuple[int, ...]
    p: float
    equity: float
    bettable: float
    p_stderr: float | None = None
    equity_stderr: float | None = None
    bettable_stderr: float | None = None
    book: Book | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PreflopAction(JsonObject):
    """An action of hero's: its expected value in chips and the ``stderr`` of that; of a fold nothing else is stated.

    Where the answer is sampled the other numbers have standard errors, too; None where it is exact.
    """

    OPTIONAL = ("p_no_flop_stderr", "equity_stderr", "bettable_stderr", BOOK)
    action: str
    cost: float
    ev: float
    stderr: float = 0.0
    p_no_flop: float = 1.0
    equity: float = 0.0
    bettable: float = 0.0
    p_no_flop_stderr: float | None = None
    equity_stderr: float | None = None
    bettable_stderr: float | None = None
    sets: tuple[FlopSetRow, ...] = ()
    flops: Histogram | None = None
    book: Book | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the action as JSON values."""
        return action_json(JsonObject.to_json(self))


def action_json(values: dict[str, Any]) -> dict[str, Any]:
    """Return the object of an action: of a fold the first entries alone."""
    return {key: values[key] for key in OF_FOLD} if values["action"] == "fold" else values


@dataclass(frozen=True, slots=True)
class ClassValue:
    """A class of hero's hands, or a pair of down cards: its ``share`` of his hands under the law, the expected value of
    each action by name and, of a sample, the ``stderrs`` of these. ``equity_stderrs``: by action the standard errors of
    what :meth:`PreflopAnswer.equities` returns; they are not in the JSON object, as the equities are not."""

    share: float
    evs: dict[str, float]
    best: str
    stderrs: dict[str, float] = field(default_factory=dict)
    equity_stderrs: dict[str, float] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """Return the row as JSON values."""
        result: dict[str, Any] = {"share": self.share, **self.evs, "best": self.best}
        return {**result, "stderr": self.stderrs} if self.stderrs else result


@dataclass(frozen=True, slots=True, kw_only=True)
class PreflopAnswer(JsonObject):
    """The whole answer, with what :meth:`book` and :meth:`equities` take: ``decided``, or ``sample`` where R is
    sampled."""

    OPTIONAL, INNER = ("trials", "notices"), ("decided", "sample")
    method: str
    reason: str
    best: str
    actions: tuple[PreflopAction, ...]
    classes: dict[str, ClassValue]
    request: PreflopRequest = json_field(key="scenario")
    trials: int | None = None
    notices: tuple[str, ...]
    decided: Decided | None = field(default=None, repr=False, compare=False)
    sample: FlopSample | None = field(default=None, repr=False, compare=False)

    def to_json(self) -> dict[str, Any]:
        """Return the answer as JSON values."""
        return {"steelwheel_preflop_result": RESULT_VERSION, **JsonObject.to_json(self)}

    @property
    def source(self) -> FlopSource:
        """The results flop by flop."""
        source = self.decided or self.sample
        assert source is not None
        return source

    def book(self, action: str, opponents: tuple[int, ...] | None = None) -> Book | None:
        """Return the flop book of an action, of one set of opponents or of all together; None where there is none: of a
        range that was sampled on some flops only."""
        return _book(Books(self.source), self.source, _place(self.source, action), opponents)

    def equities(self, action: str) -> dict[str, float]:
        """Return the share of the pot of each class of hero's range if no flop is given up after an action, against
        those who see it; 0 where nobody does."""
        p, share = (
            np.bincount(class_of_combo()[0], self.source.hands * values, len(CLASSES))
            for values in self.source.seen(_place(self.source, action))
        )
        means = np.divide(share, p, out=np.zeros_like(p), where=p > 0)
        result = dict(zip((class_text(*class_) for class_ in CLASSES), means.tolist(), strict=True))
        return {name: result[name] for name in self.classes}

    def with_books(self) -> "PreflopAnswer":
        """Return this with the flop books of its actions and of their sets."""
        source = self.source
        books = Books(source)
        actions = [self.actions[0]]
        for at, action in enumerate(self.actions[1:]):
            sets = tuple(replace(row, book=_book(books, source, at, row.opponents)) for row in action.sets)
            actions.append(replace(action, sets=sets, book=_book(books, source, at, None)))
        return replace(self, actions=tuple(actions))


def exact_preflop_answer(decided: Decided, reason: str) -> PreflopAnswer:
    """Return the answer of an exact decision."""
    situation = decided.situation
    actions = (PreflopAction(action="fold", cost=0.0, ev=0.0), *(_action(decided, at) for at in _places(decided)))
    answer = PreflopAnswer(
        method="exact", reason=reason, best=best_of({action.action: action.ev for action in actions}), actions=actions,
        classes=_classes(decided), notices=situation.notices, request=situation.request, decided=decided,
    )  # fmt: skip
    finished = answer.with_books() if BOOK in situation.request.run.detail else answer
    decided.kept()
    return finished


def best_of(evs: dict[str, float]) -> str:
    """Return the best action by its expected value; of equally good ones the cheapest, a check rather than a fold.

    ``evs`` are in the order of their costs.
    """
    most = max(evs.values())
    good = [name for name, ev in evs.items() if ev >= most - TIE]
    return "check" if good[0] == "fold" and "check" in good else good[0]


def _book(books: Books, source: FlopSource, at: int, opponents: tuple[int, ...] | None) -> Book | None:
    chosen = [k for k, places in _sets(source, at).items() if opponents is None or places == opponents]
    return books.book(at, chosen) if chosen else None


def _places(decided: Decided) -> range:
    return range(len(decided.situation.actions))


def _place(source: FlopSource, action: str) -> int:
    return [plan.name for plan in source.situation.actions].index(action)


def _sets(source: FlopSource, at: int) -> dict[int, tuple[int, ...]]:
    """Return the sets of opponents who may see a flop, by their numbers."""
    sets = source.situation.actions[at].sets()
    return {k: tuple(p.place for p in players if p.place is not None) for k, players in enumerate(sets) if players}


def _action(decided: Decided, at: int) -> PreflopAction:
    plan = decided.situation.actions[at]
    sets = _sets(decided, at)
    cells = {k: decided.set_cells(at, k) for k in sets}
    rows = [_set_row(cells[k], places) for k, places in sets.items()]
    seen = sum(row.p for row in rows)
    return PreflopAction(
        action=plan.name,
        cost=plan.cost,
        ev=_mean(decided.hands, decided.expected[at]),
        p_no_flop=_mean(decided.hands, decided.no_flop(at)),
        equity=sum(row.p * row.equity for row in rows) / seen if seen > 0 else 0.0,
        bettable=sum(row.p * row.bettable for row in rows) / seen if seen > 0 else 0.0,
        sets=tuple(rows),
        flops=histogram([(of_hand.p, of_hand.raw) for of_set in cells.values() for of_hand in of_set]),
    )


def _set_row(cells: list[FlopCells], places: tuple[int, ...]) -> FlopSetRow:
    p = math.fsum(float(of_hand.p.sum()) for of_hand in cells)
    equity = math.fsum(float(of_hand.p @ of_hand.share) for of_hand in cells)
    bettable = math.fsum(float(of_hand.p @ of_hand.bettable) for of_hand in cells)
    return FlopSetRow(
        opponents=places, p=p, equity=equity / p if p > 0 else 0.0, bettable=bettable / p if p > 0 else 0.0
    )


def _mean(hands: F64, values: F64) -> float:
    held = hands > 0
    return float(hands[held] @ values[held])


def _classes(decided: Decided) -> dict[str, ClassValue]:
    owner, count = class_of_combo()[0], len(CLASSES)
    share = np.bincount(owner, decided.hands, count)
    weights = np.nan_to_num(decided.expected) * decided.hands
    totals = [np.bincount(owner, row, count) for row in weights]
    names = [plan.name for plan in decided.situation.actions]
    rows = {}
    for number in np.flatnonzero(share > 0):
        evs = {name: float(total[number] / share[number]) for name, total in zip(names, totals, strict=True)}
        rows[class_text(*CLASSES[number])] = ClassValue(float(share[number]), evs, best_of({"fold": 0.0, **evs}))
    return rows


@dataclass(frozen=True, slots=True)
class ValueChange(Change):
    """The expected chips of what is done, before and after, and the ``actions`` that these are.

    Both are computed by themselves, so where they are sampled their errors are added: no way of being related makes it
    worse.
    """

    actions: tuple[str, str]


def action_changes(before: PreflopAnswer, after: PreflopAnswer) -> tuple[ValueChange, ...]:
    """Return how the actions that both answers know differ, in the order of the later one; a fold is worth 0."""
    known = {action.action: action for action in before.actions}
    pairs = ((known[action.action], action) for action in after.actions if action.action in known)
    return tuple(
        ValueChange(one.ev, other.ev, one.stderr + other.stderr, (one.action, other.action)) for one, other in pairs
    )


def class_changes(before: PreflopAnswer, after: PreflopAnswer) -> Mapping[str, ValueChange]:
    """Return by its name how the worth of the best action differs of each class that hero may have in both answers."""
    changes = {}
    for name, row in after.classes.items():
        if name in before.classes:
            (one, worth, error), (other, later, later_error) = _best(before.classes[name]), _best(row)
            changes[name] = ValueChange(worth, later, error + later_error, (one, other))
    return changes


def _best(row: ClassValue) -> tuple[str, float, float]:
    return row.best, row.evs.get(row.best, 0.0), row.stderrs.get(row.best, 0.0)
