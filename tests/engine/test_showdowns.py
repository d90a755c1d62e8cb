"""The table of three hands by their classes, against all boards of single hands and other methods."""

from itertools import permutations

import numpy as np
import pytest

from engine import Scenario, Seat, solve
from engine.equity.workers import CancelToken, Workers
from engine.preflop.jam_field import SecondCalls
from engine.preflop.matchups import class_matchups
from engine.preflop.showdowns import (
    ORDERS_OF_THREE,
    TRIPLES,
    UNIT,
    as_table,
    count_ranks,
    rounded,
    showdown_table,
    triple_number,
)
from engine.ranges.holdem_hands import CLASSES, class_text
from tests.reference import naive_showdowns

NAMES = [class_text(*class_) for class_ in CLASSES]
ERROR = 1 / UNIT


def row(*names):
    """Return the orders of three classes as they are named."""
    numbers = [NAMES.index(name) for name in names]
    seats = sorted(range(3), key=lambda seat: numbers[seat])
    probabilities = showdown_table()[triple_number(*sorted(numbers)), :13] / UNIT
    return {
        tuple(place for _, place in sorted(zip(seats, places, strict=True))): float(probability)
        for places, probability in zip(ORDERS_OF_THREE, probabilities, strict=True)
    }


@pytest.mark.parametrize(
    "names",
    [
        ("AA", "KK", "AKs"), ("AKs", "AKs", "AKo"), ("AKo", "AKo", "AKo"), ("JTs", "54s", "76o"), ("32o", "22", "A2s"),
        ("QQ", "QQ", "72o"), ("T9s", "98s", "87s"),
    ],
    ids=" ".join,
)  # fmt: skip
def test_three_ranges_on_all_boards(names):
    result = solve(Scenario("holdem", tuple(Seat(f"Seat {at}", name) for at, name in enumerate(names))))
    assert result.method == "exact"
    orders = row(*names)
    for seat, expected in enumerate(result.seats):
        shares = np.zeros(3)
        for places, probability in orders.items():
            if places[seat] == 0:
                shares[places.count(0) - 1] += probability
        assert shares == pytest.approx([expected.estimate.win, *expected.estimate.split], abs=6 * ERROR)


def test_hands_of_one_suit_pattern_on_all_boards():
    """Three hands of AKs are the same whatever their suits are."""
    expected = naive_showdowns.orders(["AsKs", "AhKh", "AdKd"])
    assert row("AKs", "AKs", "AKs") == pytest.approx(expected, abs=ERROR)
    numbers, counts, deals = count_ranks((NAMES.index("AKs"),) * 3)
    at = numbers.tolist().index(triple_number(*[np.array(NAMES.index("AKs"))] * 3))
    assert deals[at] == 24
    exact = dict(zip(ORDERS_OF_THREE, (counts[at] / counts[at].sum()).tolist(), strict=True))
    assert exact == pytest.approx(expected, abs=1e-12)


def test_probabilities_are_those_of_the_counts():
    table = showdown_table()
    assert len(table) == TRIPLES
    assert (table.sum(axis=1, dtype=np.int64) == UNIT).all()
    assert not table[:, 13:].any()
    for names in (("QQ", "KK", "AA"), ("33", "72s", "T9s"), ("55", "55", "A5s"), ("43s", "52s", "A6s")):
        numbers, counts, deals = count_ranks(tuple(NAMES.index(name) for name in names))
        assert len(numbers) == 2 ** sum(name[-1] == "s" for name in names)
        assert (table[numbers, :13] == rounded(counts, deals)).all()


def test_what_no_deck_holds_is_shared():
    for names in (("AA", "AA", "AA"), ("AA", "AA", "AKo")):
        assert row(*names) == dict.fromkeys(ORDERS_OF_THREE, 0.0) | {(0, 0, 0): 1.0}


def test_two_of_three_hands_are_the_table_of_two_but_for_the_third():
    """Against a third hand of two other ranks the first two meet about as often and win as much."""
    matchups, rng = class_matchups(), np.random.default_rng(5)
    for _ in range(20):
        one, two, three = rng.choice(len(CLASSES), 3, replace=False).tolist()
        orders = row(NAMES[one], NAMES[two], NAMES[three])
        ahead = sum(probability for places, probability in orders.items() if places[0] < places[1])
        equal = sum(probability for places, probability in orders.items() if places[0] == places[1])
        assert ahead + equal / 2 == pytest.approx(matchups.equity[one, two], abs=0.12)


def test_sums_of_showdowns_follow_a_play_class_by_class():
    rng, size, triple = np.random.default_rng(2), 6, (0, 1, 2)
    table = as_table(rng.integers(0, 9999, (triple_number(*[np.array(size)] * 3), 13)))
    given, ends, ones = rng.random((size, size)), rng.random((13, 3)), np.ones(size)
    with Workers(1, CancelToken(), in_place=True) as pool:
        seconds = SecondCalls(table, given, [triple], [0], {triple: ends}, pool)
        for part in (0.6, 0.4, 0.0):  # of the classes that play, some are played otherwise from play to play
            call, over = rng.random((2, size)) * (rng.random((2, size)) < part)
            shown = seconds.shown(call[None], over[None])[0]
            assert shown == pytest.approx(naive_showdowns.sums(table, given, [ones, call, over], 0), abs=1e-12)
            by_caller, by_second = seconds.by_caller(over[None])[0], seconds.by_second(call[None])[0]
            for first, alone in enumerate(np.eye(size)):
                caller = naive_showdowns.sums(table, given, [alone, ones, over], 1) @ ends[:, 1]
                second = naive_showdowns.sums(table, given, [alone, call, ones], 2) @ ends[:, 2]
                assert given[first] * by_caller[:, first] == pytest.approx(caller, abs=1e-12)
                assert given[first] * by_second[:, first] == pytest.approx(second, abs=1e-12)


def test_numbers_of_triples_are_all_different():
    classes = np.array([(i, j, k) for k in range(9) for j in range(k + 1) for i in range(j + 1)])
    assert triple_number(*classes.T).tolist() == list(range(len(classes)))
    assert triple_number(*[np.array(len(CLASSES) - 1)] * 3) == TRIPLES - 1
    assert len(set(ORDERS_OF_THREE)) == 13
    assert {
        tuple(places[seat] for seat in seats) for places in ORDERS_OF_THREE for seats in permutations(range(3))
    } == set(ORDERS_OF_THREE)
