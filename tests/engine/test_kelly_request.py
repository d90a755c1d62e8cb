"""The request of ``steelwheel kelly``: every field checked, limits, prices, fixed limit, rake, errors."""

import json
import math
from pathlib import Path

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from engine.equity.results import Estimate
from engine.kelly.advice import evaluate_bet
from engine.kelly.answer import answer_json, kelly_answer
from engine.kelly.outcomes import Outcomes, outcomes_of
from engine.kelly.request import KEYS, read_kelly_request
from engine.play.pots import effective_stacks, largest_callable_bet, side_pots
from engine.scenario import ScenarioError
from engine.scenario.fields import specs_of
from engine.scenario.kelly import RequestInputs

GUIDE = Path(__file__).parents[2] / "resources" / "guide" / "kelly-requests.md"
ASKED = {"bankroll": 1000, "opponents": 1, "outcomes": {"win": 0.55, "split": [0.0], "lose": 0.45}}
POT_ODDS = {"bankroll": 1000, "pot": 200, "to_call": 100, "opponents": 1}


def ask(**changes):
    return answer_json(ASKED | changes)


def wrong(**changes):
    with pytest.raises(ScenarioError) as caught:
        ask(**changes)
    return [problem.field for problem in caught.value.problems]


def test_the_guide_explains_every_key():
    text = GUIDE.read_text(encoding="utf-8")
    assert [key for key in KEYS if f"`{key}`" not in text] == []


SIDE_POT = {
    "pot": None, "outcomes": None, "opponents": 2,
    "committed": {"hero": 20, "opponents": [20, 60], "behind": [0, 500]},
    "orders": [
        {"p": 0.5, "order": [[0], [1, 2]]}, {"p": 0.3, "order": [[1], [0], [2]]}, {"p": 0.2, "order": [[1, 2], [0]]},
    ],
}  # fmt: skip
"""Three at a showdown, one of whom is all in."""
TABLES = ({}, {"to_call": 10, "can_raise": True}, {"p_all_fold": 0.3, "rake": 0.1}, SIDE_POT)
CHANGES = {"switch": (True, False), "share": (0.25,), "count": (2,), "multiple": (0.5,), "chips": (1.0, 30.0, 300.0)}
"""By the kind of a field: values, one of which means something on one of the tables."""


@pytest.mark.parametrize("spec", specs_of(RequestInputs), ids=lambda spec: spec.key)
def test_every_field_is_read_and_changes_an_answer(spec):
    changed = False
    for table in (ASKED | {"pot": 50} | more for more in TABLES):
        for value in CHANGES[spec.kind]:
            try:
                request = read_kelly_request(table | {spec.key: value})
            except ScenarioError:  # it does not go with the others
                continue
            assert getattr(request.inputs, spec.key) == value
            changed |= answer_json(table | {spec.key: value}) != answer_json(table)
    assert changed


def test_answer_has_the_keys_of_the_specification():
    result = ask(stderr=0.01)
    expected = ["fraction", "bet", "growth", "growth_at_zero", "decision", "chip_ev"]
    expected += ["cassandra", "probabilities", "long_run", "shrunk"]
    assert list(result)[: len(expected)] == expected
    assert {"fraction", "bet"} <= set(result["cassandra"])
    assert "shrunk" not in ask()
    assert ask()["cassandra"]["bet"] == 100  # not 99: 0.1 x 1000 in floats
    json.dumps(result, allow_nan=False)


