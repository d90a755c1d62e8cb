"""Flops up to suits, and the subsets that stand for all of them."""

import json
from itertools import pairwise

import numpy as np
import pytest

from engine.betting.flop_sets import ALL, FLOPS, SUBSETS_FILE, all_flops, flop_set, flop_text, set_names, texture_of
from engine.cards import parse_cards
from engine.equity.holdem.card_sets import card_sets
from engine.equity.holdem.flops import TwoRangeFlops
from engine.equity.rules import prepare
from engine.scenario import Scenario, Seat
from tests.reference.naive_flops import cards_of, is_connected, orbits, suit_orbit

SIZES = ("25", "49", "95", "184")
ACCURACY = json.loads(SUBSETS_FILE.read_text(encoding="utf-8"))["accuracy"]
OTHER_PAIR = (
    "22+, A2s+, K5s+, Q8s+, J8s+, T8s+, 98s, 87s, 76s, A8o+, KTo+, QTo+, JTo",
    "TT-22, AJs-A2s, KQs-K9s, QTs+, J9s+, T8s+, 97s+, 86s+, 75s+, AQo-ATo, KJo+, QJo",
)


def cards(flop):
    return tuple(card for card, _ in parse_cards(flop))


def test_all_flops_have_one_of_each_group_that_differs_by_suits_only():
    groups = {suit_orbit(frozenset(cards_of(flop))): ways for flop, ways in all_flops().items()}
    assert len(groups) == len(all_flops()) == 1755
    assert set(groups) == orbits()
    assert all(len(group) == ways for group, ways in groups.items())


def test_names_have_the_highest_card_first():
    assert all(flop_text(cards(flop)) == flop for flop in all_flops())
    for flop in all_flops():
        assert all((one >> 2, -(one & 3)) > (other >> 2, -(other & 3)) for one, other in pairwise(cards(flop)))


def test_textures_are_those_of_a_slow_count():
    for flop in all_flops():
        texture = texture_of(cards(flop))
        assert texture.high == flop[0]
        assert ("trips", "paired", "unpaired").index(texture.pairing) == len(set(flop[::2])) - 1
        assert ("monotone", "two-tone", "rainbow").index(texture.suits) == len(set(flop[1::2])) - 1
        assert texture.connected == is_connected(flop)


@pytest.mark.parametrize("size", SIZES)
def test_a_subset_represents_all_flops(size):
    flops = flop_set(size)
    assert len(flops) == int(size)
    assert set(flops) <= set(all_flops())
    assert min(flops.values()) > 0
    assert sum(flops.values()) == pytest.approx(FLOPS, abs=0.1)


def test_sets_are_known_by_their_names():
    assert set_names() == (*SIZES, ALL)
    assert flop_set(ALL) == all_flops()
    with pytest.raises(KeyError):
        flop_set("26")


def words(flop):
    texture = texture_of(cards(flop))
    high = texture.high if texture.high in "AKQJT" else "lower"
    return {high, texture.pairing, texture.suits, *(["connected"] if texture.connected else [])}


@pytest.mark.parametrize("size", SIZES)
def test_textures_are_as_frequent_as_stated(size):
    flops = flop_set(size)
    for word in ("A", "K", "Q", "J", "T", "lower", "paired", "trips", "monotone", "two-tone", "rainbow", "connected"):
        shares = [sum(w for flop, w in one.items() if word in words(flop)) / FLOPS for one in (flops, all_flops())]
        assert shares[0] == pytest.approx(shares[1], abs=1.1 * ACCURACY[size]["texture_max"]), word


def test_equities_of_ranges_that_no_subset_was_built_with_are_near():
    setup = prepare(Scenario("holdem", tuple(Seat("", text) for text in OTHER_PAIR)))
    sets = card_sets(setup, 3, lambda: None)
    method = TwoRangeFlops(setup, sets)
    weight, equity = method.result([part() for part in method.parts(lambda: None)])
    groups = dict(zip(map(tuple, sets.cards.tolist()), sets.orbit_of.tolist(), strict=True))
    orbit = {flop: groups[tuple(sorted(cards(flop)))] for flop in all_flops()}

    def mean(flops):
        shares = np.array([w * weight[orbit[flop]] / sets.sizes[orbit[flop]] for flop, w in flops.items()])
        return shares @ [equity[orbit[flop], 0] for flop in flops] / shares.sum()

    exact = mean(all_flops())
    assert exact == pytest.approx(weight @ equity[:, 0] / weight.sum(), abs=1e-12)
    for size in SIZES:
        assert mean(flop_set(size)) == pytest.approx(exact, abs=1.5 * ACCURACY[size]["equity_max"])
