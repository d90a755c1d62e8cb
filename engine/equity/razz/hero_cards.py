"""The unknown cards of one player (hero) against opponents: the probability of each set of one to three of them, and
hero's share of the pot with it, for all sets in one computation.

The cards in question are any of hero's free cards: a deal in which his free cards contain x cards of a rank counts as
often as the set can be chosen among them (as in ``starting``). The values of deals from a rank on are followed
backwards, with none or one of the set's cards at higher ranks; weights are followed forwards, with none or one at lower
ranks. They meet at the rank of the middle card. So one pass over the opponents' cards serves all sets. One card of
hero's together with one card of an opponent's is counted in the same way.
"""

from collections.abc import Callable, Sequence
from functools import cache, lru_cache, partial, reduce
from typing import NamedTuple

import numpy as np

from engine.arrays import F64, I32, I64
from engine.equity.jobs import CancelCheck, never_cancelled
from engine.equity.razz.automaton import (
    DRAWN_BASE,
    FALLING,
    RANKS,
    Automaton,
    Edges,
    choice_automaton,
    product_automaton,
    seat_automaton,
)
from engine.equity.razz.contest import tabulated_contest
from engine.equity.razz.setup import RazzSeat
from engine.kernels.razz.contest import MAX_RANKS, PAIRED, RACE
from engine.kernels.razz.fourths import SUITS, RankEdges, StateLayout, list_states, values_before, weights_after

EVERY_DEAL = 0
"""The state that counts all deals, whoever wins."""
LOST = -1
HERO, OTHER, TIE = 1, 2, 3


class HeroContest(NamedTuple):
    """Hero's contest against all opponents.

    ``table`` int32[kinds, states]: the next state by the cards of a rank that all players hold, hero first
    (``contest.Contest``), or ``LOST``. ``starts`` int32[n]: the initial states, which are followed simultaneously.
    ``payoffs`` float64[states]: hero's share of the pot if the ranks end there. ``ranks`` int64[states, players]: how
    many different ranks each player has, in states in which more than four are a loss; else 0.
    """

    table: I32
    starts: I32
    payoffs: F64
    ranks: I64


CACHED_TABLES = 32
"""The tables of one pass through the ranks, twice over. Each takes a third of a megabyte against two opponents."""


@lru_cache(maxsize=CACHED_TABLES)
def following(others: int, later: tuple[int, ...]) -> I32:
    """Return the table of a rank, int32[kinds, states], in which states that lead to a loss by five ranks are ``LOST``.
    ``later``: how many different higher ranks each player is known to hold, hero first."""
    contest = hero_contest(others)
    lost = np.asarray((contest.ranks > 0).any(axis=1) & (contest.ranks + later > MAX_RANKS).any(axis=1))
    if not lost.any():
        return contest.table
    return np.where((contest.table >= 0) & lost[np.maximum(contest.table, 0)], np.int32(LOST), contest.table)


@cache
def hero_contest(others: int) -> HeroContest:
    """Return hero's contest against ``others`` opponents."""
    kinds = 3 ** (1 + others)
    decided = 1 + others if others else 0
    # The first states are ends that stay: ``EVERY_DEAL``, then hero's pot won alone or shared with 1, 2, ...
    # opponents. After them come the states of the race and those of the paired hands.
    tables = [np.tile(np.arange(1 + decided, dtype=np.int32), (kinds, 1))]
    payoffs, ranks = [np.ones(1), 1.0 / np.arange(1, 1 + decided)], [np.zeros((1 + decided, 1 + others), np.int64)]
    starts, states = [EVERY_DEAL], 1 + decided
    for top in (RACE, PAIRED) if others else ():
        table, shares, ranks_held = _merged(_together(top, others, states), states)
        tables.append(table.astype(np.int32))
        payoffs.append(shares)
        ranks.append(ranks_held if top == PAIRED else np.zeros_like(ranks_held))
        starts.append(states)
        states += len(shares)
    return HeroContest(
        np.ascontiguousarray(np.concatenate(tables, axis=1), np.int32), np.array(starts, np.int32),
        np.concatenate(payoffs), np.concatenate(ranks),
    )  # fmt: skip


