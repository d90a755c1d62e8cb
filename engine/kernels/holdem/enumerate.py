"""Exact enumeration for given hole cards: all boards, most of them counted by ranks alone.

If no hand makes a flush, only the ranks of the board matter: at most 6,175 multisets of five ranks, each weighted by
the number of ways to give it suits, represent up to 2.1 million boards. Boards on which some hand does make a flush are
corrected afterwards: for each suit, for each large enough set T of cards of that suit, and for each rank multiset of
the other cards to come (of other suits), add the outcome with flushes and subtract the outcome without. A board has
three cards of at most one suit, so the corrections do not overlap.

Without flushes, tuples of hands that differ only by suits have the same outcome, so neighbours with the same ranks are
counted as one. The correction of a suit depends only on who holds cards of it, and on its cards on the board and in the
deck. Tuples and suits that agree in these are counted as one too, but only if all weights are whole numbers: their
sums are then exact, and the result does not depend on the grouping.

On given flops every turn and river is visited, hand by hand.
"""

from typing import NamedTuple

import numpy as np

from engine.arrays import F64, I8, I16, I64, U64
from engine.kernels.holdem.high import CATEGORY_SHIFT, KEY_START, HighTables, hand_value, rank_value
from engine.kernels.jit import inlined, lean_kernel, subkernel

RANK_ONLY = np.uint64(0xFFFFFFFF)
NO_SLOT = 65
"""Index of the entry of the ``ways`` table that is always 1: the slot of an absent rank."""


class RankDraws(NamedTuple):
    """Rank multisets and rank sets of up to five cards to come.

    ``keys`` uint64[m]: the key sum of each multiset; ``slots`` int8[m, 5]: for each distinct rank of the multiset the
    index ``5 * rank + count`` into the ``ways`` table, ``NO_SLOT`` for the rest. The multisets of k cards are
    ``starts[k]:starts[k + 1]``. ``sets`` int16[8192]: the 13-bit rank masks, those of k ranks at
    ``set_starts[k]:set_starts[k + 1]``; ``set_keys`` uint64[8192]: the key sum of each mask, indexed by the mask.
    """

    keys: U64
    slots: I8
    starts: I64
    sets: I16
    set_starts: I64
    set_keys: U64


class EnumerationScratch(NamedTuple):
    """Work space of one call; its content is of no interest afterwards.

    ``hole_keys`` uint64[seats]; ``hole_suits`` int64[seats, 4], rank masks; ``flushes``, ``plain`` and ``made``
    int64[seats]: the values of the seats' flushes, without flushes, and of their hands; ``ways`` float64[NO_SLOT + 1];
    ``left_by_suit`` and ``board_by_suit`` int64[4], rank masks; ``left`` int64[13]: cards left of each rank.

    For each suit and each pattern of who holds cards of it: ``pending`` float64[4 * patterns], the weight still to be
    added (0 between calls); ``rows`` and ``suits`` int64[4 * patterns], a tuple with that pattern and its suit;
    ``used`` int64[4 * patterns], the entries that are not 0. ``same_suit`` int64[4]: for each suit, the first suit with
    the same cards on the board and in the deck.
    """

    hole_keys: U64
    hole_suits: I64
    flushes: I64
    plain: I64
    made: I64
    ways: F64
    left_by_suit: I64
    board_by_suit: I64
    left: I64
    pending: F64
    rows: I64
    suits: I64
    used: I64
    same_suit: I64


MAX_GROUPED_HANDS = 6
MAX_PATTERNS = 4**MAX_GROUPED_HANDS
"""Patterns of who holds cards of a suit, two bits a hand. More hands than this have too many and are not grouped."""


def new_enumeration_scratch(seats: int, hands: int) -> EnumerationScratch:
    """Return work space for ``hands`` hands, of which the first ``seats`` belong to active seats."""
    i = np.int64
    size = 4 * min(4**hands, MAX_PATTERNS)
    return EnumerationScratch(
        np.zeros(seats, np.uint64), np.zeros((seats, 4), i), np.zeros(seats, i), np.zeros(seats, i), np.zeros(seats, i),
        np.zeros(NO_SLOT + 1), np.zeros(4, i), np.zeros(4, i), np.zeros(13, i), np.zeros(size), np.empty(size, i),
        np.empty(size, i), np.empty(size, i), np.zeros(4, i),
    )  # fmt: skip


class SeatOutcomes(NamedTuple):
    """Sums of the seats' shares of the pot and final hands.

    ``shares`` float64[seats, seats]: the weight of the deals in which a seat shares the pot with that many others;
    ``categories`` float64[seats, 9]: the weight of its final hands by category.
    """

    shares: F64
    categories: F64


