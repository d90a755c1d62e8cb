"""Which method a table takes and what is said of it, by the operation count alone."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from engine.equity.jobs import Methods
from engine.equity.reasons import reason_text, reason_words, saved_reason
from engine.equity.rules import AUTO_BUDGET, EXACT_LIMIT, RULES, make_plan
from engine.scenario import RunOptions, Scenario, ScenarioError, Seat

SAMPLER = object()


@pytest.fixture
def plan(monkeypatch):
    """Plan a table whose exact method takes so many operations; None: it has no exact method."""

    def planned(operations, method="auto"):
        exact = None if operations is None else SimpleNamespace(operations=operations)
        rules = replace(RULES["holdem"], methods=lambda *_: Methods(exact, lambda: SAMPLER))
        monkeypatch.setitem(RULES, "holdem", rules)
        seats = (Seat("Hero", "AhAd"), Seat("Villain", "KhKd"))
        return make_plan(Scenario("holdem", seats, run=RunOptions(method=method)))

    return planned


@pytest.mark.parametrize(
    ("operations", "reason"),
    [
        (100.0, "exact: under 1 ms (100 operations, budget 4 G)"),
        (3e6, "exact: about 1.5 ms (3 M operations, budget 4 G)"),
        (180e6, "exact: about 90 ms (180 M operations, budget 4 G)"),
        (999.7e6, "exact: about 0.5 s (1000 M operations, budget 4 G)"),
        (AUTO_BUDGET, "exact: about 2 s (4 G operations, budget 4 G)"),
        (AUTO_BUDGET + 1e7, "sampled: exact would take about 2 s (4.01 G operations, budget 4 G)"),
        (1.2e12, "sampled: exact would take about 10 min (1.2 T operations, budget 4 G)"),
        (1e15, "sampled: exact would take about 139 h (1000 T operations, budget 4 G)"),
        (2e15, "sampled: exact is out of reach"),
        (None, "sampled: no exact method for this table"),
    ],
)
def test_the_choice_of_auto_and_its_reason(plan, operations, reason):
    chosen = plan(operations)
    assert reason_text(chosen.reason) == reason
    assert (chosen.reason.kind, chosen.reason.operations) == (chosen.method, operations)
    assert chosen.method == reason.partition(":")[0]
    assert (chosen.exact is None, chosen.sampled) == ((False, None) if chosen.method == "exact" else (True, SAMPLER))
    assert chosen.exact_operations == operations


def test_what_is_asked_for_is_done(plan):
    assert reason_text(plan(100.0, "sampled").reason) == "sampled as requested"
    assert (
        reason_text(plan(EXACT_LIMIT, "exact").reason)
        == "exact as requested: about 10 min (1.2 T operations, budget 4 G)"
    )


@pytest.mark.parametrize(
    ("operations", "obstacle"),
    [
        (2 * EXACT_LIMIT, "exact would take about 20 min (2.4 T operations, budget 4 G)"),
        (2e15, "exact is out of reach"),
        (None, "no exact method for this table"),
    ],
)
def test_exact_beyond_the_limits_is_refused(plan, operations, obstacle):
    with pytest.raises(ScenarioError) as caught:
        plan(operations, "exact")
    (problem,) = caught.value.problems
    assert (problem.field, problem.message) == ("run.method", f"exact is not possible here: {obstacle}")


def test_a_reason_comes_back_from_a_file_in_the_same_words(plan):
    for reason in (plan(180e6).reason, plan(1.2e12).reason, plan(None).reason, plan(1.0, "sampled").reason):
        saved = saved_reason(reason_text(reason))
        assert reason_text(saved) == reason_text(reason)
        for counted in (False, True):
            assert reason_words(saved, counted=counted) == reason_words(reason, counted=counted)


def test_the_words_of_a_reason_for_players_have_no_counts(plan):
    assert reason_words(plan(180e6).reason, counted=False) == "exact: counting every deal"
    assert reason_words(plan(180e6).reason, counted=True) == "exact: every deal is counted"
    assert reason_words(plan(1.2e12).reason, counted=False) == "sampled: exact would take about 10 min"
    assert plan(180e6).reason.seconds == 0.09
    with pytest.raises(ScenarioError) as caught:
        plan(2e12, "exact")
    assert "operations" in caught.value.problems[0].message
    assert caught.value.problems[0].brief == "exact is not possible here: exact would take about 17 min"
