"""Sub-ranges: painting shares of hands, the scenario file, the entry of the library."""

import json
import random
from dataclasses import replace

import numpy as np
import pytest

from engine import Scenario, ScenarioError, Seat, problems, scenario_from_json, scenario_to_json
from engine.cards import TextError
from engine.ranges.actions import (
    MAX_ACTIONS,
    RangeAction,
    filled_shares,
    paint_cells,
    read_shares,
    with_range,
    with_shares,
)
from engine.ranges.holdem import parse_range
from engine.ranges.holdem_matrix import ALL_CELLS, combos_in
from engine.ranges.library import library_from_json, library_to_json
from engine.ranges.library_files import (
    LibraryEntry,
    dump_batch,
    dump_hr,
    dump_library,
    dump_text,
    entries_of,
    folder_of,
    read_equilab,
    read_library,
    read_text,
)
from engine.scenario import SubRange
from engine.table.seat_ranges import actions_of, with_actions

RAISE, CALL = RangeAction("raise", "TT+, AQs+:0.75", 1), RangeAction("call", "99-22, AQs+:0.25", 0)
SCENARIO = Scenario("holdem", (Seat("Hero", "AhAd"), Seat("BTN", "22+"), Seat("BB", "random")))


def test_shares_of_a_hand_stand_side_by_side():
    shares = read_shares((RAISE, CALL))
    assert np.array_equal(shares[0], parse_range(RAISE.text).weights)
    assert shares.sum(axis=0).max() == 1
    assert read_shares(with_shares((RAISE, CALL), shares)).tolist() == shares.tolist()


@pytest.mark.parametrize(
    ("actions", "message"),
    [
        ((RangeAction("raise", "AA"), RangeAction("call", "AA:0.01")), "more than 100 %"),
        ((RangeAction("raise", "AA > flop set"),), "no street filters"),
        ((RangeAction("raise", "AZ"),), "AZ"),
    ],
)
def test_impossible_actions_raise_an_error(actions, message):
    with pytest.raises(TextError, match=message):
        read_shares(actions)


def test_the_action_in_hand_takes_from_the_others_in_proportion():
    start = read_shares((RangeAction("a", "AA:0.5"), RangeAction("b", "AA:0.25"), RangeAction("c", "")))
    after = paint_cells(start, 2, [(0, 0)], 0.4)
    aces = combos_in([(0, 0)])
    assert np.allclose(after[:, aces].T, (0.4, 0.2, 0.4))
    assert not after[:, ~aces].any()
    assert np.allclose(paint_cells(start, 2, [(0, 0)], 0.25)[:, aces].T, (0.5, 0.25, 0.25))
    assert not paint_cells(start, 0, [(0, 0)], 0.0)[0].any()


@pytest.mark.parametrize("seed", range(10))
def test_random_painting_never_plays_a_hand_more_than_once_and_survives_the_text(seed):
    chance = random.Random(seed)
    actions = tuple(RangeAction(f"a{i}", "", i) for i in range(chance.randint(1, MAX_ACTIONS)))
    shares = read_shares(actions)
    for _ in range(40):
        hand = chance.randrange(len(actions))
        places = chance.sample(ALL_CELLS, chance.randint(1, 60))
        before, value = shares, chance.choice([0.0, 1.0, 0.5, 0.37, chance.random()])
        edit = chance.choice(("paint", "fill", "take"))
        if edit == "paint":
            shares = paint_cells(shares, hand, places, value)
        elif edit == "fill":
            shares = filled_shares(shares, hand)
        else:
            shares = with_range(shares, hand, parse_range("22+, A2s+:0.5").weights)
        assert shares.min() >= 0
        assert shares.sum(axis=0).max() <= 1 + 1e-12
        assert np.all(np.delete(shares, hand, axis=0) <= np.delete(before, hand, axis=0) + 1e-12)
        written = with_shares(actions, shares)
        assert np.allclose(read_shares(written), shares, atol=1e-9)
        actions = written


