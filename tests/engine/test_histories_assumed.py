"""Assumed ranges of hidden hands: as the descriptions of players say, action by action, never empty."""

import json
from dataclasses import replace

import numpy as np
import pytest

from engine import problems
from engine.arrays import F64
from engine.cards import card_mask, parse_cards
from engine.histories.assumed import (
    DEFAULT_ASSUMPTIONS,
    NONE_LEFT,
    PAINTED,
    Assumptions,
    position_of,
    pot_share_text,
    public_actions,
)
from engine.histories.hand import UNKNOWN_CARD, PlayedHand, without_shown
from engine.histories.scenarios import assumed_at, range_at, scenario_at
from engine.players.description import shipped_player, shipped_players
from engine.players.first_street import FirstStreet, first_street
from engine.players.known import LaterStreet, SeenAction, known_range
from engine.ranges.holdem import live, parse_range
from engine.ranges.razz_pairs import read_branches
from engine.ranges.razz_products import ALL_PAIRS
from tests.engine.played_hands import FILES, hand_of_text, hands_of, random_phh

HEAD = """variant = 'NT'
antes = [0, 0, 0, 0]
blinds_or_straddles = [1, 2, 0, 0]
min_bet = 2
starting_stacks = [400, 400, 400, 400]
"""
DEAL = ["d dh p1 ????", "d dh p2 AhQh", "d dh p3 ????", "d dh p4 KdKs"]
ANY = Assumptions(folds=False)
NEUTRAL = shipped_player("neutral")


def hand_with(*actions: str) -> PlayedHand:
    return hand_of_text(f"{HEAD}actions = {json.dumps([*DEAL, *actions])}\n")


def weights_of(text: str, board: str = "") -> F64:
    return live(parse_range(text).weights, card_mask(card for card, _ in parse_cards(board)))


def folded_text(hand: PlayedHand, player: int, assumptions: Assumptions = DEFAULT_ASSUMPTIONS) -> str:
    seat = scenario_at(hand, hand.moments[-1], assumptions=assumptions).seats[player]
    assert seat.folded
    return seat.cards


LINE = ("p3 cbr 6", "p4 f", "p1 f", "p2 cc", "d db Th7d2c", "p2 cc", "p3 cbr 8", "p2 cbr 24", "p3 cc", "d db 5s",
        "p2 cbr 40", "p3 f")  # fmt: skip


def test_actions_are_seen_with_what_they_follow() -> None:
    hand = hand_with(*LINE)
    actions = list(public_actions(hand, len(hand.moves)))
    assert [(a.player, a.label) for a in actions] == [
        (2, "raised"), (3, "folded"), (0, "folded"), (1, "called"), (1, "checked"), (2, "c-bet 62 % pot"),
        (1, "raised"), (2, "called 55 % pot"), (1, "bet 2/3 pot"), (2, "folded"),
    ]  # fmt: skip
    turns = [a.seen.turn for a in actions if a.seen]
    assert turns[0] == FirstStreet("cutoff")
    assert turns[3] == FirstStreet("big blind", 1, "cutoff")
    assert turns[4] == LaterStreet(1, raiser_behind=True, board="Th7d2c")
    assert turns[5] == LaterStreet(1, last_raiser=True, board="Th7d2c")
    assert turns[7] == LaterStreet(1, price=pytest.approx(16 / 61), last_raiser=True, board="Th7d2c")
    assert turns[8] == LaterStreet(2, last_raiser=True, board="Th7d2c5s")
    assert turns[9] == LaterStreet(2, price=pytest.approx(40 / 141), board="Th7d2c5s")


def test_ranges_are_what_the_descriptions_say() -> None:
    hand = hand_with(*LINE)
    seen = [a.seen for a in public_actions(hand, len(hand.moves)) if a.player == 2 and a.seen]
    for kind in shipped_players():
        text = folded_text(hand, 2, Assumptions({2: kind}))
        expected = np.round(known_range(kind, "holdem", seen), 2)
        assert np.allclose(weights_of(text, "Th7d2c5s"), expected)


