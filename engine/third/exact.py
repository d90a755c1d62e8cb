"""Exact worth of each fourth street, for hero's hand and the players who see it.

With all fourth cards but two given, the contest is followed there and back once (``engine.razz.flow``), which gives the
weights of all pairs of the last two and hero's shares of the pot with them: one pass for one opponent, 13 for two.
The hands of those who do not come are part of the law: seats that only take cards.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from itertools import product

import numpy as np

from engine.arrays import F64, I64, Bools
from engine.jobs import Guard
from engine.ranges.razz_products import RANK_COUNT
from engine.razz.flow import sums_by_two
from engine.razz.setup import RazzSeat, RazzSetup
from engine.third.situation import ActionPlan, Situation

MOST_COMING, MOST_FOLDED = 2, 1
"""Opponents who may see fourth street, and folded ones with a range."""
NOT_PLAYABLE = 1e-12
"""An EVraw of at most this is what rounding leaves of none."""


def exact_possible(situation: Situation) -> bool:
    """Return whether all actions can be computed exactly."""
    most = max(len(action.coming) for action in situation.actions)
    players = zip(situation.request.opponents, situation.opponents, strict=True)
    folded = sum(player.folded and len(held.pairs) > 1 and not held.without_choice() for player, held in players)
    return most <= MOST_COMING and folded <= MOST_FOLDED and not situation.common_card(1 + most)


def passes(situation: Situation) -> int:
    """Return how often a contest is followed there and back at most, if all is exact."""
    sets = [places for action in situation.actions for places in action.sets() if places]
    return len(situation.hero.pairs) * sum(_parts_of(places) for places in sets)


def _parts_of(places: tuple[int, ...]) -> int:
    return int(RANK_COUNT ** (len(places) - 1))


@dataclass(frozen=True, slots=True, eq=False)
class FourthCells:
    """Fourth streets of one hand of hero's and of those who see them, in rows: ``ranks`` int64[n, 1 + players], hero's
    card first; ``p`` float64[n], given the hand; ``share`` R, ``raw`` EVraw."""

    ranks: I64
    p: F64
    share: F64
    raw: F64

    @property
    def playable(self) -> Bools:
        """Whether hero goes on, bool[n]."""
        return self.raw > NOT_PLAYABLE

    @property
    def value(self) -> F64:
        """The worth of each row, float64[n]: EVraw, or 0 where hero gives up."""
        return np.where(self.playable, self.raw, 0.0)


@dataclass(frozen=True, slots=True, eq=False)
class _Task:
    """One hand of hero's against the players at ``places``, whose weights and those of the others are in ``ways``."""

    pair: int
    places: tuple[int, ...]
    ways: tuple[tuple[int, F64], ...]

    def same(self, other: "_Task") -> bool:
        """Return whether another task has the same result."""
        return (
            (self.pair, self.places) == (other.pair, other.places)
            and [place for place, _ in self.ways] == [place for place, _ in other.ways]
            and all(np.array_equal(a, b) for (_, a), (_, b) in zip(self.ways, other.ways, strict=True))
        )


