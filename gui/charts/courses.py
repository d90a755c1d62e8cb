"""How equities and shares of final hands converged: the lines of convergence charts."""

from dataclasses import dataclass

import numpy as np

from engine import Snapshot
from engine.details.changes import share_stderr
from gui.charts.class_axes import class_titles
from gui.charts.values import Array, active_seats


@dataclass(frozen=True, slots=True, eq=False)
class Course:
    """How a number of the active seats converged: deals float64[k], the probabilities and their standard errors
    float64[k, seats], and float64[k, seats] the errors that plain sampling would have, None where they are not known.

    ``flat``: there is no course to show, as of an exact result, or a saved one. ``by_class``: the lines are those of
    the final hands of a seat that is alone, and ``seats`` the places of these classes.
    """

    seats: tuple[int, ...]
    names: tuple[str, ...]
    trials: Array
    shares: Array
    errors: Array
    flat: bool
    plain_errors: Array | None = None
    by_class: bool = False

    @property
    def equity(self) -> Array:
        """The values in percent."""
        return 100 * self.shares

    @property
    def stderr(self) -> Array:
        """Their standard errors in percent."""
        return 100 * self.errors

    @property
    def plain(self) -> Array | None:
        """Those of plain sampling in percent."""
        return None if self.plain_errors is None else 100 * self.plain_errors


def has_course(snapshot: Snapshot | None) -> bool:
    """Return whether the course of the equities of a result is known."""
    trace = snapshot.trace if snapshot is not None and snapshot.method == "sampled" else None
    return trace is not None and len(trace.trials) > 0


def course_of(snapshot: Snapshot, class_: str = "") -> Course:
    """Return the course of the equities of a result, or of the shares of ``class_``, a final hand; of a seat that is
    alone that of the shares of all its final hands.

    At most some 700 points, for checkpoints lie 4 % apart or more.
    """
    seats = active_seats(snapshot)
    if class_ or len(seats) == 1:
        return _course_of_shares(snapshot, class_)
    trace = snapshot.trace
    numbers, names = tuple(i for i, _ in seats), tuple(seat.name for _, seat in seats)
    if has_course(snapshot) and trace is not None:
        trials = trace.trials.astype(np.float64)
        gains = trace.gains
        plain = None if gains is None else trace.stderr * np.sqrt(gains)
        return Course(numbers, names, trials, trace.equity, trace.stderr, flat=False, plain_errors=plain)
    ends = [seat.estimate for _, seat in seats if seat.estimate is not None]
    equity = np.array([[e.equity for e in ends]] * 2)
    stderr = np.array([[e.stderr for e in ends]] * 2)
    return Course(numbers, names, np.array([0.0, 1.0]), equity, stderr, flat=True)


def _course_of_shares(snapshot: Snapshot, class_: str) -> Course:
    seats, titles = active_seats(snapshot), class_titles(snapshot.scenario.game)
    ends = tuple(seat.estimate for _, seat in seats if seat.estimate is not None)
    if class_:
        columns = [(number, seat.name, place, class_) for place, (number, seat) in enumerate(seats)]
    else:
        columns = [(i, titles[name], 0, name) for i, name in enumerate(titles) if ends[0].classes[name] > 0]
    trace = snapshot.trace if has_course(snapshot) else None
    known = [] if trace is None else [trace.share_of(name) for _, _, _, name in columns]
    flat = not known or any(values is None for values in known)
    if trace is None or flat:
        trials, deals = np.array([0.0, 1.0]), np.full(2, float(snapshot.deals))
        shares = np.array([[ends[place].classes[name] for _, _, place, name in columns]] * 2)
    else:
        trials = deals = trace.trials.astype(np.float64)
        places = zip(known, (place for _, _, place, _ in columns), strict=True)
        shares = np.stack([values[:, place] for values, place in places if values is not None], axis=1)
    errors = np.zeros_like(shares)
    if snapshot.method == "sampled":
        errors = np.array([[share_stderr(p, int(n)) for p in row] for row, n in zip(shares, deals, strict=True)])
    numbers, names = tuple(column[0] for column in columns), tuple(column[1] for column in columns)
    return Course(numbers, names, trials, shares, errors, flat=flat, by_class=not class_)
