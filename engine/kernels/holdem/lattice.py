"""Hands drawn in groups, along lattices: every combo of every range turns up about as often as it should.

Draw i takes from list s the hand at the point frac(shift_s + i * step_s) of
the unit interval. The steps are numbers of different quadratic fields, so that the points lie evenly in each list and
in each pair of lists (a Kronecker sequence; Niederreiter, "Random Number Generation and Quasi-Monte Carlo Methods",
1992, chapter 3). The shifts are random, anew for each group of draws (Cranley and Patterson, "Randomization of number
theoretic methods for multiple integration", 1976): each draw by itself is then distributed as an independent one, and
groups are independent. Draws in which two hands share a card are left out, which leaves the joint distribution.

Where the lists are drawn in several blocks (see ``joint``) their draws are independent instead. A block goes on with
those that fit, as many as the other block has; the first few that fit of a lattice are not distributed so, because
which ones these are depends on the ones before, whereas all together do. Where two blocks seldom fit, each draw of one
meets several of the other, one place further in each turn. Any pair that fits is distributed as it should; draws that
occur in several pairs make the trials of a group depend on each other (a U-statistic of two samples: Hoeffding, 1948),
but groups stay independent.
"""

from math import isqrt
from typing import NamedTuple

import numpy as np

from engine.arrays import F64, I32, I64, U64
from engine.kernels.common.rng import HALF, LOW_HALF, next_u64
from engine.kernels.holdem.joint import FIT, Joint, draw_chain
from engine.kernels.jit import inlined, lean_kernel, linked, part

QUADRATICS = (
    (5, True), (19, False), (26, False), (30, False), (33, True), (10, False), (2, False), (13, True), (3, False),
    (43, False),
)  # fmt: skip
"""The numbers under the roots of the steps, one for each list; True: half of one more than the root.

Found by trying the square-free numbers below 44: each next one such that 512 points lie most evenly in all pairs.
"""

INDEPENDENT = np.uint64(0)
"""A step that stands for no lattice."""

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
SCRAMBLE = ((np.uint64(30), np.uint64(0xBF58476D1CE4E5B9)), (np.uint64(27), np.uint64(0x94D049BB133111EB)))
LAST_SHIFT = np.uint64(31)
"""Of SplitMix64."""


class Draws(NamedTuple):
    """Work space for a group of up to n draws of each block.

    ``entries`` int32[lists, n + 1]: the hands drawn, counted within their lists; ``masks`` uint64[blocks, n + 1]: the
    bits of the cards of each part, of all hands in the first row in the end; ``kept``, ``partners`` int64[n + 1];
    ``spare`` int32[n + 1]; ``clashes`` uint64[n + 1]; ``sizes``, ``firsts`` int64[blocks + 1]: draws and first list of
    each part; ``fits`` float64[steps]: how many draws each step kept; ``chosen`` int64[lists].
    """

    entries: I32
    masks: U64
    kept: I64
    partners: I64
    spare: I32
    clashes: U64
    sizes: I64
    firsts: I64
    fits: F64
    chosen: I64


def new_draws(lists: int, steps: int, most: int) -> Draws:
    """Return work space for up to ``most`` draws of a block."""
    parts = max(lists, 1)
    return Draws(
        np.zeros((lists, most + 1), np.int32), np.zeros((parts, most + 1), np.uint64), np.zeros(most + 1, np.int64),
        np.zeros(most + 1, np.int64), np.zeros(most + 1, np.int32), np.zeros(most + 1, np.uint64),
        np.zeros(parts + 1, np.int64), np.zeros(parts + 1, np.int64), np.zeros(steps),
        np.zeros(lists, np.int64),
    )  # fmt: skip


def list_steps(lists: int, blocks: int) -> U64:
    """Return the steps for ``lists`` lists drawn in so many blocks, uint64[lists], in units of 2**-64."""
    return lattice_steps(lists) if blocks == 1 else np.full(lists, INDEPENDENT)


