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
"""Chips: actions whose EVs differ by no more are equally good, and the cheapest of them is the best."""
FOLD_KEYS = ("action", "cost", "ev", "stderr")


@dataclass(frozen=True, slots=True, kw_only=True)
class FlopSetRow(JsonObject):
    """The opponents (indices in the request) who see the flop together: how often they do, hero's mean R, and the share
    of the flops that are worth a bet. Sampled values have standard errors."""

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
    """An action of hero's: its expected value in chips with its standard error, and details unless it is a fold.

    The details have standard errors if the answer is sampled; these are None if it is exact.
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
    """Return the JSON object of an action, which for a fold has only the keys ``FOLD_KEYS``."""
    return {key: values[key] for key in FOLD_KEYS} if values["action"] == "fold" else values


@dataclass(frozen=True, slots=True)
class ClassValue:
    """A class of hero's hands, or a pair of down cards in razz, with the expected value of each action by name.

    ``share``: how often hero holds it, given all ranges. ``stderrs``: the standard errors of the ``evs`` if they are
    sampled. ``equity_stderrs``: those of what :meth:`PreflopAnswer.equities` returns, by action; neither these nor the
    equities are in the JSON object.
    """

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
    """The complete answer. :meth:`book` and :meth:`equities` need its results flop by flop: ``decided`` if it is exact,
    ``sample`` if it is sampled."""

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
        """Return the flop book of an action, against one set of opponents or against all sets together.

        None if there is no book, because a range was sampled on some of the flops only.
        """
        return _book(Books(self.source), self.source, _index_of(self.source, action), opponents)

    def equities(self, action: str) -> dict[str, float]:
        """Return by class of hero's range the share of the pot after an action if hero gave up no flop.

        The share is against those who see the flop, and 0 if nobody does.
        """
        p, share = (
            np.bincount(class_of_combo()[0], self.source.hands * values, len(CLASSES))
            for values in self.source.seen(_index_of(self.source, action))
        )
        means = np.divide(share, p, out=np.zeros_like(p), where=p > 0)
        result = dict(zip((class_text(*class_) for class_ in CLASSES), means.tolist(), strict=True))
        return {name: result[name] for name in self.classes}

    def with_books(self) -> "PreflopAnswer":
        """Return a copy with the flop books of its actions and of their sets of opponents."""
        source = self.source
        books = Books(source)
        actions = [self.actions[0]]
        for index, action in enumerate(self.actions[1:]):  # the first one is the fold
            sets = tuple(replace(row, book=_book(books, source, index, row.opponents)) for row in action.sets)
            actions.append(replace(action, sets=sets, book=_book(books, source, index, None)))
        return replace(self, actions=tuple(actions))


def exact_preflop_answer(decided: Decided, reason: str) -> PreflopAnswer:
    """Return the answer from a decision that was computed exactly."""
    situation = decided.situation
    fold = PreflopAction(action="fold", cost=0.0, ev=0.0)
    actions = (fold, *(_action(decided, at) for at in range(len(situation.actions))))
    answer = PreflopAnswer(
        method="exact", reason=reason, best=best_of({action.action: action.ev for action in actions}), actions=actions,
        classes=_classes(decided), notices=situation.notices, request=situation.request, decided=decided,
    )  # fmt: skip
    finished = answer.with_books() if BOOK in situation.request.run.detail else answer
    decided.without_cancellation()
    return finished


def best_of(evs: dict[str, float]) -> str:
    """Return the name of the action with the largest expected value.

    ``evs`` are in the order of their costs: of equally good actions the cheapest is best, but a check before a fold.
    """
    best = max(evs.values())
    good = [name for name, ev in evs.items() if ev >= best - TIE]
    return "check" if good[0] == "fold" and "check" in good else good[0]


def _book(books: Books, source: FlopSource, at: int, opponents: tuple[int, ...] | None) -> Book | None:
    selected = [k for k, indices in _sets(source, at).items() if opponents is None or indices == opponents]
    return books.book(at, selected) if selected else None


def _index_of(source: FlopSource, action: str) -> int:
    return [plan.name for plan in source.situation.actions].index(action)


def _sets(source: FlopSource, at: int) -> dict[int, tuple[int, ...]]:
    """Return the sets of opponents who may see a flop after action ``at``, as indices in the request, by number."""
    sets = source.situation.actions[at].sets()
    return {k: tuple(p.place for p in players if p.place is not None) for k, players in enumerate(sets) if players}


def _action(decided: Decided, at: int) -> PreflopAction:
    """Return the row of action ``at``: its values over all hands of hero's, and a row for each set of callers.

    R and the share of bettable flops are means over the flops that are seen, weighted by their probability.
    """
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
    # ``cells`` has the flops of one hand of hero's each; means are weighted by the probabilities of flops and hands.
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
    """Return the EV of each action for each class in hero's range, by the name of the class.

    The EV of a class is the mean over its combos, weighted by their probability in the deal.
    """
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
    """The EVs of two ``actions``, one of an earlier and one of a later answer, in chips.

    The standard error is the sum of both, because the two samples may be related in any way: no relation makes the
    error larger than that.
    """

    actions: tuple[str, str]


def action_changes(before: PreflopAnswer, after: PreflopAnswer) -> tuple[ValueChange, ...]:
    """Return how the EVs of the actions in both answers differ, in the order of the later one; a fold has EV 0."""
    known = {action.action: action for action in before.actions}
    pairs = ((known[action.action], action) for action in after.actions if action.action in known)
    return tuple(
        ValueChange(one.ev, other.ev, one.stderr + other.stderr, (one.action, other.action)) for one, other in pairs
    )


def class_changes(before: PreflopAnswer, after: PreflopAnswer) -> Mapping[str, ValueChange]:
    """Return how the EV of the best action differs, by name of each class that hero may hold in both answers."""
    changes = {}
    for name, row in after.classes.items():
        if name in before.classes:
            (one, worth, error), (other, later, later_error) = _best(before.classes[name]), _best(row)
            changes[name] = ValueChange(worth, later, error + later_error, (one, other))
    return changes


def _best(row: ClassValue) -> tuple[str, float, float]:
    return row.best, row.evs.get(row.best, 0.0), row.stderrs.get(row.best, 0.0)
