"""Details of sampled razz: whole deals, summed as each detail needs them, with errors by the jackknife.

A detail takes ``DETAIL_TRIALS`` deals of its own, whatever the main run took, or as many as there is time for, in
``GROUPS`` groups with random numbers of their own. The error of whatever is estimated from the sums, ratios included,
is that of leaving out one group after the other (Tukey 1958); with 64 groups it is itself good to 9%.
"""

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from typing import NamedTuple

import numpy as np

from engine.arrays import F64, I64, U8, U64
from engine.equity.jobs import Detail, Guard, unhurried
from engine.equity.razz.blocks import deal_table
from engine.equity.razz.lows import low_tables
from engine.equity.razz.setup import RazzSetup
from engine.equity.results import DetailResult
from engine.equity.sampling import cell_stderr
from engine.kernels.common.rng import seed_state
from engine.kernels.razz.circle import record_trials, scratch, trials_together
from engine.kernels.razz.draws import Table

DETAIL_TRIALS = 1 << 20
GROUPS = 64
BATCH = 1 << 11
OWN_STREAM = 1
"""Sets the random numbers of details apart from those of the main run, so that their errors are independent."""

RANKS = 13


class Deals(NamedTuple):
    """Some deals: see ``kernels.razz.deal.record_trials``."""

    weights: F64
    values: I64
    dealt: U8
    chosen: U8

    def shares(self) -> F64:
        """Return float64[n, seats], the shares of the pot."""
        wins = self.values == self.values.min(axis=1, keepdims=True)
        return np.asarray(wins / wins.sum(axis=1, keepdims=True))


def recorded(trials: int, table: Table, state: U64) -> Deals:
    """Deal a table so many times, from the start of a circle on; ``state`` uint64[4]: the generator."""
    seats = len(table.free)
    deals = Deals(
        np.zeros(trials),
        np.zeros((trials, seats), np.int64),
        np.zeros((trials, seats + 1, RANKS), np.uint8),
        np.zeros((trials, RANKS), np.uint8),
    )
    record_trials(table, scratch(table), state, low_tables(), *deals)
    return deals


class Group(NamedTuple):
    """The sums of a group of deals, and their number: fewer once the time is over."""

    sums: F64
    trials: int


def gathered(groups: Sequence[Group]) -> tuple[F64, int]:
    """Return the sums by group, float64[groups, ...], and the number of all deals."""
    return np.stack([group.sums for group in groups]), sum(group.trials for group in groups)


class Replay:
    """Deals a setup group by group."""

    def __init__(self, setup: RazzSetup, guard: Guard, over: Callable[[], bool] = unhurried) -> None:
        """Deals no more than the least once it is ``over``."""
        self._setup = setup
        self._guard, self._over = guard, over

    def detail(self, add_up: Callable[[Deals], F64], show: Callable[[F64, int], DetailResult]) -> Detail:
        """Return the detail that shows the sums of all groups.

        ``add_up`` sums up deals into float64[...], of the detail's own shape; ``show`` takes these sums of all groups,
        float64[groups, ...], and the number of their deals.
        """
        parts = [partial(self._group, group, add_up) for group in range(GROUPS)]
        return Detail(parts, lambda groups: show(*gathered(groups)))

    @cached_property
    def _table(self) -> Table:
        return deal_table(self._setup, self._guard)[0]

    @property
    def _batch(self) -> int:
        """Trials of a batch: whole turns of the circle, in which every card comes equally often."""
        together = trials_together(self._table)
        return BATCH // together * together

    def _group(self, group: int, add_up: Callable[[Deals], F64]) -> Group:
        state, total, trials = seed_state(self._setup.seed, group, OWN_STREAM), np.zeros(1), 0
        for _ in range(max(DETAIL_TRIALS // GROUPS // BATCH, 1)):
            self._guard()
            total, trials = total + add_up(recorded(self._batch, self._table, state)), trials + self._batch
            if self._over():
                break
        return Group(total, trials)


def jackknife(groups: F64, estimate: Callable[[F64], F64], trials: int) -> tuple[F64, F64]:
    """Return ``estimate`` of the sum over the first axis of ``groups``, and its standard error; NaN where undefined.

    ``groups`` float64[groups, ...]: sums by group; ``estimate`` turns sums float64[...] into numbers of any shape,
    which is that of both results.

    The error of so many ``trials`` is at least one in them: what never happened is not known to be impossible.
    """
    result, errors = _left_out_one_by_one(groups, estimate)
    return result, np.maximum(errors, 1.0 / trials)


def _left_out_one_by_one(groups: F64, estimate: Callable[[F64], F64]) -> tuple[F64, F64]:
    """Return the result of :func:`jackknife`, its errors not enlarged."""
    total = groups.sum(axis=0)
    without = np.stack([estimate(total - group) for group in groups])
    spread = ((without - without.mean(axis=0)) ** 2).sum(axis=0)
    return estimate(total), np.sqrt(spread * (len(groups) - 1) / len(groups))


def jackknife_shares(above: F64, below: F64, size: F64) -> tuple[F64, F64]:
    """Return shares of the pot by cell, above / below, and their standard errors; NaN where a cell is empty.

    ``above``, ``below`` float64[groups, ...]: weights of what was won and of the deals, by group; ``size``: how many
    deals each cell has, by which the errors of cells with few are widened (:func:`engine.equity.sampling.cell_stderr`).
    """

    def share(total: F64) -> F64:
        return ratio(total[0], total[1])

    above, below = np.broadcast_arrays(above, below)
    result, errors = _left_out_one_by_one(np.stack([above, below], axis=1), share)
    groups = ratio(below.sum(axis=0) ** 2, (below**2).sum(axis=0))
    return result, cell_stderr(result, np.broadcast_to(size, result.shape), (errors * size) ** 2, groups)


def ratio(above: F64, below: F64) -> F64:
    """Return above / below, float64[...] of two arrays that broadcast to that shape; NaN where ``below`` is 0."""
    above, below = np.broadcast_arrays(above, below)
    return np.asarray(np.divide(above, below, out=np.full(above.shape, np.nan), where=below > 0))
