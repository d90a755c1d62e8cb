"""Made hands in groups against their classes."""

import numpy as np
import pytest

from engine.cards import combo_text, parse_cards
from engine.made.hands import GROUPS, hand_groups, made_hands
from engine.made.names import DRAWS, MADE

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
