"""Exact equity of given hole cards against one, two and three random hands before the flop, over all boards.

On one board and for one hero, any two of the remaining cards are an edge of a graph. It weighs 1 if these two cards
lose to the hero, t if they tie and 0 if they win. k opponents are k edges without a common card, a matching. The hero's
share of the pot, 1 / (1 + number of ties), is the integral of t^ties from 0 to 1. So the sum over all ordered matchings
is a polynomial of degree k in t, and Simpson's rule integrates it exactly up to k = 3.

The sums over matchings need no enumeration. Let e be the weight of all edges, q the sum of their squares and S_c the
weight at card c. Ordered pairs of disjoint edges weigh e^2 + q - sum_c S_c^2: pairs with a common card are subtracted,
and an edge paired with itself, which was subtracted twice, is added back. Ordered triples are, for each first edge, the
pairs of the edges disjoint from it. Cards that play the same are one *type*: on a board without a flush the cards of a
rank, otherwise the cards of a rank in the flush suit and those in the other suits. So 6,175 rank boards and 36,608
typed boards for each flush suit represent 2.1 million boards.
"""

from typing import NamedTuple

import numpy as np

from engine.arrays import F64, I64, U64
from engine.kernels.holdem.enumerate import RANK_ONLY, RankDraws, count_ways, suit_ways
from engine.kernels.holdem.high import HighTables, rank_value
from engine.kernels.jit import inlined, lean_kernel, linked, subkernel

MAX_OPPONENTS = 3
MAX_TYPES = 26
BOARD = 5


class RankBoards(NamedTuple):
    """The boards by their ranks.

    ``draws``: all rank multisets; for those of five cards ``keys`` uint64[6175], their keys in ascending order, and
    ``draw_index`` int64[6175], the index of each key among the draws of five cards.
    """

    draws: RankDraws
    keys: U64
    draw_index: I64


def rank_boards(draws: RankDraws) -> RankBoards:
    """Return the boards of five cards by their ranks."""
    keys = draws.keys[draws.starts[BOARD] : draws.starts[BOARD + 1]]
    draw_index = np.argsort(keys)
    return RankBoards(draws, keys[draw_index], draw_index)


class MatchingWork(NamedTuple):
    """Work space of one call; its content is of no interest afterwards.

    ``cards`` float64[26]: the number of cards of each type; ``ranks`` and ``suited`` int64[26]: its rank, and its bit
    in the flush suit (0 for other suits); ``edges`` float64[26, 26]: weights; ``at`` and ``at_squares`` float64[26]:
    the sums over the edges at a card of each type; ``pair_values`` int64[13, 13]; ``ways`` float64[66]; ``shares``
    float64[3]; ``plain`` float64[6175, 3]: shares of the rank boards, ignoring flushes; ``left`` int64[13].
    """

    cards: F64
    ranks: I64
    suited: I64
    edges: F64
    at: F64
    at_squares: F64
    pair_values: I64
    ways: F64
    shares: F64
    plain: F64
    left: I64


def new_matching_work() -> MatchingWork:
    """Return work space for one call of :func:`add_hero`."""
    i, types = np.int64, MAX_TYPES
    return MatchingWork(
        np.zeros(types), np.zeros(types, i), np.zeros(types, i), np.zeros((types, types)), np.zeros(types),
        np.zeros(types), np.zeros((13, 13), i), np.zeros(66), np.zeros(MAX_OPPONENTS),
        np.zeros((6175, MAX_OPPONENTS)), np.zeros(13, i),
    )  # fmt: skip


