"""Inputs and work space of the kernels of the flop book: the hero's hands, the others' ranges, and the sums."""

from typing import NamedTuple

import numpy as np

from engine.arrays import F64, I64, U64, Bools

DECK, RANKS = 52, 13
HALF, TIED, FLUSH, ALL = range(4)
"""Kinds of weighting of a range against the hero's hand: combos it beats, with ties counted half; combos that tie;
combos that a flush of the hero beats; all combos."""
KINDS = 4

HANDS, RANGE, CONTESTED = 0, 1, 4
"""Columns of a task: the number of hands; their ranges (three columns); whether each is at the showdown (three)."""


class BookInputs(NamedTuple):
    """Hands of the hero that are equivalent up to suits, and the others' ranges without the hero's cards.

    ``cards`` int64[heroes, 2]: the hero's, the higher first. ``weights`` float64[heroes, ranges, 52, 52]: by card,
    symmetric; ``by_rank`` float64[heroes, ranges, 13, 52]: the weight of a card's combos by the rank of the other card;
    ``totals`` float64[heroes, ranges, 13, 13]: by rank pair, the higher rank first. ``combos`` int64[n, 2]: all combos
    that some range has; ``listed`` float64[heroes, ranges, n]: their weights; ``suited`` int64[4, m, 2]: the suited
    ones by suit, padded with a pair of deuces; ``suit_masks`` int64[4, m]: the masks of their two ranks, all ranks for
    the padding; ``suit_weights`` float64[heroes, ranges, 4, m]: their weights.

    ``tasks`` int64[tasks, 7] (see :data:`HANDS`): each is a sum over disjoint combos of one, two or three ranges.
    ``products`` float64[heroes, tasks, 13, 13]: by rank pair, the sum of the products of its first two ranges. ``used``
    int64[ranges, 2]: the largest number of other hands with which a range is at a showdown (0: never), and whether it
    only removes cards in some task. ``alone`` int64[1]: whether all tasks are of one hand.
    """

    cards: I64
    weights: F64
    by_rank: F64
    totals: F64
    combos: I64
    listed: F64
    suited: I64
    suit_masks: I64
    suit_weights: F64
    tasks: I64
    products: F64
    used: I64
    alone: I64


class BookWork(NamedTuple):
    """Work space of one call; its content is of no interest between calls.

    ``ranked`` int64[13, 13]: the value of each rank pair on the board's ranks; ``share`` float64[kinds, 13, 13]: the
    factor of each rank pair. By range and kind: ``sum`` float64[ranges, kinds], ``card`` float64[ranges, kinds, 52],
    ``rows`` float64[ranges, kinds, 52, 52] (for cards of the board's ranks): S, L and m. ``rank_order`` int64[13]: all
    ranks, those of the board first. ``both`` float64[tasks, kinds]: sum m1 m2 of a task's first two ranges, the first
    weighted by a kind; ``meet`` float64[tasks, kinds, 52]: its part with each card of the board's ranks; ``ties``
    int64[tasks]: whether both ranges can tie with the hero. ``left`` float64[2, 52]: two ranges by card of the flush
    suit, without the board. ``dense`` float64[3, 52, 52], ``sums`` float64[3, 52] and ``near`` float64[52]: m, L and g
    of three ranges on one board. ``values`` float64[n]: of the listed combos on a board. ``beaten`` float64[4, m]: the
    suited combos by suit, weighted as if they made no flush.

    Boards of a rank multiset: ``words`` uint64[boards], ``board`` int64[boards, 5], ``suit`` int64[boards, 3] (flush
    suit, number of its cards, mask of their ranks); ``gains`` float64[boards, heroes * tasks].
    """

    ranked: I64
    share: F64
    sum: F64
    card: F64
    rows: F64
    rank_order: I64
    both: F64
    meet: F64
    ties: I64
    left: F64
    dense: F64
    sums: F64
    near: F64
    values: F64
    beaten: F64
    words: U64
    board: I64
    suit: I64
    gains: F64


MAX_BOARDS = 1024
"""The largest number of boards of one rank multiset."""


def new_book_work(inputs: BookInputs) -> BookWork:
    """Return work space for one call with ``inputs``."""
    i, ranges = np.int64, inputs.weights.shape[1]
    heroes, tasks = len(inputs.cards), len(inputs.tasks)
    return BookWork(
        ranked=np.zeros((RANKS, RANKS), i),
        share=np.ones((KINDS, RANKS, RANKS)),
        sum=np.zeros((ranges, KINDS)),
        card=np.zeros((ranges, KINDS, DECK)),
        rows=np.zeros((ranges, KINDS, DECK, DECK)),
        rank_order=np.arange(RANKS),
        both=np.zeros((tasks, KINDS)),
        meet=np.zeros((tasks, KINDS, DECK)),
        ties=np.zeros(tasks, i),
        left=np.zeros((2, DECK)),
        dense=np.zeros((3, DECK, DECK)),
        sums=np.zeros((3, DECK)),
        near=np.zeros(DECK),
        values=np.zeros(len(inputs.combos)),
        beaten=np.zeros(inputs.suit_masks.shape),
        words=np.zeros(MAX_BOARDS, np.uint64),
        board=np.zeros((MAX_BOARDS, 5), i),
        suit=np.zeros((MAX_BOARDS, 3), i),
        gains=np.zeros((MAX_BOARDS, heroes * tasks)),
    )


