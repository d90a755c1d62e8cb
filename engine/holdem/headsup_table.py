"""The table of all heads-up matchups before the flop: made by enumeration, shipped, loaded when it is first needed.

There are 47,008 matchups of two combos up to suit permutations and swapping the seats. ``packaging/build_headsup.py``
makes the file in ``resources/tables`` (half a minute on one core).
"""

from functools import cache
from math import comb
from pathlib import Path
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from engine.cards import COMBOS, DECK_SIZE
from engine.holdem.symmetry import combo_maps
from engine.holdem.tuple_list import TupleList
from engine.kernels.holdem.enumerate import Outcomes, add_tuples, new_scratch
from engine.kernels.holdem.headsup import Matchups
from engine.kernels.holdem.high import CATEGORIES
from engine.tables import draws, high_tables

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
    """Write what cannot be derived, the counts of one column after those of another (which compresses well)."""
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


def matchup_classes() -> NDArray[np.int16]:
    """Return the smallest pair of combos of every class, int16[47008, 2], in ascending order."""
    listed = TupleList(np.ones((2, len(COMBOS))), combo_maps())
    listed.go_on()
    hands = listed.tuples
    smallest: NDArray[np.int16] = hands[_places(hands)[0] <= _places(hands[:, ::-1]).min(axis=0)]
    return smallest


def enumerate_matchup(hands: NDArray[np.int16]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the counts of boards of two combos: shares float64[2, 2] and categories float64[2, 9]."""
    shares, categories = np.zeros((2, 2)), np.zeros((2, CATEGORIES))
    add_tuples(
        hands[None], np.ones(1), COMBOS, np.zeros(0, np.int8), np.ones(DECK_SIZE, np.int8), draws(), high_tables(),
        new_scratch(2), Outcomes(shares, categories),
    )  # fmt: skip
    return shares, categories


def _symmetry(hands: NDArray[np.int16]) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Return ``sizes`` and ``mirrored`` of :class:`Matchups`."""
    straight, crossed = _places(hands), _places(hands[:, ::-1])
    stabilizers = (straight == straight[0]).sum(axis=0)
    return len(straight) / stabilizers, (crossed == straight[0]).any(axis=0)


def _places(hands: NDArray[np.int16]) -> NDArray[np.int32]:
    """Return int32[24, classes]: a number for each pair of combos, moved by every suit permutation, in their order."""
    maps = combo_maps()
    moved: NDArray[np.int32] = maps[:, hands[:, 0]].astype(np.int32) * len(COMBOS) + maps[:, hands[:, 1]]
    return moved
