"""The hand tracker with unequal stacks: side pots, antes, and players who have lost everything."""

import pytest
from PySide6.QtWidgets import QCheckBox, QComboBox, QLabel, QLineEdit, QPushButton

from engine.kelly.hand.record import log_text
from engine.kelly.panel import kelly_request_json
from engine.kelly.request import read_kelly_request
from gui.parts.table import TableView
from tests.gui.chart_fakes import exact
from tests.gui.preflop_fakes import DirectQuestions
from tests.gui.tracker_fakes import choose, named, set_up, state, step, tracker

BOARDS = {"preflop": "7h 8h 2c", "flop": "Ks", "turn": "3d"}


def table_of(qtbot, tmp_path, stacks, **setup):
    kelly = tracker(qtbot, tmp_path, seats=("AhAd", "KhKd", "22+, AKs"))
    named(kelly, "Hero", "Bob", "Cid")
    set_up(kelly, bankroll=1000, stacks=stacks, small_blind=5, big_blind=10, button=0, **setup)
    kelly.click(qtbot, "tracker.begin")
    return kelly


def text(kelly, name, kind=QLabel):
    return kelly.part(f"tracker.{name}", kind).text()


def to_the_showdown(kelly, qtbot):
    while not kelly.part("tracker.pay").isVisible():
        if state(kelly).to_act is not None:
            step(kelly, qtbot, "call")
            continue
        kelly.write(qtbot, "tracker.cards", BOARDS[state(kelly).street_name])
        kelly.click(qtbot, "tracker.deal")


def test_three_players_all_in_with_different_stacks(qtbot, tmp_path):
    kelly = table_of(qtbot, tmp_path, [500, 100, 300])
    assert text(kelly, "head").startswith("Hand 1, preflop: pot 15, bankroll")
    kelly.click(qtbot, "tracker.allIn")
    to_the_showdown(kelly, qtbot)
    assert "pot 700 (main 300, side 400), bankroll 700" in text(kelly, "head")
    assert text(kelly, "pots") == (
        "Players with the same place split the pot. Main pot 300: Hero, Bob, Cid. Side pot 400: Hero, Cid. "
        "Each pot goes to the best hand in it: choose the next best hands too."
    )
    assert "preflop, Hero takes back uncalled 200: pot 700, bankroll 700" in log_text(state(kelly))
    for place in (0, 2):
        choose(kelly, f"place{place}", 0)
    choose(kelly, "place1", 1)
    kelly.click(qtbot, "tracker.pay")
    assert not state(kelly).over  # nobody who can win the side pot was named
    choose(kelly, "place0", 2)
    kelly.click(qtbot, "tracker.pay")
    assert [player.stack for player in state(kelly).players] == [600, 300, 0]
    assert state(kelly).bankroll == 1100


def test_the_set_up_shows_the_stack_that_an_empty_field_stands_for(qtbot, tmp_path):
    kelly = tracker(qtbot, tmp_path, seats=("AhAd", "KhKd", "22+", "random"))
    empty = [kelly.part(f"tracker.stacks{i}", QLineEdit).placeholderText for i in range(4)]
    assert [text() for text in empty] == ["needed", "largest", "largest", "largest"]
    kelly.write(qtbot, "tracker.stacks0", "1000")
    kelly.write(qtbot, "tracker.stacks1", "60")
    assert [text() for text in empty[2:]] == ["1000", "1000"]
    kelly.write(qtbot, "tracker.bankroll", "5000")
    kelly.click(qtbot, "tracker.begin")
    assert [player.stack for player in state(kelly).players] == [1000, 60, 1000, 1000]


def test_the_rule_of_half_a_bet_is_on_at_fixed_limit_and_can_be_turned_off(qtbot, tmp_path):
    kelly = tracker(qtbot, tmp_path, seats=("AhAd", "KhKd", "22+"), board="7h 8h 2c")
    named(kelly, "Hero", "Bob", "Cid")
    set_up(kelly, bankroll=1000, stacks=[500, 30, 500], street=1, pot=60)
    box = kelly.part("tracker.halfBet", QCheckBox)
    assert not box.isVisible()
    kelly.part("tracker.fixed", QCheckBox).click()
    assert (box.isVisible(), box.isChecked()) == (True, True)
    kelly.write(qtbot, "tracker.smallBet", "20")
    for raised, again in (("Raise to 50", True), ("Raise to 50", False)):
        kelly.click(qtbot, "tracker.begin")
        step(kelly, qtbot, "bet")
        step(kelly, qtbot, "bet")
        assert text(kelly, "bet", QPushButton) == raised
        step(kelly, qtbot, "call")
        assert (text(kelly, "turn"), kelly.part("tracker.bet").isVisible()) == ("Hero to act, 10 to call", again)
        kelly.click(qtbot, "tracker.end")
        if again:
            box.click()


def hold(kelly):
    """Leave it unknown who beats whom, so that side pots count as a bound."""
    for questions in kelly.questions.findChildren(DirectQuestions):
        questions.held = True


def test_the_advice_says_what_it_covers_of_a_side_pot(qtbot, tmp_path):
    kelly = table_of(qtbot, tmp_path, [500, 50, 500])
    hold(kelly)
    kelly.show(exact(kelly.scenario, (0.6, 0.2, 0.2)))
    assert "A bet of more than 50 would create a side pot without Bob: not considered." in text(kelly, "advice.assumes")
    step(kelly, qtbot, "call")
    kelly.click(qtbot, "tracker.allIn")
    step(kelly, qtbot, "bet", 200)
    kelly.show(exact(kelly.scenario, (0.6, 0.2, 0.2)))
    assert "Side pot: Bob can match only 40. What you add beyond that" in text(kelly, "advice.assumes")
    step(kelly, qtbot, "call")
    kelly.write(qtbot, "tracker.cards", BOARDS["preflop"])
    kelly.click(qtbot, "tracker.deal")
    step(kelly, qtbot, "call")
    kelly.show(exact(kelly.scenario, (0.6, 0.2, 0.2)))
    assert "Side pot: Bob is all in. What you add" in text(kelly, "advice.assumes")


