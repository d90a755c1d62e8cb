"""What razz texts mean: suited ways, sets of down cards, unions, and the rows of ``steelwheel range``."""

import random
from collections import Counter
from math import perm

import numpy as np
import pytest

from engine.betting.deals import deals_of
from engine.cards import TextError
from engine.ranges.razz import RazzHand, describe_razz, read_razz_hand
from engine.ranges.razz_folds import any_behind, folded_share, turned
from engine.ranges.razz_text import parse_razz
from engine.scenario import Scenario, Seat
from tests.fuzz_texts import razz_hands
from tests.reference import naive_razz_text
from tests.reference.naive_razz import suited_fillings


def suited_sets(hand: RazzHand, multiset: np.ndarray) -> int:
    live = np.full(13, 4)
    for card in hand.cards:
        live[card.rank] -= 1
    row = int(np.flatnonzero((hand.choices == multiset).all(axis=1))[0])
    dealings = int(hand.deals[row]) * int(np.prod([perm(int(n), int(k)) for n, k in zip(live, multiset, strict=True)]))
    assert dealings % hand.deals_per_set == 0
    return dealings // hand.deals_per_set


@pytest.mark.parametrize(
    "text",
    ["[A]7-9-", "4-3-", "(4-3-)[39]", "(4-3-5-)", "5-(4-[49])", "[23](3-)[3]", "4-x", "x4-[4]", "(x3-)", "(3-x)[A4]"],
)
def test_choices_are_the_suited_sets_that_fit_in_some_order(text: str) -> None:
    """``fits`` of the reference tries both orders of every pair of suited down cards, groups included."""
    hand = read_razz_hand(text)
    slots = [({r for r in range(13) if slot.ranks >> r & 1}, slot.group) for slot in parse_razz(text).items[0].slots]
    deck = [(rank, suit) for rank in range(13) for suit in range(4)]
    expected: Counter[tuple[int, ...]] = Counter()
    for cards in suited_fillings(slots, deck):
        expected[tuple(np.bincount([rank for rank, _ in cards], minlength=13))] += 1
    assert {tuple(row): suited_sets(hand, row) for row in hand.choices} == dict(expected)


def test_the_order_of_the_two_down_cards_is_no_part_of_a_text() -> None:
    first, second, third = (read_razz_hand(text) for text in ("(3-2-)45678", "(3-3-)45678", "(2-3-)45678"))
    for other in (second, third):
        assert np.array_equal(first.choices, other.choices)
        assert np.array_equal(first.deals, other.deals)


def test_unknown_next_to_a_choice_is_a_choice() -> None:
    """``x 7- 3``: at least one of the two down cards is seven or lower."""
    rows = describe_razz("x 7- 3")["items"]
    assert all(row["down"][0] in "A234567" for row in rows)
    assert sum(row["combos"] for row in rows) == 51 * 50 // 2 - 24 * 23 // 2


def test_a_particular_ace_is_not_every_ace() -> None:
    """``A7-9`` is this ace with a seven or lower, ``[A]7-9`` every pair of down cards that contains an
    ace.
    """
    this = {row["down"]: row["combos"] for row in describe_razz("A7-9")["items"]}
    every = {row["down"]: row["combos"] for row in describe_razz("[A]7-9")["items"]}
    assert this == {"AA": 3} | {f"A{rank}": 4 for rank in "234567"}
    assert every == {"AA": 6} | {f"A{rank}": 16 for rank in "234567"}


@pytest.mark.parametrize(("text", "combos"), [("(7-7-7)", 16), ("(7-7-[7])", 64)])
def test_fifteen_rows(text: str, combos: int) -> None:
    meaning = describe_razz(text)
    assert [row["combos"] for row in meaning["items"]] == [combos] * 15
    assert meaning["items"][0] == {"down": "A2", "up": "7", "combos": combos, "weight": 1.0, "share": 1 / 15}
    assert sum(row["share"] for row in meaning["items"]) == pytest.approx(1, abs=1e-12)


