"""Details of a saved result: what pages cannot read is left out and computed anew, the rest is shown."""

import json
from copy import deepcopy

import pytest

from engine import GAMES, snapshot_from_json, snapshot_to_json
from gui import scenario_files
from gui.saved_details import READERS, readable
from tests.gui import razz_details
from tests.gui.holdem_details import solved as solved_holdem

RAZZ = GAMES["razz"].details


def razz():
    return razz_details.solved(detail=RAZZ)


def holdem():
    return solved_holdem(("AA, AKs", "KK"), "7h 8h 2c", ("matrix", "next_card"))


def leaves(value, path=()):
    """Yield the place of every number and text of a detail."""
    if isinstance(value, dict | list):
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(item, (*path, key))
    else:
        yield path


def test_every_detail_of_both_games_is_read():
    assert {game: set(readers) for game, readers in READERS.items()} == {
        game: set(spec.details) for game, spec in GAMES.items()
    }
    for snapshot in (razz(), holdem()):
        assert readable(snapshot).details == snapshot.details


@pytest.mark.parametrize("value", [None, 3, "x", [1], {}, {"a": 1}, {"seat": 99, "pairs": 5}, [{"seat": 0}]])
@pytest.mark.parametrize("name", RAZZ)
def test_other_forms_are_left_out(name, value):
    snapshot = deepcopy(razz())
    snapshot.details[name] = value
    assert set(readable(snapshot).details) == set(RAZZ) - {name}


@pytest.mark.parametrize("name", RAZZ)
def test_a_text_in_place_of_a_number_is_noticed(name):
    whole = razz().details[name]
    numbers = [path for path in leaves(whole) if isinstance(_at(whole, path), float)]
    for path in numbers[:: max(1, len(numbers) // 12)]:
        snapshot = deepcopy(razz())
        _at(snapshot.details[name], path[:-1])[path[-1]] = "half"
        assert name not in readable(snapshot).details, path


def _at(value, path):
    for key in path:
        value = value[key]
    return value


def test_a_file_with_such_details_opens_with_its_numbers(tmp_path):
    saved = json.loads(json.dumps(snapshot_to_json(razz())))
    for row in saved["detail"]["starting_hands"]["pairs"]:
        del row["probability"]
    path = tmp_path / "old.json"
    path.write_text(json.dumps(saved))
    scenario, snapshot = scenario_files.read(path)
    assert scenario.seats == razz().scenario.seats
    assert snapshot.seats == snapshot_from_json(saved).seats
    assert set(snapshot.details) == set(RAZZ) - {"starting_hands"}
