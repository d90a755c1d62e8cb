"""The strength of hands: their equity against one random hand, given the cards that their player sees.

Hold'em: exact, for every combo of a board. Razz: against any two down cards behind each opponent's up cards, from the
cards that are left, for every pair of down cards. The two final hands are drawn independently of each other, which is
off by less than a percentage point in the cases tried (``METHODS.md``).

    >>> s = holdem_strengths("Ah7h2c")
    >>> from engine.cards import combo_index, CARDS_BY_TEXT
    >>> round(float(s[combo_index(CARDS_BY_TEXT["Ad"], CARDS_BY_TEXT["Kd"])]), 3)
    0.86
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations

import numpy as np

from engine.arrays import F64, I64
from engine.cards import COMBOS, DECK_SIZE, parse_cards
from engine.equity.razz.lows import low_tables
from engine.kernels.players.strength import (
    COMBO_COUNT,
    add_strengths,
    low_distribution,
    lower_share,
    new_board_work,
    new_low_work,
)
from engine.kernels.razz.low import HANDS, RANKS
from engine.kernels.tables import high_tables
from engine.ranges.razz_products import ALL_PAIRS

BOARD_SIZE, HAND_SIZE = 5, 7
RANK_SIZE = 4
CACHED_BOARDS = 64


def holdem_strengths(board: str) -> F64:
    """Return the equity of each combo against one random hand on a board of three to five cards, float64[1326].

    Combos with a card of the board have 0. The array is read-only, and cached.

    Raises:
        ValueError: the board does not have three to five different cards.
        TextError: its text cannot be read.
    """
    cards = sorted({card for card, _ in parse_cards(board)})
    if not 3 <= len(cards) <= BOARD_SIZE:
        raise ValueError("a board has three to five different cards")
    return _board_strengths(tuple(cards))


@lru_cache(maxsize=CACHED_BOARDS)
def _board_strengths(board: tuple[int, ...]) -> F64:
    others = (card for card in range(DECK_SIZE) if card not in board)
    boards = np.array([(*board, *more) for more in combinations(others, BOARD_SIZE - len(board))], np.int8)
    sums, counts = np.zeros(COMBO_COUNT), np.zeros(COMBO_COUNT, np.int64)
    add_strengths(boards, COMBOS.astype(np.int8), high_tables(), new_board_work(), sums, counts)
    strengths = sums / np.maximum(counts, 1)
    strengths.setflags(write=False)
    return strengths


def razz_strengths(
    up: Sequence[int],
    opponents: Sequence[Sequence[int]],
    dead: Sequence[int] = (),
    seventh: int | None = None,
    pairs: Sequence[tuple[int, int]] = ALL_PAIRS,
) -> F64:
    """Return the strength of each of ``pairs`` of down cards, float64[pairs]: the product over the opponents.

    All cards are ranks, 0 for an ace to 12. ``up``: the player's up cards; ``opponents``: those of each opponent;
    ``dead``: other cards that he has seen; ``seventh``: his last card, if it is dealt. Pairs for which not enough cards
    are left have 0.

    Raises:
        ValueError: there are not two to four up cards, or a seventh card without four.
    """
    if not 2 <= len(up) <= 4 or (seventh is not None and len(up) < 4) or any(len(x) != len(up) for x in opponents):
        raise ValueError("expected two to four up cards, as many for every player, and a seventh card after four")
    own_up = _counts([*up, *([] if seventh is None else [seventh])])
    seen = own_up + _counts(dead) + sum(map(_counts, opponents), np.zeros(RANKS, np.int64))
    result = np.ones(len(pairs))
    tables, work, (ways, opponent_ways) = low_tables(), new_low_work(), np.zeros((2, HANDS))
    for index, pair in enumerate(pairs):
        live = RANK_SIZE - seen - _counts(pair)
        if live.min() < 0:
            result[index] = 0.0
            continue
        own = own_up + _counts(pair)
        low_distribution(own, live, HAND_SIZE - int(own.sum()), tables, work, ways)
        for cards in opponents:
            low_distribution(_counts(cards), live, HAND_SIZE - len(cards), tables, work, opponent_ways)
            result[index] *= lower_share(ways, opponent_ways)
    return result


def _counts(ranks: Sequence[int]) -> I64:
    """Return the number of cards of each rank, int64[13]."""
    return np.bincount(np.asarray(ranks, np.int64), minlength=RANKS)
