"""Random hands for several seats by their joint distribution: weighted lists, alias tables and rejection.

Seats are independent except that no two have the same card. So all lists can be drawn independently, and drawn again if
two hands share a card. If that happens often, it is cheaper to draw blocks of lists until each block fits, then to
combine blocks until they fit each other, and so on, as a tree; the distribution is the same. If nearly everything
conflicts because the hands share a few cards, the hands are drawn one after the other instead, each with its weight
times the *completions*: the total weight of the ways to draw all later hands from the cards that are then left. That is
the same distribution too, without rejection.

The module also computes marginal weights: the total weight of the other seats' disjoint hands that avoid each combo of
a hero. Exactly, the hands of all seats but two are enumerated and the last two are summed by inclusion and exclusion:
for ranges u and v restricted to the cards left, the disjoint pairs weigh U V - sum_c U[c] V[c] + sum_combo u v, because
two hands conflict in one card or are the same combo. By sampling, the others are drawn by their joint distribution, and
each draw is used for all combos.
"""

from typing import NamedTuple

import numpy as np

from engine.arrays import F64, I8, I16, I64, U64, Bools
from engine.kernels.common.rng import HALF, LOW_HALF, next_u64, uniform
from engine.kernels.jit import inlined, lean_kernel, subkernel

FIT = -1
UNLIMITED = 1 << 62


class Joint(NamedTuple):
    """Groups of hands; the hands of a group are drawn together, from its list.

    The entries of group g are ``starts[g]:starts[g + 1]`` (int64[groups + 1]) of ``aliases`` uint64[n] (see
    :func:`fill_alias`), of ``masks`` uint64[n] (one bit for each card number) and of ``bits`` uint64[n] (the same cards
    as in ``high``). ``even`` bool[groups]: whether all of its weights are equal. The combos of its ``widths[g]`` active
    seats are at ``combo_starts[g] + widths[g] * entry`` of ``combos`` int16[n], the seats from ``seat_starts[g]`` on of
    ``seats`` int64[n].

    ``steps`` int64[n] is the tree in postfix order. A step is the number (ascending) of a block of groups
    ``blocks[b]:blocks[b + 1]`` (int64), which is drawn until it fits; or ``FIT``: the two results before it must fit,
    otherwise the work continues at step ``retry`` int64[n], with which the first of the two began.

    If ``completions`` float64[2**cards] is not empty, the groups are drawn in their order instead (see
    :func:`fill_completions`); an entry has a weight in ``weights`` float64[n] and its cards in ``numbered`` int64[n],
    one bit for each card that occurs at all.
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
    """Fill ``joint.completions[first:last]``: the weight of all ways to continue once the cards of a mask are drawn.

    Dynamic programming from large masks to small ones, so the entries from ``last`` on must have been filled. Every
    entry of a list has two cards, so the mask determines how many groups have been drawn. The result is 0 for a mask
    that cannot occur.
    """
    groups = joint.starts.shape[0] - 1
    for mask in range(last - 1, first - 1, -1):
        cards, cards_left = 0, mask
        while cards_left:
            cards_left &= cards_left - 1
            cards += 1
        total = 1.0 if cards == 2 * groups else 0.0
        if cards % 2 == 0 and cards < 2 * groups:
            for entry in range(joint.starts[cards // 2], joint.starts[cards // 2 + 1]):
                if mask & joint.numbered[entry] == 0:
                    total += joint.weights[entry] * joint.completions[mask | joint.numbered[entry]]
        joint.completions[mask] = total


@lean_kernel
def fill_alias(weights: F64, scaled: F64, queue: I64, aliases: U64) -> None:
    """Build the alias table of ``weights`` float64[n] (Vose, 1991): an entry can then be drawn in constant time.

    The low half of ``aliases[i]`` (uint64[n]) is the probability, in units of 2**-32, to keep entry i; the high half is
    the entry to take otherwise. ``scaled`` float64[n] and ``queue`` int64[n] are work space: the entries below the mean
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
        # The larger entry gives the rest of the smaller one's cell; it is small itself if less than a cell remains.
        scaled[high] -= 1.0 - scaled[low]
        if scaled[high] < 1.0:
            larges += 1
            queue[smalls] = high
            smalls += 1


