"""Exact, for two seats with any ranges: a sweep over the combos of every board up to suit symmetry.

With a board or dead cards also by combo: the result of every combo of both seats, also with each next card, and the
result of the seats after each turn and river.
"""

from collections.abc import Iterable
from functools import cached_property, partial
from itertools import combinations, pairwise
from math import comb

import numpy as np

from engine.arrays import F64, I64, Bools
from engine.cards import COMBOS
from engine.equity.holdem.board_chunks import CHUNK_COST, BoardChunks, available_suits, board_ways
from engine.equity.holdem.disjoint import disjoint_hands
from engine.equity.holdem.estimates import TwoRangeTally
from engine.equity.holdem.setup import HoldemSetup, available, to_come, two_before_flop
from engine.equity.holdem.symmetry import SuitGroup, suit_group
from engine.equity.jobs import CancelCheck, Tally
from engine.kernels.holdem.high import CATEGORIES, RANK_KEYS
from engine.kernels.holdem.sweep import RangePair, new_sweep_work
from engine.kernels.holdem.sweep_boards import sweep_flops, sweep_multisets
from engine.kernels.holdem.two_range_by_combo import RangeCombos, new_hand_work, sweep_hands
from engine.kernels.tables import high_tables, multisets

MIN_CHUNK_COST = 1e6
TARGET_CHUNKS = 8
"""The number of chunks to aim for, so that several threads share the work."""
COST_OF_BOARD = 600.0
COST_OF_PAIR = 45.0


class SweepJob(TwoRangeTally):
    """Two active seats and no folded ranges (:class:`engine.equity.jobs.ExactJob`).

    The tally: the weight of the deals that seat 1 wins, of ties, then nine categories of seat 1 and nine of seat 2.
    """

    def __init__(self, setup: HoldemSetup, group: SuitGroup) -> None:
        self._setup = setup
        self._group = group

    @cached_property
    def operations(self) -> float:
        """Cost in nanoseconds of one core of the reference machine."""
        return self._board_cost * self._group.orbits(available(self._setup), to_come(self._setup))

    @property
    def chunks(self) -> int:
        """Number of chunks."""
        return len(self._bounds) - 1

    def compute(self, chunk: int) -> Tally:
        """Return the tally of one chunk of boards."""
        first, last = self._bounds[chunk], self._bounds[chunk + 1]
        board = np.uint64(sum(int(high_tables().bits[card]) for card in self._setup.board))
        tally = np.zeros(2 + 2 * CATEGORIES)
        sweep_multisets(
            multisets(to_come(self._setup))[first:last], board, self._suits, self._group.suits, self._ranges,
            high_tables(), new_sweep_work(), tally,
        )  # fmt: skip
        return tally

    def flops(self, chunk: int, flops: I64, count: int) -> Tally:
        """Return the tally of one chunk of boards by flop, float64[count, 3]: weight of deals, of wins, of ties.

        ``flops`` int64[22100] are the orbits of the flops (``kernels.holdem.sweep_boards``). Before the flop only.
        """
        first, last = self._bounds[chunk], self._bounds[chunk + 1]
        result = np.zeros((count, 3))
        sweep_flops(
            multisets(5)[first:last], self._suits, self._group.suits, flops, self._ranges, high_tables(),
            new_sweep_work(), np.zeros(5, np.int64), np.zeros(2 + 2 * CATEGORIES), result,
        )  # fmt: skip
        return result

    def deals(self) -> int:
        """Return the number of deals with positive weight."""
        in_deck = int(available(self._setup).sum()) - 4
        return disjoint_hands(*(self._setup.weights > 0)) * comb(in_deck, to_come(self._setup))

    @cached_property
    def _board_cost(self) -> float:
        return COST_OF_BOARD + COST_OF_PAIR * np.count_nonzero(_rank_pairs(self._setup.weights))

    @cached_property
    def _suits(self) -> I64:
        return available_suits(self._setup)

    @cached_property
    def _ranges(self) -> RangePair:
        return _ranges(self._setup.weights)

    @cached_property
    def _bounds(self) -> list[int]:
        """The first rank multiset of each chunk, and the end of the last one."""
        ranks = multisets(to_come(self._setup))
        cost = np.cumsum(board_ways(ranks, self._suits)) * self._board_cost / self._group.order
        chunk_cost = min(max(float(cost[-1]) / TARGET_CHUNKS, MIN_CHUNK_COST), CHUNK_COST)
        chunk = (cost / chunk_cost).astype(np.int64)
        return [0, *(np.flatnonzero(np.diff(chunk)) + 1).tolist(), len(ranks)]


