"""What the size of an advised bet comes from, what it is compared with, and how it moves under doubt."""

import math
from dataclasses import dataclass, replace
from typing import Literal

from engine.kelly.advice import advise_bet, vanishing
from engine.kelly.answer import Bet, KellyAnswer
from engine.kelly.request import KellyRequest
from engine.kelly.risk import sensitivity, shrunk

SizeCause = Literal["fixed limit", "everything", "smallest", "pot limit", "capped", "rounded", "multiple"]
ROUNDED = 0.005
"""Rounding to whole chips that takes more than this share of a bet off is named."""
SLACK = 1e-9


@dataclass(frozen=True, slots=True)
class Doubt:
    """The advised chips if the true equity is ``points`` lower or higher, and shrunk for that doubt."""

    points: float
    low: float
    high: float
    factor: float
    shrunk: float


def doubt_of(request: KellyRequest, points: float) -> Doubt:
    """Return the advice under doubt of so many points."""
    wager, terms = request.wager, request.terms
    span = sensitivity(wager, terms, points)
    factor = shrunk(wager, points, advise_bet(wager, terms).fraction).factor
    less = advise_bet(wager, replace(terms, multiplier=terms.multiplier * factor)).best.chips if factor else 0.0
    return Doubt(points, span.low.best.chips, span.high.best.chips, factor, less)


def size_cause(answer: KellyAnswer, request: KellyRequest) -> SizeCause:
    """Return what the size of an advised bet comes from: the multiple of Kelly, or what that ran into."""
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
    return "multiple" if bet >= wanted * (1 - ROUNDED) else "rounded"


def alike(answer: KellyAnswer, least: float) -> tuple[Bet, ...]:
    """Return the compared actions, the cheapest first, that leave less than ``least`` of the bankroll behind the best
    one; none where that is the advice alone.
    """
    zero = "fold" if answer.to_call or answer.decision == "fold" else "check"
    compared = (Bet(zero, 0.0, answer.growth_at_zero, 0.0), *answer.bets)
    found = [b for b in compared if b.growth is not None and math.expm1(answer.growth) - math.expm1(b.growth) < least]
    return tuple(found) if len(found) > 1 else ()


def vanishes(answer: KellyAnswer, request: KellyRequest) -> bool:
    """Return whether the advised bet is as small as it may be, only to be made: there is no best one."""
    return vanishing(request.wager, request.terms, answer.decision, answer.bet)


def call_size(answer: KellyAnswer) -> float:
    """Return what a call puts in, which may be less than its price; 0 where there is nothing to call."""
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
