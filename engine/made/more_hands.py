"""Hands that filters name beside the cells of ``names``: by how many hole cards, the best flush, draws of two cards."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

import numpy as np

from engine.arrays import Bools
from engine.cards import COMBOS
from engine.made.hands import DRAWING, MadeHands, made_hands, straights
from engine.made.names import DRAWS, MADE

FLOP = 3
KEPT_BOARDS = 16

_Hands = Callable[[Sequence[int], MadeHands], Bools]


def more_hands(name: str, board: Sequence[int]) -> Bools:
    """Return which combos are ``name``, one of ``MORE_HANDS``, on a board of 3 to 5 cards; bool[1326], read-only.

    Raises:
        ValueError: the board has another number of cards.
    """
    return _more_hands(name, tuple(sorted(int(card) for card in board)))


@lru_cache(maxsize=KEPT_BOARDS)
def _more_hands(name: str, board: tuple[int, ...]) -> Bools:
    result = MORE_HANDS[name](board, made_hands(board))
    result.setflags(write=False)
    return result


def _any_draw(_: Sequence[int], hands: MadeHands) -> Bools:
    return np.asarray(np.any([hands.draws[DRAWS.index(name)] for name in DRAWING], axis=0))


def _flush_draw_by(count: int) -> _Hands:
    def hands_of(board: Sequence[int], hands: MadeHands) -> Bools:
        drawn = np.zeros(len(COMBOS), np.bool_)
        for suit in range(4):
            held = np.equal(COMBOS % 4, suit).sum(axis=1)
            drawn |= (held == count) & (held + sum(card % 4 == suit for card in board) == 4)
        return np.asarray(drawn & hands.draws[DRAWS.index("flush draw")])

    return hands_of


def _nut_flush(board: Sequence[int], hands: MadeHands) -> Bools:
    best = np.zeros(len(COMBOS), np.bool_)
    for suit in range(4):
        on_board = {card // 4 for card in board if card % 4 == suit}
        if len(on_board) >= FLOP:
            best |= np.equal(COMBOS, 4 * max(set(range(13)) - on_board) + suit).any(axis=1)
    return np.asarray(best & (hands.made == MADE.index("flush")))


def _backdoor_straight_draw(board: Sequence[int], hands: MadeHands) -> Bools:
    if len(board) != FLOP:
        return np.zeros(len(COMBOS), np.bool_)
    tops = straights().astype(np.int64)
    shown = sum({1 << card // 4 for card in board})
    own = shown | np.bitwise_or.reduce(1 << COMBOS.astype(np.int64) // 4, axis=1)
    two = np.array([1 << a | 1 << b for a in range(13) for b in range(a)])
    ways = (tops[own[:, None] | two] > tops[shown | two]).any(axis=1)
    drawing = hands.draws[DRAWS.index("open-ended")] | hands.draws[DRAWS.index("gutshot")]
    return np.asarray(ways & ~drawing & (hands.made > MADE.index("straight")))


MORE_HANDS: Mapping[str, _Hands] = {
    "any draw": _any_draw,
    "two-card flush draw": _flush_draw_by(2),
    "one-card flush draw": _flush_draw_by(1),
    "backdoor straight draw": _backdoor_straight_draw,
    "nut flush": _nut_flush,
}
"""``any draw``: a flush draw, open-ended or a gutshot. ``two-card flush draw``: both hole cards are of its suit.
``backdoor straight draw``: on the flop, two more cards make a better straight than they make with the board, and one
alone does not. ``nut flush``: a flush with the highest card of its suit that is not on the board."""
