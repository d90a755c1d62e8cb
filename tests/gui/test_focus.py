"""Where the next card goes when widgets under the keyboard focus vanish, and what takes the focus at all."""

import pytest
from PySide6.QtCore import Qt

from engine import Scenario, Seat
from gui.slots import Slot
from tests.gui.table_fakes import click, part, shown, table


@pytest.fixture
def show(qtbot):
    return lambda *args, **kwargs: shown(qtbot, *args, **kwargs)


@pytest.mark.parametrize("held", ["seat1.slot0", "board.slot2", "dead.slot0"])
def test_a_change_of_game_leaves_the_focus_where_razz_begins(show, qtbot, held):
    made, panel = show(seats=("AhKh", "", ""))
    click(qtbot, panel, held)
    part(panel, held).setFocus()
    razz = Scenario("razz", (Seat("Hero", ""), Seat("Seat 2", "")))
    made.document.replace("Switch", razz)
    assert made.table_input.slot == Slot("seat", 0, 0)
    for sign in "a29":
        made.table_input.type_text(sign)
    assert made.cards() == ["A 2 9", ""]


def test_removing_the_seat_under_the_focus_leaves_it_on_a_slot_of_the_table(show, qtbot):
    made, panel = show(seats=("AhKh", "QhQd", ""))
    click(qtbot, panel, "seat2.slot0")
    click(qtbot, panel, "seat2.remove")
    assert made.table_input.slot == Slot("board")
    assert part(panel, "board.slot0").hasFocus()


def test_clicking_a_chip_leaves_the_keyboard_at_the_cards(show, qtbot):
    made, panel = show(seats=("AhKh", "", ""))
    click(qtbot, panel, "seat1.slot0")
    click(qtbot, panel, "seat1.random")
    assert made.cards() == ["AhKh", "random", ""]
    assert not part(panel, "seat1.fold").hasFocus()
    assert part(panel, "seat2.slot0").hasFocus()
    assert part(panel, "seat1.fold").focusPolicy() == Qt.FocusPolicy.TabFocus


def test_the_slash_key_means_the_empty_seat_when_no_seat_has_the_focus():
    t = table(seats=("AhKh", ""))
    wished = []
    t.table_input.text_wished.connect(wished.append)
    t.table_input.focus(Slot("board"))
    t.table_input.type_text("/")
    t.table_input.focus(Slot("seat", 0, 1))
    t.table_input.type_text("/")
    assert wished == [1, 0]


def test_another_table_starts_at_its_first_free_slot():
    t = table(seats=("AhKh", "QhQd"))
    t.table_input.focus(Slot("seat", 1, 1))
    t.document.replace("New", Scenario("holdem", (Seat("Hero", ""), Seat("Seat 2", ""))))
    t.table_input.restart()
    assert t.table_input.slot == Slot("seat", 0, 0)
