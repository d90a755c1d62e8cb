"""Sampled expected values, where too many players may see the flop: deals on a stratified sample of flops.

Every cell (``engine.preflop.cells``: a hand of hero's on a flop) gets the same number of tries, in groups that are
independent of one another, round by round.
"""

import time
from functools import partial

import numpy as np

from engine.arrays import F64
from engine.cards import COMBO_MASKS, COMBOS, card_mask
from engine.kernels.common.rng import seed_state
from engine.kernels.preflop.deals import Players, deal_cells, new_dealt
from engine.kernels.tables import high_tables
from engine.preflop.answer import BOOK, PreflopAnswer
from engine.preflop.cells import FIRST_TRIES, GROUPS, Cells, make_cells
from engine.preflop.estimates import CellTally, estimate
from engine.preflop.situation import Situation
from engine.running.workers import Snapshots, Workers, sampled_snapshot
from engine.scenario import RunOptions

BLOCK_TRIES = 16_384
"""Tries of a chunk."""
MOST_TRIES = 120_000_000
"""The most tries of a run without limits."""
DEFAULT_ERROR = 0.001
"""The stderr at which a run without limits ends, as a share of the chips in the middle."""
LOOKED_AGAIN = 1.3
"""The factor by which a run has grown until its answer is computed again."""


def make_players(situation: Situation) -> tuple[Players, list[int]]:
    """Return the opponents in the form of the kernel, and the places of those who may come: bit i in a set of players
    stands for the i-th of them."""
    actions = situation.actions
    coming = sorted({p.place for action in actions for p in action.coming if p.place is not None})
    counted = [i for i, (_, matters) in enumerate(situation.held) if matters or i in coming]
    counted.sort(key=lambda i: not situation.held[i][1])
    goes = np.zeros((len(actions), len(counted), len(COMBOS)))
    for row, action in zip(goes, actions, strict=True):
        for player in action.coming:
            holds = situation.held[player.place or 0][0]
            np.divide(player.goes, holds, out=row[counted.index(player.place or 0)], where=holds > 0)
    ranges = [situation.held[i][0] for i in counted if situation.held[i][1]]
    bits = np.array([1 << coming.index(i) if i in coming else 0 for i in counted], dtype=np.int64)
    dead = np.array([card_mask(situation.dead)], dtype=np.uint64)
    held = np.array(ranges, dtype=np.float64).reshape(-1, len(COMBOS))
    return Players(held, goes, bits, COMBO_MASKS, COMBOS.astype(np.int64), dead), coming


class Rounds:
    """The chunks of a sampled run: every round visits all cells, block by block."""

    def __init__(self, cells: Cells, players: Players, seed: int) -> None:
        self._cells, self._players, self._seed = cells, players, seed
        self._size = max(BLOCK_TRIES // (GROUPS * FIRST_TRIES), 1)
        self.blocks = -(-len(cells.cards) // self._size)

    def block(self, chunk: int) -> slice:
        """Return the cells of a chunk."""
        first = chunk % self.blocks * self._size
        return slice(first, min(first + self._size, len(self._cells.cards)))

    def compute(self, chunk: int) -> tuple[F64, F64]:
        """Return the weights float64[n] of the cells of a chunk and what was found in them, float64[n, groups, actions,
        sets, 2]."""
        cells = self._cells.cards[self.block(chunk)]
        sets = 1 << int(np.count_nonzero(self._players.bits))
        products = np.zeros(len(cells))
        result = np.zeros((len(cells), GROUPS, len(self._players.goes), sets, 2))
        state = seed_state(self._seed, chunk)
        dealt = new_dealt(self._players)
        deal_cells(cells, FIRST_TRIES, self._players, high_tables(), dealt, state, products, result)
        return products, result


def sampled_answers(situation: Situation, reason: str, pool: Workers, every: float) -> Snapshots[PreflopAnswer]:
    """Yield snapshots of a sampled run, each with its answer, until cancelled.

    Limits are decided at the ends of chunks in their order, so that the same limits give the same numbers.
    """
    players, coming = make_players(situation)
    cells = make_cells(situation, players, pool.cancel.guard)
    rounds, tally = Rounds(cells, players, situation.request.run.seed), CellTally(cells, players)
    chips = max(situation.request.middle, max(action.level for action in situation.actions), 1e-9)
    limits = Limits(situation.request.run, chips)
    started = shown = time.perf_counter()
    trials, looked = 0, 0
    for chunk, (products, result) in pool.in_order(lambda chunk: partial(rounds.compute, chunk)):
        block = rounds.block(chunk)
        tally.add(block, FIRST_TRIES, products, result)
        trials += FIRST_TRIES * GROUPS * (block.stop - block.start)
        if chunk + 1 < rounds.blocks:
            continue
        seconds = time.perf_counter() - started
        over = limits.over(trials, seconds)
        if not over and ((chunk + 1) % rounds.blocks or trials < looked * LOOKED_AGAIN):
            continue
        looked = trials
        answer = estimate(situation, cells, tally, coming, reason, trials, pool.cancel.guard)
        progress = limits.progress(max(action.stderr for action in answer.actions), trials, seconds)
        done = over or progress >= 1.0
        if done or time.perf_counter() - shown >= every:
            shown = time.perf_counter()
            if done and BOOK in situation.request.run.detail:
                answer = answer.with_books()
            yield sampled_snapshot(answer, progress, seconds, done=done)
        if done:
            return


class Limits:
    """When a sampled run ends; ``chips``: what errors are compared with if nothing else is set."""

    def __init__(self, run: RunOptions, chips: float) -> None:
        self._run = run
        unlimited = run.max_trials is None and run.target_stderr is None and run.max_seconds is None
        self._target = DEFAULT_ERROR * chips if unlimited else run.target_stderr
        self._most = MOST_TRIES if run.max_trials is None and run.max_seconds is None else run.max_trials

    def over(self, trials: int, seconds: float) -> bool:
        """Return whether the trials or the time are used up."""
        late = self._run.max_seconds is not None and seconds >= self._run.max_seconds
        return late or (self._most is not None and trials >= self._most)

    def progress(self, error: float, trials: int, seconds: float) -> float:
        """Return how near the nearest limit is, 0 to 1; ``error``: the largest that is stated."""
        shares = [0.0]
        if self._most is not None:
            shares.append(trials / self._most)
        if self._run.max_seconds is not None:
            shares.append(seconds / self._run.max_seconds)
        if self._target is not None:
            shares.append(1.0 if error <= self._target else min((self._target / error) ** 2, 0.999))
        return min(max(shares), 1.0)