@pytest.mark.parametrize(
    ("changes", "fields"),
    [
        ({"bankroll": 0}, ["bankroll"]),
        ({"bankroll": "5000"}, ["bankroll"]),
        ({"bankroll": True}, ["bankroll"]),
        ({"bankroll": None}, ["bankroll"]),
        ({"bankroll": math.inf}, ["bankroll"]),
        ({"pot": -1}, ["pot"]),
        ({"opponents": 1.5}, ["opponents"]),
        ({"opponents": 10**6}, ["opponents"]),
        ({"multiplier": 0}, ["multiplier"]),
        ({"chip": 0}, ["chip"]),
        ({"max_bet": -5}, ["max_bet"]),
        ({"rake": 5}, ["rake"]),
        ({"rake_cap": -1}, ["rake_cap"]),
        ({"stderr": -0.1}, ["stderr"]),
        ({"p_all_fold": 1.1}, ["p_all_fold"]),
        ({"zero_bet_means": "call"}, ["zero_bet_means"]),
        ({"can_raise": 1}, ["can_raise"]),
        ({"can_raise": True}, ["can_raise"]),
        ({"size": 3}, ["size"]),
        ({"outcomes": None}, ["outcomes"]),
        ({"outcomes": [0.5, 0.5]}, ["outcomes"]),
        ({"outcomes": {"win": 1.2, "lose": 0}}, ["outcomes.win"]),
        ({"outcomes": {"win": 0.5, "split": [0.1, 0.1], "lose": 0.3}}, ["outcomes.split"]),
        ({"outcomes": {"win": 0.5, "split": ["x"], "lose": 0.5}}, ["outcomes.split[0]"]),
        ({"outcomes": {"win": 0.5, "split": 0.1, "lose": 0.4}}, ["outcomes.split"]),
        ({"outcomes": {"win": 0.5, "draw": 0.1, "lose": 0.5}}, ["outcomes.draw"]),
        ({"showdowns": {"win": 1, "split": 0, "total": 2}}, ["showdowns"]),
        ({"outcomes": None, "showdowns": {"win": 5, "split": 1, "total": 5}}, ["showdowns.total"]),
        ({"outcomes": None, "showdowns": {"win": 0.5, "split": 1, "total": 5}}, ["showdowns.win"]),
        ({"to_call": 100, "zero_bet_means": "check"}, ["zero_bet_means"]),
        ({"to_call": 100, "p_all_fold": 0.2}, ["p_all_fold"]),
        ({"committed": {"hero": 1, "opponents": [1, 2]}}, ["committed.opponents"]),
        ({"committed": {"hero": 1, "opponents": [-1]}}, ["committed.opponents[0]"]),
        ({"committed": {"opponents": [1]}}, ["committed.hero"]),
        ({"committed": {"hero": 1, "opponents": [1]}, "pot": 3}, ["pot"]),
        ({"choices": {"bet": 10, "all in": 20}}, ["choices.all in"]),
        ({"choices": {"bet": 0}}, ["choices.bet"]),
        ({"choices": {"call": 10, "bet": 20}}, ["choices.call"]),
        ({"to_call": 10, "choices": {"call": 5, "raise": 20}}, ["choices.call"]),
        ({"to_call": 10, "choices": {"call": 10, "bet": 20}}, ["choices.bet"]),
        ({"to_call": 10, "choices": {"call": 10, "raise": 10}}, ["choices.raise"]),
        ({"bankroll": -1, "pot": -1, "chip": "x"}, ["bankroll", "pot", "chip"]),
    ],
)
def test_problems_name_their_fields(changes, fields):
    assert wrong(**changes) == fields


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"bankroll": 0.0}, "expected a number of at least 0.000001, found 0"),
        ({"bankroll": 1e300}, "expected a number of at most 1e+15, found 1e+300"),
        ({"opponents": 0}, "expected an integer of at least 1, found 0"),
        ({"opponents": 2.0}, "expected an integer of at least 1 and of at most 100, found 2.0"),
        ({"multiplier": -0.5}, "expected a number above 0, found -0.5"),
        ({"to_call": 10, "choices": {"call": 5}}, "a call costs 10, not 5"),
    ],
)
def test_messages_tell_the_bound_that_was_missed(changes, message):
    with pytest.raises(ScenarioError) as caught:
        ask(**changes)
    assert caught.value.problems[0].message == message


