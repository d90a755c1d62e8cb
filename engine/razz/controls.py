"""Control variates of sampled razz: the luck in the final hands, whose mean is known exactly, is subtracted from the
shares of the pot.

The final distribution of each seat is known exactly at any table (``final_distributions``). Were the hands of the seats
independent, the expected share of seat s given that seat t ends with the hand v would be g_st(v), a short sum. The
control of s in a deal is sum_t g_st(v_t) - E g_st(v_t): its mean is exactly zero under the true distribution, whatever
the approximation is worth, and it takes up most of the chance in the share (first-order terms of its ANOVA
decomposition, Hoeffding 1948). The estimate stays unbiased; sharing cards between seats only makes the gain smaller.
"""

import numpy as np
from numpy.typing import NDArray

from engine.jobs import Guard, unguarded
from engine.razz.final_distributions import FinalDistributions
from engine.razz.finals import FINALS
from engine.razz.setup import RazzSeat, RazzSetup

MOST_NANOSECONDS = 1.5e8
"""What the exact final distributions may cost before the first deal; beyond it there are no controls."""

NODES, NODE_WEIGHTS = (np.polynomial.legendre.leggauss(4)[0] + 1) / 2, np.polynomial.legendre.leggauss(4)[1] / 2
"""Gauss-Legendre on [0, 1], exact to the degree 7: the share 1 / (1 + ties) is the integral of x**ties."""


def control_table(setup: RazzSetup, guard: Guard = unguarded) -> NDArray[np.float64]:
    """Return float64[seats, FINALS, seats]: what a final hand of one seat adds to the control of each seat.

    Of length 0 where controls do not pay: one seat, or distributions that cost more than ``MOST_NANOSECONDS``.
    """
    seats = setup.active
    none = np.zeros((0, FINALS, len(seats)))
    if len(seats) == 1:
        return none
    distributions = FinalDistributions(setup, guard)
    like = [next(i for i, other in enumerate(seats) if _alike(seat, other)) for seat in seats]
    if sum(distributions.operations(seat) for seat in set(like)) > MOST_NANOSECONDS:
        return none
    known = {seat: distributions.lows(seat) for seat in set(like)}
    return _controls(np.stack([known[seat] for seat in like]))


def _alike(seat: RazzSeat, other: RazzSeat) -> bool:
    pairs = ((seat.known, other.known), (seat.choices, other.choices), (seat.ways, other.ways))
    return seat.free == other.free and all(np.array_equal(a, b) for a, b in pairs)


def _controls(chances: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the table of independent seats of these final distributions, ``chances`` float64[seats, FINALS]."""
    seats = len(chances)
    worse = chances[:, ::-1].cumsum(axis=1)[:, ::-1] - chances
    beaten = worse[:, None, :] + NODES[:, None] * chances[:, None, :]
    table = np.zeros((seats, FINALS, seats))
    for seat in range(seats):
        table[seat, :, seat] = NODE_WEIGHTS @ np.delete(beaten, seat, axis=0).prod(axis=0)
        for other in set(range(seats)) - {seat}:
            wins = chances[seat] * np.delete(beaten, [seat, other], axis=0).prod(axis=0)
            share = wins.cumsum(axis=1) - wins + NODES[:, None] * wins
            table[other, :, seat] = NODE_WEIGHTS @ share
    means = np.einsum("uv,uvs->us", chances, table)
    return np.ascontiguousarray(table - means[:, None, :])
