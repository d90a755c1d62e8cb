"""The differences of a result from an earlier one, seat by seat, and their errors.

Two sampled runs with one seed deal their trials from the same random numbers, so that much of their errors is common
and drops out of the difference. How much is seen where they have checkpoints in common (a saved one has kept some of
its own): the trials between two of these are a batch, and the differences of the batches scatter as that of the whole
does. Where this cannot be seen (another seed, too few of them, no trace) the errors are added: no way of being related
makes it worse.
"""

import math
from collections import Counter
from dataclasses import dataclass

import numpy as np

from engine.arrays import F64, I64, Places
from engine.equity.results import Estimate, Snapshot, Trace
from engine.equity.sampling import student_stretch
from engine.scenario import Scenario

LEAST_BATCHES, MOST_BATCHES = 10, 24
"""Fewer batches say too little of how far they scatter; of more they are joined."""
LEAST_COVERED = 0.9
"""Share of the shorter run that the batches have to cover."""


@dataclass(frozen=True, slots=True)
class SeatChange:
    """The difference of a seat's equity from that in an earlier result, ``before``.

    ``stderr`` is the standard error of ``change``, 0 where both are exact. ``paired``: it is that of one set of random
    numbers; else the errors of both are added.
    """

    before: Estimate
    change: float
    stderr: float
    paired: bool = False


def matched_seats(before: Scenario, after: Scenario) -> tuple[int | None, ...]:
    """Return for each seat of ``after`` which one it was: that of its name, where no two have it, else that of its
    place; None where it is new."""
    old, new = (Counter(seat.name for seat in scenario.seats) for scenario in (before, after))
    places = {seat.name: i for i, seat in enumerate(before.seats) if old[seat.name] == new[seat.name] == 1}
    free = [i for i in range(len(before.seats)) if i not in places.values()]
    return tuple(places.get(seat.name, i if i in free else None) for i, seat in enumerate(after.seats))


def changes(before: Snapshot, after: Snapshot) -> tuple[SeatChange | None, ...]:
    """Return how the equity of each seat of ``after`` differs; None where it has none in one of the results."""
    if before.scenario.game != after.scenario.game:
        return (None,) * len(after.seats)
    return tuple(
        _change(before, old, after, new) if old is not None and old < len(before.seats) else None
        for new, old in enumerate(matched_seats(before.scenario, after.scenario)[: len(after.seats)])
    )


@dataclass(frozen=True, slots=True)
class Change:
    """A quantity before and after: a probability, expected chips, a growth; ``stderr`` is the standard error of the
    difference, 0 where both are exact."""

    before: float
    after: float
    stderr: float

    @property
    def change(self) -> float:
        """The difference."""
        return self.after - self.before


def share_changes(before: Snapshot, old: int, after: Snapshot, new: int) -> dict[str, Change]:
    """Return how the outcomes of seat ``old`` of one result (``win``, ``tie``, ``lose``) and the classes of its final
    hand, by their names, differ from those of seat ``new`` of a later one; empty where one has no numbers. Their
    standard errors (``share_stderr``) are added."""
    one, other = before.seats[old].estimate, after.seats[new].estimate
    if one is None or other is None:
        return {}
    pairs = {"win": (one.win, other.win), "tie": (sum(one.split), sum(other.split)), "lose": (one.lose, other.lose)}
    pairs |= {name: (share, other.classes.get(name, 0.0)) for name, share in one.classes.items()}

    def change(values: tuple[float, float]) -> Change:
        results = zip((before, after), values, strict=True)
        errors = (s.share_stderr(value) for s, value in results)
        return Change(*values, sum(errors))

    return {name: change(values) for name, values in pairs.items()}


def scaled_stderr(change: SeatChange, after: Estimate, slopes: tuple[float, float]) -> float:
    """Return the standard error of the difference of two quantities that rest on the equities of a seat.

    ``slopes``: how much the one before and the one ``after`` grow with its equity. Where the equities are ``paired``
    their errors are related as the difference of the equities says, else they are added.
    """
    errors = abs(slopes[0]) * change.before.stderr, abs(slopes[1]) * after.stderr
    if not change.paired:
        return sum(errors)
    one, other = change.before.stderr, after.stderr
    related = max(min((one**2 + other**2 - change.stderr**2) / 2, one * other), -one * other)
    return math.sqrt(max(errors[0] ** 2 + errors[1] ** 2 - 2 * slopes[0] * slopes[1] * related, 0.0))


def _change(before: Snapshot, old: int, after: Snapshot, new: int) -> SeatChange | None:
    one, other = before.seats[old].estimate, after.seats[new].estimate
    if one is None or other is None:
        return None
    change = other.equity - one.equity
    if not (one.stderr and other.stderr):
        return SeatChange(one, change, one.stderr + other.stderr)
    paired = _paired_stderr(before, old, after, new) if before.scenario.run.seed == after.scenario.run.seed else None
    if paired is None:
        return SeatChange(one, change, one.stderr + other.stderr)
    return SeatChange(one, change, paired, paired=True)


def _paired_stderr(before: Snapshot, old: int, after: Snapshot, new: int) -> float | None:
    """Return the standard error of the difference of two runs from the same random numbers; None where it cannot be
    seen.

    The deals of either after the last common checkpoint count as unrelated to the batches; of one another these
    rests may be related in any way.
    """
    if before.trace is None or after.trace is None:
        return None
    one, other = before.trace, after.trace
    trials, at_one, at_other = np.intersect1d(one.trials, other.trials, assume_unique=True, return_indices=True)
    ends = _batch_ends(trials)
    trials, at_one, at_other = trials[ends], at_one[ends], at_other[ends]
    common = len(trials)
    if common < LEAST_BATCHES or trials[-1] < LEAST_COVERED * min(before.deals, after.deals):
        return None
    total = float(trials[-1])
    parts = total / before.deals, total / after.deals
    sizes = np.diff(trials, prepend=0).astype(np.float64)
    sums = parts[1] * _sums(other, _place(after, new), at_other) - parts[0] * _sums(one, _place(before, old), at_one)
    mean = sums.sum() / total
    scatter = float((sizes * (sums / sizes - mean) ** 2).sum()) / (common - 1) / total
    rests = sum(_stderr(s, i) * math.sqrt(1 - p) for s, i, p in zip((before, after), (old, new), parts, strict=True))
    stretch = float(student_stretch(np.array(common - 1.0)))
    return max(stretch * math.sqrt(scatter + rests**2), 1.0 / min(before.deals, after.deals))


def _batch_ends(trials: I64) -> Places:
    """Return the places in ``trials`` int64[k] at which batches end: of about equal size, the last one in any case.

    Of small batches each trial tells less than of large ones, whose cards are dealt more evenly."""
    ends, last = list[int](), 0
    for place, end in enumerate(trials.tolist()):
        if end - last >= trials[-1] / MOST_BATCHES or place == len(trials) - 1:
            ends.append(place)
            last = end
    return np.array(ends, dtype=np.intp)


def _place(snapshot: Snapshot, seat: int) -> int:
    """Return the place of a seat among those that contest the pot."""
    return sum(other.estimate is not None for other in snapshot.seats[:seat])


def _stderr(snapshot: Snapshot, seat: int) -> float:
    estimate = snapshot.seats[seat].estimate
    return estimate.stderr if estimate is not None else 0.0


def _sums(trace: Trace, place: int, ends: Places) -> F64:
    """Return the pots that a seat has won from each of these checkpoints, intp[k], to the next, float64[k]: its equity
    times the trials."""
    won = trace.equity[ends, place] * trace.trials[ends]
    return np.diff(won, prepend=0.0)
