"""The strength of hands: their equity against random cards, for every hand of a player at once.

Hold'em: exact. On every complete board the live combos are sorted by their value; one pass over the sorted list then
counts, for each combo, the disjoint combos below it and equal to it. Razz: the final hands of two players are drawn
from the live cards as if each player had these cards to himself, so that two distributions of final hands decide.
"""

from typing import NamedTuple

import numpy as np

from engine.arrays import F64, I8, I16, I64, U16
from engine.kernels.holdem.high import KEY_START, HighTables, hand_value
from engine.kernels.jit import lean_kernel, linked, subkernel
from engine.kernels.razz.low import HANDS, LowTables, low_value

COMBO_COUNT = 1326
MAX_DRAWN = 5
"""The most cards of a razz hand that are drawn: two down cards and those of three streets."""


class BoardWork(NamedTuple):
    """Work space of :func:`add_strengths`.

    ``values``, ``sorted_values`` uint16[1326] and ``combos``, ``sorted_combos`` int16[1326]: the live combos;
    ``starts`` int64[257]: of a radix sort; ``below``, ``equal`` int64[52]: numbers of combos by card.
    """

    values: U16
    combos: I16
    sorted_values: U16
    sorted_combos: I16
    starts: I64
    below: I64
    equal: I64


def new_board_work() -> BoardWork:
    """Return new work space."""
    values, combos = np.zeros((2, COMBO_COUNT), np.uint16), np.zeros((2, COMBO_COUNT), np.int16)
    by_card = np.zeros((2, 52), np.int64)
    return BoardWork(values[0], combos[0], values[1], combos[1], np.zeros(257, np.int64), by_card[0], by_card[1])


@lean_kernel
def add_strengths(boards: I8, cards: I8, tables: HighTables, work: BoardWork, sums: F64, counts: I64) -> None:
    """Add the equities against one random hand on complete boards to ``sums`` float64[1326], by combo, and the number
    of boards on which each combo is possible to ``counts`` int64[1326].

    ``boards`` int8[n, 5]: their cards; ``cards`` int8[1326, 2]: those of each combo.
    """
    for board in range(boards.shape[0]):
        live = _evaluate_combos(boards[board], cards, tables, work)
        _sort_by_byte(live, 0, work.values, work.combos, work.sorted_values, work.sorted_combos, work.starts)
        _sort_by_byte(live, 8, work.sorted_values, work.sorted_combos, work.values, work.combos, work.starts)
        _add_equities(live, cards, work, sums, counts)


@subkernel
def _evaluate_combos(board: I8, cards: I8, tables: HighTables, work: BoardWork) -> int:
    """Write the combos without cards of ``board`` int8[5] to the work space with their values; return their number."""
    mask, key, bits = np.uint64(0), KEY_START, np.uint64(0)
    for card in board:
        mask |= np.uint64(1) << np.uint64(card)
        key += tables.keys[card]
        bits |= tables.bits[card]
    live = 0
    for combo in range(COMBO_COUNT):
        one, other = np.uint64(cards[combo, 0]), np.uint64(cards[combo, 1])
        if (mask >> one | mask >> other) & np.uint64(1) == 0:
            combo_bits = tables.bits[one] | tables.bits[other]
            work.values[live] = hand_value(key + tables.keys[one] + tables.keys[other], bits | combo_bits, tables)
            work.combos[live] = combo
            live += 1
    return live


@subkernel
def _sort_by_byte(
    count: int, shift: int, values: U16, combos: I16, sorted_values: U16, sorted_combos: I16, starts: I64
) -> None:
    """Sort ``count`` values with their combos by the byte of the value from bit ``shift`` on, keeping the order of
    equal ones."""
    starts[:] = 0
    for i in range(count):
        starts[(int(values[i]) >> shift & 255) + 1] += 1
    for byte in range(256):
        starts[byte + 1] += starts[byte]
    for i in range(count):
        byte = int(values[i]) >> shift & 255
        sorted_values[starts[byte]] = values[i]
        sorted_combos[starts[byte]] = combos[i]
        starts[byte] += 1


