"""Jam or fold as games, with a computed guarantee: of two players, and of each seat that may jam first of three to ten.

Regret matching (regrets cut at zero, alternating, later rounds weighing more: Tammelin, "Solving large imperfect
information games using CFR+", 2014) comes near an equilibrium in some hundred rounds. Whatever the way, the
exploitability is computed from the best responses to the result.

**Two players.** The small blind jams each class with a frequency x, the big blind calls with y; the small blind gets
c x + x A y more than by folding always. In an equilibrium nearly all classes are pure; the few that mix are those for
which both choices are worth the same, which are linear equations. Solving these for the likeliest sets of classes gives
the equilibrium itself.

**More players.** A seat that folds has lost what it posted, whatever happens later, so each seat's jam is a game of its
own with those after it. A seat after it calls or folds by the jammer's range alone: the first caller closes the action,
and the cards of players who have folded are not taken out (an approximation).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from engine.arrays import F64
from engine.equity.jobs import Guard
from engine.preflop.matchups import ClassMatchups

ROUNDS, RING_ROUNDS = 200, 100
"""Between two looks how near the equilibrium is: of two players, of more."""
MAX_ROUNDS, MAX_RING_ROUNDS = 51_200, 20_000
CLOSE_ENOUGH = 1e-6
"""Exploitability at which regret matching may end, in the unit of the payoffs."""
SOLVED = 1e-10
"""Exploitability of an equilibrium found by the equations: rounding."""
CANDIDATES = 6
"""Classes of each player that are tried as mixing ones."""
MAX_MIXED = 3
MIXING = 1e-3
"""A frequency so far from 0 and 1 is taken for that of a class that mixes."""
MAX_REPAIRS = 3
"""How often the classes that do not mix follow the best response."""
START = 1e-3


@dataclass(frozen=True, slots=True, eq=False)
class JamGame:
    """``bonus`` c float64[n] and ``matrix`` A float64[n, n]: the payoffs of the first player, whose loss the other
    wins.

    ``first``, ``second`` float64[n]: how often each class is held.
    """

    bonus: F64
    matrix: F64
    first: F64
    second: F64

    def gains(self, x: F64, y: F64) -> tuple[F64, F64]:
        """Return the gain of each class of either player by playing over a fold, times how often it is held: float64[n]
        for each, with the frequencies ``x`` and ``y``."""
        return self.bonus + self.matrix @ y, -(x @ self.matrix)

    def exploitability(self, x: F64, y: F64) -> float:
        """Return the joint gain of both players by best responses to ``x`` and ``y``, float64[n]."""
        return sum(
            float(np.maximum(gain, 0.0).sum() - played @ gain)
            for gain, played in zip(self.gains(x, y), (x, y), strict=True)
        )


@dataclass(frozen=True, slots=True, eq=False)
class Equilibrium:
    """Frequencies of the two players, float64[n], and what best responses would gain together."""

    x: F64
    y: F64
    exploitability: float


class RegretStrategy:
    """Frequencies of one player, float64[n], in regret matching; ``unit``: a usual gain, in which it begins to regret.

    ``played`` are those of the present round.
    """

    def __init__(self, played: F64, unit: float) -> None:
        self.played = played.copy()
        self._regrets = np.stack([1.0 - played, played]) * START * unit
        self._sum = np.zeros_like(played)

    def respond(self, gain: F64) -> None:
        """Play by the regrets of all rounds, ``gain`` float64[n] being what playing gains over folding in this one."""
        self._regrets[0] -= gain * self.played
        self._regrets[1] += gain * (1.0 - self.played)
        np.maximum(self._regrets, 0.0, out=self._regrets)
        total = self._regrets.sum(axis=0)
        self.played = np.divide(self._regrets[1], total, out=self.played.copy(), where=total > 0)

    def count(self, number: int) -> None:
        """Count the play of a round, by its number from 1."""
        self._sum += number * self.played

    def mean(self, rounds: int) -> F64:
        """Return the mean of so many rounds, later ones weighing more, float64[n]."""
        return self._sum / (rounds * (rounds + 1) / 2.0)


class RegretMatching:
    """Regret matching for one game of two, from given frequencies on."""

    def __init__(self, game: JamGame, x: F64, y: F64) -> None:
        self._game, self._round = game, 0
        self._first, self._second = (RegretStrategy(played, float(np.mean(game.first))) for played in (x, y))

    def play(self, rounds: int) -> None:
        """Go on for so many rounds."""
        game, first, second = self._game, self._first, self._second
        for _ in range(rounds):
            self._round += 1
            first.respond(game.bonus + game.matrix @ second.played)
            second.respond(-(first.played @ game.matrix))
            first.count(self._round)
            second.count(self._round)

    def mean(self) -> tuple[F64, F64]:
        """Return the frequencies so far, float64[n] for each player, later rounds weighing more."""
        return self._first.mean(self._round), self._second.mean(self._round)


def solve_game(game: JamGame, start: tuple[F64, F64] | None = None) -> Iterator[Equilibrium]:
    """Yield better and better equilibria, the last one within :data:`CLOSE_ENOUGH`; ``start``: frequencies float64[n]
    nearby."""
    size = len(game.bonus)
    x, y = start or (np.ones(size), np.ones(size))
    if start is not None and (result := polished(game, x, y)) is not None:
        yield result
        return
    matching = RegretMatching(game, x, y)
    rounds = 0
    while True:
        matching.play(ROUNDS)
        rounds += ROUNDS
        mean = matching.mean()
        result = polished(game, *mean)
        if result is not None:
            yield result
            return
        reached = Equilibrium(*mean, game.exploitability(*mean))
        yield reached
        if reached.exploitability <= CLOSE_ENOUGH / 2 or rounds >= MAX_ROUNDS:
            return


def polished(game: JamGame, x: F64, y: F64) -> Equilibrium | None:
    """Return the equilibrium near ``x`` and ``y``, float64[n], that solves the equations of the classes that mix, if it
    is found."""
    mixing = [np.flatnonzero((played > MIXING) & (played < 1.0 - MIXING)).tolist() for played in (x, y)]
    if len(mixing[0]) == len(mixing[1]):
        result = _mixed(game, np.round(x), np.round(y), *mixing)
        if result is not None:
            return result
    gains = game.gains(x, y)
    pure = tuple((gain > 0.0).astype(np.float64) for gain in gains)
    near = [
        np.argsort(np.abs(gain / held), kind="stable")[:CANDIDATES]
        for gain, held in zip(gains, (game.first, game.second), strict=True)
    ]
    for size in range(MAX_MIXED + 1):
        for one in combinations(near[0].tolist(), size):
            for other in combinations(near[1].tolist(), size):
                result = _mixed(game, pure[0], pure[1], list(one), list(other))
                if result is not None:
                    return result
    return None


def _mixed(game: JamGame, x: F64, y: F64, one: list[int], other: list[int]) -> Equilibrium | None:
    """Return the equilibrium in which the classes ``one`` and ``other`` mix, if there is one near pure ``x`` and
    ``y``."""
    for _ in range(MAX_REPAIRS):
        x, y = x.copy(), y.copy()
        if one:
            x[one], y[other] = 0.0, 0.0
            square = game.matrix[np.ix_(one, other)]
            try:
                y[other] = np.linalg.solve(square, -(game.bonus[one] + game.matrix[one] @ y))
                x[one] = np.linalg.solve(square.T, -(x @ game.matrix[:, other]))
            except np.linalg.LinAlgError:
                return None
            if min(x[one].min(), y[other].min()) < 0.0 or max(x[one].max(), y[other].max()) > 1.0:
                return None
        exploitability = game.exploitability(x, y)
        if exploitability <= SOLVED:
            return Equilibrium(x, y, max(exploitability, 0.0))
        for played, gain in zip((x, y), game.gains(x, y), strict=True):
            np.copyto(played, gain > 0.0)
    return None


@dataclass(frozen=True, slots=True, eq=False)
class RingSeat:
    """A seat that may jam. ``stolen``: what it gains over folding when nobody calls; ``given`` float64[169, 169]: the
    probability of the column for a player behind, given the row. For each seat behind, float64[169, 169] times that
    probability: ``won``, what a called jam gains over folding, and ``called``, what the call gains over folding."""

    stolen: float
    won: tuple[F64, ...]
    called: tuple[F64, ...]
    given: F64
    held: F64

    def jam_gain(self, calls: list[F64]) -> F64:
        """Return the gain of each class by a jam over a fold, float64[169]."""
        uncalled, gain = np.ones(len(self.held)), np.zeros(len(self.held))
        for call, won in zip(calls, self.won, strict=True):
            gain += uncalled * (won @ call)
            uncalled = uncalled * (1.0 - self.given @ call)
        return gain + uncalled * self.stolen

    def call_gains(self, x: F64) -> list[F64]:
        """Return the gain of each class float64[169] of each seat behind by a call of the jams ``x`` over a fold, times
        how often it is dealt with a jam."""
        jams = self.held * x
        return [jams @ called for called in self.called]

    def exploitability(self, x: F64, calls: list[F64]) -> float:
        """Return the gain of the seat and those behind by best responses to frequencies float64[169], together, as
        if all were reached."""
        jam = self.held * self.jam_gain(calls)
        gains = [(jam, x), *zip(self.call_gains(x), calls, strict=True)]
        return sum(float(np.maximum(gain, 0.0).sum() - played @ gain) for gain, played in gains)


def ring_seats(
    players: int, stack: float, small: float, big: float, ante: float, matchups: ClassMatchups
) -> list[RingSeat]:
    """Return the seats that may jam, first to last; all amounts in big blinds."""
    posts = [0.0] * (players - 2) + [small, big]
    held = matchups.pairs.sum(axis=1) / matchups.pairs.sum()
    given = matchups.pairs / matchups.pairs.sum(axis=1, keepdims=True)
    dead = sum(posts) + players * ante
    seats = []
    for seat in range(players - 1):
        own, behind = posts[seat] + ante, posts[seat + 1 :]
        pots = [2.0 * stack + dead - own - post - ante for post in behind]
        won = tuple(given * (matchups.equity * pot - stack + own) for pot in pots)
        called = tuple(
            given * ((1.0 - matchups.equity) * pot - stack + post + ante)
            for pot, post in zip(pots, behind, strict=True)
        )
        seats.append(RingSeat(dead, won, called, given, held))
    return seats


def solve_seat(seat: RingSeat, guard: Guard) -> Iterator[tuple[F64, list[F64], float]]:
    """Yield (jam float64[169], calls of those after it, exploitability) by regret matching, until close to an
    equilibrium; ``guard`` is called every round."""
    unit = float(np.mean(seat.held))
    jam, *calls = (RegretStrategy(np.ones(len(seat.held)), unit) for _ in range(1 + len(seat.won)))
    for step in range(1, MAX_RING_ROUNDS + 1):
        guard()
        jam.respond(seat.held * seat.jam_gain([call.played for call in calls]))
        for call, gain in zip(calls, seat.call_gains(jam.played), strict=True):
            call.respond(gain)
        for strategy in (jam, *calls):
            strategy.count(step)
        if step % RING_ROUNDS == 0:
            mean, means = jam.mean(step), [call.mean(step) for call in calls]
            exploitability = seat.exploitability(mean, means)
            yield mean, means, exploitability
            if exploitability <= CLOSE_ENOUGH:
                return
