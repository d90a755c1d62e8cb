"""Results that are stored: which tables are computed again, and which are not."""

from dataclasses import replace

import numpy as np
import pytest

from engine import CancelToken, RunOptions, Scenario, ScenarioError, Seat
from engine.equity import stored
from engine.equity.run import final_snapshot
from engine.equity.stored import stored_snapshot
from engine.ranges.orders import Order
from engine.scenario.kelly import read_panel

RIVER = Scenario("holdem", (Seat("A", "AhKh"), Seat("B", "QQ+, JTs")), board="2c 7d 9h Jd 3s")
SAMPLED = replace(RIVER, run=RunOptions(method="sampled", max_trials=2000, max_seconds=60.0))


@pytest.fixture
def computed(monkeypatch):
    """The tables that are computed, in turn."""
    tables = []

    def compute(scenario, **options):
        tables.append(scenario)
        return final_snapshot(scenario, **options)

    monkeypatch.setattr(stored, "final_snapshot", compute)
    monkeypatch.setattr(stored, "_results", type(stored._results)())
    return tables


def test_a_table_is_computed_once_whatever_its_pages_hold(computed):
    first = stored_snapshot(RIVER, CancelToken())
    panel = read_panel({"bankroll": 1000, "answers": [None, {"fold": 0.3}]})
    assert stored_snapshot(replace(RIVER, kelly=panel), CancelToken()) is first
    assert computed == [RIVER]
    assert [seat.estimate for seat in first.seats] == [seat.estimate for seat in final_snapshot(RIVER).seats]


def test_everything_on_which_a_result_depends_tells_tables_apart(computed):
    others = (
        RIVER,
        replace(RIVER, board="2c 7d 9h Jd 4s"),
        RIVER.with_seat(1, cards="QQ+"),
        RIVER.with_seat(0, folded=True),
        replace(RIVER, dead="Qs"),
        SAMPLED,
        replace(SAMPLED, run=replace(SAMPLED.run, seed=2)),
    )
    for _ in range(2):
        for table in others:
            try:
                stored_snapshot(table, CancelToken())
            except ScenarioError:  # a single player
                assert table.seats[0].folded
    assert [table for table in computed if not table.seats[0].folded] == [t for t in others if not t.seats[0].folded]
    own = Order("mine", "mine", np.arange(169.0))
    stored_snapshot(RIVER, CancelToken(), (own,))
    stored_snapshot(RIVER, CancelToken(), (), 1.0)
    assert computed[-2:] == [RIVER, RIVER]


def test_a_run_that_time_has_ended_and_one_with_details_are_computed_again(computed):
    late = replace(SAMPLED, run=replace(SAMPLED.run, max_trials=None, max_seconds=1e-9))
    detailed = replace(RIVER, run=RunOptions(detail=("made",)))
    for table in (late, detailed):
        stored_snapshot(table, CancelToken())
        stored_snapshot(table, CancelToken())
    assert computed == [late, late, detailed, detailed]


def test_a_stored_result_is_without_its_course_and_the_state_to_continue_it(computed):
    whole, result = final_snapshot(SAMPLED), stored_snapshot(SAMPLED, CancelToken())
    assert (whole.trace is None, whole.resume is None) == (False, False)
    assert (result.trace, result.resume) == (None, None)
    assert result.seats == whole.seats
    assert stored_snapshot(SAMPLED, CancelToken()) is result


def test_a_cancelled_run_has_no_result_although_it_is_known(computed):
    cancel = CancelToken()
    assert stored_snapshot(RIVER, cancel) is not None
    cancel.cancel()
    assert stored_snapshot(RIVER, cancel) is None


def test_the_results_that_were_not_needed_for_longest_are_dropped(computed, monkeypatch):
    monkeypatch.setattr(stored, "MAX_STORED", 2)
    first, second, third = (replace(RIVER, dead=card) for card in ("Qs", "Qc", "Qd"))
    for table in (first, second, first, third, first, second):
        stored_snapshot(table, CancelToken())
    assert computed == [first, second, third, second]
