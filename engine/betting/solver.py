"""Discounted counterfactual regret minimization (CFR) for two players, and the exploitability of the result.

The players update their regrets in turn. Older regrets are discounted, and strategies are averaged with weights that
grow with the fourth power of the iteration: Brown and Sandholm, "Solving imperfect-information games via discounted
regret minimization", 2019, with alpha = 1.5, a constant factor of 1/4 for negative regrets, and gamma = 4.
"""

import math
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.betting.deals import Deals
from engine.betting.sharing import Sharing
from engine.betting.tree import Layout
from engine.equity.jobs import Cancelled
from engine.equity.snapshots import Pace
from engine.equity.workers import Workers
from engine.kernels.betting.street import TOGETHER
from engine.kernels.betting.tree import (
    BEST,
    CARDS,
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
    StreetWork,
    Tree,
    WalkWork,
)
from engine.kernels.betting.walk import walk
from engine.kernels.lanes import CACHE_LINE, LANES
from engine.kernels.team import dismiss, new_team

Array = NDArray[np.float64]
NO_DISCOUNT = np.ones((1, 4), np.float32)
NO_STARTS, NO_CHUNKS = np.zeros((0, 2), np.int32), np.zeros(1, np.int64)
TRAINING = np.array([[0, TRAIN], [1, TRAIN]])
EVALUATION = np.array([[1, VALUE], [0, VALUE], [0, BEST], [1, BEST]])
"""The passes (player, mode) of an iteration, and those that give the EVs and the exploitability. The first of these is
not needed if the sum of both EVs is known."""
ROW_NUMBERS = CACHE_LINE // 4
"""The length of rows of float32 is a multiple of this: lines of a processor's cache."""
NO_FIXED = np.zeros(0, np.float32)
TASK_NUMBERS, RAZZ_TASK_NUMBERS = 2_000_000, 200_000
"""The usual number of strategy numbers per task, which takes a few milliseconds. In razz an end of the hand takes
longer."""
MIN_TASK_NUMBERS, MIN_RAZZ_TASK_NUMBERS = 100_000, 20_000
"""The minimum number of strategy numbers with which a task is worth the overhead of a thread."""
MIN_DEALS_TOGETHER = 64
"""A thread has room for at least this many last deals with the same card, below which it walks the last street
together."""
SMALL_TREE_TASKS = 8
"""The maximum number of tasks into which a small tree is divided. There are fewer if they would have less than the
minimum of numbers, and the same number for each thread if there are enough."""
ROUNDING = 1e-11
"""Sums over hands are 0 if they are at most this share of the hands' weight."""
CALL_SECONDS = 0.005
"""The duration of a call of the kernel on a small tree, in seconds; the call iterates as often as fits into it."""
MAX_SMALL_NUMBERS, MAX_SMALL_RAZZ_NUMBERS = 4_000_000, 500_000
"""The strategy numbers of the largest small tree, which the kernel walks several times a call."""
MAX_NUMBERS_AT_ONCE, MAX_RAZZ_NUMBERS_AT_ONCE = 16_000_000, 2_000_000
"""The strategy numbers of the largest tree that the kernel walks completely in each call; larger ones are walked in
tasks. A walk takes one thread at most about thirty milliseconds, so that a run can still be stopped soon enough."""
NUMBER_SECONDS, RAZZ_NUMBER_SECONDS = 5e-9, 2e-8
"""The expected seconds of an iteration for each strategy number, in one thread."""
MAX_ITERATIONS, MAX_PASSES = 500, 1_024
"""The iterations of a call of the kernel, and its passes, of which an iteration has two."""
EARLY = 512
"""The iterations whose discount factors are computed once."""
MAX_ROUNDS = 1_000_000
"""A team is replaced by a new one after this number of passes, because it numbers their chunks with 31 bits."""
MIN_SHARED_SECONDS = 1e-4
"""The shortest iteration, in seconds of a single thread, that threads share."""
QUICK_NUMBERS = 1_000_000
"""The exploitability of a tree of so many strategy numbers is computed within a twentieth of a second: a run that was
stopped ends with that of its play. Larger ones have that of the last check."""
FIRST_CHECK, MIN_CHECK_GAP, MIN_CHECK_FACTOR, MAX_CHECK_FACTOR = 10, 3, 1.02, 1.25
"""Exploitability is first computed after FIRST_CHECK iterations, then when it is expected to reach the target: at least
MIN_CHECK_GAP iterations and MIN_CHECK_FACTOR times as many later, at most MAX_CHECK_FACTOR times as many. On five
flops and six turns with nineteen targets each (0.01 to 0.0008 of the pot) 1.4 % of a run's iterations come after its
target was reached, and computing the exploitability takes 9 % of the time. With at least 20 iterations between two
computations that was 10 % and 6 %."""
MIN_STUCK_ITERATIONS, STUCK_FACTOR, STUCK_PROGRESS = 1_000, 4.0, 0.9
"""A run is stuck if exploitability has not fallen below STUCK_PROGRESS times the best one while the iterations grew
by STUCK_FACTOR, at the earliest after MIN_STUCK_ITERATIONS. It usually falls to a tenth meanwhile, but can rise for a
while, so that a smaller factor would end runs too early. The rest is the rounding of the stored numbers, about 1e-4
of the pot in 16 bits."""


