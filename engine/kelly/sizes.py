"""The actions that hero can compare, each with its value, and the reason for the size of an advised bet.

All amounts are chips that hero adds. A raise of half the pot adds the price and half of the pot after the call.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from engine.kelly.advice import (
    KellyAction,
    Terms,
    advise_bet,
    call_price,
    check_or_fold,
    evaluate_bet,
    fixed_limit_amounts,
    vanishing,
    whole_chips,
)
from engine.kelly.answer import ComparedBet, KellyAnswer
from engine.kelly.request import KellyRequest
from engine.kelly.risk import sensitivity, shrunk_fraction
from engine.scenario.fields import MAX_CHIPS

BetSize = Literal["", "half pot", "pot", "all in"]
POT_SHARES: tuple[tuple[BetSize, float], ...] = (("half pot", 0.5), ("pot", 1.0))
"""The share of the pot of each usual bet size."""
UNKNOWN_BANKROLL = MAX_CHIPS
"""Used as the bankroll while it is unknown; expected chips do not depend on it."""


@dataclass(frozen=True, slots=True)
class KellyOption:
    """An action with its growth and expected chips; ``size`` names a bet if several sizes are listed."""

    choice: KellyAction
    size: BetSize = ""


def action_options(request: KellyRequest) -> tuple[KellyOption, ...]:
    """Return the actions that hero can compare, the cheapest first.

    A bet of free size is listed as half the pot, the pot, and all in if that amount is known. Bets outside the limits
    are moved to the limit, and equal amounts are listed once.
    """
    wager = request.wager
    by_chips = {0.0: KellyOption(check_or_fold(wager, request.terms))}
    for action, size, chips in _bets(request):
        if chips > 0.0 and chips not in by_chips:
            by_chips[chips] = KellyOption(evaluate_bet(wager, action, chips), size)
    return tuple(by_chips[chips] for chips in sorted(by_chips))


def any_size_allowed(terms: Terms) -> bool:
    """Return whether a bet or raise of a free size is allowed."""
    return not terms.choices and (terms.price is None or terms.can_raise)


def usual_bet(request: KellyRequest, size: BetSize) -> float | None:
    """Return the chips that a bet of a usual size adds, within the limits.

    None if the amount is unknown, is no more than a call, or is the same as the limit of pot limit.
    """
    terms, price, max_bet = request.terms, request.facts.to_call, all_in(request)
    target = max_bet if size == "all in" else price + dict(POT_SHARES)[size] * (request.facts.total + price)
    if target is None or not any_size_allowed(terms) or (size == "all in" and max_bet == request.pot_limit):
        return None
    high = math.inf if max_bet is None else max_bet
    chips = min(max(target, terms.min_bet), high)
    if terms.chip is not None and chips < high:
        chips = whole_chips(chips, terms.chip, terms.min_bet, high)
    return chips if chips > call_price(terms, request.wager.bankroll) else None


def all_in(request: KellyRequest) -> float | None:
    """Return the most that hero can add, by the stacks or else by the bankroll, or None if neither is known."""
    max_bet, bankroll = request.terms.max_bet, request.wager.bankroll
    if bankroll >= UNKNOWN_BANKROLL:
        return max_bet if max_bet is not None and max_bet < UNKNOWN_BANKROLL else None
    return bankroll if max_bet is None else min(max_bet, bankroll)


def _bets(request: KellyRequest) -> Iterator[tuple[str, BetSize, float]]:
    """Yield the call and the bets of usual sizes, each as (action, size, chips added); a call has no size.

    In fixed limit all legal amounts are yielded, none of which has a size.
    """
    terms, bankroll = request.terms, request.wager.bankroll
    if terms.choices:
        yield from ((action, "", chips) for action, chips in fixed_limit_amounts(terms, bankroll))
        return
    price = call_price(terms, bankroll)
    yield "call", "", price
    sizes: tuple[BetSize, ...] = ("half pot", "pot", "all in")
    for size in sizes:
        chips = usual_bet(request, size)
        if chips is not None:
            yield "raise" if price else "bet", size, chips


SizeCause = Literal["fixed limit", "everything", "smallest", "pot limit", "capped", "rounded", "multiple"]
MIN_ROUNDING_SHARE = 0.005
"""Rounding is given as the cause of a size if it takes more than this share off the bet."""
SLACK = 1e-9


@dataclass(frozen=True, slots=True)
class EquityDoubt:
    """The advised chips if the true equity is ``points`` lower or higher, and shrunk for that doubt."""

    points: float
    low: float
    high: float
    factor: float
    shrunk: float


def doubt_of(request: KellyRequest, points: float) -> EquityDoubt:
    """Return the advice if the equity may be off by ``points`` (0.03: three points)."""
    wager, terms = request.wager, request.terms
    span = sensitivity(wager, terms, points)
    factor = shrunk_fraction(wager, points, advise_bet(wager, terms).fraction).factor
    less = advise_bet(wager, replace(terms, multiplier=terms.multiplier * factor)).best.chips if factor else 0.0
    return EquityDoubt(points, span.low.best.chips, span.high.best.chips, factor, less)


def size_cause(answer: KellyAnswer, request: KellyRequest) -> SizeCause:
    """Return the reason for the size of an advised bet: the multiple of full Kelly, or the limit that it reached."""
    terms, bankroll, bet = request.terms, request.wager.bankroll, answer.bet
    if terms.choices:
        return "fixed limit"
    if bet >= bankroll * (1 - SLACK):
        return "everything"
    target = terms.multiplier * answer.fraction * bankroll
    if target < bet * (1 - SLACK):
        return "smallest"
    if terms.max_bet is not None and target > terms.max_bet * (1 + SLACK):
        return "pot limit" if terms.max_bet == request.pot_limit else "capped"
    return "multiple" if bet >= target * (1 - MIN_ROUNDING_SHARE) else "rounded"


def near_equal_actions(answer: KellyAnswer, tolerance: float) -> tuple[ComparedBet, ...]:
    """Return the compared actions whose growth is less than ``tolerance`` (a share of the bankroll) below the advice's.

    The cheapest is first. The result is empty if only the advised action itself qualifies.
    """
    zero = "fold" if answer.to_call or answer.decision == "fold" else "check"
    compared = (ComparedBet(zero, 0.0, answer.growth_at_zero, 0.0), *answer.bets)
    close = [
        b for b in compared if b.growth is not None and math.expm1(answer.growth) - math.expm1(b.growth) < tolerance
    ]
    return tuple(close) if len(close) > 1 else ()


def vanishes(answer: KellyAnswer, request: KellyRequest) -> bool:
    """Return whether the advised bet has no best size, because the smaller it is the better."""
    return vanishing(request.wager, request.terms, answer.decision, answer.bet)


def call_size(answer: KellyAnswer) -> float:
    """Return the chips of a call, which may be less than the price, or 0 if there is nothing to call."""
    return float(next((b.bet for b in answer.bets if b.action == "call"), answer.to_call))


def whole_chips_fit(request: KellyRequest) -> bool:
    """Return whether any bet of whole chips is legal."""
    terms, bankroll = request.terms, request.wager.bankroll
    if terms.chip is None or terms.choices:
        return True
    low, high = max(terms.min_bet, terms.chip), bankroll if terms.max_bet is None else min(terms.max_bet, bankroll)
    return math.ceil(low / terms.chip - SLACK) * terms.chip <= high * (1 + SLACK)


def example_bet(answer: KellyAnswer, request: KellyRequest) -> tuple[str, float] | None:
    """Return an (action, chips) to compare an advised check or fold with: the best compared bet, or half the pot."""
    if answer.bets:
        best = max(answer.bets, key=lambda b: -math.inf if b.growth is None else b.growth)
        return best.action, best.bet
    max_bet = request.terms.max_bet
    limit = request.wager.bankroll if max_bet is None else min(max_bet, request.wager.bankroll)
    size = min(0.5 * request.facts.total or 0.01 * request.wager.bankroll, limit)
    # Without chips the example has one digit other than zero: an amount that a player would name.
    step = request.terms.chip or 10.0 ** math.floor(math.log10(size)) if size > 0.0 else 0.0
    size = math.floor(size / step + 1e-9) * step if step else 0.0
    return ("bet", size) if size > 0.0 else None
