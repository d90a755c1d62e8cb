"""What a hold'em scenario means: its arrays, and every problem named with its field."""

import itertools
import random

import numpy as np
import pytest

from engine.cards import COMBO_MASKS, card_mask, combo_index, parse_cards
from engine.equity.holdem.deals import deal_exists, largest_matching
from engine.equity.holdem.prepare import prepare_holdem
from engine.equity.rules import prepare, problems
from engine.ranges.holdem import live, parse_range
from engine.scenario import RunOptions, Scenario, ScenarioError, Seat


def scenario(*cards, folded=(), **more):
    seats = tuple(Seat(f"P{i + 1}", text, i in folded) for i, text in enumerate(cards))
    return Scenario("holdem", seats, **more)


def found(*cards, **more):
    """The problems of a scenario as (field, position, incomplete); their messages are checked apart."""
    return [(p.field, p.position, p.incomplete) for p in problems(scenario(*cards, **more))]


def message(*cards, **more):
    (problem,) = problems(scenario(*cards, **more))
    return problem.message


def numbers(text):
    return tuple(c for c, _ in parse_cards(text))


def test_the_arrays():
    run = RunOptions(seed=7)
    setup = prepare_holdem(scenario("AA:0.5", "random", board="Ah 7c 2d", dead="Ks, Kd", run=run))
    assert (setup.board, setup.dead, setup.seed) == (numbers("Ah7c2d"), numbers("KsKd"), 7)
    assert setup.weights.shape == (2, 1326)
    assert setup.weights.dtype == np.float64
    assert setup.folded.shape == (0, 1326)
    mask = card_mask(numbers("Ah7c2dKsKd"))
    assert np.array_equal(setup.weights[0], live(parse_range("AA").weights, mask))
    assert np.array_equal(setup.weights[1] > 0, (COMBO_MASKS & np.uint64(mask)) == 0)


@pytest.mark.parametrize("board", ["", "Ah", "Ah 7c", "Ah7c2d", "Ah7c2d3d", "[Ah 7c 2d, 3d 4d]"])
def test_a_board_of_any_length_up_to_five(board):
    assert len(prepare_holdem(scenario("KK", "QQ", board=board)).board) == len(numbers(board))


def test_weights_are_scaled_by_a_power_of_two():
    """Only ratios count: no digit of them changes, and the greatest is at least 1."""
    tiny = prepare_holdem(scenario("AA:3e-300, KK:1e-305", "QQ:0.3")).weights
    assert 1.0 <= tiny[0].max() < 2.0
    assert set((tiny[0][tiny[0] > 0] / tiny[0].max()).tolist()) == {1.0, 1e-305 / 3e-300}
    assert tiny[1].max() == 4 * 0.3


def test_folded_seats():
    setup = prepare_holdem(scenario("AA", "KhKd", "random", "QQ+:0.5", "random:0.25", dead="2c", folded=(1, 2, 3, 4)))
    assert setup.dead == (*numbers("2c"), *numbers("KdKh"))
    assert setup.weights.shape == (1, 1326)
    assert setup.folded.shape == (1, 1326)
    assert np.array_equal(setup.folded[0], live(parse_range("QQ+").weights, card_mask(numbers("KhKd"))))


def test_a_folded_range_that_is_the_whole_rest_of_the_deck_changes_nothing():
    setup = prepare_holdem(scenario("AA", "random, !Ahx", dead="Ah", folded=(1,)))
    assert setup.folded.shape == (0, 1326)
    setup = prepare_holdem(scenario("AA", "random, !Ahx", folded=(1,)))
    assert setup.folded.shape == (1, 1326)


def test_the_dialect_is_used():
    assert np.count_nonzero(prepare_holdem(scenario("T9s+", "AA")).weights[0]) == 4
    assert np.count_nonzero(prepare_holdem(scenario("T9s+", "AA", dialect="climb")).weights[0]) == 20


