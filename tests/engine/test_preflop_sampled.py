"""Sampled decisions before the flop: the stated error covers the truth, no bias from giving flops up, any threads."""

import json
import math
from pathlib import Path

import numpy as np
import pytest

import engine.preflop.cells
from engine.equity.jobs import never_cancelled
from engine.equity.workers import CancelToken
from engine.preflop.cells import FlopPlan
from engine.preflop.estimates import deal_noise
from engine.preflop.request import read_preflop_request
from engine.preflop.run import run_preflop, solve_preflop
from engine.preflop.sampled import make_players
from engine.preflop.situation import read_preflop_situation
from engine.scenario import ScenarioError

CASES = json.loads((Path(__file__).parents[1] / "data" / "preflop_lab.json").read_text(encoding="utf-8"))["decision"]
THREE = {
    "hero": {"cards": "AQs"},
    "opponents": [
        {"in": 1, "cards": "22+, A2s+, KTs+, AJo+"},
        {"in": 0.5, "calls": "30%", "calls_raise": "12%"},
        {"in": 1, "calls": "60%", "calls_raise": "20%"},
        {"cards": "fold-profile", "folded": True},
    ],
    "raise_to": 4,
    "after": {"bets": {"pot": 0.7}, "paid": 1},
}


def sampled(request, trials, seed=1, workers=None):
    run = {"method": "sampled", "max_trials": trials, "seed": seed}
    return solve_preflop(read_preflop_request({**request, "run": run}), workers=workers)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_the_error_covers_the_exact_answer(case):
    """Few trials, where the noise on a flop is as large as it gets: the bias would be many errors."""
    for trials in (300_000, 1_500_000):
        answer = sampled(case["request"], trials)
        assert answer.method == "sampled"
        for action in answer.actions[1:]:
            right = case["expected"][action.action]
            assert abs(action.ev - right["ev"]) <= 4 * action.stderr
            assert action.everybody_folds == pytest.approx(right["p_no_flop"], abs=0.01)
            assert 0 < action.stderr < 0.1


RAISED = {
    "hero": {"cards": "AQs, 66"},
    "opponents": [
        {"in": 3, "cards": "22+, A2s+, KTs+, AT+", "calls_raise": "77+, A9s+, AQo+", "raises_raise": "99+, AK:0.5"},
        {"in": 1, "calls": "40%", "calls_raise": "99+, AQs+", "raises": "TT+, A5s, AQ:0.5", "raises_raise": "KK+"},
    ],
    "raise_to": 9, "raises_to": {"call": 9, "raise": 19}, "stack": 100, "after": {"bets": {"pot": 0.7}, "paid": 0.8},
}  # fmt: skip


def test_raises_after_heros_action_have_errors_that_cover_the_exact_numbers():
    exact = solve_preflop(read_preflop_request(RAISED))
    assert exact.method == "exact"
    answer = sampled(RAISED, 2_000_000)
    for action, right in zip(answer.actions[1:], exact.actions[1:], strict=True):
        assert abs(action.ev - right.ev) <= 4 * action.stderr < 0.3
        assert [row.opponent for row in action.raised] == [row.opponent for row in right.raised]
        for row, of_exact in zip(action.raised, right.raised, strict=True):
            assert abs(row.p - of_exact.p) <= 4 * row.p_stderr
            assert abs(row.equity - of_exact.equity) <= 4 * row.equity_stderr
            assert row.called == pytest.approx(of_exact.called, abs=0.05)
            assert abs(row.ev - of_exact.ev) <= 4 * row.stderr + 1e-9
    assert {name: row.best for name, row in answer.classes.items()} == {
        name: row.best for name, row in exact.classes.items()
    }


@pytest.mark.slow
@pytest.mark.parametrize(("trials", "seeds", "most"), [(200_000, 30, 1.1), (1_000_000, 10, 1.1)])
def test_intervals_cover_the_truth_over_many_seeds(trials, seeds, most):
    """The hardest case known: without a set 22 is near the point of indifference on nearly every flop, which are all
    alike, so the bias is about as large as the small error."""
    case = CASES[1]
    errors = {"call": [], "raise": []}
    for seed in range(seeds):
        for action in sampled(case["request"], trials, seed).actions[1:]:
            errors[action.action].append((action.ev - case["expected"][action.action]["ev"]) / action.stderr)
    for result in errors.values():
        assert np.mean(np.abs(result) <= 1.96) >= 0.75  # of ten runs, too
        assert abs(np.mean(result)) <= most


