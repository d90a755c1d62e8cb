"""The session on a fake runner: what is run when, what is stale, what is dropped."""

from dataclasses import replace

import numpy as np
import pytest

from engine import Estimate, Scenario, ScenarioError, Seat, SeatResult, Snapshot, Trace
from engine.equity.reasons import saved_reason
from engine.scenario import Problem, RangeName
from gui.state.document import Document
from gui.state.session import Session
from tests.gui.session_fakes import FakeRunner

START = Scenario("holdem", (Seat("Hero", "AhAd"), Seat("Villain", "KhKd")))


def snapshot(scenario, method="exact", resume=None):
    stderr = 0.0 if method == "exact" else 0.0002
    estimate = Estimate(0.5, stderr, 0.5, (0.0,), 0.5, {})
    seats = tuple(SeatResult(s.name, s.folded, estimate if s.plays else None) for s in scenario.seats)
    trace = Trace(np.array([10]), np.array([[0.5, 0.5]]), np.array([[0.1, 0.1]]))
    return Snapshot(scenario, method, saved_reason(""), True, 10, 1, 0.1, 1.0, seats, trace=trace, resume=resume)


@pytest.fixture
def parts(qapp):
    document, runner = Document(START), FakeRunner()
    return document, runner, Session(document, runner)


def test_an_edit_runs_by_itself_and_the_old_result_is_stale_until_then(parts, qtbot):
    document, runner, session = parts
    session.start()
    runner.finish(snapshot(START))
    assert (session.state, session.stale) == ("idle", False)
    document.edit("Board", board="7h 8h 2c")
    assert session.stale
    qtbot.waitUntil(lambda: len(runner.started) == 2)
    assert runner.started[1][0].board == "7h 8h 2c"
    runner.finish(snapshot(document.scenario))
    assert not session.stale


def test_renaming_a_seat_computes_nothing(parts):
    document, runner, session = parts
    session.start()
    runner.finish(snapshot(START))
    document.edit("Rename", seats=(replace(START.seats[0], name="Me"), START.seats[1]))
    assert not session.stale
    assert session.state == "idle"


def test_a_range_of_the_same_name_with_other_hands_is_computed(parts, qtbot):
    document, runner, session = parts
    table = replace(START, seats=(START.seats[0], Seat("Villain", "mine")), names=(RangeName("mine", "QQ"),))
    document.replace("Open", table)
    qtbot.waitUntil(lambda: len(runner.started) == 1)
    runner.finish(snapshot(table))
    document.replace("Open", replace(table, names=(RangeName("mine", "AKs"),)))
    assert session.stale
    qtbot.waitUntil(lambda: len(runner.started) == 2)


def test_a_seat_renamed_in_mid_run_keeps_its_new_name(parts):
    document, runner, session = parts
    session.start()
    document.edit("Rename", seats=(replace(START.seats[0], name="Me"), START.seats[1]))
    runner.finish(snapshot(START))
    assert session.snapshot.seats[0].name == session.snapshot.scenario.seats[0].name == "Me"


def test_half_a_hand_is_not_run(parts, qtbot):
    document, runner, session = parts
    document.edit("Add a seat", seats=(*START.seats, Seat("Seat 3", "7c")))
    qtbot.waitUntil(lambda: bool(session.problems))
    qtbot.wait(60)
    assert runner.started == []
    assert [p.field for p in session.problems] == ["seats[2].cards"]
    assert session.state == "idle"


def test_a_table_without_any_cards_is_not_run(parts, qtbot):
    document, runner, session = parts
    document.edit("Clear", seats=(Seat("Hero", ""), Seat("Villain", "")))
    qtbot.wait(60)
    assert runner.started == []
    assert [p.field for p in session.problems] == ["seats[0].cards", "seats[1].cards"]


def test_an_empty_seat_computes_nothing_anew_and_has_no_numbers(parts, qtbot):
    document, runner, session = parts
    session.start()
    runner.finish(snapshot(START))
    document.edit("Add a seat", seats=(*START.seats, Seat("Seat 3", "")))
    qtbot.wait(60)
    assert (len(runner.started), session.stale, session.problems) == (1, False, ())
    assert [seat.estimate is None for seat in session.snapshot.seats] == [False, False, True]
    assert session.snapshot.scenario.seats == document.scenario.seats
    document.undo_stack.undo()
    assert (len(session.snapshot.seats), session.stale) == (2, False)


