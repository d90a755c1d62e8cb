"""Bets that PokerKit refuses though they were made: what nobody else has the chips for, a bet below the least one."""

import pytest

from engine.histories.hand import HandError, HandPot, PlayedHand
from engine.histories.scenarios import scenario_at
from engine.kelly.hand.session import tracked_session
from tests.engine.played_hands import hand_of_text
from tests.engine.replay_check import differences

RAZZ = """variant = 'FR'
ante_trimming_status = true
antes = [10, 10]
bring_in = 10
small_bet = 30
big_bet = 60
starting_stacks = [175, 2705]
actions = ['d dh p1 8c2h4c', 'd dh p2 4h3dQd', 'p2 pb', 'p1 cbr 30', 'p2 cc', 'd dh p1 Ad', 'd dh p2 Ks', 'p1 cbr 30',
  'p2 cc', 'd dh p1 Qs', 'd dh p2 Td', 'p1 cbr 60', 'p2 cbr 105', 'p1 cc', 'd dh p1 Jd', 'd dh p2 8s',
  'd dh p1 Kh', 'd dh p2 7h', 'p1 sm 8c2h4cAdQsJdKh', 'p2 sm 4h3dQdKsTd8s7h']
"""
THREE = """variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [15, {second}, 500.5]
actions = ['d dh p1 AhKh', 'd dh p2 QdQc', 'd dh p3 9s9d', 'p3 cbr 10', 'p1 cc', 'p2 cc', 'd db 7h8h2c', 'p1 cbr 3',
  'p2 cc', 'p3 cbr 5', 'p1 cc', 'p2 cc', 'd db 3d', 'd db 4s', 'p3 sm 9s9d', 'p1 sm AhKh', 'p2 sm QdQc']
"""


def _after(hand: PlayedHand, words: str) -> int:
    return next(i for i, moment in enumerate(hand.moments) if moment.words == words)


def test_a_player_who_covers_everybody_can_raise_less_than_a_full_bet() -> None:
    hand = hand_of_text(RAZZ)
    assert differences(hand) == []
    raised = hand.moments[_after(hand, "raises to 105")]
    assert [(chips.stack, chips.bet) for chips in raised.chips] == [(45.0, 60.0), (2530.0, 105.0)]
    assert (raised.pot, raised.to_act, raised.price) == (305.0, 0, 45.0)
    last = hand.moments[-1]
    assert last.pots() == (HandPot(350.0, (0, 1)),)
    assert [chips.stack for chips in last.chips] == [0.0, 2530.0]
    assert hand.starting == (175.0, 2705.0)
    assert hand.result == (-175.0, 175.0)


def test_no_player_left_to_act_has_more_than_the_bet() -> None:
    hand = hand_of_text(THREE.format(second=15))
    raised = hand.moments[_after(hand, "raises to 5")]
    assert [chips.stack for chips in raised.chips] == [2.0, 2.0, 485.5]
    assert hand.moments[-1].pots() == (HandPot(45.0, (0, 1, 2)),)
    assert hand.result == (-15.0, 30.0, -15.0)
    with pytest.raises(HandError, match="cannot be replayed"):
        hand_of_text(THREE.format(second=16))


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ("'d db 3d'", "'d db 3d5d'", "the cards 3d5d on the board cannot be dealt here"),
        ("'d db 3d'", "'d dh p2 3d'", "the cards 3d dealt to bert cannot be dealt here"),
    ],
)
def test_cards_out_of_order_are_reported(before: str, after: str, words: str) -> None:
    text = f"{THREE.format(second=15)}players = ['anna', 'bert', 'carl']\n".replace(before, after)
    text = text.replace("'p1 cbr 3'", "'p1 cc'").replace("'p3 cbr 5', 'p1 cc', 'p2 cc'", "'p3 cc'")
    with pytest.raises(HandError, match=words):
        hand_of_text(text)


@pytest.mark.parametrize("text", [RAZZ, THREE.format(second=15)])
def test_the_tracker_follows_such_a_raise(text: str) -> None:
    hand = hand_of_text(text)
    for moment in hand.moments[2:-1]:
        session = tracked_session(scenario_at(hand, moment))
        assert session is not None
        assert session.state.pot == moment.pot
        assert [player.stack for player in session.state.players] == [chips.stack for chips in moment.chips]