def discount_factors(iteration: int, count: int = 1) -> NDArray[np.float32]:
    """Return the discount factors of ``count`` consecutive iterations, starting at ``iteration`` (1-based).

    float32[count, 4]: the factors of positive regrets, of negative regrets, of the sums of strategies, and the weight
    of the previous mean strategy, which is stored instead of the sums in 16 bits.
    """
    old = np.arange(iteration - 1, iteration - 1 + count, dtype=np.float64)
    positive = old**1.5 / (old**1.5 + 1.0)
    # The mean has weights 1, 2^4, ..., n^4. Their sum up to n is the polynomial below (Faulhaber's formula).
    previous = old * (old + 1.0) * (2.0 * old + 1.0) * (3.0 * old * old + 3.0 * old - 1.0) / 30.0
    mean = previous / (previous + (old + 1.0) ** 4)
    return np.stack([positive, np.full(count, 0.25), (old / (old + 1.0)) ** 4, mean], axis=1).astype(np.float32)


@cache
def early_factors() -> NDArray[np.float32]:
    """Return the discount factors of the first iterations, float32[EARLY, 4], which every run needs."""
    return discount_factors(1, EARLY)


def next_factors(iteration: int, count: int) -> NDArray[np.float32]:
    """Return float32[count, 4] as :func:`discount_factors` does, without computing those of early iterations again."""
    last = iteration + count - 1
    return early_factors()[iteration - 1 : last] if last <= EARLY else discount_factors(iteration, count)


