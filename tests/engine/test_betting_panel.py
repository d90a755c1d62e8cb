"""The page's values: the request that they make of a table, presets, edits, damaged files."""

import json
from dataclasses import replace

import pytest

from engine import Scenario, ScenarioError, Seat
from engine.betting.panel import (
    EARLY,
    NO_BOARD,
    NOT_TWO,
    PRESETS,
    betting_situation,
    betting_values,
    preset_of,
    tree_json,
    with_edit,
    with_entries,
    with_limit,
    with_preset,
    with_sizes,
    with_tree,
)
from engine.betting.request import read_betting_request
from engine.betting.run import prepared, tree_size
from engine.ranges.orders import Order, find_order
from engine.scenario import BettingPanel
from engine.scenario.betting import Size, actions_from_text, size_of, sizes_from_text, sizes_to_text
from engine.table.serialize import dumps, loads, scenario_from_json


def table(*cards, board="2s3cTh3h", game="holdem", betting=None):
    seats = tuple(Seat(f"Seat {i + 1}", text) for i, text in enumerate(cards))
    return Scenario(game, seats, board, betting=BettingPanel.read(betting or {}))


HOLDEM = table("TT+", "QQ-88, AK")
RAZZ = table("xx2459", "xx3A8K", board="", game="razz")


def test_a_table_alone_makes_a_complete_request():
    request = betting_situation(HOLDEM).request
    assert (request.pot, request.stack, request.streets) == (100, 300, ("turn", "river"))
    assert preset_of(HOLDEM) == "one"
    limited = betting_situation(RAZZ).request
    assert limited.streets == ("sixth", "seventh")
    assert limited.limit.bets == {"sixth": 20, "seventh": 20}
    assert limited.stack == float("inf")
    assert preset_of(RAZZ) == "limit"


def test_the_page_makes_the_request_of_its_json_without_json(monkeypatch):
    fixed = [{"seat": 1, "path": ["check"], "frequencies": {"check": 0.5, "bet 50": 0.5}}]
    own = table("TT+", "QQ-88, AK", betting={"pot": 70, "first": 1, "fixed": fixed, "run": {"max_seconds": 5}})
    tables = [HOLDEM, RAZZ, own, *(with_preset(HOLDEM, preset.key) for preset in PRESETS)]
    expected = [read_betting_request(betting_values(scenario)) for scenario in tables]
    for name in ("plain", "scenario_to_json", "scenario_from_json"):
        monkeypatch.delattr(f"engine.betting.panel.{name}")
    assert [betting_situation(scenario).request for scenario in tables] == expected


@pytest.mark.parametrize("key", [preset.key for preset in PRESETS])
def test_a_preset_is_recognized(key):
    chosen = with_preset(HOLDEM, key)
    assert preset_of(chosen) == key
    assert betting_situation(chosen).request is not None
    assert preset_of(with_preset(chosen, "two")) == "two"


def test_the_geometric_size_is_all_in_at_the_end():
    request = betting_situation(with_preset(HOLDEM, "geometric")).request
    share = request.sizes[0]["turn"].bets[0].amount
    pot = 100 * (1 + 2 * share)
    assert 100 * share + share * pot == pytest.approx(300, rel=1e-3)


def test_sizes_of_one_seat_leave_those_of_the_other():
    own = with_sizes(HOLDEM, "river", player=1, kind="bets", sizes=sizes_from_text("10, 25c, all in", raises=False))
    request = betting_situation(own).request
    assert [size.to_json() for size in request.sizes[1]["river"].bets] == ["10%", 25.0, "all in"]
    assert [size.to_json() for size in request.sizes[0]["river"].bets] == ["66%"]
    assert preset_of(own) == ""
    both = with_sizes(own, "river", player=None, kind="raises", sizes=())
    assert [sizes["river"].raises for sizes in betting_situation(both).request.sizes] == [(), ()]


