"""Whole answers against tests/reference/naive_kelly.py, which tries every bet: sizes, limits, chips, folds, rake,
prices, fixed limit, what the advice keeps of the growth, the chance of ever halving, what Cassandra's bet costs.
"""

import math

import pytest
from hypothesis import event, given, settings

from engine.kelly.answer import answer_json
from tests.engine.plain_requests import requests
from tests.reference.naive_kelly import advise

CLOSE = 1e-9
PLAIN = 1e-12
"""Growths that lie nearer than this are no decision: floats and fifty digits may choose differently."""


def agree(told, expected):
    if told is None:
        assert expected == -math.inf
    else:
        assert told == pytest.approx(float(expected), rel=CLOSE, abs=CLOSE)


@settings(max_examples=150)
@given(requests())
def test_answers_are_those_of_trying_every_bet(asked):
    result, expected = answer_json(asked), advise(asked)
    assert result["fraction"] == pytest.approx(float(expected.fraction), abs=CLOSE)
    agree(result["growth"], expected.best.growth)
    agree(result["growth_at_zero"], expected.zero.growth)
    others = [bet["growth"] for bet in result["bets"]] + [result["growth_at_zero"]]
    close = sum(g is not None and result["growth"] - g < PLAIN for g in others) > 1
    event("a draw" if close else result["decision"])
    if not close:
        assert result["decision"] == expected.best.action
        assert result["bet"] == pytest.approx(float(expected.best.chips), rel=CLOSE)
        check_long_run(result, expected)
    cassandra = result["cassandra"]
    assert cassandra["fraction"] == pytest.approx(float(expected.cassandra_fraction), abs=CLOSE)
    assert (cassandra["decision"], cassandra["chips"]) == (
        expected.cassandra.action,
        pytest.approx(float(expected.cassandra.chips), rel=CLOSE, abs=CLOSE),
    )
    agree(cassandra["growth"], expected.cassandra.growth)
    if cassandra["growth"] is None:
        assert cassandra["growth_lost"] is None
    else:
        agree(cassandra["growth_lost"], expected.best.growth - expected.cassandra.growth)


def check_long_run(found, expected):
    """The share is as exact as the growth that it is a share of is large."""
    text = found["long_run"]
    if expected.growth_share is None:
        assert text["growth_share"] is None
    else:
        close = 1e-15 / float(expected.gain)
        assert text["growth_share"] == pytest.approx(float(expected.growth_share), rel=CLOSE, abs=close)
    if expected.p_ever_halved is None:
        assert text["p_ever_halved"] is None
    else:
        assert text["p_ever_halved"] == pytest.approx(expected.p_ever_halved, rel=1e-7, abs=CLOSE)


def ask(**asked):
    return answer_json({"bankroll": 1000, "opponents": 1, "outcomes": {"win": 0.6645}} | asked)


def test_the_long_run_is_that_of_the_bet_and_not_of_the_multiplier():
    half = ask(multiplier=0.5)
    x = half["bet"] / 1000
    t = -math.log2(half["long_run"]["p_ever_halved"])
    assert 0.6645 * (1 + x) ** -t + 0.3355 * (1 - x) ** -t == pytest.approx(1.0, abs=1e-12)
    assert half["long_run"]["p_ever_halved"] == pytest.approx(0.125, abs=0.01)
    capped = ask(multiplier=0.5, max_bet=25)
    best = ask()
    assert capped["long_run"]["growth_share"] == pytest.approx(capped["growth"] / best["growth"])
    assert capped["long_run"]["growth_share"] < 0.15
    assert capped["long_run"]["p_ever_halved"] < 1e-7
    k = 25 / best["bet"]
    assert capped["long_run"]["growth_share_continuous"] == pytest.approx(k * (2 - k))
    assert ask(max_bet=25)["long_run"] == capped["long_run"]
    assert ask(min_bet=600)["decision"] == "bet"
    more, less = ask(min_bet=600)["long_run"], ask(multiplier=0.5, chip=100)["long_run"]
    assert less["p_ever_halved"] < half["long_run"]["p_ever_halved"] < best["long_run"]["p_ever_halved"]
    assert best["long_run"]["p_ever_halved"] < more["p_ever_halved"] < 1.0
    check = ask(multiplier=3)["long_run"]
    assert (check["growth_share"], check["p_ever_halved"]) == (0.0, 0.0)
    limit = ask(choices={"bet": 20})["long_run"]
    assert limit["growth_share"] == pytest.approx(ask(choices={"bet": 20})["growth"] / best["growth"])


