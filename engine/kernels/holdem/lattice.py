"""Hands drawn in groups along lattices: every combo of every range occurs about as often as it should.

Draw i takes from list s the hand at the point frac(shift_s + i * step_s) of the unit interval. The steps are numbers of
different quadratic fields, so that the points are spread evenly in each list and in each pair of lists (a Kronecker
sequence; Niederreiter, "Random Number Generation and Quasi-Monte Carlo Methods", 1992, chapter 3). The shifts are
random, new for each group of draws (Cranley and Patterson, "Randomization of number theoretic methods for multiple
integration", 1976): each single draw is then distributed like an independent one, and groups are independent. Draws in
which two hands share a card are dropped, which leaves the joint distribution.

If the lists are drawn in several blocks (see ``joint``), draws are independent instead of along a lattice. Two blocks
are combined draw by draw, using as many draws of each as the smaller has. With lattices the first few accepted draws
would not have the right distribution, because which ones they are depends on earlier points; only all of them together
have it. If two blocks seldom fit, each draw of one meets several of the other, shifted by one more in each turn. Any
pair that fits has the right distribution. Draws that occur in several pairs make the trials of a group dependent (a
U-statistic of two samples: Hoeffding, 1948), but groups stay independent.
"""

from math import isqrt
from typing import NamedTuple

import numpy as np

from engine.arrays import F64, I32, I64, U64
from engine.kernels.common.rng import HALF, LOW_HALF, next_u64
from engine.kernels.holdem.joint import FIT, Joint, draw_chain
from engine.kernels.jit import inlined, lean_kernel, linked, subkernel

QUADRATICS = (
    (5, True), (19, False), (26, False), (30, False), (33, True), (10, False), (2, False), (13, True), (3, False),
    (43, False),
)  # fmt: skip
"""The radicands of the steps, one for each list. True: half of (1 + root), the integer of that field.

The result of trying the square-free numbers below 44: each one is the next for which 512 points are spread most evenly
in all pairs of lists.
"""

INDEPENDENT = np.uint64(0)
"""A step that means independent draws, no lattice."""

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
SCRAMBLE = ((np.uint64(30), np.uint64(0xBF58476D1CE4E5B9)), (np.uint64(27), np.uint64(0x94D049BB133111EB)))
LAST_SHIFT = np.uint64(31)
"""The last three: constants of SplitMix64."""


class GroupDraws(NamedTuple):
    """Work space for a group of up to n draws of each block.

    ``entries`` int32[lists, n + 1]: the hands drawn, counted within their lists; ``masks`` uint64[blocks, n + 1]: the
    card bits of each result of the tree, in the end of all hands in the first row; ``accepted``, ``partners`` int64[n +
    1]; ``spare`` int32[n + 1]; ``clashes`` uint64[n + 1]; ``sizes``, ``firsts`` int64[blocks + 1]: the draws and the
    first list of each result; ``fits`` float64[steps]: how many draws each step accepted, added up; ``chosen``
    int64[lists].
    """

    entries: I32
    masks: U64
    accepted: I64
    partners: I64
    spare: I32
    clashes: U64
    sizes: I64
    firsts: I64
    fits: F64
    chosen: I64


def new_group_draws(lists: int, steps: int, max_draws: int) -> GroupDraws:
    """Return work space for ``max_draws`` draws of a block."""
    results = max(lists, 1)
    return GroupDraws(
        np.zeros((lists, max_draws + 1), np.int32), np.zeros((results, max_draws + 1), np.uint64),
        np.zeros(max_draws + 1, np.int64), np.zeros(max_draws + 1, np.int64), np.zeros(max_draws + 1, np.int32),
        np.zeros(max_draws + 1, np.uint64), np.zeros(results + 1, np.int64), np.zeros(results + 1, np.int64),
        np.zeros(steps), np.zeros(lists, np.int64),
    )  # fmt: skip


def list_steps(lists: int, blocks: int) -> U64:
    """Return the steps of ``lists`` lists that are drawn in ``blocks`` blocks, uint64[lists], in units of 2**-64."""
    return lattice_steps(lists) if blocks == 1 else np.full(lists, INDEPENDENT)


