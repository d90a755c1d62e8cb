"""Razz deals of a hero against others, rank by rank: the value of a deal by some of the hero's cards.

The others are an automaton (``engine.equity.razz.automaton``) without the hero's cards, so that one automaton serves
all of his hands: a state here is a state of theirs with the number of cards that the hero has taken. Values have
columns that differ by the hero's cards that are counted: a deal in which he takes x cards of a rank counts x times for
one of them, x (x - 1) / 2 times for two, x (x - 1) (x - 2) / 6 times for three. So one pass yields the values of all
fourth cards.
"""

from typing import NamedTuple

from engine.arrays import F64, I32, I64
from engine.kernels.jit import lean_kernel

MAX_WORK = 1 << 22
"""Numbers to add up in one call, which take some milliseconds."""
SUITS = 4


class RankEdges(NamedTuple):
    """The edges over a rank.

    Edges of the others into state t are ``starts[t]:starts[t + 1]`` (int64[targets + 1]) of ``sources`` int64[edges],
    with ``taken`` int64[edges] cards, ``weights`` float64[edges] and ``kinds`` int64[edges] of holdings. ``own``
    int64[5]: the addition to the kind, by the number of the hero's cards; ``ways`` float64[5]: 1 / x!; ``chances``
    float64[9]: falling factorials by the number of cards taken in all. ``following`` int32[kinds, contest states]: the
    next contest state, negative if the hero gets nothing.
    """

    starts: I64
    sources: I64
    taken: I64
    weights: F64
    kinds: I64
    own: I64
    ways: F64
    chances: F64
    following: I32


class StateLayout(NamedTuple):
    """The contest states ``states[rows[s]:rows[s + 1]]`` (int32[n], int64[states + 1]) of state s, which is the others'
    state times ``width`` plus the number of cards that the hero has taken."""

    rows: I64
    states: I32


@lean_kernel
def list_states(
    first: int, rank: RankEdges, width: int, before: StateLayout, positions: I32, after: StateLayout
) -> int:
    """List the contest states after a rank in ``after``, from the others' state ``first`` on.

    ``positions`` int32[width, contest states], all -1, is work space. Returns the state with which to continue if
    ``after`` has no room for another state or ``MAX_WORK`` is done, otherwise the number of states.
    """
    targets, used, work = len(rank.starts) - 1, after.rows[first * width], 0
    contest_states = positions.shape[1]
    for target in range(first, targets):
        if work > MAX_WORK or used + width * contest_states > len(after.states):
            return target
        for hero_cards in range(width):
            begin = used
            for edge in range(rank.starts[target], rank.starts[target + 1]):
                for more in range(min(SUITS, hero_cards) + 1):
                    if rank.chances[rank.taken[edge] + more] == 0.0:
                        break
                    source = rank.sources[edge] * width + hero_cards - more
                    move = rank.following[rank.kinds[edge] + rank.own[more]]
                    work += before.rows[source + 1] - before.rows[source]
                    for i in range(before.rows[source], before.rows[source + 1]):
                        state = move[before.states[i]]
                        if state >= 0 and positions[hero_cards, state] < 0:
                            positions[hero_cards, state] = 0
                            after.states[used] = state
                            used += 1
            # Clear the marks of the listed states for the next target.
            for i in range(begin, used):
                positions[hero_cards, after.states[i]] = -1
            after.rows[target * width + hero_cards + 1] = used
    return targets


