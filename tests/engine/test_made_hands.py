"""Made classes and draws of all combos on a board, against the naive reference."""

import random

import numpy as np
import pytest

from engine.cards import card_text, combo_text, parse_cards
from engine.ranges.made_hands import GROUPS, hand_groups, made_hands
from engine.ranges.made_names import CELLS, DRAWS, MADE, RANKS, cell_name
from tests.reference import naive_made

DECK = [card_text(card) for card in range(52)]
BOARDS = [
    "7h7d7c", "5s4d3c", "KsKd2h", "Ah2h3h", "AhKhQh", "TsJsQs", "9c7dAs", "2c2d2h", "QhJh9h",
    "AhKhQhJh", "Ts9s8s7s", "7h7d7c7s", "KsKdKh2c", "AsAdKhKc", "2s3s4s5d", "Ah2c3d4h",
    "7h7d7c7sKd", "AhKdQcJsTd", "7h7dKcKs2h", "9h6h4h2hKh", "KsKdKhQsQd", "5h4h3h2hAh", "2s3d4h5c9h",
]  # fmt: skip


def numbers(board):
    return [card for card, _ in parse_cards(board)]


def check(board, hands):
    values, texts = made_hands(numbers("".join(board))), list(board)
    for hand in hands:
        cards = [combo_text(hand)[:2], combo_text(hand)[2:]]
        if set(cards) & set(texts):
            assert values.made[hand] == -1
            assert values.kicker[hand] == -1
            assert not values.draws[:, hand].any()
            continue
        name, kicker = naive_made.made(cards, texts)
        assert MADE[values.made[hand]] == name, (cards, texts)
        assert (RANKS[values.kicker[hand]] if values.kicker[hand] >= 0 else None) == kicker, (cards, texts)
        drawn = {DRAWS[i] for i in np.flatnonzero(values.draws[:, hand])}
        assert drawn == naive_made.draws(cards, texts), (cards, texts)


@pytest.mark.parametrize("board", BOARDS)
def test_every_combo_on_boards_of_every_kind(board):
    cards = [board[i : i + 2] for i in range(0, len(board), 2)]
    check(cards, range(1326) if len(cards) < 5 else range(0, 1326, 5))


@pytest.mark.parametrize("size", [3, 4, 5])
def test_random_boards(size):
    generator = random.Random(size)
    for _ in range(40):
        check(generator.sample(DECK, size), generator.sample(range(1326), 40))


def test_the_cells_of_combos_are_those_of_the_classes():
    result = made_hands(numbers("9c7dAs"))
    cells = result.cells()
    listed = result.cells_of_combo()
    assert cells.shape == (CELLS, 1326)
    for combo in range(1326):
        assert [c for c in listed[combo] if c >= 0] == np.flatnonzero(cells[:, combo]).tolist()
    assert [cell_name(c) for c in (0, 9, 17, 29, 30)] == [
        "straight flush", "top pair", "top pair, deuce kicker", "top pair, ace kicker", "flush draw"
    ]  # fmt: skip


def test_the_order_of_the_board_does_not_matter_and_its_size_does():
    assert made_hands(numbers("9c7dAs")) is made_hands(numbers("As9c7d"))
    for board in ("", "AsKs"):
        with pytest.raises(ValueError, match="three to five cards"):
            made_hands(numbers(board))


PAIRS = {"pocket pair below top", "second pair", "low pair"}


def expected(name, draws):
    if name in ("overpair", "top pair"):
        return name
    if name in PAIRS:
        return "other pairs"
    if name in ("ace high", "king high", "nothing", "plays the board"):
        return "draws" if draws & {"flush draw", "open-ended", "gutshot"} else "no pair"
    return "two pair or better"


@pytest.mark.parametrize("board", ["7h8h2c", "KsKd2h7c", "2s3d4h5c9h", "AhKhQhJhTh"])
def test_every_combo_is_in_its_group(board):
    cards = [card for card, _ in parse_cards(board)]
    groups, hands = hand_groups(cards), made_hands(cards)
    for combo in range(1326):
        if hands.made[combo] < 0:
            assert groups[combo] == -1
            continue
        draws = {DRAWS[i] for i in np.flatnonzero(hands.draws[:, combo])}
        wanted = expected(MADE[hands.made[combo]], draws)
        assert GROUPS[groups[combo]] == wanted, combo_text(combo)
