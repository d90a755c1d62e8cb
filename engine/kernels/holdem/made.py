"""Classify two hole cards on a board of three to five cards: a made-hand class, the kicker of a top pair, draws.

The rules are those of ``engine.ranges.made_names``: a class describes the contribution of the hole cards, so a pair
that is on the board alone is no pair of the player. Ranks are bit masks and straights a look-up table, so a hand takes
a few dozen operations.

The result is one number, a *code*: class + ``KICKER`` * (kicker rank + 1, or 0 without a top pair) + ``DRAW`` * mask of
draws. It is negative if a hole card is on the board.
"""

from typing import NamedTuple

import numpy as np

from engine.arrays import I8, I64
from engine.kernels.holdem.high import (
    CATEGORY_SHIFT,
    FLUSH,
    KEY_START,
    STRAIGHT,
    STRAIGHT_FLUSH,
    HighTables,
    hand_value,
)
from engine.kernels.jit import inlined, lean_kernel

MADE_CLASSES = 17
DRAW_KINDS = 7
RANKS = 13
KICKER = 32
DRAW = 512
BLOCKED_HAND = -1

SET, TRIPS_MADE, TWO_PAIR_MADE, OVERPAIR, TOP_PAIR, POCKET_PAIR_BELOW_TOP, SECOND_PAIR, LOW_PAIR = range(5, 13)
ACE_HIGH, KING_HIGH, NO_PAIR, PLAYS_THE_BOARD = range(13, 17)
FLUSH_DRAW, NUT_FLUSH_DRAW, BACKDOOR_FLUSH_DRAW, OPEN_ENDED, GUTSHOT, TWO_OVERCARDS, ONE_OVERCARD = range(7)
ACE, KING = 12, 11


class BoardFacts(NamedTuple):
    """Facts about a board that are the same for all hands on it.

    ``key`` and ``bits``: its two words (see ``high.HighTables``). ``size``: the number of its cards. ``value``: the
    value of a board of five cards, otherwise -1. ``ranks``: mask of its ranks; ``twice``: mask of the ranks that occur
    at least twice. ``top`` and ``second``: its two highest ranks, -1 if there is none.
    """

    key: np.uint64
    bits: np.uint64
    size: int
    value: np.int64
    ranks: int
    twice: int
    top: int
    second: int


@inlined
def board_facts(board: I64, straight_height: I8, tables: HighTables, board_straight_height: I64) -> BoardFacts:
    """Return the facts about ``board`` int64[3..5], and fill ``board_straight_height``.

    ``straight_height`` int8[8192]: for each rank mask, the top rank of its highest straight plus one, 0 for none.
    ``board_straight_height`` int64[13] (output): the same for the board with one more card of each rank.
    """
    key, bits = KEY_START, np.uint64(0)
    ranks, twice = 0, 0
    for i in range(board.shape[0]):
        key += tables.keys[board[i]]
        bits |= tables.bits[board[i]]
        rank = board[i] >> 2
        twice |= ranks & (1 << rank)
        ranks |= 1 << rank
    top, second = -1, -1
    for rank in range(RANKS):
        board_straight_height[rank] = straight_height[ranks | 1 << rank]
        if ranks >> rank & 1:
            top, second = rank, top
    value = hand_value(key, bits, tables) if board.shape[0] == 5 else np.int64(-1)
    return BoardFacts(key, bits, board.shape[0], value, ranks, twice, top, second)


@inlined
def pocket_pair_class(rank: int, board: BoardFacts) -> int:
    """Return the class of a pocket pair that is at most three of a kind with the board."""
    if board.ranks >> rank & 1:
        return SET
    if rank > board.top:
        return OVERPAIR
    return POCKET_PAIR_BELOW_TOP if rank > board.second else LOW_PAIR


@inlined
def unpaired_class(high: int, low: int, board: BoardFacts) -> int:
    """Return the class of two ranks, ``high`` above ``low``, that make at most three of a kind with the board."""
    paired = (1 << high | 1 << low) & board.ranks
    if paired & board.twice:
        return TRIPS_MADE
    if paired == (1 << high | 1 << low):
        return TWO_PAIR_MADE
    if paired == 0:
        return ACE_HIGH if high == ACE else KING_HIGH if high == KING else NO_PAIR
    if paired >> board.top & 1:
        return TOP_PAIR
    return SECOND_PAIR if paired >> board.second & 1 else LOW_PAIR


@inlined
def flush_draws(bits: np.uint64, hole_bits: np.uint64, board: BoardFacts) -> int:
    """Return the mask of flush draws of a hand that has no flush yet, or 0.

    Four cards of a suit are a flush draw, three on the flop a backdoor draw; a hole card must be among them. It is a
    nut flush draw if a hole card is the highest rank of the suit that is not on the board.

    ``bits``: word of all cards of the hand and the board; ``hole_bits``: word of the hole cards.
    """
    for suit in range(4):
        shift = np.uint64(16 * suit)
        hole_ranks = np.int64((hole_bits >> shift) & np.uint64(8191))
        if hole_ranks == 0:
            continue
        board_ranks = np.int64((board.bits >> shift) & np.uint64(8191))
        count, ranks = 0, hole_ranks | board_ranks
        while ranks:
            count += 1
            ranks &= ranks - 1
        if count == 4:
            nut_rank = ACE
            while board_ranks >> nut_rank & 1:
                nut_rank -= 1
            return 1 << FLUSH_DRAW | (1 << NUT_FLUSH_DRAW if hole_ranks >> nut_rank & 1 else 0)
        if count == 3 and board.size == 3:
            return 1 << BACKDOOR_FLUSH_DRAW
    return 0


