"""Both players' best play by discounted counterfactual regret minimisation, and by how much it can be beaten.

The players improve in turn. Older regrets are discounted, strategies are averaged by weights that grow with the fourth
power of the iterations (Brown and Sandholm, "Solving imperfect-information games via discounted regret minimization",
2019, with these parameters).
"""

import math
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.betting.deals import Deals
from engine.betting.tree import Layout
from engine.equity.workers import Workers
from engine.kernels.betting.tree import (
    BEST,
    BOTH,
    DEAL,
    DOWN,
    PRUNED,
    SHOWDOWN,
    TRAIN,
    UP,
    VALUE,
    WHOLE,
    Front,
    Strategies,
    Tree,
    WalkWork,
)
from engine.kernels.betting.walk import walk

Array = NDArray[np.float64]
NO_DISCOUNT = np.ones((1, 4), np.float32)
NO_STARTS = np.zeros((0, 2), np.int32)
NO_FIXED = np.zeros(0, np.float32)
TASK_NUMBERS, LEAST_NUMBERS, LEAST_IN_RAZZ = 200_000, 100_000, 20_000
"""Numbers of the tree that a task walks: a few milliseconds; the fewest for which a thread is worth its while, in razz
fewer, as an end of the hand takes longer there."""
FEW_TASKS = 8
"""So many tasks keep the threads busy, where they have no more than the fewest numbers."""
ROUNDING = 1e-11
"""Sums over hands that should be 0 are smaller than this part of the hands' weight."""
CALL_SECONDS = 0.005
"""So long a call of the kernel iterates where there is a single task."""
CHECK_FIRST, CHECK_APART, CHECK_MOST = 10, 20, 1.25
"""Exploitability is computed after so many iterations, then where it is expected to be small enough: after so many more
at least, a tenth of the work, and at most after this factor more."""


STUCK_FIRST, STUCK_FACTOR, STUCK_PROGRESS = 1_000, 4.0, 0.9
"""A run is stuck if its exploitability has not fallen below this part of the best one while the iterations grew by this
factor, at the earliest after the first number. It usually falls to a tenth meanwhile and now and then rises for a
while, so that a smaller factor ends runs too early. What is left then is the rounding of the stored numbers, about 1e-4
of the pot in 16 bits."""


def discounts_of(iteration: int, count: int = 1) -> NDArray[np.float32]:
    """Return how older numbers count in ``count`` iterations, the first of them ``iteration`` (from 1 on),
    float32[count, 4]: regrets above 0, those below, sums of strategies, and their mean."""
    old = np.arange(iteration - 1, iteration - 1 + count, dtype=np.float64)
    positive = old**1.5 / (old**1.5 + 1.0)
    before = old * (old + 1.0) * (2.0 * old + 1.0) * (3.0 * old * old + 3.0 * old - 1.0) / 30.0
    mean = before / (before + (old + 1.0) ** 4)
    return np.stack([positive, np.full(count, 0.25), (old / (old + 1.0)) ** 4, mean], axis=1).astype(np.float32)


class GrowthPay(NamedTuple):
    """What the ends of the hand do to a bankroll, float64[nodes, 2, 3] each, as ``pay`` of the tree: its ``log``
    afterwards, and ``ruin``: 1 where it is lost whole. The log is there that of the bankroll as it was, so that sums
    stay finite."""

    log: Array
    ruin: Array


def growth_pay(pay: Array, bankroll: float) -> GrowthPay:
    """Return what ``pay`` float64[nodes, 2, 3], in chips, does to a bankroll.

    A logarithm of -inf or NaN at the ends would reach every hand, also those that never get there: the walks multiply
    the payment of an end by the weight with which a hand comes there, which may be 0.
    """
    after = bankroll + pay
    ruin = after <= 0.0
    return GrowthPay(np.log(np.where(ruin, bankroll, after)), ruin.astype(np.float64))


