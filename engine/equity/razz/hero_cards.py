"""One player's unknown cards against others: how likely each set of some of them is, and his share of the pot with it,
for all sets at once.

Hero's cards that are asked for are any of his free ones: a deal in which his free cards hold x of a rank counts as
often as the asked ones can be chosen among them (as in ``starting``). Values that the deals are worth from a rank on
are followed backwards with none or one of the asked cards above, weights forwards with none or one below; they meet at
the rank of the middle one. So one pass over the others' cards serves all hands of hero's. The cards of one of the
others are counted in the same way, beside one of hero's.
"""

from collections.abc import Callable, Sequence
from functools import cache, lru_cache, partial, reduce
from typing import NamedTuple

import numpy as np

from engine.arrays import F64, I32, I64
from engine.equity.jobs import Guard, unguarded
from engine.equity.razz.automaton import (
    DRAWN_BASE,
    FALLING,
    RANKS,
    Automaton,
    Edges,
    choice_automaton,
    product,
    seat_automaton,
)
from engine.equity.razz.contest import tabulated
from engine.equity.razz.setup import RazzSeat
from engine.kernels.razz.contest import MOST_RANKS, PAIRED, RACE
from engine.kernels.razz.fourths import SUITS, Layout, Rank, go_back, go_on, reach

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


KEPT_TABLES = 32
"""Those of one pass through the ranks, and as many more: each takes a third of a megabyte against two others."""


@lru_cache(maxsize=KEPT_TABLES)
def following(others: int, later: tuple[int, ...]) -> I32:
    """Return the table of a rank, int32[kinds, states], without states that lead to five ranks where that is a loss;
    ``later``: the different ranks above it that each player is known to hold, hero first."""
    contest = hero_contest(others)
    lost = np.asarray((contest.ranks > 0).any(axis=1) & (contest.ranks + later > MOST_RANKS).any(axis=1))
    if not lost.any():
        return contest.table
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


BLOCK = 1 << 16
"""Least number of states for which room is made at a time."""
ORDERS = 1.0 / FALLING.diagonal()


