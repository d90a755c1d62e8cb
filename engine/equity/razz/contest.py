"""Who wins at showdown, followed rank by rank: the states of a contest of up to five seats and their transitions.

Ranks are read from the ace up, and a seat with five different ranks is done. *Race*: the seat that is done first wins.
Of seats that are done at the same rank the one whose ranks so far are lower wins; ranks are compared from the top,
which is the numerical order of their masks. This order matters only between seats with equally many ranks so far,
because others differ in a higher rank. *Paired*: no seat gets five different ranks. More ranks win (four: one pair,
three: two pair, two: full house). With equally many the second pair decides (three ranks only), then the first pair,
then the masks.

A transition is numbered by the kinds of the seats' holdings of a rank, ``sum_p 3**p * min(count, 2)``. Contests of up
to two seats have few states, which are tabulated once (:class:`Contest`). With more seats only the states that occur in
the deals at hand are explored (:class:`LazyContest`). There a paired contest is split by the number of ranks that wins,
4, 3 or 2: a seat that has that many has all its cards, and most of the others can be forgotten.
"""

from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import NamedTuple, Protocol

import numpy as np

from engine.arrays import I8, I32, I64
from engine.equity.jobs import CancelCheck, never_cancelled
from engine.kernels.razz.contest import (
    EMPTY,
    FIELDS,
    FIRST,
    MAX_RANKS,
    ORDER,
    OUT,
    PAIRED,
    RACE,
    RANKS,
    SEAT_BITS,
    SECOND,
    explore,
)

DROPPED = 0
"""The outcome of ends that another contest counts. All other outcomes are masks of the seats that win."""

MAX_SEATS = 5
MAX_TABULATED_SEATS = 2
INITIAL_CAPACITY = 1 << 12
EXPLORED_AT_ONCE = 1 << 16
"""Moves between two checks for cancellation."""


class Moves(NamedTuple):
    """The transitions of one rank.

    ``following`` int32[kinds, states]: the next state, or -1 - outcome if the contest is over. ``kinds`` int64[edges]:
    the row of ``following`` for each edge. ``states`` int32[n]: the requested states, as the columns of ``following``
    are numbered. ``after``: the number of states after the rank.
    """

    following: I32
    kinds: I64
    states: I32
    after: int


class Walk(Protocol):
    """A contest that is followed once, from the ace up."""

    def moves(self, rank: int, kinds: I64, states: I32) -> Moves:
        """Return the transitions of the next rank along edges of ``kinds`` int64[edges] from ``states`` int32[n], the
        states that still have weight."""

    def final(self, states: I32) -> I64:
        """Return the outcomes int64[n] if the ranks end in ``states`` int32[n]."""


@dataclass(frozen=True, slots=True, eq=False)
class Contest:
    """A contest of ``seats`` seats, all of whose states are tabulated.

    ``table`` int32[states, 3**seats], or one such table for each of the 13 ranks: the next state, or -1 - outcome if
    the contest is over. State 0 is the start. ``final`` int64[states]: the outcome if the ranks end in a state.
    ``ranks`` int64[states, seats]: how many different ranks each seat has so far. ``lossy``: deals in which a seat gets
    five different ranks are dropped. ``outcomes``: the number of outcomes, including :data:`DROPPED`.
    """

    seats: int
    table: I32
    final: I64
    ranks: I64
    lossy: bool
    outcomes: int

    def walk(self, known: I64, check_cancelled: CancelCheck) -> Walk:
        """Start to follow the contest of seats with the ``known`` cards int64[seats, 13]."""
        del check_cancelled
        return _TabulatedWalk(self, known)


@dataclass(frozen=True, slots=True)
class LazyContest:
    """A contest that is won with ``top`` different ranks. Its states are explored while it is followed."""

    seats: int
    top: int

    @property
    def outcomes(self) -> int:
        """The number of outcomes, including :data:`DROPPED`."""
        return 1 << self.seats

    def walk(self, known: I64, check_cancelled: CancelCheck) -> Walk:
        """Start to follow the contest of seats with the ``known`` cards int64[seats, 13]."""
        return _LazyWalk(self, known, check_cancelled)


AnyContest = Contest | LazyContest


def contests(seats: int) -> tuple[AnyContest, ...]:
    """Return the contests that together determine who wins. Each drops the ends that another one counts."""
    if seats <= MAX_TABULATED_SEATS:
        return tabulated_contest(seats, RACE), tabulated_contest(seats, PAIRED)
    return tuple(LazyContest(seats, top) for top in (RACE, 4, 3, 2))


@cache
def tabulated_contest(seats: int, top: int) -> Contest:
    """Return the contest of seats with five different ranks (``RACE``) or with fewer (``PAIRED``), tabulated."""
    all_kinds, no_known_ranks = _kinds(seats), np.zeros(seats, np.int64)
    codes, tables, explored = np.zeros(1, np.int64), list[I32](), 0
    number_of = {0: 0}
    # Breadth-first: explore the states that the last round found, until no new ones appear.
    while explored < len(codes):
        following, values = _explored(codes[explored:], all_kinds, no_known_ranks, top)
        explored = len(codes)
        numbers = np.array([number_of.setdefault(code, len(number_of)) for code in values.tolist()], dtype=np.int32)
        codes = np.array(list(number_of), dtype=np.int64)
        tables.append(np.where(following < 0, following, numbers[np.maximum(following, 0)]).T)
    fields = _fields(codes, seats)
    return Contest(
        seats=seats,
        table=np.concatenate(tables),
        final=_winners(fields, top),
        ranks=fields[RANKS],
        lossy=top != RACE,
        outcomes=1 << seats,
    )


