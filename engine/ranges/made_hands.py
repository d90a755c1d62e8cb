"""The made class and the draws of all combos on a board, groups of them for charts, and the effect of the next card.

A combo is in the first group that fits. ``HAND_SETS`` are further sets of hands that street filters name.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Literal, get_args

import numpy as np

from engine.arrays import I8, I64, Bools
from engine.cards import COMBOS, rank_of, suit_of
from engine.ranges.made_names import CELLS, DRAWS, FIRST_DRAW, FIRST_KICKER, MADE
from engine.ranges.patience import if_prepared

BOARD_SIZES = (3, 4, 5)
CACHED_BOARDS = 64
"""Number of boards in the cache: the streets of a table are needed again and again."""

MAX_CELLS_PER_COMBO = 6
"""Maximum number of cells of a combo: its class, a kicker, two flush draws, a straight draw, overcards."""


@dataclass(frozen=True, slots=True, eq=False)
class MadeHands:
    """The made hand and draws of every combo on one board; all arrays are read-only.

    ``made`` int64[1326]: the index of its class in ``MADE``, -1 if it contains a card of the board. ``kicker``
    int64[1326]: the rank (0 deuce to 12 ace) of the kicker of a top pair, else -1. ``draws`` bool[7, 1326]: whether it
    has each of ``DRAWS``.
    """

    made: I64
    kicker: I64
    draws: Bools

    def in_cell(self, cell: int) -> Bools:
        """Return which combos are in ``cell`` (``made_names.CELLS``), bool[1326]."""
        if cell < FIRST_KICKER:
            return np.equal(self.made, cell)
        if cell < FIRST_DRAW:
            return np.equal(self.kicker, cell - FIRST_KICKER)
        return np.asarray(self.draws[cell - FIRST_DRAW])

    def cells(self) -> Bools:
        """Return which combos are in each cell, bool[CELLS, 1326]."""
        return np.array([self.in_cell(cell) for cell in range(CELLS)])

    def cells_of_combo(self) -> I64:
        """Return the cells of each combo, int64[1326, MAX_CELLS_PER_COMBO], padded with -1."""
        listed = np.full((len(COMBOS), MAX_CELLS_PER_COMBO), -1)
        combos, cells = np.nonzero(self.cells().T)
        firsts = np.searchsorted(combos, np.arange(len(COMBOS)))
        listed[combos, np.arange(len(combos)) - firsts[combos]] = cells
        return listed


def made_hands(board: Sequence[int]) -> MadeHands:
    """Return the made hand and draws of every combo on ``board``, three to five cards in any order.

    Raises:
        ValueError: the board has another number of cards.
        NotPrepared: the kernel is not compiled, and this thread does not wait for kernels (``ranges.patience``).
    """
    return _made_hands(tuple(sorted(int(card) for card in board)))


@lru_cache(maxsize=CACHED_BOARDS)
def _made_hands(board: tuple[int, ...]) -> MadeHands:
    """Return the hands on a board whose cards are in ascending order; recent boards are cached."""
    # Imported here so that range texts can be read without Numba as long as no filter needs a board.
    from engine.kernels.holdem.made import DRAW, KICKER, classify_hands
    from engine.kernels.tables import high_tables

    if len(board) not in BOARD_SIZES:
        raise ValueError(f"a board has three to five cards, not {len(board)}")
    codes = np.zeros(len(COMBOS), np.int64)
    arguments = np.array(board, np.int64), COMBOS.astype(np.int64), straights(), high_tables(), np.zeros(13, np.int64)
    if_prepared(lambda: classify_hands(*arguments, codes))
    # A code packs the class, the kicker and the bits of the draws of a combo; it is negative if a card is on the board.
    live = codes >= 0
    masks = np.where(live, codes // DRAW, 0)
    made = MadeHands(
        np.where(live, codes % KICKER, -1),
        np.where(live, codes % DRAW // KICKER, 0) - 1,
        (masks >> np.arange(len(DRAWS))[:, None] & 1).astype(np.bool_),
    )
    for array in (made.made, made.kicker, made.draws):
        array.setflags(write=False)
    return made


@cache
def straights() -> I8:
    """Return the top rank plus one of the best straight in each rank mask, int8[8192]; 0 if there is none."""
    tops = np.zeros(1 << 13, np.int8)
    masks = np.arange(1 << 13)
    # Bit 0 is the ace as the lowest rank, so that the wheel is five bits in a row like any other straight.
    wheel = masks << 1 | masks >> 12 & 1
    for top in range(3, 13):
        tops[wheel >> top - 3 & 31 == 31] = top + 1
    tops.setflags(write=False)
    return tops


GROUPS = ("two pair or better", "overpair", "top pair", "other pairs", "draws", "no pair")
"""The groups, the best first. Draws are flush draws, open-ended straight draws and gutshots without a pair. The last
group contains all other hands without a pair, and those that play the board."""
LAST_MADE = ("two pair", "overpair", "top pair", "low pair")
"""The last made class of each group except the last two."""
DRAWING = ("flush draw", "open-ended", "gutshot")


def hand_groups(board: Sequence[int]) -> I64:
    """Return the index in ``GROUPS`` of each combo on a board of 3 to 5 cards, int64[1326]; -1 if it contains a board
    card.

    Raises:
        ValueError: the board has another number of cards.
    """
    hands = made_hands(board)
    ends = np.array([MADE.index(name) for name in LAST_MADE])
    result = np.searchsorted(ends, hands.made)
    drawing = np.any([hands.draws[DRAWS.index(name)] for name in DRAWING], axis=0)
    result = np.where((result == len(ends)) & ~drawing, len(ends) + 1, result)
    return np.where(hands.made < 0, -1, result).astype(np.int64)


CardGroup = Literal["flush completes", "board pairs", "straightens", "overcard", "blank"]
CARD_GROUPS: tuple[CardGroup, ...] = get_args(CardGroup)
"""Effects of the next card, in the order in which they are tried.