def test_the_reasons_say_what_each_action_keeps() -> None:
    hand = hand_with(*LINE)
    result = assumed_at(hand, hand.moments[-1])[2]
    assert result is not None
    assert [step.action for step in result.steps] == ["c-bet 62 % pot", "called 55 % pot", "folded"]
    first, flop, call, fold = result.lines("preflop")
    assert first.startswith("preflop, raised: 22+, A2s+")
    assert flop.startswith("flop, c-bet 62 % pot: kept ")
    assert "% of his range: mostly " in call
    assert fold.startswith("turn, folded: kept ")


def test_a_hidden_raiser_who_barrels_has_strong_hands_and_bluffs() -> None:
    hand = hand_with("p3 f", "p4 cbr 6", "p1 f", "p2 cc", "d db Kh7d2c", "p2 cc", "p4 cbr 8", "p2 cc")
    hidden = without_shown(hand, 1)
    assert scenario_at(hand, hand.moments[-1]).seats[3].cards == "KdKs"
    weights = weights_of(scenario_at(hidden, hidden.moments[-1]).seats[3].cards, "Kh7d2c")
    kings, air = weights_of("AsKs, AdKd"), weights_of("9s8s, 9c8c")
    assert (weights * kings).sum() / kings.sum() > (weights * air).sum() / air.sum() > 0.0


def test_a_fold_before_a_raise_leaves_hands_that_do_not_open() -> None:
    hand = hand_with("p3 f", "p4 cbr 6", "p1 f", "p2 cc")
    for player, turn in ((2, FirstStreet("cutoff")), (0, FirstStreet("small blind", 1, "button"))):
        folds = first_street(NEUTRAL, "holdem", turn).folds
        assert np.allclose(weights_of(folded_text(hand, player)), np.round(folds / folds.max(), 2))
    assert [folded_text(hand, player, ANY) for player in (0, 2)] == ["random", "random"]


def test_an_opener_who_folds_to_a_reraise_has_part_of_his_opening_range() -> None:
    hand = hand_with("p3 cbr 6", "p4 cbr 18", "p1 f", "p2 f", "p3 f")
    opened = weights_of(range_at(hand, hand.moments[5], 2).cards)
    text = folded_text(hand, 2)
    assert (weights_of(text) <= opened).all()
    assert not weights_of(text)[weights_of("KK+") > 0].any()
    result = assumed_at(hand, hand.moments[-1])[2]
    assert result is not None
    assert "Action before the fold: raised." in result.reason


def test_who_limps_with_nothing_that_neutral_limps_plays_like_a_loose_player() -> None:
    hand = hand_with("p3 cc", "p4 f", "p1 f", "p2 cc")
    result = assumed_at(hand, hand.moments[-1])[2]
    assert result is not None
    assert "A neutral player never does this; as a loose player does it." in result.reason
    assert weights_of(result.cards).sum() < 800


def test_hidden_hands_are_assumed_and_painted_ones_stay() -> None:
    hand = hand_with("p3 f", "p4 cbr 6", "p1 f", "p2 cc", "d db Kh7d2c", "p2 cbr 8", "p4 f")
    hidden = without_shown(hand, 1)
    assert hidden.cards[3] == (UNKNOWN_CARD, UNKNOWN_CARD)
    text = scenario_at(hidden, hidden.moments[-1], 1, painted={3: "QQ+, AJo"}).seats[3].cards
    painted = weights_of("QQ+, AJo", "Kh7d2c")
    assert not weights_of(text, "Kh7d2c")[painted == 0].any()
    assert weights_of(text, "Kh7d2c").any()
    before = len(hand.moments) - 2
    assert scenario_at(hand, hand.moments[before], 1, painted={3: "QQ+", 1: "22+"}).seats[3].cards == "QQ+"


def test_a_painted_range_that_the_board_leaves_nothing_of_is_any_cards() -> None:
    hand = hand_with("p3 f", "p4 f", "p1 cc", "p2 cc", "d db Ac7d2s", "p1 cc", "p2 cbr 4", "p1 f")
    gone = assumed_at(hand, hand.moments[-1], painted={0: "AcAs"})[0]
    assert gone is not None
    assert (gone.cards, gone.reason) == ("random", f"{PAINTED} {NONE_LEFT}")
    assert problems(scenario_at(hand, hand.moments[-1], painted={0: "AcAs"})) == ()


