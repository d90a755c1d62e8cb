"""Made hands in a few groups, as pictures colour them: each combo in the first that fits."""

from collections.abc import Sequence

import numpy as np

from engine.arrays import I64
from engine.made.hands import made_hands
from engine.made.names import DRAWS, MADE

GROUPS = ("two pair or better", "overpair", "top pair", "other pairs", "draws", "no pair")
"""The groups, the best first. Draws are flush draws, open-ended and gutshots without a pair; the rest of the hands
without a pair, and those that play the board, have nothing yet."""
LAST_MADE = ("two pair", "overpair", "top pair", "low pair")
"""The last made class of each group but the last two."""
DRAWING = ("flush draw", "open-ended", "gutshot")


def hand_groups(board: Sequence[int]) -> I64:
    """Return the place in ``GROUPS`` of each combo on a board of 3 to 5 cards, int64[1326]; -1 where it holds a card of
    the board.

    Raises:
        ValueError: the board has another number of cards.
    """
    hands = made_hands(board)
    ends = np.array([MADE.index(name) for name in LAST_MADE])
    found = np.searchsorted(ends, hands.made)
    drawing = np.any([hands.draws[DRAWS.index(name)] for name in DRAWING], axis=0)
    found = np.where((found == len(ends)) & ~drawing, len(ends) + 1, found)
    return np.where(hands.made < 0, -1, found).astype(np.int64)
