"""The equity that a call needs in tournament money, against arithmetic by hand and all orders of finishing."""

from dataclasses import replace

import numpy as np
import pytest

from engine import Scenario, Seat
from engine.scenario import Tournament
from engine.scenario.kelly import read_panel
from engine.scenario.tournament import Others
from engine.tournament.calls import Call, TournamentPlayers, call_of, needed_in_money, values_after
from tests.reference import naive_icm

PAYOUTS = (50.0, 30.0, 20.0)
THREE = TournamentPlayers.of(Tournament((5000.0, 3000.0, 2000.0), PAYOUTS))
SEATS = (Seat("Hero", "AhKh"), Seat("SB", "22+"), Seat("BB", "random"))


def value(stacks, payouts=PAYOUTS):
    return naive_icm.equities(stacks, payouts)


def test_a_call_for_all_chips_on_the_bubble():
    # the small blind, 3000, is all in for 2000 against the big blind, who has 2000 and has posted 200
    needed = needed_in_money(THREE, Call(2, 1800.0, (0.0, 2000.0, 200.0), (1,)))
    fold, win, lose = value([5000, 3200, 1800])[2], value([5000, 1000, 4000])[2], 20.0
    assert needed == pytest.approx((fold - lose) / (win - lose), abs=1e-12)
    assert needed > 1800 / 4000  # more than by chips


def test_dead_chips_and_antes_are_won_and_folded_chips_go_to_the_bettor():
    call = Call(2, 800.0, (100.0, 1000.0, 200.0), (1,), dead=30.0, antes=(10.0, 10.0, 10.0))
    needed = needed_in_money(THREE, call)
    pot = 100 + 1000 + 200 + 30 + 30
    left = [5000 - 110, 3000 - 1010, 2000 - 210]
    fold = value([left[0], left[1] + pot, left[2]])[2]
    lose = value([left[0], left[1] + pot + 800, left[2] - 800])[2]
    win = value([left[0], left[1], left[2] + pot])[2]
    assert needed == pytest.approx((fold - lose) / (win - lose), abs=1e-12)


def test_pot_and_side_pot_are_lost_to_the_opponent_who_has_put_in_the_most():
    call = Call(2, 2000.0, (3000.0, 2500.0, 0.0), (0, 1))
    left = [2000.0, 500.0, 2000.0]
    fold = value([left[0] + 5500, left[1], left[2]])[2]
    win = value([left[0] + 1500, left[1], 6000])[2]
    needed = needed_in_money(THREE, call)
    assert needed == pytest.approx((fold - 20.0) / (win - 20.0), abs=1e-12)


def test_chips_are_money_if_the_winner_takes_all():
    players = TournamentPlayers.of(Tournament((5000.0, 3000.0, 2000.0), (100.0,)))
    call = Call(1, 800.0, (1000.0, 200.0, 0.0), (0,), dead=50.0)
    assert needed_in_money(players, call) == pytest.approx(800 / (1250 + 800), abs=1e-12)


def test_a_price_above_the_stack_is_a_call_for_the_stack():
    one = needed_in_money(THREE, Call(2, 9000.0, (3000.0, 0.0, 0.0), (0,)))
    other = needed_in_money(THREE, Call(2, 2000.0, (3000.0, 0.0, 0.0), (0,)))
    assert one == other


def test_a_satellite_in_which_even_a_sure_win_gains_nothing():
    flat = TournamentPlayers.of(Tournament((5000.0, 3000.0, 10.0), (50.0, 50.0)))
    needed = needed_in_money(flat, Call(1, 3000.0, (5000.0, 0.0, 0.0), (0,)))
    assert needed is not None
    assert needed > 0.99


@pytest.mark.parametrize(
    "call",
    [
        Call(2, 100.0, (6000.0, 0.0, 0.0), (0,)),  # more in the pot than the stack was
        Call(2, 100.0, (100.0, 0.0, 0.0), ()),
        Call(2, 100.0, (0.0, 0.0, 2000.0), (0,)),  # nothing left to call with
        Call(3, 100.0, (100.0, 0.0, 0.0, 0.0), (0,)),  # a seat without a stack
    ],
)
def test_calls_that_cannot_be_computed_are_none(call):
    assert needed_in_money(THREE, call) is None


def test_players_who_bust_together_rank_by_their_stacks_before():
    before = np.array([500.0, 700.0, 700.0, 8000.0])
    after = np.array([0.0, 0.0, 0.0, 9900.0])
    payouts = np.array([40.0, 30.0, 20.0, 10.0])
    np.testing.assert_allclose(values_after(after, before, payouts), [10.0, 25.0, 25.0, 40.0])
    after = np.array([0.0, 5000.0, 0.0, 4900.0])
    naive = naive_icm.equities([5000, 4900], [40, 30])
    np.testing.assert_allclose(values_after(after, before, payouts), [10.0, naive[0], 20.0, naive[1]])


def test_players_at_other_tables_count():
    alone, field = (
        TournamentPlayers.of(Tournament((5000.0, 3000.0), PAYOUTS, others)) for others in (None, Others(3, 2000.0))
    )
    assert field.stacks.tolist() == [5000, 3000, 2000, 2000, 2000]
    assert alone.payouts.tolist() == [50, 30]
    assert field.payouts.tolist() == [50, 30, 20, 0, 0]
    call = Call(1, 3000.0, (5000.0, 0.0), (0,))
    lost = 0.0  # the fifth place is not paid
    fold, won = (value([5000 - more, 3000 + more, 2000, 2000, 2000])[1] for more in (0, 3000))
    assert needed_in_money(field, call) == pytest.approx((fold - lost) / (won - lost), abs=1e-12)
    assert TournamentPlayers.of(Tournament((None, 3000.0), PAYOUTS)).player_of_seat == (None, 0)


def test_the_call_follows_from_the_chips_put_in():
    panel = read_panel({"chips": [200, 1000, 500], "stacks": [600, 5000, 900], "dead": 30})
    scenario = Scenario("holdem", (*SEATS[:2], replace(SEATS[2], folded=True)), kelly=panel)
    assert call_of(scenario, 0) == Call(0, 600.0, (200.0, 1000.0, 500.0), (1,), 30)
    assert call_of(scenario, 1) is None  # has nothing to call
    assert call_of(scenario, 2) is None  # has folded
    typed = Scenario("holdem", SEATS, kelly=read_panel({"pot_typed": True, "pot": 900, "to_call": 300}))
    assert call_of(typed, 0) == Call(0, 300, (0.0, 0.0, 0.0), (1, 2), 900)
    assert call_of(Scenario("holdem", SEATS), 0) is None
