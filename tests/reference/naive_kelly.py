"""What a bet is worth, from the definition of the pot alone: slow, in fifty digits, without the engine's formulas.

A request is played out once for each outcome: chips go into the pot, the house takes its rake, the best hands
share what is left.
"""

from decimal import Decimal, localcontext
from typing import Any

DIGITS = 50


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


def worth(request: dict[str, Any], action: str, chips: float) -> tuple[Decimal, Decimal]:
    """Return growth and expected chips of an action that puts in ``chips`` without being short of the price."""
    with localcontext() as context:
        context.prec = DIGITS
        bankroll, x = Decimal(request["bankroll"]), Decimal(chips)
        pot, price, behind = pot_of(request)
        outcomes = request["outcomes"]
        if action == "fold":
            return Decimal(0), Decimal(0)
        final = pot + x + behind
        if action not in ("check", "call"):  # every opponent matches hero, who has come up to the price first
            final += _missing(request, pot, price) + request["opponents"] * (x - price)
        results = [(Decimal(p), _kept(request, final) / (1 + s) - x) for s, p in enumerate(_by_ties(outcomes))]
        rest = 1 - sum(p for p, _ in results)
        results.append((Decimal(outcomes["lose"]) if "lose" in outcomes else max(rest, Decimal(0)), -x))
        folds = Decimal(request.get("p_all_fold", 0)) if action in ("bet", "raise") else Decimal(0)
        results = [((1 - folds) * p, net) for p, net in results]
        results.append((folds, _kept(request, pot)))
        growth = sum(p * _log(1 + net / bankroll) for p, net in results if p > 0)
        return growth, sum(p * net for p, net in results)


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
