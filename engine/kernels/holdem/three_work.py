"""Inputs of the kernels for three seats: the ranges by rank pair, the sums to compute, and the work space of a call."""

from typing import NamedTuple

import numpy as np

from engine.kernels.arrays import F64, I64, U64
from engine.kernels.holdem.high import CATEGORIES

MAX_PAIRS = 91
MAX_SINGLES = 400
"""Combos with a flush on one board: with four cards of the suit 9 x 38 + 36 at most."""

DECK = 52
ROW = 64
"""Length of the rows that have an entry for each card: 52 and some zeros, which keeps the loops over them short."""

BELOW, UP_TO, CLASS = 0, 1, 2
TALLY = CLASS + CATEGORIES
"""Length of the tally of a task: weight of the deals in which its hero beats both others, in which it beats or ties
them, and in which its final hand is of each category."""


class Ranges(NamedTuple):
    """The different ranges of three seats, and what is to be added up; equal ranges are one range.

    ``ranks`` int64[pairs, 2]: the rank pairs that some range has, the higher first; ``keys`` uint64[pairs];
    ``blocks`` float64[pairs, ranges, 16]: weight of the combo by the suits 4 i + j of its cards (i < j only for equal
    ranks); ``matrix`` float64[ranges, 52, 52]: the same weights by card, symmetric.

    ``tasks`` int64[tasks, 3]: the range of a hero and those of the two opponents. ``paths`` int64[.., 2]: two ranges
    (x, y) for which sum_c L_y[c] m_x[a, c] is kept; ``task_paths`` int64[tasks, 2]: those a task needs. ``products``
    int64[.., 2]: two ranges whose product is kept; ``task_products`` int64[tasks, 3]: hero and either opponent, and
    both opponents. ``placements`` int64[.., 3]: the ranges on the three sides of a triangle; ``credits``
    float64[placements, tasks, 3]: how often the hero of a task is on each side of it.
    """

    ranks: I64
    keys: U64
    blocks: F64
    matrix: F64
    tasks: I64
    paths: I64
    task_paths: I64
    products: I64
    task_products: I64
    placements: I64
    credits: F64


class Work(NamedTuple):
    """Work space of one call, contents of no interest between calls.

    ``ranked``, ``value`` int64: of each rank pair without flushes, of each item. Rank pairs as items: ``block``
    float64[pairs, ranges, 16] (live combos), ``sums`` float64[pairs, ranges, 8] (by card, the higher rank first),
    ``total`` float64[pairs, ranges]; ``product_sums``, ``product_total`` the same of the products; ``triple``
    float64[pairs] that of all three seats.
    Single combos as items, numbered behind the pairs: ``cards`` int64[singles, 2], ``weight`` float64[singles, ranges].
    ``pairs``, ``singles``, ``order`` int64: items by ascending value. ``alive`` float64[52].

    State of the sweep: ``all`` float64[ranges] and ``card`` float64[ranges, ROW], the weight of all combos so far and
    of those with a card; ``matrix`` float64[ranges, 52, ROW], their weights; ``path`` float64[paths, ROW]; by product
    ``both`` and ``both_card`` (its sums) and ``meet`` (sum_c L1[c] L2[c]).

    ``pair_value`` int64[13, 13]; ``thirds`` float64[placements, 91, ROW]: triangles over a pair of ranks by their third
    card; ``third`` float64[placements, ROW]; ``triangles`` float64[placements]; ``suited`` int64[13]: value of a combo
    with one card of the flush suit by its rank; ``board`` float64[tasks, TALLY].
    """

    ranked: I64
    value: I64
    block: F64
    sums: F64
    total: F64
    product_sums: F64
    product_total: F64
    triple: F64
    cards: I64
    weight: F64
    pairs: I64
    singles: I64
    order: I64
    alive: F64
    all: F64
    card: F64
    matrix: F64
    path: F64
    both: F64
    both_card: F64
    meet: F64
    pair_value: I64
    thirds: F64
    third: F64
    triangles: F64
    suited: I64
    board: F64


def new_work(ranges: Ranges) -> Work:
    """Return work space for one call with ``ranges``."""
    i, f = np.int64, np.float64
    pairs, different = ranges.blocks.shape[:2]
    paths, products, places = len(ranges.paths), len(ranges.products), len(ranges.placements)
    items = pairs + MAX_SINGLES
    return Work(
        np.zeros(pairs, i), np.zeros(items, i), np.zeros((pairs, different, 16), f), np.zeros((pairs, different, 8), f),
        np.zeros((pairs, different), f), np.zeros((pairs, products, 8), f), np.zeros((pairs, products), f),
        np.zeros(pairs, f), np.zeros((MAX_SINGLES, 2), i), np.zeros((MAX_SINGLES, different), f), np.zeros(items, i),
        np.zeros(items, i), np.zeros(items, i), np.zeros(52, f), np.zeros(different, f), np.zeros((different, ROW), f),
        np.zeros((different, 52, ROW), f), np.zeros((paths, ROW), f), np.zeros(products, f),
        np.zeros((products, ROW), f), np.zeros(products, f), np.zeros((13, 13), i),
        np.zeros((places, MAX_PAIRS, ROW), f), np.zeros((places, ROW), f), np.zeros(places, f), np.zeros(13, i),
        np.zeros((len(ranges.tasks), TALLY), f),
    )  # fmt: skip
