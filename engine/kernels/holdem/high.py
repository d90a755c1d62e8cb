"""High-hand evaluation of five, six or seven cards by a perfect hash.

A hand is two 64-bit words. Its *key* is ``KEY_START`` plus the sum of the keys of its cards: the low 32 bits add up
random rank keys whose sums are all different modulo 2**29 for five to seven cards (at most four of a rank); the next
16 bits have a counter of four bits for each suit that starts at 3, so that the fifth card of a suit sets its top bit.
Its *bits* are the OR of the card bits: the ranks of each suit.

Without a flush the key determines the value. It is found in a table of 139,264 cells by row displacement (Tarjan and
Yao, "Storing a sparse table", 1979): the low bits of the sum choose a row, the row's displacement is added to the high
bits, and the result is the index. With a flush, the ranks of its suit are the index of a second table.

Values of five to seven cards are comparable, higher is better: ``category << 12 | rank within the category``, with the
categories 0 (high card) to 8 (straight flush) of ``GAMES["holdem"].classes``.
"""

from typing import NamedTuple

import numpy as np

from engine.arrays import I8, I64, U16, U64
from engine.kernels.jit import inlined, lean_kernel, linked, subkernel

RANK_KEYS = (
    435673183, 45982547, 96336511, 127136673, 97369479, 430180953, 466665700,
    312545863, 21152226, 50534930, 178349345, 232533255, 333519164,
)  # fmt: skip
"""The result of trying seeds until all sums differ: ``numpy.random.default_rng(3).integers(1, 2**29, 13)``."""

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

    ``rows`` uint16[2**13]: displacement of each row; ``values`` uint16[TABLE_SIZE]: value by displaced column;
    ``flushes`` uint16[8192]: value of a flush by the 13-bit mask of its suit's ranks (0 below five ranks); ``keys``,
    ``bits`` uint64[52]: the two words of each card.
    """

    rows: U16
    values: U16
    flushes: U16
    keys: U64
    bits: U64


def card_keys() -> U64:
    """Return the key of every card, uint64[52]: its rank key, and 1 in the counter of its suit."""
    return np.array([RANK_KEYS[c >> 2] + (1 << (32 + 4 * (c & 3))) for c in range(52)], dtype=np.uint64)


def card_bits() -> U64:
    """Return the bit of every card, uint64[52]: bit ``16 * suit + rank``."""
    return np.array([1 << (16 * (c & 3) + (c >> 2)) for c in range(52)], dtype=np.uint64)


@inlined
def rank_value(key: np.uint64, tables: HighTables) -> np.int64:
    """Return the value of the hand with key sum ``key``, ignoring flushes."""
    column = (key >> ROW_SHIFT) & COLUMN_MASK
    return np.int64(tables.values[np.uint64(tables.rows[key & ROW_MASK]) + column])


@inlined
def flush_value(key: np.uint64, bits: np.uint64, tables: HighTables) -> np.int64:
    """Return the value of a hand whose ``key`` has the top bit of a suit counter set, which means a flush."""
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
def subset_index(mask: int) -> int:
    """Return the rank of ``mask`` among all masks with as many bits, ascending (the combinatorial number system)."""
    index, chosen = 0, 0
    for rank in range(13):
        if mask >> rank & 1:
            chosen += 1
            ways = 1
            for i in range(chosen):
                ways = ways * (rank - i) // (i + 1)
            index += ways
    return index


@inlined
def top_bits(mask: int, count: int) -> int:
    """Return the ``count`` highest set bits of ``mask`` (all of them if there are fewer)."""
    result, remaining = 0, count
    for i in range(13):
        rank = 12 - i
        if remaining and mask >> rank & 1:
            result |= 1 << rank
            remaining -= 1
    return result


@inlined
def straight_top(mask: int) -> int:
    """Return the top rank of the best straight in ``mask`` (the ace plays low too), or -1 if there is none."""
    wheel = (mask << 1) | (mask >> 12 & 1)
    for i in range(10):
        top = 12 - i
        if wheel >> (top - 3) & 31 == 31:
            return top
    return -1


@inlined
def highest_bit(mask: int) -> int:
    """Return the highest set bit of ``mask``, or 0 if it is empty."""
    result = 0
    for rank in range(13):
        if mask >> rank & 1:
            result = rank
    return result


@subkernel
def multiset_value(counts: I8) -> int:
    """Return the value of a hand of five to seven cards, ignoring flushes; ``counts`` int8[13]: cards of each rank.

    The value within a category is any number that orders the hands: a mixed radix of the deciding ranks, with the
    kickers numbered among all sets of as many ranks.
    """
    present, pairs, trips, quads = 0, 0, 0, 0
    for rank in range(13):
        bit = 1 << rank
        present |= bit if counts[rank] else 0
        pairs |= bit if counts[rank] == 2 else 0
        trips |= bit if counts[rank] == 3 else 0
        quads |= bit if counts[rank] == 4 else 0
    if quads:
        four = highest_bit(quads)
        return QUADS << CATEGORY_SHIFT | 13 * four + highest_bit(present & ~(1 << four))
    three = highest_bit(trips)
    # The pair of a full house can also be the lower of two trips.
    second = pairs | (trips & ~(1 << three))
    if trips and second:
        return FULL_HOUSE << CATEGORY_SHIFT | 13 * three + highest_bit(second)
    straight = straight_top(present)
    if straight >= 0:
        return STRAIGHT << CATEGORY_SHIFT | straight
    if trips:
        kickers = top_bits(present & ~trips, 2)
        return TRIPS << CATEGORY_SHIFT | 78 * three + subset_index(kickers)
    two = top_bits(pairs, 2)
    high_pair = highest_bit(pairs)
    if two & ~(1 << high_pair):
        low_pair = highest_bit(two & ~(1 << high_pair))
        return TWO_PAIR << CATEGORY_SHIFT | 169 * high_pair + 13 * low_pair + highest_bit(present & ~two)
    if pairs:
        return PAIR << CATEGORY_SHIFT | 286 * high_pair + subset_index(top_bits(present & ~pairs, 3))
    return HIGH_CARD << CATEGORY_SHIFT | subset_index(top_bits(present, 5))


@linked
@lean_kernel
def fill_flushes(flushes: U16) -> None:
    """Fill ``flushes`` uint16[8192]: the value of the best flush of each rank mask, 0 below five ranks."""
    for mask in range(8192):
        size = 0
        for rank in range(13):
            size += mask >> rank & 1
        top = straight_top(mask)
        if top >= 0:
            flushes[mask] = STRAIGHT_FLUSH << CATEGORY_SHIFT | top
        elif size >= 5:
            flushes[mask] = FLUSH << CATEGORY_SHIFT | subset_index(top_bits(mask, 5))
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
    """Put all rows into ``table``, each at the first displacement at which it fits; return True if all of them fit.

    ``sums`` uint64[n] and ``values`` uint16[n] are sorted by row: row r is ``starts[r]:starts[r + 1]``, ``starts``
    int64[rows + 1]. ``order`` int64[rows]: the order in which rows are placed, the longest first. Output: ``rows``
    uint16[rows], the displacements, and ``table`` uint16[size]; no value is 0, so 0 is a free cell.
    """
    for row in order:
        first, last = starts[row], starts[row + 1]
        # Each row starts its search at a different displacement: the table fills evenly and the search stays short.
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
