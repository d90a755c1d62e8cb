"""Known answers: published tables and independent programs (tests/data), through ``solve``."""

import json
import math
from pathlib import Path

import numpy as np
import pytest

from engine.equity.razz.lows import evaluate
from engine.equity.run import solve
from engine.ranges.razz_text import parse_razz_cards
from engine.scenario import ScenarioError
from engine.table.serialize import scenario_from_json
from tests.reference.naive_razz import describe_low

DATA = Path(__file__).parents[1] / "data"
HOLDEM = json.loads((DATA / "holdem.json").read_text(encoding="utf-8"))
RAZZ = json.loads((DATA / "razz.json").read_text(encoding="utf-8"))
CASES = HOLDEM["cases"] + RAZZ["cases"]
EXACT = 1e-9

ERROR_FIELDS = {
    "R119": "dead",
    "R120": "seats[1].cards",
    "R122": "seats[0].cards",
    "R124": "seats[1].cards",
    "R125": "seats[1].cards",
    "R127": "seats[0].cards",
    "R129": "seats[0].cards",
    "R130": "seats[0].cards",
    "R132": "seats",
    "R134": "dead",
    "R135": "seats[0].cards",
}


def with_expected(*keys, without=()):
    """Parametrise by the cases whose expectation has all of ``keys``."""
    chosen = [c for c in CASES if all(k in c["expect"] for k in keys) and not any(k in c["expect"] for k in without)]
    assert chosen
    return pytest.mark.parametrize("case", chosen, ids=lambda case: case["id"])


def assert_near(found, expected, tolerance, stderr):
    """Exact answers agree within ``tolerance``, sampled ones within four standard errors."""
    assert found == pytest.approx(expected, abs=max(tolerance, 4 * stderr))


def share_stderr(probability, trials, reference):
    """The standard error of the difference between a sampled share and a reference with its own error."""
    return math.hypot(math.sqrt(probability * (1 - probability) / trials), reference)


@with_expected("equity")
def test_equities(case):
    expected, tolerance = case["expect"], case.get("tolerance", EXACT)
    references = case.get("reference_stderr", [0.0] * len(expected["equity"]))
    snapshot = solve(scenario_from_json(case["scenario"]))
    exact = snapshot.method == "exact"
    for i, (seat, reference) in enumerate(zip(snapshot.active, references, strict=True)):
        e = seat.estimate
        assert_near(e.equity, expected["equity"][i], tolerance, math.hypot(e.stderr, reference))
        for result, key in ((e.win, "win"), (sum(e.split), "tie")):
            share = expected[key][i]
            stderr = reference if exact else share_stderr(share, snapshot.deals, reference)
            assert_near(result, share, tolerance, stderr)
        if exact:
            assert e.stderr == 0.0
    if exact and "deals" in expected:
        assert snapshot.deals == expected["deals"]


@with_expected("classes")
def test_outcome_classes(case):
    expected, tolerance = case["expect"]["classes"], case.get("tolerance", EXACT)
    references = case.get("reference_stderr", [0.0] * len(expected))
    snapshot = solve(scenario_from_json(case["scenario"]))
    for seat, classes, reference in zip(snapshot.active, expected, references, strict=True):
        result = seat.estimate.classes
        assert set(result) == set(classes)
        assert sum(result.values()) == pytest.approx(1.0, abs=1e-12)
        for name, share in classes.items():
            sampled = snapshot.method == "sampled"
            stderr = share_stderr(share, snapshot.deals, reference) if sampled else reference
            assert_near(result[name], share, tolerance, stderr)


@with_expected("winner")
def test_winners(case):
    seats = solve(scenario_from_json(case["scenario"])).active
    winner = case["expect"]["winner"]
    wins = [1.0 if winner == i else 0.0 for i in range(len(seats))]
    ties = 1.0 if winner == "tie" else 0.0
    assert [seat.estimate.win for seat in seats] == wins
    assert [sum(seat.estimate.split) for seat in seats] == [ties] * len(seats)


@with_expected("best")
def test_best_hands(case):
    for seat, best in zip(case["scenario"]["seats"], case["expect"]["best"], strict=True):
        ranks = [card.rank for card in parse_razz_cards(seat["cards"])]
        (value,) = evaluate(np.bincount(ranks, minlength=13).reshape(1, 13))
        assert describe_low(int(value)) == (best["category"], best["ranks"])


@with_expected("error")
def test_bad_scenarios(case):
    with pytest.raises(ScenarioError) as caught:
        solve(scenario_from_json(case["scenario"]))
    assert caught.value.problems[0].field == ERROR_FIELDS[case["id"]]
