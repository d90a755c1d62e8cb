"""What a bet is worth, and what is advised, from the definition of the pot alone: slow, in fifty digits, without the
engine's formulas.

A request is played out once for each outcome: chips go into the pot, the house takes its rake, the best hands share
what is left. The best size is searched for, not solved. Side pots (``behind`` in ``committed``) are not in it.
"""

import math
from dataclasses import dataclass
from decimal import ROUND_FLOOR, Decimal, localcontext
from itertools import pairwise
from typing import Any

from tests.reference.naive_halving import ever_halved

DIGITS = 50
BISECTIONS = 110
SLACK = Decimal("1e-9")
"""The engine takes what is this share of a chip short of a whole one for whole."""
LEAST = Decimal("1e-6")
"""A bet made for its folds alone is this share of the bankroll above the price, where no chip is given."""


def pot_of(request: dict[str, Any]) -> tuple[Decimal, Decimal, Decimal]:
    """Return the pot before hero acts, the price, and what opponents who stay in still have to add without a raise."""
    n = request["opponents"]
    if "committed" not in request:
        return Decimal(request.get("pot", 0)), Decimal(request.get("to_call", 0)), Decimal(0)
    hero = Decimal(request["committed"]["hero"])
    others = [Decimal(chips) for chips in request["committed"]["opponents"]]
    assert len(others) == n
    price = max(Decimal(0), max(others) - hero)
    behind = sum(hero + price - chips for chips in others)
    return hero + sum(others) + Decimal(request["committed"].get("folded", 0)), price, behind


def worth(request: dict[str, Any], action: str, chips: float | Decimal) -> tuple[Decimal, Decimal]:
    """Return growth and expected chips of an action that puts in ``chips`` without being short of the price."""
    with localcontext() as context:
        context.prec = DIGITS
        bankroll = Decimal(request["bankroll"])
        nets = results(request, action, chips)
        return sum(p * _log(1 + net / bankroll) for p, net in nets if p > 0), sum(p * net for p, net in nets)


def results(request: dict[str, Any], action: str, chips: float | Decimal) -> list[tuple[Decimal, Decimal]]:
    """Return (probability, net chips) of everything that an action may bring."""
    with localcontext() as context:
        context.prec = DIGITS
        x = Decimal(chips)
        pot, price, behind = pot_of(request)
        outcomes = request["outcomes"]
        if action == "fold":
            return [(Decimal(1), Decimal(0))]
        final = pot + x + behind
        if action not in ("check", "call"):  # every opponent matches hero, who has come up to the price first
            final += _missing(request, pot, price) + request["opponents"] * (x - price)
        nets = [(Decimal(p), _kept(request, final) / (1 + s) - x) for s, p in enumerate(_by_ties(outcomes))]
        rest = 1 - sum(p for p, _ in nets)
        nets.append((Decimal(outcomes["lose"]) if "lose" in outcomes else max(rest, Decimal(0)), -x))
        folds = Decimal(request.get("p_all_fold", 0)) if action in ("bet", "raise") else Decimal(0)
        nets = [((1 - folds) * p, net) for p, net in nets]
        return [*nets, (folds, _kept(request, pot) if _rakes_folds(request) else pot)]


def _rakes_folds(request: dict[str, Any]) -> bool:
    """Say whether a pot that nobody calls is raked: after a flop, or where the house takes its drop without one."""
    return request.get("flop_seen", False) or not request.get("no_flop_no_drop", True)


def _missing(request: dict[str, Any], pot: Decimal, price: Decimal) -> Decimal:
    """What a typed pot holds less than the price of every opponent: those come up to it before they match a raise."""
    return max(Decimal(0), request["opponents"] * price - pot) if "committed" not in request else Decimal(0)


def _by_ties(outcomes: dict[str, Any]) -> list[float]:
    return [outcomes["win"], *outcomes.get("split", [])]


def _kept(request: dict[str, Any], pot: Decimal) -> Decimal:
    charge = Decimal(request.get("rake", 0)) * pot
    cap = request.get("rake_cap")
    return pot - (charge if cap is None else min(charge, Decimal(cap)))


def _log(value: Decimal) -> Decimal:
    return value.ln() if value > 0 else Decimal("-Infinity")


