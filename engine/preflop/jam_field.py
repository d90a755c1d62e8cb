"""Jam or fold of several players, from the values of the ends of a hand: best responses, and play near equilibrium.

The first player who does not fold goes all in, and the players behind call or fold in turn until the limit of callers
is reached. The hand of a player behind is dealt without the jammer's two cards, but independent of the other hands. The
probability of each class of the jammer takes into account that players behind have folded.

The method is regret minimization with discounts (Brown and Sandholm, "Solving imperfect-information games via
discounted regret minimization", 2019). In each round all jammers answer the calls of the previous round, the last
jammer first, and then all callers answer the jams. For two players with opposite interests this converges to an
equilibrium. With more players it need not, and equilibria need not be unique; therefore the possible gain of each
position by its best response is computed.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from engine.arrays import F64, I64, U16
from engine.equity.workers import Workers, numbered_chunks
from engine.kernels.preflop.overcalls import CASES, WIDTH, add_showdowns, add_values
from engine.preflop.jam_ends import Ends
from engine.preflop.matchups import ClassMatchups
from engine.preflop.showdowns import ORDERS_OF_THREE, UNIT


def _orders() -> I64:
    """Return how to turn the table's orders into orders of jammer, caller and second caller, int64[6, 13].

    The table has three hands in ascending order of their classes. A row is one of :data:`CASES`, which says whose class
    is the lowest, the next and the highest; a column is an order of the table. The value is the index in
    :data:`ORDERS_OF_THREE` of the same showdown as seen by jammer, caller and second caller.
    """
    seats = ([tuple(place for _, place in sorted(zip(case, order, strict=True))) for order in ORDERS_OF_THREE]
             for case in CASES)  # fmt: skip
    return np.array([[ORDERS_OF_THREE.index(places) for places in row] for row in seats])


ORDERS = _orders()


class SecondCalls:
    """The showdowns of all ``triples`` of jammer, caller and second caller.

    ``pairs`` int64[triples]: the number of jammer and caller; ``showdowns`` uint16[818805, 16]; ``given`` float64[169,
    169]: the probability of a caller's class (column) given the jammer's (row); ``ends``: for each triple the values of
    all players by order, float64[13, players].

    The sums are stored from round to round, and only changes of the frequencies are added.
    """

    def __init__(
        self,
        showdowns: U16,
        given: F64,
        triples: Sequence[tuple[int, ...]],
        pairs: Sequence[int],
        ends: Mapping[tuple[int, ...], F64],
        pool: Workers,
    ) -> None:
        """Start with no calls, so all sums are 0.

        ``_worth``: for the caller and for the second caller (positions 1 and 2 in a triple) the values of all orders of
        each triple.
        """
        self._table, self._given, self._pool = showdowns, given, pool
        self._pairs = list(pairs)
        count, size = len(triples), len(given)
        self._worth = [[worth_by_case(ends[triple][:, triple[place]]) for triple in triples] for place in (1, 2)]
        self._call, self._over = np.zeros((count, size)), np.zeros((count, size))
        self._shown = np.zeros((count, size, len(ORDERS_OF_THREE)))
        self._weights = np.zeros((2, count, size))
        """The second calls and the calls that ``_values`` were summed with."""
        self._values = np.zeros((2, count, size, size))

    def shown(self, call: F64, over: F64) -> F64:
        """Return the probability of showdowns of three players, by the jammer's class and the order of the hands.

        The result float64[triples, 169, 13] is given the jammer's class, and that it is the turn of each caller; its
        sum over the orders is the chance that both call. ``call`` float64[pairs, 169] and ``over`` float64[triples,
        169] are the frequencies of calls and second calls. The probability is linear in each of both, so only their
        changes since the last round are added: those of the calls with the previous second calls, then those of the
        second calls with the new calls.
        """
        call = call[self._pairs]
        changes = call - self._call, over - self._over

        def add(at: int) -> None:
            for weights in (changes[0][at], self._over[at]), (call[at], changes[1][at]):
                self._shown[at] += sum_showdowns(self._table, self._given, np.array(weights))

        self._each(add)
        self._call, self._over = call, over.copy()
        return self._shown

    def by_caller(self, over: F64) -> F64:
        """Return the value of a showdown to the caller times its probability, float64[triples, 169, 169].

        The axes are the classes of caller and jammer; ``over`` float64[triples, 169] are the second calls.
        """
        return self._followed(0, over)

    def by_second(self, call: F64) -> F64:
        """Return the value of a showdown to the second caller times its probability, float64[triples, 169, 169].

        The axes are the classes of second caller and jammer; ``call`` float64[pairs, 169] are the calls.
        """
        return self._followed(1, call[self._pairs])

    def _followed(self, kind: int, weights: F64) -> F64:
        """Return the values of showdowns to one caller, float64[triples, 169, 169].

        ``kind`` 0: to the caller; 1: to the second caller. ``weights`` float64[triples, 169]: the frequencies with
        which the other one calls. Only classes whose frequency has changed since the last round are summed.
        """
        changes = weights - self._weights[kind]

        def add(at: int) -> None:
            used = np.flatnonzero(changes[at])
            if len(used):
                worth, values = self._worth[kind][at], self._values[kind, at]
                add_values(self._table, self._given, changes[at], used, len(used), kind == 0, worth, values)

        self._each(add)
        self._weights[kind] = weights
        result: F64 = self._values[kind]
        return result

    def _each(self, add: Callable[[int], None]) -> None:
        """Call ``add`` with the number of each triple, in several threads."""
        for _ in self._pool.in_order(numbered_chunks(len(self._pairs), add)):
            pass
        self._pool.cancel.check_cancelled()


def worth_by_case(worth: F64) -> F64:
    """Return the values of orders, float64[13], in the form of :func:`add_values`, float64[6, 16]."""
    result = np.zeros((len(CASES), WIDTH))
    result[:, : len(worth)] = worth[ORDERS] / UNIT
    return result


def sum_showdowns(table: U16, given: F64, weights: F64) -> F64:
    """Return the probabilities of :data:`ORDERS_OF_THREE` by the class of the jammer, float64[n, 13].

    ``table``, ``given`` and ``weights`` as in :func:`add_showdowns`.
    """
    used, counts = np.zeros(weights.shape, np.int64), np.count_nonzero(weights, axis=1)
    for player, count in enumerate(counts):
        used[player, :count] = np.flatnonzero(weights[player])
    result = np.zeros((len(given), len(ORDERS_OF_THREE)))
    if counts.all():
        sums = np.zeros((len(CASES), len(given), WIDTH))
        add_showdowns(table, given, weights, used, counts, sums)
        for orders, part in zip(ORDERS, sums, strict=True):
            result[:, orders] += part[:, : len(orders)] / UNIT
    return result


CHECK_ROUNDS = 25
"""Rounds between two checks of the possible gains."""
MAX_ROUNDS = 1000
"""Rounds after which the play is the result, whatever could be gained."""
FIRST_ROUNDS, SECOND_CHECKS = 50, (75, 150, 250, 400)
"""Rounds before second callers join in, and the rounds of checks if they do (the last one ends): checks take long."""
DISCOUNT, NEGATIVE_DISCOUNT, WEIGHT = 1.5, 0.5, 2.0
"""In round t positive regrets are multiplied by t^1.5 / (t^1.5 + 1), negative ones by 1/2, and the play has weight
t^2."""


def pair_number(jammer: int, caller: int) -> int:
    """Return the index of jammer and caller among all pairs, which are ordered by callers."""
    return caller * (caller - 1) // 2 + jammer


@cache
def triple_places(players: int) -> dict[tuple[int, ...], int]:
    """Return the indices of jammer, caller and second caller among all triples, which are ordered by pairs."""
    pairs = ((jammer, caller) for caller in range(1, players) for jammer in range(caller))
    triples = ((*pair, second) for pair in pairs for second in range(pair[1] + 1, players))
    return {triple: number for number, triple in enumerate(triples)}


@dataclass(frozen=True, slots=True, eq=False)
class JamPlay:
    """The frequencies of all classes, or other values of them.

    ``jam`` float64[jammers, 169]: of jams when first in; ``call`` float64[pairs, 169]: of calls; ``over``
    float64[triples, 169]: of second calls.
    """

    jam: F64
    call: F64
    over: F64


@dataclass(frozen=True, slots=True, eq=False)
class Prospects:
    """The outcomes after a jam, by the class of the jammer.

    ``jammed`` float64[jammers, 169, players]: the expected value of each player. For each pair, float64[pairs, 169]:
    ``open``, the probability that the players between fold; ``after``, the caller's expected value if he folds;
    ``called``, the probability that he calls; ``alone``, the probability that nobody calls after him. For each triple,
    float64[triples, 169]: ``over_open``, the probability that the players between caller and second caller fold;
    ``over_after``, the second caller's expected value if he folds, times the probability that the caller calls.
    """

    jammed: F64
    open: F64
    after: F64
    called: F64
    alone: F64
    over_open: F64
    over_after: F64


@dataclass(frozen=True, slots=True, eq=False)
class JudgedPlay:
    """A play with its values.

    ``values`` float64[players]: the expected value of each player before the hand; ``worth``: the gain of playing each
    class over folding it; ``gains`` float64[players]: of each position by its best response.
    """

    play: JamPlay
    values: F64
    worth: JamPlay
    gains: F64


class JamField:
    """The game of several players with the values ``ends``.

    ``showdowns`` uint16[triples, 16]: the table of three classes if two players may call, which is summed by the
    threads of ``pool``; None if only one may call.
    """

    def __init__(self, ends: Ends, matchups: ClassMatchups, pool: Workers, showdowns: U16 | None = None) -> None:
        """Prepare the matrices by which all rounds multiply frequencies.

        ``_given`` float64[169, 169]: the probability of a caller's class (column) given the jammer's (row). ``_worth``
        float64[pairs, 3, players]: the value of every player if the jam is called and lost, and the gains over it if it
        is won or shared instead. Combined with the probabilities of the deal, a win and a split they give the value of
        a called jam. ``_own`` float64[pairs, 3]: the same for the caller alone.
        """
        self.players, self.cancel, self._ends, self._pool = len(ends.walk), pool.cancel, ends, pool
        self.held = matchups.pairs.sum(axis=1) / matchups.pairs.sum()
        self._given = matchups.pairs / matchups.pairs.sum(axis=1, keepdims=True)
        outcomes = self._given, self._given * matchups.win, self._given * matchups.tie
        # Probabilities that a hand is dealt, won by the jammer, or shared: jammer's classes in rows, then in columns.
        self._by_caller = np.concatenate(outcomes, axis=1)
        self._by_jammer = np.concatenate([part.T for part in outcomes], axis=1)
        self.pairs = [(jammer, caller) for caller in range(1, self.players) for jammer in range(caller)]
        self._jammers = [jammer for jammer, _ in self.pairs]
        won, shared, lost = (np.array([ends.pairs[(*pair, order)] for pair in self.pairs]) for order in range(3))
        self._worth = np.stack([lost, won - lost, shared - lost], axis=1)
        self._own = np.array([self._worth[at, :, caller] for at, (_, caller) in enumerate(self.pairs)])
        self._showdowns = showdowns
        self.triples = [] if showdowns is None else list(triple_places(self.players))
        self._pairs_of = [pair_number(jammer, caller) for jammer, caller, *_ in self.triples]

    def start(self) -> JamPlay:
        """Return the play with which the rounds begin."""
        jam, call = (np.full((count, len(self.held)), 0.5) for count in (self.players - 1, len(self.pairs)))
        return JamPlay(jam, call, np.zeros((len(self.triples), len(self.held))))

    def _callers(self) -> Iterator[tuple[int, slice]]:
        """Yield each caller with the slice of the pairs in which he calls."""
        for caller in range(1, self.players):
            yield caller, slice(pair_number(0, caller), pair_number(caller, caller))

    def seconds(self) -> SecondCalls | None:
        """Return new sums of showdowns of three players, or None if only one player may call."""
        if self._showdowns is None:
            return None
        ends = {triple: self._ends.triples[triple] for triple in self.triples}
        return SecondCalls(self._showdowns, self._given, self.triples, self._pairs_of, ends, self._pool)

    def prospects(self, call: F64, over: F64, seconds: SecondCalls | None) -> Prospects:
        """Return the outcomes after a jam.

        ``call`` float64[pairs, 169] and ``over`` float64[triples, 169]: the frequencies of calls and second calls.
        ``seconds`` None: nobody calls second.
        """
        seen = (call @ self._by_jammer).reshape(len(call), 3, -1)
        values = seen.transpose(0, 2, 1) @ self._worth
        alone, over_open, over_after = self._add_seconds(values, call, over, seconds)
        jammed = np.repeat(self._ends.stolen[:, None, :], len(self.held), axis=1)
        uncalled = np.ones((self.players - 1, len(self.held)))
        open_, after = np.empty_like(call), np.empty_like(call)
        for caller, rows in self._callers():
            open_[rows] = uncalled[:caller]
            uncalled[:caller] *= 1.0 - seen[rows, 0]
        # From the last caller back: each folds to the outcomes after him, or calls and ends the hand.
        for caller, rows in reversed(list(self._callers())):
            after[rows] = jammed[:caller, :, caller]
            jammed[:caller] *= 1.0 - seen[rows, 0, :, None]
            jammed[:caller] += values[rows]
        return Prospects(jammed, open_, after, seen[:, 0], alone, over_open, over_after)

    def _add_seconds(self, values: F64, call: F64, over: F64, seconds: SecondCalls | None) -> tuple[F64, F64, F64]:
        """Include second callers in the values of calls, ``values`` float64[pairs, 169, players], in place.

        Return ``alone``, ``over_open`` and ``over_after`` as in :class:`Prospects`.
        """
        alone, over_open, over_after = np.ones_like(call), np.empty_like(over), np.empty_like(over)
        folds = 1.0 - over @ self._given.T
        for at, pair in enumerate(self._pairs_of):
            over_open[at] = alone[pair]
            alone[pair] *= folds[at]
        if seconds is not None:
            shown = seconds.shown(call, over)
            # From the last second caller back, as with first callers.
            for at in reversed(range(len(self.triples))):
                pair, second = self._pairs_of[at], self.triples[at][2]
                over_after[at] = values[pair, :, second]
                values[pair] = values[pair] * folds[at, :, None] + shown[at] @ self._ends.triples[self.triples[at]]
        return alone, over_open, over_after

    def jam_gain(self, prospects: Prospects, jammer: int, folded: F64) -> F64:
        """Return the gain of each class by a jam over a fold, times its probability, float64[169].

        ``folded`` float64[players]: the expected values after the fold.
        """
        gain: F64 = self.held * (prospects.jammed[jammer, :, jammer] - folded[jammer])
        return gain

    def worth(self, prospects: Prospects, jammer: int, jam: F64, folded: F64) -> F64:
        """Return the values of all players if a jammer is first in and jams with the frequencies ``jam`` float64[169].

        ``folded`` float64[players]: the values if he folds. The result is float64[players].
        """
        weights = self.held * jam
        return np.asarray(weights @ prospects.jammed[jammer] + (1.0 - weights.sum()) * folded)

    def walk(self) -> F64:
        """Return the values of the players when everybody folds to the big blind, float64[players]."""
        return self._ends.walk

    def call_gains(self, prospects: Prospects, jam: F64, over: F64, seconds: SecondCalls | None) -> tuple[F64, F64]:
        """Return the gain of each class by a call over a fold times its probability together with the jam.

        The second value is that probability; float64[pairs, 169] each.
        """
        weights = (self.held * jam)[self._jammers] * prospects.open
        seen = ((weights * prospects.alone) @ self._by_caller).reshape(len(weights), 3, -1)
        called = np.einsum("poj,po->pj", seen, self._own)
        if seconds is not None:
            values = seconds.by_caller(over)
            for at, pair in enumerate(self._pairs_of):
                called[pair] += (self._given.T * values[at]) @ (weights[pair] * prospects.over_open[at])
        return called - (weights * prospects.after) @ self._given, weights @ self._given

    def over_gains(self, prospects: Prospects, jam: F64, call: F64, seconds: SecondCalls) -> tuple[F64, F64]:
        """Return the gain of each class by a second call over a fold times its probability with the jam and the call.

        The second value is that probability; float64[triples, 169] each.
        """
        weights = (self.held * jam)[self._jammers] * prospects.open
        weights = weights[self._pairs_of] * prospects.over_open
        gains = -(weights * prospects.over_after) @ self._given
        for at, values in enumerate(seconds.by_second(call)):
            gains[at] += (self._given.T * values) @ weights[at]
        return gains, (weights * prospects.called[self._pairs_of]) @ self._given

    def judge(self, play: JamPlay) -> JudgedPlay:
        """Return a play with its values and the possible gain of each position."""
        seconds = self.seconds()
        prospects, values = self.prospects(play.call, play.over, seconds), self.walk()
        ev_jam, first = np.empty_like(play.jam), np.cumprod([1.0, *(1.0 - play.jam @ self.held)])
        gains = np.zeros(self.players)
        # The last jammer first: the value of a fold is that of the play after it.
        for jammer in reversed(range(self.players - 1)):
            gain = self.jam_gain(prospects, jammer, values)
            gains[jammer] += first[jammer] * _missed(gain, play.jam[jammer])
            ev_jam[jammer] = gain / self.held
            values = self.worth(prospects, jammer, play.jam[jammer], values)
        calls: list[tuple[Sequence[tuple[int, ...]], F64, tuple[F64, F64]]] = [
            (self.pairs, play.call, self.call_gains(prospects, play.jam, play.over, seconds))
        ]
        if seconds is not None:
            calls.append((self.triples, play.over, self.over_gains(prospects, play.jam, play.call, seconds)))
        worth = [np.empty_like(play.call), np.empty_like(play.over)]
        for kind, (seats, played, (gain, dealt)) in enumerate(calls):
            for at, (jammer, *_, last) in enumerate(seats):
                gains[last] += first[jammer] * _missed(gain[at], played[at])
            worth[kind] = np.divide(gain, dealt, out=np.zeros_like(gain), where=dealt > 0.0)
        return JudgedPlay(play, values, JamPlay(ev_jam, *worth), gains)


def _missed(gain: F64, played: F64) -> float:
    """Return the gain of the best response over ``played``; both arguments are float64[169]."""
    return float(np.maximum(gain, 0.0).sum() - gain @ played)


class _Regrets:
    """The discounted regrets of decisions between playing and folding, and their mean play, float64[decisions, 169]."""

    def __init__(self, played: F64) -> None:
        self.played = played.copy()
        self._regrets = np.zeros((2, *played.shape))
        self._sum, self._weights = np.zeros_like(played), 0.0

    def respond(self, step: int, gain: F64, rows: slice = slice(None)) -> None:
        """Add the regrets of round ``step`` (1-based) to some rows, with the ``gain`` of playing over folding."""
        regrets, played = self._regrets[:, rows], self.played[rows]
        held = step**DISCOUNT / (step**DISCOUNT + 1.0)
        regrets *= np.where(regrets > 0.0, held, NEGATIVE_DISCOUNT)
        regrets[0] -= gain * played
        regrets[1] += gain * (1.0 - played)
        positive = np.maximum(regrets, 0.0)
        total = positive.sum(axis=0)
        np.divide(positive[1], total, out=played, where=total > 0.0)

    def count(self, step: int) -> None:
        """Add the play of round ``step`` to the mean."""
        self._sum += step**WEIGHT * self.played
        self._weights += step**WEIGHT

    def mean(self) -> F64:
        """Return the mean play."""
        return self._sum / self._weights


def solve_field(field: JamField, close: float) -> Iterator[JudgedPlay]:
    """Yield better and better plays until no position could gain more than ``close``, or the rounds are over."""
    start, seconds = field.start(), field.seconds()
    regrets = jams, calls, overs = _Regrets(start.jam), _Regrets(start.call), _Regrets(start.over)
    alone, looks = (
        (0, range(CHECK_ROUNDS, MAX_ROUNDS + 1, CHECK_ROUNDS)) if seconds is None else (FIRST_ROUNDS, SECOND_CHECKS)
    )
    for step in range(1, looks[-1] + 1):
        field.cancel.check_cancelled()
        joined = seconds if step > alone else None
        prospects, worth = field.prospects(calls.played, overs.played, joined), field.walk()
        # The last jammer first, because the value of a fold depends on the play of those after it.
        for jammer in reversed(range(field.players - 1)):
            jams.respond(step, field.jam_gain(prospects, jammer, worth)[None], slice(jammer, jammer + 1))
            worth = field.worth(prospects, jammer, jams.played[jammer], worth)
        gains = field.call_gains(prospects, jams.played, overs.played, joined)[0]
        if joined is not None:
            overs.respond(step - alone, field.over_gains(prospects, jams.played, calls.played, joined)[0])
        calls.respond(step, gains)
        if step <= alone:  # the first rounds without second callers are only a start and not part of the mean
            continue
        for one in regrets:
            one.count(step)
        if step in looks:
            judged = field.judge(JamPlay(*(one.mean() for one in regrets)))
            yield judged
            if judged.gains.max() <= close:
                return
