"""Several answers to one question in one picture: the growth under the sampling error and under other ranges."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.arrays import F64
from engine.kelly.advice import Terms, advise_bet
from engine.kelly.growth import Wager, growth
from engine.kelly.request import KellyRequest
from engine.kelly.risk import Z95
from engine.kelly.solver import growth_curve

HALVINGS = 60


@dataclass(frozen=True, slots=True, eq=False)
class Band:
    """The band of the growth: ``chips``, ``low`` and ``high`` float64[points].

    ``bets``: the smallest and the largest bet advised; ``decisions``: the different actions advised, in the order
    of the variants. ``safe``: the largest bet in chips that grows no less than doing nothing in any variant, None where
    there is none.
    """

    chips: F64
    low: F64
    high: F64
    bets: tuple[float, float]
    decisions: tuple[str, ...]
    safe: float | None


def variants(requests: Sequence[KellyRequest]) -> tuple[tuple[Wager, Terms], ...]:
    """Return each question, and where its outcomes were sampled those at both ends of the 95 % interval."""
    cases = []
    for request in requests:
        error = Z95 * (request.stderr or 0.0)
        wagers = [request.wager.shifted(change) for change in (-error, error)] if error else []
        cases += [(wager, request.terms) for wager in (request.wager, *wagers)]
    return tuple(cases)


def growth_band(
    requests: Sequence[KellyRequest], *, start: float = 0.0, upto: float | None = None, points: int = 201
) -> Band:
    """Return the band over questions of the same bankroll that differ in what opponents hold, the written one first.

    ``start``, ``upto`` and ``points`` as of ``growth_curve``.
    """
    cases = variants(requests)
    curves = [growth_curve(wager, start=start, upto=upto, points=points) for wager, _ in cases]
    most = min(float(curve.chips[-1]) for curve in curves)
    if any(curve.chips[-1] != most for curve in curves):
        curves = [growth_curve(wager, start=start, upto=most, points=points) for wager, _ in cases]
    advices = [advise_bet(wager, terms) for wager, terms in cases]
    values = np.array([curve.growth for curve in curves])
    margins = np.min([v - advice.zero.growth for v, advice in zip(values, advices, strict=True)], axis=0)
    zeros = [advice.zero.growth for advice in advices]
    return Band(
        chips=curves[0].chips,
        low=values.min(axis=0),
        high=values.max(axis=0),
        bets=(min(a.best.chips for a in advices), max(a.best.chips for a in advices)),
        decisions=tuple(dict.fromkeys(a.best.action for a in advices)),
        safe=_safe([wager for wager, _ in cases], zeros, curves[0].chips, margins),
    )


def _safe(wagers: Sequence[Wager], zeros: Sequence[float], chips: F64, margins: F64) -> float | None:
    """Return the largest bet whose margin over doing nothing is not negative, between the points to the last digit."""
    good = np.flatnonzero((margins >= 0.0) & (chips > 0.0))
    if not len(good):
        return None
    low = float(chips[good[-1]])
    reaction = wagers[0].reaction
    if good[-1] == len(chips) - 1 or (reaction is not None and reaction.rows):
        return low
    high = float(chips[good[-1] + 1])
    for _ in range(HALVINGS):
        middle = 0.5 * (low + high)
        least = min(growth(wager, middle) - zero for wager, zero in zip(wagers, zeros, strict=True))
        low, high = (middle, high) if least >= 0.0 and math.isfinite(least) else (low, middle)
    return low
