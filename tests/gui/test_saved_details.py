"""Saved results that are damaged: what cannot be used is left out and said, the rest is shown."""

import json

import pytest

from engine import GAMES, ScenarioError, snapshot_to_json
from gui.storage import scenario_files
from tests.gui import razz_details
from tests.gui.holdem_details import solved as solved_holdem

RAZZ = tuple(GAMES["razz"].details)


def razz():
    return razz_details.solved(detail=RAZZ)


def saved(snapshot, tmp_path, path=(), value=None):
    """Write a result, with another value at ``path``."""
    data = json.loads(json.dumps(snapshot_to_json(snapshot)))
    place = data
    for key in path[:-1]:
        place = place[key]
    if path:
        place[path[-1]] = value
    file = tmp_path / "saved.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    return file


def test_whole_results_open_whole(tmp_path):
    for snapshot in (razz(), solved_holdem(("AA, AKs", "KK"), "7h 8h 2c", ("matrix", "next_card"))):
        opened = scenario_files.read(saved(snapshot, tmp_path))
        assert opened.damaged == ()
        assert opened.snapshot.seats == snapshot.seats
        assert set(opened.snapshot.details) == set(snapshot.details)


def test_a_damaged_detail_is_left_out_and_named(tmp_path):
    file = saved(solved_holdem(), tmp_path, ("detail", "next_card", 0, "equity", 1), [])
    opened = scenario_files.read(file)
    assert [problem.field for problem in opened.damaged] == ["detail.next_card[0].equity[1]"]
    assert opened.snapshot.seats == solved_holdem().seats
    assert opened.snapshot.details == {}


def test_a_detail_of_an_older_form_is_left_out(tmp_path):
    snapshot = razz()
    rows = snapshot.details["starting_hands"].to_json()["pairs"]
    older = [{key: value for key, value in row.items() if key != "probability"} for row in rows]
    opened = scenario_files.read(saved(snapshot, tmp_path, ("detail", "starting_hands", "pairs"), older))
    assert [problem.field for problem in opened.damaged] == ["detail.starting_hands.pairs[0].probability"]
    assert set(opened.snapshot.details) == set(RAZZ) - {"starting_hands"}


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("seats", 0, "classes", "straight"), 1e308),
        (("seats", 0, "split"), []),
        (("seats", 0, "equity"), 7.3),
        (("elapsed_s",), -1),
        (("deals",), 0),
    ],
)
def test_damaged_numbers_are_left_out_with_the_scenario_kept(tmp_path, path, value):
    snapshot = solved_holdem()
    opened = scenario_files.read(saved(snapshot, tmp_path, path, value))
    assert opened.is_result
    assert opened.snapshot is None
    assert opened.scenario.seats == snapshot.scenario.seats
    assert len(opened.damaged) == 1


def test_a_result_without_a_scenario_is_refused(tmp_path):
    with pytest.raises(ScenarioError, match="game"):
        scenario_files.read(saved(razz(), tmp_path, ("scenario", "game"), "chess"))