@linked
@lean_kernel
def matchings(count: int, work: MatchingWork, factor: float, shares: F64) -> None:
    """Add ``factor`` times the weight of all ordered matchings of one, two and three edges to ``shares`` float64[3].

    ``work.cards`` and ``work.edges`` (symmetric) describe ``count`` types of cards.
    """
    cards, edges, at, at_squares = work.cards, work.edges, work.at, work.at_squares
    total, squares, inner = 0.0, 0.0, 0.0
    for i in range(count):
        at[i] = -edges[i, i]
        at_squares[i] = -edges[i, i] * edges[i, i]
        for j in range(count):
            at[i] += cards[j] * edges[i, j]
            at_squares[i] += cards[j] * edges[i, j] * edges[i, j]
        total += 0.5 * cards[i] * at[i]
        squares += 0.5 * cards[i] * at_squares[i]
        inner += cards[i] * at[i] * at[i]
    shares[0] += factor * total
    shares[1] += factor * (total * total + squares - inner)
    # For each type of first edge, the formula for pairs again, on the graph without the two cards of that edge.
    triples = 0.0
    for i in range(count):
        for j in range(i + 1):
            edge = edges[i, j]
            number = cards[i] * cards[j] if i != j else 0.5 * cards[i] * (cards[i] - 1.0)
            if edge == 0.0 or number == 0.0:
                continue
            rest_total = total - at[i] - at[j] + edge
            rest_squares = squares - at_squares[i] - at_squares[j] + edge * edge
            inner = 0.0
            for k in range(count):
                weight = at[k] - edges[i, k] - edges[j, k]
                inner += cards[k] * weight * weight
            for k in (i, j):
                weight = at[k] - edges[i, k] - edges[j, k]
                inner -= weight * weight
            triples += number * edge * (rest_total * rest_total + rest_squares - inner)
    shares[2] += factor * triples


@subkernel
def pot_shares(
    count: int, hero: np.int64, suited_board: np.int64, tables: HighTables, work: MatchingWork, shares: F64
) -> None:
    """Write to ``shares`` float64[3] the hero's share of all pots against one, two and three opponents on a board.

    ``hero``: the value of his hand. ``work`` has ``count`` types of cards and the values of rank pairs;
    ``suited_board``: the mask of the board's ranks in the flush suit.
    """
    ties = False
    # Simpson's rule over t = 0, 1/2, 1 with weights 1/6, 4/6, 1/6. Without ties t does not matter, and once is enough.
    for t in range(3):
        tie = 0.5 * t
        if t and not ties:
            break
        for i in range(count):
            for j in range(i + 1):
                value = work.pair_values[work.ranks[i], work.ranks[j]]
                flush = np.int64(tables.flushes[np.uint64(suited_board | work.suited[i] | work.suited[j])])
                value = max(value, flush)
                possible = i != j or work.cards[i] > 1.0
                ties = ties or (value == hero and possible)
                edge = 1.0 if value < hero else (tie if value == hero else 0.0)
                work.edges[i, j] = work.edges[j, i] = edge
        if t == 0:
            shares[:] = 0.0
            matchings(count, work, 1.0, shares)
            if ties:
                for k in range(MAX_OPPONENTS):
                    shares[k] /= 6.0
        else:
            matchings(count, work, 4.0 / 6.0 if t == 1 else 1.0 / 6.0, shares)


@inlined
def value_pairs(board_key: np.uint64, tables: HighTables, work: MatchingWork) -> None:
    """Fill ``work.pair_values`` with the values of any two ranks on a board of rank key ``board_key``, no flushes."""
    for high in range(13):
        for low in range(high + 1):
            keys = (tables.keys[4 * high] & RANK_ONLY) + (tables.keys[4 * low] & RANK_ONLY)
            value = rank_value(board_key + keys, tables)
            work.pair_values[high, low] = work.pair_values[low, high] = value


@inlined
def board_count(rank: int, at: int, draws: RankDraws) -> int:
    """Return how many cards of ``rank`` are in multiset ``at`` of five cards."""
    for i in range(BOARD):
        if draws.slots[at, i] // 5 == rank:
            return int(draws.slots[at, i] % 5)
    return 0


@inlined
def find_key(key: np.uint64, keys: U64) -> int:
    """Return the index of ``key`` in ``keys`` uint64[n], which is ascending and contains it."""
    low, high = 0, keys.shape[0] - 1
    while low < high:
        middle = (low + high) >> 1
        if keys[middle] < key:
            low = middle + 1
        else:
            high = middle
    return low


@inlined
def list_types(at: int, left: I64, in_suit: np.int64, draws: RankDraws, work: MatchingWork) -> int:
    """List in ``work`` the types of the cards left by multiset ``at``; return how many there are.

    ``left`` int64[13]: how many cards of each rank can be drawn; ``in_suit``: mask of the ranks left in the flush suit,
    each of which is a type of its own, listed before the other cards of its rank.
    """
    count = 0
    for rank in range(13):
        # A card of the flush suit plays differently from the other cards of its rank.
        if in_suit >> rank & 1:
            work.cards[count], work.ranks[count], work.suited[count] = 1.0, rank, 1 << rank
            count += 1
        cards = left[rank] - board_count(rank, at, draws)
        if cards > 0:
            work.cards[count], work.ranks[count], work.suited[count] = cards, rank, 0
            count += 1
    return count


