"""Opponents who answer a bet: the published cases, and random requests against tests/reference/naive_reaction.py."""

import json
import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import Phase, event, given, settings
from hypothesis import strategies as st

from engine.kelly.advice import MIN_BET_SHARE
from engine.kelly.answer import answer_json
from engine.kelly.best_bet import best_bet, landscape, last_bet_above
from engine.kelly.request import read_kelly_request
from engine.kelly.solver import growth_curve
from tests.engine.answered_requests import requests
from tests.engine.kelly_requests import ODDS, ONE, SEVERAL, TWO
from tests.reference.naive_reaction import best_bet as naive_best_bet
from tests.reference.naive_reaction import called, growth, price_of

CASES = json.loads((Path(__file__).parents[1] / "data" / "kelly_reaction.json").read_text(encoding="utf-8"))["cases"]
CLOSE = 1e-9
FOUND = (Phase.explicit, Phase.reuse, Phase.generate)
"""Trying every bet is slow: no shrinking."""


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["kind"])
def test_cases(case):
    request, expected = case["request"], case["expected"]
    result = answer_json(request)
    assert result["bet"] == pytest.approx(expected["bet"], abs=1e-4 * request["bankroll"])
    assert result["growth"] == pytest.approx(expected["growth"], abs=1e-9)
    assert result["growth_at_zero"] == pytest.approx(expected["growth_at_zero"], abs=1e-9)
    assert growth(request, result["bet"]) == pytest.approx(result["growth"], abs=1e-12)


def folds_at_once(asked):
    reaction = asked["reaction"]
    return any(one.get("fold") for one in (reaction if isinstance(reaction, list) else [reaction]))


def check_best(asked):
    result = answer_json(asked)
    bankroll, price = asked["bankroll"], price_of(asked)
    zero = growth(asked, 0.0) if not price else 0.0
    assert result["growth_at_zero"] == pytest.approx(zero, abs=CLOSE)
    low = asked["min_bet"]
    if price or folds_at_once(asked):
        low = max(low, price + MIN_BET_SHARE * bankroll)
    _, most = naive_best_bet(asked, low, bankroll)
    expected = max(zero, most, called(asked, price) if price else -math.inf)
    event(result["decision"])
    assert result["growth"] == pytest.approx(expected, abs=CLOSE, rel=CLOSE)
    bet, decision = result["bet"], result["decision"]
    played = called(asked, bet) if decision == "call" else 0.0 if decision == "fold" else growth(asked, bet)
    assert result["growth"] == pytest.approx(played, abs=1e-11, rel=1e-11)
    return result


@settings(max_examples=15, deadline=None, phases=FOUND)
@given(requests())
def test_the_bet_is_the_best_of_all(asked):
    check_best(asked)


@pytest.mark.slow
@settings(max_examples=60, deadline=None, phases=FOUND)
@given(st.booleans().flatmap(lambda ranked: requests(opponents=None if not ranked else 3, ranked=ranked)))
def test_the_bet_is_the_best_of_all_many_times(asked):
    check_best(asked)


@settings(max_examples=25, deadline=None, phases=FOUND)
@given(requests(opponents=1))
def test_the_bet_against_one_is_the_best_of_all(asked):
    check_best(asked)


@settings(max_examples=20, deadline=None, phases=FOUND)
@given(st.integers(1, 3).flatmap(lambda n: requests(opponents=n, ranked=True)))
def test_the_bet_with_side_pots_is_the_best_of_all(asked):
    behind = asked["committed"]["behind"]
    result = check_best(asked)
    reach = [
        c + b - asked["committed"]["hero"]
        for c, b in zip(asked["committed"]["opponents"], behind, strict=True)
        if b is not None
    ]
    assert ("side_pots" in result) == (min(reach, default=math.inf) < asked["bankroll"])
    assert result.get("side_pots", "exact") == "exact"


@settings(max_examples=20, deadline=None, phases=FOUND)
@given(requests(), st.sampled_from([0.25, 0.5, 0.9]), st.booleans())
def test_part_of_kelly_is_the_best_bet_up_to_that_part(asked, multiplier, chips):
    full, part = answer_json(asked), answer_json(asked | {"multiplier": multiplier})
    bankroll, low = asked["bankroll"], max(asked["min_bet"], price_of(asked) + MIN_BET_SHARE * asked["bankroll"])
    high = max(multiplier * full["fraction"] * bankroll, low)
    assert part["fraction"] == full["fraction"]
    for bet in part["bets"]:
        if bet["action"] == "call":
            continue
        assert bet["bet"] <= high * (1 + 1e-9)
        for i in range(30):
            other = low + (high - low) * i / 29
            assert growth(asked, other) <= bet["growth"] + 1e-9
    if chips:
        rounded = answer_json(asked | {"multiplier": multiplier, "chip": 0.01 * bankroll})
        for bet in rounded["bets"]:
            assert bet["action"] == "call" or bet["bet"] / (0.01 * bankroll) == pytest.approx(
                round(bet["bet"] / (0.01 * bankroll)), abs=1e-6
            )
        assert rounded["growth"] >= rounded["growth_at_zero"]


