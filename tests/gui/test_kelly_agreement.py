"""The numbers on the Kelly page are those of the bet that is advised, in the situation that is asked."""

import re

import pytest
from PySide6.QtWidgets import QCheckBox, QLabel

from engine import dumps, loads
from gui.pages.kelly.charts import charted_actions
from gui.words.formatting import growth_gap, share_size
from tests.gui.chart_fakes import exact
from tests.gui.kelly_fakes import shown_kelly


@pytest.fixture
def kelly(qtbot, tmp_path):
    made = shown_kelly(qtbot, tmp_path, seats=("AhAd", "KhKd"))
    made.show(exact(made.scenario, (0.6645, 0.3355)))
    return made


def fact(kelly, name):
    return kelly.part(f"kelly.fact.{name}", QLabel).text()


def advised(kelly):
    """Return the name of the mark of the advised bet."""
    return next((mark.name for mark in kelly.marks.values() if mark.color == "accent"), None)


def put(kelly, win=0.6645, **values):
    kelly.set(typed=True, win=win, bankroll=1000, **values)


def test_a_capped_bet_has_its_own_long_run_and_its_own_mark(kelly):
    put(kelly, multiplier=0.5)
    assert (fact(kelly, "share"), fact(kelly, "halved")) == ("74\xa0%", "11.7\xa0%")
    assert (advised(kelly), kelly.line) == ("Half Kelly", "Bet 164.5 (half Kelly)")
    put(kelly, multiplier=0.5, stacks=[25, 500])
    assert (fact(kelly, "share"), fact(kelly, "halved")) == ("14\xa0%", "0.0\xa0%")
    assert (advised(kelly), kelly.line) == ("Advised, capped", "Bet 25, limited by the effective stack")
    put(kelly, multiplier=0.5, stacks=[28, 500], chip=5)
    assert (advised(kelly), kelly.line) == ("Advised, capped", "Bet 25, limited by the effective stack")
    put(kelly, multiplier=0.5, chip=50)
    assert (advised(kelly), kelly.line) == ("Advised, rounded", "Bet 150 (half Kelly, in whole chips)")
    put(kelly, multiplier=0.5, min_bet=200)
    assert (advised(kelly), kelly.line) == ("Advised, minimum bet", "Bet 200, the minimum bet")
    put(kelly, multiplier=0.5, limit_bet=20)
    assert not kelly.part("kelly.fact.share").isVisible()  # there is one amount: its size cannot be chosen
    assert [(bar.name, bar.best) for bar in charted_actions(kelly.model.question)] == [
        ("Check", False),
        ("Bet 20", True),
    ]
    put(kelly)
    assert advised(kelly) is None  # it is the optimum


def test_cassandra_is_compared_in_the_same_situation(kelly):
    put(kelly, 0.55, chips=[60, 300], dead=100)
    answer = kelly.model.question.answer
    theirs = next(mark for mark in kelly.marks.values() if mark.name == "Cassandra")
    assert kelly.line.startswith("Call 240")
    assert fact(kelly, "cassandra") == f"292, costs {share_size(growth_gap(answer.growth, theirs.growth))}"
    put(kelly, 0.55, chips=[60, 300], dead=100, no_raise=True)
    assert fact(kelly, "cassandra") == "292 (here call 240), costs 0\xa0%"
    put(kelly, 0.5, chips=[60, 300], dead=100)
    assert (
        fact(kelly, "cassandra")
        == f"239 (here fold), costs {share_size(growth_gap(kelly.model.question.answer.growth, 0.0))}"
    )
    put(kelly, stacks=[25, 500])
    assert fact(kelly, "cassandra") == "329 (here bet 25), costs 0\xa0%"
    put(kelly, multiplier=0.5)
    assert re.fullmatch("329, grows 1[.][0-9]+\xa0% more", fact(kelly, "cassandra"))


def test_the_chart_says_how_often_everybody_folds(kelly):
    kelly.set(bankroll=1000)
    assert kelly.chart.value.x.name == "bet in chips, called by the opponent"
    kelly.set(bankroll=1000, pot_typed=True, pot=100, p_all_fold=0.4, min_bet=20)
    name = kelly.chart.value.x.name
    assert name == "bet in chips; all fold 40\xa0%, else all call"
    assert "40\xa0% of the time, everybody folding to a bet" in kelly.chart.value.heading.notes[0]


def test_folds_are_raked_after_a_flop(kelly, qtbot):
    drop = kelly.part("kelly.noFlopNoDrop", QCheckBox)
    kelly.set(bankroll=1000, pot_typed=True, pot=100, p_all_fold=0.4, min_bet=20)
    assert not drop.isVisible()  # nothing is raked
    kelly.set(bankroll=1000, pot_typed=True, pot=100, p_all_fold=0.4, min_bet=20, rake=0.05)
    assert drop.isVisible()
    assert drop.isChecked()
    assert not kelly.model.question.request.wager.rake_folds
    drop.click()
    assert kelly.kelly["no_flop_no_drop"] is False
    assert kelly.model.question.request.wager.rake_folds
    assert kelly.model.question.values["no_flop_no_drop"] is False
    assert loads(dumps(kelly.scenario)) == kelly.scenario
    drop.click()
    assert "no_flop_no_drop" not in kelly.kelly
    kelly.document.edit("Flop", board="2c 7h 9s")
    kelly.show(exact(kelly.scenario, (0.6, 0.4)))
    assert kelly.model.question.values["flop_seen"] is True
    assert kelly.model.question.request.wager.rake_folds


def test_typed_outcomes_ask_for_the_flop(kelly, qtbot):
    kelly.document.edit("Flop", board="2c 7h 9s")
    flop = kelly.part("kelly.flopSeen", QCheckBox)
    asked = {"bankroll": 1000, "pot_typed": True, "pot": 100, "p_all_fold": 0.4, "min_bet": 20, "rake": 0.05}
    kelly.set(**asked)
    assert not flop.isVisible()
    kelly.set(**asked, typed=True, win=0.6)
    assert "flop_seen" not in kelly.model.question.values
    flop.click()
    assert kelly.kelly["flop_seen"] is True
    assert kelly.model.question.request.wager.rake_folds
    kelly.part("kelly.noFlopNoDrop", QCheckBox).click()
    assert not flop.isVisible()


def test_no_whole_chip_within_the_limits(kelly):
    kelly.set(bankroll=1000, pot_typed=True, pot=100, p_all_fold=0.6, stacks=[10, 500], chip=25)
    assert kelly.line.startswith("Check")
    said = kelly.part("kelly.advice.reason", QLabel).text()
    assert said == "No multiple of the smallest chip is within the limits."


def test_completing_is_not_called_calling(qtbot, tmp_path):
    kelly = shown_kelly(qtbot, tmp_path, game="razz", seats=("A 2 9", "x x K"))
    kelly.show(exact(kelly.scenario, (0.45, 0.55)))
    kelly.set(bankroll=100, limit_bet=40, chips=[1, 4])
    line = kelly.line
    assert "calling 40" not in line
