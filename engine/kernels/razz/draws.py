"""The chosen cards of random razz deals under the joint law.

The seats with a choice form blocks; a block has a list of entries, the multisets of ranks that its seats can take
together, and is taken apart downwards: a multiset is shared by two halves, until every seat has its choice. Either
every block draws an entry by itself and the tuple is accepted with the ratio of falling factorials (rejection:
independent, equally weighted trials), or block after block draws from what the blocks before it left, and the trial has
the product of the blocks' total weights as its weight (for tight tables, where rejection would stall).
The free cards come from the rest of the deck: see ``circle``.
"""

from typing import NamedTuple

import numpy as np

from engine.arrays import F64, I8, I32, I64, U8, U16, U64
from engine.kernels.common.rng import uniform
from engine.kernels.jit import inlined, lean_kernel, part

RANKS = 13
DECK = 52


class Aliases(NamedTuple):
    """Alias tables one behind the other: ``keep`` float64[n], ``other`` int32[n], a place in its own table."""

    keep: F64
    other: I32


class Table(NamedTuple):
    """A razz table to deal.

    ``seen`` and ``twice`` int64[active seats]: masks of the known cards; ``free`` int64[active seats] cards to deal;
    ``live`` int64[13]; ``shared`` whether the last card is common; ``marks`` int64[cards], all places on the circle of
    the cards that the choices leave: of the common card, of those of each seat, then of those that stay in the deck;
    ``homes`` int64[13]: how many places of that deck each rank has (see ``circle.fill_deck``); ``each``: how many
    trials share their choices (at the most: a circle begins with new ones). With ``in_turn`` the blocks draw one after
    the other; with ``ahead`` the first of two blocks is drawn by what it leaves the second, which then draws until it
    fits.

    Block b has the entries ``starts[b] .. starts[b + 1]`` in ``taken`` int8[n, 13], again in ``slots`` uint8[n, width]
    (5 * rank + count for each rank taken, padded with 65), ``weights`` float64[n] (their probabilities in a full deck)
    and ``draws``. It consists of the nodes ``nodes[b] .. nodes[b + 1]``, itself first and every half behind its whole.
    Entry e of node k is shared by its ``halves[k]`` (int64[nodes, 2], -1: none) in the ways ``share_starts[i]`` to
    ``share_starts[i + 1]`` with i = share_rows[k] + e, drawn by ``shares``: they get the entries ``first`` and
    ``second`` int32. A node of one active seat has it in ``seats`` (else -1), and entry e gives it the masks
    ``member_seen[mask_starts[k] + e]`` and ``member_twice``.
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
    """Room for :func:`draw_choices`: what they leave in the deck, ``left`` int64[13]; ``drawn`` int64[nodes];
    ``ratios`` float64[66], the last one 1; ``sums`` float64[n].
    """

    left: I64
    drawn: I64
    ratios: F64
    sums: F64


def new_choice_work(table: Table) -> ChoiceWork:
    """Return room to draw the choices of ``table``, which one thread may use at a time."""
    most = int(np.diff(table.starts).max(initial=1)) if table.in_turn else 1
    nodes = np.zeros(len(table.seats), np.int64)
    return ChoiceWork(table.live.copy(), nodes, np.ones(5 * RANKS + 1), np.zeros(most))


@lean_kernel
def fill_aliases(weights: F64, starts: I64, small: I64, large: I64, keep: F64, other: I32) -> None:
    """Fill Walker's alias tables (Vose's construction) for the ``weights`` between each two of ``starts``.

    ``small`` and ``large`` int64, as long as the longest table, are work space.

    ``weights`` float64[n]; ``starts`` int64[tables + 1]; ``keep`` float64[n] and ``other`` int32[n] as in
    :class:`Aliases`.
    """
    for i in range(len(starts) - 1):
        begin, end = starts[i], starts[i + 1]
        _fill_alias(weights[begin:end], keep[begin:end], other[begin:end], small, large)


@inlined
def _fill_alias(weights: F64, keep: F64, other: I32, small: I64, large: I64) -> None:
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
    """Fill float64[n]: the share of its ``weights`` (of entries ``slots``, as in :class:`Table`) that another block
    keeps when one of the multisets ``taken`` int64[n, 13] is gone.

    ``left`` int64[13] and ``ratios`` float64[66], of ones, are work space.
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
    """Draw a place between ``begin`` and ``end`` by its alias table."""
    if end - begin == 1:
        return begin
    place = uniform(state) * (end - begin)
    at = int(place)
    if place - at < aliases.keep[begin + at]:
        return begin + at
    return begin + int(aliases.other[begin + at])


@inlined
def _ratios(live: I64, left: I64, ratios: F64) -> None:
    """Fill ``ratios[5 * rank + count]`` with (left)_count / (live)_count; the last one stays 1."""
    for rank in range(RANKS):
        ratio = 1.0
        for count in range(1, live[rank] + 1):
            ratio *= max(left[rank] - count + 1, 0) / (live[rank] - count + 1)
            ratios[5 * rank + count] = ratio


@inlined
def _take(table: Table, entry: int, left: I64) -> None:
    for rank in range(RANKS):
        left[rank] -= table.taken[entry, rank]


@part
def _independent(table: Table, state: U64, left: I64, drawn: I64, ratios: F64) -> None:
    """Draw an entry for every block by rejection; ``left`` becomes the deck, ``drawn`` at its node the entry."""
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
                block = int(table.ahead)
                continue
        _take(table, entry, left)
        block += 1


@part
def _in_turn(table: Table, state: U64, left: I64, drawn: I64, ratios: F64, sums: F64) -> float:
    """Draw an entry for block after block from what is left; return the weight of the trial, at most 1."""
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


@part
def _share(table: Table, state: U64, drawn: I64, seen: I64, twice: I64) -> None:
    """Share what the blocks have drawn, downwards, until all seats have their masks."""
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


@part
def draw_choices(table: Table, state: U64, work: ChoiceWork, seen: I64, twice: I64) -> float:
    """Draw the choices of all seats; return the weight of the trials with them (0: they cannot be dealt).

    ``work.left`` becomes the deck that is left; ``seen`` and ``twice`` int64[active seats] the masks of the ranks of
    the seats that have a choice. ``state`` uint64[4]: the generator.
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