@pytest.mark.parametrize("value", [None, [], 3, "kelly"])
def test_a_request_is_an_object(value):
    with pytest.raises(ScenarioError) as caught:
        answer_json(value)
    assert caught.value.problems[0].field == "file"


def test_a_missing_value_is_incomplete_and_not_wrong():
    with pytest.raises(ScenarioError) as caught:
        answer_json({"opponents": 1})
    assert [(p.field, p.incomplete) for p in caught.value.problems] == [("bankroll", True), ("outcomes", True)]


def test_null_is_the_default_of_every_optional_key():
    optional = {key: None for key in KEYS if key not in ASKED}
    assert ask(**optional) == ask()


def test_lose_may_be_left_out_and_rounded_numbers_are_scaled():
    rest = ask(outcomes={"win": 0.55})["probabilities"]
    assert (rest["win"], rest["split"], rest["lose"]) == (0.55, [0.0], pytest.approx(0.45))
    thirds = ask(outcomes={"win": 0.3333333, "split": [0.3333333], "lose": 0.3333333})["probabilities"]
    assert thirds["win"] + thirds["split"][0] + thirds["lose"] == pytest.approx(1.0, abs=1e-15)
    assert wrong(outcomes={"win": 0.333, "split": [0.333], "lose": 0.333}) == ["outcomes.win"]


def test_the_result_of_a_run_takes_the_place_of_typed_outcomes():
    estimate = Estimate(0.45, 0.001, 0.4, (0.1, 0.0), 0.5, {})
    outcomes = outcomes_of(estimate)
    assert outcomes == Outcomes(0.4, (0.1, 0.0), 0.5)
    assert outcomes.equity == pytest.approx(0.45)
    live = kelly_answer(read_kelly_request({"bankroll": 500, "pot": 20, "stderr": 0.001}, outcomes)).to_json()
    typed = answer_json(
        {
            "bankroll": 500,
            "pot": 20,
            "opponents": 2,
            "stderr": 0.001,
            "outcomes": {"win": 0.4, "split": [0.1, 0.0], "lose": 0.5},
        }
    )
    assert live == typed
    with pytest.raises(ScenarioError):
        read_kelly_request({"bankroll": 500, "opponents": 3}, outcomes)


def test_multiplier_then_limits_then_chips():
    assert ask(multiplier=0.5)["bet"] == pytest.approx(50)
    assert ask(multiplier=0.5, min_bet=60)["bet"] == 60
    assert ask(max_bet=77.5, chip=5)["bet"] == 75
    assert ask(multiplier=0.5, min_bet=52, chip=5)["bet"] == 55  # 50 would be below the minimum
    assert ask(multiplier=0.5, min_bet=52, max_bet=53, chip=5)["decision"] == "check"  # no multiple of 5 is legal
    assert ask(chip=1)["bet"] == 100
    assert ask(multiplier=50)["decision"] == "check"  # the whole bankroll
    tiny = ask(multiplier=0.01, chip=5)
    assert (tiny["bet"], tiny["decision"], tiny["bets"]) == (0.0, "check", [])
    half = ask(multiplier=0.5)
    assert half["fraction"] == pytest.approx(0.1)
    assert half["long_run"]["p_ever_halved"] == pytest.approx(0.125, abs=1e-3)  # nearly the continuous value
    assert half["long_run"]["growth_share"] == pytest.approx(half["growth"] / ask()["growth"])


def test_no_risk_no_edge_and_sure_split():
    sure = ask(outcomes={"win": 1.0, "lose": 0.0}, pot=10, max_bet=300)
    assert (sure["fraction"], sure["bet"], sure["chip_ev"]) == (1.0, 300, 310)
    assert ask(outcomes={"win": 0.5, "lose": 0.5})["decision"] == "check"
    split = ask(outcomes={"win": 0.0, "split": [1.0], "lose": 0.0}, pot=100)
    assert (split["fraction"], split["decision"], split["chip_ev"]) == (0.0, "check", 50)
    assert split["long_run"] == {"growth_share": None, "growth_share_continuous": None, "p_ever_halved": 0.0}
    hopeless = ask(outcomes={"win": 0.0, "lose": 1.0}, pot=100)
    assert (hopeless["growth"], hopeless["cassandra"]["fraction"]) == (0.0, 0.0)


