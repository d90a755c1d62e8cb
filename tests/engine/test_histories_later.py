"""Assumed ranges on later streets: what each deed keeps, never nothing, the same each time."""

import pytest

from engine import problems
from engine.arrays import F64
from engine.cards import card_mask, parse_cards
from engine.histories.hand import PlayedHand, without_shown
from engine.histories.later import NO_HAND_LEFT, later_street_actions
from engine.histories.scenarios import assumed_at, scenario_at
from engine.ranges.filtered import filtered
from engine.ranges.holdem import live, parse_range
from tests.engine.played_hands import FILES, hand_of_text, hands_of, random_phh

HEAD = """variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [400, 400]
"""
FLOP = "['d dh p1 ????', 'd dh p2 QcJc', 'p2 cbr 6', 'p1 cc', 'd db {board}', {moves}]"


def hand_with(moves: str, board: str = "Kh7d2c") -> PlayedHand:
    return hand_of_text(f"{HEAD}actions = {FLOP.format(board=board, moves=moves)}\n")


def weights_of(text: str, board: str) -> F64:
    """Return what a range text leaves on a board, without the combos that hold its cards."""
    cards = [card for card, _ in parse_cards(board)]
    mask = card_mask(cards)
    weights = filtered(parse_range(text), cards, mask).weights
    return live(weights, mask)


MOVES = {
    "'p1 cc'": ("checked", " > flop !(two pair+)"),
    "'p1 cbr 8'": ("bet", " > flop second pair+, flush draw, open-ended, gutshot@50"),
    "'p1 cc', 'p2 cbr 8', 'p1 cc'": (
        "checked and called",
        " > flop low pair+, flush draw, open-ended, gutshot, two overcards@25",
    ),
    "'p1 cc', 'p2 cbr 8', 'p1 cbr 24'": ("raised", " > flop overpair+, top pair@50, flush draw@50, open-ended@50"),
    "'p1 cbr 8', 'p2 cbr 24', 'p1 cc'": ("called a raise", " > flop top pair+, flush draw, open-ended"),
}


@pytest.mark.parametrize("moves", MOVES)
def test_the_last_decision_of_a_street_narrows_the_range(moves: str) -> None:
    did, kept = MOVES[moves]
    hand = hand_with(moves)
    assert later_street_actions(hand, len(hand.moves))[0][0] == did
    moment = hand.moments[-1]
    result = assumed_at(hand, moment)[0]
    assert result is not None
    assert result.cards == result.base + kept
    assert scenario_at(hand, moment).seats[0].cards == result.cards
    assert [step.action for step in result.steps] == [did]
    first, flop = result.lines("preflop")
    assert first.startswith("preflop, called: ")
    assert flop.startswith(f"flop, {did}: ")
    before = assumed_at(hand, hand.moments[hand.first_of(1) or 0])[0]
    assert before is not None
    assert before.cards == result.base


def test_streets_follow_one_another_and_the_river_has_rows_of_its_own() -> None:
    moves = "'p1 cc', 'p2 cc', 'd db 9s', 'p1 cbr 8', 'p2 cc', 'd db 3h', 'p1 cbr 30', 'p2 cc'"
    result = assumed_at((hand := hand_with(moves)), hand.moments[-1])[0]
    assert result is not None
    assert result.cards == (
        f"{result.base} > flop !(two pair+) > turn second pair+, flush draw, open-ended, gutshot@50"
        " > river second pair+, ace high@20, king high@20, nothing@20"
    )


@pytest.mark.parametrize(
    ("board", "dry"),
    [("Kh7d2c", True), ("Kh7h2c", False), ("9h8d7c", False), ("Ah4d2c", False), ("AhKdTc", False), ("KhKd4c", True)],
)
def test_the_preflop_raiser_bets_with_initiative(board: str, dry: bool) -> None:
    hidden = without_shown(hand_with("'p1 cc', 'p2 cbr 8'", board), 0)
    assert later_street_actions(hidden, len(hidden.moves))[0][1] == "c-bet"
    result = assumed_at(hidden, hidden.moments[-1])[1]
    assert result is not None
    assert ("ace high, king high" in result.steps[-1].keeps) == dry
    assert ("two overcards@50" in result.steps[-1].keeps) != dry
    assert "C-bet" in result.steps[-1].reason


