"""The actions of hero at a glance, each with its worth, and the reason of the size of an advised bet.

An amount is what hero adds. A raise of half the pot adds the price and half of what the pot is then.
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
"""Bets by their share of the pot."""
UNKNOWN_BANKROLL = MAX_CHIPS
"""Stands for a bankroll that is not known: expected chips do not depend on it."""


@dataclass(frozen=True, slots=True)
class ActionOption:
    """An action with its growth and expected chips; ``size``: what a bet is called that is not the only one."""

    choice: KellyAction
    size: BetSize = ""


def action_options(request: KellyRequest) -> tuple[ActionOption, ...]:
    """Return the possible actions of hero, the cheapest first; of a free bet half the pot, the pot, and all in where it
    is known how much that is. Bets outside the limits are brought within them; those that come to the same are listed
    once."""
    wager = request.wager
    by_chips = {0.0: ActionOption(check_or_fold(wager, request.terms))}
    for action, size, chips in _bets(request):
        if chips > 0.0 and chips not in by_chips:
            by_chips[chips] = ActionOption(evaluate_bet(wager, action, chips), size)
    return tuple(by_chips[chips] for chips in sorted(by_chips))


def any_size_allowed(terms: Terms) -> bool:
    """Return whether a bet or raise of a free size is allowed."""
    return not terms.choices and (terms.price is None or terms.can_raise)


def usual_bet(request: KellyRequest, size: BetSize) -> float | None:
    """Return the chips that a bet of a usual size adds, within the limits; None where it is not known, or comes to no
    more than a call."""
    terms, price, most = request.terms, request.facts.to_call, all_in(request)
    wanted = most if size == "all in" else price + dict(POT_SHARES)[size] * (request.facts.total + price)
    if wanted is None or not any_size_allowed(terms) or (size == "all in" and most == request.pot_limit):
        return None
    high = math.inf if most is None else most
    chips = min(max(wanted, terms.min_bet), high)
    if terms.chip is not None and chips < high:
        chips = whole_chips(chips, terms.chip, terms.min_bet, high)
    return chips if chips > call_price(terms, request.wager.bankroll) else None


def all_in(request: KellyRequest) -> float | None:
    """Return the most that hero can add: up to the stacks, else the bankroll; None where neither is known."""
    most, bankroll = request.terms.max_bet, request.wager.bankroll
    if bankroll >= UNKNOWN_BANKROLL:
        return most if most is not None and most < UNKNOWN_BANKROLL else None
    return bankroll if most is None else min(most, bankroll)


def _bets(request: KellyRequest) -> Iterator[tuple[str, BetSize, float]]:
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
"""Rounding to whole chips that takes more than this share of a bet off is named."""
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
    """Return the advice under doubt of so many points."""
    wager, terms = request.wager, request.terms
    span = sensitivity(wager, terms, points)
    factor = shrunk_fraction(wager, points, advise_bet(wager, terms).fraction).factor
    less = advise_bet(wager, replace(terms, multiplier=terms.multiplier * factor)).best.chips if factor else 0.0
    return EquityDoubt(points, span.low.best.chips, span.high.best.chips, factor, less)


def size_cause(answer: KellyAnswer, request: KellyRequest) -> SizeCause:
    """Return the reason of the size of an advised bet: the multiple of Kelly, or the limit that it met."""
    terms, bankroll, bet = request.terms, request.wager.bankroll, answer.bet
    if terms.choices:
        return "fixed limit"
    if bet >= bankroll * (1 - SLACK):
        return "everything"
    wanted = terms.multiplier * answer.fraction * bankroll
    if wanted < bet * (1 - SLACK):
        return "smallest"
    if terms.max_bet is not None and wanted > terms.max_bet * (1 + SLACK):
        return "pot limit" if terms.max_bet == request.pot_limit else "capped"
    return "multiple" if bet >= wanted * (1 - MIN_ROUNDING_SHARE) else "rounded"


def near_equal_actions(answer: KellyAnswer, least: float) -> tuple[ComparedBet, ...]:
    """Return the compared actions, the cheapest first, that leave less than ``least`` of the bankroll behind the best
    one; none where that is the advice alone."""
    zero = "fold" if answer.to_call or answer.decision == "fold" else "check"
    compared = (ComparedBet(zero, 0.0, answer.growth_at_zero, 0.0), *answer.bets)
    close = [b for b in compared if b.growth is not None and math.expm1(answer.growth) - math.expm1(b.growth) < least]
    return tuple(close) if len(close) > 1 else ()


def vanishes(answer: KellyAnswer, request: KellyRequest) -> bool:
    """Return whether the advised bet is as small as it may be, only to be made: there is no best one."""
    return vanishing(request.wager, request.terms, answer.decision, answer.bet)


def call_size(answer: KellyAnswer) -> float:
    """Return the chips that a call puts in, which may be less than its price; 0 where there is nothing to call."""
    return float(next((b.bet for b in answer.bets if b.action == "call"), answer.to_call))


def whole_chips_fit(request: KellyRequest) -> bool:
    """Return whether a bet of whole chips is legal at all."""
    terms, bankroll = request.terms, request.wager.bankroll
    if terms.chip is None or terms.choices:
        return True
    least, most = max(terms.min_bet, terms.chip), bankroll if terms.max_bet is None else min(terms.max_bet, bankroll)
    return math.ceil(least / terms.chip - SLACK) * terms.chip <= most * (1 + SLACK)


def example_bet(answer: KellyAnswer, request: KellyRequest) -> tuple[str, float] | None:
    """Return an action to compare a check or fold with: the best of those weighed, else half the pot."""
    if answer.bets:
        best = max(answer.bets, key=lambda b: -math.inf if b.growth is None else b.growth)
        return best.action, best.bet
    most = request.terms.max_bet
    limit = request.wager.bankroll if most is None else min(most, request.wager.bankroll)
    size = min(0.5 * request.facts.total or 0.01 * request.wager.bankroll, limit)
    step = request.terms.chip or 10.0 ** math.floor(math.log10(size)) if size > 0.0 else 0.0
    size = math.floor(size / step + 1e-9) * step if step else 0.0
    return ("bet", size) if size > 0.0 else None
