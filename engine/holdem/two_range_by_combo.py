"""Exact, for two seats with any ranges on a board or with dead cards: the result of every combo of both, also behind
each next card, and that of the seats behind each turn and river."""

from collections.abc import Iterable
from functools import partial
from itertools import combinations, pairwise

import numpy as np
from numpy.typing import NDArray

from engine.cards import COMBOS
from engine.holdem.board_chunks import CHUNK_COST, BoardChunks
from engine.holdem.deck import available, to_come
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
        self._combos, self._hands = _hands(setup)
        self._boards = BoardChunks(setup, self._group, _board_cost(len(self._combos)), 0.0, CHUNK_COST)

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

    def tallies(self, found: list[Array]) -> Array:
        """Return what each combo beats, ties and meets, the other range by its weights, float64[3, 2, 1326]."""
        whole = np.zeros((3, 2, len(COMBOS)))
        whole[:, :, self._combos] = np.sum(found, axis=0)
        return np.asarray(np.mean([whole[:, :, maps] for maps in self._group.combos], axis=0))

    def results(self, found: list[Array]) -> tuple[Array, Array]:
        """Return the share of each combo in its range and its equity, float64[2, 1326], from all parts."""
        win, tie, met = self.tallies(found)
        equity = np.divide(win + tie / 2, met, out=np.zeros_like(met), where=met > 0)
        weight = np.zeros_like(met)
        weight[:, self._combos] = self._hands.weights * met[:, self._combos]
        return weight / weight.sum(axis=1, keepdims=True), np.where(weight > 0, equity, 0.0)


class TwoRangeRunouts:
    """The tables of :class:`TwoRangeByCombo` with a flop or a turn on the board: by next card, by turn and river."""

    PAIRS_OF_PART = 96

    def __init__(self, setup: HoldemSetup, guard: Guard) -> None:
        self._setup, self._guard = setup, guard
        self._combos, self._hands = _hands(setup)
        self.deck = np.flatnonzero(available(setup))
        """The cards that are neither on the board nor dead, int64[n]."""

    @property
    def operations(self) -> float:
        """Cost of either in nanoseconds of one core of the reference machine."""
        return float(len(self.deck) ** to_come(self._setup)) * _board_cost(len(self._combos))

    def card_parts(self) -> "list[partial[Array]]":
        """Return a part for each card of the ``deck``: pots won and weights of the deals behind it by combo, float64[2,
        seats, 1326]."""
        return [partial(self._behind, int(card)) for card in self.deck]

    def pair_parts(self, pairs: NDArray[np.int64]) -> "list[partial[Array]]":
        """Return parts for the ``pairs`` int64[n, 2] of turn and river; together they give pots won by each seat and
        the weight of the deals, float64[n, 3]."""
        ends = [*range(0, len(pairs), self.PAIRS_OF_PART), len(pairs)]
        return [partial(self._of_pairs, pairs[first:last]) for first, last in pairwise(ends)]

    def _behind(self, card: int) -> Array:
        rest = [int(other) for other in self.deck if other != card]
        boards = [(card, *more) for more in combinations(rest, to_come(self._setup) - 1)]
        win, tie, met = self._swept(boards)
        found = np.zeros((2, 2, len(COMBOS)))
        found[:, :, self._combos] = self._hands.weights * np.stack([win + tie / 2, met])
        return found

    def _of_pairs(self, pairs: NDArray[np.int64]) -> Array:
        found = np.zeros((len(pairs), 3))
        for row, pair in zip(found, pairs.tolist(), strict=True):
            win, tie, met = self._swept([pair])
            row[:2] = (self._hands.weights * (win + tie / 2)).sum(axis=1)
            row[2] = (self._hands.weights[0] * met[0]).sum()
        return found

    def _swept(self, boards: Iterable[Iterable[int]]) -> Array:
        """Return what each combo beats, ties and meets on boards completed by these cards, float64[3, 2, combos]."""
        self._guard()
        bits = high_tables().bits
        words = np.array([np.bitwise_or.reduce(bits[[*self._setup.board, *cards]]) for cards in boards], np.uint64)
        results = np.zeros((3, 2, len(self._combos)))
        work = new_hand_work(len(self._combos))
        sweep_hands(words, np.ones(len(words)), self._hands, high_tables(), work, results)
        return results


def _hands(setup: HoldemSetup) -> tuple[NDArray[np.int64], Hands]:
    """Return the combos that either seat has, int64[n], and these for the kernel."""
    combos = np.flatnonzero(setup.weights.any(axis=0))
    tables, cards = high_tables(), COMBOS[combos].astype(np.int64)
    keys, suits = tables.keys[cards].sum(axis=1, dtype=np.uint64), np.bitwise_or.reduce(tables.bits[cards], axis=1)
    return combos, Hands(cards, keys, suits, np.ascontiguousarray(setup.weights[:, combos]))


def _board_cost(combos: int) -> float:
    return COST_OF_BOARD + COST_OF_COMBO * combos
