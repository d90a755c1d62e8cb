"""Exact or sampled: the choice, its reason and its cost.

``auto`` compares the operation count of the cheapest exact method with a fixed budget, never a clock, so that the same
file takes the same method on every machine.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from engine.jobs import ExactJob, Guard, SampledJob, unguarded
from engine.jobs.budget import AUTO_BUDGET, EXACT_LIMIT
from engine.jobs.reasons import Reason, obstacle
from engine.ranges.orders import Order
from engine.running.rules import RULES, prepare
from engine.scenario import Problem, Scenario, ScenarioError


@dataclass(frozen=True, slots=True)
class Plan:
    """A method with its reason; exactly one of ``exact`` and ``sampled`` is set.

    ``exact_operations`` is the cost of the exact method even where sampling was chosen, None where there is none.
    ``setup`` is what the game has made of the scenario.
    """

    method: Literal["exact", "sampled"]
    reason: Reason
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
    setup = prepare(scenario, orders, guard)
    methods = RULES[scenario.game].methods(setup, guard)
    exact, wanted = methods.exact, scenario.run.method
    operations = exact.operations if exact else None
    if wanted == "exact":
        if exact is None or exact.operations > EXACT_LIMIT:
            raise ScenarioError(_not_exact(operations))
        return Plan("exact", Reason("exact as asked", operations), exact, None, operations, setup)
    if wanted == "auto" and exact is not None and exact.operations <= AUTO_BUDGET:
        return Plan("exact", Reason("exact", operations), exact, None, operations, setup)
    reason = Reason("sampled as asked" if wanted == "sampled" else "sampled", operations)
    return Plan("sampled", reason, None, methods.sampled(), operations, setup)


def _not_exact(operations: float | None) -> Problem:
    text, brief = (f"exact is not possible here: {obstacle(operations, counts=counts)}" for counts in (True, False))
    return Problem("run.method", text, brief=brief)
