"""The limits of operations: fixed numbers, never a clock, so that a file takes the same methods everywhere.

An operation is a nanosecond of one core of the reference machine; the costs of all methods are fitted to that
(``python -m tests.bench.costs`` reports how well).
"""

from engine.scenario import RunOptions

AUTO_BUDGET = 4e9
"""Operations that ``auto`` spends on an exact answer: about 2 s on two cores of the reference machine."""

DETAIL_BUDGET = 1e10
"""Operations that ``auto`` spends on an exact detail: about 5 s."""

EXACT_LIMIT = 1.2e12
"""Operations beyond which ``exact`` is refused, and details are sampled: about ten minutes."""

TRIVIAL = 1e8
"""Operations of an exact detail that are not worth to be saved: sampling takes as long to prepare."""

SAMPLING_BUDGET = 8e9
"""Operations for the trials of a detail that is sampled where the main result is exact: about 4 s."""

REFERENCE_OPERATIONS_PER_SECOND = 2e9
"""Operations per second of the reference machine, both cores together."""


def detail_budget(options: RunOptions) -> float:
    """Return the operations that an exact detail may take.

    With a limit of time these are at most what the reference machine does in it, or trivial.
    """
    most = EXACT_LIMIT if options.method == "exact" else DETAIL_BUDGET
    if options.max_seconds is None:
        return most
    return min(most, max(options.max_seconds * REFERENCE_OPERATIONS_PER_SECOND, TRIVIAL))


def estimated_seconds(operations: float, speed: float = REFERENCE_OPERATIONS_PER_SECOND) -> float:
    """Return the time of ``operations`` in seconds, at ``speed`` operations a second: by default that of two cores of
    the reference machine."""
    return operations / speed