``flush completes``: it is the third, fourth or fifth card of a suit on the board. ``board pairs``: its rank is on the
board already. ``straightens``: two hole cards make a straight with it that they could not make before. ``overcard``: it
is higher than all cards of the board. ``blank``: none of these.
"""

FROM_BOARD = 3
"""Number of board cards in a flush or straight; the other two are in the hand."""

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


FLOP = 3

_Hands = Callable[[Sequence[int], MadeHands], Bools]


def in_hand_set(name: str, board: Sequence[int]) -> Bools:
    """Return which combos are in ``name``, one of ``HAND_SETS``, on a board of 3 to 5 cards; bool[1326], read-only.

    Raises:
        ValueError: the board has another number of cards.
    """
    return _more_hands(name, tuple(sorted(int(card) for card in board)))


@lru_cache(maxsize=16)
def _more_hands(name: str, board: tuple[int, ...]) -> Bools:
    result = HAND_SETS[name](board, made_hands(board))
    result.setflags(write=False)
    return result


def _any_draw(_: Sequence[int], hands: MadeHands) -> Bools:
    return np.asarray(np.any([hands.draws[DRAWS.index(name)] for name in DRAWING], axis=0))


def _flush_draw_by(count: int) -> _Hands:
    """Return a function that selects the flush draws with ``count`` hole cards of the suit."""

    def hands_of(board: Sequence[int], hands: MadeHands) -> Bools:
        drawn = np.zeros(len(COMBOS), np.bool_)
        for suit in range(4):
            held = np.equal(COMBOS % 4, suit).sum(axis=1)
            drawn |= (held == count) & (held + sum(card % 4 == suit for card in board) == 4)
        return np.asarray(drawn & hands.draws[DRAWS.index("flush draw")])

    return hands_of


def _nut_flush(board: Sequence[int], hands: MadeHands) -> Bools:
    """Return the flushes with the highest card of the suit that is not on the board, bool[1326]."""
    best = np.zeros(len(COMBOS), np.bool_)
    for suit in range(4):
        on_board = {card // 4 for card in board if card % 4 == suit}
        if len(on_board) >= FLOP:
            best |= np.equal(COMBOS, 4 * max(set(range(13)) - on_board) + suit).any(axis=1)
    return np.asarray(best & (hands.made == MADE.index("flush")))


def _backdoor_straight_draw(board: Sequence[int], hands: MadeHands) -> Bools:
    """Return which combos need both the turn and the river for a straight, bool[1326]; all False after the flop.

    Some two ranks must make a higher straight with the combo than the board would have with them alone. Combos that
    need only one card (open-ended or gutshot) and those that have a straight are left out.
    """
    if len(board) != FLOP:
        return np.zeros(len(COMBOS), np.bool_)
    tops = straights().astype(np.int64)
    board_mask = sum({1 << card // 4 for card in board})
    hand_masks = board_mask | np.bitwise_or.reduce(1 << COMBOS.astype(np.int64) // 4, axis=1)
    two_ranks = np.array([1 << a | 1 << b for a in range(13) for b in range(a)])
    improves = (tops[hand_masks[:, None] | two_ranks] > tops[board_mask | two_ranks]).any(axis=1)
    drawing = hands.draws[DRAWS.index("open-ended")] | hands.draws[DRAWS.index("gutshot")]
    return np.asarray(improves & ~drawing & (hands.made > MADE.index("straight")))


HAND_SETS: Mapping[str, _Hands] = {
    "any draw": _any_draw,
    "two-card flush draw": _flush_draw_by(2),
    "one-card flush draw": _flush_draw_by(1),
    "backdoor straight draw": _backdoor_straight_draw,
    "nut flush": _nut_flush,
}
"""Sets of hands that street filters name in addition to the cells.

``any draw``: a flush draw, open-ended straight draw or gutshot. ``two-card flush draw``: both hole cards are of its
suit. ``backdoor straight draw``: on the flop, two more cards make a better straight than they make with the board, and
one card alone does not. ``nut flush``: a flush with the highest card of its suit that is not on the board.
"""
