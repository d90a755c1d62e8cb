"""Kelly on a hand that is played for it: callers as the closed form, single results as the slow reference, errors over
seeds, the sizes of the panel, and bad requests."""

import json
import math
import random

import numpy as np
import pytest

from engine import CancelToken, Scenario, ScenarioError, Seat, solve
from engine.cli.main import main
from engine.equity.sampling import student_stretch
from engine.kelly.advice import evaluate_bet
from engine.kelly.growth import Wager
from engine.kelly.outcomes import outcomes_of
from engine.kelly.simulated import SimulatedGrowth, advice_on
from engine.kernels.simulation.trials import BLOCKS, SQUARES, TRIALS, new_tally
from engine.scenario.kelly import read_panel
from engine.scenario.played import SimulationPanel
from engine.simulation.answer import added, moments_of
from engine.simulation.growth import GROWTH_BINS, KellySimulation, log_tally, panel_request
from engine.table.one_line import parse_line

FLOP = {
    "table": "AhKh v QQ, 77:0.5 | 7h8h2c", "pot": 30, "stacks": [100, 100], "players": ["caller", "caller"],
    "run": {"max_trials": 12_000},
}  # fmt: skip


def asked(simulated, bankroll=400.0, **more):
    return {"bankroll": bankroll, "simulated": simulated, **more}


@pytest.mark.parametrize(
    ("spot", "price"),
    [
        (FLOP, 0),
        (FLOP | {"street_bets": [0, 10]}, 10),
        ({**FLOP, "table": "AhKh v QQ v A5s | 7h8h2cKd", "stacks": [90] * 3, "players": ["caller"] * 3}, 0),
        ({**FLOP, "table": "QdQh v KK, AK | 7h8h2cKd3s", "stacks": [90] * 2}, 0),
    ],
)
def test_among_callers_the_growth_is_that_of_a_showdown(spot, price):
    passive = "call" if price else "check"
    advice = KellySimulation(asked(spot | {"actions": [passive, "bet 25" if not price else "raise 35"]})).solve()
    table = parse_line(spot["table"])
    outcomes = outcomes_of(solve(table).seats[0].estimate)
    n = outcomes.opponents
    # What everybody calls is matched by all; a call wins the pot as it is.
    wager = Wager(bankroll=400.0, pot=spot["pot"] - price * n, outcomes=outcomes)
    for text, size in ((passive, price), (advice.bets[1].action, 35 if price else 25)):
        bet, value = advice.bet(text), evaluate_bet(wager, "bet", size)
        assert bet.growth == pytest.approx(value.growth, abs=4.0 * bet.growth_stderr + 1e-9)
        assert bet.chip_ev == pytest.approx(value.chip_ev, abs=4.0 * bet.chip_ev_stderr + 1e-9)
        assert bet.bet == size
    assert advice.trials == 12_000
    assert advice.final


def tally_of(results, low, high):
    """Return the tally of a block of single results of one action."""
    tally = new_tally(1, 2, 4, GROWTH_BINS, np.array([low, high]))
    tally.sums[0], tally.lowest[0], tally.highest[0] = sum(results), min(results), max(results)
    for result in results:
        tally.bins[0, min(int((result - low) / (high - low) * GROWTH_BINS), GROWTH_BINS - 1)] += 1.0
    tally.sizes[[TRIALS, SQUARES, BLOCKS]] = len(results), len(results) ** 2, 1
    return tally


@pytest.mark.parametrize("bankroll", [101.0, 150.0, 4_000.0])
def test_the_growth_of_a_run_is_the_mean_logarithm_of_single_results(bankroll):
    draw, low, high = random.Random(int(bankroll)), -100.0, 261.0
    ends = [-100.0, 160.0, 30.0, *(draw.uniform(-100, 200) for _ in range(6))]
    blocks = [[draw.choice(ends) for _ in range(96)] for _ in range(60)]
    blocks.append(blocks[0][:31])
    logs = [log_tally(tally_of(results, low, high), bankroll) for results in blocks]
    total = logs[0]
    for one in logs[1:]:
        total = added(total, one)
    moments = moments_of(total)
    single = [[math.log(1.0 + x / bankroll) for x in results] for results in blocks]
    count = sum(map(len, single))
    mean = sum(map(sum, single)) / count
    # Half a bin of two hundredths of a chip, where the logarithm is steepest and where it is flattest.
    step = (high - low) / GROWTH_BINS
    assert moments.means[0] == pytest.approx(
        mean, abs=step * (1.0 / (bankroll - 100.0) - 1.0 / (bankroll + 200.0)) + 1e-9
    )
    deviations = [(sum(logs) - mean * len(logs)) ** 2 for logs in single]
    error = math.sqrt(sum(deviations) * len(single) / (len(single) - 1)) / count
    stretch = float(student_stretch(np.array(len(blocks) - 1.0)))
    assert moments.errors[0] == pytest.approx(error * stretch, rel=5e-3)


def test_a_fold_and_what_may_lose_everything_are_exact():
    assert log_tally(tally_of([0.0] * 9, -40.0, 81.0), 60.0).sums[0] == 0.0
    advice = KellySimulation(asked(FLOP | {"actions": ["check", "all in"]}, bankroll=100)).solve()
    broke = advice.bet("all in")
    assert broke.growth is broke.growth_stderr is broke.behind_best is None
    assert advice.decision == "check"


