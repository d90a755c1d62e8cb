"""Jam or fold as games, with a computed guarantee: of two players, and of each seat that may jam first of three to ten.

Regret matching (with regrets cut off at zero, alternating updates and more weight on later rounds: Tammelin, "Solving
large imperfect information games using CFR+", 2014) comes close to an equilibrium within some hundred rounds. The
exploitability is always computed from the best responses to the result, however it was found.

**Two players.** The small blind jams each class with a frequency x, the big blind calls with a frequency y, and the
small blind gains c x + x A y over folding everything. In an equilibrium nearly all classes are pure. The few that mix
are indifferent between both actions, which is a system of linear equations. Solving it for the most likely sets of
mixing classes gives the exact equilibrium.

**More players.** A seat that folds loses its post, whatever happens later, so the jam of each seat is a game
of its own against the seats behind. A seat behind calls or folds only against the jammer's range: the first caller
closes the action, and the cards of players who have folded are not removed from the deck (an approximation).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from engine.arrays import F64
from engine.equity.jobs import CancelCheck
from engine.preflop.matchups import ClassMatchups

ROUNDS, RING_ROUNDS = 200, 100
"""Rounds between two checks of the exploitability: for two players, and for more."""
MAX_ROUNDS, MAX_RING_ROUNDS = 51_200, 20_000
CLOSE_ENOUGH = 1e-6
"""The exploitability at which regret matching ends, in the unit of the payoffs."""
SOLVED = 1e-10
"""The exploitability up to which a solution of the equations is an equilibrium, apart from rounding."""
CANDIDATES = 6
"""The classes of each player that are tried as mixing classes."""
MAX_MIXED = 3
MIXING = 1e-3
"""A class whose frequency is at least this far from 0 and 1 is taken for a mixing one."""
MAX_REPAIRS = 3
"""How often the pure classes are corrected to the best response."""
START = 1e-3


@dataclass(frozen=True, slots=True, eq=False)
class JamGame:
    """A zero-sum game: ``bonus`` c float64[n] and ``matrix`` A float64[n, n] are the payoffs of the first player.

    ``first`` and ``second`` float64[n]: the probability that each player holds each class.
    """

    bonus: F64
    matrix: F64
    first: F64
    second: F64

    def gains(self, x: F64, y: F64) -> tuple[F64, F64]:
        """Return for both players the gain of each class by playing over a fold, times its probability, float64[n].

        ``x`` and ``y`` float64[n] are the frequencies with which they play.
        """
        return self.bonus + self.matrix @ y, -(x @ self.matrix)

    def exploitability(self, x: F64, y: F64) -> float:
        """Return the gain of both players together by best responses to ``x`` and ``y``, float64[n]."""
        return sum(
            float(np.maximum(gain, 0.0).sum() - played @ gain)
            for gain, played in zip(self.gains(x, y), (x, y), strict=True)
        )


@dataclass(frozen=True, slots=True, eq=False)
class Equilibrium:
    """The frequencies of two players, float64[n] each, and what best responses would gain together."""

    x: F64
    y: F64
    exploitability: float


class RegretStrategy:
    """The strategy of a player in regret matching; ``unit``: a typical gain, which scales the first regrets.

    ``played`` float64[n] are the frequencies of the current round.
    """

    def __init__(self, played: F64, unit: float) -> None:
        self.played = played.copy()
        self._regrets = np.stack([1.0 - played, played]) * START * unit
        self._sum = np.zeros_like(played)

    def respond(self, gain: F64) -> None:
        """Add the regrets of a round in which playing gains ``gain`` float64[n] over folding, and update ``played``."""
        # Row 0 has the regrets for not folding, row 1 those for not playing; negative regrets are set to 0 (CFR+).
        self._regrets[0] -= gain * self.played
        self._regrets[1] += gain * (1.0 - self.played)
        np.maximum(self._regrets, 0.0, out=self._regrets)
        total = self._regrets.sum(axis=0)
        self.played = np.divide(self._regrets[1], total, out=self.played.copy(), where=total > 0)

    def count(self, number: int) -> None:
        """Add the play of round ``number`` (1-based) to the mean, with its number as the weight."""
        self._sum += number * self.played

    def mean(self, rounds: int) -> F64:
        """Return the weighted mean of the first ``rounds`` rounds, float64[n]."""
        return self._sum / (rounds * (rounds + 1) / 2.0)


class RegretMatching:
    """Regret matching for a game of two players, which starts from the frequencies ``x`` and ``y``."""

    def __init__(self, game: JamGame, x: F64, y: F64) -> None:
        self._game, self._round = game, 0
        self._first, self._second = (RegretStrategy(played, float(np.mean(game.first))) for played in (x, y))

    def play(self, rounds: int) -> None:
        """Play a number of further rounds."""
        game, first, second = self._game, self._first, self._second
        for _ in range(rounds):
            self._round += 1
            first.respond(game.bonus + game.matrix @ second.played)
            second.respond(-(first.played @ game.matrix))
            first.count(self._round)
            second.count(self._round)

    def mean(self) -> tuple[F64, F64]:
        """Return the weighted mean frequencies of both players so far, float64[n] each."""
        return self._first.mean(self._round), self._second.mean(self._round)


def solve_game(game: JamGame, start: tuple[F64, F64] | None = None) -> Iterator[Equilibrium]:
    """Yield better and better equilibria, the last one within :data:`CLOSE_ENOUGH`.

    ``start``: frequencies float64[n] of both players that are close to an equilibrium.
    """
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
    """Return the exact equilibrium near ``x`` and ``y``, float64[n], or None if it is not found.

    It solves the equations of the mixing classes: first for the classes that seem to mix, then for all small sets of
    the classes that are closest to indifferent.
    """
    # The equations of indifference have a unique solution only if equally many classes of both players mix.
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
    """Return the equilibrium in which exactly the classes ``one`` and ``other`` mix, or None if there is none.

    ``x`` and ``y`` float64[n]: the frequencies of the remaining classes, each 0 or 1. The mixing frequencies are solved
    from linear equations. If a pure class then has a better action, all pure classes are set to their best response and
    the equations are solved again, up to :data:`MAX_REPAIRS` times.
    """
    for _ in range(MAX_REPAIRS):
        x, y = x.copy(), y.copy()
        if one:
            x[one], y[other] = 0.0, 0.0
            # A mixing class is indifferent: its gain, which is linear in the other player's frequencies, is 0.
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
    """The game of a seat that may jam against the seats behind.

    ``stolen``: the gain of a jam over a fold if nobody calls; ``held`` float64[169]: the probability of each class;
    ``given`` float64[169, 169]: the probability that a player behind holds the column's class if the jammer holds the
    row's. For each seat behind, float64[169, 169] times that probability: ``won``, the gain of a called jam over a
    fold, and ``called``, the gain of the call over a fold.
    """

    stolen: float
    won: tuple[F64, ...]
    called: tuple[F64, ...]
    given: F64
    held: F64

    def jam_gain(self, calls: list[F64]) -> F64:
        """Return the gain of each class by a jam over a fold, float64[169]; ``calls``: float64[169] for each seat."""
        # The first caller closes the action: the k-th seat can call only if all before it have folded.
        uncalled, gain = np.ones(len(self.held)), np.zeros(len(self.held))
        for call, won in zip(calls, self.won, strict=True):
            gain += uncalled * (won @ call)
            uncalled = uncalled * (1.0 - self.given @ call)
        return gain + uncalled * self.stolen

    def call_gains(self, x: F64) -> list[F64]:
        """Return for each seat behind the gain of each class by a call over a fold, float64[169] in big blinds.

        It is multiplied by the probability of the decision: that the seat holds the class, and the jammer jams with the
        frequencies ``x`` float64[169]. Regret matching needs regrets that are weighted in this way.
        """
        jams = self.held * x
        return [jams @ called for called in self.called]

    def exploitability(self, x: F64, calls: list[F64]) -> float:
        """Return the total gain of the seat and the seats after it from best responses to frequencies float64[169].

        Every seat behind counts as if nobody before it had called.
        """
        jam = self.held * self.jam_gain(calls)
        gains = [(jam, x), *zip(self.call_gains(x), calls, strict=True)]
        return sum(float(np.maximum(gain, 0.0).sum() - played @ gain) for gain, played in gains)


def ring_seats(
    players: int, stack: float, small: float, big: float, ante: float, matchups: ClassMatchups
) -> list[RingSeat]:
    """Return the games of all seats that may jam, in order of action; amounts are in big blinds."""
    posts = [0.0] * (players - 2) + [small, big]
    held = matchups.pairs.sum(axis=1) / matchups.pairs.sum()
    given = matchups.pairs / matchups.pairs.sum(axis=1, keepdims=True)
    dead = sum(posts) + players * ante
    seats = []
    for seat in range(players - 1):
        own, behind = posts[seat] + ante, posts[seat + 1 :]
        # Chips that were posted are lost after a fold, so every gain over a fold includes the player's own.
        pots = [2.0 * stack + dead - own - post - ante for post in behind]
        won = tuple(given * (matchups.equity * pot - stack + own) for pot in pots)
        called = tuple(
            given * ((1.0 - matchups.equity) * pot - stack + post + ante)
            for pot, post in zip(pots, behind, strict=True)
        )
        seats.append(RingSeat(dead, won, called, given, held))
    return seats


def solve_seat(seat: RingSeat, check_cancelled: CancelCheck) -> Iterator[tuple[F64, list[F64], float]]:
    """Yield the jam float64[169], the calls of the seats behind and the exploitability, until close to an equilibrium.

    Uses regret matching; ``check_cancelled`` is called every round.
    """
    unit = float(np.mean(seat.held))
    jam, *calls = (RegretStrategy(np.ones(len(seat.held)), unit) for _ in range(1 + len(seat.won)))
    for step in range(1, MAX_RING_ROUNDS + 1):
        check_cancelled()
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
