"""Kelly on simulated outcomes: how fast each action grows the bankroll if the hand is played to its end.

A simulation (``steelwheel simulate``) computes the distribution of an action's results in chips, betting on later
streets included. A Kelly request can use these results instead of the outcomes of a showdown. It contains either the
results of the actions, or the request of a simulation, which ``engine.simulation.growth`` runs.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple

from engine.kelly.request_fields import ABOVE_0, KellyFields, ResultInput, SimulatedInput
from engine.scenario.codec import JsonObject, keys_of, read_field, read_object
from engine.scenario.fields import fields_of
from engine.scenario.reading import SUM_ROUNDING, Collector

MAX_ACTIONS = 50
ROUNDING = 1e-9
UNDECIDED_ERRORS = 2.0
"""The best action is undecided if another one is behind by at most this many standard errors of their difference."""
IN_PLACE_OF = (
    "outcomes, pot, prices and limits are part of the simulation: with it a request has a bankroll and nothing else"
)
ALWAYS_ALLOWED = ("fold", "check", "call")
"""The actions that a multiple of Kelly below 1 does not rule out."""


@dataclass(frozen=True, slots=True)
class ActionOutcomes:
    """The distribution of an action's results, in chips from hero's turn on.

    ``shares``: the share of the trials in each of n equal steps from ``low`` to ``high``, the lowest and the highest
    result. ``ev``: the mean result, with its standard error ``stderr``.
    """

    action: str
    ev: float
    stderr: float
    low: float
    high: float
    shares: Sequence[float]

    @property
    def points(self) -> tuple[float, ...]:
        """The result that represents each step: ``low`` for the first one, ``high`` for the last one.

        The extreme results are frequent (hero folds later, or there is a showdown for all chips), so they must be
        exact; the middles of the steps would not be.
        """
        steps = max(len(self.shares) - 1, 1)
        return tuple(self.low + (self.high - self.low) * k / steps for k in range(len(self.shares)))


@dataclass(frozen=True, slots=True)
class SimulatedGrowth(JsonObject):
    """The growth of the bankroll by one action.

    ``growth``: the expected log growth of the bankroll per hand, None if the whole bankroll can be lost; ``chip_ev``:
    the expected chips; ``behind_best``: by how much the growth is below that of the advised action. Standard errors are
    None while they are not known. ``bet``: the chips that the action adds, None if they are not known.
    """

    OPTIONAL: ClassVar[tuple[str, ...]] = ("bet",)
    action: str
    growth: float | None
    growth_stderr: float | None
    chip_ev: float
    chip_ev_stderr: float | None
    behind_best: float | None
    behind_best_stderr: float | None
    bet: float | None = None


@dataclass(frozen=True, slots=True)
class SimulatedAdvice(JsonObject):
    """The advised action (``decision``) and the growth of all actions.

    ``undecided``: another allowed action is within two standard errors of the advised one. ``trials``, ``final`` and
    ``notices`` are those of the simulation, if one was run for this advice.
    """

    OPTIONAL: ClassVar[tuple[str, ...]] = ("trials", "final", "notices")
    decision: str
    growth: float | None
    growth_stderr: float | None
    chip_ev: float
    undecided: bool
    bets: tuple[SimulatedGrowth, ...]
    trials: int | None = None
    final: bool | None = None
    notices: tuple[str, ...] = ()

    def bet(self, action: str) -> SimulatedGrowth:
        """Return the growth of an action by its text."""
        return next(one for one in self.bets if one.action == action)


def read_simulated_request(value: object) -> tuple[float, tuple[ActionOutcomes, ...]]:
    """Return the bankroll and the simulated actions of a Kelly request with ``simulated``.

    Raises:
        ScenarioError: all problems, each naming its field.
    """
    fields = Collector(value, keys_of(KellyFields))
    bankroll = fields.take("bankroll", ABOVE_0, math.nan, required=True)
    for key in keys_of(KellyFields):
        if key not in ("bankroll", "simulated") and fields.given(key):
            fields.note(key, IN_PLACE_OF)
    given = value.get("simulated") if isinstance(value, dict) else None
    used = keys_of(SimulatedInput)
    # Actions copied from an answer of ``simulate`` have more keys than are used here.
    if isinstance(given, list):
        given = [{k: v for k, v in one.items() if k in used} if isinstance(one, dict) else one for one in given]
    inside = Collector({"simulated": given}, ("simulated",), "", fields.problems)
    rows = inside.each_inside("simulated", used, MAX_ACTIONS)
    actions = [action for row in rows if (action := _read_action(row)) is not None]
    if inside.good("simulated") and not actions:
        inside.note("simulated", "this list is empty", incomplete=True)
    fields.done()
    return bankroll, tuple(actions)


class PlayedRequest(NamedTuple):
    """A Kelly request with the request of a simulation: bankroll, multiple of Kelly, and that request as JSON."""

    bankroll: float
    multiplier: float
    simulation: dict[str, Any]


def has_simulation(value: object) -> bool:
    """Return True if a Kelly request, as JSON values, contains the request of a simulation instead of outcomes."""
    return isinstance(value, dict) and isinstance(value.get("simulated"), dict)


def read_played_request(value: object) -> PlayedRequest:
    """Read a Kelly request for which :func:`has_simulation` is true.

    Raises:
        ScenarioError: the request has problems, each naming its field; the simulation in it is not checked.
    """
    assert isinstance(value, dict)
    fields = Collector(value, keys_of(KellyFields))
    bankroll = fields.take("bankroll", ABOVE_0, math.nan, required=True)
    multiplier = read_field(fields, fields_of(KellyFields)["multiplier"])
    for key in keys_of(KellyFields):
        if key not in ("bankroll", "multiplier", "simulated") and fields.given(key):
            fields.note(key, IN_PLACE_OF)
    fields.done()
    return PlayedRequest(bankroll, multiplier, value["simulated"])


def _read_action(row: Collector) -> ActionOutcomes | None:
    """Read the outcomes of an action, or note the problems of its fields and return None."""
    typed = read_object(row, SimulatedInput)
    inside = row.inside("result", keys_of(ResultInput))
    if not row.given("result"):
        row.note("result", "this value is missing", incomplete=True)
    result = read_object(inside, ResultInput)
    if not row.good("action", "ev", "stderr", "result"):
        return None
    total = math.fsum(result.shares)
    if abs(total - 1.0) > SUM_ROUNDING:
        inside.note("shares", f"the shares add up to {total:.9g}, not to 1")
    if result.low > result.high:
        inside.note("low", f"{result.low:g} is above high, {result.high:g}")
    shares = [share / total for share in result.shares] if total else []
    return ActionOutcomes(typed.action, typed.ev, typed.stderr or 0.0, result.low, result.high, shares)


def simulated_advice(bankroll: float, actions: Sequence[ActionOutcomes]) -> SimulatedAdvice:
    """Return how fast each action grows a bankroll in chips. Of equally good actions the first one is advised.

    >>> flip = ActionOutcomes("call", 5.0, 0.1, -10.0, 20.0, [0.5, 0.5])
    >>> fold = ActionOutcomes("fold", 0.0, 0.0, 0.0, 0.0, [1.0])
    >>> [simulated_advice(bankroll, [fold, flip]).decision for bankroll in (11, 100)]
    ['fold', 'call']
    """
    values = [_growth(bankroll, one) for one in actions]
    bets = []
    for one, value in zip(actions, values, strict=True):
        growth, error = value or (None, None)
        bets.append(SimulatedGrowth(one.action, growth, error, one.ev, one.stderr, None, None))
    # The same deals decide all actions, so that the error of a difference is at most this one.
    errors = [0.0 if bet.growth_stderr is None else bet.growth_stderr for bet in bets]
    return advice_on(bets, [[math.hypot(one, other) for other in errors] for one in errors])


def advice_on(
    bets: Sequence[SimulatedGrowth], difference_errors: Sequence[Sequence[float]], multiplier: float = 1.0
) -> SimulatedAdvice:
    """Return the advice on actions whose growths are known. Of equally good actions the first one is advised.

    ``difference_errors[i][j]``: the standard error of the difference of two growths. ``multiplier``: the multiple of
    Kelly. If it is below 1, the largest allowed bet is this multiple of the bet with the fastest growth; fold, check
    and call are always allowed.
    """
    best = _fastest(bets, range(len(bets)))
    most = bets[best].bet
    limit = math.inf if most is None or multiplier >= 1.0 else multiplier * most * (1.0 + ROUNDING)
    allowed = [i for i, one in enumerate(bets) if one.action in ALWAYS_ALLOWED or (one.bet or 0.0) <= limit]
    best = _fastest(bets, allowed) if allowed else best
    top, result, undecided = bets[best].growth, list[SimulatedGrowth](), False
    for i, one in enumerate(bets):
        behind = error = None
        if one.growth is not None and top is not None:
            behind, error = top - one.growth, 0.0 if i == best else difference_errors[best][i]
            near = not behind > UNDECIDED_ERRORS * error
            undecided = undecided or (i != best and i in allowed and near)
            error = None if math.isnan(error) else error  # of a single block of deals
        result.append(replace(one, behind_best=behind, behind_best_stderr=error))
    decided = result[best]
    return SimulatedAdvice(
        decided.action, decided.growth, decided.growth_stderr, decided.chip_ev, undecided, tuple(result)
    )


def _fastest(bets: Sequence[SimulatedGrowth], indices: Sequence[int]) -> int:
    """Return the one of ``indices`` whose action grows the bankroll fastest, the first of equal ones."""
    return max(indices, key=lambda i: (-math.inf if (growth := bets[i].growth) is None else growth, -i))


def _growth(bankroll: float, one: ActionOutcomes) -> tuple[float, float] | None:
    """Return the growth of an action and its standard error, or None if the whole bankroll may be lost."""
    rows = [(share, x) for share, x in zip(one.shares, one.points, strict=True) if share > 0.0]
    if bankroll + min(x for _, x in rows) <= 0.0:
        return None
    logs = [(share, math.log1p(x / bankroll)) for share, x in rows]
    mean, growth = (math.fsum(share * x for share, x in values) for values in (rows, logs))
    spread, log_spread = (
        math.sqrt(math.fsum(share * (x - middle) ** 2 for share, x in values))
        for values, middle in ((rows, mean), (logs, growth))
    )
    # The mean of the points differs from the known mean of the trials: the difference is added evenly to all points.
    growth += (one.ev - mean) * math.fsum(share / (bankroll + x) for share, x in rows)
    # The deals of a block are correlated, which raises the error of a mean of logarithms as much as that of the EV.
    return growth, one.stderr * log_spread / spread if spread else 0.0


def simulated_answer_json(value: Mapping[str, Any]) -> dict[str, Any]:
    """Return the answer to a Kelly request with ``simulated``, as JSON values.

    Raises:
        ScenarioError: the request has problems.
    """
    return simulated_advice(*read_simulated_request(value)).to_json()
