"""A window that is killed, and the one that is started after it."""

import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
from platformdirs import user_data_path
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QWidget

from engine import Scenario, Seat
from engine.journal.records import TrackedHandRecord
from engine.kelly.hand.session import after_action, begin_session, tracked_session
from engine.ranges.library_files import LibraryEntry
from engine.scenario.kelly import read_panel
from engine.scenario.tracked_hand import TrackedAction
from engine.table.slots import Slot
from engine.trainer.record import Guess
from gui.look.theme import EXAMPLES
from gui.storage import autosave_file, files, journal_file, scenario_files
from tests.e2e.playing import close, part, restored, started

ROOT = Path(__file__).parents[2]
SECONDS = 300
PLAYER = """
from gui import application
from engine import Seat
from engine.scenario.kelly import read_panel

class Played(application.Application):
    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        seats = (Seat("Hero", "AhAd"), Seat("Villain", "KK, QQ:0.5"))
        self.document.edit("Seats", seats=seats, kelly=read_panel({"advice": {"bankroll": 640}}))

application.Application = Played
application.run_window(None)
"""
PLAYED = Scenario(
    "holdem", (Seat("Hero", "AhAd"), Seat("Villain", "KK, QQ:0.5")), kelly=read_panel({"advice": {"bankroll": 640}})
)


@pytest.fixture
def folder():
    return user_data_path("steelwheel", appauthor=False) / "autosave"


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
    qtbot.waitUntil(after.main_window.isActiveWindow)
    restore.setFocus()
    assert restore.hasFocus()
    QTest.mouseClick(restore, Qt.MouseButton.LeftButton)
    assert after.document.scenario == PLAYED
    assert after.main_window.isWindowModified()
    assert not after.main_window.findChild(QWidget, "recovery").isVisible()
    assert after.table_input.slot == Slot("board")  # no card of a hand that came back is in the way of the next
    after.main_window.commands.save_to(tmp_path / "played.steelwheel")
    close(after)
    assert list(folder.glob("*")) == []


def test_closing_keeps_the_unsaved_table_and_the_next_start_offers_it(folder, qtbot, tmp_path):
    app = started(qtbot, tmp_path)
    path = tmp_path / "river.steelwheel"
    app.document.replace("Put", PLAYED)
    assert app.main_window.commands.save_to(path)
    app.document.edit("Board", board="7h 8h 2c")
    unsaved = app.document.scenario
    close(app)
    after, tables = restored(qtbot, tmp_path)
    assert tables == [unsaved]
    assert (after.document.path, after.main_window.isWindowModified()) == (path, True)
    assert after.main_window.commands.save()  # nobody else has written the file
    close(after)
    again, tables = restored(qtbot, tmp_path)
    assert tables == []
    close(again)


def test_the_tables_of_both_games_and_one_that_a_file_came_over_are_kept(folder, qtbot, tmp_path):
    app = started(qtbot, tmp_path)
    path = tmp_path / "other.steelwheel"
    scenario_files.save(path, Scenario("holdem", (Seat("Hero", "QQ"), Seat("Villain", "random"))))
    app.document.replace("Put", PLAYED)
    app.main_window.commands.open_path(path)
    app.main_window.commands.switch_game("razz")
    app.document.edit("Seats", seats=(Seat("Hero", "A29"), Seat("Villain", "647")))
    razz = app.document.scenario
    close(app)
    after, tables = restored(qtbot, tmp_path)
    assert sorted(tables, key=lambda table: table.game) == [PLAYED, razz]
    after.main_window.commands.switch_game("razz" if after.document.scenario.game == "holdem" else "holdem")
    assert after.document.scenario == tables[0]  # restoring one has not lost the other
    close(after)


def test_opening_and_examples_are_undone_like_any_step(app, tmp_path):
    path = tmp_path / "other.steelwheel"
    scenario_files.save(path, Scenario("holdem", (Seat("Hero", "QQ"), Seat("Villain", "random"))))
    commands, undo = app.main_window.commands, app.document.undo_stack.undo
    app.document.replace("Put", PLAYED)
    for way in (commands.open_path, commands.open_example):
        assert way(path) is not False
        assert app.document.scenario != PLAYED
        undo()
        assert (app.document.scenario, app.document.path) == (PLAYED, None)
        assert app.main_window.isWindowModified()
    commands.save_to(tmp_path / "mine.steelwheel")
    commands.new()
    assert app.document.path is None  # saving it does not write over the table before
    undo()
    assert (app.document.path, app.document.clean) == (tmp_path / "mine.steelwheel", True)


def test_a_tracked_session_is_there_after_closing_and_can_be_gone_on_with(folder, qtbot, tmp_path):
    app = started(qtbot, tmp_path)
    setup = {"bankroll": 500.0, "stacks": [100.0, 80.0], "small_blind": 1.0, "big_blind": 2.0}
    app.document.replace("Set up", replace(PLAYED, kelly=read_panel({"bankroll": 500.0, "tracker": {"setup": setup}})))
    app.document.replace("Begin", begin_session(app.document.scenario))
    for action in (TrackedAction("call"), TrackedAction("check")):
        now = tracked_session(app.document.scenario)
        app.document.replace("Act", after_action(app.document.scenario, now, action))
    state = tracked_session(app.document.scenario).state
    app.main_window.commands.open_example(EXAMPLES / "Aces against kings.steelwheel")
    assert app.document.clean
    close(app)
    after, tables = restored(qtbot, tmp_path)
    assert len(tables) == 1
    result = tracked_session(after.document.scenario)
    assert result.state == state
    assert after_action(after.document.scenario, result, TrackedAction("street", cards="7h 8h 2c"))
    close(after)


def test_what_cannot_be_kept_keeps_the_window_open_once(qtbot, tmp_path, monkeypatch):
    def refuse(path, data):
        raise OSError(28, "No space left on device")

    app = started(qtbot, tmp_path)
    app.document.replace("Put", PLAYED)
    monkeypatch.setattr(autosave_file, "write_atomically", refuse)
    app.main_window.close()
    assert app.main_window.isVisible()
    assert "cannot be saved for the next start" in part(app, "status.text").text()
    app.main_window.close()
    assert not app.main_window.isVisible()
    app.shut_down()


def test_ranges_guesses_and_hands_that_cannot_be_kept_keep_the_window_open_too(qtbot, tmp_path, monkeypatch):
    def refuse(path, data):
        raise OSError(28, "No space left on device")

    app = started(qtbot, tmp_path)
    with monkeypatch.context() as patch:
        for module in (files, journal_file):
            patch.setattr(module, "write_atomically", refuse)
        app.library.add(LibraryEntry("mine", "AA"))
        app.training.add(Guess("AhKh v 22", "holdem", 0.5, 0.4))
        app.journal.path.mkdir(parents=True)
        app.journal.keep(TrackedHandRecord("s", 0, "holdem", 100.0, (), "2026-01-01T12:00:00", 120.0), own=True)
        qtbot.waitUntil(lambda: app.journal.in_danger)
        app.main_window.close()
        assert app.main_window.isVisible()
        text = part(app, "status.text").text()
        assert "named ranges, hands of the journal, answers of the trainer" in text
        assert "table" not in text
    app.journal.path.rmdir()
    app.journal.try_again()
    qtbot.waitUntil(lambda: not app.journal.waits)
    app.main_window.close()
    assert not app.main_window.isVisible()
    app.shut_down()
    after = started(qtbot, tmp_path)
    assert [entry.name for entry in after.library.own] == ["mine"]
    assert after.training.record.given == 1
    close(after)