States = tuple[I64, F64, I64]
"""The table int64[states, kinds], hero's share of the pot at the end float64[states], and the different ranks
int64[states, players]."""


def _together(top: int, others: int, first: int) -> States:
    """Return the states of hero's contests with each opponent together, numbered from ``first`` on."""
    alone = tabulated_contest(2, top)
    kinds, size = np.arange(3 ** (1 + others)), len(alone.table)
    columns = [kinds % 3 + 3 * (kinds // 3 ** (1 + i) % 3) for i in range(others)]
    codes, scale = np.zeros((1, others), np.int64), size ** np.arange(others)
    number_of, tables, explored = {0: 0}, list[I64](), 0
    # A joint state is one state of the two-player contest for each opponent, packed into one integer. Hero must win
    # or tie all of them. Breadth-first: only joint states that can occur are numbered.
    while explored < len(codes):
        moved = np.stack([alone.table[codes[explored:, i]][:, columns[i]] for i in range(others)], axis=2).astype(
            np.int64
        )
        explored = len(codes)
        going = (moved >= 0).all(axis=2)
        outcomes = -1 - np.minimum(moved, -1)
        won = ((moved < 0) & ((outcomes == HERO) | (outcomes == TIE))).all(axis=2)
        table = np.where(won, 1 + (outcomes == TIE).sum(axis=2), LOST)
        distinct, group = np.unique(moved[going] @ scale, return_inverse=True)
        numbers = np.array([number_of.setdefault(code, len(number_of)) for code in distinct.tolist()], np.int64)
        table[going] = first + numbers[group.reshape(-1)] if len(distinct) else LOST
        tables.append(table)
        codes = np.array(list(number_of))[:, None] // scale % size
    ends = alone.final[codes]
    shares = np.where(((ends == HERO) | (ends == TIE)).all(axis=1), 1.0 / (1 + (ends == TIE).sum(axis=1)), 0.0)
    ranks = np.concatenate([alone.ranks[codes[:, :1], 0], alone.ranks[codes, 1]], axis=1)
    return np.concatenate(tables), shares, ranks


def _merged(states: States, first: int) -> States:
    """Return ``states`` with equivalent states merged, its table transposed to int64[kinds, states]. The first state
    stays first."""
    table, payoffs, ranks = states
    # Partition refinement: states are equivalent until their ends, ranks or moves to classes differ.
    classes, count = _row_classes(np.column_stack([np.unique(payoffs, return_inverse=True)[1], ranks])), 0
    while classes.max() + 1 > count:
        count = int(classes.max()) + 1
        classes = _row_classes(np.column_stack([classes, _renamed(table, first, classes)]))
    representatives = np.unique(classes, return_index=True)[1]
    return _renamed(table[representatives], first, classes).T, payoffs[representatives], ranks[representatives]


def _renamed(table: I64, first: int, classes: I64) -> I64:
    """Return ``table`` with each of the states from ``first`` on replaced by its class."""
    return np.where(table >= first, first + classes[np.maximum(table - first, 0)], table)


def _row_classes(rows: I64) -> I64:
    """Return the class of each row, int64[n]: equal rows are one class. Classes are numbered in the order in which they
    first occur."""
    groups = np.zeros(len(rows), np.int64)
    for column in rows.T:  # much faster than np.unique of entire rows
        codes = groups * (int(np.ptp(column)) + 1) + column - column.min()
        groups = np.unique(codes, return_inverse=True)[1].reshape(-1)
    first = np.unique(groups, return_index=True)[1]
    order = np.empty(len(first), np.int64)
    order[np.argsort(first)] = np.arange(len(first))
    return np.asarray(order[groups])


BLOCK = 1 << 16
"""Minimum number of states for which memory is allocated at a time."""
ORDERS = 1.0 / FALLING.diagonal()
"""float64[5]: 1 / k!, because free cards are a set."""


class OtherPlayers:
    """The joint automaton of all players but hero: ``contestants`` who contest the pot with him, and ``takers`` who
    only take cards. It contains their choices; particular cards are given for each computation. ``live`` int64[13]: the
    most cards of each rank that can be dealt."""

    def __init__(
        self,
        contestants: Sequence[RazzSeat],
        takers: Sequence[RazzSeat],
        live: I64,
        check_cancelled: CancelCheck = never_cancelled,
    ) -> None:
        self._check_cancelled, self._count = check_cancelled, len(contestants)
        seats = [*enumerate(contestants), *((None, seat) for seat in takers)]
        none = np.zeros(RANKS, np.int64)
        parts = [
            seat_automaton(choice_automaton(seat.choices, seat.ways), seat.free, live, none, position)
            for position, seat in seats
        ]
        # Edges are sorted by the state that they lead to: a pass over the ranks collects what arrives in each state.
        joint = reduce(lambda a, b: product_automaton(a, b, live, check_cancelled), parts, NOBODY)
        self._edges = [edges.select(np.argsort(edges.target, kind="stable")) for edges in joint.edges]
        self._starts = [
            np.searchsorted(edges.target, np.arange(size + 1))
            for edges, size in zip(self._edges, joint.sizes[1:], strict=True)
        ]

    def sums(self, known: I64, live: I64, free: int, count: int) -> F64:
        """Return weights, and weights times hero's shares, by ``count`` (0 to 3) of hero's ``free`` unknown cards,
        float64[13, .., 13, 2]. Only entries with ascending ranks are filled.

        ``known`` int64[1 + contestants, 13]: particular cards, hero's first. ``live`` int64[13]: the cards that are
        left.
        """
        passage = self._passage(known, live, free)
        if count > 1:
            passage.drop_worthless()
        return passage.sums(count)

    def sums_by_two(self, known: I64, live: I64, free: int) -> F64:
        """Return the same sums by one of hero's unknown cards and one of the last contestant's, float64[13, 13, 2]."""
        return self._passage(known, live, free).sums_by_two(
            [edges.drawn // DRAWN_BASE ** (self._count - 1) % DRAWN_BASE for edges in self._edges]
        )

    def _passage(self, known: I64, live: I64, free: int) -> "_Passage":
        """Return the passage over all ranks, with these particular cards and ``free`` unknown cards of hero's."""
        ranks = [self._rank(known, live, rank) for rank in range(RANKS)]
        return _Passage(hero_contest(self._count), ranks, free + 1, self._check_cancelled)

    def _rank(self, known: I64, live: I64, rank: int) -> RankEdges:
        """Return the arguments of the kernels for a rank: the edges of the opponents with the particular cards of all
        players."""
        edges = self._edges[rank]
        kinds = np.zeros_like(edges.kinds)
        for position in range(self._count):
            kinds += 3 ** (1 + position) * np.minimum(edges.kinds // 3**position % 3 + known[1 + position, rank], 2)
        own = np.minimum(known[0, rank] + np.arange(SUITS + 1), 2)
        chances = np.concatenate([FALLING[live[rank]], np.zeros(SUITS)])
        later = (known[:, rank + 1 :] > 0).sum(axis=1).tolist()
        moves = following(self._count, tuple(later))
        return RankEdges(
            self._starts[rank], edges.source, edges.taken, edges.weight, kinds, own, ORDERS, chances, moves
        )


def _no_seats() -> Automaton:
    """Return the automaton of no seats, the neutral element of the product."""
    one, none = np.ones(1), np.zeros(1, np.int64)
    return Automaton(
        (Edges(source=none, target=none, taken=none, weight=one, kinds=none, drawn=none),) * RANKS, (1,) * (RANKS + 1)
    )


NOBODY = _no_seats()


class _Passage:
    """Hero's contest followed through all deals, backwards and forwards. ``width``: 1 + the number of hero's free
    cards."""

    def __init__(self, contest: HeroContest, ranks: list[RankEdges], width: int, check_cancelled: CancelCheck) -> None:
        self._ranks, self._width, self._check_cancelled = ranks, width, check_cancelled
        self._positions: I32 = np.full((width, contest.table.shape[1]), -1, np.int32)
        self._layouts = self._reached(contest.starts)
        # Only deals in which hero has got all his free cards count at the end.
        end = self._layouts[-1]
        complete = np.arange(len(end.states)) >= end.rows[width - 1]
        self._payoffs = np.where(complete, contest.payoffs[end.states], 0.0)[:, None]

    def sums(self, count: int) -> F64:
        """Return the sums by ``count`` of hero's cards (see :meth:`OtherPlayers.sums`)."""
        values, result = self._backwards(counted=count > 1), np.zeros((*(RANKS,) * count, 2))
        weights = np.ones((len(self._layouts[0].states), 1))
        if count == 0:
            result[:] = self._products(0, weights, values[0])[0, 0]
            return result
        # ``moved`` holds the weights after this rank: with no card counted, with one card at each lower rank (for three
        # cards only) and, in the last column, with one card of this rank. The columns of ``two`` and ``three`` count
        # two and three cards in the order of ``below``: all of this rank, or all but one at each lower rank.
        for rank in range(RANKS):
            moved, two, three = self._onward(rank, self._ranks[rank], weights, several=count > 1)
            next_values = values[rank + 1]
            uncounted, by_higher_rank = next_values[:, :1], next_values[:, :0:-1]
            weights = moved if count > 2 else moved[:, :1].copy()
            if count == 1:
                result[rank] = self._products(rank + 1, moved[:, -1:], uncounted)[0, 0]
            elif count == 2:
                result[rank, rank] = self._products(rank + 1, two, uncounted)[0, 0]
                result[rank, rank + 1 :] = self._products(rank + 1, moved[:, -1:], by_higher_rank)[0]
            else:
                below = np.array([rank, *range(rank)])
                result[below, rank, rank] = self._products(rank + 1, three, uncounted)[:, 0]
                result[below, rank, rank + 1 :] = self._products(rank + 1, two, by_higher_rank)
        return result

    def sums_by_two(self, drawn: list[I64]) -> F64:
        """Return the sums by one of hero's cards and one of the player who draws ``drawn`` int64[edges] cards at each
        rank."""
        drawing = [rank._replace(weights=rank.weights * count) for rank, count in zip(self._ranks, drawn, strict=True)]
        values, result = self._backwards(counted=True, drawing=drawing), np.zeros((RANKS, RANKS, 2))
        weights = np.ones((len(self._layouts[0].states), 1))
        for rank in range(RANKS):
            moved = self._onward(rank, self._ranks[rank], weights, several=False)[0]
            other = self._onward(rank, drawing[rank], weights, several=False)[0]
            next_values = values[rank + 1]
            # ``result[i, j]``: hero's card has rank i, the other player's rank j. The odd columns of the values count
            # hero's card at each higher rank, the even ones the other player's; both begin with the king.
            result[rank, rank] = self._products(rank + 1, other[:, 1:], next_values[:, :1])[0, 0]
            result[rank + 1 :, rank] = self._products(rank + 1, other[:, :1], next_values[:, 1::2][:, ::-1])[0]
            result[rank, rank + 1 :] = self._products(rank + 1, moved[:, 1:], next_values[:, 2::2][:, ::-1])[0]
            weights = moved[:, :1].copy()
        return result

    def _products(self, boundary: int, weights: F64, values: F64) -> F64:
        """Return the sums of products of ``weights`` float64[n, i] and ``values`` float64[n, j] at a boundary between
        ranks, float64[i, j, 2]: over all deals, and times hero's share."""
        all_deals = np.flatnonzero(self._layouts[boundary].states == EVERY_DEAL)
        deals = weights[all_deals].T @ values[all_deals]
        return np.stack([deals, np.maximum(weights.T @ values - deals, 0.0)], axis=2)

    def _steps(self, rank: int, step: Callable[[int], int]) -> None:
        """Run ``step`` on the states of the opponents before a rank until all of them are done. A step takes the first
        state and returns the next one."""
        state = 0
        while state < len(self._ranks[rank].starts) - 1:
            self._check_cancelled()
            state = step(state)

    def _reached(self, starts: I32) -> list[StateLayout]:
        """Return the layout of the states that can be reached, before each rank and at the end."""
        rows = np.full(self._width + 1, len(starts))
        rows[0] = 0
        layouts = [StateLayout(rows, starts)]
        for rank in range(RANKS):
            layouts.append(self._next_layout(rank, layouts[-1]))
        return layouts

    def _next_layout(self, number: int, before: StateLayout) -> StateLayout:
        """Return the layout of the states that can be reached after rank ``number``."""
        rank, full = self._ranks[number], self._positions.size
        rows = np.zeros((len(rank.starts) - 1) * self._width + 1, np.int64)
        states, state = np.empty(max(BLOCK, 2 * full), np.int32), 0
        while state < len(rank.starts) - 1:
            self._check_cancelled()
            # The number of states is not known in advance: double the memory before the next step might not
            # fit.
            if rows[state * self._width] + full > len(states):
                states = np.concatenate([states, np.empty_like(states)])
            state = list_states(state, rank, self._width, before, self._positions, StateLayout(rows, states))
        return StateLayout(rows, states[: rows[-1]].copy())

    def _backwards(self, *, counted: bool, drawing: Sequence[RankEdges] = ()) -> list[F64]:
        """Return the values of the states before each rank and at the end, float64[n, 1] each.

        With ``counted`` they are float64[n, 1 + higher ranks]: after the first column come the values with one of
        hero's cards counted at each higher rank, the king first. With ``drawing``, ranks whose weights count the cards
        of another player, each of these columns is followed by one with a card of that player counted.
        """
        values = [self._payoffs]
        for rank in reversed(range(RANKS)):
            before, after = self._layouts[rank : rank + 2]
            counted_columns = values[-1].shape[1] if counted else 0
            new_values = np.zeros((len(before.states), 1 + counted_columns + bool(drawing)))
            self._steps(rank, partial(self._back, self._ranks[rank], before, after, values[-1], new_values))
            if drawing:
                drawn = np.zeros((len(before.states), 1))
                self._steps(rank, partial(self._back, drawing[rank], before, after, values[-1], drawn))
                new_values[:, -1:] = drawn
            values.append(new_values)
        return values[::-1]

    def _back(
        self, rank: RankEdges, before: StateLayout, after: StateLayout, following: F64, values: F64, state: int
    ) -> int:
        """Add to ``values`` the values before a rank, from ``state`` on; return the state with which to continue.

        ``following`` float64[m, q]: the values after the rank; ``values`` float64[n, columns].
        """
        return values_before(state, rank, self._width, before, after, self._positions, following, values)

    def _onward(self, number: int, rank: RankEdges, weights: F64, *, several: bool) -> tuple[F64, F64, F64]:
        """Move ``weights`` float64[n, m] over a rank and return them with none or one, with two and with three of
        hero's cards counted (see ``weights_after``). ``two`` and ``three`` are empty unless ``several``."""
        before, after = self._layouts[number : number + 2]
        states, columns = len(after.states), weights.shape[1]
        moved = np.zeros((states, columns + 1))
        two, three = (np.zeros((states * several, columns)) for _ in range(2))

        def step(state: int) -> int:
            return weights_after(state, rank, self._width, before, after, self._positions, weights, moved, two, three)

        self._steps(number, step)
        return moved, two, three

    def drop_worthless(self) -> None:
        """Remove the states from which hero wins nothing. It pays if many columns are followed."""
        useful = [values[:, 0] > 0 for values in self._backwards(counted=False)]
        new_index = [np.concatenate(([0], np.cumsum(keep))) for keep in useful]
        self._layouts = [
            StateLayout(count[layout.rows], layout.states[keep])
            for layout, keep, count in zip(self._layouts, useful, new_index, strict=True)
        ]
        self._payoffs = self._payoffs[useful[-1]]
