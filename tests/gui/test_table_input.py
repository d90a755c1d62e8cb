"""Clicks, keys, drags and pastes become edits of the document, and the focus moves on."""

import pytest

from engine import Seat
from engine.cards import card_text, parse_cards
from engine.table.slots import Slot
from tests.gui.table_fakes import table

pytestmark = pytest.mark.usefixtures("qapp")


def card(text):
    return parse_cards(text)[0][0]


def type_(table_, text):
    return [table_.table_input.type_text(sign) for sign in text]


@pytest.fixture
def refusals():
    return []


def test_clicks_fill_the_hands_one_after_the_other():
    t = table()
    for text in ("Ah", "Ad", "Kh", "Kd", "2c"):
        t.table_input.click_card(card(text))
    assert t.cards() == ["AhAd", "KhKd"]
    assert t.scenario.board == "2c"
    assert t.table_input.slot == Slot("board", index=1)


def test_a_click_on_a_taken_card_frees_it_and_focuses_the_free_place():
    t = table(seats=("AhAd", "KhKd"))
    t.table_input.click_card(card("Ah"))
    assert t.cards() == ["Ad", "KhKd"]
    assert t.table_input.slot == Slot("seat", 0, 1)
    t.table_input.click_card(card("Qs"))
    assert t.cards() == ["AdQs", "KhKd"]


def test_one_click_is_one_undo_step():
    t = table()
    t.table_input.click_card(card("Ah"))
    t.table_input.click_card(card("Ad"))
    t.document.undo_stack.undo()
    assert t.cards() == ["Ah", ""]


def test_typing_puts_cards_down_and_shows_the_pending_rank():
    t = table()
    type_(t, "a")
    assert t.table_input.pending_rank == "A"
    type_(t, "h")
    assert t.table_input.pending_rank is None
    type_(t, "10Dkd")
    assert t.cards() == ["AhTd", "Kd"]


def test_typing_ignores_what_is_no_card():
    """Away from the slots, at the board and behind half a card there; at a slot it is a text (test_typed_ranges)."""
    t = table()
    assert [t.table_input.type_text(sign, at_slot=False) for sign in "zh!"] == [False, False, False]
    assert t.cards() == ["", ""]
    messages = []
    t.table_input.refused.connect(lambda problem: messages.append(problem.message))
    t.table_input.focus(Slot("board"))
    type_(t, "TT+, AQs+")
    assert (t.scenario.board, t.cards(), t.table_input.pending_rank) == ("", ["", ""], None)
    assert messages == [f"{text} is not a card: type a rank and a suit, e.g. Qs" for text in ("TT", "AQ")]


def test_typing_a_taken_card_is_refused_and_takes_nothing_away(refusals):
    t = table(seats=("AhAd", ""))
    t.table_input.refused.connect(refusals.append)
    type_(t, "ah")
    assert t.cards() == ["AhAd", ""]
    assert [p.message for p in refusals] == ["Ah is taken: Seat 1, first card"]


def test_pasting_a_taken_card_puts_none_down(refusals):
    t = table(seats=("AhAd", ""))
    t.table_input.refused.connect(refusals.append)
    t.table_input.paste("Kh Ah")
    assert t.cards() == ["AhAd", ""]
    assert [(p.field, p.position) for p in refusals] == [("clipboard", 3)]


def test_backspace_takes_back_the_rank_then_the_last_card():
    t = table()
    type_(t, "ahkdq")
    t.table_input.backspace()
    assert t.table_input.pending_rank is None
    assert t.cards() == ["AhKd", ""]
    t.table_input.backspace()
    assert t.cards() == ["Ah", ""]
    assert t.table_input.slot == Slot("seat", 0, 1)


def test_a_card_clicked_into_a_range_starts_a_hand_there():
    t = table(seats=("22+", "KhKd"))
    t.table_input.focus(Slot("seat", 0, 1))
    t.table_input.click_card(card("Ah"))
    assert t.cards() == ["Ah", "KhKd"]
    assert t.table_input.slot == Slot("seat", 0, 1)


def test_moving_a_card_to_the_dead_tray():
    t = table(seats=("AhAd", "KhKd"))
    assert t.table_input.move(Slot("seat", 0, 0), Slot("dead"))
    assert (t.cards(), t.scenario.dead) == (["Ad", "KhKd"], "Ah")
    assert not t.table_input.move(Slot("seat", 0, 1), Slot("dead"))


def test_pasting_puts_down_all_cards_or_none(refusals):
    t = table()
    t.table_input.refused.connect(refusals.append)
    t.table_input.paste("[Ah Kd, Qc]")
    assert t.cards() == ["AhKd", "Qc"]
    t.table_input.paste("2h Zz")
    assert t.cards() == ["AhKd", "Qc"]
    assert [(p.field, p.position) for p in refusals] == [("clipboard", 3)]


