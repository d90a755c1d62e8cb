"""From the growth curve to the action: limits, the free check or the fold, a price, fixed-limit amounts.

Two questions that must not be mixed up: with nothing to call, putting nothing in is a check and keeps the
retained pot; facing a bet it is a fold, growth 0, and the pot is lost. A bet that does not grow the bankroll
more than that is not made.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from engine.kelly.best_bet import highest, landscape
from engine.kelly.growth import Wager, callers_of, chip_ev, growth, net_law
from engine.kelly.solver import optimal_fraction

Zero = Literal["check", "fold"]
SLACK = 1e-9
"""A bet this share of a chip below a whole one counts as whole: 0.1 x 1000 is not 99.99999999999999."""
LEAST_BET = 1e-6
"""A bet that is made for its folds alone is this share of the bankroll where neither minimum nor chip is given."""
NO_FOLDS = ("call", "complete")
"""Actions that the model lets nobody fold to: with a call the opponents have put their chips in already."""


@dataclass(frozen=True, slots=True)
class Terms:
    """The legal actions of hero. Amounts are chips that hero adds now.

    ``multiplier``: bet this multiple of the growth-optimal bet (0.5 = half Kelly). ``max_bet``: None = the
    bankroll. ``chip``: bets and raises are whole multiples of it, rounded down where the minimum allows; a call
    is what it costs. ``zero``: what adding nothing means. ``price``: chips to call; without ``can_raise`` calling
    it is the only bet. ``choices``: the legal (action, chips) of fixed limit, instead of a free size.
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
    """The advice. ``fraction`` is the growth-optimal share of the bankroll without limits, ``peak`` its growth.

    ``best`` is the advice (its chips are 0 for a check or fold), ``zero`` the check or the fold, ``bets`` all
    bets that were compared, at least one unless no legal bet is above 0.
    """

    fraction: float
    peak: float
    best: Choice
    zero: Choice
    bets: tuple[Choice, ...]


def advise_bet(wager: Wager, terms: Terms) -> Advice:
    """Choose the action that grows the bankroll most; on a draw what puts the fewest chips in.

    The size of a free bet is: growth-optimal times multiplier, then the limits, then rounded down to a chip.
    Of the fixed-limit choices a multiplier below 1 leaves those up to its size, and the smallest.

    Where opponents answer a bet its growth need not be concave, and a part of the best bet may be worth less than both
    it and a check. So a multiplier up to 1 then means: of the legal bets up to so much of the growth-optimal one, the
    one that grows most. That is rounded down to a chip; where the result is worse than a check, it is a check.
    """
    zero = nothing(wager, terms)
    fraction, peak = _optimum(wager, terms, zero)
    bets = tuple(evaluate_bet(wager, action, chips) for action, chips in _bets(wager, terms, fraction))
    best = max((zero, *bets), key=lambda choice: choice.growth)
    return Advice(fraction, peak, best, zero, bets)


def _optimum(wager: Wager, terms: Terms, zero: Choice) -> tuple[float, float]:
    """Return the growth-optimal share of the bankroll without limits, and its growth.

    Where opponents answer a bet it is 0 if no bet does better than nothing, and that of a call if none does better
    than calling: only what is more than the price is answered.
    """
    if wager.reaction is None:
        fraction = optimal_fraction(wager)
        return fraction, growth(wager, fraction * wager.bankroll)
    price = terms.price or 0.0
    options = [(0.0, zero.growth)]
    if 0.0 < price <= wager.bankroll:
        options.append((price / wager.bankroll, evaluate_bet(wager, "call", price).growth))
    if wager.reaction.rows:
        bets = [row.bet for row in wager.reaction.rows if price < row.bet <= wager.bankroll]
        options += [(bet / wager.bankroll, growth(wager, bet)) for bet in bets]
    elif price < wager.bankroll:
        options.append(highest(landscape(wager), price / wager.bankroll, 1.0))
    return max(options, key=lambda bet: bet[1])


def evaluate_bet(wager: Wager, action: str, chips: float) -> Choice:
    """Return the worth of an action that adds ``chips``."""
    played, folds = _played(wager, action, chips)
    return Choice(action, chips, growth(played, chips, folds=folds), chip_ev(played, chips, folds=folds))


