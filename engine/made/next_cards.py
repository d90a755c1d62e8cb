"""The effect of the next card on the board of hold'em: groups of cards, each card in the first that fits."""

from collections.abc import Sequence
from typing import Literal, get_args

from engine.cards import rank_of, suit_of

CardGroup = Literal["flush completes", "board pairs", "straightens", "overcard", "blank"]
GROUPS: tuple[CardGroup, ...] = get_args(CardGroup)
"""The groups, in the order in which they are tried.

``flush completes``: the third or fourth card of a suit on the board, or the fifth; ``board pairs``: a rank that lies
there already; ``straightens``: with it two hole cards make a straight that they could not make before; ``overcard``:
above all cards of the board; ``blank``: nothing of all that.
"""

FROM_BOARD = 3
"""Cards of a flush or straight that the board has to have: two are in the hand."""

STRAIGHTS = tuple({(top - i) % 13 for i in range(5)} for top in range(3, 13))
"""The ranks of each straight, the wheel first."""


def card_group(board: Sequence[int], card: int) -> CardGroup:
    """Return the effect of ``card`` on ``board``, three or four other cards."""
    ranks = {rank_of(shown) for shown in board}
    if sum(suit_of(shown) == suit_of(card) for shown in board) + 1 >= FROM_BOARD:
        return "flush completes"
    if rank_of(card) in ranks:
        return "board pairs"
    if any(rank_of(card) in straight and len(straight & ranks) == FROM_BOARD - 1 for straight in STRAIGHTS):
        return "straightens"
    return "overcard" if rank_of(card) > max(ranks) else "blank"
