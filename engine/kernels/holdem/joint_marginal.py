"""The weight of the other seats' disjoint hands that avoid each combo.

Exactly, the hands of all seats but two are enumerated and the last two are summed by inclusion and exclusion: of two
ranges u and v restricted to the cards that are left, the disjoint pairs weigh U V - sum_c U[c] V[c] + sum_combo u v,
because two hands clash in one card or are the same combo. Otherwise the others are drawn by their joint distribution,
and every draw says of all combos at once whether it leaves them.
"""

from typing import NamedTuple

import numpy as np

from engine.kernels._jit import inlined, lean_kernel, part
from engine.kernels.arrays import F64, I8, I64, U64
from engine.kernels.holdem.joint import UNLIMITED, Joint, draw_hands

DECK = 52


class Pair(NamedTuple):
    """Two ranges by card: ``first`` and ``second`` float64[52, 52], symmetric, 0 on the diagonal."""

    first: F64
    second: F64


class Work(NamedTuple):
    """Work space of one call, contents of no interest.

    ``cards`` float64[3, 52] and ``totals`` float64[3] are sums of the first range, the second and their products. For
    each enumerated seat and one more: ``at`` int64 its entry, ``used`` uint64 and ``products`` float64 up to it.
    """

    cards: F64
    totals: F64
    at: I64
    used: U64
    products: F64


def new_work(seats: int) -> Work:
    """Return work space for :func:`add_marginal` with ``seats`` enumerated seats."""
    return Work(
        np.zeros((3, DECK)), np.zeros(3), np.zeros(seats + 1, np.int64), np.zeros(seats + 1, np.uint64),
        np.ones(seats + 1),
    )  # fmt: skip


@inlined
def is_free(card: int | np.int64, used: np.uint64) -> bool:
    """Return whether ``card`` is not in the mask ``used``."""
    return bool((used >> np.uint64(card)) & np.uint64(1) == np.uint64(0))


@part
def sum_pair(used: np.uint64, pair: Pair, work: Work) -> None:
    """Fill the sums of ``work`` over the combos outside ``used``."""
    work.cards[:] = 0.0
    work.totals[:] = 0.0
    for a in range(DECK):
        if not is_free(a, used):
            continue
        for b in range(a):
            u, v = pair.first[a, b], pair.second[a, b]
            if (u == 0.0 and v == 0.0) or not is_free(b, used):
                continue
            for which in range(3):
                weight = u if which == 0 else (v if which == 1 else u * v)
                work.totals[which] += weight
                work.cards[which, a] += weight
                work.cards[which, b] += weight


@part
def add_heroes(used: np.uint64, factor: float, heroes: I64, combos: I8, pair: Pair, work: Work, marginal: F64) -> None:
    """Add ``factor`` times the weight of the pairs that avoid each of ``heroes`` and ``used`` to ``marginal``.

    ``heroes`` int64[n]: combo numbers; ``combos`` int8[1326, 2]; ``marginal`` float64[n].
    """
    cards, totals = work.cards, work.totals
    for i in range(heroes.shape[0]):
        a, b = np.int64(combos[heroes[i], 0]), np.int64(combos[heroes[i], 1])
        if not (is_free(a, used) and is_free(b, used)):
            continue
        u, v = pair.first[a, b], pair.second[a, b]
        both = (totals[0] - cards[0, a] - cards[0, b] + u) * (totals[1] - cards[1, a] - cards[1, b] + v)
        same = totals[2] - cards[2, a] - cards[2, b] + u * v
        clashes = 0.0
        for c in range(DECK):
            if c not in (a, b) and is_free(c, used):
                at_first = cards[0, c] - pair.first[a, c] - pair.first[b, c]
                clashes += at_first * (cards[1, c] - pair.second[a, c] - pair.second[b, c])
        left = both - clashes + same
        if left > 1e-12 * both:
            marginal[i] += factor * left


@lean_kernel
def add_marginal(
    known: np.uint64,
    heroes: I64,
    combos: I8,
    masks: U64,
    lists: I64,
    starts: I64,
    weights: F64,
    pair: Pair,
    work: Work,
    marginal: F64,
) -> None:
    """Add what the others leave of each of ``heroes`` int64[n] (combo numbers) to ``marginal`` float64[n].

    ``known``: mask of the cards out of play. Seat k of those enumerated holds one of ``lists[starts[k]:starts[k +
    1]]``: ``lists`` int64[entries], combo numbers, ``weights`` float64[entries] beside, ``starts`` int64[seats + 1].
    ``pair`` are the last two seats. ``combos`` int8[1326, 2] and ``masks`` uint64[1326] are the cards of the combos.
    """
    seats = starts.shape[0] - 1
    at, used, products = work.at, work.used, work.products
    used[0], products[0] = known, 1.0
    depth = 0
    at[0] = starts[0]
    while depth >= 0:
        if depth == seats:
            sum_pair(used[depth], pair, work)
            add_heroes(used[depth], products[depth], heroes, combos, pair, work, marginal)
            depth -= 1
            continue
        if at[depth] == starts[depth + 1]:
            depth -= 1
            continue
        entry = at[depth]
        at[depth] += 1
        mask = masks[lists[entry]]
        if used[depth] & mask:
            continue
        used[depth + 1] = used[depth] | mask
        products[depth + 1] = products[depth] * weights[entry]
        depth += 1
        if depth < seats:
            at[depth] = starts[depth]


@lean_kernel
def draw_marginal(trials: int, joint: Joint, state: U64, entries: I64, parts: U64, held: I64, taken: I64) -> None:
    """Draw the others ``trials`` times; add to ``taken`` int64[52, 52] how often two cards were both held.

    The diagonal counts single cards; only ``taken[a, b]`` with a >= b is filled. ``entries`` int64[groups], ``parts``
    uint64[blocks] and ``held`` int64[52] are work space.
    """
    for _ in range(trials):
        used = draw_hands(UNLIMITED, joint, state, entries, parts)[0]
        count = 0
        for card in range(DECK):
            if not is_free(card, used):
                held[count] = card
                count += 1
                for i in range(count):
                    taken[card, held[i]] += 1