TWO = [case for case in CASES if len(case["request"]["opponents"]) > 1]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("case", "trials", "seeds"), [(TWO[0], 60_000, 30), (TWO[1], 250_000, 15)], ids=["few", "many"]
)
def test_tables_of_two_opponents_show_no_bias_over_many_seeds(case, trials, seeds):
    errors = {name: [] for name in case["expected"]}
    for seed in range(seeds):
        for action in sampled(case["request"], trials, seed).actions[1:]:
            errors[action.action].append((action.ev - case["expected"][action.action]["ev"]) / action.stderr)
    for result in errors.values():
        assert np.mean(np.abs(result) <= 1.96) >= 0.8  # of fifteen to thirty runs
        assert abs(np.mean(result)) <= 0.5


@pytest.fixture(scope="module")
def two_books():
    """The books of AKs or 22 against two who may come: exact, and from few deals a flop."""
    request = {
        "hero": {"cards": "AKs"},
        "opponents": [{"in": 1, "cards": "22+, A2s+, KTs+, AJo+"}, {"in": 0.5, "calls": "30%"}],
        "after": {"bets": {"pot": 0.7}},
    }
    return solve_preflop(read_preflop_request(request)), sampled(request, 3_000_000)


def test_a_sampled_book_has_the_exact_one_within_its_errors(two_books):
    exact, values = (answer.book("call") for answer in two_books)
    assert values.hand == exact.hand == "AsKs"
    assert len(values.rows()) == 19_600
    assert (values.cards == exact.cards).all()
    able = values.p > 0
    away = (values.share - exact.share)[able] / values.errors[0, able]
    assert 0.5 < np.mean(away**2) < 1.1  # the error of a share is rather too large
    away = (values.raw - exact.raw)[able] / values.errors[1, able]
    assert 0.5 < np.mean(away**2) < 1.1
    assert values.csv().splitlines()[0] == "flop,number,share,R,EVraw,R_stderr,EVraw_stderr"
    assert [len(row) for row in values.to_json()[:2]] == [5, 5]
    for one, other in zip(values.textures(), exact.textures(), strict=True):
        assert one.name == other.name
        assert one.equity == pytest.approx(other.equity, abs=0.02 if one.share > 0.02 else 0.1)


def test_sampled_equities_are_those_against_the_players_of_the_situation(two_books):
    exact, result = (answer.equities("call")["AKs"] for answer in two_books)
    error = two_books[1].classes["AKs"].equity_stderrs["call"]
    assert 0 < error < 0.002
    assert abs(result - exact) <= 4 * error
    assert result == pytest.approx(two_books[1].actions[1].equity, abs=1e-9)


def test_three_opponents_have_books_when_they_are_asked_for():
    run = {"max_trials": 1_000_000, "detail": ["book"]}
    call = solve_preflop(read_preflop_request({**THREE, "run": run})).actions[1]
    assert call.book.hand == "AsQs"
    assert float(call.book.p @ call.book.share) == pytest.approx(call.equity, abs=1e-9)
    assert all(row.book is not None for row in call.sets)
    assert len(call.to_json()["book"]) == 19_600


def test_a_wide_range_is_sampled_on_some_flops_of_every_hand():
    answer = sampled({**THREE, "hero": {"cards": "random"}}, 200_000)
    assert answer.book("call") is None
    assert len(answer.equities("call")) == len(answer.classes) == 169
    assert answer.equities("call")["AA"] > answer.equities("call")["72o"]
    errors = [row.stderrs["call"] for row in answer.classes.values()]
    assert 0.1 < np.median(errors) < 2  # seven flops for each hand


