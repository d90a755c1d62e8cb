"""Each seat as a weighted automaton that reads the deck rank by rank, from aces to kings; the joint automaton of
several seats; and the propagation of a contest through all deals.

A deal gives seat s a multiset of ranks m_s. Its weight is

    prod_s F_s(m_s) * prod_i (live_i)_(m_1i + m_2i + ...)

where (r)_k is the falling factorial and F_s(m) is the sum, over all ways to split m into a choice c of weight w_c and
free cards f, of w_c prod_i 1/f_i!. F_s(m) is also the total weight of the paths of an automaton that reads m: its state
consists of a node of the minimal acyclic automaton of the choices and the number of free cards so far. The joint
distribution of several seats is the product automaton, in which the falling factorials become part of the edge weights.
So sums over billions of deals take a few thousand steps.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import factorial, perm
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.arrays import F64, I64
from engine.equity.jobs import CancelCheck, never_cancelled
from engine.equity.razz.contest import AnyContest, Moves
from engine.kernels.razz.flow import RankSteps, StateWeights, contest_step

RANKS, SUITS, HAND = 13, 4, 7
DRAWN_BASE = SUITS + 1
MAX_EDGE_PAIRS = 1 << 20
"""Pairs of edges that are compared between two checks for cancellation."""

FALLING = np.array([[perm(cards, count) for count in range(5)] for cards in range(5)], dtype=np.float64)
"""float64[5, 5]: the falling factorials (cards)_count."""


class Edges(NamedTuple):
    """The edges of one rank, each from a state without the rank to a state that includes it.

    ``source``, ``target`` int64[e]: the states. ``taken`` int64[e]: how many cards of the rank are dealt. ``weight``
    float64[e]. ``kinds`` int64[e]: how many cards of the rank each contestant then has (0, 1, or 2 for more), known
    cards included. ``drawn`` int64[e]: how many of each contestant's free cards are of the rank. :func:`seat_automaton`
    gives the encoding of the last two.
    """

    source: I64
    target: I64
    taken: I64
    weight: F64
    kinds: I64
    drawn: I64

    def select(self, keep: NDArray[Any]) -> "Edges":
        """Return the edges selected by ``keep``, a mask bool[e] or indices int64[k]."""
        return Edges(*(column[keep] for column in self))


@dataclass(frozen=True, slots=True, eq=False)
class Automaton:
    """Thirteen layers of edges, one for each rank. ``sizes``: the number of states before each rank and after the last
    one (14 numbers).

    The start is state 0. The only final state is state 0 after the last rank.
    """

    edges: tuple[Edges, ...]
    sizes: tuple[int, ...]

    @property
    def edge_counts(self) -> I64:
        """int64[13]: the number of edges of each rank."""
        return np.array([len(layer.source) for layer in self.edges])


class ChoiceAutomaton(NamedTuple):
    """The automaton of weighted multisets of ranks: the edges (source, count, target, weight) of each rank, and the
    number of nodes before each rank and at the end."""

    layers: tuple[tuple[tuple[int, int, int, float], ...], ...]
    sizes: tuple[int, ...]

    def edge_counts(self, free: int) -> F64:
        """Return an upper bound of the edges of a seat with this choice and ``free`` other cards, float64[13, cards +
        1, 5]: by rank, by the number of cards that it has taken before the rank, and by the number of cards that it
        takes of the rank."""
        used, counts = {0: 0}, np.zeros((RANKS, HAND + 1, SUITS + 1))
        for rank, layer in enumerate(self.layers):
            following = dict[int, int]()
            for node, count, child, _ in layer:
                following[child] = used[node] + count
                for more in range(min(free, SUITS - count) + 1):
                    counts[rank, used[node] : used[node] + free + 1 - more, count + more] += 1
            used = following
        return counts[:, : used[0] + free + 1]


def choice_automaton(choices: I64, weights: F64) -> ChoiceAutomaton:
    """Return the minimal acyclic automaton of weighted multisets of ranks.

    ``choices`` int64[n, 13]: cards by rank, in lexicographic order. ``weights`` float64[n]: the weight of each
    multiset. Prefixes that allow the same endings with the same relative weights share a node.
    """
    integral = bool((weights == np.round(weights)).all())
    rows = [(tuple(row), 0, float(weight)) for row, weight in zip(choices.tolist(), weights, strict=True)]
    layers: list[tuple[tuple[int, int, int, float], ...]] = []
    sizes = [1]
    # Nodes are made from the last rank to the first. Rows with a common prefix are one node; nodes whose edges are
    # equal up to a factor are merged, and the factor moves to the edge that leads to the node. What remains at the
    # root is multiplied into the edges of the first rank.
    for rank in reversed(range(RANKS)):
        nodes: dict[tuple[tuple[int, int, float], ...], int] = {}
        prefixes: list[tuple[tuple[int, ...], int, float]] = []
        start = 0
        while start < len(rows):
            prefix, end = rows[start][0][:rank], start
            while end < len(rows) and rows[end][0][:rank] == prefix:
                end += 1
            group = rows[start:end]
            scale = _scale([weight for _, _, weight in group], integral)
            signature = tuple((row[rank], child, weight / scale) for row, child, weight in group)
            prefixes.append((prefix, nodes.setdefault(signature, len(nodes)), scale))
            start = end
        layers.append(tuple((node, *edge) for signature, node in nodes.items() for edge in signature))
        sizes.append(len(nodes))
        rows = prefixes
    root_scale = rows[0][2]
    layers[-1] = tuple((node, count, child, weight * root_scale) for node, count, child, weight in layers[-1])
    return ChoiceAutomaton(tuple(reversed(layers)), tuple(reversed(sizes)))


def _scale(weights: Sequence[float], integral: bool) -> float:
    """Return the number by which ``weights`` are divided, so that proportional weights become equal. Integers stay
    integers: sums of them are exact."""
    if integral:
        return float(np.gcd.reduce([int(weight) for weight in weights]))
    return max(weights)


def seat_automaton(choice: ChoiceAutomaton, free: int, live: I64, known: I64, position: int | None) -> Automaton:
    """Return the automaton of one seat, without the falling factorials.

    ``choice``: the automaton of its chosen cards. ``free``: how many other cards it is dealt. ``live`` int64[13]: the
    cards of each rank that are left in the deck. ``known`` int64[13]: the cards that the seat has already.

    A contestant at ``position`` p (0, 1, ...) adds ``3**p * kind`` to the ``kinds`` of its edges (kind 0: no card of
    this rank, 1: one, 2: two or more, known cards included) and ``5**p * count`` to ``drawn``, where count is the
    number of its free cards of the rank. With ``position`` None the seat only takes cards and is no contestant.
    """
    width, reached, layers = free + 1, {0}, []
    for rank in range(RANKS):
        # A state is the node of the choice and the number of free cards so far, packed into one integer. The
        # free cards are a set, hence the factor 1/more!.
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
        source, target, taken, free_cards = table[:, [0, 1, 2, 4]].astype(np.int64).T
        kinds = drawn = np.zeros_like(taken)
        if position is not None:
            kinds, drawn = np.minimum(taken + known[rank], 2) * 3**position, free_cards * DRAWN_BASE**position
        layers.append(Edges(source=source, target=target, taken=taken, weight=table[:, 3], kinds=kinds, drawn=drawn))
    return Automaton(tuple(layers), (*(count * width for count in choice.sizes[:-1]), 1))


def product_automaton(
    first: Automaton, second: Automaton, live: I64, check_cancelled: CancelCheck = never_cancelled
) -> Automaton:
    """Return the joint automaton of two independent sets of seats that share the cards of each rank, ``live``
    int64[13]."""
    layers = []
    for rank, (a, b) in enumerate(zip(first.edges, second.edges, strict=True)):
        rows = max(1, MAX_EDGE_PAIRS // max(len(b.taken), 1))
        index_pairs = [np.zeros((2, 0), dtype=np.int64)]
        # All pairs of edges are compared block by block: the full matrix of a large layer would not fit into
        # memory.
        for start in range(0, len(a.taken), rows):
            check_cancelled()
            fitting = np.nonzero(a.taken[start : start + rows, None] + b.taken <= live[rank])
            index_pairs.append(np.stack(fitting) + np.array([[start], [0]]))
        i, j = np.concatenate(index_pairs, axis=1)
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
    return _trimmed(layers, sizes, check_cancelled)


def _trimmed(layers: list[Edges], sizes: list[int], check_cancelled: CancelCheck) -> Automaton:
    """Remove the states that are on no path from the start to the final state, and renumber the others."""
    useful = [np.zeros(size, bool) for size in sizes]
    useful[-1][0] = True
    for rank in reversed(range(RANKS)):
        check_cancelled()
        layer = layers[rank]
        useful[rank][layer.source[useful[rank + 1][layer.target]]] = True
    reached = np.zeros(sizes[0], bool)
    reached[0] = True
    states, edges, counts = reached & useful[0], [], [1]
    for rank in range(RANKS):
        check_cancelled()
        layer = layers[rank]
        layer = layer.select(states[layer.source] & useful[rank + 1][layer.target])
        targets = np.zeros(sizes[rank + 1], bool)
        targets[layer.target] = True
        if rank == RANKS - 1:
            targets[0] = True  # keep the final state even if no path reaches it: all sums are then 0
        new_source, new_target = np.cumsum(states) - 1, np.cumsum(targets) - 1
        edges.append(layer._replace(source=new_source[layer.source], target=new_target[layer.target]))
        counts.append(int(targets.sum()))
        states = targets
    return Automaton(tuple(edges), tuple(counts))


def weighted_by_ways(automaton: Automaton, live: I64, check_cancelled: CancelCheck = never_cancelled) -> Automaton:
    """Return ``automaton`` with its edges sorted by target and their weights multiplied by the ways to deal their
    cards: the falling factorials of ``live``, int64[13] cards by rank."""
    layers = []
    for rank, layer in enumerate(automaton.edges):
        check_cancelled()
        order = np.argsort(layer.target, kind="stable")
        ordered = layer.select(order)
        layers.append(ordered._replace(weight=ordered.weight * FALLING[live[rank]][ordered.taken]))
    return Automaton(tuple(layers), automaton.sizes)


def ending_weights(automaton: Automaton, check_cancelled: CancelCheck = never_cancelled) -> tuple[F64, ...]:
    """Return, for each rank and the end, float64[states]: the total weight of all paths from a state to the end."""
    totals = [np.ones(1)]
    for rank in reversed(range(RANKS)):
        check_cancelled()
        layer = automaton.edges[rank]
        onward = layer.weight * totals[-1][layer.target]
        total = np.bincount(layer.source, weights=onward, minlength=automaton.sizes[rank])
        totals.append(total.astype(np.float64, copy=False))
    return tuple(reversed(totals))


BLOCK = 1 << 17
"""Minimum number of weights for which memory is allocated at a time."""


class Layer(NamedTuple):
    """One rank of a contest that was followed with ``keep``: the weights before and after the rank, with states
    numbered as in ``moves``, and its edges. The edges into state t are ``starts[t] .. starts[t + 1]``."""

    before: StateWeights
    after: StateWeights
    edges: Edges
    starts: I64
    moves: Moves

    def steps(self, factors: F64) -> RankSteps:
        """Return the edges in the form that kernels take, with weights ``factors`` float64[edges]."""
        return kernel_steps(self.edges, self.starts, self.moves, factors)


def kernel_steps(edges: Edges, starts: I64, moves: Moves, factors: F64) -> RankSteps:
    """Return the edges of a rank in the form that kernels take.

    ``starts`` int64[targets + 1]: see :class:`RankSteps`. ``factors`` float64[edges]: the weights of the edges.
    """
    return RankSteps(starts, edges.source, factors, moves.kinds, moves.following)


class Propagated(NamedTuple):
    """The result of :func:`propagate`.

    ``by_rank`` float64[13, outcomes]: the weights of the outcomes by the rank that decides the contest. ``outcomes``
    float64[outcomes]: the same over all ranks and all ends. ``finals`` int64[n]: the outcome of each weight after the
    last rank. ``layers``: all layers if they were requested, else empty.
    """

    by_rank: F64
    outcomes: F64
    finals: I64
    layers: tuple[Layer, ...]


def propagate(
    contest: AnyContest,
    joint: Automaton,
    endings: tuple[F64, ...],
    known: I64,
    check_cancelled: CancelCheck = never_cancelled,
    *,
    keep: bool = False,
) -> Propagated:
    """Follow ``contest`` through all deals of ``joint``, an automaton from :func:`weighted_by_ways`.

    ``endings``: the total weight of the paths from each state to the end, from :func:`ending_weights`. ``known``
    int64[seats, 13]: the known cards of the contestants. ``keep``: return all layers too, for sums that are followed
    backwards (``flow``). ``check_cancelled`` is called at least every few milliseconds.
    """
    by_rank = np.zeros((RANKS, contest.outcomes))
    weights = StateWeights(np.array([0, 1]), np.zeros(1, np.int32), np.ones(1))
    walk, layers = contest.walk(known, check_cancelled), list[Layer]()
    # Rank by rank: the contest moves along each edge, and contests that are decided leave with the weight of all ways
    # to go on.
    for rank, edges in enumerate(joint.edges):
        moves = walk.moves(rank, edges.kinds, weights.states)
        starts = np.searchsorted(edges.target, np.arange(len(endings[rank + 1]) + 1))
        before = weights._replace(states=moves.states)
        weights = _step(
            before=before,
            edges=edges,
            starts=starts,
            moves=moves,
            endings=endings[rank + 1],
            decided=by_rank[rank],
            check_cancelled=check_cancelled,
        )
        if keep:
            layers.append(Layer(before, weights, edges, starts, moves))
    finals = walk.final(weights.states)
    at_the_end = np.bincount(finals, weights=weights.weights, minlength=contest.outcomes)
    return Propagated(by_rank, by_rank.sum(axis=0) + at_the_end, finals, tuple(layers))


def _step(
    before: StateWeights,
    edges: Edges,
    starts: I64,
    moves: Moves,
    endings: F64,
    decided: F64,
    check_cancelled: CancelCheck,
) -> StateWeights:
    """Follow the contest over the edges of one rank, one block of target states after the other, and return the weights
    after the rank.

    Contests that are over add to ``decided`` float64[outcomes], with the weight ``endings`` of all deals that go on
    from the state.
    """
    targets = len(endings)
    row = np.zeros(moves.after)
    rows = np.zeros(targets + 1, np.int64)
    block_rows = np.zeros(targets + 1, np.int64)
    all_states, all_weights, next_target, done = [np.zeros(0, np.int32)], [np.zeros(0)], 0, 0
    while next_target < targets:
        check_cancelled()
        # How many weights a block needs is not known in advance. The kernel stops before the first target state
        # that might not fit, and the next block continues there.
        capacity = max(moves.after, min(BLOCK, (targets - next_target) * moves.after))
        states, weights = np.empty(capacity, np.int32), np.empty(capacity)
        first = next_target
        next_target = contest_step(
            first, before, kernel_steps(edges, starts, moves, edges.weight), endings, row,
            StateWeights(block_rows, states, weights), decided,
        )  # fmt: skip
        used = int(block_rows[next_target])
        rows[first + 1 : next_target + 1] = done + block_rows[first + 1 : next_target + 1]
        done += used
        all_states.append(states[:used].copy())
        all_weights.append(weights[:used].copy())
    return StateWeights(rows, np.concatenate(all_states), np.concatenate(all_weights))
