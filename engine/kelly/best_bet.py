"""The best bet if opponents respond to it, so that the growth need not be concave.

The growth is a sum of terms: the probability that a set of opponents calls, times the growth when they do. The
probability is a polynomial in f = (x / (P + x))^(1/n), the share of hands that folds by pot odds. The growth of a term
is concave on each *patch*, an interval of bets on which the winnings are linear in the bet and the weakest calling hand
stays the same. So both factors have simple bounds on an interval, and with them the derivative.

The maximum is found by branch and bound. An interval is discarded if its growth cannot exceed the best value so far,
by the tent that the bounds of the derivative form over its ends; otherwise it is halved. The remaining bets differ from
the maximum by less than ``TOLERANCE``; the root of the derivative next to them is then found by bisection.

Derivatives are taken by v = x^(1/n), because they are bounded near 0 too. All amounts are shares of the bankroll.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from engine.arrays import F64, Places
from engine.kelly.described import DescribedLandscape
from engine.kelly.finishing_orders import GrowthPiece
from engine.kelly.growth import Wager, growth_pieces
from engine.kelly.outcomes import Outcomes

_Term = tuple[tuple[float, ...], tuple[GrowthPiece, ...] | None]
"""A term: its probability as the coefficients of a polynomial in f, and its pieces (None if nobody calls)."""
TOLERANCE = 1e-13
"""The largest growth that the result may lack to the maximum; it is above rounding errors."""
MAX_INTERVALS = 20_000
"""More intervals at a time mean that the growth is flat: the tolerance is then raised tenfold."""
MAX_ROUNDS = 200
ROUNDING = 4e-16
DIFFERENCE = 1e-5
NEAR = 1e-3
"""The difference of equities for the slope of the best bet against a described player."""
BELOW_ONE = math.nextafter(1.0, 0.0)
MIN_POT = 1e-100
"""A smaller pot, in bankrolls, is treated as 0, because powers of it would overflow."""


@dataclass(frozen=True, slots=True, eq=False)
class Landscape:
    """The growth as a function of the bet, piece by piece, as arrays with which many bets are evaluated in one call.

    ``ends`` float64[patches + 1]: the bounds of the pieces, as shares of the bankroll, in ascending order.

    ``weights`` float64[patches, terms, degree + 1]: the probability of a term, a polynomial in f, lowest power first.
    ``rows`` float64[3, patches, terms, rows]: p, a, k with growth ``sum p ln(1 + a x + k)``; p is 0 in unused rows.
    ``pot`` is P in bankrolls, ``roots`` the n of f.
    """

    ends: F64
    weights: F64
    rows: F64
    pot: float
    roots: int

    def folded(self, x: F64) -> F64:
        """Return f at each bet ``x``, float64[bets]."""
        if self.pot <= 0.0:
            return np.ones_like(x)
        return np.asarray((x / (self.pot + x)) ** (1.0 / self.roots))

    def patch_of(self, x: F64) -> Places:
        """Return the patch of each bet ``x`` float64[bets], int64[bets]; at an end the patch below it."""
        return np.clip(np.searchsorted(self.ends, x) - 1, 0, len(self.ends) - 2)

    def values(self, x: F64, patch: Places | None = None) -> F64:
        """Return the growth of each bet ``x``, float64[bets]; minus infinity if the whole bankroll may be lost."""
        patch = self.patch_of(x) if patch is None else patch
        weight = _power_sum(self.weights[patch], self.folded(x)[:, None])
        terms = self._logs(x, patch)
        return np.asarray(np.where(weight > 0.0, weight * terms, 0.0).sum(axis=1))

    def slopes(self, x: F64, patch: Places) -> F64:
        """Return the derivative of the growth by v at each bet ``x``, seen from within its patch, float64[bets]."""
        f, pot, n = self.folded(x)[:, None], self.pot, self.roots
        coefficients = self.weights[patch]
        rising = _power_sum(coefficients[..., 1:] * np.arange(1.0, coefficients.shape[-1]), f)
        df = pot * (pot + x) ** (-1.0 / n - 1.0) if pot > 0.0 else np.zeros_like(x)
        # The product rule: the probability of a term depends on v through f, and its growth through the bet.
        by_share = rising * self._logs(x, patch) * df[:, None]
        by_bet = _power_sum(coefficients, f) * self._log_slopes(x, patch) * (n * x ** ((n - 1) / n))[:, None]
        return np.asarray((by_share + by_bet).sum(axis=1))

    def slope_bounds(self, low: F64, high: F64, patch: Places) -> tuple[F64, F64]:
        """Return bounds, float64[intervals], of the derivative of the growth by v between two bets of a patch each."""
        n, pot = self.roots, self.pot
        coefficients = self.weights[patch]
        f = self.folded(low)[:, None], self.folded(high)[:, None]
        weight_low, weight_high = _power_bounds(coefficients, *f)
        weight = np.maximum(weight_low, 0.0), np.maximum(weight_high, 0.0)
        rising = _power_bounds(coefficients[..., 1:] * np.arange(1.0, coefficients.shape[-1]), *f)
        if pot > 0.0:  # df/dv falls with the bet, dx/dv rises
            df = pot * (pot + high) ** (-1.0 / n - 1.0), pot * (pot + low) ** (-1.0 / n - 1.0)
        else:
            df = np.zeros_like(low), np.zeros_like(low)
        dx = n * low ** ((n - 1) / n), n * high ** ((n - 1) / n)
        value, slope = self._term_bounds(low, high, patch)
        by_share = _product(_product(rising, (df[0][:, None], df[1][:, None])), value)
        by_bet = _product(weight, _product(slope, (dx[0][:, None], dx[1][:, None])))
        return (by_share[0] + by_bet[0]).sum(axis=1), (by_share[1] + by_bet[1]).sum(axis=1)

    def _term_bounds(self, low: F64, high: F64, patch: Places) -> tuple[tuple[F64, F64], tuple[F64, F64]]:
        """Return bounds of each term's growth and of its derivative by x.

        For concave terms both follow from the ends.
        """
        at_low, at_high = self._logs(low, patch), self._logs(high, patch)
        steep, flat = self._log_slopes(low, patch), self._log_slopes(high, patch)
        width = (high - low)[:, None]
        top = np.minimum(at_low + np.maximum(steep, 0.0) * width, at_high - np.minimum(flat, 0.0) * width)
        return (np.minimum(at_low, at_high), top), (flat, steep)

    def _logs(self, x: F64, patch: Places) -> F64:
        p, net = self.rows[0][patch], self._nets(x, patch)
        with np.errstate(divide="ignore", invalid="ignore"):
            logs = np.log1p(np.maximum(net, -1.0))
        return np.asarray(np.where(p > 0.0, p * logs, 0.0).sum(axis=2))

    def _log_slopes(self, x: F64, patch: Places) -> F64:
        p, a = self.rows[0][patch], self.rows[1][patch]
        remaining = 1.0 + self._nets(x, patch)
        return np.asarray(np.where(p > 0.0, p * a / np.where(remaining > 0.0, remaining, 5e-17), 0.0).sum(axis=2))

    def _nets(self, x: F64, patch: Places) -> F64:
        return np.asarray(self.rows[1][patch] * x[:, None, None] + self.rows[2][patch])


def _power_sum(coefficients: F64, f: F64) -> F64:
    total = np.zeros(np.broadcast_shapes(coefficients.shape[:-1], f.shape))
    for i in range(coefficients.shape[-1] - 1, -1, -1):
        total = total * f + coefficients[..., i]
    return total


def _power_bounds(coefficients: F64, low: F64, high: F64) -> tuple[F64, F64]:
    """Return bounds of polynomials on 0 <= low <= f <= high, by Horner's scheme in interval arithmetic."""
    lower = upper = np.zeros(np.broadcast_shapes(coefficients.shape[:-1], low.shape))
    for i in range(coefficients.shape[-1] - 1, -1, -1):
        lower, upper = _product((lower, upper), (low, high))
        lower, upper = lower + coefficients[..., i], upper + coefficients[..., i]
    return lower, upper


