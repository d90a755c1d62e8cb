"""Exact razz for up to three active seats: sums over all deals rank by rank (see ``automaton`` and
``contest``).

The cost does not grow with the number of deals: two unknown hands take a few milliseconds. Limits: three
active seats, and choices whose automata stay small (``operations`` tells).
"""

from collections.abc import Sequence
from functools import reduce
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.jobs import Tally
from engine.kernels.low import CLASSES, PAIRED_CLASS
from engine.razz.automaton import (
    RANKS,
    Automaton,
    choice_automaton,
    endings,
    product,
    seat_automaton,
    with_dealings,
)
from engine.razz.contest import DROPPED, Contest, pairs, race
from engine.razz.counting import count_deals
from engine.razz.follow import follow
from engine.razz.setup import RazzSetup
from engine.razz.tally import ExactTally
from engine.results import Estimate

MOST_SEATS = 3
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

    def __init__(self, setup: RazzSetup) -> None:
        self._setup = setup
        self._layout = ExactTally(len(setup.active))
        shared = [rank for rank in range(RANKS) if setup.live[rank]] if setup.community else [-1]
        seats = len(setup.active)
        # Two seats share one automaton for both contests; with three it is better to run them side by side.
        contests: dict[int, list[tuple[Contest, ...]]] = {2: [(race(2), pairs(2))], 3: [(race(3),), (pairs(3),)]}
        self._parts = [
            *(Part(contest, 0, rank) for rank in shared for contest in contests.get(seats, [])),
            *(Part((), seat, rank) for rank in shared for seat in range(seats)),
        ]
        self._choices = [choice_automaton(seat.choices, seat.ways) for seat in setup.active]
        self._folded = [choice_automaton(seat.choices, seat.ways) for seat in setup.folded]
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
        setup, seats = self._setup, len(self._setup.active)
        own = np.array([c.edge_counts(s.free) for c, s in zip(self._choices, setup.active, strict=True)])
        choice = np.array([c.edge_counts(0) for c in self._choices])
        folded = np.array([c.edge_counts(0) for c in self._folded]).reshape(-1, RANKS).prod(axis=0)
        others = [np.delete(choice, seat, axis=0).prod(axis=0) * folded for seat in range(seats)]
        steps = float((own * others).sum()) * len(race(1).table)
        if seats > 1:
            states = len(race(seats).table) + len(pairs(seats).table)
            steps += float((own.prod(axis=0) * folded).sum()) * states
        layers = (seats + 2 * (seats > 1)) * (seats + len(setup.folded)) * RANKS
        return steps * NANOSECONDS_PER_STEP + layers * NANOSECONDS_PER_LAYER

    def compute(self, chunk: int) -> Tally:
        """Return the tally of one part."""
        part = self._parts[chunk]
        known = np.array([seat.known for seat in self._setup.active])
        live = self._setup.live.copy()
        weight = 1.0
        if part.shared >= 0:
            weight = float(live[part.shared])
            live[part.shared] -= 1
            known[:, part.shared] += 1
        if part.contests:
            return self._contest(part.contests, known, live) * weight
        return self._classes(part.seat, known, live) * weight

    def _contest(self, contests: tuple[Contest, ...], known: NDArray[np.int64], live: NDArray[np.int64]) -> Tally:
        active, choices = self._setup.active, self._choices
        seats = [seat_automaton(choices[i], seat.free, live, known[i], i) for i, seat in enumerate(active)]
        joint = self._joint(seats, live)
        totals = endings(joint)
        outcomes = sum((follow(contest, joint, totals, known)[1] for contest in contests), np.zeros(1 << len(seats)))
        outcomes[DROPPED] = 0.0
        return self._layout.contest(outcomes)

    def _classes(self, index: int, known: NDArray[np.int64], live: NDArray[np.int64]) -> Tally:
        own = seat_automaton(self._choices[index], self._setup.active[index].free, live, known[index], 0)
        others = [
            seat_automaton(choice, 0, live, known[index], None)
            for i, (choice, seat) in enumerate(zip(self._choices, self._setup.active, strict=True))
            if i != index and seat.choices.any()
        ]
        joint = self._joint([own, *others], live)
        by_rank, outcomes = follow(race(1), joint, endings(joint), known[index : index + 1])
        classes = np.zeros(CLASSES)
        classes[:PAIRED_CLASS] = by_rank[4:, 1]
        classes[PAIRED_CLASS] = outcomes[DROPPED]
        return self._layout.classes(index, classes)

    def _joint(self, seats: Sequence[Automaton], live: NDArray[np.int64]) -> Automaton:
        folded = [seat_automaton(choice, 0, live, live, None) for choice in self._folded]
        return with_dealings(reduce(lambda a, b: product(a, b, live), (*seats, *folded)), live)

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
