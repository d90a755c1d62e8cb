"""The answer of a simulation: the EV of each action of hero with its error, computed from the sums of the trials."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from engine.arrays import F64
from engine.equity.sampling import student_stretch
from engine.kernels.simulation.trials import BLOCKS, SQUARES, TRIALS, Tally
from engine.scenario.codec import JsonObject

BINS, FINE_BINS = 100, 2_000
UNDECIDED_ERRORS = 2.0
"""The best action is undecided if another one is behind by at most this many standard errors of their difference."""


def added(one: Tally, other: Tally) -> Tally:
    """Return the tally of the trials of both."""
    sums = {name: getattr(one, name) + getattr(other, name) for name in Tally._fields}
    lowest, highest = np.minimum(one.lowest, other.lowest), np.maximum(one.highest, other.highest)
    return Tally(**sums)._replace(bounds=one.bounds, lowest=lowest, highest=highest)


class ActionMoments(NamedTuple):
    """The mean of hero's chips after each action and its standard error, float64[a], and those of the differences
    between actions, float64[a, a]: the row's action minus the column's. In units."""

    means: F64
    errors: F64
    difference_errors: F64


def moments_of(tally: Tally) -> ActionMoments:
    """Return the means of a tally with trials, with errors that are NaN for a single block.

    A mean is the ratio of sums over n independent blocks; its squared error is n / (n - 1) times the sum of (y - mean
    m)^2 over blocks with the sum y of m trials, divided by the square of the number of trials.
    """
    trials, squares, blocks = tally.sizes[[TRIALS, SQUARES, BLOCKS]]
    means = tally.sums / trials
    # The sum of (y_a - mean_a m)(y_b - mean_b m) for each pair of actions.
    cross = np.multiply.outer(means, tally.by_size)
    spread = tally.products - cross - cross.T + np.multiply.outer(means, means) * squares
    spread = np.diag(spread)[:, None] + np.diag(spread) - 2.0 * spread, np.diag(spread)
    if blocks < 2:
        return ActionMoments(means, np.full(len(means), np.nan), np.full((len(means),) * 2, np.nan))
    stretch = float(student_stretch(np.asarray(blocks - 1.0))) * np.sqrt(blocks / (blocks - 1.0)) / trials
    differences, single = (np.sqrt(np.maximum(one, 0.0)) * stretch for one in spread)
    return ActionMoments(means, single, differences)


@dataclass(frozen=True, slots=True)
class ResultShares(JsonObject):
    """The distribution of hero's result: the shares of the trials in 100 equal steps from ``low`` to ``high``, the
    least and the greatest result in chips."""

    low: float
    high: float
    shares: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class ActionResult(JsonObject):
    """The results of one action of hero.

    ``ev``: hero's mean result in chips from his turn on (a fold: 0), with its standard error ``stderr``.
    ``behind_best``: the difference from the EV of the best action, with the standard error of this difference.
    ``everybody_folds``, ``showdown``: the shares of the trials in which hero wins without a showdown and in which he
    goes to showdown; ``won_at_showdown``: the share of these showdowns in which he wins chips, NaN if there are none.
    ``ends``: the share of the trials that end on each street.
    """

    action: str
    ev: float
    stderr: float
    behind_best: float
    behind_best_stderr: float
    everybody_folds: float
    showdown: float
    won_at_showdown: float
    result: ResultShares
    ends: dict[str, float]


@dataclass(frozen=True, slots=True)
class SeatOutcome(JsonObject):
    """How often a seat folds and sees a showdown after hero's best action, as shares of the trials."""

    name: str
    folds: float
    showdown: float


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulationAnswer(JsonObject):
    """The answer of a simulation. ``undecided``: another action is within two standard errors of the best one."""

    steelwheel_simulation_result: int = 1
    best: str
    undecided: bool
    trials: int
    final: bool
    actions: tuple[ActionResult, ...]
    seats: tuple[SeatOutcome, ...]
    notices: tuple[str, ...] = field(default=())

    def action(self, text: str) -> ActionResult:
        """Return the result of an action by its text."""
        return next(one for one in self.actions if one.action == text)


class AnswerTable(NamedTuple):
    """The properties of a table that turn a tally into an answer.

    ``costs``: the units that each of hero's ``actions`` costs; ``unit``: the number of units in a chip; ``streets``:
    the names of the streets from hero's on, of which the first has the index ``street``; ``seats``: the names of all
    seats, with the row of each in the tally in ``rows`` (-1 for a folded seat).
    """

    actions: Sequence[str]
    costs: Sequence[int]
    unit: int
    streets: Sequence[str]
    street: int
    seats: Sequence[str]
    rows: Sequence[int]
    notices: tuple[str, ...]


def answer_of(tally: Tally, table: AnswerTable, *, final: bool) -> SimulationAnswer:
    """Return the answer from the sums of at least one trial."""
    trials, unit = tally.sizes[TRIALS], float(table.unit)
    moments = moments_of(tally)
    means, errors, differences = (values / unit for values in moments)
    # Of equal actions the cheaper one is the best.
    order = sorted(range(len(means)), key=lambda i: (-means[i], table.costs[i]))
    best = order[0]
    actions = tuple(
        ActionResult(
            action=text,
            ev=float(means[i]),
            stderr=float(errors[i]),
            behind_best=float(means[best] - means[i]),
            behind_best_stderr=float(differences[best, i]),
            everybody_folds=float(tally.folds[i] / trials),
            showdown=float(tally.showdowns[i] / trials),
            won_at_showdown=float(tally.wins[i] / tally.showdowns[i]) if tally.showdowns[i] else float("nan"),
            result=_shares(tally, i, unit),
            ends={name: float(tally.ends[i, table.street + k] / trials) for k, name in enumerate(table.streets)},
        )
        for i, text in enumerate(table.actions)
    )
    undecided = any(not actions[i].behind_best > UNDECIDED_ERRORS * actions[i].behind_best_stderr for i in order[1:])
    seats = tuple(
        SeatOutcome(
            name,
            float(tally.seat_folds[best, row] / trials) if row >= 0 else 1.0,
            float(tally.seat_showdowns[best, row] / trials) if row >= 0 else 0.0,
        )
        for name, row in zip(table.seats, table.rows, strict=True)
    )
    return SimulationAnswer(
        best=actions[best].action, undecided=undecided, trials=int(trials), final=final, actions=actions, seats=seats,
        notices=table.notices,
    )  # fmt: skip


def _shares(tally: Tally, action: int, unit: float) -> ResultShares:
    """Return the distribution of an action's results between the least and the greatest one."""
    low, high = float(tally.lowest[action]), float(tally.highest[action])
    shares = np.zeros(BINS)
    fine = tally.bins[action]
    filled = np.flatnonzero(fine)
    middles = tally.bounds[0] + (filled + 0.5) / len(fine) * (tally.bounds[1] - tally.bounds[0])
    span = high - low
    bins = (middles - low) / span * BINS if span > 0.0 else np.zeros(len(filled))
    np.add.at(shares, np.clip(bins.astype(np.int64), 0, BINS - 1), fine[filled])
    return ResultShares(low / unit, high / unit, tuple((shares / shares.sum()).tolist()))