@inlined
def add_outcome(values: I64, weight: float, outcomes: SeatOutcomes) -> None:
    """Add a showdown with total ``weight`` to the sums of each seat, by the hands' ``values`` int64[seats]."""
    best, winners = values[0], 0
    for seat in range(values.shape[0]):
        best = max(best, values[seat])
    for seat in range(values.shape[0]):
        winners += values[seat] == best
    for seat in range(values.shape[0]):
        outcomes.categories[seat, values[seat] >> CATEGORY_SHIFT] += weight
        if values[seat] == best:
            outcomes.shares[seat, winners - 1] += weight


@inlined
def count_ways(left: I64, ways: F64) -> None:
    """Fill ``ways[5 * rank + count]``: binomial coefficients, the ways to take ``count`` of ``left[rank]`` cards.

    ``left`` int64[13]: cards left of each rank; ``ways`` float64[66] (output), its last entry is 1.
    """
    for rank in range(13):
        choose = 1.0
        for count in range(5):
            ways[5 * rank + count] = choose
            choose = choose * (left[rank] - count) / (count + 1)
    ways[NO_SLOT] = 1.0


@inlined
def suit_ways(slots: I8, at: int, ways: F64) -> float:
    """Return the number of ways to give suits to multiset ``at``: the product over its ranks.

    ``slots`` int8[multisets, 5] as in :class:`RankDraws`; ``ways`` float64[66] of :func:`count_ways`.
    """
    product: float = ways[slots[at, 0]]
    for i in range(1, 5):
        product *= ways[slots[at, i]]
    return product


@subkernel
def add_rank_boards(
    board_key: np.uint64, to_come: int, draws: RankDraws, tables: HighTables, scratch: EnumerationScratch,
    weight: float, outcomes: SeatOutcomes,
) -> None:  # fmt: skip
    """Add the outcomes of all boards, ignoring flushes; ``scratch`` has the hole keys and the ways."""
    for at in range(draws.starts[to_come], draws.starts[to_come + 1]):
        ways = suit_ways(draws.slots, at, scratch.ways)
        if ways > 0.0:
            key = board_key + draws.keys[at]
            for seat in range(scratch.hole_keys.shape[0]):
                scratch.plain[seat] = rank_value(key + scratch.hole_keys[seat], tables)
            add_outcome(scratch.plain, weight * ways, outcomes)


@subkernel
def add_flush_boards(
    suit: int, min_drawn: int, board_key: np.uint64, to_come: int, draws: RankDraws, tables: HighTables,
    scratch: EnumerationScratch, weight: float, outcomes: SeatOutcomes,
) -> None:  # fmt: skip
    """Add the correction for flushes in ``suit``, which take at least ``min_drawn`` cards to come.

    ``scratch.ways`` must count the cards of the other suits.
    """
    seats = scratch.hole_keys.shape[0]
    left_in_suit, board_in_suit = scratch.left_by_suit[suit], scratch.board_by_suit[suit]
    for size in range(min_drawn, to_come + 1):
        others = to_come - size
        for at_set in range(draws.set_starts[size], draws.set_starts[size + 1]):
            drawn = np.int64(draws.sets[at_set])
            if drawn & ~left_in_suit:
                continue
            any_flush = np.int64(0)
            for seat in range(seats):
                ranks = board_in_suit | drawn | scratch.hole_suits[seat, suit]
                scratch.flushes[seat] = tables.flushes[np.uint64(ranks)]
                any_flush |= scratch.flushes[seat]
            if not any_flush:
                continue
            key = board_key + draws.set_keys[np.uint64(drawn)]
            for at in range(draws.starts[others], draws.starts[others + 1]):
                ways = suit_ways(draws.slots, at, scratch.ways)
                if ways > 0.0:
                    for seat in range(seats):
                        value = rank_value(key + draws.keys[at] + scratch.hole_keys[seat], tables)
                        scratch.plain[seat] = value
                        scratch.made[seat] = max(value, scratch.flushes[seat])
                    # The outcome without flushes is in the sums already: replace it by the outcome with them.
                    add_outcome(scratch.made, weight * ways, outcomes)
                    add_outcome(scratch.plain, -weight * ways, outcomes)


@inlined
def cards_to_flush(suit: int, scratch: EnumerationScratch) -> int:
    """Return how many more cards of ``suit`` are needed, at least, before some hand has a flush."""
    max_count = 0
    for seat in range(scratch.hole_suits.shape[0]):
        ranks = scratch.board_by_suit[suit] | scratch.hole_suits[seat, suit]
        count = 0
        for rank in range(13):
            count += ranks >> rank & 1
        max_count = max(max_count, count)
    return max(5 - max_count, 0)


