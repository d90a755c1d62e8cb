"""Showdowns of three hands before the flop by their classes, over all suits and boards: exact counts of 13 orders.

Without flushes a board counts only by its ranks: one of 6,175 rank multisets, with the number of ways to give them
suits. The flushes of each suit are a correction. Which of the six hole cards have the suit is a *pattern*; the
correction is the difference that flushes make on the boards with at least three cards of the suit, and depends only on
the ranks of the hands and the pattern. So a triple of rank pairs needs one pass over the ranks and one for each of its
at most 64 patterns, whatever suits its classes have. A board has three cards of at most one suit, so the corrections do
not overlap.
"""

from typing import NamedTuple

from engine.arrays import I8, I16, I64, U16
from engine.kernels.jit import inlined, lean_kernel, subkernel

ORDERS = 13
PATTERNS = 64
KINDS = 8
"""Which of three hands are suited: one bit each."""
RANK_PAIRS, SUITED = 91, 78
"""Rank pairs: 13 pairs, then 78 of different ranks. A class number of the latter is that of the rank pair if the hand
is offsuit, and ``SUITED`` more if it is suited."""


class RankTables(NamedTuple):
    """The boards by ranks.

    ``boards`` int8[6175, 5]: rank multisets; ``two`` int8[91, 2]: multisets of two ranks. The sets of k = 3, 4, 5 ranks
    of one suit are the masks ``sets`` int64[2288] from ``starts`` int64[4] on (index k - 3). ``joined`` int16[2288,
    91]: the number of the board that such a set forms with the multiset of the 5 - k other ranks, in ascending order of
    these. ``values`` uint16[91, 6175]: the value of a rank pair on each board, ignoring flushes; ``flushes``
    uint16[8192]: the value of a flush by its rank mask; ``orders`` int8[27]: the order by the three comparisons.
    """

    boards: I8
    two: I8
    sets: I64
    starts: I64
    joined: I16
    values: U16
    flushes: U16
    orders: I8


class ShowdownScratch(NamedTuple):
    """Work space.

    ``order`` int8[6175]: the order on each board without flushes; ``base`` int64[13]: its counts; ``ways`` int64[91];
    ``changes`` int64[64, 13]: the correction of each pattern; ``patterns`` int64[8, 64]: how often each kind has a
    pattern; ``deals`` int64[8]; ``ranks``, ``suits`` int64[6]: of the six cards.
    """

    order: I8
    ways: I64
    base: I64
    changes: I64
    patterns: I64
    deals: I64
    ranks: I64
    suits: I64


@inlined
def _order(one: int, two: int, three: int, orders: I8) -> int:
    """Return the number of the order of three values (which is highest, and which are equal)."""
    first = 1 + (one > two) - (one < two)
    second = 1 + (one > three) - (one < three)
    third = 1 + (two > three) - (two < three)
    return int(orders[9 * first + 3 * second + third])


@inlined
def _choose(cards: int, count: int) -> int:
    """Return the binomial coefficient: the ways to take ``count`` of ``cards`` cards."""
    ways = 1
    for i in range(count):
        ways = ways * (cards - i) // (i + 1)
    return ways


@subkernel
def _count_ranks(hands: I64, ranks: RankTables, scratch: ShowdownScratch) -> None:
    """Count the orders on all boards, ignoring flushes, and store the order on each board."""
    scratch.base[:] = 0
    for board in range(ranks.boards.shape[0]):
        order = _order(
            ranks.values[hands[0], board], ranks.values[hands[1], board], ranks.values[hands[2], board], ranks.orders
        )
        scratch.order[board] = order
        ways, at = 1, 0
        while at < 5:
            rank, end = ranks.boards[board, at], at + 1
            while end < 5 and ranks.boards[board, end] == rank:
                end += 1
            available = 4
            for card in range(6):
                available -= scratch.ranks[card] == rank
            ways *= _choose(available, end - at)
            at = end
        scratch.base[order] += ways


