"""Jam or fold for three to ten players, first in: each seat's jam against the calls of the seats behind.

A seat that folds has lost what it posted, whatever happens later, so each seat's jam is a game of its own with those
behind. A seat behind calls or folds by the jammer's range alone: the first caller closes the action, and the cards of
players who have folded are not taken out (an approximation).
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from engine.arrays import F64
from engine.jobs import Guard
from engine.preflop.matchups import ClassMatchups

ROUNDS = 100
MOST_ROUNDS = 20_000
CLOSE_ENOUGH = 1e-6
START = 1e-3


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
        """Return what a jam gains each class over folding, float64[169]."""
        uncalled, gain = np.ones(len(self.held)), np.zeros(len(self.held))
        for call, won in zip(calls, self.won, strict=True):
            gain += uncalled * (won @ call)
            uncalled = uncalled * (1.0 - self.given @ call)
        return gain + uncalled * self.stolen

    def call_gains(self, x: F64) -> list[F64]:
        """Return what a call of the jams ``x`` gains each class float64[169] of each seat behind over folding, times
        how often it is dealt with a jam."""
        jams = self.held * x
        return [jams @ called for called in self.called]

    def exploitability(self, x: F64, calls: list[F64]) -> float:
        """Return what the seat and those behind could gain by best responses to frequencies float64[169], together, as
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
    """Yield (jam float64[169], calls of those behind, exploitability) by regret matching, until close to an
    equilibrium; ``guard`` is called every round."""
    strategies = [np.ones(len(seat.held)) for _ in range(1 + len(seat.won))]
    regrets = [np.stack([np.zeros_like(s), s]) * START * np.mean(seat.held) for s in strategies]
    sums = [np.zeros_like(s) for s in strategies]
    for step in range(1, MOST_ROUNDS + 1):
        guard()
        _respond(0, seat.held * seat.jam_gain(strategies[1:]), strategies, regrets)
        for i, gain in enumerate(seat.call_gains(strategies[0])):
            _respond(1 + i, gain, strategies, regrets)
        for total, played in zip(sums, strategies, strict=True):
            total += step * played
        if step % ROUNDS == 0:
            mean = [total * 2.0 / (step * (step + 1)) for total in sums]
            exploitability = seat.exploitability(mean[0], mean[1:])
            yield mean[0], mean[1:], exploitability
            if exploitability <= CLOSE_ENOUGH:
                return


def _respond(player: int, gain: F64, strategies: list[F64], regrets: list[F64]) -> None:
    played, regret = strategies[player], regrets[player]
    regret[0] -= gain * played
    regret[1] += gain * (1.0 - played)
    np.maximum(regret, 0.0, out=regret)
    total = regret.sum(axis=0)
    strategies[player] = np.divide(regret[1], total, out=played.copy(), where=total > 0)
