"""The evaluator: all hands of five to seven cards by category, and the order against the obvious way."""

import threading

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games import GAMES
from engine.kernels.holdem.high import CATEGORY_SHIFT, RANK_KEYS, evaluate_hands
from engine.kernels.tables import compute_high_tables, draws, high_tables, multisets, write_high_tables
from tests.reference.all_hands import categories_of, values_of_all_hands
from tests.reference.naive_holdem import CATEGORIES, best_hand

ALL_HANDS = {
    5: [1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 40],
    6: [6612900, 9730740, 2532816, 732160, 361620, 205792, 165984, 14664, 1844],
    7: [23294460, 58627800, 31433400, 6461620, 6180020, 4047644, 3473184, 224848, 41584],
}
DISTINCT = {5: 7462, 6: 6075, 7: 4824}
DISTINCT_OF_SEVEN = [407, 1470, 763, 575, 10, 1277, 156, 156, 10]


def value(cards):
    result = np.zeros(1, np.uint16)
    evaluate_hands(np.array([cards], dtype=np.int8), high_tables(), result)
    return int(result[0])


@pytest.mark.parametrize("size", [5, 6, 7])
def test_all_hands_by_category(size):
    counts = values_of_all_hands(size, high_tables())
    assert categories_of(counts) == ALL_HANDS[size]
    assert np.count_nonzero(counts) == DISTINCT[size]


def test_distinct_seven_card_values_by_category():
    assert categories_of((values_of_all_hands(7, high_tables()) > 0).astype(np.int64)) == DISTINCT_OF_SEVEN


hands = st.integers(5, 7).flatmap(lambda size: st.permutations(range(52)).map(lambda deck: deck[:size]))
suited_hands = st.integers(5, 7).flatmap(
    lambda size: st.permutations([*range(0, 52, 4), *range(1, 52, 4)]).map(lambda deck: deck[:size])
)


@given(st.one_of(hands, suited_hands), st.one_of(hands, suited_hands))
def test_order_of_any_two_hands(first, second):
    obvious, other = best_hand(frozenset(first)), best_hand(frozenset(second))
    mine, theirs = value(first), value(second)
    assert (mine > theirs) == (obvious > other)
    assert (mine == theirs) == (obvious == other)
    assert mine >> CATEGORY_SHIFT == obvious[0]


@given(hands)
def test_order_of_cards_does_not_matter(cards):
    assert value(cards) == value(sorted(cards)) == value(cards[::-1])


def test_categories_are_those_of_the_game():
    assert GAMES["holdem"].classes == CATEGORIES


@pytest.mark.parametrize("size", range(6))
def test_multisets_have_at_most_four_cards_of_a_rank(size):
    sets = multisets(size)
    counts = (sets[:, :, None] == np.arange(13)).sum(axis=1)
    assert len({tuple(row) for row in sets.tolist()}) == len(sets) == {5: 6175}.get(size, len(sets))
    assert (counts <= 4).all()
    assert (np.diff(sets, axis=1) >= 0).all()


def test_key_sums_are_unique():
    keys = np.array(RANK_KEYS)
    sums = np.concatenate([keys[multisets(size)].sum(axis=1) % 2**29 for size in (5, 6, 7)])
    assert len(np.unique(sums)) == len(sums) == 6175 + 18395 + 49205


def test_draw_lists():
    lists = draws()
    assert np.diff(lists.starts).tolist() == [1, 13, 91, 455, 1820, 6175]
    assert np.diff(lists.set_starts).tolist() == [1, 13, 78, 286, 715, 1287]


def test_tables_are_built_once_for_all_threads_and_read_only():
    high_tables.cache_clear()
    values = []
    threads = [threading.Thread(target=lambda: values.append(high_tables())) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for tables in values:
        assert all(np.array_equal(a, b) for a, b in zip(tables, values[0], strict=True))
        assert not any(array.flags.writeable for array in tables)


def test_the_shipped_tables_are_those_that_are_computed():
    for shipped, computed in zip(high_tables(), compute_high_tables(), strict=True):
        assert shipped.dtype == computed.dtype
        assert not shipped.flags.writeable
        np.testing.assert_array_equal(shipped, computed)


def test_written_tables_are_read_back(tmp_path, monkeypatch):
    path = tmp_path / "high.npz"
    with path.open("wb") as file:
        write_high_tables(high_tables(), file)
    monkeypatch.setattr("engine.kernels.tables.HIGH_FILE", path)
    for once, again in zip(high_tables(), high_tables.__wrapped__(), strict=True):
        np.testing.assert_array_equal(once, again)
