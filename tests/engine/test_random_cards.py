"""Hands and flops at random: from what is left, by the weights of a range, each as often as it should be."""

from collections import Counter

import numpy as np
import pytest

from engine import Scenario, Seat, problems
from engine.cards import parse_cards
from engine.table.random_cards import NothingLeftError, random_flop, random_hand
from engine.table.slots import seat_slot_texts


def table(*hands, game="holdem", **cards):
    return Scenario(game, tuple(Seat(f"Seat {i + 1}", text) for i, text in enumerate(hands)), **cards)


@pytest.fixture
def generator():
    return np.random.default_rng(1)


def test_a_hand_is_of_live_cards(generator):
    before = table("", "AhKh", board="7h 8h 2c", dead="Ks")
    known = {card for text in ("AhKh", "7h 8h 2c", "Ks") for card, _ in parse_cards(text)}
    seen = Counter()
    for _ in range(2000):
        after = random_hand(before, 0, generator)
        cards = {card for card, _ in parse_cards(after.seats[0].cards)}
        assert len(cards) == 2
        assert not cards & known
        assert not problems(after, at_once=True)
        seen.update(cards)
    assert len(seen) == 52 - len(known)
    assert max(seen.values()) < 2 * min(seen.values())


def test_a_hand_of_a_range_comes_by_its_weights_and_the_streets_stay(generator):
    before = table("AhAd, KhKd:0.25 > flop top pair+", "QQ")
    result = Counter(random_hand(before, 0, generator).seats[0].cards for _ in range(1000))
    assert set(result) == {"AhAd > flop top pair+", "KhKd > flop top pair+"}
    assert 3.2 < result["AhAd > flop top pair+"] / result["KhKd > flop top pair+"] < 5
    with pytest.raises(NothingLeftError):
        random_hand(table("AhAd, AhKs", "QQ", dead="Ah"), 0, generator)


def test_missing_cards_of_a_razz_hand_are_dealt(generator):
    for text, kept in (("", ("x", "x", "x")), ("x x 9 2", ("x", "x", "9")), ("A x x", ("A", "x", "x"))):
        after = random_hand(table(text, "7", game="razz"), 0, generator)
        slots = seat_slot_texts(after, 0)
        assert all(now == was or was == "x" for now, was in zip(slots, kept, strict=False))
        assert "x" not in slots[:3]
        assert slots[3] == ("2" if text.endswith("2") else "x")
    before = table("A 2 3", "7", game="razz")
    assert len({random_hand(before, 0, generator).seats[0].cards for _ in range(20)}) > 10
    assert len(seat_slot_texts(random_hand(table("A29, 34K", game="razz"), 0, generator), 0)) == 7
    with pytest.raises(NothingLeftError):
        random_hand(table("", game="razz", dead=" ".join("A23456789TJQK" * 4)), 0, generator)


def test_ranks_are_dealt_in_proportion_to_their_live_cards(generator):
    before = table("A 2 x", game="razz", dead="9 9 9 K K")
    doors = Counter(seat_slot_texts(random_hand(before, 0, generator), 0)[2] for _ in range(4000))
    assert doors["9"] * 4 == pytest.approx(doors["8"], rel=0.3)
    assert doors["K"] * 2 == pytest.approx(doors["8"], rel=0.25)


def test_a_flop_takes_the_place_of_the_board(generator):
    before = table("AhKh", "QQ", board="7h 8h 2c Ts", dead="Ks")
    flops = {random_flop(before, generator).board for _ in range(200)}
    assert len(flops) > 150
    for flop in flops:
        assert len(parse_cards(flop)) == 3
        assert not {"Ah", "Kh", "Ks"} & set(flop.split())
    every = " ".join(rank + suit for rank in "23456789TJQKA" for suit in "shdc")
    with pytest.raises(NothingLeftError):
        random_flop(table("", "", dead=every), generator)