def test_three_opponents_agree_with_a_longer_run():
    short, long = sampled(THREE, 250_000, seed=1), sampled(THREE, 1_000_000, seed=2)
    assert {row.opponents for row in long.actions[1].sets} == {(0,), (0, 1), (0, 2), (0, 1, 2)}
    for one, other in zip(short.actions[1:], long.actions[1:], strict=True):
        assert abs(one.ev - other.ev) <= 4 * math.hypot(one.stderr, other.stderr)
        assert other.stderr < one.stderr
        assert math.fsum(row.p for row in other.sets) + other.everybody_folds == pytest.approx(1.0)


SUITED = {
    "hero": {"cards": "JTs"},
    "opponents": [{"in": 1, "cards": "15%"}, {"in": 0.5, "calls": "30%"}, {"in": 1, "calls": "random"}],
    "raise_to": 3,
    "after": {"bets": 2.5},
}
SUITED_CALL = 0.4509
"""The EV of calling with JTs by a run of 60 million trials; its stated error is 0.0006."""


def test_few_flops_are_drawn_by_the_seed_without_bias():
    """Two-tone flops hid between the flops of a fixed sample: the call seemed worth 0.26 whatever the seed."""
    calls = [sampled(SUITED, 20_000, seed).actions[1] for seed in range(24)]
    values = np.array([call.ev for call in calls])
    assert len(set(values.tolist())) == len(calls)
    assert abs(values.mean() - SUITED_CALL) <= 3 * values.std() / math.sqrt(len(calls))
    away = np.abs(values - SUITED_CALL) / [call.stderr for call in calls]
    assert np.mean(away <= 1.96) >= 0.85
    assert 0.7 < values.std() / np.mean([call.stderr for call in calls]) < 1.3


def test_deals_tell_how_often_pots_are_split():
    random = np.random.default_rng(1)
    deals = random.integers(0, 9, (4, 3_000)).astype(float)
    won = random.binomial(deals.astype(int), 0.4)
    assert deal_noise(np.stack([deals, won])) == pytest.approx(1.0, abs=0.03)
    assert deal_noise(np.stack([2 * deals, deals / 2 + won])) < 0.9  # half of the deals are always split
    assert deal_noise(np.full((2, 4, 1), 2.0) * [[[1.0]], [[0.25]]]) > 0.3  # two deals that ended alike


def test_every_flop_is_drawn_equally_often():
    """Each flop up to suits stands for as many deals, on average over seeds, as there are flops like it."""
    totals: dict[tuple[int, ...], float] = {}
    seeds = 60
    for seed in range(seeds):
        run = {"method": "sampled", "max_trials": 20_000, "seed": seed}
        situation = read_preflop_situation(read_preflop_request({**SUITED, "run": run}))
        plan = FlopPlan(situation, make_players(situation)[0], never_cancelled)
        cells = plan.cells(0)
        assert plan.parts == 1
        assert cells.weights.sum() == pytest.approx(4 * 19_600, rel=0.05)  # four suits, three cards of 50
        for cards, weight in zip(cells.cards.tolist(), cells.weights, strict=True):
            totals[tuple(cards[2:])] = totals.get(tuple(cards[2:]), 0.0) + weight
    tones = {1: 0.0, 2: 0.0, 3: 0.0}
    for flop, weight in totals.items():
        tones[len({card & 3 for card in flop})] += weight / (4 * seeds)
    # beside two cards of a suit: 11 of that suit and 13 of each other one are left
    monotone, rainbow = math.comb(11, 3) + 3 * math.comb(13, 3), 13**3 + 3 * 11 * 13 * 13
    expected = {1: monotone, 3: rainbow, 2: 19_600 - monotone - rainbow}
    for tone, count in expected.items():
        assert tones[tone] == pytest.approx(count, rel=0.06)


