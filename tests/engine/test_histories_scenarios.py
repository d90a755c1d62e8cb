"""Moments of hands as scenarios: seats, folds, assumed hands, chips for Kelly and its tracker."""

import pytest

from engine import problems
from engine.histories.assumed import public_actions
from engine.histories.hand import Moment, PlayedHand
from engine.histories.scenarios import assumed_at, moment_json, scenario_at
from engine.kelly.hand.record import decision_request
from engine.kelly.hand.session import tracked_session
from engine.kelly.hand.table_sync import table_mismatch
from engine.kelly.panel import is_tracking, kelly_request_json
from engine.kelly.request import read_kelly_request
from engine.table.hand_texts import plain_cards
from engine.table.serialize import dumps, loads
from tests.engine.played_hands import FILES, hand_of_text, hands_of, random_phh

ALL = [(name, number) for name in FILES for number in range(len(hands_of(name)))]


def moments_of(hand: PlayedHand) -> list[tuple[int, Moment]]:
    return list(enumerate(hand.moments))


@pytest.mark.parametrize(("name", "number"), ALL)
def test_every_moment_can_be_computed_and_saved(name: str, number: int) -> None:
    hand = hands_of(name)[number]
    for _, moment in moments_of(hand):
        scenario = scenario_at(hand, moment)
        assert problems(scenario) == ()
        assert loads(dumps(scenario)) == scenario
        assert [seat.folded for seat in scenario.seats] == list(moment.folded)
        assert plain_cards(scenario.board) == plain_cards("".join(moment.board))
        assert [seat.name for seat in scenario.seats] == list(hand.names)


@pytest.mark.parametrize("variant", ["NT", "FT", "FR"])
def test_random_hands_make_scenarios(variant: str) -> None:
    for seed in range(100, 110):
        hand = hand_of_text(random_phh(variant, seed))
        for _, moment in moments_of(hand):
            assert problems(scenario_at(hand, moment)) == ()


FOLDED_KING, FOLDED_NINE = "4+K-Kh, AAKh, 22Kh, 33Kh", "6+K-9s, AA9s, 229s, 339s, 449s, 559s"


def test_folded_up_cards_of_razz_are_dead_and_down_cards_grow() -> None:
    hand = hands_of("razz.phh")[0]
    fifth = hand.moments[hand.first_of(2) or 0]
    assert [(seat.cards, seat.folded) for seat in scenario_at(hand, fifth).seats] == [
        (FOLDED_KING, True),
        ("As 2s 7d 3d Jh", False),
        ("8c 3c 4c Qh 5s", False),
        (FOLDED_NINE, True),
    ]


def test_hidden_hands_follow_from_the_actions() -> None:
    hand = hands_of("stars.txt")[2]
    place = {moment.words: i for i, moment in reversed(moments_of(hand))}
    before, after = hand.moments[0], hand.moments[place["raises to 3"]]
    assert [a and a.action for a in assumed_at(hand, before)] == ["nothing", "nothing", None]
    assert [a and a.action for a in assumed_at(hand, after)] == ["folded", "3-bet", None]
    assert scenario_at(hand, before).seats[1].cards == "random"
    assert scenario_at(hand, after).seats[1].cards.startswith("TT+")


def test_actions_follow_from_the_moves() -> None:
    text = """variant = 'NT'
antes = [0, 0, 0, 0, 0]
blinds_or_straddles = [1, 2, 0, 0, 0]
min_bet = 2
starting_stacks = [100, 100, 100, 100, 100]
actions = ['p3 cc', 'p4 cbr 8', 'p5 cc', 'p1 cbr 30', 'p2 f', 'p3 f', 'p4 cbr 60', 'p5 f', 'p1 cc']
"""
    hand = hand_of_text(text)
    assert [action.label for action in public_actions(hand, len(hand.moves))] == [
        "limped", "raised", "called", "3-bet", "folded", "folded", "4-bet", "folded", "called a 4-bet",
    ]  # fmt: skip
    checked = hand_of_text(text[: text.index("actions")] + "actions = ['p3 f', 'p4 f', 'p5 f', 'p1 cc', 'p2 cc']")
    assert [action.label for action in public_actions(checked, len(checked.moves))][-2:] == ["limped", "checked"]


def test_pot_and_price_of_the_panel_are_those_of_the_moment() -> None:
    hand = hands_of("fulltilt.txt")[0]
    for _, moment in moments_of(hand):
        if moment.to_act != hand.hero:
            continue
        scenario = scenario_at(hand, moment)
        request = kelly_request_json(scenario, None) | {"opponents": len(moment.live) - 1}
        values = request | {"outcomes": {"win": 0.5, "split": [0.0] * (len(moment.live) - 1), "lose": 0.5}}
        facts = read_kelly_request(values).facts
        assert facts is not None
        assert facts.total == pytest.approx(moment.pot)
        assert facts.to_call == pytest.approx(moment.price)
        assert request["bankroll"] == moment.chips[hand.hero].stack


def test_the_tracker_follows_a_hand() -> None:
    for name, number in ALL:
        hand = hands_of(name)[number]
        for _, moment in moments_of(hand):
            scenario = scenario_at(hand, moment)
            if not is_tracking(scenario):
                assert name == "razz.phh"  # not all of its stacks are known
                continue
            result = tracked_session(scenario)
            assert result is not None
            assert table_mismatch(scenario, result.state) == ""
            if moment.to_act is not None and moment.moves > 3:
                assert result.state.pot == pytest.approx(moment.pot)
                assert result.state.to_act == moment.to_act
            if moment.to_act == hand.hero:
                assert decision_request(result.state)["bankroll"] == moment.chips[hand.hero].stack


@pytest.mark.parametrize("variant", ["NT", "FT", "FR"])
def test_the_tracker_has_the_chips_of_the_moment(variant: str) -> None:
    """Short stacks too: what nobody can call is in neither of the pots. PokerKit asks a blind that needs no answer."""
    followed = 0
    for seed in range(12):
        hand = hand_of_text(random_phh(variant, seed, wild=True))
        for moment in hand.moments:
            result = tracked_session(scenario_at(hand, moment))
            if result is None or result.state.over or result.state.to_act != moment.to_act:
                continue
            followed += 1
            assert result.state.pot == pytest.approx(moment.pot), (seed, moment)
            assert [player.stack for player in result.state.players] == [chips.stack for chips in moment.chips]
    assert followed > 80


def test_unknown_stacks_are_not_written() -> None:
    hand = hands_of("razz.phh")[0]
    scenario = scenario_at(hand, hand.moments[0])
    assert scenario.kelly is not None
    assert scenario.kelly.stacks[3] is None
    assert moment_json(hand, hand.moments[0], 0)["stacks"][3] is None


def test_another_hero_decides_for_himself() -> None:
    hand = hands_of("fulltilt.txt")[0]
    scenario = scenario_at(hand, hand.moments[0], 1)
    assert scenario.kelly is not None
    assert scenario.kelly.seat == 1
    assert scenario.kelly.bankroll == 131.0
