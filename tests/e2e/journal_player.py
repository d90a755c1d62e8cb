"""Plays hands through the window in a program of its own, until it is killed; says which decisions are written.

python -m tests.e2e.journal_player SETTINGS (saved | at-once)
"""

import sys
import time
from dataclasses import replace

from PySide6.QtCore import QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine import Scenario, Seat
from engine.scenario.kelly import read_panel
from gui.application import Application
from gui.look.styling import prepare_style
from gui.state.document import TableFile
from gui.storage.settings import Settings
from tests.e2e.playing import RESULT_MS, click, part

SETUP = {"stacks": [200.0, 200.0], "bankroll": 1000.0, "street": 2, "pot": 40.0}
TABLE = Scenario(
    "holdem",
    (Seat("Hero", "AhKh"), Seat("Bob", "QsQd")),
    board="7h 8h 2c Ks",
    kelly=read_panel({"bankroll": 1000.0, "tracker": {"setup": SETUP}}),
)


def line(app, text):
    """Type a line into the tracker."""
    entry = part(app, "tracker.line")
    QTest.keyClicks(entry, text)
    QTest.keyClick(entry, Qt.Key.Key_Return)


def say(text):
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def until(ready):
    """Let the window work until something is so."""
    end = time.monotonic() + RESULT_MS / 1000
    while not ready():
        QApplication.processEvents()
        assert time.monotonic() < end


def play(app, *, saved):
    """Play hand after hand: a bet on the turn, one on the river, both called."""

    def advised():
        question = app.main_window.pages.currentWidget().tracker.model.question
        return question is not None and question.answer is not None and not question.stale

    count = 0
    while True:
        app.document.replace("Table", TABLE)
        app.main_window.pages.show_tracker()
        click(app, "tracker.begin")
        for dealt, bet in (("", "30"), ("3d", "20")):
            line(app, dealt)
            until(advised)
            line(app, bet)
            until(lambda: not app.journal.waits)
            count += 1
            say(str(count))
            if saved:
                app.autosave.save()
                say("saved")
            line(app, "c")
        app.document.change_table("New", replace(TABLE, kelly=None), TableFile())


def main():
    application = QApplication(sys.argv[:1])
    prepare_style(application)
    app = Application(application, Settings(QSettings(sys.argv[1], QSettings.Format.IniFormat)))
    app.main_window.show()
    app.main_window.activateWindow()
    until(app.main_window.isActiveWindow)
    play(app, saved=sys.argv[2] == "saved")


if __name__ == "__main__":
    main()
