"""Showdowns of three hands: all boards of single hands, and sums over classes of hands one by one."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, product
from math import comb
from typing import Any

import numpy as np

from engine.cards import parse_cards
from engine.kernels.holdem.high import evaluate_hands
from engine.kernels.tables import high_tables
from engine.preflop.showdowns import ORDERS_OF_THREE, UNIT


def orders(hands: Sequence[str]) -> dict[tuple[int, ...], float]:
    """Return the probability of each order of three hands of known cards, over all boards."""
    cards = [[card for card, _ in parse_cards(hand)] for hand in hands]
    left = [card for card in range(52) if not any(card in hand for hand in cards)]
    boards = np.fromiter(combinations(left, 5), np.dtype((np.int8, 5)), comb(len(left), 5))
    values = np.zeros((3, len(boards)), np.uint16)
    for seat, hand in enumerate(cards):
        seven = np.hstack([np.tile(np.array(hand, np.int8), (len(boards), 1)), boards])
        evaluate_hands(seven, high_tables(), values[seat])
    signs = np.sign(values[[0, 0, 1]].astype(int) - values[[1, 2, 2]])
    _, at, counts = np.unique(np.array([9, 3, 1]) @ signs, return_index=True, return_counts=True)
    result = Counter(dict.fromkeys(ORDERS_OF_THREE, 0.0))
    for (first, second, third), count in zip(signs[:, at].T.tolist(), counts.tolist(), strict=True):
        worse = [(first < 0) + (second < 0), (first > 0) + (third < 0), (second > 0) + (third > 0)]
        result[tuple(sorted(set(worse)).index(number) for number in worse)] += count / len(boards)
    return dict(result)


def sums(table: Any, given: Any, weights: Any, axis: int) -> Any:
    """Return the showdowns of a jammer and two callers by the class of one of them and by order."""
    size = len(given)
    result = np.zeros((size, 13))
    for hands in product(range(size), repeat=3):
        one, two, three = sorted(hands)
        row = table[three * (three + 1) * (three + 2) // 6 + two * (two + 1) // 2 + one]
        seats = sorted(range(3), key=lambda seat: hands[seat])
        weight = given[hands[0], hands[1]] * given[hands[0], hands[2]]
        for seat in range(3):
            weight *= weights[seat][hands[seat]]
        for order, places in enumerate(ORDERS_OF_THREE):
            by_seat = tuple(place for _, place in sorted(zip(seats, places, strict=True)))
            result[hands[axis], ORDERS_OF_THREE.index(by_seat)] += weight * row[order] / UNIT
    return result