def test_edits_of_the_tree_are_saved_with_it_and_end_with_a_preset():
    edits = [{"path": ["check"], "add": ["150%"], "remove": ["66%"]}]
    scenario = replace(HOLDEM, betting=BettingPanel.read({"edits": edits}))
    tree = tree_json(scenario)
    assert tree["edits"] == edits
    request = betting_situation(with_tree(HOLDEM, tree)).request
    assert request.edits == scenario.betting.edits
    assert request == read_betting_request(betting_values(scenario))
    assert betting_situation(with_preset(scenario, "two")).request.edits == ()
    assert betting_situation(with_preset(scenario, "limit")).request.limit is not None


def test_sizes_are_added_and_removed_at_a_decision_and_taken_back():
    half, pot, path = Size("pot", 0.5), Size("pot", 1.0), ("check",)
    added = with_edit(HOLDEM, path, add=(half, pot))
    both = with_edit(with_edit(added, path, remove=(half, Size("pot", 0.66))), (), add=(pot,))
    assert tree_json(both)["edits"] == [
        {"path": ["check"], "add": ["100%"], "remove": ["66%"]},
        {"path": [], "add": ["100%"]},
    ]
    back = with_edit(with_edit(both, path, add=(Size("pot", 0.66),), remove=(pot,)), (), remove=(pot,))
    assert back.betting is None


def test_limits_are_set_by_street():
    limited = with_limit(with_limit(with_preset(HOLDEM, "limit"), "river", 12), None, 2)
    request = betting_situation(limited).request
    assert (request.limit.bets["river"], request.limit.cap) == (12, 2)
    assert betting_situation(with_limit(limited, None, None)).request.limit.cap == 4


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("33 75 150", "33%, 75%, 150%"),
        (" 33 %, 75%,3x, 120 c , allin", "33%, 75%, 3x, 120c, all in"),
        ("33/75/jam", "33%, 75%, all in"),
        ("75c 75 chips 1 chip", "75c, 75c, 1c"),
        ("half pot, pot; 2.5x", "50%, 100%, 2.5x"),
        ("33% pot 50% of the pot", "33%, 50%"),
        ("", ""),
    ],
)
def test_typed_sizes_are_shares_of_the_pot_and_chips_have_their_sign(typed, written):
    sizes = sizes_from_text(typed, raises=True)
    assert sizes_to_text(sizes) == written
    assert sizes_from_text(written, raises=True) == sizes


@pytest.mark.parametrize(
    ("typed", "position"),
    [("50%, 3x", 5), ("33 huge", 3), ("0", 0), ("75cc", 0), ("33, -5", 4), ("1e3", 0), ("50%%", 0)],
)
def test_what_is_not_a_size_is_rejected_with_its_position(typed, position):
    with pytest.raises(ScenarioError, match="is not a size: type 33 or 33% of the pot, 75c for chips") as caught:
        sizes_from_text(typed, raises=False)
    assert caught.value.problems[0].position == position


@pytest.mark.parametrize(
    ("typed", "actions"),
    [
        ("check, bet 50", ("check", "bet 50")),
        ("x/b12.5/r 40c", ("check", "bet 12.5", "raise to 40")),
        ("Bets 20 · raises to 60 chips · raise 150", ("bet 20", "raise to 60", "raise to 150")),
        ("bet 10, bet 30, all-in 300", ("bet 10", "raise to 30", "raise to 300")),
        (" ", ()),
    ],
)
def test_typed_actions_are_steps_of_a_path(typed, actions):
    assert actions_from_text(typed) == actions
    assert actions_from_text(", ".join(actions)) == actions


@pytest.mark.parametrize(
    ("typed", "position"), [("call", 0), ("check, bet", 7), ("bet 50%", 0), ("check bet 0", 6), ("x 50", 2)]
)
def test_what_is_not_an_action_is_rejected_with_its_position(typed, position):
    with pytest.raises(ScenarioError, match="is not a check, bet or raise: type check, bet 12") as caught:
        actions_from_text(typed)
    assert caught.value.problems[0].position == position


def test_too_many_sizes_are_rejected():
    with pytest.raises(ScenarioError, match="at most 12"):
        sizes_from_text(" ".join(["50"] * 13), raises=False)


def test_numbers_of_requests_and_files_are_chips():
    sizes = size_of(raises=False)
    assert sizes(270, "") == sizes("270", "") == Size("chips", 270.0)