@inlined
def set_hands(row: I16, seats: int, combos: I8, available: I8, tables: HighTables, scratch: EnumerationScratch) -> None:
    """Load the hands of a tuple into ``scratch``: those of the first ``seats`` combos, and the cards left by all.

    ``row`` int16[hands]: combo numbers; ``combos`` int8[1326, 2]; ``available`` int8[52]: 1 for live cards.
    """
    scratch.left_by_suit[:] = 0
    scratch.left[:] = 0
    scratch.hole_suits[:] = 0
    scratch.hole_keys[:] = 0
    for card in range(52):
        scratch.left_by_suit[card & 3] |= np.int64(available[card]) << (card >> 2)
    for hand in range(row.shape[0]):
        for i in range(2):
            hole = np.int64(combos[row[hand], i])
            scratch.left_by_suit[hole & 3] &= ~(1 << (hole >> 2))
            if hand < seats:
                scratch.hole_keys[hand] += tables.keys[hole] & RANK_ONLY
                scratch.hole_suits[hand, hole & 3] |= 1 << (hole >> 2)
    for suit in range(4):
        add_suit(scratch.left_by_suit[suit], 1, scratch.left)


@inlined
def same_ranks(one: I16, other: I16, combos: I8) -> bool:
    """Return True if two tuples differ only by suits, so that they have the same outcome without flushes.

    ``one``, ``other`` int16[hands]: combo numbers; ``combos`` int8[1326, 2].
    """
    same = True
    for hand in range(one.shape[0]):
        for i in range(2):
            # A card is 4 * rank + suit.
            same &= combos[one[hand], i] >> 2 == combos[other[hand], i] >> 2
    return same


@inlined
def add_suit(ranks: np.int64, sign: int, left: I64) -> None:
    """Add ``sign`` to the entry of ``left`` int64[13] of each rank in a mask."""
    for rank in range(13):
        left[rank] += sign * (ranks >> rank & 1)


@inlined
def suit_pattern(row: I16, suit: int, combos: I8) -> int:
    """Return which cards of a tuple are of ``suit``, as a mask of two bits for each hand.

    ``row`` int16[hands]: combo numbers; ``combos`` int8[1326, 2].
    """
    pattern = 0
    for hand in range(row.shape[0]):
        for i in range(2):
            pattern = pattern << 1 | (combos[row[hand], i] & 3 == suit)
    return pattern


@inlined
def set_equal_suits(available: I8, scratch: EnumerationScratch) -> None:
    """Set ``scratch.same_suit``: for each suit, the first suit with the same ranks on the board and in the deck.

    ``available`` int8[52] is 1 for the cards that are neither on the board nor dead.
    """
    for suit in range(4):
        scratch.same_suit[suit] = suit
        for other in range(suit - 1, -1, -1):
            same = scratch.board_by_suit[other] == scratch.board_by_suit[suit]
            for rank in range(13):
                same &= available[4 * rank + other] == available[4 * rank + suit]
            if same:
                scratch.same_suit[suit] = other


@subkernel
def add_suit_boards(
    suit: int, board_key: np.uint64, to_come: int, draws: RankDraws, tables: HighTables, scratch: EnumerationScratch,
    weight: float, outcomes: SeatOutcomes,
) -> None:  # fmt: skip
    """Add the correction for flushes in ``suit`` for the hands in ``scratch``, if a flush is possible."""
    min_drawn = cards_to_flush(suit, scratch)
    if min_drawn <= to_come:
        add_suit(scratch.left_by_suit[suit], -1, scratch.left)
        count_ways(scratch.left, scratch.ways)
        add_flush_boards(suit, min_drawn, board_key, to_come, draws, tables, scratch, weight, outcomes)
        add_suit(scratch.left_by_suit[suit], 1, scratch.left)


@inlined
def are_whole(weights: F64) -> bool:
    """Return True if all ``weights`` float64[n] are whole numbers above 0."""
    whole = True
    for row in range(weights.shape[0]):
        whole &= weights[row] >= 1.0 and weights[row] == np.floor(weights[row])
    return whole