def lattice_steps(lists: int) -> U64:
    """Return the steps of the lattices of ``lists`` lists drawn together, uint64[lists], in units of 2**-64."""
    roots = [(isqrt(number << 128), halved) for number, halved in QUADRATICS[:lists]]
    steps = [((1 << 64) + root) // 2 if halved else root for root, halved in roots]
    return np.array([step % (1 << 64) for step in steps], dtype=np.uint64)


@inlined
def scrambled(point: np.uint64) -> np.uint64:
    """Return a pseudorandom word for ``point`` (SplitMix64: Steele, Lea and Flood, 2014).

    Consecutive points must differ by ``GOLDEN``.
    """
    for shift, factor in SCRAMBLE:
        point = (point ^ (point >> shift)) * factor
    return point ^ (point >> LAST_SHIFT)


@subkernel
def draw_list(
    count: int, s: int, start: np.uint64, step: np.uint64, joint: Joint, masks: U64, draws: GroupDraws
) -> None:
    """Make ``count`` draws from list ``s``: along the lattice ``start``, ``step``, or independently.

    Adds their cards to ``masks`` and those that were in it already to ``draws.clashes``. ``masks`` uint64[n], n at
    least ``count``: the card bits of each draw.
    """
    size = np.uint64(joint.starts[s + 1] - joint.starts[s])
    list_bits = joint.bits[joint.starts[s] : joint.starts[s + 1]]
    aliases = joint.aliases[joint.starts[s] : joint.starts[s + 1]]
    entries, clashes, even = draws.entries[s], draws.clashes, joint.even[s]
    independent = step == INDEPENDENT
    move = GOLDEN if independent else step
    for i in range(count):
        # The high half of the point selects an entry of the alias table, the low half decides whether to keep it.
        point = scrambled(start) if independent else start
        start += move
        entry = ((point >> HALF) * size) >> HALF
        if not even:
            alias = aliases[entry]
            entry = entry if (point & LOW_HALF) <= (alias & LOW_HALF) else alias >> HALF
        cards = list_bits[entry]
        entries[i] = np.int32(entry)
        clashes[i] |= masks[i] & cards
        masks[i] |= cards


@subkernel
def draw_lattice_block(
    block: int, count: int, joint: Joint, steps: U64, state: U64, masks: U64, draws: GroupDraws
) -> int:
    """Make ``count`` draws of a block; keep those without a common card at the front, and return how many there are.

    ``steps`` uint64[lists]: of the lattices; ``masks`` uint64[n + 1], n at least ``count`` (output): the bits of their
    cards; ``state`` uint64[4]: the generator.
    """
    first, last = joint.blocks[block], joint.blocks[block + 1]
    for i in range(count):
        masks[i] = np.uint64(0)
        draws.clashes[i] = np.uint64(0)
    for s in range(first, last):
        draw_list(count, s, next_u64(state), steps[s], joint, masks, draws)
    result = 0
    # Without a branch: each draw is written to the next free position, which advances only if the draw fits.
    for i in range(count):
        masks[result] = masks[i]
        draws.accepted[result] = i
        result += draws.clashes[i] == 0
    for s in range(first, last):
        for i in range(result):
            draws.entries[s, i] = draws.entries[s, draws.accepted[i]]
    return result


@inlined
def pair_up(count: int, one: int, other: int, accepted: int, left: U64, right: U64, draws: GroupDraws) -> int:
    """Pair ``count`` draws of two results, starting at ``one`` and ``other``; append those that fit to ``accepted``.

    Returns the new number of accepted pairs, of which there were ``accepted`` before. Pairs beyond the capacity of
    ``draws``, one less than the length of its ``accepted``, are lost. ``left``, ``right`` uint64[n + 1]: the card bits
    of each draw of either result.
    """
    capacity = draws.accepted.shape[0] - 1
    for i in range(count):
        # Each pair is written at the next free entry, which is passed only if the pair fits: no branch to predict.
        draws.accepted[accepted] = one + i
        draws.partners[accepted] = other + i
        accepted = min(accepted + np.int64(left[one + i] & right[other + i] == 0), capacity)
    return accepted


@subkernel
def move_to_front(count: int, accepted: I64, entries: I32, spare: I32) -> None:
    """Move the ``count`` draws listed in ``accepted`` int64[n + 1] to the front of ``entries`` int32[n + 1].

    ``spare`` int32[n + 1] is work space.
    """
    for i in range(count):
        spare[i] = entries[accepted[i]]
    for i in range(count):
        entries[i] = spare[i]


@subkernel
def combine(count: int, turns: int, lists: tuple[int, int, int], left: U64, right: U64, draws: GroupDraws) -> int:
    """Combine two results of ``count`` draws each; keep the pairs that fit and return how many.

    Each draw of one meets ``turns`` draws of the other. ``lists``: the first list of each result, and the end. The
    cards of both are written to ``left``. ``left``, ``right`` uint64[n + 1]: the card bits of each draw of either
    result.
    """
    result = 0
    for turn in range(min(turns, count)):
        result = pair_up(count - turn, 0, turn, result, left, right, draws)
        result = pair_up(turn, count - turn, 0, result, left, right, draws)
    for i in range(result):
        draws.clashes[i] = left[draws.accepted[i]] | right[draws.partners[i]]
    for i in range(result):
        left[i] = draws.clashes[i]
    for s in range(lists[0], lists[2]):
        move_to_front(result, draws.accepted if s < lists[1] else draws.partners, draws.entries[s], draws.spare)
    return result


@subkernel
def draw_chains(count: int, joint: Joint, state: U64, draws: GroupDraws) -> int:
    """Draw all hands one after the other (``joint.draw_chain``) ``count`` times; return ``count``.

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
def draw_group(counts: I64, turns: I64, joint: Joint, steps: U64, state: U64, draws: GroupDraws) -> int:
    """Draw all hands of a group; return how many draws fit. Their hands are in ``draws.entries``.

    If the joint distribution has completions, tuples are drawn as chains, without rejection. ``counts`` int64[blocks]:
    draws to make of each block (of a chain: how many); ``turns`` int64[steps]: how many draws of one result each draw
    of the other meets; ``steps`` uint64[lists]: of the lattices; ``state`` uint64[4]: the generator.
    """
    if joint.completions.shape[0]:
        return draw_chains(counts[0], joint, state, draws)
    depth = 0
    for step in range(joint.steps.shape[0]):
        block = joint.steps[step]
        if block != FIT:
            draws.sizes[depth] = draw_lattice_block(
                block, counts[block], joint, steps, state, draws.masks[depth], draws
            )
            draws.firsts[depth] = joint.blocks[block]
            draws.firsts[depth + 1] = joint.blocks[block + 1]
            depth += 1
        else:
            depth -= 1
            size = min(draws.sizes[depth - 1], draws.sizes[depth])
            lists = (draws.firsts[depth - 1], draws.firsts[depth], draws.firsts[depth + 1])
            left, right = draws.masks[depth - 1], draws.masks[depth]
            draws.sizes[depth - 1] = combine(size, turns[step], lists, left, right, draws)
            draws.firsts[depth] = draws.firsts[depth + 1]
        draws.fits[step] += draws.sizes[depth - 1]
    result: int = draws.sizes[0]
    return result
