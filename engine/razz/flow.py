"""A contest followed through all deals forwards and then backwards: what passes along every edge of the automaton.

The weight before an edge times what it is worth behind it is the sum over all deals that take the edge (forward and
backward sums on a lattice, Baum and others 1970), and an edge states how many cards of its rank every contestant draws.
So sums over all deals by the cards drawn, which took a solution for every seat and rank, come at the price of two or
three. A contest that is over goes on without its states: only the automaton has more to deal.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.jobs import Guard, unguarded
from engine.kernels.razz.flow import tilted_step, value_step
from engine.razz.automaton import RANKS, Automaton, Edges, endings
from engine.razz.contest import AnyContest
from engine.razz.joint_automaton import NO_CARD, JointAutomaton
from engine.razz.propagate import Layer, propagate

Array = NDArray[np.float64]
Counts = NDArray[np.int64]


class Lattice(NamedTuple):
    """The joint automaton of all contestants with its endings; ``factor`` is for all its weights."""

    joint: Automaton
    endings: tuple[Array, ...]
    known: Counts
    factor: float

    @classmethod
    def of(cls, automaton: JointAutomaton, seats: int, shared: int = NO_CARD, guard: Guard = unguarded) -> "Lattice":
        """Return the lattice of the first ``seats`` seats; a common card has the rank ``shared``."""
        joint, known, factor = automaton.joint(range(seats), shared)
        return cls(joint, endings(joint, guard), known, factor)

    def worth(self, rank: int, counts: Counts | None = None) -> Array:
        """Return float64[edges]: an edge's weight, ``counts`` int64[edges] times, with that of the ways to go on."""
        edges = self.joint.edges[rank]
        weight = edges.weight if counts is None else edges.weight * counts
        return np.asarray(weight * self.endings[rank + 1][edges.target])

    def onward(self, rank: int, carried: Array, counts: Counts | None = None) -> Array:
        """Return float64[states, p] behind a rank: ``carried`` float64[states, p] moved on, each edge ``counts``
        int64[edges] times."""
        edges = self.joint.edges[rank]
        weight = edges.weight if counts is None else edges.weight * counts
        states = self.joint.sizes[rank + 1]
        columns = [np.bincount(edges.target, weight * c[edges.source], minlength=states) for c in carried.T]
        return np.stack(columns, axis=1) if columns else np.zeros((states, 0))


class Passage(NamedTuple):
    """A contest followed there and back.

    ``flows[r]`` float64[edges, p]: payoffs times weights of all deals that take an edge of rank r. ``carried[r]``
    float64[states, p]: payoffs of the contests that are over before rank r, by state of the automaton.
    ``counted[r]`` float64[weights, p]: what the weights before rank r are worth, each edge as many times as ``counts``
    says (only if there are some).
    """

    layers: tuple[Layer, ...]
    flows: tuple[Array, ...]
    carried: tuple[Array, ...]
    counted: tuple[Array, ...]


def weights_alone(lattice: Lattice) -> Passage:
    """Return the passage of no contest at all: the weights themselves, as if all was over from the beginning."""
    carried, flows = [np.ones((1, 1))], list[Array]()
    for rank, edges in enumerate(lattice.joint.edges):
        flows.append(carried[-1][edges.source] * lattice.worth(rank)[:, None])
        carried.append(lattice.onward(rank, carried[-1]))
    return Passage((), tuple(flows), tuple(carried), ())


def moved_on(
    layer: Layer, weights: Array, factors: Array, payoffs: Array, states: int, guard: Guard = unguarded
) -> tuple[Array, Array]:
    """Move other weights on over a layer; return those behind it, float64[n], and what the contests that end are worth,
    float64[states] by state of the automaton.

    ``weights`` float64[m]: before the layer; ``factors`` float64[edges]: of its edges; ``payoffs`` float64[outcomes].
    """
    before, steps = layer.before._replace(weights=weights), layer.steps(factors)
    behind, decided = layer.behind._replace(weights=np.zeros(len(layer.behind.weights))), np.zeros(states)
    row, target = np.zeros(layer.moves.after), 0
    while target < states:
        guard()
        target = tilted_step(target, before, steps, payoffs, row, behind, decided)
    return behind.weights, decided


def drawn_by(edges: Edges, place: int) -> Counts:
    """Return int64[edges]: the free cards that the contestant at ``place`` draws."""
    return np.asarray(edges.drawn // 5**place % 5)


def passage(
    contest: AnyContest,
    lattice: Lattice,
    payoffs: Array,
    guard: Guard = unguarded,
    counts: tuple[Counts, ...] = (),
) -> Passage:
    """Follow ``contest`` there and back; ``payoffs`` float64[outcomes, p] is what its outcomes are worth."""
    payoffs = np.ascontiguousarray(payoffs)  # kernels are compiled again for others
    found = propagate(contest, lattice.joint, lattice.endings, lattice.known, guard, keep=True)
    values, flows, decided, counted = payoffs[found.finals], list[Array](), list[Array](), list[Array]()
    for rank in reversed(range(RANKS)):
        layer, ways = found.layers[rank], lattice.endings[rank + 1]
        if counts:
            times = layer.edges.weight * counts[rank]
            counted.append(_worth_before(layer, times, ways, payoffs, values, guard)[0])
        values, over, passing = _worth_before(layer, layer.edges.weight, ways, payoffs, values, guard)
        flows.append(passing)
        decided.append(over)
    carried = [np.zeros((1, payoffs.shape[1]))]
    for rank in range(RANKS):
        layer, gone = found.layers[rank], carried[-1]
        flows[-1 - rank] += gone[layer.edges.source] * lattice.worth(rank)[:, None]
        carried.append(lattice.onward(rank, gone) + decided[-1 - rank])
    return Passage(found.layers, tuple(flows[::-1]), tuple(carried), tuple(counted[::-1]))


def _worth_before(
    layer: Layer, factors: Array, endings: Array, payoffs: Array, values: Array, guard: Guard
) -> tuple[Array, Array, Array]:
    """Return what the weights before a rank are worth, the payoffs that are decided here by state behind it, and what
    passes along the edges, whose weights are ``factors``."""
    columns, targets, steps = payoffs.shape[1], len(endings), layer.steps(factors)
    row = np.zeros((layer.moves.after, columns))
    before = np.zeros((len(layer.before.weights), columns))
    decided, flows = np.zeros((targets, columns)), np.zeros((len(factors), columns))
    target = 0
    while target < targets:
        guard()
        target = value_step(
            target, layer.before, steps, endings, payoffs, layer.behind, values, row, before, decided, flows
        )
    return before, decided, flows
