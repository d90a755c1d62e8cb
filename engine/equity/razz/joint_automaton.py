"""The automata of all seats of a setup and their joint distribution (see ``automaton``), for any of the seats; the
exact final distributions of one or two seats at any table, where the others matter only by the cards that they take.

Identical seats that only take cards are interchangeable: the automaton of k such seats has sets of k states (with
repetitions) in place of tuples, so five seats with three states make 21 instead of 243, and the exact law of one seat
stays cheap with a table of opponents with the same range.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from math import comb

import numpy as np

from engine.arrays import F64, I64, Bools
from engine.equity.jobs import Guard, unguarded
from engine.equity.razz.automaton import (
    DRAWN_BASE,
    RANKS,
    SUITS,
    Automaton,
    Choice,
    Edges,
    choice_automaton,
    endings,
    product,
    propagate,
    seat_automaton,
    weighted_by_ways,
)
from engine.equity.razz.contest import DROPPED, tabulated
from engine.equity.razz.lows import JOINT_SHAPE, final_low, joint_classes
from engine.equity.razz.setup import RazzSeat, RazzSetup
from engine.kernels.razz.contest import PAIRED
from engine.kernels.razz.low import PAIRED_CLASS

MOST_CODES = 1 << 62


def identical_seats(choice: Choice, times: int, live: I64, guard: Guard = unguarded) -> Automaton:
    """Return the automaton of ``times`` seats of the same ``choice``, without the falling factorials. ``live``
    int64[ranks] counts the cards of each rank that can come."""
    single = seat_automaton(choice, 0, live, live, None)
    joint = single
    if max(single.sizes) ** times >= MOST_CODES:
        for _ in range(times - 1):
            joint = product(joint, single, live, guard)
        return joint
    sets = [np.arange(size)[:, None] for size in single.sizes]
    for _ in range(times - 1):
        joint, sets = _one_more(joint, sets, single, live, guard)
    return joint


def _one_more(
    many: Automaton, sets: list[I64], single: Automaton, live: I64, guard: Guard
) -> tuple[Automaton, list[I64]]:
    """Add a seat; ``sets[r]`` int64[states, seats] are the states of the seats before rank r, in ascending order.

    Of all orders of a set the ascending one, in which the new seat is the last, determines where all of them lead.
    """
    seats = sets[0].shape[1] + 1
    result = [np.zeros((1, seats), np.int64)]
    layers = list[Edges]()
    for rank, (a, b) in enumerate(zip(many.edges, single.edges, strict=True)):
        guard()
        fitting = (a.taken[:, None] + b.taken <= live[rank]) & (sets[rank][a.source, -1:] <= b.source)
        i, j = np.nonzero(fitting)
        before = np.concatenate([sets[rank][a.source[i]], b.source[j][:, None]], axis=1)
        source, reached = _places(_coded(before, single.sizes[rank]), _coded(result[-1], single.sizes[rank]))
        i, j, source = i[reached], j[reached], source[reached]
        behind = np.concatenate([sets[rank + 1][a.target[i]], b.target[j][:, None]], axis=1)
        behind.sort(axis=1)
        _, first, target = np.unique(_coded(behind, single.sizes[rank + 1]), return_index=True, return_inverse=True)
        result.append(behind[first])
        layers.append(_merged(source, target.reshape(-1), a.taken[i] + b.taken[j], a.weight[i] * b.weight[j]))
    return Automaton(tuple(layers), tuple(len(rows) for rows in result)), result


def _coded(sets: I64, size: int) -> I64:
    """Return the rows of ``sets`` as integers in the same order."""
    return np.asarray(sets @ size ** np.arange(sets.shape[1])[::-1])


def _places(wanted: I64, listed: I64) -> tuple[I64, Bools]:
    """Return where ``wanted`` stand in the ascending ``listed``, and whether they do."""
    places = np.minimum(np.searchsorted(listed, wanted), len(listed) - 1)
    return places, listed[places] == wanted


def _merged(source: I64, target: I64, taken: I64, weight: F64) -> Edges:
    """Return the edges, those of the same ends and cards as one."""
    key = (source * (target.max(initial=0) + 1) + target) * DRAWN_BASE + taken
    _, first, place = np.unique(key, return_index=True, return_inverse=True)
    weights = np.bincount(place.reshape(-1), weights=weight, minlength=len(first)).astype(np.float64)
    nothing = np.zeros(len(first), np.int64)
    return Edges(source[first], target[first], taken[first], weights, nothing, nothing)


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
            parts += [choice.edge_counts(0)] * times  # the states of alike seats are sets: a share of the product
            shares *= np.array([comb(size + times - 1, times) / size**times for size in choice.sizes[:-1]])
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

    def joint(self, seats: Sequence[int], shared: int = NO_CARD) -> tuple[Automaton, I64, float]:
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


def _together(counts: F64, part: F64) -> F64:
    """Return the edges of two sets of seats by the cards taken before and by those taken, float64[13, n, 5]."""
    joint = np.zeros((RANKS, counts.shape[1] + part.shape[1] - 1, SUITS + 1))
    for before in range(part.shape[1]):
        for taken in range(SUITS + 1):
            own = part[:, before, taken]
            if own.any():
                more = counts[:, :, : SUITS + 1 - taken] * own[:, None, None]
                joint[:, before : before + counts.shape[1], taken:] += more
    return joint


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

    def lows(self, seat: int) -> F64:
        """Return float64[FINALS]: probabilities of the exact lows, the best first, and of the paired kinds."""
        joint, known, _ = self._alone.joint((seat,))
        result = propagate(final_low(), joint, endings(joint, self._guard), known, self._guard).outcomes[DROPPED + 1 :]
        return np.asarray(result / max(float(result.sum()), TINY))

    def joint(self, first: int, second: int) -> F64:
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