def _product(one: tuple[F64, F64], other: tuple[F64, F64]) -> tuple[F64, F64]:
    """Return the product of two intervals (low, high)."""
    ends = [a * b for a in one for b in other]
    return (
        np.minimum(np.minimum(ends[0], ends[1]), np.minimum(ends[2], ends[3])),
        np.maximum(np.maximum(ends[0], ends[1]), np.maximum(ends[2], ends[3])),
    )


def _pot_of(wager: Wager) -> float:
    """Return the pot P in bankrolls, or 0 if it is negligible."""
    pot = wager.chips_in_pot / wager.bankroll
    return pot if pot >= MIN_POT else 0.0


def landscape(wager: Wager) -> Landscape | DescribedLandscape:
    """Return the growth of all bets of a wager whose response lists no bets, or is None."""
    if wager.response is not None and wager.response.described is not None:
        return DescribedLandscape(wager)
    return _patched_landscape(wager)


def _patched_landscape(wager: Wager) -> Landscape:
    """Return the growth of all bets of a wager against opponents who are not described players."""
    response = wager.response
    if response is not None and response.hands is not None and response.pot_odds:
        return _by_hands(wager)
    pot = _pot_of(wager)
    if response is None:
        terms: list[_Term] = [((wager.p_all_fold,), None), ((1.0 - wager.p_all_fold,), growth_pieces(wager))]
        return _joined(wager, [term for term in terms if term[0][0] > 0.0], pot, 1)
    outcomes = dict(response.by_callers)
    terms = [(_chance((), response.folds, pot), None)]
    for callers in response.possible():
        against = outcomes.get(callers)
        if response.hands is not None:
            against = response.hands.first(1.0 - (response.folds[0] or 0.0))
        terms.append((_chance(callers, response.folds, pot), growth_pieces(wager.called_by(callers, against))))
    return _joined(wager, terms, pot, len(response.folds) if response.pot_odds else 1)


