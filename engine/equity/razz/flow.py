"""A contest followed through all deals forwards and then backwards: sums over all deals by the cards that the seats
draw. The equities with each next card and with one more dead card follow from them.

The weight before an edge of the automaton times its value after the edge is the sum over all deals that take the edge
(forward and backward sums on a lattice, Baum and others 1970), and an edge states how many cards of its rank every
contestant draws. So all sums by drawn cards, which would otherwise take one solution for each seat and rank, cost as
much as two or three solutions. Deals whose contest is already over need no contest state any more: only the automaton
goes on. The free cards of a seat are a set, so each of them is as likely to be the next card as any other.
"""

from dataclasses import replace
from functools import partial
from typing import NamedTuple

import numpy as np

from engine.arrays import F64, I64
from engine.equity.jobs import CancelCheck, never_cancelled
from engine.equity.razz.automaton import DRAWN_BASE, RANKS, SUITS, Automaton, Edges, Layer, ending_weights, propagate
from engine.equity.razz.contest import AnyContest
from engine.equity.razz.joint_automaton import NO_CARD, JointAutomaton
from engine.equity.razz.race import contest_operations, contests_of
from engine.equity.razz.setup import RazzSetup
from engine.kernels.razz.flow import tilted_step, value_step


class Lattice(NamedTuple):
    """The joint automaton of all contestants, the total weight of the paths from each of its states to the end, the
    contestants' known cards int64[seats, 13], and a factor for all weights."""

    joint: Automaton
    endings: tuple[F64, ...]
    known: I64
    factor: float

    @classmethod
    def of(
        cls,
        automaton: JointAutomaton,
        seats: int,
        shared: int = NO_CARD,
        check_cancelled: CancelCheck = never_cancelled,
    ) -> "Lattice":
        """Return the lattice of the first ``seats`` seats. ``shared``: the rank of a common card."""
        joint, known, factor = automaton.joint(range(seats), shared)
        return cls(joint, ending_weights(joint, check_cancelled), known, factor)

    def edge_values(self, rank: int, counts: I64 | None = None) -> F64:
        """Return float64[edges]: the total weight of all ways to go on along each edge, the weight of the edge
        included, times ``counts`` int64[edges] if they are given."""
        edges = self.joint.edges[rank]
        weight = edges.weight if counts is None else edges.weight * counts
        return np.asarray(weight * self.endings[rank + 1][edges.target])

    def onward(self, rank: int, carried: F64, counts: I64 | None = None) -> F64:
        """Move ``carried`` float64[states, p] over a rank and return it float64[states, p] after the rank. Each edge is
        counted ``counts`` int64[edges] times."""
        edges = self.joint.edges[rank]
        weight = edges.weight if counts is None else edges.weight * counts
        states = self.joint.sizes[rank + 1]
        columns = [np.bincount(edges.target, weight * column[edges.source], minlength=states) for column in carried.T]
        return np.stack(columns, axis=1) if columns else np.zeros((states, 0))


class Passage(NamedTuple):
    """A contest followed forwards and backwards.

    ``flows[r]`` float64[edges, p]: payoffs times weights of all deals that take an edge of rank r. ``carried[r]``
    float64[states, p]: payoffs of the contests that are over before rank r, by state of the automaton. ``counted[r]``
    float64[weights, p]: the values of the weights before rank r, with each edge of that rank counted as often as
    ``counts`` says (empty without ``counts``).
    """

    layers: tuple[Layer, ...]
    flows: tuple[F64, ...]
    carried: tuple[F64, ...]
    counted: tuple[F64, ...]


def weights_alone(lattice: Lattice) -> Passage:
    """Return the passage without a contest: the sums of the weights alone, as if every contest was over from the
    beginning."""
    carried, flows = [np.ones((1, 1))], list[F64]()
    for rank, edges in enumerate(lattice.joint.edges):
        flows.append(carried[-1][edges.source] * lattice.edge_values(rank)[:, None])
        carried.append(lattice.onward(rank, carried[-1]))
    return Passage((), tuple(flows), tuple(carried), ())


def move_weights(
    layer: Layer, weights: F64, factors: F64, payoffs: F64, states: int, check_cancelled: CancelCheck = never_cancelled
) -> tuple[F64, F64]:
    """Move other weights over a layer. Return the weights after it, float64[n], and the payoffs of the contests that
    end there, float64[states] by state of the automaton.

    ``weights`` float64[m]: before the layer. ``factors`` float64[edges]: the weights of its edges. ``payoffs``
    float64[outcomes].
    """
    before, steps = layer.before._replace(weights=weights), layer.steps(factors)
    after, decided = layer.after._replace(weights=np.zeros(len(layer.after.weights))), np.zeros(states)
    row, target = np.zeros(layer.moves.after), 0
    while target < states:
        check_cancelled()
        target = tilted_step(target, before, steps, payoffs, row, after, decided)
    return after.weights, decided


def drawn_by_first(edges: Edges) -> I64:
    """Return int64[edges]: how many free cards the first contestant draws along each edge."""
    return np.asarray(edges.drawn % DRAWN_BASE)


