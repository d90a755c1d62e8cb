"""Exact equity of given hole cards against one, two and three random hands, all boards at once.

On one board and for one hero, every two cards that are left make an edge between them, weighing 1 where they lose to
the hero, t where they tie and 0 where they win. k opponents are k edges without a card in common (a matching), and the
hero's share of the pot, 1 / (1 + number of ties), is the integral of t^ties from 0 to 1: the sum over all ordered
matchings is a polynomial of degree k in t, and Simpson's rule integrates it exactly up to k = 3.

The sums over matchings need no enumeration. With e the weight of all edges, q that of their squares and S_c the weight
at card c, ordered pairs of disjoint edges weigh e^2 + q - sum S_c^2 (pairs with a common card are taken out, an edge
with itself only once), and ordered triples are, for each first edge, the pairs of what it leaves. Cards that play the
same are one *type*: on a board without a flush the cards of a rank, otherwise those of a rank in the flush suit and in
the other suits. So 6,175 rank boards and 36,608 typed boards for each flush suit stand for 2.1 million boards.
"""

from typing import NamedTuple

import numpy as np

from engine.arrays import F64, I64, U64
from engine.kernels.holdem.enumerate import RANK_ONLY, Draws, count_ways, suit_ways
from engine.kernels.holdem.high import HighTables, rank_value
from engine.kernels.jit import inlined, lean_kernel, linked, part

MOST_OPPONENTS = 3
MOST_TYPES = 26
BOARD = 5


class Boards(NamedTuple):
    """The boards by their ranks: the ``draws``, and of those of five cards the ``keys`` uint64[6175] in ascending order
    with the ``places`` int64[6175] of each among the draws of five.
    """

    draws: Draws
    keys: U64
    places: I64


def rank_boards(draws: Draws) -> Boards:
    """Return the boards of five drawn cards by their ranks."""
    keys = draws.keys[draws.starts[BOARD] : draws.starts[BOARD + 1]]
    places = np.argsort(keys)
    return Boards(draws, keys[places], places)


class Work(NamedTuple):
    """Work space of one call, contents of no interest.

    ``cards`` float64[26]: cards of each type; ``ranks`` and ``suited`` int64[26]: its rank, and its bit in the flush
    suit; ``edges`` float64[26, 26]; ``at`` and ``at_squares`` float64[26]; ``pair_values`` int64[13, 13]; ``ways``
    float64[66]; ``shares`` float64[3]; ``plain`` float64[6175, 3]; ``left`` int64[13].
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


def new_work() -> Work:
    """Return work space for one call of :func:`add_hero`."""
    i, types = np.int64, MOST_TYPES
    return Work(
        np.zeros(types), np.zeros(types, i), np.zeros(types, i), np.zeros((types, types)), np.zeros(types),
        np.zeros(types), np.zeros((13, 13), i), np.zeros(66), np.zeros(MOST_OPPONENTS),
        np.zeros((6175, MOST_OPPONENTS)), np.zeros(13, i),
    )  # fmt: skip


@linked
@lean_kernel
def matchings(count: int, work: Work, factor: float, shares: F64) -> None:
    """Add ``factor`` times the weight of all ordered matchings of one, two and three edges to ``shares`` float64[3].

    ``work.cards`` and ``work.edges`` (symmetric) describe ``count`` types.
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
    triples = 0.0
    for i in range(count):
        for j in range(i + 1):
            edge = edges[i, j]
            number = cards[i] * cards[j] if i != j else 0.5 * cards[i] * (cards[i] - 1.0)
            if edge == 0.0 or number == 0.0:
                continue
            left = total - at[i] - at[j] + edge
            squares_left = squares - at_squares[i] - at_squares[j] + edge * edge
            inner = 0.0
            for k in range(count):
                weight = at[k] - edges[i, k] - edges[j, k]
                inner += cards[k] * weight * weight
            for k in (i, j):
                weight = at[k] - edges[i, k] - edges[j, k]
                inner -= weight * weight
            triples += number * edge * (left * left + squares_left - inner)
    shares[2] += factor * triples


@part
def pot_shares(count: int, hero: np.int64, suited_board: np.int64, tables: HighTables, work: Work, shares: F64) -> None:
    """Write to ``shares`` float64[3] what a hand of value ``hero`` gets of all pots against one, two, three opponents.

    The types are in ``work``, with the values of rank pairs; ``suited_board`` is the mask of the board's ranks in the
    flush suit.
    """
    ties = False
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
                for k in range(MOST_OPPONENTS):
                    shares[k] /= 6.0
        else:
            matchings(count, work, 4.0 / 6.0 if t == 1 else 1.0 / 6.0, shares)