def _chance(callers: Sequence[int], folds: Sequence[float | None], pot: float) -> tuple[float, ...]:
    """Return the probability that exactly ``callers`` call, as a polynomial in f; without a pot f is 1."""
    product = np.ones(1)
    for i, share in enumerate(folds):
        known = 1.0 if share is None and pot <= 0.0 else share
        if known is None:
            factor = np.array([1.0, -1.0] if i in callers else [0.0, 1.0])
        else:
            factor = np.array([1.0 - known if i in callers else known])
        product = np.convolve(product, factor)
    return tuple(float(c) for c in product)


def _joined(wager: Wager, summands: Iterable[_Term], pot: float, roots: int) -> Landscape:
    """Return the landscape of the sum of ``summands``; ``pot`` in bankrolls, ``roots``: the n of f.

    The patches begin wherever a piece of any term begins. On each of them a term has the last piece that begins there
    or before.
    """
    nobody = (GrowthPiece(0.0, 1.0, ((1.0, 0.0, wager.won_by_folds / wager.bankroll),)),)
    terms = [(weight, nobody if of is None else of) for weight, of in summands]
    ends = sorted({0.0, 1.0, *(piece.low for _, of in terms for piece in of)})
    degree = max(len(weight) for weight, _ in terms)
    width = max(len(piece.rows) for _, of in terms for piece in of)
    weights = np.zeros((len(ends) - 1, len(terms), degree))
    rows = np.zeros((3, len(ends) - 1, len(terms), width))
    for t, (weight, of) in enumerate(terms):
        weights[:, t, : len(weight)] = weight
        for m, low in enumerate(ends[:-1]):
            piece = next(piece for piece in reversed(of) if piece.low <= low)
            rows[:, m, t, : len(piece.rows)] = np.array(piece.rows).T
    return Landscape(np.array(ends), weights, rows, pot, roots)


def _by_hands(wager: Wager) -> Landscape:
    """Return the landscape of one opponent who calls with his best hands: a patch for each hand at the boundary."""
    assert wager.response is not None
    assert wager.response.hands is not None
    hands, pot = wager.response.hands, _pot_of(wager)
    if pot <= 0.0:  # nobody ever calls
        return _joined(wager, [((1.0,), None)], 0.0, 1)
    any_ = growth_pieces(wager.called_by((0,), Outcomes(1.0, (1.0,), 1.0)))  # only the nets; the probabilities follow
    upto, sums = np.array(hands.upto), np.array(hands.sums)
    reached = pot * (1.0 - upto[1:]) / upto[1:]  # from this bet on the previous hand is the weakest caller
    ends = np.unique(np.concatenate([[0.0, 1.0], reached[(reached > 0.0) & (reached < 1.0)], [p.low for p in any_]]))
    middle = 0.5 * (ends[:-1] + ends[1:])
    at = np.clip(np.searchsorted(upto, pot / (pot + middle)) - 1, 0, len(upto) - 2)
    # Three terms: nobody calls (probability f), the hands before the boundary (all of them call, and their shares are
    # in the rows), and the hand at the boundary, of which the share 1 - f - upto calls.
    weights, rows = np.zeros((len(middle), 3, 2)), np.zeros((3, len(middle), 3, 3))
    weights[:, 0] = [0.0, 1.0]
    weights[:, 1] = [1.0, 0.0]
    weights[:, 2, 0], weights[:, 2, 1] = 1.0 - upto[at], -1.0
    rows[0, :, 0, 0], rows[2, :, 0, 0] = 1.0, wager.won_by_folds / wager.bankroll
    rows[0, :, 1] = sums[at]
    rows[0, :, 2] = (sums[at + 1] - sums[at]) / (upto[at + 1] - upto[at])[:, None]
    piece = np.searchsorted([p.low for p in any_], middle) - 1
    nets = np.array([p.rows for p in any_])[piece]  # float64[patches, 3, (p, a, k)]
    rows[1:, :, 1:] = np.moveaxis(nets[:, :, 1:], 2, 0)[:, :, None]
    return Landscape(ends, weights, rows, pot, 1)


