"""Inputs of the kernels for mixed tables (see ``mixed``): who has which range, what to compute, and the work space."""

from typing import NamedTuple

import numpy as np

from engine.arrays import F64, I8, I64, U64
from engine.kernels.holdem.high import CATEGORIES

MAX_RANGES = 4
"""The largest number of hands with ranges that can be swept together."""

MAX_FLUSHES = 36 + 9 * 12 + 9 * 2 + 1
"""Items of combos that make a flush on a board with four cards of the suit, and one that turns out to be empty."""

DECK = 52
ROW = 56
"""Length of the rows that have an entry for each card: 52 and zeros, so that vector loops need no remainder."""

NOTES = 10
"""How many numbers are cached for each card of an item (``mixed_state.note_card``)."""

NOBODY = -1


class RangeRoles(NamedTuple):
    """The different ranges of a table (of four hands at most), the particular hands, and the sums to compute.

    ``ranks`` int64[pairs, 2]: the rank pairs that some range has, the higher first; ``keys`` uint64[pairs]: their key
    sums; ``blocks`` float64[pairs, ranges, 16]: the weight of the combo with suits i and j at 4 i + j (only i < j for
    equal ranks). ``active`` int64[ranges]: how many active seats have the range, 0 for a folded range.

    ``tasks`` int64[tasks, 4]: the range of a hero and those of the other hands, then ``NOBODY``; ``others``
    int64[tasks]: the number of other hands. There is one task for each range of active seats; if there is none, a
    folded hand is the hero, to get the weight of all deals. ``copies`` int64[tasks, ranges]: how many of the other
    hands have a range; ``kinds`` int64[tasks]: how many different ranges they have; ``firsts`` int64[tasks, 3]: the
    first hand of each.

    ``couples`` int64[couples, 2]: pairs of ranges whose conflicts are tracked; ``task_couples`` int64[tasks, 3]: the
    couple of the other hands without the first, without the second, without the third; for two hands it is the last.

    ``hands`` int8[hands, 2]: the particular hands of active seats. ``inverse`` float64[5, 4, 4]: interpolation for n
    seats: ``inverse[n, k, i]`` turns the values of a polynomial at the points i / (n - 1), or at 0 if n = 1, into its
    coefficients.
    """

    ranks: I64
    keys: U64
    blocks: F64
    active: I64
    tasks: I64
    others: I64
    copies: I64
    kinds: I64
    firsts: I64
    couples: I64
    task_couples: I64
    hands: I8
    inverse: F64


class MixedWork(NamedTuple):
    """Work space of one call; its content is of no interest between calls.

    Items are blocks of combos of two ranks and one value, rank pairs first: ``value`` int64[items]; ``high`` and
    ``low`` int64[items], the first card of either rank; ``block`` float64[items, ranges, 16], the live combos;
    ``total`` float64[items, ranges]. ``ranked`` int64[pairs]: the value of a pair without flushes; ``pairs``,
    ``flushes``, ``order`` int64[n]: items by ascending value. ``live`` float64[16], ``alive`` float64[52]: 0 for combos
    and cards to leave out, otherwise 1. ``hand_ranked``, ``hand_value`` int64[hands]: values of the particular hands.

    State of the sweep: ``all`` float64[ranges] and ``card`` float64[ranges, ROW], the weight of all combos so far and
    of those with a card; ``matrix`` float64[ranges, 52, ROW], their weights. Of each couple Y, Z (see ``mixed_state``):
    ``sums`` and ``diagonal`` float64[couples, ROW], t and q; ``both`` float64[couples], Y:Z; ``rows`` float64[couples,
    52, ROW], r. By task, float64[tasks]: ``triangles``, trace XYZ, and ``triples``, sum x y z. Of the combos being
    added: ``entry`` float64[16], their weights; ``side`` float64[8], by card; ``product`` float64[8, ROW].

    The current task: ``constant`` float64[1]; ``meet`` float64[3]; ``vector`` float64[3, ROW]; ``card_gain``
    float64[52], g, valid where ``card_stamp`` int64[52] equals ``stamp`` int64[1]. For an item: ``notes`` float64[8,
    NOTES], ``cross`` and ``gain`` float64[16].

    ``decided`` float64[1]: the weight of the deals in which a range wins or shares; ``shared`` float64[4]: of those
    that particular hands share with 1, 2, ... ranges. ``board`` float64[tasks + hands, seats + CATEGORIES]: the weight
    of the deals in which a hero shares the pot with that many others, and of his final hand by category.
    """

    ranked: I64
    value: I64
    high: I64
    low: I64
    block: F64
    total: F64
    pairs: I64
    flushes: I64
    order: I64
    live: F64
    alive: F64
    hand_ranked: I64
    hand_value: I64
    all: F64
    card: F64
    matrix: F64
    sums: F64
    diagonal: F64
    both: F64
    rows: F64
    triangles: F64
    triples: F64
    entry: F64
    side: F64
    product: F64
    constant: F64
    meet: F64
    vector: F64
    card_gain: F64
    card_stamp: I64
    stamp: I64
    notes: F64
    cross: F64
    gain: F64
    decided: F64
    shared: F64
    board: F64


def new_mixed_work(roles: RangeRoles, seats: int) -> MixedWork:
    """Return work space for one call with ``roles`` at a table of ``seats`` active seats."""
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
        np.zeros((8, NOTES)), np.zeros(16), np.zeros(16), np.zeros(1), np.zeros(MAX_RANGES),
        np.zeros((tasks + hands, seats + CATEGORIES)),
    )  # fmt: skip
