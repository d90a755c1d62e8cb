"""Suit symmetry: the group of a setup, and orbits of boards against counting them all."""

from itertools import combinations, product

import numpy as np
import pytest

from engine.cards import COMBO_MASKS
from engine.equity.holdem.setup import available
from engine.equity.holdem.symmetry import SUIT_PERMUTATIONS, TupleList, combo_maps, suit_group
from engine.equity.jobs import Cancelled, never_cancelled
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


def listed(*cards, check_cancelled=never_cancelled):
    setup = prepared(*cards)
    tuples = TupleList(setup.weights, suit_group(setup).combos, check_cancelled)
    return setup, tuples


def orbits(setup):
    """Return every orbit of tuples once, by trying all tuples: its first one, its weight and its size."""
    maps, result = suit_group(setup).combos, {}
    for hands in product(*(np.flatnonzero(weights) for weights in setup.weights)):
        masks = [int(COMBO_MASKS[hand]) for hand in hands]
        if sum(mask.bit_count() for mask in masks) == int(np.bitwise_or.reduce(masks)).bit_count():
            images = {tuple(int(hand) for hand in image) for image in maps[:, list(hands)]}
            result[min(images)] = np.prod([w[hand] for w, hand in zip(setup.weights, hands, strict=True)]), len(images)
    return result


@pytest.mark.parametrize("cards", [("AA", "KK,QJs:0.5", "AKs"), ("AhAd", "22-55"), ("AhKh", "AA,KK:0.25"), ("77+",)])
def test_every_orbit_is_listed_once(cards):
    setup, tuples = listed(*cards)
    assert tuples.go_on()
    expected = orbits(setup)
    values = [tuple(row) for row in tuples.tuples.tolist()]
    assert values == sorted(expected)
    assert [(w, n) for w, n in zip(tuples.products, tuples.orbits, strict=True)] == [expected[row] for row in values]


def test_a_long_list_is_made_in_several_calls():
    _, whole = listed("random", "random", "AhKd,7s6s:0.5")
    _, parts = listed("random", "random", "AhKd,7s6s:0.5")
    whole.go_on()
    assert len(whole) > 200_000
    steps = 0
    while not parts.go_on(tuples=len(parts) + 1):
        steps += 1
    assert steps > 5
    for name in ("tuples", "products", "orbits"):
        assert np.array_equal(getattr(parts, name), getattr(whole, name))


def test_the_limit_of_steps_is_kept():
    _, tuples = listed("random", "random", "random")
    assert not tuples.go_on(steps=1)
    assert 0 < len(tuples) < 1 << 17


def test_listing_can_be_cancelled():
    calls = []

    def check_cancelled():
        calls.append(1)
        if len(calls) == 3:
            raise Cancelled

    _, tuples = listed("random", "random", "random", check_cancelled=check_cancelled)
    with pytest.raises(Cancelled):
        tuples.go_on()
    assert not tuples.complete


def test_all_pairs_of_combos_are_counted():
    tuples = TupleList(np.ones((2, 1326)), combo_maps())
    assert tuples.go_on()
    assert tuples.orbits.sum(dtype=int) == 1326 * 1225


def test_groups_are_read_only_however_they_were_made() -> None:
    """Kernels are compiled for read-only arrays or for others: a package has one of these."""
    whole = suit_group(prepared("random", "random"))
    for group in (whole, whole.keeping(np.arange(24) < 2), suit_group(prepared("AhKh, AdKd", "22+", board="7h8h2c"))):
        assert not group.suits.flags.writeable
        assert not group.combos.flags.writeable
