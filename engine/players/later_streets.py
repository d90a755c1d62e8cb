"""What a player does after the first street, by the strength of his hand and the price.

The strength s of a hand is its equity against one random hand (``engine.players.strength``), s_n that against n
opponents. A player who may bet does so with probability ``bet``(s_n), a piecewise linear curve. Facing a bet he goes on
with probability

    c = 1 / (1 + exp(-(s_n - q - margin) / width)),    q = to call / (pot after the call),

raises with probability min(``raise``(s_n), c) and calls with the rest of c. All functions take numbers or arrays of
any shape, and return float64[shape].
"""

import numpy as np
from numpy.typing import ArrayLike

from engine.arrays import F64
from engine.players.description import Curve, StreetPlay


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
