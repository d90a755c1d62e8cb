"""The published Kelly cases (tests/data/kelly.json) through the JSON of the verb, to their tolerances."""

import json
import math
from pathlib import Path

import pytest

from engine.kelly.advice import Terms, advise_bet
from engine.kelly.answer import answer_json
from engine.kelly.cassandra import cassandra_equation, cassandra_fraction, cassandra_outcomes
from engine.kelly.growth import Wager, chip_ev, growth
from engine.kelly.outcomes import Outcomes
from engine.kelly.request import read_kelly_request
from engine.kelly.solver import optimal_fraction
from engine.play.pots import pot_facts
from engine.scenario import ScenarioError

CASES = json.loads((Path(__file__).parents[1] / "data" / "kelly.json").read_text(encoding="utf-8"))["cases"]
EXACT = 1e-12


def of_kind(kind):
    cases = [case for case in CASES if case["kind"] == kind]
    assert cases
    return pytest.mark.parametrize("case", cases, ids=lambda case: case["id"])


def outcomes_json(p, opponents, lose=None):
    split = [p.get(str(s), 0.0) for s in range(1, opponents + 1)]
    rest = 1.0 - math.fsum(p.values()) if lose is None else lose
    return {"win": p.get("0", 0.0), "split": split, "lose": rest}


def test_every_kind_is_covered():
    kinds = {case["kind"] for case in CASES}
    names = {name.removeprefix("test_case_") for name in globals() if name.startswith("test_case_")}
    assert kinds == names


@of_kind("cassandra_estimate")
def test_case_cassandra_estimate(case):
    given, expected = case["inputs"], case["expected"]
    bankroll = given["bankroll"]
    counts = {"win": given["win"], "split": given["split"], "total": given["comb"]}
    pot, opponents = given["retained_pot"], given["opponents"]
    request = {"bankroll": bankroll, "pot": pot, "opponents": opponents, "showdowns": counts}
    answer = answer_json(request)
    by_ties = [answer["probabilities"]["win"], *answer["probabilities"]["split"]]
    assert [by_ties[int(s)] for s in expected["probabilities_by_ties"]] == pytest.approx(
        list(expected["probabilities_by_ties"].values()), rel=EXACT, abs=EXACT
    )
    assert answer["probabilities"]["lose"] == pytest.approx(expected["p_lose"], abs=EXACT)
    result = answer["cassandra"]
    assert result["fraction"] == pytest.approx(expected["cassandra_equation_root"], abs=EXACT)
    assert result["fraction"] == pytest.approx(expected["cassandra_binary_fraction"], rel=1e-3)
    assert abs(result["bet"] - expected["cassandra_binary_bet"]) <= 1
    wager = read_kelly_request(request).wager
    theirs = growth(wager, result["fraction"] * bankroll)
    assert theirs == pytest.approx(expected["growth_at_cassandra"], abs=EXACT)
    assert (result["chips"], result["growth"]) == (result["bet"], growth(wager, result["bet"]))
    assert answer["fraction"] == pytest.approx(expected["growth_optimal_fraction"], abs=EXACT)
    assert answer["growth"] == pytest.approx(expected["growth_at_optimum"], abs=EXACT)
    assert answer["growth_at_zero"] == pytest.approx(expected["growth_at_zero_bet"], abs=EXACT)
    assert result["growth_lost"] == answer["growth"] - result["growth"]
    assert math.floor(answer["bet"] + 1e-9) == expected["growth_optimal_bet_floor"]


@of_kind("given_distribution")
def test_case_given_distribution(case):
    given, expected = case["inputs"], case["expected"]
    n, c = given["opponents"], given["retained_pot_over_bankroll"]
    p = given["p_best_and_tied_with"]
    bankroll = given["bankroll"] or 1.0
    answer = answer_json(
        {"bankroll": bankroll, "pot": c * bankroll, "opponents": n, "outcomes": outcomes_json(p, n, given["p_lose"])}
    )
    tolerance = case["tolerance"]
    assert answer["fraction"] == pytest.approx(expected["growth_optimal_fraction"], abs=tolerance)
    assert answer["growth"] == pytest.approx(expected["growth_at_optimum"], abs=tolerance)
    assert answer["growth_at_zero"] == pytest.approx(expected["growth_at_zero_bet"], abs=tolerance)
    assert answer["chip_ev"] / bankroll == pytest.approx(expected["expected_net_at_optimum"], abs=tolerance)
    assert answer["decision"] == ("bet" if expected["growth_optimal_fraction"] else "check")
    if "bet_floor" in expected:
        assert math.floor(answer["bet"] + 1e-9) == expected["bet_floor"]
    if "cassandra_result_with_bounds" in expected:
        bounded = expected["cassandra_result_with_bounds"]
        assert answer["cassandra"]["fraction"] == pytest.approx(bounded, abs=tolerance)
    if "cassandra_equation_root_unbounded" in expected:
        outcomes = Outcomes(p.get("0", 0.0), tuple(outcomes_json(p, n)["split"]), given["p_lose"])
        assert cassandra_equation(outcomes, c, expected["cassandra_equation_root_unbounded"]) == pytest.approx(
            0, abs=1e-9
        )


