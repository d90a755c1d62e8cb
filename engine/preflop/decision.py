"""Exact expected values, from the sums over all flops (``engine.preflop.sums``) and the chips of the situation.

For hero's hand h, a flop f and a set S of players who see it, P(f, S | h) is the weight of the deals with f and S
divided by the weight of all deals with h. Flops and hands that differ only in suits are computed once, and multiplied
by their number.
"""

import math
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb
from typing import Protocol

import numpy as np

from engine.arrays import F64, Bools
from engine.cards import DECK_SIZE
from engine.equity.holdem.disjoint import weight_avoiding
from engine.equity.jobs import CancelCheck, never_cancelled
from engine.preflop.situation import PreflopPlan, PreflopSituation
from engine.preflop.sums import FlopHandSums, FlopSums, HandFlops, Task

MAX_COMING = 2
"""Opponents who may see the flop in an exact computation."""
MAX_HANDS = 3
"""Hands in addition to hero's that an exact computation deals."""
NOT_PLAYABLE = 1e-12
"""An EVraw up to this is taken for a rounding error of 0."""


def preflop_exact_possible(situation: PreflopSituation) -> bool:
    """Return whether all actions can be computed exactly."""
    return all(len(a.coming) <= MAX_COMING and a.hands <= MAX_HANDS for a in situation.actions)


@dataclass(frozen=True, slots=True, eq=False)
class StreetCells:
    """Next streets (flops, or the fourth cards in razz) with one of hero's hands, one in each row.

    ``p`` float64[n] is the probability of each; ``share`` float64[n] is R, hero's share of the pot; ``raw`` float64[n]
    is EVraw, what going on is worth in chips.
    """

    p: F64
    share: F64
    raw: F64

    @property
    def playable(self) -> Bools:
        """Whether hero continues, bool[n]."""
        return self.raw > NOT_PLAYABLE

    @property
    def value(self) -> F64:
        """The value of each row, float64[n]: EVraw, or 0 if hero gives up."""
        return np.where(self.playable, self.raw, 0.0)


@dataclass(frozen=True, slots=True, eq=False)
class FlopCells(StreetCells):
    """Flops; ``errors`` float64[2, n]: the standard errors of R and EVraw if they are sampled."""

    errors: F64 | None = None


def joined_cells(cells: Sequence[FlopCells]) -> FlopCells:
    """Return the rows of several cells together, without their errors."""
    return FlopCells(*(np.concatenate([getattr(c, key) for c in cells]) for key in ("p", "share", "raw")))


class FlopSource(Protocol):
    """The results flop by flop, which are either exact or sampled.

    Hero's hands are grouped in ``kinds`` with the same symmetry of suits. A hand is named by the index of its kind and
    its index ``hero`` in that kind, an action by its index ``at`` in the situation, and the set of players who see the
    flop by its index ``k`` in ``PreflopPlan.sets``.
    """

    @property
    def situation(self) -> PreflopSituation:
        """The situation that is decided."""

    @property
    def hands(self) -> F64:
        """The probability of each of hero's combos, float64[1326]."""

    @property
    def complete(self) -> bool:
        """Whether every flop is known."""

    @property
    def kinds(self) -> Sequence[HandFlops]:
        """Hero's hands by their symmetry."""

    def cells(self, at: int, k: int, kind: int, hero: int) -> FlopCells:
        """Return the flops of one hand of a kind after action ``at`` for its set number ``k`` of players.

        ``p``: given the hand; one row for each flop of the kind.
        """

    def seen(self, at: int) -> tuple[F64, F64]:
        """Return by hero's combo the probability that somebody sees a flop after action ``at``, and that times hero's
        mean share: float64[1326] each."""


def pot_terms(situation: PreflopSituation, action: PreflopPlan, players: Collection[int]) -> tuple[float, float]:
    """Return :meth:`FirstStreetRequest.pot_terms` for an action and the places of the ``players`` who see the flop."""
    return situation.request.pot_terms(action.cost, action.level, action.bets, players)


def raised_terms(situation: PreflopSituation, action: PreflopPlan, raiser: int) -> tuple[float, float, float]:
    """Return the total cost for hero of calling an opponent's raise, and :meth:`FirstStreetRequest.pot_terms` after it.

    ``raiser``: the index of the opponent. All others have folded by then, with the chips that they had in before hero's
    action.
    """
    request = situation.request
    cost, left = action.raised - request.hero_chips, math.inf
    if request.stack is not None:
        left = max(request.stack - action.raised, 0.0)
    return cost, *request.pot_terms(cost, action.raised, action.bets, (raiser,), left)


