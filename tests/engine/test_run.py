"""Runs as a stream: the same numbers for any number of threads, cancelling, going on, limits."""

import threading
from dataclasses import replace
from itertools import islice

import numpy as np
import pytest

from engine import CancelToken, RunOptions, ScenarioError, complete, run, snapshot_to_json, solve
from engine.equity.reasons import reason_text
from engine.equity.run import MIN_MEASURED_OPERATIONS, _speed, exact_progress
from engine.scenario import RangeName
from tests.engine.tables import scenario

SAMPLED = [
    scenario("holdem", "AhKh", "random", "random", "random", "random", "random", max_trials=60_000),
    scenario("holdem", "QQ+,AKs", "TT+", "22+", "random", max_trials=30_000),
    scenario("razz", "A23", "456", "(8-8-8)", "x", method="sampled", max_trials=20_000),
]


def numbers(snapshot):
    rows = []
    for seat in snapshot.active:
        e = seat.estimate
        rows.append([e.equity, e.stderr, e.win, *e.split, e.lose, *e.classes.values()])
    return np.array(rows)


CLASHING = scenario("holdem", *["AA,KK,QQ"] * 6, method="sampled", max_trials=20_001)
EXACT = scenario("holdem", "AA,KK", "KK,QQ", method="exact")


@pytest.mark.parametrize("table", [*SAMPLED, CLASHING, EXACT], ids=lambda s: s.seats[0].cards)
def test_same_numbers_for_any_number_of_threads(table):
    one, two, five = (numbers(solve(table, workers=n)) for n in (1, 2, 5))
    np.testing.assert_array_equal(one, two)
    np.testing.assert_array_equal(one, five)


