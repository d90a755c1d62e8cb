"""A window that is killed, and the one that is started after it."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from platformdirs import user_data_path
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QWidget

from engine import Scenario, Seat
from gui.slots import Slot
from tests.e2e.playing import close, started

ROOT = Path(__file__).parents[2]
SECONDS = 60
PLAYER = """
from gui import application
from engine import Seat

class Played(application.Application):
    def __init__(self, *arguments):
        super().__init__(*arguments)
        seats = (Seat("Hero", "AhAd"), Seat("Villain", "KK, QQ:0.5"))
        self.document.edit("Seats", seats=seats, kelly={"advice": {"bankroll": 640}})

application.Application = Played
application.run_window(None)
"""
PLAYED = Scenario("holdem", (Seat("Hero", "AhAd"), Seat("Villain", "KK, QQ:0.5")), kelly={"advice": {"bankroll": 640}})


@pytest.fixture
def folder():
    folder = user_data_path("steelwheel", appauthor=False) / "autosave"
    yield folder
    for path in folder.glob("*"):
        path.unlink()


def autosaved(folder):
    """Wait for the file of another process."""
    until = time.monotonic() + SECONDS
    while not list(folder.glob("*.autosave")) and time.monotonic() < until:
        time.sleep(0.05)
    return list(folder.glob("*.autosave"))


@pytest.mark.skipif(os.name != "posix", reason="kills as POSIX does")
def test_a_killed_window_loses_nothing_and_a_running_one_is_left_alone(folder, qtbot, tmp_path):
    with subprocess.Popen([sys.executable, "-c", PLAYER], cwd=ROOT) as process:
        try:
            assert len(autosaved(folder)) == 1
            beside = started(qtbot, tmp_path)
            assert not beside.main_window.findChild(QWidget, "recovery").isVisible()
            close(beside)
        finally:
            process.send_signal(signal.SIGKILL)
    assert len(autosaved(folder)) == 1
    after = started(qtbot, tmp_path)
    assert after.main_window.findChild(QWidget, "recovery").isVisible()
    restore = after.main_window.findChild(QPushButton, "recovery.restore")
    after.main_window.activateWindow()
    assert QTest.qWaitForWindowActive(after.main_window)
    restore.setFocus()
    assert restore.hasFocus()
    QTest.mouseClick(restore, Qt.MouseButton.LeftButton)
    assert after.document.scenario == PLAYED
    assert after.main_window.isWindowModified()
    assert not after.main_window.findChild(QWidget, "recovery").isVisible()
    assert after.table_input.slot == Slot("board")  # no card of a hand that came back is in the way of the next
    close(after)
    assert list(folder.glob("*")) == []
