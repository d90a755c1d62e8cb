"""The words of a moment of a played hand: the pot, and the pots that it consists of."""

import pytest

from engine.histories.path import HandPath
from gui.pages.histories.page import moment_sentence
from tests.engine.played_hands import hand_of_text
from tests.gui.texts import plain

HAND = """variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [100, 200, {}]
actions = ['d dh p1 AhKh', 'd dh p2 ????', 'd dh p3 ????', 'p3 cbr {}', 'p1 {}', 'p2 {}']
"""


@pytest.mark.parametrize(
    ("stack", "raised", "answers", "pots"),
    [
        (50, 6, ("cc", "f"), ["pot 9", "pot 14", "pot 14"]),  # who has still to act parts no pot
        (6, 6, ("cbr 20", "cc"), ["pot 9", "pot 28", "pot 46 (18 + 28)"]),
        (50, 6, ("cbr 100", "cc"), ["pot 9", "pot 108", "pot 206"]),
    ],
)
def test_only_who_is_all_in_for_less_parts_the_pot(stack, raised, answers, pots):
    hand = hand_of_text(HAND.format(stack, raised, *answers))
    path = HandPath(hand, (None,) * len(hand.moments))
    message = [plain(moment_sentence(path, place)).split(" · ")[1] for place in range(len(hand.moments))]
    assert message[1:4] == pots
