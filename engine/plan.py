"""Exact or sampled: the choice, its reason and its cost.

``auto`` compares the operation count of the cheapest exact method with a fixed budget, never a clock, so that the same
file takes the same method on every machine.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from engine.budget import AUTO_BUDGET, EXACT_LIMIT, estimated_seconds
from engine.jobs import ExactJob, Guard, SampledJob, unguarded
from engine.ranges.orders import Order
from engine.rules import RULES, prepare
from engine.scenario import Problem, Scenario, ScenarioError

FAR_BEYOND = 1e15
"""Operations beyond which the number means nothing to a reader: about a week."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A method with its reason; exactly one of ``exact`` and ``sampled`` is set.

    ``exact_operations`` is the cost of the exact method even where sampling was chosen, None where there is none.
    ``setup`` is what the game has made of the scenario.
    """

    method: Literal["exact", "sampled"]
    reason: str
    exact: ExactJob | None
    sampled: SampledJob | None
    exact_operations: float | None
    setup: Any


def make_plan(scenario: Scenario, orders: Iterable[Order] = (), guard: Guard = unguarded) -> Plan:
    """Choose the method for ``scenario``, which may name one of the user's ``orders`` of hands.

    Its long chunks watch ``guard``.

    Raises:
        ScenarioError: the scenario cannot be computed, or ``exact`` was asked for and is beyond the limits.
    """
    setup = prepare(scenario, orders)
    methods = RULES[scenario.game].methods(setup, guard)
    exact, wanted = methods.exact, scenario.run.method
    operations = exact.operations if exact else None
    if wanted == "exact":
        if exact is None or exact.operations > EXACT_LIMIT:
            raise ScenarioError(Problem("run.method", f"exact is not possible here: {_obstacle(operations)}"))
        return Plan("exact", f"exact as asked: {_work(exact.operations)}", exact, None, operations, setup)
    if wanted == "auto" and exact is not None and exact.operations <= AUTO_BUDGET:
        return Plan("exact", f"exact: {_work(exact.operations)}", exact, None, operations, setup)
    reason = "sampled as asked" if wanted == "sampled" else f"sampled: {_obstacle(operations)}"
    return Plan("sampled", reason, None, methods.sampled(), operations, setup)


def _work(operations: float) -> str:
    return f"{_seconds(operations)} ({_count(operations)} operations, budget {_count(AUTO_BUDGET)})"


def _obstacle(operations: float | None) -> str:
    if operations is None:
        return "no exact method for this table"
    if operations > FAR_BEYOND:
        return "exact is out of reach"
    return f"exact would take {_work(operations)}"


def _count(operations: float) -> str:
    for limit, unit in ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")):
        if operations >= limit:
            digits = f"{operations / limit:.3g}"
            return f"{digits if 'e' not in digits else round(operations / limit)} {unit}"
    return f"{operations:.0f}"


def _seconds(operations: float) -> str:
    seconds = estimated_seconds(operations)
    if seconds < 0.001:
        return "under 1 ms"
    if seconds < 0.0995:
        return f"about {1000 * seconds:.2g} ms"
    if seconds < 90:
        return f"about {seconds:.2g} s"
    return f"about {seconds / 60:.0f} min" if seconds < 5400 else f"about {seconds / 3600:.0f} h"
