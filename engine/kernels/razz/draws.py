"""The chosen cards of random razz deals, drawn by their joint distribution.

Seats that choose their cards (a set of possible hands) form blocks. A block has a list of entries, the rank multisets
that its seats can take together; an entry is then split downwards between two halves of the block until every seat has
its choice. Two methods: each block draws an entry independently and the tuple is accepted with a ratio of falling
factorials (rejection: trials are independent and equally weighted); or the blocks draw in turn from the cards that the
previous ones have left, and the trial has the product of the blocks' total weights as its weight (for tight tables, on
which nearly everything would be rejected). The free cards come from the rest of the deck: see ``circle``.
"""

from typing import NamedTuple

import numpy as np

from engine.arrays import F64, I8, I32, I64, U8, U16, U64
from engine.kernels.common.rng import uniform
from engine.kernels.jit import inlined, lean_kernel, subkernel

RANKS = 13
DECK = 52


class Aliases(NamedTuple):
    """Alias tables one after the other: ``keep`` float64[n], the probability to keep an entry; ``other`` int32[n], the
    entry to take otherwise, as an index within its table."""

    keep: F64
    other: I32


class DealTable(NamedTuple):
    """A razz table to deal.

    ``seen`` and ``twice`` int64[active seats]: masks of the known ranks; ``free`` int64[active seats]: cards to deal;
    ``live`` int64[13]: live cards of each rank; ``shared``: whether the last card is common. ``marks`` int64[cards]:
    all positions on the circle of the cards that the choices leave: of the common card, of those of each seat, then of
    those that stay in the deck. ``homes`` int64[13]: how many positions of that deck each rank has (see
    ``circle.fill_deck``); ``each``: how many trials share their choices, at most (a circle begins with new ones).
    ``in_turn``: the blocks draw in turn. ``ahead``: the first of two blocks is drawn with weights that include the ways
    to draw the second one from the remaining cards; the second one is then drawn until it fits.

    Block b has the entries ``starts[b]:starts[b + 1]`` (int64[blocks + 1]) of ``taken`` int8[n, 13], of ``slots``
    uint8[n, width] (the same cards: 5 * rank + count for each rank taken, padded with 65), of ``weights`` float64[n]
    (probabilities in a full deck) and of ``draws``. It has the nodes ``nodes[b]:nodes[b + 1]`` (int64[blocks + 1]),
    first itself, and each half after its parent.

    Entry e of node k is split between its ``halves[k]`` (int64[nodes, 2], -1: none) in the ways ``share_starts[i]`` to
    ``share_starts[i + 1]`` with i = share_rows[k] + e, drawn by ``shares``: the halves get the entries ``first`` and
    ``second`` int32[ways]. A node of one active seat has it in ``seats`` int64[nodes] (otherwise -1), and its entry e
    gives the seat the masks ``member_seen[mask_starts[k] + e]`` and ``member_twice`` (uint16[n]).
    """

    seen: I64
    twice: I64
    free: I64
    live: I64
    shared: bool
    marks: I64
    homes: I64
    each: int
    in_turn: bool
    ahead: bool
    starts: I64
    taken: I8
    slots: U8
    weights: F64
    draws: Aliases
    nodes: I64
    halves: I64
    share_rows: I64
    share_starts: I64
    shares: Aliases
    first: I32
    second: I32
    seats: I64
    mask_starts: I64
    member_seen: U16
    member_twice: U16


class ChoiceWork(NamedTuple):
    """Work space of :func:`draw_choices`.

    ``left`` int64[13]: the deck that the choices leave; ``drawn`` int64[nodes]: the entry of each node; ``ratios``
    float64[66], the last one 1; ``sums`` float64[n]: cumulative weights.
    """

    left: I64
    drawn: I64
    ratios: F64
    sums: F64


def new_choice_work(table: DealTable) -> ChoiceWork:
    """Return work space to draw the choices of ``table``; one thread can use it at a time."""
    longest = int(np.diff(table.starts).max(initial=1)) if table.in_turn else 1
    nodes = np.zeros(len(table.seats), np.int64)
    return ChoiceWork(table.live.copy(), nodes, np.ones(5 * RANKS + 1), np.zeros(longest))