def test_the_later_weight_is_used_with_a_notice() -> None:
    meaning = describe_razz("(7-7-7), 27[7]@50")
    rows = {row["down"]: row for row in meaning["items"]}
    assert "27" in rows
    meaning = describe_razz("(3-3-7), [A]27@50")
    rows = {row["down"]: row for row in meaning["items"]}
    assert {down: row["weight"] for down, row in rows.items()} == {"A2": 0.5, "A3": 1.0, "23": 1.0}
    assert {down: row["combos"] for down, row in rows.items()} == dict.fromkeys(rows, 64)
    assert rows["A2"]["share"] == pytest.approx(0.2)
    assert meaning["notices"] == ["(3-3-7) and [A]27@50 overlap: the later weight is used"]


def test_weight_zero_removes() -> None:
    assert [row["down"] for row in describe_razz("(3-3-7), A27@0")["items"]] == ["A3", "23"]
    assert len(read_razz_hand("A29@0").choices) == 0
    with pytest.raises(TextError):
        describe_razz("A29@0")


def test_excluded_hands_leave_the_other_weights_and_need_no_notice() -> None:
    for text in ("(3-3-7)@50, !A27", "!A27, (3-3-7)@50", "(3-3-7)@50, !(A27, A28)"):
        meaning = describe_razz(text)
        assert [(row["down"], row["weight"]) for row in meaning["items"]] == [("A3", 0.5), ("23", 0.5)], text
        assert meaning["notices"] == [], text
    with pytest.raises(TextError):
        describe_razz("(3-3-7), !random")


def test_over_items_a_particular_card_is_one_of_its_rank() -> None:
    hand = read_razz_hand("A29, A39")
    assert hand.cards == ()
    assert [row["combos"] for row in describe_razz("A29, A39", known="3 3")["items"]] == [64, 32]


def test_items_of_different_length_are_weighed_by_full_deals() -> None:
    """``A2`` holds every hand of ``A29`` and, of its doors, nines are 4 in 50."""
    rows = describe_razz("A2, A29@50")["items"]
    nine = next(row for row in rows if row["up"] == "9")
    assert nine["weight"] == 0.5
    assert sum(row["combos"] for row in rows if row["down"] == "A2") == 16 * 50
    assert nine["combos"] == 16 * 4


def test_rows_show_the_written_cards() -> None:
    assert describe_razz("xx9")["items"] == [{"down": "xx", "up": "9", "combos": 1, "weight": 1.0, "share": 1.0}]
    assert describe_razz("K A 2 x 3")["items"][0] | {"share": 1} == {
        "down": "AK", "up": "2x3", "combos": 1, "weight": 1.0, "share": 1,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "position"),
    [("(22)5", 2), ("(A-A-)5", 3), ("22222", 4), ("A29, (33)4", 7), ("[A][A][A][A][A]", 12), ("7(x7)(77)", 7)],
)
def test_hands_that_no_deck_contains_are_rejected(text: str, position: int) -> None:
    with pytest.raises(TextError) as caught:
        read_razz_hand(text)
    assert caught.value.position == position


def test_rows_of_random_texts_are_those_of_the_naive_count() -> None:
    generator = random.Random(23)
    listed = refused = 0
    while listed < 200:
        text, known = razz_hands(generator), generator.choices("A23456789TJQK", k=generator.choice([0, 0, 3, 6]))
        items = naive_razz_text.tree(text)
        if (
            not items
            or len(items) > 2
            or max(len(slots) for slots, _ in items) > 4
            or max(Counter(known).values(), default=0) > 4
        ):
            continue
        expected = naive_razz_text.rows(items, ["A23456789TJQK".index(rank) for rank in known])
        try:
            meaning = describe_razz(text, " ".join(known))
        except TextError:
            refused += 1
            cards = [(slot[3], *slot[0]) for slot in items[0][0] if slot[3] is not None]
            twice = len(items) == 1 and len(set(cards)) < len(cards)
            assert twice or expected is None or None in [naive_razz_text.rows([item]) for item in items], text
            continue
        listed += 1
        values = {(row["down"], row["up"]): (row["combos"], row["weight"]) for row in meaning["items"]}
        assert values == expected, text
        assert sum(row["share"] for row in meaning["items"]) == pytest.approx(1, abs=1e-12)
    assert refused > 5


