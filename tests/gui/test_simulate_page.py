"""The page *Simulate*: the situation of the table, hero's actions with their EVs, and what is copied and refused."""

import json
import math
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QObject, QSettings, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QComboBox

from engine import Scenario, Seat, solve
from engine.histories.reading import read_hand
from engine.histories.splitting import split_hands
from engine.kelly.answer import answer_json
from engine.scenario import RunOptions
from engine.scenario.kelly import read_panel
from engine.scenario.played import SimulationPanel
from gui.pages.simulate.page import SimulatePage
from gui.state.document import Document
from gui.storage.players import PlayerStore
from gui.storage.settings import Settings
from tests.gui.chart_fakes import FakeSession
from tests.gui.preflop_fakes import DirectQuestions

RUN = RunOptions(max_trials=400)
TABLE = Scenario("holdem", (Seat("Hero", "AhKh"), Seat("Villain", "QQ")), board="7h8h2c", run=RUN)
BET = SimulationPanel(pot=20, street_bets=(0, 10), stacks=(40, 30), players=("caller", "caller"))


class Signals(QObject):
    message = Signal(str, bool)
    hands_listed = Signal(object)


class Made:
    def __init__(self, scenario, path, held):
        self.document, self.signals, self.listed = Document(scenario), Signals(), []
        self.signals.hands_listed.connect(self.listed.append)
        self.questions = DirectQuestions()
        self.questions.held = held
        self.settings = Settings(QSettings(str(path / "s.ini"), QSettings.Format.IniFormat))
        context = SimpleNamespace(
            document=self.document, session=FakeSession(), questions=self.questions, players=PlayerStore(),
            message=self.signals.message, hands_listed=self.signals.hands_listed, settings=self.settings,
        )  # fmt: skip
        self.page = SimulatePage(context, ask=lambda *_: str(path / "hands"))
        self.page.resize(740, 640)
        self.page.show()

    @property
    def model(self):
        return self.page.model

    def child(self, name, kind=QObject):
        result = self.page.findChild(kind, name)
        assert result is not None, name
        return result

    def click(self, name):
        self.child(name, QAbstractButton).click()

    def type_into(self, name, text):
        entry = self.child(name)
        entry.setFocus()
        entry.selectAll()
        QTest.keyClicks(entry, text or "\b")
        QTest.keyClick(entry, Qt.Key.Key_Return)

    def answer(self, qtbot):
        qtbot.waitUntil(lambda: self.model.latest is not None and self.model.latest.final and not self.model.stale)
        return self.model.latest.answer


@pytest.fixture
def make(qtbot, tmp_path):
    def build(scenario, *, held=False):
        made = Made(scenario, tmp_path, held)
        qtbot.addWidget(made.page)
        return made

    return build


def test_a_call_between_callers_earns_the_equity(make, qtbot):
    made = make(Scenario(**{**vars_of(TABLE), "simulation": BET}))
    answer = made.answer(qtbot)
    call = answer.action("call")
    equity = solve(TABLE).seats[0].estimate.equity
    assert call.ev == pytest.approx(equity * 30 - 10, abs=4 * call.stderr)
    assert made.page.card.text.lower().startswith(answer.best)
    assert [row[1].action for row in made.page.by_action.rows][:2] == ["fold", "call"]
    assert [row[1].name for row in made.page.by_seat.rows] == ["Hero", "Villain"]
    header, rows = made.page.values.value.data
    assert header[:2] == ("action", "EV")
    assert rows[0][1] == 0.0


def vars_of(scenario):
    return {name: getattr(scenario, name) for name in ("game", "seats", "board", "run")}


def test_hands_are_listed_and_played_step_by_step(make, qtbot, tmp_path):
    made = make(Scenario(**{**vars_of(TABLE), "simulation": BET.with_entry("actions", "fold, call")}))
    made.answer(qtbot)
    made.click("simulate.view.hands")
    view = made.page.hands
    qtbot.waitUntil(lambda: bool(view.list.rows))
    assert view.action.currentText() == "call"
    view.list.choose(view.list.rows[2].number)
    QTest.keyClick(view.list, Qt.Key.Key_Down)
    row = view.list.selected_row
    # Hero calls 10; then the turn and the river are dealt, and somebody gets all 30 chips.
    steps = [(step.who, step.text, step.pot) for step in view.steps.rows]
    assert steps[0] == ("Flop 7h8h2c", "", "")
    assert steps[1] == ("Hero", "call", "30")
    assert steps[-1][0].startswith("Showdown: ")
    assert row.hand.result in (-10.0, 5.0, 20.0)
    made.click("simulate.replay")
    listed = made.listed[-1]
    hands = split_hands(listed.text, lambda: None)
    assert len(hands) == len(view.list.rows)
    played = read_hand(hands[listed.index])
    assert played.moments[listed.moment].to_act == played.hero
    assert played.result[played.hero] == pytest.approx(row.hand.result - 5.0)  # his half of the pot was in before
    made.click("simulate.saveHands")
    assert (tmp_path / "hands.phhs").read_text("utf-8") == listed.text
    box = made.child("simulate.handsAction", QComboBox)
    box.setCurrentIndex(0)
    box.activated.emit(0)
    assert view.list.rows == ()
    assert not view.replay.isEnabled()


