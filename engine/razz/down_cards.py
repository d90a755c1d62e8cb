"""The equity of the first seat for every pair of its down cards, all other cards unchanged, in one computation.

Its two down cards are unknown here: two of its free cards, each pair of which is as likely as any other. So the deals
in which they are of the ranks a and b count as often as pairs of a and b are among its free cards, N_a N_b times or N_a
(N_a - 1) / 2. Backwards sums with N_b at rank b (see ``flow``) are made once for all b; then, for each a, the weights
counted N_a times at a move on and meet them.
"""

from functools import partial
from threading import Lock
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.jobs import Guard, unguarded
from engine.razz.automaton import RANKS
from engine.razz.contest import AnyContest
from engine.razz.draws import shares_of
from engine.razz.flow import Lattice, Passage, drawn_by, moved_on, passage, weights_alone
from engine.razz.joint_automaton import JointAutomaton
from engine.razz.race import contest_operations, contests_of
from engine.razz.setup import RazzSetup

PASSES = 9.0
"""What all pairs cost, in units of following the contests once."""

WEIGHTS, SHARES = 0, 1
Array = NDArray[np.float64]


class _Way(NamedTuple):
    """A contest with one rank of a common card, or the weights alone, followed there and back."""

    lattice: Lattice
    counts: tuple[NDArray[np.int64], ...]
    through: Passage


class DownCards:
    """Sums over all deals of a setup in which the first seat has unknown down cards.

    They come in ``parts``, which add up: float64[13, 13, 2], weights and shares of the first seat by pair of ranks, the
    lower first.
    """

    def __init__(self, setup: RazzSetup, guard: Guard = unguarded) -> None:
        self._seats, self._guard = len(setup.active), guard
        self._automaton = JointAutomaton(setup, guard)
        self._payoffs = shares_of(self._seats)[:, :1]
        shared = self._automaton.shared_ranks
        self.operations = contest_operations(setup, self._automaton) * len(shared) * PASSES
        contests = [contest for group in contests_of(self._seats) for contest in group]
        self._ways = [(contest, rank) for rank in shared for contest in (*contests, None)]
        self._found: dict[int, _Way] = {}
        self._locks = [Lock() for _ in self._ways]
        self.parts = [partial(self._part, rank, way) for rank in range(RANKS) for way in range(len(self._ways))]

    def _part(self, low: int, number: int) -> Array:
        """Return the sums of the pairs with the lower rank ``low`` from one way."""
        way, sums = self._way(number), np.zeros((RANKS, RANKS, 2))
        pairs, of_weights = self._pairs(way, low) * way.lattice.factor, self._ways[number][0] is None
        if of_weights:
            sums[low, :, WEIGHTS] = pairs
        if not of_weights or self._seats == 1:  # a seat alone gets everything
            sums[low, :, SHARES] = pairs
        return sums

    def _way(self, number: int) -> _Way:
        """Return a way, which is followed once and shared by several threads."""
        with self._locks[number]:
            if number not in self._found:
                self._found[number] = self._followed(*self._ways[number])
            return self._found[number]

    def _followed(self, contest: AnyContest | None, shared: int) -> _Way:
        lattice = Lattice.of(self._automaton, self._seats, shared, self._guard)
        counts = tuple(drawn_by(edges, 0) for edges in lattice.joint.edges)
        if contest is None:
            return _Way(lattice, counts, weights_alone(lattice))
        return _Way(lattice, counts, passage(contest, lattice, self._payoffs, self._guard, counts))

    def _pairs(self, way: _Way, low: int) -> Array:
        """Return float64[13] by the higher rank."""
        (lattice, counts, through), sums = way, np.zeros(RANKS)
        sums[low] = (through.flows[low][:, 0] * (counts[low] * (counts[low] - 1) / 2)).sum()
        carried, times = through.carried[low], counts[low]
        weights = through.layers[low].before.weights if through.layers else np.zeros(0)
        for rank in range(low, RANKS - 1):
            edges = lattice.joint.edges[rank]
            behind = lattice.onward(rank, carried, times)
            if through.layers:
                states, payoffs = lattice.joint.sizes[rank + 1], self._payoffs[:, 0].copy()
                weights, decided = moved_on(
                    through.layers[rank], weights, edges.weight * times, payoffs, states, self._guard
                )
                behind[:, 0] += decided
            carried, times = behind, np.ones_like(counts[rank + 1])
            ahead = lattice.worth(rank + 1, counts[rank + 1])
            sums[rank + 1] = (carried[lattice.joint.edges[rank + 1].source, 0] * ahead).sum()
            if through.layers:
                sums[rank + 1] += (weights * through.counted[rank + 1][:, 0]).sum()
        return sums