def test_missed_draws_bluff_on_the_river_with_an_ace_too() -> None:
    moves = "'p1 cc', 'p2 cbr 8', 'p1 cc', 'd db 5c', 'p1 cc', 'p2 cbr 20', 'p1 cc', 'd db 3s', 'p1 cc', 'p2 cbr 60'"
    hand = without_shown(hand_with(moves, "Kh7h2c"), 0)
    result = assumed_at(hand, hand.moments[-1])[1]
    assert result is not None
    weights = weights_of(result.cards, "Kh7h2c5c3s")
    missed = {"AhQh": 0.2, "QhJh": 0.2, "AdQd": 0.0}
    for text, weight in missed.items():
        assert weights[weights_of(text, "").argmax()] == pytest.approx(weight), text


def test_a_check_and_call_keeps_strong_hands() -> None:
    hand = hand_with("'p1 cc', 'p2 cbr 8', 'p1 cc'")
    flop = hand.first_of(1) or 0
    held = [assumed_at(hand, hand.moments[place])[0] for place in (flop + 1, len(hand.moments) - 1)]
    sets = weights_of("77, 22", "Kh7d2c") > 0
    checked, called = (weights_of(result.cards, "Kh7d2c")[sets].sum() for result in held if result)
    assert checked == 0
    assert called == 6


def test_a_street_that_would_leave_no_hand_changes_nothing() -> None:
    moves = "'p1 cbr 8', 'p2 cbr 24', 'p1 cbr 90', 'p2 cc', 'd db Jd', 'p1 cbr 50', 'p2 cc', 'd db Td', 'p1 cbr 90'"
    hand = hand_with(moves, "AdKdQd")
    result = assumed_at(hand, hand.moments[-1])[0]
    assert result is not None
    assert result.steps[-1].reason == NO_HAND_LEFT
    assert result.steps[-1].keeps == ""
    assert "river" not in result.cards
    assert problems(scenario_at(hand, hand.moments[-1])) == ()


RAZZ = """variant = 'FR'
antes = [1, 1]
bring_in = 2
small_bet = 10
big_bet = 20
starting_stacks = [400, 400]
actions = ['d dh p1 ????4c', 'd dh p2 AsQs9d', 'p2 pb', 'p1 cbr 10', 'p2 cc', 'd dh p1 3d', 'd dh p2 2c', {moves}]
"""


@pytest.mark.parametrize(
    ("moves", "cards"),
    [
        ("'p1 cc'", "(8-8-4c) 3d"),
        ("'p1 cbr 10'", "(8-8-4c3d)"),
        ("'p1 cbr 10', 'p2 cbr 20', 'p1 cbr 30'", "(7-7-4c3d)"),
        ("'p1 cbr 10', 'p2 cc', 'd dh p1 4s', 'd dh p2 Td', 'p2 cc', 'p1 cbr 20'", "(8-8-4c3d) 4s"),
        ("'p1 cbr 10', 'p2 cc', 'd dh p1 Ks', 'd dh p2 Td', 'p2 cbr 20', 'p1 cbr 40'", "(7-7-4c3dKs)"),
    ],
)
def test_razz_bets_pair_no_up_card(moves: str, cards: str) -> None:
    hand = hand_of_text(RAZZ.format(moves=moves))
    result = assumed_at(hand, hand.moments[-1])[0]
    assert result is not None
    assert result.cards == cards
    assert problems(scenario_at(hand, hand.moments[-1])) == ()


@pytest.mark.parametrize("variant", ["NT", "FT", "FR"])
def test_no_range_is_ever_empty_and_the_same_hand_gives_the_same(variant: str) -> None:
    hands = [hand_of_text(random_phh(variant, seed, wild=True)) for seed in range(300, 312)]
    for hand in [*hands, *(hand for name in FILES for hand in hands_of(name))]:
        for moment in hand.moments:
            assert problems(scenario_at(hand, moment)) == ()
            assert assumed_at(hand, moment) == assumed_at(hand, moment)