@pytest.mark.parametrize(
    ("cards", "more", "expected"),
    [
        (("AhAd", "AhKd"), {}, [("seats[1].cards", 0, False)]),
        (("AhAd", "KdAh"), {}, [("seats[1].cards", 2, False)]),
        (("AhAd", "10♥ A♥".replace(" ", "")), {}, [("seats[1].cards", 3, False)]),
        (("AhAd", "KK"), {"board": "2c 3c Ah"}, [("board", 6, False)]),
        (("AA", "KK"), {"board": "2c 3c 4c", "dead": "Ks 3c"}, [("dead", 3, False)]),
        (("AA", "KK"), {"board": "2c 3c 2c"}, [("board", 6, False)]),
        (("AA", "KK"), {"board": "2c 3c 4c 5c 6c 7c"}, [("board", 15, False)]),
        (("AA", "KK"), {"board": "2c 3z"}, [("board", 3, False)]),
        (("AA", "KK"), {"dead": "7"}, [("dead", 0, False)]),
        (("AA", "KK, AKx+"), {}, [("seats[1].cards", 4, False)]),
        (("AA", "AA:0"), {}, [("seats[1].cards", 0, False)]),
        (("AA", ""), {}, [("seats[1].cards", None, True)]),
        (("AA", "  "), {}, [("seats[1].cards", None, True)]),
        (("AA", "Ah"), {}, [("seats[1].cards", None, True)]),
        (("AA", "KK"), {"dead": "Kh Kd Ks"}, [("seats[1].cards", None, False)]),
        (("AhAd", "AhKh, AdKd"), {}, [("seats[1].cards", None, False)]),
        (("AA", "AA", "AA"), {}, [("seats", None, False)]),
        (("AA", "KK"), {"folded": (0, 1)}, [("seats", None, False)]),
        ((), {}, [("seats", None, False)]),
        (("random",) * 11, {}, [("seats", None, False)]),
        (("AA", "KK"), {"order": "mine"}, [("order", None, False)]),
        (("AA", "KK"), {"run": RunOptions(detail=("tarot",))}, [("run.detail", None, False)]),
        (
            ("AhAd", "AhKd", "Q", "", "AKx"),
            {"board": "AhAh", "dead": "2c x"},
            [
                ("seats[1].cards", 0, False),
                ("seats[2].cards", 0, False),
                ("seats[3].cards", None, True),
                ("seats[4].cards", 0, False),
                ("board", 2, False),
                ("dead", 3, False),
            ],
        ),
    ],
)
def test_every_problem_names_its_field_and_position(cards, more, expected):
    assert found(*cards, **more) == expected


def test_problems_are_raised_together_before_anything_is_computed():
    bad = scenario("AKx", "KK", board="zz", order="mine", run=RunOptions(detail=("tarot",)))
    with pytest.raises(ScenarioError) as caught:
        prepare(bad)
    assert caught.value.problems == problems(bad)
    assert [p.field for p in caught.value.problems] == ["run.detail", "order", "seats[0].cards", "board"]
    assert str(caught.value.problems[2]).startswith("seats[0].cards at 0: 'AKx' is not a hand")


def test_a_scenario_without_problems():
    assert problems(scenario("AA", "KK")) == ()


def test_options_are_checked_in_razz_too():
    bad = Scenario("razz", (Seat("P", "A29"),), order="mine", run=RunOptions(detail=("tarot",)))
    assert [p.field for p in problems(bad)] == ["run.detail", "order"]


def test_the_messages_teach():
    assert "AhAd" in message("", "AA")
    assert "22+, ATs+" in message("", "AA")
    assert message("Ah", "22") == "one more card, as in AhKd"
    assert message("Kd", "22") == "one more card, as in KdQd"
    assert message("AhAd", "AhKd") == "Ah is already held by P1"
    assert message("AA", "KcKd", dead="Kc") == "Kc is already held by P2"
    assert message("AA", "KK", board="KsKhKd") == (
        "no hand of this range is left: Ks is on the board, Kh is on the board, Kd is on the board"
    )
    assert "available: v1, v2, v3" in message("AA", "KK", order="mine")
    assert "at most 5 cards, not 6" in message("AA", "KK", board="2c3c4c5c6c7c")


