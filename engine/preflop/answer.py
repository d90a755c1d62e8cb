"""The answers of decisions on the first street, that of ``steelwheel preflop``, and how two of these differ."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Self, TypeVar

import numpy as np

from engine.arrays import F64
from engine.equity.details.changes import Change
from engine.preflop.book import Book, Books, Histogram, histogram
from engine.preflop.cells import FlopSample
from engine.preflop.decision import Decided, FlopSource, RaisedHands, StreetCells
from engine.preflop.request import BOOK, PreflopRequest
from engine.ranges.holdem_hands import CLASSES, class_of_combo, class_text
from engine.scenario.codec import JsonObject, json_field

RESULT_VERSION = 1
TIE = 1e-12
"""Chips: actions whose EVs differ by no more are equally good, and the cheapest of them is the best."""
FOLD_KEYS = ("action", "cost", "ev", "stderr")


@dataclass(frozen=True, slots=True, kw_only=True)
class StreetSetRow(JsonObject):
    """The opponents (indices in the request) who see the next street together: how often they do, hero's mean R, and
    the share of the next streets on which hero continues. Sampled values have standard errors."""

    OPTIONAL: ClassVar[tuple[str, ...]] = ("p_stderr", "equity_stderr", "playable_stderr")
    opponents: tuple[int, ...]
    p: float
    equity: float
    playable: float
    p_stderr: float | None = None
    equity_stderr: float | None = None
    playable_stderr: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstStreetAction(JsonObject):
    """One of hero's actions: its expected value in chips with its standard error, and details unless it is a fold.

    The details have standard errors if the answer is sampled; these are None if it is exact. ``values`` is the
    distribution of EVraw over the next streets.
    """

    OPTIONAL: ClassVar[tuple[str, ...]] = ("everybody_folds_stderr", "equity_stderr", "playable_stderr")
    action: str
    cost: float
    ev: float
    stderr: float = 0.0
    everybody_folds: float = 1.0
    equity: float = 0.0
    playable: float = 0.0
    everybody_folds_stderr: float | None = None
    equity_stderr: float | None = None
    playable_stderr: float | None = None
    sets: tuple[Any, ...] = ()
    values: Histogram | None = json_field(key="fourths", default=None)

    def to_json(self) -> dict[str, Any]:
        """Return the action as JSON values; a fold has only the keys ``FOLD_KEYS``."""
        values = JsonObject.to_json(self)
        return {key: values[key] for key in FOLD_KEYS} if self.action == "fold" else values


SetRow = TypeVar("SetRow", bound=StreetSetRow)


@dataclass(frozen=True, slots=True)
class ClassValue:
    """A class of hero's hands, or a pair of down cards in razz, with the expected value of each action by name.

    ``share``: how often hero holds it, given all ranges. ``stderrs``: the standard errors of the ``evs`` if they are
    sampled. ``equity_stderrs``: those of what :meth:`PreflopAnswer.equities` returns, by action; neither these nor the
    equities are in the JSON object.
    """

    share: float
    evs: dict[str, float]
    stderrs: dict[str, float] = field(default_factory=dict)
    equity_stderrs: dict[str, float] = field(default_factory=dict)

    @property
    def best(self) -> str:
        """The name of the best action."""
        return best_of({"fold": 0.0, **self.evs})

    def to_json(self) -> dict[str, Any]:
        """Return the row as JSON values."""
        result: dict[str, Any] = {"share": self.share, **self.evs, "best": self.best}
        return {**result, "stderr": self.stderrs} if self.stderrs else result


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstStreetAnswer(JsonObject):
    """The base of complete answers: how they were computed, and the actions with the fold first."""

    VERSION_KEY: ClassVar[str]
    method: str
    reason: str
    best: str
    actions: tuple[Any, ...]

    @classmethod
    def of(cls, actions: Sequence[FirstStreetAction], **values: Any) -> Self:
        """Return the answer with the ``actions`` that are no fold, and its other ``values``."""
        every = type(actions[0])(action="fold", cost=0.0, ev=0.0), *actions
        return cls(actions=every, best=best_of({action.action: action.ev for action in every}), **values)

    def to_json(self) -> dict[str, Any]:
        """Return the answer as JSON values."""
        return {self.VERSION_KEY: RESULT_VERSION, **JsonObject.to_json(self)}


@dataclass(frozen=True, slots=True, kw_only=True)
class FlopSetRow(StreetSetRow):
    """The opponents who see the flop together, with the flop book if it was requested."""

    OPTIONAL = (*StreetSetRow.OPTIONAL, BOOK)
    playable: float = json_field(key="bettable")
    playable_stderr: float | None = json_field(key="bettable_stderr", default=None)
    book: Book | None = None


@dataclass(frozen=True, slots=True)
class RaiseRow(JsonObject):
    """The raise of an opponent (index in the request) after hero's action: its probability ``p``, hero's mean R against
    it, how often hero calls it, and hero's mean result after it. Sampled values have standard errors."""

    OPTIONAL = ("p_stderr", "equity_stderr", "called_stderr", "stderr")
    opponent: int
    p: float
    equity: float
    called: float
    ev: float
    p_stderr: float | None = None
    equity_stderr: float | None = None
    called_stderr: float | None = None
    stderr: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PreflopAction(FirstStreetAction):
    """An action before the flop, with the flop book if it was requested."""

    OPTIONAL = (*FirstStreetAction.OPTIONAL, "raised", BOOK)
    everybody_folds: float = json_field(key="p_no_flop", default=1.0)
    playable: float = json_field(key="bettable", default=0.0)
    everybody_folds_stderr: float | None = json_field(key="p_no_flop_stderr", default=None)
    playable_stderr: float | None = json_field(key="bettable_stderr", default=None)
    sets: tuple[FlopSetRow, ...] = ()
    values: Histogram | None = json_field(key="flops", default=None)
    raised: tuple[RaiseRow, ...] = json_field(key="raised_by", default=())
    book: Book | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PreflopAnswer(FirstStreetAnswer):
    """The complete answer. :meth:`book` and :meth:`equities` need its results flop by flop: ``decided`` if it is exact,
    ``sample`` if it is sampled."""

    VERSION_KEY = "steelwheel_preflop_result"
    OPTIONAL, INNER = ("trials", "notices"), ("decided", "sample")
    actions: tuple[PreflopAction, ...]
    classes: dict[str, ClassValue]
    request: PreflopRequest = json_field(key="scenario")
    trials: int | None = None
    notices: tuple[str, ...]
    decided: Decided | None = field(default=None, repr=False, compare=False)
    sample: FlopSample | None = field(default=None, repr=False, compare=False)

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
    answer = PreflopAnswer.of(
        [_action(decided, at) for at in range(len(situation.actions))], method="exact", reason=reason,
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
    return {k: tuple(p.place for p in players) for k, players in enumerate(sets) if players}


def _action(decided: Decided, at: int) -> PreflopAction:
    """Return the row of action ``at``: its values over all of hero's hands, and a row for each set of callers."""
    plan = decided.situation.actions[at]
    cells = {opponents: decided.set_cells(at, k) for k, opponents in _sets(decided, at).items()}
    rows = tuple(
        row_of_callers(FlopSetRow, opponents, math.fsum(float(of_hand.p.sum()) for of_hand in of_set), of_set)
        for opponents, of_set in cells.items()
    )
    raised = tuple(_raise_row(place, decided.hands, answer) for place, answer in decided.raised(at).items())
    return PreflopAction(
        action=plan.name, cost=plan.cost, ev=_mean(decided.hands, decided.expected[at]), raised=raised,
        everybody_folds=_mean(decided.hands, decided.no_flop(at)), **mean_values(rows, sum), sets=rows,
        values=histogram([(of_hand.p, of_hand.raw) for of_set in cells.values() for of_hand in of_set]),
    )  # fmt: skip


def _raise_row(place: int, hands: F64, answer: RaisedHands) -> RaiseRow:
    p, share, called, worth = (
        float(hands @ values) for values in (answer.p, answer.share, answer.p * answer.calls, answer.worth)
    )
    return RaiseRow(place, p, *(value / p if p > 0 else 0.0 for value in (share, called, worth)))


def row_of_callers(row: type[SetRow], opponents: tuple[int, ...], p: float, cells: Iterable[StreetCells]) -> SetRow:
    """Return the ``row`` of opponents who see the next street together with the probability ``p``.

    ``cells`` has the next streets of one of hero's hands each, weighted by the probability of the hand, so that sums
    over all of them are means over the hands.
    """
    sums = ((float(of_hand.p @ of_hand.share), float(of_hand.p @ of_hand.playable)) for of_hand in cells)
    equity, playable = map(math.fsum, zip(*sums, strict=True))
    return row(opponents=opponents, p=p, equity=equity / p if p > 0 else 0.0, playable=playable / p if p > 0 else 0.0)


def mean_values(sets: Sequence[StreetSetRow], add: Callable[[Iterable[float]], float]) -> dict[str, Any]:
    """Return the mean R and the share of the next streets on which hero continues, over all sets of opponents.

    ``add`` adds numbers up; each game keeps its own, so that its results stay the same to the last digit.
    """
    p, keys = add(row.p for row in sets), ("equity", "playable")
    return {key: add(row.p * getattr(row, key) for row in sets) / p if p > 0 else 0.0 for key in keys}


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
        rows[class_text(*CLASSES[number])] = ClassValue(float(share[number]), evs)
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