def test_known_cards_reduce_the_ways() -> None:
    assert [row["combos"] for row in describe_razz("[A][2]9", known="Ah 2 2")["items"]] == [6]
    with pytest.raises(TextError):
        describe_razz("[A]29", known="A A A A")
    with pytest.raises(TextError):
        describe_razz("AA9", known="AAA")
    with pytest.raises(TextError):
        describe_razz("K-K-K-K-K-K-")


@pytest.mark.parametrize(
    ("plays", "folds"),
    [
        ("(8-8-)7", "xx7, !(8-8-)7"), ("15% 7", "xx7, !15% 7"), ("A29, A39", "Ax9, !(A29, A39)"),
        ("(7-7-)7, A87@50", "xx7, (7-7-)7@0, A87@50"), ("(8-8-)8, !(3-3-)8", "xx8, (8-8-)8@0, (3-3-)8"),
        ("(5-5-5-)", "xxx, !(5-5-5-)"), ("(8-8-)79", "xx79, !(8-8-)79"), ("Kx7, (8-8-)7", "xx7, !(Kx7, (8-8-)7)"),
    ],
)  # fmt: skip
def test_a_range_turns_into_its_complement_and_back(plays, folds):
    assert turned(plays) == folds
    assert turned(folds) == plays
    every = {(row["down"], row["up"]): row["combos"] for row in describe_razz(any_of(plays))["items"]}
    weights = dict.fromkeys(every, 0.0)
    for text in (plays, folds):
        for row in describe_razz(of_choices(text))["items"]:
            weights[row["down"], row["up"]] += row["weight"]
    assert set(weights.values()) == {1.0}
    folded = sum(every[key] * weight for key, weight in left(folds, every).items())
    assert folded_share(folds) == pytest.approx(folded / sum(every.values()), rel=1e-12)


def any_of(text):
    """Return any cards in the slots of a text, each a choice."""
    return ", ".join(2 * [any_behind(text).replace("x", "K-")])


def of_choices(text):
    """Return a text whose first hand, if it is any cards, is written as choices."""
    first, *rest = text.split(", ")
    return ", ".join([first.replace("x", "K-"), *rest]) if text.startswith(any_behind(text)) else text


def left(text, every):
    rows = {(row["down"], row["up"]): row["weight"] for row in describe_razz(of_choices(text))["items"]}
    return {key: weight for key, weight in rows.items() if key in every}


@pytest.mark.parametrize("text", ["A29", "xx7", "x", "100% 7", "A2x7", "A29@50", "!A29", "", "Ax9, A29"])
def test_empty_and_complete_ranges_stay(text):
    assert turned(text) == text


def test_the_name_of_a_preset_folds_as_its_hands():
    assert turned("Door 8") == "xx8, !(8-8-8)"
    assert any_behind("Door 8") == "xx8"
    assert folded_share("xx8") is None


def test_the_up_cards_of_a_folded_range_are_dead_in_betting():
    seats = (Seat("Hero", "A46 58"), Seat("Villain", "23T 96"))
    every = [
        deals_of(Scenario("razz", (*seats, Seat("Gone", text, folded=True))), 0).cards.ranks.joint.tobytes()
        for text in ("xxK", "xxK, !(8-8-)K", "15%K")
    ]
    assert every[0] == every[1] == every[2]
    assert every[0] != deals_of(Scenario("razz", seats), 0).cards.ranks.joint.tobytes()
