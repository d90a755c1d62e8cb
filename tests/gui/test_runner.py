"""The jobs of the runner: the latest wins, and a slow window sees the latest result, not every one."""

import gc
import threading
import time
from functools import partial
from inspect import signature
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QDeadlineTimer, QObject, QThread
from shiboken6 import delete, isValid

from engine import Problem, Scenario, ScenarioError, Seat, solve
from gui.state import runner
from gui.state.history import History
from gui.state.journal import Journal
from gui.state.latest import Questions
from gui.state.pin import PinFile
from gui.state.runner import EngineRunner, LatestWins
from tests.gui.table_fakes import result

TABLE = Scenario("holdem", (Seat("Hero", "AhAd"), Seat("Villain", "KhKd")))


@pytest.fixture
def lane():
    lane = LatestWins("engine")
    lane.seen = []
    lane.yielded.connect(lane.seen.append)
    yield lane
    lane.shut_down()


def test_a_window_that_is_slower_than_the_work_gets_the_latest_result_once(qtbot, lane):
    done, more = threading.Event(), threading.Event()

    def work(cancel):
        yield from (1, 2)
        done.set()
        more.wait()
        yield 3

    lane.start(work)
    done.wait()  # the window does nothing meanwhile
    assert lane.seen == []
    qtbot.waitUntil(lambda: lane.seen == [2])
    with qtbot.waitSignal(lane.ended):
        more.set()
    assert lane.seen == [2, 3]
    assert not lane.running


def test_a_held_job_goes_on_where_it_was(qtbot, lane):
    lane.start(lambda cancel: iter((1, 2)))
    lane.pause()
    assert lane.paused
    with qtbot.waitSignal(lane.ended):
        lane.go_on()
    assert not lane.paused
    assert lane.seen[-1] == 2


def test_a_fault_ends_the_job_and_the_next_one_is_done(qtbot, lane, capfd):
    def work(cancel):
        yield 1
        raise ValueError("broken")

    with qtbot.waitSignal(lane.failed) as failed, qtbot.assertNotEmitted(lane.ended):
        lane.start(work)
    assert str(failed.args[0]) == "broken"
    assert not lane.running
    printed = capfd.readouterr().err
    assert f'{__file__}", line' in printed, "where it happened"
    assert printed.endswith("ValueError: broken\n")
    with qtbot.waitSignal(lane.ended):
        lane.start(lambda cancel: iter((2,)))
    assert lane.seen == [1, 2]


def test_what_is_wrong_with_a_table_is_no_fault_of_ours(qtbot, lane, capfd):
    def work(cancel):
        raise ScenarioError(Problem("board", "two cards"))
        yield

    with qtbot.waitSignal(lane.failed):
        lane.start(work)
    assert capfd.readouterr().err == ""


def test_the_last_snapshot_of_a_run_arrives_before_its_end(qtbot):
    runner = EngineRunner()
    seen = []
    runner.snapshot_ready.connect(lambda snapshot: seen.append(("snapshot", snapshot.final)))
    runner.ended.connect(lambda: seen.append(("ended", True)))
    try:
        with qtbot.waitSignal(runner.ended):
            runner.run(TABLE)
    finally:
        runner.shut_down()
    assert seen[-2:] == [("snapshot", True), ("ended", True)]


def test_an_empty_seat_is_not_dealt_in_and_keeps_its_place(qtbot):
    seats = (Seat("Hero", "AhAd"), Seat("Away", ""), Seat("Villain", "KhKd"), Seat("Gone", "", folded=True))
    table, runner, seen = Scenario("holdem", seats), EngineRunner(), []
    runner.snapshot_ready.connect(seen.append)
    try:
        with qtbot.waitSignal(runner.ended):
            runner.run(table)
        with qtbot.waitSignal(runner.ended):
            runner.complete(seen[-1], ("matrix",))
    finally:
        runner.shut_down()
    alone = solve(TABLE)
    assert [seat.estimate and seat.estimate.equity for seat in seen[-1].seats] == [
        alone.seats[0].estimate.equity, None, alone.seats[1].estimate.equity, None,
    ]  # fmt: skip
    assert (seen[-1].deals, seen[-1].scenario.seats) == (alone.deals, seats)
    assert seen[-1].details["matrix"].seats == (0, 2)


