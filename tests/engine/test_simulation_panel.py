"""Situations of the first street and of a tracked hand on the page Simulate: chips, button, players."""

import pytest

from engine import Scenario, Seat
from engine.preflop.panel import PREFLOP
from engine.preflop.third.panel import THIRD_STREET
from engine.ranges.razz_text import parse_razz
from engine.scenario import PreflopPanel, ThirdPanel
from engine.simulation.request import read_simulation_request
from engine.table.serialize import scenario_to_json


def request_of(scenario):
    panel = scenario.simulation
    values = panel.request(len(scenario.seats), stud=scenario.game == "razz")
    return read_simulation_request({"table": scenario_to_json(scenario.without_panels), **values})


def test_a_raise_before_the_flop_is_played_from_there():
    seats = (Seat("UTG", "AA, KK"), Seat("Hero", "AhKh"), Seat("SB", ""), Seat("BB", ""))
    values = {
        "raise_to": 9, "hero": {"seat": 1},
        "opponents": [{"in": 3}, {"kind": "tight"}, {"kind": "loose"}],
    }  # fmt: skip
    scenario = PREFLOP.simulated(Scenario("holdem", seats, preflop=PreflopPanel.read(values)))
    assert [seat.cards for seat in scenario.seats] == ["AA, KK", "AhKh", "random", "random"]
    request = request_of(scenario)
    assert (request.hero, request.button) == (1, 1)
    assert request.bets == (3, 0, 0.5, 1)
    assert request.pot == 4.5
    assert [None if one is None else one.name for one in request.players] == [None, None, "tight", "loose"]


def test_heads_up_the_small_blind_has_the_button():
    scenario = PREFLOP.simulated(Scenario("holdem", (Seat("Hero", "A7s"), Seat("BB", "random"))))
    request = request_of(scenario)
    assert (request.button, request.bets, request.pot) == (0, (0.5, 1), 1.5)


def test_third_street_is_played_at_its_limits():
    seats = (Seat("Hero", "A 6 4"), Seat("Bring-in", "x x K"))
    panel = ThirdPanel.read({"opponents": [{"in": 0.5}]})
    request = request_of(THIRD_STREET.simulated(Scenario("razz", seats, third=panel)))
    assert (request.limit.small, request.limit.big) == (2, 4)
    assert request.pot == pytest.approx(1.0)  # two antes of 1/4 and the bring-in
    assert request.bets == (0, 0.5)


def completed(raise_to, *cards):
    seats = (Seat("Hero", "A 2 K"), Seat("Completes", cards[0] if cards else "x x 4"), Seat("Bring-in", "x x K"))
    panel = ThirdPanel.read({"raise_to": raise_to, "hero": {"in": 0}, "opponents": [{"in": 2}, {"in": 0.5}]})
    return Scenario("razz", seats, third=panel)


def test_a_completion_is_simulated_with_the_hands_of_one():
    scenario = THIRD_STREET.simulated(completed(4))
    assert scenario.seats[1].cards == THIRD_STREET.rows(completed(4))[1].text
    assert scenario.seats[1].cards.startswith("([A-35-8][A-35-8])4")
    assert THIRD_STREET.simulated(completed(4, "A 2 4")).seats[1].cards == "A 2 4"
    assert [seat.cards for seat in (scenario.seats[0], scenario.seats[2])] == ["A 2 K", "x x K"]
    request_of(scenario)


@pytest.mark.parametrize("raise_to", [4, 2])
def test_a_raise_after_a_completion_adds_one_small_bet(raise_to):
    request = request_of(THIRD_STREET.simulated(completed(raise_to)))
    assert (request.limit.small, request.limit.big) == (2, 4)


def test_cards_of_later_streets_are_left_out():
    scenario = THIRD_STREET.simulated(completed(4, "x x 4 7"))
    assert [len(parse_razz(seat.cards).items[0].slots) for seat in scenario.seats] == [3, 3, 3]
    seats = (Seat("Hero", "A7s"), Seat("BB", "random"))
    assert PREFLOP.simulated(Scenario("holdem", seats, board="2c 7d 8h")).board == ""
