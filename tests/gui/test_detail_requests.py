"""Pages ask for details: the session computes them behind the main numbers and never writes them into the document."""

from dataclasses import replace

import numpy as np
import pytest

from engine import Estimate, Scenario, Seat, SeatResult, Snapshot, Trace
from engine.equity.reasons import saved_reason
from gui.state.document import Document
from gui.state.runner import EngineRunner
from gui.state.session import Session
from tests.gui.razz_details import razz
from tests.gui.session_fakes import FakeRunner

RAZZ = Scenario("razz", (Seat("Hero", "A 2 9"), Seat("Villain", "x")))


def result(scenario, method="exact", **more):
    stderr = 0.0 if method == "exact" else 0.0002
    estimate = Estimate(0.5, stderr, 0.5, (0.0,), 0.5, {})
    seats = tuple(SeatResult(s.name, s.folded, estimate) for s in scenario.seats)
    trace = Trace(np.array([10]), np.array([[0.5, 0.5]]), np.array([[0.1, 0.1]]))
    return Snapshot(scenario, method, saved_reason(""), True, 4096, 1, 0.1, 1.0, seats, trace=trace, **more)


@pytest.fixture
def parts(qapp):
    document, runner = Document(RAZZ), FakeRunner()
    return document, runner, Session(document, runner)


def finish(runner, **more):
    scenario = runner.started[-1][0]
    details = {name: [name] for name in scenario.run.detail}
    runner.finish(result(scenario, details=details, **more))


def complete(runner):
    """End a run for the sake of details alone."""
    before, names = runner.completed[-1]
    every = (*before.scenario.run.detail, *names)
    scenario = replace(before.scenario, run=replace(before.scenario.run, detail=every))
    details = before.details | {name: [name] for name in names}
    runner.finish(replace(before, scenario=scenario, details=details, final=True, stage=""))


def test_what_pages_want_is_run_but_not_saved(parts):
    document, runner, session = parts
    session.request_details("a", {"next_card", "flops"})
    session.request_details("b", {"outcomes"})
    session.start()
    assert runner.started[-1][0].run.detail == ("outcomes", "next_card")
    assert document.scenario.run.detail == ()
    finish(runner)
    assert session.detail("next_card", object).value == ["next_card"]
    assert not session.detail("next_card", object).stale
    assert session.detail("joint", object) is None


def test_the_scenario_s_own_details_come_first(parts):
    document, runner, session = parts
    document.edit("Ask", run=replace(RAZZ.run, detail=("path",)))
    session.request_details("a", {"path", "joint"})
    session.start()
    assert runner.started[-1][0].run.detail == ("path", "joint")


def test_a_page_shown_later_gets_its_details_and_the_numbers_stay(parts):
    _, runner, session = parts
    session.request_details("a", {"outcomes"})
    session.start()
    finish(runner)
    before = session.snapshot
    session.request_details("a")
    session.request_details("b", {"next_card"})
    assert runner.completed == [(before, ("next_card",))]
    assert session.snapshot is before
    assert not session.stale
    complete(runner)
    assert len(runner.started) == 1
    assert set(session.snapshot.details) == {"outcomes", "next_card"}
    assert session.snapshot.scenario.run.detail == ("outcomes", "next_card")


def test_a_sampled_result_goes_on_with_the_details_of_the_pages_on_show(parts):
    _, runner, session = parts
    session.start()
    finish(runner, method="sampled", resume=object())
    session.request_details("a", {"path"})
    complete(runner)
    session.refine()
    scenario, after = runner.started[-1]
    assert scenario.run.detail == ("path",)
    assert after is session.snapshot


def test_a_page_shown_while_the_main_numbers_are_under_way_waits_for_them(parts):
    _, runner, session = parts
    session.start()
    session.request_details("a", {"path"})
    assert runner.completed == []
    finish(runner)
    assert [names for _, names in runner.completed] == [("path",)]
    assert len(runner.started) == 1


def test_another_page_does_not_wait_for_the_details_of_the_first(parts):
    _, runner, session = parts
    session.request_details("a", {"starting_hands"})
    session.start()
    runner.snapshot_ready.emit(replace(result(runner.started[-1][0]), final=False, stage="starting_hands"))
    session.request_details("a")
    session.request_details("b", {"next_card"})
    assert runner.completed[-1][1] == ("next_card",)