@dataclass(frozen=True)
class Play:
    """An action with its chips and its growth."""

    action: str
    chips: Decimal
    growth: Decimal


@dataclass(frozen=True)
class Answer:
    """What the engine has to say. ``gain``: how much more growth the optimum has than putting nothing in."""

    fraction: Decimal
    best: Play
    zero: Play
    growth_share: Decimal | None
    p_ever_halved: float | None
    cassandra_fraction: Decimal
    cassandra: Play
    gain: Decimal


def advise(request: dict[str, Any]) -> Answer:
    """Work out the whole advice by trying: limits, chips, choices, folds and rake as the request says."""
    with localcontext() as context:
        context.prec = DIGITS
        bankroll = Decimal(request["bankroll"])
        zero = _play(request, "fold" if _folds(request) else "check", Decimal(0))
        optimum = _optimum(request)
        target = optimum * Decimal(request.get("multiplier", 1))
        best = zero
        for play in _candidates(request, target):
            best = play if play.growth > best.growth else best
        gain = worth(request, "bet", optimum)[0] - zero.growth if optimum else Decimal(0)
        share = (best.growth - zero.growth) / gain if gain > 0 else None
        halved = None
        if best.action != "fold":
            halved = ever_halved(
                [(float(p), float(net / bankroll)) for p, net in results(request, best.action, best.chips)]
            )
        result = _cassandra(request)
        whole = (result * bankroll + SLACK).to_integral_value(ROUND_FLOOR)  # Cassandra bets whole chips
        theirs = _fitted(request, whole, zero)
        return Answer(optimum / bankroll, best, zero, share, halved, result, theirs, gain)


def _folds(request: dict[str, Any]) -> bool:
    return request.get("zero_bet_means") == "fold" or pot_of(request)[1] > 0


def _play(request: dict[str, Any], action: str, chips: Decimal) -> Play:
    return Play(action, chips, worth(request, action, chips)[0])


def _optimum(request: dict[str, Any]) -> Decimal:
    """Return the chips that grow most when they are called by all: the best place of each concave stretch."""
    called = {key: value for key, value in request.items() if key != "p_all_fold"}
    bankroll = Decimal(request["bankroll"])
    ends = [Decimal(0), bankroll]
    rake, cap = Decimal(request.get("rake", 0)), request.get("rake_cap")
    if rake and cap is not None:  # the bet at which the rake reaches its cap
        pot, price, behind = pot_of(request)
        retained = pot + behind + _missing(request, pot, price) - request["opponents"] * price
        kink = (Decimal(cap) / rake - retained) / (request["opponents"] + 1)
        ends[1:1] = [kink] if 0 < kink < bankroll else []
    best = Decimal(0)
    for low, high in pairwise(ends):
        result = _highest(called, low, high)
        if worth(called, "bet", result)[0] > worth(called, "bet", best)[0] + Decimal("1e-30"):
            best = result
    return best


def _highest(request: dict[str, Any], low: Decimal, high: Decimal) -> Decimal:
    """Return where the growth between two bets is largest, by halving where it rises and falls."""
    step = Decimal(request["bankroll"]) * Decimal("1e-24")

    def rises(x: Decimal) -> bool:
        return worth(request, "bet", x + step)[0] > worth(request, "bet", x)[0]

    if not rises(low):
        return low
    if rises(high - step):
        return high
    for _ in range(BISECTIONS):
        middle = (low + high) / 2
        low, high = (middle, high) if rises(middle) else (low, middle)
        if high - low <= step:
            break
    return low


def _stack(request: dict[str, Any]) -> Decimal:
    most, bankroll = request.get("max_bet"), Decimal(request["bankroll"])
    return bankroll if most is None else min(Decimal(most), bankroll)


def _amounts(request: dict[str, Any]) -> list[tuple[str, Decimal]]:
    """Return the amounts of fixed limit from the smallest on, all in where hero has less."""
    price, most = min(pot_of(request)[1], _stack(request)), _stack(request)
    sizes = sorted((min(Decimal(chips), most), action) for action, chips in request["choices"].items())
    return [(action, chips) for chips, action in sizes if chips > (0 if action == "call" else price)]


