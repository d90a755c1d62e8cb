"""Exact razz for one to five active seats: sums over all deals rank by rank (see ``automaton`` and ``contest``).

The cost does not grow with the number of deals: two unknown hands take a few milliseconds, four hands known on third
street take some tens of milliseconds. Limits: five active seats, and choices whose automata stay small (see
``operations``).

The number of deals is an exact integer. Choices are counted by the same automata with integer weights, modulo enough
primes to determine the number by the Chinese remainder theorem. The free cards of each seat are a set, so they
contribute binomial coefficients.
"""

from functools import reduce
from math import comb, perm, prod
from typing import NamedTuple

import numpy as np

from engine.equity.jobs import CancelCheck, Tally, never_cancelled
from engine.equity.razz.automaton import (
    RANKS,
    Automaton,
    choice_automaton,
    ending_weights,
    product_automaton,
    propagate,
    seat_automaton,
    weighted_by_ways,
)
from engine.equity.razz.contest import DROPPED, MAX_TABULATED_SEATS, AnyContest, contests, tabulated_contest
from engine.equity.razz.joint_automaton import JointAutomaton
from engine.equity.razz.lows import ExactTally
from engine.equity.razz.setup import RazzSetup
from engine.equity.results import Estimate
from engine.kernels.razz.contest import PAIRED, RACE
from engine.kernels.razz.low import CLASSES, PAIRED_CLASS

PRIMES = (
    2147483647, 2147483629, 2147483587, 2147483579, 2147483563,
    2147483549, 2147483543, 2147483497, 2147483489, 2147483477,
)  # fmt: skip
"""Primes below 2**31, so that products of a residue and a weight stay within int64. Their product exceeds 52 factorial.
"""


def count_razz_deals(setup: RazzSetup) -> int:
    """Return the number of deals with positive weight that agree with all known cards.

    Particular cards count once, the down cards of a pair are a set, each up slot counts by itself, and the free cards
    of a seat are a set.
    """
    seats = [seat for seat in (*setup.active, *setup.folded) if seat.choices.any()]
    remaining = int(setup.live.sum())
    ways = 1
    if seats:
        ways = _choice_orders(setup) // prod(seat.orders_per_set for seat in seats)
        remaining -= sum(int(seat.choices[0].sum()) for seat in seats)
    for seat in setup.active:
        ways *= comb(remaining, seat.free)
        remaining -= seat.free
    return ways * (remaining if setup.community else 1)


def _choice_orders(setup: RazzSetup) -> int:
    """Return the number of ways to deal all choices in order."""
    seats = [seat for seat in (*setup.active, *setup.folded) if seat.choices.any()]
    live = setup.live
    choices = [choice_automaton(seat.choices, seat.orders.astype(np.float64)) for seat in seats]
    automata = [seat_automaton(choice, 0, live, live, None) for choice in choices]
    joint = weighted_by_ways(reduce(lambda a, b: product_automaton(a, b, live), automata), live)
    bound = perm(int(live.sum()), sum(int(seat.choices[0].sum()) for seat in seats))
    # Garner's algorithm: extend the number by one prime after the other until the modulus exceeds every possible
    # value.
    number, modulus = 0, 1
    for prime in PRIMES:
        if modulus > bound:
            break
        number += modulus * ((_paths(joint, prime) - number) * pow(modulus, -1, prime) % prime)
        modulus *= prime
    return number


def _paths(joint: Automaton, prime: int) -> int:
    """Return the total weight of all paths modulo ``prime``."""
    totals = np.ones(1, dtype=np.int64)
    for rank in reversed(range(len(joint.edges))):
        layer = joint.edges[rank]
        terms = layer.weight.astype(np.int64) % prime * totals[layer.target] % prime
        # Sums of residues below 2**31 are exact in float64 for up to 2**22 edges of a state.
        sums = np.bincount(layer.source, weights=terms, minlength=joint.sizes[rank])
        totals = sums.astype(np.int64) % prime
    return int(totals[0])


MAX_EDGES = 1e7
"""The maximum number of edges of a joint automaton: more would take gigabytes of memory."""

NANOSECONDS_PER_EDGE = 120.0
NANOSECONDS_PER_STEP = 0.13
"""A step is one edge from one state of the contest. This is its cost if the states are explored, not tabulated."""

NANOSECONDS_PER_TABULATED_STEP = 0.05
NANOSECONDS_PER_LAYER = 38_000.0

RACE_STATES = (1.0, 3.5, 4.8, 5.8, 6.7, 7.5)
PAIRS_STATES = (2.6, 4.8, 10.5, 13.5, 18.0)
"""States of a contest per seat, which multiply over the seats, as measured for four and five seats. ``RACE_STATES`` is
indexed by how many different ranks the seat still lacks to five, ``PAIRS_STATES`` by how many more it may get up to
four."""


