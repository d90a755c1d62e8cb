"""Places of players who finish at independent exponential times, the rate of each his share of the chips.

The next place goes to each player left in proportion to his stack, as Harville's formula has it ("Assigning
probabilities to the outcomes of multi-entry competitions", Journal of the American Statistical Association 68, 1973).
"""

import numpy as np
from numpy.typing import NDArray

from engine.kernels.jit import inlined, lean_kernel

NOTHING = 1e-19
"""A probability that does not count."""


@inlined
def _with(law: NDArray[np.float64], players: int, chance: float) -> None:
    """Let one player more finish with this chance: ``law`` float64[players + 2] of how many have finished."""
    law[players + 1] = law[players] * chance
    for count in range(players, 0, -1):
        law[count] = law[count] * (1.0 - chance) + law[count - 1] * chance
    law[0] *= 1.0 - chance


@inlined
def _without(law: NDArray[np.float64], low: int, high: int, chance: float, rest: NDArray[np.float64]) -> None:
    """Write the law without a player who finishes with this chance, from the end where it is stable.

    ``law`` is 0 outside ``low <= count <= high``; ``rest`` is written from ``low`` to ``high``, and at ``low - 1``.
    """
    if chance <= 0.5:
        below = 0.0
        for count in range(low, high + 1):
            below = (law[count] - chance * below) / (1.0 - chance)
            rest[count] = below
        if low > 0:
            rest[low - 1] = 0.0
    else:
        above = 0.0
        rest[high] = 0.0
        for count in range(high, max(low, 1) - 1, -1):
            above = (law[count] - (1.0 - chance) * above) / chance
            rest[count - 1] = above


@inlined
def _finished(shares: NDArray[np.float64], time: float, law: NDArray[np.float64]) -> tuple[int, int]:
    """Write the law float64[players + 2] of how many players have finished by a time; return where it is not 0."""
    law[0] = 1.0
    for player in range(len(shares)):
        _with(law, player, -np.expm1(-shares[player] * time))
    low, high = 0, len(shares)
    while law[low] < NOTHING:
        low += 1
    while law[high] < NOTHING:
        high -= 1
    return low, high


@lean_kernel
def race_places(
    shares: NDArray[np.float64], of: NDArray[np.int64], times: NDArray[np.float64], weights: NDArray[np.float64],
    law: NDArray[np.float64], rest: NDArray[np.float64], places: NDArray[np.float64],
) -> None:  # fmt: skip
    """Add to ``places`` float64[kinds, players] the chance of each place of one player of each kind.

    ``shares`` float64[players]: the chips of each over all chips; ``of`` int64[kinds]: a player of each kind, players
    with equal chips being of one; ``times`` and ``weights`` float64[nodes]: the quadrature; ``law`` float64[players +
    2] and ``rest`` float64[players + 1] are work space.
    """
    players = len(shares)
    for node in range(len(times)):
        low, high = _finished(shares, times[node], law)
        for kind in range(len(of)):
            share = shares[of[kind]]
            density = weights[node] * share * np.exp(-share * times[node])
            if density < NOTHING * weights[node]:
                continue
            _without(law, low, high, -np.expm1(-share * times[node]), rest)
            for place in range(max(low - 1, 0), min(high + 1, players)):
                places[kind, place] += density * rest[place]


@lean_kernel
def race_duels(
    shares: NDArray[np.float64], player: int, of: NDArray[np.int64], payouts: NDArray[np.float64],
    times: NDArray[np.float64], weights: NDArray[np.float64],
    law: NDArray[np.float64], rest: NDArray[np.float64], others: NDArray[np.float64], values: NDArray[np.float64],
) -> None:  # fmt: skip
    """Add to ``values`` float64[2, kinds] the prize of ``player`` after an all-in against a player of each kind, lost
    and won. Who busts has the last place.

    ``shares``, ``of``, ``times``, ``weights``, ``law`` and ``rest`` as in :func:`race_places`, ``payouts``
    float64[players], ``others`` float64[players + 1] more work space.
    """
    players = len(shares)
    for node in range(len(times)):
        time = times[node]
        low, high = _finished(shares, time, law)
        _without(law, low, high, -np.expm1(-shares[player] * time), rest)
        low = max(low - 1, 0)
        for kind in range(len(of)):
            risk = min(shares[player], shares[of[kind]])
            _without(rest, low, high, -np.expm1(-shares[of[kind]] * time), others)
            first = max(low - 1, 0)
            for won in range(2):
                sign = 1.0 if won else -1.0
                own, other = shares[player] + sign * risk, shares[of[kind]] - sign * risk
                density = weights[node] * own * np.exp(-own * time)
                if own <= 0.0 or density < NOTHING * weights[node]:
                    continue
                chance = -np.expm1(-other * time) if other > 0.0 else 0.0
                value = 0.0
                for count in range(first, min(high + 1, players - 1)):
                    value += others[count] * (payouts[count] * (1.0 - chance) + payouts[count + 1] * chance)
                values[won, kind] += density * value
