"""A short run of the soak (``python -m tests.bench.soak``), and what it notices."""

import threading
import time

import pytest
from PySide6.QtCore import qWarning
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from engine import Scenario, Seat
from tests.bench.soak import live_objects
from tests.e2e.playing import result
from tests.e2e.soaking import Player

ACTS = 40
TABLE = Scenario("holdem", (Seat("Hero", "AhKh"), Seat("Seat 2", "QsQd")), board="2c 7d 9h")


@pytest.fixture
def player(app, qtbot):
    app.document.replace("A table", TABLE)
    result(app, qtbot)
    player = Player(app, 3)
    with player.watched():
        yield player


def test_nothing_comes_of_opening_whatever_there_is(player):
    for _ in range(ACTS):
        player.act()
    assert player.faults == []
    assert sum(player.opened.values()) > ACTS / 3


def test_everything_that_can_be_opened_is_known(player):
    names = set(dict(player.openings()))
    assert {
        "page Kelly", "menu File", "File › Export", "Help › Guide", "menu View › Text size", "button addSeat",
        "button runBar.export", "Edit › Find anything", "button gameSwitch.razz", "context menu of seatN.slotN",
    } <= names  # fmt: skip
    assert not {name for name in names if "Quit" in name or "New window" in name}


def test_an_error_is_a_fault(player, app, monkeypatch):
    monkeypatch.setattr("gui.application.print_fault", lambda error: None)
    entry = app.main_window.menuBar().actions()[-1].menu().addAction("Broken")
    entry.triggered.connect(lambda: {}["nothing"])
    for _ in range(2):
        dict(player.openings())["Help › Broken"]()
    assert len(player.faults) == 2
    assert "KeyError('nothing')" in player.faults[0]


def test_a_message_of_qt_is_a_fault(player):
    qWarning("something is wrong")
    assert ["something is wrong" in fault for fault in player.faults] == [True]


@pytest.fixture
def runner(app):
    """A button that goes away a little each time that it is told to."""
    button = QPushButton("Run", app.main_window, objectName="runner")
    button.setGeometry(200, 200, 60, 20)
    button.show()
    QTest.qWait(1)
    return button, lambda: button.move(button.x() + 40, button.y())


def test_a_button_that_moves_is_a_fault(player, runner):
    button, move = runner
    button.clicked.connect(move)
    dict(player.openings())["button runner"]()
    assert [
        "runner has moved from under the pointer, from (200, 200) to (240, 200)" in fault for fault in player.faults
    ] == [True]


def test_a_menu_that_moves_something_is_a_fault(player, app, runner):
    app.main_window.menuBar().actions()[0].menu().aboutToShow.connect(runner[1])
    dict(player.openings())["menu File"]()
    assert ["this moves: runner from (240, 200) to (280, 200)" in fault for fault in player.faults] == [True]


def test_counting_objects_does_not_disturb_a_thread_that_builds_a_tuple():
    """Python resizes a growing tuple only while nothing else refers to it."""
    stop, faults = threading.Event(), []

    def numbers():
        for number in range(40):
            time.sleep(0)  # lets other threads run
            yield number

    def build():
        try:
            while not stop.is_set():
                tuple(numbers())
        except SystemError as error:
            faults.append(error)

    builder = threading.Thread(target=build)
    builder.start()
    try:
        counts = [live_objects() for _ in range(3)]
    finally:
        stop.set()
        builder.join()
    assert faults == []
    assert all(count["builtins.tuple"] > 0 for count in counts)
