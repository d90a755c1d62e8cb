"""What of a tracked hand depends on the order of things: cards typed late or early, steps back, the next hand."""

import pytest
from PySide6.QtWidgets import QComboBox, QLabel, QLineEdit

from engine import Seat
from gui.pages.kelly.tracker_steps import WHO_IS_FIRST
from gui.parts.text_entry import ProblemLine
from tests.gui.chart_fakes import exact
from tests.gui.tracker_fakes import choose, heads_up, put, state, step, three_at_razz


@pytest.fixture
def razz(qtbot, tmp_path):
    return three_at_razz(qtbot, tmp_path)


@pytest.fixture
def holdem(qtbot, tmp_path):
    return heads_up(qtbot, tmp_path)


def hands(kelly):
    return [seat.cards for seat in kelly.scenario.seats]


def first(kelly):
    return kelly.part("tracker.first", QComboBox).currentText()


def line(kelly):
    return kelly.part("tracker.advice.line").accessibleName()


def problems(kelly):
    """Return the texts of the problems that are on show in the tracker."""
    return [line.text for line in kelly.page.tracker.findChildren(ProblemLine) if line.isVisible() and line.text]


def third_street(kelly, qtbot):
    kelly.click(qtbot, "tracker.deal")
    for _ in range(2):
        step(kelly, qtbot, "call")


def test_fourth_street_is_not_dealt_before_it_is_known_who_is_first(razz, qtbot):
    kelly = razz
    third_street(kelly, qtbot)
    assert first(kelly) == ""  # not Bob, who had the highest door card
    kelly.click(qtbot, "tracker.deal")
    assert (state(kelly).street, problems(kelly)) == (0, [WHO_IS_FIRST])
    put(kelly, "A 2 9 5", "x x K 4", "x x 7")
    assert (first(kelly), problems(kelly)) == ("", [WHO_IS_FIRST])
    put(kelly, "A 2 9 5", "x x K 4", "x x 7 8")
    assert (first(kelly), problems(kelly)) == ("Cid", [])
    put(kelly, "A 2 9 2", "x x K 4", "x x 7 8")
    assert first(kelly) == "Cid"
    put(kelly, "A 2 9 2", "x x K 4", "x x 7 Q")
    assert first(kelly) == "Hero"  # the choice follows the cards until it is dealt
    kelly.click(qtbot, "tracker.deal")
    assert (state(kelly).street, state(kelly).to_act) == (1, 0)


def test_who_is_first_can_be_chosen_and_stays_chosen(razz, qtbot):
    kelly = razz
    third_street(kelly, qtbot)
    choose(kelly, "first", 1)
    kelly.show(exact(kelly.scenario, (0.5, 0.3, 0.2)))
    assert first(kelly) == "Bob"
    kelly.click(qtbot, "tracker.deal")
    assert state(kelly).to_act == 1


def test_the_bring_in_needs_the_door_cards(qtbot, tmp_path):
    kelly = three_at_razz(qtbot, tmp_path, ("A 2 9", "", "x x 7"))
    assert first(kelly) == ""
    kelly.click(qtbot, "tracker.deal")
    assert problems(kelly) == [WHO_IS_FIRST]
    put(kelly, "A 2 9", "x x K 4", "x x 7 3")  # the door cards decide, whatever is typed already
    assert (first(kelly), problems(kelly)) == ("Bob", [])


def test_a_step_back_is_one_action_and_leaves_typed_cards(razz, qtbot):
    kelly = razz
    third_street(kelly, qtbot)
    typed = ["A 2 9 5", "x x K 4", "x x 7 8"]
    put(kelly, *typed)
    before = len(state(kelly).log)
    kelly.click(qtbot, "tracker.stepBack")
    assert len(state(kelly).log) < before
    assert hands(kelly) == typed
    assert "later street" in line(kelly)
    step(kelly, qtbot, "call")
    assert hands(kelly) == typed
    kelly.click(qtbot, "tracker.deal")
    assert state(kelly).to_act == 2


def test_a_board_on_the_table_stays_when_the_betting_before_it_is_corrected(holdem, qtbot):
    kelly = holdem
    step(kelly, qtbot, "call")
    step(kelly, qtbot, "call")
    kelly.document.edit("Board", board="7h 8h 2c")
    kelly.click(qtbot, "tracker.stepBack")
    assert kelly.scenario.board == "7h 8h 2c"
    assert "later street" in line(kelly)
    step(kelly, qtbot, "call")
    assert (kelly.scenario.board, kelly.part("tracker.cards", QLineEdit).text()) == ("7h 8h 2c", "7h8h2c")


def test_typed_board_cards_stand_ready_when_their_deal_is_taken_back(holdem, qtbot):
    kelly = holdem
    step(kelly, qtbot, "call")
    step(kelly, qtbot, "call")
    kelly.click(qtbot, "tracker.deal")
    assert problems(kelly)  # no card is typed
    kelly.write(qtbot, "tracker.cards", "7h 8h 2c")
    assert not problems(kelly)
    kelly.click(qtbot, "tracker.deal")
    kelly.click(qtbot, "tracker.stepBack")
    assert (state(kelly).street, kelly.scenario.board) == (0, "")
    assert kelly.part("tracker.cards", QLineEdit).text().replace(" ", "") == "7h8h2c"
    kelly.click(qtbot, "tracker.deal")
    assert kelly.scenario.board == "7h 8h 2c"


def test_the_showdown_is_no_longer_refused_once_the_cards_name_the_winner(holdem, qtbot):
    kelly = holdem
    kelly.document.edit("Cards", seats=(Seat("Hero", "AhKh"), Seat("Eve", "22+")))
    for cards in ("7h 8h 2c", "Kc", "3d"):
        step(kelly, qtbot, "call")
        step(kelly, qtbot, "call")
        kelly.write(qtbot, "tracker.cards", cards)
        kelly.click(qtbot, "tracker.deal")
    step(kelly, qtbot, "call")
    step(kelly, qtbot, "call")
    kelly.click(qtbot, "tracker.pay")
    assert problems(kelly) == ["select the winner of the showdown"]
    put(kelly, "AhKh", "QsQd")
    kelly.show(exact(kelly.scenario, (1.0, 0.0)))
    assert kelly.part("tracker.place0", QComboBox).currentIndex() == 1
    assert problems(kelly) == []
    choose(kelly, "place0", 0)
    kelly.click(qtbot, "tracker.pay")
    assert problems(kelly)
    choose(kelly, "place1", 1)
    assert problems(kelly) == []
    kelly.click(qtbot, "tracker.pay")
    assert state(kelly).over


def test_the_next_hand_has_no_advice_of_the_last_one(qtbot, tmp_path):
    kelly = heads_up(qtbot, tmp_path, ("AhKh", "22+"))
    kelly.show(exact(kelly.scenario, (0.6, 0.4)))
    step(kelly, qtbot, "fold")
    kelly.click(qtbot, "tracker.next")
    while state(kelly).to_act != 0:
        step(kelly, qtbot, "call")
    assert hands(kelly) == ["", "22+"]
    assert line(kelly).startswith("Put your cards on the table")
    assert kelly.part("tracker.advice.reason", QLabel).isHidden()
