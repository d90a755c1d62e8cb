"""The risk of an advice: the long run, the sampling error, an equity that is a few points off, shrinkage."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from engine.kelly.advice import Advice, Terms, advise_bet, net_distribution
from engine.kelly.growth import Wager
from engine.kelly.solver import optimal_fraction, optimum_slope
from engine.scenario.codec import JsonObject
from engine.scenario.kelly import DEFAULT_EQUITY_ERROR

Z95 = 1.96
"""Standard errors on either side of a 95% interval, as everywhere in the program."""
MAX_EXPONENT = 1100.0
"""0.5 to a larger power is 0 as a float."""


@dataclass(frozen=True, slots=True)
class LongRun(JsonObject):
    """The effect of playing the advice in the same situation again and again, limits and rounding included.

    The advised bet is k times the growth-optimal one.

    ``growth_share = (g(bet) - g(0)) / (g(optimum) - g(0))``, at this wager exactly, g(0) being the growth of the check
    or fold. ``growth_share_continuous = k (2 - k)``, the continuous approximation (Thorp 2006, "The Kelly criterion in
    blackjack, sports betting and the stock market"). Both are None if the optimum is 0. ``p_ever_halved``: see
    ``ever_halved``; None after a fold, which bets nothing.
    """

    growth_share: float | None
    growth_share_continuous: float | None
    p_ever_halved: float | None


def long_run(wager: Wager, advice: Advice) -> LongRun:
    """Return the long-run figures of an advice; the growth of optimum and bet both include what folds win."""
    bet, zero = advice.best, advice.zero
    halved = None
    if bet.action != "fold":
        halved = ever_halved((p, net / wager.bankroll) for p, net in net_distribution(wager, bet.action, bet.chips))
    if advice.fraction == 0.0:
        return LongRun(None, None, halved)
    # The bet as a multiple of the growth-optimal one: half Kelly has k = 1/2 and three quarters of the growth.
    k = bet.chips / (wager.bankroll * advice.fraction)
    gain = advice.peak - zero.growth
    share = (bet.growth - zero.growth) / gain if gain > 0.0 else None
    return LongRun(share, k * (2.0 - k), halved)


def ever_halved(distribution: Iterable[tuple[float, float]]) -> float:
    """Return the probability that a bankroll ever falls to half if the same situation repeats for ever.

    ``distribution``: (probability, net win as a share of the bankroll). The result is ``0.5^t``, where t > 0 is the
    root of ``E[R^-t] = 1`` with R = 1 + net: B^-t is then a martingale of the bankroll B, and is 2^t or slightly more
    when B has halved. It is 1 if the growth is not positive, and 0 if the bankroll never falls.
    """
    rows = [(p, net) for p, net in distribution if p > 0.0]
    if min(net for _, net in rows) >= 0.0:
        return 0.0
    if min(net for _, net in rows) <= -1.0:
        return 1.0
    logs = [(p, math.log1p(net)) for p, net in rows]
    if math.fsum(p * log for p, log in logs) <= 0.0:
        return 1.0
    # E[R^-t] - 1 is 0 at t = 0, falls at first because the growth is positive, and is convex: there is one root t > 0.
    low, high = 0.0, 1.0
    while _moment(logs, high) <= 0.0:
        low, high = high, 2.0 * high
        if low > MAX_EXPONENT:
            return 0.0
    while low < (middle := 0.5 * (low + high)) < high:
        low, high = (middle, high) if _moment(logs, middle) <= 0.0 else (low, middle)
    return float(0.5**low)


def _moment(logs: list[tuple[float, float]], t: float) -> float:
    """Return ``E[R^-t] - 1``, which is convex in t and 0 at 0; infinite if it overflows."""
    try:
        return math.fsum(p * math.expm1(-t * log) for p, log in logs)
    except OverflowError:
        return math.inf


@dataclass(frozen=True, slots=True)
class ShrunkFraction(JsonObject):
    """The growth-optimal fraction times ``factor`` because the probabilities are uncertain."""

    factor: float
    fraction: float


def shrunk_fraction(wager: Wager, stderr: float, fraction: float | None = None) -> ShrunkFraction:
    """Return the optimum f shrunk for a win probability of standard error s; ``fraction``: f if it is known.

    ``f^2 / (f^2 + (df/dp)^2 s^2)`` (Baker and McHale 2013, "Optimal betting under parameter uncertainty"),
    where df/dp is the derivative of the optimum by the win probability: (b + 1)/b at odds of b to 1 without retained
    pot, splits and rake.
    """
    f = optimal_fraction(wager) if fraction is None else fraction
    if f == 0.0:
        return ShrunkFraction(0.0, 0.0)
    factor = f * f / (f * f + (optimum_slope(wager, f) * stderr) ** 2)
    return ShrunkFraction(factor, factor * f)


@dataclass(frozen=True, slots=True)
class AdviceSpan:
    """The advice at the two ends of an interval of the equity."""

    low: Advice
    high: Advice


def confidence_interval(wager: Wager, terms: Terms, stderr: float) -> AdviceSpan:
    """Return the advice at the ends of the 95% interval of the equity."""
    return sensitivity(wager, terms, Z95 * stderr)


def sensitivity(wager: Wager, terms: Terms, points: float = DEFAULT_EQUITY_ERROR) -> AdviceSpan:
    """Return the advice if the true equity is ``points`` lower and higher (0.03 = three points)."""
    low, high = (advise_bet(wager.shifted(change), terms) for change in (-points, points))
    return AdviceSpan(low, high)


@dataclass(frozen=True, slots=True)
class BreakEven(JsonObject):
    """The win probability, without ties, from which a call is profitable: by growth and by chips."""

    growth: float
    chip_ev: float


def break_even(bankroll: float, pot: float, price: float) -> BreakEven:
    """Return the break-even win probabilities of a call of ``price`` that wins ``pot`` net of rake.

    By growth ``-ln(1 - t) / (ln(1 + v) - ln(1 - t))`` with t = price/W and v = pot/W; by chips ``price / (pot
    + price)``. 1 if not even a sure win pays, for example because the rake exceeds the winnings.
    """
    by_chips = min(1.0, price / (pot + price)) if pot + price > 0.0 else 1.0
    if price >= bankroll or pot <= 0.0:
        return BreakEven(1.0, by_chips)
    risk = -math.log1p(-price / bankroll)
    if risk == 0.0:  # the price is negligible for the bankroll: growth agrees with chips
        return BreakEven(by_chips, by_chips)
    return BreakEven(risk / (math.log1p(pot / bankroll) + risk), by_chips)