def bet_law(wager: Wager, action: str, chips: float, *, called_only: bool = False) -> tuple[tuple[float, float], ...]:
    """Return the possible gains of an action that adds ``chips``: (probability, net chips), the largest first.

    ``called_only``: given that not everybody folds to it, nothing where everybody always does.
    """
    played, folds = _played(wager, action, chips)
    return net_law(played, chips, folds=folds, called_only=called_only)


def values_by_order(wager: Wager, action: str, chips: float) -> tuple[tuple[float, float], ...]:
    """Return (expected net chips, expected growth) of an action given each order of the wager's joint result.

    Their means by the probabilities of the orders are those of ``evaluate_bet``. Who calls does not depend on the
    order. Growth is minus infinity if everything is lost.
    """
    assert wager.orders is not None
    played, folds = _played(wager, action, chips)
    x = chips / wager.bankroll
    sums = [[0.0, 0.0] for _ in wager.orders.chances]
    for chance, callers in callers_of(played, chips, folds=folds):
        if callers is None or callers:
            orders = wager.orders if callers is None else wager.orders.restricted(callers)
            nets = orders.nets(x, wager.bankroll, wager.rake, wager.rake_cap)
        else:
            nets = (played.won_by_folds / wager.bankroll,) * len(sums)
        for row, net in zip(sums, nets, strict=True):
            row[0] += chance * net * wager.bankroll
            row[1] += chance * (math.log1p(net) if net > -1.0 else -math.inf)
    return tuple((row[0], row[1]) for row in sums)


def _played(wager: Wager, action: str, chips: float) -> tuple[Wager, bool]:
    folds = action not in NO_FOLDS if wager.reaction is None else action != "call"
    if action == "call" and wager.callers is not None:  # the pot with which a bet called by all n wins as much
        wager = replace(wager, pot=wager.won_by_call(chips) - wager.opponents * chips)
    return wager, folds


def fitted(wager: Wager, terms: Terms, wanted: float) -> Choice:
    """Return hero's action that puts in ``wanted`` chips, whatever its value.

    Less than the price is a check or a fold, more than it a bet or raise, brought within the limits and rounded as the
    advice is; where none is legal, a call. Of the amounts of fixed limit the largest up to ``wanted``.
    """
    zero, price, most = nothing(wager, terms), payable(terms, wager.bankroll), wanted * (1.0 + SLACK)
    if terms.choices:
        legal = [choice for choice in amounts(terms, wager.bankroll) if choice[1] <= most]
        return evaluate_bet(wager, *legal[-1]) if legal else zero
    size = _sized(wager, terms, wanted) if wanted > price * (1.0 + SLACK) else 0.0
    if size > price * (1.0 + SLACK) and (terms.price is None or terms.can_raise):
        return evaluate_bet(wager, "bet" if terms.price is None else "raise", size)
    return evaluate_bet(wager, "call", price) if 0.0 < price <= most else zero


def nothing(wager: Wager, terms: Terms) -> Choice:
    """Return the check, or the fold."""
    return evaluate_bet(wager, terms.zero, 0.0) if terms.zero == "check" else Choice(terms.zero, 0.0, 0.0, 0.0)


def _bets(wager: Wager, terms: Terms, fraction: float) -> Iterable[tuple[str, float]]:
    """Yield the bets to be compared, each with its action, the smallest first."""
    target = terms.multiplier * fraction * wager.bankroll
    if terms.choices:
        for i, (action, chips) in enumerate(amounts(terms, wager.bankroll)):
            if i == 0 or terms.multiplier >= 1.0 or chips <= target * (1.0 + SLACK):
                yield action, chips
        return
    if terms.price is not None:
        price = payable(terms, wager.bankroll)
        if price > 0.0:
            yield "call", price
        if terms.can_raise and (size := _raise_size(wager, terms, target)) > price * (1.0 + SLACK):
            yield "raise", size
    elif (size := _best_size(wager, terms, target)) > 0.0:
        yield "bet", size