def test_missing_parts_of_the_table_are_named():
    assert betting_situation(table("TT+")).missing == NOT_TWO
    assert betting_situation(table("TT+", "random", "22+")).missing == NOT_TWO
    assert betting_situation(table("TT+", "random", board="2s3c")).missing == NO_BOARD
    assert betting_situation(table("xx24", "xx3A", board="", game="razz")).missing == EARLY


def test_a_table_may_name_a_custom_order():
    own = Order("mine", "my own order", -find_order(None).strengths)
    scenario = replace(table("5%", "QQ"), order="mine")
    assert betting_situation(scenario).request is not None
    with pytest.raises(ScenarioError, match="no hand ranking is named 'mine'"):
        tree_size(betting_situation(scenario).request)
    other = Order("other", "another order", own.strengths)
    situation = betting_situation(scenario, (own, other))
    assert situation.request.orders == (own,)
    assert (
        prepared(situation.request).deals.labels != prepared(betting_situation(table("5%", "QQ")).request).deals.labels
    )
    assert betting_situation(table("5%", "QQ"), (own, other)).request.orders == ()


def test_empty_and_folded_seats_keep_their_numbers():
    scenario = table("", "TT+", "random", betting={"first": 2})
    folded = replace(scenario, seats=(*scenario.seats, Seat("Out", "AA", folded=True)))
    request = betting_situation(folded).request
    assert request.first == 1
    gone = folded.without_seat(0)
    assert gone.betting.first == 1
    assert folded.without_seat(2).betting is None


def test_the_bankroll_of_the_kelly_page_is_the_default():
    loaded = scenario_from_json({"game": "holdem", "seats": [{"cards": "TT+"}, {"cards": "AK"}], "board": "2s3cTh",
                                 "kelly": {"bankroll": 700}})  # fmt: skip
    assert betting_values(loaded)["bankroll"] == 700
    assert betting_values(with_entries(loaded, bankroll=50))["bankroll"] == 50


def test_everything_is_written_back():
    values = {
        "pot": 200, "stack": 900, "sizes": {"turn": {"bet": ["60%", "all in"], "raise": ["3x"]}}, "first": 1,
        "rake": 0.05, "rake_cap": 6, "min_bet": 2, "target": 0.01, "path": ["check"], "bankroll": 5, "hand": "AhKh",
        "fixed": [{"seat": 1, "path": [], "hands": "set+", "frequencies": {"check": 1}}], "run": {"max_seconds": 3},
        "storage": 32, "max_bytes": 10, "flops": "Ks7h2d, QsJs4h:2",
    }  # fmt: skip
    scenario = table("TT+", "QQ", betting=values)
    assert loads(dumps(scenario)) == scenario
    assert json.loads(dumps(scenario))["betting"] == values
    assert read_betting_request({**betting_values(scenario), "fixed": []}).pot == 200


@pytest.mark.parametrize(
    ("key", "value", "field"),
    [
        ("pot", -3, "pot"),
        ("rake", "five", "rake"),
        ("sizes", {"turn": {"bet": ["half"]}}, "sizes"),
        ("limit", {"turn": 0}, "limit"),
        ("fixed", [{"seat": 0, "path": [], "frequencies": {"check": 0.3}}], "fixed"),
        ("nobody knows this", 3, "nobody"),
    ],
)
def test_rejected_input_is_kept_with_the_values(key, value, field):
    scenario = table("TT+", "QQ", betting={key: value})
    assert scenario.betting.rejected == {key: value}
    assert loads(dumps(scenario)) == scenario
    situation = betting_situation(scenario)
    assert situation.request is None
    assert any(problem.field.startswith(field) for problem in situation.problems)


def test_too_large_a_tree_is_rejected_before_it_is_built():
    many = [f"{share}%" for share in range(10, 130, 10)]
    sizes = {street: {"bet": many, "raise": many} for street in ("flop", "turn", "river")}
    scenario = table("TT+", "QQ", board="2s3cTh", betting={"pot": 10, "stack": 100000, "sizes": sizes})
    with pytest.raises(ScenarioError, match="150,000 nodes"):
        tree_size(betting_situation(scenario).request)
