"""The last street walked at once has the values and regrets of the walk node by node in float64."""

from dataclasses import replace

import numpy as np
import pytest

from engine.betting import tree
from engine.betting.request import read_betting_request
from engine.betting.run import prepared
from engine.betting.solver import EARLY, discount_factors, next_factors
from engine.kernels.betting.tree import BEST, TRAIN, VALUE
from engine.kernels.jit import lean_kernel
from engine.kernels.lanes import LANES, fetch, part, side_by_side

SIZES = {"bet": ["50%", "100%"], "raise": ["3x", "all in"]}
TURN = {
    "table": {"game": "holdem", "board": "Ks7h2d9c", "seats": [{"cards": "AA:0.5, KQs, 76s"}, {"cards": "QQ, A9s"}]},
    "pot": 20,
    "stack": 100,
    "sizes": {"turn": SIZES, "river": SIZES},
}
RIVER = {**TURN, "table": {**TURN["table"], "board": "Ks7h2d9c9d"}}
LOCKED = {**TURN, "fixed": [{"seat": 1, "path": ["check", "check", "*", "check"], "frequencies": {"check": 1}}]}
FLOP = {
    **TURN,
    "table": {"game": "holdem", "board": "Ks7s2s", "seats": [{"cards": "AhAd, QsJs"}, {"cards": "77, KhQh"}]},
    "sizes": {
        "flop": {"bet": ["100%"], "raise": []},
        "turn": {"bet": [], "raise": []},
        "river": {"bet": ["100%"], "raise": ["all in"]},
    },
}
CASES = {
    "river": (RIVER, 1_024),
    "river by parts": (RIVER, 5),
    "turn": (TURN, 1_024),
    "turn by parts": ({**TURN, "rake": 0.1, "rake_cap": 2}, 5),
    "locks": (LOCKED, 1_024),
    "16 bits": ({**TURN, "storage": 16}, 1_024),
    "flop": (FLOP, 1_024),
}


@lean_kernel
def turn_over(numbers, rows, count, lanes, targets, result):
    fetch(numbers[0], 0, count)
    side_by_side(numbers, rows, count, lanes, 1)
    part(lanes[1:], result, targets, count)


@pytest.mark.parametrize("count", [1, LANES, 2 * LANES + 3])
def test_rows_are_brought_side_by_side_and_parted_again(count):
    numbers = np.random.default_rng(1).random((11, 3 * LANES), np.float32)
    rows, targets = np.array([3, 0, 10, 3, 5, 1, 2, 9]), np.arange(LANES)[::-1].copy()
    lanes, result = np.zeros((3 * LANES + 1, LANES), np.float32), np.zeros((LANES, 3 * LANES), np.float32)
    turn_over(numbers, rows, count, lanes, targets, result)
    np.testing.assert_array_equal(lanes[1 : 1 + count], numbers[rows, :count].T)
    np.testing.assert_array_equal(result[targets, :count], numbers[rows, :count])
    assert not lanes[0].any()


@pytest.mark.parametrize(("request_", "most"), CASES.values(), ids=CASES)
def test_the_street_at_once_is_the_street_node_by_node(request_, most, monkeypatch):
    monkeypatch.setattr(tree, "MAX_NODES_AT_ONCE", most)
    quick, slow = (prepared(read_betting_request(request_)).solver for _ in range(2))
    assert 0 < quick.layout.tree.at_once.max() <= most
    slow.layout = replace(slow.layout, tree=slow.tree)
    while quick.iterations < 5:
        quick.iterate()

    def close(one, other, digits):
        assert one == pytest.approx(other, rel=digits, abs=digits * float(np.abs(other).max()))

    for player in (0, 1):
        for mode in (VALUE, BEST):
            close(quick.values(player, mode), quick.values(player, mode, exact=True), 2e-6)
        # Both learn from the same regrets: rounding can make the play of an indifferent hand another one.
        for numbers, same in zip(quick.play, slow.play, strict=True):
            same[:] = numbers
        values = (solver.values(player, TRAIN, discount_factors(6)) for solver in (quick, slow))
        close(*values, 2e-6)
        if request_.get("storage") == 16:  # the exponent of regrets that are all 0 is that of their rounding
            np.testing.assert_allclose(quick.play.average16, slow.play.average16, atol=1)
            continue
        close(quick.play.regret, slow.play.regret, 2e-6)
        np.testing.assert_allclose(quick.play.average, slow.play.average, rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize(("iteration", "count"), [(1, 10), (EARLY - 4, 5), (EARLY - 4, 6), (EARLY + 1, 3)])
def test_discount_factors_that_are_kept_are_those_that_are_computed(iteration, count):
    np.testing.assert_array_equal(next_factors(iteration, count), discount_factors(iteration, count))
