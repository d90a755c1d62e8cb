"""Hands that are shown down, in words, and which of them is better."""

import itertools
import random

import pytest

from engine import Scenario, Seat, solve
from engine.cards import parse_cards
from engine.table.hand_words import best_high, best_low, ranked, shown_hand

HIGH = {
    "Ah Kh Qh Jh Th 2c 3d": "a royal flush",
    "5h 4h 3h 2h Ah Kc Kd": "a straight flush, five high",
    "7s 7h 7d 7c Kd Kc 2s": "four sevens",
    "Kd Kc Ks 2s 2h 9c 8d": "a full house, kings over deuces",
    "Ah 9h 7h 4h 2h Kc Kd": "a flush, ace high",
    "Ah 2c 3d 4s 5h Kc Kd": "a straight, five high",
    "Ts 9c 8d 7h 6s 2c 2d": "a straight, ten high",
    "6s 6c 6d Ah Kc 2s 9h": "three sixes",
    "As Ac 8d 8h 3c 3s 2d": "two pair, aces and eights",
    "6s 6c Ad Kh 9c 3s 2d": "a pair of sixes",
    "As Kc 9d 7h 5c 3s 2d": "ace high",
}


@pytest.mark.parametrize(("cards", "words"), HIGH.items())
def test_high_hands(cards, words):
    assert best_high([card for card, _ in parse_cards(cards)]).words == words


def test_low_hands():
    assert best_low([0, 1, 2, 3, 4, 12, 12]).words == "5-4-3-2-A"
    assert best_low([0, 1, 3, 5, 7, 12, 12]).words == "8-6-4-2-A"
    assert best_low([0, 0, 0, 0, 1, 1, 2]).words == "3-2-2-A-A, paired"
    order = [[0, 1, 2, 3, 4], [0, 1, 2, 3, 5], [8, 9, 10, 11, 12], [0, 0, 1, 2, 3], [1, 1, 0, 2, 3], [0, 0, 0, 1, 2]]
    keys = [best_low(ranks).key for ranks in order]
    assert keys == sorted(keys, reverse=True)


@pytest.mark.parametrize("seed", range(12))
def test_the_order_of_hands_is_that_of_the_engine(seed):
    cards = random.Random(seed).sample([f"{r}{s}" for r in "23456789TJQKA" for s in "shdc"], 9)
    seats = (Seat("a", "".join(cards[:2])), Seat("b", "".join(cards[2:4])))
    check(Scenario("holdem", seats, board=" ".join(cards[4:])))
    deck = random.Random(seed).sample([f"{r}{s}" for r in "A234" for s in "shdc"], 14)
    check(Scenario("razz", (Seat("a", " ".join(deck[:7])), Seat("b", " ".join(deck[7:])))))


def check(scenario):
    values = [seat.estimate for seat in solve(scenario).seats]
    best = tuple(i for i in range(2) if values[i].lose == 0)
    places = ranked(scenario, (0, 1))
    assert places[0] == best
    assert sorted(itertools.chain(*places)) == [0, 1]


def test_a_hand_that_is_not_known_is_not_named():
    table = Scenario("holdem", (Seat("a", "AhKh"), Seat("b", "22+")), board="2c 3c 4d 5s 9h")
    assert shown_hand(table, 1) is None
    assert ranked(table, (0, 1)) == ((0,),)
    assert shown_hand(Scenario("razz", (Seat("a", "A 2 3"), Seat("b", "x x 4"))), 0) is None
