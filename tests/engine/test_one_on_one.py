"""Showdowns against one opponent alone, and what Cassandra multiplies them to."""

from dataclasses import replace

import pytest

from engine import CancelToken, RunOptions, Scenario, ScenarioError, Seat, solve
from engine.equity.run import run_in_turn
from engine.kelly.answer import kelly_answer, with_cassandra_counts
from engine.kelly.cassandra import ShowdownCounts, cassandra_outcomes, mean_showdowns
from engine.kelly.outcomes import Outcomes, outcomes_of
from engine.kelly.request import read_kelly_request
from engine.kelly.responses import callers
from engine.kelly.responses.callers import MAX_TRIALS, run_one_on_one, single_scenarios

TURN = "2c 7s 9h 3d"
"""Of 42 rivers two kings and two queens beat the aces."""


def table(*cards, board=TURN, folded=(), **options):
    seats = tuple(Seat(f"S{i}", text, folded=i in folded) for i, text in enumerate(cards))
    return Scenario("holdem", seats, board, run=RunOptions(**options))


def counts(scenario, hero=0):
    return list(run_one_on_one(scenario, hero))[-1].answer


def asked(outcomes, **values):
    split = list(outcomes.split)
    values |= {"outcomes": {"win": outcomes.win, "split": split, "lose": outcomes.lose}, "opponents": len(split)}
    return read_kelly_request({"bankroll": 1000, **values})


def test_odds_of_69_8_percent_multiply_to_34_against_three():
    values = [ShowdownCounts(698_250, 0, 1_000_000).against(n).win for n in (1, 2, 3)]
    assert [f"{100 * win:.1f}" for win in values] == ["69.8", "48.8", "34.0"]


def test_three_hands_whose_product_and_truth_are_known():
    scenario = table("AhAd", "KhKd", "QcQd")
    result = counts(scenario)
    assert result == ShowdownCounts(952_381, 0, 1_000_000)  # 40 of 42
    assert result.against(2).win == pytest.approx((40 / 42) ** 2, abs=1e-6)
    assert solve(scenario).seats[0].estimate.win == pytest.approx(38 / 42)


def test_opponents_who_differ_count_as_their_mean():
    assert counts(table("AhAd", "KhKd", "9c9s")) == ShowdownCounts(500_000, 0, 1_000_000)  # 40 and 2 of 42
    assert counts(table("AhAd", "KhKd", "9c9s"), hero=1).win == 47_619  # 2 of 42 against either


def test_splits_are_counted():
    result = counts(table("AhKh", "AdKd", "AcKs"))
    assert result.split > 900_000
    assert result.win + result.split == 1_000_000
    assert result.never_loses


def test_counts_add_up_however_they_are_rounded():
    third = Outcomes(0.5000005, (0.4999995,), 0.0)
    assert mean_showdowns([third]).never_loses
    assert mean_showdowns([Outcomes(1.0, (0.0,), 0.0), Outcomes(0.0, (1.0,), 0.0)]) == ShowdownCounts(
        500_000, 500_000, 10**6
    )


def test_against_one_opponent_the_counts_are_the_result():
    scenario = table("AhAd", "KhKd, 99", "QcQd", folded=(2,))
    single, truth = counts(scenario).against(1), outcomes_of(solve(scenario).seats[0].estimate)
    for own, exact in zip((*single.by_ties, single.lose), (*truth.by_ties, truth.lose), strict=True):
        assert own == pytest.approx(exact, abs=1e-6)


def test_opponents_alike_are_met_once(monkeypatch):
    met = []

    def counted(tables, *options):
        met.extend([i for i, seat in enumerate(table.seats) if seat.plays] for table in tables)
        return run_in_turn(tables, *options)

    monkeypatch.setattr(callers, "run_in_turn", counted)
    counts(table("AhAd", "random", "KhKd", "random"))
    assert met == [[0, 1], [0, 2]]


def test_the_runs_are_short_and_keep_the_limits_of_the_table():
    runs = [t.run for t in single_scenarios(table("AhAd", "KhKd", "QcQd", method="exact", detail=("matrix",)), 0)]
    assert {(run.method, run.max_trials, run.detail) for run in runs} == {("auto", MAX_TRIALS, ())}
    few = single_scenarios(table("AhAd", "KhKd", "QcQd", method="sampled", max_trials=500, seed=7), 0)[0].run
    assert (few.method, few.max_trials, few.seed) == ("sampled", 500, 7)


def test_who_is_not_in_the_hand_has_no_showdowns():
    with pytest.raises(ScenarioError, match="hero has folded"):
        counts(table("AhAd", "KhKd", "QcQd", folded=(0,)))
    with pytest.raises(ScenarioError, match="no opponent"):
        counts(table("AhAd", "KhKd", folded=(1,)))


def test_cancelled_there_are_no_counts():
    cancel = CancelToken()
    cancel.cancel()
    steps = list(run_one_on_one(table("AhAd", "random", "random", board=""), 0, cancel=cancel))
    assert all(step.answer is None for step in steps)


def test_cassandra_bets_on_its_counts_and_is_measured_by_the_truth():
    truth, counted = Outcomes(0.497, (0.0, 0.0, 0.0), 0.503), ShowdownCounts(698_250, 0, 1_000_000)
    request = asked(truth)
    answer = kelly_answer(request)
    fed = with_cassandra_counts(answer, request, counted)
    own = kelly_answer(asked(cassandra_outcomes(698_250, 0, 1_000_000, 3)))
    assert fed.cassandra.fraction == own.cassandra.fraction < answer.cassandra.fraction
    assert fed.cassandra.growth_lost == pytest.approx(answer.growth - fed.cassandra.growth)
    assert fed.cassandra.growth_lost > 0.01 > abs(answer.cassandra.growth_lost)
    assert replace(fed, cassandra=answer.cassandra) == answer
