"""The line of progress on *Betting*: what waits for the player, a run with real solves, and how it has ended."""

import re
from dataclasses import replace

import pytest

from engine import Scenario, Seat
from engine.equity.convergence import ConvergencePoint
from engine.scenario import BettingPanel
from gui.pages.betting.run_status import run_status
from gui.words.formatting import time_left
from tests.gui.betting_fakes import RIVER, TURN, Made
from tests.gui.betting_fakes import make as make
from tests.gui.texts import plain

LARGE = replace(TURN, seats=(Seat("Hero", "KK, AQs"), Seat("BTN", "random")))
LINE = "betting.progress", "betting.progressText"


class Watched:
    """What a page showed while its run went on: progress from 0 to 1000, the text, and where other parts were."""

    def __init__(self, made: Made, pause_after: int = 0):
        self.made, self.states, self.pause_after = made, [], pause_after
        self.end = made.model.pause
        made.model.changed.connect(self.note)

    def note(self):
        page, model = self.made.page, self.made.model
        page.layout().activate()
        view = model.run_view
        parts = tuple(part.y() for part in (page.chips["run"], page.progress, page.card))
        self.states.append((page.progress.bar.value(), plain(page.progress.text.text()), parts, model.state))
        enough = self.pause_after and view is not None and len(view.trace) >= self.pause_after
        if enough and model.state == "running" and not model.ending:
            self.end()

    def texts(self, state="running"):
        return [text for _, text, _, now in self.states if now == state]


def line(made):
    bar, text = (made.child(name) for name in LINE)
    return (bar.value() if bar.isVisible() else None), plain(text.text())


def test_a_large_tree_waits_for_the_player_and_says_how_it_was_solved(make):
    made = make(replace(LARGE, betting=BettingPanel(target=0.01)))
    assert line(made) == (0, "Press Run (F5) to solve")
    watched = Watched(made)
    made.click("betting.run")
    running = [(value, text, parts) for value, text, parts, state in watched.states if state == "running"]
    first_value, first_text, _ = running[0]
    assert first_value == 0
    assert re.fullmatch(r"Solving · \d+ iterations?", first_text)  # how many depends on the machine
    assert [value for value, _, _ in running] == sorted(value for value, _, _ in running)
    assert any(0 < value < 1000 and text.startswith("Solving · ") for value, text, _ in running)
    assert len({parts for _, _, parts in running}) == 1  # nothing moves
    value, text = line(made)
    assert value == 1000
    assert text.startswith("Solved: exploitability 0.")
    assert text.endswith(" % of the pot (target 1 %)")


def test_a_paused_run_shows_how_far_it_came_and_goes_on_from_there(make):
    made = make(replace(TURN, betting=BettingPanel(target=0.001)))
    watched = Watched(made, pause_after=3)
    made.click("betting.run")
    assert "Pausing …" in watched.texts()
    value, text = line(made)
    assert made.model.state == "paused"
    assert 0 < value < 1000
    assert text.startswith("Paused at ")
    watched.pause_after, watched.states = 0, []
    made.click("betting.run")
    assert min(done for done, *_ in watched.states) >= value
    assert any(" left" in text for text in watched.texts()) or made.model.view.progress.solve_s < 3
    assert line(made)[0] == 1000


def test_a_stopped_run_and_a_changed_situation_ask_for_run(make):
    made = make(replace(LARGE, betting=BettingPanel(target=0.001)))
    watched = Watched(made, pause_after=2)
    watched.end = made.model.stop
    made.click("betting.run")
    assert "Stopping …" in watched.texts()
    value, text = line(made)
    assert 0 < value < 1000
    assert text.startswith("Stopped at ")
    made.document.edit("Board", board="2c 7d 9h Js")
    made.settle()
    assert line(made)[0] == 0
    assert line(made)[1].startswith("The situation has changed: press Run (F5)")
    made.document.edit("Seats", seats=(Seat("Hero", "KK"), Seat("BTN", "")))
    made.settle()
    assert line(made) == (None, "")


def test_a_stricter_target_asks_for_run(make):
    made = make(replace(RIVER, betting=BettingPanel(target=0.01)))
    assert line(made)[0] == 1000
    betting = made.document.scenario.betting
    assert betting is not None
    made.document.edit("Accuracy", betting=betting.with_entries({"target": 0.00001}))
    made.settle()
    value, text = line(made)
    assert value < 1000
    assert text.endswith(" % of the pot: press Run (F5) for the new target")


def test_a_lock_is_solved_in_two_steps_unless_the_play_without_it_is_known(make):
    fixed = [{"seat": 1, "path": ["bet 66"], "frequencies": {"fold": 1.0}}]
    betting = BettingPanel(target=0.01).with_entries({"fixed": fixed})
    made = make(replace(RIVER, betting=BettingPanel(target=0.01)))
    watched = Watched(made)
    made.document.edit("Lock", betting=betting)
    made.settle()
    assert not any("Step" in text for text in watched.texts())
    made.model._unlocked = None  # as in a window that was just opened
    watched.states = []
    made.model.start()
    assert any(text.startswith("Step 1 of 2 · ") for text in watched.texts())
    assert any(text.startswith("Step 2 of 2 · ") for text in watched.texts())


def test_the_time_left_is_that_of_the_checks(make):
    made = make(replace(TURN, betting=BettingPanel(target=0.01)))
    made.click("betting.run")
    view = made.model.view
    curve = [
        replace(view.progress, iterations=n, evaluated=n, exploitability=3000.0 / n**1.5, solve_s=n / 2.0, done=False)
        for n in (10, 20, 40, 60, 80, 100)
    ]
    made.model._running, made.model._continues = True, True
    made.model.view = replace(view, progress=curve[-1], trace=tuple(curve), final=False)
    assert made.model.view.checks[-1] == ConvergencePoint(100, 3.0, 50.0)
    made.model.changed.emit()
    # 3 % of the pot after 100 iterations; 1 % needs 3^(2/3) as many.
    assert line(made)[1] == "Solving · 3 % of the pot (target 1 %) · about 55 s left"
    assert line(made)[0] == pytest.approx(1000 * 0.7585, abs=2)
    made.model._running = False


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (None, ""), (0.4, ""), (3.0, "a few seconds left"), (11.2, "about 15 s left"), (57.0, "about 60 s left"),
        (61.0, "about 1 min left"), (130.0, "about 2 min left"), (7500.0, "about 2 h left"),
    ],
)  # fmt: skip
def test_the_time_left_is_rounded(seconds, text):
    assert plain(time_left(seconds)) == text


def test_a_situation_without_a_request_has_no_progress(make):
    made = make(Scenario("holdem", (Seat("Hero", "KK"), Seat("BTN", "QQ"))))
    assert run_status(made.model) == (None, "")