@settings(max_examples=15, deadline=None, phases=FOUND)
@given(requests())
def test_the_curve_is_the_growth_of_each_bet(asked):
    wager = read_kelly_request(asked).wager
    price = price_of(asked)
    curve = growth_curve(wager, start=price + 1e-3 * asked["bankroll"], points=23)
    for chips, text, folds in zip(curve.chips, curve.growth, curve.folds, strict=True):
        if chips > price:
            assert text == pytest.approx(growth(asked, float(chips)), abs=1e-10, rel=1e-10)
            assert 0.0 <= folds <= 1.0


@settings(max_examples=40, deadline=None, phases=FOUND)
@given(requests(), st.sampled_from([None, 1e-12, 1e-6, 1e4]))
def test_no_bet_of_a_fine_grid_is_better(asked, pot):
    """Pots far smaller and far larger than the bankroll too; and the last bet that is worth a check is the last."""
    if pot is not None and "pot" in asked:
        asked = asked | {"pot": pot * asked["bankroll"]}
    request = read_kelly_request(asked)
    if request.wager.response is None:
        return
    land, low = landscape(request.wager), price_of(asked) / asked["bankroll"]
    grid = np.concatenate([np.linspace(0, 1, 4001)[:-1], 10.0 ** np.linspace(-14, -0.01, 1000)])
    grid = np.unique(np.concatenate([grid[grid >= low], 1.0 - 10.0 ** np.linspace(-14, -1, 300), land.ends[:-1]]))
    grid = grid[grid >= low]
    values = land.values(grid)
    _, most = best_bet(land, low, 1.0)
    assert most >= values.max() - 1e-12
    for level in (0.0, 0.5 * float(values.max())):
        last = last_bet_above(land, low, 1.0, level)
        good = grid[values >= level]
        assert (last is None) <= (len(good) == 0)
        if last is not None:
            assert last >= good.max(initial=0.0)
            assert float(land.values(np.array([last]))[0]) >= level


def test_the_curve_begins_with_the_check_and_tells_who_folds():
    wager = read_kelly_request(ODDS).wager
    curve = growth_curve(wager, points=5, upto=400)
    assert curve.chips.tolist() == [0, 100, 200, 300, 400]
    assert curve.folds.tolist() == [0.0, 0.5, pytest.approx(2 / 3), 0.75, 0.8]
    assert curve.growth[0] == pytest.approx(growth(ODDS, 0.0))


def test_all_call_is_what_it_was_without_a_reaction():
    plain = {key: value for key, value in ODDS.items() if key != "reaction"}
    assert answer_json(plain | {"reaction": {"calls": "all"}}) == answer_json(plain)
    assert answer_json(plain | {"reaction": [{"fold": 0}]}) == answer_json(plain)
    both = {"bankroll": 500, "opponents": 2, "pot": 40, "outcomes": TWO}
    assert answer_json(both | {"reaction": [{"calls": "all"}] * 2}) == answer_json(both)


def test_a_fixed_share_is_p_all_fold():
    plain = {key: value for key, value in ODDS.items() if key != "reaction"}
    for share in (0.1, 0.8):
        one = answer_json(plain | {"reaction": {"fold": share}})
        other = answer_json(plain | {"p_all_fold": share})
        assert one["growth"] == pytest.approx(other["growth"], abs=1e-14)
        assert one["bet"] == pytest.approx(other["bet"], abs=1e-4)
        assert one["answered"] == {"folds": share, "equity_called": pytest.approx(0.6)}