def test_razz_typing_hops_from_seat_to_seat_and_f_folds():
    t = table("razz", seats=("", "", ""))
    type_(t, "a29")
    assert t.table_input.slot == Slot("seat", 1, 2)
    type_(t, "kf10")
    assert [s.cards for s in t.scenario.seats] == ["A 2 9", "x x K", "x x T"]
    assert [s.folded for s in t.scenario.seats] == [False, True, False]
    assert t.table_input.slot == Slot("seat", 0, 3)


def test_a_fifth_card_of_a_rank_is_refused_and_nothing_changes(refusals):
    t = table("razz", seats=("7 7 7", "A 2 7"))
    t.table_input.refused.connect(refusals.append)
    t.table_input.focus(Slot("dead"))
    assert not t.table_input.put_rank(6)
    assert len(refusals) == 1
    assert t.scenario.dead == ""


def test_taking_a_rank_back_takes_the_last_one():
    t = table("razz", seats=("7 2 3", "A 4 7"), dead="7")
    t.table_input.take_rank(6)
    assert (t.cards(), t.scenario.dead) == (["7 2 3", "A 4 7"], "")
    t.table_input.take_rank(6)
    assert t.cards() == ["7 2 3", "A 4"]
    assert t.table_input.slot == Slot("seat", 1, 2)


def test_a_card_of_a_group_is_not_torn_out(refusals):
    t = table("razz", seats=("A 2 9", "(7-7-7)"))
    t.table_input.refused.connect(refusals.append)
    t.table_input.take_rank(6)
    assert t.cards() == ["A 2 9", "(7-7-7)"]
    assert [p.field for p in refusals] == ["seats[1].cards"]


def test_the_focus_survives_a_change_of_game_and_of_seats():
    t = table(seats=("AhAd", "KhKd", ""))
    t.table_input.focus(Slot("seat", 2, 1))
    t.document.edit("Remove", seats=t.scenario.seats[:2])
    assert t.table_input.slot == Slot("board")


def test_the_focus_moves_on_when_something_else_fills_its_slot():
    t = table()
    t.document.replace("Open", table(seats=("AhAd", "22+"), board="2c").scenario)
    assert t.table_input.slot == Slot("board", index=1)


def test_undo_brings_the_focus_back_to_the_place_that_is_free_again():
    t = table(seats=("AhAd", "KhKd"))
    t.table_input.click_card(card("2c"))
    t.document.undo_stack.undo()
    assert t.table_input.slot == Slot("board", index=0)


def test_street_cards_go_to_a_hand_in_brackets():
    t = table("razz", seats=("A 2 9", "(7-7-7)"))
    t.table_input.put_rank(4, Slot("seat", 1, 3))
    assert t.cards() == ["A 2 9", "(7- 7- 7) 5"]
    t.table_input.put_rank(0, Slot("seat", 1, 1))
    assert t.cards() == ["A 2 9", "(7- A 7) 5"]
    t.table_input.clear(Slot("seat", 1, 3))
    assert t.cards() == ["A 2 9", "(7- A 7)"]


def test_the_dead_tray_takes_all_cards_that_the_deal_can_spare():
    t = table(seats=("random", "random"))
    for c in range(43):
        t.table_input.put_card(c, Slot("dead", index=c))
    assert t.scenario.dead.split() == [card_text(c) for c in range(43)]
    assert not t.table_input.put_card(43, Slot("dead", index=43))
    for c in range(43):
        t.table_input.click_card(c)
    assert t.scenario.dead == ""


def test_a_cleared_board_is_filled_from_the_flop_on_again():
    t = table(seats=("AhAd", "KhKd"))
    type_(t, "7h8h2c")
    assert t.table_input.slot == Slot("board", index=3)
    t.document.edit("Clear the board", board="")
    assert t.table_input.slot == Slot("board", index=0)
    t.document.undo_stack.undo()
    t.table_input.focus(Slot("seat", 1, 0))
    t.document.edit("Clear the board", board="")
    assert t.table_input.slot == Slot("seat", 1, 0)


def add_seat(t):
    assert not t.document.edit("Add a seat", seats=(*t.scenario.seats, Seat("New", "")))


def test_the_next_card_goes_to_a_seat_just_added():
    t = table(seats=("AhAd", "22+"))
    t.table_input.focus(Slot("board"))
    add_seat(t)
    assert t.table_input.slot == Slot("seat", 2, 0)
    add_seat(t)
    assert t.table_input.slot == Slot("seat", 2, 0)
    type_(t, "qhqd")
    assert t.cards() == ["AhAd", "22+", "QhQd", ""]


def test_a_removed_seat_that_comes_back_with_its_cards_does_not_take_the_mark():
    t = table(seats=("AhAd", "22+", "KK"))
    t.table_input.focus(Slot("board"))
    assert not t.document.edit("Remove", seats=t.scenario.seats[:2])
    t.document.undo_stack.undo()
    assert t.table_input.slot == Slot("board")


def test_the_next_rank_goes_to_the_door_of_a_razz_seat_just_added():
    t = table("razz", seats=("A 2 9", "x x 7"))
    assert t.table_input.slot == Slot("seat", 0, 3)
    add_seat(t)
    assert t.table_input.slot == Slot("seat", 2, 2)