@subkernel
def _add_equities(live: int, cards: I8, work: BoardWork, sums: F64, counts: I64) -> None:
    """Add the equity of each combo against the disjoint ones; the live combos are sorted by value."""
    work.below[:] = 0
    first, disjoint = 0, 990.0  # combos of the 45 cards that are neither on the board nor in the hand
    while first < live:
        end = first
        work.equal[:] = 0
        while end < live and work.values[end] == work.values[first]:
            work.equal[cards[work.combos[end], 0]] += 1
            work.equal[cards[work.combos[end], 1]] += 1
            end += 1
        for i in range(first, end):
            combo = work.combos[i]
            one, other = cards[combo, 0], cards[combo, 1]
            wins = first - work.below[one] - work.below[other]
            # The combo itself is subtracted with either of its cards, and is not an opponent: once too often.
            ties = end - first - work.equal[one] - work.equal[other] + 1
            sums[combo] += (wins + 0.5 * ties) / disjoint
            counts[combo] += 1
        for card in range(52):
            work.below[card] += work.equal[card]
        first = end


class LowWork(NamedTuple):
    """Work space of :func:`low_distribution`: the numbers of ways float64[MAX_DRAWN + 1], and the masks of ranks seen
    and seen twice, int64[MAX_DRAWN + 1], after each drawn card."""

    ways: F64
    seen: I64
    twice: I64


def new_low_work() -> LowWork:
    """Return new work space."""
    return LowWork(np.zeros(MAX_DRAWN + 1), *np.zeros((2, MAX_DRAWN + 1), np.int64))


@linked
@lean_kernel
def low_distribution(counts: I64, live: I64, drawn: I8, tables: LowTables, work: LowWork, ways: F64) -> None:
    """Write the numbers of ways to make each final hand to ``ways`` float64[HANDS], lowest hand first.

    ``counts`` int64[13]: the player's known cards of each rank, ace first; ``live`` int64[13]: the cards of each rank
    that he can draw; ``drawn`` int8[n, k]: all multisets of the k ranks that he draws, each ascending, in
    lexicographic order.
    """
    ways[:] = 0.0
    work.ways[0], work.seen[0], work.twice[0] = 1.0, 0, 0
    for rank in range(13):
        work.seen[0] |= int(counts[rank] > 0) << rank
        work.twice[0] |= int(counts[rank] > 1) << rank
    size = drawn.shape[1]
    for row in range(drawn.shape[0]):
        # Neighbors share all but their last ranks: what belongs to the shared ones is still there.
        depth = 0
        while row and depth < size and drawn[row, depth] == drawn[row - 1, depth]:
            depth += 1
        while depth < size:
            rank, copies = drawn[row, depth], 0
            for i in range(depth):
                copies += int(drawn[row, i] == rank)
            bit = 1 << rank
            work.ways[depth + 1] = work.ways[depth] * (live[rank] - copies) / (copies + 1)
            work.twice[depth + 1] = work.twice[depth] | (work.seen[depth] & bit)
            work.seen[depth + 1] = work.seen[depth] | bit
            depth += 1
        seen, twice = int(work.seen[size]), int(work.twice[size])
        if work.ways[size] > 0.0:
            ways[low_value(seen, twice, tables.unpaired, tables.paired)] += work.ways[size]


@linked
@lean_kernel
def lower_share(ways: F64, opponent: F64) -> float:
    """Return the equity of one final hand against another, from the numbers of ways to make each hand, float64[HANDS]
    both, lowest hand first."""
    total, above, equity = 0.0, 0.0, 0.0
    for value in range(HANDS):
        hand = HANDS - 1 - value
        equity += ways[hand] * (above + 0.5 * opponent[hand])
        above += opponent[hand]
        total += ways[hand]
    return equity / (total * above) if total * above > 0.0 else 0.5
