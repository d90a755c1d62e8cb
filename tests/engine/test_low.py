"""The ace-to-five evaluator against the definition: the best of all fives, in full order."""

from collections import Counter

import numpy as np
import pytest

from engine.cards import RAZZ_RANKS
from engine.games import GAMES
from engine.kernels.razz.low import HANDS, UNPAIRED_HANDS
from engine.kernels.tables import multisets
from engine.razz.lows import describe_low, evaluate, low_tables
from tests.reference.naive_razz import best_low


def counts_of(hands: list[str]) -> np.ndarray:
    counts = [Counter(hand) for hand in hands]
    return np.array([[count[sign] for sign in RAZZ_RANKS] for count in counts], dtype=np.int64)


def test_all_rank_multisets_are_in_the_order_of_the_reference() -> None:
    ranks = multisets(7)
    counts = (ranks[:, :, None] == np.arange(13)).sum(axis=1)
    values = evaluate(counts).tolist()
    assert len(values) == 49_205
    value_of: dict[tuple[int, ...], int] = {}
    for hand, value in zip(ranks.tolist(), values, strict=True):
        assert value_of.setdefault(best_low(hand), value) == value
    ordered = [value_of[key] for key in sorted(value_of)]
    assert ordered == sorted(set(ordered))
    assert ordered[0] == 0
    assert ordered[-1] < HANDS


def test_classes_name_the_highest_of_the_best_five_ranks() -> None:
    tables = low_tables()
    names = GAMES["razz"].classes
    for mask in range(1 << 13):
        ranks = [rank for rank in range(13) if mask >> rank & 1]
        expected = str(ranks[4] + 1) if len(ranks) >= 5 else "paired"
        assert names[tables.classes[mask]] == expected
    assert len(set(tables.unpaired.tolist())) == UNPAIRED_HANDS + 1


@pytest.mark.parametrize(
    ("hand", "kind", "ranks"),
    [
        ("A23467K", "no pair", "6 4 3 2 A"),
        ("8765A23", "no pair", "6 5 3 2 A"),
        ("KQJT9KK", "no pair", "K Q J T 9"),
        ("AA22334", "one pair", "A 4 3 2"),
        ("5544332", "one pair", "3 5 4 2"),
        ("AA22333", "two pair", "2 A 3"),
        ("2KKKQQQ", "two pair", "K Q 2"),
        ("2222333", "full house", "2 3"),
        ("KKKK222", "full house", "2 K"),
    ],
)
def test_hands_are_named_as_players_name_them(hand: str, kind: str, ranks: str) -> None:
    assert describe_low(int(evaluate(counts_of([hand]))[0])) == (kind, ranks)


def test_every_hand_that_occurs_has_a_name_of_its_own() -> None:
    counts = (multisets(7)[:, :, None] == np.arange(13)).sum(axis=1)
    values = np.unique(evaluate(counts)).tolist()
    assert len({describe_low(value) for value in values}) == len(values)