class _TabulatedWalk:
    """A walk over the ranks of one deal in a tabulated contest. ``known`` int64[seats, 13]: the known cards."""

    def __init__(self, contest: Contest, known: I64) -> None:
        self._contest, self._known = contest, known

    def moves(self, rank: int, kinds: I64, states: I32) -> Moves:
        """Return the transitions of ``rank`` for edges with ``kinds`` from ``states``."""
        contest = self._contest
        following = (contest.table if contest.table.ndim == 2 else contest.table[rank]).T.copy()
        # A seat that already has ``ranks`` different ranks and has known cards of ``later`` further ranks ends
        # with at least as many as both together. If these are more than four, its deals are dropped here already.
        if contest.lossy:
            later = (self._known[:, rank + 1 :] > 0).sum(axis=1)
            too_many = (contest.ranks + later > MAX_RANKS).any(axis=1)
            following[(following >= 0) & too_many[np.maximum(following, 0)]] = -1 - DROPPED
        return Moves(following, kinds, states, following.shape[1])

    def final(self, states: I32) -> I64:
        """Return the outcomes of ``states`` after the last rank."""
        return self._contest.final[states]


class _LazyWalk:
    """A walk over the ranks of one deal that explores only the states that occur. ``known`` int64[seats, 13]: the known
    cards."""

    def __init__(self, contest: LazyContest, known: I64, check_cancelled: CancelCheck) -> None:
        self._contest, self._known, self._check_cancelled = contest, known, check_cancelled
        self._codes = np.zeros(1, np.int64)

    def moves(self, rank: int, kinds: I64, states: I32) -> Moves:
        """Return the transitions of ``rank`` for edges with ``kinds`` from ``states``."""
        present_states, state_index = _distinct(states, len(self._codes))
        present_kinds, kind_index = _distinct(kinds, len(_kinds(self._contest.seats)))
        later = (self._known[:, rank + 1 :] > 0).sum(axis=1)
        # Only states with weight and kinds that occur are explored. Their codes replace those of the last rank.
        following, self._codes = _explored(
            self._codes[present_states],
            _kinds(self._contest.seats)[present_kinds],
            later,
            self._contest.top,
            self._check_cancelled,
        )
        return Moves(following, kind_index, state_index.astype(np.int32), len(self._codes))

    def final(self, states: I32) -> I64:
        """Return the outcomes of ``states`` after the last rank."""
        return _winners(_fields(self._codes, self._contest.seats), self._contest.top)[states]


def _distinct(numbers: I32 | I64, size: int) -> tuple[I64, I64]:
    """Return the distinct values of ``numbers`` [n] in ascending order, and for each of ``numbers`` its index among
    these. All are below ``size``."""
    distinct = np.flatnonzero(np.bincount(numbers, minlength=size)).astype(np.int64)
    index = np.zeros(size, np.int64)
    index[distinct] = np.arange(len(distinct))
    return distinct, index[numbers]


@cache
def _kinds(seats: int) -> I8:
    """Return int8[3**seats, seats]: how many cards of a rank each seat holds (2: two or more), by kind."""
    return np.array([kinds[::-1] for kinds in product(range(3), repeat=seats)], dtype=np.int8)


def _explored(
    codes: I64, kinds: I8, later: I64, top: int, check_cancelled: CancelCheck = never_cancelled
) -> tuple[I32, I64]:
    """Return the transitions int32[k, states] of the states ``codes`` for each of ``kinds`` int8[k, seats], and the
    codes of the states that they reach.

    ``later`` int64[seats]: of how many higher ranks each seat has known cards.
    """
    seats, capacity = kinds.shape[1], INITIAL_CAPACITY
    following = np.zeros((len(kinds), len(codes)), np.int32)
    work = np.zeros((FIELDS + 2, seats), np.int64)
    # The number of states that are reached is not known in advance: if they do not fit, start again with more
    # memory.
    while True:
        result = np.zeros(capacity + len(kinds), np.int64)
        table = np.full(1 << int(2 * len(result) - 1).bit_length(), EMPTY, np.int32)
        count, step = 0, max(1, EXPLORED_AT_ONCE // len(kinds))
        for first in range(0, len(codes), step):
            check_cancelled()
            last = min(first + step, len(codes))
            count = explore(first, last, codes, kinds, later, top, work, following, table, result, count)
            if count < 0:
                break
        if count >= 0:
            return following, result[:count].copy()
        capacity *= 8


def _fields(codes: I64, seats: int) -> I64:
    """Return the numbers that are packed into the states ``codes``, int64[4, states, seats]."""
    bits = codes[None, :, None] >> (SEAT_BITS * np.arange(seats)) >> (3 * np.arange(FIELDS))[:, None, None]
    return np.asarray(bits & 7)


def _winners(fields: I64, top: int) -> I64:
    """Return the mask of the winners if the ranks end in each state, int64[states]; ``DROPPED`` if the best hand does
    not have ``top`` different ranks."""
    if top == RACE:
        return np.full(fields.shape[1], DROPPED)
    max_ranks = fields[RANKS].max(axis=1, keepdims=True)
    contenders = (fields[RANKS] == max_ranks) & (fields[FIRST] != OUT)
    two_pair = np.where(max_ranks == MAX_RANKS - 1, fields[SECOND], 0)
    for key in (two_pair, fields[FIRST], fields[ORDER]):
        masked = np.where(contenders, key, 8)
        contenders &= masked == masked.min(axis=1, keepdims=True)
    winners = (contenders << np.arange(contenders.shape[1])).sum(axis=1)
    return np.where((max_ranks[:, 0] == top) | (top == PAIRED), winners, DROPPED)
