"""The automata of all seats of a setup and their joint distribution (see ``automaton``), for any of the seats; and the
exact distributions of the final hands of one or two seats at any table, where other seats matter only by the cards that
they take.

Identical seats that only take cards are interchangeable: the automaton of k such seats has sets of k states (with
repetitions) instead of tuples. Five seats with three states make 21 states instead of 243, so the exact distribution of
one seat stays cheap at a table of opponents with the same range.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from math import comb

import numpy as np

from engine.arrays import F64, I64, Bools
from engine.equity.jobs import CancelCheck, never_cancelled
from engine.equity.razz.automaton import (
    DRAWN_BASE,
    RANKS,
    SUITS,
    Automaton,
    ChoiceAutomaton,
    Edges,
    choice_automaton,
    ending_weights,
    product_automaton,
    propagate,
    seat_automaton,
    weighted_by_ways,
)
from engine.equity.razz.contest import DROPPED, tabulated_contest
from engine.equity.razz.lows import JOINT_SHAPE, final_low, joint_classes
from engine.equity.razz.setup import RazzSeat, RazzSetup
from engine.kernels.razz.contest import PAIRED
from engine.kernels.razz.low import PAIRED_CLASS

MAX_CODES = 1 << 62


def identical_seats(
    choice: ChoiceAutomaton, times: int, live: I64, check_cancelled: CancelCheck = never_cancelled
) -> Automaton:
    """Return the automaton of ``times`` seats with the same ``choice`` that only take cards, without the falling
    factorials. ``live`` int64[13]: the cards of each rank that can come."""
    single = seat_automaton(choice, 0, live, live, None)
    joint = single
    # Sets of states are packed into one integer. If they do not fit, the seats are multiplied as if they were
    # different.
    if max(single.sizes) ** times >= MAX_CODES:
        for _ in range(times - 1):
            joint = product_automaton(joint, single, live, check_cancelled)
        return joint
    sets = [np.arange(size)[:, None] for size in single.sizes]
    for _ in range(times - 1):
        joint, sets = _one_more(joint, sets, single, live, check_cancelled)
    return joint


def _one_more(
    many: Automaton, sets: list[I64], single: Automaton, live: I64, check_cancelled: CancelCheck
) -> tuple[Automaton, list[I64]]:
    """Add a seat to the automaton of ``many`` identical seats. ``sets[r]`` int64[states, seats]: the states of the
    seats before rank r, in ascending order.

    Of all orders of a set only the ascending one is followed, in which the new seat has the highest state: all orders
    lead to the same sets.
    """
    seats = sets[0].shape[1] + 1
    result = [np.zeros((1, seats), np.int64)]
    layers = list[Edges]()
    for rank, (a, b) in enumerate(zip(many.edges, single.edges, strict=True)):
        check_cancelled()
        # Only edges to which the new seat adds the highest state, and whose source set was reached.
        fits = (a.taken[:, None] + b.taken <= live[rank]) & (sets[rank][a.source, -1:] <= b.source)
        i, j = np.nonzero(fits)
        before = np.concatenate([sets[rank][a.source[i]], b.source[j][:, None]], axis=1)
        source, is_reached = _places(_coded(before, single.sizes[rank]), _coded(result[-1], single.sizes[rank]))
        i, j, source = i[is_reached], j[is_reached], source[is_reached]
        after = np.concatenate([sets[rank + 1][a.target[i]], b.target[j][:, None]], axis=1)
        # After the edges the states can be in any order. Sorted, equal sets get the same code and become one
        # state.
        after.sort(axis=1)
        _, first, target = np.unique(_coded(after, single.sizes[rank + 1]), return_index=True, return_inverse=True)
        result.append(after[first])
        layers.append(_merged(source, target.reshape(-1), a.taken[i] + b.taken[j], a.weight[i] * b.weight[j]))
    return Automaton(tuple(layers), tuple(len(rows) for rows in result)), result


def _coded(sets: I64, size: int) -> I64:
    """Return each row of ``sets`` packed into one integer; the integers have the same order as the rows."""
    return np.asarray(sets @ size ** np.arange(sets.shape[1])[::-1])


def _places(values: I64, listed: I64) -> tuple[I64, Bools]:
    """Return the index of each of ``values`` in the ascending ``listed``, and whether it is there."""
    indices = np.minimum(np.searchsorted(listed, values), len(listed) - 1)
    return indices, listed[indices] == values


def _merged(source: I64, target: I64, taken: I64, weight: F64) -> Edges:
    """Return the edges, with edges of the same ends and cards merged into one."""
    key = (source * (target.max(initial=0) + 1) + target) * DRAWN_BASE + taken
    _, first, group = np.unique(key, return_index=True, return_inverse=True)
    weights = np.bincount(group.reshape(-1), weights=weight, minlength=len(first)).astype(np.float64)
    zeros = np.zeros(len(first), np.int64)
    return Edges(
        source=source[first], target=target[first], taken=taken[first], weight=weights, kinds=zeros, drawn=zeros
    )


NO_CARD = -1
"""Used instead of the rank of a common card if there is none."""


class JointAutomaton:
    """The choices of all seats, prepared once. :meth:`joint` joins the seats of interest with their free cards."""

    def __init__(self, setup: RazzSetup, check_cancelled: CancelCheck = never_cancelled) -> None:
        self._setup = setup
        self._check_cancelled = check_cancelled
        self._choices = [choice_automaton(seat.choices, seat.ways) for seat in setup.active]
        seats_with_choice = [(i, seat) for i, seat in enumerate(setup.active) if seat.choices.any()]
        seats_with_choice += [(len(setup.active) + i, seat) for i, seat in enumerate(setup.folded)]
        identical: dict[tuple[bytes, bytes], list[int]] = {}
        for i, seat in seats_with_choice:
            identical.setdefault((seat.choices.tobytes(), seat.ways.tobytes()), []).append(i)
        self._groups = [(self._choice(group[0]), frozenset(group)) for group in identical.values()]
        """Each distinct choice, with the seats that have it."""

    def _choice(self, seat: int) -> ChoiceAutomaton:
        """Return the choice of an active seat or, with a number after those of the active seats, of a folded one."""
        if seat < len(self._choices):
            return self._choices[seat]
        folded: RazzSeat = self._setup.folded[seat - len(self._choices)]
        return choice_automaton(folded.choices, folded.ways)

    def _identical_seats(self, seats: Sequence[int]) -> list[tuple[ChoiceAutomaton, int]]:
        """Return the choices of the seats that are not among ``seats``, each with the number of seats that have it."""
        remaining = [(choice, len(group.difference(seats))) for choice, group in self._groups]
        return [(choice, times) for choice, times in remaining if times]

    @property
    def shared_ranks(self) -> list[int]:
        """The ranks that the common card can have, or only ``NO_CARD`` if there is no common card."""
        return np.flatnonzero(self._setup.live).tolist() if self._setup.community else [NO_CARD]

    def edges(self, seats: Sequence[int]) -> float:
        """Return an upper bound of the number of edges of the joint automaton of ``seats``, summed over the ranks."""
        shares = np.ones(RANKS)
        parts = [self._choices[seat].edge_counts(self._setup.active[seat].free) for seat in seats]
        for choice, times in self._identical_seats(seats):
            parts += [choice.edge_counts(0)] * times  # identical seats have sets of states: a share of the product
            shares *= np.array([comb(size + times - 1, times) / size**times for size in choice.sizes[:-1]])
        live = self._setup.live
        counts = np.zeros((RANKS, 1, SUITS + 1))
        counts[:, 0, 0] = 1.0
        for part in parts:
            counts = _together(counts, part)
        before, taken = np.arange(counts.shape[1])[:, None], np.arange(SUITS + 1)
        lower_cards, all_taken = np.cumsum(live) - live, counts.shape[1] - 1
        for rank in range(RANKS):  # the cards taken below, at and above a rank are limited by the live ones
            later = all_taken - before - taken
            fits = (
                (taken <= live[rank])
                & (before <= lower_cards[rank])
                & (later <= live.sum() - lower_cards[rank] - live[rank])
            )
            counts[rank] *= fits & (later >= 0)
        return float((counts.sum(axis=(1, 2)) * shares).sum())

    def joint(self, seats: Sequence[int], shared: int = NO_CARD) -> tuple[Automaton, I64, float]:
        """Return the joint automaton with ``seats`` as contestants, their known cards int64[seats, 13] by rank, and a
        factor for all weights.

        Of the other seats only the cards of their choices are dealt: their free cards do not matter to the contestants.
        A common card of rank ``shared`` counts as known to all contestants; the factor is then the number of live cards
        of that rank.
        """
        active, live = self._setup.active, self._setup.live.copy()
        known = np.array([active[i].known for i in seats], dtype=np.int64).reshape(-1, RANKS)
        factor = 1.0
        if shared != NO_CARD:
            factor = float(live[shared])
            live[shared] -= 1
            known[:, shared] += 1
        parts = [
            seat_automaton(self._choices[seat], active[seat].free, live, known[position], position)
            for position, seat in enumerate(seats)
        ]
        # Other seats with the same choices are one part: the automaton of one of them, as many times.
        parts += [
            identical_seats(choice, times, live, self._check_cancelled)
            for choice, times in self._identical_seats(seats)
        ]
        merged = reduce(lambda a, b: product_automaton(a, b, live, self._check_cancelled), parts)
        return weighted_by_ways(merged, live, self._check_cancelled), known, factor

    def weight(self) -> float:
        """Return the total weight of the ways to deal all choices, in the unit of ``RazzSeat.ways``."""
        if not self._groups:
            return 1.0
        return float(ending_weights(self.joint(())[0], self._check_cancelled)[0][0])


def _together(counts: F64, part: F64) -> F64:
    """Return the edges of two sets of seats together, float64[13, n, 5]: by the cards taken before the rank and by
    those taken of it."""
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
"""Avoids a division by 0: if weights are so small that all products round to 0, the probabilities are 0 instead of NaN.
"""


class FinalDistributions:
    """The exact distributions of the final hands of a setup, computed on request."""

    def __init__(self, setup: RazzSetup, check_cancelled: CancelCheck = never_cancelled) -> None:
        self._check_cancelled = check_cancelled
        self._automaton = JointAutomaton(setup, check_cancelled)
        # For one seat by itself a common card is no different from one more card of its own.
        alone = tuple(replace(seat, free=seat.free + setup.community) for seat in setup.active)
        self._alone = JointAutomaton(replace(setup, active=alone, community=False), check_cancelled)

    def operations(self, *seats: int) -> float:
        """Return the cost of the distribution of one seat, or of the joint one of two seats, in nanoseconds of one
        core."""
        automaton = self._alone if len(seats) == 1 else self._automaton
        ranks = len(automaton.shared_ranks)
        return ranks * (automaton.edges(seats) * NANOSECONDS_PER_EDGE + NANOSECONDS_PER_DISTRIBUTION)

    def lows(self, seat: int) -> F64:
        """Return float64[FINALS]: the probabilities of the exact lows of ``seat``, the best first, then of the kinds of
        paired hands."""
        joint, known, _ = self._alone.joint((seat,))
        result = propagate(
            final_low(), joint, ending_weights(joint, self._check_cancelled), known, self._check_cancelled
        ).outcomes[DROPPED + 1 :]
        return np.asarray(result / max(float(result.sum()), TINY))

    def joint(self, first: int, second: int) -> F64:
        """Return float64[3, 10, 10]: the probabilities that the first seat wins, ties or loses against the second, by
        the class of each."""
        total = np.zeros(JOINT_SHAPE)
        for shared in self._automaton.shared_ranks:
            joint, known, factor = self._automaton.joint((first, second), shared)
            totals = ending_weights(joint, self._check_cancelled)
            outcomes = propagate(joint_classes(), joint, totals, known, self._check_cancelled).outcomes
            paired = propagate(tabulated_contest(2, PAIRED), joint, totals, known, self._check_cancelled).outcomes
            total += factor * outcomes[DROPPED + 1 :].reshape(JOINT_SHAPE)
            total[:, PAIRED_CLASS, PAIRED_CLASS] += factor * paired[[1, 3, 2]]
        return np.asarray(total / max(float(total.sum()), TINY))
