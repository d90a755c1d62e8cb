"""Chips with decimals in the tracker: sums of floats leave nothing behind that could be bet."""

from itertools import product

import pytest

from engine.histories.scenarios import scenario_at
from engine.kelly.hand.saved import Action
from engine.kelly.hand.session import tracked
from engine.kelly.hand.table import Player, Stakes
from engine.kelly.hand.tracker import apply_action, new_session, replay
from tests.engine.played_hands import hand_of_text

STAKES = Stakes(small_blind=0.25, big_blind=0.5)
ALL_IN = """variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [0.25, 0.50, 0]
min_bet = 0.50
starting_stacks = [68.31, 50, 34.88]
actions = ['d dh p1 2c2d', 'd dh p2 QcAs', 'd dh p3 KdAc', 'p3 cbr 1.00', 'p1 cc', 'p2 cbr 6.00', 'p3 cc', 'p1 f',
  'd db TsQhAh', 'p2 cbr 11', 'p3 cbr 28.88', 'p2 cc', 'd db 2h', 'd db 6d', 'p2 sm QcAs', 'p3 sm KdAc']
"""


@pytest.mark.parametrize(("cents", "share"), list(product((3488, 1010, 9730, 12345), (0.13, 0.31, 0.62))))
def test_who_bets_all_chips_in_parts_has_none_left(cents: int, share: float) -> None:
    """The parts are hundredths that floats do not hold: 34.88 - 6 - 28.88 is above zero."""
    stack = cents / 100
    first = round(cents * share) / 100
    rest = (cents - round(cents * share)) / 100
    players = (Player("A", stack), Player("B", 2 * stack))
    state = new_session("holdem", players, hero=1, bankroll=2 * stack, stakes=STAKES, button=0)
    actions = (
        *(Action("post", 0, 0.25), Action("post", 1, 0.5)),
        *(Action("raise", 0, first - 0.25), Action("call", 1)),
        *(Action("street", cards="2c3d4h"), Action("check", 1), Action("bet", 0, rest)),
    )
    state = replay(state, actions)[-1]
    assert state.players[0].stack == 0.0
    called = apply_action(state, Action("call", 1))
    assert called.to_act is None
    assert called.players[1].stack == stack
    assert [players for _, players in called.pots] == [{0, 1}]
    assert apply_action(called, Action("street", cards="5s")).to_act is None


def test_the_tracker_follows_a_hand_whose_chips_floats_do_not_hold() -> None:
    hand = hand_of_text(ALL_IN)
    for moment in hand.moments[:-1]:
        session = tracked(scenario_at(hand, moment))
        assert session is not None
        assert session.state.to_act == moment.to_act
        assert [player.stack for player in session.state.players] == [chips.stack for chips in moment.chips]
    assert tracked(scenario_at(hand, hand.moments[-1])) is not None
