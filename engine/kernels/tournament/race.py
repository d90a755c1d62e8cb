"""Finishing places of players who finish at independent exponential times, with the share of the chips as the rate.

The player who finishes first wins. This is the independent chip model: the next place goes to each remaining player in
proportion to his stack, as in Harville's formula ("Assigning probabilities to the outcomes of multi-entry
competitions", Journal of the American Statistical Association 68, 1973). With times, the probability of a place is an
integral over one player's time of the distribution of how many others have finished before, which needs no
permutations.
"""

import numpy as np
from numpy.typing import NDArray

from engine.kernels.jit import inlined, lean_kernel

NEGLIGIBLE = 1e-19
"""Probabilities below this are ignored."""


@inlined
def _add_player(counts: NDArray[np.float64], players: int, chance: float) -> None:
    """Add a player who has finished with probability ``chance`` to the distribution of the number of finished players.

    ``counts`` float64[players + 2]: by the number of finished players, of ``players`` so far.
    """
    counts[players + 1] = counts[players] * chance
    for k in range(players, 0, -1):
        counts[k] = counts[k] * (1.0 - chance) + counts[k - 1] * chance
    counts[0] *= 1.0 - chance


@inlined
def _remove_player(counts: NDArray[np.float64], low: int, high: int, chance: float, rest: NDArray[np.float64]) -> None:
    """Write to ``rest`` the distribution ``counts`` without a player who has finished with probability ``chance``.

    The convolution is inverted from the end at which the division is stable. ``counts`` is 0 outside ``low <= k <=
    high``; ``rest`` is written from ``low`` to ``high``, and at ``low - 1``.
    """
    if chance <= 0.5:
        below = 0.0
        for k in range(low, high + 1):
            below = (counts[k] - chance * below) / (1.0 - chance)
            rest[k] = below
        if low > 0:
            rest[low - 1] = 0.0
    else:
        above = 0.0
        rest[high] = 0.0
        for k in range(high, max(low, 1) - 1, -1):
            above = (counts[k] - (1.0 - chance) * above) / chance
            rest[k - 1] = above


@inlined
def _finished(shares: NDArray[np.float64], time: float, counts: NDArray[np.float64]) -> tuple[int, int]:
    """Write the distribution ``counts`` float64[players + 2] of finished players at a time; return the least and the
    greatest number of players whose probability is not negligible."""
    counts[0] = 1.0
    for player in range(len(shares)):
        _add_player(counts, player, -np.expm1(-shares[player] * time))
    low, high = 0, len(shares)
    while counts[low] < NEGLIGIBLE:
        low += 1
    while counts[high] < NEGLIGIBLE:
        high -= 1
    return low, high


@lean_kernel
def race_places(
    shares: NDArray[np.float64], examples: NDArray[np.int64], times: NDArray[np.float64], weights: NDArray[np.float64],
    counts: NDArray[np.float64], rest: NDArray[np.float64], places: NDArray[np.float64],
) -> None:  # fmt: skip
    """Add to ``places`` float64[kinds, players] the probability of each place for one player of each kind.

    ``shares`` float64[players]: each player's share of all chips; ``examples`` int64[kinds]: one player of each kind
    (players with equal chips are a kind); ``times`` and ``weights`` float64[nodes]: the quadrature; ``counts``
    float64[players + 2] and ``rest`` float64[players + 1] are work space.
    """
    players = len(shares)
    for node in range(len(times)):
        low, high = _finished(shares, times[node], counts)
        for kind in range(len(examples)):
            share = shares[examples[kind]]
            # The probability that this player finishes at this node of the quadrature.
            density = weights[node] * share * np.exp(-share * times[node])
            if density < NEGLIGIBLE * weights[node]:
                continue
            _remove_player(counts, low, high, -np.expm1(-share * times[node]), rest)
            for place in range(max(low - 1, 0), min(high + 1, players)):
                places[kind, place] += density * rest[place]


@lean_kernel
def race_duels(
    shares: NDArray[np.float64], player: int, examples: NDArray[np.int64], payouts: NDArray[np.float64],
    times: NDArray[np.float64], weights: NDArray[np.float64],
    counts: NDArray[np.float64], rest: NDArray[np.float64], others: NDArray[np.float64], values: NDArray[np.float64],
) -> None:  # fmt: skip
    """Add to ``values`` float64[2, kinds] the expected prize of ``player`` after an all-in against a player of each
    kind: lost (0) and won (1). A player who loses all chips gets the last place.

    ``shares``, ``examples``, ``times``, ``weights``, ``counts`` and ``rest`` as in :func:`race_places`; ``payouts``
    float64[players]: the prizes; ``others`` float64[players + 1] is work space.
    """
    players = len(shares)
    for node in range(len(times)):
        time = times[node]
        low, high = _finished(shares, time, counts)
        _remove_player(counts, low, high, -np.expm1(-shares[player] * time), rest)
        low = max(low - 1, 0)
        for kind in range(len(examples)):
            risk = min(shares[player], shares[examples[kind]])
            _remove_player(rest, low, high, -np.expm1(-shares[examples[kind]] * time), others)
            first = max(low - 1, 0)
            for won in range(2):
                sign = 1.0 if won else -1.0
                own_share, other_share = shares[player] + sign * risk, shares[examples[kind]] - sign * risk
                density = weights[node] * own_share * np.exp(-own_share * time)
                if own_share <= 0.0 or density < NEGLIGIBLE * weights[node]:
                    continue
                chance = -np.expm1(-other_share * time) if other_share > 0.0 else 0.0
                value = 0.0
                for finished in range(first, min(high + 1, players - 1)):
                    value += others[finished] * (payouts[finished] * (1.0 - chance) + payouts[finished + 1] * chance)
                values[won, kind] += density * value
