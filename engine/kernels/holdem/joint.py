"""Random hands for several seats by their joint distribution: lists, alias tables, draws repeated until they fit.

Seats are independent but for the condition that no two hold the same card. So lists can be drawn
independently and all of them again when two clash. It is the same distribution, and cheaper where many clash, to
draw parts that each fit within themselves until the parts fit each other, and so on within each part: a
tree. Where nearly everything clashes because the hands share a few cards, they are drawn one after the other
instead, each with its weight times the *completions*: the total weight of the ways to draw the rest from the
cards that are then left. That is the same distribution too, and no draw is ever repeated.

The weight of the other seats' disjoint hands that avoid each combo: exactly, the hands of all seats but two are
enumerated and the last two are summed by inclusion and exclusion: of two ranges u and v restricted to the cards that
are left, the disjoint pairs weigh U V - sum_c U[c] V[c] + sum_combo u v, because two hands clash in one card or are the
same combo. Otherwise the others are drawn by their joint distribution, and every draw says of all combos at once
whether it leaves them.
"""

from typing import NamedTuple

import numpy as np

from engine.arrays import F64, I8, I16, I64, U64, Bools
from engine.kernels.common.rng import HALF, LOW_HALF, next_u64, uniform
from engine.kernels.jit import inlined, lean_kernel, part

FIT = -1
UNLIMITED = 1 << 62


class Joint(NamedTuple):
    """Groups of hands, each drawn at once from a list of its own.

    Group g owns the entries ``starts[g]:starts[g + 1]`` (int64) of ``aliases`` uint64 (see
    :func:`fill_alias`), of ``masks`` uint64 (one bit for each card number) and of ``bits`` uint64 (the same cards
    as in ``high``); ``even`` bool[groups]: they all have the same weight. The combos of its
    ``widths[g]`` active seats are at ``combo_starts[g] + widths[g] * entry`` of ``combos`` int16; those
    seats at ``seat_starts[g]`` of ``seats`` int64. ``steps`` int64 is the tree in postfix order: the number (these
    ascend) of a block of groups ``blocks[b]:blocks[b + 1]`` (int64), drawn until they fit, or ``FIT``: the two
    parts before it must fit, or all goes on at ``retry`` int64, where the first of the two began.

    If ``completions`` float64[2**cards] has any entries the groups are drawn in their order instead (see
    :func:`fill_completions`), an entry having ``weights`` float64 and the cards ``numbered`` int64, one bit for
    each card that occurs at all.
    """

    starts: I64
    aliases: U64
    masks: U64
    bits: U64
    even: Bools
    widths: I64
    combo_starts: I64
    combos: I16
    seat_starts: I64
    seats: I64
    blocks: I64
    steps: I64
    retry: I64
    weights: F64
    numbered: I64
    completions: F64


