"""Filters by equity in the running program: worked out on the engine's thread, said so, and told where they fail."""

import numpy as np
import pytest

from engine import Scenario, Seat, problems, ranges_by_street
from gui.shell.status_line import FILTERING, status_of
from gui.state.document import Document
from gui.state.runner import EngineRunner
from gui.state.session import Session

BOARD = "9c7dAs"
HEAVY = "22+, A2s+, K2s+, Q5s+, J7s+, A5o+, K9o+ > flop equity 47.1234%+"


def table(text, other="random", board=BOARD):
    return Scenario("holdem", (Seat("Hero", text), Seat("Villain", other)), board=board)


@pytest.fixture
def running(qtbot):
    runner = EngineRunner()
    document = Document(table("AhKh", "random"))
    yield document, Session(document, runner)
    runner.shut_down()


def test_problems_at_once_leave_equities_out():
    scenario = table("22+, T9s > flop equity 83.3%+ > turn set", "KK+")
    assert problems(scenario, at_once=True) == ()
    assert list(ranges_by_street(scenario, at_once=True)) == [None]
    left = ranges_by_street(scenario)
    assert list(ranges_by_street(scenario, at_once=True)) == list(left) == [None, "flop"]
    assert np.array_equal(ranges_by_street(scenario, at_once=True)["flop"][0], left["flop"][0])


def test_what_is_wrong_is_found_at_once_when_it_has_been_worked_out():
    scenario = table("76s > flop equity 99.5%+", "AA")
    assert problems(scenario, at_once=True) == ()
    (wrong,) = problems(scenario)
    assert problems(scenario, at_once=True) == (wrong,)
    assert wrong.message == "no hand of this range is left on the flop"


def test_a_text_that_cannot_be_read_is_refused_at_once():
    (wrong,) = problems(table("22+ > flop equity 45", "AA"), at_once=True)
    assert wrong.position == 11


def test_an_edit_does_not_wait_for_the_equities(running, qtbot):
    document, session = running
    assert document.replace("Text", table(HEAVY)) == ()
    assert session.snapshot is None or session.stale
    qtbot.waitUntil(lambda: session.filtering)
    assert status_of(session).text == FILTERING
    qtbot.waitUntil(lambda: session.snapshot is not None and not session.stale)
    assert not session.filtering
    left = ranges_by_street(document.scenario)["flop"][0]
    assert 0 < left.sum() < ranges_by_street(document.scenario)[None][0].sum()


def test_a_filter_that_leaves_nothing_is_told_by_the_run(running, qtbot):
    document, session = running
    assert document.replace("Text", table("76s, 65s > flop equity 99.77%+", "AA")) == ()
    qtbot.waitUntil(lambda: bool(session.problems))
    assert session.problems[0].message == "no hand of this range is left on the flop"
    assert session.problems[0].field == "seats[0].cards"
    assert document.replace("Mend", table("76s, 65s", "AA")) == ()
    qtbot.waitUntil(lambda: not session.problems and session.snapshot is not None)
