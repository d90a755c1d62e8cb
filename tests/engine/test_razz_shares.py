"""Shares of the down cards behind a door: the shipped order, the limit at whole pairs, shares within texts."""

from dataclasses import replace
from decimal import Decimal

import pytest

from engine import problems, solve
from engine.cards import TextError
from engine.equity.razz.build_orders import razz_order_text, set_equities
from engine.preflop.third.run import answer_json
from engine.ranges.razz import describe_razz
from engine.ranges.razz_folds import folded_share
from engine.ranges.razz_pairs import down_weights
from engine.ranges.razz_products import ALL_PAIRS
from engine.ranges.razz_shares import BEHIND_DOOR, FILE, best_pairs, order_rows, pair_count, pair_ways, set_text
from engine.ranges.razz_text import format_razz, parse_razz
from engine.table.folding import with_fold
from engine.table.one_line import parse_line


def combos_of(text):
    return {(row["down"], row["up"]): row["combos"] for row in describe_razz(text)["items"]}


def test_the_shipped_order_is_that_of_exact_equities():
    for cards in ("A23", "88K"):
        against_one, against_two = set_equities(cards)
        assert against_one > against_two
        row = f'"{cards}": [{against_one}, {against_two}]'
        assert row in razz_order_text({cards: [against_one, against_two]})
        assert row in FILE.read_text(encoding="utf-8")
    names = [set_text(ranks) for ranks in order_rows()]
    assert len(set(names)) == 455


@pytest.mark.parametrize("door", range(13))
@pytest.mark.parametrize("name", ["v1", "v2"])
def test_a_share_is_the_nearest_number_of_complete_pairs(door, name):
    order = best_pairs(door, name)
    assert sorted(order) == sorted(ALL_PAIRS)
    assert sum(pair_ways(door, pair) for pair in order) == BEHIND_DOOR
    sums = [sum(pair_ways(door, pair) for pair in order[:n]) for n in range(len(order) + 1)]
    for percent in ("0", "0.3", "7.5", "33.3", "50", "99.9", "100"):
        target = Decimal(percent) * BEHIND_DOOR / 100
        nearest = min(abs(total - target) for total in sums)
        assert abs(sums[pair_count(door, Decimal(percent), name)] - target) == nearest


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("15%7", "15 % 7"), ("5%-20% 7", "20%-5% 7"), ("20% 7, !5% 7", "5%-20% 7"), ("100% 7", "xx7"),
        ("15%[78]", "15%[7], 15%[8]"), ("x x 7, !(60%7, 10%8)", "60%-100% 7"), ("40%7 A9", "40%(7)A9"),
    ],
)  # fmt: skip
def test_texts_that_mean_the_same(text, same):
    assert combos_of(text) == combos_of(same)
    assert format_razz(parse_razz(format_razz(parse_razz(text)))) == format_razz(parse_razz(text))


def test_weights_and_the_text_of_a_notice():
    result = describe_razz("15%7@50")
    assert {row["weight"] for row in result["items"]} == {0.5}
    assert result["notices"] == [
        "15% is 192 of 1,275 pairs of down cards with a 7 up, 15.06%, by equity against one random hand"
    ]


def test_the_order_of_a_table_decides():
    """Behind a seven the best 60 % against two random hands contain pairs of low cards instead of queens."""
    against = {order: {row["down"] for row in describe_razz("60%7", order=order)["items"]} for order in ("v1", "v2")}
    assert {"AQ", "2Q"} <= against["v1"] - against["v2"]
    assert {"AA", "A7"} <= against["v2"] - against["v1"]
    assert describe_razz("60%7", order="v2")["notices"][0].endswith("by equity against two random hands")
    table = parse_line("razz | 60%7 v A46 | order v2")
    written = replace(table, order=None).with_seat(0, cards=format_razz(parse_razz("60%7", order="v2")))
    assert solve(table).seats == solve(written).seats
    assert solve(table).seats != solve(replace(table, order="v1")).seats
    folded = with_fold(table, 0, True)
    assert folded.seats[0].cards == "xx7, !60%7"
    assert folded_share(folded.seats[0].cards, "v2") == pytest.approx(1 - folded_share("60%7", "v2"))
    assert [problem.field for problem in problems(replace(table, order="v4"))] == ["order"]
    of_holdem = replace(table, order="v3")  # razz had no orders of its own once, and read over the key
    assert solve(of_holdem).seats == solve(replace(table, order=None)).seats
    request = {
        "steelwheel_third": 1, "hero": {"cards": "A46"}, "opponents": [{"cards": "60%7"}], "order": "v2",
        "after": {"bets": 4},
    }  # fmt: skip
    same = {**request, "opponents": [{"cards": written.seats[0].cards}]}
    assert answer_json(request)["actions"] == answer_json(same)["actions"]


@pytest.mark.parametrize(
    ("text", "position"), [("15%", 0), ("A29, 120%7", 5), ("0.01%7", 0), ("15%-7", 3), ("(15% 7)", 1)]
)
def test_texts_that_are_no_share(text, position):
    with pytest.raises(TextError) as caught:
        parse_razz(text)
    assert caught.value.position == position


def test_down_cards_are_ordered_by_the_door_of_their_seat():
    assert down_weights("15%", 6).tolist() != down_weights("15%", 0).tolist()
    behind = {"door": "K", "in": 0.5}
    request = {
        "steelwheel_third": 1, "hero": {"cards": "A46"}, "dead_money": 1, "raise_to": 2, "after": {"bets": 4},
        "opponents": [{**behind, "calls": "40%", "calls_raise": "20%"}],
    }  # fmt: skip
    written = {**request, "opponents": [{**behind, **{
        key: format_razz(parse_razz(text, 12)) for key, text in (("calls", "40%"), ("calls_raise", "20%"))
    }}]}  # fmt: skip
    assert answer_json(request)["actions"] == answer_json(written)["actions"]
