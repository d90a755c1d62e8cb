"""Sampled expected values, for situations in which too many players may see the flop for an exact computation.

Every cell (``engine.preflop.cells``: one of hero's hands on a flop) gets the same number of tries, round by round, in
groups that are independent of one another.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import count

import numpy as np

from engine.arrays import F64
from engine.cards import COMBO_MASKS, COMBOS, card_mask
from engine.equity.sampling import Limits
from engine.equity.snapshots import Pace, Snapshots, paced
from engine.equity.workers import Workers
from engine.kernels.common.rng import seed_state
from engine.kernels.preflop.deals import FlopPlayers, deal_on_flops, new_dealt
from engine.kernels.tables import high_tables
from engine.preflop.answer import PreflopAnswer
from engine.preflop.cells import DEFAULT_MAX_TRIALS, FIRST_TRIES, GROUPS, FlopPlan, HandCells, columns_of
from engine.preflop.estimates import DecisionTally, Visits, estimate, visit
from engine.preflop.request import BOOK
from engine.preflop.situation import PreflopSituation
from engine.scenario import RunOptions

BLOCK_TRIES = 16_384
"""The tries of a chunk, which is the unit of work of a thread."""
DEFAULT_ERROR = 0.001
"""The standard error at which a run without limits ends, as a share of the chips in the middle."""
GROWTH_OF_ANSWER = 1.3
"""The factor by which the trials of a run grow before its answer is computed again."""


def make_players(situation: PreflopSituation) -> tuple[FlopPlayers, list[int]]:
    """Return the opponents in the form of the kernel, and the indices of those who may see a flop.

    Bit i of a set of players is the i-th of these, and column i after the sets its raise.
    """
    actions = situation.actions
    coming = sorted({p.place for action in actions for p in action.coming})
    counted = [i for i, (_, matters) in enumerate(situation.held) if matters or i in coming]
    counted.sort(key=lambda i: not situation.held[i][1])
    # The kernel deals a hand from the range that a player holds, and then decides whether it goes to the flop.
    goes, raises = (np.zeros((len(actions), len(counted), len(COMBOS))) for _ in range(2))
    for at, action in enumerate(actions):
        for player in action.coming:
            holds, x = situation.held[player.place][0], counted.index(player.place)
            np.divide(player.goes, holds, out=goes[at, x], where=holds > 0)
            np.divide(player.raises, holds, out=raises[at, x], where=holds > 0)
    ranges = [situation.held[i][0] for i in counted if situation.held[i][1]]
    bits = np.array([1 << coming.index(i) if i in coming else 0 for i in counted], dtype=np.int64)
    columns = np.array([(1 << len(coming)) + coming.index(i) if i in coming else 0 for i in counted], dtype=np.int64)
    dead = np.array([card_mask(situation.dead)], dtype=np.uint64)
    held = np.array(ranges, dtype=np.float64).reshape(-1, len(COMBOS))
    return FlopPlayers(held, goes, raises, bits, columns, COMBO_MASKS, COMBOS.astype(np.int64), dead), coming


class Rounds:
    """The chunks of a visit to some cells: every round computes all cells, one block of them per chunk.

    ``first``: the number of the first chunk, counted over the whole run, since each chunk has random numbers of its
    own; ``rounds``: how many rounds there are, or None for an endless visit.
    """

    def __init__(
        self, cells: HandCells, players: FlopPlayers, seed: int, first: int = 0, rounds: int | None = None
    ) -> None:
        """Divide the cells into ``blocks`` of equal size; ``end`` is the number of the chunk after the last, or
        infinity."""
        self._cells, self._players, self._seed, self.first = cells, players, seed, first
        self._size = max(BLOCK_TRIES // (GROUPS * FIRST_TRIES), 1)
        self.blocks = -(-len(cells.cards) // self._size)
        self.end = math.inf if rounds is None else first + rounds * self.blocks

    def work(self, chunk: int) -> Callable[[], tuple[F64, F64]] | None:
        """Return the function that computes a chunk as :meth:`compute` does, or None after the last one.

        It returns weights float64[n] and sums float64[n, groups, actions, columns, 2].
        """
        return partial(self.compute, chunk) if chunk < self.end else None

    def block(self, chunk: int) -> slice:
        """Return the cells of a chunk."""
        first = (chunk - self.first) % self.blocks * self._size
        return slice(first, min(first + self._size, len(self._cells.cards)))

    def compute(self, chunk: int) -> tuple[F64, F64]:
        """Return the weights of the cells of a chunk, float64[n], and the sums of their deals.

        The sums are float64[n, groups, actions, columns, 2]: the deals with each set of players, then with a raise of
        each, and hero's shares.
        """
        cells = self._cells.cards[self.block(chunk)]
        products = np.zeros(len(cells))
        result = np.zeros((len(cells), GROUPS, len(self._players.goes), columns_of(self._players), 2))
        state = seed_state(self._seed, chunk)
        dealt = new_dealt(self._players)
        deal_on_flops(cells, FIRST_TRIES, self._players, high_tables(), dealt, state, products, result)
        return products, result


class _SampledRun:
    """Visits the parts of a plan one after the other, again and again, until a limit is reached."""

    def __init__(self, situation: PreflopSituation, reason: str, pool: Workers) -> None:
        """Plan the run. ``reason``: why the answer is sampled, as the answer states it."""
        self._situation, self._reason, self._pool = situation, reason, pool
        self._players, self._coming = make_players(situation)
        self._plan = FlopPlan(situation, self._players, pool.cancel.check_cancelled)
        chips = max(situation.request.middle, max(action.level for action in situation.actions), 1e-9)
        self._limits = sampling_limits(situation.request.run, chips)
        self._pace = Pace()
        self._visits: Visits | None = None
        self._trials = self._chunks = 0
        """The totals of the visits that have ended."""
        self._answer: PreflopAnswer | None = None

    def answers(self) -> Iterator[tuple[float, PreflopAnswer]]:
        """Yield the progress with better and better answers, 1.0 with the last, which a cancelled run does not have.

        The limits are checked at the ends of chunks in their order, so that the same limits give the same numbers.
        """
        for part in count():
            for sums, trials in self._visit(part % self._plan.parts):
                if sums is not None:
                    visits = sums if self._visits is None else self._visits.with_visit(sums)
                    answer = estimate(
                        self._situation,
                        visits,
                        self._plan,
                        self._coming,
                        self._reason,
                        trials,
                        self._pool.cancel.check_cancelled,
                    )
                    self._answer = answer
                assert self._answer is not None, "the first visit is looked at"
                error = max(action.stderr for action in self._answer.actions)
                progress = 1.0 if sums is None else self._limits.progress(trials, self._pace.seconds, error)
                # A visit is used only if it is complete, so the run ends after the visit that comes nearest to a limit:
                # half of a visit more would exceed it.
                rest = (trials - self._trials) // 2 if self._plan.parts > 1 else 0
                if progress >= 1.0 or self._limits.over(trials + rest, self._pace.seconds):
                    run, trials = self._situation.request.run, self._answer.trials or 0
                    notices = missed_target(run, self._limits, error, trials)
                    answer = replace(self._answer, notices=(*self._answer.notices, *notices))
                    yield 1.0, answer.with_books() if BOOK in run.detail else answer
                    return
                yield progress, self._answer
            if self._pool.cancel.cancelled or sums is None:
                return
            self._visits, self._trials = visits, trials

    def _visit(self, part: int) -> Iterator[tuple[Visits | None, int]]:
        """Visit a part, and yield its sums from time to time with the trials of the run so far.

        Only the first visit yields sums before it is complete, because flops of an incomplete visit would have less
        weight than those of earlier ones. None instead of sums: there is no time to complete the visit.
        """
        plan, check_cancelled = self._plan, self._pool.cancel.check_cancelled
        cells = plan.cells(part)
        seed, rounds = self._situation.request.run.seed, None if plan.parts == 1 else plan.rounds
        chunks = Rounds(cells, self._players, seed, self._chunks, rounds)
        tally = DecisionTally(cells, self._players)
        trials, looked = self._trials, 0
        chunk = chunks.first - 1  # if the run is cancelled before its first chunk
        for chunk, (products, result) in self._pool.in_order(chunks.work, chunks.first):
            block = chunks.block(chunk)
            tally.add(block, FIRST_TRIES, products, result)
            trials += FIRST_TRIES * GROUPS * (block.stop - block.start)
            done = chunk + 1 - chunks.first
            ended, round_over = chunk + 1 == chunks.end, done % chunks.blocks == 0
            if self._visits is not None and not ended:
                if self._limits.late(self._pace.seconds):
                    yield None, trials
                    return
                continue
            over = done >= chunks.blocks and self._limits.over(trials, self._pace.seconds)
            if over or ended or (round_over and trials >= looked * GROWTH_OF_ANSWER):
                looked = trials
                yield visit(self._situation, cells, tally, self._coming, check_cancelled), trials
        self._chunks = chunk + 1


def sampled_preflop_answers(
    situation: PreflopSituation, reason: str, pool: Workers, every: float
) -> Snapshots[PreflopAnswer]:
    """Yield snapshots of a sampled run, each with its answer, until it ends or is cancelled."""
    yield from paced(_SampledRun(situation, reason, pool).answers(), every)


def sampling_limits(run: RunOptions, chips: float) -> Limits:
    """Return the limits of a sampled run; ``chips``: the pot, which sets the target error of a run without limits."""
    return Limits.of(run, DEFAULT_ERROR * chips, DEFAULT_MAX_TRIALS)


def missed_target(run: RunOptions, limits: Limits, error: float, trials: int) -> tuple[str, ...]:
    """Return a notice if a run ended before its target; ``error``: its largest standard error, in chips."""
    if limits.target is None or error <= limits.target:
        return ()
    field = "" if run.target_stderr is None else "run.target_stderr: "
    text = f"{field}the standard error is {error:.2g} chips after {trials:,} trials, more than the target of"
    return (f"{text} {limits.target:.2g}",)
