"""Who folded in a history: what did not play on, on every street, and hands that are hidden or painted over."""

import json
from dataclasses import replace

import numpy as np
import pytest

from engine import problems
from engine.arrays import F64
from engine.cards import card_mask, parse_cards
from engine.histories.assumed import DEFAULT_ASSUMPTIONS, Assumptions, position_of
from engine.histories.folding import ALL_CONTINUE, NONE_LEFT
from engine.histories.hand import UNKNOWN_CARD, PlayedHand, without_shown
from engine.histories.scenarios import assumed_at, range_at, scenario_at
from engine.players.kinds import neutral_kind, player_kinds
from engine.ranges.filtered import filtered
from engine.ranges.holdem import live, parse_range
from tests.engine.played_hands import FILES, hand_of_text, hands_of, random_phh

HEAD = """variant = 'NT'
antes = [0, 0, 0, 0]
blinds_or_straddles = [1, 2, 0, 0]
min_bet = 2
starting_stacks = [400, 400, 400, 400]
"""
DEAL = ["d dh p1 ????", "d dh p2 AhQh", "d dh p3 ????", "d dh p4 KdKs"]
ANY = Assumptions(folds=False)


def hand_with(*actions: str) -> PlayedHand:
    return hand_of_text(f"{HEAD}actions = {json.dumps([*DEAL, *actions])}\n")


def weights_of(text: str, board: str = "") -> F64:
    cards = [card for card, _ in parse_cards(board)]
    mask = card_mask(cards)
    return live(filtered(parse_range(text), cards, mask).weights, mask)


def folded_text(hand: PlayedHand, player: int, assumptions: Assumptions = DEFAULT_ASSUMPTIONS) -> str:
    seat = scenario_at(hand, hand.moments[-1], assumptions=assumptions).seats[player]
    assert seat.folded
    return seat.cards


def test_a_fold_before_a_raise_leaves_hands_that_do_not_open() -> None:
    hand = hand_with("p3 f", "p4 cbr 6", "p1 f", "p2 cc")
    kind = neutral_kind()
    first_in = parse_range(kind.first_in[position_of(hand, 2)]).weights
    assert np.array_equal(weights_of(folded_text(hand, 2)), 1.0 - first_in)
    against = parse_range(kind.against_raise["small blind"]).weights
    assert np.array_equal(weights_of(folded_text(hand, 0)), 1.0 - against)
    assert [folded_text(hand, player, ANY) for player in (0, 2)] == ["random", "random"]


def test_an_opener_who_folds_to_a_reraise_has_part_of_his_opening_range() -> None:
    hand = hand_with("p3 cbr 6", "p4 cbr 18", "p1 f", "p2 f", "p3 f")
    opened = weights_of(range_at(hand, hand.moments[5], 2).cards)
    text = folded_text(hand, 2)
    assert (weights_of(text) <= opened).all()
    assert not weights_of(text)[weights_of("QQ+") > 0].any()
    assert weights_of("AQo")[weights_of(text) > 0].any()
    result = assumed_at(hand, hand.moments[-1])[2]
    assert result is not None
    assert "Action before the fold: raised." in result.reason


def test_a_later_fold_leaves_the_hands_that_do_not_continue() -> None:
    hand = hand_with(
        "p3 cbr 6", "p4 f", "p1 f", "p2 cc", "d db Th7d2c", "p2 cbr 8", "p3 cc", "d db 5s", "p2 cbr 20", "p3 f"
    )
    at_turn = hand.moments[hand.first_of(2) or 0]
    came = range_at(hand, at_turn, 2).cards
    board = "Th7d2c5s"
    text = folded_text(hand, 2)
    assert text.startswith(f"{came} > turn !(")
    called = f"{came} > turn {text.split('> turn !(')[1].removesuffix(')')}"
    parts = weights_of(text, board) + weights_of(called, board)
    assert parts == pytest.approx(weights_of(came, board))
    assert weights_of(text, board).any()
    result = assumed_at(hand, hand.moments[-1])[2]
    assert result is not None
    assert result.steps[-1].action == "folded"


def test_a_check_before_the_fold_removes_no_hands() -> None:
    hand = hand_with("p3 cbr 6", "p4 f", "p1 f", "p2 cc", "d db Kh7d2c", "p2 cc", "p3 cbr 8", "p2 f")
    text = folded_text(without_shown(hand, 0), 1)
    assert text.count(">") == 1
    assert "!(two pair+)" not in text


@pytest.mark.parametrize("kind", player_kinds(), ids=lambda kind: kind.name)
def test_kinds_of_players_fold_the_hands_that_they_do_not_play(kind) -> None:
    hand = hand_with("p3 f", "p4 cbr 6", "p1 f", "p2 cc")
    position = position_of(hand, 2)
    text = folded_text(hand, 2, Assumptions({2: kind}))
    assert np.array_equal(weights_of(text), 1.0 - parse_range(kind.first_in[position]).weights)


