"""Jam or fold of several players by what the ends of a hand are worth to each: best responses, play near equilibrium.

The first player who does not fold goes all in, and so many of those behind him as may call call or fold, one after the
other. Each hand behind the jammer's is dealt without the two cards of the jammer only, whatever others hold; what a
fold tells about the hand of the jammer counts.

Regret minimisation with discounts (Brown and Sandholm, "Solving imperfect-information games via discounted regret
minimization", 2019): all who may go all in answer the calls of the round before, the last first, then all callers
answer them. Of two players with opposite interests this reaches an equilibrium; with more it may not, and equilibria
need not be unique. What each position could gain by its best response is therefore computed.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from engine.arrays import F64
from engine.jobs import Guard
from engine.preflop.jam_ends import Ends
from engine.preflop.matchups import ClassMatchups

LOOK = 25
"""Rounds between two looks how near the equilibrium is."""
MOST_ROUNDS = 1000
CLOSE_ENOUGH = 1e-8
"""What a position may gain at most when the rounds end, as a part of all that is at stake."""
DISCOUNT, FORGOTTEN, WEIGHT = 1.5, 0.5, 2.0
"""Regrets above 0 are multiplied by t^1.5 / (t^1.5 + 1) in round t, others by one half; its play weighs t^2."""


def pair_number(jammer: int, caller: int) -> int:
    """Return the number of jammer and caller among all pairs, which are ordered by callers."""
    return caller * (caller - 1) // 2 + jammer


@dataclass(frozen=True, slots=True, eq=False)
class Play:
    """Frequencies of all classes: ``jam`` float64[jammers, 169] when first in, ``call`` float64[pairs, 169]."""

    jam: F64
    call: F64


@dataclass(frozen=True, slots=True, eq=False)
class Prospects:
    """What lies behind a jam, whatever the jammer's ranges are.

    ``jammed`` float64[jammers, 169, players]: what each player expects by the jammer's hand. By pair and the jammer's
    hand, float64[pairs, 169]: ``open``, how often those between fold; ``after``, what the caller expects if he folds.
    """

    jammed: F64
    open: F64
    after: F64


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """A play and what it is worth. ``values`` float64[players]: what each player expects before the hand; ``ev_jam``,
    ``ev_call`` as :class:`Play`: what playing is worth more than folding; ``gains`` float64[players]: what each
    position could gain by its best response."""

    play: Play
    values: F64
    ev_jam: F64
    ev_call: F64
    gains: F64


class Field:
    """The game with its ``ends``."""

    def __init__(self, ends: Ends, matchups: ClassMatchups) -> None:
        self.players, self._ends = len(ends.walk), ends
        self.held = matchups.pairs.sum(axis=1) / matchups.pairs.sum()
        self._given = matchups.pairs / matchups.pairs.sum(axis=1, keepdims=True)
        shown = self._given, self._given * matchups.win, self._given * matchups.tie
        # jammer's hand by caller's, and the other way round: dealt, won by the jammer, shared
        self._by_caller = np.concatenate(shown, axis=1)
        self._by_jammer = np.concatenate([part.T for part in shown], axis=1)
        self.pairs = [(jammer, caller) for caller in range(1, self.players) for jammer in range(caller)]
        self._jammers = [jammer for jammer, _ in self.pairs]
        won, shared, lost = (np.array([ends.pairs[(*pair, order)] for pair in self.pairs]) for order in range(3))
        self._worth = np.stack([lost, won - lost, shared - lost], axis=1)
        self._own = np.array([self._worth[at, :, caller] for at, (_, caller) in enumerate(self.pairs)])

    def start(self) -> Play:
        """Return a play to begin with."""
        return Play(*(np.full((count, len(self.held)), 0.5) for count in (self.players - 1, len(self.pairs))))

    def _callers(self) -> Iterator[tuple[int, slice]]:
        """Yield each caller, and where the pairs with those who may jam before him are."""
        for caller in range(1, self.players):
            yield caller, slice(pair_number(0, caller), pair_number(caller, caller))

    def prospects(self, call: F64) -> Prospects:
        """Return what lies behind a jam with the calls float64[pairs, 169]."""
        seen = (call @ self._by_jammer).reshape(len(call), 3, -1)
        jammed = np.repeat(self._ends.stolen[:, None, :], len(self.held), axis=1)
        uncalled = np.ones((self.players - 1, len(self.held)))
        open_, after = np.empty_like(call), np.empty_like(call)
        for caller, rows in self._callers():
            open_[rows] = uncalled[:caller]
            uncalled[:caller] *= 1.0 - seen[rows, 0]
        for caller, rows in reversed(list(self._callers())):
            after[rows] = jammed[:caller, :, caller]
            jammed[:caller] *= 1.0 - seen[rows, 0, :, None]
            jammed[:caller] += seen[rows].transpose(0, 2, 1) @ self._worth[rows]
        return Prospects(jammed, open_, after)

    def jam_gain(self, prospects: Prospects, jammer: int, folded: F64) -> F64:
        """Return what a jam gains each class over folding, float64[169], times how often it is held; ``folded``
        float64[players]: what all expect after the fold."""
        gain: F64 = self.held * (prospects.jammed[jammer, :, jammer] - folded[jammer])
        return gain

    def worth(self, prospects: Prospects, jammer: int, jam: F64, folded: F64) -> F64:
        """Return what all expect when the jammer is first in with the frequencies float64[169], float64[players]."""
        weights = self.held * jam
        return np.asarray(weights @ prospects.jammed[jammer] + (1.0 - weights.sum()) * folded)

    def walk(self) -> F64:
        """Return what all have when everybody folds to the big blind, float64[players]."""
        return self._ends.walk

    def call_gains(self, prospects: Prospects, jam: F64) -> tuple[F64, F64]:
        """Return what a call gains each class of each caller over folding, times how often that is dealt with the jam,
        and how often it is, float64[pairs, 169] each."""
        weights = (self.held * jam)[self._jammers] * prospects.open
        seen = (weights @ self._by_caller).reshape(len(weights), 3, -1)
        called = np.einsum("poj,po->pj", seen, self._own)
        return called - (weights * prospects.after) @ self._given, seen[:, 0]

    def judge(self, play: Play) -> Judged:
        """Return what a play is worth, and what each position could gain."""
        prospects, worth = self.prospects(play.call), self.walk()
        ev_jam, first = np.empty_like(play.jam), np.cumprod([1.0, *(1.0 - play.jam @ self.held)])
        gains = np.zeros(self.players)
        for jammer in reversed(range(self.players - 1)):
            gain = self.jam_gain(prospects, jammer, worth)
            gains[jammer] += first[jammer] * _missed(gain, play.jam[jammer])
            ev_jam[jammer] = gain / self.held
            worth = self.worth(prospects, jammer, play.jam[jammer], worth)
        gain, dealt = self.call_gains(prospects, play.jam)
        for at, (jammer, caller) in enumerate(self.pairs):
            gains[caller] += first[jammer] * _missed(gain[at], play.call[at])
        ev_call = np.divide(gain, dealt, out=np.zeros_like(gain), where=dealt > 0.0)
        return Judged(play, worth, ev_jam, ev_call, gains)


def _missed(gain: F64, played: F64) -> float:
    return float(np.maximum(gain, 0.0).sum() - gain @ played)


class _Regrets:
    """Discounted regrets of decisions between playing and folding, and their mean play, float64[decisions, 169]."""

    def __init__(self, played: F64) -> None:
        self.played = played.copy()
        self._regrets = np.zeros((2, *played.shape))
        self._sum, self._weights = np.zeros_like(played), 0.0

    def respond(self, step: int, gain: F64, rows: slice = slice(None)) -> None:
        """Answer the ``gain`` of playing over folding of some rows, in round ``step`` from 1 on."""
        regrets, played = self._regrets[:, rows], self.played[rows]
        held = step**DISCOUNT / (step**DISCOUNT + 1.0)
        regrets *= np.where(regrets > 0.0, held, FORGOTTEN)
        regrets[0] -= gain * played
        regrets[1] += gain * (1.0 - played)
        positive = np.maximum(regrets, 0.0)
        total = positive.sum(axis=0)
        np.divide(positive[1], total, out=played, where=total > 0.0)

    def count(self, step: int) -> None:
        """Count the play of a round."""
        self._sum += step**WEIGHT * self.played
        self._weights += step**WEIGHT

    def mean(self) -> F64:
        """Return the mean play."""
        return self._sum / self._weights


def solve_field(field: Field, close: float, guard: Guard) -> Iterator[Judged]:
    """Yield better and better plays, until no position could gain more than ``close``, or no more rounds are played;
    ``guard`` is called every round."""
    start = field.start()
    jams, calls = _Regrets(start.jam), _Regrets(start.call)
    for step in range(1, MOST_ROUNDS + 1):
        guard()
        prospects, worth = field.prospects(calls.played), field.walk()
        for jammer in reversed(range(field.players - 1)):
            jams.respond(step, field.jam_gain(prospects, jammer, worth)[None], slice(jammer, jammer + 1))
            worth = field.worth(prospects, jammer, jams.played[jammer], worth)
        calls.respond(step, field.call_gains(prospects, jams.played)[0])
        jams.count(step)
        calls.count(step)
        if step % LOOK == 0:
            judged = field.judge(Play(jams.mean(), calls.mean()))
            yield judged
            if judged.gains.max() <= close:
                return
