"""The status line: how every state of a run reads."""

import re
from dataclasses import replace

import pytest
from PySide6.QtWidgets import QProgressBar, QWidget

from engine import GAMES, Problem, RunOptions, Scenario, ScenarioError, Seat
from engine.equity.reasons import Reason, reason_text
from engine.equity.rules import make_plan
from engine.kernels.common.compiling import compiling_elsewhere
from gui.look.theme import LIGHT
from gui.parts.build import show_progress
from gui.shell.status_line import LABEL, READY, StatusLine, status_of
from gui.state import preparation as preparing
from gui.state.preparation import Preparation
from tests.gui.chart_fakes import FakeSession, three_sampled, two_exact
from tests.gui.texts import plain


def session(snapshot=None, **values):
    result = FakeSession(snapshot)
    result.set(**values)
    return result


def test_ready():
    status = status_of(session())
    assert (status.tone, status.progress) == ("muted", None)
    assert "fill in the seats" in status.text


def test_running_sampled_says_method_reason_rate_error_and_progress():
    snapshot = three_sampled(deals=1_234_567)
    status = status_of(session(snapshot, state="running"))
    assert (status.text, status.tip) == ("sampled: exact would take about 41 s", reason_text(snapshot.reason))
    assert plain(status.rate) == "42 M deals/s"
    widest = max(s.estimate.stderr for s in snapshot.active)
    assert plain(status.error) == f"± {196 * widest:.3f} %"
    assert plain(status.deals) == "1 234 567 deals"
    assert status.progress == snapshot.progress


def test_the_time_of_an_exact_run_is_told_by_the_speed_that_was_measured():
    """As on the button that offers it: two times for one thing would contradict each other."""
    snapshot = replace(three_sampled(), reason=Reason("sampled", 8.2e10))
    status = status_of(session(snapshot, speed=1e9))
    assert status.text == "sampled: exact would take about 82 s"
    assert status.tip == reason_text(snapshot.reason, 1e9)
    assert "about 82 s (" in status.tip


def test_running_exact_shows_progress_and_no_rate():
    latest = replace(two_exact(), final=False, seats=(), progress=0.3)
    status = status_of(session(latest, state="running"))
    assert (status.rate, status.deals, status.error, status.progress) == ("", "", "", 0.3)
    assert status.text == "exact: counting every deal"  # no estimate: preparing may take longer than counting


@pytest.mark.parametrize(
    ("latest", "state", "prepared"),
    [
        (replace(two_exact(), final=False, seats=(), progress=0.95), "running", True),
        (replace(two_exact(), final=False, seats=(), progress=0.95), "paused", False),
        (three_sampled(), "running", False),  # another page waits: this run has numbers
        (two_exact(), "idle", True),
    ],
)
def test_an_estimate_of_time_is_not_displayed_while_the_engine_is_being_prepared(latest, state, prepared):
    text = status_of(session(latest, state=state), 0.25).text
    assert (text == "Preparing the engine (first start only): 25 %") == prepared


def test_a_stage_names_no_method_which_its_reason_could_contradict():
    """*Computing the exact outcomes - sampled: no exact method* was said of eight razz players."""
    words = [detail.words for game in GAMES.values() for detail in game.details.values()]
    assert words
    assert not [text for text in words if re.search("exact|sampled", text)]


TEN = ("AhKh", "QsQd", "15%", "7c7d", "random", "A2s+", "Ts9s", "33", "20%", "30%")


@pytest.mark.parametrize(("texts", "method"), [(TEN, "auto"), (TEN, "exact"), (TEN[:2], "auto"), (TEN[:2], "exact")])
def test_what_the_engine_counts_stands_in_the_tool_tip_alone(texts, method):
    table = Scenario("holdem", tuple(Seat("A", text) for text in texts), run=RunOptions(method=method))
    try:
        latest = replace(two_exact(), seats=(), final=False, reason=make_plan(table).reason)
        status = status_of(session(latest, state="running"))
    except ScenarioError as error:
        status = status_of(session(problems=error.problems))
    assert not {"operations", "budget", "G"} & set(re.findall(r"\w+", status.text))
    assert {"operations", "budget", "G"} <= set(re.findall(r"\w+", status.tip))


def test_before_the_first_snapshot():
    assert status_of(session(state="running")).text == "Preparing…"


def test_waiting_for_kernels():
    for run in (session(state="running", preparing=True), session(three_sampled(), state="running", preparing=True)):
        status = status_of(run, 0.345)
        assert (status.text, status.progress) == ("Preparing the engine (first start only): 34 %", 0.345)
    assert status_of(session(three_sampled(), state="running"), 0.345).text.startswith("sampled")


def test_paused():
    assert status_of(session(three_sampled(), state="paused")).text.startswith("Paused – sampled: ")


def test_stopped_says_where():
    status = status_of(session(three_sampled(deals=1_200_000), stopped=True))
    assert plain(status.text).startswith("Stopped at 1 200 000 deals – sampled: ")
    assert status.progress is None
    exact = replace(two_exact(), final=False, seats=())
    assert "no result" in status_of(session(exact, stopped=True)).text