def test_too_few_cards_for_everybody():
    deck = [r + s for r in "23456789TJQ" for s in "shdc"]
    assert found("random", "random", dead="".join(deck)) == [("dead", None, False)]
    assert "9 are to be dealt and 8 are left" in message("random", "random", dead="".join(deck))
    setup = prepare_holdem(scenario("random", "random", dead="".join(deck[1:])))
    assert len(setup.dead) == 43


@pytest.mark.parametrize(
    ("cards", "possible"),
    [
        (["AA"] * 2, True),
        (["AA"] * 3, False),
        (["AA", "AKs", "AKs", "KK"], True),
        (["AA", "AKs", "AKs", "AKs"], False),
        (["TT+"] * 10, True),
        (["TT+"] * 9 + ["AKs"], False),
        (["99+"] * 10, True),
        (["Ahx,Asx,Adx"] * 3, True),
        (["Ahx,Asx,Adx"] * 4, False),
        (["Ahx,Asx,Adx"] * 4 + ["random"] * 6, False),
        (["Ahx,Asx", "Ahx,Asx", "Asx,Adx", "Ahx,Adx", "KK,QQ"], False),
        (["22+,A2s+,K9s+,QTs+,JTs,A9o+,KTo+,QJo"] * 10, True),
        (["AhAd"] + ["random"] * 9, True),
    ],
)
def test_whether_a_deal_is_possible(cards, possible):
    assert deal_exists([parse_range(text).weights for text in cards]) == possible


def possible_by_trying(seats, used=0):
    return not seats or any(
        possible_by_trying(seats[1:], used | int(COMBO_MASKS[c])) for c in seats[0] if not int(COMBO_MASKS[c]) & used
    )


def test_deals_against_trying_everything():
    generator = random.Random(5)
    answers = set()
    for _ in range(600):
        cards = generator.sample(range(52), generator.randint(4, 9))
        combos = [combo_index(a, b) for a, b in itertools.combinations(cards, 2)]
        seats = [generator.sample(combos, generator.randint(1, 4)) for _ in range(generator.randint(1, 5))]
        weights = np.zeros((len(seats), 1326))
        for row, chosen in zip(weights, seats, strict=True):
            row[chosen] = 1
        answer = deal_exists(list(weights))
        assert answer == possible_by_trying(seats)
        answers.add(answer)
    assert answers == {True, False}


def matching_by_trying(edges):
    if not edges:
        return 0
    (a, b), *rest = edges
    free = [e for e in rest if a not in e and b not in e]
    return max(1 + matching_by_trying(free), matching_by_trying(rest))


def test_largest_matching_against_trying_everything():
    generator = random.Random(6)
    for _ in range(1500):
        vertices = generator.randint(2, 10)
        pairs = list(itertools.combinations(range(vertices), 2))
        edges = generator.sample(pairs, min(len(pairs), generator.randint(0, 13)))
        size = matching_by_trying(edges)
        assert largest_matching(edges, 99) == size
        assert largest_matching(edges, 2) == min(size, 2)


WORDS = (
    "AhAd",
    "Ah",
    "KK",
    "random",
    "",
    " ",
    "AKx",
    "Ahx, Asx",
    "QQ+:0.5",
    "2c 3c",
    "!77",
    "7h8h2c",
    "Ks",
    "zz",
    "AA:0",
)


def test_any_mixture_of_texts_has_problems_or_a_setup():
    generator = random.Random(8)
    computable = 0
    for _ in range(1500):
        cards = generator.choices(WORDS, k=generator.randint(1, 4))
        folded = [i for i in range(len(cards)) if generator.random() < 0.3]
        board, dead = generator.choices(WORDS, k=2) if generator.random() < 0.4 else ("", "")
        case = scenario(*cards, folded=folded, board=board, dead=dead)
        message = problems(case)
        if message:
            assert all(p.message and p.field for p in message)
            continue
        setup = prepare_holdem(case)
        computable += 1
        assert len(setup.weights) == len(cards) - len(folded)
        assert (setup.weights.sum(axis=1) > 0).all()
        assert (setup.folded.sum(axis=1) > 0).all()
        assert not set(setup.board) & set(setup.dead)
        known = np.uint64(card_mask((*setup.board, *setup.dead)))
        assert not setup.weights[:, (COMBO_MASKS & known) != 0].any()
    assert computable > 100