@of_kind("call_or_fold")
def test_case_call_or_fold(case):
    given, expected = case["inputs"], case["expected"]
    outcomes = outcomes_json({"0": given["p_win"], "1": given["p_tie"]}, 1)
    answer = answer_json(
        {
            "bankroll": given["bankroll"],
            "pot": given["pot_before_call"],
            "to_call": given["to_call"],
            "opponents": 1,
            "outcomes": outcomes,
        }
    )
    (call,) = answer["bets"]
    assert call["growth"] == pytest.approx(expected["growth_call"], abs=case["tolerance"])
    assert call["chip_ev"] == pytest.approx(expected["chip_ev_call"], abs=case["tolerance"])
    assert answer["growth_at_zero"] == expected["growth_fold"]
    assert answer["decision"] == expected["decision"]
    assert answer["bet"] == (given["to_call"] if expected["decision"] == "call" else 0.0)
    needed = answer["break_even"]
    assert needed["growth"] == pytest.approx(expected["break_even_p_growth_no_ties"], abs=case["tolerance"])
    assert needed["chip_ev"] == pytest.approx(expected["break_even_p_chip_ev_no_ties"], abs=case["tolerance"])


@of_kind("constrained_bet")
def test_case_constrained_bet(case):
    given, expected = case["inputs"], case["expected"]
    answer = answer_json(
        {
            "bankroll": given["bankroll"],
            "pot": given["retained_pot"],
            "opponents": given["opponents"],
            "min_bet": given["min_bet"],
            "max_bet": given["max_bet"],
            "zero_bet_means": given["zero_bet_means"],
            "outcomes": outcomes_json(given["p_best_and_tied_with"], given["opponents"]),
        }
    )
    tolerance = case["tolerance"]
    (candidate,) = answer["bets"]
    assert answer["fraction"] == pytest.approx(expected["unconstrained_fraction"], abs=tolerance)
    assert candidate["bet"] == pytest.approx(expected["clipped_bet"], abs=1e-9)
    assert candidate["growth"] == pytest.approx(expected["growth_at_clipped"], abs=tolerance)
    assert answer["growth_at_zero"] == pytest.approx(expected["growth_at_zero"], abs=tolerance)
    assert answer["decision"] == expected["decision"]
    assert answer["bet"] == pytest.approx(expected["bet"], abs=1e-9)


@of_kind("bet_with_fold_equity")
def test_case_bet_with_fold_equity(case):
    given, expected = case["inputs"], case["expected"]
    answer = answer_json(
        {
            "bankroll": given["bankroll"],
            "pot": given["pot"],
            "opponents": 1,
            "min_bet": given["bet"],
            "max_bet": given["bet"],
            "p_all_fold": given["p_all_fold"],
            "outcomes": outcomes_json({"0": given["p_win_if_called"]}, 1),
        }
    )
    (candidate,) = answer["bets"]
    assert candidate["bet"] == given["bet"]
    assert candidate["growth"] == pytest.approx(expected["growth_bet"], abs=case["tolerance"])
    assert answer["growth_at_zero"] == pytest.approx(expected["growth_check_down"], abs=case["tolerance"])
    assert answer["decision"] == expected["better"]


