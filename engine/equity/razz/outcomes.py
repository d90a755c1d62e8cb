"""Details of razz: the exact final hands of the seats, and who beats whom with which class of hand."""

from functools import partial
from itertools import combinations

import numpy as np

from engine.arrays import F64
from engine.equity.budget import detail_budget
from engine.equity.details.lows import Lows, Meetings
from engine.equity.jobs import Detail, Solved
from engine.equity.razz.derived import SAMPLED_RUN_BUDGET
from engine.equity.razz.joint_automaton import FinalDistributions
from engine.equity.razz.lows import FINALS, JOINT_SHAPE, class_of_values, final_numbers
from engine.equity.razz.replay import RecordedDeals, Replay, jackknife, ratio
from engine.equity.razz.setup import RazzSetup
from engine.kernels.razz.low import CLASSES, UNPAIRED_HANDS
from engine.scenario import Scenario


def outcomes(solved: Solved[RazzSetup]) -> Detail:
    """For each active seat: the probabilities of the exact lows and of the kinds of paired hands."""
    setup = solved.setup
    distributions, seats = FinalDistributions(setup, solved.check_time), range(len(setup.active))
    if sum(distributions.operations(seat) for seat in seats) <= _budget(solved):
        parts = [partial(distributions.lows, seat) for seat in seats]
        return Detail(parts, lambda result: _lows(solved.scenario, np.stack(result), np.zeros(len(seats))))

    def show(groups: F64, trials: int) -> Lows:
        result, errors = jackknife(groups, lambda total: ratio(total, total.sum(axis=1, keepdims=True)), trials)
        return _lows(solved.scenario, result, errors.max(axis=1))

    return Replay(setup, solved.check_cancelled, solved.over).detail(_final_sums, show)


def _budget(solved: Solved[RazzSetup]) -> float:
    """Return how many operations exact distributions may take: fewer next to a sampled result."""
    budget = detail_budget(solved.scenario.run)
    return budget if solved.exact else min(SAMPLED_RUN_BUDGET, budget)


def _final_sums(deals: RecordedDeals) -> F64:
    """Return float64[seats, FINALS]: the weights of the final hands."""
    numbers = final_numbers(deals.values)
    return np.stack([np.bincount(row, weights=deals.weights, minlength=FINALS) for row in numbers.T])


def _lows(scenario: Scenario, chances: F64, errors: F64) -> Lows:
    return Lows(scenario.active_seats, chances[:, :UNPAIRED_HANDS], chances[:, UNPAIRED_HANDS:], errors)


def joint(solved: Solved[RazzSetup]) -> Detail:
    """For each pair of active seats: the probabilities of results by the classes of both hands."""
    setup = solved.setup
    distributions, pairs = FinalDistributions(setup, solved.check_time), list(combinations(range(len(setup.active)), 2))
    if not pairs:
        return Detail((), lambda _: _pairs(solved.scenario, pairs, np.zeros((0, *JOINT_SHAPE)), np.zeros(0)))
    if sum(distributions.operations(*pair) for pair in pairs) <= _budget(solved):
        parts = [partial(distributions.joint, *pair) for pair in pairs]
        return Detail(parts, lambda result: _pairs(solved.scenario, pairs, np.stack(result), np.zeros(len(pairs))))

    def show(groups: F64, trials: int) -> Meetings:
        result, errors = jackknife(groups, lambda total: ratio(total, total.sum(axis=(1, 2, 3), keepdims=True)), trials)
        return _pairs(solved.scenario, pairs, result, errors.max(axis=(1, 2, 3)))

    return Replay(setup, solved.check_cancelled, solved.over).detail(partial(_pair_sums, pairs), show)


def _pair_sums(pairs: list[tuple[int, int]], deals: RecordedDeals) -> F64:
    """Return float64[pairs, 3, 10, 10]: the weights of results and classes."""
    classes, sums = class_of_values()[deals.values], []
    for first, second in pairs:
        difference = np.sign(deals.values[:, first] - deals.values[:, second])
        cell = ((difference + 1) * CLASSES + classes[:, first]) * CLASSES + classes[:, second]
        counted = np.bincount(cell, weights=deals.weights, minlength=int(np.prod(JOINT_SHAPE)))
        sums.append(counted.reshape(JOINT_SHAPE))
    return np.stack(sums)


def _pairs(scenario: Scenario, pairs: list[tuple[int, int]], shares: F64, errors: F64) -> Meetings:
    seats = scenario.active_seats
    return Meetings(tuple((seats[first], seats[second]) for first, second in pairs), shares, errors)
