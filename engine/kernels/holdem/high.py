"""High-hand evaluation of five, six or seven cards by a perfect hash.

Every card is one 64-bit key, and a hand is the sum of its keys (plus ``KEY_START``): the low 32 bits add up
random rank keys whose sums are all different modulo 2**29 for five to seven cards with at most four of a
rank; the next 16 bits count the cards of each suit from three, so that a flush shows as a set bit. A row
displacement (Tarjan and Yao, "Storing a sparse table", 1979) turns the sum into the value. A second word
per hand, the or of ``CARD_BITS``, holds the ranks of each suit; the ranks of a flush suit index a table of
their own.

Values are comparable across five to seven cards, higher is better: ``category << 12 | place in the
category``, with the categories 0 (high card) to 8 (straight flush) of ``GAMES["holdem"].classes``.
"""

from typing import NamedTuple

import numpy as np

from engine.arrays import I8, I64, U16, U64
from engine.kernels.jit import inlined, lean_kernel, linked, part

RANK_KEYS = (
    435673183, 45982547, 96336511, 127136673, 97369479, 430180953, 466665700,
    312545863, 21152226, 50534930, 178349345, 232533255, 333519164,
)  # fmt: skip
"""Found by trying seeds: ``numpy.random.default_rng(3).integers(1, 2**29, 13)``."""

ROW_BITS = 13
COLUMN_BITS = 17
ROOM = 8192
TABLE_SIZE = (1 << COLUMN_BITS) + ROOM
ROW_MASK = np.uint64((1 << ROW_BITS) - 1)
COLUMN_MASK = np.uint64((1 << COLUMN_BITS) - 1)
ROW_SHIFT = np.uint64(ROW_BITS)
KEY_START = np.uint64(0x3333 << 32)
FLUSH_BITS = np.uint64(0x8888 << 32)
CATEGORY_SHIFT = 12
CATEGORIES = 9

HIGH_CARD, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH = range(9)


class HighTables(NamedTuple):
    """The look-up tables of the evaluator.

    ``rows`` uint16[2**13]: displacement of each row; ``values`` uint16[TABLE_SIZE]: value of each rank
    multiset; ``flushes`` uint16[8192]: value of a flush by the 13-bit mask of its suit's ranks (0 below
    five); ``keys``, ``bits`` uint64[52]: the two words of each card.
    """

    rows: U16
    values: U16
    flushes: U16
    keys: U64
    bits: U64


def card_keys() -> U64:
    """Return the key of every card, uint64[52]."""
    return np.array([RANK_KEYS[c >> 2] + (1 << (32 + 4 * (c & 3))) for c in range(52)], dtype=np.uint64)


def card_bits() -> U64:
    """Return the bit of every card, uint64[52]: bit ``16 * suit + rank``."""
    return np.array([1 << (16 * (c & 3) + (c >> 2)) for c in range(52)], dtype=np.uint64)


@inlined
def rank_value(key: np.uint64, tables: HighTables) -> np.int64:
    """Return the value of the hand with key sum ``key``, flushes left out of account."""
    column = (key >> ROW_SHIFT) & COLUMN_MASK
    return np.int64(tables.values[np.uint64(tables.rows[key & ROW_MASK]) + column])


@inlined
def flush_value(key: np.uint64, bits: np.uint64, tables: HighTables) -> np.int64:
    """Return the value of a hand whose ``key`` shows a flush."""
    value = np.int64(0)
    for suit in range(4):
        if (key >> np.uint64(35 + 4 * suit)) & np.uint64(1):
            value = np.int64(tables.flushes[(bits >> np.uint64(16 * suit)) & np.uint64(8191)])
    return value


@inlined
def hand_value(key: np.uint64, bits: np.uint64, tables: HighTables) -> np.int64:
    """Return the value of the hand with key sum ``key`` (``KEY_START`` included) and card bits ``bits``."""
    if key & FLUSH_BITS:
        return flush_value(key, bits, tables)
    return rank_value(key, tables)


@lean_kernel
def evaluate_hands(hands: I8, tables: HighTables, values: U16) -> None:
    """Evaluate ``hands`` int8[n, 5..7] (card numbers) into ``values`` uint16[n]."""
    for i in range(hands.shape[0]):
        key, bits = KEY_START, np.uint64(0)
        for j in range(hands.shape[1]):
            card = np.uint64(hands[i, j])
            key += tables.keys[card]
            bits |= tables.bits[card]
        values[i] = hand_value(key, bits, tables)


@inlined
def subset_place(mask: int) -> int:
    """Return the place of a rank mask among all masks with as many bits, in ascending order of the masks."""
    place, chosen = 0, 0
    for rank in range(13):
        if mask >> rank & 1:
            chosen += 1
            ways = 1
            for i in range(chosen):
                ways = ways * (rank - i) // (i + 1)
            place += ways
    return place


