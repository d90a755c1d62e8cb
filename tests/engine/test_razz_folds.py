"""What razz seats fold: texts that turn back, shares of what is folded, against the ways of each pair one by one."""

import pytest

from engine.betting.deals import deals_of
from engine.ranges.razz import describe_razz
from engine.ranges.razz_folds import any_behind, folded_share, turned
from engine.scenario import Scenario, Seat


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
    """Return a text whose first hand is written as choices where it is any cards."""
    first, *rest = text.split(", ")
    return ", ".join([first.replace("x", "K-"), *rest]) if text.startswith(any_behind(text)) else text


def left(text, every):
    rows = {(row["down"], row["up"]): row["weight"] for row in describe_razz(of_choices(text))["items"]}
    return {key: weight for key, weight in rows.items() if key in every}


@pytest.mark.parametrize("text", ["A29", "xx7", "x", "100% 7", "A2x7", "A29@50", "!A29", "", "Ax9, A29"])
def test_what_says_nothing_or_everything_stays(text):
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
