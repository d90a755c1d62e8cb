"""The runner's jobs: a slow window sees the latest snapshot, not every one."""

import pytest

from engine import Scenario, Seat, solve
from gui.state.runner import EngineRunner, _Job
from tests.gui.table_fakes import result

TABLE = Scenario("holdem", (Seat("Hero", "AhAd"), Seat("Villain", "KhKd")))


def no_run(cancel):
    return iter(())


def test_a_window_that_is_slower_than_the_run_is_told_once_and_takes_the_latest():
    job = _Job(no_run)
    first, second, third = (result(TABLE, shares) for shares in ((0.8, 0.2), (0.82, 0.18), (0.83, 0.17)))
    assert job.put(first)
    assert not job.put(second)
    assert job.take() is second
    assert job.take() is None
    assert job.put(third)
    assert job.take() is third


def test_the_last_snapshot_of_a_run_arrives_before_its_end(qtbot):
    runner = EngineRunner()
    seen = []
    runner.snapshot_ready.connect(lambda snapshot: seen.append(("snapshot", snapshot.final)))
    runner.ended.connect(lambda: seen.append(("ended", True)))
    try:
        with qtbot.waitSignal(runner.ended, timeout=60_000):
            runner.start(TABLE)
    finally:
        runner.shut_down()
    assert seen[-2:] == [("snapshot", True), ("ended", True)]


def test_an_empty_seat_is_not_dealt_in_and_keeps_its_place(qtbot):
    seats = (Seat("Hero", "AhAd"), Seat("Away", ""), Seat("Villain", "KhKd"), Seat("Gone", "", folded=True))
    table, runner, seen = Scenario("holdem", seats), EngineRunner(), []
    runner.snapshot_ready.connect(seen.append)
    try:
        with qtbot.waitSignal(runner.ended, timeout=60_000):
            runner.start(table)
        with qtbot.waitSignal(runner.ended, timeout=60_000):
            runner.complete(seen[-1], ("matrix",))
    finally:
        runner.shut_down()
    alone = solve(TABLE)
    assert [seat.estimate and seat.estimate.equity for seat in seen[-1].seats] == [
        alone.seats[0].estimate.equity, None, alone.seats[1].estimate.equity, None,
    ]  # fmt: skip
    assert (seen[-1].deals, seen[-1].scenario.seats) == (alone.deals, seats)
    assert [row["seat"] for row in seen[-1].details["matrix"]] == [0, 2]


@pytest.mark.parametrize("state", ["running", "stopped"])
def test_snapshots_of_an_older_job_are_dropped(qtbot, state):
    runner = EngineRunner()
    seen = []
    runner.snapshot_ready.connect(seen.append)
    old = _Job(no_run)
    old.put(result(TABLE, (0.8, 0.2)))
    try:
        runner._job = _Job(no_run) if state == "running" else None
        runner._on_snapshot(old)
    finally:
        runner.shut_down()
    assert seen == []


def test_a_result_is_completed_without_computing_its_numbers_again(qtbot):
    runner = EngineRunner()
    seen = []
    runner.snapshot_ready.connect(seen.append)
    first = result(Scenario("razz", (Seat("Hero", "A 2 9"), Seat("Villain", "7 7 7"))), (0.75, 0.25))
    try:
        with qtbot.waitSignal(runner.ended, timeout=60_000):
            runner.complete(first, ("outcomes",))
    finally:
        runner.shut_down()
    assert seen[-1].final
    assert [seat.estimate.equity for seat in seen[-1].seats] == [0.75, 0.25]
    assert list(seen[-1].details) == ["outcomes"]