def test_the_long_run_with_a_side_pot():
    chips = {"hero": 50, "opponents": [50, 50], "folded": 0, "behind": [30, None]}
    strong = {"outcomes": {"win": 0.7, "split": [0.0, 0.0], "lose": 0.3}, "opponents": 2, "committed": chips}
    best, capped = ask(**strong), ask(**strong, max_bet=40)
    gain = best["growth"] - best["growth_at_zero"]
    assert best["bet"] > 40
    assert capped["long_run"]["growth_share"] == pytest.approx((capped["growth"] - capped["growth_at_zero"]) / gain)


def test_cassandra_is_measured_against_the_advice_in_the_same_situation():
    facing = {"committed": {"hero": 60, "opponents": [300], "folded": 100}, "outcomes": {"win": 0.55}}
    raising = ask(**facing, can_raise=True)
    theirs = raising["cassandra"]
    assert (raising["decision"], raising["bet"]) == ("call", 240)
    assert (theirs["decision"], theirs["bet"]) == ("raise", 292)
    assert theirs["growth_lost"] == pytest.approx(raising["growth"] - theirs["growth"])
    assert 0.0 < theirs["growth_lost"] < raising["growth"]
    calling = ask(**facing)["cassandra"]
    assert (calling["decision"], calling["chips"], calling["growth_lost"]) == ("call", 240, 0.0)
    less = ask(**facing | {"outcomes": {"win": 0.5}})
    assert (less["decision"], less["cassandra"]["bet"], less["cassandra"]["decision"]) == ("call", 239, "fold")
    assert less["cassandra"]["growth_lost"] == less["growth"]
    folding = ask(pot=100, p_all_fold=0.4, min_bet=20)
    theirs = folding["cassandra"]
    won = 0.4 * math.log1p(0.1)
    called = 0.6645 * math.log1p((100 + theirs["chips"]) / 1000) + 0.3355 * math.log1p(-theirs["chips"] / 1000)
    assert theirs["growth"] == pytest.approx(won + 0.6 * called)
    assert ask(max_bet=25)["cassandra"]["growth_lost"] == 0.0
    assert ask(max_bet=25)["cassandra"]["chips"] == 25


def test_no_multiple_of_the_chip_is_no_bet():
    for asked in ({"p_all_fold": 0.6, "pot": 100, "max_bet": 10}, {"max_bet": 10}, {"min_bet": 30, "max_bet": 45}):
        assert (ask(**asked, chip=25)["decision"], ask(**asked, chip=25)["bets"]) == ("check", [])
    call = ask(pot=200, to_call=60, can_raise=True, max_bet=70, chip=25, p_all_fold=0.5)
    assert (call["decision"], call["bet"]) == ("call", 60)
    weak = {"outcomes": {"win": 0.1}, "pot": 200, "to_call": 60, "can_raise": True, "p_all_fold": 0.9}
    assert ask(**weak, max_bet=70, chip=25)["decision"] == "fold"
    assert ask(**weak, max_bet=80, chip=25)["bet"] == 75


def test_a_pot_that_everybody_folds_to_is_raked_after_a_flop_only():
    folding = {"pot": 100, "p_all_fold": 1.0, "min_bet": 20, "rake": 0.05, "rake_cap": 3}
    assert ask(**folding)["chip_ev"] == pytest.approx(100)
    assert ask(**folding, flop_seen=True)["chip_ev"] == pytest.approx(97)
    assert ask(**folding, no_flop_no_drop=False)["chip_ev"] == pytest.approx(97)
    assert ask(**folding, flop_seen=False, no_flop_no_drop=True)["chip_ev"] == pytest.approx(100)