@lean_kernel
def values_before(
    first: int,
    rank: RankEdges,
    width: int,
    before: StateLayout,
    after: StateLayout,
    positions: I32,
    next_values: F64,
    values: F64,
) -> int:
    """Go back over a rank from the others' state ``first`` on: add to ``values`` the values of the states before it.

    ``next_values`` float64[m, q]: the values after the rank; ``values`` float64[n, more than q]: column q counts the
    hero's cards of this rank in the first column of ``next_values``. If ``values`` is float64[n, 1], only the first
    column is computed. ``positions`` int32[width, contest states] and the return value are as in :func:`list_states`.
    """
    targets, work = len(rank.starts) - 1, 0
    columns = min(next_values.shape[1], values.shape[1] - 1)
    for target in range(first, targets):
        if work > MAX_WORK:
            return target
        for hero_cards in range(width):
            for i in range(after.rows[target * width + hero_cards], after.rows[target * width + hero_cards + 1]):
                positions[hero_cards, after.states[i]] = i
        for edge in range(rank.starts[target], rank.starts[target + 1]):
            source = rank.sources[edge] * width
            for more in range(min(SUITS, width - 1) + 1):
                # ``more``: the hero's cards of this rank. The factor is 0 if the deck does not have that many.
                factor = rank.weights[edge] * rank.chances[rank.taken[edge] + more] * rank.ways[more]
                if factor == 0.0:
                    break
                move = rank.following[rank.kinds[edge] + rank.own[more]]
                for hero_cards in range(width - more):
                    work += (before.rows[source + hero_cards + 1] - before.rows[source + hero_cards]) * (columns + 2)
                    for i in range(before.rows[source + hero_cards], before.rows[source + hero_cards + 1]):
                        state = move[before.states[i]]
                        position = positions[hero_cards + more, state] if state >= 0 else -1
                        if position < 0:
                            continue
                        if columns == 0:
                            values[i, 0] += factor * next_values[position, 0]
                            continue
                        for column in range(columns):
                            values[i, column] += factor * next_values[position, column]
                        values[i, columns] += more * factor * next_values[position, 0]
        for hero_cards in range(width):
            for i in range(after.rows[target * width + hero_cards], after.rows[target * width + hero_cards + 1]):
                positions[hero_cards, after.states[i]] = -1
    return targets


@lean_kernel
def weights_after(
    first: int,
    rank: RankEdges,
    width: int,
    before: StateLayout,
    after: StateLayout,
    positions: I32,
    values: F64,
    moved: F64,
    two: F64,
    three: F64,
) -> int:
    """Move the weights ``values`` float64[n, m] forward over a rank, to the states ``after`` it.

    Starts at the others' state ``first``. Added to: ``moved`` float64[k, m + 1], the weights, whose last column counts
    the hero's cards of this rank in the first column of ``values``; ``two`` float64[k, m], with two of the hero's cards
    counted, the last of this rank (both in the first column, one in the others); ``three`` float64[k, m], with three
    (three in the first column, two in the others). ``two`` and ``three`` are skipped if they have no rows.
    ``positions`` int32[width, contest states] and the return value are as in :func:`list_states`.
    """
    targets, columns, work = len(rank.starts) - 1, values.shape[1], 0
    for target in range(first, targets):
        if work > MAX_WORK:
            return target
        for hero_cards in range(width):
            for i in range(after.rows[target * width + hero_cards], after.rows[target * width + hero_cards + 1]):
                positions[hero_cards, after.states[i]] = i
        for edge in range(rank.starts[target], rank.starts[target + 1]):
            source = rank.sources[edge] * width
            for more in range(min(SUITS, width - 1) + 1):
                factor = rank.weights[edge] * rank.chances[rank.taken[edge] + more] * rank.ways[more]
                if factor == 0.0:
                    break
                pairs = more * (more - 1) / 2.0
                triples = pairs * (more - 2) / 3.0
                move = rank.following[rank.kinds[edge] + rank.own[more]]
                for hero_cards in range(width - more):
                    work += (before.rows[source + hero_cards + 1] - before.rows[source + hero_cards]) * (columns + 1)
                    for i in range(before.rows[source + hero_cards], before.rows[source + hero_cards + 1]):
                        state = move[before.states[i]]
                        position = positions[hero_cards + more, state] if state >= 0 else -1
                        if position < 0:
                            continue
                        for column in range(columns):
                            moved[position, column] += factor * values[i, column]
                        if more > 0:
                            moved[position, columns] += more * factor * values[i, 0]
                        if more > 0 and len(two) > 0:
                            two[position, 0] += pairs * factor * values[i, 0]
                            three[position, 0] += triples * factor * values[i, 0]
                            for column in range(1, columns):
                                two[position, column] += more * factor * values[i, column]
                                three[position, column] += pairs * factor * values[i, column]
        for hero_cards in range(width):
            for i in range(after.rows[target * width + hero_cards], after.rows[target * width + hero_cards + 1]):
                positions[hero_cards, after.states[i]] = -1
    return targets