def test_never_losing_one_on_one_makes_cassandra_bet_everything():
    """Against two the estimate leaves a rest that loses: minus infinity, told as null."""
    result = answer_json(
        {"bankroll": 100, "pot": 10, "opponents": 2, "showdowns": {"win": 900, "split": 90, "total": 990}}
    )
    assert result["cassandra"]["fraction"] == 1.0
    assert result["cassandra"]["growth"] is None
    assert result["cassandra"]["growth_lost"] is None
    assert 0.0 < result["probabilities"]["lose"] < 1e-3
    assert result["fraction"] < 1.0


def test_facing_a_price():
    good, bad = {"win": 0.4}, {"win": 0.3}
    call = answer_json(POT_ODDS | {"outcomes": good})
    assert (call["decision"], call["bet"], call["chip_ev"]) == ("call", 100, pytest.approx(20))
    fold = answer_json(POT_ODDS | {"outcomes": bad})
    assert (fold["decision"], fold["bet"], fold["growth"], fold["chip_ev"]) == ("fold", 0.0, 0.0, 0.0)
    assert answer_json(POT_ODDS | {"outcomes": bad, "chip": 30, "min_bet": 500})["bets"][0]["bet"] == 100
    everything = answer_json(POT_ODDS | {"bankroll": 100, "outcomes": {"win": 0.99}})
    assert everything["decision"] == "fold"  # one time in a hundred all is lost for ever
    assert everything["bets"][0]["growth"] is None
    assert everything["break_even"]["growth"] == 1.0


def test_to_call_zero_is_nothing_to_call():
    assert ask(to_call=0) == ask()


def test_a_raise_is_weighed_against_the_call():
    strong = POT_ODDS | {"outcomes": {"win": 0.8}, "can_raise": True, "min_bet": 200}
    raised = answer_json(strong)
    assert raised["decision"] == "raise"
    assert [bet["action"] for bet in raised["bets"]] == ["call", "raise"]
    # c = 100: a call of 100 wins 200, so x = p - q (1 + c/W)
    assert raised["fraction"] == pytest.approx(0.8 - 0.2 * 1.1)
    assert raised["bet"] == pytest.approx(580)
    assert answer_json(strong | {"multiplier": 0.1, "min_bet": 0})["decision"] == "call"
    # A price that a weak hand cannot pay may still be worth raising when everybody folds often enough.
    weak = strong | {"outcomes": {"win": 0.2}, "max_bet": 200}
    assert answer_json(weak)["decision"] == "fold"
    bluff = answer_json(weak | {"p_all_fold": 0.8})
    assert (bluff["decision"], bluff["bet"]) == ("raise", 200)
    lost = 0.8 * math.log1p(-0.2) + 0.2 * math.log1p(0.3)
    assert bluff["growth"] == pytest.approx(0.8 * math.log1p(0.2) + 0.2 * lost)


def test_a_bet_that_may_win_the_pot_outright_is_as_small_as_allowed():
    bluff = ask(outcomes={"win": 0.1}, pot=100, p_all_fold=0.6, chip=1, min_bet=20)
    assert (bluff["decision"], bluff["bet"], bluff["fraction"]) == ("bet", 20, 0.0)
    assert ask(outcomes={"win": 0.1}, pot=100, p_all_fold=0.6, chip=5)["bet"] == 5


