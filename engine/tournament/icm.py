"""Prizes that tournament chips are worth: the model of Malmuth and Harville.

The next place goes to each player left in proportion to his stack (Harville, "Assigning probabilities to the outcomes
of multi-entry competitions", Journal of the American Statistical Association 68, 1973; Malmuth, "Gambling Theory and
Other Topics", 1987). Up to :data:`MOST_EXACT` players by recursion over the sets of players who have finished; beyond,
the same law is that of independent exponential times whose rates are the stacks, integrated over the time.
"""

from functools import cache

import numpy as np

from engine.arrays import F64, I64
from engine.equity.jobs import Guard

MOST_EXACT = 15
MOST_PLAYERS = 1000
BATCH = 1 << 22
"""Numbers that are held for stacks which are computed together."""
NO_GAIN = 1e-12
"""A gain of no more than this share of all prizes is none."""


@cache
def _sets(players: int) -> tuple[tuple[I64, I64, I64], ...]:
    """Return, by the number k of players who have finished, the sets of k of them as bit masks, and for each set its
    members int64[sets, k] and those left int64[sets, players - k]."""
    masks = np.arange(1 << players)
    inside = (masks[:, None] >> np.arange(players)) & 1
    counts = inside.sum(axis=1)
    levels = []
    for count in range(players + 1):
        chosen = np.flatnonzero(counts == count)
        members = np.nonzero(inside[chosen])[1].reshape(len(chosen), count)
        left = np.nonzero(inside[chosen] == 0)[1].reshape(len(chosen), players - count)
        levels.append((chosen, members, left))
    return tuple(levels)


def place_probabilities(stacks: F64) -> F64:
    """Return the probability of each place, float64[..., players, places], for stacks float64[..., players], at
    most one of them 0.

    At most :data:`MOST_EXACT` players; exact by recursion over sets, O(players 2^players).
    """
    players = stacks.shape[-1]
    flat = stacks.reshape(-1, players)
    size = max(BATCH // (players << players), 1)
    parts = [_exact_places(flat[first : first + size]) for first in range(0, len(flat), size)]
    return np.concatenate(parts).reshape(*stacks.shape, players)


def _exact_places(stacks: F64) -> F64:
    """Return places float64[rows, players, places] of stacks float64[rows, players], at most one of them 0 a row."""
    rows, players = stacks.shape
    shares = stacks / stacks.sum(axis=1, keepdims=True)
    chance = np.zeros((rows, 1 << players))
    chance[:, 0] = 1.0
    places = np.zeros((rows, players, players))
    for place, (masks, members, left) in enumerate(_sets(players)[:-1]):
        if place:
            before = masks[:, None] ^ (1 << members)
            chance[:, masks] = np.einsum("rsm,rsm->rs", shares[:, members], chance[:, before])
        if place == players - 1:
            places[:, left[:, 0], place] = chance[:, masks]
            break
        # the chance of the set over the chips of those left, of which each takes in proportion
        chance[:, masks] /= shares[:, left].sum(axis=2)
        outside = (masks[:, None] >> np.arange(players) & 1 == 0).astype(np.float64)
        places[:, :, place] = shares * (chance[:, masks] @ outside)
    return places


def _quadrature(shares: F64) -> tuple[F64, F64]:
    """Return times and weights float64[nodes] of the trapezoidal rule over the logarithm of time.

    The integrands are analytic and their width falls with the root of the number of players.
    """
    step = min(0.15, 0.8 / np.sqrt(len(shares)))
    logs = np.arange(-26.0, np.log(35.0 / shares.min()), step)
    times = np.exp(logs)
    return times, step * times


def many_place_probabilities(stacks: F64) -> F64:
    """Return :func:`place_probabilities` of many players, float64[players, places], within 1e-9."""
    from engine.kernels.tournament.race import race_places  # compiled code, which few players do without

    shares = stacks / stacks.sum()
    players = len(shares)
    _, of, kinds = np.unique(shares, return_index=True, return_inverse=True)
    places = np.zeros((len(of), players))
    times, weights = _quadrature(shares)
    race_places(shares, of, times, weights, np.zeros(players + 2), np.zeros(players + 1), places)
    return places[kinds]


def equities(stacks: F64, payouts: F64) -> F64:
    """Return each player's expected prize, float64[..., players], for stacks float64[..., players], at most one of them
    0 (he has the last place), and ``payouts`` float64[players], the first place first."""
    if stacks.shape[-1] <= MOST_EXACT:
        return np.asarray(place_probabilities(stacks) @ payouts)
    return np.asarray(many_place_probabilities(stacks) @ payouts)


def bubble_factors(stacks: F64, payouts: F64, guard: Guard = lambda: None) -> list[list[float | None]]:
    """Return for each player and each other what the first loses when he loses an all-in against him over what he gains
    when he wins it, at the smaller stack; None where he gains nothing, and for himself.

    ``stacks`` float64[players], at most :data:`MOST_EXACT`, and ``payouts`` float64[players], the first place first.
    ``guard`` is called between players and may raise.
    """
    players = len(stacks)
    won, lost = np.zeros((2, players, players))
    loser = np.arange(players)
    for winner in range(players):
        guard()
        risk = np.where(loser != winner, np.minimum(stacks[winner], stacks), 0.0)
        after = np.tile(stacks, (players, 1))
        after[:, winner] += risk
        after[loser, loser] -= risk
        values = equities(after, payouts)
        won[winner], lost[:, winner] = values[:, winner], values[loser, loser]
    now = np.diagonal(won)
    return [_factors(now[player], lost[player], won[player], payouts) for player in range(players)]


def bubble_factors_of(stacks: F64, payouts: F64, player: int) -> list[float | None]:
    """Return the row of :func:`bubble_factors` of one player, for any number of them: ``stacks`` and ``payouts``
    float64[players]."""
    from engine.kernels.tournament.race import race_duels

    players = len(stacks)
    shares = stacks / stacks.sum()
    others = np.delete(np.arange(players), player)
    _, first, kinds = np.unique(shares[others], return_index=True, return_inverse=True)
    duels = np.zeros((2, len(first)))
    times, weights = _quadrature(shares)
    work = np.zeros(players + 2), np.zeros(players + 1), np.zeros(players + 1)
    race_duels(shares, player, others[first], payouts, times, weights, *work, duels)
    duels[0, shares[others[first]] >= shares[player]] = payouts[-1]
    now = equities(stacks, payouts)[player]
    lost, won = np.full((2, players), now)
    lost[others], won[others] = duels[:, kinds]
    return _factors(now, lost, won, payouts)


def _factors(now: float, lost: F64, won: F64, payouts: F64) -> list[float | None]:
    least = NO_GAIN * payouts.sum()
    return [float((now - x) / (y - now)) if y - now > least else None for x, y in zip(lost, won, strict=True)]


def chip_chop(stacks: F64, payouts: F64) -> F64:
    """Return a deal by chips, float64[players], for ``stacks`` and ``payouts`` float64[players]: everybody gets the
    smallest open prize, the rest goes by chips."""
    least = payouts[: len(stacks)].min()
    rest = payouts.sum() - len(stacks) * least
    return np.asarray(least + rest * stacks / stacks.sum())
