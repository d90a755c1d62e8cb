"""The strength of hands: their equity against random cards, for every hand of a player at once.

Hold'em: exact. On every complete board the live combos are sorted by their value; one pass over the sorted list then
counts, for each combo, the disjoint combos below it and equal to it. Razz: the final hands of two players are drawn
from the live cards as if each player had these cards to himself, so that two distributions of final hands decide.
"""

from typing import NamedTuple

import numpy as np

from engine.arrays import F64, I8, I16, I64, U16
from engine.kernels.holdem.high import KEY_START, HighTables, hand_value
from engine.kernels.jit import lean_kernel, linked, subkernel, sum_kernel
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
    """Work space of :func:`low_distribution`, by the number of cards drawn so far: ``ways`` float64[MAX_DRAWN + 1], and
    ``seen``, ``twice`` (masks of ranks), ``added`` (how many ranks the drawn cards have added), ``ranks`` and
    ``copies`` (of the next card) int64[MAX_DRAWN + 1]; ``known`` int64[13]: how many of the ranks up to each one the
    player has; ``choices`` float64[14, MAX_DRAWN + 1]: in how many ways so many live cards of each rank or higher can
    be drawn."""

    ways: F64
    seen: I64
    twice: I64
    ranks: I64
    copies: I64
    added: I64
    known: I64
    choices: F64


def new_low_work() -> LowWork:
    """Return new work space."""
    seen, twice, ranks, copies, added = np.zeros((5, MAX_DRAWN + 1), np.int64)
    known, choices = np.zeros(13, np.int64), np.zeros((14, MAX_DRAWN + 1))
    return LowWork(np.zeros(MAX_DRAWN + 1), seen, twice, ranks, copies, added, known, choices)


@linked
@lean_kernel
def low_distribution(counts: I64, live: I64, drawn: int, tables: LowTables, work: LowWork, ways: F64) -> None:
    """Write the numbers of ways to make each final hand to ``ways`` float64[HANDS], lowest hand first.

    ``counts`` int64[13]: the player's known cards of each rank, ace first; ``live`` int64[13]: the cards of each rank
    that he can draw; ``drawn``: how many cards he draws, up to ``MAX_DRAWN``. He has seven cards in the end.

    Cards are drawn in ascending order of rank. Once five ranks are known that no later card can undercut, all ways to
    draw the rest are counted together.
    """
    ways[:] = 0.0
    work.ways[0], work.seen[0], work.twice[0], work.added[0] = 1.0, 0, 0, 0
    known, above = 0, 0
    for rank in range(13):
        work.seen[0] |= int(counts[rank] > 0) << rank
        work.twice[0] |= int(counts[rank] > 1) << rank
        known += int(counts[rank] > 0)
        work.known[rank] = known
    for i in range(14):
        rank = 13 - i
        above += live[rank] if rank < 13 else 0
        work.choices[rank, 0] = 1.0
        for chosen in range(1, drawn + 1):
            work.choices[rank, chosen] = work.choices[rank, chosen - 1] * max(above - chosen + 1, 0) / chosen
    if drawn == 0:
        ways[low_value(int(work.seen[0]), int(work.twice[0]), tables.unpaired, tables.paired)] = 1.0
        return
    depth = 0
    work.ranks[0] = -1
    while depth >= 0:
        work.ranks[depth] += 1
        rank = work.ranks[depth]
        if rank == 13:
            depth -= 1
            continue
        again = depth > 0 and work.ranks[depth - 1] == rank
        copies = work.copies[depth - 1] + 1 if again else 0
        if live[rank] <= copies:
            continue
        bit = 1 << rank
        seen, twice = work.seen[depth] | bit, work.twice[depth] | (work.seen[depth] & bit)
        added = work.added[depth] + int(copies == 0 and counts[rank] == 0)
        if copies == 0 and added + work.known[rank] >= 5:
            rest = drawn - depth
            total = work.choices[rank, rest] - work.choices[rank + 1, rest]
            ways[tables.unpaired[seen & (2 * bit - 1)]] += work.ways[depth] * total
            continue
        count = work.ways[depth] * (live[rank] - copies) / (copies + 1)
        if depth + 1 == drawn:
            ways[low_value(int(seen), int(twice), tables.unpaired, tables.paired)] += count
            continue
        work.copies[depth] = copies
        depth += 1
        work.ways[depth], work.seen[depth], work.twice[depth], work.added[depth] = count, seen, twice, added
        work.ranks[depth] = rank - 1


@linked
@sum_kernel
def lower_share(ways: F64, opponent: F64) -> float:
    """Return the equity of one final hand against another, from the numbers of ways to make each hand, float64[HANDS]
    both, lowest hand first."""
    total, opponent_total = 0.0, 0.0
    for hand in range(HANDS):
        total += ways[hand]
        opponent_total += opponent[hand]
    if total * opponent_total == 0.0:
        return 0.5
    equity, above, rest = 0.0, opponent_total, total
    for hand in range(HANDS):
        if ways[hand] > 0.0:
            equity += ways[hand] * (above - 0.5 * opponent[hand])
            rest -= ways[hand]
        if rest <= 0.0:  # the numbers of ways are whole
            break
        above -= opponent[hand]
    return equity / (total * opponent_total)
