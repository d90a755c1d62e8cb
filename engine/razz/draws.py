"""Sums over all deals of a table by the cards that the seats draw: next cards, and one more dead card.

The free cards of a seat are a set: each of them is as likely to be the next one as any other. See ``flow`` for how the
sums are made.
"""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from engine.jobs import Guard, unguarded
from engine.razz.automaton import DRAWN_BASE, RANKS, SUITS, endings
from engine.razz.contest import AnyContest
from engine.razz.flow import Lattice, drawn_by, passage, weights_alone
from engine.razz.joint_automaton import JointAutomaton
from engine.razz.race import contest_operations, contests_of
from engine.razz.setup import RazzSetup

Array = NDArray[np.float64]

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

    def compute(self, part: tuple[tuple[AnyContest, ...], int, bool]) -> Array:
        """Return the sums of one of ``parts``, float64[13, 5, 5**seats, 1 + seats]."""
        contests, shared, counted = part
        lattice = Lattice.of(self._automaton, self._seats, shared, self._guard)
        weights, sums = weights_alone(lattice).flows, list[Array]()
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
    """How likely the next cards are, exactly at any table: of the others only the cards of their choices matter."""

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

    def of(self, drawing: list[int | None]) -> Array:
        """Return float64[drawing, 13]: how likely the next card of a seat (None: the common one) has a rank."""
        return np.stack([self._of_seat(seat or 0) for seat in drawing])

    def _of_seat(self, seat: int) -> Array:
        joint, known, factor = self._automaton.joint((seat,))
        lattice = Lattice(joint, endings(joint, self._guard), known, factor)
        flows = weights_alone(lattice).flows
        drawn = [(flow[:, 0] * drawn_by(edges, 0)).sum() for flow, edges in zip(flows, joint.edges, strict=True)]
        return np.asarray(np.array(drawn) / max(sum(drawn), TINY))


def shares_of(seats: int) -> Array:
    """Return float64[2**seats, seats]: the shares of the pot by the mask of the winners."""
    wins = np.arange(1 << seats)[:, None] >> np.arange(seats) & 1
    return np.asarray(wins / np.maximum(wins.sum(axis=1, keepdims=True), 1), dtype=np.float64)


def next_cards(sums: Array, place: int) -> Array:
    """Return float64[13, 1 + seats]: how likely the next card of the seat at ``place`` has a rank, and the equities of
    all active seats behind it; NaN where it cannot come.

    ``sums`` float64[13, 5, 5**seats, 1 + seats]: those of :class:`Draws`.
    """
    drawn = np.arange(sums.shape[2]) // DRAWN_BASE**place % DRAWN_BASE
    by_rank = np.einsum("rtds,d->rs", sums, drawn.astype(np.float64))
    return np.concatenate([by_rank[:, :1] / by_rank[:, 0].sum(), _equities(by_rank)], axis=1)


def with_one_dead(sums: Array, live: NDArray[np.int64]) -> Array:
    """Return float64[13, seats]: the equities if one more card of a rank were dead; NaN where that cannot be.

    ``sums`` as for :func:`next_cards`; ``live`` int64[13]. A deal that takes k of the n live cards of a rank is
    (n - k) / n times as likely then: falling factorials.
    """
    left = np.maximum(live[:, None] - np.arange(SUITS + 1), 0)
    return _equities(np.einsum("rtds,rt->rs", sums, left.astype(np.float64)))


def _equities(sums: Array) -> Array:
    """Return float64[n, seats] from sums of weights and of shares, [n, 1 + seats]; NaN where there is no deal."""
    return np.asarray(sums[:, 1:] / np.where(sums[:, :1] > 0, sums[:, :1], np.nan))
