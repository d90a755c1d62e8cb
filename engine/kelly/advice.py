"""From the growth of bets to the advised action: limits, a price to call, fixed-limit amounts, whole chips.

Putting nothing in means one of two things. With nothing to call it is a check, which keeps hero's chance of the pot.
Facing a bet it is a fold: the growth is 0, and the pot is lost. A bet is advised only if it grows the bankroll more.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from engine.kelly.best_bet import best_bet, landscape
from engine.kelly.growth import Wager, caller_sets, chip_ev, gain_distribution, growth
from engine.kelly.solver import optimal_fraction

Zero = Literal["check", "fold"]
SLACK = 1e-9
"""Relative tolerance of comparisons and of rounding down: 0.1 * 1000 must not become 99 chips by rounding errors."""
MIN_BET_SHARE = 1e-6
"""The smallest bet, as a share of the bankroll, if neither a minimum nor a chip is given."""
NO_FOLDS = ("call", "complete")
"""Actions that nobody folds to in this model: the opponents have already put in the chips of a call."""


@dataclass(frozen=True, slots=True)
class Terms:
    """The legal actions of hero, and how much of full Kelly he bets. All amounts are chips that hero adds now.

    ``max_bet``: None means the whole bankroll.
    ``chip``: bets and raises are whole multiples of it, rounded down if the minimum allows. A call is not rounded.
    ``multiplier``: bet this multiple of the growth-optimal bet (0.5: half Kelly).
    ``zero``: whether adding nothing is a check or a fold.
    ``price``: the chips to call, or None. Without ``can_raise`` a call is then the only bet.
    ``choices``: the legal (action, chips) of fixed limit; empty if the size is free.
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
class KellyAction:
    """An action of hero: the chips that it adds, the expected log growth, and the expected net win in chips."""

    action: str
    chips: float
    growth: float
    chip_ev: float


@dataclass(frozen=True, slots=True)
class Advice:
    """The advised action and those that it was compared with.

    ``fraction``: the growth-optimal share of the bankroll without limits; ``peak``: its growth.
    ``best``: the advised action; its chips are 0 for a check or fold. ``zero``: the check or the fold.
    ``bets``: all bets that were compared; empty only if no bet above 0 is legal.
    """

    fraction: float
    peak: float
    best: KellyAction
    zero: KellyAction
    bets: tuple[KellyAction, ...]


def advise_bet(wager: Wager, terms: Terms) -> Advice:
    """Return the action that grows the bankroll most; of equal ones the one that adds the fewest chips.

    The size of a free bet is the growth-optimal one times the multiplier, brought within the limits and then rounded
    down to whole chips. At fixed limit a multiplier below 1 leaves the amounts up to that size, and the smallest one.

    If opponents respond to a bet, the growth need not be concave: half of the best bet may be worse than both the best
    bet and a check. A multiplier of at most 1 then selects the bet with the highest growth among the legal bets up to
    that multiple of the growth-optimal one. If it is worse than a check after rounding down, the advice is to check.

    >>> from engine.kelly.outcomes import Outcomes
    >>> wager = Wager(bankroll=1000, pot=0, outcomes=Outcomes(win=0.6, split=(0.0,), lose=0.4))
    >>> advise_bet(wager, Terms(multiplier=0.5, chip=25)).best.chips
    100
    """
    zero = check_or_fold(wager, terms)
    fraction, peak = _optimum(wager, terms, zero)
    bets = tuple(evaluate_bet(wager, action, chips) for action, chips in _bets(wager, terms, fraction))
    # ``max`` returns the first of equal values, and ``bets`` rise: the fewest chips win a tie.
    best = max((zero, *bets), key=lambda choice: choice.growth)
    return Advice(fraction, peak, best, zero, bets)


def _optimum(wager: Wager, terms: Terms, zero: KellyAction) -> tuple[float, float]:
    """Return the growth-optimal share of the bankroll without limits, and its growth.

    If opponents respond to bets, they respond only to more than the price. So the check or fold (share 0) and the call
    are compared separately with the best larger bet.
    """
    if wager.response is None:
        fraction = optimal_fraction(wager)
        return fraction, growth(wager, fraction * wager.bankroll)
    price = terms.price or 0.0
    options = [(0.0, zero.growth)]
    if 0.0 < price <= wager.bankroll:
        options.append((price / wager.bankroll, evaluate_bet(wager, "call", price).growth))
    if wager.response.rows:
        bets = [row.bet for row in wager.response.rows if price < row.bet <= wager.bankroll]
        options += [(bet / wager.bankroll, growth(wager, bet)) for bet in bets]
    elif price < wager.bankroll:
        options.append(best_bet(landscape(wager), price / wager.bankroll, 1.0))
    return max(options, key=lambda bet: bet[1])


