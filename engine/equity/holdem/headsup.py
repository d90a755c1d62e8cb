"""Exact, for two seats before the flop and no dead cards: looked up in the table of all matchups.

There are 47,008 matchups of two combos up to suit permutations and swapping the seats. The table is computed by
enumeration (``packaging/build_headsup.py``, half a minute on one core), shipped in ``resources/tables`` and loaded when
it is first needed.
"""

from functools import cache, cached_property
from math import comb, prod
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import numpy as np

from engine.arrays import F64, I16, I32, Bools, Places
from engine.cards import COMBOS, DECK_SIZE
from engine.equity.holdem.disjoint import disjoint_hands
from engine.equity.holdem.estimates import estimates
from engine.equity.holdem.setup import HoldemSetup
from engine.equity.holdem.symmetry import SUIT_PERMUTATIONS, SuitGroup, TupleList, combo_maps, suit_group
from engine.equity.jobs import Tally
from engine.equity.results import Estimate
from engine.kernels.holdem.enumerate import Outcomes, add_tuples, new_scratch
from engine.kernels.holdem.headsup import Matchups, add_matchups
from engine.kernels.holdem.high import CATEGORIES
from engine.kernels.tables import draws, high_tables

TABLE_FILE = Path(__file__).parents[3] / "resources" / "tables" / "headsup.npz"
CLASSES = 47_008
BOARDS = comb(48, 5)
"""Boards of a matchup: 1,712,304."""


@cache
def headsup_table() -> Matchups:
    """Return the shipped table (about 50 ms on first use).

    Raises:
        OSError: the file is missing or cannot be read.
    """
    hands, win, tie, categories = _shipped()
    sizes, mirrored = _read_only(*_symmetry(hands))
    return Matchups(hands, sizes, mirrored, win, tie, categories)


@cache
def _shipped() -> tuple[I16, I32, I32, I32]:
    """Return ``hands``, ``win``, ``tie`` and ``categories`` of :class:`Matchups`, as they are shipped.

    Raises:
        OSError: the file is missing or cannot be read.
    """
    with np.load(TABLE_FILE) as arrays:
        hands, win, tie, columns = (arrays[name] for name in ("hands", "win", "tie", "categories"))
    categories = np.ascontiguousarray(columns.transpose(2, 0, 1))
    _read_only(hands, win, tie, categories)
    return hands, win, tie, categories


def _read_only(*arrays: Any) -> Any:
    for array in arrays:
        array.setflags(write=False)
    return arrays


class Pairs(NamedTuple):
    """Which class a pair of combos belongs to, by the first of them.

    A suit permutation, ``moves`` int64[1326] of ``SUIT_PERMUTATIONS``, sends each combo to the smallest that any sends
    it to; these are numbered, ``rows`` int64[1326]. ``classes`` int32[169, 1326]: twice the number of the class of
    this smallest one and a second combo, one more where the class has them the other way round; ``NO_PAIR`` where they
    share a card.
    """

    moves: Places
    rows: Places
    classes: I32


NO_PAIR = -1
MOST_KEEPING = 6
"""Suit permutations that leave a combo as it is: at most so many, of a suited one."""


@cache
def _pairs() -> Pairs:
    maps, (hands, *_) = combo_maps(), _shipped()
    moves = maps.argmin(axis=0)
    smallest, rows = np.unique(maps.min(axis=0), return_inverse=True)
    keeping = np.where(maps[:, smallest] == smallest, np.arange(len(maps))[:, None], 0)  # the first one is the identity
    keeping = np.sort(keeping, axis=0)[-MOST_KEEPING:]
    classes = np.full((len(smallest), len(COMBOS)), NO_PAIR, np.int32)
    for side in (1, 0):  # where both sides of a class are alike, the second one stays
        one, other = hands[:, side], hands[:, 1 - side]
        row = rows[one]
        classes[row, maps[keeping[:, row], maps[moves[one], other]]] = 2 * np.arange(len(hands)) + side
    return Pairs(*_read_only(moves, rows, classes))


def find_matchups(first: Places, second: Places) -> I32:
    """Return int32[m, n] of all pairs of a combo of ``first`` int64[m] and one of ``second`` int64[n]: twice the number
    of the class, plus 1 where it has them the other way round; ``NO_PAIR`` where they share a card."""
    pairs = _pairs()
    result: I32 = pairs.classes[pairs.rows[first, None], combo_maps()[pairs.moves[first, None], second]]
    return result


def won_and_tied(matchups: I32) -> tuple[I32, I32]:
    """Return the boards that the first combo wins and those that both split, int32[m, n] each; meaningless where there
    is no pair. ``matchups`` int32[m, n]: as :func:`find_matchups` gives them."""
    _, win, tie, _ = _shipped()
    class_ = matchups >> 1
    won, tied = win[class_], tie[class_]
    return np.where(matchups & 1, BOARDS - won - tied, won), tied


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
FEW_PAIRS = 5_000
"""So many are looked up in less time than all classes are gone through."""


class HeadsUpJob:
    """Two active seats, no folded ranges, board or dead cards (:class:`engine.equity.jobs.ExactJob`).

    Ranges of a few combos are looked up pair by pair, which needs no kernel, wider ones class by class.

    The tally: weight of the deals that seat 1 wins, of ties, then nine categories of seat 1 and nine of seat 2.
    """

    def __init__(self, setup: HoldemSetup) -> None:
        self._setup = setup
        self._pairs = prod(map(len, setup.combos))
        self._by_pairs = self._pairs <= FEW_PAIRS

    @property
    def operations(self) -> float:
        """Cost in nanoseconds of one core of the reference machine."""
        if self._by_pairs:
            return COST_OF_PAIR * self._pairs
        return CLASSES * (COST_OF_CLASS + COST_OF_STEP * len(self._maps))

    @property
    def chunks(self) -> int:
        """Number of chunks."""
        return 1 if self._by_pairs else -(-CLASSES // self._rows)

    def compute(self, chunk: int) -> Tally:
        """Return the tally of one chunk of classes."""
        if self._by_pairs:
            return self._looked_up
        tally = np.zeros(2 + 2 * CATEGORIES)
        first, last = chunk * self._rows, min((chunk + 1) * self._rows, CLASSES)
        add_matchups(first, last, headsup_table(), float(BOARDS), self._maps, self._setup.weights, tally)
        return tally

    def deals(self) -> int:
        """Return the number of deals with positive weight."""
        if self._by_pairs:
            return len(self._matchups[0]) * BOARDS
        first, second = self._setup.weights > 0
        return disjoint_hands(first, second) * BOARDS

    @cached_property
    def _matchups(self) -> tuple[I32, F64]:
        """What :func:`find_matchups` returns of each pair of disjoint combos, and the weight of the pair."""
        (one, other), (first, second) = self._setup.weights, self._setup.combos
        matchups = find_matchups(first, second)
        disjoint = matchups != NO_PAIR
        return matchups[disjoint], np.multiply.outer(one[first], other[second])[disjoint]

    @property
    def _looked_up(self) -> Tally:
        matchups, weights = self._matchups
        won, tied = won_and_tied(matchups)
        made = _shipped()[-1].reshape(-1, CATEGORIES)
        rows = weights @ made[matchups], weights @ made[matchups ^ 1]
        return np.concatenate([[weights @ won, weights @ tied], *rows])

    @cached_property
    def _maps(self) -> I16:
        return _coset_maps(suit_group(self._setup))

    @property
    def _rows(self) -> int:
        return CHUNK_STEPS // len(self._maps)

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