RAZZ = """variant = 'FR'
antes = [1, 1, 1]
bring_in = 2
small_bet = 10
big_bet = 20
starting_stacks = [400, 400, 400]
actions = ['d dh p1 ????7c', 'd dh p2 As3s4d', 'd dh p3 ????Kd', 'p3 pb', 'p1 cbr 10', 'p2 cc', 'p3 f',
           'd dh p1 Qc', 'd dh p2 5c', 'p2 cbr 10', 'p1 f']
"""


def test_a_razz_player_who_catches_bad_and_folds_keeps_his_range() -> None:
    """On fourth street all hands of the assumption play on: the fold excludes nothing, and there is no board."""
    hand = hand_of_text(RAZZ)
    came, folded = (assumed_at(hand, hand.moments[place])[0] for place in (-2, -1))
    assert came is not None
    assert folded is not None
    assert (folded.cards, folded.action) == (came.cards, "folded")
    assert folded.reason.endswith(ALL_CONTINUE)
    assert "board" not in folded.reason
    end = scenario_at(hand, hand.moments[-1])
    assert end.seats[0].folded
    assert problems(end) == ()


def test_a_fold_with_a_range_that_always_continues_says_so() -> None:
    hand = hand_with("p3 f", "p4 f", "p1 cc", "p2 cc", "d db Ac7d2s", "p1 cc", "p2 cbr 4", "p1 f")
    painted = {0: "AA, 77"}
    result = assumed_at(hand, hand.moments[-1], painted=painted)[0]
    assert result is not None
    assert (result.cards, result.steps[-1].reason) == ("AA, 77", ALL_CONTINUE)
    gone = assumed_at(hand, hand.moments[-1], painted={0: "AcAs"})[0]
    assert gone is not None
    assert gone.steps[-1].reason == NONE_LEFT


def test_no_folded_range_is_ever_empty() -> None:
    hands = [hand_of_text(random_phh(variant, seed, wild=True)) for seed in range(400, 412) for variant in ("NT", "FT")]
    for hand in [*hands, *(hand for name in FILES for hand in hands_of(name))]:
        for shown in (hand, without_shown(hand, hand.hero)):
            for assumptions in (Assumptions(), ANY):
                assert problems(scenario_at(shown, shown.moments[-1], assumptions=assumptions)) == ()


def test_hidden_hands_are_assumed_and_painted_ones_stay() -> None:
    hand = hand_with("p3 f", "p4 cbr 6", "p1 f", "p2 cc", "d db Kh7d2c", "p2 cc", "p4 cbr 8", "p2 cc")
    hidden = without_shown(hand, 1)
    assert hidden.cards[3] == (UNKNOWN_CARD, UNKNOWN_CARD)
    assert hidden.cards[1] == ("Ah", "Qh")
    last = len(hand.moments) - 1
    assert scenario_at(hand, hand.moments[last]).seats[3].cards == "KdKs"
    assert scenario_at(hidden, hidden.moments[last]).seats[3].cards.startswith(neutral_kind().first_in["button"])
    painted = {3: "QQ+", 1: "22+"}
    seats = scenario_at(hand, hand.moments[last], 1, painted=painted).seats
    assert (seats[3].cards, seats[1].cards) == ("QQ+", "AhQh")
    more = hand_with("p3 f", "p4 cbr 6", "p1 f", "p2 cc", "d db Kh7d2c", "p2 cbr 8", "p4 f")
    text = scenario_at(without_shown(more, 1), more.moments[-1], 1, painted={3: "QQ+, AJo"}).seats[3].cards
    assert text.startswith("QQ+, AJo > flop !(")


def test_a_player_who_folds_often_calls_with_fewer_hands() -> None:
    hand = hand_with("p3 cbr 6", "p4 cc", "p1 f", "p2 cc", "d db 8h7h2c", "p2 cc", "p3 cbr 10", "p4 f", "p2 cc")
    gone = card_mask(card for card, _ in parse_cards("8h7h2cAhQhKdKs"))
    came = live(weights_of(range_at(hand, hand.moments[5], 2).cards), gone).sum()  # of another who came to the flop
    assert came > 0.0
    for share in (0.2, 0.5, 0.8):
        plays = replace(neutral_kind(), name="Bob", folds={"flop": (share, "80 % of 40 [60-90]")})
        assumptions = Assumptions(dict.fromkeys(range(4), plays))
        without = replace(hand, cards=tuple((UNKNOWN_CARD, UNKNOWN_CARD) for _ in hand.cards))
        caller, folder = (assumed_at(without, without.moments[-1], assumptions)[player] for player in (1, 3))
        assert caller is not None
        assert folder is not None
        for row, part in ((caller, 1.0 - share), (folder, share)):
            board = card_mask(card for card, _ in parse_cards("8h7h2c"))
            whole = live(parse_range(row.base).weights, board).sum()
            assert weights_of(row.cards, "8h7h2c").sum() / whole == pytest.approx(part, abs=0.12)
            assert "Bob folds 80 % of 40 [60-90] to a bet on the flop" in row.steps[-1].reason