RAZZ = """variant = 'FR'
antes = [1, 1, 1]
bring_in = 2
small_bet = 10
big_bet = 20
starting_stacks = [400, 400, 400]
actions = ['d dh p1 ????7c', 'd dh p2 As3s4d', 'd dh p3 ????Kd', 'p3 pb', 'p1 cbr 10', 'p2 cc', 'p3 f',
           'd dh p1 Qc', 'd dh p2 5c', 'p2 cbr 10', 'p1 f']
"""


def test_razz_ranges_are_weights_of_down_cards() -> None:
    hand = hand_of_text(RAZZ)
    seen = [a.seen for a in public_actions(hand, len(hand.moves)) if a.player == 0 and a.seen]
    assert seen == [
        SeenAction("raise", FirstStreet("7")),
        SeenAction("fold", LaterStreet(1, price=pytest.approx(10 / 45), last_raiser=True, up=(6, 11), others=((3, 4),),
                                       dead=(12,))),
    ]  # fmt: skip
    (branch,) = read_branches(scenario_at(hand, hand.moments[-1]).seats[0].cards) or ()
    expected = np.round(known_range(NEUTRAL, "razz", seen), 2)
    assert [branch.weights.get(pair, 0.0) for pair in ALL_PAIRS] == pytest.approx(list(expected))
    assert problems(scenario_at(hand, hand.moments[-1])) == ()


def test_a_player_who_folds_often_folds_more_of_his_range() -> None:
    hand = hand_with("p3 cbr 6", "p4 cc", "p1 f", "p2 cc", "d db 8h7h2c", "p2 cc", "p3 cbr 10", "p4 f", "p2 cc")
    hidden = replace(hand, cards=tuple((UNKNOWN_CARD, UNKNOWN_CARD) for _ in hand.cards))
    kept = []
    for margin in (-0.3, 0.0, 0.3):
        play = NEUTRAL.games["holdem"]
        later = {**play.later, "flop": replace(play.later["flop"], margin=margin)}
        kind = replace(NEUTRAL, name="Bob", games={**NEUTRAL.games, "holdem": replace(play, later=later)})
        caller = assumed_at(hidden, hidden.moments[-1], Assumptions({1: kind}))[1]
        assert caller is not None
        kept.append(int(caller.steps[-1].keeps.split()[0]))
    assert kept == sorted(kept, reverse=True)
    assert kept[0] > kept[-1]


@pytest.mark.parametrize("variant", ["NT", "FT", "FR"])
def test_no_range_is_ever_empty_and_the_same_hand_gives_the_same(variant: str) -> None:
    check_ranges([hand_of_text(random_phh(variant, seed, wild=True)) for seed in range(300, 306)])


def test_no_range_of_the_files_is_empty() -> None:
    check_ranges([hand for name in FILES for hand in hands_of(name)])


def check_ranges(hands: list[PlayedHand]) -> None:
    for hand in hands:
        for shown in (hand, without_shown(hand, hand.hero)):
            for moment in shown.moments[::2]:
                assert problems(scenario_at(shown, moment)) == ()
            last = shown.moments[-1]
            assert assumed_at(shown, last) == assumed_at(shown, last)
            assert problems(scenario_at(shown, last, assumptions=ANY)) == ()


def test_positions_depend_on_the_players_behind() -> None:
    hand = hand_with("p3 f", "p4 f", "p1 f")
    assert [position_of(hand, player) for player in range(4)] == ["small blind", "big blind", "cutoff", "button"]


def test_bets_are_named_by_their_share_of_the_pot() -> None:
    texts = [pot_share_text(share) for share in (1 / 3, 0.5, 0.66, 1.0, 1.2)]
    assert texts == ["1/3 pot", "1/2 pot", "2/3 pot", "pot", "120 % pot"]
