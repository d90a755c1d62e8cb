"""Jam or fold at a final table: what changes for money, positions and what they face, errors at their fields."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from engine import Scenario, Seat
from engine.preflop.jam_stacks import read_stacks_request, solve_stacks
from engine.scenario import PreflopPanel, Tournament
from gui.pages.preflop.jam_table import TEACH, changed_hands, table_request
from tests.gui.preflop_fakes import make as make

SEATS = tuple(Seat(name, "") for name in ("A", "B", "Hero"))
BLINDS = PreflopPanel(small_blind=200, big_blind=400)
BUBBLE = Tournament((4000.0, 900.0, 3000.0), (50.0, 50.0))


def bubble(tournament=BUBBLE, **panel):
    return Scenario("holdem", SEATS, tournament=tournament, preflop=BLINDS.with_entries(panel))


@pytest.fixture(scope="module")
def solved():
    request = table_request(bubble())
    return [solve_stacks(read_stacks_request(one)) for one in (request, replace(request, payouts=()))]


def choose(box, text):
    place = box.findText(text)
    assert place >= 0, text
    box.setCurrentIndex(place)
    box.activated.emit(place)


def test_the_bubble_changes_what_is_called(make, solved):
    made = make(bubble(), view="table")
    view = made.page.table
    money, chips = solved
    assert view.answer.done
    choose(view._seat, "BB")
    assert view._facing.currentText() == "facing SB"  # the last seat is never first in
    choose(view._facing, "facing BTN")
    in_money, in_chips = money.call(0, 2), chips.call(0, 2)
    words = view.sentence.text().replace("\u00a0", " ").replace("\u202f", " ")
    assert words.startswith("BB calls BTN’s jam with 3 000 chips (7.5 BB): ")
    assert f"{100 * in_money.share:.1f} % of hands for money, {100 * in_chips.share:.1f} % for chips" in words
    assert in_money.share < in_chips.share / 2
    changed = changed_hands(in_chips.frequencies, in_money.frequencies)
    assert f"without {changed[0]}" in words
    lit = [cell.label for cell in view.maps["money"]._cells if cell.framed]
    assert set(lit) == set(changed) == {cell.label for cell in view.maps["chips"]._cells if cell.framed}
    assert "there can be more than one equilibrium" in view._assumes.text()
    made.child("preflop.table.range.give").click()
    assert made.document.scenario.seats[0].cards == in_money.text


def test_a_bubble_with_stacks_at_other_tables(make):
    made = make(bubble(), view="table")
    type_into(made, "preflop.table.otherStack", "700 500")
    assert table_request(made.document.scenario).others == (700.0, 500.0)
    view = made.page.table
    assert sum(view.answer.money.values) < 100.0  # others may win prizes, too
    assert view.answer.chips.request.others == (700.0, 500.0)


def test_the_button_moves_by_the_big_blind_and_errors_stay_at_their_stack(make):
    made = make(bubble(bounties=(1, 2, 3)), view="table")
    view = made.page.table
    assert [view._blind.itemText(i) for i in range(3)] == ["BB: A", "BB: B", "BB: Hero"]
    assert view._blind.currentText() == "BB: Hero"
    choose(view._blind, "BB: B")
    made.settle()
    request = table_request(made.document.scenario)
    assert request.stacks == (3000.0, 4000.0, 900.0)  # the button, the small blind, the big blind
    assert request.bounties == (3.0, 1.0, 2.0)
    assert made.document.scenario.tournament.stacks == BUBBLE.stacks
    choose(view._seat, "SB")
    assert view.slider.value() == 100
    type_into(made, "preflop.table.stacks", "150 900 3000")
    assert made.child("preflop.table.stacks.problem").position == 0
    choose(view._blind, "BB: Hero")
    assert made.document.scenario.tournament.big_blind is None


def test_calls_of_a_jam_and_a_call(make):
    made = make(bubble(), view="table")
    view = made.page.table
    assert view._called.isHidden()
    made.child("preflop.table.calls.2").click()
    made.settle()
    choose(view._seat, "BB")
    choose(view._facing, "facing BTN")
    choose(view._called, "called by SB")
    answer = view.answer.money
    words = view.sentence.text().replace("\u00a0", " ").replace("\u202f", " ")
    assert words.startswith("BB overcalls BTN’s jam and SB’s call with 3 000 chips")
    assert f"{100 * answer.over(0, 1, 2).share:.1f} % of hands for money" in words
    made.child("preflop.table.calls.1").click()
    made.settle()
    assert view.spot.caller is None


def test_the_range_is_exported_with_both(make):
    made = make(bubble(), view="table")
    chart = made.page.table_map()
    header, rows = chart.data
    assert header == ("hand", "frequency", "frequency for chips", "ev against folding")
    assert len(rows) == 169
    assert chart.heading.title == "Jam or fold: BTN jams if folded to"


def test_the_slider_moves_one_stack_in_one_step(make):
    made = make(bubble(), view="table")
    view = made.page.table
    made.questions.held = True
    choose(view._seat, "SB")
    view.slider.sliderPressed.emit()
    for value in (30, 40, 50):
        view.slider.setValue(value)
    assert made.document.scenario.tournament.stacks == (4000.0, 2000.0, 3000.0)
    assert made.document.undo_stack.count() == 1
    made.document.undo_stack.undo()
    assert made.document.scenario.tournament == BUBBLE
    assert view.slider.value() == 22


def type_into(made, name, text):
    entry = made.child(name)
    entry.setFocus()
    entry.selectAll()
    QTest.keyClicks(entry, text)
    QTest.keyClick(entry, Qt.Key.Key_Return)
    made.settle()


def test_what_is_missing_or_wrong_is_said_and_nothing_is_computed(make):
    made = make(bubble(None), view="table")
    view = made.page.table
    made.questions.held = True
    assert view.sentence.text() == TEACH
    type_into(made, "preflop.table.stacks", "4000 150 3000")
    line = made.child("preflop.table.stacks.problem")
    assert line.position == 5
    assert "more than the 200 chips posted" in line.text
    type_into(made, "preflop.table.stacks", "4000 900 3000")
    assert line.text == ""
    assert made.questions.asked[-1] == "table"
    type_into(made, "preflop.table.payouts", "50 50")
    type_into(made, "preflop.table.bounties", "10 20")
    assert "one for each stack" in made.child("preflop.table.bounties.problem").text
    type_into(made, "preflop.table.bounties", "10 20 10")
    assert made.document.scenario.preflop.bounties == (10.0, 20.0, 10.0)
    made.child("preflop.table.calls.2").click()
    made.child("preflop.table.anteBy.big blind").click()
    request = table_request(made.document.scenario)
    assert (request.calls, request.ante_by, request.bounties) == (2, "big blind", (10.0, 20.0, 10.0))
    read_stacks_request(request)
    made.document.edit("T", tournament=Tournament((4000.0, None), (50.0,)))
    made.settle()
    assert "number 2 has none" in view.sentence.text()


def test_a_text_that_is_refused_stays_while_the_table_is_solved(make, qtbot):
    made = make(bubble(), view="table")
    entry = made.child("preflop.table.stacks")
    entry.setFocus()
    entry.selectAll()
    qtbot.keyClicks(entry, "4000 900 x")
    qtbot.keyClick(entry, Qt.Key.Key_Return)
    made.settle()
    assert entry.text() == "4000 900 x"
    assert "'x' is not a stack" in entry.accessibleDescription()
    assert made.document.scenario.tournament == BUBBLE
    qtbot.keyClick(entry, Qt.Key.Key_Escape)
    assert entry.text() == "4000 900 3000"


def test_deep_stacks_ask_for_the_blinds_that_were_not_typed(make):
    made = make(Scenario("holdem", SEATS, tournament=BUBBLE), view="table")
    view = made.page.table
    assert view.sentence.text().startswith("Enter the blinds: ")
    assert made.child("preflop.table.stacks.problem").text == ""
    assert "table" not in made.questions.asked
    type_into(made, "preflop.table.bigBlind", "1")  # meant so
    assert view.sentence.text().startswith("Please check: expected at most 1,000 big blinds")
    type_into(made, "preflop.table.bigBlind", "400")
    assert view.answer.done


@pytest.mark.parametrize("width", [540, 740])
def test_errors_under_blinds_move_nothing(make, width):
    made = make(bubble(), view="table")
    view = made.page.table
    made.page.resize(width, made.page.height())
    made.settle()
    fields = ("stacks", "payouts", "otherStack", "bounties", "bigBlind", "smallBlind", "ante", "seat", "slider")
    parts = [made.child(f"preflop.table.{name}") for name in fields]
    before = [part.mapTo(view, part.rect().topLeft()) for part in parts]
    type_into(made, "preflop.table.smallBlind", "500")
    assert "is larger than the big blind of" in made.child("preflop.table.smallBlind.problem").text
    for name, text in (("stacks", "4000 x"), ("payouts", "50 60"), ("otherStack", "?")):
        type_into(made, f"preflop.table.{name}", text)
        assert made.child(f"preflop.table.{name}.problem").is_error
    assert [part.mapTo(view, part.rect().topLeft()) for part in parts] == before