def test_finished_exact():
    status = status_of(session(two_exact()))
    assert (status.text, status.tip) == ("exact: every deal is counted", reason_text(two_exact().reason))
    assert (plain(status.deals), plain(status.time), status.error) == ("1 712 304 deals", "5.2 ms", "")


def test_details_on_the_way_are_told_with_their_own_progress():
    latest = replace(two_exact(), final=False, stage="matrix", progress=0.4)
    status = status_of(session(latest, state="running"))
    assert status.text == "Computing the equity of every hand – exact: every deal is counted"
    assert (status.progress, plain(status.deals)) == (0.4, "1 712 304 deals")
    stopped = status_of(session(latest, stopped=True))
    assert stopped.text == "Stopped before the equity of every hand – exact: every deal is counted"


def test_incomplete_is_no_error():
    problem = Problem("seats[1].cards", "click two cards or type a range", incomplete=True)
    status = status_of(session(two_exact(), problems=(problem,)))
    assert (status.text, status.tone) == ("Seat 2: click two cards or type a range", "muted")


def test_a_real_problem_comes_before_an_incomplete_one_and_says_where():
    problems = (Problem("seats[0].cards", "empty", incomplete=True), Problem("board", "Ah is dead", 3))
    status = status_of(session(problems=problems))
    assert (status.text, status.tone) == ("Board: Ah is dead (at character 4)", "bad")


def test_a_failure_is_told_in_the_bad_colour():
    assert status_of(session(failure="out of memory")) == status_of(session(two_exact(), failure="out of memory"))
    assert status_of(session(failure="out of memory")).tone == "bad"


class TestWidget:
    @pytest.fixture
    def session(self):
        return FakeSession()

    @pytest.fixture
    def preparation(self):
        return Preparation()

    @pytest.fixture
    def line(self, qtbot, session, preparation):
        window = QWidget()
        qtbot.addWidget(window)
        line = StatusLine(session, preparation, window)
        line.resize(1200, 30)
        window.show()
        yield line
        window.close()

    def test_another_page_that_waits_for_the_engine(self, line, preparation, monkeypatch):
        with compiling_elsewhere():  # as on the first start
            monkeypatch.setattr(preparing, "prepared_share", lambda: 0.5)
            preparation.timer.timeout.emit()
            assert line.words.text() == "Preparing the engine (first start only): 50 %"
            assert line.progress.value() == 500
        preparation.timer.timeout.emit()
        assert line.words.text() == READY

    def test_shows_the_parts_that_there_are(self, line, session):
        session.set(snapshot=two_exact(), latest=two_exact())
        assert plain(line.deals.text()) == "1 712 304 deals"
        assert not line.error.isVisible()
        assert not line.progress.isVisible()
        session.set(latest=three_sampled(), state="running")
        assert line.error.isVisible()
        assert line.progress.value() == 460
        assert line.kind.text() == LABEL

    @pytest.mark.parametrize(("players", "note"), [(8, " · 8 players: seventh street is a community card"), (7, "")])
    def test_a_community_card_of_razz_is_named(self, line, session, players, note):
        table = Scenario(
            "razz", tuple(Seat(f"Seat {i + 1}", f"xx{door}") for i, door in enumerate("23456789"[:players]))
        )
        session.set(latest=replace(three_sampled(), scenario=table))
        assert line.kind.text() == LABEL + note

    def test_a_message_takes_the_place_of_the_state_for_a_while(self, line, session):
        session.set(snapshot=two_exact(), latest=two_exact())
        line.show_message("Exported x.png", False)
        assert line.words.text() == "Exported x.png"
        session.set(stale=True)
        assert line.words.text() == "Exported x.png"
        line.show_message("Not written: x.png: No space left on device", True)
        assert line.words.color.name() == LIGHT.bad
        line.timer.timeout.emit()
        assert line.words.text().startswith("Exact: ")

    def test_a_long_reason_is_cut_off_and_whole_in_the_tool_tip(self, line, session):
        line.resize(500, 30)
        session.set(latest=three_sampled())
        line.grab()
        assert line.words.toolTip() == "Sampled: exact would take about 41 s (82.1 G operations, budget 4 G)"
        assert line.minimumSizeHint().width() < 800


def test_progress_does_not_paint_the_window_in_the_middle_of_a_change(qtbot):
    class Painted(QWidget):
        times = 0

        def paintEvent(self, event):
            self.times += 1

    window = QWidget()
    qtbot.addWidget(window)
    beside, bar = Painted(window), QProgressBar(window)
    window.show()
    qtbot.waitUntil(lambda: beside.times > 0)
    before = beside.times
    for value in (10, 50, 50, 90):
        beside.update()
        show_progress(bar, value)
    assert (bar.value(), beside.times) == (90, before)
    qtbot.waitUntil(lambda: beside.times > before)
