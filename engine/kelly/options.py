"""What hero can do at a glance: fold or check, call, and the legal or the usual bets, each with its worth.

An amount is what hero adds. A raise of half the pot adds the price and half of what the pot is then.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from engine.kelly.advice import Choice, Terms, amounts, evaluate_bet, nothing, payable, whole_chips
from engine.kelly.request import KellyRequest
from engine.scenario.entries import LARGEST

Size = Literal["", "half pot", "pot", "all in"]
USUAL: tuple[tuple[Size, float], ...] = (("half pot", 0.5), ("pot", 1.0))
"""Bets by their share of the pot."""
UNKNOWN = LARGEST
"""Stands for a bankroll that is not known: expected chips do not depend on it."""


@dataclass(frozen=True, slots=True)
class Option:
    """An action with its growth and expected chips; ``size``: what a bet is called that is not the only one."""

    choice: Choice
    size: Size = ""


def options(request: KellyRequest) -> tuple[Option, ...]:
    """Return what hero can do, the cheapest first; of a free bet half the pot, the pot, and all in where it is known
    how much that is. Bets outside the limits are brought within them; those that come to the same are listed once.
    """
    wager = request.wager
    found = {0.0: Option(nothing(wager, request.terms))}
    for action, size, chips in _bets(request):
        if chips > 0.0 and chips not in found:
            found[chips] = Option(evaluate_bet(wager, action, chips), size)
    return tuple(found[chips] for chips in sorted(found))


def may_bet(terms: Terms) -> bool:
    """Return whether a bet or raise of a free size is allowed."""
    return not terms.choices and (terms.price is None or terms.can_raise)


def sized(request: KellyRequest, size: Size) -> float | None:
    """Return the chips that a bet of a usual size adds, within the limits; None where it is not known, or comes to no
    more than a call.
    """
    terms, price, most = request.terms, request.facts.to_call, all_in(request)
    wanted = most if size == "all in" else price + dict(USUAL)[size] * (request.facts.total + price)
    if wanted is None or not may_bet(terms) or (size == "all in" and most == request.pot_limit):
        return None
    high = math.inf if most is None else most
    chips = min(max(wanted, terms.min_bet), high)
    if terms.chip is not None and chips < high:
        chips = whole_chips(chips, terms.chip, terms.min_bet, high)
    return chips if chips > payable(terms, request.wager.bankroll) else None


def all_in(request: KellyRequest) -> float | None:
    """Return the most that hero can add: up to the stacks, else the bankroll; None where neither is known."""
    most, bankroll = request.terms.max_bet, request.wager.bankroll
    if bankroll >= UNKNOWN:
        return most if most is not None and most < UNKNOWN else None
    return bankroll if most is None else min(most, bankroll)


def _bets(request: KellyRequest) -> Iterator[tuple[str, Size, float]]:
    terms, bankroll = request.terms, request.wager.bankroll
    if terms.choices:
        yield from ((action, "", chips) for action, chips in amounts(terms, bankroll))
        return
    price = payable(terms, bankroll)
    yield "call", "", price
    sizes: tuple[Size, ...] = ("half pot", "pot", "all in")
    for size in sizes:
        chips = sized(request, size)
        if chips is not None:
            yield "raise" if price else "bet", size, chips
