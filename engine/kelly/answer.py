"""The answer of ``steelwheel kelly`` as a JSON object, in which a growth of minus infinity is null.

Keys in addition to the advice: ``pot`` and ``to_call`` as computed (``total``, ``retained``), ``bets`` (every bet
that was compared, with its growth and expected chips), ``zero_growth_bet``, ``sensitivity`` (three points of
equity either way), ``break_even`` with a price to pay, ``interval`` with a ``stderr``, and within ``cassandra`` the
action of a player who follows it (``decision``, ``chips``: its bet as the price and the limits allow it), the growth of
that action, and the growth lost against the advice (``growth_lost``, negative if it grows more than a part of full
Kelly).
With a ``reaction``: ``answered``, the probability that nobody calls the advised bet, and hero's equity when somebody
does. If an opponent cannot match the largest bet: ``side_pots``, one of ``exact``, ``sampled`` and ``lower bound``.
With sampled outcomes: the standard errors ``chip_ev_stderr``, ``growth_stderr`` and ``growth_at_zero_stderr``, also for
each of the ``bets``. ``notices``: sentences that a reader needs in order to understand the numbers. A request with
``simulated`` has an answer of its own (``engine.kelly.simulated``).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

from engine.arrays import F64
from engine.kelly.advice import SLACK, KellyAction, Terms, advise_bet, call_price, fitted_action, vanishing
from engine.kelly.cassandra import ShowdownCounts, cassandra_fraction
from engine.kelly.errors import worth_error
from engine.kelly.growth import Wager, all_fold, equity_called, growth
from engine.kelly.outcomes import Outcomes
from engine.kelly.request import KellyRequest, read_kelly_request
from engine.kelly.risk import (
    Z95,
    AdviceSpan,
    BreakEven,
    LongRun,
    ShrunkFraction,
    break_even,
    confidence_interval,
    long_run,
    sensitivity,
    shrunk_fraction,
)
from engine.kelly.simulated import simulated_answer_json
from engine.kelly.solver import growth_curve, zero_growth_bet
from engine.scenario.codec import JsonObject, finite
from engine.scenario.kelly import DEFAULT_EQUITY_ERROR

CASSANDRA = "Cassandra (as published)"
NO_BEST_BET = (
    "the smaller the better: opponents fold so often to any bet that no size is best; the numbers are those of a bet "
    "of one millionth of the bankroll; set a minimum bet (min_bet)"
)


@dataclass(frozen=True, slots=True)
class ComparedBet(JsonObject):
    """A bet that was compared: chips, growth (None: everything may be lost) and expected chips, with the standard
    errors of both if they depend on a sample."""

    OPTIONAL = ("growth_stderr", "chip_ev_stderr")
    action: str
    bet: float
    growth: float | None
    chip_ev: float
    growth_stderr: float | None = None
    chip_ev_stderr: float | None = None


@dataclass(frozen=True, slots=True)
class CassandraBet(JsonObject):
    """Cassandra's bet as published, and the action that it amounts to under the limits of the request.

    ``fraction``: the root of its equation, a share of the bankroll. ``bet``: that share in whole chips, rounded down,
    as Cassandra does. ``decision`` and ``chips``: this bet as the price and the limits allow it.
    ``growth`` (None: everything may be lost) and ``growth_lost`` against the advice are those of ``chips``;
    ``growth_lost_stderr`` is the standard error of the latter if the outcomes were sampled.
    """

    OPTIONAL = ("growth_lost_stderr",)
    label: str
    fraction: float
    bet: int
    decision: str
    chips: float
    growth: float | None
    growth_lost: float | None
    growth_lost_stderr: float | None = None


@dataclass(frozen=True, slots=True)
class BriefAdvice(JsonObject):
    """The advice at one end of an interval of the equity."""

    fraction: float
    bet: float
    decision: str


@dataclass(frozen=True, slots=True)
class AdviceInterval(JsonObject):
    """The advice at both ends of the 95% interval that the sampling error leaves."""

    low: BriefAdvice
    high: BriefAdvice


@dataclass(frozen=True, slots=True)
class AdviceSensitivity(JsonObject):
    """The advice at an equity that is ``points`` lower and higher."""

    points: float
    low: BriefAdvice
    high: BriefAdvice


@dataclass(frozen=True, slots=True)
class PotAmounts(JsonObject):
    """All chips in the pot, and the part of it that is retained."""

    total: float
    retained: float


@dataclass(frozen=True, slots=True)
class BetResponse(JsonObject):
    """The response to a bet: the probability that all fold, and hero's equity when it is called (None if it never is).

    Nobody folds to a check or a call.
    """

    folds: float
    equity_called: float | None


SidePots = Literal["exact", "sampled", "lower bound"]


@dataclass(frozen=True, slots=True, kw_only=True)
class KellyAnswer(JsonObject):
    """The advice and the numbers behind it; values that were not requested are None and left out of the JSON object.

    The advised action never risks the whole bankroll, so its growth is finite. That of another bet may be minus
    infinity, which is written as None.
    """

    OPTIONAL = (
        *("growth_stderr", "growth_at_zero_stderr", "chip_ev_stderr"),
        *("shrunk", "interval", "break_even", "answered", "side_pots", "notices"),
    )
    fraction: float
    bet: float
    growth: float
    growth_at_zero: float
    decision: str
    chip_ev: float
    cassandra: CassandraBet
    probabilities: Outcomes
    long_run: LongRun
    shrunk: ShrunkFraction | None
    interval: AdviceInterval | None
    pot: PotAmounts
    to_call: float
    bets: tuple[ComparedBet, ...]
    zero_growth_bet: float | None
    sensitivity: AdviceSensitivity
    break_even: BreakEven | None
    answered: BetResponse | None
    side_pots: SidePots | None
    notices: tuple[str, ...]
    growth_stderr: float | None = None
    growth_at_zero_stderr: float | None = None
    chip_ev_stderr: float | None = None


def answer_json(value: object, outcomes: Outcomes | None = None) -> dict[str, Any]:
    """Return the answer to a request of JSON; ``outcomes`` as in ``read_kelly_request``.

    Raises:
        ScenarioError: the request has problems.

    >>> request = {"bankroll": 1000, "pot": 0, "opponents": 1, "outcomes": {"win": 0.6}, "multiplier": 0.5, "chip": 1}
    >>> answer = answer_json(request)
    >>> answer["decision"], float(answer["bet"]), answer["cassandra"]["bet"]
    ('bet', 100.0, 200)
    """
    if isinstance(value, dict) and value.get("simulated") is not None:
        return simulated_answer_json(value)
    return kelly_answer(read_kelly_request(value, outcomes)).to_json()


def kelly_answer(request: KellyRequest) -> KellyAnswer:
    """Return the answer to a checked request."""
    wager, terms, stderr = request.wager, request.terms, request.equity_error
    advice = advise_bet(wager, terms)
    best = advice.best
    error = worth_error(request, best)
    price = call_price(terms, wager.bankroll)
    # The net win of a call: the pot that it wins after the rake, without its own chips.
    won = wager.after_rake(wager.won_by_call(price) + price) - price
    return KellyAnswer(
        fraction=advice.fraction,
        bet=best.chips,
        growth=best.growth,
        growth_at_zero=advice.zero.growth,
        decision=best.action,
        chip_ev=best.chip_ev,
        cassandra=_cassandra(request, wager.outcomes, best, never_loses=request.never_loses),
        probabilities=wager.outcomes,
        long_run=long_run(wager, advice),
        shrunk=None if stderr is None else shrunk_fraction(wager, stderr, advice.fraction),
        interval=None if stderr is None else AdviceInterval(*_ends(confidence_interval(wager, terms, stderr))),
        pot=PotAmounts(request.facts.total, request.facts.retained),
        to_call=request.facts.to_call,
        bets=tuple(_compared(request, bet) for bet in advice.bets),
        zero_growth_bet=zero_growth_bet(wager, advice.zero.growth),
        sensitivity=AdviceSensitivity(DEFAULT_EQUITY_ERROR, *_ends(sensitivity(wager, terms))),
        break_even=break_even(wager.bankroll, won, price) if price > 0.0 else None,
        answered=None if wager.response is None else bet_response(wager, best),
        side_pots=_side_pots(request),
        notices=(NO_BEST_BET,) if vanishing(wager, terms, best.action, best.chips) else (),
        growth_stderr=_known(error.growth),
        growth_at_zero_stderr=_known(worth_error(request, advice.zero).growth),
        chip_ev_stderr=_known(error.chip_ev),
    )


def _compared(request: KellyRequest, bet: KellyAction) -> ComparedBet:
    error = worth_error(request, bet)
    return ComparedBet(
        bet.action, bet.chips, finite(bet.growth), bet.chip_ev, _known(error.growth), _known(error.chip_ev)
    )


def _known(error: float) -> float | None:
    """Return a standard error, or None if nothing was sampled or the error is not finite."""
    return error if math.isfinite(error) and error > 0.0 else None


def bet_response(wager: Wager, done: KellyAction) -> BetResponse:
    """Return the opponents' response to an action."""
    if done.action in ("check", "fold", "call"):
        return BetResponse(0.0, wager.outcomes.equity)
    return BetResponse(all_fold(wager, done.chips), equity_called(wager, done.chips))


