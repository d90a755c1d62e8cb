"""Exact, for two seats before the flop without dead cards: looked up in the table of all matchups.

There are 47,008 classes of matchups: pairs of combos up to suit permutations and swapping the seats. The table is
computed by enumeration (``packaging/build_headsup.py``, half a minute on one core), shipped in ``resources/tables`` and
loaded when it is first needed.
"""

from functools import cache, cached_property
from math import comb, prod
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import numpy as np

from engine.arrays import F64, I16, I32, Bools, Places
from engine.cards import COMBOS, DECK_SIZE
from engine.equity.holdem.disjoint import disjoint_hands
from engine.equity.holdem.estimates import TwoRangeTally
from engine.equity.holdem.setup import HoldemSetup
from engine.equity.holdem.symmetry import SUIT_PERMUTATIONS, SuitGroup, TupleList, combo_maps, suit_group
from engine.equity.jobs import Tally
from engine.kernels.holdem.enumerate import SeatOutcomes, add_tuples, new_enumeration_scratch
from engine.kernels.holdem.headsup import Matchups, add_matchups
from engine.kernels.holdem.high import CATEGORIES
from engine.kernels.tables import draws, high_tables

TABLE_FILE = Path(__file__).parents[3] / "resources" / "tables" / "headsup.npz"
CLASSES = 47_008
"""The number of matchup classes."""
BOARDS = comb(48, 5)
"""The number of boards of a matchup: 1,712,304."""


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
    """Return ``hands``, ``win``, ``tie`` and ``categories`` of :class:`Matchups` from the shipped file.

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


class MatchupIndex(NamedTuple):
    """Finds the matchup class of a pair of combos, starting from the first combo.

    ``moves`` int64[1326]: for each combo, the suit permutation (an index of ``SUIT_PERMUTATIONS``) that sends it to the
    smallest combo that it can be sent to. These smallest combos, one for each of the 169 hands, are the rows; ``rows``
    int64[1326] is the row of each combo. ``classes`` int32[169, 1326], for the combo of a row and a second combo: twice
    the number of their class, plus 1 if the class lists them in reverse order; ``NO_PAIR`` if they share a card.
    """

    moves: Places
    rows: Places
    classes: I32


NO_PAIR = -1
"""The entry for two combos that share a card, hence have no matchup."""
MAX_UNCHANGED = 6
"""The largest number of suit permutations that leave a combo unchanged; suited combos have as many."""


@cache
def _matchup_index() -> MatchupIndex:
    """Return the index of matchups. Every pair of each class is entered once, after moving its first combo to a row."""
    maps, (hands, *_) = combo_maps(), _shipped()
    moves = maps.argmin(axis=0)
    smallest, rows = np.unique(maps.min(axis=0), return_inverse=True)
    # The permutations that leave each smallest combo unchanged, filled up with the identity, which is number 0. Each of
    # them turns a known pair of the class into another pair of it with the same first combo.
    keeping = np.where(maps[:, smallest] == smallest, np.arange(len(maps))[:, None], 0)
    keeping = np.sort(keeping, axis=0)[-MAX_UNCHANGED:]
    classes = np.full((len(smallest), len(COMBOS)), NO_PAIR, np.int32)
    for side in (1, 0):  # if both sides of a class are equivalent, side 0 is written last and remains
        one, other = hands[:, side], hands[:, 1 - side]
        row = rows[one]
        classes[row, maps[keeping[:, row], maps[moves[one], other]]] = 2 * np.arange(len(hands)) + side
    return MatchupIndex(*_read_only(moves, rows, classes))


def find_matchups(first: Places, second: Places) -> I32:
    """Return the matchup classes of all pairs of a combo of ``first`` int64[m] and one of ``second`` int64[n], int32[m,
    n].

    An entry is twice the number of the class, plus 1 if the class lists the combos in reverse order, or ``NO_PAIR`` if
    they share a card.
    """
    pairs = _matchup_index()
    return np.asarray(pairs.classes[pairs.rows[first, None], combo_maps()[pairs.moves[first, None], second]])


def won_and_tied(matchups: I32) -> tuple[I32, I32]:
    """Return the numbers of boards that the first combo wins and that both split, int32[m, n] each.

    ``matchups`` int32[m, n] as returned by :func:`find_matchups`; entries with ``NO_PAIR`` give meaningless numbers.
    """
    _, win, tie, _ = _shipped()
    class_ = matchups >> 1
    won, tied = win[class_], tie[class_]
    return np.where(matchups & 1, BOARDS - won - tied, won), tied


def write_headsup_table(table: Matchups, file: BinaryIO) -> None:
    """Write the counts that cannot be derived from others, transposed so that they compress well."""
    categories = table.categories.transpose(1, 2, 0)
    np.savez_compressed(file, hands=table.hands, win=table.win, tie=table.tie, categories=categories)


def compute_headsup_table() -> Matchups:
    """Compute the table by enumerating all boards of every class, which takes about half a minute."""
    hands = matchup_classes()
    win, tie = np.zeros(len(hands), np.int32), np.zeros(len(hands), np.int32)
    categories = np.zeros((len(hands), 2, CATEGORIES), np.int32)
    for number in range(len(hands)):
        shares, categories[number] = enumerate_matchup(hands[number])
        win[number], tie[number] = shares[0]
    return Matchups(hands, *_symmetry(hands), win, tie, categories)


def matchup_classes() -> I16:
    """Return the smallest pair of combos of every class, int16[47008, 2], in ascending order."""
    listed = TupleList(np.ones((2, len(COMBOS))), combo_maps())
    listed.go_on()
    hands = listed.tuples
    return np.asarray(hands[_pair_numbers(hands)[0] <= _pair_numbers(hands[:, ::-1]).min(axis=0)])


def enumerate_matchup(hands: I16) -> tuple[F64, F64]:
    """Enumerate all boards of two combos: return shares float64[2, 2] and categories float64[2, 9], in boards."""
    shares, categories = np.zeros((2, 2)), np.zeros((2, CATEGORIES))
    add_tuples(
        hands[None], np.ones(1), COMBOS, np.zeros(0, np.int8), np.ones(DECK_SIZE, np.int8), draws(), high_tables(),
        new_enumeration_scratch(2, 2), SeatOutcomes(shares, categories),
    )  # fmt: skip
    return shares, categories


def _symmetry(hands: I16) -> tuple[F64, Bools]:
    """Return ``sizes`` and ``mirrored`` of :class:`Matchups`."""
    straight, crossed = _pair_numbers(hands), _pair_numbers(hands[:, ::-1])
    stabilizers = (straight == straight[0]).sum(axis=0)
    return len(straight) / stabilizers, (crossed == straight[0]).any(axis=0)


def _pair_numbers(hands: I16) -> I32:
    """Return a number for each pair of combos, moved by every suit permutation, int32[24, classes]; it orders the
    pairs."""
    maps = combo_maps()
    return np.asarray(maps[:, hands[:, 0]].astype(np.int32) * len(COMBOS) + maps[:, hands[:, 1]])


CHUNK_STEPS = 300_000
COST_OF_CLASS = 12.0
COST_OF_STEP = 1.0
COST_OF_PAIR = 100.0
MAX_PAIRS_LOOKED_UP = 5_000
"""Up to this many pairs are looked up in less time than it takes to go through all classes."""


class HeadsUpJob(TwoRangeTally):
    """Two active seats, no folded ranges, board or dead cards (:class:`engine.equity.jobs.ExactJob`).

    Ranges of a few combos are looked up pair by pair, which needs no compiled kernel; wider ones class by class.

    The tally: the weight of the deals that seat 1 wins, of ties, then nine categories of seat 1 and nine of seat 2.
    """

    def __init__(self, setup: HoldemSetup) -> None:
        self._setup = setup
        self._pairs = prod(map(len, setup.combos))
        self._by_pairs = self._pairs <= MAX_PAIRS_LOOKED_UP

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
        """:func:`find_matchups` of each pair of disjoint combos, int32[pairs], and the weight of each pair,
        float64[pairs]."""
        (one, other), (first, second) = self._setup.weights, self._setup.combos
        matchups = find_matchups(first, second)
        disjoint = matchups != NO_PAIR
        return matchups[disjoint], np.multiply.outer(one[first], other[second])[disjoint]

    @property
    def _looked_up(self) -> Tally:
        """Return the tally of the whole job: the weighted sums of the stored numbers of all pairs of combos."""
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


def _coset_maps(group: SuitGroup) -> I16:
    """Return the map of one suit permutation from each coset of ``group``, int16[24 / order, 1326].

    Permutations of the same coset lead to the same weights, so that one of each is enough.
    """
    seen: set[tuple[int, ...]] = set()
    representatives = []
    for index, perm in enumerate(SUIT_PERMUTATIONS):
        if perm not in seen:
            representatives.append(index)
            seen.update(tuple(int(element[suit]) for suit in perm) for element in group.suits)
    return combo_maps()[representatives]
