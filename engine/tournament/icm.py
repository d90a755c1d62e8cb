"""The Independent Chip Model (Malmuth and Harville): what tournament chips are worth in prizes.

The next place goes to each remaining player with a probability proportional to his stack (Harville, "Assigning
probabilities to the outcomes of multi-entry competitions", Journal of the American Statistical Association 68, 1973;
Malmuth, "Gambling Theory and Other Topics", 1987). Up to :data:`MAX_EXACT_PLAYERS` players are computed exactly, by
recursion over the sets of players who have finished. For more players the same distribution is that of independent
exponential finishing times whose rates are the stacks; it is integrated numerically over the time.
"""

from functools import cache

import numpy as np

from engine.arrays import F64, I64
from engine.equity.jobs import CancelCheck

MAX_EXACT_PLAYERS = 15
MAX_PLAYERS = 1000
BATCH = 1 << 22
"""The largest number of array elements that :func:`place_probabilities` uses at a time."""
NO_GAIN = 1e-12
"""A gain of at most this share of all prizes is rounding, hence treated as 0."""


@cache
def _sets(players: int) -> tuple[tuple[I64, I64, I64], ...]:
    """Return the sets of k of the players, for each number k of players who have finished.

    The sets are bit masks int64[sets]; with them come the members of each set, int64[sets, k], and the remaining
    players, int64[sets, players - k].
    """
    inside = (np.arange(1 << players)[:, None] >> np.arange(players)) & 1
    counts = inside.sum(axis=1)
    levels = []
    for count in range(players + 1):
        masks = np.flatnonzero(counts == count)
        members = np.nonzero(inside[masks])[1].reshape(len(masks), count)
        remaining = np.nonzero(inside[masks] == 0)[1].reshape(len(masks), players - count)
        levels.append((masks, members, remaining))
    return tuple(levels)


