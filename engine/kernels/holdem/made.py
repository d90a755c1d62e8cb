"""What two hole cards have on a board of three to five cards: a made class, the kicker of a top pair, draws.

The rules are those of ``engine.made.names``: everything is looked at from the hole cards, a pair that lies on the board
alone does not count. An answer is one number, a *code*: the made class, ``KICKER`` times the rank of the kicker plus
one (0: no top pair), ``DRAW`` times a mask of draws; negative where a hole card lies on the board.
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
    """What is the same for all hands on a board.

    ``key`` and ``bits``: its two words (``high.HighTables``); ``size``: of cards; ``value``: of a board of five, else
    -1; ``ranks``: mask of its ranks; ``twice``: mask of those that lie there twice or more; ``top`` and ``second``: its
    two highest ranks (-1: none).
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
def board_facts(board: I64, straights: I8, tables: HighTables, behind: I64) -> BoardFacts:
    """Return the facts of ``board`` int64[3..5].

    ``straights`` int8[8192]: of each mask of ranks, the top rank of its best straight plus one, 0 where there is none.
    ``behind`` int64[13] gets that of the board with one more card of each rank.
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
        behind[rank] = straights[ranks | 1 << rank]
        if ranks >> rank & 1:
            top, second = rank, top
    value = hand_value(key, bits, tables) if board.shape[0] == 5 else np.int64(-1)
    return BoardFacts(key, bits, board.shape[0], value, ranks, twice, top, second)


@inlined
def pocket_pair_class(rank: int, board: BoardFacts) -> int:
    """Return the class of a pocket pair that has made no more than three of a kind."""
    if board.ranks >> rank & 1:
        return SET
    if rank > board.top:
        return OVERPAIR
    return POCKET_PAIR_BELOW_TOP if rank > board.second else LOW_PAIR


@inlined
def unpaired_class(high: int, low: int, board: BoardFacts) -> int:
    """Return the class of two ranks, ``high`` above ``low``, that have made no more than three of a kind."""
    pairs = (1 << high | 1 << low) & board.ranks
    if pairs & board.twice:
        return TRIPS_MADE
    if pairs == (1 << high | 1 << low):
        return TWO_PAIR_MADE
    if pairs == 0:
        return ACE_HIGH if high == ACE else KING_HIGH if high == KING else NO_PAIR
    if pairs >> board.top & 1:
        return TOP_PAIR
    return SECOND_PAIR if pairs >> board.second & 1 else LOW_PAIR


@inlined
def flush_draws(bits: np.uint64, held: np.uint64, board: BoardFacts) -> int:
    """Return the mask of flush draws of a hand below a flush; ``bits`` of all cards, ``held`` of the hole cards."""
    for suit in range(4):
        shift = np.uint64(16 * suit)
        own = np.int64((held >> shift) & np.uint64(8191))
        if own == 0:
            continue
        shown = np.int64((board.bits >> shift) & np.uint64(8191))
        count, rank = 0, own | shown
        while rank:
            count += 1
            rank &= rank - 1
        if count == 4:
            best = ACE
            while shown >> best & 1:
                best -= 1
            return 1 << FLUSH_DRAW | (1 << NUT_FLUSH_DRAW if own >> best & 1 else 0)
        if count == 3 and board.size == 3:
            return 1 << BACKDOOR_FLUSH_DRAW
    return 0


@inlined
def straight_draws(ranks: int, straights: I8, behind: I64) -> int:
    """Return the mask of straight draws of a hand below a straight; ``ranks``: of all its cards.

    ``straights`` int8[8192] and ``behind`` int64[13] are those of :func:`board_facts`.
    """
    ways = 0
    for rank in range(RANKS):
        if straights[ranks | 1 << rank] > behind[rank]:
            ways += 1
    return 1 << OPEN_ENDED if ways > 1 else 1 << GUTSHOT if ways else 0


@inlined
def made_code(a: int, b: int, board: BoardFacts, straights: I8, behind: I64, tables: HighTables) -> int:
    """Return the code of the hole cards ``a`` and ``b``, in any order.

    ``straights`` int8[8192] and ``behind`` int64[13] are those of :func:`board_facts`.
    """
    held = tables.bits[a] | tables.bits[b]
    if board.bits & held:
        return BLOCKED_HAND
    bits = board.bits | held
    value = hand_value(board.key + tables.keys[a] + tables.keys[b], bits, tables)
    category = value >> CATEGORY_SHIFT
    high, low = max(a, b) >> 2, min(a, b) >> 2
    if category >= STRAIGHT:
        made = PLAYS_THE_BOARD if value == board.value else int(STRAIGHT_FLUSH - category)
    elif high == low:
        made = pocket_pair_class(high, board)
    else:
        made = unpaired_class(high, low, board)
    code = made
    if made == TOP_PAIR:
        code += KICKER * (1 + (low if high == board.top else high))
    if board.size == 5:
        return code
    draws = flush_draws(bits, held, board) if made > STRAIGHT_FLUSH - FLUSH else 0
    if made > STRAIGHT_FLUSH - STRAIGHT:
        draws |= straight_draws(board.ranks | 1 << high | 1 << low, straights, behind)
    if ACE_HIGH <= made <= NO_PAIR and high > board.top:
        draws |= 1 << TWO_OVERCARDS if low > board.top else 1 << ONE_OVERCARD
    return code + DRAW * draws


@lean_kernel
def classify_hands(board: I64, hands: I64, straights: I8, tables: HighTables, behind: I64, codes: I64) -> None:
    """Write the code of each of ``hands`` int64[n, 2] on ``board`` int64[3..5] into ``codes`` int64[n].

    ``straights`` int8[8192] is that of :func:`board_facts`; ``behind`` int64[13] is work space.
    """
    facts = board_facts(board, straights, tables, behind)
    for i in range(hands.shape[0]):
        codes[i] = made_code(hands[i, 0], hands[i, 1], facts, straights, behind, tables)


@lean_kernel
def count_flopped(
    deck: I64, hands: I64, straights: I8, tables: HighTables, flop: I64, behind: I64, first: int, last: int, counts: I64
) -> None:
    """Count what ``hands`` int64[n, 2] have on the flops from ``deck`` int64[m], in ascending order, whose highest card
    is number ``first`` to before ``last`` of it.

    ``counts`` int64[n, 17 + 13 + 7]: made classes, top pairs by kicker, draws; it is added to. ``straights`` int8[8192]
    is that of :func:`board_facts`; ``flop`` int64[3] and ``behind`` int64[13] are work space.
    """
    for i in range(first, last):
        for j in range(i):
            for k in range(j):
                flop[0], flop[1], flop[2] = deck[i], deck[j], deck[k]
                facts = board_facts(flop, straights, tables, behind)
                for hand in range(hands.shape[0]):
                    code = made_code(hands[hand, 0], hands[hand, 1], facts, straights, behind, tables)
                    if code >= 0:
                        count_code(code, counts[hand])


@inlined
def count_code(code: int, counts: I64) -> None:
    """Count a code in its cells, ``counts`` int64[17 + 13 + 7]."""
    counts[code % KICKER] += 1
    kicker, draws = code % DRAW // KICKER, code // DRAW
    if kicker:
        counts[MADE_CLASSES + kicker - 1] += 1
    for draw in range(DRAW_KINDS):
        if draws >> draw & 1:
            counts[MADE_CLASSES + RANKS + draw] += 1
