"""Kelly on simulated outcomes: single results as the slow reference, a river with two results, errors, bad requests."""

import math
import random
from dataclasses import fields

import pytest

from engine.kelly.answer import answer_json
from engine.kelly.panel import pot_of
from engine.kelly.request_fields import SimulatedInput
from engine.kelly.to_simulate import can_be_simulated, simulation_of
from engine.scenario import Scenario, ScenarioError, Seat
from engine.scenario.codec import keys_of
from engine.scenario.kelly import read_panel
from engine.simulation.answer import ActionResult
from engine.simulation.request import read_simulation_request
from engine.simulation.run import answer_json as simulate
from engine.table.serialize import scenario_to_json

STEPS = 100
FOLD = {"action": "fold", "ev": 0, "stderr": 0, "result": {"low": 0, "high": 0, "shares": [1]}}
RIVER = {
    "table": {"steelwheel": 1, "game": "holdem", "seats": [{"cards": "AhKh"}, {"cards": "QQ, 77"}],
              "board": "7h8h2cKd3s"},
    "pot": 20, "street_bets": [0, 10], "stacks": [40, 30], "players": ["caller", "caller"], "actions": ["fold", "call"],
}  # fmt: skip


def in_steps(action, results):
    """Return single results as ``simulate`` counts them."""
    low, high = min(results), max(results)
    shares = [0.0] * STEPS
    for result in results:
        shares[min(int((result - low) / (high - low) * STEPS), STEPS - 1)] += 1 / len(results)
    ev = sum(results) / len(results)
    error = math.sqrt(sum((x - ev) ** 2 for x in results)) / len(results)
    return {"action": action, "ev": ev, "stderr": error, "result": {"low": low, "high": high, "shares": shares}}


def single_results(seed, stack, pot):
    """Return results of a hand with later betting: all in, folded on some street, or won without a showdown."""
    draw = random.Random(seed)
    ends = [-stack, pot + stack, pot, *(-draw.uniform(0, stack) for _ in range(5)), draw.uniform(pot, pot + stack)]
    return draw.choices(ends, weights=[draw.random() for _ in ends], k=5_000)


@pytest.mark.parametrize("seed", range(12))
def test_growth_is_the_mean_logarithm_of_single_results(seed):
    stack, pot, bankroll = 100.0, 30.0, (120.0, 400.0, 5_000.0)[seed % 3]
    results = {name: single_results(f"{seed} {name}", stack, pot) for name in ("call", "raise", "all in")}
    value = {"bankroll": bankroll, "simulated": [in_steps(name, one) for name, one in results.items()]}
    answer = answer_json(value)
    exact = {name: sum(math.log(1 + x / bankroll) for x in one) / len(one) for name, one in results.items()}
    for bet in answer["bets"]:
        one = results[bet["action"]]
        step = (max(one) - min(one)) / STEPS
        low, high = bankroll + min(one), bankroll + max(one)
        bound = step * (1 / low - 1 / high) + (step / low) ** 2 / 2
        assert bet["growth"] == pytest.approx(exact[bet["action"]], abs=bound)
        logs = [math.log(1 + x / bankroll) for x in one]
        error = math.sqrt(sum((x - exact[bet["action"]]) ** 2 for x in logs)) / len(logs)
        assert bet["growth_stderr"] == pytest.approx(error, rel=0.02)
    best = max(answer["bets"], key=lambda bet: bet["growth"])
    assert (answer["decision"], answer["growth"]) == (best["action"], best["growth"])
    assert best["behind_best"] == 0.0
    for bet in answer["bets"]:
        assert bet["behind_best"] == pytest.approx(best["growth"] - bet["growth"])


def test_a_call_of_the_last_bet_has_two_results():
    simulated = simulate(RIVER | {"run": {"max_trials": 4_000}})["actions"]
    answer = answer_json({"bankroll": 60, "simulated": simulated})
    won = (simulated[1]["ev"] + 10) / 30  # it wins 20 or loses 10
    assert answer["bets"][1]["growth"] == pytest.approx(won * math.log(80 / 60) + (1 - won) * math.log(50 / 60))
    assert answer["bets"][0]["growth"] == 0.0
    # Two results are on a line, on which the error is that of the chance to win.
    slope = (math.log(80 / 60) - math.log(50 / 60)) / 30
    assert answer["bets"][1]["growth_stderr"] == pytest.approx(slope * simulated[1]["stderr"])


def test_the_error_is_the_spread_over_seeds():
    turn = {**RIVER, "table": {**RIVER["table"], "board": "7h8h2cKd"}, "players": ["honest", "loose"]}
    growths, errors = [], []
    for seed in range(24):
        simulated = simulate(turn | {"run": {"seed": seed, "max_trials": 1_000}})["actions"]
        call = answer_json({"bankroll": 60, "simulated": simulated})["bets"][1]
        growths.append(call["growth"])
        errors.append(call["growth_stderr"])
    mean = sum(growths) / len(growths)
    spread = math.sqrt(sum((x - mean) ** 2 for x in growths) / (len(growths) - 1))
    assert 0.6 < spread / (sum(errors) / len(errors)) < 1.6