@subkernel
def add_hero_rank_boards(
    hero_key: np.uint64, left: I64, boards: RankBoards, tables: HighTables, work: MatchingWork, sums: F64
) -> None:
    """Add all boards by their ranks, ignoring flushes, to ``sums``; store the shares of each board in ``work.plain``.

    ``left`` int64[13]: cards left of each rank; ``sums`` float64[3]: shares against one, two and three opponents.
    """
    draws = boards.draws
    first = draws.starts[BOARD]
    count_ways(left, work.ways)
    for at in range(first, draws.starts[BOARD + 1]):
        ways = suit_ways(draws.slots, at, work.ways)
        if ways == 0.0:
            continue
        count = list_types(at, left, np.int64(0), draws, work)
        value_pairs(draws.keys[at], tables, work)
        hero = rank_value(draws.keys[at] + hero_key, tables)
        pot_shares(count, hero, np.int64(0), tables, work, work.plain[at - first])
        for k in range(MAX_OPPONENTS):
            sums[k] += ways * work.plain[at - first, k]


@subkernel
def add_hero_flush_boards(
    hero_key: np.uint64, hero_suited: int, multiplicity: float, left: I64, boards: RankBoards,
    tables: HighTables, work: MatchingWork, sums: F64,
) -> None:  # fmt: skip
    """Add to ``sums``, ``multiplicity`` times, the correction for three or more board cards of one suit.

    ``hero_suited``: mask of the hero's ranks in that suit; ``left`` int64[13]: cards left of each rank in the other
    suits; ``sums`` float64[3] as above. ``work.plain`` must have the shares without flushes, which are subtracted.
    """
    draws, left_in_suit = boards.draws, 8191 & ~hero_suited
    count_ways(left, work.ways)
    for size in range(3, BOARD + 1):
        others = BOARD - size
        for at_set in range(draws.set_starts[size], draws.set_starts[size + 1]):
            drawn = np.int64(draws.sets[at_set])
            if drawn & ~left_in_suit:
                continue
            for at in range(draws.starts[others], draws.starts[others + 1]):
                ways = multiplicity * suit_ways(draws.slots, at, work.ways)
                if ways == 0.0:
                    continue
                count = list_types(at, left, left_in_suit & ~drawn, draws, work)
                key = draws.set_keys[np.uint64(drawn)] + draws.keys[at]
                value_pairs(key, tables, work)
                flush = np.int64(tables.flushes[np.uint64(drawn | hero_suited)])
                hero = max(rank_value(key + hero_key, tables), flush)
                pot_shares(count, hero, drawn, tables, work, work.shares)
                plain = boards.draw_index[find_key(key, boards.keys)]
                for k in range(MAX_OPPONENTS):
                    sums[k] += ways * (work.shares[k] - work.plain[plain, k])


@lean_kernel
def add_hero(
    first: int, second: int, multiplicities: F64, boards: RankBoards, tables: HighTables, work: MatchingWork, sums: F64
) -> None:
    """Add the pots that the cards ``first`` and ``second`` win, over all boards and opponents, to ``sums`` float64[3].

    ``multiplicities`` float64[4]: for each flush suit, how many suits it represents (suits in which the hero has the
    same ranks are equivalent; 0 skips a suit). The opponents' hands are counted in order.
    """
    hero_key = (tables.keys[first] & RANK_ONLY) + (tables.keys[second] & RANK_ONLY)
    left = work.left
    left[:] = 4
    left[first >> 2] -= 1
    left[second >> 2] -= 1
    add_hero_rank_boards(hero_key, left, boards, tables, work, sums)
    for suit in range(4):
        if multiplicities[suit] == 0.0:
            continue
        suited = 0
        for card in (first, second):
            if card & 3 == suit:
                suited |= 1 << (card >> 2)
        for rank in range(13):
            left[rank] -= 1 - (suited >> rank & 1)
        add_hero_flush_boards(hero_key, suited, multiplicities[suit], left, boards, tables, work, sums)
        for rank in range(13):
            left[rank] += 1 - (suited >> rank & 1)
