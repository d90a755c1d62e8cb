"""The automata of all seats of a setup and their joint distribution (see ``automaton``), for any of the seats."""

from collections.abc import Sequence
from functools import reduce

import numpy as np
from numpy.typing import NDArray

from engine.jobs import Guard, unguarded
from engine.razz.automaton import (
    RANKS,
    SUITS,
    Automaton,
    Choice,
    choice_automaton,
    endings,
    product,
    seat_automaton,
    weighted_by_ways,
)
from engine.razz.identical_seats import identical_seats, share_of_states
from engine.razz.setup import RazzSeat, RazzSetup

NO_CARD = -1
"""In place of the rank of the common card: there is none."""


class JointAutomaton:
    """The choices of all seats, read once; the seats of interest join with their free cards."""

    def __init__(self, setup: RazzSetup, guard: Guard = unguarded) -> None:
        self._setup = setup
        self._guard = guard
        self._choices = [choice_automaton(seat.choices, seat.ways) for seat in setup.active]
        choosers = [(i, seat) for i, seat in enumerate(setup.active) if seat.choices.any()]
        choosers += [(len(setup.active) + i, seat) for i, seat in enumerate(setup.folded)]
        alike: dict[tuple[bytes, bytes], list[int]] = {}
        for i, seat in choosers:
            alike.setdefault((seat.choices.tobytes(), seat.ways.tobytes()), []).append(i)
        self._groups = [(self._choice(group[0]), frozenset(group)) for group in alike.values()]
        """Seats that hold the same choices, in common."""

    def _choice(self, seat: int) -> Choice:
        if seat < len(self._choices):
            return self._choices[seat]
        folded: RazzSeat = self._setup.folded[seat - len(self._choices)]
        return choice_automaton(folded.choices, folded.ways)

    def _identical_seats(self, seats: Sequence[int]) -> list[tuple[Choice, int]]:
        """Return the choices of the seats that do not contest, and how many seats hold each."""
        left = [(choice, len(group.difference(seats))) for choice, group in self._groups]
        return [(choice, times) for choice, times in left if times]

    @property
    def shared_ranks(self) -> list[int]:
        """The ranks that the common card can have, or ``NO_CARD`` alone."""
        return np.flatnonzero(self._setup.live).tolist() if self._setup.community else [NO_CARD]

    def edges(self, seats: Sequence[int]) -> float:
        """Return a bound of the edges of the joint automaton of ``seats``, summed over the ranks."""
        shares = np.ones(RANKS)
        parts = [self._choices[seat].edge_counts(self._setup.active[seat].free) for seat in seats]
        for choice, times in self._identical_seats(seats):
            parts += [choice.edge_counts(0)] * times
            shares *= share_of_states(choice, times)
        live = self._setup.live
        counts = np.zeros((RANKS, 1, SUITS + 1))
        counts[:, 0, 0] = 1.0
        for part in parts:
            counts = _together(counts, part)
        before, taken = np.arange(counts.shape[1])[:, None], np.arange(SUITS + 1)
        gone, whole = np.cumsum(live) - live, counts.shape[1] - 1
        for rank in range(RANKS):  # there are no more cards than are left, before a rank, of it, and behind it
            behind = whole - before - taken
            fits = (taken <= live[rank]) & (before <= gone[rank]) & (behind <= live.sum() - gone[rank] - live[rank])
            counts[rank] *= fits & (behind >= 0)
        return float((counts.sum(axis=(1, 2)) * shares).sum())

    def joint(self, seats: Sequence[int], shared: int = NO_CARD) -> tuple[Automaton, NDArray[np.int64], float]:
        """Return the joint automaton in which ``seats`` are the contestants, their known cards, int64[seats, 13] by
        rank, and a factor.

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
        parts += [identical_seats(choice, times, live, self._guard) for choice, times in self._identical_seats(seats)]
        merged = reduce(lambda a, b: product(a, b, live, self._guard), parts)
        return weighted_by_ways(merged, live, self._guard), known, factor

    def weight(self) -> float:
        """Return the total weight of the ways to deal all choices, in the unit of ``RazzSeat.ways``."""
        if not self._groups:
            return 1.0
        return float(endings(self.joint(())[0], self._guard)[0][0])


def _together(counts: NDArray[np.float64], part: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the edges of two sets of seats by the cards taken before and by those taken, float64[13, n, 5]."""
    joint = np.zeros((RANKS, counts.shape[1] + part.shape[1] - 1, SUITS + 1))
    for before in range(part.shape[1]):
        for taken in range(SUITS + 1):
            own = part[:, before, taken]
            if own.any():
                more = counts[:, :, : SUITS + 1 - taken] * own[:, None, None]
                joint[:, before : before + counts.shape[1], taken:] += more
    return joint