def test_side_pots_are_paid_as_soon_as_it_is_known_who_beats_whom(qtbot, tmp_path):
    """A range has too many deals to count: the numbers of the side pots have an interval, that of the main pot none."""
    kelly = table_of(qtbot, tmp_path, [500, 50, 500])
    kelly.show(exact(kelly.scenario, (0.6, 0.2, 0.2)))
    assert "Side pots are sampled (" in text(kelly, "advice.assumes")
    question = kelly.page.tracker.model.question
    assert question.answer.side_pots == "sampled"
    assert question.answer.probabilities.win == pytest.approx(kelly.table.session.snapshot.seats[0].estimate.win)
    assert "±" in text(kelly, "advice.reason")


def test_the_panel_takes_over_who_is_all_in(qtbot, tmp_path):
    kelly = table_of(qtbot, tmp_path, [500, 50, 500])
    hold(kelly)
    step(kelly, qtbot, "call")
    kelly.click(qtbot, "tracker.allIn")
    step(kelly, qtbot, "call")
    kelly.show(exact(kelly.scenario, (0.6, 0.2, 0.2)))
    question = kelly.page.tracker.model.question
    assert question.answer.decision in ("call", "raise")
    kelly.click(qtbot, "kelly.takeOver")
    outcomes = question.request.wager.outcomes
    asked = read_kelly_request(kelly_request_json(kelly.scenario, outcomes))
    assert asked.wager == question.request.wager
    assert asked.terms == question.request.terms


def test_antes_are_in_the_pot_of_a_player(qtbot, tmp_path):
    kelly = table_of(qtbot, tmp_path, [500, 500, 500], ante=2)
    players = kelly.part("tracker.players", TableView)
    assert [players.text(row, 3) for row in range(3)] == ["2", "7", "12"]
    assert [players.text(row, 2) for row in range(3)] == ["", "5", "10"]
    assert players.table.columns[3].tip == "Chips put in during the hand, antes included"


def lost(kelly, qtbot):
    """Let the third player lose everything."""
    kelly.click(qtbot, "tracker.allIn")
    to_the_showdown(kelly, qtbot)
    choose(kelly, "place0", 1)
    choose(kelly, "place1", 2)
    kelly.click(qtbot, "tracker.pay")


def test_what_a_player_held_comes_back_with_chips(qtbot, tmp_path):
    kelly = table_of(qtbot, tmp_path, [500, 600, 20])
    lost(kelly, qtbot)
    kelly.click(qtbot, "tracker.next")
    seat = kelly.scenario.seats[2]
    assert (seat.cards, seat.folded) == ("random", True)
    before = kelly.scenario
    kelly.click(qtbot, "tracker.stepBack")
    seat = kelly.scenario.seats[2]
    assert (seat.cards, seat.folded) == ("22+, AKs", False)
    kelly.click(qtbot, "tracker.next")
    assert kelly.scenario == before
    step(kelly, qtbot, "fold")  # heads up the other one wins, and so the next hand can have him back
    kelly.part("tracker.rebuyPlayer", QComboBox).setCurrentIndex(2)
    kelly.write(qtbot, "tracker.rebuyChips", "300")
    kelly.click(qtbot, "tracker.rebuy")
    kelly.click(qtbot, "tracker.next")
    seat = kelly.scenario.seats[2]
    assert (seat.cards, seat.folded) == ("22+, AKs", False)
    assert "away" not in kelly.kelly


def test_what_a_player_held_comes_back_at_the_end_of_the_session(qtbot, tmp_path):
    kelly = table_of(qtbot, tmp_path, [500, 600, 20])
    lost(kelly, qtbot)
    kelly.click(qtbot, "tracker.next")
    kelly.click(qtbot, "tracker.end")
    seat = kelly.scenario.seats[2]
    assert (seat.cards, seat.folded) == ("22+, AKs", False)
    kelly.click(qtbot, "tracker.begin")  # without chips he is not dealt in again
    assert (kelly.scenario.seats[2].cards, kelly.scenario.seats[2].folded) == ("random", True)


def test_a_hero_without_chips_is_told_so_and_can_come_back(qtbot, tmp_path):
    kelly = table_of(qtbot, tmp_path, [100, 600, 600])
    kelly.click(qtbot, "tracker.allIn")
    to_the_showdown(kelly, qtbot)
    choose(kelly, "place0", 0)
    choose(kelly, "place1", 1)
    kelly.click(qtbot, "tracker.pay")
    assert (state(kelly).players[0].stack, state(kelly).bankroll) == (0, 900)
    kelly.click(qtbot, "tracker.next")
    assert "no chips left" in kelly.part("tracker.advice.line").accessibleName()
    assert (kelly.scenario.seats[0].cards, kelly.scenario.seats[0].folded) == ("random", True)
    step(kelly, qtbot, "fold")
    kelly.write(qtbot, "tracker.rebuyChips", "1000")
    kelly.click(qtbot, "tracker.rebuy")
    assert state(kelly).players[0].stack == 0  # the bankroll does not reach so far
    kelly.write(qtbot, "tracker.rebuyChips", "200")
    kelly.click(qtbot, "tracker.rebuy")
    kelly.click(qtbot, "tracker.next")
    assert (kelly.scenario.seats[0].cards, kelly.scenario.seats[0].folded) == ("", False)