def _raise_size(wager: Wager, terms: Terms, target: float) -> float:
    """Return the size of a free raise; 0 for none.

    Where full Kelly would bet less than the price, the least raise may still beat call and fold: all opponents pay it.
    """
    size, price = _best_size(wager, terms, target), payable(terms, wager.bankroll)
    if size > price * (1.0 + SLACK) or wager.reaction is not None or terms.multiplier < 1.0:
        return size
    least = _sized(wager, terms, _least_above(wager, terms, price))
    if least <= price * (1.0 + SLACK):
        return 0.0
    others = max(nothing(wager, terms).growth, evaluate_bet(wager, "call", price).growth)
    return least if evaluate_bet(wager, "raise", least).growth > others else 0.0


def payable(terms: Terms, bankroll: float) -> float:
    """Return the chips that calling the price takes: all of it, or all that hero has in front."""
    return min(terms.price or 0.0, _most(terms, bankroll))


def amounts(terms: Terms, bankroll: float) -> list[tuple[str, float]]:
    """Return the amounts of fixed limit, rising; with fewer chips all in for less: a call, or more than one."""
    price, most = payable(terms, bankroll), _most(terms, bankroll)
    sizes = [(action, min(chips, most)) for action, chips in sorted(terms.choices, key=lambda choice: choice[1])]
    return [(action, chips) for action, chips in sizes if chips > (0.0 if action == "call" else price)]


def _most(terms: Terms, bankroll: float) -> float:
    return bankroll if terms.max_bet is None else min(terms.max_bet, bankroll)


def _sized(wager: Wager, terms: Terms, target: float) -> float:
    """Return the bet nearest to ``target`` within the limits, in whole chips; 0 where none is legal."""
    low, high, chip = _least(wager, terms), _most(terms, wager.bankroll), terms.chip
    bet = min(max(target, low), high)
    return bet if chip is None else whole_chips(bet, chip, low, high)


def _best_size(wager: Wager, terms: Terms, target: float) -> float:
    """Return the size of a free bet; of one that opponents answer the best, up to ``target`` with part of full Kelly.

    That of more than full Kelly is ``target`` itself, as is that of a growth that is concave.
    """
    if wager.reaction is None or terms.multiplier > 1.0:
        return _sized(wager, terms, target)
    low, high = _least(wager, terms), _most(terms, wager.bankroll)
    upto = high if terms.multiplier == 1.0 else min(max(target, low), high)
    if low > high:
        return 0.0
    if terms.multiplier == 1.0 and low <= target <= high and target > payable(terms, wager.bankroll):
        return _sized(wager, terms, target)
    best, _ = highest(landscape(wager), low / wager.bankroll, upto / wager.bankroll)
    return _sized(wager, terms, best * wager.bankroll)


def _least(wager: Wager, terms: Terms) -> float:
    """Return the smallest bet or raise: one that may win the pot outright is as small as it can be, but made."""
    low, price = min(terms.min_bet, _most(terms, wager.bankroll)), payable(terms, wager.bankroll)
    reaction = wager.reaction
    if not (wager.p_all_fold if reaction is None else price or any(reaction.folds)):
        return low
    return max(low, _least_above(wager, terms, price))


def _least_above(wager: Wager, terms: Terms, price: float) -> float:
    """Return the smallest bet above the price, whatever the least bet is."""
    if terms.chip is None:
        return min(price + LEAST_BET * wager.bankroll, _most(terms, wager.bankroll))
    return (math.floor(price / terms.chip + SLACK) + 1) * terms.chip


def vanishing(wager: Wager, terms: Terms, action: str, bet: float) -> bool:
    """Return whether a smaller bet is always better: one made for folds that do not depend on its size, or a raise that
    is made so that others call, too.

    Neither a minimum nor whole chips hold it. What then stands for it is ``LEAST_BET`` beyond the price.
    """
    if action not in ("bet", "raise") or terms.choices or terms.chip is not None:
        return False
    price = payable(terms, wager.bankroll)
    least = price + LEAST_BET * wager.bankroll
    return terms.min_bet <= price and _least(wager, terms) <= bet <= least * (1.0 + SLACK) and price < bet


def whole_chips(bet: float, chip: float, low: float = 0.0, high: float = math.inf) -> float:
    """Round ``bet`` down to whole chips, or up where it fell below ``low``; 0 where no multiple lies between both."""
    count = math.floor(bet / chip + SLACK)
    if count * chip < low * (1.0 - SLACK):
        count = math.ceil(low / chip - SLACK)
    rounded = round(count * chip, 9)
    return rounded if rounded <= high * (1.0 + SLACK) else 0.0