def _candidates(request: dict[str, Any], target: Decimal) -> list[Play]:
    """Return what there is to choose from besides putting nothing in."""
    price, most = min(pot_of(request)[1], _stack(request)), _stack(request)
    if request.get("choices"):
        amounts = _amounts(request)
        if request.get("multiplier", 1) < 1:
            amounts = amounts[:1] + [(a, c) for a, c in amounts[1:] if c <= target * (1 + SLACK)]
        return [_play(request, *amount) for amount in amounts]
    plays = [_play(request, "call", price)] if price > 0 else []
    if not price or request.get("can_raise"):
        size = _legal(request, target, most)
        if size > price * (1 + SLACK):
            plays.append(_play(request, "raise" if price else "bet", size))
        elif price and request.get("multiplier", 1) >= 1:  # all opponents pay the least raise
            least = _legal(request, price + _step(request, price), most)
            plays += [_play(request, "raise", least)] if least > price * (1 + SLACK) else []
    return plays


def _step(request: dict[str, Any], price: Decimal) -> Decimal:
    """Return what the least raise adds to the price."""
    if request.get("chip") is None:
        return LEAST * Decimal(request["bankroll"])
    chip = Decimal(str(request["chip"]))
    return (math.floor(price / chip + SLACK) + 1) * chip - price


def _legal(request: dict[str, Any], target: Decimal, most: Decimal) -> Decimal:
    """Return the legal bet or raise for a wish: of all multiples of the chip the largest not above it, else the
    smallest; 0 where there is none."""
    price, low = min(pot_of(request)[1], most), min(Decimal(request.get("min_bet", 0)), most)
    chip = request.get("chip")
    if chip is None:
        if request.get("p_all_fold"):
            low = max(low, min(price + LEAST * Decimal(request["bankroll"]), most))
        return min(max(target, low), most)
    chip = Decimal(str(chip))
    first, last = math.ceil(low / chip - SLACK), math.floor(most / chip * (1 + SLACK))
    legal = [i * chip for i in range(max(first, 0), last + 1)]
    if request.get("p_all_fold"):  # made for the folds: at least one more than the price
        legal = [size for size in legal if size > price * (1 + SLACK)]
    below = [size for size in legal if size <= target + SLACK * chip]
    return below[-1] if below else legal[0] if legal else Decimal(0)


def _cassandra(request: dict[str, Any]) -> Decimal:
    """Return the root of Cassandra's equation within its bounds, and its special cases."""
    outcomes, n = request["outcomes"], request["opponents"]
    by_ties = [Decimal(p) for p in _by_ties(outcomes)]
    lose = Decimal(outcomes["lose"])
    if not any(by_ties):
        return Decimal(0)
    if lose <= 0:
        return Decimal(1)
    pot, price, behind = pot_of(request)
    retained = pot + behind + _missing(request, pot, price) - n * price
    c = max(retained, Decimal(0)) / Decimal(request["bankroll"])

    def equation(x: Decimal) -> Decimal:
        zs = [(p, (1 + n + c / x) / (1 + s) - 1) for s, p in enumerate(by_ties)]
        return sum(p * z / (1 + z * x) for p, z in zs) - lose / (1 - x)

    low, high = Decimal("0.001"), Decimal("0.999")
    if equation(high) >= 0:
        return high
    if equation(low) < 0:
        return Decimal(0)
    for _ in range(BISECTIONS):
        middle = (low + high) / 2
        low, high = (middle, high) if equation(middle) > 0 else (low, middle)
    return low


def _fitted(request: dict[str, Any], wanted: Decimal, zero: Play) -> Play:
    """Return what a player does here who would put in ``wanted``."""
    price, most = min(pot_of(request)[1], _stack(request)), _stack(request)
    if request.get("choices"):
        open_ = [amount for amount in _amounts(request) if amount[1] <= wanted * (1 + SLACK)]
        return _play(request, *open_[-1]) if open_ else zero
    if wanted > price * (1 + SLACK) and (not price or request.get("can_raise")):
        size = _legal(request, wanted, most)
        if size > price * (1 + SLACK):
            return _play(request, "raise" if price else "bet", size)
    return _play(request, "call", price) if 0 < price <= wanted * (1 + SLACK) else zero
