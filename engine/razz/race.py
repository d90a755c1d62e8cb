"""Exact razz for up to three active seats: sums over all deals rank by rank (see ``automaton`` and
``contest``).

The cost does not grow with the number of deals: two unknown hands take a few milliseconds. Limits: three
active seats, and choices whose automata stay small (``operations`` tells).
"""

from typing import Any, NamedTuple

import numpy as np

from engine.jobs import Guard, Tally, unguarded
from engine.kernels.low import CLASSES, PAIRED_CLASS
from engine.razz.automaton import RANKS, endings
from engine.razz.contest import DROPPED, Contest, pairs, race
from engine.razz.counting import count_deals
from engine.razz.dealings import Dealings
from engine.razz.follow import follow
from engine.razz.setup import RazzSetup
from engine.razz.tally import ExactTally
from engine.results import Estimate

MOST_SEATS = 3
MOST_EDGES = 3e7
"""Edges of a joint automaton beyond which it would take gigabytes of memory."""

NANOSECONDS_PER_STEP = 0.03
NANOSECONDS_PER_LAYER = 25_000.0


class Part(NamedTuple):
    """One chunk: contests of all seats or (if there are none) the classes of ``seat``; the rank of a common
    card or -1.
    """

    contests: tuple[Contest, ...]
    seat: int
    shared: int


class RaceJob:
    """The exact method for one to three active seats."""

    def __init__(self, setup: RazzSetup, guard: Guard = unguarded) -> None:
        self._setup = setup
        self._guard = guard
        self._layout = ExactTally(len(setup.active))
        self._dealings = Dealings(setup, guard)
        shared = self._dealings.shared_ranks
        seats = len(setup.active)
        # Two seats share one automaton for both contests; with three it is better to run them side by side.
        contests: dict[int, list[tuple[Contest, ...]]] = {2: [(race(2), pairs(2))], 3: [(race(3),), (pairs(3),)]}
        self._parts = [
            *(Part(contest, 0, rank) for rank in shared for contest in contests.get(seats, [])),
            *(Part((), seat, rank) for rank in shared for seat in range(seats)),
        ]
        self._operations = self._cost() * len(shared)

    @property
    def operations(self) -> float:
        """Cost in nanoseconds of one core."""
        return self._operations

    @property
    def chunks(self) -> int:
        """Number of parts."""
        return len(self._parts)

    def _cost(self) -> float:
        """Bound the steps from the edges that the product automata can have at most."""
        seats, folded = len(self._setup.active), len(self._setup.folded)
        steps = sum(self._dealings.edges((seat,)) for seat in range(seats)) * len(race(1).table)
        if seats > 1:
            edges = self._dealings.edges(range(seats))
            if edges > MOST_EDGES:
                return float("inf")
            steps += edges * (len(race(seats).table) + len(pairs(seats).table))
        layers = (seats + 2 * (seats > 1)) * (seats + folded) * RANKS
        return steps * NANOSECONDS_PER_STEP + layers * NANOSECONDS_PER_LAYER

    def compute(self, chunk: int) -> Tally:
        """Return the tally of one part."""
        part = self._parts[chunk]
        if part.contests:
            return self._contest(part.contests, part.shared)
        return self._classes(part.seat, part.shared)

    def _contest(self, contests: tuple[Contest, ...], shared: int) -> Tally:
        seats = len(self._setup.active)
        joint, known, factor = self._dealings.joint(range(seats), shared)
        totals = endings(joint, self._guard)
        outcomes = np.zeros(1 << seats)
        for contest in contests:
            outcomes += follow(contest, joint, totals, known, self._guard)[1]
        outcomes[DROPPED] = 0.0
        return self._layout.contest(outcomes * factor)

    def _classes(self, seat: int, shared: int) -> Tally:
        joint, known, factor = self._dealings.joint((seat,), shared)
        by_rank, outcomes = follow(race(1), joint, endings(joint, self._guard), known, self._guard)
        classes = np.zeros(CLASSES)
        classes[:PAIRED_CLASS] = by_rank[4:, 1]
        classes[PAIRED_CLASS] = outcomes[DROPPED]
        return self._layout.classes(seat, classes * factor)

    def deals(self) -> int:
        """Return the number of deals of positive weight."""
        return count_deals(self._setup)

    def estimates(self, tally: Tally) -> tuple[Estimate, ...]:
        """Return the numbers of the active seats."""
        return self._layout.estimates(tally)

    def details(self, tally: Tally) -> dict[str, Any]:
        """Return no details: this job has none."""
        del tally
        return {}
