"""The differences of a result from an earlier one, seat by seat, with their errors.

Two sampled runs with the same seed deal their trials from the same random numbers, so that a large part of their errors
is common and cancels in the difference. How much it is can be estimated if the runs have checkpoints in common (a saved
result contains some of its checkpoints): the trials between two common checkpoints are a batch, and the differences of
the batches scatter as the total difference does. If there are no or too few common checkpoints (another seed, no
trace), the errors are added, which is an upper bound whatever the correlation is.
"""

import math
from collections import Counter
from dataclasses import dataclass

import numpy as np

from engine.arrays import F64, I64, Places
from engine.equity.results import Estimate, Snapshot, Trace
from engine.equity.sampling import student_stretch
from engine.scenario import Scenario

MIN_BATCHES, MAX_BATCHES = 10, 24
"""With fewer batches their scatter is too uncertain. If there are more, neighbors are merged."""
MIN_COVERED = 0.9
"""The minimum share of the shorter run that the batches have to cover."""


@dataclass(frozen=True, slots=True)
class SeatChange:
    """The difference of a seat's equity from that in an earlier result, ``before``.

    ``stderr`` is the standard error of ``change``, 0 if both results are exact. ``paired``: the error takes into
    account that both results come from the same random numbers; otherwise the errors of both are added.
    """

    before: Estimate
    change: float
    stderr: float
    paired: bool = False


def matched_seats(before: Scenario, after: Scenario) -> tuple[int | None, ...]:
    """Return, for each seat of ``after``, the index of the same seat in ``before``, or None if the seat is new.

    It is the seat with the same name if the name is unique in both scenarios, else the one at the same index.
    """
    old_names, new_names = (Counter(seat.name for seat in scenario.seats) for scenario in (before, after))
    index_of_name = {
        seat.name: i for i, seat in enumerate(before.seats) if old_names[seat.name] == new_names[seat.name] == 1
    }
    free = [i for i in range(len(before.seats)) if i not in index_of_name.values()]
    return tuple(index_of_name.get(seat.name, i if i in free else None) for i, seat in enumerate(after.seats))


def changes(before: Snapshot, after: Snapshot) -> tuple[SeatChange | None, ...]:
    """Return how the equity of each seat of ``after`` differs from ``before``, or None for a seat without an equity in
    one of the results."""
    if before.scenario.game != after.scenario.game:
        return (None,) * len(after.seats)
    return tuple(
        _change(before, old, after, new) if old is not None and old < len(before.seats) else None
        for new, old in enumerate(matched_seats(before.scenario, after.scenario)[: len(after.seats)])
    )


@dataclass(frozen=True, slots=True)
class Change:
    """A quantity before and after: a probability, expected chips or a growth rate. ``stderr`` is the standard error of
    the difference, 0 if both are exact."""

    before: float
    after: float
    stderr: float

    @property
    def change(self) -> float:
        """The difference."""
        return self.after - self.before


def share_changes(before: Snapshot, old: int, after: Snapshot, new: int) -> dict[str, Change]:
    """Return how the outcomes (``win``, ``tie``, ``lose``) and the classes of the final hand of a seat differ between
    two results, by name.

    It is seat ``old`` of the result ``before`` and seat ``new`` of ``after``. Empty if a seat has no numbers in its
    result. The standard errors of both results (``share_stderr``) are added.
    """
    old_estimate, new_estimate = before.seats[old].estimate, after.seats[new].estimate
    if old_estimate is None or new_estimate is None:
        return {}
    pairs = {
        "win": (old_estimate.win, new_estimate.win),
        "tie": (sum(old_estimate.split), sum(new_estimate.split)),
        "lose": (old_estimate.lose, new_estimate.lose),
    }
    pairs |= {name: (share, new_estimate.classes.get(name, 0.0)) for name, share in old_estimate.classes.items()}

    def change(values: tuple[float, float]) -> Change:
        results = zip((before, after), values, strict=True)
        errors = (s.share_stderr(value) for s, value in results)
        return Change(*values, sum(errors))

    return {name: change(values) for name, values in pairs.items()}


