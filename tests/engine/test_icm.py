"""Prizes that chips are worth, against all orders of finishing, other programs, and the race of many players."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.scenario import ScenarioError
from engine.tournament.deals import icm_answer
from engine.tournament.icm import bubble_factors, bubble_factors_of, many_place_probabilities, place_probabilities
from tests.reference import naive_icm

CASES = json.loads((Path(__file__).parents[1] / "data" / "icm.json").read_text(encoding="utf-8"))
CHIPS = st.lists(st.integers(1, 10_000), min_size=2, max_size=6)


def numbers(value: Any) -> Any:
    return np.array(value, dtype=np.float64)


def answer(stacks: list[float], payouts: list[float], **more: Any) -> dict[str, Any]:
    return icm_answer({"steelwheel_icm": 1, "stacks": stacks, "payouts": payouts, **more})


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["request"]["stacks"]))
def test_other_programs_agree(case: dict[str, Any]) -> None:
    result = icm_answer(case["request"])
    for key, expected in case["expected"].items():
        np.testing.assert_allclose(numbers(result[key]), numbers(expected), rtol=0, atol=2e-9)


@given(CHIPS, st.lists(st.integers(0, 100), min_size=1, max_size=6))
@settings(max_examples=60)
def test_all_orders_of_finishing(stacks: list[int], prizes: list[int]) -> None:
    prizes = sorted(prizes[: len(stacks)], reverse=True)
    payouts = [*prizes, *[0] * (len(stacks) - len(prizes))]
    result = answer(stacks, prizes)
    np.testing.assert_allclose(result["places"], naive_icm.places(stacks), rtol=0, atol=1e-12)
    np.testing.assert_allclose(result["equities"], naive_icm.equities(stacks, payouts), rtol=0, atol=1e-9)
    for i, row in enumerate(result["bubble_factors"]):
        for j, factor in enumerate(row):
            if i == j:
                assert factor is None
                continue
            # The factor of a gain between the two bounds is mostly rounding: it may be there or not.
            expected = naive_icm.bubble_factor(stacks, payouts, i, j, nothing=1e-9)
            assert expected is None or factor == pytest.approx(expected, rel=1e-6)
            assert factor is None or naive_icm.bubble_factor(stacks, payouts, i, j, nothing=1e-13) is not None


@pytest.mark.parametrize("players", [2, 5, 9, 12])
def test_race_of_exponential_times_has_the_same_distribution(players: int) -> None:
    stacks = np.random.default_rng(players).lognormal(8, 1.5, players)
    np.testing.assert_allclose(many_place_probabilities(stacks), place_probabilities(stacks), rtol=0, atol=1e-10)


def test_bubble_factors_by_the_race() -> None:
    stacks = numbers([3000, 500, 3000, 7000, 500, 1200])  # equal stacks, his own among them
    payouts = numbers([50, 30, 20, 0, 0, 0])
    for player, row in enumerate(bubble_factors(stacks, payouts)):
        np.testing.assert_allclose(numbers(bubble_factors_of(stacks, payouts, player)), numbers(row), rtol=1e-7)


def test_many_players() -> None:
    stacks = np.random.default_rng(3).lognormal(8, 1, 400).tolist()
    result = answer(stacks, [100, 60, 40, 20], player=7)
    places = numbers(result["places"])
    np.testing.assert_allclose(places.sum(axis=0), 1, rtol=0, atol=1e-9)
    np.testing.assert_allclose(places.sum(axis=1), 1, rtol=0, atol=1e-9)
    np.testing.assert_allclose(places[:, 0], numbers(stacks) / sum(stacks), rtol=0, atol=1e-9)
    assert [row is not None for row in result["bubble_factors"]] == [i == 7 for i in range(400)]
    assert sum(result["equities"]) == pytest.approx(220)


def test_equal_stacks_have_equal_places() -> None:
    np.testing.assert_allclose(answer([10] * 30, [1])["places"], np.full((30, 30), 1 / 30), rtol=0, atol=1e-10)


def test_deals() -> None:
    deal = answer([6000, 3000, 1000], [50, 30, 20], deal=True)["deal"]
    assert deal["chips"] == pytest.approx([20 + 24, 20 + 12, 20 + 4])
    assert sum(deal["icm"]) == pytest.approx(100)


@pytest.mark.parametrize(
    ("more", "field"),
    [
        ({"stacks": [1]}, "stacks"),
        ({"stacks": [1, 0]}, "stacks[1]"),
        ({"stacks": [1, "x"]}, "stacks[1]"),
        ({"stacks": [1, 2], "payouts": [3, 2, 1]}, "payouts"),
        ({"payouts": []}, "payouts"),
        ({"payouts": [-1]}, "payouts[0]"),
        ({"player": 2}, "player"),
        ({"deal": 1}, "deal"),
        ({"steelwheel_icm": 2}, "steelwheel_icm"),
        ({"chips": 1}, "chips"),
    ],
)
def test_bad_requests_name_their_field(more: dict[str, Any], field: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        icm_answer({"steelwheel_icm": 1, "stacks": [2, 1], "payouts": [1], **more})
    assert caught.value.problems[0].field == field


def test_command_line() -> None:
    lines = "".join(json.dumps(case["request"]) + "\n" for case in CASES[:2])
    command = [sys.executable, "-m", "engine", "icm", "-", "--lines"]
    done = subprocess.run(command, input=lines, capture_output=True, text=True, check=True)
    results = [json.loads(line) for line in done.stdout.splitlines()]
    assert results[0]["equities"] == pytest.approx(CASES[0]["expected"]["equities"])
    assert len(results) == 2