Counts = tuple[I64, ...]
"""How often each edge counts, int64[edges] by rank."""


def passage(
    contest: AnyContest,
    lattice: Lattice,
    payoffs: F64,
    check_cancelled: CancelCheck = never_cancelled,
    counts: Counts | None = None,
) -> Passage:
    """Follow ``contest`` forwards and backwards. ``payoffs`` float64[outcomes, p]: the values of its outcomes."""
    payoffs = np.ascontiguousarray(payoffs)  # kernels are compiled again for others
    result = propagate(contest, lattice.joint, lattice.endings, lattice.known, check_cancelled, keep=True)
    values, flows, decided = payoffs[result.finals], list[F64](), list[F64]()
    counted = list[F64]()
    # Backwards: the expected payoff of every state, and with it the sums over all deals through each edge.
    for rank in reversed(range(RANKS)):
        layer, ways = result.layers[rank], lattice.endings[rank + 1]
        values_before = partial(
            _values_before, layer=layer, endings=ways, payoffs=payoffs, values=values, check_cancelled=check_cancelled
        )
        if counts is not None:
            counted.append(values_before(factors=layer.edges.weight * counts[rank])[0])
        values, decided_here, flow = values_before(factors=layer.edges.weight)
        flows.append(flow)
        decided.append(decided_here)
    # Forwards again for the contests that are over: their payoffs travel with the state of the automaton alone.
    carried = [np.zeros((1, payoffs.shape[1]))]
    for rank in range(RANKS):
        layer, over_before = result.layers[rank], carried[-1]
        flows[-1 - rank] += over_before[layer.edges.source] * lattice.edge_values(rank)[:, None]
        carried.append(lattice.onward(rank, over_before) + decided[-1 - rank])
    return Passage(result.layers, tuple(flows[::-1]), tuple(carried), tuple(counted[::-1]))


def sums_above(
    lattice: Lattice, through: Passage, payoffs: F64, low: int, counts: Counts, check_cancelled: CancelCheck
) -> F64:
    """Return float64[13]: the payoffs of all deals, each counted as often as ``counts`` says at rank ``low`` times the
    count at a rank above it; 0 for ranks up to ``low``.

    ``payoffs`` float64[outcomes]. ``through``: a passage that was followed with the same counts.
    """
    sums, carried, current_counts = np.zeros(RANKS), through.carried[low], counts[low]
    weights = through.layers[low].before.weights if through.layers else np.zeros(0)
    # The counts of rank ``low`` are applied once, when the weights move over it. From then on the weights move
    # unchanged and meet the counted values of every higher rank.
    for rank in range(low, RANKS - 1):
        edges = lattice.joint.edges[rank]
        moved = lattice.onward(rank, carried, current_counts)
        if through.layers:
            states = lattice.joint.sizes[rank + 1]
            weights, decided = move_weights(
                layer=through.layers[rank],
                weights=weights,
                factors=edges.weight * current_counts,
                payoffs=payoffs,
                states=states,
                check_cancelled=check_cancelled,
            )
            moved[:, 0] += decided
        carried, current_counts = moved, np.ones_like(counts[rank + 1])
        values = lattice.edge_values(rank + 1, counts[rank + 1])
        sums[rank + 1] = (carried[lattice.joint.edges[rank + 1].source, 0] * values).sum()
        if through.layers:
            sums[rank + 1] += (weights * through.counted[rank + 1][:, 0]).sum()
    return sums


WEIGHTS, SHARES = 0, 1


def _values_before(
    layer: Layer, factors: F64, endings: F64, payoffs: F64, values: F64, check_cancelled: CancelCheck
) -> tuple[F64, F64, F64]:
    """Go back over a rank. Return the values of the weights before it, the payoffs of the contests that are decided at
    it by state of the automaton after it, and the flow along each edge. ``factors``: the weights of the edges."""
    columns, targets, steps = payoffs.shape[1], len(endings), layer.steps(factors)
    row = np.zeros((layer.moves.after, columns))
    before = np.zeros((len(layer.before.weights), columns))
    decided, flows = np.zeros((targets, columns)), np.zeros((len(factors), columns))
    target = 0
    while target < targets:
        check_cancelled()
        target = value_step(
            target, layer.before, steps, endings, payoffs, layer.after, values, row, before, decided, flows
        )
    return before, decided, flows


NANOSECONDS_PER_EDGE = 120.0
NANOSECONDS_PER_SEAT = 3e6
"""The cost of following the weights of one seat alone, per edge and per seat."""

TINY = 1e-300