def scaled_stderr(change: SeatChange, after: Estimate, slopes: tuple[float, float]) -> float:
    """Return the standard error of the difference of two quantities that depend on the equities of a seat.

    ``slopes``: the derivatives of the quantity before and of the one ``after`` with respect to the equity. If the
    equities are ``paired``, their covariance follows from the error of their difference; otherwise the errors are
    added.
    """
    errors = abs(slopes[0]) * change.before.stderr, abs(slopes[1]) * after.stderr
    if not change.paired:
        return sum(errors)
    old_stderr, new_stderr = change.before.stderr, after.stderr
    # From Var(a - b) = Var(a) + Var(b) - 2 Cov(a, b), limited to the range of a covariance.
    covariance = max(
        min((old_stderr**2 + new_stderr**2 - change.stderr**2) / 2, old_stderr * new_stderr), -old_stderr * new_stderr
    )
    return math.sqrt(max(errors[0] ** 2 + errors[1] ** 2 - 2 * slopes[0] * slopes[1] * covariance, 0.0))


def _change(before: Snapshot, old: int, after: Snapshot, new: int) -> SeatChange | None:
    """Return the change of a seat's equity, or None if a result has none. Errors are paired if both runs have the same
    seed and enough checkpoints in common, else added."""
    old_estimate, new_estimate = before.seats[old].estimate, after.seats[new].estimate
    if old_estimate is None or new_estimate is None:
        return None
    change = new_estimate.equity - old_estimate.equity
    if not (old_estimate.stderr and new_estimate.stderr):
        return SeatChange(old_estimate, change, old_estimate.stderr + new_estimate.stderr)
    paired = _paired_stderr(before, old, after, new) if before.scenario.run.seed == after.scenario.run.seed else None
    if paired is None:
        return SeatChange(old_estimate, change, old_estimate.stderr + new_estimate.stderr)
    return SeatChange(old_estimate, change, paired, paired=True)


def _paired_stderr(before: Snapshot, old: int, after: Snapshot, new: int) -> float | None:
    """Return the standard error of the difference of two runs from the same random numbers, or None if it cannot be
    estimated.

    The deals after the last common checkpoint, of either run, are independent of the batches. The two remainders may be
    correlated in any way.
    """
    if before.trace is None or after.trace is None:
        return None
    old_trace, new_trace = before.trace, after.trace
    trials, old_index, new_index = np.intersect1d(
        old_trace.trials, new_trace.trials, assume_unique=True, return_indices=True
    )
    ends = _batch_ends(trials)
    trials, old_index, new_index = trials[ends], old_index[ends], new_index[ends]
    count = len(trials)
    if count < MIN_BATCHES or trials[-1] < MIN_COVERED * min(before.deals, after.deals):
        return None
    total = float(trials[-1])
    covered = total / before.deals, total / after.deals
    sizes = np.diff(trials, prepend=0).astype(np.float64)
    sums = covered[1] * _sums(new_trace, _contesting_index(after, new), new_index) - covered[0] * _sums(
        old_trace, _contesting_index(before, old), old_index
    )
    # The scatter of the batches around the common mean gives the variance of the difference; batches are weighted
    # by their size. The errors of the two remainders add up, because their correlation is unknown.
    mean = sums.sum() / total
    scatter = float((sizes * (sums / sizes - mean) ** 2).sum()) / (count - 1) / total
    remainders = sum(
        _stderr(s, i) * math.sqrt(1 - p) for s, i, p in zip((before, after), (old, new), covered, strict=True)
    )
    stretch = float(student_stretch(np.array(count - 1.0)))
    return max(stretch * math.sqrt(scatter + remainders**2), 1.0 / min(before.deals, after.deals))


def _batch_ends(trials: I64) -> Places:
    """Return the indices in ``trials`` int64[k] at which batches end: at about equal distances, and at the last
    checkpoint in any case.

    Small batches would say less per trial than large ones, in which cards are dealt more evenly.
    """
    ends, last = list[int](), 0
    for index, end in enumerate(trials.tolist()):
        if end - last >= trials[-1] / MAX_BATCHES or index == len(trials) - 1:
            ends.append(index)
            last = end
    return np.array(ends, dtype=np.intp)


def _contesting_index(snapshot: Snapshot, seat: int) -> int:
    """Return the index of a seat among those that contest the pot."""
    return sum(other.estimate is not None for other in snapshot.seats[:seat])


def _stderr(snapshot: Snapshot, seat: int) -> float:
    estimate = snapshot.seats[seat].estimate
    return estimate.stderr if estimate is not None else 0.0


def _sums(trace: Trace, seat: int, ends: Places) -> F64:
    """Return the pots that a seat has won between consecutive checkpoints ``ends`` intp[k], float64[k]: its equity
    times the trials."""
    won = trace.equity[ends, seat] * trace.trials[ends]
    return np.diff(won, prepend=0.0)