@lean_kernel
def fill_completions(first: int, last: int, joint: Joint) -> None:
    """Fill ``joint.completions[first:last]``: the weight of all ways to go on when the cards of a mask are drawn.

    The entries behind have to be there.

    Every entry has two cards, so that the mask determines which groups have been drawn; it is 0 where a mask cannot
    occur.
    """
    groups = joint.starts.shape[0] - 1
    for mask in range(last - 1, first - 1, -1):
        cards, rest = 0, mask
        while rest:
            rest &= rest - 1
            cards += 1
        total = 1.0 if cards == 2 * groups else 0.0
        if cards % 2 == 0 and cards < 2 * groups:
            for entry in range(joint.starts[cards // 2], joint.starts[cards // 2 + 1]):
                if mask & joint.numbered[entry] == 0:
                    total += joint.weights[entry] * joint.completions[mask | joint.numbered[entry]]
        joint.completions[mask] = total


@lean_kernel
def fill_alias(weights: F64, scaled: F64, queue: I64, aliases: U64) -> None:
    """Build the alias table of ``weights`` float64[n] (Vose, 1991).

    The low half of ``aliases[i]`` is the chance, in 2**-32, to keep entry i, the high half the entry to
    take instead. ``scaled`` float64[n] and ``queue`` int64[n] are work space: the entries below the mean
    fill the queue from its start, those above it from its end.
    """
    n = weights.shape[0]
    mean = weights.sum() / n
    smalls, larges = 0, n
    for i in range(n):
        scaled[i] = weights[i] / mean
        aliases[i] = np.uint64(i) << HALF | LOW_HALF
        if scaled[i] < 1.0:
            queue[smalls] = i
            smalls += 1
        else:
            larges -= 1
            queue[larges] = i
    while smalls and larges < n:
        smalls -= 1
        low, high = queue[smalls], queue[larges]
        aliases[low] = np.uint64(high) << HALF | np.uint64(scaled[low] * 4294967295.0)
        scaled[high] -= 1.0 - scaled[low]
        if scaled[high] < 1.0:
            larges += 1
            queue[smalls] = high
            smalls += 1


@lean_kernel
def join_lists(masks: U64, weights: F64, other_masks: U64, other_weights: F64, pairs: I64, joined: F64) -> int:
    """List the pairs of entries without a card in common; return how many there are.

    ``masks`` uint64[m] and ``weights`` float64[m] are the entries of one list, ``other_masks`` uint64[n] and
    ``other_weights`` float64[n] those of the other. ``pairs`` int64[k, 2] takes the two entries and ``joined``
    float64[k] the products of their weights, k at least what is returned; arrays of length 0 only count.
    """
    result = 0
    for i in range(masks.shape[0]):
        for j in range(other_masks.shape[0]):
            if masks[i] & other_masks[j] == 0:
                if pairs.shape[0]:
                    pairs[result, 0], pairs[result, 1] = i, j
                    joined[result] = weights[i] * other_weights[j]
                result += 1
    return result


@inlined
def draw_entry(group: int, joint: Joint, state: U64) -> np.int64:
    """Draw an entry of ``group`` by its weight (the bias is under the number of entries / 2**32).

    ``state`` uint64[4]: the generator.
    """
    bits = next_u64(state)
    first = joint.starts[group]
    count = np.uint64(joint.starts[group + 1] - first)
    entry = ((bits >> HALF) * count) >> HALF
    alias = joint.aliases[np.uint64(first) + entry]
    drawn: np.int64 = first + np.int64(entry if (bits & LOW_HALF) <= (alias & LOW_HALF) else alias >> HALF)
    return drawn


@lean_kernel
def count_clashes(attempts: int, joint: Joint, state: U64, masks: U64, clashes: I64) -> int:
    """Draw all groups independently ``attempts`` times; return how often no card was drawn twice.

    ``clashes`` int64[groups, groups] counts the pairs of groups that had a card in common; ``masks``
    uint64[groups] is work space.
    """
    groups = joint.starts.shape[0] - 1
    accepted = 0
    for _ in range(attempts):
        clean = True
        for group in range(groups):
            masks[group] = joint.masks[draw_entry(group, joint, state)]
            for before in range(group):
                if masks[group] & masks[before]:
                    clashes[before, group] += 1
                    clean = False
        accepted += clean
    return accepted


@inlined
def draw_block(block: int, most: int, joint: Joint, state: U64, entries: I64) -> tuple[np.uint64, int]:
    """Draw an entry of every group of ``block`` until they fit, at most ``most`` times.

    Returns the mask of their cards and the attempts.

    All groups are drawn before looking: the look-ups then run side by side.

    ``entries`` int64[groups]: the entries drawn, counted within their groups; ``state`` uint64[4]: the generator.
    """
    used, clash, attempts = np.uint64(0), np.uint64(1), 0
    while clash and attempts < most:
        used, clash = np.uint64(0), np.uint64(0)
        for group in range(joint.blocks[block], joint.blocks[block + 1]):
            entry = draw_entry(group, joint, state)
            entries[group] = entry - joint.starts[group]
            clash |= used & joint.masks[entry]
            used |= joint.masks[entry]
        attempts += 1
    return used, attempts


@inlined
def draw_chain(joint: Joint, state: U64, entries: I64) -> np.uint64:
    """Draw an entry of every group into ``entries``, one after the other; return the mask of their cards.

    ``entries`` int64[groups]: counted within their groups; ``state`` uint64[4]: the generator.
    """
    used, mask = np.uint64(0), np.int64(0)
    for group in range(entries.shape[0]):
        target = uniform(state) * joint.completions[mask]
        drawn = joint.starts[group]
        for entry in range(joint.starts[group], joint.starts[group + 1]):
            if mask & joint.numbered[entry] == 0:
                ways = joint.weights[entry] * joint.completions[mask | joint.numbered[entry]]
                if ways > 0.0:
                    drawn = entry
                    target -= ways
                    if target < 0.0:
                        break
        entries[group] = drawn - joint.starts[group]
        mask |= joint.numbered[drawn]
        used |= joint.masks[drawn]
    return used


@inlined
def draw_hands(most: int, joint: Joint, state: U64, entries: I64, parts: U64) -> tuple[np.uint64, int]:
    """Draw an entry of every group into ``entries``; return the mask of their cards and the draws of blocks.

    After ``most`` draws of blocks, usually ``UNLIMITED``, it gives up. ``entries`` int64[groups]: counted within their
    groups; ``state`` uint64[4]: the generator; ``parts`` uint64[blocks] is work space.
    """
    if joint.completions.shape[0]:
        return draw_chain(joint, state, entries), 1
    step, depth, draws = 0, 0, 0
    while step < joint.steps.shape[0]:
        block = joint.steps[step]
        if block != FIT:
            parts[depth], attempts = draw_block(block, most - draws, joint, state, entries)
            depth += 1
            draws += attempts
            if draws >= most:
                return np.uint64(0), draws
            step += 1
        elif parts[depth - 1] & parts[depth - 2]:
            depth -= 2
            step = joint.retry[step]
        else:
            parts[depth - 2] |= parts[depth - 1]
            depth -= 1
            step += 1
    return (parts[0] if depth else np.uint64(0)), draws


@lean_kernel
def count_draws(wanted: int, most: int, joint: Joint, state: U64, entries: I64, parts: U64) -> float:
    """Return the mean number of draws of blocks until all hands fit, from ``wanted`` times or ``most`` draws.

    It is infinite if they did not fit once.

    ``entries`` int64[groups] and ``parts`` uint64[blocks]: work space; ``state`` uint64[4]: the generator.
    """
    draws, result = 0, 0
    while result < wanted and draws < most:
        draws += draw_hands(most - draws, joint, state, entries, parts)[1]
        result += draws < most
    return draws / result if result else np.inf


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
