"""The growth-optimal bet as the root of a decreasing derivative, and the numbers that follow from it.

Newton's iteration, which falls back to bisection whenever it would leave its bracket. SciPy's ``brentq`` would do as
well, but these twenty lines would be the only use of a very large dependency. The root is well conditioned: rounding
moves it by about 1e-16 (1 - x), because the losing term alone curves g by q/(1-x)^2.
"""

import math
from dataclasses import dataclass

import numpy as np

from engine.arrays import F64
from engine.kelly.best_bet import best_bet_slope, landscape, last_bet_above
from engine.kelly.finishing_orders import GrowthPiece
from engine.kelly.growth import Wager, all_fold, growth, growth_piece, growth_pieces

MAX_STEPS = 200
"""Far more than necessary: 20,000 random wagers took at most 55, those in which hero hardly ever loses."""
BELOW_ONE = math.nextafter(1.0, 0.0)
MIN_FRACTION = 1e-12
"""Smaller bets, in bankrolls, are treated as none."""


def optimal_fraction(wager: Wager) -> float:
    """Return the share of the bankroll, 0 to 1, that maximizes the growth if the bet is called, without limits.

    The smallest one if several are equally good (0 for a sure split). The error is below 1e-12.

    An even-money bet that wins 60 % of the time: Kelly bets 2 p - 1 of the bankroll.

    >>> from engine.kelly.outcomes import Outcomes
    >>> wager = Wager(bankroll=1000, pot=0, outcomes=Outcomes(win=0.6, split=(0.0,), lose=0.4))
    >>> f"{optimal_fraction(wager):.6f}"
    '0.200000'
    """
    best = [_maximum(piece) for piece in growth_pieces(wager)]
    values = [piece.growth(x) for piece, x in zip(growth_pieces(wager), best, strict=True)]
    return best[values.index(max(values))]


def _maximum(piece: GrowthPiece) -> float:
    """Return the best bet within a piece, on which growth is concave: the root of the slope, or else an end."""
    low, high = piece.low, piece.high
    if piece.slope(low) <= 0.0:
        return low
    slope = piece.slope(high)
    if slope >= 0.0:
        return high
    if math.isinf(slope):
        high = BELOW_ONE
        if piece.slope(high) >= 0.0:
            return high
    return _root(piece, low, high)


def _root(piece: GrowthPiece, low: float, high: float) -> float:
    """Return the root of the slope, which is positive at ``low`` and negative at ``high``."""
    x = 0.5 * (low + high)
    for _ in range(MAX_STEPS):
        slope = piece.slope(x)
        if slope == 0.0:
            return x
        if slope > 0.0:
            low = x
        else:
            high = x
        # Newton's step; bisection if it would leave the bracket.
        curvature = piece.curvature(x)
        step = x - slope / curvature if curvature else math.inf
        if step == x:
            return x
        new = step if low < step < high else 0.5 * (low + high)
        if new in (low, high):
            return new
        x = new
    return x


def optimum_slope(wager: Wager, x: float) -> float:
    """Return the derivative dx/dp of the optimum ``x`` by the win probability, which rises at the cost of losing.

    From implicit differentiation of g'(x) = 0 with ``q / (1 - x) = A``, A being the slope without the losing term:
    ``(B (1-x) + 1) / (V (1-x) + A)``, B = a/(1+ax+k) of a win, V = sum p (a/(1+ax+k))^2 without the losing term.
    Without pot and ties it is (b + 1)/b at odds of b to 1.
    """
    if wager.response is not None or wager.finishing_orders is not None:
        return best_bet_slope(wager, x) if 0.0 < x < 1.0 else 0.0
    if wager.outcomes.win <= 0.0:
        return 0.0
    rows = growth_piece(wager, x).rows
    others = rows[:-1] if wager.outcomes.lose > 0.0 else rows
    ratios = [(p, a / (1.0 + a * x + k)) for p, a, k in others]
    rise = math.fsum(p * ratio for p, ratio in ratios)
    bend = math.fsum(p * ratio * ratio for p, ratio in ratios)
    return (ratios[0][1] * (1.0 - x) + 1.0) / (bend * (1.0 - x) + rise)


def zero_growth_bet(wager: Wager, baseline: float) -> float | None:
    """Return the largest bet, in chips, with at least the growth ``baseline``: that of a check, or 0 of a fold.

    None if no bet reaches more than the baseline, or if betting the whole bankroll still reaches it.
    """
    if wager.response is not None:
        if wager.response.rows:  # only the listed bets exist
            return None
        fraction = last_bet_above(landscape(wager), MIN_FRACTION, 1.0, math.nextafter(baseline, math.inf))
        return None if fraction is None or fraction >= BELOW_ONE else fraction * wager.bankroll
    low, high = optimal_fraction(wager) * wager.bankroll, wager.bankroll
    if wager.p_all_fold:  # the smallest bet already wins by folds
        low = max(low, math.ulp(high))
    if growth(wager, low) <= baseline or growth(wager, high) >= baseline:
        return None
    while low < (middle := 0.5 * (low + high)) < high:
        if growth(wager, middle) >= baseline:
            low = middle
        else:
            high = middle
    return low


@dataclass(frozen=True, slots=True, eq=False)
class GrowthCurve:
    """The growth of bets: ``chips`` and ``growth`` float64[points]; a first point at 0 chips is the check.

    ``folds`` float64[points]: the probability that nobody calls the bet.
    """

    chips: F64
    growth: F64
    folds: F64


def growth_curve(wager: Wager, *, start: float = 0.0, upto: float | None = None, points: int = 201) -> GrowthCurve:
    """Return the growth at evenly spaced bets from ``start`` to ``upto`` chips (None: the bankroll).

    If the whole bankroll can be lost, the last point is just below it, so that its growth is finite. If the
    response lists the only bets, these are the points, after ``start``.
    """
    most = wager.bankroll if upto is None else min(upto, wager.bankroll)
    if wager.outcomes.lose > 0.0 or wager.response is not None:
        most = min(most, wager.bankroll * (1.0 - 1e-6))
    rows = wager.response.rows if wager.response is not None else ()
    if rows:
        chips = np.array([start, *(row.bet for row in rows if start < row.bet <= most)])
    else:
        chips = np.linspace(min(start, most), most, points)
    if wager.response is None or rows:
        values = np.array([growth(wager, float(c)) for c in chips])
    else:
        values = landscape(wager).values(chips / wager.bankroll)
        values[chips == 0.0] = growth(wager, 0.0)
    return GrowthCurve(chips, values, np.array([all_fold(wager, float(c)) for c in chips]))