class FlopDecision:
    """The exact computation of a situation.

    Call the functions of :meth:`parts` in any order and threads, pass their results to :meth:`take` in the order of the
    parts, and call :meth:`result` in the end.
    """

    def __init__(self, situation: PreflopSituation, check_cancelled: CancelCheck) -> None:
        """List the sums that the actions need; ``_task_of`` maps (action, set of players) to the number of its sum."""
        self.situation, self._check_cancelled = situation, check_cancelled
        self._ranges: list[F64] = []
        self._tasks: list[Task] = []
        self._task_of: dict[tuple[int, int], int] = {}
        for at, action in enumerate(situation.actions):
            for k, players in enumerate(action.sets()):
                if players:
                    hands = [(p.goes, True) if p in players else (p.stays, False) for p in action.coming]
                    self._task_of[at, k] = self._task(action, hands)
            for i in action.raisers:
                # If several players would raise, the first one does: the players in front of the raiser do not raise.
                hands = [(p.goes + p.stays if j < i else p.holds, False) for j, p in enumerate(action.coming)]
                hands[i] = action.coming[i].raises, True
                if all(weights.any() for weights, _ in hands):
                    self._task_of[at, raise_key(i)] = self._task(action, hands)
        ranges = np.array(self._ranges).reshape(-1, len(situation.hero))
        self.sums = FlopSums(situation.hero, ranges, self._tasks, situation.dead, check_cancelled)

    def _task(self, action: PreflopPlan, hands: list[tuple[F64, bool]]) -> int:
        """Return the number of the sum of the ``hands`` of those who may see the flop after an action, each with
        whether it does; equal sums are computed once."""
        hands = hands + [(taken, False) for taken in action.taken]
        task = Task(tuple(self._range(weights) for weights, _ in hands), tuple(contested for _, contested in hands))
        if task not in self._tasks:
            self._tasks.append(task)
        return self._tasks.index(task)

    def _range(self, weights: F64) -> int:
        """Return the index in ``_ranges`` of a range float64[1326], which is added if no equal one is there yet."""
        for i, known in enumerate(self._ranges):
            if np.array_equal(known, weights):
                return i
        self._ranges.append(weights)
        return len(self._ranges) - 1

    def parts(self) -> list[Callable[[], F64]]:
        """Return the parts of the work; their results, float64[..], are passed to :meth:`take`."""
        return self.sums.parts() if self._tasks else []

    def take(self, value: F64) -> None:
        """Add the result of the next part, float64[..]; parts are taken in their order."""
        self.sums.take(value)

    def result(self) -> "Decided":
        """Return the result of all parts."""
        result = self.sums.result() if self._tasks else []
        return Decided(self.situation, result, self._task_of, self._check_cancelled)


@dataclass(frozen=True, slots=True, eq=False)
class RaisedHands:
    """Hero's answer to the raise of an opponent by combo, [1326] each: the probability of the raise and that times
    hero's share of the pot if hero calls, whether hero does, and the chips won on average times the probability."""

    p: F64
    share: F64
    calls: Bools
    worth: F64


def raise_key(index: int) -> int:
    """Return the key of the raise of player ``index``, negative to differ from the numbers of sets of players."""
    return -1 - index