def _side_pots(request: KellyRequest) -> SidePots | None:
    """Return how side pots are taken into account, or None without a joint result if no legal bet makes one."""
    wager, terms = request.wager, request.terms
    max_bet = wager.bankroll if terms.max_bet is None else min(terms.max_bet, wager.bankroll)
    if wager.finishing_orders is not None:
        return "sampled" if request.order_trials else "exact"
    return "lower bound" if wager.side_pot_from < max_bet else None


def with_cassandra_counts(answer: KellyAnswer, request: KellyRequest, counts: ShowdownCounts) -> KellyAnswer:
    """Return the answer with Cassandra's bet computed from its own estimate, ``counts`` against one opponent.

    The growth and loss of that bet are still those under the request's outcomes.
    """
    theirs = counts.against(request.wager.opponents)
    advised = KellyAction(answer.decision, answer.bet, answer.growth, answer.chip_ev)
    bet = _cassandra(request, theirs, advised, never_loses=counts.never_loses)
    return replace(answer, cassandra=bet)


def _cassandra(
    request: KellyRequest, outcomes: Outcomes, advised: KellyAction, *, never_loses: bool | None
) -> CassandraBet:
    """Return Cassandra's bet on ``outcomes``, compared with the ``advised`` action."""
    wager = request.wager
    pot = max(wager.pot, 0.0) / wager.bankroll
    fraction = cassandra_fraction(outcomes, pot, never_loses=never_loses)
    # Cassandra bets whole chips, so growth and loss are computed for the rounded bet.
    bet = math.floor(wager.bankroll * fraction + SLACK)
    done = fitted_action(wager, request.terms, float(bet))
    return CassandraBet(
        CASSANDRA,
        fraction,
        bet,
        done.action,
        done.chips,
        finite(done.growth),
        finite(advised.growth - done.growth),
        _known(worth_error(request, advised, done).growth),
    )


