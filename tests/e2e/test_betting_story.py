"""A turn and a river are studied on the page *Betting* of the assembled program: keys, deck, files."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from engine import Scenario, Seat
from engine.scenario import BettingPanel
from tests.e2e.playing import click, drop, go_to, part

PATIENCE = 120_000
SEATS = (Seat("Hero", "KK, AQs, 65s"), Seat("BTN", "JJ, KTs+, Q9s"))
RIVER = Scenario("holdem", SEATS, board="2c 7d 9h Ts Kc", betting=BettingPanel(target=0.01, hand="KhKd"))
TURN = Scenario("holdem", SEATS, board="2c 7d 9h Ts", betting=BettingPanel(target=0.05))
ENDLESS = Scenario(
    "holdem", (Seat("Hero", "22+, A2+, K9+"), Seat("BTN", "random")), board="2c 7d 9h Ts",
    betting=BettingPanel(target=1e-9),
)  # fmt: skip


@pytest.fixture
def betting(app, qtbot):
    """Return what puts a table on and waits until the page has solved it."""

    def study(scenario, *, solved=True):
        app.document.open(scenario, None, text="Study")
        go_to(app, "Betting")
        model = app.main_window.pages.betting.model
        if solved:
            qtbot.waitUntil(
                lambda: model.view is not None and not model.stale and model.state == "idle", timeout=PATIENCE
            )
        return model

    return study


def key(app, key_, modifier=Qt.KeyboardModifier.NoModifier):
    QTest.keyClick(app.main_window, key_, modifier)


def test_a_turn_is_walked_by_keys_and_by_the_deck(app, qtbot, betting):
    model = betting(TURN)
    assert part(app, "betting.line").text()
    click(app, "betting.option0")
    qtbot.waitUntil(lambda: model.view.node.path == ("check",), timeout=PATIENCE)
    click(app, "betting.option0")
    qtbot.waitUntil(lambda: model.view.node.cards is not None, timeout=PATIENCE)
    before = app.document.scenario
    ace = part(app, "deck.Ad")
    qtbot.waitUntil(lambda: "EV" in ace.toolTip(), timeout=PATIENCE)
    QTest.mouseClick(ace, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: model.view.node.board.endswith("Ad"), timeout=PATIENCE)
    assert app.document.scenario == before
    assert "EV" not in ace.toolTip()
    key(app, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: model.view.node.cards is not None, timeout=PATIENCE)
    key(app, Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: model.view.node.path[-1] == "Ad", timeout=PATIENCE)
    key(app, Qt.Key.Key_Home, Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: model.view.node.cards is not None, timeout=PATIENCE)
    go_to(app, "Equity")
    QTest.mouseClick(ace, Qt.MouseButton.LeftButton)
    assert app.document.scenario.board.endswith("Ad")


def test_the_keys_of_the_run_work_on_the_page_in_front(app, qtbot, betting):
    model = betting(ENDLESS, solved=False)
    qtbot.waitUntil(lambda: model.can_run and model.size is not None, timeout=PATIENCE)
    if model.state == "idle":
        key(app, Qt.Key.Key_F5)
    assert model.state == "running"
    qtbot.waitUntil(lambda: model.view is not None, timeout=PATIENCE)
    model.walk(("check",))
    qtbot.waitUntil(lambda: model.view.node.path == ("check",), timeout=PATIENCE)
    qtbot.waitUntil(lambda: model.view.progress.exploitability is not None, timeout=PATIENCE)
    assert model.state == "running"
    key(app, Qt.Key.Key_F5)
    qtbot.waitUntil(lambda: model.state == "paused", timeout=PATIENCE)
    paused = model.view.progress
    assert paused.exploitability is not None  # that of the last check: the tree is large
    model.walk(())
    qtbot.waitUntil(lambda: model.view.node.path == (), timeout=PATIENCE)
    key(app, Qt.Key.Key_F5)
    qtbot.waitUntil(lambda: model.view.progress.iterations > paused.iterations, timeout=PATIENCE)
    key(app, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: model.state == "idle", timeout=PATIENCE)
    assert app.session.state in ("idle", "running")
    app.document.edit("Other", board="2c 7d 9h Ts Kc")
    assert model.stale


def test_a_solution_is_saved_and_dropped_on_the_window(app, qtbot, betting, tmp_path):
    model = betting(RIVER)
    path = tmp_path / "river.solution"
    model.save(path)
    qtbot.waitUntil(path.exists, timeout=PATIENCE)
    qtbot.waitUntil(lambda: model.can_save, timeout=PATIENCE)
    first = model.view.progress.exploitability
    app.document.open(Scenario("razz", (Seat("Hero", "A23"), Seat("BTN", "x x 4"))), None, text="Other")
    go_to(app, "Equity")
    assert drop(part(app, "deck"), path)
    qtbot.waitUntil(lambda: app.document.scenario.game == "holdem", timeout=PATIENCE)
    assert app.document.scenario.board == RIVER.board
    assert app.main_window.pages.currentWidget() is app.main_window.pages.betting
    assert not model.stale
    assert model.view.progress.exploitability == pytest.approx(first, rel=0.1)
    assert "Hero to act" in part(app, "betting.line").accessibleName()