@lean_kernel
def add_tuples(
    tuples: I16,
    weights: F64,
    combos: I8,
    board: I8,
    available: I8,
    draws: RankDraws,
    tables: HighTables,
    scratch: EnumerationScratch,
    outcomes: SeatOutcomes,
) -> None:
    """Add the outcomes of all boards for each row of ``tuples``. This is the entry point of the module.

    ``tuples`` int16[n, hands]: combo numbers, first those of the active seats of ``outcomes``, then folded hands;
    sorted so that tuples with the same ranks are neighbours. ``weights`` float64[n]: of the rows. ``combos``
    int8[1326, 2]: the cards of each combo; ``board`` int8[n], n from 0 to 5: its cards; ``available`` int8[52]: 1 for
    the cards that are neither on the board nor dead.
    """
    to_come = 5 - board.shape[0]
    board_key = np.uint64(0)
    scratch.board_by_suit[:] = 0
    for i in range(board.shape[0]):
        board_key += tables.keys[board[i]] & RANK_ONLY
        scratch.board_by_suit[board[i] & 3] |= 1 << (board[i] >> 2)
    seats, patterns = outcomes.shares.shape[0], scratch.pending.shape[0] // 4
    set_equal_suits(available, scratch)
    # A run of tuples with the same ranks is one pass over the rank boards. Its flush corrections are collected by suit
    # and pattern in ``pending``; without grouping, each tuple's corrections are added immediately.
    grouped = patterns == 4 ** tuples.shape[1] and are_whole(weights)
    run_weight, used = 0.0, 0
    for row in range(tuples.shape[0]):
        run_weight += weights[row]
        last = row + 1 == tuples.shape[0] or not same_ranks(tuples[row], tuples[row + 1], combos)
        if grouped:
            for suit in range(4):
                at = scratch.same_suit[suit] * patterns + suit_pattern(tuples[row], suit, combos)
                if scratch.pending[at] == 0.0:
                    scratch.used[used], scratch.rows[at], scratch.suits[at] = at, row, suit
                    used += 1
                scratch.pending[at] += weights[row]
        if last or not grouped:
            set_hands(tuples[row], seats, combos, available, tables, scratch)
        if last:
            count_ways(scratch.left, scratch.ways)
            add_rank_boards(board_key, to_come, draws, tables, scratch, run_weight, outcomes)
            run_weight = 0.0
            for i in range(used):
                at = scratch.used[i]
                set_hands(tuples[scratch.rows[at]], seats, combos, available, tables, scratch)
                weight, scratch.pending[at] = scratch.pending[at], 0.0
                add_suit_boards(scratch.suits[at], board_key, to_come, draws, tables, scratch, weight, outcomes)
            used = 0
        if not grouped:
            for suit in range(4):
                add_suit_boards(suit, board_key, to_come, draws, tables, scratch, weights[row], outcomes)


class Listing(NamedTuple):
    """State of a listing of tuples, so that it can be done in steps.

    ``at`` int64[hands]: the next entry of each hand's list; ``chosen`` int16[hands]: the combos of the hands so far;
    ``used`` uint64[hands + 1] and ``products`` float64[hands + 1]: the cards, and the product of the weights, of all
    hands before each; ``state`` int64[2]: the hand to continue with (-1: all are listed), and the number of tuples.
    """

    at: I64
    chosen: I16
    used: U64
    products: F64
    state: I64


def new_listing(starts: I64) -> Listing:
    """Return the state at the start of a listing; ``starts`` int64[hands + 1] as in :func:`list_tuples`."""
    hands = len(starts) - 1
    return Listing(
        starts[:-1].copy(), np.zeros(hands, np.int16), np.zeros(hands + 1, np.uint64), np.ones(hands + 1),
        np.zeros(2, np.int64),
    )  # fmt: skip


@inlined
def compare_moved(chosen: I16, hands: int, map_: I16) -> int:
    """Return -1, 0 or 1 if ``map_`` makes the first ``hands`` combos lexicographically smaller, equal or larger.

    ``chosen`` int16[n]: combo numbers; ``map_`` int16[1326]: the combo to which a suit permutation moves each combo.
    """
    for hand in range(hands):
        here = chosen[hand]
        moved = map_[here]
        if moved != here:
            return -1 if moved < here else 1
    return 0