def place_probabilities(stacks: F64) -> F64:
    """Return the probability of each finishing place for every player, float64[..., players, places].

    ``stacks`` float64[..., players]: at most :data:`MAX_EXACT_PLAYERS` players, of whom at most one has no chips. The
    result is exact; the recursion over sets takes O(players 2^players).

    >>> place_probabilities(np.array([500.0, 300.0, 200.0])).round(4)
    array([[0.5   , 0.3393, 0.1607],
           [0.3   , 0.375 , 0.325 ],
           [0.2   , 0.2857, 0.5143]])
    """
    players = stacks.shape[-1]
    flat = stacks.reshape(-1, players)
    size = max(BATCH // (players << players), 1)
    parts = [_exact_places(flat[first : first + size]) for first in range(0, len(flat), size)]
    return np.concatenate(parts).reshape(*stacks.shape, players)


def _exact_places(stacks: F64) -> F64:
    """Return the place probabilities float64[rows, players, places] for stacks float64[rows, players], at most one of
    them 0 in each row."""
    rows, players = stacks.shape
    shares = stacks / stacks.sum(axis=1, keepdims=True)
    set_probability = np.zeros((rows, 1 << players))
    set_probability[:, 0] = 1.0
    places = np.zeros((rows, players, players))
    for place, (masks, members, remaining) in enumerate(_sets(players)[:-1]):
        if place:  # a set is reached from each set that lacks one of its members, who takes this place
            smaller = masks[:, None] ^ (1 << members)
            set_probability[:, masks] = np.einsum("rsm,rsm->rs", shares[:, members], set_probability[:, smaller])
        if place == players - 1:
            places[:, remaining[:, 0], place] = set_probability[:, masks]
            break
        # Each remaining player takes the next place with the probability stack / (stacks of the remaining players).
        # The stack is the same for all sets, so it is multiplied once, after the sum over the sets without the player.
        set_probability[:, masks] /= shares[:, remaining].sum(axis=2)
        outside = (masks[:, None] >> np.arange(players) & 1 == 0).astype(np.float64)
        places[:, :, place] = shares * (set_probability[:, masks] @ outside)
    return places


def _quadrature(shares: F64) -> tuple[F64, F64]:
    """Return the times and the weights of the quadrature over finishing times, float64[nodes] each.

    It is the trapezoidal rule over the logarithm of time, which converges exponentially because the integrands are
    analytic. The step shrinks with the root of the number of players, as the width of the integrands does.
    """
    step = min(0.15, 0.8 / np.sqrt(len(shares)))
    logs = np.arange(-26.0, np.log(35.0 / shares.min()), step)
    times = np.exp(logs)
    return times, step * times


def many_place_probabilities(stacks: F64) -> F64:
    """Return :func:`place_probabilities` for any number of players, float64[players, places], within 1e-9.

    ``stacks`` float64[players]: all above 0.
    """
    from engine.kernels.tournament.race import race_places  # imported late: small fields need no compiled code

    shares = stacks / stacks.sum()
    players = len(shares)
    # Players with equal stacks have equal probabilities, so that one of each is computed.
    _, representatives, kind_of_player = np.unique(shares, return_index=True, return_inverse=True)
    places = np.zeros((len(representatives), players))
    times, weights = _quadrature(shares)
    race_places(shares, representatives, times, weights, np.zeros(players + 2), np.zeros(players + 1), places)
    return places[kind_of_player]


def all_place_probabilities(stacks: F64) -> F64:
    """Return the place probabilities float64[..., players, places] for ``stacks`` float64[..., players]: by the exact
    method if the players are few enough for it, else by the other."""
    return place_probabilities(stacks) if stacks.shape[-1] <= MAX_EXACT_PLAYERS else many_place_probabilities(stacks)


def icm_equities(stacks: F64, payouts: F64) -> F64:
    """Return the expected prize of each player, float64[..., players].

    ``stacks`` float64[..., players]: at most one of them is 0, a player who is sure of the last place. ``payouts``
    float64[players]: the prize of each place, the first place first, 0 for unpaid places.

    >>> icm_equities(np.array([5_000.0, 3_000.0, 2_000.0]), np.array([50.0, 30.0, 20.0])).round(2)
    array([38.39, 32.75, 28.86])
    """
    return np.asarray(all_place_probabilities(stacks) @ payouts)


def bubble_factors(stacks: F64, payouts: F64, check_cancelled: CancelCheck = lambda: None) -> list[list[float | None]]:
    """Return the bubble factor of each player against each other player.

    This is the prize that the first loses if he loses an all-in for the smaller of the two stacks, divided by the prize
    that he gains if he wins it. It is None if he gains nothing, and for a player against himself.

    ``stacks`` float64[players], at most :data:`MAX_EXACT_PLAYERS`, and ``payouts`` float64[players], the first place
    first. ``check_cancelled`` is called between players and may raise.

    >>> rows = bubble_factors(np.array([5_000.0, 3_000.0, 2_000.0]), np.array([50.0, 30.0, 20.0]))
    >>> [[factor and round(factor, 2) for factor in row] for row in rows]
    [[None, 1.17, 1.09], [1.55, None, 1.11], [1.35, 1.17, None]]
    """
    players = len(stacks)
    won, lost = np.zeros((2, players, players))
    loser = np.arange(players)
    for winner in range(players):
        check_cancelled()
        risk = np.where(loser != winner, np.minimum(stacks[winner], stacks), 0.0)
        after = np.tile(stacks, (players, 1))
        after[:, winner] += risk
        after[loser, loser] -= risk
        values = icm_equities(after, payouts)
        won[winner], lost[:, winner] = values[:, winner], values[loser, loser]
    current = np.diagonal(won)
    return [_factors(current[player], lost[player], won[player], payouts) for player in range(players)]


def bubble_factors_of(stacks: F64, payouts: F64, player: int) -> list[float | None]:
    """Return one player's row of :func:`bubble_factors`, for any number of players.

    ``stacks`` and ``payouts`` float64[players].
    """
    from engine.kernels.tournament.race import race_duels

    players = len(stacks)
    shares = stacks / stacks.sum()
    others = np.delete(np.arange(players), player)
    _, first, kind_of_other = np.unique(shares[others], return_index=True, return_inverse=True)
    duels = np.zeros((2, len(first)))
    times, weights = _quadrature(shares)
    work = np.zeros(players + 2), np.zeros(players + 1), np.zeros(players + 1)
    race_duels(shares, player, others[first], payouts, times, weights, *work, duels)
    duels[0, shares[others[first]] >= shares[player]] = payouts[-1]  # losing all chips to them means the last place
    current = icm_equities(stacks, payouts)[player]
    lost, won = np.full((2, players), current)
    lost[others], won[others] = duels[:, kind_of_other]
    return _factors(current, lost, won, payouts)


def _factors(current: float, lost: F64, won: F64, payouts: F64) -> list[float | None]:
    min_gain = NO_GAIN * payouts.sum()
    return [
        float((current - x) / (y - current)) if y - current > min_gain else None for x, y in zip(lost, won, strict=True)
    ]


def chip_chop(stacks: F64, payouts: F64) -> F64:
    """Return the chip chop of a deal, float64[players], for ``stacks`` and ``payouts`` float64[players].

    Everybody gets the smallest prize that is still open; the rest is divided in proportion to the chips.

    >>> chip_chop(np.array([5_000.0, 3_000.0, 2_000.0]), np.array([50.0, 30.0, 20.0]))
    array([40., 32., 28.])
    """
    smallest = payouts[: len(stacks)].min()
    rest = payouts.sum() - len(stacks) * smallest
    return np.asarray(smallest + rest * stacks / stacks.sum())
