"""Suit symmetry: the group of a setup, and orbits of boards against counting them all."""

from itertools import combinations

import numpy as np
import pytest

from engine.holdem.setup import available
from engine.holdem.symmetry import SUIT_PERMUTATIONS, combo_maps, suit_group
from engine.kernels.holdem.boards import orbit_size
from engine.kernels.jit import lean_kernel
from engine.kernels.tables import high_tables
from tests.reference.holdem_setups import prepared, with_weights

SYMMETRIES = [
    (("AA", "random"), "", "", 24),
    (("AhAd", "KhKd"), "", "", 4),
    (("AhKh", "random"), "", "", 6),
    (("AhKd", "random"), "", "", 2),
    (("AsKh", "QdJc"), "", "", 1),
    (("random", "random"), "7h8h2c", "", 2),
    (("random", "random"), "7h8h2h", "", 6),
    (("random", "random"), "7h8d2c", "Ks", 1),
    (("random", "random"), "", "Ks Kh", 4),
    (("random", "random"), "", "Ks Qh", 2),
    (("AA:0.5, AhKh:0.25", "random"), "", "", 6),
]


@pytest.mark.parametrize(("seats", "board", "dead", "order"), SYMMETRIES)
def test_order_of_the_group(seats, board, dead, order):
    group = suit_group(prepared(*seats, board=board, dead=dead))
    assert group.order == order
    assert group.suits[0].tolist() == [0, 1, 2, 3]


def test_weights_break_symmetry():
    assert suit_group(with_weights({"AhKh": 0.5, "AdKd": 0.5}, {"2s2c": 1.0})).order == 4
    assert suit_group(with_weights({"AhKh": 0.5, "AdKd": 0.25}, {"2s2c": 1.0})).order == 2


def test_folded_ranges_break_symmetry():
    assert suit_group(prepared("AA", "KK", "QhQd, QhQs", folded=(2,))).order == 2


def test_combo_maps_permute_the_combos():
    maps = combo_maps()
    assert maps.shape == (len(SUIT_PERMUTATIONS), 1326)
    assert (np.sort(maps, axis=1) == np.arange(1326)).all()
    assert (maps[0] == np.arange(1326)).all()


@pytest.mark.parametrize(("size", "orbits"), [(5, 134_459), (4, 16_432), (3, 1_755), (0, 1)])
def test_orbits_under_full_symmetry(size, orbits):
    setup = prepared("random", "random")
    assert suit_group(setup).orbits(available(setup), size) == orbits


@lean_kernel
def all_orbit_sizes(words, suits, sizes):
    for i in range(words.shape[0]):
        sizes[i] = orbit_size(words[i], suits)


@pytest.mark.parametrize(("seats", "board", "dead", "order"), SYMMETRIES)
def test_orbits_of_flops_cover_every_flop_once(seats, board, dead, order):
    setup = prepared(*seats, board="", dead=dead)
    group = suit_group(setup)
    bits = high_tables().bits
    live = np.flatnonzero(available(setup))
    words = np.array([bits[list(flop)].sum() for flop in combinations(live.tolist(), 3)], dtype=np.uint64)
    sizes = np.zeros(len(words), np.int64)
    all_orbit_sizes(words, group.suits, sizes)
    assert sizes.sum() == len(words)
    assert np.count_nonzero(sizes) == group.orbits(available(setup), 3)
    assert set(group.order % sizes[sizes > 0]) == {0}
