"""The winner, followed rank by rank: the states of a contest of up to five seats and their transitions.

Reading the ranks from the ace up, a seat with five different ranks is done. *Race*: whoever is done first
wins; of those done at the same rank the one whose ranks so far are lower, compared from the top, which is the
numerical order of the masks. That order matters only between seats with equally many ranks so far, since
others differ higher up. *Paired*: nobody gets five ranks. More ranks win (one pair, two pair, full house);
with equally many the second pair decides (three ranks), then the first pair, then the masks.

A transition is numbered by the kinds of the seats' holdings of a rank, ``sum_p 3**p * min(count, 2)``. Up to two seats
have few states, all tabulated once (:class:`Contest`). With more of them only those that the deals at hand meet are
(:class:`OpenContest`), and paired hands are followed by the number of ranks that wins, 4, 3 or 2: then a seat that has
got there has all its cards, and most of the others can be forgotten.
"""

from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import NamedTuple, Protocol

import numpy as np

from engine.arrays import I8, I32, I64
from engine.equity.jobs import Guard, unguarded
from engine.kernels.razz.contest import (
    EMPTY,
    FIELDS,
    FIRST,
    MOST_RANKS,
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
"""The outcome of what is counted elsewhere; the others are masks of the seats that win."""

MOST_SEATS = 5
MOST_TABULATED = 2
FEW_STATES = 1 << 12
EXPLORED_AT_ONCE = 1 << 16
"""Moves between two calls of the guard."""


class Moves(NamedTuple):
    """The moves of one rank: where each kind (the places in ``kinds`` int64[edges]) leads from each state.

    ``following`` int32[kinds, states]: the next state, or -1 - outcome where the contest is over. ``states`` int32[n]:
    the states asked for, as they are numbered here; ``after``: how many states there are behind the rank.
    """

    following: I32
    kinds: I64
    states: I32
    after: int


class Walk(Protocol):
    """A contest that is followed once, from the ace up."""

    def moves(self, rank: int, kinds: I64, states: I32) -> Moves:
        """Return the moves of the next rank by edges of ``kinds`` int64[edges] from ``states`` int32[n], all that are
        left."""

    def final(self, states: I32) -> I64:
        """Return the outcomes if the ranks end in ``states``: int64[n] of int32[n]."""


@dataclass(frozen=True, slots=True, eq=False)
class Contest:
    """A contest of ``seats`` seats with all its states.

    ``table`` int32[states, 3**seats], or one such table for each of the 13 ranks: the next state, or -1 - outcome
    where the contest is over; state 0 is the start. ``final`` int64[states]: the outcome if the ranks end in a state.
    ``ranks`` int64[states, seats]: different ranks held so far. ``lossy``: seats with five ranks are of no interest.
    ``outcomes``: their number, :data:`DROPPED` included.
    """

    seats: int
    table: I32
    final: I64
    ranks: I64
    lossy: bool
    outcomes: int

    def walk(self, known: I64, guard: Guard) -> Walk:
        """Start to follow the contest of seats with the ``known`` cards int64[seats, 13]."""
        del guard
        return _TabulatedWalk(self, known)


@dataclass(frozen=True, slots=True)
class OpenContest:
    """A contest that ``top`` different ranks win, whose states are found while it is followed."""

    seats: int
    top: int

    @property
    def outcomes(self) -> int:
        """The number of outcomes, :data:`DROPPED` included."""
        return 1 << self.seats

    def walk(self, known: I64, guard: Guard) -> Walk:
        """Start to follow the contest of seats with the ``known`` cards int64[seats, 13]."""
        return _OpenWalk(self, known, guard)


AnyContest = Contest | OpenContest


def contests(seats: int) -> tuple[AnyContest, ...]:
    """Return the contests that together determine who wins; each drops the ends that another one counts."""
    if seats <= MOST_TABULATED:
        return tabulated(seats, RACE), tabulated(seats, PAIRED)
    return tuple(OpenContest(seats, top) for top in (RACE, 4, 3, 2))


@cache
def tabulated(seats: int, top: int) -> Contest:
    """Return the contest of those with five ranks (``RACE``) or of those with fewer (``PAIRED``), all in a table."""
    every, none = _kinds(seats), np.zeros(seats, np.int64)
    codes, tables, done = np.zeros(1, np.int64), list[I32](), 0
    places = {0: 0}
    while done < len(codes):
        following, values = _explored(codes[done:], every, none, top)
        done = len(codes)
        numbers = np.array([places.setdefault(code, len(places)) for code in values.tolist()], dtype=np.int32)
        codes = np.array(list(places), dtype=np.int64)
        tables.append(np.where(following < 0, following, numbers[np.maximum(following, 0)]).T)
    fields = _fields(codes, seats)
    return Contest(seats, np.concatenate(tables), _winners(fields, top), fields[RANKS], top != RACE, 1 << seats)


class _TabulatedWalk:
    def __init__(self, contest: Contest, known: I64) -> None:
        self._contest, self._known = contest, known

    def moves(self, rank: int, kinds: I64, states: I32) -> Moves:
        contest = self._contest
        following = (contest.table if contest.table.ndim == 2 else contest.table[rank]).T.copy()
        if contest.lossy:
            later = (self._known[:, rank + 1 :] > 0).sum(axis=1)
            too_many = (contest.ranks + later > MOST_RANKS).any(axis=1)
            following[(following >= 0) & too_many[np.maximum(following, 0)]] = -1 - DROPPED
        return Moves(following, kinds, states, following.shape[1])

    def final(self, states: I32) -> I64:
        return self._contest.final[states]


class _OpenWalk:
    def __init__(self, contest: OpenContest, known: I64, guard: Guard) -> None:
        self._contest, self._known, self._guard = contest, known, guard
        self._codes = np.zeros(1, np.int64)

    def moves(self, rank: int, kinds: I64, states: I32) -> Moves:
        met, numbers = _met(states, len(self._codes))
        present, places = _met(kinds, len(_kinds(self._contest.seats)))
        later = (self._known[:, rank + 1 :] > 0).sum(axis=1)
        following, self._codes = _explored(
            self._codes[met], _kinds(self._contest.seats)[present], later, self._contest.top, self._guard
        )
        return Moves(following, places, numbers.astype(np.int32), len(self._codes))

    def final(self, states: I32) -> I64:
        return _winners(_fields(self._codes, self._contest.seats), self._contest.top)[states]


def _met(numbers: I32 | I64, size: int) -> tuple[I64, I64]:
    """Return which of ``size`` numbers are met, in order, and the place of each of ``numbers`` [n] among them."""
    met = np.flatnonzero(np.bincount(numbers, minlength=size)).astype(np.int64)
    places = np.zeros(size, np.int64)
    places[met] = np.arange(len(met))
    return met, places[numbers]


@cache
def _kinds(seats: int) -> I8:
    """Return int8[3**seats, seats]: what the seats hold of a rank, by kind."""
    return np.array([kinds[::-1] for kinds in product(range(3), repeat=seats)], dtype=np.int8)


def _explored(codes: I64, kinds: I8, later: I64, top: int, guard: Guard = unguarded) -> tuple[I32, I64]:
    """Return where each of ``kinds`` int8[k, seats] leads from each state, int32[k, states], and the states met."""
    seats, room = kinds.shape[1], FEW_STATES
    following = np.zeros((len(kinds), len(codes)), np.int32)
    work = np.zeros((FIELDS + 2, seats), np.int64)
    while True:
        result = np.zeros(room + len(kinds), np.int64)
        table = np.full(1 << int(2 * len(result) - 1).bit_length(), EMPTY, np.int32)
        count, step = 0, max(1, EXPLORED_AT_ONCE // len(kinds))
        for first in range(0, len(codes), step):
            guard()
            last = min(first + step, len(codes))
            count = explore(first, last, codes, kinds, later, top, work, following, table, result, count)
            if count < 0:
                break
        if count >= 0:
            return following, result[:count].copy()
        room *= 8


def _fields(codes: I64, seats: int) -> I64:
    """Return int64[4, states, seats]: the numbers packed into states."""
    bits = codes[None, :, None] >> (SEAT_BITS * np.arange(seats)) >> (3 * np.arange(FIELDS))[:, None, None]
    return np.asarray(bits & 7)


def _winners(fields: I64, top: int) -> I64:
    """Return the masks of the winners if the ranks end in a state, ``DROPPED`` where ``top`` ranks are not reached."""
    if top == RACE:
        return np.full(fields.shape[1], DROPPED)
    most = fields[RANKS].max(axis=1, keepdims=True)
    contenders = (fields[RANKS] == most) & (fields[FIRST] != OUT)
    two_pair = np.where(most == MOST_RANKS - 1, fields[SECOND], 0)
    for key in (two_pair, fields[FIRST], fields[ORDER]):
        masked = np.where(contenders, key, 8)
        contenders &= masked == masked.min(axis=1, keepdims=True)
    winners = (contenders << np.arange(contenders.shape[1])).sum(axis=1)
    return np.where((most[:, 0] == top) | (top == PAIRED), winners, DROPPED)