def evaluate_bet(wager: Wager, action: str, chips: float) -> KellyAction:
    """Return an action that adds ``chips``, with its growth and expected chips."""
    played, folds = _as_bet(wager, action, chips)
    return KellyAction(action, chips, growth(played, chips, folds=folds), chip_ev(played, chips, folds=folds))


def net_distribution(
    wager: Wager, action: str, chips: float, *, called_only: bool = False
) -> tuple[tuple[float, float], ...]:
    """Return the distribution of an action's gain: (probability, net chips), the largest gain first.

    ``called_only``: given that somebody calls; empty if everybody always folds.
    """
    played, folds = _as_bet(wager, action, chips)
    return gain_distribution(played, chips, folds=folds, called_only=called_only)


def values_by_finish(wager: Wager, action: str, chips: float) -> tuple[tuple[float, float], ...]:
    """Return (expected net chips, expected growth) of an action for each finishing order of the joint result.

    Averaged over the orders they are the values of ``evaluate_bet``; the callers do not depend on the order. Growth is
    minus infinity if the whole bankroll is lost.
    """
    assert wager.finishing_orders is not None
    played, folds = _as_bet(wager, action, chips)
    x = chips / wager.bankroll
    sums = [[0.0, 0.0] for _ in wager.finishing_orders.chances]
    for chance, callers in caller_sets(played, chips, folds=folds):
        if callers is None or callers:
            orders = wager.finishing_orders if callers is None else wager.finishing_orders.restricted(callers)
            nets = orders.nets(x, wager.bankroll, wager.rake, wager.rake_cap)
        else:
            nets = (played.won_by_folds / wager.bankroll,) * len(sums)
        for row, net in zip(sums, nets, strict=True):
            row[0] += chance * net * wager.bankroll
            row[1] += chance * (math.log1p(net) if net > -1.0 else -math.inf)
    return tuple((row[0], row[1]) for row in sums)


def _as_bet(wager: Wager, action: str, chips: float) -> tuple[Wager, bool]:
    """Return the wager in which a bet of ``chips`` is worth as much as the action, and whether opponents may fold."""
    folds = action not in NO_FOLDS if wager.response is None else action != "call"
    if action == "call" and wager.callers is not None:
        # A call wins less than n matched bets, but growth is computed for n callers: lower the pot by the difference.
        wager = replace(wager, pot=wager.won_by_call(chips) - wager.opponents * chips)
    return wager, folds


def fitted_action(wager: Wager, terms: Terms, chips: float) -> KellyAction:
    """Return the legal action that is closest to adding ``chips``, whether it is good or not.

    Less than the price is a check or fold. More is a bet or raise, limited and rounded as an advised one,
    or a call if no raise is legal. At fixed limit it is the largest amount up to ``chips``.
    """
    zero, price, limit = check_or_fold(wager, terms), call_price(terms, wager.bankroll), chips * (1.0 + SLACK)
    if terms.choices:
        legal = [choice for choice in fixed_limit_amounts(terms, wager.bankroll) if choice[1] <= limit]
        return evaluate_bet(wager, *legal[-1]) if legal else zero
    size = _sized(wager, terms, chips) if chips > price * (1.0 + SLACK) else 0.0
    if size > price * (1.0 + SLACK) and (terms.price is None or terms.can_raise):
        return evaluate_bet(wager, "bet" if terms.price is None else "raise", size)
    return evaluate_bet(wager, "call", price) if 0.0 < price <= limit else zero


def check_or_fold(wager: Wager, terms: Terms) -> KellyAction:
    """Return the action that adds nothing; a fold is worth 0 chips and 0 growth."""
    return evaluate_bet(wager, terms.zero, 0.0) if terms.zero == "check" else KellyAction(terms.zero, 0.0, 0.0, 0.0)


def _bets(wager: Wager, terms: Terms, fraction: float) -> Iterable[tuple[str, float]]:
    """Yield (action, chips) of the bets to compare, the smallest first; ``fraction``: the growth-optimal bet."""
    target = terms.multiplier * fraction * wager.bankroll
    if terms.choices:
        for i, (action, chips) in enumerate(fixed_limit_amounts(terms, wager.bankroll)):
            if i == 0 or terms.multiplier >= 1.0 or chips <= target * (1.0 + SLACK):
                yield action, chips
        return
    if terms.price is not None:
        price = call_price(terms, wager.bankroll)
        if price > 0.0:
            yield "call", price
        if terms.can_raise and (size := _raise_size(wager, terms, target)) > price * (1.0 + SLACK):
            yield "raise", size
    elif (size := _best_size(wager, terms, target)) > 0.0:
        yield "bet", size


