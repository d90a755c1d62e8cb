"""Inputs of the kernels for mixed tables: who holds which range, the sums to compute, and the work space of a call."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.kernels.holdem.high import CATEGORIES

MOST_RANGES = 4
"""Hands with ranges that can be swept at once."""

MAX_FLUSHES = 36 + 9 * 12 + 9 * 2 + 1
"""Items of combos that make a flush on a board with four cards of the suit, and one that turns out to be empty."""

DECK = 52
ROW = 56
"""Length of the rows that have an entry for each card: 52 and some zeros, so that loops over them need no remainder."""

NOTES = 10
"""Numbers that are noted of each card of an item (``mixed_gain.note_card``)."""

NOBODY = -1


class RangeRoles(NamedTuple):
    """The different ranges of a table, of four hands at most, and the particular hands beside them.

    ``ranks`` int64[pairs, 2]: the rank pairs that some range has, the higher first; ``keys`` uint64[pairs];
    ``blocks`` float64[pairs, ranges, 16]: weight of the combo by the suits 4 i + j of its cards (i < j only for equal
    ranks). ``active`` int64[ranges]: how many active seats hold the range, 0 where folded ones do.

    ``tasks`` int64[tasks, 4]: the range of a hero and those of the other hands, ``NOBODY`` behind the last; ``others``
    int64[tasks]: how many these are. There is one task for each range of active seats; without any a folded hand plays
    the hero, for the weight of all deals. ``copies`` int64[tasks, ranges]: how many of the other hands hold a range;
    ``kinds`` int64[tasks]: how many different ranges they hold, ``firsts`` int64[tasks, 3]: the first hand of each.

    ``couples`` int64[couples, 2]: pairs of ranges of which it is kept how they clash; ``task_couples`` int64[tasks, 3]:
    that of the other hands but the first, but the second, but the third; of two hands it is the last of these.

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
    kinds: NDArray[np.int64]
    firsts: NDArray[np.int64]
    couples: NDArray[np.int64]
    task_couples: NDArray[np.int64]
    hands: NDArray[np.int8]
    inverse: NDArray[np.float64]


class MixedWork(NamedTuple):
    """Work space of one call, contents of no interest between calls.

    Items are blocks of combos of two ranks and one value, rank pairs first: ``value`` int64, ``high`` and ``low`` int64
    (the first card of either rank), ``block`` float64[items, ranges, 16] (live combos), ``total`` float64[items,
    ranges]. ``ranked`` int64[pairs]: value of a pair without flushes; ``pairs``, ``flushes``, ``order`` int64: items by
    ascending value. ``live`` float64[16], ``alive`` float64[52]: 0 for combos and cards to leave out, else 1.
    ``hand_ranked``, ``hand_value`` int64[hands].

    State of the sweep: ``all`` float64[ranges] and ``card`` float64[ranges, ROW], the weight of all combos so far and
    of those with a card; ``matrix`` float64[ranges, 52, ROW], their weights. Of each couple Y, Z (see ``mixed_gain``):
    ``sums`` and ``diagonal`` float64[couples, ROW], t and q; ``both`` float64[couples], Y:Z; ``rows`` float64[couples,
    52, ROW], r. By task: ``triangles``, trace XYZ, and ``triples``, sum x y z, float64[tasks]. What is being added:
    ``entry`` float64[16], ``side`` float64[8] (by card), ``product`` float64[8, ROW].

    The task in hand: ``constant`` float64[1], ``meet`` float64[3], ``vector`` float64[3, ROW]; ``card_gain``
    float64[52], g, valid where ``card_stamp`` int64[52] is ``stamp`` int64[1]; for an item ``notes`` float64[8, NOTES],
    ``cross`` and ``gain`` float64[16].

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
    sums: NDArray[np.float64]
    diagonal: NDArray[np.float64]
    both: NDArray[np.float64]
    rows: NDArray[np.float64]
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
    notes: NDArray[np.float64]
    cross: NDArray[np.float64]
    gain: NDArray[np.float64]
    decided: NDArray[np.float64]
    shared: NDArray[np.float64]
    board: NDArray[np.float64]


def new_mixed_work(roles: RangeRoles, seats: int) -> MixedWork:
    """Return work space for one call with ``roles`` at a table of so many active ``seats``."""
    i = np.int64
    pairs, ranges = roles.blocks.shape[:2]
    couples, tasks, hands = len(roles.couples), len(roles.tasks), len(roles.hands)
    items = pairs + MAX_FLUSHES
    return MixedWork(
        np.zeros(pairs, i), np.zeros(items, i), np.zeros(items, i), np.zeros(items, i), np.zeros((items, ranges, 16)),
        np.zeros((items, ranges)), np.zeros(pairs, i), np.zeros(MAX_FLUSHES, i), np.zeros(items, i), np.zeros(16),
        np.zeros(DECK), np.zeros(hands, i), np.zeros(hands, i), np.zeros(ranges), np.zeros((ranges, ROW)),
        np.zeros((ranges, DECK, ROW)), np.zeros((couples, ROW)), np.zeros((couples, ROW)), np.zeros(couples),
        np.zeros((couples, DECK, ROW)), np.zeros(tasks), np.zeros(tasks), np.zeros(16), np.zeros(8), np.zeros((8, ROW)),
        np.zeros(1), np.zeros(3), np.zeros((3, ROW)), np.zeros(DECK), np.zeros(DECK, i), np.zeros(1, i),
        np.zeros((8, NOTES)), np.zeros(16), np.zeros(16), np.zeros(1), np.zeros(MOST_RANGES),
        np.zeros((tasks + hands, seats + CATEGORIES)),
    )  # fmt: skip
