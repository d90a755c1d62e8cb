"""A contest followed through all deals forwards and then backwards, and the sums over all deals by the cards that the
seats draw: next cards, and one more dead card.

The weight before an edge of the automaton times its worth after it is the sum over all deals that take the edge
(forward and backward sums on a lattice, Baum and others 1970), and an edge states how many cards of its rank every
contestant draws. So sums over all deals by the cards drawn, which took a solution for every seat and rank, come at the
price of two or three. A contest that is over goes on without its states: only the automaton has more to deal. The free
cards of a seat are a set: each of them is as likely to be the next one as any other.
"""

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from engine.arrays import F64, I64
from engine.equity.jobs import Guard, unguarded
from engine.equity.razz.automaton import DRAWN_BASE, RANKS, SUITS, Automaton, Edges, Layer, endings, propagate
from engine.equity.razz.contest import AnyContest
from engine.equity.razz.joint_automaton import NO_CARD, JointAutomaton
from engine.equity.razz.race import contest_operations, contests_of
from engine.equity.razz.setup import RazzSetup
from engine.kernels.razz.flow import tilted_step, value_step


class Lattice(NamedTuple):
    """The joint automaton of all contestants with its endings; ``factor`` is for all its weights."""

    joint: Automaton
    endings: tuple[F64, ...]
    known: I64
    factor: float

    @classmethod
    def of(cls, automaton: JointAutomaton, seats: int, shared: int = NO_CARD, guard: Guard = unguarded) -> "Lattice":
        """Return the lattice of the first ``seats`` seats; a common card has the rank ``shared``."""
        joint, known, factor = automaton.joint(range(seats), shared)
        return cls(joint, endings(joint, guard), known, factor)

    def worth(self, rank: int, counts: I64 | None = None) -> F64:
        """Return float64[edges]: an edge's weight, ``counts`` int64[edges] times, with that of the ways to go on."""
        edges = self.joint.edges[rank]
        weight = edges.weight if counts is None else edges.weight * counts
        return np.asarray(weight * self.endings[rank + 1][edges.target])

    def onward(self, rank: int, carried: F64, counts: I64 | None = None) -> F64:
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
    ``counted[r]`` float64[weights, p]: what the weights before rank r are worth, each edge as many times as the counts
    say (only if there are some).
    """

    layers: tuple[Layer, ...]
    flows: tuple[F64, ...]
    carried: tuple[F64, ...]
    counted: tuple[F64, ...]


def weights_alone(lattice: Lattice) -> Passage:
    """Return the passage of no contest at all: the weights themselves, as if all was over from the beginning."""
    carried, flows = [np.ones((1, 1))], list[F64]()
    for rank, edges in enumerate(lattice.joint.edges):
        flows.append(carried[-1][edges.source] * lattice.worth(rank)[:, None])
        carried.append(lattice.onward(rank, carried[-1]))
    return Passage((), tuple(flows), tuple(carried), ())


def moved_on(
    layer: Layer, weights: F64, factors: F64, payoffs: F64, states: int, guard: Guard = unguarded
) -> tuple[F64, F64]:
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


def drawn_by_first(edges: Edges) -> I64:
    """Return int64[edges]: the free cards that the first contestant draws."""
    return np.asarray(edges.drawn % DRAWN_BASE)


Counts = tuple[I64, ...]
"""The multiplicity of each edge, int64[edges] by rank."""


def passage(
    contest: AnyContest, lattice: Lattice, payoffs: F64, guard: Guard = unguarded, counts: Counts | None = None
) -> Passage:
    """Follow ``contest`` there and back; ``payoffs`` float64[outcomes, p] is what its outcomes are worth."""
    payoffs = np.ascontiguousarray(payoffs)  # kernels are compiled again for others
    result = propagate(contest, lattice.joint, lattice.endings, lattice.known, guard, keep=True)
    values, flows, decided = payoffs[result.finals], list[F64](), list[F64]()
    counted = list[F64]()
    for rank in reversed(range(RANKS)):
        layer, ways = result.layers[rank], lattice.endings[rank + 1]
        if counts is not None:
            weights = layer.edges.weight * counts[rank]
            counted.append(_worth_before(layer, weights, ways, payoffs, values, guard)[0])
        values, over, passing = _worth_before(layer, layer.edges.weight, ways, payoffs, values, guard)
        flows.append(passing)
        decided.append(over)
    carried = [np.zeros((1, payoffs.shape[1]))]
    for rank in range(RANKS):
        layer, gone = result.layers[rank], carried[-1]
        flows[-1 - rank] += gone[layer.edges.source] * lattice.worth(rank)[:, None]
        carried.append(lattice.onward(rank, gone) + decided[-1 - rank])
    return Passage(result.layers, tuple(flows[::-1]), tuple(carried), tuple(counted[::-1]))


def met_above(lattice: Lattice, through: Passage, payoffs: F64, low: int, counts: Counts, guard: Guard) -> F64:
    """Return float64[13]: the payoffs of all deals, each as often as the counts say at rank ``low`` times those at a
    rank above it; 0 up to ``low``.

    ``payoffs`` float64[outcomes]; ``through`` was followed with the same counts.
    """
    sums, carried, times = np.zeros(RANKS), through.carried[low], counts[low]
    weights = through.layers[low].before.weights if through.layers else np.zeros(0)
    for rank in range(low, RANKS - 1):
        edges = lattice.joint.edges[rank]
        behind = lattice.onward(rank, carried, times)
        if through.layers:
            states = lattice.joint.sizes[rank + 1]
            weights, decided = moved_on(through.layers[rank], weights, edges.weight * times, payoffs, states, guard)
            behind[:, 0] += decided
        carried, times = behind, np.ones_like(counts[rank + 1])
        worth = lattice.worth(rank + 1, counts[rank + 1])
        sums[rank + 1] = (carried[lattice.joint.edges[rank + 1].source, 0] * worth).sum()
        if through.layers:
            sums[rank + 1] += (weights * through.counted[rank + 1][:, 0]).sum()
    return sums


WEIGHTS, SHARES = 0, 1


def _worth_before(
    layer: Layer, factors: F64, endings: F64, payoffs: F64, values: F64, guard: Guard
) -> tuple[F64, F64, F64]:
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


NANOSECONDS_PER_EDGE = 120.0
NANOSECONDS_PER_SEAT = 3e6
"""Of following the weights of one seat alone, and of making ready for it."""

TINY = 1e-300


class Draws:
    """Sums of weights and of shares of the pot by rank, by its cards that anybody takes, and by who draws how many.

    They come in parts, which add up: float64[13, 5, 5**seats, 1 + seats], on the last axis the weights, then the shares
    of the active seats.
    """

    def __init__(self, setup: RazzSetup, guard: Guard = unguarded) -> None:
        self._seats, self._guard = len(setup.active), guard
        self._automaton = JointAutomaton(setup, guard)
        shared = self._automaton.shared_ranks
        self.operations = contest_operations(setup, self._automaton) * len(shared) * (1 + 0.3 * self._seats)
        groups = contests_of(self._seats) or ((),)
        self.parts = [(group, rank, i == 0) for rank in shared for i, group in enumerate(groups)]

    def compute(self, part: tuple[tuple[AnyContest, ...], int, bool]) -> F64:
        """Return the sums of one of ``parts``, float64[13, 5, 5**seats, 1 + seats]."""
        contests, shared, counted = part
        lattice = Lattice.of(self._automaton, self._seats, shared, self._guard)
        weights, sums = weights_alone(lattice).flows, list[F64]()
        flows = weights if self._seats == 1 else tuple(np.zeros((len(row), self._seats)) for row in weights)
        for contest in contests:
            through = passage(contest, lattice, shares_of(self._seats), self._guard).flows
            flows = tuple(a + b for a, b in zip(flows, through, strict=True))
        for rank, edges in enumerate(lattice.joint.edges):
            taken = edges.taken + (rank == shared)
            key, size = taken * DRAWN_BASE**self._seats + edges.drawn, (SUITS + 1) * DRAWN_BASE**self._seats
            every = np.concatenate([weights[rank] * counted, flows[rank]], axis=1).T
            sums.append(np.stack([np.bincount(key, column, minlength=size) for column in every], axis=1))
        shape = (RANKS, SUITS + 1, DRAWN_BASE**self._seats, 1 + self._seats)
        return np.asarray(np.stack(sums).reshape(shape) * lattice.factor)


class ChancesAlone:
    """The probabilities of the next cards, exact at any table: of the others only the cards of their choices matter."""

    def __init__(self, setup: RazzSetup, guard: Guard = unguarded) -> None:
        # To a seat by itself the common card is one more card like its others.
        alone = tuple(replace(seat, free=seat.free + setup.community) for seat in setup.active)
        self._automaton = JointAutomaton(replace(setup, active=alone, community=False), guard)
        self._guard = guard

    def operations(self, drawing: list[int | None]) -> float:
        """Return the cost for the seats (None: the common card) in nanoseconds of one core."""
        return sum(
            self._automaton.edges((seat or 0,)) * NANOSECONDS_PER_EDGE + NANOSECONDS_PER_SEAT for seat in drawing
        )

    def of(self, drawing: list[int | None]) -> F64:
        """Return float64[drawing, 13]: how likely the next card of a seat (None: the common one) has a rank."""
        return np.stack([self._of_seat(seat or 0) for seat in drawing])

    def _of_seat(self, seat: int) -> F64:
        joint, known, factor = self._automaton.joint((seat,))
        lattice = Lattice(joint, endings(joint, self._guard), known, factor)
        flows = weights_alone(lattice).flows
        drawn = [(flow[:, 0] * drawn_by_first(edges)).sum() for flow, edges in zip(flows, joint.edges, strict=True)]
        return np.asarray(np.array(drawn) / max(sum(drawn), TINY))


def shares_of(seats: int) -> F64:
    """Return float64[2**seats, seats]: the shares of the pot by the mask of the winners."""
    wins = np.arange(1 << seats)[:, None] >> np.arange(seats) & 1
    return np.asarray(wins / np.maximum(wins.sum(axis=1, keepdims=True), 1), dtype=np.float64)


def next_cards(sums: F64, place: int) -> F64:
    """Return float64[13, 1 + seats]: how likely the next card of the seat at ``place`` has a rank, and the equities of
    all active seats behind it; NaN where it cannot come.

    ``sums`` float64[13, 5, 5**seats, 1 + seats]: those of :class:`Draws`.
    """
    drawn = np.arange(sums.shape[2]) // DRAWN_BASE**place % DRAWN_BASE
    by_rank = np.einsum("rtds,d->rs", sums, drawn.astype(np.float64))
    return np.concatenate([by_rank[:, :1] / by_rank[:, 0].sum(), _equities(by_rank)], axis=1)


def with_one_dead(sums: F64, live: I64) -> F64:
    """Return float64[13, seats]: the equities if one more card of a rank were dead; NaN where that cannot be.

    ``sums`` as for :func:`next_cards`; ``live`` int64[13]. A deal that takes k of the n live cards of a rank is
    (n - k) / n times as likely then: falling factorials.
    """
    left = np.maximum(live[:, None] - np.arange(SUITS + 1), 0)
    return _equities(np.einsum("rtds,rt->rs", sums, left.astype(np.float64)))


def _equities(sums: F64) -> F64:
    """Return float64[n, seats] from sums of weights and of shares, [n, 1 + seats]; NaN where there is no deal."""
    return np.asarray(sums[:, 1:] / np.where(sums[:, :1] > 0, sums[:, :1], np.nan))