def test_the_growth_of_the_bankroll_of_kelly_is_displayed(make, qtbot):
    made = make(Scenario(**{**vars_of(TABLE), "simulation": BET.with_entry("actions", "fold, call")}))
    answer = made.answer(qtbot)
    table = made.page.by_action.table
    assert "Growth" not in [column.title for column in table.columns]
    made.settings.bankroll = 60.0
    column = made.page.by_action.column("Growth")
    advice = answer_json({"bankroll": 60, "simulated": answer.to_json()["actions"]})
    assert advice["decision"] == "call"
    text = made.page.by_action.text(1, column)
    assert text.startswith(f"+{100 * math.expm1(advice['growth']):.1f}"[:3])
    assert "Kelly with a bankroll of 60: call, growth" in made.child("simulate.assumes").text()
    made.document.edit("Kelly", kelly=read_panel({"bankroll": 10}))  # a call could lose all of it
    assert made.page.by_action.text(1, column).startswith("−100")
    assert "Call can lose the whole bankroll of 10." in made.child("simulate.assumes").text()


def test_a_simulation_that_has_ended_is_run_again(make, qtbot):
    made = make(Scenario(**{**vars_of(TABLE), "simulation": BET}))
    answer = made.answer(qtbot)
    assert made.model.can_run
    questions = made.questions.findChild(DirectQuestions, "simulate")
    questions.held = True
    made.page.own_run.run_or_pause()
    assert made.model.state == "running"
    assert made.model.progress == (0.0, None)
    assert made.model.latest.answer is answer  # displayed until there is another one
    questions.held = False
    made.model.stop()
    seen = []
    made.model.changed.connect(lambda: seen.append(made.model.latest.answer))
    made.page.own_run.run_or_pause()
    assert len(seen) > 1
    assert None not in seen
    assert made.answer(qtbot) is not answer
    assert made.answer(qtbot).to_json() == answer.to_json()


def test_the_situation_is_typed(make, qtbot):
    made = make(TABLE)
    assert "chips in the middle" in made.page.card.text
    made.click("simulate.view.situation")
    made.type_into("simulate.pot", "20")
    made.type_into("simulate.bet1", "10")
    made.type_into("simulate.stack0", "40")
    made.type_into("simulate.actions", "fold, call, raise 30")
    box = made.child("simulate.player1", QComboBox)
    box.setCurrentText("loose")
    box.activated.emit(box.currentIndex())
    panel = made.document.scenario.simulation
    assert (panel.pot, panel.street_bets, panel.stacks, panel.players) == (20, (None, 10), (40,), (None, "loose"))
    assert [one.action for one in made.answer(qtbot).actions] == ["fold", "call", "raise 30"]
    made.document.undo_stack.undo()
    assert made.child("simulate.player1", QComboBox).currentText() == "neutral"


def test_an_action_that_cannot_be_made_is_refused_at_its_field(make):
    made = make(Scenario(**{**vars_of(TABLE), "simulation": BET.with_entry("actions", "check")}))
    made.click("simulate.view.situation")
    assert "there is a price" in made.model.problems["actions"].message
    assert not made.model.can_run
    made.type_into("simulate.actions", "fold")
    assert "actions" not in made.model.problems


def test_more_chips_bet_than_in_the_pot(make):
    made = make(Scenario(**{**vars_of(TABLE), "simulation": BET.with_entry("pot", 5)}))
    assert "part of the pot" in made.model.problems["pot"].message
    assert not made.model.can_run


def test_the_request_is_copied(make):
    made = make(Scenario(**{**vars_of(TABLE), "simulation": BET}))
    made.click("simulate.copy")
    request = json.loads(QGuiApplication.clipboard().text())
    assert request["pot"] == 20
    assert request["table"]["board"] == "7h8h2c"
    assert request["players"] == ["caller", "caller"]


def test_razz_is_played_at_its_limits(make, qtbot):
    seats = (Seat("Hero", "A 2 3 4"), Seat("Villain", "x x 7 9"))
    panel = SimulationPanel(pot=3, stacks=(50, 50))
    made = make(Scenario("razz", seats, run=RUN, simulation=panel))
    made.click("simulate.view.situation")
    assert not made.child("simulate.limit.pot", QAbstractButton).isVisible()
    answer = made.answer(qtbot)
    assert [one.action for one in answer.actions] == ["check", "bet"]


def test_a_removed_seat_takes_its_values_along():
    panel = SimulationPanel(hero=1, button=2, stacks=(10, 20, 30), players=("tight", None, "loose"))
    left = panel.without_seat(0, 3)
    assert (left.hero, left.button, left.stacks, left.players) == (0, 1, (20, 30), (None, "loose"))
