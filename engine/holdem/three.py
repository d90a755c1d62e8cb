"""Exact, for three seats with any ranges: a sweep over the combos of every board up to suit symmetry."""

from math import comb

import numpy as np
from numpy.typing import NDArray

from engine.holdem.board_chunks import CHUNK_COST, BoardChunks
from engine.holdem.deck import available, to_come
from engine.holdem.disjoint import disjoint_hands
from engine.holdem.estimates import estimates
from engine.holdem.setup import HoldemSetup
from engine.holdem.symmetry import SuitGroup
from engine.holdem.three_ranges import board_cost, different_ranges, multiset_cost, three_ranges
from engine.jobs import Tally
from engine.jobs.results import Estimate
from engine.kernels.holdem.three import sweep_boards
from engine.kernels.holdem.three_work import BELOW, CLASS, TALLY, UP_TO, new_work
from engine.tables import high_tables


class ThreeJob:
    """Three active seats and no folded ranges (:class:`engine.jobs.ExactJob`).

    The tally: float64[tasks, TALLY] of ``engine.kernels.holdem.three_work``, one task for each different range.
    """

    def __init__(self, setup: HoldemSetup, group: SuitGroup, chunk_cost: float = CHUNK_COST) -> None:
        self._setup = setup
        self._seats = different_ranges(setup.weights)
        self._ranges = three_ranges(setup.weights, self._seats)
        costs = board_cost(self._ranges), multiset_cost(self._ranges)
        self.boards = BoardChunks(setup, group, *costs, chunk_cost)

    @staticmethod
    def fits(setup: HoldemSetup) -> bool:
        """Return whether this method answers ``setup``."""
        return len(setup.weights) == 3 and not len(setup.folded)

    @property
    def operations(self) -> float:
        """Cost in nanoseconds of one core of the reference machine."""
        return self.boards.operations

    @property
    def chunks(self) -> int:
        """Number of chunks."""
        return len(self.boards.parts)

    def compute(self, chunk: int) -> Tally:
        """Return the tally of one chunk of boards."""
        tally = np.zeros((len(self._ranges.tasks), TALLY))
        sweep_boards(*self.boards.rows(chunk), self._ranges, high_tables(), new_work(self._ranges), tally)
        return tally.ravel()

    def deals(self) -> int:
        """Return the number of deals with positive weight."""
        return three_deals(self._setup)

    def estimates(self, tally: Tally) -> tuple[Estimate, ...]:
        """Return the numbers of the three seats."""
        return three_estimates(tally.reshape(-1, TALLY)[self._seats])

    def weight(self, tally: Tally) -> float:
        """Return the weight of all deals: the sum of the products of their combos' weights."""
        return float(tally[CLASS:TALLY].sum())


def three_deals(setup: HoldemSetup) -> int:
    """Return the number of deals with positive weight of three seats."""
    left = int(available(setup).sum()) - 6
    return disjoint_hands(*(setup.weights > 0)) * comb(left, to_come(setup))


def three_estimates(by_seat: NDArray[np.float64]) -> tuple[Estimate, ...]:
    """Return the numbers of three seats from float64[3, TALLY].

    A seat's ties follow from those of all: what one seat wins or shares is all but the deals that the other two win or
    share without it. What rounding leaves below zero is zero.
    """
    by_seat = np.maximum(by_seat, 0.0)
    win, ties = by_seat[:, BELOW], by_seat[:, UP_TO] - by_seat[:, BELOW]
    categories = by_seat[:, CLASS:]
    shared = categories[0].sum() - win.sum()
    without = np.maximum(shared - ties, 0.0)  # shared by the two others alone
    split_two = without.sum() - without
    split_three = np.maximum(ties - split_two, 0.0)
    return estimates(np.stack([win, split_two, split_three], axis=1), categories, np.zeros(3))
