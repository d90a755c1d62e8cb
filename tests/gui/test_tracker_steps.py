"""The hand tracker step by step: the keyboard, amounts in words, cards that come and go, the way to the panel."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QCheckBox, QComboBox, QLabel, QLineEdit, QPushButton

from engine import Seat
from engine.kelly.answer import kelly_answer
from engine.kelly.hand.record import decision_request
from engine.kelly.outcomes import outcomes_of
from engine.kelly.panel import kelly_request_json
from engine.kelly.request import read_kelly_request
from gui.parts.chip_button import ChipButton
from tests.gui import tracker_fakes
from tests.gui.chart_fakes import exact
from tests.gui.object_names import settle
from tests.gui.tracker_fakes import choose, put, set_up, state, step, tracker


def focused():
    return QGuiApplication.focusObject().objectName()


def press(qtbot, key):
    qtbot.keyClick(QGuiApplication.focusObject(), key)


def line(kelly):
    return kelly.part("tracker.advice.line").accessibleName()


def text(kelly, name, kind=QLabel):
    return kelly.part(f"tracker.{name}", kind).text()


@pytest.fixture
def heads_up(qtbot, tmp_path):
    return tracker_fakes.heads_up(qtbot, tmp_path)


@pytest.fixture
def razz(qtbot, tmp_path):
    return tracker_fakes.three_at_razz(qtbot, tmp_path)


def test_who_has_no_stack_typed_has_that_of_the_one_above(heads_up):
    assert [player.stack for player in state(heads_up).players] == [990, 995]


def test_a_raise_is_named_by_what_it_comes_to(heads_up, qtbot):
    kelly = heads_up
    assert text(kelly, "bet", QPushButton) == "Raise to 20"  # 5 are in already
    kelly.write(qtbot, "tracker.amount", "30")
    assert text(kelly, "bet", QPushButton) == "Raise to 30"
    kelly.click(qtbot, "tracker.bet")
    kelly.show(exact(kelly.scenario, (0.53, 0.47)))
    answer = kelly.page.tracker.model.question.answer
    assert answer.decision == "raise"
    assert line(kelly).startswith(f"Raise to {answer.bet + 10:g}")  # the big blind is in
    assert text(kelly, "bet", QPushButton).endswith(f"to {answer.bet + 10:g}")
    kelly.click(qtbot, "tracker.bet")
    assert state(kelly).log[-1].note == f"advice: Raise to {answer.bet + 10:g}"


def test_a_typed_amount_stays_while_the_run_goes_on(heads_up, qtbot):
    kelly = heads_up
    step(kelly, qtbot, "call")
    kelly.show(exact(kelly.scenario, (0.53, 0.47)))
    advised = text(kelly, "amount", QLineEdit)
    kelly.show(exact(kelly.scenario, (0.54, 0.46)))
    assert text(kelly, "amount", QLineEdit) != advised  # follows the advice
    kelly.write(qtbot, "tracker.amount", "43")
    kelly.show(exact(kelly.scenario, (0.55, 0.45)))
    assert text(kelly, "bet", QPushButton) == "Raise to 43"
    kelly.click(qtbot, "tracker.bet")
    assert state(kelly).log[-1].chips == 33


@pytest.mark.parametrize("size", [(620, 700), (480, 470), (380, 390)])
def test_nothing_moves_when_the_advice_comes_on_a_narrow_page(heads_up, qtbot, size):
    kelly = heads_up
    kelly.page.resize(*size)
    card, call = kelly.part("tracker.advice"), kelly.part("tracker.call", QPushButton)
    step(kelly, qtbot, "call")
    settle()
    before = card.height(), call.mapTo(kelly.page, call.rect().topLeft())
    assert not line(kelly).startswith("Raise")
    for shares in ((0.53, 0.47), (0.9, 0.1)):
        kelly.show(exact(kelly.scenario, shares))
        settle()
        assert line(kelly).startswith("Raise")
        assert (card.height(), call.mapTo(kelly.page, call.rect().topLeft())) == before


def test_a_hand_by_keyboard(heads_up, qtbot):
    kelly = heads_up
    kelly.part("tracker.call").setFocus()
    press(qtbot, Qt.Key.Key_Space)
    assert focused() == "tracker.call"  # check
    press(qtbot, Qt.Key.Key_Space)
    for cards in ("7h8h2c", "Kc", "3d"):
        assert focused() == "tracker.cards"
        qtbot.keyClicks(QGuiApplication.focusObject(), cards)
        press(qtbot, Qt.Key.Key_Return)
        for _ in range(2):
            assert focused() == "tracker.call"
            press(qtbot, Qt.Key.Key_Space)
    assert focused() == "tracker.pay"
    choose(kelly, "place0", 1)
    press(qtbot, Qt.Key.Key_Space)
    assert focused() == "tracker.next"
    assert text(kelly, "over") == "Hero wins 20"
    press(qtbot, Qt.Key.Key_Space)
    assert (state(kelly).hand, state(kelly).bankroll) == (2, 5000 + 10 - 5)


def test_the_keyboard_is_not_taken_from_the_table(razz, qtbot):
    kelly = razz
    kelly.part("tracker.deal").setFocus()
    press(qtbot, Qt.Key.Key_Space)
    assert focused() == "tracker.call"
    kelly.part("kelly.help").setFocus()
    kelly.page.tracker.model.step_back()
    assert focused() == "kelly.help"


def test_the_table_has_to_be_that_of_the_hand(heads_up, qtbot):
    kelly = heads_up
    step(kelly, qtbot, "call")
    kelly.show(exact(kelly.scenario, (0.46, 0.54)))
    assert line(kelly).startswith("Check")
    kelly.document.edit("Board", board="7h 8h 2c")
    assert line(kelly).startswith("The board on the table differs from this hand")
    kelly.document.undo_stack.undo()
    assert line(kelly).startswith("Check")
    seats = (Seat("Hero", "AhKh"), Seat("Eve", "QsQd", folded=True))
    kelly.document.edit("Fold", seats=seats)
    assert line(kelly).startswith("The folded players on the table differ")
    kelly.click(qtbot, "tracker.call")
    assert not kelly.scenario.seats[1].folded


def test_razz_asks_for_heros_card_and_takes_no_later_one(razz, qtbot):
    kelly = razz
    kelly.click(qtbot, "tracker.deal")
    step(kelly, qtbot, "call")
    assert text(kelly, "turn") == "Hero to act, 3 to call"
    put(kelly, "A 2 9 5", "x x K", "x x 7")
    assert line(kelly).startswith("The table differs from this hand: it already has cards of a later street")
    put(kelly, "A 2 9", "x x K", "x x 7")
    step(kelly, qtbot, "call")
    put(kelly, "A 2 9", "x x K 4", "x x 7 8")
    choose(kelly, "first", 2)
    kelly.click(qtbot, "tracker.deal")
    while state(kelly).to_act != 0:
        step(kelly, qtbot, "call")
    assert line(kelly) == "Enter your cards of fourth street at the seat on the left."


def test_stepping_back_leaves_typed_cards_and_brings_those_of_an_earlier_hand_back(razz, qtbot):
    kelly = razz
    kelly.click(qtbot, "tracker.deal")
    for what in ("call", "call"):
        step(kelly, qtbot, what)
    put(kelly, "A 2 9 5", "x x K 4", "x x 7 8")
    kelly.click(qtbot, "tracker.deal")
    kelly.click(qtbot, "tracker.stepBack")
    assert state(kelly).street == 0
    assert [seat.cards for seat in kelly.scenario.seats] == ["A 2 9 5", "x x K 4", "x x 7 8"]
    step_over = ("deal", "fold", "call", "fold", "next")
    for what in step_over:
        kelly.click(qtbot, f"tracker.{what}")
    assert [seat.cards for seat in kelly.scenario.seats] == ["", "", ""]
    assert (state(kelly).hand, kelly.scenario.dead) == (2, "")
    put(kelly, "3 4 Q", "x x T", "x x J")
    kelly.click(qtbot, "tracker.stepBack")
    assert state(kelly).hand == 1
    assert [seat.cards for seat in kelly.scenario.seats] == ["A 2 9 5", "x x K 4", "x x 7 8"]


def test_razz_is_fixed_limit_with_big_bets_of_twice_the_small_one(razz):
    stakes = state(razz).stakes
    assert (stakes.fixed, stakes.small_bet, stakes.big_bet) == (True, 10, 20)
    assert not razz.part("tracker.button").isVisible()


def test_fixed_limit_needs_a_small_bet(qtbot, tmp_path):
    kelly = tracker(qtbot, tmp_path, game="razz", seats=("A 2 9", "x x K"))
    set_up(kelly, bankroll=500, stacks=[200])
    assert kelly.part("tracker.fixed", QCheckBox).isChecked()
    kelly.click(qtbot, "tracker.begin")
    assert kelly.part("tracker.smallBet.problem").text == "how much is the small bet?"
    kelly.part("tracker.fixed", QCheckBox).click()
    assert not kelly.part("tracker.smallBet").isVisible()
    kelly.click(qtbot, "tracker.begin")
    assert not state(kelly).stakes.fixed


def test_the_limit_of_the_panel_is_that_of_the_tracker(qtbot, tmp_path):
    kelly = tracker(qtbot, tmp_path, seats=("AhAd", "KhKd"))
    kelly.set(bankroll=700, limit_bet=4)
    assert kelly.part("tracker.bankroll", QLineEdit).text() == "700"
    assert kelly.part("tracker.smallBet", QLineEdit).text() == "4"


def test_joining_on_the_flop_needs_its_board(qtbot, tmp_path):
    kelly = tracker(qtbot, tmp_path, seats=("AhAd", "KhKd"), board="7h 8h")
    set_up(kelly, bankroll=500, stacks=[200], street=1, pot=20)
    kelly.click(qtbot, "tracker.begin")
    said = kelly.part("tracker.setup.problem").text
    assert said == "to start on the flop, put 3 cards on the board first; there are 2"
    kelly.document.edit("Board", board="7h 8h 2c")
    kelly.click(qtbot, "tracker.begin")
    assert (state(kelly).street_name, state(kelly).pot) == ("flop", 20)


def same_decision(kelly):
    """The panel's request on the outcomes on show is the tracker's."""
    outcomes = outcomes_of(kelly.page.tracker.model.question.estimate)
    tracked = kelly_answer(read_kelly_request({"chip": 1} | decision_request(state(kelly)), outcomes))
    panel = kelly_answer(read_kelly_request(kelly_request_json(kelly.scenario, outcomes)))
    return replace(tracked, pot=panel.pot) == panel


def test_the_decision_is_taken_over_into_the_panel(heads_up, qtbot):
    kelly = heads_up
    step(kelly, qtbot, "bet", 35)
    assert not kelly.part("kelly.takeOver").isEnabled()
    kelly.show(exact(kelly.scenario, (0.66, 0.34)))
    tracked = line(kelly)
    kelly.click(qtbot, "kelly.takeOver")
    assert same_decision(kelly)
    assert kelly.line.partition(" (")[2] == tracked.partition(" (")[2]
    assert kelly.part("kelly.chips0", QLineEdit).text() == "10"
    assert kelly.part("kelly.bankroll", QLineEdit).text() == "4990"
    kelly.document.undo_stack.undo()
    assert "chips" not in kelly.kelly


def test_the_decision_at_fixed_limit_is_taken_over(razz, qtbot):
    kelly = razz
    kelly.click(qtbot, "tracker.deal")
    step(kelly, qtbot, "call")
    kelly.show(exact(kelly.scenario, (0.5, 0.1, 0.4)))
    assert line(kelly) == "Complete to 10"
    kelly.click(qtbot, "kelly.takeOver")
    assert kelly.line == "Complete to 10"
    assert same_decision(kelly)
    kelly.click(qtbot, "kelly.view.tracker")
    step(kelly, qtbot, "bet")
    step(kelly, qtbot, "bet")
    assert text(kelly, "turn") == "Cid to act, 17 to call"
    step(kelly, qtbot, "call")
    kelly.show(exact(kelly.scenario, (0.7, 0.1, 0.2)))
    assert line(kelly) == "Raise to 30"
    kelly.click(qtbot, "kelly.takeOver")
    assert kelly.line == "Raise to 30"
    assert same_decision(kelly)


@pytest.mark.parametrize(
    ("game", "hands", "left"),
    [
        ("holdem", ("AhAd", "KhKd", "22+, AKs"), ["", "", "random"]),
        ("razz", ("A 2 9", "x x K", "x x 7"), ["", "", "x"]),
    ],
)
def test_who_has_lost_everything_is_not_dealt_in(qtbot, tmp_path, game, hands, left):
    kelly = tracker(qtbot, tmp_path, game=game, seats=hands)
    set_up(kelly, bankroll=500, stacks=[200, 200, 10], ante=10, small_bet=5, big_blind=5)
    kelly.click(qtbot, "tracker.begin")
    while not kelly.part("tracker.pay").isVisible():
        if state(kelly).to_act is not None:
            step(kelly, qtbot, "call")
            continue
        if game == "holdem":
            cards = {"preflop": "7h 8h 2c", "flop": "Ks", "turn": "3d"}[state(kelly).street_name]
            kelly.write(qtbot, "tracker.cards", cards)
        else:
            choose(kelly, "first", 0)
        kelly.click(qtbot, "tracker.deal")
    choose(kelly, "place0", 1)
    kelly.click(qtbot, "tracker.pay")
    kelly.click(qtbot, "tracker.next")
    assert [seat.cards for seat in kelly.scenario.seats] == left
    assert [seat.folded for seat in kelly.scenario.seats] == [False, False, True]
    if game == "razz":
        put(kelly, "2 3 4", "x x Q", "x")
    step(kelly, qtbot, "call")
    assert not any(entry.player == "Seat 3" and entry.hand == 2 for entry in state(kelly).log)
    while state(kelly).hand == 2:
        kelly.click(qtbot, "tracker.stepBack")
    assert [seat.cards for seat in kelly.scenario.seats] == list(hands)
    assert not any(seat.folded for seat in kelly.scenario.seats)


def test_enter_begins_the_hand_where_the_button_has_the_keyboard(qtbot, tmp_path):
    kelly = tracker(qtbot, tmp_path, seats=("AhKh", "QsQd"))
    set_up(kelly, bankroll=5000, stacks=[1000], small_blind=5, big_blind=10)
    kelly.part("tracker.begin", QPushButton).setFocus()
    press(qtbot, Qt.Key.Key_Return)
    assert state(kelly).hand == 1


def test_the_places_of_a_showdown_do_not_overlap_on_a_low_page(heads_up, qtbot):
    kelly = heads_up
    kelly.page.resize(520, 500)
    entry = kelly.part("tracker.line", QLineEdit)
    entry.setFocus()
    qtbot.keyClicks(entry, "c x 7h8h2c x x Tc x x 9s x x")
    press(qtbot, Qt.Key.Key_Return)
    assert kelly.part("tracker.pay", QPushButton).isVisible(), kelly.part("tracker.line.problem").text
    parts = [kelly.part(f"tracker.place{i}", QComboBox) for i in (0, 1)]
    parts += [kelly.part("tracker.pay", QPushButton), entry]
    tops = [part.mapTo(kelly.page, part.rect().topLeft()).y() for part in parts]
    ends = [part.mapTo(kelly.page, part.rect().bottomLeft()).y() for part in parts]
    assert all(end < top for end, top in zip(ends, tops[1:], strict=False)), (tops, ends)
    assert ends[-1] < kelly.page.height()  # the line stays in sight


def test_tab_goes_through_the_set_up_to_the_button_and_leaves_nothing_out(qtbot, tmp_path):
    kelly = tracker(qtbot, tmp_path, seats=("AhKh", "QsQd"))
    names = ["stacks0", "stacks1", "hero", "button", "street", "bankroll", "smallBlind", "bigBlind", "ante", "fixed"]
    kelly.part("tracker.stacks0", QLineEdit).setFocus()
    reached = []
    while len(reached) < 13:
        reached.append(focused().removeprefix("tracker."))
        press(qtbot, Qt.Key.Key_Tab)
    assert reached == [*names, "bettor", "caller", "begin"]


def test_a_moment_of_the_hand_goes_to_the_betting_page_and_the_session_comes_back(heads_up, qtbot):
    requested = heads_up.pages
    assert "kelly.bestPlay" in {chip.objectName() for chip in heads_up.page.findChildren(ChipButton)}
    heads_up.click(qtbot, "kelly.bestPlay")
    assert requested == []
    step(heads_up, qtbot, "call")
    step(heads_up, qtbot, "call")
    heads_up.write(qtbot, "tracker.cards", "7h8h2c")
    heads_up.click(qtbot, "tracker.deal")
    before = heads_up.scenario
    heads_up.click(qtbot, "kelly.bestPlay")
    assert requested == ["Betting"]
    panel = heads_up.scenario.betting
    assert (panel.pot, panel.stack, panel.hand) == (20, 990, "AhKh")
    assert heads_up.scenario.seats[1].cards == "QsQd"
    heads_up.document.undo_stack.undo()
    assert heads_up.scenario == before
    assert state(heads_up).street == 1
