"""Tuples of disjoint combos up to suits: listed bit by bit, whole or in part, and given up on request."""

from itertools import product

import numpy as np
import pytest

from engine.cards import COMBO_MASKS
from engine.holdem.symmetry import TupleList, combo_maps, suit_group
from engine.jobs import Cancelled, unguarded
from tests.reference.holdem_setups import prepared


def listed(*cards, guard=unguarded):
    setup = prepared(*cards)
    tuples = TupleList(setup.weights, suit_group(setup).combos, guard)
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


def test_a_long_list_is_made_in_parts():
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


def test_a_limit_of_steps_holds():
    _, tuples = listed("random", "random", "random")
    assert not tuples.go_on(steps=1)
    assert 0 < len(tuples) < 1 << 17


def test_listing_can_be_given_up():
    calls = []

    def guard():
        calls.append(1)
        if len(calls) == 3:
            raise Cancelled

    _, tuples = listed("random", "random", "random", guard=guard)
    with pytest.raises(Cancelled):
        tuples.go_on()
    assert not tuples.complete


def test_all_pairs_of_combos_are_counted():
    tuples = TupleList(np.ones((2, 1326)), combo_maps())
    assert tuples.go_on()
    assert tuples.orbits.sum(dtype=int) == 1326 * 1225