class DrawSums:
    """Sums over all deals by the cards that are drawn: for each rank, by how many of its cards anybody takes and by how
    many each active seat draws.

    The work is divided into ``parts``; the results of :meth:`compute` add up. They are float64[13, 5, 5**seats, 1 +
    seats]; on the last axis the weights come first, then the pot shares of the active seats.
    """

    def __init__(self, setup: RazzSetup, check_cancelled: CancelCheck = never_cancelled) -> None:
        self._seats, self._check_cancelled = len(setup.active), check_cancelled
        self._automaton = JointAutomaton(setup, check_cancelled)
        shared = self._automaton.shared_ranks
        self.operations = contest_operations(setup, self._automaton) * len(shared) * (1 + 0.3 * self._seats)
        groups = contests_of(self._seats) or ((),)
        self.parts = [(group, rank, i == 0) for rank in shared for i, group in enumerate(groups)]

    def compute(self, part: tuple[tuple[AnyContest, ...], int, bool]) -> F64:
        """Return the sums of one of ``parts``, float64[13, 5, 5**seats, 1 + seats]."""
        contests, shared, counted = part
        lattice = Lattice.of(self._automaton, self._seats, shared, self._check_cancelled)
        weights, sums = weights_alone(lattice).flows, list[F64]()
        flows = weights if self._seats == 1 else tuple(np.zeros((len(row), self._seats)) for row in weights)
        for contest in contests:
            through = passage(contest, lattice, pot_shares_by_winners(self._seats), self._check_cancelled).flows
            flows = tuple(a + b for a, b in zip(flows, through, strict=True))
        for rank, edges in enumerate(lattice.joint.edges):
            taken = edges.taken + (rank == shared)
            key, key_count = taken * DRAWN_BASE**self._seats + edges.drawn, (SUITS + 1) * DRAWN_BASE**self._seats
            columns = np.concatenate([weights[rank] * counted, flows[rank]], axis=1).T
            sums.append(np.stack([np.bincount(key, column, minlength=key_count) for column in columns], axis=1))
        shape = (RANKS, SUITS + 1, DRAWN_BASE**self._seats, 1 + self._seats)
        return np.asarray(np.stack(sums).reshape(shape) * lattice.factor)


class ChancesAlone:
    """The probabilities of the next cards, exact at any table: other seats matter only by the cards of their
    choices."""

    def __init__(self, setup: RazzSetup, check_cancelled: CancelCheck = never_cancelled) -> None:
        # For one seat by itself a common card is no different from one more card of its own.
        alone = tuple(replace(seat, free=seat.free + setup.community) for seat in setup.active)
        self._automaton = JointAutomaton(replace(setup, active=alone, community=False), check_cancelled)
        self._check_cancelled = check_cancelled

    def operations(self, drawing: list[int | None]) -> float:
        """Return the cost for the seats ``drawing`` (None: the common card), in nanoseconds of one core."""
        return sum(
            self._automaton.edges((seat or 0,)) * NANOSECONDS_PER_EDGE + NANOSECONDS_PER_SEAT for seat in drawing
        )

    def of(self, drawing: list[int | None]) -> F64:
        """Return float64[drawing, 13]: the probability of each rank for the next card of each seat (None: the common
        card)."""
        return np.stack([self._of_seat(seat or 0) for seat in drawing])

    def _of_seat(self, seat: int) -> F64:
        """Return the probabilities of the next card of one seat, float64[13]."""
        joint, known, factor = self._automaton.joint((seat,))
        lattice = Lattice(joint, ending_weights(joint, self._check_cancelled), known, factor)
        flows = weights_alone(lattice).flows
        # Each free card is equally likely to be the next one: a deal counts for a rank as often as the seat
        # draws it.
        drawn = [(flow[:, 0] * drawn_by_first(edges)).sum() for flow, edges in zip(flows, joint.edges, strict=True)]
        return np.asarray(np.array(drawn) / max(sum(drawn), TINY))


def pot_shares_by_winners(seats: int) -> F64:
    """Return float64[2**seats, seats]: the share of the pot of each seat, by the mask of the winners."""
    wins = np.arange(1 << seats)[:, None] >> np.arange(seats) & 1
    return np.asarray(wins / np.maximum(wins.sum(axis=1, keepdims=True), 1), dtype=np.float64)


def next_cards(sums: F64, position: int) -> F64:
    """Return float64[13, 1 + seats]: the probability of each rank for the next card of the seat at index ``position``,
    and the equities of all active seats after it; NaN if it cannot come.

    ``sums`` float64[13, 5, 5**seats, 1 + seats]: those of :class:`DrawSums`.
    """
    drawn = np.arange(sums.shape[2]) // DRAWN_BASE**position % DRAWN_BASE
    by_rank = np.einsum("rtds,d->rs", sums, drawn.astype(np.float64))
    return np.concatenate([by_rank[:, :1] / by_rank[:, 0].sum(), _equities(by_rank)], axis=1)


def with_one_dead(sums: F64, live: I64) -> F64:
    """Return float64[13, seats]: the equities if one more card of each rank were dead; NaN if that is impossible.

    ``sums`` as for :func:`next_cards`. ``live`` int64[13]. A deal that takes k of the n live cards of a rank becomes (n
    - k) / n times as likely, by the ratio of the falling factorials.
    """
    left = np.maximum(live[:, None] - np.arange(SUITS + 1), 0)
    return _equities(np.einsum("rtds,rt->rs", sums, left.astype(np.float64)))


def _equities(sums: F64) -> F64:
    """Return float64[n, seats] from sums of weights and of pot shares, float64[n, 1 + seats]; NaN if there is no
    deal."""
    return np.asarray(sums[:, 1:] / np.where(sums[:, :1] > 0, sums[:, :1], np.nan))