@inlined
def straight_draw(rank_mask: int, straight_height: I8, board_straight_height: I64) -> int:
    """Return the bit of the straight draw of a hand that has no straight yet, or 0.

    A rank is an out if it makes a higher straight than the board would have with that rank alone: a straight that
    everybody would have is no draw. Two outs or more are open-ended (a double gutshot included), one is a gutshot.

    ``rank_mask``: the rank_mask of hole cards and board, one bit each. ``straight_height`` int8[8192]: the top rank
    plus one of the highest straight in each rank mask, 0 for none. ``board_straight_height`` int64[13]: the board's
    with each rank added.
    """
    outs = 0
    for rank in range(RANKS):
        if straight_height[rank_mask | 1 << rank] > board_straight_height[rank]:
            outs += 1
    return 1 << OPEN_ENDED if outs > 1 else 1 << GUTSHOT if outs else 0


@inlined
def made_code(
    a: int, b: int, board: BoardFacts, straight_height: I8, board_straight_height: I64, tables: HighTables
) -> int:
    """Return the code of the hole cards ``a`` and ``b``, in any order, or ``BLOCKED_HAND`` if one is on the board.

    ``straight_height`` int8[8192] and ``board_straight_height`` int64[13]: see :func:`board_facts`.
    """
    hole_bits = tables.bits[a] | tables.bits[b]
    if board.bits & hole_bits:
        return BLOCKED_HAND
    bits = board.bits | hole_bits
    value = hand_value(board.key + tables.keys[a] + tables.keys[b], bits, tables)
    category = value >> CATEGORY_SHIFT
    high, low = max(a, b) >> 2, min(a, b) >> 2
    # A straight or better is classified by its category, everything else by the pair that the hole cards make.
    if category >= STRAIGHT:
        made_class = PLAYS_THE_BOARD if value == board.value else int(STRAIGHT_FLUSH - category)
    elif high == low:
        made_class = pocket_pair_class(high, board)
    else:
        made_class = unpaired_class(high, low, board)
    code = made_class
    if made_class == TOP_PAIR:
        code += KICKER * (1 + (low if high == board.top else high))
    if board.size == 5:
        return code
    # Classes are numbered from the best down: those above STRAIGHT_FLUSH - FLUSH are no flush.
    draws = flush_draws(bits, hole_bits, board) if made_class > STRAIGHT_FLUSH - FLUSH else 0
    if made_class > STRAIGHT_FLUSH - STRAIGHT:
        draws |= straight_draw(board.ranks | 1 << high | 1 << low, straight_height, board_straight_height)
    if ACE_HIGH <= made_class <= NO_PAIR and high > board.top:
        draws |= 1 << TWO_OVERCARDS if low > board.top else 1 << ONE_OVERCARD
    return code + DRAW * draws


@lean_kernel
def classify_hands(
    board: I64, hands: I64, straight_height: I8, tables: HighTables, board_straight_height: I64, codes: I64
) -> None:
    """Write the code of each of ``hands`` int64[n, 2] on ``board`` int64[3..5] into ``codes`` int64[n].

    ``straight_height`` int8[8192]: see :func:`board_facts`. ``board_straight_height`` int64[13] is work space.
    """
    facts = board_facts(board, straight_height, tables, board_straight_height)
    for i in range(hands.shape[0]):
        codes[i] = made_code(hands[i, 0], hands[i, 1], facts, straight_height, board_straight_height, tables)


@lean_kernel
def count_flopped(
    deck: I64,
    hands: I64,
    straight_height: I8,
    tables: HighTables,
    flop: I64,
    board_straight_height: I64,
    first: int,
    last: int,
    counts: I64,
) -> None:
    """Count the classes and draws of ``hands`` int64[n, 2] on a chunk of the flops that can be dealt from ``deck``.

    ``deck`` int64[m]: the cards left, ascending. The chunk is the flops whose highest card is ``deck[first:last]``.
    ``counts`` int64[n, 17 + 13 + 7] is added to: made classes, top pairs by kicker, draws. ``straight_height``
    int8[8192]: see :func:`board_facts`. ``flop`` int64[3] and ``board_straight_height`` int64[13] are work space.
    """
    for i in range(first, last):
        for j in range(i):
            for k in range(j):
                flop[0], flop[1], flop[2] = deck[i], deck[j], deck[k]
                facts = board_facts(flop, straight_height, tables, board_straight_height)
                for hand in range(hands.shape[0]):
                    code = made_code(
                        hands[hand, 0], hands[hand, 1], facts, straight_height, board_straight_height, tables
                    )
                    if code >= 0:
                        count_code(code, counts[hand])


@inlined
def count_code(code: int, counts: I64) -> None:
    """Add 1 to the cells of a code: class, kicker and draws. ``counts`` int64[17 + 13 + 7]."""
    counts[code % KICKER] += 1
    kicker, draws = code % DRAW // KICKER, code // DRAW
    if kicker:
        counts[MADE_CLASSES + kicker - 1] += 1
    for draw in range(DRAW_KINDS):
        if draws >> draw & 1:
            counts[MADE_CLASSES + RANKS + draw] += 1
