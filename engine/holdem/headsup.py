"""Exact, for two seats before the flop and no dead cards: looked up in the table of all matchups.

There are 47,008 matchups of two combos up to suit permutations and swapping the seats. The table is computed by
enumeration (``packaging/build_headsup.py``, half a minute on one core), shipped in ``resources/tables`` and loaded when
it is first needed.
"""

from functools import cache
from math import comb
from pathlib import Path
from typing import BinaryIO

import numpy as np

from engine.arrays import F64, I16, I32, Bools
from engine.cards import COMBO_MASKS, COMBOS, DECK_SIZE
from engine.holdem.disjoint import disjoint_hands
from engine.holdem.estimates import estimates
from engine.holdem.setup import HoldemSetup
from engine.holdem.symmetry import SUIT_PERMUTATIONS, SuitGroup, TupleList, combo_maps
from engine.jobs import Tally
from engine.jobs.results import Estimate
from engine.kernels.holdem.enumerate import Outcomes, add_tuples, new_scratch
from engine.kernels.holdem.headsup import Matchups, add_matchups, add_pairs
from engine.kernels.holdem.high import CATEGORIES
from engine.kernels.tables import draws, high_tables

TABLE_FILE = Path(__file__).parents[2] / "resources" / "tables" / "headsup.npz"
CLASSES = 47_008
BOARDS = comb(48, 5)
"""Boards of a matchup: 1,712,304."""


@cache
def headsup_table() -> Matchups:
    """Return the shipped table (about 50 ms on first use).

    Raises:
        OSError: the file is missing or cannot be read.
    """
    with np.load(TABLE_FILE) as arrays:
        hands = arrays["hands"]
        counts = {name: arrays[name] for name in ("win", "tie", "categories")}
    sizes, mirrored = _symmetry(hands)
    categories = np.ascontiguousarray(counts["categories"].transpose(2, 0, 1))
    table = Matchups(hands, sizes, mirrored, counts["win"], counts["tie"], categories)
    for array in table:
        array.setflags(write=False)
    return table


def write_table(table: Matchups, file: BinaryIO) -> None:
    """Write the counts that cannot be derived, those of one column after those of another (which compresses well)."""
    categories = table.categories.transpose(1, 2, 0)
    np.savez_compressed(file, hands=table.hands, win=table.win, tie=table.tie, categories=categories)


def compute_table() -> Matchups:
    """Compute the table by enumerating all boards of every class."""
    hands = matchup_classes()
    win, tie = np.zeros(len(hands), np.int32), np.zeros(len(hands), np.int32)
    categories = np.zeros((len(hands), 2, CATEGORIES), np.int32)
    for at in range(len(hands)):
        shares, made = enumerate_matchup(hands[at])
        win[at], tie[at] = shares[0]
        categories[at] = made
    return Matchups(hands, *_symmetry(hands), win, tie, categories)


def matchup_classes() -> I16:
    """Return the smallest pair of combos of every class, int16[47008, 2], in ascending order."""
    listed = TupleList(np.ones((2, len(COMBOS))), combo_maps())
    listed.go_on()
    hands = listed.tuples
    smallest: I16 = hands[_places(hands)[0] <= _places(hands[:, ::-1]).min(axis=0)]
    return smallest


def enumerate_matchup(hands: I16) -> tuple[F64, F64]:
    """Return the counts of boards of two combos: shares float64[2, 2] and categories float64[2, 9]."""
    shares, categories = np.zeros((2, 2)), np.zeros((2, CATEGORIES))
    add_tuples(
        hands[None], np.ones(1), COMBOS, np.zeros(0, np.int8), np.ones(DECK_SIZE, np.int8), draws(), high_tables(),
        new_scratch(2, 2), Outcomes(shares, categories),
    )  # fmt: skip
    return shares, categories


def _symmetry(hands: I16) -> tuple[F64, Bools]:
    """Return ``sizes`` and ``mirrored`` of :class:`Matchups`."""
    straight, crossed = _places(hands), _places(hands[:, ::-1])
    stabilizers = (straight == straight[0]).sum(axis=0)
    return len(straight) / stabilizers, (crossed == straight[0]).any(axis=0)


def _places(hands: I16) -> I32:
    """Return int32[24, classes]: a number for each pair of combos, moved by every suit permutation, in their order."""
    maps = combo_maps()
    moved: I32 = maps[:, hands[:, 0]].astype(np.int32) * len(COMBOS) + maps[:, hands[:, 1]]
    return moved


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
        by_pairs = COST_OF_PAIR * len(self._first) * len(self._second)
        by_classes = CLASSES * (COST_OF_CLASS + COST_OF_STEP * len(self._maps))
        self._by_pairs = by_pairs < by_classes
        self.operations = min(by_pairs, by_classes)
        """Cost in nanoseconds of one core of the reference machine."""
        self._rows = CHUNK_STEPS // len(self._maps)

    @staticmethod
    def fits(setup: HoldemSetup) -> bool:
        """Return whether the table answers ``setup``."""
        return len(setup.weights) == 2 and not len(setup.folded) and not setup.board and not setup.dead

    @property
    def chunks(self) -> int:
        """Number of chunks."""
        return 1 if self._by_pairs else -(-CLASSES // self._rows)

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


def _coset_maps(group: SuitGroup) -> I16:
    """Return where one suit permutation of each coset of ``group`` sends the combos, int16[24 / order, 1326]."""
    seen: set[tuple[int, ...]] = set()
    chosen = []
    for index, perm in enumerate(SUIT_PERMUTATIONS):
        if perm not in seen:
            chosen.append(index)
            seen.update(tuple(int(kept[suit]) for suit in perm) for kept in group.suits)
    return combo_maps()[chosen]
