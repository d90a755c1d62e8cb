"""The luck of a session, and the price of decisions: held against sums over all outcomes."""

from dataclasses import replace
from itertools import combinations, product
from math import prod, sqrt

import numpy as np
import pytest

from engine import CancelToken
from engine.cards import card_text
from engine.histories.all_in import adjusted_result
from engine.histories.decisions import RaiseValue, bets_faced, decisions
from engine.histories.session import FAN_QUANTILES, HandLuck, hand_luck, session_luck
from engine.histories.settlement import value_of
from engine.histories.winners import KnownPot, WinnerCache, winner_distribution
from tests.engine.played_hands import hand_of_text, hands_of

COIN = ((0.5, -100.0), (0.5, 100.0))
LAWS = (COIN, ((0.2, -60.0), (0.8, 40.0)), ((0.81, -50.0), (0.02, 3.0), (0.17, 55.0)), ((0.97, 20.0), (0.03, -400.0)))
THREE = """variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [100, 26, 60]
actions = ['d dh p1 AhKh', 'd dh p2 QsQd', 'd dh p3 7c7d', 'p3 cbr 6', 'p1 cc', 'p2 cc', 'd db Qh7h2d',
  'p1 cc', 'p2 cbr 20', 'p3 cbr 54', {hero}]
"""
SHOWN = "'p1 cc', 'p1 sm AhKh', 'p2 sm QsQd', 'p3 sm 7c7d', 'd db 3s', 'd db 9h'"


def lucks(laws, nets=()):
    means = [sum(p * net for p, net in law) for law in laws]
    nets = nets or [law[0][1] for law in laws]
    return [HandLuck(i, net, mean, law, 2.0) for i, (law, mean, net) in enumerate(zip(laws, means, nets, strict=True))]


def all_sums(laws):
    """Return every sum of outcomes beyond their means, with its probability, smallest first."""
    means = sum(sum(p * net for p, net in law) for law in laws)
    draws = product(*laws)
    return sorted((sum(net for _, net in draw) - means, prod(p for p, _ in draw)) for draw in draws)


def test_the_fan_has_the_quantiles_of_all_outcomes():
    laws = LAWS * 2
    session = session_luck(lucks(laws))
    values, chances = np.array(all_sums(laws)).T
    step = (values[-1] - values[0]) / 1_000
    for share, line in zip(FAN_QUANTILES, session.fan, strict=True):
        value = line[-1] - session.expected[-1]
        upto = chances[values < value - 2 * step].sum(), chances[values <= value + 2 * step].sum()
        assert upto[0] <= share <= upto[1]
    assert session.deviation == pytest.approx(sqrt((chances * values**2).sum()))
    better = chances[values > session.luck + step].sum() + chances[np.abs(values - session.luck) <= step].sum() / 2
    assert session.better == pytest.approx(better, abs=0.002)


def test_many_all_ins_are_about_normal():
    session = session_luck(lucks([COIN] * 400, [-100.0, 100.0] * 190 + [-100.0] * 20))
    assert session.luck == -2_000.0
    assert session.deviation == pytest.approx(2_000.0)
    assert session.better == pytest.approx(0.8413, abs=0.01)
    assert session.fan[:, -1] == pytest.approx([-3290, -1349, 1349, 3290], abs=110)
    assert session.fan[:, 0] == pytest.approx(np.zeros(4))


def test_hands_without_all_ins_have_no_luck():
    session = session_luck([HandLuck(1, 5.0, 5.0), HandLuck(2, -3.0, -3.0)])
    assert session.net.tolist() == session.expected.tolist() == [0.0, 5.0, 2.0]
    assert session.fan.tolist() == [session.expected.tolist()] * 4
    assert (session.all_ins, session.deviation, session.luck, session.better) == (0, 0.0, 0.0, 0.5)
    assert session_luck([]).net.tolist() == [0.0]


def test_an_unlikely_outcome_is_within_the_fan_of_its_grid():
    session = session_luck(lucks([((0.999, 1.0), (0.001, -999.0))], [-999.0]))
    assert session.better == pytest.approx(0.9995)


def test_big_blinds_are_a_unit():
    (hand,) = lucks([COIN])
    assert session_luck([hand.in_big_blinds]).luck == session_luck([hand]).luck / 2


def test_a_hand_of_its_hero():
    laws = WinnerCache()
    for hand in hands_of("888.txt"):
        result = hand_luck(hand, laws)
        fair = adjusted_result(hand, laws)
        hero, unit = hand.hero, hand.stakes.big_blind
        assert result == HandLuck(
            hand.raw.number, fair.result[hero], fair.expected[hero], fair.distribution(hero), unit
        )
        assert hand_luck(replace(hand, own=False), laws) is None
        assert hand_luck(replace(hand, result=None), laws) is None


def share(own, others, board, gone):
    """Return the equity of a hand of hold'em against others, by all boards."""
    seen = {*own, *board, *gone, *(card for hand in others for card in hand)}
    deck = [text for card in range(52) if (text := card_text(card)) not in seen]
    total = deals = 0.0
    for cards in combinations(deck, 5 - len(board)):
        values = [value_of("holdem", hand, (*board, *cards)) for hand in (own, *others)]
        deals += 1
        total += (values[0] == max(values)) / values.count(max(values))
    return total / deals


