"""The marks at which what remains of a deal (the board to come, uniform seats) takes its cards: see ``windows``.

Any marks give fair deals; the choice decides how much two deals have in common. The best marks put the cards that meet
in a showdown, those of the board and of one seat, at different distances on the circle: each pair of cards then meets
at most once in the windows of a set.
"""

from functools import cache
from itertools import combinations
from math import gcd
from random import Random

import numpy as np

from engine.kernels.holdem.windows import Marks

BOARDS_TRIED = 16

MOST_SETS = 4
"""Windows of many sets have too much in common, those of few take many shuffles."""

Hands = list[tuple[int, int]]


@cache
def remaining_marks(size: int, to_come: int, uniform: int) -> Marks:
    """Return sets of marks of ``to_come`` board cards and ``uniform`` hands on a circle of ``size`` cards.

    In a set the marks of the board are differently far apart, and together with each hand as nearly so as is found.
    Multiplied by a number without a factor in common with ``size`` it is such a set again.
    """
    random = Random(size)
    layouts = [_layout(_board(size, to_come, random), size, uniform) for _ in range(BOARDS_TRIED if uniform else 1)]
    board, hands, _ = min(layouts, key=lambda layout: layout[2])
    factors = np.array([f for f in range(1, size // 2 + 1) if gcd(f, size) == 1][:MOST_SETS] or [1])
    boards = np.array(board, dtype=np.int64) * factors[:, None] % size
    pairs = np.array(hands, dtype=np.int64).reshape(-1, 2) * factors[:, None, None] % size
    return Marks(boards, pairs, int(max(boards.max(initial=0), pairs.max(initial=0))))


def _board(size: int, to_come: int, random: Random) -> list[int]:
    """Return marks of a board, differently far apart where there is room for it."""
    board: list[int] = []
    for _ in range(to_come):
        free = [mark for mark in range(size) if mark not in board]
        apart = len(board) * (len(board) + 1) // 2
        fair = [mark for mark in free if _distances([*board, mark], size).bit_count() == apart]
        board.append(random.choice(fair or free))
    return board


def _layout(board: list[int], size: int, uniform: int) -> tuple[list[int], Hands, int]:
    """Add the marks of hands to those of a board; return also how many distances are missing to perfection."""
    among = _distances(board, size)
    free = [mark for mark in range(size) if mark not in board]
    to_board = {mark: sum({1 << _distance(mark, m, size) for m in board}) for mark in free}

    def different(hand: tuple[int, int]) -> int:
        a, b = hand
        return (among | to_board[a] | to_board[b] | 1 << _distance(a, b, size)).bit_count()

    hands: Hands = []
    taken: set[int] = set()
    for hand in sorted(combinations(free, 2), key=different, reverse=True):
        if len(hands) < uniform and not taken & set(hand):
            hands.append(hand)
            taken |= set(hand)
    return board, hands, -sum(different(hand) for hand in hands)


def _distances(marks: list[int], size: int) -> int:
    """Return the distances between marks on a circle as a mask of bits."""
    mask = 0
    for a, b in combinations(marks, 2):
        mask |= 1 << _distance(a, b, size)
    return mask


def _distance(a: int, b: int, size: int) -> int:
    return min((a - b) % size, (b - a) % size)
