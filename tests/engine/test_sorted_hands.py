"""The hands of the equity graph, and the effect of the next card on a board."""

import numpy as np
import pytest

from engine.cards import combo_text, parse_cards
from engine.equity.details.matrix import shares_of_best, sorted_hands
from engine.equity.run import solve
from engine.ranges.holdem import HoldemRange, format_range
from engine.ranges.made_hands import CARD_GROUPS, card_group
from tests.engine.tables import holdem


def solved(*texts, board="7h8h2c", **options):
    return solve(holdem(*texts, board=board, detail=("matrix",), **options))


@pytest.mark.parametrize("method", ["exact", "sampled"])
def test_hands_are_sorted_from_best_to_worst(method):
    values = solved("22+, A2s+", "random", "KQ", method=method, max_trials=50_000)
    matrix = values.details["matrix"]
    for seat, hands, row in zip(values.seats, sorted_hands(matrix), matrix.to_json(), strict=True):
        assert (np.diff(hands.equity) <= 1e-9).all()
        assert hands.cumulative_share[-1] == pytest.approx(1.0)
        assert {combo_text(c) for c in hands.combos} == set(row["combos"])
        assert hands.share @ hands.equity == pytest.approx(
            seat.estimate.equity, abs=0.02 if method == "sampled" else 1e-9
        )


def test_parts_of_the_range_and_hands_that_reach_an_equity():
    hands = sorted_hands(solved("22+, A2s+", "random").details["matrix"])[0]
    top, middle, bottom = (hands.mean(i / 3, (i + 1) / 3) for i in range(3))
    assert top > middle > bottom
    assert (top + middle + bottom) / 3 == pytest.approx(hands.share @ hands.equity)
    assert hands.index_at(0.0) == 0
    assert hands.index_at(1.0) in (len(hands.combos) - 1, len(hands.combos) - 2)
    place = hands.index_at(0.5)
    assert hands.cumulative_share[place] >= 0.5 > hands.cumulative_share[place] - hands.share[place]
    reached = hands.weights_reaching(0.7)
    assert format_range(HoldemRange(reached)).startswith("99+")
    assert reached.sum() == np.count_nonzero(hands.equity >= 0.7)


def test_who_has_more_of_the_best_hands():
    hands = sorted_hands(solved("99+", "random").details["matrix"])
    shares = shares_of_best(hands, 0.1)
    assert sum(shares) == pytest.approx(1)
    assert shares[0] > 0.8
    assert shares_of_best(hands, 1.0) == pytest.approx((0.5, 0.5))
    alike = sorted_hands(solved("random", "random").details["matrix"])
    assert shares_of_best(alike, 0.1) == pytest.approx((0.5, 0.5))


@pytest.mark.parametrize(
    ("board", "group", "cards"),
    [
        ("7h8h2c", "flush completes", "AhThKh"),
        ("7h8h2c", "board pairs", "7s8c2d"),
        ("7h8h2c", "straightens", "4s6sTc5dJd9s"),
        ("7h8h2c", "overcard", "AsKdQc"),
        ("7h8h2c", "blank", "3s3d"),
        ("AhKd2c", "straightens", "3s4s5dQdJdTs"),
        ("AhKd2c", "blank", "9s6d"),
        ("2s3s4s5d", "flush completes", "AsKs"),
        ("2s3s4s5d", "board pairs", "2d5h"),
        ("2s3s4s5d", "straightens", "7h8d"),
        ("2s3s4s5d", "overcard", "9dKd"),
        ("KsKd7h", "overcard", "Ad"),
    ],
)
def test_groups_of_next_cards(board, group, cards):
    assert group in CARD_GROUPS
    for card, _ in parse_cards(cards):
        assert card_group([c for c, _ in parse_cards(board)], card) == group, cards