def test_the_page_that_is_left_does_not_hold_up_the_next_one(parts):
    """A page is shown before the one that was left is hidden; the result of the moment asks for the old detail."""
    _, runner, session = parts
    session.start()
    finish(runner)
    session.request_details("a", {"starting_hands"})
    asking = replace(RAZZ, run=replace(RAZZ.run, detail=("starting_hands",)))
    runner.snapshot_ready.emit(replace(result(asking), final=False, stage="starting_hands"))
    session.request_details("b", {"joint"})
    session.request_details("a")
    before, names = runner.completed[-1]
    assert (before.scenario.run.detail, names) == ((), ("joint",))


def test_what_a_page_that_is_left_asked_for_is_finished_where_nothing_waits(parts):
    _, runner, session = parts
    session.start()
    finish(runner)
    session.request_details("a", {"joint"})
    runner.snapshot_ready.emit(replace(session.snapshot, final=False, stage="joint"))
    session.request_details("a")
    assert [names for _, names in runner.completed] == [("joint",)]


def test_a_detail_that_came_too_late_is_not_tried_for_ever(parts):
    _, runner, session = parts
    session.start()
    finish(runner)
    session.request_details("a", {"joint"})
    session.request_details("b", {"path"})
    session.request_details("a")
    late = replace(session.snapshot, final=False, stage="joint", left_out={"path": "late"})
    runner.snapshot_ready.emit(late)
    assert len(runner.completed) == 2


def test_after_an_edit_details_are_stale_until_the_next_ones(parts, qtbot):
    document, runner, session = parts
    session.request_details("a", {"path"})
    session.start()
    finish(runner)
    document.edit("Dead", dead="K")
    assert session.detail("path", object).stale
    qtbot.waitUntil(lambda: len(runner.started) == 2)
    runner.snapshot_ready.emit(replace(result(runner.started[-1][0]), final=False, stage="path"))
    assert session.detail("path", object).stale
    finish(runner)
    assert not session.detail("path", object).stale


def test_a_new_game_forgets_them(parts):
    document, runner, session = parts
    session.request_details("a", {"path"})
    session.start()
    finish(runner)
    document.replace("Hold'em", Scenario("holdem", (Seat("Hero", "AhAd"), Seat("Villain", "KhKd"))))
    assert session.detail("path", object) is None


def test_a_stopped_run_is_not_taken_up_for_details(parts):
    _, runner, session = parts
    session.start()
    runner.snapshot_ready.emit(replace(result(RAZZ, "sampled"), final=False))
    session.stop()
    session.request_details("a", {"path"})
    assert len(runner.started) == 1


def test_renaming_keeps_the_result_fit_to_be_refined(parts):
    document, runner, session = parts
    session.request_details("a", {"path"})
    session.start()
    finish(runner, method="sampled", resume=object())
    document.edit("Rename", seats=(replace(RAZZ.seats[0], name="Me"), RAZZ.seats[1]))
    assert session.snapshot.scenario.run.detail == ("path",)
    assert session.detail("path", object).snapshot.seats[0].name == "Me"


@pytest.mark.parametrize("method", ["exact", "sampled"])
def test_the_engine_gives_the_same_numbers_with_details(qtbot, method):
    document = Document(razz(("A 2 9 5", "3 4 7 8"), "K 7", method=method, max_trials=70_000))
    runner = EngineRunner()
    session = Session(document, runner)
    try:
        session.start()
        qtbot.waitUntil(lambda: session.state == "idle")
        before = session.snapshot
        session.request_details("page", {"next_card"})
        qtbot.waitUntil(lambda: session.state == "idle")
        after = session.snapshot
        assert after.final
        assert [s.estimate.equity for s in after.seats] == [s.estimate.equity for s in before.seats]
        assert after.deals == before.deals
        assert after.scenario.run == replace(document.scenario.run, detail=("next_card",))
        assert [table.seat for table in session.detail("next_card", object).value.tables] == [0, 1]
        assert document.scenario.run.detail == ()
        if method == "sampled":
            session.refine()
            qtbot.waitUntil(lambda: session.snapshot.deals > before.deals)
            assert not session.failure
    finally:
        runner.shut_down()
