"""What the kernels for mixed tables work on: who holds which range, what to add up, and the work space of a call."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.kernels.high import CATEGORIES

MOST_RANGES = 4
"""Ranges that can be swept at once."""

MAX_FLUSHES = 36 + 9 * 12 + 9 * 2 + 1
"""Items of combos that make a flush on one board with four cards of the suit, and one that turns out to be empty."""

DECK = 52
ROW = 56
"""Length of the rows that have an entry for each card: 52 and some zeros, so that loops over them need no remainder."""

NONE = -1
NEAR = 10


class Cast(NamedTuple):
    """The different ranges of a table, at most four hands in all, and the particular hands beside them.

    ``ranks`` int64[pairs, 2]: the rank pairs that some range has, the higher first; ``keys`` uint64[pairs];
    ``blocks`` float64[pairs, ranges, 16]: weight of the combo by the suits 4 i + j of its cards (i < j only for equal
    ranks). ``active`` int64[ranges]: how many active seats hold the range, 0 where a folded one does.

    ``tasks`` int64[tasks, 4]: the range of a hero and those of the other hands, ``NONE`` behind the last; ``others``
    int64[tasks]: how many these are. There is one task for each range of active seats; without any a folded hand plays
    the hero, to tell what all deals weigh. ``copies`` int64[tasks, ranges]: how many of the other hands hold a range.
    ``couples`` int64[couples, 2]: the pairs of ranges for which clashes are kept; ``task_couples`` int64[tasks, 3]:
    that of the other hands but the first, but the second, but the third; of two hands it is the last of these three.

    ``hands`` int8[hands, 2]: the particular hands of active seats. ``inverse`` float64[5, 4, 4]: for n seats
    ``inverse[n, k, i]`` turns the values of a polynomial at the points i / (n - 1), or at 0 if n = 1, into its
    coefficients.
    """

    ranks: NDArray[np.int64]
    keys: NDArray[np.uint64]
    blocks: NDArray[np.float64]
    active: NDArray[np.int64]
    tasks: NDArray[np.int64]
    others: NDArray[np.int64]
    copies: NDArray[np.int64]
    couples: NDArray[np.int64]
    task_couples: NDArray[np.int64]
    kinds: NDArray[np.int64]
    firsts: NDArray[np.int64]
    hands: NDArray[np.int8]
    inverse: NDArray[np.float64]


class MixedWork(NamedTuple):
    """Work space of one call, contents of no interest between calls.

    Items are blocks of combos of two ranks and one value, rank pairs first: ``value`` int64, ``high`` and ``low`` int64
    (the first card of either rank), ``block`` float64[items, ranges, 16] (live combos), ``total`` float64[items,
    ranges]. ``ranked`` int64[pairs]: value of a pair without flushes; ``pairs``, ``flushes``, ``order`` int64: items by
    ascending value. ``alive`` float64[52]. ``hand_ranked``, ``hand_value`` int64[hands].

    State of the sweep: ``all`` float64[ranges] and ``card`` float64[ranges, ROW], the weight of all combos so far and
    of those with a card; ``matrix`` float64[ranges, 52, ROW], their weights. By couple, X and Y being the matrices of
    its ranges: ``anti`` float64[couples, 52, ROW], (XY + YX) / 2; ``sums`` and ``diagonal`` float64[couples, ROW], the
    row sums of XY + YX and the diagonal of ``anti``; ``both`` float64[couples], sum over the combos of both weights. By
    task: ``triangles`` float64[tasks], the trace of XYZ, and ``triples`` float64[tasks], sum over the combos of xyz.
    ``entry`` float64[16] and ``side`` float64[8]: what is being added.

    The task in hand: ``constant`` float64[1], ``meet`` float64[3], ``vector`` float64[3, ROW]; by card ``row``
    float64[52, 3, ROW], ``row_gain`` float64[52], valid where ``row_made`` int64[52] is ``stamp`` int64[1]; ``gain``
    float64[16].

    ``decided`` float64[1]: weight of the deals that no particular hand wins alone; ``shared`` float64[4]: of those that
    particular hands share with 1, 2, ... ranges. ``board`` float64[tasks + hands, seats + CATEGORIES]: weight of the
    deals in which one shares the pot with that many others, and of its final hand by category.
    """

    ranked: NDArray[np.int64]
    value: NDArray[np.int64]
    high: NDArray[np.int64]
    low: NDArray[np.int64]
    block: NDArray[np.float64]
    total: NDArray[np.float64]
    pairs: NDArray[np.int64]
    flushes: NDArray[np.int64]
    order: NDArray[np.int64]
    live: NDArray[np.float64]
    alive: NDArray[np.float64]
    hand_ranked: NDArray[np.int64]
    hand_value: NDArray[np.int64]
    all: NDArray[np.float64]
    card: NDArray[np.float64]
    matrix: NDArray[np.float64]
    rows: NDArray[np.float64]
    sums: NDArray[np.float64]
    diagonal: NDArray[np.float64]
    both: NDArray[np.float64]
    triangles: NDArray[np.float64]
    triples: NDArray[np.float64]
    entry: NDArray[np.float64]
    side: NDArray[np.float64]
    product: NDArray[np.float64]
    constant: NDArray[np.float64]
    meet: NDArray[np.float64]
    vector: NDArray[np.float64]
    card_gain: NDArray[np.float64]
    card_stamp: NDArray[np.int64]
    stamp: NDArray[np.int64]
    near: NDArray[np.float64]
    cross: NDArray[np.float64]
    gain: NDArray[np.float64]
    decided: NDArray[np.float64]
    shared: NDArray[np.float64]
    board: NDArray[np.float64]


def new_mixed_work(cast: Cast, seats: int) -> MixedWork:
    """Return work space for one call with ``cast`` at a table of so many active ``seats``."""
    i, f = np.int64, np.float64
    pairs, ranges = cast.blocks.shape[:2]
    couples, tasks, hands = len(cast.couples), len(cast.tasks), len(cast.hands)
    items = pairs + MAX_FLUSHES
    return MixedWork(
        np.zeros(pairs, i), np.zeros(items, i), np.zeros(items, i), np.zeros(items, i),
        np.zeros((items, ranges, 16), f), np.zeros((items, ranges), f), np.zeros(pairs, i), np.zeros(MAX_FLUSHES, i),
        np.zeros(items, i), np.zeros(16, f), np.zeros(DECK, f), np.zeros(hands, i), np.zeros(hands, i),
        np.zeros(ranges, f), np.zeros((ranges, ROW), f), np.zeros((ranges, DECK, ROW), f),
        np.zeros((couples, DECK, ROW), f), np.zeros((couples, ROW), f), np.zeros((couples, ROW), f),
        np.zeros(couples, f), np.zeros(tasks, f), np.zeros(tasks, f), np.zeros(16, f), np.zeros(8, f),
        np.zeros((8, ROW), f), np.zeros(1, f), np.zeros(3, f), np.zeros((3, ROW), f), np.zeros(DECK, f),
        np.zeros(DECK, i), np.zeros(1, i), np.zeros((8, NEAR), f), np.zeros(16, f), np.zeros(16, f), np.zeros(1, f),
        np.zeros(MOST_RANGES, f), np.zeros((tasks + hands, seats + CATEGORIES), f),
    )  # fmt: skip