def _raise_size(wager: Wager, terms: Terms, target: float) -> float:
    """Return the size of a free raise, or 0 if none is worth comparing.

    If full Kelly would bet less than the price, the smallest raise may still beat the call and the fold, because all
    opponents pay it.
    """
    size, price = _best_size(wager, terms, target), call_price(terms, wager.bankroll)
    if size > price * (1.0 + SLACK) or wager.response is not None or terms.multiplier < 1.0:
        return size
    min_raise = _sized(wager, terms, _min_bet_above(wager, terms, price))
    if min_raise <= price * (1.0 + SLACK):
        return 0.0
    others = max(check_or_fold(wager, terms).growth, evaluate_bet(wager, "call", price).growth)
    return min_raise if evaluate_bet(wager, "raise", min_raise).growth > others else 0.0


def call_price(terms: Terms, bankroll: float) -> float:
    """Return the chips of a call: the price, or all that hero has if that is less."""
    return min(terms.price or 0.0, _max_bet(terms, bankroll))


def fixed_limit_amounts(terms: Terms, bankroll: float) -> list[tuple[str, float]]:
    """Return the legal (action, chips) of fixed limit, rising; hero goes all in for less if he has fewer chips."""
    price, max_bet = call_price(terms, bankroll), _max_bet(terms, bankroll)
    sizes = [(action, min(chips, max_bet)) for action, chips in sorted(terms.choices, key=lambda choice: choice[1])]
    return [(action, chips) for action, chips in sizes if chips > (0.0 if action == "call" else price)]


def _max_bet(terms: Terms, bankroll: float) -> float:
    return bankroll if terms.max_bet is None else min(terms.max_bet, bankroll)


def _sized(wager: Wager, terms: Terms, target: float) -> float:
    """Return the legal bet nearest to ``target`` in whole chips, or 0 if there is none."""
    low, high, chip = _min_bet(wager, terms), _max_bet(terms, wager.bankroll), terms.chip
    bet = min(max(target, low), high)
    return bet if chip is None else whole_chips(bet, chip, low, high)


def _best_size(wager: Wager, terms: Terms, target: float) -> float:
    """Return the size of a free bet, or 0 if none is legal; ``target``: the bet before limits and rounding.

    If opponents respond, the growth need not be concave, and the best legal bet up to ``target`` is searched for.
    Otherwise, and above full Kelly, it is the legal bet nearest to ``target``.
    """
    if wager.response is None or terms.multiplier > 1.0:
        return _sized(wager, terms, target)
    low, high = _min_bet(wager, terms), _max_bet(terms, wager.bankroll)
    upto = high if terms.multiplier == 1.0 else min(max(target, low), high)
    if low > high:
        return 0.0
    # The optimum itself is legal: no second search is necessary.
    if terms.multiplier == 1.0 and low <= target <= high and target > call_price(terms, wager.bankroll):
        return _sized(wager, terms, target)
    best, _ = best_bet(landscape(wager), low / wager.bankroll, upto / wager.bankroll)
    return _sized(wager, terms, best * wager.bankroll)


def _min_bet(wager: Wager, terms: Terms) -> float:
    """Return the smallest bet or raise, in chips.

    It is above the price even without a minimum if opponents fold to the smallest raise: adding exactly the price is a
    call, to which nobody folds.
    """
    low, price = min(terms.min_bet, _max_bet(terms, wager.bankroll)), call_price(terms, wager.bankroll)
    response = wager.response
    if not (wager.p_all_fold if response is None else price or any(response.folds)):
        return low
    return max(low, _min_bet_above(wager, terms, price))


def _min_bet_above(wager: Wager, terms: Terms, price: float) -> float:
    """Return the smallest bet above the price, ignoring ``min_bet``."""
    if terms.chip is None:
        return min(price + MIN_BET_SHARE * wager.bankroll, _max_bet(terms, wager.bankroll))
    return (math.floor(price / terms.chip + SLACK) + 1) * terms.chip


def vanishing(wager: Wager, terms: Terms, action: str, bet: float) -> bool:
    """Return whether ``bet`` has no best size because every smaller bet is better.

    This happens if neither a minimum nor whole chips limit a bet that wins by folds whatever its size, or
    a raise whose purpose is that the others pay too. ``MIN_BET_SHARE`` of the bankroll beyond the price then represents
    it.
    """
    if action not in ("bet", "raise") or terms.choices or terms.chip is not None:
        return False
    price = call_price(terms, wager.bankroll)
    max_bet = price + MIN_BET_SHARE * wager.bankroll
    return terms.min_bet <= price and _min_bet(wager, terms) <= bet <= max_bet * (1.0 + SLACK) and price < bet


def whole_chips(bet: float, chip: float, low: float = 0.0, high: float = math.inf) -> float:
    """Round ``bet`` down to whole chips, or up if that is below ``low``.

    Returns 0 if no multiple of ``chip`` is from ``low`` to ``high``.
    """
    count = math.floor(bet / chip + SLACK)
    if count * chip < low * (1.0 - SLACK):
        count = math.ceil(low / chip - SLACK)
    rounded = round(count * chip, 9)
    return rounded if rounded <= high * (1.0 + SLACK) else 0.0
