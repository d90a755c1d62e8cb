"""The play of a described player after the first street, by the strength of his hand and the price.

The strength s of a hand is its equity against one random hand (``engine.players.strength``), s_n that against n
opponents. A player who may bet does so with probability ``bet``(s_n), a piecewise linear curve. Facing a bet he goes on
with probability

    c = 1 / (1 + exp(-(s_n - q - margin) / width)),    q = to call / (pot after the call),

raises with probability min(``raise``(s_n), c) and calls with the rest of c. All functions take numbers or arrays of
any shape, and return float64[shape].
"""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike

from engine.arrays import F64
from engine.scenario.codec import JsonObject, json_field
from engine.scenario.reading import fail, list_of, number, or_none, schema_of, takes, text_up_to, tuple_of

MAX_POINTS = 100
"""The most points of a curve, and the most sizes of a bet."""
MAX_SIZE = 1000.0
Curve = tuple[tuple[float, float], ...]
"""Points (strength, probability) with ascending strengths."""
Sizes = tuple[tuple[float, float], ...]
"""Sizes of a bet with their weights."""
WHY = text_up_to(10_000)
SIZE = number(0.0, MAX_SIZE)
_POINTS = tuple_of(list_of(number(0.0, 1.0), 2), most=MAX_POINTS)
_WEIGHTED_SIZES = tuple_of(list_of(SIZE, 2), most=MAX_POINTS)


@takes(schema_of(_POINTS))
def _curve(value: object, path: str) -> Curve:
    """Read the points of a curve; there is at least one, and their strengths ascend."""
    points = tuple((s, p) for s, p in _POINTS(value, path))
    if not points:
        fail(path, "expected at least one point [strength, probability]")
    for index, ((before, _), (after, _)) in enumerate(pairwise(points), 1):
        if not before < after:
            fail(f"{path}[{index}]", "the strengths of the points have to ascend")
    return points


@takes(schema_of(_WEIGHTED_SIZES))
def _sizes(value: object, path: str) -> Sizes:
    """Read sizes with weights, of which one has to be positive."""
    sizes = tuple((size, weight) for size, weight in _WEIGHTED_SIZES(value, path))
    if not any(size > 0 and weight > 0 for size, weight in sizes):
        fail(path, "expected at least one size with a weight above 0")
    return sizes


@dataclass(frozen=True, slots=True)
class StreetPlay(JsonObject):
    """The play on a later street by the strength of the hand.

    ``bet``: the probability of betting; ``last_raiser``: the same for who raised last on the previous street, or None
    if it is no other. ``margin`` and ``width``: of the probability of continuing against a bet. ``raise_``: the
    probability of raising. ``sizes``: bets and raises as shares of the pot after the call, with weights.
    """

    OPTIONAL = ("why",)
    bet: Curve = json_field(_curve)
    last_raiser: Curve | None = json_field(or_none(_curve), key="last raiser")
    margin: float = json_field(number(-1.0, 1.0))
    width: float = json_field(number(0.0, 1.0))
    raise_: Curve = json_field(_curve, key="raise")
    sizes: Sizes = json_field(_sizes)
    why: str = json_field(WHY, "")


def curve_values(curve: Curve, strengths: ArrayLike) -> F64:
    """Return the values of a curve at ``strengths``: linear between its points, constant beyond its ends,
    float64[shape of strengths]."""
    points = np.array(curve)
    return np.asarray(np.interp(np.asarray(strengths, np.float64), points[:, 0], points[:, 1]))


def bet_probability(play: StreetPlay, strengths: ArrayLike, *, last_raiser: bool = False) -> F64:
    """Return the probability of betting when nobody has bet, float64[shape of strengths].

    ``last_raiser``: the player raised last on the previous street.
    """
    curve = play.last_raiser if last_raiser and play.last_raiser is not None else play.bet
    return curve_values(curve, strengths)


def continue_probability(play: StreetPlay, strengths: ArrayLike, price: ArrayLike) -> F64:
    """Return the probability of calling or raising, float64[shape of strengths].

    ``price``: the share of the call in the pot after it (0 to 1).
    """
    margin = np.asarray(strengths, np.float64) - np.asarray(price, np.float64) - play.margin
    if play.width == 0.0:
        return np.asarray(margin >= 0.0, np.float64)
    # The exponent is clipped: beyond the limit the probability is 0 or 1 within rounding.
    return np.asarray(1.0 / (1.0 + np.exp(np.clip(-margin / play.width, -700.0, 700.0))))


def raise_probability(play: StreetPlay, strengths: ArrayLike, price: ArrayLike) -> F64:
    """Return the probability of raising a bet, float64[shape of strengths]; it is at most that of continuing."""
    return np.minimum(curve_values(play.raise_, strengths), continue_probability(play, strengths, price))


def against_opponents(strengths: ArrayLike, opponents: int) -> F64:
    """Return the strength of hold'em hands against n opponents, s_n = s^n, float64[shape of strengths].

    Papp, "Dealing with imperfect information in poker", 1998 (the program Loki).
    """
    return np.asarray(strengths, np.float64) ** opponents


def updated_weights(weights: ArrayLike, probability: ArrayLike, least: float = 0.0) -> F64:
    """Return the weights float64[hands] after an action that each hand takes with a ``probability``, the greatest as 1.

    ``least`` is added to every weight before, so that all hands keep some chance. If no hand takes the action, all of
    them keep their weights.
    """
    before = np.asarray(weights, np.float64) + least
    after = before * np.asarray(probability, np.float64)
    best = float(after.max())
    return after / best if best > 0.0 else np.asarray(weights, np.float64)
