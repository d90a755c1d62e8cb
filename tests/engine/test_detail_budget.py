"""The budget of details: operations if the run has no time limit, else its time."""

import time
from dataclasses import replace

import numpy as np
import pytest

from engine import GAMES, RunOptions, complete, snapshot_from_json, snapshot_to_json, solve
from engine.equity.budget import DETAIL_BUDGET, EXACT_LIMIT, TRIVIAL, detail_budget
from engine.equity.holdem.branches import COST_OF_BRANCH, branches_cost
from engine.equity.holdem.sampler import CellSampler
from engine.equity.jobs import Detail, OutOfTime, Solved, never_cancelled
from engine.equity.razz.replay import BATCH, GROUPS, Replay
from tests.engine.tables import holdem, razz
from tests.reference.holdem_setups import prepared

WIDE = "22+, A2s+, K9s+, QTs+, JTs, A9o+, KTo+, QJo"


def errors(value):
    """Return all standard errors in a detail."""
    if isinstance(value, dict):
        return [e for key, v in value.items() for e in (_flat(v) if "stderr" in key else errors(v))]
    return [e for v in value for e in errors(v)] if isinstance(value, list) else []


def _flat(value):
    return [e for v in value for e in _flat(v)] if isinstance(value, list) else [value]


def test_the_budget_of_a_detail():
    assert detail_budget(RunOptions()) == DETAIL_BUDGET
    assert detail_budget(RunOptions("exact")) == EXACT_LIMIT
    assert detail_budget(RunOptions("exact", max_seconds=1.0)) == 2e9
    assert detail_budget(RunOptions(max_seconds=1000.0)) == DETAIL_BUDGET
    assert detail_budget(RunOptions(max_seconds=1e-9)) == TRIVIAL


@pytest.mark.parametrize("name", ["matrix", "next_card"])
def test_under_auto_a_detail_is_exact_only_if_that_is_cheap(name, monkeypatch):
    monkeypatch.setattr("engine.equity.holdem.sampler.MAX_EXTRA_TRIALS", 20_000)
    table = holdem("77", "AKs", "QJs", board="7h8h2c", detail=(name,))
    monkeypatch.setattr("engine.equity.budget.DETAIL_BUDGET", 1.0)
    assert any(errors(solve(table).details[name].to_json()))
    asked = replace(table, run=replace(table.run, method="exact"))
    assert not any(errors(solve(asked).details[name].to_json()))


def test_thousands_of_small_branches_are_not_cheap():
    """Each takes milliseconds to prepare: 15,000 flops of a table with a folded range took over a minute."""
    setup = prepared("17%-53%", "33", dead="4s 9s 7d Th Qc Kh", folded=(1,))
    assert branches_cost([], never_cancelled) == 0
    from engine.equity.holdem.branches import card_branches
    from engine.equity.holdem.card_sets import card_sets

    branches = card_branches(setup, card_sets(setup, 3, never_cancelled))
    assert len(branches) > 15_000
    assert branches_cost(branches, never_cancelled) > COST_OF_BRANCH * len(branches) > DETAIL_BUDGET


def test_a_sampled_detail_ends_with_fewer_deals_once_its_time_is_over():
    setup, asked = prepared(WIDE, WIDE, WIDE, WIDE), []

    def over():
        asked.append(None)
        return True

    sampler = CellSampler("matrix", setup, 1 << 20, never_cancelled, over)
    parts = sampler.parts()
    values = [part() for part in parts]
    assert len(asked) == len(parts)  # one chunk each
    trials = sum(int(row[-1]) for row in values)
    assert 0 < trials < 1 << 16
    result = sampler.result(values)
    np.testing.assert_allclose(np.nansum(result.share[:1326], axis=0), 1.0)
    whole = CellSampler("matrix", setup, 1 << 14, never_cancelled)
    assert sum(int(row[-1]) for row in [part() for part in whole.parts()]) == 1 << 14


def test_a_sampled_detail_of_razz_ends_in_the_same_way():
    dealt = []

    def add_up(deals):
        dealt.append(len(deals.weights))
        return np.ones(1)

    from engine.equity.razz.setup import prepare_razz

    values = []
    replay = Replay(prepare_razz(razz("A23", "456")), never_cancelled, lambda: True)
    detail = replay.detail(add_up, lambda sums, trials: values.append((len(sums), trials)))
    detail.assemble([part() for part in detail.parts])
    batch = BATCH // 46 * 46  # whole turns of the 46 live cards
    assert dealt == [batch] * GROUPS
    assert values == [(GROUPS, batch * GROUPS)]


@pytest.mark.parametrize("name", ["outcomes", "joint", "next_card", "sensitivity", "starting_hands"])
def test_the_error_of_an_event_that_never_happened_is_at_least_one_deal(name, monkeypatch):
    from engine.equity.razz.setup import prepare_razz
    from engine.equity.results import Estimate

    table = razz("A23", "x 4-", "5-8-9-", "7-8-9-", max_seconds=1e-9)
    monkeypatch.setattr("engine.equity.razz.outcomes.SAMPLED_RUN_BUDGET", 0.0)
    estimates = (Estimate(0.25, 0.001, 0.25, (0.0, 0.0, 0.0), 0.75, {}),) * 4
    solved = Solved(table, prepare_razz(table), 1000, estimates, over=lambda: True)
    detail = GAMES["razz"].details[name].load_factory()(solved)
    values = [part() for part in detail.parts]
    trials = sum(group.trials for group in values)
    assert 0 < trials < 1 << 19
    message = [error for error in errors(detail.assemble(values).to_json()) if error]
    assert message
    assert min(message) >= 1 / trials


def slow(solved: Solved) -> Detail:
    def part():
        for _ in range(1000):
            solved.check_time()
            time.sleep(0.01)

    return Detail([part], lambda _: {})


def test_an_exact_detail_that_is_not_done_in_time_is_left_out_with_a_reason(monkeypatch):
    monkeypatch.setattr("engine.equity.razz.derived.path", slow)
    result = solve(razz("A23", "456", detail=("path", "outcomes"), max_seconds=0.01))
    assert result.final
    assert result.left_out["path"] == "not done within max_seconds"
    assert set(result.left_out) | set(result.details) == {"path", "outcomes"}
    saved = snapshot_to_json(result)
    assert saved["left_out"] == result.left_out
    assert snapshot_from_json(saved).left_out == result.left_out
    monkeypatch.undo()
    run = replace(result.scenario.run, max_seconds=None)
    *_, whole = complete(replace(result, scenario=replace(result.scenario, run=run)), ("path",))
    assert set(whole.details) == {"path", "outcomes"}
    assert not whole.left_out
    assert "left_out" not in snapshot_to_json(whole)


def test_details_have_no_time_limit_if_none_is_set():
    def check_cancelled():
        raise OutOfTime

    assert not Solved(razz("A23"), None, None, (), check_cancelled).over()
    one, two = (solve(razz("A2 9 8 7", "x x 7 7 2", detail=("next_card",), max_seconds=s)) for s in (None, 1e6))
    assert snapshot_to_json(one)["detail"] == snapshot_to_json(two)["detail"]
