"""The contest of one player, hero, against each of some others: what the pot is worth to him, rank by rank.

Only who is better than hero matters, not who is better than whom: the states are those of his contests with each alone
(``contest.tabulated``), put together as he holds the same in all, and states that are worth the same whatever follows
are one (Moore 1956). What has been decided goes on as a state of its own, and so does the deal by itself.
"""

from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np

from engine.arrays import F64, I32, I64
from engine.kernels.razz.contest import MOST_RANKS, PAIRED, RACE
from engine.razz.contest import tabulated

EVERY_DEAL = 0
"""The state that counts deals, whatever they bring."""
LOST = -1
HERO, OTHER, TIE = 1, 2, 3


class HeroContest(NamedTuple):
    """``table`` int32[kinds, states]: the next state by what all hold of a rank, hero first (``contest.Contest``), or
    ``LOST``; ``starts`` int32[n]: where it begins, all at once; ``worth`` float64[states]: hero's share of the pot if
    the ranks end there; ``ranks`` int64[states, players]: different ranks held, where more than four are a loss."""

    table: I32
    starts: I32
    worth: F64
    ranks: I64


@lru_cache(maxsize=256)
def following(others: int, later: tuple[int, ...]) -> I32:
    """Return the table of a rank, int32[kinds, states], without states that lead to five ranks where that is a loss;
    ``later``: the different ranks above it that each player is known to hold, hero first."""
    contest = hero_contest(others)
    lost = np.asarray((contest.ranks > 0).any(axis=1) & (contest.ranks + later > MOST_RANKS).any(axis=1))
    return np.where((contest.table >= 0) & lost[np.maximum(contest.table, 0)], np.int32(LOST), contest.table)


@cache
def hero_contest(others: int) -> HeroContest:
    """Return the contest against so many others."""
    kinds = 3 ** (1 + others)
    decided = 1 + others if others else 0
    tables = [np.tile(np.arange(1 + decided, dtype=np.int32), (kinds, 1))]
    worth, ranks = [np.ones(1), 1.0 / np.arange(1, 1 + decided)], [np.zeros((1 + decided, 1 + others), np.int64)]
    starts, states = [EVERY_DEAL], 1 + decided
    for top in (RACE, PAIRED) if others else ():
        table, shares, held = _merged(_together(top, others, states), states)
        tables.append(table.astype(np.int32))
        worth.append(shares)
        ranks.append(held if top == PAIRED else np.zeros_like(held))
        starts.append(states)
        states += len(shares)
    return HeroContest(
        np.ascontiguousarray(np.concatenate(tables, axis=1), np.int32), np.array(starts, np.int32),
        np.concatenate(worth), np.concatenate(ranks),
    )  # fmt: skip


States = tuple[I64, F64, I64]


def _together(top: int, others: int, first: int) -> States:
    """Return the table int64[states, kinds], the worth and the ranks of contests of hero with each, whose states are
    numbered from ``first`` on."""
    alone = tabulated(2, top)
    kinds, size = np.arange(3 ** (1 + others)), len(alone.table)
    columns = [kinds % 3 + 3 * (kinds // 3 ** (1 + i) % 3) for i in range(others)]
    codes, scale = np.zeros((1, others), np.int64), size ** np.arange(others)
    places, tables, done = {0: 0}, list[I64](), 0
    while done < len(codes):
        moved = np.stack([alone.table[codes[done:, i]][:, columns[i]] for i in range(others)], axis=2).astype(np.int64)
        done = len(codes)
        going = (moved >= 0).all(axis=2)
        outcomes = -1 - np.minimum(moved, -1)
        won = ((moved < 0) & ((outcomes == HERO) | (outcomes == TIE))).all(axis=2)
        table = np.where(won, 1 + (outcomes == TIE).sum(axis=2), LOST)
        met, where = np.unique(moved[going] @ scale, return_inverse=True)
        numbers = np.array([places.setdefault(code, len(places)) for code in met.tolist()], np.int64)
        table[going] = first + numbers[where.reshape(-1)] if len(met) else LOST
        tables.append(table)
        codes = np.array(list(places))[:, None] // scale % size
    ends = alone.final[codes]
    shares = np.where(((ends == HERO) | (ends == TIE)).all(axis=1), 1.0 / (1 + (ends == TIE).sum(axis=1)), 0.0)
    ranks = np.concatenate([alone.ranks[codes[:, :1], 0], alone.ranks[codes, 1]], axis=1)
    return np.concatenate(tables), shares, ranks


def _merged(states: States, first: int) -> States:
    """Return the table int64[kinds, states] with equal states made one, their worth and ranks; the first state stays
    first."""
    table, worth, ranks = states
    parts, count = _parts(np.column_stack([np.unique(worth, return_inverse=True)[1], ranks])), 0
    while parts.max() + 1 > count:
        count = int(parts.max()) + 1
        parts = _parts(np.column_stack([parts, _renamed(table, first, parts)]))
    kept = np.unique(parts, return_index=True)[1]
    return _renamed(table[kept], first, parts).T, worth[kept], ranks[kept]


def _renamed(table: I64, first: int, parts: I64) -> I64:
    return np.where(table >= first, first + parts[np.maximum(table - first, 0)], table)


def _parts(rows: I64) -> I64:
    """Return the number of each row among the different ones, in the order in which they come."""
    place = np.zeros(len(rows), np.int64)
    for column in rows.T:  # much faster than whole rows
        codes = place * (int(np.ptp(column)) + 1) + column - column.min()
        place = np.unique(codes, return_inverse=True)[1].reshape(-1)
    first = np.unique(place, return_index=True)[1]
    order = np.empty(len(first), np.int64)
    order[np.argsort(first)] = np.arange(len(first))
    return np.asarray(order[place])
