"""The strength of hands: their equity against random cards, for all hands of a player together.

Hold'em: exact. On every complete board the live combos are sorted by their value; one pass over the sorted list then
counts, for each combo, the disjoint combos below it and equal to it. Razz: the final hands of two players are drawn
from the live cards as if each player had these cards to himself, so that two distributions of final hands decide.
"""

from typing import NamedTuple

import numpy as np

from engine.arrays import F64, I8, I16, I64, U16
from engine.kernels.holdem.high import KEY_START, HighTables, hand_value
from engine.kernels.jit import inlined, lean_kernel, linked, subkernel, sum_kernel
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
    """Work space of :func:`low_distribution`, for up to m drawn cards.

    ``binomials`` float64[13, 5]: the number of ways to draw 0 to 4 of the live cards of each rank; ``choices``
    float64[14, m + 1]: the number of ways to draw 0 to m of all live cards of each rank or higher. ``ways`` float64[5,
    m + 1]: by the number of ranks chosen so far and the number of cards drawn, the number of ways to draw cards that
    make up these ranks. ``masks``, ``nexts`` and ``new`` int64[5]: the ranks chosen so far, the next rank to try, and
    how many of the chosen ones are new. ``ranks`` int64[4] and ``more`` float64[4, 4]: of a hand of four ranks, the
    ranks, and the number of ways to have one card and 0 to 3 more of each.
    """

    binomials: F64
    choices: F64
    ways: F64
    masks: I64
    nexts: I64
    new: I64
    ranks: I64
    more: F64


def new_low_work(drawn: int = MAX_DRAWN) -> LowWork:
    """Return new work space for up to ``drawn`` drawn cards."""
    masks, nexts, new = np.zeros((3, 5), np.int64)
    return LowWork(
        np.zeros((13, 5)), np.zeros((14, drawn + 1)), np.zeros((5, drawn + 1)), masks, nexts, new,
        np.zeros(4, np.int64), np.zeros((4, 4)),
    )  # fmt: skip


@linked
@lean_kernel
def low_distribution(counts: I64, live: I64, drawn: int, tables: LowTables, work: LowWork, ways: F64) -> None:
    """Write the numbers of ways to make each final hand to ``ways`` float64[HANDS], lowest hand first.

    ``counts`` int64[13]: the player's known cards of each rank, ace first; ``live`` int64[13]: the cards of each rank
    that he can draw; ``drawn``: how many cards he draws, as many as ``work`` has room for. He has seven cards in the
    end.

    Ways are counted for sets of ranks, not for single draws: the cards that fit a rank are a polynomial whose
    coefficient i is the number of ways to draw i of them, and the product over the ranks has those of the set.
    """
    ways[:] = 0.0
    _count_hands(counts, live, drawn, tables, work, ways, ways)


@subkernel
def low_sum(counts: I64, live: I64, drawn: int, tables: LowTables, work: LowWork, values: F64, ways: F64) -> float:
    """Return the sum of ``values`` float64[HANDS] over all ways to make a final hand, ``work.choices[0, drawn]`` of
    them; ``ways`` float64[HANDS] is work space, and the other parameters are those of :func:`low_distribution`."""
    return _count_hands(counts, live, drawn, tables, work, values, ways)


@subkernel
def _count_hands(counts: I64, live: I64, drawn: int, tables: LowTables, work: LowWork, values: F64, ways: F64) -> float:
    """Add the numbers of ways to make each final hand to ``ways``; return the sum of them times ``values``."""
    seen, twice, known, above = 0, 0, 0, 0
    for rank in range(13):
        seen |= int(counts[rank] > 0) << rank
        twice |= int(counts[rank] > 1) << rank
        known += int(counts[rank] > 0)
        work.binomials[rank, 0] = 1.0
        for i in range(1, 5):
            work.binomials[rank, i] = work.binomials[rank, i - 1] * max(live[rank] - i + 1, 0) / i
    for i in range(14):
        rank = 13 - i
        above += live[rank] if rank < 13 else 0
        work.choices[rank, 0] = 1.0
        for chosen in range(1, drawn + 1):
            work.choices[rank, chosen] = work.choices[rank, chosen - 1] * max(above - chosen + 1, 0) / chosen
    if drawn == 0:
        hand = low_value(seen, twice, tables.unpaired, tables.paired)
        ways[hand] += 1.0
        return float(values[hand])
    total = _count_unpaired(counts, drawn, tables, work, values, ways)
    if known < 5:
        total += _count_paired(seen, known, counts, drawn, tables, work, values, ways)
    return float(total)


@inlined
def _add_ways(hand: int, count: float, values: F64, ways: F64) -> float:
    ways[hand] += count
    return float(count * values[hand])


