"""What hero can do at a glance: usual sizes, limits, fixed limit, and expected chips without a bankroll."""

import pytest

from engine import ScenarioError
from engine.kelly.request import read_kelly_request
from engine.kelly.sizes import UNKNOWN_BANKROLL, action_options, usual_bet

ASKED = {"bankroll": 1000.0, "opponents": 1, "pot": 90.0, "outcomes": {"win": 0.55}}


def listed(**changes):
    result = action_options(read_kelly_request(ASKED | changes))
    return [(o.choice.action, o.choice.chips, o.size) for o in result]


def test_without_a_price_check_and_the_usual_bets():
    assert listed() == [("check", 0.0, ""), ("bet", 45.0, "half pot"), ("bet", 90.0, "pot"), ("bet", 1000.0, "all in")]


def test_a_pot_sized_raise_has_the_call_in_it():
    result = listed(to_call=30.0, can_raise=True, max_bet=400.0)
    assert result == [
        ("fold", 0.0, ""), ("call", 30.0, ""), ("raise", 90.0, "half pot"), ("raise", 150.0, "pot"),
        ("raise", 400.0, "all in"),
    ]  # fmt: skip
    assert listed(to_call=30.0) == [("fold", 0.0, ""), ("call", 30.0, "")]


def test_limits_bring_bets_within_them_and_equal_ones_stand_once():
    assert listed(max_bet=60.0) == [("check", 0.0, ""), ("bet", 45.0, "half pot"), ("bet", 60.0, "pot")]
    assert listed(min_bet=70.0, max_bet=80.0)[1:] == [("bet", 70.0, "half pot"), ("bet", 80.0, "pot")]
    assert listed(chip=20.0, max_bet=200.0)[1:3] == [("bet", 40.0, "half pot"), ("bet", 80.0, "pot")]


def test_fixed_limit_has_its_legal_amounts_however_small_the_multiple():
    result = listed(to_call=10.0, choices={"call": 10.0, "raise": 20.0}, multiplier=0.01)
    assert result == [("fold", 0.0, ""), ("call", 10.0, ""), ("raise", 20.0, "")]
    assert usual_bet(read_kelly_request(ASKED | {"choices": {"bet": 10.0}}), "pot") is None


def test_expected_chips_need_no_bankroll():
    with pytest.raises(ScenarioError):
        read_kelly_request({k: v for k, v in ASKED.items() if k != "bankroll"})
    values = action_options(
        read_kelly_request(ASKED | {"bankroll": UNKNOWN_BANKROLL, "to_call": 30.0, "can_raise": True})
    )
    assert [o.size for o in values] == ["", "", "half pot", "pot"]  # all in is not known
    call = values[1].choice
    assert call.chip_ev == pytest.approx(0.55 * 90 - 0.45 * 30, rel=1e-12)
    known = action_options(read_kelly_request(ASKED | {"to_call": 30.0, "can_raise": True}))
    assert [o.choice.chip_ev for o in values] == pytest.approx([o.choice.chip_ev for o in known[:4]], rel=1e-12)
