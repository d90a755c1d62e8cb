"""One player, hero, against others rank by rank: what a deal is worth by some of hero's cards.

The others are an automaton (``engine.razz.automaton``) in which hero's cards are not, so that one of it serves all
hands of his: a state here is one of theirs with the number of cards that hero has taken. Values come in columns, which
differ by the cards of hero's that are counted: a deal in which he takes x cards of a rank counts x times for one of
them, x (x - 1) / 2 times for two, x (x - 1) (x - 2) / 6 times for three.
"""

from typing import NamedTuple

from engine.arrays import F64, I32, I64
from engine.kernels.jit import lean_kernel

MOST_WORK = 1 << 22
"""Numbers to add up in a call: some milliseconds."""
SUITS = 4


class Rank(NamedTuple):
    """A rank: edges of the others, those into state t are ``starts[t] .. starts[t + 1]`` (int64[targets + 1]) of
    ``sources`` int64[edges], with ``taken`` int64[edges] cards, ``weights`` float64[edges] and the ``kinds``
    int64[edges] of what they hold.

    ``own`` int64[5]: hero's kind by the cards that he takes, to be added; ``ways`` float64[5]: 1 / x!; ``chances``
    float64[9]: falling factorials by the cards that are taken in all. ``following`` int32[kinds, contest states]: the
    next contest state, negative where hero gets nothing.
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


class Layout(NamedTuple):
    """The contest states ``states[rows[s]:rows[s + 1]]`` (int32[n], int64[states + 1]) of state s: that of the others
    times ``width`` plus the cards that hero has taken."""

    rows: I64
    states: I32


@lean_kernel
def reach(first: int, rank: Rank, width: int, before: Layout, places: I32, behind: Layout) -> int:
    """List the contest states behind a rank, from state ``first`` of the others on; ``behind`` is filled.

    ``places`` int32[width, contest states], -1 throughout, is work space. Returns the state to go on with
    when ``behind`` cannot take another one or ``MOST_WORK`` is done, else the number of states.
    """
    targets, used, work = len(rank.starts) - 1, behind.rows[first * width], 0
    room = places.shape[1]
    for target in range(first, targets):
        if work > MOST_WORK or used + width * room > len(behind.states):
            return target
        for own in range(width):
            begin = used
            for edge in range(rank.starts[target], rank.starts[target + 1]):
                for more in range(min(SUITS, own) + 1):
                    if rank.chances[rank.taken[edge] + more] == 0.0:
                        break
                    source = rank.sources[edge] * width + own - more
                    move = rank.following[rank.kinds[edge] + rank.own[more]]
                    work += before.rows[source + 1] - before.rows[source]
                    for i in range(before.rows[source], before.rows[source + 1]):
                        state = move[before.states[i]]
                        if state >= 0 and places[own, state] < 0:
                            places[own, state] = 0
                            behind.states[used] = state
                            used += 1
            for i in range(begin, used):
                places[own, behind.states[i]] = -1
            behind.rows[target * width + own + 1] = used
    return targets


@lean_kernel
def go_back(
    first: int, rank: Rank, width: int, before: Layout, behind: Layout, places: I32, next_values: F64, values: F64
) -> int:
    """Go back over a rank from state ``first`` of the others on: add to ``values`` float64[n, > q] what the states
    before the rank are worth by ``next_values`` float64[m, q]; column q counts hero's cards of the rank in the first
    one. If ``values`` is float64[n, 1], the first one alone.

    ``places`` and the return value are as in :func:`reach`.
    """
    targets, work = len(rank.starts) - 1, 0
    columns = min(next_values.shape[1], values.shape[1] - 1)
    for target in range(first, targets):
        if work > MOST_WORK:
            return target
        for own in range(width):
            for i in range(behind.rows[target * width + own], behind.rows[target * width + own + 1]):
                places[own, behind.states[i]] = i
        for edge in range(rank.starts[target], rank.starts[target + 1]):
            source = rank.sources[edge] * width
            for more in range(min(SUITS, width - 1) + 1):
                factor = rank.weights[edge] * rank.chances[rank.taken[edge] + more] * rank.ways[more]
                if factor == 0.0:
                    break
                move = rank.following[rank.kinds[edge] + rank.own[more]]
                for own in range(width - more):
                    work += (before.rows[source + own + 1] - before.rows[source + own]) * (columns + 2)
                    for i in range(before.rows[source + own], before.rows[source + own + 1]):
                        state = move[before.states[i]]
                        place = places[own + more, state] if state >= 0 else -1
                        if place < 0:
                            continue
                        if columns == 0:
                            values[i, 0] += factor * next_values[place, 0]
                            continue
                        for column in range(columns):
                            values[i, column] += factor * next_values[place, column]
                        values[i, columns] += more * factor * next_values[place, 0]
        for own in range(width):
            for i in range(behind.rows[target * width + own], behind.rows[target * width + own + 1]):
                places[own, behind.states[i]] = -1
    return targets


@lean_kernel
def go_on(
    first: int,
    rank: Rank,
    width: int,
    before: Layout,
    behind: Layout,
    places: I32,
    values: F64,
    moved: F64,
    two: F64,
    three: F64,
) -> int:
    """Move the weights ``values`` float64[n, m] on over a rank, to the states ``behind`` from ``first`` of the others
    on.

    ``moved`` float64[k, m + 1]: the weights; the last column counts hero's cards of the rank in the first one. ``two``
    float64[k, m]: two cards of hero's are counted, the last of this rank: both in the first column, one in the others.
    ``three`` float64[k, m]: three in the first column, two in the others. Both are left out if they have no rows.
    ``places`` and the return value are as in :func:`reach`.
    """
    targets, columns, work = len(rank.starts) - 1, values.shape[1], 0
    for target in range(first, targets):
        if work > MOST_WORK:
            return target
        for own in range(width):
            for i in range(behind.rows[target * width + own], behind.rows[target * width + own + 1]):
                places[own, behind.states[i]] = i
        for edge in range(rank.starts[target], rank.starts[target + 1]):
            source = rank.sources[edge] * width
            for more in range(min(SUITS, width - 1) + 1):
                factor = rank.weights[edge] * rank.chances[rank.taken[edge] + more] * rank.ways[more]
                if factor == 0.0:
                    break
                pairs = more * (more - 1) / 2.0
                triples = pairs * (more - 2) / 3.0
                move = rank.following[rank.kinds[edge] + rank.own[more]]
                for own in range(width - more):
                    work += (before.rows[source + own + 1] - before.rows[source + own]) * (columns + 1)
                    for i in range(before.rows[source + own], before.rows[source + own + 1]):
                        state = move[before.states[i]]
                        place = places[own + more, state] if state >= 0 else -1
                        if place < 0:
                            continue
                        for column in range(columns):
                            moved[place, column] += factor * values[i, column]
                        if more > 0:
                            moved[place, columns] += more * factor * values[i, 0]
                        if more > 0 and len(two) > 0:
                            two[place, 0] += pairs * factor * values[i, 0]
                            three[place, 0] += triples * factor * values[i, 0]
                            for column in range(1, columns):
                                two[place, column] += more * factor * values[i, column]
                                three[place, column] += pairs * factor * values[i, column]
        for own in range(width):
            for i in range(behind.rows[target * width + own], behind.rows[target * width + own + 1]):
                places[own, behind.states[i]] = -1
    return targets
