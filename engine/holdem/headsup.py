"""Exact, for two seats before the flop and no dead cards: looked up in the table of all matchups."""

from math import comb

import numpy as np
from numpy.typing import NDArray

from engine.cards import COMBO_MASKS
from engine.holdem.disjoint import disjoint_hands
from engine.holdem.estimates import estimates
from engine.holdem.headsup_table import BOARDS, CLASSES, headsup_table
from engine.holdem.setup import HoldemSetup
from engine.holdem.symmetry import SUIT_PERMUTATIONS, SuitGroup, combo_maps
from engine.jobs import Tally
from engine.jobs.results import Estimate
from engine.kernels.holdem.headsup import add_matchups, add_pairs
from engine.kernels.holdem.high import CATEGORIES

CHUNK_STEPS = 300_000
COST_OF_CLASS = 12.0
COST_OF_STEP = 1.0
COST_OF_PAIR = 100.0


class HeadsUpJob:
    """Two active seats, no folded ranges, board or dead cards (:class:`engine.jobs.ExactJob`); see :meth:`fits`.

    Ranges of a few combos are looked up pair by pair, wider ones class by class.

    The tally: weight of the deals that seat 1 wins, of ties, then nine categories of seat 1 and nine of seat 2.
    """

    def __init__(self, setup: HoldemSetup, group: SuitGroup) -> None:
        self._weights = setup.weights
        self._maps = _coset_maps(group)
        self._first, self._second = (np.flatnonzero(weights).astype(np.int16) for weights in setup.weights)

    @staticmethod
    def fits(setup: HoldemSetup) -> bool:
        """Return whether the table answers ``setup``."""
        return len(setup.weights) == 2 and not len(setup.folded) and not setup.board and not setup.dead

    @property
    def operations(self) -> float:
        """Cost in nanoseconds of one core of the reference machine."""
        return min(self._cost_by_pairs, self._cost_by_classes)

    @property
    def chunks(self) -> int:
        """Number of chunks."""
        return 1 if self._by_pairs else -(-CLASSES // self._rows)

    @property
    def _cost_by_pairs(self) -> float:
        return COST_OF_PAIR * len(self._first) * len(self._second)

    @property
    def _cost_by_classes(self) -> float:
        return CLASSES * (COST_OF_CLASS + COST_OF_STEP * len(self._maps))

    @property
    def _by_pairs(self) -> bool:
        return self._cost_by_pairs < self._cost_by_classes

    @property
    def _rows(self) -> int:
        return CHUNK_STEPS // len(self._maps)

    def compute(self, chunk: int) -> Tally:
        """Return the tally of one chunk of classes."""
        tally = np.zeros(2 + 2 * CATEGORIES)
        table, boards = headsup_table(), float(BOARDS)
        if self._by_pairs:
            add_pairs(self._first, self._second, COMBO_MASKS, table, boards, combo_maps(), self._weights, tally)
        else:
            first, last = chunk * self._rows, min((chunk + 1) * self._rows, CLASSES)
            add_matchups(first, last, table, boards, self._maps, self._weights, tally)
        return tally

    def deals(self) -> int:
        """Return the number of deals with positive weight."""
        first, second = self._weights > 0
        return disjoint_hands(first, second) * comb(48, 5)

    def estimates(self, tally: Tally) -> tuple[Estimate, ...]:
        """Return the numbers of the two seats."""
        win, tie = tally[:2]
        categories = tally[2:].reshape(2, CATEGORIES)
        lose = categories[0].sum() - win - tie
        return estimates(np.array([[win, tie], [lose, tie]]), categories, np.zeros(2))

    def weight(self, tally: Tally) -> float:
        """Return the weight of all deals: the sum of the products of their combos' weights."""
        return float(tally[2 : 2 + CATEGORIES].sum())


def _coset_maps(group: SuitGroup) -> NDArray[np.int16]:
    """Return where one suit permutation of each coset of ``group`` sends the combos, int16[24 / order, 1326]."""
    seen: set[tuple[int, ...]] = set()
    chosen = []
    for index, perm in enumerate(SUIT_PERMUTATIONS):
        if perm not in seen:
            chosen.append(index)
            seen.update(tuple(int(kept[suit]) for suit in perm) for kept in group.suits)
    return combo_maps()[chosen]
