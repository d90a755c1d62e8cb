"""The Kelly page beside a pinned table: what each bet is worth there, here, and the difference."""

from dataclasses import replace

import pytest

from engine import RunOptions, Seat, solve
from engine.kelly.responses.bet_changes import bet_changes, bet_request
from engine.scenario.kelly import read_panel
from tests.gui.kelly_fakes import shown_kelly
from tests.gui.texts import plain

KELLY = {"bankroll": 5000.0, "pot_typed": True, "pot": 300.0, "to_call": 100.0}


class Compared:
    def __init__(self, made):
        self.made, self.document, self.session = made, made.document, made.table.session

    def put(self, hero, **run):
        scenario = self.document.scenario
        seats = (replace(scenario.seats[0], cards=hero), *scenario.seats[1:])
        self.document.replace("Cards", replace(scenario, seats=seats, run=RunOptions(**run)))
        result = solve(self.document.scenario)
        self.session.show(result)
        self.session.stop()
        return result

    def cells(self, row):
        return [plain(self.made.part(f"kelly.pinned{row}.{column}").text()) for column in range(5)]


@pytest.fixture
def made(qtbot, tmp_path):
    result = Compared(shown_kelly(qtbot, tmp_path, seats=("AhKh", "22+, ATs+"), board="7h 8h 2c", more=False))
    result.document.edit("Kelly", kelly=read_panel(KELLY))
    return result


def test_bets_are_compared_with_those_of_the_pinned_table(made):
    one = made.put("AhKh")
    made.session.pin()
    assert not made.made.part("kelly.pinned").isVisible()
    other = made.put("AhKd")
    rows = bet_changes(one, bet_request(one.scenario, one), other, bet_request(other.scenario, other))
    assert made.made.part("kelly.pinned").isVisible()
    assert made.cells(0)[0] == "Best action"
    assert made.cells(1)[0] == "Fold"
    assert made.cells(2)[0] == "Call 100"
    change = float(made.cells(2)[3].replace("−", "-"))
    assert change == pytest.approx(rows[2].chips.change, abs=0.01)
    assert "±" not in made.cells(2)[3]


def test_a_sampled_change_has_its_interval(made):
    made.put("AhKh", method="sampled", max_trials=100_000)
    made.session.pin()
    made.put("AhKd", method="sampled", max_trials=100_000)
    assert "±" in made.cells(2)[3]
    assert "±" in made.cells(2)[4]


def test_a_pinned_table_without_a_price_takes_that_of_the_present_one(made):
    made.document.edit("Kelly", kelly=None)
    made.put("AhKh")
    made.session.pin()
    made.put("AhKd")
    assert not made.made.part("kelly.pinned").isVisible()
    made.document.edit("Kelly", kelly=read_panel(KELLY))
    assert made.cells(2)[0] == "Call 100"


def test_other_prices_on_the_same_cards_are_compared_too(made):
    made.put("AhKh")
    made.session.pin()
    made.document.edit("Kelly", kelly=read_panel({**KELLY, "to_call": 200.0}))
    assert made.cells(2)[0] == "Call 100 / 200"


def test_unpinning_takes_the_comparison_away(made):
    made.put("AhKh")
    made.session.pin()
    made.put("AhKd")
    made.session.unpin()
    assert not made.made.part("kelly.pinned").isVisible()


def test_a_table_of_other_seats_is_compared_by_its_own_hero(made):
    made.put("AhKh")
    made.session.pin()
    made.document.edit("Seats", seats=(Seat("Me", "AhKd"), made.document.scenario.seats[1]))
    made.put("AhKd")
    assert made.cells(0)[0] == "Best action"