def test_the_answer_tells_what_opponents_do():
    result = answer_json(ODDS)
    assert result["answered"]["folds"] == pytest.approx(result["bet"] / (100 + result["bet"]))
    assert result["answered"]["equity_called"] == pytest.approx(0.6)
    hands = [{"p": 0.5, "win": 0.1, "split": 0.0, "lose": 0.9}, {"p": 0.5, "win": 0.9, "split": 0.0, "lose": 0.1}]
    bet = {"bankroll": 1000, "pot": 100, "opponents": 1, "reaction": {"fold": 0.25, "hands": hands}, "min_bet": 5}
    result = answer_json(bet)
    assert result["probabilities"]["win"] == pytest.approx(0.5)
    assert result["answered"] == {"folds": 0.25, "equity_called": pytest.approx((0.5 * 0.1 + 0.25 * 0.9) / 0.75)}
    assert answer_json(bet | {"outcomes": ONE})["growth"] == result["growth"]  # the hands replace them


def test_a_mere_call_draws_no_reaction():
    facing = {key: value for key, value in ODDS.items() if key != "reaction"} | {"to_call": 30, "pot": 160}
    assert answer_json(facing | {"reaction": {"fold": 0.9}})["growth"] == answer_json(facing)["growth"]
    raising = answer_json(facing | {"reaction": {"fold": 0.9}, "can_raise": True, "outcomes": {"win": 0.05}})
    assert raising["decision"] == "raise"
    assert raising["bets"][0]["action"] == "call"


def test_a_bluff_that_breaks_even_wins_nothing_with_a_hand_that_never_wins():
    hopeless = answer_json(ODDS | {"outcomes": {"win": 0.0}})
    assert (hopeless["decision"], hopeless["bet"], hopeless["fraction"]) == ("check", 0.0, 0.0)
    assert hopeless["long_run"]["growth_share"] is None


def test_limits_choose_the_best_legal_bet():
    """A growth with two summits: cut below the higher one, the lower one is the bet and not the limit."""
    hands = [{"p": 0.3, "win": 0.02, "split": 0.0, "lose": 0.98}, {"p": 0.7, "win": 0.98, "split": 0.0, "lose": 0.02}]
    asked = {"bankroll": 1000, "pot": 60, "opponents": 1, "min_bet": 1, "reaction": {"defend": "pot odds"}}
    asked["reaction"]["hands"] = hands
    free = answer_json(asked)
    capped = answer_json(asked | {"max_bet": 100})
    best, _ = naive_best_bet(asked, 1, 100)
    assert capped["bet"] == pytest.approx(best, abs=0.01)
    assert free["growth"] >= capped["growth"]


def test_rows_are_the_only_bets():
    rows = [{"bet": 50, "fold": 0.3, "outcomes": ONE}, {"bet": 20, "fold": 0.1, "outcomes": ONE}]
    asked = ODDS | {"reaction": {"rows": rows}}
    result = answer_json(asked)
    assert [bet["bet"] for bet in result["bets"]] == [20, 50]
    assert result["growth"] == pytest.approx(max(growth(asked, chips) for chips in (0.0, 20, 50)))
    assert (result["bet"], result["fraction"]) == (50, 50 / 5000)
    assert answer_json(asked | {"multiplier": 0.5})["bet"] == 20
    raised = answer_json(asked | {"to_call": 15, "pot": 100})
    assert [bet["action"] for bet in raised["bets"]] == ["call", "raise", "raise"]
    curve = growth_curve(read_kelly_request(asked).wager)
    assert curve.chips.tolist() == [0, 20, 50]
    assert curve.folds.tolist() == [0.0, 0.1, 0.3]
    assert result["answered"]["folds"] == 0.3


def test_one_reaction_stands_for_each_of_several():
    single = SEVERAL | {"reaction": {"fold": 0.3}}
    assert answer_json(single) == answer_json(SEVERAL | {"reaction": [{"fold": 0.3}] * 2})


def test_the_full_set_stands_for_outcomes_that_are_not_given():
    asked = {key: value for key, value in SEVERAL.items() if key != "outcomes"}
    assert answer_json(asked) == answer_json(SEVERAL)


def test_doubt_moves_the_bet():
    result = answer_json(ODDS | {"stderr": 0.01})
    low, high = result["interval"]["low"], result["interval"]["high"]
    assert low["bet"] < result["bet"] < high["bet"]
    assert 0.0 < result["shrunk"]["factor"] < 1.0
    assert result["zero_growth_bet"] > result["bet"]
    assert growth(ODDS, result["zero_growth_bet"]) == pytest.approx(result["growth_at_zero"], abs=1e-12)
    slope = (high["bet"] - low["bet"]) / 5000 / (2 * 1.96 * 0.01)
    f = result["fraction"]
    assert result["shrunk"]["factor"] == pytest.approx(f * f / (f * f + (slope * 0.01) ** 2), rel=0.05)
