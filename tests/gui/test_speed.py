"""Promises of time go by what was measured in this process."""

from dataclasses import replace

import pytest

from engine import Scenario, Seat, Snapshot
from engine.equity.budget import REFERENCE_OPERATIONS_PER_SECOND
from engine.equity.reasons import saved_reason
from gui.shell.status_line import status_of
from gui.state.runner import TRUSTED_S, MeasuredSpeed

TABLE = Scenario("holdem", (Seat("Hero", "AA"), Seat("Villain", "KK")))
RUNNING = Snapshot(TABLE, "exact", saved_reason("exact"), False, 10, 2, 12.0, 0.4, ())


def test_the_speed_of_the_last_run_counts_and_a_long_one_counts_for_more():
    speed = MeasuredSpeed()
    assert speed.value == REFERENCE_OPERATIONS_PER_SECOND
    speed.begin()
    speed.take(replace(RUNNING, speed=None))
    assert speed.value == REFERENCE_OPERATIONS_PER_SECOND
    for seconds in (5.0, TRUSTED_S):  # the later snapshot of a run replaces the earlier one
        speed.take(replace(RUNNING, speed=REFERENCE_OPERATIONS_PER_SECOND / 4, elapsed_s=seconds))
    assert speed.value == pytest.approx(REFERENCE_OPERATIONS_PER_SECOND / 2)
    for _ in range(3):
        speed.begin()
        speed.take(replace(RUNNING, speed=1e8, elapsed_s=10.0))
    assert speed.value == pytest.approx(1e8, rel=0.01)


class Run:
    snapshot, stale, problems, failure, stopped, preparing = None, False, (), "", False, False
    seat_names, state, speed = ("Hero", "Villain"), "running", REFERENCE_OPERATIONS_PER_SECOND

    def __init__(self, latest):
        self.latest = latest


@pytest.mark.parametrize(
    ("left", "time"), [(None, "12 s"), (0.4, "12 s"), (18.2, "12 s – 19 s left"), (600.0, "12 s – 10 min left")]
)
def test_what_remains_is_told_while_it_is_worth_it(left, time):
    latest = replace(RUNNING, remaining_s=left)
    assert status_of(Run(latest)).time.replace("\N{NO-BREAK SPACE}", " ").replace("\u202f", " ") == time
    assert "left" not in status_of(type("Idle", (Run,), {"state": "idle"})(latest)).time
