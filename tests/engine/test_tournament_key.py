"""The key ``tournament`` of a scenario: read strictly, written back, typed as text."""

import json
from dataclasses import replace

import pytest

from engine import Scenario, Seat
from engine.scenario import ScenarioError, Tournament
from engine.scenario.tournament import (
    Others,
    numbers_to_text,
    payouts_from_text,
    stacks_from_text,
)
from engine.table.one_line import format_line, parse_line
from engine.table.serialize import dumps, loads

SEATS = (Seat("Hero", "AhAd"), Seat("BB", "random"))
VALUE = {"stacks": [5000, None, 2000], "payouts": [50, 30, 20], "others": {"players": 41, "stack": 12000}}


def table(**tournament):
    return {
        "steelwheel": 1, "game": "holdem", "tournament": tournament,
        "seats": [{"name": seat.name, "cards": seat.cards} for seat in SEATS],
    }  # fmt: skip


def test_it_is_read_and_written():
    scenario = loads(json.dumps(table(**VALUE)))
    assert scenario.tournament == Tournament((5000.0, None, 2000.0), (50.0, 30.0, 20.0), Others(41, 12000.0))
    assert loads(dumps(scenario)) == scenario
    assert scenario.tournament.players == 43
    assert scenario.without_panels == Scenario("holdem", SEATS)


def test_stacks_elsewhere_and_the_big_blind():
    value = {**VALUE, "others": {"stacks": [12000, 8000]}, "big_blind": 1}
    scenario = loads(json.dumps(table(**value)))
    assert scenario.tournament.others == Others(2, 10000.0, (12000.0, 8000.0))
    assert scenario.tournament.to_json() == value
    assert scenario.tournament.players == 4
    assert scenario.tournament.acting == (2, 0, 1)
    assert Others.of((7.0, 7.0)) == Others(2, 7.0)
    assert Tournament((1.0, 2.0), big_blind=5).acting == Tournament((1.0, 2.0)).acting == (0, 1)


def test_a_file_without_one_opens_as_before():
    scenario = loads(dumps(Scenario("holdem", SEATS)))
    assert scenario.tournament is None
    assert "tournament" not in json.loads(dumps(scenario))
    assert loads(json.dumps(table())).tournament is None
    assert loads(json.dumps({**table(), "tournament": None})).tournament is None


def test_the_line_of_text_omits_it():
    scenario = loads(json.dumps(table(**VALUE)))
    assert parse_line(format_line(scenario)).tournament is None


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"stacks": [5000, 0]}, "tournament.stacks[1]"),
        ({"stacks": [5000, -1]}, "tournament.stacks[1]"),
        ({"stacks": ["5000"]}, "tournament.stacks[0]"),
        ({"stacks": 5000}, "tournament.stacks"),
        ({"payouts": [50, 30, -20]}, "tournament.payouts[2]"),
        ({"payouts": [True]}, "tournament.payouts[0]"),
        ({"others": {"players": 0, "stack": 1}}, "tournament.others.players"),
        ({"others": {"players": 2.5, "stack": 1}}, "tournament.others.players"),
        ({"others": {"players": 2}}, "tournament.others.stack"),
        ({"others": {"players": 2, "stack": 1, "name": ""}}, "tournament.others.name"),
        ({"others": {"players": 999, "stack": 1}}, "tournament.others.players"),
        ({"others": {"stacks": []}}, "tournament.others.stacks"),
        ({"others": {"stacks": [5, 0]}}, "tournament.others.stacks[1]"),
        ({"others": {"stacks": [5], "players": 1}}, "tournament.others.players"),
        ({"big_blind": -1}, "tournament.big_blind"),
        ({"prizes": []}, "tournament.prizes"),
    ],
    ids=str,
)
def test_a_problem_names_its_field(changes, field):
    with pytest.raises(ScenarioError) as caught:
        loads(json.dumps(table(**{**VALUE, **changes})))
    assert caught.value.problems[0].field == field


def test_removing_a_seat_removes_its_stack():
    tournament = Tournament((1.0, 2.0, 3.0), (1.0,))
    assert tournament.without_seat(1, 3).stacks == (1.0, 3.0)
    assert tournament.without_seat(7, 8).stacks == (1.0, 2.0, 3.0)
    moved = [replace(tournament, big_blind=1).without_seat(seat, 3).big_blind for seat in range(3)]
    assert moved == [0, None, 1]


def test_chips_have_a_value_with_two_players_and_a_prize():
    assert Tournament((1.0, 2.0), (1.0,)).complete
    assert Tournament((1.0,), (1.0,), Others(1, 1.0)).complete
    assert not Tournament((1.0, None), (1.0,)).complete
    assert not Tournament((1.0, 2.0), (0.0,)).complete
    assert Tournament().empty


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("12000 8500 3000", (12000, 8500, 3000)),
        (" 12000,8500; 3000\t", (12000, 8500, 3000)),
        ("12k 8.5K - 1.5M", (12000, 8500, None, 1500000)),
        ("500,300,200", (500, 300, 200)),
        ("", ()),
    ],
)
def test_stacks_as_text(text, values):
    assert stacks_from_text(text) == values
    assert stacks_from_text(numbers_to_text(values)) == values


@pytest.mark.parametrize(("text", "values"), [("50% 30% 20%", (50, 30, 20)), ("0.5, .3, 0", (0.5, 0.3, 0))])
def test_prizes_as_text(text, values):
    assert payouts_from_text(text) == values
    assert payouts_from_text(numbers_to_text(values)) == values


@pytest.mark.parametrize(
    ("read", "text", "position"),
    [
        (stacks_from_text, "5000 x 2000", 5),
        (stacks_from_text, "5000 0 2000", 5),
        (stacks_from_text, "5000 12,000", 5),
        (stacks_from_text, "50% 30", 0),
        (stacks_from_text, "5000 -3", 5),
        (stacks_from_text, "nan", 0),
        (stacks_from_text, "1e5", 0),
        (payouts_from_text, "50 30 -", 6),
        (payouts_from_text, "50 20 30", 6),
        (stacks_from_text, "1 " * 1001, None),
    ],
)
def test_text_errors_give_their_position(read, text, position):
    with pytest.raises(ScenarioError) as caught:
        read(text)
    assert caught.value.problems[0].position == position