def best_bet(land: Landscape | DescribedLandscape, low: float, high: float) -> tuple[float, float]:
    """Return the bet from ``low`` to ``high`` with the highest growth, and that growth; of equal bets the smallest."""
    high = min(high, BELOW_ONE)
    if not low < high:
        return low, float(land.values(np.array([low]))[0])
    if isinstance(land, DescribedLandscape):
        return land.best(low, high)
    inner = land.ends[(land.ends > low) & (land.ends < high)]
    ends = np.concatenate([[low], inner, [high]])
    left, right = ends[:-1], ends[1:]
    patch = land.patch_of(right)
    best, tolerance = (low, -math.inf), TOLERANCE
    for _ in range(MAX_ROUNDS):
        left, right, patch, best = _halved(land, left, right, patch, best, tolerance)
        if not len(left):
            break
        if len(left) > MAX_INTERVALS:
            tolerance *= 10.0
    return _polished(land, best, low, high)


def _halved(
    land: Landscape, left: F64, right: F64, patch: Places, best: tuple[float, float], tolerance: float
) -> tuple[F64, F64, Places, tuple[float, float]]:
    """Return the halves of the intervals that may contain a bet better than ``best``, and the updated best bet."""
    middle = 0.5 * (left + right)
    values = land.values(left, patch), land.values(right, patch)
    for x, growths in zip((left, right), values, strict=True):
        i = int(np.argmax(growths))
        if growths[i] > best[1] or (growths[i] == best[1] and x[i] < best[0]):
            best = float(x[i]), float(growths[i])
    keep = (_tops(land, left, right, patch, *values) > best[1] + tolerance) & (middle > left) & (middle < right)
    left, middle, right, patch = left[keep], middle[keep], right[keep], patch[keep]
    halves = np.concatenate([left, middle]), np.concatenate([middle, right]), np.concatenate([patch, patch])
    return *halves, best


def _tops(land: Landscape, left: F64, right: F64, patch: Places, at_left: F64, at_right: F64) -> F64:
    """Return upper bounds of the growth on each interval, float64[intervals]: the top of the tent over its ends.

    The tent rises from the left end by the largest slope and falls to the right end by the smallest. Its top is
    computed from the flatter side, on which rounding has less effect.
    """
    min_slope, max_slope = land.slope_bounds(left, right, patch)
    width = right ** (1.0 / land.roots) - left ** (1.0 / land.roots)
    one_way = (min_slope >= 0.0) | (max_slope <= 0.0)
    spread = np.where(one_way, 1.0, max_slope - min_slope)
    lost = np.isneginf(at_right)  # the whole bankroll is lost: only the left side bounds it
    end = np.where(lost, at_left, at_right)
    where = np.clip((end - at_left - min_slope * width) / spread, 0.0, width)
    tent = np.where(max_slope <= -min_slope, at_left + max_slope * where, end - min_slope * (width - where))
    tent = np.where(lost, at_left + np.maximum(max_slope, 0.0) * width, np.maximum(tent, np.maximum(at_left, end)))
    return np.asarray(np.where(one_way, np.maximum(at_left, at_right), tent))


def _polished(land: Landscape, best: tuple[float, float], low: float, high: float) -> tuple[float, float]:
    """Return the best bet moved to the nearest root of the derivative, unless it is the end of a patch."""
    result, slack = best, ROUNDING * max(1.0, abs(best[1]))
    # A bet between two patches belongs to both: the root may be on either side of it.
    sides = {int(np.searchsorted(land.ends, best[0], side=side)) - 1 for side in ("left", "right")}
    for i in sorted({min(max(side, 0), len(land.ends) - 2) for side in sides}):
        patch = np.array([i])
        floor, ceiling = max(land.ends[patch[0]], low), min(land.ends[patch[0] + 1], high)
        x = _root(land, patch, best[0], floor, ceiling)
        value = float(land.values(np.array([x]), patch)[0])
        if value >= best[1] - slack:
            result = x, value
    return result