@lean_kernel
def join_lists(masks: U64, weights: F64, other_masks: U64, other_weights: F64, pairs: I64, joined: F64) -> int:
    """List the pairs of entries of two lists without a common card; return how many there are.

    ``masks`` uint64[m] and ``weights`` float64[m] are the entries of one list, ``other_masks`` uint64[n] and
    ``other_weights`` float64[n] those of the other. Output: ``pairs`` int64[k, 2], the two entries, and ``joined``
    float64[k], the products of their weights. With arrays of length 0 pairs are only counted.
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
    # The high half selects a cell of the alias table, the low half whether to keep its entry.
    bits = next_u64(state)
    first = joint.starts[group]
    count = np.uint64(joint.starts[group + 1] - first)
    entry = ((bits >> HALF) * count) >> HALF
    alias = joint.aliases[np.uint64(first) + entry]
    drawn: np.int64 = first + np.int64(entry if (bits & LOW_HALF) <= (alias & LOW_HALF) else alias >> HALF)
    return drawn


@lean_kernel
def count_clashes(attempts: int, joint: Joint, state: U64, masks: U64, clashes: I64) -> int:
    """Draw all groups independently ``attempts`` times; return how often all hands were disjoint.

    ``clashes`` int64[groups, groups]: how often two groups had a common card (added to). ``masks`` uint64[groups] is
    work space; ``state`` uint64[4]: the generator.
    """
    groups = joint.starts.shape[0] - 1
    accepted = 0
    for _ in range(attempts):
        disjoint = True
        for group in range(groups):
            masks[group] = joint.masks[draw_entry(group, joint, state)]
            for earlier in range(group):
                if masks[group] & masks[earlier]:
                    clashes[earlier, group] += 1
                    disjoint = False
        accepted += disjoint
    return accepted


@inlined
def draw_fitting_block(block: int, max_draws: int, joint: Joint, state: U64, entries: I64) -> tuple[np.uint64, int]:
    """Draw an entry of every group of ``block`` until they are disjoint, with at most ``max_draws`` attempts.

    Returns the mask of their cards and the number of attempts. All groups are drawn before they are compared: the table
    look-ups then overlap, which is faster than stopping at the first conflict.

    ``entries`` int64[groups]: the entries drawn, counted within their groups; ``state`` uint64[4]: the generator.
    """
    used, conflicts, attempts = np.uint64(0), np.uint64(1), 0
    while conflicts and attempts < max_draws:
        used, conflicts = np.uint64(0), np.uint64(0)
        for group in range(joint.blocks[block], joint.blocks[block + 1]):
            entry = draw_entry(group, joint, state)
            entries[group] = entry - joint.starts[group]
            conflicts |= used & joint.masks[entry]
            used |= joint.masks[entry]
        attempts += 1
    return used, attempts


@inlined
def draw_chain(joint: Joint, state: U64, entries: I64) -> np.uint64:
    """Draw an entry of every group, one after the other with the help of the completions; return their cards' mask.

    ``entries`` int64[groups] (output): counted within their groups; ``state`` uint64[4]: the generator.
    """
    used, mask = np.uint64(0), np.int64(0)
    for group in range(entries.shape[0]):
        # Inversion: the entries that fit, weighted with the ways to continue, sum to ``completions[mask]``. ``drawn``
        # stays at the last one if rounding leaves a remainder.
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
def draw_hands(max_draws: int, joint: Joint, state: U64, entries: I64, parts: U64) -> tuple[np.uint64, int]:
    """Draw an entry of every group into ``entries``; return the mask of their cards and the number of block draws.

    It gives up after ``max_draws`` draws of blocks (``UNLIMITED``: never). ``entries`` int64[groups]: counted within
    their groups; ``state`` uint64[4]: the generator; ``parts`` uint64[blocks] is work space.
    """
    if joint.completions.shape[0]:
        return draw_chain(joint, state, entries), 1
    # ``parts`` is the stack of the postfix evaluation: the cards of each result that has not been combined yet.
    step, depth, draws = 0, 0, 0
    while step < joint.steps.shape[0]:
        block = joint.steps[step]
        if block != FIT:
            parts[depth], attempts = draw_fitting_block(block, max_draws - draws, joint, state, entries)
            depth += 1
            draws += attempts
            if draws >= max_draws:
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
def count_draws(successes: int, max_draws: int, joint: Joint, state: U64, entries: I64, parts: U64) -> float:
    """Return the mean number of block draws until all hands fit, or infinity if they never did.

    The mean is over ``successes`` complete draws, or fewer if ``max_draws`` block draws are used up before.
    ``entries`` int64[groups] and ``parts`` uint64[blocks]: work space; ``state`` uint64[4]: the generator.
    """
    draws, completed = 0, 0
    while completed < successes and draws < max_draws:
        draws += draw_hands(max_draws - draws, joint, state, entries, parts)[1]
        completed += draws < max_draws
    return draws / completed if completed else np.inf


DECK = 52


class Pair(NamedTuple):
    """Two ranges by card: ``first`` and ``second`` float64[52, 52], symmetric, 0 on the diagonal."""

    first: F64
    second: F64


class MarginalWork(NamedTuple):
    """Work space of one call; its content is of no interest afterwards.

    ``cards`` float64[3, 52] and ``totals`` float64[3]: the sums of the first range, of the second and of their
    products. For each enumerated seat and one more: ``at`` int64[n], its current entry; ``used`` uint64[n] and
    ``products`` float64[n], the cards and the product of the weights before it.
    """

    cards: F64
    totals: F64
    at: I64
    used: U64
    products: F64


def new_marginal_work(seats: int) -> MarginalWork:
    """Return work space for :func:`add_marginal` with ``seats`` enumerated seats."""
    return MarginalWork(
        np.zeros((3, DECK)), np.zeros(3), np.zeros(seats + 1, np.int64), np.zeros(seats + 1, np.uint64),
        np.ones(seats + 1),
    )  # fmt: skip


@inlined
def is_card_free(card: int | np.int64, used: np.uint64) -> bool:
    """Return True if ``card`` is not in the mask ``used``."""
    return bool((used >> np.uint64(card)) & np.uint64(1) == np.uint64(0))


@subkernel
def sum_pair(used: np.uint64, pair: Pair, work: MarginalWork) -> None:
    """Sum both ranges and their products, by card and in total, over the combos that avoid ``used``."""
    work.cards[:] = 0.0
    work.totals[:] = 0.0
    for a in range(DECK):
        if not is_card_free(a, used):
            continue
        for b in range(a):
            u, v = pair.first[a, b], pair.second[a, b]
            if (u == 0.0 and v == 0.0) or not is_card_free(b, used):
                continue
            for which in range(3):
                weight = u if which == 0 else (v if which == 1 else u * v)
                work.totals[which] += weight
                work.cards[which, a] += weight
                work.cards[which, b] += weight


@subkernel
def add_heroes(
    used: np.uint64, factor: float, heroes: I64, combos: I8, pair: Pair, work: MarginalWork, marginal: F64
) -> None:
    """Add ``factor`` times the weight of the pairs that avoid each of ``heroes`` and ``used`` to ``marginal``.

    ``heroes`` int64[n]: combo numbers; ``combos`` int8[1326, 2]; ``marginal`` float64[n].
    """
    cards, totals = work.cards, work.totals
    for i in range(heroes.shape[0]):
        a, b = np.int64(combos[heroes[i], 0]), np.int64(combos[heroes[i], 1])
        if not (is_card_free(a, used) and is_card_free(b, used)):
            continue
        u, v = pair.first[a, b], pair.second[a, b]
        # Inclusion and exclusion as in the module's formula, with the hero's two cards taken out of all sums.
        both = (totals[0] - cards[0, a] - cards[0, b] + u) * (totals[1] - cards[1, a] - cards[1, b] + v)
        same = totals[2] - cards[2, a] - cards[2, b] + u * v
        clashes = 0.0
        for c in range(DECK):
            if c not in (a, b) and is_card_free(c, used):
                at_first = cards[0, c] - pair.first[a, c] - pair.first[b, c]
                clashes += at_first * (cards[1, c] - pair.second[a, c] - pair.second[b, c])
        # Differences of large sums leave rounding errors: a result that small is 0.
        disjoint_pairs = both - clashes + same
        if disjoint_pairs > 1e-12 * both:
            marginal[i] += factor * disjoint_pairs


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
    work: MarginalWork,
    marginal: F64,
) -> None:
    """Add the total weight of the other seats' hands that avoid each of ``heroes`` to ``marginal`` float64[n].

    ``heroes`` int64[n]: combo numbers; ``known``: mask of the cards out of play. Enumerated seat k has one of
    ``lists[starts[k]:starts[k + 1]]``: ``lists`` int64[entries], combo numbers, with ``weights`` float64[entries];
    ``starts`` int64[seats + 1]. ``pair``: the last two seats. ``combos`` int8[1326, 2] and ``masks`` uint64[1326]: the
    cards of the combos.
    """
    seats = starts.shape[0] - 1
    at, used, products = work.at, work.used, work.products
    used[0], products[0] = known, 1.0
    depth = 0
    at[0] = starts[0]
    while depth >= 0:
        # All enumerated seats have a hand: sum the last two seats in closed form.
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
    """Draw the other seats' hands ``trials`` times; count in ``taken`` int64[52, 52] how often they had both of two
    cards.

    The diagonal counts single cards; only ``taken[a, b]`` with a >= b is filled. ``entries`` int64[groups], ``parts``
    uint64[blocks] and ``held`` int64[52] are work space; ``state`` uint64[4]: the generator.
    """
    for _ in range(trials):
        used = draw_hands(UNLIMITED, joint, state, entries, parts)[0]
        count = 0
        for card in range(DECK):
            if not is_card_free(card, used):
                held[count] = card
                count += 1
                for i in range(count):
                    taken[card, held[i]] += 1
