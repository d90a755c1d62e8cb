"""A bet of the player's own: to and by, the usual sizes, what it is worth beside the advice; kept, undone and saved."""

import math

import pytest
from PySide6.QtWidgets import QAbstractButton, QLabel, QLineEdit

from engine import dumps, loads
from tests.gui.chart_fakes import exact
from tests.gui.kelly_fakes import shown_kelly
from tests.gui.table_fakes import result

RAISE = {"bankroll": 1000, "chips": [10, 30], "stacks": [400, 400]}


@pytest.fixture
def kelly(qtbot, tmp_path):
    made = shown_kelly(qtbot, tmp_path, seats=("AhAd", "KhKd"), more=False)
    made.show(result(made.scenario, (0.56, 0.44)))
    return made


def fields(kelly):
    return tuple(kelly.part(f"kelly.bet.{name}", QLineEdit).text() for name in ("to", "by"))


def empty(kelly):
    return tuple(kelly.part(f"kelly.bet.{name}", QLineEdit).placeholderText() for name in ("to", "by"))


def worth(kelly):
    return kelly.part("kelly.bet.worth", QLabel).text()


def test_the_usual_sizes_by_click(kelly, qtbot):
    kelly.set(**RAISE)
    for name, chips, shown in (
        ("halfPot", 50.0, ("60", "30")),
        ("pot", 80.0, ("90", "60")),
        ("allIn", 400.0, ("410", "380")),
    ):
        kelly.click(qtbot, f"kelly.bet.{name}")
        assert kelly.kelly["bet"] == chips  # what is added: the call of 20 and half of the pot of 60, and so on
        assert fields(kelly) == shown
        assert kelly.part(f"kelly.bet.{name}", QAbstractButton).isChecked()
    assert loads(dumps(kelly.scenario)).kelly.bet == 400.0
    kelly.document.undo_stack.undo()
    assert fields(kelly) == ("90", "60")
    kelly.click(qtbot, "kelly.bet.clear")
    assert fields(kelly) == ("", "")
    assert "bet" not in kelly.kelly


def test_to_and_by_follow_each_other_while_one_types(kelly, qtbot):
    kelly.set(**RAISE)
    assert kelly.line == "Raise to 121.2, by 91.2 (full Kelly)"
    assert empty(kelly) == ("121.2", "91.2")
    kelly.write(qtbot, "kelly.bet.to", "70")
    assert (kelly.kelly["bet"], fields(kelly)) == (60.0, ("70", "40"))
    kelly.write(qtbot, "kelly.bet.by", "45")
    assert (kelly.kelly["bet"], fields(kelly)) == (65.0, ("75", "45"))
    entry = kelly.write(qtbot, "kelly.bet.to", "25")  # less than a call comes to
    assert kelly.part("kelly.bet.to.problem").is_error
    assert entry.text() == "25"
    kelly.write(qtbot, "kelly.bet.to", "")
    assert "bet" not in kelly.kelly
    kelly.set(bankroll=1000, pot_typed=True, pot=50)
    kelly.write(qtbot, "kelly.bet.to", "25")
    assert fields(kelly) == ("25", "25")  # nothing to call


def test_what_a_bet_is_worth_beside_the_advice(kelly):
    kelly.set(**RAISE, bet=50)
    answer = kelly.model.question.answer
    own = kelly.model.question.own_bet
    won, lost = math.log1p((20 + 50) / 1000), math.log1p(-50 / 1000)
    assert own.growth == pytest.approx(0.56 * won + 0.44 * lost)
    assert worth(kelly) == (
        "Raise to 60: +17.2 chips, growth +1.54\xa0%. Why raise to 121.2? It wins 7.344 more chips on average and "
        "grows the bankroll 0.19\xa0% more, with 11.1\xa0% at risk instead of 5.0\xa0%."
    )
    mark = next(mark for mark in kelly.marks.values() if mark.name == "Yours")
    assert (mark.chips, mark.growth) == (50, own.growth)
    kelly.set(**RAISE, bet=300)
    assert worth(kelly).endswith(
        "It wins 22.66 fewer chips on average but grows the bankroll 1.88\xa0% more, with 11.1\xa0% at risk "
        "instead of 30.0\xa0%."
    )
    kelly.set(**RAISE, bet=answer.bet)
    assert worth(kelly).endswith(": the advice.")
    kelly.set(bankroll=1000, bet=1000)
    assert worth(kelly).endswith("It wins 105.6 fewer chips on average, but cannot lose the whole bankroll.")
    kelly.set(chips=[10, 30], bet=50)
    assert worth(kelly) == "Raise to 60: +17.2 chips on average."


def test_where_no_size_is_free_there_is_no_bet_of_ones_own(kelly):
    bar = kelly.part("kelly.bet")
    kelly.set(**RAISE, limit_bet=20, bet=50)
    assert not bar.isEnabled()
    assert worth(kelly) == "Fixed limit: the chart compares every legal bet."
    assert kelly.model.question.own_bet is None
    kelly.set(**RAISE, no_raise=True, bet=50)
    assert not bar.isEnabled()
    assert worth(kelly) == "No raise is possible: call or fold."
    kelly.set(**RAISE)
    assert bar.isEnabled()
    assert worth(kelly).startswith("Choose or enter a size")


def test_yours_on_this_street(kelly):
    kelly.set(**RAISE)
    assert kelly.model.question.put_in == 10.0
    kelly.set(**RAISE, put_in=0)
    assert kelly.line == "Raise to 111.2, by 91.2 (full Kelly)"
    kelly.document.edit("Flop", board="2c 7h 9s")
    kelly.show(result(kelly.scenario, (0.56, 0.44)))
    kelly.set(**RAISE)
    assert kelly.model.question.put_in == 0.0


def test_a_price_of_more_than_what_is_in_the_middle_is_told_without_a_bankroll_too(qtbot, tmp_path):
    kelly = shown_kelly(qtbot, tmp_path, seats=("AhAd", "KhKd"))
    kelly.show(exact(kelly.scenario, (0.8, 0.2)))
    for values in ({}, {"bankroll": 1000}):
        kelly.set(pot_typed=True, pot=10, to_call=50, **values)
        assert kelly.part("kelly.pot.problem").text == "the pot includes the bet that you face: at least 50"
        kelly.set(pot_typed=True, pot=60, to_call=50, **values)
        assert kelly.part("kelly.pot.problem").text == ""
