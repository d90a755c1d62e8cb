"""Inputs of the kernels that sweep all hands of hero over the boards at once, and their work space."""

from typing import NamedTuple

import numpy as np

from engine.arrays import F64, I64, U64, Bools

DECK, SUITED = 52, 16
"""Cards; ways to give suits to two ranks."""
COMBOS, MOST_ITEMS = 1326, 64
NOT_LISTED, NOT_HEROS = -2, -1
"""In place of the cell of a combo: nobody has it; only others may."""


class Field(NamedTuple):
    """Hero's hands and the ranges round them.

    ``ranks`` int64[pairs, 2]: the rank pairs that anybody may have, the higher rank first; ``keys`` uint64[pairs]: the
    sums of their rank keys. ``cells`` int64[52, 52]: where a combo of hero's, the higher card first, stands in a block
    float64[16, columns] of gains: the row 4 i + j by the suits of its cards, a column for each rank pair of hero's;
    otherwise :data:`NOT_HEROS` or :data:`NOT_LISTED`. ``twins`` int64[n, 2]: cells of pocket pairs, and those with the
    suits the other way round.

    ``weights`` float64[ranges, 52, 52]: by card, symmetric; ``tasks`` int64[tasks, 7]: as in ``work.Law``. ``flops``
    int64[22100, 2]: the place of each flop (``deal_details.flop_number``) and the permutation of suits that takes it
    there; ``rows`` int64[order, 16]: to which row of a block a permutation takes each row.
    """

    ranks: I64
    keys: U64
    cells: I64
    twins: I64
    weights: F64
    tasks: I64
    flops: I64
    rows: I64


class Swept(NamedTuple):
    """Work space of one call, contents of no interest between calls.

    The combos of a board by ascending value: ``high``, ``low``, ``cell`` int64[1326], and ``ends`` int64[1326] of the
    groups of equal value. They are made of rank pairs (``ranked`` int64[pairs], their values without flushes; ``pairs``
    int64[pairs], sorted) and of items that make a flush (``value`` int64[64]; ``held`` int64[64, 2], the ranks of their
    cards of the suit, -1 for none; ``items`` int64[64], sorted). ``alive``, ``plain`` bool[52]: the cards that are not
    on the board, and those of them in rank pairs. ``cards`` int64[5]: the board. ``gains``
    float64[16 * columns].

    What two ranges have among the combos swept so far (in the letters of ``holdem.three_sweep``): ``sums`` float64[4]:
    S1, S2, sum_c L1 L2, sum_combo m1 m2; ``card`` float64[2, 52]: L; ``matrix`` float64[2, 52, 52]: m; ``path``
    float64[52]: sum_c L1[c] m2[a, c] + L2[c] m1[a, c]; ``same`` float64[52]: sum_c m1[a, c] m2[a, c]; ``cross``
    float64[52, 52], which with its transpose makes sum_c m1[a, c] m2[b, c] + m1[b, c] m2[a, c] off the diagonal;
    ``near`` float64[52]: g.
    """

    high: I64
    low: I64
    cell: I64
    ends: I64
    ranked: I64
    pairs: I64
    value: I64
    held: I64
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


def new_swept(field: Field, columns: int) -> Swept:
    """Return work space for one call with ``field``, whose blocks have so many ``columns``."""
    i, pairs = np.int64, len(field.ranks)
    return Swept(
        np.zeros(COMBOS, i), np.zeros(COMBOS, i), np.zeros(COMBOS, i), np.zeros(COMBOS, i), np.zeros(pairs, i),
        np.zeros(pairs, i), np.zeros(MOST_ITEMS, i), np.zeros((MOST_ITEMS, 2), i), np.zeros(MOST_ITEMS, i),
        np.zeros(DECK, np.bool_), np.zeros(DECK, np.bool_), np.zeros(5, i), np.zeros(SUITED * columns), np.zeros(4),
        np.zeros((2, DECK)), np.zeros((2, DECK, DECK)), np.zeros(DECK), np.zeros(DECK), np.zeros((DECK, DECK)),
        np.zeros(DECK),
    )  # fmt: skip
