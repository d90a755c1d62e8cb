"""A whole hand of each game through the tracker by keys alone: set-up, betting, cards, showdown, next hand, undo."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel

from gui.words.formatting import NO_BREAK
from tests.gui.chart_fakes import exact
from tests.gui.tracker_fakes import choose, named, set_up, state, tracker


def keys(qtbot, text, *more):
    """Type where the keyboard is."""
    qtbot.keyClicks(QApplication.focusWidget(), text)
    for key in more:
        qtbot.keyClick(QApplication.focusWidget(), key)


def line(qtbot, text):
    keys(qtbot, text, Qt.Key.Key_Return)


def focused():
    return QApplication.focusWidget().objectName()


def problem(kelly):
    return kelly.part("tracker.line.problem").text


def tab_to(qtbot, name):
    for _ in range(40):
        if focused() == name:
            return
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
    raise AssertionError(name)


@pytest.fixture
def holdem(qtbot, tmp_path):
    kelly = tracker(qtbot, tmp_path, seats=("", "22+, ATs+, KQo", "random"))
    named(kelly, "Hero", "Bob", "Cid")
    return kelly


@pytest.fixture
def razz(qtbot, tmp_path):
    kelly = tracker(qtbot, tmp_path, seats=("", "", ""), game="razz")
    named(kelly, "Hero", "Bob", "Cid")
    set_up(kelly, stacks=[200], bankroll=500, ante=1, bring_in=3, small_bet=10)
    return kelly


def begin(kelly, qtbot):
    kelly.part("tracker.begin").setFocus()
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Space)
    assert focused() == "tracker.line"


def test_a_hand_of_hold_em_by_keys_alone(holdem, qtbot):
    kelly = holdem
    kelly.part("tracker.stacks0").setFocus()
    keys(qtbot, "200")
    for name, text in (("tracker.bankroll", "1000"), ("tracker.smallBlind", "1"), ("tracker.bigBlind", "2")):
        tab_to(qtbot, name)
        keys(qtbot, text)
    tab_to(qtbot, "tracker.begin")
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Space)
    assert focused() == "tracker.line"
    line(qtbot, "AhKh f r6 c")
    assert kelly.scenario.seats[0].cards == "AhKh"
    line(qtbot, "7h8h2c")
    assert kelly.scenario.board == "7h 8h 2c"
    line(qtbot, "p c")
    assert kelly.scenario.seats[1].cards != "22+, ATs+, KQo"  # each action narrows it
    line(qtbot, "ks 10 c 3d x x")
    assert kelly.part("tracker.turn", QLabel).isVisible() is False
    line(qtbot, "qdqc")
    assert state(kelly).over
    assert kelly.part("tracker.over", QLabel).text() == "Hero wins 56"
    assert kelly.part("tracker.overShown", QLabel).text() == (
        "Hero: a pair of kings, ace kicker; Bob: a pair of queens, king kicker"
    )
    line(qtbot, "")
    assert state(kelly).hand == 2
    assert focused() == "tracker.line"
    assert [seat.cards for seat in kelly.scenario.seats] == ["", "22+, ATs+, KQo", "random"]


def test_a_hand_of_razz_by_keys_alone(razz, qtbot):
    kelly = razz
    begin(kelly, qtbot)
    line(qtbot, "A29 K 7")
    assert kelly.part("tracker.turn", QLabel).text() == "Cid to act, 3 to call"
    line(qtbot, "c r f c")
    for cards in ("5 8", "6 3", "T J"):
        line(qtbot, cards)
        line(qtbot, "x x" if state(kelly).to_act else "c c")
    line(qtbot, "4 x x")
    line(qtbot, "kq2")
    assert state(kelly).over
    assert kelly.part("tracker.over", QLabel).text() == "Hero wins 26"
    assert kelly.part("tracker.overShown", QLabel).text() == "Hero: 6-5-4-2-A; Cid: J-8-7-3-2"


def test_ranges_of_razz_are_typed_and_fold_what_does_not_play_on(razz, qtbot):
    kelly = razz
    begin(kelly, qtbot)
    line(qtbot, "A29 (8-8-)K (8-8-7")
    assert problem(kelly) == "this group is not closed: ')' is missing"
    line(qtbot, "A29 (8-8-)K (8-8-)78")
    assert problem(kelly) == "one card, or all 3 that Cid has now"
    line(qtbot, "A29 (8-8-)K 60%7")
    assert kelly.scenario.seats[1].cards == "(8-8-)K"
    line(qtbot, "c r f")
    assert kelly.scenario.seats[1].cards == "xxK, !(8-8-)K"
    switch = kelly.part("tracker.folds.any")
    assert switch.isVisible()
    kelly.click(qtbot, "tracker.folds.any")
    assert kelly.scenario.seats[1].cards == "xxK"
    kelly.click(qtbot, "tracker.folds.folds")
    assert kelly.scenario.seats[1].cards == "xxK, !(8-8-)K"
    cards = kelly.scenario.seats[2].cards
    line(qtbot, "c 5 8")
    assert kelly.scenario.seats[2].cards == ", ".join(f"{item}8" for item in cards.split(", "))


def test_the_rake_is_taken_from_a_typed_showdown(holdem, qtbot):
    kelly = holdem
    set_up(kelly, stacks=[200], bankroll=1000, small_blind=1, big_blind=2)
    begin(kelly, qtbot)
    line(qtbot, "AhKh c c x 7h8h2c x x x Ks x x x 3d x x x")
    line(qtbot, "")
    assert problem(kelly) == "select the winner of the showdown"
    kelly.write(qtbot, "tracker.rake", "2")
    kelly.part("tracker.line").setFocus()
    line(qtbot, "1=2")
    assert state(kelly).over
    assert state(kelly).bankroll == 1000


def test_one_undo_for_one_action(holdem, qtbot):
    kelly = holdem
    set_up(kelly, stacks=[200], bankroll=1000, small_blind=1, big_blind=2)
    begin(kelly, qtbot)
    seen = [kelly.scenario]
    for text in ("AhKh", "f", "r6", "c", "7h8h2c", "4", "c"):
        line(qtbot, text)
        seen.append(kelly.scenario)
    for before in reversed(seen[:-1]):
        kelly.document.undo_stack.undo()
        assert kelly.scenario == before
    for after in seen[1:]:
        kelly.document.undo_stack.redo()
        assert kelly.scenario == after
    line(qtbot, "u u")
    assert state(kelly).street_name == "flop"
    assert state(kelly).log[-1].action == "flop"


def test_the_bettors_range_narrows(holdem, qtbot):
    kelly = holdem
    set_up(kelly, stacks=[200], bankroll=1000, small_blind=1, big_blind=2, button=0)
    begin(kelly, qtbot)
    line(qtbot, "AhKh r6 c c 7h8h2c 10")
    text = kelly.scenario.seats[1].cards
    assert text.startswith("88, 7s7c:")
    assert "AsAh:0." in text


def test_what_is_not_understood_stays_with_a_caret(holdem, qtbot):
    kelly = holdem
    set_up(kelly, stacks=[200], bankroll=1000, small_blind=1, big_blind=2)
    begin(kelly, qtbot)
    entry = kelly.part("tracker.line")
    line(qtbot, "f zz c")
    assert entry.text() == "zz c"
    assert entry.problem.position == 0
    assert problem(kelly).startswith("not understood")
    line(qtbot, "c x")
    assert (entry.text(), problem(kelly)) == ("", "")
    line(qtbot, "7h8h2c x 500")
    assert "a bet is to 2" in problem(kelly)
    assert entry.text() == "500"
    line(qtbot, "f")
    assert state(kelly).over


def test_the_advice_stands_ready(holdem, qtbot):
    kelly = holdem
    set_up(kelly, stacks=[200], bankroll=1000, small_blind=1, big_blind=2, button=2)
    begin(kelly, qtbot)
    line(qtbot, "ok")
    assert problem(kelly) == "there is no default step here: enter an action"
    line(qtbot, "f AhKh")
    kelly.show(exact(kelly.scenario, (0.8, 0.2, 0.0)))
    answer = kelly.page.tracker.model.question.answer
    line(qtbot, "ok")
    entry = state(kelly).log[-1]
    assert (entry.player, entry.action, entry.chips) == ("Hero", answer.decision, answer.bet)
    assert entry.note.startswith("advice: ")


def test_pot_sized_chips(holdem, qtbot):
    kelly = holdem
    set_up(kelly, stacks=[200], bankroll=1000, small_blind=1, big_blind=2)
    begin(kelly, qtbot)
    line(qtbot, "c c x 7h8h2c")
    for name, amount in (("thirdPot", "2"), ("halfPot", "3"), ("twoThirdsPot", "4"), ("fullPot", "6")):
        kelly.click(qtbot, f"tracker.{name}")
        assert kelly.part("tracker.amount").text() == amount
    assert kelly.part("tracker.bet").text() == "Bet 6"
    kelly.click(qtbot, "tracker.bet")
    assert state(kelly).pot == 12


def test_it_says_what_can_be_typed(holdem, qtbot):
    kelly = holdem
    set_up(kelly, stacks=[200], bankroll=1000, small_blind=1, big_blind=2)
    begin(kelly, qtbot)
    entry = kelly.part("tracker.line")
    assert "(to)" in entry.placeholderText()
    line(qtbot, "c c x")
    assert entry.placeholderText() == "7h8h2c"
    line(qtbot, "7h8h2c x x x Ks x x x 3d x x x")
    assert "KdQd" in entry.placeholderText()
    assert NO_BREAK not in entry.placeholderText()


def test_what_players_keep_is_chosen_in_the_set_up(holdem, qtbot):
    kelly = holdem
    set_up(kelly, stacks=[200], bankroll=1000, small_blind=1, big_blind=2, button=0)
    assert kelly.part("tracker.bettor").text() == ""
    kelly.write(qtbot, "tracker.bettor", "pear")
    assert "pear" in kelly.part("tracker.bettor.problem").text
    kelly.paste("tracker.bettor", "top pair+")
    kelly.paste("tracker.caller", "low pair+")
    begin(kelly, qtbot)
    line(qtbot, "r6 c c 7h8h2c 10 c f")
    assert kelly.scenario.seats[1].cards == "22+, ATs+, KQo > flop top pair+"
    assert kelly.scenario.seats[2].cards == "random > flop low pair+"
    kelly.click(qtbot, "tracker.end")
    kelly.paste("tracker.bettor", "")
    assert kelly.kelly["tracker"]["setup"]["bettor"] == ""


def test_limits_are_remembered(holdem, razz, qtbot):
    kelly = razz
    assert not kelly.part("tracker.limits").isVisible()
    begin(kelly, qtbot)
    kelly.click(qtbot, "tracker.end")
    for field in ("ante", "bringIn", "smallBet"):
        kelly.write(qtbot, f"tracker.{field}", "7")
    combo = kelly.part("tracker.limits")
    assert [combo.itemText(i) for i in range(combo.count())] == ["limit 10, ante 1, bring-in 3"]
    assert combo.currentIndex() == -1
    before = kelly.scenario
    choose(kelly, "limits", 0)
    assert [kelly.part(f"tracker.{field}").text() for field in ("ante", "bringIn", "smallBet")] == ["1", "3", "10"]
    kelly.document.undo_stack.undo()
    assert kelly.scenario == before
    assert not holdem.part("tracker.limits").isVisible()


def test_side_pots_are_exact_where_a_player_is_short(qtbot, tmp_path):
    kelly = tracker(qtbot, tmp_path, seats=("AhKh", "QQ", "JJ"), board="7h 8h 2c Ks")
    set_up(kelly, stacks=[1000, 50, 900], bankroll=5000, street=2, pot=100)
    begin(kelly, qtbot)
    kelly.show(exact(kelly.scenario, (0.9, 0.06, 0.04)))
    question = kelly.page.tracker.model.question
    assert question.answer.side_pots == "exact"
    assert question.request.wager.finishing_orders is not None
    line(qtbot, "ok")
    assert state(kelly).log[-1].action == question.answer.decision