def lattice_steps(lists: int) -> U64:
    """Return the steps of the lattices of ``lists`` lists drawn together, uint64[lists], in units of 2**-64."""
    roots = [(isqrt(number << 128), halved) for number, halved in QUADRATICS[:lists]]
    steps = [((1 << 64) + root) // 2 if halved else root for root, halved in roots]
    return np.array([step % (1 << 64) for step in steps], dtype=np.uint64)


@inlined
def scrambled(point: np.uint64) -> np.uint64:
    """Return a random word for each multiple of ``GOLDEN`` from a start (SplitMix64: Steele, Lea and Flood, 2014)."""
    for shift, factor in SCRAMBLE:
        point = (point ^ (point >> shift)) * factor
    return point ^ (point >> LAST_SHIFT)


@part
def draw_list(count: int, s: int, start: np.uint64, step: np.uint64, joint: Joint, masks: U64, draws: Draws) -> None:
    """Make ``count`` draws from list ``s``; add their cards to ``masks`` and what was there to ``draws.clashes``.

    They go along the lattice with this ``start`` and ``step``, or are ``INDEPENDENT``.

    ``masks`` uint64[n], n at least ``count``: the bits of the cards of each draw.
    """
    size = np.uint64(joint.starts[s + 1] - joint.starts[s])
    list_bits = joint.bits[joint.starts[s] : joint.starts[s + 1]]
    aliases = joint.aliases[joint.starts[s] : joint.starts[s + 1]]
    entries, clashes, even = draws.entries[s], draws.clashes, joint.even[s]
    free = step == INDEPENDENT
    move = GOLDEN if free else step
    for i in range(count):
        point = scrambled(start) if free else start
        start += move
        entry = ((point >> HALF) * size) >> HALF
        if not even:
            alias = aliases[entry]
            entry = entry if (point & LOW_HALF) <= (alias & LOW_HALF) else alias >> HALF
        cards = list_bits[entry]
        entries[i] = np.int32(entry)
        clashes[i] |= masks[i] & cards
        masks[i] |= cards


@part
def draw_block(block: int, count: int, joint: Joint, steps: U64, state: U64, masks: U64, draws: Draws) -> int:
    """Make ``count`` draws of a block; keep those that fit, their cards in ``masks``, and return how many.

    ``steps`` uint64[lists]: of the lattices; ``masks`` uint64[n + 1], n at least ``count``; ``state`` uint64[4]: the
    generator.
    """
    first, last = joint.blocks[block], joint.blocks[block + 1]
    for i in range(count):
        masks[i] = np.uint64(0)
        draws.clashes[i] = np.uint64(0)
    for s in range(first, last):
        draw_list(count, s, next_u64(state), steps[s], joint, masks, draws)
    result = 0
    for i in range(count):
        masks[result] = masks[i]
        draws.kept[result] = i
        result += draws.clashes[i] == 0
    for s in range(first, last):
        for i in range(result):
            draws.entries[s, i] = draws.entries[s, draws.kept[i]]
    return result


@inlined
def pair_up(count: int, one: int, other: int, found: int, left: U64, right: U64, draws: Draws) -> int:
    """Pair ``count`` draws of two parts, from ``one`` and ``other`` on; note those that fit behind ``found`` others.

    Returns how many have been found; ``draws`` has room for one less than ``kept``.

    ``left``, ``right`` uint64[n + 1]: the bits of the cards of each draw of a part.
    """
    most = draws.kept.shape[0] - 1
    for i in range(count):
        draws.kept[found] = one + i
        draws.partners[found] = other + i
        found = min(found + np.int64(left[one + i] & right[other + i] == 0), most)
    return found


@part
def take_over(found: int, kept: I64, entries: I32, spare: I32) -> None:
    """Put the ``found`` draws that are ``kept`` int64[n + 1] in the front of ``entries`` int32[n + 1].

    ``spare`` int32[n + 1] is work space.
    """
    for i in range(found):
        spare[i] = entries[kept[i]]
    for i in range(found):
        entries[i] = spare[i]


@part
def put_together(count: int, turns: int, lists: tuple[int, int, int], left: U64, right: U64, draws: Draws) -> int:
    """Put two parts of ``count`` draws together; keep what fits and return how much.

    Each draw of one meets ``turns`` draws of the other. ``lists`` bound those of both parts; the cards of both go to
    ``left``.

    ``left``, ``right`` uint64[n + 1]: the bits of the cards of each draw of a part.
    """
    result = 0
    for turn in range(min(turns, count)):
        result = pair_up(count - turn, 0, turn, result, left, right, draws)
        result = pair_up(turn, count - turn, 0, result, left, right, draws)
    for i in range(result):
        draws.clashes[i] = left[draws.kept[i]] | right[draws.partners[i]]
    for i in range(result):
        left[i] = draws.clashes[i]
    for s in range(lists[0], lists[2]):
        take_over(result, draws.kept if s < lists[1] else draws.partners, draws.entries[s], draws.spare)
    return result


@part
def draw_chains(count: int, joint: Joint, state: U64, draws: Draws) -> int:
    """Draw all hands as a chain ``count`` times; return ``count``.

    ``state`` uint64[4]: the generator.
    """
    for i in range(count):
        draw_chain(joint, state, draws.chosen)
        bits = np.uint64(0)
        for s in range(draws.chosen.shape[0]):
            draws.entries[s, i] = draws.chosen[s]
            bits |= joint.bits[joint.starts[s] + draws.chosen[s]]
        draws.masks[0, i] = bits
    return count


@linked
@lean_kernel
def draw_group(counts: I64, turns: I64, joint: Joint, steps: U64, state: U64, draws: Draws) -> int:
    """Draw all hands of a group; return how many draws fit.

    Where hands are drawn as a chain (see ``joint``) they are drawn one tuple after the other. ``counts`` int64[blocks]:
    draws to make of each block (of a chain: how many); ``turns`` int64[steps]: how many draws of one part each draw of
    the other meets; ``steps`` uint64[lists]: of the lattices.
    """
    if joint.completions.shape[0]:
        return draw_chains(counts[0], joint, state, draws)
    depth = 0
    for step in range(joint.steps.shape[0]):
        block = joint.steps[step]
        if block != FIT:
            draws.sizes[depth] = draw_block(block, counts[block], joint, steps, state, draws.masks[depth], draws)
            draws.firsts[depth] = joint.blocks[block]
            draws.firsts[depth + 1] = joint.blocks[block + 1]
            depth += 1
        else:
            depth -= 1
            size = min(draws.sizes[depth - 1], draws.sizes[depth])
            lists = (draws.firsts[depth - 1], draws.firsts[depth], draws.firsts[depth + 1])
            left, right = draws.masks[depth - 1], draws.masks[depth]
            draws.sizes[depth - 1] = put_together(size, turns[step], lists, left, right, draws)
            draws.firsts[depth] = draws.firsts[depth + 1]
        draws.fits[step] += draws.sizes[depth - 1]
    result: int = draws.sizes[0]
    return result