def three(hero):
    hand = hand_of_text(THREE.format(hero=hero))
    return hand, list(decisions(hand, 0, CancelToken()))


AA, TURN = ("Ah", "Ad"), ("9c", "7h", "2d")
AK, QUEENS, SEVENS, FLOP = ("Ah", "Kh"), ("Qs", "Qd"), ("7c", "7d"), ("Qh", "7h", "2d")


def test_the_ev_of_a_call_adds_up_over_the_pots():
    hand, values = three(SHOWN)
    (flop,) = (value for value in values if value.street == 1)
    main, side = share(AK, (QUEENS, SEVENS), FLOP, ()), share(AK, (SEVENS,), FLOP, QUEENS)
    assert hand.moments[flop.moment_index].to_act == 0
    assert (flop.action, flop.price, flop.pot) == ("call", 54.0, 146.0)
    assert flop.needed == pytest.approx(54 / 146)
    assert flop.call == flop.ev_gain
    assert flop.shown_gain == pytest.approx(78 * main + 68 * side - 54)
    assert flop.against_shown is not None
    assert flop.against_shown[1] == 0.0


def test_a_fold_loses_the_ev_of_the_call_and_a_raise_with_several_callers_has_no_ev():
    _, (_, folded) = three("'p1 f', 'p2 sm QsQd', 'p3 sm 7c7d', 'd db 3s', 'd db 9h'")
    _, (_, called) = three(SHOWN)
    assert (folded.action, folded.call, folded.ev_gain) == ("fold", called.call, -called.call)
    hand = hand_of_text(THREE.format(hero=SHOWN))
    (raised,) = (value for value in decisions(hand, 2, CancelToken()) if value.street == 1)
    assert (raised.action, raised.ev_gain) == ("raise", None)


def test_players_who_have_not_answered_the_bet_are_left_out():
    """The small blind calls a raise while the big blind is still to act, whose hand is known and gone."""
    _, values = three(SHOWN)
    assert (values[0].street, values[0].price, values[0].pot) == (0, 5.0, 14.0)
    law = winner_distribution(KnownPot("holdem", (AK, SEVENS), (QUEENS,)))
    assert values[0].against_shown == (pytest.approx(law[0b01] + law.get(0b11, 0.0) / 2), 0.0)


def test_blinds_and_bring_ins_are_no_bets():
    limped = "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\nstarting_stacks = [50, 50]\n"
    limped += "actions = ['d dh p1 AhKh', 'd dh p2 QsQd', 'p2 cc', 'p1 cc', 'd db Qh7h2d', 'p1 cc', 'p2 cc']\n"
    hand = hand_of_text(limped)
    assert [*bets_faced(hand, 0), *bets_faced(hand, 1)] == []
    for hand in hands_of("razz.phh"):
        for player in range(len(hand.names)):
            for place in bets_faced(hand, player):
                moves = hand.moves[: hand.moments[place].moves]
                assert any(move.kind == "bet/raise" for move in moves)


def test_razz_decisions_have_an_ev():
    hands = hands_of("razz.phh")
    values = [value for hand in hands for value in decisions(hand, hand.hero, CancelToken())]
    assert values
    assert all(0.0 <= value.equity <= 1.0 and 0.0 < value.needed < 1.0 for value in values)


def test_a_cancelled_evaluation_ends():
    cancel = CancelToken()
    cancel.cancel()
    assert list(decisions(hand_of_text(THREE.format(hero=SHOWN)), 0, cancel)) == []


TWO = """variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [100, 40]
actions = ['d dh p1 AhAd', 'd dh p2 {his}', 'p2 cbr 6', 'p1 cc', 'd db 9c7h2d', 'p1 cc', 'p2 cc', 'd db 3s', {play}]
"""
RIVER = "'p1 cc', 'p2 cc', 'd db Kc', 'p1 cbr 50', 'p2 f'"
RAISED = "'p1 cc', 'p2 cbr 10', 'p1 cbr 30', 'p2 {}"


def test_the_ev_of_a_bet_includes_folds_and_calls():
    hand = hand_of_text(TWO.format(his="????", play=RIVER))
    (bet,) = (value for value in decisions(hand, 0, CancelToken(), painted={1: "QQ, 65s"}) if value.street == 3)
    assert (bet.action, bet.price, bet.pot, bet.equity, bet.call) == ("bet", 0.0, 12.0, 1.0, 12.0)
    assert bet.raised is not None
    folds = bet.raised.fold_share
    assert 0.0 < folds < 1.0
    assert bet.raised == RaiseValue(folds, 1.0, pytest.approx(folds * 12 + (1.0 - folds) * (12 + 34)))
    assert bet.ev_gain == pytest.approx((1.0 - folds) * 34)  # he has 34 left
    (folds,) = (value for value in decisions(hand, 0, CancelToken(), painted={1: "65s, 54s"}) if value.street == 3)
    assert folds.raised == RaiseValue(1.0, 1.0, 12.0)
    assert folds.ev_gain == pytest.approx(0.0)