class Others:
    """Those who contest the pot with hero and those who only take cards, with their choices; particular cards are given
    with each computation. ``live`` int64[13]: the cards that can be dealt at most."""

    def __init__(
        self, contestants: Sequence[RazzSeat], takers: Sequence[RazzSeat], live: I64, guard: Guard = unguarded
    ) -> None:
        self._guard, self._count = guard, len(contestants)
        seats = [*enumerate(contestants), *((None, seat) for seat in takers)]
        none = np.zeros(RANKS, np.int64)
        parts = [
            seat_automaton(choice_automaton(seat.choices, seat.ways), seat.free, live, none, place)
            for place, seat in seats
        ]
        whole = reduce(lambda a, b: product(a, b, live, guard), parts, NOBODY)
        self._edges = [edges.where(np.argsort(edges.target, kind="stable")) for edges in whole.edges]
        self._starts = [
            np.searchsorted(edges.target, np.arange(size + 1))
            for edges, size in zip(self._edges, whole.sizes[1:], strict=True)
        ]

    def sums(self, known: I64, live: I64, free: int, given: int) -> F64:
        """Return weights and weights times hero's shares by ``given`` (0 to 3) of hero's ``free`` unknown cards,
        float64[13, .., 13, 2], filled where their ranks do not fall.

        ``known`` int64[1 + contestants, 13]: particular cards, hero's first; ``live`` int64[13]: the cards left.
        """
        passage = self._passage(known, live, free)
        if given > 1:
            passage.drop_worthless()
        return passage.sums(given)

    def sums_by_two(self, known: I64, live: I64, free: int) -> F64:
        """Return the same by one of hero's unknown cards and one of the last contestant's, float64[13, 13, 2]."""
        return self._passage(known, live, free).sums_by_two(
            [edges.drawn // DRAWN_BASE ** (self._count - 1) % DRAWN_BASE for edges in self._edges]
        )

    def _passage(self, known: I64, live: I64, free: int) -> "_Passage":
        ranks = [self._rank(known, live, rank) for rank in range(RANKS)]
        return _Passage(hero_contest(self._count), ranks, free + 1, self._guard)

    def _rank(self, known: I64, live: I64, rank: int) -> Rank:
        edges = self._edges[rank]
        kinds = np.zeros_like(edges.kinds)
        for place in range(self._count):
            kinds += 3 ** (1 + place) * np.minimum(edges.kinds // 3**place % 3 + known[1 + place, rank], 2)
        own = np.minimum(known[0, rank] + np.arange(SUITS + 1), 2)
        chances = np.concatenate([FALLING[live[rank]], np.zeros(SUITS)])
        later = (known[:, rank + 1 :] > 0).sum(axis=1).tolist()
        moves = following(self._count, tuple(later))
        return Rank(self._starts[rank], edges.source, edges.taken, edges.weight, kinds, own, ORDERS, chances, moves)


def _no_seats() -> Automaton:
    one, none = np.ones(1), np.zeros(1, np.int64)
    return Automaton((Edges(none, none, none, one, none, none),) * RANKS, (1,) * (RANKS + 1))


NOBODY = _no_seats()


class _Passage:
    """Hero's contest followed through all deals, there and back."""

    def __init__(self, contest: HeroContest, ranks: list[Rank], width: int, guard: Guard) -> None:
        self._ranks, self._width, self._guard = ranks, width, guard
        self._places: I32 = np.full((width, contest.table.shape[1]), -1, np.int32)
        self._layouts = self._reached(contest.starts)
        end = self._layouts[-1]
        whole = np.arange(len(end.states)) >= end.rows[width - 1]
        self._worth = np.where(whole, contest.worth[end.states], 0.0)[:, None]

    def sums(self, given: int) -> F64:
        """Return the sums by ``given`` of hero's cards."""
        values, result = self._backwards(counted=given > 1), np.zeros((*(RANKS,) * given, 2))
        weights = np.ones((len(self._layouts[0].states), 1))
        if given == 0:
            result[:] = self._met(0, weights, values[0])[0, 0]
            return result
        for rank in range(RANKS):
            moved, two, three = self._onward(rank, self._ranks[rank], weights, several=given > 1)
            behind = values[rank + 1]
            alone, above = behind[:, :1], behind[:, :0:-1]
            weights = moved if given > 2 else moved[:, :1].copy()
            if given == 1:
                result[rank] = self._met(rank + 1, moved[:, -1:], alone)[0, 0]
            elif given == 2:
                result[rank, rank] = self._met(rank + 1, two, alone)[0, 0]
                result[rank, rank + 1 :] = self._met(rank + 1, moved[:, -1:], above)[0]
            else:
                below = np.array([rank, *range(rank)])
                result[below, rank, rank] = self._met(rank + 1, three, alone)[:, 0]
                result[below, rank, rank + 1 :] = self._met(rank + 1, two, above)
        return result

    def sums_by_two(self, drawn: list[I64]) -> F64:
        """Return the sums by one of hero's cards and one of another player's, who draws ``drawn`` int64[edges] at each
        rank."""
        drawing = [rank._replace(weights=rank.weights * count) for rank, count in zip(self._ranks, drawn, strict=True)]
        values, result = self._backwards(counted=True, drawing=drawing), np.zeros((RANKS, RANKS, 2))
        weights = np.ones((len(self._layouts[0].states), 1))
        for rank in range(RANKS):
            moved = self._onward(rank, self._ranks[rank], weights, several=False)[0]
            other = self._onward(rank, drawing[rank], weights, several=False)[0]
            behind = values[rank + 1]
            result[rank, rank] = self._met(rank + 1, other[:, 1:], behind[:, :1])[0, 0]
            result[rank + 1 :, rank] = self._met(rank + 1, other[:, :1], behind[:, 1::2][:, ::-1])[0]
            result[rank, rank + 1 :] = self._met(rank + 1, moved[:, 1:], behind[:, 2::2][:, ::-1])[0]
            weights = moved[:, :1].copy()
        return result

    def _met(self, boundary: int, weights: F64, values: F64) -> F64:
        """Return the sums of float64[n, i] weights and float64[n, j] values before a rank, float64[i, j, 2]."""
        every = np.flatnonzero(self._layouts[boundary].states == EVERY_DEAL)
        deals = weights[every].T @ values[every]
        return np.stack([deals, np.maximum(weights.T @ values - deals, 0.0)], axis=2)

    def _steps(self, rank: int, step: Callable[[int], int]) -> None:
        """Do the steps of a rank one after the other, until all states of the others are done."""
        state = 0
        while state < len(self._ranks[rank].starts) - 1:
            self._guard()
            state = step(state)

    def _reached(self, starts: I32) -> list[Layout]:
        rows = np.full(self._width + 1, len(starts))
        rows[0] = 0
        layouts = [Layout(rows, starts)]
        for rank in range(RANKS):
            layouts.append(self._behind(rank, layouts[-1]))
        return layouts

    def _behind(self, number: int, before: Layout) -> Layout:
        rank, full = self._ranks[number], self._places.size
        rows = np.zeros((len(rank.starts) - 1) * self._width + 1, np.int64)
        states, state = np.empty(max(BLOCK, 2 * full), np.int32), 0
        while state < len(rank.starts) - 1:
            self._guard()
            if rows[state * self._width] + full > len(states):
                states = np.concatenate([states, np.empty_like(states)])
            state = reach(state, rank, self._width, before, self._places, Layout(rows, states))
        return Layout(rows, states[: rows[-1]].copy())

    def _backwards(self, *, counted: bool, drawing: Sequence[Rank] = ()) -> list[F64]:
        """Return what the states before each rank and at the end are worth, float64[n, 1] each; ``counted``: float64[n,
        1 + ranks above], the first column alone, the others with one of hero's cards counted, of the king first; each
        followed by one with a card of another player's counted, by the ranks ``drawing``."""
        values = [self._worth]
        for rank in reversed(range(RANKS)):
            before, behind = self._layouts[rank : rank + 2]
            more = values[-1].shape[1] if counted else 0
            worth = np.zeros((len(before.states), 1 + more + bool(drawing)))
            self._steps(rank, partial(self._back, self._ranks[rank], before, behind, values[-1], worth))
            if drawing:
                drawn = np.zeros((len(before.states), 1))
                self._steps(rank, partial(self._back, drawing[rank], before, behind, values[-1], drawn))
                worth[:, -1:] = drawn
            values.append(worth)
        return values[::-1]

    def _back(self, rank: Rank, before: Layout, behind: Layout, following: F64, worth: F64, state: int) -> int:
        return go_back(state, rank, self._width, before, behind, self._places, following, worth)

    def _onward(self, number: int, rank: Rank, weights: F64, *, several: bool) -> tuple[F64, F64, F64]:
        before, behind = self._layouts[number : number + 2]
        states, columns = len(behind.states), weights.shape[1]
        moved = np.zeros((states, columns + 1))
        two, three = (np.zeros((states * several, columns)) for _ in range(2))

        def step(state: int) -> int:
            return go_on(state, rank, self._width, before, behind, self._places, weights, moved, two, three)

        self._steps(number, step)
        return moved, two, three

    def drop_worthless(self) -> None:
        """Leave out the states from which hero gets nothing, which pays where many columns are followed."""
        kept = [values[:, 0] > 0 for values in self._backwards(counted=False)]
        before = [np.concatenate(([0], np.cumsum(keep))) for keep in kept]
        self._layouts = [
            Layout(count[layout.rows], layout.states[keep])
            for layout, keep, count in zip(self._layouts, kept, before, strict=True)
        ]
        self._worth = self._worth[kept[-1]]