def test_the_errors_are_the_spread_over_seeds():
    spot = FLOP | {"players": ["tight", "loose"], "actions": ["check", "bet 15"]}
    growths, gaps, errors, gap_errors = [], [], [], []
    for seed in range(20):
        check, bet = (
            KellySimulation(asked(spot | {"run": {"seed": seed, "max_trials": 1_500}}, bankroll=150)).solve().bets
        )
        growths.append(bet.growth)
        errors.append(bet.growth_stderr)
        gaps.append(check.growth - bet.growth)
        gap_errors.append(max(check.behind_best_stderr, bet.behind_best_stderr))
    for values, stated in ((growths, errors), (gaps, gap_errors)):
        assert 0.6 < np.std(values, ddof=1) / np.mean(stated) < 1.6
    # Both actions meet the same deals.
    assert np.mean(gap_errors) < np.mean(errors)


def test_any_number_of_threads_gives_the_same_advice():
    spot = FLOP | {"players": ["tight", "loose"], "run": {"max_trials": 2_000}}
    assert KellySimulation(asked(spot)).solve(workers=1) == KellySimulation(asked(spot)).solve(workers=3)


def grown(action, growth, bet, error=0.001):
    return SimulatedGrowth(action, growth, error, 1.0, 0.1, None, None, bet)


def test_half_kelly_takes_the_best_bet_up_to_half_the_best_one():
    bets = [
        grown("check", 0.01, 0.0),
        grown("bet 10", 0.02, 10.0),
        grown("bet 19", 0.03, 19.0),
        grown("bet 40", 0.05, 40.0),
    ]
    errors = [[0.001] * 4] * 4
    decisions = [advice_on(bets, errors, multiplier).decision for multiplier in (2.0, 1.0, 0.5, 0.3, 0.1)]
    assert decisions == ["bet 40", "bet 40", "bet 19", "bet 10", "check"]
    half = advice_on(bets, errors, 0.5)
    assert not half.undecided  # the larger bet is ruled out
    assert half.bet("bet 40").behind_best == pytest.approx(-0.02)
    assert advice_on(bets, [[0.006] * 4] * 4, 0.5).undecided


def panel(**values):
    seats = (Seat("Hero", "AhKh"), Seat("CO", "QQ"), Seat("BTN", "22+", folded=True))
    simulation = SimulationPanel(players=("honest", "caller", None))
    given = read_panel({"bankroll": 900, "stacks": [100, 80, 80], **values})
    return Scenario("holdem", seats, board="7h8h2c", kelly=given, simulation=simulation)


def actions_of(scenario):
    request = panel_request(scenario, ["honest", "caller", None], {"max_trials": 200})
    assert KellySimulation(request).solve(workers=1).trials == 200
    return request["simulated"]["actions"]


def test_the_panel_compares_many_sizes():
    assert actions_of(panel(chips=[10, 10, 10], min_bet=2)) == [
        "check", "bet 2", "bet 10", "bet 15", "bet 22.5", "bet 30", "bet 45", "bet 60", "all in",
    ]  # fmt: skip
    assert actions_of(panel(chips=[10, 10, 10], min_bet=2, chip=5, bet=17)) == [
        "check", "bet 2", "bet 10", "bet 15", "bet 20", "bet 30", "bet 45", "bet 60", "all in",
    ]  # fmt: skip
    assert actions_of(panel(chips=[10, 22, 10], min_bet=2, put_in=0, pot_limit=True, chip=1)) == [
        "fold", "call", "raise 24", "raise 30", "raise 39", "raise 52", "raise 66",
    ]  # fmt: skip
    assert actions_of(panel(chips=[10, 22, 10], no_raise=True)) == ["fold", "call"]
    assert actions_of(panel(chips=[10, 12, 10], limit_bet=2)) == ["fold", "call", "raise"]


def test_the_request_of_the_panel_is_answered_as_the_verb_does(tmp_path, capsys):
    request = panel_request(panel(chips=[10, 10, 10], multiplier=0.5), ["honest", "caller", None], {"max_trials": 400})
    assert (request["bankroll"], request["multiplier"]) == (900, 0.5)
    path = tmp_path / "request.json"
    path.write_text(json.dumps(request), encoding="utf-8")
    assert main(["kelly", str(path)]) == 0
    answer = json.loads(capsys.readouterr().out)
    advice = KellySimulation(request).solve()
    assert (answer["decision"], answer["trials"], answer["final"]) == (advice.decision, 400, True)
    assert [bet["bet"] for bet in answer["bets"]] == [bet.bet for bet in advice.bets]
    assert answer["growth"] == pytest.approx(advice.growth, rel=1e-9)


@pytest.mark.parametrize(
    ("value", "field"),
    [
        ({"simulated": FLOP}, "bankroll"),
        (asked(FLOP, bankroll=-3), "bankroll"),
        (asked(FLOP, pot=30), "pot"),
        (asked(FLOP, multiplier=0), "multiplier"),
        (asked(FLOP | {"stacks": [100]}), "simulated.stacks"),
        (asked(FLOP | {"actions": ["fly"]}), "simulated.actions[0]"),
        (asked({}), "simulated.table"),
    ],
)
def test_bad_requests_name_the_field(value, field):
    with pytest.raises(ScenarioError) as error:
        KellySimulation(value)
    assert field in [problem.field for problem in error.value.problems]


def test_a_cancelled_run_ends_without_a_final_advice():
    simulation = KellySimulation(asked(FLOP | {"run": {"max_seconds": 60}}))
    cancel, seen = CancelToken(), []
    for snapshot in simulation.answers(cancel=cancel, every=0.0):
        seen.append(snapshot)
        if snapshot.answer is not None:
            cancel.cancel()
    assert not seen[-1].final