def test_the_ev_gain_of_a_raise_is_relative_to_the_call():
    hand = hand_of_text(TWO.format(his="????", play=RAISED.format("f'")))
    (raised,) = (value for value in decisions(hand, 0, CancelToken(), painted={1: "98s, QJs"}) if value.street == 2)
    assert (raised.action, raised.price, raised.pot) == ("raise", 10.0, 32.0)
    nines = [("9" + suit, "8" + suit) for suit in "dhs"]
    called = sum(share(AA, (own,), (*TURN, "3s"), ()) for own in nines) / 3
    # Nearly all that call are nines, about equally often.
    assert raised.raised.equity_when_called == pytest.approx(called, abs=0.005)
    called = raised.raised.equity_when_called
    fold = raised.raised.fold_share
    assert 0.0 < fold < 1.0
    assert raised.raised.ev == pytest.approx(fold * 22 + (1 - fold) * (called * (22 + 30 + 20) - 30))
    assert raised.ev_gain == pytest.approx(raised.raised.ev - raised.call)


def test_a_hand_that_was_shown_later_changes_no_bet():
    values = []
    for his in ("9d8d", "KdKh", "????"):
        hand = hand_of_text(TWO.format(his=his, play=RAISED.format("cc', 'd db Kc', 'p1 cc', 'p2 cc'")))
        (raised,) = (value for value in decisions(hand, 0, CancelToken()) if value.street == 2)
        assert raised.raised is not None
        assert 0.0 < raised.raised.fold_share < 1.0
        assert raised.raised.ev_stderr >= 0.0
        values.append(raised.raised)
    assert values[0] == values[1] == values[2]


BARRELS = """variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [1, 2]
starting_stacks = [200, 200]
min_bet = 2
actions = ['d dh p1 {his}', 'd dh p2 {own}', 'p2 cbr 6', 'p1 cc', 'd db Kc8d3h', 'p1 cc', 'p2 cbr 6', 'p1 cc', \
'd db 7s', 'p1 cc', 'p2 cbr 12', 'p1 cc', 'd db 2d', {river}]
"""


@pytest.mark.parametrize("bet", [12, 36, 100])
def test_every_barrel_meets_folds(bet):
    river = f"'p1 cc', 'p2 cbr {bet}', 'p1 cc'"
    shares = {}
    for own in ("AsKs", "6s5s", "QcJc"):
        hand = hand_of_text(BARRELS.format(his="????", own=own, river=river))
        bets = [value.raised for value in decisions(hand, 1, CancelToken()) if value.action == "bet"]
        assert [bet is not None for bet in bets] == [True, True, True]
        shares[own] = [bet.fold_share for bet in bets]
    for flop, turn, last in shares.values():
        # Who called a bet folds to the next one less often than before, but never always and never not at all.
        assert 0.35 < flop < 0.65
        assert 0.25 < turn < 0.6
        assert 0.02 < last < 0.7  # the largest is twice the pot


def test_a_second_barrel_is_not_a_mistake_by_construction():
    gains = {}
    for own in ("AsKs", "6s5s", "AhQd"):
        hand = hand_of_text(BARRELS.format(his="????", own=own, river="'p1 cc', 'p2 cc'"))
        (second,) = (
            value for value in decisions(hand, 1, CancelToken()) if value.street == 2 and value.action == "bet"
        )
        gains[own] = second.ev_gain
    # A made hand and an open-ended draw bet again with a gain; ace high, which often wins unimproved, does not.
    assert gains["AsKs"] > 0.5
    assert gains["6s5s"] > 0.5
    assert gains["AhQd"] < 0.0


def test_a_good_bluff_catch_that_lost_is_not_the_costliest_decision():
    text = BARRELS.replace("'p2 cbr 12', 'p1 cc'", "'p2 cc'")
    hand = hand_of_text(text.format(his="8s8h", own="KhQd", river="'p1 cbr 12', 'p2 cc', 'p2 sm KhQd', 'p1 sm 8s8h'"))
    *others, catch = decisions(hand, 1, CancelToken())
    assert (catch.action, catch.street) == ("call", 3)
    assert catch.against_shown == (0.0, 0.0)
    assert catch.shown_gain == -12.0
    assert catch.ev_gain > 0.0
    assert min((value.ev_gain for value in others if value.ev_gain is not None), default=0.0) <= catch.ev_gain


def test_painted_ranges_replace_assumed_ones():
    text = THREE.replace("7c7d", "????").format(hero="'p1 f', 'p2 sm QsQd', 'd db 3s', 'd db 9h'")
    hand = hand_of_text(text)
    *_, assumed = decisions(hand, 0, CancelToken())
    *_, painted = decisions(hand, 0, CancelToken(), painted={1: "QsQd", 2: "7c7d"})
    # Whoever cannot win the side pot is no more known there than he was then.
    main, side = share(AK, (QUEENS, SEVENS), FLOP, ()), share(AK, (SEVENS,), FLOP, ())
    assert painted.call == pytest.approx(78 * main + 68 * side - 54, abs=0.5)
    assert assumed.call != pytest.approx(painted.call, abs=0.5)
