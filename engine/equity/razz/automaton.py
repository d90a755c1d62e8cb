"""Seats as weighted automata that read a deck rank by rank, from aces to kings, and their joint distribution; and
a contest followed through all its deals.

A deal gives seat s the multiset of ranks m_s; it has the weight

    prod_s F_s(m_s) * prod_i (live_i)_(m_1i + m_2i + ...)

with (r)_k the falling factorial and F_s(m) the sum, over the ways to split m into a choice c of weight w_c
and free cards f, of w_c prod_i 1/f_i!. F_s is the total weight of the paths of an automaton that reads m_s:
its state is the node of a minimal acyclic automaton of the choices, and the number of free cards so far. The
joint distribution of several seats is the product automaton, in which the falling factorials become part of the edges.
So sums over billions of deals cost a few thousand steps.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import factorial, perm
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.arrays import F64, I64
from engine.equity.jobs import Guard, unguarded
from engine.equity.razz.contest import AnyContest, Moves
from engine.kernels.razz.flow import Steps, Weights, contest_step

RANKS, SUITS, HAND = 13, 4, 7
DRAWN_BASE = SUITS + 1
MOST_PAIRS = 1 << 20
"""Pairs of edges looked at before the guard is called again."""

FALLING = np.array([[perm(cards, count) for count in range(5)] for cards in range(5)], dtype=np.float64)
"""float64[5, 5]: the falling factorials (cards)_count."""


@dataclass(frozen=True, slots=True, eq=False)
class Edges:
    """The edges of one rank, from a state before it to a state after it.

    ``source``, ``target`` int64[e]; ``taken`` int64[e] cards of the rank; ``weight`` float64[e]; ``kinds``
    int64[e]: what the contestants among the seats hold of the rank, their own known cards included; ``drawn``
    int64[e]: how many of their free cards are of the rank (see :func:`seat_automaton`).
    """

    source: I64
    target: I64
    taken: I64
    weight: F64
    kinds: I64
    drawn: I64

    def where(self, keep: NDArray[Any]) -> "Edges":
        """Return the edges marked in ``keep``, bool[e], or those at the places int64[k]."""
        return Edges(
            self.source[keep], self.target[keep], self.taken[keep], self.weight[keep], self.kinds[keep],
            self.drawn[keep],
        )  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class Automaton:
    """Thirteen layers of edges; ``sizes`` are the numbers of states before each rank and at the end (14 of them).

    The start is state 0 and the only final state is state 0 behind the last rank.
    """

    edges: tuple[Edges, ...]
    sizes: tuple[int, ...]

    @property
    def edge_counts(self) -> I64:
        """int64[13]: edges of each rank."""
        return np.array([len(layer.source) for layer in self.edges])


class Choice(NamedTuple):
    """The automaton of weighted multisets: edges (source, count, target, weight) by rank, and numbers of nodes."""

    layers: tuple[tuple[tuple[int, int, int, float], ...], ...]
    sizes: tuple[int, ...]

    def edge_counts(self, free: int) -> F64:
        """Return float64[13, cards + 1, 5]: edges of a seat with this choice and ``free`` other cards, at most, by the
        cards that it has taken before and by those that it takes."""
        used, counts = {0: 0}, np.zeros((RANKS, HAND + 1, SUITS + 1))
        for rank, layer in enumerate(self.layers):
            following = dict[int, int]()
            for node, count, child, _ in layer:
                following[child] = used[node] + count
                for more in range(min(free, SUITS - count) + 1):
                    counts[rank, used[node] : used[node] + free + 1 - more, count + more] += 1
            used = following
        return counts[:, : used[0] + free + 1]


def choice_automaton(choices: I64, weights: F64) -> Choice:
    """Return the minimal acyclic automaton of multisets of ranks.

    ``choices`` int64[n, 13]: cards by rank, in lexicographic order; ``weights`` float64[n]: of each multiset. Prefixes
    that allow the same endings with the same relative weights share a node.
    """
    integral = bool((weights == np.round(weights)).all())
    rows = [(tuple(row), 0, float(weight)) for row, weight in zip(choices.tolist(), weights, strict=True)]
    layers: list[tuple[tuple[int, int, int, float], ...]] = []
    sizes = [1]
    for rank in reversed(range(RANKS)):
        nodes: dict[tuple[tuple[int, int, float], ...], int] = {}
        shorter: list[tuple[tuple[int, ...], int, float]] = []
        start = 0
        while start < len(rows):
            prefix, end = rows[start][0][:rank], start
            while end < len(rows) and rows[end][0][:rank] == prefix:
                end += 1
            group = rows[start:end]
            scale = _scale([weight for _, _, weight in group], integral)
            signature = tuple((row[rank], child, weight / scale) for row, child, weight in group)
            shorter.append((prefix, nodes.setdefault(signature, len(nodes)), scale))
            start = end
        layers.append(tuple((node, *edge) for signature, node in nodes.items() for edge in signature))
        sizes.append(len(nodes))
        rows = shorter
    factor = rows[0][2]
    layers[-1] = tuple((node, count, child, weight * factor) for node, count, child, weight in layers[-1])
    return Choice(tuple(reversed(layers)), tuple(reversed(sizes)))


def _scale(weights: Sequence[float], integral: bool) -> float:
    """Return the divisor by which proportional weights become equal: integers stay integers."""
    if integral:
        return float(np.gcd.reduce([int(weight) for weight in weights]))
    return max(weights)


def seat_automaton(choice: Choice, free: int, live: I64, known: I64, place: int | None) -> Automaton:
    """Return the automaton of one seat, without the falling factorials.

    ``choice``: its chosen cards; ``free``: how many others it is dealt; ``live``, ``known``: int64[13], the cards of
    each rank that are left, and those that it has. A contestant at ``place`` p (0, 1, ...) adds ``3**p * kind`` to the
    kinds of its edges: 0 none of this rank, 1 one, 2 two or more, ``known`` included; and ``5**p * count`` to what is
    drawn, its free cards. None: a seat that only takes cards.
    """
    width, reached, layers = free + 1, {0}, []
    for rank in range(RANKS):
        rows = [
            (node * width + used, child * width + used + more, count + more, weight / factorial(more), more)
            for node, count, child, weight in choice.layers[rank]
            for used in range(width)
            if node * width + used in reached
            for more in range(min(free - used, int(live[rank]) - count) + 1)
        ]
        if rank == RANKS - 1:
            rows = [(source, 0, taken, weight, more) for source, target, taken, weight, more in rows if target == free]
        reached = {target for _, target, *_ in rows}
        table = np.array(rows, dtype=np.float64).reshape(-1, 5)
        source, target, taken, more_ = table[:, [0, 1, 2, 4]].astype(np.int64).T
        kinds = drawn = np.zeros_like(taken)
        if place is not None:
            kinds, drawn = np.minimum(taken + known[rank], 2) * 3**place, more_ * DRAWN_BASE**place
        layers.append(Edges(source, target, taken, table[:, 3], kinds, drawn))
    return Automaton(tuple(layers), (*(count * width for count in choice.sizes[:-1]), 1))


def product(first: Automaton, second: Automaton, live: I64, guard: Guard = unguarded) -> Automaton:
    """Return the automaton of two independent sets of seats that share the cards of each rank, ``live`` int64[13]."""
    layers = []
    for rank, (a, b) in enumerate(zip(first.edges, second.edges, strict=True)):
        rows = max(1, MOST_PAIRS // max(len(b.taken), 1))
        pairs = [np.zeros((2, 0), dtype=np.int64)]
        for start in range(0, len(a.taken), rows):
            guard()
            fitting = np.nonzero(a.taken[start : start + rows, None] + b.taken <= live[rank])
            pairs.append(np.stack(fitting) + np.array([[start], [0]]))
        i, j = np.concatenate(pairs, axis=1)
        layers.append(
            Edges(
                source=a.source[i] * second.sizes[rank] + b.source[j],
                target=a.target[i] * second.sizes[rank + 1] + b.target[j],
                taken=a.taken[i] + b.taken[j],
                weight=a.weight[i] * b.weight[j],
                kinds=a.kinds[i] + b.kinds[j],
                drawn=a.drawn[i] + b.drawn[j],
            )
        )
    sizes = [x * y for x, y in zip(first.sizes, second.sizes, strict=True)]
    return _trimmed(layers, sizes, guard)


def _trimmed(layers: list[Edges], sizes: list[int], guard: Guard) -> Automaton:
    """Drop the states that no path from the start to the final state visits, and number the others anew."""
    useful = [np.zeros(size, bool) for size in sizes]
    useful[-1][0] = True
    for rank in reversed(range(RANKS)):
        guard()
        layer = layers[rank]
        useful[rank][layer.source[useful[rank + 1][layer.target]]] = True
    reached = np.zeros(sizes[0], bool)
    reached[0] = True
    states, edges, counts = reached & useful[0], [], [1]
    for rank in range(RANKS):
        guard()
        layer = layers[rank]
        layer = layer.where(states[layer.source] & useful[rank + 1][layer.target])
        after = np.zeros(sizes[rank + 1], bool)
        after[layer.target] = True
        if rank == RANKS - 1:
            after[0] = True  # the final state stays where no path reaches it: all sums are then 0
        new_source, new_target = np.cumsum(states) - 1, np.cumsum(after) - 1
        edges.append(replace(layer, source=new_source[layer.source], target=new_target[layer.target]))
        counts.append(int(after.sum()))
        states = after
    return Automaton(tuple(edges), tuple(counts))


def weighted_by_ways(automaton: Automaton, live: I64, guard: Guard = unguarded) -> Automaton:
    """Return ``automaton`` with the falling factorials of the ``live`` cards, int64[13] by rank, in its weights, edges
    sorted by target."""
    layers = []
    for rank, layer in enumerate(automaton.edges):
        guard()
        order = np.argsort(layer.target, kind="stable")
        ordered = layer.where(order)
        layers.append(replace(ordered, weight=ordered.weight * FALLING[live[rank]][ordered.taken]))
    return Automaton(tuple(layers), automaton.sizes)


def endings(automaton: Automaton, guard: Guard = unguarded) -> tuple[F64, ...]:
    """Return, for each rank and the end, float64[states]: the total weight of all paths from a state to the end."""
    totals = [np.ones(1)]
    for rank in reversed(range(RANKS)):
        guard()
        layer = automaton.edges[rank]
        onward = layer.weight * totals[-1][layer.target]
        total = np.bincount(layer.source, weights=onward, minlength=automaton.sizes[rank])
        totals.append(total.astype(np.float64, copy=False))
    return tuple(reversed(totals))


BLOCK = 1 << 17
"""Least number of weights for which room is made at a time."""


class Layer(NamedTuple):
    """A rank of a contest: the weights before it and behind it, with states as ``moves`` number them, and its edges;
    those into state t are ``starts[t] .. starts[t + 1]``."""

    before: Weights
    behind: Weights
    edges: Edges
    starts: I64
    moves: Moves

    def steps(self, factors: F64) -> Steps:
        """Return the edges for the kernels, with ``factors`` float64[edges] for their weights."""
        return steps(self.edges, self.starts, self.moves, factors)


def steps(edges: Edges, starts: I64, moves: Moves, factors: F64) -> Steps:
    """Return the edges over a rank for the kernels.

    ``starts`` int64[targets + 1]: see :class:`Steps`; ``factors`` float64[edges]: their weights.
    """
    return Steps(starts, edges.source, factors, moves.kinds, moves.following)


class Propagated(NamedTuple):
    """The weights of the outcomes by the rank that decides, float64[13, outcomes], and over all ends; the outcome of
    each weight behind the last rank, int64[n]; the layers, if they were to be kept."""

    by_rank: F64
    outcomes: F64
    finals: I64
    layers: tuple[Layer, ...]


def propagate(
    contest: AnyContest,
    joint: Automaton,
    endings: tuple[F64, ...],
    known: I64,
    guard: Guard = unguarded,
    *,
    keep: bool = False,
) -> Propagated:
    """Follow ``contest`` through ``joint``, an automaton from ``weighted_by_ways``.

    ``endings``: for each rank and the end, float64[states], what follows weighs (``automaton.endings``); ``known``
    int64[seats, 13]: the known cards of the contestants. ``guard`` is called at least every few milliseconds.
    """
    by_rank = np.zeros((RANKS, contest.outcomes))
    weights = Weights(np.array([0, 1]), np.zeros(1, np.int32), np.ones(1))
    walk, layers = contest.walk(known, guard), list[Layer]()
    for rank, edges in enumerate(joint.edges):
        moves = walk.moves(rank, edges.kinds, weights.states)
        starts = np.searchsorted(edges.target, np.arange(len(endings[rank + 1]) + 1))
        before = weights._replace(states=moves.states)
        weights = _step(before, edges, starts, moves, endings[rank + 1], by_rank[rank], guard)
        if keep:
            layers.append(Layer(before, weights, edges, starts, moves))
    finals = walk.final(weights.states)
    at_the_end = np.bincount(finals, weights=weights.weights, minlength=contest.outcomes)
    return Propagated(by_rank, by_rank.sum(axis=0) + at_the_end, finals, tuple(layers))


def _step(
    before: Weights, edges: Edges, starts: I64, moves: Moves, endings: F64, decided: F64, guard: Guard
) -> Weights:
    """Move on by one layer of edges, block by block of target states."""
    targets = len(endings)
    row = np.zeros(moves.after)
    rows = np.zeros(targets + 1, np.int64)
    block_rows = np.zeros(targets + 1, np.int64)
    all_states, all_weights, target, done = [np.zeros(0, np.int32)], [np.zeros(0)], 0, 0
    while target < targets:
        guard()
        size = max(moves.after, min(BLOCK, (targets - target) * moves.after))
        states, weights = np.empty(size, np.int32), np.empty(size)
        first = target
        target = contest_step(
            first, before, steps(edges, starts, moves, edges.weight), endings, row,
            Weights(block_rows, states, weights), decided,
        )  # fmt: skip
        used = int(block_rows[target])
        rows[first + 1 : target + 1] = done + block_rows[first + 1 : target + 1]
        done += used
        all_states.append(states[:used].copy())
        all_weights.append(weights[:used].copy())
    return Weights(rows, np.concatenate(all_states), np.concatenate(all_weights))