class Decision:
    """The exact answer of a situation: its parts are computed in any order and taken in theirs."""

    def __init__(self, situation: Situation, guard: Guard) -> None:
        self.situation, self._guard = situation, guard
        self._tasks: list[_Task] = []
        self._of: dict[tuple[int, int, int], int] = {}
        """Tasks by action, set and pair of hero's."""
        for at, action in enumerate(situation.actions):
            for k, places in enumerate(action.sets()):
                for pair in range(len(situation.hero.pairs)) if places else ():
                    self._of[at, k, pair] = self._task(action, pair, places)
        self._results: list[F64] = []

    def _task(self, action: ActionPlan, pair: int, places: tuple[int, ...]) -> int:
        ways = tuple((g.place, g.goes if g.place in places else g.stays) for g in action.goers)
        task = _Task(pair, places, ways)
        for i, known in enumerate(self._tasks):
            if known.same(task):
                return i
        self._tasks.append(task)
        return len(self._tasks) - 1

    @property
    def _cards(self) -> list[tuple[_Task, tuple[int, ...]]]:
        """The fourth cards that each part gives: all but the last two."""
        ranks = range(RANK_COUNT)
        return [(task, given) for task in self._tasks for given in product(ranks, repeat=len(task.places) - 1)]

    def parts(self) -> list[Callable[[], F64]]:
        """Return the parts of the work: each returns float64[169, 2] by the last two fourth cards, weights and weights
        times hero's shares."""
        return [partial(self._rows, task, ranks) for task, ranks in self._cards]

    def take(self, value: F64) -> None:
        """Take the result of the next part, float64[169, 2]."""
        self._results.append(value)

    @property
    def complete(self) -> bool:
        """Whether all parts are taken."""
        return len(self._results) == len(self._cards)

    def _rows(self, task: _Task, ranks: tuple[int, ...]) -> F64:
        self._guard()
        situation = self.situation
        hero = situation.hero_seat(task.pair)
        live = situation.live - situation.hero.choices[task.pair]
        factor = 1.0
        for rank in ranks:
            factor *= float(live[rank])
            live = live - (np.arange(RANK_COUNT) == rank)
        nothing = np.zeros((RANK_COUNT**2, 2))
        if factor <= 0:
            return nothing
        active, folded = [_with_card(hero, ranks[0]) if ranks else hero], list[RazzSeat]()
        for place, ways in task.ways:
            seat = situation.seat(place, ways, live, contests=place in task.places)
            if seat is None:
                return nothing
            if place not in task.places:
                folded.append(seat)
                continue
            given = ranks[1 + task.places.index(place) :]
            active.append(_with_card(seat, given[0]) if given else seat)
        setup = RazzSetup(tuple(active), tuple(folded), live, community=False, seed=0)
        return factor * sums_by_two(setup, self._guard).reshape(-1, 2)

    def cells(self, at: int, k: int, pair: int) -> FourthCells:
        """Return the fourth streets of one of hero's pairs after action ``at`` for its set number ``k`` of players."""
        situation, action = self.situation, self.situation.actions[at]
        places = action.sets()[k]
        task = self._of[at, k, pair]
        first = sum(_parts_of(other.places) for other in self._tasks[:task])
        sums = np.concatenate(self._results[first : first + _parts_of(places)])
        ranks = np.array(list(product(range(RANK_COUNT), repeat=1 + len(places))))
        met = sums[:, 0] > 0
        sums, ranks = sums[met], ranks[met]
        share = sums[:, 1] / sums[:, 0]
        won, bet = situation.request.pot_terms(action.cost, action.level, action.bets, places)
        p = sums[:, 0] / sums[:, 0].sum() * self.chance(at, places, pair)
        return FourthCells(ranks, p, share, share * won - (1.0 - share) * bet)

    def chance(self, at: int, places: tuple[int, ...], pair: int) -> float:
        """Return the probability that exactly those at ``places`` see fourth street, given hero's pair."""
        situation, action = self.situation, self.situation.actions[at]
        live = situation.live - situation.hero.choices[pair]
        return situation.weight(action, places, live) / situation.weight(action, None, live)

    def pairs(self) -> F64:
        """Return the probability of each of hero's pairs, float64[n]."""
        situation = self.situation
        ways = situation.hero.dealt(situation.live)
        action = situation.actions[0]
        for pair in np.flatnonzero(ways):
            ways[pair] *= situation.weight(action, None, situation.live - situation.hero.choices[pair])
        return np.asarray(ways / ways.sum())


def _with_card(seat: RazzSeat, rank: int) -> RazzSeat:
    return replace(seat, known=seat.known + (np.arange(RANK_COUNT) == rank), free=seat.free - 1)
