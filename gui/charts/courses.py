"""How equities converged: the lines of convergence charts."""

from dataclasses import dataclass

import numpy as np

from engine import Snapshot
from gui.charts.values import Array, active_seats


@dataclass(frozen=True, slots=True, eq=False)
class Course:
    """How the equities of the active seats converged: deals float64[k], equity and stderr float64[k, seats] in percent.

    ``flat``: there is no course to show, as of an exact result, or a saved one.
    """

    seats: tuple[int, ...]
    names: tuple[str, ...]
    trials: Array
    equity: Array
    stderr: Array
    flat: bool


def has_course(snapshot: Snapshot | None) -> bool:
    """Return whether the course of the equities of a result is known."""
    trace = snapshot.trace if snapshot is not None and snapshot.method == "sampled" else None
    return trace is not None and len(trace.trials) > 0


def course_of(snapshot: Snapshot) -> Course:
    """Return the course of a result; at most some 700 points, for checkpoints lie 4 % apart or more."""
    seats = active_seats(snapshot)
    trace = snapshot.trace
    numbers, names = tuple(i for i, _ in seats), tuple(seat.name for _, seat in seats)
    if has_course(snapshot) and trace is not None:
        trials = trace.trials.astype(np.float64)
        return Course(numbers, names, trials, 100 * trace.equity, 100 * trace.stderr, flat=False)
    estimates = [seat.estimate for _, seat in seats if seat.estimate is not None]
    equity = np.array([[100 * e.equity for e in estimates]] * 2)
    stderr = np.array([[100 * e.stderr for e in estimates]] * 2)
    return Course(numbers, names, np.array([0.0, 1.0]), equity, stderr, flat=True)
