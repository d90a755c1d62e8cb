"""Who wins, followed rank by rank: the states of a contest of up to three seats and their transitions.

Reading the ranks from the ace up, a seat with five different ranks is done. *Race*: whoever is done first
wins; of those done at the same rank the one whose ranks so far are lower, compared from the top, which is the
numerical order of the masks. That order matters only between seats with equally many ranks so far, since
others differ higher up. *Pairs*: nobody gets five ranks. More ranks win (one pair, two pair, full house);
with equally many the second pair decides (three ranks), then the first pair, then the masks.

A transition is told by the kinds of the seats' holdings of a rank, ``sum_p 3**p * min(count, 2)``.
"""

from dataclasses import dataclass
from functools import cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

DROPPED = 0
"""The outcome of what is counted elsewhere; the others are masks of the seats that win."""

Field = NDArray[np.int8]
"""Small numbers: the tables are large while they are explored."""


@dataclass(frozen=True, slots=True, eq=False)
class Contest:
    """A contest of ``seats`` seats.

    ``table`` int32[states, 3**seats], or one such table for each of the 13 ranks: the next state, or -1 - outcome
    where the contest is over; state 0 is the start. ``final`` int64[states]: the outcome if the ranks end in a state.
    ``ranks`` int64[states, seats]: different ranks held so far. ``lossy``: seats with five ranks are of no interest.
    ``outcomes``: their number, :data:`DROPPED` included.
    """

    seats: int
    table: NDArray[np.int32]
    final: NDArray[np.int64]
    ranks: NDArray[np.int64]
    lossy: bool
    outcomes: int

    def moves(self, rank: int) -> NDArray[np.int32]:
        """Return int32[3**seats, states], the table of ``rank`` by kinds."""
        table = self.table if self.table.ndim == 2 else self.table[rank]
        return table.T.copy()


@dataclass(frozen=True, slots=True, eq=False)
class _States:
    """Rows of states by seat: different ranks; places of the first and of the second pair (0 none); order of
    masks.
    """

    ranks: Field
    first: Field
    second: Field
    masks: Field

    def stacked(self) -> Field:
        return np.stack([self.ranks, self.first, self.second, self.masks])


@cache
def race(seats: int) -> Contest:
    """Return the contest for five different ranks; ends without them are dropped."""
    return _explore(seats, pairs=False)


@cache
def pairs(seats: int) -> Contest:
    """Return the contest of seats that all end with fewer than five ranks; other ends are dropped."""
    return _explore(seats, pairs=True)


def _explore(seats: int, *, pairs: bool) -> Contest:
    kinds = np.array([kind[::-1] for kind in product(range(3), repeat=seats)], dtype=np.int8)
    known = numbers = np.zeros(1, dtype=np.int64)  # codes in ascending order, and the numbers of their states
    found = [np.zeros((4, 1, seats), dtype=np.int8)]
    tables, new = [], found[0]
    while new.shape[1]:
        before = _States(*np.repeat(new, len(kinds), axis=1))
        after, outcome = _advance(before, np.tile(kinds, (new.shape[1], 1)), pairs=pairs)
        going, codes = outcome < 0, _codes(after)
        fresh, where = np.unique(codes[going], return_index=True)
        unknown = ~np.isin(fresh, known, assume_unique=True)
        joined = np.concatenate([known, fresh[unknown]])
        order = np.argsort(joined)
        numbers = np.concatenate([numbers, len(known) + np.arange(unknown.sum())])[order]
        known = joined[order]
        following = np.where(going, numbers[np.searchsorted(known, np.where(going, codes, 0))], -1 - outcome)
        tables.append(following.astype(np.int32).reshape(-1, len(kinds)))
        new = after.stacked()[:, going][:, where[unknown]]
        found.append(new)
    states = np.concatenate(found, axis=1)
    final = _final(_States(*states)) if pairs else np.full(states.shape[1], DROPPED)
    return Contest(seats, np.concatenate(tables), final, states[0].astype(np.int64), pairs, 1 << seats)


def _advance(states: _States, kinds: Field, *, pairs: bool) -> tuple[_States, NDArray[np.int64]]:
    """Return the states after one rank, and the outcomes where the contest is over (-1 elsewhere)."""
    seats = kinds.shape[1]
    held, doubled, later = (kinds > 0).astype(np.int8), kinds > 1, np.int8(seats + 1)
    ranks = states.ranks + held
    done = ranks == 5
    over = done.any(axis=1)
    outcome = np.where(over, DROPPED if pairs else _mask(_least(states.masks, done)), -1)
    first, second = states.first, states.second
    if pairs:
        has_first, has_second = (first > 0) | doubled, ((second > 0) | (first > 0) & doubled) & (ranks < 4)
        second = _places(np.where(second > 0, second, later), has_second)
        first = _places(np.where(first > 0, first, later), has_first)
    key = states.masks + held * later
    alike = (ranks[:, :, None] == ranks[:, None, :]) & (first[:, :, None] == first[:, None, :])
    masks = (alike & (key[:, None, :] < key[:, :, None])).sum(axis=2, dtype=np.int8)
    return _States(ranks, first, second, masks), outcome


def _places(key: Field, has: NDArray[np.bool_]) -> Field:
    """Return 0 for seats that have none, else 1 + the number of seats before it."""
    before = has[:, None, :] & (key[:, None, :] < key[:, :, None])
    return np.where(has, 1 + before.sum(axis=2, dtype=np.int8), np.int8(0))


def _least(key: Field, among: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return which of the seats ``among`` have the least key."""
    masked = np.where(among, key, np.iinfo(np.int8).max)
    least: NDArray[np.bool_] = among & (masked == masked.min(axis=1, keepdims=True))
    return least


def _final(states: _States) -> NDArray[np.int64]:
    """Return the winners among seats with two to four ranks, seven cards each."""
    most = states.ranks.max(axis=1, keepdims=True)
    contenders = states.ranks == most
    two_pair = np.where(most == 3, states.second, np.int8(0))
    for key in (two_pair, states.first, states.masks):
        contenders = _least(key, contenders)
    return _mask(contenders)


def _mask(seats: NDArray[np.bool_]) -> NDArray[np.int64]:
    mask: NDArray[np.int64] = (seats << np.arange(seats.shape[1])).sum(axis=1)
    return mask


def _codes(states: _States) -> NDArray[np.int64]:
    code = np.zeros(states.ranks.shape[0], dtype=np.int64)
    for field in states.stacked():
        for seat in range(field.shape[1]):
            code = code * 8 + field[:, seat]
    return code
