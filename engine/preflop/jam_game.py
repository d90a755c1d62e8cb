"""Jam or fold for two: an equilibrium of a bilinear game with a computed guarantee.

The small blind jams each class with a frequency x, the big blind calls with y; the small blind gets c x + x A y more
than by folding always. Regret matching (regrets cut at zero, alternating, later rounds weighing more: Tammelin,
"Solving large imperfect information games using CFR+", 2014) comes near an equilibrium in some hundred rounds. In an
equilibrium nearly all classes are pure; the few that mix are those for which both choices are worth the same, which are
linear equations. Solving these for the likeliest sets of classes gives the equilibrium itself. Whatever the way, the
exploitability is computed from the best responses to what was found.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from engine.arrays import F64

ROUNDS = 200
MOST_ROUNDS = 51_200
CLOSE_ENOUGH = 1e-6
"""Exploitability at which regret matching may end, in the unit of the payoffs."""
SOLVED = 1e-10
"""Exploitability of an equilibrium found by the equations: rounding."""
CANDIDATES = 6
"""Classes of each player that are tried as mixing ones."""
MOST_MIXED = 3
MIXING = 1e-3
"""A frequency so far from 0 and 1 is taken for that of a class that mixes."""
REPAIRS = 3
"""How often the classes that do not mix follow the best response."""
START = 1e-3


@dataclass(frozen=True, slots=True, eq=False)
class Game:
    """``bonus`` c float64[n] and ``matrix`` A float64[n, n]: the payoffs of the first player, whose loss the other
    wins.

    ``first``, ``second`` float64[n]: how often each class is held.
    """

    bonus: F64
    matrix: F64
    first: F64
    second: F64

    def gains(self, x: F64, y: F64) -> tuple[F64, F64]:
        """Return what playing gains each class of either player over folding, times how often it is held: float64[n]
        for each, with the frequencies ``x`` and ``y``."""
        return self.bonus + self.matrix @ y, -(x @ self.matrix)

    def exploitability(self, x: F64, y: F64) -> float:
        """Return what both players could gain together by best responses to ``x`` and ``y``, float64[n]."""
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


class Matching:
    """Regret matching for one game, from given frequencies on."""

    def __init__(self, game: Game, x: F64, y: F64) -> None:
        self._game, self.x, self.y = game, x.copy(), y.copy()
        self._regrets = [np.stack([1.0 - played, played]) * START * np.mean(game.first) for played in (x, y)]
        self._sums = [np.zeros_like(x), np.zeros_like(y)]
        self._round = 0

    def play(self, rounds: int) -> None:
        """Go on for so many rounds."""
        for _ in range(rounds):
            self._round += 1
            self.x = self._respond(0, self._game.bonus + self._game.matrix @ self.y, self.x)
            self.y = self._respond(1, -(self.x @ self._game.matrix), self.y)
            self._sums[0] += self._round * self.x
            self._sums[1] += self._round * self.y

    def mean(self) -> tuple[F64, F64]:
        """Return the frequencies so far, float64[n] for each player, later rounds weighing more."""
        weight = self._round * (self._round + 1) / 2.0
        return self._sums[0] / weight, self._sums[1] / weight

    def _respond(self, player: int, gain: F64, played: F64) -> F64:
        regrets = self._regrets[player]
        regrets[0] -= gain * played
        regrets[1] += gain * (1.0 - played)
        np.maximum(regrets, 0.0, out=regrets)
        total = regrets.sum(axis=0)
        answer: F64 = np.divide(regrets[1], total, out=played.copy(), where=total > 0)
        return answer


def solve_game(game: Game, start: tuple[F64, F64] | None = None) -> Iterator[Equilibrium]:
    """Yield better and better equilibria, the last one within :data:`CLOSE_ENOUGH`; ``start``: frequencies float64[n]
    nearby."""
    size = len(game.bonus)
    x, y = start or (np.ones(size), np.ones(size))
    if start is not None and (found := polished(game, x, y)) is not None:
        yield found
        return
    matching = Matching(game, x, y)
    rounds = 0
    while True:
        matching.play(ROUNDS)
        rounds += ROUNDS
        mean = matching.mean()
        found = polished(game, *mean)
        if found is not None:
            yield found
            return
        reached = Equilibrium(*mean, game.exploitability(*mean))
        yield reached
        if reached.exploitability <= CLOSE_ENOUGH / 2 or rounds >= MOST_ROUNDS:
            return


def polished(game: Game, x: F64, y: F64) -> Equilibrium | None:
    """Return the equilibrium near ``x`` and ``y``, float64[n], that solves the equations of the classes that mix, if it
    is found."""
    mixing = [np.flatnonzero((played > MIXING) & (played < 1.0 - MIXING)).tolist() for played in (x, y)]
    if len(mixing[0]) == len(mixing[1]):
        found = _mixed(game, np.round(x), np.round(y), *mixing)
        if found is not None:
            return found
    gains = game.gains(x, y)
    pure = tuple((gain > 0.0).astype(np.float64) for gain in gains)
    near = [
        np.argsort(np.abs(gain / held), kind="stable")[:CANDIDATES]
        for gain, held in zip(gains, (game.first, game.second), strict=True)
    ]
    for size in range(MOST_MIXED + 1):
        for one in combinations(near[0].tolist(), size):
            for other in combinations(near[1].tolist(), size):
                found = _mixed(game, pure[0], pure[1], list(one), list(other))
                if found is not None:
                    return found
    return None


def _mixed(game: Game, x: F64, y: F64, one: list[int], other: list[int]) -> Equilibrium | None:
    """Return the equilibrium in which the classes ``one`` and ``other`` mix, if there is one near pure ``x`` and
    ``y``."""
    for _ in range(REPAIRS):
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