@of_kind("fractional_kelly")
def test_case_fractional_kelly(case):
    given, expected = case["inputs"], case["expected"]
    answer = answer_json(
        {
            "bankroll": 1,
            "opponents": given["b"],
            "multiplier": given["fraction_of_kelly"],
            "outcomes": outcomes_json({"0": given["p"]}, given["b"]),
        }
    )
    tolerance = case["tolerance"]
    facts = answer["long_run"]
    assert answer["bet"] == pytest.approx(expected["bet_fraction"], abs=tolerance)
    assert answer["growth"] == pytest.approx(expected["growth"], abs=tolerance)
    assert facts["growth_share"] == pytest.approx(expected["growth_ratio_exact"], abs=tolerance)
    continuous = expected["growth_ratio_continuous_approx"]
    assert facts["growth_share_continuous"] == pytest.approx(continuous, abs=tolerance)
    assert set(expected) == {"bet_fraction", "growth", "growth_ratio_exact", "growth_ratio_continuous_approx"}


@of_kind("uncertain_probability_shrinkage")
def test_case_uncertain_probability_shrinkage(case):
    given, expected = case["inputs"], case["expected"]
    opponents = int(given["b"])
    assert opponents == given["b"]
    answer = answer_json(
        {
            "bankroll": 1,
            "opponents": opponents,
            "stderr": given["std_error"],
            "outcomes": outcomes_json({"0": given["p_hat"]}, opponents),
        }
    )
    assert answer["fraction"] == pytest.approx(expected["plug_in_fraction"], abs=case["tolerance"])
    assert answer["shrunk"]["factor"] == pytest.approx(expected["shrink_factor"], abs=case["tolerance"])
    assert answer["shrunk"]["fraction"] == pytest.approx(expected["shrunk_fraction"], abs=case["tolerance"])


@of_kind("retained_pot")
def test_case_retained_pot(case):
    given, expected = case["inputs"], case["expected"]
    opponents, dead = given["live_opponents_in_pot"], given["folded_dead_money"]
    facts = pot_facts(given["hero_in_pot"], opponents, dead)
    assert (facts.total, facts.to_call) == (expected["total_pot"], expected["to_call"])
    assert facts.retained == expected["c_chips"]
    assert expected["net_win_if_hero_adds_x"] == f"{facts.retained} + {len(opponents)}*x"
    answer = answer_json(
        {
            "bankroll": given["hero_bankroll_now"],
            "opponents": len(opponents),
            "committed": {"hero": given["hero_in_pot"], "opponents": opponents, "folded": dead},
            "outcomes": {"win": 1.0},
        }
    )
    assert answer["pot"] == {"total": expected["total_pot"], "retained": expected["c_chips"]}
    assert answer["to_call"] == expected["to_call"]
    # A hand that always wins: the call nets what the case says.
    assert answer["decision"] == "call"
    assert answer["chip_ev"] == pytest.approx(expected["c_chips"] + len(opponents) * expected["to_call"])


@of_kind("error")
def test_case_error(case):
    given = dict(case["inputs"])
    if "comb" in given:  # as in the file of the verb
        counts = {"win": given["win"], "split": given["split"], "total": given["comb"]}
        given = {"bankroll": 100, "opponents": given["opponents"], "showdowns": counts}
    with pytest.raises(ScenarioError):
        answer_json(given)


ASKED = {"bankroll": 100, "opponents": 1, "outcomes": {"win": 0.6, "split": [0.0], "lose": 0.4}}


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"opponents": 0}, "opponents"),
        ({"outcomes": {"win": 0.7, "split": [0.0], "lose": 0.4}}, "outcomes.win"),
        ({"min_bet": 50, "max_bet": 20}, "min_bet"),
        ({"outcomes": None, "opponents": 9, "showdowns": {"win": 5, "split": 1, "total": 9}}, "showdowns.total"),
    ],
)
def test_errors_of_the_cases_name_the_field(changes, field):
    with pytest.raises(ScenarioError) as caught:
        answer_json(ASKED | changes)
    assert [problem.field for problem in caught.value.problems] == [field]


def test_cassandra_bets_into_a_pot_where_a_check_is_best():
    """The issue's example: K011, 267 of 2,410."""
    outcomes = cassandra_outcomes(25610, 315, 45540, 2)
    wager = Wager(2410, 330, outcomes)
    assert math.floor(2410 * cassandra_fraction(outcomes, 330 / 2410)) == 267
    assert optimal_fraction(wager) == 0.0
    advice = advise_bet(wager, Terms())
    assert (advice.best.action, advice.best.chips) == ("check", 0.0)
    assert growth(wager, 267) < growth(wager, 0)
    assert chip_ev(wager, 0) == pytest.approx(330 * (outcomes.win + outcomes.split[0] / 2 + outcomes.split[1] / 3))
