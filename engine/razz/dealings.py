"""The automata of all seats of a setup and their joint law (see ``automaton``), for whichever seats contest."""

from collections.abc import Sequence
from functools import reduce

import numpy as np
from numpy.typing import NDArray

from engine.jobs import Guard, unguarded
from engine.razz.automaton import (
    RANKS,
    Automaton,
    choice_automaton,
    endings,
    product,
    seat_automaton,
    with_dealings,
)
from engine.razz.setup import RazzSetup

NO_CARD = -1
"""In place of the rank of the common card: there is none."""


class Dealings:
    """The choices of all seats, read once; the seats of interest join with their free cards."""

    def __init__(self, setup: RazzSetup, guard: Guard = unguarded) -> None:
        self._setup = setup
        self._guard = guard
        self._choices = [choice_automaton(seat.choices, seat.ways) for seat in setup.active]
        self._folded = [choice_automaton(seat.choices, seat.ways) for seat in setup.folded]

    @property
    def shared_ranks(self) -> list[int]:
        """The ranks that the common card can have, or ``NO_CARD`` alone."""
        return np.flatnonzero(self._setup.live).tolist() if self._setup.community else [NO_CARD]

    def edges(self, seats: Sequence[int]) -> float:
        """Return a bound of the edges of the joint automaton of ``seats``, summed over the ranks."""
        active = self._setup.active
        factors = [
            choice.edge_counts(seat.free if i in seats else 0)
            for i, (choice, seat) in enumerate(zip(self._choices, active, strict=True))
            if i in seats or seat.choices.any()
        ]
        factors += [choice.edge_counts(0) for choice in self._folded]
        return float(np.prod(factors, axis=0).sum()) if factors else float(RANKS)

    def joint(self, seats: Sequence[int], shared: int = NO_CARD) -> tuple[Automaton, NDArray[np.int64], float]:
        """Return the joint automaton in which ``seats`` are the contestants, their known cards, and a factor.

        The other seats only take the cards of their choices: their free cards do not matter to the contestants. With a
        common card of the rank ``shared`` that card counts as known, and the factor is the number of such cards.
        """
        active, live = self._setup.active, self._setup.live.copy()
        known = np.array([active[i].known for i in seats], dtype=np.int64).reshape(-1, RANKS)
        factor = 1.0
        if shared != NO_CARD:
            factor = float(live[shared])
            live[shared] -= 1
            known[:, shared] += 1
        parts = [
            seat_automaton(self._choices[seat], active[seat].free, live, known[place], place)
            for place, seat in enumerate(seats)
        ]
        takers = [self._choices[i] for i, s in enumerate(active) if i not in seats and s.choices.any()]
        parts += [seat_automaton(choice, 0, live, live, None) for choice in (*takers, *self._folded)]
        merged = reduce(lambda a, b: product(a, b, live, self._guard), parts)
        return with_dealings(merged, live, self._guard), known, factor

    def weight(self) -> float:
        """Return the total weight of the ways to deal all choices, in the unit of ``RazzSeat.ways``."""
        if not self._folded and not any(seat.choices.any() for seat in self._setup.active):
            return 1.0
        return float(endings(self.joint(())[0], self._guard)[0][0])