@lean_kernel
def fill_aliases(weights: F64, starts: I64, small: I64, large: I64, keep: F64, other: I32) -> None:
    """Build an alias table (Walker, 1977, by Vose's construction) for each segment of ``weights`` between ``starts``.

    ``weights`` float64[n]; ``starts`` int64[tables + 1]. Output: ``keep`` float64[n] and ``other`` int32[n] as in
    :class:`Aliases`. ``small`` and ``large`` int64[longest table] are work space.
    """
    for i in range(len(starts) - 1):
        begin, end = starts[i], starts[i + 1]
        _fill_alias(weights[begin:end], keep[begin:end], other[begin:end], small, large)


@inlined
def _fill_alias(weights: F64, keep: F64, other: I32, small: I64, large: I64) -> None:
    """Build one alias table: entries below the mean are topped up from those above it."""
    n, total = len(weights), 0.0
    for i in range(n):
        total += weights[i]
    smalls, larges = 0, 0
    for i in range(n):
        keep[i] = weights[i] * (n / total)
        other[i] = i
        if keep[i] < 1.0:
            small[smalls] = i
            smalls += 1
        else:
            large[larges] = i
            larges += 1
    while smalls and larges:
        smalls -= 1
        low, high = small[smalls], large[larges - 1]
        other[low] = high
        keep[high] -= 1.0 - keep[low]
        if keep[high] < 1.0:
            larges -= 1
            small[smalls] = high
            smalls += 1
    for i in range(smalls):
        keep[small[i]] = 1.0
    for i in range(larges):
        keep[large[i]] = 1.0


@lean_kernel
def fill_ahead(taken: I64, slots: U8, weights: F64, live: I64, left: I64, ratios: F64, ahead: F64) -> None:
    """Fill ``ahead`` float64[n]: the share of another block's weight that remains after each of ``taken`` int64[n, 13].

    A first block drawn with its weights times ``ahead`` needs no rejection, if the second is redrawn until it fits.

    ``slots`` uint8[m, width] and ``weights`` float64[m]: the other block's entries, as in :class:`DealTable`. ``left``
    int64[13] and ``ratios`` float64[66], of ones, are work space.
    """
    for i in range(len(taken)):
        for rank in range(RANKS):
            left[rank] = live[rank] - taken[i, rank]
        _ratios(live, left, ratios)
        total = 0.0
        for entry in range(len(slots)):
            ways = weights[entry]
            for j in range(slots.shape[1]):
                ways *= ratios[slots[entry, j]]
            total += ways
        ahead[i] = total


@inlined
def _drawn_from(aliases: Aliases, begin: int, end: int, state: U64) -> int:
    """Draw an index between ``begin`` and ``end`` by its alias table."""
    if end - begin == 1:
        return begin
    position = uniform(state) * (end - begin)
    at = int(position)
    if position - at < aliases.keep[begin + at]:
        return begin + at
    return begin + int(aliases.other[begin + at])


@inlined
def _ratios(live: I64, left: I64, ratios: F64) -> None:
    """Fill ``ratios[5 * rank + count]`` with the falling factorials (left)_count / (live)_count; the last stays 1."""
    for rank in range(RANKS):
        ratio = 1.0
        for count in range(1, live[rank] + 1):
            ratio *= max(left[rank] - count + 1, 0) / (live[rank] - count + 1)
            ratios[5 * rank + count] = ratio


@inlined
def _take(table: DealTable, entry: int, left: I64) -> None:
    """Subtract the cards of an entry from ``left``."""
    for rank in range(RANKS):
        left[rank] -= table.taken[entry, rank]


