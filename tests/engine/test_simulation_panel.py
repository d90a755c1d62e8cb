"""Situations of the first street and of a tracked hand on the page Simulate: chips, button, players."""

import pytest

from engine import Scenario, Seat
from engine.preflop.panel import PREFLOP
from engine.preflop.third.panel import THIRD_STREET
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