@subkernel
def _count_pattern(hands: I64, pattern: int, ranks: RankTables, scratch: ShowdownScratch) -> None:
    """Write to ``scratch.changes[pattern]`` how the flushes of one suit change the counts of the orders.

    For each set of 3, 4 or 5 board cards of the suit and each multiset of the other board cards.
    """
    suited_ranks, changes = 0, scratch.changes[pattern]
    changes[:] = 0
    for card in range(6):
        if pattern >> card & 1:
            suited_ranks |= 1 << scratch.ranks[card]
    # ``count`` cards of the suit are on the board; a hand has a flush if it adds enough to make five.
    for count in range(3, 6):
        others = 91 if count == 3 else 13 if count == 4 else 1
        for other in range(others):
            ways = 1
            if count == 3:
                low, high = ranks.two[other, 0], ranks.two[other, 1]
            else:
                low, high = other, other
            low_available, high_available = 3, 3
            for card in range(6):
                if not pattern >> card & 1:
                    low_available -= scratch.ranks[card] == low
                    high_available -= scratch.ranks[card] == high
            if count == 3:
                ways = _choose(low_available, 2) if low == high else low_available * high_available
            elif count == 4:
                ways = low_available
            scratch.ways[other] = max(ways, 0)
        first = (pattern & 1) + (pattern >> 1 & 1) + count >= 5
        second = (pattern >> 2 & 1) + (pattern >> 3 & 1) + count >= 5
        third = (pattern >> 4 & 1) + (pattern >> 5 & 1) + count >= 5
        if not (first or second or third):
            continue
        for at in range(ranks.starts[count - 3], ranks.starts[count - 2]):
            if ranks.sets[at] & suited_ranks:
                continue
            mask = ranks.sets[at]
            value_one, value_two, value_three = 0, 0, 0
            for card in range(2):
                if pattern >> card & 1:
                    value_one |= 1 << scratch.ranks[card]
                if pattern >> card + 2 & 1:
                    value_two |= 1 << scratch.ranks[card + 2]
                if pattern >> card + 4 & 1:
                    value_three |= 1 << scratch.ranks[card + 4]
            value_one = int(ranks.flushes[mask | value_one])
            value_two = int(ranks.flushes[mask | value_two])
            value_three = int(ranks.flushes[mask | value_three])
            for other in range(others):
                ways = scratch.ways[other]
                if ways:
                    board = ranks.joined[at, other]
                    if not first:
                        value_one = int(ranks.values[hands[0], board])
                    if not second:
                        value_two = int(ranks.values[hands[1], board])
                    if not third:
                        value_three = int(ranks.values[hands[2], board])
                    changes[_order(value_one, value_two, value_three, ranks.orders)] += ways
                    changes[scratch.order[board]] -= ways


@subkernel
def _count_suits(kind: int, scratch: ShowdownScratch) -> None:
    """Count the suit assignments of the six cards that fit a kind, and how often each pattern occurs in them."""
    cards, suits, patterns = scratch.ranks, scratch.suits, scratch.patterns[kind]
    patterns[:] = 0
    scratch.deals[kind] = 0
    # All suits of six cards, two bits each. The suits of a pair are ascending, so that no hand is counted twice.
    for code in range(4096):
        fits = True
        for card in range(6):
            suits[card] = code >> 2 * card & 3
        for hand in range(3):
            one, two = 2 * hand, 2 * hand + 1
            if cards[one] == cards[two]:
                fits = fits and suits[one] < suits[two]
            else:
                fits = fits and (suits[one] != suits[two]) == bool(kind >> hand & 1)
        if not fits:
            continue
        for one in range(4):
            for two in range(2 * (one // 2) + 2, 6):
                if cards[one] == cards[two] and suits[one] == suits[two]:
                    fits = False
        if not fits:
            continue
        scratch.deals[kind] += 1
        for suit in range(4):
            pattern = 0
            for card in range(6):
                pattern |= (suits[card] == suit) << card
            patterns[pattern] += 1


@lean_kernel
def count_showdowns(
    hands: I64, cards: I8, ranks: RankTables, scratch: ShowdownScratch, classes: I16, counts: I64, deals: I64
) -> int:
    """Count the orders of all triples of classes with the rank pairs ``hands`` int64[3], ascending; return how many.

    A triple is counted once: equal rank pairs have ascending classes. ``cards`` int8[91, 2]: the ranks of each rank
    pair. Output: ``classes`` int16[8, 3]; ``counts`` int64[8, 13], the orders over all suits and boards; ``deals``
    int64[8], the number of suit assignments of the hands.
    """
    for hand in range(3):
        for card in range(2):
            scratch.ranks[2 * hand + card] = cards[hands[hand], card]
    _count_ranks(hands, ranks, scratch)
    rows = 0
    for kind in range(KINDS):
        proper = True
        for hand in range(3):
            if kind >> hand & 1 and hands[hand] < RANK_PAIRS - SUITED:
                proper = False
            classes[rows, hand] = hands[hand] + SUITED * (kind >> hand & 1)
        for hand in range(2):
            if hands[hand] == hands[hand + 1] and classes[rows, hand] > classes[rows, hand + 1]:
                proper = False
        if proper:
            _count_suits(kind, scratch)
            deals[rows] = scratch.deals[kind]
            for pattern in range(PATTERNS):
                scratch.patterns[rows, pattern] = scratch.patterns[kind, pattern]
            rows += 1
    counts[:rows] = 0
    for pattern in range(PATTERNS):
        needed = False
        for row in range(rows):
            needed = needed or scratch.patterns[row, pattern] > 0
        # A pattern is evaluated once for all kinds, and counted as often as each kind has it.
        if needed:
            _count_pattern(hands, pattern, ranks, scratch)
            for row in range(rows):
                for order in range(ORDERS):
                    counts[row, order] += scratch.patterns[row, pattern] * scratch.changes[pattern, order]
    for row in range(rows):
        for order in range(ORDERS):
            counts[row, order] += deals[row] * scratch.base[order]
    return rows