@lean_kernel
def list_tuples(
    max_steps: int,
    lists: I16,
    starts: I64,
    weights: F64,
    masks: U64,
    maps: I16,
    listing: Listing,
    tuples: I16,
    products: F64,
    orbits: I8,
) -> None:
    """Continue listing tuples of disjoint combos, one for each orbit of the group ``maps``.

    A depth-first search over the hands. A prefix is dropped as soon as some permutation makes it smaller, because the
    smallest tuple of an orbit has only smallest prefixes. It stops after ``max_steps`` steps or when ``tuples`` is
    full.

    Hand k chooses from ``lists[starts[k]:starts[k + 1]]``: ``lists`` int16[entries], combo numbers, with ``weights``
    float64[entries]; ``starts`` int64[hands + 1]. ``masks`` uint64[1326]: the cards of the combos; ``maps``
    int16[order, 1326]: the combos to which each suit permutation moves them. Output: ``tuples`` int16[n, hands],
    ``products`` float64[n], the products of their weights, and ``orbits`` int8[n], the sizes of their orbits.
    """
    hands, order = starts.shape[0] - 1, maps.shape[0]
    at, chosen, used = listing.at, listing.chosen, listing.used
    depth, result = listing.state[0], listing.state[1]
    while depth >= 0 and max_steps > 0 and result < tuples.shape[0]:
        # This hand's list is exhausted: go back to the previous hand.
        if at[depth] == starts[depth + 1]:
            depth -= 1
            continue
        max_steps -= 1
        entry = at[depth]
        at[depth] += 1
        mask = masks[lists[entry]]
        if used[depth] & mask:
            continue
        chosen[depth] = lists[entry]
        # A prefix that some permutation makes smaller is dropped; ``same`` counts those that leave it unchanged.
        same = 0
        for g in range(order):
            side = compare_moved(chosen, depth + 1, maps[g])
            if side < 0:
                same = -1
                break
            same += side == 0
        if same < 0:
            continue
        used[depth + 1] = used[depth] | mask
        listing.products[depth + 1] = listing.products[depth] * weights[entry]
        if depth + 1 < hands:
            depth += 1
            at[depth] = starts[depth]
            continue
        for hand in range(hands):
            tuples[result, hand] = chosen[hand]
        products[result] = listing.products[hands]
        orbits[result] = order // same
        result += 1
    listing.state[0], listing.state[1] = depth, result


@inlined
def list_live(used: np.uint64, deck: I64, tables: HighTables, keys: U64, suits: U64) -> int:
    """List the two words of the cards of ``deck`` that are not among the bits ``used``; return how many there are.

    ``deck`` int64[n]: cards; ``keys``, ``suits`` uint64[n + 1] (output), one longer because every card is written
    before it is known to be live.
    """
    live = 0
    for i in range(deck.shape[0]):
        card = deck[i]
        keys[live], suits[live] = tables.keys[card], tables.bits[card]
        live += (used & tables.bits[card]) == 0
    return live


@lean_kernel
def solve_flops(
    flops: I64,
    deck: I64,
    tuples: I16,
    weights: F64,
    combo_keys: U64,
    combo_suits: U64,
    tables: HighTables,
    live_keys: U64,
    live_suits: U64,
    values: I64,
    results: F64,
) -> None:
    """Add the weight of each flop's deals, and each seat's pots, to ``results`` float64[flops, 1 + seats].

    ``flops`` int64[flops, 3]: their cards; ``deck`` int64[n]: the live cards; ``tuples`` int16[tuples, hands]: combos
    of the active seats, then of folded hands, with ``weights`` float64[tuples]; ``combo_keys``, ``combo_suits``
    uint64[1326]: the words of the combos; ``live_keys``, ``live_suits`` uint64[53] and ``values`` int64[seats] are work
    space.
    """
    seats = values.shape[0]
    for f in range(flops.shape[0]):
        flop_key, flop_suits = KEY_START, np.uint64(0)
        for i in range(3):
            flop_key += tables.keys[flops[f, i]]
            flop_suits |= tables.bits[flops[f, i]]
        for row in range(tuples.shape[0]):
            hole_bits = np.uint64(0)
            for hand in range(tuples.shape[1]):
                hole_bits |= combo_suits[tuples[row, hand]]
            if hole_bits & flop_suits:
                continue
            live, weight = list_live(hole_bits | flop_suits, deck, tables, live_keys, live_suits), weights[row]
            for i in range(live):
                for j in range(i):
                    key = flop_key + live_keys[i] + live_keys[j]
                    suits = flop_suits | live_suits[i] | live_suits[j]
                    best, winners = np.int64(0), 0
                    for seat in range(seats):
                        combo = tuples[row, seat]
                        value = hand_value(key + combo_keys[combo], suits | combo_suits[combo], tables)
                        values[seat] = value
                        winners = 1 if value > best else winners + (value == best)
                        best = max(best, value)
                    for seat in range(seats):
                        if values[seat] == best:
                            results[f, 1 + seat] += weight / winners
            results[f, 0] += weight * (live * (live - 1) // 2)