def test_the_inverse_fills_the_share_that_no_action_plays():
    shares = filled_shares(read_shares((RAISE, CALL)), 1)
    assert np.allclose(shares[1], 1 - read_shares((RAISE, CALL)).sum(axis=0))


def test_a_scenario_keeps_the_actions_of_its_seats():
    scenario = with_actions(with_actions(SCENARIO, 2, (CALL,)), 1, (RAISE, CALL))
    assert actions_of(scenario, 1) == (RAISE, CALL)
    assert actions_of(scenario, 0) == ()
    value = json.loads(json.dumps(scenario_to_json(scenario)))
    assert value["subranges"][0] == {"seat": 1, "name": "raise", "cards": RAISE.text, "color": 1}
    assert scenario_from_json(value) == scenario
    assert "subranges" not in scenario_to_json(SCENARIO)
    assert problems(scenario) == ()
    assert scenario.without_seat(1).subranges == (SubRange(1, "call", CALL.text, 0),)
    assert scenario.without_seat(0).subranges[-1].seat == 1


@pytest.mark.parametrize(
    ("subranges", "field"),
    [
        ([{"seat": 3, "name": "raise", "cards": "AA"}], "subranges[0].seat"),
        ([{"seat": 0, "cards": "AA"}], "subranges[0].name"),
        ([{"seat": 0, "name": "a", "cards": "AA", "weight": 1}], "subranges[0].weight"),
        ([{"seat": 0, "name": "a", "cards": "AA", "color": 6}], "subranges[0].color"),
        ([{"seat": 0, "name": "a", "cards": "AX7"}], "subranges[0].cards"),
        ([{"seat": 0, "name": "a", "cards": "AA"}, {"seat": 0, "name": "b", "cards": "AA:0.5"}], "subranges"),
        ([{"seat": 0, "name": f"a{i}"} for i in range(7)], "subranges"),
        ("AA", "subranges"),
    ],
)
def test_damaged_actions_of_a_scenario_name_their_field(subranges, field):
    with pytest.raises(ScenarioError) as caught:
        scenario_from_json(scenario_to_json(SCENARIO) | {"subranges": subranges})
    assert caught.value.problems[0].field == field


ENTRY = LibraryEntry("BTN v CO", "", "Cash/6-max", note="mine", actions=(RAISE, CALL))


def test_actions_are_one_entry_of_the_library():
    own = (LibraryEntry("UTG", "22+"), ENTRY)
    assert read_library(dump_library(own)) == (own, ())
    assert entries_of(library_from_json(library_to_json(folder_of(own)))) == own


@pytest.mark.parametrize(
    "change",
    [
        {"actions": []},
        {"actions": "raise"},
        {"actions": [{"name": "raise", "text": "AA", "colour": 1}]},
        {"actions": [{"name": "raise", "text": "AA", "color": 9}]},
        {"actions": [{"name": "raise", "text": "AA", "color": True}]},
        {"actions": [{"text": "AA"}]},
        {"actions": [{"name": "raise", "text": "AA"}, {"name": "call", "text": "AA"}]},
        {"actions": [{"name": "raise", "text": "A?"}]},
        {"game": "razz"},
        {"text": "AA"},
        {"note": 7},
    ],
)
def test_a_damaged_entry_of_actions_is_left_out_and_named(change):
    value = json.loads(dump_library((LibraryEntry("UTG", "22+"), replace(ENTRY, folder=""))))
    value["items"][1] |= change
    entries, damaged = read_library(json.dumps(value).encode())
    assert entries == (LibraryEntry("UTG", "22+"),)
    assert len(damaged) == 1
    assert "BTN v CO" in damaged[0]


def test_other_files_get_a_folder_of_ranges():
    own = (LibraryEntry("UTG", "22+"), ENTRY)
    for dump, read in ((dump_text, read_text), (dump_hr, read_equilab), (dump_batch, read_text)):
        values, wrong = read(dump(own))
        assert wrong == ()
        assert len(values) == 3
        ranges = [parse_range(entry.text).weights for entry in values]
        assert any(np.allclose(weights, parse_range(RAISE.text).weights) for weights in ranges)
