"""The growth-optimal bet: the root of a decreasing derivative, and what follows from it.

A Newton iteration that falls back to bisection whenever it would leave its bracket. It is written here and not taken
from SciPy (whose ``brentq`` would do as well): the function is a sum of a few terms with a known second derivative and
a known bracket, and these twenty lines would be the only use of a very large dependency. The root is well conditioned:
rounding moves it by about 1e-16 (1 - x), because the losing term alone curves g by q/(1-x)^2.
"""

import math
from dataclasses import dataclass

import numpy as np

from engine.arrays import F64
from engine.kelly.best_bet import drift, landscape, last_above
from engine.kelly.growth import Wager, all_fold, growth, piece_at, pieces
from engine.kelly.orders import Piece

MAX_STEPS = 200
"""Far more than needed: at most 55 in 20,000 random wagers, the most where hero hardly ever loses."""
BELOW_ONE = math.nextafter(1.0, 0.0)
LEAST = 1e-12
"""The smallest bet, in bankrolls, that counts as one."""


def optimal_fraction(wager: Wager) -> float:
    """Return the share of the bankroll, 0 to 1, that maximises the growth when the bet is called; no limits.

    The smallest one where several do as well (a sure split: 0). Accurate to better than 1e-12.
    """
    best = [_maximum(piece) for piece in pieces(wager)]
    values = [piece.growth(x) for piece, x in zip(pieces(wager), best, strict=True)]
    return best[values.index(max(values))]


def _maximum(piece: Piece) -> float:
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


def _root(piece: Piece, low: float, high: float) -> float:
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
        curvature = piece.curvature(x)
        step = x - slope / curvature if curvature else math.inf
        if step == x:
            return x
        new = step if low < step < high else 0.5 * (low + high)
        if new in (low, high):
            return new
        x = new
    return x


def response(wager: Wager, x: float) -> float:
    """Return how fast the optimum ``x`` moves with the win probability at the cost of losing, dx/dp.

    By implicit differentiation of g'(x) = 0 with ``q / (1 - x) = A`` put in, A the slope without the losing
    term: ``(B (1-x) + 1) / (V (1-x) + A)``, B = a/(1+ax+k) of a win, V = sum p (a/(1+ax+k))^2 without the
    losing term. With no pot and no ties it is (b + 1)/b at odds of b to 1.
    """
    if wager.reaction is not None or wager.orders is not None:
        return drift(wager, x) if 0.0 < x < 1.0 else 0.0
    if wager.outcomes.win <= 0.0:
        return 0.0
    rows = piece_at(wager, x).rows
    others = rows[:-1] if wager.outcomes.lose > 0.0 else rows
    ratios = [(p, a / (1.0 + a * x + k)) for p, a, k in others]
    rise = math.fsum(p * ratio for p, ratio in ratios)
    bend = math.fsum(p * ratio * ratio for p, ratio in ratios)
    return (ratios[0][1] * (1.0 - x) + 1.0) / (bend * (1.0 - x) + rise)


def zero_growth_bet(wager: Wager, baseline: float) -> float | None:
    """Return the chips beyond which a bet grows the bankroll less than ``baseline`` does.

    The baseline is the growth of a check, or 0 of a fold. None where no bet does better, or where the whole
    bankroll does.
    """
    if wager.reaction is not None:
        if wager.reaction.rows:  # only some bets are there
            return None
        fraction = last_above(landscape(wager), LEAST, 1.0, math.nextafter(baseline, math.inf))
        return None if fraction is None or fraction >= BELOW_ONE else fraction * wager.bankroll
    low, high = optimal_fraction(wager) * wager.bankroll, wager.bankroll
    if wager.p_all_fold:  # what folds win comes with the smallest bet
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
    """Growth over the bet: ``chips`` and ``growth`` float64[points], a first point at 0 is the check.

    ``folds`` float64[points]: how likely nobody calls that bet.
    """

    chips: F64
    growth: F64
    folds: F64


def growth_curve(wager: Wager, *, start: float = 0.0, upto: float | None = None, points: int = 201) -> GrowthCurve:
    """Sample the growth at evenly spaced bets from ``start`` to ``upto`` chips (None: the bankroll).

    Where the whole bankroll can be lost the last point is just below it: the growth there is minus infinity. Where only
    some bets are there the points are those, after ``start``.
    """
    most = wager.bankroll if upto is None else min(upto, wager.bankroll)
    if wager.outcomes.lose > 0.0 or wager.reaction is not None:
        most = min(most, wager.bankroll * (1.0 - 1e-6))
    rows = wager.reaction.rows if wager.reaction is not None else ()
    if rows:
        chips = np.array([start, *(row.bet for row in rows if start < row.bet <= most)])
    else:
        chips = np.linspace(min(start, most), most, points)
    if wager.reaction is None or rows:
        values = np.array([growth(wager, float(c)) for c in chips])
    else:
        values = landscape(wager).values(chips / wager.bankroll)
        values[chips == 0.0] = growth(wager, 0.0)
    return GrowthCurve(chips, values, np.array([all_fold(wager, float(c)) for c in chips]))