def test_a_small_bankroll_shuns_what_a_large_one_takes():
    call = {"action": "call", "ev": 5, "stderr": 0.1, "result": {"low": -10, "high": 20, "shares": [0.5, 0.5]}}
    decisions = [answer_json({"bankroll": b, "simulated": [FOLD, call]})["decision"] for b in (10, 11, 100)]
    assert decisions == ["fold", "fold", "call"]
    broke = answer_json({"bankroll": 10, "simulated": [FOLD, call]})["bets"][1]
    assert broke["growth"] is broke["growth_stderr"] is broke["behind_best"] is None


def test_close_actions_are_undecided():
    call = {"action": "call", "ev": 5, "stderr": 4, "result": {"low": -10, "high": 20, "shares": [0.5, 0.5]}}
    assert answer_json({"bankroll": 500, "simulated": [FOLD, call]})["undecided"]
    assert not answer_json({"bankroll": 500, "simulated": [FOLD, call | {"stderr": 0.5}]})["undecided"]


def test_an_answer_of_simulate_has_the_keys():
    assert set(keys_of(SimulatedInput)) <= {field.name for field in fields(ActionResult)}


@pytest.mark.parametrize(
    ("value", "field"),
    [
        ({"simulated": [FOLD]}, "bankroll"),
        ({"bankroll": 9, "simulated": []}, "simulated"),
        ({"bankroll": 9, "simulated": 3}, "simulated"),
        ({"bankroll": 9, "pot": 3, "simulated": [FOLD]}, "pot"),
        ({"bankroll": 9, "simulated": [{"action": "fold", "ev": 0}]}, "simulated[0].result"),
        ({"bankroll": 9, "simulated": [FOLD, FOLD | {"ev": "x"}]}, "simulated[1].ev"),
        (
            {"bankroll": 9, "simulated": [FOLD | {"result": {"low": 0, "high": 1, "shares": [0.5, 0.4]}}]},
            "simulated[0].result.shares",
        ),
        (
            {"bankroll": 9, "simulated": [FOLD | {"result": {"low": 2, "high": 1, "shares": [1]}}]},
            "simulated[0].result.low",
        ),
    ],
)
def test_bad_requests_name_the_field(value, field):
    with pytest.raises(ScenarioError) as error:
        answer_json(value)
    assert field in [problem.field for problem in error.value.problems]


def panel(**values):
    seats = (Seat("Hero", "AhKh"), Seat("CO", "20%"), Seat("BTN", "22+", folded=True))
    return Scenario("holdem", seats, board="7h8h2c", kelly=read_panel({"bankroll": 900, **values}))


@pytest.mark.parametrize(
    ("values", "pot", "bets", "stacks"),
    [
        # Of the 30 and 50 chips, 20 are of this street for hero, so 10 each were in before.
        ({"chips": [30, 50, 10], "put_in": 20, "stacks": [200, 180]}, 90, (20, 40, 0), (200, 180, 900)),
        ({"chips": [30, 50, 10]}, 90, (0, 20, 0), (900, 900, 900)),
        ({"pot_typed": True, "pot": 60, "to_call": 20}, 60, (0, 20, 0), (900, 900, 900)),
        ({"pot_typed": True, "pot": 60}, 60, (0, 0, 0), (900, 900, 900)),
    ],
)
def test_the_decision_of_the_panel_is_simulated(values, pot, bets, stacks):
    scenario = panel(**values)
    assert can_be_simulated(scenario)
    simulation = simulation_of(scenario)
    assert (simulation.pot, simulation.street_bets, simulation.stacks) == (pot, bets, stacks)
    asked = {"table": scenario_to_json(scenario.without_panels), **simulation.request(3, stud=False)}
    price = max(read_simulation_request(asked).bets) - bets[0]
    assert price == (values.get("to_call", 0) if values.get("pot_typed") else pot_of(scenario).to_call)


def test_limits_and_rake_of_the_panel_are_those_of_the_simulation():
    fixed = simulation_of(panel(chips=[2, 2, 2], limit_bet=2, rake=0.05, rake_cap=3))
    assert (fixed.limit, fixed.small, fixed.big, fixed.rake, fixed.rake_cap) == ("fixed", 2, 4, 0.05, 3)
    assert simulation_of(panel(chips=[2, 2, 2], pot_limit=True, min_bet=2)).limit == "pot"
    assert simulation_of(panel(chips=[2, 2, 2], pot_limit=True, min_bet=2)).min_bet == 2
    assert not can_be_simulated(panel(typed=True, win=0.5))
