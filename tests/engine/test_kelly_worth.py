"""Answers against the definition (tests/reference/naive_kelly.py): what bets are worth, and that none is better."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.kelly.answer import answer_json
from tests.reference.naive_kelly import pot_of, worth

BANKROLLS = [1e-3, 1.0, 77.7, 5000.0, 1e12]
SHARES = [0.0, 1e-6, 0.01, 0.1, 0.4, 1.0, 3.0]


@st.composite
def outcomes_(draw):
    n = draw(st.integers(1, 9))
    parts = [draw(st.sampled_from([0.0, 1e-12, 1e-4, 0.1, 1.0, 3.0])) for _ in range(n + 2)]
    total = math.fsum(parts)
    if not total:
        return n, {"win": 1.0}
    return n, {"win": parts[0] / total, "split": [p / total for p in parts[1:-1]], "lose": parts[-1] / total}


@st.composite
def requests(draw):
    opponents, outcomes = draw(outcomes_())
    bankroll = draw(st.sampled_from(BANKROLLS))

    def chips(*shares):
        return draw(st.sampled_from(shares or SHARES)) * bankroll

    asked = {"bankroll": bankroll, "opponents": opponents, "outcomes": outcomes}
    kind = draw(st.sampled_from(["free", "price", "chips"]))
    if kind == "chips":
        asked["committed"] = {"hero": chips(), "opponents": [chips() for _ in range(opponents)], "folded": chips()}
    else:
        asked["pot"] = chips()
    if kind == "price":
        asked["to_call"] = chips(1e-6, 0.01, 0.3, 1.0)
    if pot_of(asked)[1] and draw(st.booleans()):
        asked["can_raise"] = True
    if draw(st.booleans()):
        asked |= {"rake": draw(st.sampled_from([0.01, 0.1, 0.9]))}
        asked |= {"rake_cap": chips(0.0, 0.001, 0.1)} if draw(st.booleans()) else {}
    if draw(st.booleans()) and (not pot_of(asked)[1] or "can_raise" in asked):
        asked |= {"p_all_fold": draw(st.sampled_from([1e-6, 0.3, 1.0])), "min_bet": chips(1e-3, 0.1)}
    return asked


@settings(max_examples=200)
@given(requests())
def test_bets_are_worth_what_playing_them_out_gives(asked):
    result = answer_json(asked)
    _, price, _ = pot_of(asked)
    zero = "fold" if price else "check"
    for action, chips, text in [
        (zero, 0.0, result["growth_at_zero"]),
        (result["decision"], result["bet"], result["growth"]),
        *((bet["action"], bet["bet"], bet["growth"]) for bet in result["bets"]),
    ]:
        if action == "call" and chips < price:
            continue  # all in for less: test_kelly_price
        growth, _ = worth(asked, action, chips)
        if text is None:
            assert chips == pytest.approx(asked["bankroll"])
        else:
            assert text == pytest.approx(float(growth), rel=1e-10, abs=1e-13)
    if result["decision"] != "call" or result["bet"] >= price:
        _, expected = worth(asked, result["decision"], result["bet"])
        assert result["chip_ev"] == pytest.approx(float(expected), rel=1e-10, abs=1e-10 * asked["bankroll"])


@settings(max_examples=60)
@given(requests())
def test_no_other_bet_is_better(asked):
    result = answer_json(asked)
    bankroll, price = asked["bankroll"], float(pot_of(asked)[1])
    least = asked.get("min_bet", 0.0)
    if price and not asked.get("can_raise"):
        return
    action = "raise" if price else "bet"
    for i in range(1, 40):
        chips = least + (bankroll - least) * i / 40
        if chips > price:
            growth, _ = worth(asked, action, chips)
            assert float(growth) <= result["growth"] + 1e-9 * max(1.0, abs(result["growth"]))


def test_a_raise_that_many_call_beats_a_fold_even_where_it_is_larger_than_kelly_bets():
    """Full Kelly would bet less than the price; the call wins too little, but seven callers pay a raise."""
    asked = {"bankroll": 1000, "opponents": 7, "outcomes": {"win": 0.25}, "pot": 300, "to_call": 300, "can_raise": True}
    result = answer_json(asked)
    assert (result["decision"], result["bet"]) == ("raise", pytest.approx(300, abs=0.01))
    assert result["growth"] == pytest.approx(float(worth(asked, "raise", result["bet"])[0]), rel=1e-9)
    assert result["growth"] > 0