@pytest.mark.parametrize("table", SAMPLED, ids=lambda s: s.seats[0].cards)
def test_refined_equals_one_go(table):
    whole = solve(table)
    half = solve(replace(table, run=replace(table.run, max_trials=table.run.max_trials // 3)))
    assert half.deals == table.run.max_trials // 3
    *_, refined = run(table, after=half)
    assert refined.deals == whole.deals == table.run.max_trials
    np.testing.assert_array_equal(numbers(refined), numbers(whole))


def test_a_run_shorter_than_its_first_chunk_can_be_refined():
    table = scenario("razz", "A23", "456", method="sampled", max_trials=10_000)
    short = solve(replace(table, run=replace(table.run, max_trials=3)))
    *_, refined = run(table, after=short)
    assert (short.deals, refined.deals) == (3, 10_000)
    np.testing.assert_array_equal(numbers(refined), numbers(solve(table)))


NAMED = replace(scenario("holdem", "mine", "AKs", method="sampled", max_trials=1_000), names=(RangeName("mine", "22"),))


@pytest.mark.parametrize(
    ("table", "changes"), [(SAMPLED[0], {"board": "2c 3d 4h"}), (NAMED, {"names": (RangeName("mine", "AA"),)})]
)
def test_another_scenario_cannot_be_refined(table, changes):
    first = solve(table)
    with pytest.raises(ScenarioError, match="same scenario"):
        next(run(replace(table, **changes), after=first))


def test_probabilities_add_up():
    for table in SAMPLED:
        snapshot = solve(table)
        assert sum(s.estimate.equity for s in snapshot.active) == pytest.approx(1.0, abs=1e-12)
        for seat in snapshot.active:
            e = seat.estimate
            assert e.win + sum(e.split) + e.lose == pytest.approx(1.0, abs=1e-12)
            assert e.equity == pytest.approx(e.win + sum(s / (k + 2) for k, s in enumerate(e.split)), abs=1e-12)
            assert sum(e.classes.values()) == pytest.approx(1.0, abs=1e-12)
            assert len(e.split) == len(snapshot.active) - 1


def test_an_exact_run_tells_how_far_it_is_and_how_long_it_will_take():
    """By the chunks that are done where there are many, by the speed of earlier runs where there are few."""
    assert exact_progress(25, 100, 2.0, 99.0) == (0.25, pytest.approx(6.0))
    assert exact_progress(1, 100, 0.1, 10.0) == (pytest.approx(0.01), pytest.approx(9.9))
    assert exact_progress(0, 4, 1.0, 4.0) == (0.25, 3.0)
    assert exact_progress(1, 4, 7.0, 4.0) == (0.95, None)  # nothing is promised that did not hold
    seen = list(run(replace(scenario("holdem", "22+,A2s+", "30%"), dead="2c"), every=0.0))
    assert [s.final for s in seen] == [False] * (len(seen) - 1) + [True]
    progress = [s.progress for s in seen]
    assert progress == sorted(progress)
    measured = [s.remaining_s for s in seen[:-1] if s.progress > 0.5]
    assert measured
    assert all(s is not None and s >= 0 for s in measured)
    assert seen[-1].remaining_s is None
    assert seen[-1].speed * seen[-1].elapsed_s > seen[-1].exact_operations / 2  # measured behind the first chunk


def test_a_sampled_run_measures_the_speed_too():
    result = solve(scenario("holdem", "QQ+,AKs", "TT+", "22+", "random", max_trials=2_000_000))
    assert result.speed * result.elapsed_s > MIN_MEASURED_OPERATIONS
    assert solve(scenario("holdem", "AA", "KK")).speed is None  # too short to tell
    assert _speed(2 * MIN_MEASURED_OPERATIONS, 4.0) == MIN_MEASURED_OPERATIONS / 2
    assert _speed(MIN_MEASURED_OPERATIONS / 2, 4.0) is _speed(MIN_MEASURED_OPERATIONS, 0.0) is None


def test_cancelled_runs_end_without_a_final_snapshot():
    cancel = CancelToken()
    endless = scenario("holdem", "AhKh", "random", "random", max_trials=10**12)
    stream = run(endless, cancel=cancel, every=0.0)
    seen = list(islice(stream, 3))
    cancel.cancel()
    seen += list(stream)
    assert len(seen) <= 4
    assert not any(s.final for s in seen)


def test_one_chunk_takes_no_threads():
    before = threading.active_count()
    stream = run(scenario("holdem", "AA", "KK"))
    final = next(stream)
    assert final.final
    assert threading.active_count() == before
    assert list(stream) == []


def test_a_run_that_is_given_up_while_it_is_planned_ends_quietly():
    cancel = CancelToken()
    cancel.cancel()
    assert list(run(scenario("holdem", "AA", "KK, QQ", "JJ+, AK"), cancel=cancel)) == []


def test_snapshots_are_cumulative_and_end_with_a_final_one():
    table = scenario("holdem", "AhKh", "random", "random", target_stderr=0.001)
    seen = list(run(table, every=0.0))
    assert [s.final for s in seen] == [False] * (len(seen) - 1) + [True]
    deals = [s.deals for s in seen]
    assert deals == sorted(deals)
    assert max(s.estimate.stderr for s in seen[-1].active) <= 0.001
    assert seen[-1].trace.trials[-1] == seen[-1].deals


def test_exact_and_sampled_agree():
    for cards in (("AA", "KK,QJs"), ("22+,A2s+", "random")):
        table = scenario("holdem", *cards)
        exact = solve(replace(table, board="7h 8h 2c"))
        sampled = solve(replace(table, board="7h 8h 2c", run=RunOptions(method="sampled", seed=5)))
        assert (exact.method, sampled.method) == ("exact", "sampled")
        for a, b in zip(exact.active, sampled.active, strict=True):
            assert abs(a.estimate.equity - b.estimate.equity) < 4 * b.estimate.stderr


def test_exact_beyond_the_limits_is_refused_with_a_reason():
    with pytest.raises(ScenarioError) as error:
        solve(scenario("holdem", *["random"] * 6, method="exact"))
    assert error.value.problems[0].field == "run.method"


EXACT_RAZZ = scenario("razz", "A 2 9", "(7-7-7)")
SAMPLED_RAZZ = scenario("razz", "A23", "456", "(8-8-8)", method="sampled", max_trials=20_000)


@pytest.mark.parametrize("table", [EXACT_RAZZ, SAMPLED_RAZZ], ids=["exact", "sampled"])
def test_a_result_completed_is_the_result_with_details(table):
    whole = solve(replace(table, run=replace(table.run, detail=("outcomes", "next_card"))))
    first = solve(replace(table, run=replace(table.run, detail=("outcomes",))))
    *under_way, last = complete(first, ("next_card", "outcomes"), every=0.0)
    assert {s.stage for s in under_way} == {"next_card"}
    assert all(s.details.keys() == {"outcomes"} for s in under_way)
    assert (last.final, last.scenario) == (True, whole.scenario)
    assert snapshot_to_json(last)["detail"] == snapshot_to_json(whole)["detail"]
    assert (last.seats, last.deals, last.elapsed_s) == (first.seats, first.deals, first.elapsed_s)


def test_only_known_details_complete_a_result_with_numbers():
    with pytest.raises(ScenarioError, match="unknown detail 'flops'"):
        next(complete(solve(EXACT_RAZZ), ("flops",)))
    with pytest.raises(ScenarioError, match="with numbers"):
        next(complete(replace(solve(EXACT_RAZZ), seats=()), ("outcomes",)))


def test_a_completed_sampled_result_can_be_refined():
    *_, completed = complete(
        solve(replace(SAMPLED_RAZZ, run=replace(SAMPLED_RAZZ.run, max_trials=5_000))), ("outcomes",)
    )
    *_, refined = run(SAMPLED_RAZZ, after=completed)
    np.testing.assert_array_equal(numbers(refined), numbers(solve(SAMPLED_RAZZ)))


def test_completing_ends_when_cancelled():
    cancel = CancelToken()
    stages = []
    for snapshot in complete(solve(EXACT_RAZZ), ("starting_hands",), cancel=cancel, every=0.0):
        stages.append((snapshot.stage, snapshot.final))
        cancel.cancel()
    assert stages == [("starting_hands", False)]


def test_work_too_short_to_time_is_told_in_words():
    assert reason_text(solve(scenario("holdem", "AA", "KK")).reason).startswith("exact: under 1 ms (")
    assert "e-" not in reason_text(solve(scenario("holdem", "AhAd", "KhKd")).reason)
