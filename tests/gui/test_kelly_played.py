"""Simulated outcomes on the page Kelly: hands are played to their end, and the best of many sizes is advised."""

import json
from dataclasses import replace

import pytest
from PySide6.QtCore import QObject, QPoint
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QComboBox

from engine import RunOptions, Scenario, Seat, dumps, loads
from engine.kelly.simulated import SimulatedGrowth, advice_on
from engine.scenario.kelly import read_panel
from engine.simulation.growth import KellySimulation
from gui.pages.kelly.played_words import played_line
from gui.pages.kelly.question import NO_BANKROLL, NOBODY, PREVIOUS, KellyQuestion, PlayedHand
from gui.state.context import FrontRun, OwnRun
from tests.gui.kelly_fakes import shown_kelly

TRIALS = 100
PANEL = {"bankroll": 500, "pot_typed": True, "pot": 20, "min_bet": 2, "chip": 1, "stacks": [60, 60]}


def played(qtbot, path, seats=("AhKh", "QQ, 77"), board="7h 8h 2c", game="holdem", **values):
    made = shown_kelly(qtbot, path, game, seats=seats, board=board)
    made.document.replace("Run", replace(made.scenario, run=RunOptions(max_trials=TRIALS)))
    made.set(**PANEL | values)
    made.click(qtbot, "kelly.source.simulated")
    return made


@pytest.fixture
def kelly(qtbot, tmp_path):
    return played(qtbot, tmp_path)


def bars(kelly):
    return [row[0] for row in kelly.page.played.value.data[1]]


def test_the_best_of_many_sizes_is_advised(kelly):
    question = kelly.model.question
    advice = question.played.advice
    assert (advice.trials, advice.final) == (TRIALS, True)
    assert kelly.kelly["simulated"] is True
    assert bars(kelly) == ["Check", "Bet 2", "Bet 6", "Bet 10", "Bet 15", "Bet 20", "Bet 30", "Bet 40", "All in 60"]
    assert kelly.page.played.isVisible()
    best = next(
        row[0]
        for row, one in zip(kelly.page.played.value.data[1], advice.bets, strict=True)
        if one.action == advice.decision
    )
    assert kelly.line.startswith(best)
    assert f"from {TRIALS} deals" in kelly.part("kelly.advice.reason").text()
    assert kelly.part("kelly.advice.assumes").text() == (
        "The hand is played to its end: Seat 1 as honest, Seat 2 as neutral."
    )
    assert not kelly.part("kelly.facts").isVisible()


def test_the_request_that_is_copied_has_this_answer(kelly, qtbot):
    kelly.click(qtbot, "kelly.copy")
    request = json.loads(QGuiApplication.clipboard().text())
    assert request["simulated"]["run"] == {"seed": 1, "max_trials": TRIALS, "max_seconds": None}
    assert KellySimulation(request).solve() == kelly.model.question.played.advice


def test_the_players_are_chosen_here_and_saved(kelly):
    before = kelly.model.question.played.advice
    combo = kelly.part("kelly.player1", QComboBox)
    assert combo.isVisible()
    combo.setCurrentText("caller")
    combo.activated.emit(combo.currentIndex())
    assert kelly.scenario.simulation.players == (None, "caller")
    question = kelly.model.question
    assert question.played.advice != before
    assert question.inputs["simulated"]["players"] == [None, "caller"]
    assert "Seat 2 as caller" in kelly.part("kelly.advice.assumes").text()
    opened = loads(dumps(kelly.scenario))
    assert opened.kelly.simulated
    assert opened.simulation.players == (None, "caller")


def test_other_outcomes_take_the_place_of_the_simulation(kelly, qtbot):
    kelly.click(qtbot, "kelly.source.typed")
    assert kelly.kelly.get("simulated") is None
    assert not kelly.part("kelly.played.run").isVisible()
    assert not kelly.model.question.simulated
    kelly.click(qtbot, "kelly.source.simulated")
    assert kelly.kelly.get("typed") is None
    assert kelly.model.question.played is not None
    assert kelly.part("kelly.answer1").isVisible() is False


def test_a_size_of_ones_own_is_played_too(kelly, qtbot):
    kelly.write(qtbot, "kelly.bet.to", "33")
    assert "Bet 33" in bars(kelly)
    assert kelly.part("kelly.bet.worth").text().startswith("Bet 33: ")


def test_a_run_is_stopped_goes_on_and_is_refined(kelly, qtbot):
    run = kelly.part("kelly.played.run")
    assert run.text() == "refine"
    questions = kelly.questions.findChild(QObject, "kelly simulation")
    questions.held = True
    kelly.set(**PANEL | {"simulated": True, "pot": 30})
    assert run.text() == "stop"
    question = kelly.model.question
    assert (question.stale, question.under_way) == (True, PREVIOUS)
    assert not kelly.part("kelly.copy").isEnabled()
    kelly.click(qtbot, "kelly.played.run")
    assert run.text() == "run"
    assert questions.key is None
    questions.held = False
    kelly.click(qtbot, "kelly.played.run")
    assert not kelly.model.question.stale
    assert run.text() == "refine"