@inlined
def top_bits(mask: int, count: int) -> int:
    """Return the ``count`` highest set bits of ``mask`` (all of them if there are fewer)."""
    result, left = 0, count
    for i in range(13):
        rank = 12 - i
        if left and mask >> rank & 1:
            result |= 1 << rank
            left -= 1
    return result


@inlined
def straight_top(mask: int) -> int:
    """Return the top rank of the best straight in ``mask`` (the ace plays low too), -1 where there is none."""
    wheel = (mask << 1) | (mask >> 12 & 1)
    for i in range(10):
        top = 12 - i
        if wheel >> (top - 3) & 31 == 31:
            return top
    return -1


@inlined
def highest(mask: int) -> int:
    """Return the highest set bit of ``mask``, 0 for an empty one."""
    result = 0
    for rank in range(13):
        if mask >> rank & 1:
            result = rank
    return result


@part
def multiset_value(counts: I8) -> int:
    """Return the value of a hand of five to seven cards by its rank ``counts`` int8[13], without flushes."""
    present, pairs, trips, quads = 0, 0, 0, 0
    for rank in range(13):
        bit = 1 << rank
        present |= bit if counts[rank] else 0
        pairs |= bit if counts[rank] == 2 else 0
        trips |= bit if counts[rank] == 3 else 0
        quads |= bit if counts[rank] == 4 else 0
    if quads:
        four = highest(quads)
        return QUADS << CATEGORY_SHIFT | 13 * four + highest(present & ~(1 << four))
    three = highest(trips)
    second = pairs | (trips & ~(1 << three))
    if trips and second:
        return FULL_HOUSE << CATEGORY_SHIFT | 13 * three + highest(second)
    straight = straight_top(present)
    if straight >= 0:
        return STRAIGHT << CATEGORY_SHIFT | straight
    if trips:
        kickers = top_bits(present & ~trips, 2)
        return TRIPS << CATEGORY_SHIFT | 78 * three + subset_place(kickers)
    two = top_bits(pairs, 2)
    high_pair = highest(pairs)
    if two & ~(1 << high_pair):
        low_pair = highest(two & ~(1 << high_pair))
        return TWO_PAIR << CATEGORY_SHIFT | 169 * high_pair + 13 * low_pair + highest(present & ~two)
    if pairs:
        return PAIR << CATEGORY_SHIFT | 286 * high_pair + subset_place(top_bits(present & ~pairs, 3))
    return HIGH_CARD << CATEGORY_SHIFT | subset_place(top_bits(present, 5))


@linked
@lean_kernel
def fill_flushes(flushes: U16) -> None:
    """Fill the table of flush values, uint16[8192]."""
    for mask in range(8192):
        size = 0
        for rank in range(13):
            size += mask >> rank & 1
        top = straight_top(mask)
        if top >= 0:
            flushes[mask] = STRAIGHT_FLUSH << CATEGORY_SHIFT | top
        elif size >= 5:
            flushes[mask] = FLUSH << CATEGORY_SHIFT | subset_place(top_bits(mask, 5))
        else:
            flushes[mask] = 0


@lean_kernel
def hash_multisets(multisets: I8, rank_keys: U64, sums: U64, values: U16, counts: I8) -> None:
    """Write the key sum and the value of each of ``multisets`` to ``sums`` uint64[n] and ``values`` uint16[n].

    ``multisets`` int8[n, size]: ranks; ``rank_keys`` uint64[13]: the key of each rank; ``counts`` int8[13]: work space.
    """
    for i in range(multisets.shape[0]):
        counts[:] = 0
        total = np.uint64(0)
        for j in range(multisets.shape[1]):
            counts[multisets[i, j]] += 1
            total += rank_keys[multisets[i, j]]
        sums[i] = total
        values[i] = multiset_value(counts)


@lean_kernel
def displace_rows(sums: U64, values: U16, starts: I64, order: I64, rows: U16, table: U16) -> bool:
    """Place all rows into ``table``, each at the first displacement that fits; return whether they all fit.

    ``sums`` and ``values`` are sorted by row, row r being ``starts[r]:starts[r + 1]``; ``order`` says which
    rows go first. No value is 0, so 0 marks a free cell. The search starts at a displacement of the row's
    own, which keeps the table evenly filled and the search short.

    ``sums`` uint64[n], ``values`` uint16[n]; ``starts`` int64[rows + 1]; ``order`` int64[rows]; ``rows`` uint16[rows]:
    the displacements found; ``table`` uint16[size].
    """
    for row in order:
        first, last = starts[row], starts[row + 1]
        shift = row * 40503 % ROOM
        tries = 0
        while tries < ROOM:
            free = True
            for i in range(first, last):
                if table[((sums[i] >> ROW_SHIFT) & COLUMN_MASK) + np.uint64(shift)]:
                    free = False
                    break
            if free:
                break
            shift = (shift + 1) % ROOM
            tries += 1
        if tries == ROOM:
            return False
        rows[row] = shift
        for i in range(first, last):
            table[((sums[i] >> ROW_SHIFT) & COLUMN_MASK) + np.uint64(shift)] = values[i]
    return True