@subkernel
def _independent(table: DealTable, state: U64, left: I64, drawn: I64, ratios: F64) -> None:
    """Draw an entry for every block by rejection: all blocks together, with a ratio of falling factorials.

    Output: ``left`` int64[13], the deck without the drawn cards; ``drawn`` int64[nodes], the entry of each block's
    first node. ``ratios`` float64[66] is work space.
    """
    blocks, width = len(table.starts) - 1, table.slots.shape[1]
    block = 0
    while block < blocks:
        entry = _drawn_from(table.draws, table.starts[block], table.starts[block + 1], state)
        drawn[table.nodes[block]] = entry - table.starts[block]
        if block == 0:
            for rank in range(RANKS):
                left[rank] = table.live[rank]
        else:
            _ratios(table.live, left, ratios)
            accept = 1.0
            for i in range(width):
                accept *= ratios[table.slots[entry, i]]
            if accept < 1.0 and uniform(state) >= accept:
                # Rejected: start again with the first block (or with the second, if the first was drawn with ``ahead``
                # weights).
                block = int(table.ahead)
                continue
        _take(table, entry, left)
        block += 1


@subkernel
def _in_turn(table: DealTable, state: U64, left: I64, drawn: I64, ratios: F64, sums: F64) -> float:
    """Draw an entry for one block after the other from the cards left; return the weight of the trial, at most 1.

    Output: ``left`` int64[13], the deck without the drawn cards; ``drawn`` int64[nodes], the entry of each block's
    first node. ``ratios`` float64[66] and ``sums`` float64[n] are work space.
    """
    width = table.slots.shape[1]
    for rank in range(RANKS):
        left[rank] = table.live[rank]
    weight = 1.0
    for block in range(len(table.starts) - 1):
        begin, end = table.starts[block], table.starts[block + 1]
        _ratios(table.live, left, ratios)
        total = 0.0
        for entry in range(begin, end):
            ways = table.weights[entry]
            for i in range(width):
                ways *= ratios[table.slots[entry, i]]
            total += ways
            sums[entry - begin] = total
        if total <= 0.0:
            return 0.0
        weight *= total
        # Bisection in the cumulative weights.
        target = uniform(state) * total
        low, high = 0, end - begin - 1
        while low < high:
            middle = (low + high) >> 1
            if sums[middle] > target:
                high = middle
            else:
                low = middle + 1
        drawn[table.nodes[block]] = low
        _take(table, begin + low, left)
    return weight


@subkernel
def _share(table: DealTable, state: U64, drawn: I64, seen: I64, twice: I64) -> None:
    """Split the blocks' entries downwards, node by node, until all seats have their masks.

    ``drawn`` int64[nodes]: the entries of the blocks, completed with those of their halves; ``seen`` and ``twice``
    int64[seats] (output): the rank masks of each seat.
    """
    for node in range(len(table.seats)):
        entry = drawn[node]
        if table.halves[node, 0] >= 0:
            row = table.share_rows[node] + entry
            share = _drawn_from(table.shares, table.share_starts[row], table.share_starts[row + 1], state)
            drawn[table.halves[node, 0]] = table.first[share]
            drawn[table.halves[node, 1]] = table.second[share]
        elif table.seats[node] >= 0:
            seen[table.seats[node]] = table.member_seen[table.mask_starts[node] + entry]
            twice[table.seats[node]] = table.member_twice[table.mask_starts[node] + entry]


@subkernel
def draw_choices(table: DealTable, state: U64, work: ChoiceWork, seen: I64, twice: I64) -> float:
    """Draw the choices of all seats; return the weight of the trials with them (0: they cannot be dealt).

    ``work.left`` becomes the deck that is left; ``seen`` and ``twice`` int64[active seats] (output): the rank masks of
    the seats that choose. ``state`` uint64[4]: the generator.
    """
    weight = 1.0
    if len(table.starts) < 2:
        return weight
    if table.in_turn:
        weight = _in_turn(table, state, work.left, work.drawn, work.ratios, work.sums)
    else:
        _independent(table, state, work.left, work.drawn, work.ratios)
    if weight > 0.0:
        _share(table, state, work.drawn, seen, twice)
    return weight
