"""What the advice leaves out: the long run, sampling error, an equity a few points off, shrinkage."""

import math
from dataclasses import dataclass, replace

from engine.kelly.advice import Advice, Terms, advise
from engine.kelly.growth import Wager, growth
from engine.kelly.outcomes import shifted
from engine.kelly.solver import optimal_fraction, response

Z95 = 1.96
"""Standard errors on either side of a 95% interval, as everywhere in the program."""
POINTS = 0.03
"""How far the true equity may be from the computed one because the ranges were guessed: three points."""


@dataclass(frozen=True, slots=True)
class LongRun:
    """Betting the multiple k of full Kelly for ever.

    ``growth_share``: share of the growth that betting adds at full Kelly, at this wager exactly; None where
    full Kelly bets nothing. ``growth_share_continuous = k (2 - k)`` and ``p_ever_halved = 0.5^(2/k - 1)``, at
    most 1: continuous approximations (Thorp 2006, "The Kelly criterion in blackjack, sports betting and the
    stock market").
    """

    growth_share: float | None
    growth_share_continuous: float
    p_ever_halved: float


def long_run(wager: Wager, multiplier: float) -> LongRun:
    """Return the long-run facts of betting ``multiplier`` times the growth-optimal bet, limits aside."""
    optimum = optimal_fraction(wager) * wager.bankroll
    share = None
    if optimum > 0.0:
        base = growth(wager, 0.0)
        gain = growth(wager, optimum, folds=False) - base
        bet = min(multiplier * optimum, wager.bankroll)
        share = (growth(wager, bet, folds=False) - base) / gain if gain > 0.0 else None
    halved = min(1.0, 0.5 ** (2.0 / multiplier - 1.0)) if optimum > 0.0 else 0.0
    return LongRun(share, multiplier * (2.0 - multiplier), halved)


@dataclass(frozen=True, slots=True)
class Shrunk:
    """The growth-optimal fraction times ``factor`` because the probabilities are uncertain."""

    factor: float
    fraction: float


def shrunk(wager: Wager, stderr: float) -> Shrunk:
    """Shrink the optimum f for a win probability of standard error s.

    ``f^2 / (f^2 + (df/dp)^2 s^2)`` (Baker and McHale 2013, "Optimal betting under parameter uncertainty"),
    where df/dp is how fast the optimum moves with the win probability: (b + 1)/b at odds of b to 1, that is
    without retained pot, splits and rake.
    """
    f = optimal_fraction(wager)
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
    low, high = (
        advise(replace(wager, outcomes=shifted(wager.outcomes, change)), terms) for change in (-points, points)
    )
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