def aligned(rows: int, columns: int, kind: type[np.floating[Any]] = np.float64) -> NDArray[Any]:
    """Return zeros float64[rows, columns], or of another ``kind``, that begin with a line of a processor's cache."""
    size, bytes_each = rows * columns, np.dtype(kind).itemsize
    numbers = np.zeros(size + CACHE_LINE // bytes_each, kind)
    begin = -numbers.ctypes.data % CACHE_LINE // bytes_each
    return numbers[begin : begin + size].reshape(rows, columns)


class GrowthPay(NamedTuple):
    """The effect of the ends of the hand on a bankroll, float64[nodes, 2, 3] each, as ``pay`` of the tree.

    ``log``: the logarithm of the bankroll after the end. ``ruin``: 1 if the complete bankroll is lost, in which case
    ``log`` is that of the previous bankroll, so that sums remain finite.
    """

    log: Array
    ruin: Array


def growth_pay(pay: Array, bankroll: float) -> GrowthPay:
    """Return the effect of ``pay`` float64[nodes, 2, 3], in chips, on a bankroll.

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
    play after iteration ``evaluated``, an earlier one if a run of a large tree was stopped. All three are None until
    best responses were computed for the first time, and if the run was abandoned. ``solve_s``: the seconds of iterating
    and computing best responses. ``stuck``: the run ended without reaching its target because the play had stopped
    improving.
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
    """The play that is missing in a saved solution.

    ``values`` and, with a bankroll, ``growths`` float64[player, deals, cards, hands] are those of
    :meth:`Solver.front_values` and :meth:`Solver.front_growths`. ``play`` float32[numbers]: the known strategies, -1
    for missing ones, in the form that :meth:`Solver.fix` expects. ``solved``: the start indices of the blocks of
    numbers that have been solved since the solution was loaded.
    """

    values: Array
    growths: Array | None
    play: NDArray[np.float32]
    solved: set[int] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class DealState:
    """The deals before a node.

    ``level``: how many there were. ``base``: the index at which the numbers of the current street begin. ``turn`` and
    ``river``: the numbers of the first and the second card, or -1 if not yet dealt.
    """

    level: int
    base: int
    turn: int
    river: int


class Team:
    """What threads share that walk the complete ``tree`` together (``kernels.team``), ``threads`` with the leader.

    ``words`` int64[n]: those of the team. ``passes`` int64[MAX_PASSES, 2] and ``discounts`` float32[MAX_PASSES, 4] of
    pass i, counted from the first call on, are in row i modulo MAX_PASSES. ``end``: the number of passes so far.
    """

    def __init__(self, tree: Tree, threads: int) -> None:
        self.tree, self.words, self.end = tree, new_team(threads), 0
        self.passes, self.discounts = np.zeros((MAX_PASSES, 2), np.int64), np.zeros((MAX_PASSES, 4), np.float32)
        self.assistants = list[Future[None]]()

    def add(self, passes: NDArray[np.int64], discounts: NDArray[np.float32]) -> tuple[int, int]:
        """Add the passes of the next call, at most MAX_PASSES, and return their range.

        Arrays: ``passes`` int64[n, 2], ``discounts`` float32[n, 4].
        """
        begin, self.end = self.end, self.end + len(passes)
        rows = np.arange(begin, self.end) % MAX_PASSES
        self.passes[rows], self.discounts[rows] = passes, discounts
        return begin, self.end


class Solver:
    """The strategies of both players in a tree, their improvement and their values.

    ``constant``: the sum of both EVs, or None if it depends on the play because of rake. ``task_numbers``: about how
    many strategy numbers a thread walks per task. ``max_at_once``: the strategy numbers of the largest tree that a call
    of the kernel walks completely. ``bits``: of each stored number, 16 or 32.
    """

    def __init__(
        self, deals: Deals, layout: Layout, pool: Workers, *, constant: float | None = None,
        task_numbers: int | None = None, max_at_once: int | None = None, bits: int = 32,
    ) -> None:  # fmt: skip
        """Allocate the strategies, all zero, and the work space; nothing is iterated yet.

        ``play`` has the strategies in 32 or in 16 bits; the arrays of the other kind are empty. ``front`` has the
        values at the first deals, through which the walk before the deals and the walks after each card exchange their
        results, so that the cards can be divided among threads. ``total`` is the weight of all pairs of hands, by which
        values become means.
        """
        self.deals, self.layout, self._pool = deals, layout, pool
        self._stop: Callable[[], bool] = lambda: False
        # What is read at nodes is computed in float64 throughout, by walking node by node.
        self.tree: Tree = layout.tree._replace(at_once=np.zeros(0, np.int32))
        wide, packed = (layout.numbers, 0) if bits == 32 else (0, layout.numbers)
        self.play = Strategies(
            np.zeros(wide, np.float32), np.zeros(wide, np.float32), NO_FIXED,
            np.zeros(packed, np.int16), np.zeros(packed, np.uint16),
        )  # fmt: skip
        self.iterations = 0
        self._quick = layout.numbers <= QUICK_NUMBERS
        stud = deals.cards.stud
        if max_at_once is None:
            max_at_once = MAX_RAZZ_NUMBERS_AT_ONCE if stud else MAX_NUMBERS_AT_ONCE
        self._at_once = layout.numbers <= max_at_once
        self._small = layout.numbers <= min(MAX_SMALL_RAZZ_NUMBERS if stud else MAX_SMALL_NUMBERS, max_at_once)
        if task_numbers is None:
            task_numbers = RAZZ_TASK_NUMBERS if stud else TASK_NUMBERS
        self._constant = constant
        self.left_out: LeftOut | None = None
        """The missing play, or None if all is known: nodes before the first deals are then read from its values."""
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
        self._starts = np.concatenate(self._tasks)
        # In hold'em all first deals before the same card are a chunk: the last street below them is walked together.
        new_chunk = np.full(len(self._starts) + 1, fill_value=True)
        if not stud:
            new_chunk[1:-1] = np.diff(self._starts[:, 1]) != 0
        self._chunks = np.flatnonzero(new_chunk)
        self._sharing = self._new_sharing()
        self._team: Team | None = None
        self._evaluated: Array | None = None
        self.total = float(deals.weights[0] @ self.pairs(0, self.start, deals.weights[1]))

    def front_values(self, player: int, pay: Array, mode: int = VALUE) -> Array:
        """Return the values of the first deals to the player's hands, float64[deals, cards, hands]."""
        self.walk_from(self.tree, pay, player, mode, 0, self.start, part=DOWN)
        for cards in self._tasks:
            self._walk_cards(self.tree, cards, player, mode, pay)
        return self.front.value.copy()

    def front_growths(self, player: int, bankroll: float) -> Array:
        """Return the logarithm of the bankroll after the first deals, float64[deals, cards, hands].

        It is summed over the opponent's hands, and NaN if the hand's play can lose the complete bankroll.
        """
        pay = growth_pay(self.tree.pay, bankroll)
        ruin = self.front_values(player, pay.ruin, PRUNED)
        return np.where(self._ruined(ruin, self.deals.weights[1 - player]), np.nan, self.front_values(player, pay.log))

    def values_below(self, player: int, node: int, state: DealState, reach: Array) -> Array:
        """Return the values float64[hands] of the play from a node on.

        ``reach`` float64[hands]: the weights of the opponent's hands there. If the play after the first deals is
        missing, their stored values are used.
        """
        if self.left_out is not None and state.level == 0:
            self.front.value[:] = self.left_out.values[player]
            return self.walk_from(self.tree, self.tree.pay, player, VALUE, node, state, reach, part=UP)
        return self._whole(self.tree.pay, player, VALUE, node, state, reach)

    def growth_below(self, player: int, bankroll: float, node: int, state: DealState, reach: Array) -> Array:
        """Return the logarithm of the bankroll at the end of the hand, float64[hands], for the play from a node on.

        It is summed over the opponent's hands, with weights ``reach`` float64[hands], and NaN if the hand's own play
        can lose the complete bankroll.
        """
        pay = growth_pay(self.tree.pay, bankroll)
        if self.left_out is not None and state.level == 0:
            growths = self.left_out.growths
            self.front.value[:] = np.nan if growths is None else growths[player]
            return self.walk_from(self.tree, pay.log, player, VALUE, node, state, reach, part=UP)
        ruin = self._whole(pay.ruin, player, PRUNED, node, state, reach)
        logs = self._whole(pay.log, player, VALUE, node, state, reach)
        return np.where(self._ruined(ruin, reach), np.nan, logs)

    def _whole(self, pay: Array, player: int, mode: int, node: int, state: DealState, reach: Array) -> Array:
        """Return the values of everything below a node, float64[hands]; a large tree in tasks, as :meth:`values`.

        Raises Cancelled if the run was stopped meanwhile.
        """
        if state.level > 0 or len(self._tasks) < 2:
            return self.walk_from(self.tree, pay, player, mode, node, state, reach)
        fronts, waiting = set[int](), [node]
        while waiting:
            number = waiting.pop()
            if self.tree.front[number] >= 0:
                fronts.add(number)
            else:
                first = int(self.tree.first[number])
                waiting += self.tree.child[first : first + int(self.tree.children[number])].tolist()
        self.walk_from(self.tree, pay, player, mode, node, state, reach, part=DOWN)
        below = [cards[[deal in fronts for deal in cards[:, 0].tolist()]] for cards in self._tasks]
        if not self._walk_tasks(self.tree, [cards for cards in below if len(cards)], player, mode, pay):
            raise Cancelled
        return self.walk_from(self.tree, pay, player, mode, node, state, reach, part=UP)

    @staticmethod
    def _ruined(ruin: Array, reach: Array) -> NDArray[np.bool_]:
        """Return which hands can lose the complete bankroll, bool[hands].

        ``ruin`` float64[..., hands]: the weight with which each hand is ruined, against the opponent's hands with the
        weights ``reach`` float64[hands]. Shares within rounding errors do not count.
        """
        return np.asarray(ruin > ROUNDING * float(reach.sum()), np.bool_)

    def _new_sharing(self) -> Sharing:
        """Return the decision whether the threads of the pool share iterations, before any was measured."""
        alone = self.layout.numbers * (RAZZ_NUMBER_SECONDS if self.deals.cards.stud else NUMBER_SECONDS)
        return Sharing(alone, self._pool.threads > 1 and len(self._chunks) > 2 and alone >= MIN_SHARED_SECONDS)

    @property
    def sums(self) -> NDArray[np.float32] | NDArray[np.uint16]:
        """The sums of strategies float32[numbers] or, stored in 16 bits, the mean strategy uint16[numbers]."""
        return self.play.average16 if len(self.play.average16) else self.play.average

    def fix(self, numbers: NDArray[np.float32]) -> None:
        """Lock strategy numbers to the frequencies ``numbers`` float32[numbers]; those that are negative are free."""
        self.play = self.play._replace(fixed=numbers)

    def _work(self) -> WalkWork:
        """Return the work space of the current thread."""
        if not hasattr(self._works, "value"):
            depth, longest = self.layout.depth + 2, self._longest
            source, node, child, level, turn, river = (np.zeros(depth, np.int32) for _ in range(6))
            reach, value = np.zeros((depth, longest + 1)), np.zeros((depth, longest))
            strategy, total = np.zeros((depth, self.layout.actions, longest)), np.zeros(longest)
            numbers = np.zeros(self.layout.actions * longest, np.float32)
            base, room, sums = np.zeros(depth, np.int64), np.zeros(3 * longest), np.zeros(52)
            at_once = self.layout.tree.at_once
            rows = max(int(at_once.max()), TOGETHER) if len(at_once) else 1
            deals = max(MIN_DEALS_TOGETHER, int(self.layout.tree.later[self._fronts].max(initial=1))) if rows > 1 else 1
            wide = math.ceil(longest / ROW_NUMBERS) * ROW_NUMBERS
            street = StreetWork(
                np.zeros(rows, np.int32), np.zeros(rows, np.int64),
                aligned(rows, wide, np.float32), aligned(rows, wide, np.float32),
                np.zeros(rows, np.int32), np.zeros(rows, np.int32),
                np.zeros(self.layout.actions * longest, np.float32), np.zeros(longest, np.float32),
                aligned(wide + 2, LANES, np.float32), aligned(longest + wide + 1, LANES, np.float32),
                aligned(52, LANES), aligned(3, LANES), np.zeros(LANES, np.int64),
                np.zeros((deals, longest), np.float32), np.zeros((deals, longest)), np.zeros(deals, np.int32),
                np.zeros(deals, np.int64), np.zeros(deals, np.int32),
            )  # fmt: skip
            self._works.value = WalkWork(
                reach, value, source, strategy, numbers, total, room, sums, node, child, level, turn, river, base,
                street, np.zeros(1, np.int32),
            )  # fmt: skip
        work: WalkWork = self._works.value
        return work

    def pairs(self, player: int, state: DealState, reach: Array) -> Array:
        """Return the weight of the opponent's hands that are possible together with each hand, float64[hands].

        ``reach`` float64[hands]: the weights of the opponent's hands.
        """
        # The value of a tree that is a single end with a payment of 1.
        fold = self.tree._replace(kind=np.zeros(1, np.int8), front=np.full(1, -1, np.int32))
        return self.walk_from(fold, np.ones((1, 2, 3)), player, VALUE, 0, state, reach)

    def showdowns(self, player: int, state: DealState, reach: Array) -> Array:
        """Return the weight of the opponent's hands that each hand beats, float64[hands]; a tie counts half.

        ``reach`` float64[hands]: the weights of the opponent's hands. There is no more betting before the showdown.
        """
        # The value of a tree with the remaining deals in a row and a showdown that pays 1 for a win.
        to_come = self.deals.levels - 1 - state.level
        kinds = np.array([DEAL] * to_come + [SHOWDOWN], np.int8)
        nothing, longs = np.zeros(to_come + 1, np.int32), np.zeros(to_come + 1, np.int64)
        streets = np.arange(2 - to_come, 3, dtype=np.int8)
        links = np.arange(1, to_come + 2, dtype=np.int32)
        run_out = Tree(
            kinds, nothing.astype(np.int8), streets, links - 1, np.minimum(links, 1) * (links <= to_come), links,
            longs, longs, longs, longs, nothing - 1, nothing[:0], nothing, np.zeros((to_come + 1, 2, 3)),
        )  # fmt: skip
        pay = np.tile(np.array([1.0, 0.5, 0.0]), (to_come + 1, 2, 1))
        return self.walk_from(run_out, pay, player, VALUE, 0, state, reach)

    def walk_from(
        self, tree: Tree, pay: Array, player: int, mode: int, node: int, state: DealState,
        reach: Array | None = None, discounts: NDArray[np.float32] = NO_DISCOUNT, part: int = WHOLE,
    ) -> Array:  # fmt: skip
        """Walk the tree from ``node`` on in this thread; return its values to the player, float64[hands].

        ``state``: the deals before the node. ``reach`` float64[hands]: the weights of the opponent's hands there, by
        default those at the start. ``part``: the part of the tree that is walked (see ``kernels.betting.tree``).
        """
        weights, work, values = self._weights, self._work(), np.zeros((1, self._longest))
        if reach is not None:
            weights = np.zeros_like(weights)
            weights[1 - player, : len(reach)] = reach
        work.node[0] = node
        work.level[0], work.base[0], work.turn[0], work.river[0] = state.level, state.base, state.turn, state.river
        walk(
            tree, self.deals.cards, self.play, self.front, work, np.array([[player, mode]]), discounts, weights, pay,
            part, NO_STARTS, NO_CHUNKS, new_team(), 0, 1, values,
        )  # fmt: skip
        return values[0, : int(self.deals.cards.hands[state.level, player])]

    @property
    def start(self) -> DealState:
        """The deals before the root."""
        return DealState(0, 0, 0, -1 if self.deals.levels > 1 else 0)

    def attach(self, pool: Workers, stop: Callable[[], bool]) -> None:
        """Use the threads of ``pool`` from now on, and end iterations as soon as ``stop()`` is True."""
        self._pool, self._stop = pool, stop
        self._dismiss()
        self._sharing = self._new_sharing()

    def detach(self) -> None:
        """Walk in the calling thread from now on, without an end before all is done."""
        self.attach(Workers(1, in_place=True), lambda: False)

    def values(
        self, player: int, mode: int, discounts: NDArray[np.float32] = NO_DISCOUNT, *, exact: bool = False
    ) -> Array | None:
        """Return the values of the player's hands at the root, float64[hands], or None if the run was cancelled.

        ``exact``: computed in float64 throughout, which takes twice as long.
        """
        values = self._walk_passes(np.array([[player, mode]]), discounts, exact=exact)
        return None if values is None else values[0, : int(self.deals.cards.hands[0, player])]

    def _walk_passes(
        self, passes: NDArray[np.int64], discounts: NDArray[np.float32], rows: int = 1, *, exact: bool = False
    ) -> Array | None:
        """Walk the complete tree once for each of ``passes`` int64[n, 2]: (player, mode).

        Returns the values at the root in the last ``rows`` passes, float64[rows, hands], or None if the run was
        stopped. ``discounts`` float32[n, 4]: the discount factors of each pass.
        """
        tree = self.tree if exact else self.layout.tree
        values = np.zeros((rows, self._longest))
        if self._small:
            self._walk_at_once(tree, passes, discounts, values)
            return values
        for i, (player, mode) in enumerate(passes.tolist()):
            row, factors = i - len(passes), discounts[i : i + 1]
            # In the first iteration the system provides the memory of the strategies, which takes many times as long as
            # walking, so that tasks can be stopped sooner.
            if self._at_once and self.iterations > 0:
                if self._stopped(mode):
                    return None
                root = values[row:][:1] if rows + row >= 0 else values[:0]
                self._walk_at_once(tree, passes[i : i + 1], factors, root)
                continue
            # Down to the first deals, then the cards of these deals in parallel, then up again with their values.
            self.walk_from(tree, tree.pay, player, mode, 0, self.start, None, factors, DOWN)
            if not self._walk_tasks(tree, self._tasks, player, mode, tree.pay, factors):
                return None
            root = self.walk_from(tree, tree.pay, player, mode, 0, self.start, None, factors, UP)
            if rows + row >= 0:
                values[row, : len(root)] = root
        return values

    def _walk_at_once(
        self, tree: Tree, passes: NDArray[np.int64], discounts: NDArray[np.float32], values: Array
    ) -> None:
        """Walk the complete tree for each pass in one call of the kernel; write the last ones' values to ``values``.

        This thread is the leader, the others assist if sharing is faster (``kernels.team``). Arrays: ``passes``
        int64[n, 2], ``discounts`` float32[n, 4], ``values`` float64[rows, hands].
        """
        shared, work, start = self._sharing.better, self._work(), self.start
        work.node[0] = 0
        work.level[0], work.base[0], work.turn[0], work.river[0] = start.level, start.base, start.turn, start.river
        began = time.perf_counter()
        if shared:
            team = self._team_of(tree)
            begin, end = team.add(passes, discounts)
            self._share(team, work, WHOLE, begin, end, values)
        else:
            walk(
                tree, self.deals.cards, self.play, self.front, work, passes, discounts, self._weights, tree.pay, WHOLE,
                self._starts, self._chunks, new_team(), 0, len(passes), values,
            )  # fmt: skip
        if tree is self.layout.tree:
            # A pass that learns nothing takes nearly as long as one that does; there are two in an iteration.
            self._sharing.measured((time.perf_counter() - began) * 2 / len(passes))

    def _share(self, team: Team, work: WalkWork, part: int, begin: int, end: int, values: Array) -> None:
        """Walk the complete tree in the passes from ``begin`` to ``end``, or assist.

        ``values`` float64[rows, hands]: for the values of the last passes.
        """
        walk(
            team.tree, self.deals.cards, self.play, self.front, work, team.passes, team.discounts, self._weights,
            team.tree.pay, part, self._starts, self._chunks, team.words, begin, end, values,
        )  # fmt: skip

    def _team_of(self, tree: Tree) -> Team:
        """Return the team that walks ``tree``, whose assistants have been started."""
        team = self._team
        if team is None or team.tree is not tree or team.end > MAX_ROUNDS:
            self._dismiss()
            team = self._team = Team(tree, self._pool.threads)
        # Assistants stay in the kernel until they are dismissed or have waited for long.
        returned = [assistant for assistant in team.assistants if assistant.done()]
        team.assistants = [assistant for assistant in team.assistants if assistant not in returned]
        for assistant in returned:
            assistant.result()  # raises what went wrong in the thread
        nothing = np.zeros((0, self._longest))
        while len(team.assistants) < self._pool.threads - 1:
            started = self._pool.start(lambda: self._share(team, self._work(), CARDS, 0, 0, nothing))
            if started is None:
                break
            team.assistants.append(started)
        return team

    def _dismiss(self) -> None:
        """Let the assistants of the team return, if there is one."""
        if self._team is not None:
            dismiss(self._team.words)
        self._team = None

    def _walk_tasks(
        self, tree: Tree, tasks: Sequence[NDArray[np.int32]], player: int, mode: int, pay: Array,
        discounts: NDArray[np.float32] = NO_DISCOUNT,
    ) -> bool:  # fmt: skip
        """Walk below the cards of each task in the threads; return False if the run was stopped before all were done.

        The values at the root would be wrong then.
        """

        def task(number: int) -> Callable[[], None] | None:
            if number >= len(tasks) or self._stopped(mode):
                return None
            return lambda: self._walk_cards(tree, tasks[number], player, mode, pay, discounts)

        return sum(1 for _ in self._pool.in_order(task)) == len(tasks)

    def _stopped(self, mode: int) -> bool:
        """Return True if no further walk should begin: the run was stopped. Quick evaluations are still computed."""
        return self._pool.cancel.cancelled or (self._stop() and (mode == TRAIN or not self._quick))

    def _walk_cards(
        self, tree: Tree, starts: NDArray[np.int32], player: int, mode: int, pay: Array,
        discounts: NDArray[np.float32] = NO_DISCOUNT,
    ) -> None:  # fmt: skip
        """Walk the tree below some cards of the first deals, ``starts`` int32[n, 2]: (deal, number of the card)."""
        chunks, team, values = np.array([0, len(starts)]), new_team(opened=1, ended=True), np.zeros((0, self._longest))
        walk(
            tree, self.deals.cards, self.play, self.front, self._work(), np.array([[player, mode]]), discounts,
            self._weights, pay, CARDS, starts, chunks, team, 0, 1, values,
        )  # fmt: skip

    def _divide(self, task_numbers: int) -> list[NDArray[np.int32]]:
        """Divide the cards of the first deals into tasks of a few milliseconds; a single one if all take no longer.

        Each task is int32[n, 2]: pairs of a deal (its node) and the number of a card after it, which a thread walks one
        after the other.
        """
        cards = [(int(node), dealt) for dealt in range(self.front.value.shape[1]) for node in self._fronts]
        min_numbers = MIN_RAZZ_TASK_NUMBERS if self.deals.cards.stud else MIN_TASK_NUMBERS
        few = min(self.layout.numbers // min_numbers, SMALL_TREE_TASKS)
        few -= few % self._pool.threads if few > self._pool.threads else 0
        tasks = max(min(max(self.layout.numbers // task_numbers, few), len(cards)), 1)
        return np.array_split(np.array(cards, np.int32).reshape(-1, 2), tasks)

    def iterate(self, max_count: int = 1, *, evaluate: bool = False) -> bool:
        """Iterate once or, on a small tree, for a few milliseconds and at most ``max_count`` times.

        ``evaluate``: after ``max_count`` iterations, compute what :meth:`evaluate` needs in the same call of the
        kernel, if possible. Returns False if the run was stopped during an iteration.
        """
        self._evaluated = None
        if not self._small:
            if self._walk_passes(TRAINING, discount_factors(self.iterations + 1).repeat(2, axis=0)) is None:
                return False
            self.iterations += 1
            return True
        count = max(min(max_count, int(CALL_SECONDS / max(self._sharing.seconds, 1e-9)), MAX_ITERATIONS), 1)
        evaluation = self._evaluation if evaluate and count == max_count else self._evaluation[:0]
        trained = 2 * count
        passes = np.empty((trained + len(evaluation), 2), np.int64)
        passes[:trained].reshape(count, 4)[:], passes[trained:] = TRAINING.ravel(), evaluation
        discounts = np.ones((len(passes), 4), np.float32)
        discounts[0:trained:2] = discounts[1:trained:2] = next_factors(self.iterations + 1, count)
        values = self._walk_passes(passes, discounts, len(evaluation))
        self.iterations += count
        self._evaluated = values if len(evaluation) else None
        return True

    @property
    def _evaluation(self) -> NDArray[np.int64]:
        """The passes whose values give the EVs and the exploitability, int64[n, 2]: (player, mode)."""
        return EVALUATION if self._constant is None else EVALUATION[1:]

    def mean(self, player: int, value: Array) -> float:
        """Return the mean of a player's values at the root, float64[hands], over all deals."""
        weights = self.deals.weights[player]
        return float(weights @ value[: len(weights)]) / self.total

    def evaluate(self) -> tuple[tuple[float, float], float] | None:
        """Return the EVs of both players and the exploitability, or None if the run was cancelled."""
        passes, values = self._evaluation, self._evaluated
        if values is None:
            values = self._walk_passes(passes, NO_DISCOUNT.repeat(len(passes), axis=0), len(passes))
        if values is None:
            return None
        means = {
            (player, mode): self.mean(player, row) for (player, mode), row in zip(passes.tolist(), values, strict=True)
        }
        ev = means[0, VALUE]
        evs = ev, means[1, VALUE] if self._constant is None else self._constant - ev
        # Exploitability is the mean of both players' gains by a best response to the other's play.
        return evs, (means[0, BEST] - evs[0] + means[1, BEST] - evs[1]) / 2

    def exact_evs(self) -> tuple[float, float] | None:
        """Return the EVs of both players, computed in float64 throughout, or None if the run was cancelled."""
        passes = np.array([(player, VALUE) for player in ((0, 1) if self._constant is None else (0,))])
        values = self._walk_passes(passes, NO_DISCOUNT.repeat(len(passes), axis=0), len(passes), exact=True)
        if values is None:
            return None
        ev = self.mean(0, values[0])
        return ev, self.mean(1, values[1]) if self._constant is None else self._constant - ev

    def run(self, target: float, max_seconds: float | None, every: float = math.inf) -> Iterator[Progress]:
        """Iterate until exploitability is at most ``target`` chips or stops falling, the time is over or ``stop()``.

        Yields the progress after each computation of the exploitability, and every ``every`` seconds between them. If a
        run of a large tree was stopped, the last progress has the EVs and the exploitability of the last computation.
        """
        pace = Pace(every)
        check, previous = self.iterations + FIRST_CHECK, (0, 0.0)
        best = self.iterations, math.inf
        # Best responses take as long as iterations do, so they are computed only after iteration ``check``, which
        # :func:`next_check` moves on. ``best`` is the last clear progress, from which a run without any is recognized.
        while True:
            stopped = self._stop() or not self.iterate(check - self.iterations, evaluate=True)
            over = stopped or (max_seconds is not None and pace.seconds >= max_seconds)
            if self.iterations < check and not over:
                if pace.due():
                    ev, exploitability, evaluated = self._last or (None, None, None)
                    yield Progress(self.iterations, ev, exploitability, pace.seconds, False, evaluated)
                continue
            result = self.evaluate() if self._quick or not stopped else None
            pace.due(always=True)
            seconds = pace.seconds
            if result is None:
                if self._pool.cancel.cancelled:
                    self._last = None
                ev, exploitability, evaluated = self._last or (None, None, None)
                yield Progress(self.iterations, ev, exploitability, seconds, True, evaluated)
                return
            ev, exploitability = result
            if exploitability < STUCK_PROGRESS * best[1]:
                best = self.iterations, exploitability
            over = over or exploitability <= target
            stuck = not over and self.iterations >= max(STUCK_FACTOR * best[0], MIN_STUCK_ITERATIONS)
            if over or stuck:
                # The final values agree with those of nodes to more than the seven digits of float32.
                ev = self.exact_evs() or ev
                pace.due(always=True)
                seconds = pace.seconds
            self._last = ev, exploitability, self.iterations
            yield Progress(self.iterations, ev, exploitability, seconds, over or stuck, self.iterations, stuck)
            if over or stuck:
                return
            latest = self.iterations, exploitability
            check, previous = next_check(previous, latest, target), latest


def next_check(previous: tuple[int, float], latest: tuple[int, float], target: float) -> int:
    """Return the number of iterations at which to compute the exploitability again.

    It is the number at which the exploitability is expected to reach ``target``, if it continues to fall as a power of
    the iterations, as it did from ``previous`` to ``latest``, both (iterations, exploitability).
    """
    iterations, exploitability = latest
    expected = MAX_CHECK_FACTOR * iterations
    if previous[1] > exploitability > target > 0.0:
        slope = math.log(previous[1] / exploitability) / math.log(iterations / previous[0])
        more = math.log(exploitability / target) / slope
        expected = min(expected, iterations * math.exp(min(more, 1.0)))
    least = iterations + (MIN_CHECK_GAP if previous[0] else FIRST_CHECK)
    return max(math.ceil(max(expected, MIN_CHECK_FACTOR * iterations)), least)