def _rank_pairs(weights: F64) -> Bools:
    """Return for which ranks, the higher one first, a combo has weight in ``weights`` float64[2, 1326], bool[13,
    13]."""
    result = np.zeros((13, 13), np.bool_)
    high, low = COMBOS[weights.any(axis=0)].T >> 2
    result[high, low] = True
    return result


def _ranges(weights: F64) -> RangePair:
    """Return the two ranges ``weights`` float64[2, 1326] by pair of ranks and by card."""
    by_card = np.zeros((2, 52, 52))
    high, low = COMBOS.T
    by_card[:, high, low] = weights
    by_card[:, low, high] = weights
    blocks = by_card.reshape(2, 13, 4, 13, 4).transpose(0, 1, 3, 2, 4).copy()
    blocks[:, np.arange(13), np.arange(13)] *= np.triu(np.ones((4, 4)), 1)  # each pocket pair once, not twice
    ranks = np.argwhere(_rank_pairs(weights))
    a, b = blocks[:, ranks[:, 0], ranks[:, 1]]
    by_suits = np.ascontiguousarray(np.stack([a, b, a * b], axis=1))
    sides = np.concatenate([by_suits[:, :2].sum(axis=3), by_suits[:, :2].sum(axis=2)], axis=2)
    keys = np.array(RANK_KEYS, dtype=np.uint64)[ranks].sum(axis=1, dtype=np.uint64)
    return RangePair(ranks, keys, by_suits, sides, by_suits.sum(axis=(2, 3)), by_card, by_card.sum(axis=2))


COST_OF_COMBO_BOARD = 1_000.0
COST_OF_COMBO = 15.0
"""Nanoseconds of one core of the reference machine."""


class TwoRangeByCombo:
    """The result of each combo of two active seats without folded ranges (see :meth:`fits`)."""

    def __init__(self, setup: HoldemSetup) -> None:
        self._group = suit_group(setup)
        self._combos, self._hands = _hands(setup)
        self._boards = BoardChunks(setup, self._group, _board_cost(len(self._combos)), 0.0, CHUNK_COST)

    @staticmethod
    def fits(setup: HoldemSetup) -> bool:
        """Return whether this is the way to compute ``setup``; the table of all matchups is quicker if it applies."""
        return len(setup.weights) == 2 and not len(setup.folded) and not two_before_flop(setup)

    @property
    def operations(self) -> float:
        """Cost in nanoseconds of one core of the reference machine."""
        return self._boards.operations

    @property
    def parts(self) -> int:
        """The number of parts, which can be computed in any order."""
        return len(self._boards.chunks)

    def compute(self, part: int, check_cancelled: CancelCheck) -> F64:
        """Return the weight that each combo beats, ties and meets on the boards of a part, float64[3, 2, combos]."""
        check_cancelled()
        _, _, words, sizes = self._boards.rows(part)
        results = np.zeros((3, 2, len(self._combos)))
        sweep_hands(words, sizes, self._hands, high_tables(), new_hand_work(len(self._combos)), results)
        return results

    def tallies(self, parts: list[F64]) -> F64:
        """Return the weight of the other seat's combos that each combo beats, ties and meets, float64[3, 2, 1326]."""
        all_combos = np.zeros((3, 2, len(COMBOS)))
        all_combos[:, :, self._combos] = np.sum(parts, axis=0)
        return np.asarray(np.mean([all_combos[:, :, maps] for maps in self._group.combos], axis=0))

    def results(self, parts: list[F64]) -> tuple[F64, F64]:
        """Return the probability of each combo in its range and its equity, float64[2, 1326] each, from the values of
        all parts."""
        win, tie, met = self.tallies(parts)
        equity = np.divide(win + tie / 2, met, out=np.zeros_like(met), where=met > 0)
        weight = np.zeros_like(met)
        weight[:, self._combos] = self._hands.weights * met[:, self._combos]
        return weight / weight.sum(axis=1, keepdims=True), np.where(weight > 0, equity, 0.0)