@subkernel
def _count_unpaired(counts: I64, drawn: int, tables: LowTables, work: LowWork, values: F64, ways: F64) -> float:
    """Add the ways to make each hand of five ranks.

    The five lowest ranks are chosen in ascending order. A known rank below the highest of them cannot be left out; all
    cards above it can be drawn.
    """
    chosen, binomials, result = 0, work.binomials, 0.0
    work.masks[0], work.nexts[0], work.new[0] = 0, 0, 0
    work.ways[0, 0] = 1.0
    for cards in range(1, drawn + 1):
        work.ways[0, cards] = 0.0
    while chosen >= 0:
        rank = work.nexts[chosen]
        if rank >= 13:
            chosen -= 1
            continue
        least = 0 if counts[rank] else 1  # a new rank takes a card at least
        work.nexts[chosen] = rank + 1 if least else 13
        mask, before, new = work.masks[chosen] | 1 << rank, work.ways[chosen], work.new[chosen]
        if binomials[rank, least] == 0.0 or new + least > drawn:
            continue
        if chosen == 4:
            total = 0.0
            for cards in range(new, drawn + 1):
                rest = work.choices[rank, drawn - cards]
                total += before[cards] * (rest - work.choices[rank + 1, drawn - cards] if least else rest)
            result += _add_ways(tables.unpaired[mask], total, values, ways)
            continue
        chosen += 1
        after = work.ways[chosen]
        for cards in range(new + least, drawn + 1):
            total = 0.0
            for drawn_here in range(least, min(cards - new, 4) + 1):
                total += before[cards - drawn_here] * binomials[rank, drawn_here]
            after[cards] = total
        work.masks[chosen], work.nexts[chosen], work.new[chosen] = mask, rank + 1, new + least
    return result


@subkernel
def _count_paired(
    seen: int, known: int, counts: I64, drawn: int, tables: LowTables, work: LowWork, values: F64, ways: F64
) -> float:
    """Add the ways to make each hand of less than five ranks: with every set of the known ranks and new ones."""
    new = 0
    work.masks[0], work.nexts[0] = seen, 0
    result = _count_ranks(seen, counts, drawn, tables, work, values, ways)
    while new >= 0:
        rank = work.nexts[new]
        if rank == 13 or known + new == 4 or new == drawn:
            new -= 1
            continue
        work.nexts[new] = rank + 1
        if counts[rank] or work.binomials[rank, 1] == 0.0:
            continue
        mask = work.masks[new] | 1 << rank
        new += 1
        work.masks[new], work.nexts[new] = mask, rank + 1
        result += _count_ranks(mask, counts, drawn, tables, work, values, ways)
    return float(result)


@subkernel
def _count_ranks(mask: int, counts: I64, drawn: int, tables: LowTables, work: LowWork, values: F64, ways: F64) -> float:
    """Add the ways to make each hand of exactly the ranks of ``mask``, two to four of them."""
    ranks, size, paired, result = work.ranks, 0, tables.paired[mask], 0.0
    for rank in range(13):
        if mask >> rank & 1:
            ranks[size] = rank
            size += 1
    one, two = counts[ranks[0]], counts[ranks[1]]
    if size == 2:
        for i in range(max(1 - one, 0), min(drawn, 4) + 1):
            if 0 <= drawn - i <= 4 and two + drawn - i > 0:
                count = work.binomials[ranks[0], i] * work.binomials[ranks[1], drawn - i]
                result += _add_ways(paired[0], count, values, ways)
    elif size == 3:
        three = counts[ranks[2]]
        for i in range(max(1 - one, 0), min(drawn, 4) + 1):
            for k in range(max(1 - two, 0), min(drawn - i, 4) + 1):
                if drawn - i - k <= 4 and three + drawn - i - k > 0:
                    # Of seven cards of three ranks two ranks at least are paired; the hand has the lowest pairs.
                    place = 2 if one + i == 1 else 1 if two + k == 1 else 0
                    count = work.binomials[ranks[0], i] * work.binomials[ranks[1], k]
                    result += _add_ways(paired[place], count * work.binomials[ranks[2], drawn - i - k], values, ways)
    elif size == 4:
        result = _count_four(counts, paired, work, values, ways)
    return float(result)


@subkernel
def _count_four(counts: I64, paired: U16, work: LowWork, values: F64, ways: F64) -> float:
    """Add the ways to make each hand of exactly the four ranks in ``work.ranks``; ``paired`` uint16[4]: the hands.

    Seven cards of four ranks are one of each and three more; the lowest rank that has some of these is the pair.
    """
    more = work.more
    for place in range(4):
        rank, has = work.ranks[place], counts[work.ranks[place]]
        for i in range(4):
            added = i + 1 - has
            more[place, i] = work.binomials[rank, added] if 0 <= added <= 4 else 0.0
    # Ways to have one, two or three more cards of the ranks above a place.
    two_1 = more[2, 0] * more[3, 1] + more[2, 1] * more[3, 0]
    two_2 = more[2, 0] * more[3, 2] + more[2, 1] * more[3, 1] + more[2, 2] * more[3, 0]
    two_0, one_0 = more[2, 0] * more[3, 0], more[1, 0]
    three_0, three_1 = one_0 * two_0, one_0 * two_1 + more[1, 1] * two_0
    three_2 = one_0 * two_2 + more[1, 1] * two_1 + more[1, 2] * two_0
    single = more[0, 0] * one_0
    first = more[0, 1] * three_2 + more[0, 2] * three_1 + more[0, 3] * three_0
    second = more[0, 0] * (more[1, 1] * two_2 + more[1, 2] * two_1 + more[1, 3] * two_0)
    third = single * (more[2, 1] * more[3, 2] + more[2, 2] * more[3, 1] + more[2, 3] * more[3, 0])
    return (
        _add_ways(paired[0], first, values, ways) + _add_ways(paired[1], second, values, ways)
        + _add_ways(paired[2], third, values, ways)
        + _add_ways(paired[3], single * more[2, 0] * more[3, 3], values, ways)
    )  # fmt: skip


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
