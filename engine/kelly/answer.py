"""The answer of ``steelwheel kelly``: a JSON object (SPEC section 6). Growth of minus infinity is null.

Beyond the SPEC's keys: ``pot`` and ``to_call`` as worked out (``total``, ``retained``), ``bets`` (every bet
that was compared, with its growth and expected chips), ``zero_growth_bet``, ``sensitivity`` (three points of
equity either way), ``break_even`` with a price to pay, ``interval`` with a ``stderr``, and within ``cassandra`` what
a player does here who follows it (``decision``, ``chips``: its bet as the price and the limits allow it), the growth
of that, and what it loses against the advice (``growth_lost``, below 0 where it grows more than a part of full Kelly).
"""

import math
from typing import Any

from engine.kelly.advice import SLACK, Advice, Choice, advise_bet, fitted, payable
from engine.kelly.cassandra import cassandra_fraction
from engine.kelly.outcomes import Outcomes
from engine.kelly.request import KellyRequest, read_kelly_request
from engine.kelly.risk import POINTS, Span, break_even, interval, long_run, sensitivity, shrunk
from engine.kelly.solver import zero_growth_bet

CASSANDRA = "Cassandra (as published)"


def answer_json(value: Any, outcomes: Outcomes | None = None) -> dict[str, Any]:
    """Answer a parsed request; ``outcomes`` as in ``read_kelly_request``.

    Raises:
        ScenarioError: the request has problems.
    """
    return kelly_answer(read_kelly_request(value, outcomes))


def kelly_answer(request: KellyRequest) -> dict[str, Any]:
    """Answer a checked request; the answer holds JSON values only, without infinities."""
    wager, terms = request.wager, request.terms
    advice = advise_bet(wager, terms)
    best = advice.best
    result: dict[str, Any] = {
        "fraction": advice.fraction,
        "bet": best.chips,
        "growth": _finite(best.growth),
        "growth_at_zero": _finite(advice.zero.growth),
        "decision": best.action,
        "chip_ev": best.chip_ev,
        "cassandra": _cassandra(request, best),
        "probabilities": _probabilities(wager.outcomes),
        "long_run": _long_run(request, advice),
    }
    if request.stderr is not None:
        shrinkage = shrunk(wager, request.stderr)
        result["shrunk"] = {"factor": shrinkage.factor, "fraction": shrinkage.fraction}
        result["interval"] = _span(interval(wager, terms, request.stderr))
    result["pot"] = {"total": request.facts.total, "retained": request.facts.retained}
    result["to_call"] = request.facts.to_call
    result["bets"] = [_choice(choice) for choice in advice.bets]
    result["zero_growth_bet"] = zero_growth_bet(wager, advice.zero.growth)
    result["sensitivity"] = {"points": POINTS, **_span(sensitivity(wager, terms))}
    price = payable(terms, wager.bankroll)
    if price > 0.0:
        needed = break_even(wager.bankroll, wager.after_rake(wager.won_by_call(price) + price) - price, price)
        result["break_even"] = {"growth": needed.growth, "chip_ev": needed.chip_ev}
    return result


def _cassandra(request: KellyRequest, advised: Choice) -> dict[str, Any]:
    wager = request.wager
    pot = max(wager.pot, 0.0) / wager.bankroll
    fraction = cassandra_fraction(wager.outcomes, pot, never_loses=request.never_loses)
    done = fitted(wager, request.terms, fraction * wager.bankroll)
    return {
        "label": CASSANDRA,
        "fraction": fraction,
        "bet": math.floor(wager.bankroll * fraction + SLACK),
        "decision": done.action,
        "chips": done.chips,
        "growth": _finite(done.growth),
        "growth_lost": _finite(advised.growth - done.growth),
    }


def _probabilities(outcomes: Outcomes) -> dict[str, Any]:
    return {"win": outcomes.win, "split": list(outcomes.split), "lose": outcomes.lose}


def _long_run(request: KellyRequest, advice: Advice) -> dict[str, Any]:
    facts = long_run(request.wager, advice)
    return {
        "growth_share": facts.growth_share,
        "growth_share_continuous": facts.growth_share_continuous,
        "p_ever_halved": facts.p_ever_halved,
    }


def _span(span: Span) -> dict[str, Any]:
    ends = {"low": span.low, "high": span.high}
    return {
        end: {"fraction": advice.fraction, "bet": advice.best.chips, "decision": advice.best.action}
        for end, advice in ends.items()
    }


def _choice(choice: Choice) -> dict[str, Any]:
    return {
        "action": choice.action,
        "bet": choice.chips,
        "growth": _finite(choice.growth),
        "chip_ev": choice.chip_ev,
    }


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