class TwoRangeRunouts:
    """The numbers of :class:`TwoRangeByCombo` on a flop or a turn, by next card or by turn and river."""

    PAIRS_OF_PART = 96

    def __init__(self, setup: HoldemSetup, check_cancelled: CancelCheck) -> None:
        self._setup, self._check_cancelled = setup, check_cancelled
        self._combos, self._hands = _hands(setup)
        self.deck = np.flatnonzero(available(setup))
        """The cards that are neither on the board nor dead, int64[n]."""

    @property
    def operations(self) -> float:
        """Cost of either, in nanoseconds of one core of the reference machine."""
        return float(len(self.deck) ** to_come(self._setup)) * _board_cost(len(self._combos))

    def card_parts(self) -> "list[partial[F64]]":
        """Return a part for each card of the ``deck``.

        Each returns pots won and weights of the deals after the card by combo, float64[2, seats, 1326].
        """
        return [partial(self._after_card, int(card)) for card in self.deck]

    def pair_parts(self, pairs: I64) -> "list[partial[F64]]":
        """Return parts for the ``pairs`` int64[n, 2] of turn and river.

        Together they give the pots won by each seat and the weight of the deals, float64[n, 3].
        """
        ends = [*range(0, len(pairs), self.PAIRS_OF_PART), len(pairs)]
        return [partial(self._of_pairs, pairs[first:last]) for first, last in pairwise(ends)]

    def _after_card(self, card: int) -> F64:
        """Return the pots and the weight of each combo of both seats after one turn or river card."""
        rest = [int(other) for other in self.deck if other != card]
        boards = [(card, *more) for more in combinations(rest, to_come(self._setup) - 1)]
        win, tie, met = self._sweep(boards)
        result = np.zeros((2, 2, len(COMBOS)))
        result[:, :, self._combos] = self._hands.weights * np.stack([win + tie / 2, met])
        return result

    def _of_pairs(self, pairs: I64) -> F64:
        """Return the pots of both seats and the weight of the deals for each turn and river, float64[n, 3]."""
        result = np.zeros((len(pairs), 3))
        for row, pair in zip(result, pairs.tolist(), strict=True):
            win, tie, met = self._sweep([pair])
            row[:2] = (self._hands.weights * (win + tie / 2)).sum(axis=1)
            row[2] = (self._hands.weights[0] * met[0]).sum()
        return result

    def _sweep(self, boards: Iterable[Iterable[int]]) -> F64:
        """Return the weight that each combo beats, ties and meets on boards with these cards, float64[3, 2, combos]."""
        self._check_cancelled()
        bits = high_tables().bits
        words = np.array([np.bitwise_or.reduce(bits[[*self._setup.board, *cards]]) for cards in boards], np.uint64)
        results = np.zeros((3, 2, len(self._combos)))
        work = new_hand_work(len(self._combos))
        sweep_hands(words, np.ones(len(words)), self._hands, high_tables(), work, results)
        return results


def _hands(setup: HoldemSetup) -> tuple[I64, RangeCombos]:
    """Return the combos that either seat has, int64[n], and these in the form of the kernel."""
    combos = np.flatnonzero(setup.weights.any(axis=0))
    tables, cards = high_tables(), COMBOS[combos].astype(np.int64)
    keys, suits = tables.keys[cards].sum(axis=1, dtype=np.uint64), np.bitwise_or.reduce(tables.bits[cards], axis=1)
    return combos, RangeCombos(cards, keys, suits, np.ascontiguousarray(setup.weights[:, combos]))


def _board_cost(combos: int) -> float:
    return COST_OF_COMBO_BOARD + COST_OF_COMBO * combos