@pytest.mark.parametrize("state", ["running", "stopped"])
def test_results_of_an_older_job_are_dropped(qtbot, lane, state):
    left, fault = threading.Event(), threading.Event()

    def old(cancel):
        yield "old"
        left.set()
        fault.wait()
        raise ValueError("old")

    failures = []
    lane.failed.connect(failures.append)
    lane.start(old)
    left.wait()  # its result is on the way
    if state == "running":
        lane.start(lambda cancel: iter(("new",)))
    else:
        lane.stop()
    fault.set()
    qtbot.waitUntil(lambda: not lane.running)
    qtbot.wait(50)
    assert lane.seen == (["new"] if state == "running" else [])
    assert failures == []


def test_a_result_is_completed_without_computing_its_numbers_again(qtbot):
    runner = EngineRunner()
    seen = []
    runner.snapshot_ready.connect(seen.append)
    first = result(Scenario("razz", (Seat("Hero", "A 2 9"), Seat("Villain", "7 7 7"))), (0.75, 0.25))
    try:
        with qtbot.waitSignal(runner.ended):
            runner.complete(first, ("outcomes",))
    finally:
        runner.shut_down()
    assert seen[-1].final
    assert [seat.estimate.equity for seat in seen[-1].seats] == [0.75, 0.25]
    assert list(seen[-1].details) == ["outcomes"]


@pytest.fixture
def clock(monkeypatch):
    """The clock of the runner, that goes on by a hundredth of a second each time it is looked at."""

    def look():
        shown.now += 0.01
        return shown.now

    shown = SimpleNamespace(now=0.0, monotonic=look)
    monkeypatch.setattr(runner, "time", shown)
    return shown


def test_the_end_does_not_wait_for_a_kernel_that_is_being_compiled(clock, monkeypatch):
    begun, compiled = threading.Event(), threading.Event()

    def work(cancel):
        begun.set()
        compiled.wait()
        yield from ()

    lane = LatestWins("compiles")
    lane.start(work)
    begun.wait()
    monkeypatch.setattr(runner, "compiling", lambda: not compiled.is_set())
    clock.now = 0.0
    lane.shut_down()
    assert clock.now < 2 * runner.PATIENCE_S
    compiled.set()
    lane.shut_down()  # nothing is left running


def test_threads_that_wait_for_a_kernel_are_left_behind_together(clock, monkeypatch):
    begun, compiled = threading.Semaphore(0), threading.Event()

    def work(cancel):
        begun.release()
        compiled.wait()
        yield from ()

    questions = Questions("first")
    asked = [questions, *(questions.apart(f"question {i}") for i in range(9))]
    for question in asked:
        question.ask("key", work)
    for _ in asked:
        begun.acquire()
    monkeypatch.setattr(runner, "compiling", lambda: not compiled.is_set())
    clock.now = 0.0
    questions.shut_down()
    assert clock.now < 3 * runner.PATIENCE_S
    compiled.set()
    questions.shut_down()  # nothing is left running


def test_a_thread_that_is_left_behind_outlives_what_has_asked(monkeypatch, capfd):
    """A signal of a dead object, emitted by a thread, may end the program."""
    begun, compiled = threading.Event(), threading.Event()

    def work(cancel):
        begun.set()
        compiled.wait()
        yield from ()

    asking = QObject()
    lane = LatestWins("left behind", asking)
    lane.start(work)
    begun.wait()
    monkeypatch.setattr(runner, "compiling", lambda: not compiled.is_set())
    monkeypatch.setattr(runner.LatestWins, "patience_s", 0.0)
    lane.shut_down()
    [thread] = [item for item in gc.get_objects() if isinstance(item, QThread) and item.objectName() == "left behind"]
    delete(asking)
    assert not isValid(lane)
    compiled.set()
    assert thread.wait(QDeadlineTimer.Forever)
    assert capfd.readouterr().err == ""


def test_the_end_waits_for_work_until_it_notices_that_it_is_cancelled():
    begun, ended = threading.Event(), []

    def work(cancel):
        begun.set()
        time.sleep(2 * runner.PATIENCE_S)
        ended.append(cancel.cancelled)
        yield from ()

    lane = LatestWins("engine")
    lane.start(work)
    begun.wait()
    lane.shut_down()
    assert ended == [True]


@pytest.mark.parametrize("keeper", [History, Journal, PinFile])
def test_the_end_waits_for_files_whatever_is_being_compiled(keeper, monkeypatch):
    monkeypatch.setattr(runner, "compiling", lambda: True)
    written = []

    def work(cancel, what):
        time.sleep(2 * runner.PATIENCE_S)
        written.append(what)
        yield True

    jobs = signature(keeper).parameters["threads"].default("files")
    for what in ("first", "last"):
        jobs.start(partial(work, what=what))
    jobs.shut_down()
    assert written == ["first", "last"]
