"""Saved results with anything in any place: they are read without what is damaged, or refused, never anything else."""

import json
import random

import pytest

from engine import ScenarioError, result_from_json
from engine.scenario.reading import read_json
from tests.mutated_results import RAW, check, mutated, saved_results


def test_whole_results_are_read_whole():
    for text in saved_results():
        assert check(text).damaged == ()


@pytest.mark.parametrize("seed", range(3))
def test_no_damage_passes(seed):
    generator = random.Random(seed)
    damaged = 0
    for _ in range(75):
        saved = check(mutated(generator))
        damaged += saved is None or bool(saved.damaged)
    assert damaged > 40


@pytest.mark.parametrize("raw", RAW)
def test_what_is_no_json_is_refused(raw):
    with pytest.raises(ScenarioError):
        read_json(saved_results()[0].replace('"method": ', f'"method": {raw}', 1))


def test_numbers_beyond_all_bounds_are_no_accident():
    """Values that never were JSON text."""
    for huge in (10**400, -(10**400), float("nan"), float("inf")):
        value = json.loads(saved_results()[0])
        value["seats"][0]["equity"] = huge
        value["detail"]["next_card"][0]["equity"][1] = huge
        assert [p.field for p in result_from_json(value).damaged] == ["seats[0].equity"]
        value["seats"] = json.loads(saved_results()[0])["seats"]
        assert [p.field for p in result_from_json(value).damaged] == ["detail.next_card[0].equity[1]"]


def test_contradictions_are_damage():
    """Each is in its range and of its type, and cannot be true."""
    cases = {
        ("seats", 0, "equity"): 0.5,
        ("seats", 0, "split"): [],
        ("seats", 0, "classes", "straight"): 0.9,
        ("seats", 0, "stderr"): 0.1,
        ("seats", 1, "name"): "Nobody",
        ("detail", "next_card", 0, "probability"): 0.5,
        ("detail", "next_card", 0, "card"): "7h",
        ("detail", "next_card", 1, "card"): "As",
        ("detail", "matrix", 0, "seat"): 1,
        ("detail", "matrix", 0, "classes", "JJ", "share"): 0.5,
    }
    for path, new in cases.items():
        value = json.loads(saved_results()[0])
        place = value
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = new
        damaged = result_from_json(value).damaged
        assert len(damaged) == 1, path
        assert damaged[0].field.startswith(path[0] if path[0] == "seats" else f"detail.{path[1]}")


def test_details_agree_with_the_numbers_of_the_seats():
    value = json.loads(saved_results()[5])
    first, second = value["detail"]["path"][-1]["equity"]
    value["detail"]["path"][-1]["equity"] = [first - 0.01, second + 0.01]
    value["detail"]["sensitivity"]["ranks"][3]["change"] += 0.01
    saved = result_from_json(value)
    assert [p.field for p in saved.damaged] == ["detail.path[1].equity", "detail.sensitivity.ranks[3].change"]
    assert not {"path", "sensitivity"} & set(saved.snapshot.details)
    assert "outcomes" in saved.snapshot.details
