"""Kelly on simulated outcomes: how fast each action grows the bankroll if the hand is played to its end.

A simulation (``steelwheel simulate``) gives the distribution of an action's results in chips, with betting on later
streets. These results take the place of the outcomes of a showdown.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.kelly.request_fields import ABOVE_0, KellyFields, ResultInput, SimulatedInput
from engine.scenario.codec import JsonObject, keys_of, read_object
from engine.scenario.reading import SUM_ROUNDING, Collector

MAX_ACTIONS = 50
UNDECIDED_ERRORS = 2.0
"""The best action is undecided if another is at most so many standard errors of the difference behind."""
IN_PLACE_OF = (
    "outcomes, pot, prices and limits are part of the simulation: with it a request has a bankroll and nothing else"
)


@dataclass(frozen=True, slots=True)
class SimulatedAction:
    """The results of an action in chips, from hero's turn on.

    ``shares``: of the trials, in equal steps from ``low`` to ``high``, the least and the greatest result. ``ev``: their
    mean, with its standard error ``stderr``.
    """

    action: str
    ev: float
    stderr: float
    low: float
    high: float
    shares: Sequence[float]

    @property
    def points(self) -> tuple[float, ...]:
        """The result that stands for each step: the first one is ``low``, the last one ``high``.

        The extreme results are frequent (a fold later, a showdown for all chips), so they are kept as they are.
        """
        steps = max(len(self.shares) - 1, 1)
        return tuple(self.low + (self.high - self.low) * k / steps for k in range(len(self.shares)))


@dataclass(frozen=True, slots=True)
class SimulatedGrowth(JsonObject):
    """An action: its growth per hand, the expected log growth of the bankroll (None: everything may be lost), its
    expected chips, and how much less it grows than the best action; with standard errors."""

    action: str
    growth: float | None
    growth_stderr: float | None
    chip_ev: float
    chip_ev_stderr: float
    behind_best: float | None
    behind_best_stderr: float | None


@dataclass(frozen=True, slots=True)
class SimulatedAdvice(JsonObject):
    """The action that grows the bankroll most, and all of them. ``undecided``: another is within two standard
    errors."""

    decision: str
    growth: float | None
    growth_stderr: float | None
    chip_ev: float
    undecided: bool
    bets: tuple[SimulatedGrowth, ...]

    def bet(self, action: str) -> SimulatedGrowth:
        """Return the growth of an action by its text."""
        return next(one for one in self.bets if one.action == action)


def read_simulated_request(value: object) -> tuple[float, tuple[SimulatedAction, ...]]:
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
    # An answer of ``simulate`` says more of its actions, which is left out here.
    if isinstance(given, list):
        given = [{k: v for k, v in one.items() if k in used} if isinstance(one, dict) else one for one in given]
    inside = Collector({"simulated": given}, ("simulated",), "", fields.problems)
    rows = inside.each_inside("simulated", used, MAX_ACTIONS)
    actions = [action for row in rows if (action := _read_action(row)) is not None]
    if inside.good("simulated") and not actions:
        inside.note("simulated", "this list is empty", incomplete=True)
    fields.done()
    return bankroll, tuple(actions)


def _read_action(row: Collector) -> SimulatedAction | None:
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
    return SimulatedAction(typed.action, typed.ev, typed.stderr or 0.0, result.low, result.high, shares)


def simulated_advice(bankroll: float, actions: Sequence[SimulatedAction]) -> SimulatedAdvice:
    """Return how fast each action grows a bankroll in chips; of equal ones the first is the best.

    >>> flip = SimulatedAction("call", 5.0, 0.1, -10.0, 20.0, [0.5, 0.5])
    >>> fold = SimulatedAction("fold", 0.0, 0.0, 0.0, 0.0, [1.0])
    >>> [simulated_advice(bankroll, [fold, flip]).decision for bankroll in (11, 100)]
    ['fold', 'call']
    """
    values = [_growth(bankroll, one) for one in actions]
    best = max(range(len(values)), key=lambda i: (-math.inf if values[i] is None else values[i][0], -i))  # type: ignore[index]
    top = values[best]
    bets, undecided = list[SimulatedGrowth](), False
    for i, (one, value) in enumerate(zip(actions, values, strict=True)):
        behind = error = None
        if value is not None and top is not None:
            # The same deals decide both, so that the error of the difference is at most this one.
            behind, error = top[0] - value[0], 0.0 if i == best else math.hypot(top[1], value[1])
            undecided = undecided or (i != best and behind <= UNDECIDED_ERRORS * error)
        growth, growth_error = value if value is not None else (None, None)
        bets.append(SimulatedGrowth(one.action, growth, growth_error, one.ev, one.stderr, behind, error))
    decided = bets[best]
    return SimulatedAdvice(
        decided.action, decided.growth, decided.growth_stderr, decided.chip_ev, undecided, tuple(bets)
    )


def _growth(bankroll: float, one: SimulatedAction) -> tuple[float, float] | None:
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
    # The mean of the trials is known, that of the points differs: the difference is spread over them evenly.
    growth += (one.ev - mean) * math.fsum(share / (bankroll + x) for share, x in rows)
    # Deals of a block are not independent. The error of the EV says by how much that raises the error of a mean.
    return growth, one.stderr * log_spread / spread if spread else 0.0


def simulated_answer_json(value: Mapping[str, Any]) -> dict[str, Any]:
    """Return the answer to a Kelly request with ``simulated``, as JSON values.

    Raises:
        ScenarioError: the request has problems.
    """
    return simulated_advice(*read_simulated_request(value)).to_json()
