"""Beyond the advice: the long run, the sampling error, an equity a few points off, shrinkage."""

import math
from dataclasses import dataclass

from engine.kelly.advice import Advice, Terms, advise_bet
from engine.kelly.growth import Wager
from engine.kelly.solver import optimal_fraction, response

Z95 = 1.96
"""Standard errors on either side of a 95% interval, as everywhere in the program."""
POINTS = 0.03
"""How far the true equity may be from the computed one because the ranges were guessed: three points."""


@dataclass(frozen=True, slots=True)
class LongRun:
    """Doing what is advised for ever: a bet of k times the growth-optimal one, limits and rounding included.

    ``growth_share = (g(bet) - g(0)) / (g(optimum) - g(0))``, at this wager exactly, g(0) being the growth of the check
    or fold. ``growth_share_continuous = k (2 - k)`` and ``p_ever_halved = 0.5^(2/k - 1)``, at most 1 and 0 without a
    bet: continuous approximations (Thorp 2006, "The Kelly criterion in blackjack, sports betting and the stock
    market"). Both shares are None where the optimum is 0; k counts as infinite then.
    """

    growth_share: float | None
    growth_share_continuous: float | None
    p_ever_halved: float


def long_run(wager: Wager, advice: Advice) -> LongRun:
    """Return the long-run facts of an advice; the optimum's growth includes what folds add, as the bet's does."""
    bet, zero = advice.best, advice.zero
    if advice.fraction == 0.0:
        return LongRun(None, None, 1.0 if bet.chips else 0.0)
    k = bet.chips / (wager.bankroll * advice.fraction)
    gain = advice.peak - zero.growth
    share = (bet.growth - zero.growth) / gain if gain > 0.0 else None
    return LongRun(share, k * (2.0 - k), min(1.0, 0.5 ** (2.0 / k - 1.0)) if k else 0.0)


@dataclass(frozen=True, slots=True)
class Shrunk:
    """The growth-optimal fraction times ``factor`` because the probabilities are uncertain."""

    factor: float
    fraction: float


def shrunk(wager: Wager, stderr: float, fraction: float | None = None) -> Shrunk:
    """Shrink the optimum f for a win probability of standard error s; ``fraction``: f, where it is known.

    ``f^2 / (f^2 + (df/dp)^2 s^2)`` (Baker and McHale 2013, "Optimal betting under parameter uncertainty"),
    where df/dp is how fast the optimum moves with the win probability: (b + 1)/b at odds of b to 1, that is
    without retained pot, splits and rake.
    """
    f = optimal_fraction(wager) if fraction is None else fraction
    if f == 0.0:
        return Shrunk(0.0, 0.0)
    factor = f * f / (f * f + (response(wager, f) * stderr) ** 2)
    return Shrunk(factor, factor * f)


@dataclass(frozen=True, slots=True)
class Span:
    """The advice at the two ends of an interval of the equity."""

    low: Advice
    high: Advice


def interval(wager: Wager, terms: Terms, stderr: float) -> Span:
    """Return the advice at the ends of the 95% interval of the equity; the bet rises with the equity."""
    return sensitivity(wager, terms, Z95 * stderr)


def sensitivity(wager: Wager, terms: Terms, points: float = POINTS) -> Span:
    """Return the advice if the true equity is ``points`` lower and higher (0.03 = three points)."""
    low, high = (advise_bet(wager.shifted(change), terms) for change in (-points, points))
    return Span(low, high)


@dataclass(frozen=True, slots=True)
class BreakEven:
    """Win probability without ties from which a call at a price pays: by growth and by chips."""

    growth: float
    chip_ev: float


def break_even(bankroll: float, pot: float, price: float) -> BreakEven:
    """Return the break-even win probabilities of a call of ``price`` that wins ``pot`` net of rake.

    By growth ``-ln(1 - t) / (ln(1 + v) - ln(1 - t))`` with t = price/W and v = pot/W; by chips ``price / (pot
    + price)``. 1 where not even a sure win pays, as with a rake of more than what is won.
    """
    by_chips = min(1.0, price / (pot + price)) if pot + price > 0.0 else 1.0
    if price >= bankroll or pot <= 0.0:
        return BreakEven(1.0, by_chips)
    risk = -math.log1p(-price / bankroll)
    if risk == 0.0:  # a price that the bankroll does not feel: the limit of small stakes
        return BreakEven(by_chips, by_chips)
    return BreakEven(risk / (math.log1p(pot / bankroll) + risk), by_chips)