def test_what_is_missing_or_wrong_is_named(kelly, qtbot):
    kelly.set(**{**PANEL, "bankroll": None, "simulated": True})
    assert kelly.model.question.missing == NO_BANKROLL
    assert kelly.part("kelly.advice.go").text() == "go to Bankroll"
    kelly.set(**PANEL | {"simulated": True, "stacks": [0, 60]})
    assert kelly.line.startswith("Please check: ")
    assert "hero has no chips left" in kelly.line
    kelly.document.edit("Fold", seats=(kelly.scenario.seats[0], replace(kelly.scenario.seats[1], folded=True)))
    assert kelly.model.question.missing == NOBODY


def test_nothing_is_played_while_the_page_is_hidden(kelly):
    kelly.page.hide()
    before = kelly.model.question.played
    kelly.set(**PANEL | {"simulated": True, "pot": 44})
    assert kelly.model.question.stale
    assert kelly.model.question.played.advice == before.advice
    kelly.page.show()
    assert not kelly.model.question.stale


def test_razz_compares_the_actions_of_the_limit(qtbot, tmp_path):
    kelly = played(
        qtbot, tmp_path, ("A 2 9 3", "x x 8 K"), "", "razz", pot=6, to_call=2, limit_bet=2, min_bet=None, chip=None,
    )  # fmt: skip
    assert bars(kelly) == ["Fold", "Call 2", "Raise to 4"]
    assert "Fixed limit" in kelly.part("kelly.bet.worth").text()


def bet(action, growth, chips):
    return SimulatedGrowth(action, growth, 0.001, 1.0, 0.1, None, None, chips)


CERTAINTIES = (
    (0.0001, (0.0, 0.01, 0.02), ("Raise to 24", ": 1.015 ±\xa00.020\xa0% more growth than call 12")),
    (0.01, (0.0, 0.01, 0.02), ("Raise to 24", ": fold to raise to 24 may be as good")),
    (0.006, (-1.0, 0.01, 0.02), ("Raise to 24", ": call 12 may be as good")),
    (0.006, (None, None, None), ("Fold", ": every action can lose the whole bankroll")),
)


@pytest.mark.parametrize(("error", "growths", "line"), CERTAINTIES)
def test_the_line_says_how_sure_the_best_bet_is(error, growths, line):
    scenario = Scenario("holdem", (Seat("Seat 1", "AhKh"), Seat("Seat 2", "QQ, 77")), board="7h 8h 2c")
    scenario = replace(scenario, kelly=read_panel(PANEL | {"simulated": True}))
    texts = ("fold", 0.0), ("call", 12.0), ("raise 24", 24.0)
    bets = [bet(text, growth, chips) for (text, chips), growth in zip(texts, growths, strict=True)]
    advice = advice_on(bets, [[error] * 3] * 3)
    question = KellyQuestion(scenario, 0, simulated=True, played=PlayedHand(advice, scenario), put_in=0.0)
    assert played_line(question) == line


def places(kelly, *names):
    """Where parts are on the page."""
    return [kelly.part(name).mapTo(kelly.page, QPoint()) for name in names]


def test_nothing_moves_when_outcomes_are_simulated(qtbot, tmp_path):
    kelly = shown_kelly(qtbot, tmp_path, seats=("AhKh", "QQ, 77"), board="7h 8h 2c")
    kelly.document.replace("Run", replace(kelly.scenario, run=RunOptions(max_trials=TRIALS)))
    kelly.set(**PANEL)
    names = "kelly.source.result", "kelly.source.simulated", "kelly.bankroll", "kelly.bet.to"
    before = places(kelly, *names)
    kelly.click(qtbot, "kelly.source.simulated")
    qtbot.waitUntil(lambda: kelly.part("kelly.played.run").isVisible())
    assert places(kelly, *names) == before


def test_run_stop_and_refine_of_the_window_mean_what_the_page_plays(kelly, qtbot):
    page, played_ = kelly.page, kelly.model.played
    assert isinstance(page, OwnRun)
    assert page.own_run is played_
    assert (played_.state, played_.can_run, played_.can_stop, played_.can_refine) == ("idle", True, False, True)
    front = FrontRun(kelly.table.session)
    front.page = lambda: page.own_run
    questions = kelly.questions.findChild(QObject, "kelly simulation")
    questions.held = True
    with qtbot.waitSignal(page.run_changed):
        front.refine()
    assert (front.state, front.can_run, front.can_stop, front.can_refine) == ("running", False, True, False)
    front.stop()
    assert (front.state, front.can_run, front.can_refine) == ("idle", True, False)
    assert kelly.part("kelly.played.run").text() == "run"
    questions.held = False
    front.run_or_pause()
    assert kelly.part("kelly.played.run").text() == "refine"
    advice = kelly.model.question.played.advice
    front.run_or_pause()
    assert kelly.model.question.played.advice == advice  # the same deals again


def test_other_outcomes_and_the_tracker_show_the_run_of_the_table(kelly, qtbot):
    with qtbot.waitSignal(kelly.page.run_changed):
        kelly.page.show_view("tracker")
    assert kelly.page.own_run is None
    kelly.page.show_view("advice")
    assert kelly.page.own_run is kelly.model.played
    with qtbot.waitSignal(kelly.page.run_changed):
        kelly.click(qtbot, "kelly.source.result")
    assert kelly.page.own_run is None


def test_nothing_can_be_played_without_a_bankroll(kelly):
    kelly.set(**PANEL | {"bankroll": None, "simulated": True})
    assert kelly.model.question.missing == NO_BANKROLL
    assert not kelly.page.own_run.can_run
