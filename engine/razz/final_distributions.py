"""Exact final distributions of one or two seats at any table: the others matter only by the cards that they take."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from engine.jobs import Guard, unguarded
from engine.kernels.razz.contest import PAIRED
from engine.kernels.razz.low import PAIRED_CLASS
from engine.razz.automaton import endings
from engine.razz.contest import DROPPED, tabulated
from engine.razz.finals import JOINT_SHAPE, final_low, joint_classes
from engine.razz.joint_automaton import JointAutomaton
from engine.razz.propagate import propagate
from engine.razz.setup import RazzSetup

NANOSECONDS_PER_EDGE = 250.0
NANOSECONDS_PER_DISTRIBUTION = 1e6

TINY = 1e-300
"""Where weights are so small that all products round to 0 the probabilities are 0, not NaN."""


class FinalDistributions:
    """The final distributions of a setup, computed when they are asked for."""

    def __init__(self, setup: RazzSetup, guard: Guard = unguarded) -> None:
        self._guard = guard
        self._automaton = JointAutomaton(setup, guard)
        # To a seat by itself the common card is one more card like its others.
        alone = tuple(replace(seat, free=seat.free + setup.community) for seat in setup.active)
        self._alone = JointAutomaton(replace(setup, active=alone, community=False), guard)

    def operations(self, *seats: int) -> float:
        """Return the cost of the distribution of one or two seats in nanoseconds of one core."""
        automaton = self._alone if len(seats) == 1 else self._automaton
        ranks = len(automaton.shared_ranks)
        return ranks * (automaton.edges(seats) * NANOSECONDS_PER_EDGE + NANOSECONDS_PER_DISTRIBUTION)

    def lows(self, seat: int) -> NDArray[np.float64]:
        """Return float64[FINALS]: probabilities of the exact lows, the best first, and of the paired kinds."""
        joint, known, _ = self._alone.joint((seat,))
        found = propagate(final_low(), joint, endings(joint, self._guard), known, self._guard).outcomes[DROPPED + 1 :]
        return np.asarray(found / max(float(found.sum()), TINY))

    def joint(self, first: int, second: int) -> NDArray[np.float64]:
        """Return float64[3, 10, 10]: the first seat wins, ties, loses against the second, by class of each."""
        total = np.zeros(JOINT_SHAPE)
        for shared in self._automaton.shared_ranks:
            joint, known, factor = self._automaton.joint((first, second), shared)
            totals = endings(joint, self._guard)
            outcomes = propagate(joint_classes(), joint, totals, known, self._guard).outcomes
            paired = propagate(tabulated(2, PAIRED), joint, totals, known, self._guard).outcomes
            total += factor * outcomes[DROPPED + 1 :].reshape(JOINT_SHAPE)
            total[:, PAIRED_CLASS, PAIRED_CLASS] += factor * paired[[1, 3, 2]]
        return np.asarray(total / max(float(total.sum()), TINY))
