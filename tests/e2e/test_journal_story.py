"""The journal through the window's own ways: killed in the middle of a hand, gone on with after the next start."""

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest
from platformdirs import user_data_path
from PySide6.QtWidgets import QLabel, QTabWidget

from engine.journal.store import JournalFile
from engine.kelly.hand.session import tracked_session
from tests.e2e.journal_player import TABLE, line
from tests.e2e.playing import RESULT_MS, click, close, go_to, part, restored, result


def journal_path():
    return user_data_path("steelwheel", appauthor=False) / "journal" / "bankroll.sqlite"


def play_and_kill(settings, mode, told, delay):
    """Play in a program of its own until it has told of so many decisions; kill it a little later. Return the number
    that it has told of.
    """
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2]), "QT_QPA_PLATFORM": "offscreen"}
    player = subprocess.Popen(
        [sys.executable, "-m", "tests.e2e.journal_player", str(settings), mode],
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
    )
    assert player.stdout is not None
    wanted = "saved" if mode == "saved" else str(told)
    while (said := player.stdout.readline().strip()) != wanted:
        assert said, "the program has ended"
    time.sleep(delay)
    player.send_signal(signal.SIGKILL)
    rest = [said, *player.stdout.read().split()]
    player.stdout.close()
    player.wait()
    return max((int(word) for word in rest if word.isdigit()), default=told)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_a_window_killed_in_the_middle_of_a_hand_loses_no_decision(tmp_path):
    written = 0
    for number in range(3):
        text = play_and_kill(tmp_path / "settings.ini", "at-once", 2 * number + 1, random.Random(number).random() * 0.4)
        with JournalFile(journal_path()) as file:
            (row,) = file.journals()
            decisions = sum(len(hand.decisions) for hand in file.hands(row.number))
        assert text <= decisions - written <= text + 1
        written = decisions
        connection = sqlite3.connect(journal_path())
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        connection.close()


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_a_hand_that_was_killed_is_gone_on_with_and_ends(qtbot, tmp_path):
    play_and_kill(tmp_path / "settings.ini", "saved", 1, 0.0)
    app, _ = restored(qtbot, tmp_path)
    app.main_window.pages.show_tracker()
    before = tracked_session(app.document.scenario).state
    assert before.log[-1].action == "bet"
    line(app, "f")
    qtbot.waitUntil(lambda: not app.journal.waits)
    go_to(app, "Journal")
    answer = part(app, "journal.answer", QLabel)
    qtbot.waitUntil(lambda: answer.text().startswith("1 hand: from 1\u202f000 to 1\u202f040 chips"), timeout=RESULT_MS)
    close(app)
    with JournalFile(journal_path()) as file:
        (hand,) = file.hands(1)
    assert [d.done.action for d in hand.decisions] == ["bet"]
    assert (hand.left, hand.showdown) == (1040.0, False)


def test_hands_that_are_played_show_on_the_page(app, qtbot):
    app.document.replace("Table", TABLE)
    app.main_window.pages.show_tracker()
    click(app, "tracker.begin")
    result(app, qtbot)
    line(app, "20 c 3d")
    result(app, qtbot)
    line(app, "x x")
    line(app, "")
    assert tracked_session(app.document.scenario).state.over
    go_to(app, "Journal")
    assert part(app, "pages", QTabWidget).currentWidget().objectName() == "journal"
    qtbot.waitUntil(lambda: part(app, "journal.answer", QLabel).text().startswith("1 hand: "), timeout=RESULT_MS)
    assert "decisions" in part(app, "journal.fact2", QLabel).text()