@dataclass(frozen=True, slots=True)
class Progress:
    """The state of a run.

    ``iterations``: the iterations so far. ``ev`` of both players and ``exploitability``, in chips, are those of the
    play after iteration ``evaluated``; all three are None before best responses were computed for the first time, and
    if the run was abandoned. ``solve_s``: the seconds of iterating and of computing best responses. ``stuck``: the run
    ended short of its target because the play had stopped improving.
    """

    iterations: int
    ev: tuple[float, float] | None
    exploitability: float | None
    solve_s: float
    done: bool
    evaluated: int | None = None
    stuck: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class LeftOut:
    """The numbers left out of a saved solution: see :meth:`Solver.leave_out`; ``solved``: where blocks of numbers
    begin that were solved since."""

    values: Array
    growths: Array | None
    numbers: NDArray[np.bool_]
    play: NDArray[np.float32]
    solved: set[int] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class Place:
    """Where in the cards a node is: how many deals there were, where the numbers of its street begin, which first and
    second card came (-1: none yet)."""

    level: int
    base: int
    turn: int
    river: int


class Solver:
    """The play of a tree, and what it is worth; threads walk about ``task_numbers`` numbers at a time. ``constant``:
    what both players get out together; None where a rake makes it depend on the play."""

    def __init__(
        self, deals: Deals, layout: Layout, pool: Workers, *, constant: float | None = None,
        task_numbers: int = TASK_NUMBERS, bits: int = 32,
    ) -> None:  # fmt: skip
        self.deals, self.layout, self._pool = deals, layout, pool
        self._stop: Callable[[], bool] = lambda: False
        self.tree: Tree = layout.tree
        wide, packed = (layout.numbers, 0) if bits == 32 else (0, layout.numbers)
        self.play = Strategies(
            np.zeros(wide, np.float32), np.zeros(wide, np.float32), NO_FIXED,
            np.zeros(packed, np.int16), np.zeros(packed, np.uint16),
        )  # fmt: skip
        self.iterations = 0
        self._seconds = CALL_SECONDS
        self._constant = constant
        self._left_out: LeftOut | None = None
        self._last: tuple[tuple[float, float], float, int] | None = None
        self._works = threading.local()
        self._weights = np.zeros((2, int(deals.cards.hands.max())))
        for row, weights in zip(self._weights, deals.weights, strict=True):
            row[: len(weights)] = weights
        self._hands = [len(weights) for weights in deals.weights]
        self._longest = int(deals.cards.hands.max())
        self._fronts = np.flatnonzero(self.tree.front >= 0)
        first_cards = deals.turns or deals.rivers
        shape = (len(self._fronts), max(first_cards, 1), self._longest)
        self.front = Front(np.zeros((max(shape[0], 1), self._longest)), np.zeros(shape))
        self._tasks = self._divide(task_numbers)
        self.total = self._total()

    def leave_out(
        self, values: Array, growths: Array | None, numbers: NDArray[np.bool_], play: NDArray[np.float32]
    ) -> None:
        """Read nodes before the first deals by their ``values`` and, with a bankroll, ``growths`` (of
        :meth:`front_growths`) float64[player, deals, cards, hands]: the play after them is not known where ``numbers``
        bool[numbers] is set. ``play`` float32[numbers] is the rest of it, -1 where it is free."""
        self._left_out = LeftOut(values, growths, numbers, play)

    @property
    def left_out(self) -> "LeftOut | None":
        """The unknown part of the play, None where all is known."""
        return self._left_out

    def front_values(self, player: int, pay: Array, mode: int = VALUE) -> Array:
        """Return the worth of the first deals to the player's hands, float64[deals, cards, hands]."""
        self.walk_from(self.tree, pay, player, mode, 0, self.start, part=DOWN)
        for cards in self._tasks:
            self._walk_cards(cards, player, mode, pay)
        return self.front.value.copy()

    def front_growths(self, player: int, bankroll: float) -> Array:
        """Return the logarithm of the bankroll after the first deals, summed over the other's hands, float64[deals,
        cards, hands]; NaN where the hand's play can lose it whole."""
        pay = growth_pay(self.tree.pay, bankroll)
        ruin = self.front_values(player, pay.ruin, PRUNED)
        return np.where(self._ruined(ruin, self.deals.weights[1 - player]), np.nan, self.front_values(player, pay.log))

    def values_below(self, player: int, node: int, place: Place, reach: Array) -> Array:
        """Return the values float64[hands] of the play at a node: those of the first deals where what follows is not
        known. ``reach`` float64[hands]: the other's hands there."""
        part = WHOLE
        if self._left_out is not None and place.level == 0:
            self.front.value[:] = self._left_out.values[player]
            part = UP
        return self.walk_from(self.tree, self.tree.pay, player, VALUE, node, place, reach, part=part)

    def growth_below(self, player: int, bankroll: float, node: int, place: Place, reach: Array) -> Array:
        """Return the logarithm of the bankroll after the play below a node, summed over the other's hands ``reach``
        float64[hands]: float64[hands], NaN where the hand's own play can lose it whole."""
        pay = growth_pay(self.tree.pay, bankroll)
        if self._left_out is not None and place.level == 0:
            growths = self._left_out.growths
            self.front.value[:] = np.nan if growths is None else growths[player]
            return self.walk_from(self.tree, pay.log, player, VALUE, node, place, reach, part=UP)
        ruin = self.walk_from(self.tree, pay.ruin, player, PRUNED, node, place, reach)
        logs = self.walk_from(self.tree, pay.log, player, VALUE, node, place, reach)
        return np.where(self._ruined(ruin, reach), np.nan, logs)

    @staticmethod
    def _ruined(ruin: Array, reach: Array) -> NDArray[np.bool_]:
        """Return where the weight of ends that take the bankroll is more than the rounding of sums over ``reach``."""
        return np.asarray(ruin > ROUNDING * float(reach.sum()), np.bool_)

    @property
    def sums(self) -> NDArray[np.float32] | NDArray[np.uint16]:
        """The sums of strategies float32[numbers] or, stored in 16 bits, the mean strategy uint16[numbers]."""
        return self.play.average16 if len(self.play.average16) else self.play.average

    def fix(self, numbers: NDArray[np.float32]) -> None:
        """Have hands play as ``numbers`` float32[numbers] say, where these are not negative."""
        self.play = self.play._replace(fixed=numbers)

    def _work(self) -> WalkWork:
        if not hasattr(self._works, "value"):
            depth, longest = self.layout.depth + 2, self._longest
            source, node, child, level, turn, river = (np.zeros(depth, np.int32) for _ in range(6))
            reach, value = np.zeros((depth, longest + 1)), np.zeros((depth, longest))
            strategy, total = np.zeros((depth, self.layout.actions, longest)), np.zeros(longest)
            numbers = np.zeros(self.layout.actions * longest, np.float32)
            base, room, sums = np.zeros(depth, np.int64), np.zeros(3 * longest), np.zeros(52)
            self._works.value = WalkWork(
                reach, value, source, strategy, numbers, total, room, sums, node, child, level, turn, river, base
            )
        work: WalkWork = self._works.value
        return work

    def pairs(self, player: int, place: Place, reach: Array) -> Array:
        """Return the weight of the other's hands, ``reach``, that can be held beside each hand, float64[hands]."""
        fold = self.tree._replace(kind=np.zeros(1, np.int8), front=np.full(1, -1, np.int32))
        return self.walk_from(fold, np.ones((1, 2, 3)), player, VALUE, 0, place, reach)

    def _total(self) -> float:
        return float(self.deals.weights[0] @ self.pairs(0, self.start, self.deals.weights[1]))

    def showdowns(self, player: int, place: Place, reach: Array) -> Array:
        """Return the weight of the other's hands, ``reach``, that each hand beats at showdown without more betting,
        ties half, float64[hands]."""
        to_come = self.deals.levels - 1 - place.level
        kinds = np.array([DEAL] * to_come + [SHOWDOWN], np.int8)
        nothing, longs = np.zeros(to_come + 1, np.int32), np.zeros(to_come + 1, np.int64)
        streets = np.arange(2 - to_come, 3, dtype=np.int8)
        links = np.arange(1, to_come + 2, dtype=np.int32)
        run_out = Tree(
            kinds, nothing.astype(np.int8), streets, links - 1, np.minimum(links, 1) * (links <= to_come), links,
            longs, longs, longs, longs, nothing - 1, np.zeros((to_come + 1, 2, 3)),
        )  # fmt: skip
        pay = np.tile(np.array([1.0, 0.5, 0.0]), (to_come + 1, 2, 1))
        return self.walk_from(run_out, pay, player, VALUE, 0, place, reach)

    def walk_from(
        self, tree: Tree, pay: Array, player: int, mode: int, node: int, place: Place,
        reach: Array | None = None, discounts: NDArray[np.float32] = NO_DISCOUNT, part: int = WHOLE,
    ) -> Array:  # fmt: skip
        """Return the values float64[hands] of the player at ``node``; ``place``: level, base, turn and river."""
        weights = self._weights
        if reach is not None:
            weights = np.zeros_like(weights)
            weights[1 - player, : len(reach)] = reach
        work = self._work()
        work.node[0] = node
        work.level[0], work.base[0], work.turn[0], work.river[0] = place.level, place.base, place.turn, place.river
        walk(
            tree, self.deals.cards, self.play, self.front, work, discounts, weights, pay, player, mode, part, NO_STARTS
        )
        own = 1 if player == BOTH else player
        return work.value[0, : int(self.deals.cards.hands[place.level, own])].copy()

    @property
    def start(self) -> Place:
        """The place of the root."""
        return Place(0, 0, 0, -1 if self.deals.levels > 1 else 0)

    def attach(self, pool: Workers, stop: Callable[[], bool]) -> None:
        """Go on with other threads, until ``stop``."""
        self._pool, self._stop = pool, stop

    def values(
        self, player: int, mode: int, discounts: NDArray[np.float32] = NO_DISCOUNT, pay: Array | None = None
    ) -> Array | None:
        """Return the values of the player's hands at the root, float64[hands]; None: the run was cancelled."""
        pay = self.tree.pay if pay is None else pay
        if len(self._tasks) < 2:
            return self.walk_from(self.tree, pay, player, mode, 0, self.start, None, discounts)
        self.walk_from(self.tree, pay, player, mode, 0, self.start, None, discounts, DOWN)

        def task(number: int) -> Callable[[], None] | None:
            if number >= len(self._tasks) or (mode == TRAIN and self._stop()):
                return None
            return lambda: self._walk_cards(self._tasks[number], player, mode, pay, discounts)

        if sum(1 for _ in self._pool.in_order(task)) < len(self._tasks):
            return None
        return self.walk_from(self.tree, pay, player, mode, 0, self.start, None, discounts, UP)

    def _walk_cards(
        self, starts: NDArray[np.int32], player: int, mode: int, pay: Array,
        discounts: NDArray[np.float32] = NO_DISCOUNT,
    ) -> None:  # fmt: skip
        """Walk the tree after some cards, ``starts`` int32[n, 2]: (deal, number of the card)."""
        walk(
            self.tree, self.deals.cards, self.play, self.front, self._work(), discounts, self._weights, pay, player,
            mode, WHOLE, starts,
        )  # fmt: skip

    def _divide(self, task_numbers: int) -> list[NDArray[np.int32]]:
        """Return the cards of the first deals in tasks of a few milliseconds; a single one where all take no longer."""
        cards = [(int(node), dealt) for dealt in range(self.front.value.shape[1]) for node in self._fronts]
        least = LEAST_IN_RAZZ if self.deals.cards.razz else LEAST_NUMBERS
        few = min(self.layout.numbers // least, FEW_TASKS)
        tasks = max(min(max(self.layout.numbers // task_numbers, few), len(cards)), 1)
        return np.array_split(np.array(cards, np.int32).reshape(-1, 2), tasks)

    def iterate(self, most: int = 1) -> bool:
        """Improve both players' play, at most ``most`` times and for a few milliseconds; return False where the run was
        to stop within."""
        if len(self._tasks) > 1:
            discounts = discounts_of(self.iterations + 1)
            if any(self.values(player, TRAIN, discounts) is None for player in (0, 1)):
                return False
            self.iterations += 1
            return True
        count = max(min(most, int(CALL_SECONDS / self._seconds)), 1)
        began = time.perf_counter()
        discounts = discounts_of(self.iterations + 1, count)
        self.walk_from(self.tree, self.tree.pay, BOTH, TRAIN, 0, self.start, None, discounts)
        self._seconds = (time.perf_counter() - began) / count
        self.iterations += count
        return True

    def mean(self, player: int, value: Array) -> float:
        """Return the mean of a player's values at the root, float64[hands], over all deals."""
        return float(self.deals.weights[player] @ value) / self.total

    def worth(self) -> tuple[tuple[float, float], float] | None:
        """Return the worth of the play to both and its exploitability; None: the run was cancelled."""
        result: list[float] = []
        for mode, player in ((VALUE, 0), (VALUE, 1), (BEST, 0), (BEST, 1)):
            if (mode, player) == (VALUE, 1) and self._constant is not None:
                result.append(self._constant - result[0])
                continue
            value = self.values(player, mode)
            if value is None:
                return None
            result.append(self.mean(player, value))
        return (result[0], result[1]), (result[2] - result[0] + result[3] - result[1]) / 2

    def run(self, target: float, max_seconds: float | None, every: float = math.inf) -> Iterator[Progress]:
        """Iterate until the exploitability is at most ``target`` chips or stops falling, the time is over or the run is
        to stop, and yield the progress whenever it was computed, and what is known of it every ``every`` seconds."""
        began = shown = time.perf_counter()
        check, before = self.iterations + CHECK_FIRST, (0, 0.0)
        best = self.iterations, math.inf
        while True:
            stopped = self._stop() or not self.iterate(check - self.iterations)
            now = time.perf_counter()
            over = stopped or (max_seconds is not None and now - began >= max_seconds)
            if self.iterations < check and not over:
                if now - shown >= every:
                    shown = now
                    ev, exploitability, evaluated = self._last or (None, None, None)
                    yield Progress(self.iterations, ev, exploitability, now - began, False, evaluated)
                continue
            worth = self.worth()
            now = shown = time.perf_counter()
            if worth is None:
                self._last = None
                yield Progress(self.iterations, None, None, now - began, True)
                return
            ev, exploitability = worth
            self._last = ev, exploitability, self.iterations
            if exploitability < STUCK_PROGRESS * best[1]:
                best = self.iterations, exploitability
            over = over or exploitability <= target
            stuck = not over and self.iterations >= max(STUCK_FACTOR * best[0], STUCK_FIRST)
            yield Progress(self.iterations, ev, exploitability, now - began, over or stuck, self.iterations, stuck)
            if over or stuck:
                return
            known = self.iterations, exploitability
            check, before = next_check(before, known, target), known


def next_check(before: tuple[int, float], now: tuple[int, float], target: float) -> int:
    """Return after how many iterations the exploitability is computed again: where it reaches ``target`` if it goes on
    to fall as a power of the iterations, as from ``before`` to ``now``: (iterations, exploitability) each."""
    iterations, exploitability = now
    expected = CHECK_MOST * iterations
    if before[1] > exploitability > target > 0.0:
        slope = math.log(before[1] / exploitability) / math.log(iterations / before[0])
        more = math.log(exploitability / target) / slope
        expected = min(expected, iterations * math.exp(min(more, 1.0)))
    return max(math.ceil(expected), iterations + (CHECK_APART if before[0] else CHECK_FIRST))