class Decided:
    """The value of each action for each of hero's hands: an exact :class:`FlopSource`.

    ``hands`` float64[1326]: the probability of each of hero's combos. ``check_cancelled`` is called for each hand;
    :meth:`without_cancellation` removes it.
    """

    complete = True

    def __init__(
        self,
        situation: PreflopSituation,
        sums: list[FlopHandSums],
        task_of: dict[tuple[int, int], int],
        check_cancelled: CancelCheck,
    ) -> None:
        """Store the sums, and compute from the ranges alone how often each of hero's combos is dealt.

        ``task_of``: for (action, set of players or :func:`raise_key`) the number of the sum in ``sums``. ``_dealt``:
        for each action the weight of all deals by hero's combo, float64[1326], the denominator of its probabilities.
        """
        self.situation, self.kinds, self._task_of, self._check_cancelled = situation, sums, task_of, check_cancelled
        self._dealt = [_dealt(action, [p.holds for p in action.coming]) for action in situation.actions]
        weights = situation.hero * self._dealt[0]  # of any action: all deal the same hands, up to a factor
        self.hands = weights / weights.sum()

    def without_cancellation(self) -> None:
        """Forget the cancel check of the run, which may be cancelled while the result is still in use."""
        self._check_cancelled = never_cancelled

    @cached_property
    def expected(self) -> F64:
        """The expected value of each action by hero's combo, float64[actions, 1326]; NaN if hero cannot hold it."""
        return np.array([self._expected(at) for at in range(len(self.situation.actions))])

    def no_flop(self, at: int) -> F64:
        """Return the probability that nobody sees a flop after an action by hero's combo, float64[1326]."""
        action = self.situation.actions[at]
        if not all(player.stays.any() for player in action.coming):
            return np.zeros(len(self.hands))
        alone = _dealt(action, [player.stays for player in action.coming])
        return np.divide(alone, self._dealt[at], out=np.zeros_like(alone), where=self._dealt[at] > 0)

    def cells(self, at: int, k: int, kind: int, hero: int) -> FlopCells:
        """Return the flops of one hand of a kind after action ``at`` for its set number ``k`` of players.

        ``p``: given the hand; one row for each flop of the kind.
        """
        action = self.situation.actions[at]
        terms = pot_terms(self.situation, action, [player.place for player in action.sets()[k]])
        return self._cells(at, k, terms, kind, hero)

    def raised(self, at: int) -> "dict[int, RaisedHands]":
        """Return hero's answers to the raise of each opponent after action ``at``, by its place in the request."""
        action, result = self.situation.actions[at], {}
        for i in action.raisers:
            if (at, raise_key(i)) not in self._task_of:
                continue
            place, count = action.coming[i].place, len(self.hands)
            cost, *terms = raised_terms(self.situation, action, place)
            p, share, worth = np.zeros(count), np.zeros(count), np.zeros(count)
            for kind, sums in enumerate(self.kinds):
                for hero, members in enumerate(sums.members):
                    cells = self._cells(at, raise_key(i), (terms[0], terms[1]), kind, hero)
                    p[members], share[members] = cells.p.sum(), cells.p @ cells.share
                    worth[members] = cells.p @ (cells.value - cost)
            result[place] = RaisedHands(p, share, worth > -action.cost * p, np.maximum(worth, -action.cost * p))
        return result

    def _cells(self, at: int, key: int, terms: tuple[float, float], kind: int, hero: int) -> FlopCells:
        """Return probability, share of the pot and value of one of hero's hands on each flop.

        ``at``: the index of the action; ``key``: the set of players who see the flop, or the raise, as in ``_task_of``;
        ``terms``: the chips that a win adds and those that a loss costs; ``kind`` and ``hero``: the index of the kind
        of hand and of the hand.
        """
        self._check_cancelled()
        sums = self.kinds[kind]
        action = self.situation.actions[at]
        task = self._task_of[at, key]
        left = DECK_SIZE - len(self.situation.dead) - 2 - 2 * action.hands
        whole = self._dealt[at][sums.members[hero][0]] * comb(left, 3)
        share = sums.shares[:, hero, task]
        won, bet = terms
        # The weight of one flop times the number of flops that it represents, over the weight of all deals and flops.
        p = sums.weights[:, hero, task] * sums.sizes / whole if whole > 0.0 else np.zeros_like(share)
        return FlopCells(p, share, share * won - (1.0 - share) * bet)

    def seen(self, at: int) -> tuple[F64, F64]:
        """Return by hero's combo the probability that somebody sees a flop after action ``at``, and that times hero's
        mean share: float64[1326] each."""
        p, share = np.zeros_like(self.hands), np.zeros_like(self.hands)
        sets = [k for k, players in enumerate(self.situation.actions[at].sets()) if players]
        for kind, sums in enumerate(self.kinds):
            for hero, members in enumerate(sums.members):
                for k in sets:
                    cells = self.cells(at, k, kind, hero)
                    p[members] += cells.p.sum()
                    share[members] += cells.p @ cells.share
        return p, share

    def set_cells(self, at: int, k: int) -> list[FlopCells]:
        """Return the flops of each hand after action ``at`` for its set number ``k``, ``p`` under the whole law."""
        result = []
        for kind, sums in enumerate(self.kinds):
            for hero, members in enumerate(sums.members):
                cells = self.cells(at, k, kind, hero)
                result.append(FlopCells(cells.p * self.hands[members].sum(), cells.share, cells.raw))
        return result

    def _expected(self, at: int) -> F64:
        """Return the EV of action ``at`` by hero's combo, float64[1326] in chips; NaN if hero cannot hold the combo.

        If nobody sees the flop, hero wins the middle; otherwise a flop is worth its value less the cost of the action.
        A raise of an opponent is worth the better of folding and calling.
        """
        action = self.situation.actions[at]
        result = np.where(self.hands > 0, self.no_flop(at) * self.situation.request.middle, np.nan)
        for k, players in enumerate(action.sets()):
            if players:
                for kind, sums in enumerate(self.kinds):
                    for hero, members in enumerate(sums.members):
                        cells = self.cells(at, k, kind, hero)
                        result[members] += cells.p @ (cells.value - action.cost)
        for answer in self.raised(at).values():
            result += answer.worth
        return result


def _dealt(action: PreflopPlan, hands: list[F64]) -> F64:
    """Return by hero's combo the weight of all deals in which the opponents hold these ``hands``, float64[1326].

    The hands that an action only takes out of the deck (``action.taken``) are dealt as well.
    """
    return np.maximum(weight_avoiding([*hands, *action.taken]), 0.0)
