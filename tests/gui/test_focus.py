"""Where the next card goes when widgets under the keyboard focus vanish, and what takes the focus at all."""

import pytest
from PySide6.QtCore import Qt

from engine import Scenario, Seat
from engine.table.slots import Slot
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
    t.table_input.text_requested.connect(wished.append)
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


def test_enter_in_a_text_goes_back_to_the_cards_so_that_the_slash_key_fills_seat_after_seat(show, qtbot):
    made, panel = show(seats=("", "", ""))
    for seat, text in enumerate(("TT+", "AKs")):
        entry = part(panel, f"seat{seat}.text")
        made.table_input.type_text("/")
        assert entry.hasFocus()
        qtbot.keyClicks(entry, text)
        qtbot.keyClick(entry, Qt.Key.Key_Return)
    assert made.cards() == ["TT+", "AKs", ""]
    assert part(panel, "seat2.slot0").hasFocus()


def test_enter_stays_at_a_text_that_cannot_be_read(show, qtbot):
    made, panel = show(seats=("", ""))
    entry = part(panel, "seat0.text")
    made.table_input.type_text("/")
    qtbot.keyClicks(entry, "AKx+")
    qtbot.keyClick(entry, Qt.Key.Key_Return)
    assert entry.hasFocus()
    assert entry.problem is not None


def test_a_text_takes_the_half_typed_card_away(show, qtbot):
    made, panel = show(seats=("", ""))
    made.table_input.type_text("q")
    assert made.table_input.pending_rank == "Q"
    made.table_input.type_text("/")
    assert part(panel, "seat0.text").hasFocus()
    assert made.table_input.pending_rank is None


def test_a_long_text_is_shown_from_its_beginning_once_it_is_left(show, qtbot):
    _, panel = show(seats=("", "KK"))
    entry = part(panel, "seat0.text")
    entry.setFocus()
    qtbot.keyClicks(entry, "22+, A2s+, K9s+, QTs+, JTs, T9s, 98s, 87s, AJo+, KQo")
    assert entry.cursorPosition() == len(entry.text())
    part(panel, "seat1.text").setFocus(Qt.FocusReason.TabFocusReason)
    assert entry.cursorPosition() == 0
