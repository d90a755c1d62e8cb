"""Exact, for two seats with any ranges on a board or with dead cards: the result of every combo of both."""

import numpy as np
from numpy.typing import NDArray

from engine.cards import COMBOS
from engine.holdem.board_chunks import CHUNK_COST, BoardChunks
from engine.holdem.headsup import HeadsUpJob
from engine.holdem.setup import HoldemSetup
from engine.holdem.symmetry import suit_group
from engine.jobs import Guard
from engine.kernels.holdem.two_range_by_combo import Hands, new_hand_work, sweep_hands
from engine.tables import high_tables

COST_OF_BOARD = 1_000.0
COST_OF_COMBO = 15.0
"""Nanoseconds of one core of the reference machine."""

Array = NDArray[np.float64]


class TwoRangeByCombo:
    """Two active seats, no folded ranges (see :meth:`fits`), in parts that can be computed in any order."""

    def __init__(self, setup: HoldemSetup) -> None:
        self._group = suit_group(setup)
        self._combos = np.flatnonzero(setup.weights.any(axis=0))
        tables, cards = high_tables(), COMBOS[self._combos].astype(np.int64)
        keys, suits = tables.keys[cards].sum(axis=1, dtype=np.uint64), np.bitwise_or.reduce(tables.bits[cards], axis=1)
        self._hands = Hands(cards, keys, suits, np.ascontiguousarray(setup.weights[:, self._combos]))
        cost = COST_OF_BOARD + COST_OF_COMBO * len(self._combos)
        self._boards = BoardChunks(setup, self._group, cost, 0.0, CHUNK_COST)

    @staticmethod
    def fits(setup: HoldemSetup) -> bool:
        """Return whether this is the way for ``setup``: the table of all matchups is quicker where it answers."""
        return len(setup.weights) == 2 and not len(setup.folded) and not HeadsUpJob.fits(setup)

    @property
    def operations(self) -> float:
        """Cost in nanoseconds of one core of the reference machine."""
        return self._boards.operations

    @property
    def parts(self) -> int:
        """Number of parts."""
        return len(self._boards.parts)

    def compute(self, part: int, guard: Guard) -> Array:
        """Return what each combo beats, ties and meets on the boards of a part, float64[3, 2, combos]."""
        guard()
        _, _, words, sizes = self._boards.rows(part)
        results = np.zeros((3, 2, len(self._combos)))
        sweep_hands(words, sizes, self._hands, high_tables(), new_hand_work(len(self._combos)), results)
        return results

    def results(self, found: list[Array]) -> tuple[Array, Array]:
        """Return the share of each combo in its range and its equity, float64[2, 1326], from all parts."""
        whole = np.zeros((3, 2, len(COMBOS)))
        whole[:, :, self._combos] = np.sum(found, axis=0)
        mean = np.mean([whole[:, :, maps] for maps in self._group.combos], axis=0)
        win, tie, met = mean
        equity = np.divide(win + tie / 2, met, out=np.zeros_like(met), where=met > 0)
        weight = np.zeros_like(met)
        weight[:, self._combos] = self._hands.weights * met[:, self._combos]
        return weight / weight.sum(axis=1, keepdims=True), np.where(weight > 0, equity, 0.0)
