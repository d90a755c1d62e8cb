"""From the growth curve to what to do: limits, the free check or the fold, a price, fixed-limit amounts.

Two questions that must not be mixed up: with nothing to call, putting nothing in is a check and keeps the
retained pot; facing a bet it is a fold, growth 0, and the pot is lost. A bet that does not grow the bankroll
more than that is not made.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from engine.kelly.growth import Wager, chip_ev, growth
from engine.kelly.solver import optimal_fraction

Zero = Literal["check", "fold"]
SLACK = 1e-9
"""A bet this share of a chip below a whole one counts as whole: 0.1 x 1000 is not 99.99999999999999."""
LEAST = 1e-6
"""A bet that is made for its folds alone is this share of the bankroll where neither minimum nor chip is given."""
NO_FOLDS = ("call", "complete")
"""Actions that the model lets nobody fold to: with a call the opponents have put their chips in already."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What hero may do. Amounts are chips that hero adds now.

    ``multiplier``: bet this multiple of the growth-optimal bet (0.5 = half Kelly). ``max_bet``: None = the
    bankroll. ``chip``: bets are rounded down to it, though not below the minimum. ``zero``: what adding
    nothing means. ``price``: chips to call; without ``can_raise`` calling it is the only bet. ``choices``:
    the legal (action, chips) of fixed limit, instead of a free size.
    """

    min_bet: float = 0.0
    max_bet: float | None = None
    chip: float | None = None
    multiplier: float = 1.0
    zero: Zero = "check"
    price: float | None = None
    can_raise: bool = False
    choices: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing that hero can do, its chips, its growth and its expected chips."""

    action: str
    chips: float
    growth: float
    chip_ev: float


@dataclass(frozen=True, slots=True)
class Advice:
    """What to do. ``fraction`` is the growth-optimal share of the bankroll without limits.

    ``best`` is the advice (its chips are 0 for a check or fold), ``zero`` the check or the fold, ``bets`` all
    bets that were compared, at least one unless no legal bet is above 0.
    """

    fraction: float
    best: Choice
    zero: Choice
    bets: tuple[Choice, ...]


def advise(wager: Wager, terms: Terms) -> Advice:
    """Choose what grows the bankroll most; on a draw what puts the fewest chips in.

    The size of a free bet is: growth-optimal times multiplier, then the limits, then rounded down to a chip.
    Of the fixed-limit choices a multiplier below 1 leaves those up to its size, and the smallest.
    """
    fraction = optimal_fraction(wager)
    nothing = Choice(terms.zero, 0.0, 0.0, 0.0)
    if terms.zero == "check":
        nothing = evaluate(wager, terms.zero, 0.0)
    bets = tuple(evaluate(wager, action, chips) for action, chips in _bets(wager, terms, fraction))
    best = max((nothing, *bets), key=lambda choice: choice.growth)
    return Advice(fraction, best, nothing, bets)


def evaluate(wager: Wager, action: str, chips: float) -> Choice:
    """Return what an action that adds ``chips`` is worth."""
    folds = action not in NO_FOLDS
    if action == "call" and wager.callers is not None:  # the pot with which a bet called by all n wins as much
        wager = replace(wager, pot=wager.won_by_call(chips) - wager.opponents * chips)
    return Choice(action, chips, growth(wager, chips, folds=folds), chip_ev(wager, chips, folds=folds))


def _bets(wager: Wager, terms: Terms, fraction: float) -> Iterable[tuple[str, float]]:
    """Yield the bets to be compared, each with its action, the smallest first."""
    target = terms.multiplier * fraction * wager.bankroll
    if terms.choices:
        yield from _legal_amounts(terms, target, wager.bankroll)
        return
    if terms.price is not None:
        price = payable(terms, wager.bankroll)
        if price > 0.0:
            yield "call", price
        if terms.can_raise and (size := _sized(wager, terms, target)) > price:
            yield "raise", size
    elif (size := _sized(wager, terms, target)) > 0.0:
        yield "bet", size


def payable(terms: Terms, bankroll: float) -> float:
    """Return what calling the price takes: all of it, or all that hero has in front."""
    return min(terms.price or 0.0, _most(terms, bankroll))


def _legal_amounts(terms: Terms, target: float, bankroll: float) -> Iterable[tuple[str, float]]:
    """Yield the amounts of fixed limit; where there are fewer chips, all in for less: a call, or more than one."""
    price, most = payable(terms, bankroll), _most(terms, bankroll)
    sizes = [(action, min(chips, most)) for action, chips in sorted(terms.choices, key=lambda choice: choice[1])]
    legal = [(action, chips) for action, chips in sizes if chips > (0.0 if action == "call" else price)]
    for i, (action, chips) in enumerate(legal):
        if i == 0 or terms.multiplier >= 1.0 or chips <= target * (1.0 + SLACK):
            yield action, chips


def _most(terms: Terms, bankroll: float) -> float:
    return bankroll if terms.max_bet is None else min(terms.max_bet, bankroll)


def _sized(wager: Wager, terms: Terms, target: float) -> float:
    """Return the bet nearest to ``target`` within the limits, in whole chips."""
    high = _most(terms, wager.bankroll)
    low = min(terms.min_bet, high)
    if wager.p_all_fold:  # a bet that may win the pot outright is made as small as it can be, but made
        least = payable(terms, wager.bankroll) + (terms.chip or LEAST * wager.bankroll)
        low = max(low, min(least, high))
    if terms.chip is None:
        return min(max(target, low), high)
    return whole_chips(min(max(target, low), high), terms.chip, low, high)


def whole_chips(bet: float, chip: float, low: float = 0.0, high: float = math.inf) -> float:
    """Round ``bet`` down to whole chips, or up where it fell below ``low``; ``low`` where neither fits."""
    count = math.floor(bet / chip + SLACK)
    if count * chip < low * (1.0 - SLACK):
        count = math.ceil(low / chip - SLACK)
    rounded = round(count * chip, 9)
    return rounded if rounded <= high * (1.0 + SLACK) else low
