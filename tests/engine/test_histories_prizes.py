"""Hands of tournaments: results in prizes against every deal of the cards to come, and who posts the big blind."""

import numpy as np
import pytest

from engine import CancelToken
from engine.histories.all_in import stacks_distribution
from engine.histories.prizes import TournamentHand, big_blind_seat, prize_lucks, tournament_hand, with_blinds
from engine.histories.winners import WinnerCache
from engine.scenario.preflop import PreflopPanel
from engine.scenario.tournament import Others, Tournament
from tests.engine.played_hands import hand_of_text, random_phh
from tests.reference import naive_icm
from tests.reference.naive_all_in import naive_stacks

FOUR = """variant = 'NT'
antes = [0, 0, 0, 0]
blinds_or_straddles = [1, 2, 0, 0]
min_bet = 2
starting_stacks = [20, 60, 100, 100]
actions = ['d dh p1 AhKh', 'd dh p2 QsQd', 'd dh p3 7c7d', 'd dh p4 JcTc', 'p3 cc', 'p4 cc', 'p1 cc', 'p2 cc',
  'd db Qh7h2d', 'p1 cbr 18', 'p2 cbr 58', 'p3 cbr 98', 'p4 cc', 'p1 sm AhKh', 'p2 sm QsQd', 'p3 sm 7c7d', 'p4 sm JcTc',
  'd db 3s', 'd db 9h']
"""


def check_by_deals(hand):
    law = {tuple(round(stack, 6) for stack in stacks): p for p, stacks in stacks_distribution(hand, WinnerCache())}
    expected = naive_stacks(hand)
    assert law.keys() == expected.keys()
    assert law == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("seed", [9, 15, 23, 40, 41, 95, 248, 261, 436])
def test_all_stacks_have_the_joint_distribution_of_all_deals(seed):
    check_by_deals(hand_of_text(random_phh("NT", seed, wild=True)))


def test_pots_whose_single_distributions_do_not_determine_the_joint_one():
    """Before the board both short stacks may have won their pots when the two others play for the last one."""
    hand = hand_of_text(FOUR)
    assert len(hand.moments[-1].pots()) == 3
    check_by_deals(hand)


def test_a_hand_in_prizes():
    before, law = (3000.0, 2000.0, 1000.0), ((0.4, (3000.0, 0.0, 3000.0)), (0.6, (3000.0, 3000.0, 0.0)))
    hand = TournamentHand(1, "77", 0, before, law[1][1], law)
    prizes = Tournament(payouts=(50.0, 30.0, 10.0))
    luck = hand.in_prizes(prizes)
    start = naive_icm.equities(before, prizes.payouts)[0]
    assert luck.net == pytest.approx(naive_icm.equities((3000, 3000), (50, 30))[0] - start)
    assert luck.expected == pytest.approx(luck.net)  # whoever of the others wins
    busted = TournamentHand(2, "77", 2, before, law[1][1], law).in_prizes(prizes)
    start = naive_icm.equities(before, prizes.payouts)[2]
    assert busted.net == pytest.approx(10 - start)
    assert busted.expected == pytest.approx(0.4 * 40 + 0.6 * 10 - start)
    assert [p for p, _ in busted.distribution] == [0.4, 0.6]
    others = Tournament(payouts=prizes.payouts, others=Others.of((500.0, 700.0)))
    value = naive_icm.equities((3000, 3000, 500, 700), (50, 30, 10, 0))[0]
    start = naive_icm.equities((*before, 500, 700), (50, 30, 10, 0, 0))[0]
    assert hand.in_prizes(others).net == pytest.approx(value - start)
    (known,) = prize_lucks({1: hand, 2: TournamentHand(2, "78", 0, before, before)}, {"77": prizes}, CancelToken())
    assert known == {1: luck}


def played(players, antes, blinds=None):
    names = [f"p{i + 1}" for i in range(players)]
    blinds = blinds or [1, 2] + [0] * (players - 2)
    order = [*range(2, players), 0, 1] if players > 2 else [1, 0]
    if 1 not in blinds:
        order = [*range(1, players), 0]
    deals = ", ".join(f"'d dh {name} ????'" for name in names)
    folds = ", ".join(f"'{names[player]} f'" for player in order[:-1])
    return hand_of_text(
        f"variant = 'NT'\nantes = {antes}\nblinds_or_straddles = {blinds}\nmin_bet = 2\n"
        f"starting_stacks = {[100 + 10 * i for i in range(players)]}\nactions = [{deals}, {folds}]\n"
    )


@pytest.mark.parametrize("players", range(2, 10))
def test_the_order_of_action_follows_from_the_big_blind(players):
    hand = played(players, [0] * players)
    tournament = Tournament(hand.starting, big_blind=big_blind_seat(hand))
    moved = [moment.actor for moment in hand.moments if moment.actor is not None]
    assert list(tournament.acting[:-1]) == moved  # all fold to the big blind


def test_nobody_posts_a_small_blind():
    hand = played(4, [0] * 4, [2, 0, 0, 0])
    assert Tournament(hand.starting, big_blind=big_blind_seat(hand)).acting == (1, 2, 3, 0)
    panel = with_blinds(PreflopPanel(), hand)
    assert (panel.small_blind, panel.big_blind, panel.ante) == (0.0, 2.0, 0.0)


def test_blinds_and_antes_of_a_hand():
    chosen = PreflopPanel().with_entry("calls", 2)
    panel = with_blinds(chosen, played(5, [1] * 5))
    assert (panel.small_blind, panel.big_blind, panel.ante, panel.ante_by, panel.calls) == (1.0, 2.0, 1.0, "all", 2)
    assert with_blinds(chosen, played(5, [0, 3, 0, 0, 0])).ante_by == "big blind"


def test_hands_of_no_tournament_have_no_prizes():
    assert tournament_hand(played(3, [0] * 3), WinnerCache()) is None
    assert np.isclose(
        sum(p for p, _ in stacks_distribution(hand_of_text(random_phh("NT", 9, wild=True)), WinnerCache())), 1.0
    )