class RaceChunk(NamedTuple):
    """One chunk of work: ``contests`` of all seats, or, if there are none, the classes of ``seat``. ``shared``: the
    rank of the common card, or ``NO_CARD``."""

    contests: tuple[AnyContest, ...]
    seat: int
    shared: int


class RaceJob:
    """The exact method for one to five active seats."""

    def __init__(self, setup: RazzSetup, check_cancelled: CancelCheck = never_cancelled) -> None:
        self._setup = setup
        self._check_cancelled = check_cancelled
        self._layout = ExactTally(len(setup.active))
        self._automaton = JointAutomaton(setup, check_cancelled)
        shared, seats = self._automaton.shared_ranks, len(setup.active)
        self._parts = [
            *(RaceChunk(contests, 0, rank) for rank in shared for contests in contests_of(seats)),
            *(RaceChunk((), seat, rank) for rank in shared for seat in range(seats)),
        ]
        self.operations = (contest_operations(setup, self._automaton) + self._classes_cost()) * len(shared)
        """The cost in nanoseconds of one core."""

    @property
    def chunks(self) -> int:
        """The number of chunks."""
        return len(self._parts)

    def _classes_cost(self) -> float:
        """Return the cost of the classes of all seats for one common card, in nanoseconds."""
        seats = range(len(self._setup.active))
        steps = sum(self._automaton.edges((seat,)) for seat in seats) * len(tabulated_contest(1, RACE).table)
        return steps * NANOSECONDS_PER_TABULATED_STEP + len(seats) * _of_layers(self._setup)

    def compute(self, chunk: int) -> Tally:
        """Return the tally of one chunk."""
        part = self._parts[chunk]
        if part.contests:
            return self._contest(part.contests, part.shared)
        return self._classes(part.seat, part.shared)

    def _contest(self, contests: tuple[AnyContest, ...], shared: int) -> Tally:
        """Return the tally of the winners in some contests."""
        seats = len(self._setup.active)
        joint, known, factor = self._automaton.joint(range(seats), shared)
        totals = ending_weights(joint, self._check_cancelled)
        outcomes = np.zeros(1 << seats)
        for contest in contests:
            outcomes += propagate(contest, joint, totals, known, self._check_cancelled).outcomes
        outcomes[DROPPED] = 0.0
        return self._layout.contest(outcomes * factor)

    def _classes(self, seat: int, shared: int) -> Tally:
        """Return the tally of the classes of one seat."""
        joint, known, factor = self._automaton.joint((seat,), shared)
        result = propagate(
            tabulated_contest(1, RACE),
            joint,
            ending_weights(joint, self._check_cancelled),
            known,
            self._check_cancelled,
        )
        classes = np.zeros(CLASSES)
        # A single seat is done at its fifth different rank, which names its class: five (index 4) to king.
        classes[:PAIRED_CLASS] = result.by_rank[4:, 1]
        classes[PAIRED_CLASS] = result.outcomes[DROPPED]
        return self._layout.classes(seat, classes * factor)

    def deals(self) -> int:
        """Return the number of deals of positive weight."""
        return count_razz_deals(self._setup)

    def estimates(self, tally: Tally) -> tuple[Estimate, ...]:
        """Return the estimates of the active seats."""
        return self._layout.estimates(tally)


def contests_of(seats: int) -> tuple[tuple[AnyContest, ...], ...]:
    """Return the contests that determine who wins among ``seats``, grouped by the automaton that they share."""
    if seats < 2:
        return ()
    all_contests = contests(seats)
    # A group builds its automaton once. The contest for four ranks takes longest: it is a chunk of its own, which runs
    # in parallel with the others.
    return (all_contests,) if seats == 2 else (all_contests[:1] + all_contests[2:], all_contests[1:2])


def contest_operations(setup: RazzSetup, automaton: JointAutomaton) -> float:
    """Return about how many nanoseconds the contests of all active seats take for each rank of the common card;
    infinite if there are too many edges."""
    seats = len(setup.active)
    if seats < 2:
        return 0.0
    edges = automaton.edges(range(seats))
    if edges > MAX_EDGES:
        return float("inf")
    layers = 2 * _of_layers(setup) + edges * NANOSECONDS_PER_EDGE * len(contests_of(seats))
    if seats <= MAX_TABULATED_SEATS:
        states = len(tabulated_contest(seats, RACE).table) + len(tabulated_contest(seats, PAIRED).table)
        return layers + edges * states * NANOSECONDS_PER_TABULATED_STEP
    ranks = [int((seat.known > 0).sum()) for seat in setup.active]
    race_states = float(np.prod([RACE_STATES[max(0, 5 - count)] for count in ranks]))
    pair_states = float(np.prod([PAIRS_STATES[4 - count] if count <= 4 else 0.0 for count in ranks]))
    return layers + edges * (race_states + pair_states) * NANOSECONDS_PER_STEP


def _of_layers(setup: RazzSetup) -> float:
    return (len(setup.active) + len(setup.folded)) * RANKS * NANOSECONDS_PER_LAYER
