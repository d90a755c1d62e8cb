"""The values of actions as text: chips and growth, each with its 95 % interval if it was sampled."""

import math

from engine.kelly.advice import KellyAction
from engine.kelly.answer import ComparedBet, KellyAnswer
from engine.kelly.errors import worth_error
from engine.kelly.request import KellyRequest
from engine.kelly.risk import Z95
from gui.charts.values import Amount
from gui.words.formatting import (
    change_in_chips,
    change_in_growth,
    change_in_share,
    growth_gap,
    growth_text,
    share_size,
    signed_chips,
    size_of_share,
)

STDERRS = ("growth standard error", "chip EV standard error")
"""Columns of exported tables whose numbers were sampled."""


def is_sampled(request: KellyRequest) -> bool:
    """Return whether the outcomes of a request were sampled, the joint result included."""
    return bool(request.stderr or request.order_trials)


def stderrs(request: KellyRequest, choice: KellyAction) -> tuple[object, ...]:
    """Return the cells of ``STDERRS`` for an action, none if nothing was sampled; None if everything may be lost."""
    if not is_sampled(request):
        return ()
    error = worth_error(request, choice)
    growth = error.growth * math.exp(choice.growth) if math.isfinite(choice.growth) else None
    return growth, Amount(error.chip_ev)


def advised_action(answer: KellyAnswer) -> KellyAction:
    """Return the advised action."""
    return KellyAction(answer.decision, answer.bet, answer.growth, answer.chip_ev)


def compared_action(bet: ComparedBet) -> KellyAction:
    """Return a bet that was compared; its growth is minus infinity if everything may be lost."""
    return KellyAction(bet.action, bet.bet, -math.inf if bet.growth is None else bet.growth, bet.chip_ev)


def chips_value(request: KellyRequest, choice: KellyAction, other: KellyAction | None = None) -> str:
    """Return the expected chips of an action, or how many more it has than ``other``: ``+5.16 ± 0.03``."""
    value = choice.chip_ev - (0.0 if other is None else other.chip_ev)
    half = Z95 * worth_error(request, choice, other).chip_ev
    return change_in_chips(value, half) if half > 0.0 else signed_chips(value)


def growth_value(request: KellyRequest, choice: KellyAction) -> str:
    """Return the growth of an action: ``+0.440 ± 0.015 %``."""
    if not math.isfinite(choice.growth):
        return growth_text(None)
    half = Z95 * worth_error(request, choice).growth
    return change_in_growth(choice.growth, half) if half > 0.0 else growth_text(choice.growth)


def growth_difference(request: KellyRequest, choice: KellyAction, other: KellyAction) -> str:
    """Return how much more an action grows the bankroll than ``other``, with its sign; both growths are finite."""
    return change_in_share(growth_gap(choice.growth, other.growth), _half(request, choice, other))


def size_of_difference(request: KellyRequest, choice: KellyAction, other: KellyAction) -> str:
    """Return the same without its sign."""
    half, gap = _half(request, choice, other), growth_gap(choice.growth, other.growth)
    return size_of_share(gap, half) if half > 0.0 else share_size(gap)


def _half(request: KellyRequest, choice: KellyAction, other: KellyAction) -> float:
    """Return the half width of the interval of a difference of growths, as a share of the bankroll."""
    half = Z95 * worth_error(request, choice, other).growth * math.exp(max(choice.growth, other.growth))
    return half if half > 0.0 else 0.0  # NaN if everything may be lost