def _ends(span: AdviceSpan) -> tuple[BriefAdvice, BriefAdvice]:
    low, high = (BriefAdvice(end.fraction, end.best.chips, end.best.action) for end in (span.low, span.high))
    return low, high


MAX_HALVINGS = 60


@dataclass(frozen=True, slots=True, eq=False)
class GrowthBand:
    """The range of the growth over variants of a question: ``chips``, ``low`` and ``high`` float64[points].

    ``bets``: the smallest and the largest advised bet. ``decisions``: the distinct advised actions, in the order of the
    variants. ``safe``: the largest bet, in chips, that grows at least as much as adding nothing in every variant, or
    None.
    """

    chips: F64
    low: F64
    high: F64
    bets: tuple[float, float]
    decisions: tuple[str, ...]
    safe: float | None


def interval_cases(requests: Sequence[KellyRequest]) -> tuple[tuple[Wager, Terms], ...]:
    """Return the wager of each request, followed by those at both ends of the 95 % interval if it was sampled."""
    cases = []
    for request in requests:
        error = Z95 * (request.equity_error or 0.0)
        wagers = [request.wager.shifted(change) for change in (-error, error)] if error else []
        cases += [(wager, request.terms) for wager in (request.wager, *wagers)]
    return tuple(cases)


def growth_band(
    requests: Sequence[KellyRequest], *, start: float = 0.0, upto: float | None = None, points: int = 201
) -> GrowthBand:
    """Return between which values the growth of each bet lies if the opponents may have different ranges.

    ``requests``: the player's request first, then the same with other ranges. A sampled request counts three times:
    with its equity, and with both ends of the 95 % interval of that. ``start``, ``upto`` and ``points``: as in
    :func:`growth_curve`.
    """
    cases = interval_cases(requests)
    curves = [growth_curve(wager, start=start, upto=upto, points=points) for wager, _ in cases]
    # A curve ends below the whole bankroll only if that can be lost: all must share the shortest range.
    max_chips = min(float(curve.chips[-1]) for curve in curves)
    if any(curve.chips[-1] != max_chips for curve in curves):
        curves = [growth_curve(wager, start=start, upto=max_chips, points=points) for wager, _ in cases]
    advices = [advise_bet(wager, terms) for wager, terms in cases]
    values = np.array([curve.growth for curve in curves])
    margins = np.min([v - advice.zero.growth for v, advice in zip(values, advices, strict=True)], axis=0)
    zeros = [advice.zero.growth for advice in advices]
    return GrowthBand(
        chips=curves[0].chips,
        low=values.min(axis=0),
        high=values.max(axis=0),
        bets=(min(a.best.chips for a in advices), max(a.best.chips for a in advices)),
        decisions=tuple(dict.fromkeys(a.best.action for a in advices)),
        safe=_safe([wager for wager, _ in cases], zeros, curves[0].chips, margins),
    )


def _safe(wagers: Sequence[Wager], zeros: Sequence[float], chips: F64, margins: F64) -> float | None:
    """Return the largest bet that grows at least as much as adding nothing, refined between the points, or None.

    ``margins`` float64[points]: the smallest advantage over adding nothing in any variant, at each of ``chips``.
    """
    good = np.flatnonzero((margins >= 0.0) & (chips > 0.0))
    if not len(good):
        return None
    low = float(chips[good[-1]])
    reaction = wagers[0].response
    if good[-1] == len(chips) - 1 or (reaction is not None and reaction.rows):
        return low
    # ``low`` is good in every variant and the next point is not: the limit is between them.
    high = float(chips[good[-1] + 1])
    for _ in range(MAX_HALVINGS):
        middle = 0.5 * (low + high)
        min_gain = min(growth(wager, middle) - zero for wager, zero in zip(wagers, zeros, strict=True))
        low, high = (middle, high) if min_gain >= 0.0 and math.isfinite(min_gain) else (low, middle)
    return low