def test_fixed_limit_amounts():
    facing = {
        "bankroll": 400,
        "opponents": 2,
        "committed": {"hero": 10, "opponents": [20, 20], "folded": 30},
        "choices": {"raise": 20, "call": 10},
    }
    strong = answer_json(facing | {"outcomes": {"win": 0.7}})
    assert (strong["decision"], strong["bet"]) == ("raise", 20)
    middling = answer_json(facing | {"outcomes": {"win": 0.3}})
    assert (middling["decision"], middling["bet"]) == ("call", 10)
    assert answer_json(facing | {"outcomes": {"win": 0.05}})["decision"] == "fold"
    assert [bet["action"] for bet in strong["bets"]] == ["call", "raise"]
    cautious = answer_json(facing | {"outcomes": {"win": 0.7}, "multiplier": 0.05})
    assert (cautious["decision"], len(cautious["bets"])) == ("call", 1)
    free = ask(choices={"bet": 10}, outcomes={"win": 0.5})
    assert free["decision"] == "check"


def test_rake_lowers_the_bet_and_its_cap_splits_the_curve():
    plain, raked = ask(), ask(rake=0.04)
    # odds of (1 - r) 2 - 1 = 0.92 to 1
    assert raked["fraction"] == pytest.approx(0.55 - 0.45 / 0.92)
    assert raked["fraction"] < plain["fraction"]
    assert ask(rake=0.04, rake_cap=0) | {"sensitivity": 0} == plain | {"sensitivity": 0}
    # 3% of a pot of 2 x 100 is 6; a cap of 3 is reached at a bet of 50, beyond it the bet is fair again.
    capped = ask(rake=0.03, rake_cap=3)
    win, lose = math.log1p((capped["bet"] - 3) / 1000), math.log1p(-capped["bet"] / 1000)
    assert capped["fraction"] == pytest.approx(0.55 - 0.45 * (1 - 0.003))
    assert capped["growth"] == pytest.approx(0.55 * win + 0.45 * lose)
    assert ask(rake=0.2, pot=100)["growth_at_zero"] == pytest.approx(0.55 * math.log1p(0.08))


def test_interval_and_sensitivity():
    result = ask(stderr=0.01, multiplier=0.5)
    low, high = result["interval"]["low"], result["interval"]["high"]
    assert low["fraction"] == pytest.approx(0.1 - 2 * 1.96 * 0.01)
    assert high["bet"] == pytest.approx(500 * (0.1 + 2 * 1.96 * 0.01))
    assert result["sensitivity"]["low"]["fraction"] == pytest.approx(0.04)
    assert result["sensitivity"]["high"]["bet"] == pytest.approx(80)
    unsure = ask(stderr=0.05)["interval"]
    assert (unsure["low"]["decision"], unsure["high"]["decision"]) == ("check", "bet")


def test_zero_growth_bet():
    result = ask()["zero_growth_bet"]
    assert 0.55 * math.log1p(result / 1000) + 0.45 * math.log1p(-result / 1000) == pytest.approx(0, abs=1e-12)
    assert ask(outcomes={"win": 0.5})["zero_growth_bet"] is None


def test_stacks():
    assert effective_stacks(500, [200, 900]) == (200, 500)
    assert largest_callable_bet(500, [200, 900]) == 200
    assert largest_callable_bet(500, []) == 500


def test_side_pots():
    # A all in for 30, B and C put in 100, D has folded with 20, 5 of antes.
    pots = side_pots([30, 100, 100, 20], [True, True, True, False], dead=5)
    assert pots == ((115, frozenset({0, 1, 2})), (140, frozenset({1, 2})))
    # What nobody called is a pot of one.
    assert side_pots([50, 80], [True, True]) == ((100, frozenset({0, 1})), (30, frozenset({1})))
    assert sum(amount for amount, _ in pots) == 255


