"""Budgets of operations, by which methods are chosen.

They are fixed numbers and not measured times, so that a scenario is computed by the same method on every machine. An
operation is a nanosecond of one core of the reference machine. The cost models of all methods are fitted to that;
``python -m tests.bench.costs`` shows how well.
"""

from engine.scenario import RunOptions

AUTO_BUDGET = 4e9
"""Operations that ``auto`` spends on an exact answer: about 2 s on two cores of the reference machine."""

DETAIL_BUDGET = 1e10
"""Operations that ``auto`` spends on an exact detail: about 5 s."""

EXACT_LIMIT = 1.2e12
"""Operations beyond which ``exact`` is refused, and details are sampled: about ten minutes."""

TRIVIAL = 1e8
"""Operations of an exact detail that are always allowed: preparing to sample would take as long."""

SAMPLING_BUDGET = 8e9
"""Operations for the trials of a detail that is sampled although the main result is exact: about 4 s."""

REFERENCE_OPERATIONS_PER_SECOND = 2e9
"""Operations per second of the reference machine, both cores together."""


def detail_budget(options: RunOptions) -> float:
    """Return the number of operations that an exact detail may take.

    If the run is limited in time, it is the number that the reference machine can do in that time, but at least
    :data:`TRIVIAL`.
    """
    limit = EXACT_LIMIT if options.method == "exact" else DETAIL_BUDGET
    if options.max_seconds is None:
        return limit
    return min(limit, max(options.max_seconds * REFERENCE_OPERATIONS_PER_SECOND, TRIVIAL))


def estimated_seconds(operations: float, speed: float = REFERENCE_OPERATIONS_PER_SECOND) -> float:
    """Return the seconds that ``operations`` take at ``speed`` operations per second, by default that of both cores of
    the reference machine."""
    return operations / speed
