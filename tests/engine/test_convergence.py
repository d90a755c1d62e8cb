"""Progress and remaining time of an iterative solution, on curves whose end is known."""

import math
from itertools import pairwise

import pytest

from engine.equity.convergence import ConvergencePoint, progress, progress_of, seconds_left
from engine.preflop.jam_stacks import read_stacks_request, run_stacks

STEPS = (10, 20, 40, 60, 80, 100, 125, 157, 197, 247, 309, 387, 484, 605)


def curve(slope=1.5, first=20.0, per_iteration=0.1, wave=0.0):
    """Return checks whose exploitability falls with a power of the iterations, on a ``wave`` up and down."""
    return [
        ConvergencePoint(n, first * (n / STEPS[0]) ** -slope * math.exp(wave * math.sin(3 * i)), n * per_iteration)
        for i, n in enumerate(STEPS)
    ]


def test_each_halving_is_the_same_progress():
    assert [progress(e, 8.0, 1.0) for e in (9.0, 8.0, 4.0, 2.0, 1.0, 0.5)] == pytest.approx([0, 0, 1 / 3, 2 / 3, 1, 1])
    assert progress(0.0, 8.0, 0.0) == 1.0
    assert 0.0 < progress(1e-6, 8.0, 0.0) < 0.1
    assert progress(0.5, 0.5, 1.0) == 1.0  # the first check has reached the target


def test_progress_does_not_fall_when_the_exploitability_rises():
    checks = [ConvergencePoint(n, e, n) for n, e in ((10, 8.0), (20, 2.0), (40, 4.0), (60, 1.0))]
    done = [progress_of(checks[:count], 1.0) for count in range(5)]
    assert done == pytest.approx([0, 0, 2 / 3, 2 / 3, 1])


@pytest.mark.parametrize("slope", [0.7, 1.0, 1.5, 2.0])
def test_a_power_law_is_foretold_exactly(slope):
    checks, target = curve(slope), 20.0 * (400 / STEPS[0]) ** -slope
    known = [seconds_left(checks[:count], target) for count in range(1, len(STEPS) + 1)]
    assert known[:4] == [None] * 4  # too few checks to compare two estimates
    for check, left in zip(checks[4:], known[4:], strict=True):
        assert left == (pytest.approx(40.0 - check.seconds) if check.iterations < 400 else None)
    assert seconds_left(checks[:8], target, checks[7].seconds + 10.0) == pytest.approx(30.0 - checks[7].seconds)
    assert seconds_left(checks[:8], target, 41.0) is None  # longer than foretold


def test_an_uneven_curve_is_foretold_within_a_factor_of_two():
    checks = curve(1.3, wave=0.25)
    target = checks[-1].exploitability
    known = [(check.seconds, seconds_left(checks[: i + 1], target)) for i, check in enumerate(checks[:-3])]
    estimates = [(left, checks[-1].seconds - seconds) for seconds, left in known if left is not None]
    assert len(estimates) >= 4
    assert all(0.5 < left / truth < 2.0 for left, truth in estimates)


@pytest.mark.parametrize(
    "checks",
    [
        pytest.param([], id="nothing yet"),
        pytest.param([ConvergencePoint(n, 1.0, n) for n in STEPS], id="no progress"),
        pytest.param([ConvergencePoint(n, float(n), n) for n in STEPS], id="rising"),
        pytest.param([ConvergencePoint(n, 10.0 * 4.0 ** (i % 3), n) for i, n in enumerate(STEPS)], id="up and down"),
        pytest.param(curve(0.5), id="a hundred times as far"),
        pytest.param([ConvergencePoint(n, 0.0, n) for n in STEPS], id="solved"),
    ],
)
def test_without_a_reliable_estimate_there_is_none(checks):
    assert seconds_left(checks, 0.01) is None


def test_jam_or_fold_at_a_final_table_approaches_its_end_steadily():
    request = {"steelwheel_jam": 1, "stacks": [6, 8, 10], "payouts": [50, 30, 20]}
    states = list(run_stacks(read_stacks_request(request), every=0.0))
    done = [state.progress for state in states]
    assert done[-1] == 1.0
    assert 0.0 < done[0] < 0.5
    assert all(one <= other for one, other in pairwise(done))