def test_seats_that_change_their_places_are_computed_anew(parts, qtbot):
    document, runner, session = parts
    document.edit("Add a seat", seats=(START.seats[0], Seat("Seat 3", ""), START.seats[1]))
    qtbot.waitUntil(lambda: bool(runner.started))
    assert session.stale


def test_many_quick_edits_run_once(parts, qtbot):
    document, runner, _ = parts
    for board in ("7h", "7h 8h", "7h 8h 2c"):
        document.edit("Board", board=board)
    qtbot.waitUntil(lambda: bool(runner.started))
    qtbot.wait(60)
    assert [scenario.board for scenario, _ in runner.started] == ["7h 8h 2c"]


def test_pause_stop_and_refine(parts):
    _, runner, session = parts
    session.start()
    session.toggle_pause()
    assert session.state == "paused"
    session.toggle_pause()
    assert session.state == "running"
    sampled = snapshot(START, "sampled", resume=object())
    runner.snapshot_ready.emit(replace(sampled, final=False))
    session.stop()
    assert session.stopped
    assert session.can_refine
    session.refine()
    scenario, after = runner.started[-1]
    assert scenario.run.target_stderr == pytest.approx(0.0001)
    assert after is session.snapshot


def test_an_exact_result_cannot_be_refined(parts):
    _, runner, session = parts
    session.start()
    runner.finish(snapshot(START))
    assert not session.can_refine


def test_a_sampled_result_that_could_be_exact_soon_is_offered_so(parts):
    _, runner, session = parts
    session.start()
    sampled = replace(snapshot(START, "sampled"), exact_operations=8e9)
    runner.finish(sampled)
    assert session.exact_offer == pytest.approx(4.0)
    runner.speed = 4e8  # others use the machine too
    assert (session.speed, session.exact_offer) == (4e8, pytest.approx(20.0))
    runner.speed = 2e9
    session.make_exact()
    assert runner.started[-1][0].run.method == "exact"
    runner.snapshot_ready.emit(replace(snapshot(START), seats=(), final=False))
    assert session.snapshot is sampled
    runner.finish(snapshot(START))
    assert session.exact_offer is None
    assert session.snapshot.method == "exact"


def test_an_exact_run_of_minutes_is_not_offered(parts):
    _, runner, session = parts
    session.start()
    runner.finish(replace(snapshot(START, "sampled"), exact_operations=1e12))
    assert session.exact_offer is None


def test_a_failure_is_kept_for_the_status_line(parts):
    _, runner, session = parts
    session.start()
    runner.running = False
    runner.failed.emit(ScenarioError(Problem("run.method", "exact is not possible here")))
    assert "exact is not possible" in session.failure
    assert session.problems[0].field == "run.method"


def test_a_saved_result_is_shown_without_running(parts, qtbot):
    _, runner, session = parts
    session.show(snapshot(START))
    qtbot.wait(60)
    assert runner.started == []
    assert session.snapshot is not None
    assert not session.stale


@pytest.mark.parametrize(
    "after",
    [
        Scenario("holdem", (Seat("Hero", ""), Seat("Villain", ""))),
        Scenario("razz", (Seat("Hero", "A 2 9"), Seat("Villain", "x"))),
    ],
)
def test_a_new_table_does_not_keep_the_numbers_of_the_old_one(parts, after):
    document, runner, session = parts
    session.start()
    runner.finish(snapshot(START))
    document.replace("Other", after)
    assert session.snapshot is None
    assert session.latest is None
    assert not session.can_refine


def test_a_run_that_waits_for_kernels_says_so(parts, qtbot):
    _, runner, session = parts
    runner.compiling = True
    session.start()
    assert not session.preparing
    with qtbot.waitSignal(session.changed):
        session.quiet.timeout.emit()
    assert session.preparing
    runner.snapshot_ready.emit(replace(snapshot(START), final=False))
    assert not session.preparing
    session.quiet.timeout.emit()
    assert session.preparing
    session.toggle_pause()
    assert not session.preparing
    session.stop()
    session.quiet.timeout.emit()
    assert not session.preparing
    assert not session.quiet.isActive()


def test_kernels_that_no_run_waits_for_are_not_told_of(parts):
    _, runner, session = parts
    runner.compiling = True
    session.quiet.timeout.emit()
    assert not session.preparing