def _root(land: Landscape, patch: Places, x: float, floor: float, ceiling: float) -> float:
    """Return the bet near ``x`` at which the derivative changes sign, or ``x`` if it does not within the patch."""

    def slope(at: float) -> float:
        return float(land.slopes(np.array([at]), patch)[0])

    if not floor <= x <= ceiling:
        return x
    upward = slope(x) > 0.0
    # ``x`` is close to the root, so growing steps from it find a much narrower bracket than the patch.
    step, end = max(1e-9 * x, 1e-15), ceiling if upward else floor
    while True:
        other = min(x + step, ceiling) if upward else max(x - step, floor)
        if (slope(other) > 0.0) != upward:
            break
        if other == end:
            return x
        step *= 4.0
    low, high = (x, other) if upward else (other, x)
    while low < (middle := 0.5 * (low + high)) < high:
        low, high = (middle, high) if slope(middle) > 0.0 else (low, middle)
    return low


def last_bet_above(land: Landscape | DescribedLandscape, low: float, high: float, level: float) -> float | None:
    """Return the largest bet from ``low`` to ``high`` with a growth of at least ``level``, or None.

    Works as the search for the maximum does: an interval is halved while its growth can reach ``level`` and it has bets
    above ``last``, the largest one found so far.
    """
    high = min(high, BELOW_ONE)
    if isinstance(land, DescribedLandscape):
        return land.last_above(low, high, level)
    inner = land.ends[(land.ends > low) & (land.ends < high)]
    ends = np.concatenate([[low], inner, [high]])
    left, right = ends[:-1], ends[1:]
    patch, last = land.patch_of(right), -math.inf
    while len(left):
        values = land.values(left, patch), land.values(right, patch)
        for x, growths in zip((left, right), values, strict=True):
            last = max(last, float(np.max(x[growths >= level], initial=-math.inf)))
        middle = 0.5 * (left + right)
        keep = (_tops(land, left, right, patch, *values) >= level) & (right > last) & (middle > left) & (middle < right)
        left, middle, right, patch = left[keep], middle[keep], right[keep], patch[keep]
        left, right = np.concatenate([left, middle]), np.concatenate([middle, right])
        patch = np.concatenate([patch, patch])
        if len(left) > MAX_INTERVALS:  # the growth stays at the level: only the largest bets matter
            some = np.argsort(right)[-MAX_INTERVALS // 2 :]
            left, right, patch = left[some], right[some], patch[some]
    return last if math.isfinite(last) else None


def best_bet_slope(wager: Wager, x: float) -> float:
    """Return dx/dp, the derivative of the best bet ``x`` by the equity against all callers.

    By implicit differentiation of the root of the growth's derivative, with finite differences. It is 0 if ``x`` is at
    the end of a patch, because the kink of the growth there does not move with the equity. Against a described player
    it is the difference of the best bets near ``x`` for slightly different equities.
    """
    if wager.response is not None and wager.response.described is not None:
        near = (DescribedLandscape(wager.shifted(change)) for change in (-NEAR, NEAR))
        lower, upper = (land.best(0.9 * x, min(1.1 * x, BELOW_ONE))[0] for land in near)
        return max(upper - lower, 0.0) / (2.0 * NEAR)
    step = DIFFERENCE * x
    lands = [_patched_landscape(wager.shifted(change)) for change in (-DIFFERENCE, DIFFERENCE)]
    land = _patched_landscape(wager)
    patch = land.patch_of(np.array([x]))
    if not land.ends[patch[0]] + step < x < land.ends[patch[0] + 1] - step:
        return 0.0
    by_equity = [float(one.slopes(np.array([x]), one.patch_of(np.array([x])))[0]) for one in lands]
    roots = [at ** (1.0 / land.roots) for at in (x - step, x + step)]
    by_bet = [float(land.slopes(np.array([at]), patch)[0]) for at in (x - step, x + step)]
    bend = (by_bet[1] - by_bet[0]) / (roots[1] - roots[0])
    if bend >= 0.0:
        return 0.0
    moved = -(by_equity[1] - by_equity[0]) / (2.0 * DIFFERENCE) / bend
    return float(max(moved, 0.0) * land.roots * x ** ((land.roots - 1) / land.roots))