CHIPS = st.one_of(
    st.floats(0, 2000),
    st.sampled_from([None, 0, 1e-6, 1, 30, 500, 1e15]),
    st.sampled_from([-1, 10**20, 1e-320, math.nan, math.inf, "5", True]),
)
SHARES = st.one_of(st.floats(0, 1), st.sampled_from([0, 1, 1e-300, 1 - 1e-16, None]))
AMOUNTS = ("pot", "min_bet", "max_bet", "chip", "multiplier", "to_call", "rake_cap")
REQUESTS = st.fixed_dictionaries(
    {
        "bankroll": st.sampled_from([1e-6, 1, 1000, 1e15]),
        "opponents": st.integers(1, 12),
        "outcomes": st.fixed_dictionaries({"win": SHARES}),
    },
    optional={
        **dict.fromkeys(AMOUNTS, CHIPS),
        "zero_bet_means": st.sampled_from(["check", "fold", None]),
        "p_all_fold": SHARES,
        "rake": SHARES,
        "stderr": SHARES,
        "can_raise": st.booleans(),
        "choices": st.dictionaries(st.sampled_from(["call", "raise", "bet"]), CHIPS),
    },
)


@settings(max_examples=300)
@given(REQUESTS)
def test_any_request_is_answered_or_refused(request_):
    try:
        result = answer_json(request_)
    except ScenarioError:
        event("refused")
        return
    event("answered")
    json.dumps(result, allow_nan=False)
    assert result["decision"] in ("bet", "check", "call", "fold", "raise")
    assert 0.0 <= result["fraction"] <= 1.0
    assert 0.0 <= result["bet"] <= request_["bankroll"] * (1 + 1e-9)
    assert result["growth"] >= result["growth_at_zero"]
    assert (result["bet"] == 0.0) == (result["decision"] in ("check", "fold"))


def test_a_bet_that_is_the_better_the_smaller_it_is_says_so():
    asked = {"bankroll": 1000, "pot": 100, "opponents": 1, "outcomes": {"win": 0.2, "lose": 0.8}}
    for folds in ({"p_all_fold": 0.6}, {"reaction": {"fold": 0.6}}):
        result = answer_json(asked | folds)
        assert result["decision"] == "bet"
        assert result["bet"] == pytest.approx(1e-3)
        assert ["the smaller the better" in notice for notice in result["notices"]] == [True]
        limit = 0.6 * math.log(1.1) + 0.4 * 0.2 * math.log(1.1)
        assert result["growth"] == pytest.approx(limit, abs=1e-6)
        for held in ({"min_bet": 20}, {"chip": 1}):
            assert "notices" not in answer_json(asked | folds | held)
    assert "notices" not in answer_json(asked | {"reaction": {"defend": "pot odds"}})
    assert "notices" not in answer_json(asked)
    raised = answer_json(asked | {"to_call": 50, "pot": 150, "can_raise": True, "p_all_fold": 0.6})
    assert (raised["decision"], len(raised["notices"])) == ("raise", 1)


def test_problems_speak_of_what_was_given_and_no_figure_overflows():
    tiny = answer_json(ask_for(pot=1e-300, min_bet=10, reaction={"defend": "pot odds"}))
    assert tiny["decision"] == "bet"
    with pytest.raises(ScenarioError) as caught:
        answer_json(ask_for(pot=40, to_call=20, choices={"call": "x", "raise": 40}))
    assert [problem.field for problem in caught.value.problems] == ["choices.call"]
    assert "nan" not in str(caught.value)


def ask_for(**asked):
    return {"bankroll": 5000, "opponents": 1, "outcomes": {"win": 0.57, "split": [0.06], "lose": 0.37}} | asked


def test_what_cassandras_bet_costs_has_the_error_of_the_difference():
    request = ASKED | {"pot": 100, "outcomes": {"win": 0.6, "split": [0.02], "lose": 0.38}, "stderr": 0.001}
    answer = answer_json(request)
    theirs = answer["cassandra"]
    wager = read_kelly_request(request).wager
    lost = [
        evaluate_bet(moved, answer["decision"], answer["bet"]).growth
        - evaluate_bet(moved, theirs["decision"], theirs["chips"]).growth
        for moved in (wager.shifted(0.001), wager.shifted(-0.001))
    ]
    assert theirs["growth_lost_stderr"] == pytest.approx(abs(lost[0] - lost[1]) / 2)
    request.pop("stderr")
    assert "growth_lost_stderr" not in answer_json(request)["cassandra"]