@inlined
def value_pairs(board_key: np.uint64, tables: HighTables, work: Work) -> None:
    """Fill ``work.pair_values`` with the values of two ranks on a board of rank key ``board_key``, flushes left out."""
    for high in range(13):
        for low in range(high + 1):
            keys = (tables.keys[4 * high] & RANK_ONLY) + (tables.keys[4 * low] & RANK_ONLY)
            value = rank_value(board_key + keys, tables)
            work.pair_values[high, low] = work.pair_values[low, high] = value


@inlined
def board_count(rank: int, at: int, draws: Draws) -> int:
    """Return how many cards of ``rank`` multiset ``at`` holds."""
    for i in range(BOARD):
        if draws.slots[at, i] // 5 == rank:
            return int(draws.slots[at, i] % 5)
    return 0


@inlined
def find_key(key: np.uint64, keys: U64) -> int:
    """Return the place of ``key`` in ``keys``, where it is.

    ``keys`` uint64[n], ascending.
    """
    low, high = 0, keys.shape[0] - 1
    while low < high:
        middle = (low + high) >> 1
        if keys[middle] < key:
            low = middle + 1
        else:
            high = middle
    return low


@inlined
def list_types(at: int, left: I64, in_suit: np.int64, draws: Draws, work: Work) -> int:
    """List in ``work`` the types of the cards that multiset ``at`` leaves; return how many there are.

    ``left`` int64[13]: the cards that may be drawn of each rank; ``in_suit``: the ranks left in the flush suit, a type
    each, before the other cards of its rank.
    """
    count = 0
    for rank in range(13):
        if in_suit >> rank & 1:
            work.cards[count], work.ranks[count], work.suited[count] = 1.0, rank, 1 << rank
            count += 1
        cards = left[rank] - board_count(rank, at, draws)
        if cards > 0:
            work.cards[count], work.ranks[count], work.suited[count] = cards, rank, 0
            count += 1
    return count


@part
def add_rank_boards(hero_key: np.uint64, left: I64, boards: Boards, tables: HighTables, work: Work, sums: F64) -> None:
    """Add all boards by their ranks, flushes left out, to ``sums``; keep the shares of each in ``work.plain``.

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
        for k in range(MOST_OPPONENTS):
            sums[k] += ways * work.plain[at - first, k]


@part
def add_flush_boards(
    hero_key: np.uint64, hero_suited: int, multiplicity: float, left: I64, boards: Boards,
    tables: HighTables, work: Work, sums: F64,
) -> None:  # fmt: skip
    """Add what three or more board cards of one suit change, ``multiplicity`` times, to ``sums``.

    ``hero_suited`` is the mask of the hero's ranks in that suit, ``left`` int64[13] the cards left of each rank in the
    others, ``sums`` float64[3] as above. ``work.plain`` holds the shares with flushes left out.
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
                plain = boards.places[find_key(key, boards.keys)]
                for k in range(MOST_OPPONENTS):
                    sums[k] += ways * (work.shares[k] - work.plain[plain, k])


@lean_kernel
def add_hero(
    first: int, second: int, multiplicities: F64, boards: Boards, tables: HighTables, work: Work, sums: F64
) -> None:
    """Add the pots that the cards ``first`` and ``second`` win over all boards and opponents to ``sums`` float64[3].

    ``multiplicities`` float64[4] says how many suits each suit stands for as the flush suit (suits that the hero holds
    alike are alike; 0 leaves one out). The opponents' hands are counted in order.
    """
    hero_key = (tables.keys[first] & RANK_ONLY) + (tables.keys[second] & RANK_ONLY)
    left = work.left
    left[:] = 4
    left[first >> 2] -= 1
    left[second >> 2] -= 1
    add_rank_boards(hero_key, left, boards, tables, work, sums)
    for suit in range(4):
        if multiplicities[suit] == 0.0:
            continue
        suited = 0
        for card in (first, second):
            if card & 3 == suit:
                suited |= 1 << (card >> 2)
        for rank in range(13):
            left[rank] -= 1 - (suited >> rank & 1)
        add_flush_boards(hero_key, suited, multiplicities[suit], left, boards, tables, work, sums)
        for rank in range(13):
            left[rank] += 1 - (suited >> rank & 1)
