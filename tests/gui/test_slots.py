"""Where cards lie: pure functions, checked by example and by property."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Scenario, Seat
from engine.cards import card_text
from engine.table.first_to_act import first_to_act
from engine.table.hand_texts import plain_cards
from engine.table.slots import (
    Slot,
    card_slots,
    first_free_slot,
    last_card_slot,
    move_card,
    next_slot,
    rank_slots,
    seat_slot_texts,
    table_order,
    token_at,
    with_card,
    with_rank,
    without_card,
)

AH, KD, QC, TWO_S = 49, 46, 43, 0


def holdem(*texts, board="", dead=""):
    return Scenario("holdem", tuple(Seat(f"S{i}", t) for i, t in enumerate(texts)), board=board, dead=dead)


def razz(*texts, dead="", folded=()):
    return Scenario("razz", tuple(Seat(f"S{i}", t, i in folded) for i, t in enumerate(texts)), dead=dead)


def test_a_card_lies_in_one_place_only():
    before = holdem("AhKd", "", board="Qc")
    after = with_card(before, Slot("board", index=1), AH)
    assert (after.seats[0].cards, after.board) == ("Kd", "Qc Ah")


def test_a_card_replaces_the_one_in_its_slot():
    after = with_card(holdem("AhKd"), Slot("seat", 0, 1), QC)
    assert after.seats[0].cards == "AhQc"


def test_the_two_cards_of_a_hand_change_places():
    after = with_card(holdem("AhKd"), Slot("seat", 0, 0), KD)
    assert after.seats[0].cards == "KdAh"


def test_a_card_starts_a_hand_where_a_range_was():
    assert with_card(holdem("22+, AK"), Slot("seat", 0, 1), AH).seats[0].cards == "Ah"


def test_moving_to_a_taken_slot_exchanges_the_cards():
    after = move_card(holdem("AhKd", board="Qc"), Slot("board"), Slot("seat", 0, 1))
    assert (after.seats[0].cards, after.board) == ("AhQc", "Kd")


def test_moving_within_the_board_leaves_no_gap():
    after = move_card(holdem("", board="Ah Kd Qc"), Slot("board", index=0), Slot("board", index=4))
    assert after.board == "Kd Qc Ah"


def test_razz_ranks_keep_their_places():
    after = without_card(razz("A 2 9 K"), Slot("seat", 0, 1))
    assert seat_slot_texts(after, 0) == ("A", "x", "9", "K", "x", "x", "x")
    assert without_card(without_card(razz("A 2"), Slot("seat", 0, 1)), Slot("seat", 0, 0)).seats[0].cards == ""


def test_razz_cards_move_between_seats_and_dead_tray():
    after = move_card(razz("A 2 9", dead="K"), Slot("seat", 0, 2), Slot("dead", index=1))
    assert (seat_slot_texts(after, 0)[:3], after.dead) == (("A", "2", "x"), "K 9")


def test_the_particular_card_of_a_group_is_taken_too():
    scenario = razz("(7-7-7)", "A 7", dead="10h 7")
    assert seat_slot_texts(scenario, 0)[:3] == ("7-", "7-", "7")
    assert rank_slots(scenario)[6] == [Slot("seat", 0, 2), Slot("seat", 1, 1), Slot("dead", index=1)]
    assert rank_slots(scenario)[9] == [Slot("dead", index=0)]


def test_several_hands_show_what_all_of_them_have():
    """The door of a range has left the deck, whether its down cards are one text or several; what differs has not."""
    scenario = replace(razz("15%7", "A28, A29", "xx9, !(8-8-)9", "A3Z, A39"), dead="K")
    places = {rank: slots for rank, slots in rank_slots(scenario).items() if slots}
    assert places == {
        0: [Slot("seat", 1, 0)], 1: [Slot("seat", 1, 1)], 6: [Slot("seat", 0, 2)], 8: [Slot("seat", 2, 2)],
        12: [Slot("dead")],
    }  # fmt: skip


def test_several_hands_show_no_slots():
    assert seat_slot_texts(razz("A29, A39"), 0) is None


def test_the_focus_goes_through_the_table_in_dealing_order():
    scenario = holdem("AhKd", "22+", "", board="2c")
    assert first_free_slot(scenario) == Slot("seat", 2, 0)
    assert next_slot(scenario, Slot("seat", 2, 1)) == Slot("board", index=1)
    full = holdem("AhKd", "22+", board="2c 3c 4c 5c 7c")
    assert first_free_slot(full) == Slot("dead")


def test_razz_deals_the_hero_then_the_doors_then_street_by_street():
    scenario = razz("", "", "", folded=(2,))
    order = table_order(scenario)
    assert order[:5] == [
        Slot("seat", 0, 0),
        Slot("seat", 0, 1),
        Slot("seat", 0, 2),
        Slot("seat", 1, 2),
        Slot("seat", 2, 2),
    ]
    assert order[5:7] == [Slot("seat", 0, 3), Slot("seat", 1, 3)]
    assert next_slot(scenario, Slot("seat", 1, 0)) == Slot("seat", 1, 1)
    assert next_slot(scenario, Slot("seat", 1, 1)) == Slot("seat", 1, 2)


def test_backspace_finds_the_card_before():
    scenario = holdem("AhKd", "")
    assert last_card_slot(scenario, Slot("seat", 1, 0)) == Slot("seat", 0, 1)
    assert last_card_slot(holdem("", ""), Slot("seat", 1, 0)) is None


@st.composite
def tables(draw):
    deck = draw(st.permutations(range(52)))
    sizes = [draw(st.integers(0, 2)) for _ in range(draw(st.integers(1, 4)))]
    texts, at = [], 0
    for size in sizes:
        texts.append("".join(card_text(c) for c in deck[at : at + size]))
        at += size
    board = draw(st.integers(0, 5))
    dead = draw(st.integers(0, 4))
    cut = (at, at + board, at + board + dead)
    return holdem(
        *texts,
        board=" ".join(card_text(c) for c in deck[cut[0] : cut[1]]),
        dead=" ".join(card_text(c) for c in deck[cut[1] : cut[2]]),
    )


def all_cards(scenario):
    texts = [*(s.cards for s in scenario.seats), scenario.board, scenario.dead]
    return sorted(c for text in texts for c in plain_cards(text))


@given(tables(), st.data())
def test_moving_keeps_every_card_once(scenario, data):
    places = list(card_slots(scenario).values())
    if places:
        source = data.draw(st.sampled_from(places))
        target = data.draw(st.sampled_from(table_order(scenario)))
        assert all_cards(move_card(scenario, source, target)) == all_cards(scenario)


@given(tables(), st.integers(0, 51), st.data())
def test_putting_a_card_down_puts_it_there_and_loses_at_most_one_other(scenario, card, data):
    target = data.draw(st.sampled_from(table_order(scenario)))
    after = with_card(scenario, target, card)
    place = card_slots(after)[card]
    assert (place.area, place.seat) == (target.area, target.seat)
    cards = all_cards(after)
    assert len(cards) == len(set(cards))
    assert set(all_cards(scenario)) - set(cards) <= {c for c in all_cards(scenario) if c != card}
    assert len(set(all_cards(scenario)) - set(cards)) <= 1


@given(tables(), st.data())
def test_taking_back_takes_that_card_only(scenario, data):
    taken = card_slots(scenario)
    if taken:
        card = data.draw(st.sampled_from(sorted(taken)))
        assert set(all_cards(scenario)) - set(all_cards(without_card(scenario, taken[card]))) == {card}


@given(st.lists(st.integers(0, 12), min_size=1, max_size=7, unique=True), st.data())
def test_a_razz_rank_put_down_is_found_there_and_taken_back(ranks, data):
    scenario = razz("")
    for i, rank in enumerate(ranks):
        scenario = with_rank(scenario, Slot("seat", 0, i), rank)
    rank = data.draw(st.sampled_from(ranks))
    (place,) = rank_slots(scenario)[rank]
    assert place == Slot("seat", 0, ranks.index(rank))
    assert token_at(without_card(scenario, place), place) is None


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (("A 2 9", "x x K", "x x Q"), ("bring-in", (1,))),
        (("A 2 9", "x x 9"), ("bring-in", (0, 1))),
        (("A 2 9h", "x x 9s"), ("bring-in", (1,))),
        (("A 2 9s", "x x 9"), ("bring-in", (0, 1))),
        (("A 2 Ac", "x x Ad"), ("bring-in", (1,))),
        (("A 2 9", "(7-7-7)"), ("bring-in", (0,))),
        (("A 2 9", ""), None),
        (("A 2 9",), None),
        (("A 2 9 3", "x x K 2"), ("acts first", (0,))),
        (("A 2 9 9", "x x K Q"), ("acts first", (1,))),
        (("A 2 9 3", "x x 3 9"), ("acts first", (0, 1))),
        (("x x A A 2 2", "x x K K Q J"), ("acts first", (1,))),
        (("A 2 9 3 4", "x x K 2"), ("acts first", (0,))),
    ],
)
def test_who_acts_first_in_razz(texts, expected):
    assert first_to_act(razz(*texts)) == expected


def test_a_folded_seat_may_have_brought_it_in_but_does_not_act():
    assert first_to_act(razz("A 2 9", "x x K", "x x 4", folded=(1,))) == ("bring-in", (1,))
    assert first_to_act(razz("A 2 9 3", "x x 2 A", "x x 8 7", folded=(1,))) == ("acts first", (2,))


def test_nobody_is_marked_in_holdem():
    assert first_to_act(holdem("AhKd", "QcQd")) is None
    assert first_to_act(replace(razz("A 2 9", "x x K"), game="holdem")) is None