SUITED = 16
"""The number of ways to give suits to two ranks."""
COMBOS, MAX_ITEMS = 1326, 64
NOT_LISTED, NOT_HEROS = -2, -1
"""Instead of the cell of a combo: no player can have it; only the others can have it."""


class SweepInputs(NamedTuple):
    """The hero's hands and the others' ranges, for the sweep over all hands.

    ``ranks`` int64[pairs, 2]: the rank pairs that any player can have, the higher rank first; ``keys`` uint64[pairs]:
    the sums of their rank keys. ``cells`` int64[52, 52]: the index of a combo of the hero, the higher card first, in a
    block float64[16, columns] of gains: row 4 i + j by the suits of its cards, a column for each rank pair; otherwise
    :data:`NOT_HEROS` or :data:`NOT_LISTED`. ``twins`` int64[n, 2]: the cells of pocket pairs, and those with the suits
    swapped.

    ``weights`` float64[ranges, 52, 52]: by card, symmetric; ``tasks`` int64[tasks, 7]: as in ``BookInputs``. ``flops``
    int64[22100, 2]: the number of the representative of each flop (by ``deal_details.flop_number``) and the permutation
    of suits that leads to it; ``rows`` int64[order, 16]: the row of a block to which a permutation moves each row.
    """

    ranks: I64
    keys: U64
    cells: I64
    twins: I64
    weights: F64
    tasks: I64
    flops: I64
    rows: I64


class PreflopSweepWork(NamedTuple):
    """Work space of one call; its content is of no interest between calls.

    The combos of a board by ascending value: ``high``, ``low``, ``cell`` int64[1326], and ``ends`` int64[1326] of the
    groups of equal value. They come from rank pairs (``ranked`` int64[pairs], their values without flushes; ``pairs``
    int64[pairs], sorted) and from items that make a flush (``value`` int64[64]; ``suit_ranks`` int64[64, 2], the ranks
    of their cards of the suit, -1 for none; ``items`` int64[64], sorted). ``alive``, ``plain`` bool[52]: the cards that
    are not on the board, and those of them in rank pairs. ``cards`` int64[5]: the board. ``gains`` float64[16 *
    columns].

    The sums of two ranges over the swept combos, in the notation of ``holdem.three_sweep``: ``sums`` float64[4]: S1,
    S2, sum_c L1 L2, sum_combo m1 m2; ``card`` float64[2, 52]: L; ``matrix`` float64[2, 52, 52]: m; ``path``
    float64[52]: sum_c L1[c] m2[a, c] + L2[c] m1[a, c]; ``same`` float64[52]: sum_c m1[a, c] m2[a, c]; ``cross``
    float64[52, 52], which with its transpose is sum_c m1[a, c] m2[b, c] + m1[b, c] m2[a, c] off the diagonal; ``near``
    float64[52]: g.
    """

    high: I64
    low: I64
    cell: I64
    ends: I64
    ranked: I64
    pairs: I64
    value: I64
    suit_ranks: I64
    items: I64
    alive: Bools
    plain: Bools
    cards: I64
    gains: F64
    sums: F64
    card: F64
    matrix: F64
    path: F64
    same: F64
    cross: F64
    near: F64


def new_preflop_sweep_work(inputs: SweepInputs, columns: int) -> PreflopSweepWork:
    """Return work space for one call with ``inputs``, whose blocks have ``columns`` columns."""
    i, pairs = np.int64, len(inputs.ranks)
    return PreflopSweepWork(
        np.zeros(COMBOS, i), np.zeros(COMBOS, i), np.zeros(COMBOS, i), np.zeros(COMBOS, i), np.zeros(pairs, i),
        np.zeros(pairs, i), np.zeros(MAX_ITEMS, i), np.zeros((MAX_ITEMS, 2), i), np.zeros(MAX_ITEMS, i),
        np.zeros(DECK, np.bool_), np.zeros(DECK, np.bool_), np.zeros(5, i), np.zeros(SUITED * columns), np.zeros(4),
        np.zeros((2, DECK)), np.zeros((2, DECK, DECK)), np.zeros(DECK), np.zeros(DECK), np.zeros((DECK, DECK)),
        np.zeros(DECK),
    )  # fmt: skip