def test_flops_that_do_not_fit_into_memory_are_visited_in_parts(monkeypatch):
    """The parts have all flops together, so that the differences between flops do not count as an error any more."""
    case = CASES[1]
    monkeypatch.setattr(engine.preflop.cells, "TRIES_IN_CELL", 64)
    monkeypatch.setattr(engine.preflop.cells, "TRIES_BY_ROOT", 0.0)
    whole = sampled(case["request"], 600_000).actions[1]
    monkeypatch.setattr(engine.preflop.cells, "MAX_NUMBERS", 60_000)
    situation = read_preflop_situation(read_preflop_request(case["request"] | {"run": {"max_trials": 600_000}}))
    plan = FlopPlan(situation, make_players(situation)[0], never_cancelled)
    assert plan.complete
    assert plan.parts > 2
    cells = [plan.cells(part) for part in range(plan.parts)]
    flops = np.concatenate([part.flops for part in cells])
    assert len(np.unique(flops)) == len(flops)  # no flop twice, and none is missing
    assert sum(part.fractions.sum() / len(part.fractions) for part in cells) == pytest.approx(1.0)
    one, other = (sampled(case["request"], 600_000, workers=workers) for workers in (1, 3))
    assert [action.to_json() for action in one.actions] == [action.to_json() for action in other.actions]
    call = one.actions[1]
    assert abs(call.ev - case["expected"]["call"]["ev"]) <= 4 * call.stderr
    assert call.stderr < 1.5 * whole.stderr


def test_all_numbers_have_errors_that_hold():
    case = CASES[3]
    answer = sampled(case["request"], 800_000)
    for action in answer.actions[1:]:
        right = case["expected"][action.action]
        rows = [(row, expected) for row, expected in zip(action.sets, right["sets"], strict=True)]
        for row, expected in rows:
            values = row.to_json()
            for key in ("p", "equity", "bettable"):
                error = values[f"{key}_stderr"]
                assert 0 < error < 0.1
                assert abs(values[key] - expected[key]) <= 4 * error
        assert action.equity_stderr > 0 < action.playable_stderr
        assert action.values.low_stderr > 0 < action.values.high_stderr
        assert {"p_no_flop_stderr", "equity_stderr", "bettable_stderr"} <= set(action.to_json())
    exact = solve_preflop(read_preflop_request(case["request"])).actions[1].to_json()
    assert not any(key.endswith("_stderr") for key in (*exact, *exact["sets"][0], *exact["flops"]))


def test_a_target_that_is_not_reached_is_told():
    run = {"max_trials": 30_000, "target_stderr": 1e-6}
    answer = solve_preflop(read_preflop_request({**SUITED, "run": run}))
    assert answer.notices[-1].startswith("run.target_stderr: the standard error is 0.")
    assert answer.notices[-1].endswith("more than the target of 1e-06")
    easy = solve_preflop(read_preflop_request({**SUITED, "run": {"target_stderr": 0.2}}))
    assert not any("target" in notice for notice in easy.notices)


def test_any_number_of_threads_gives_the_same_numbers():
    one, other = sampled(THREE, 400_000, workers=1), sampled(THREE, 400_000, workers=3)
    assert [action.to_json() for action in one.actions] == [action.to_json() for action in other.actions]
    exact = read_preflop_request(CASES[0]["request"])
    alone, many = solve_preflop(exact, workers=1), solve_preflop(exact, workers=3)
    assert alone.to_json() == many.to_json()


def test_beyond_two_opponents_exact_is_refused():
    request = read_preflop_request({**THREE, "run": {"method": "exact"}})
    with pytest.raises(ScenarioError) as caught:
        list(run_preflop(request))
    assert caught.value.problems[0].field == "run.method"


def test_a_range_is_sampled_by_classes():
    answer = sampled({**THREE, "hero": {"cards": "AA, 72o"}}, 500_000)
    assert set(answer.classes) == {"AA", "72o"}
    assert answer.classes["AA"].evs["raise"] > answer.classes["72o"].evs["raise"]
    assert answer.classes["AA"].stderrs["raise"] > 0
    assert math.fsum(row.share for row in answer.classes.values()) == pytest.approx(1.0)
    assert answer.classes["72o"].best == "fold"


@pytest.mark.parametrize("request_", [THREE, CASES[3]["request"]], ids=["sampled", "exact"])
def test_cancelling_ends_without_a_final_answer(request_):
    cancel = CancelToken()
    values = []
    for snapshot in run_preflop(read_preflop_request(request_), cancel=cancel, every=0.0):
        values.append(snapshot)
        cancel.cancel()
    assert values
    assert not any(snapshot.final for snapshot in values)
