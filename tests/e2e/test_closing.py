"""The end of the window at whatever moment, by a signal of the system: in order, at once, and nothing is lost."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from engine.scenario.reading import read_json

ROOT = Path(__file__).parents[2]
SECONDS = 600
PLAYER = """
from PySide6.QtCore import QPoint, QTimer
from PySide6.QtWidgets import QApplication
from engine import RunOptions, Seat
from gui import application

def edit(app, cards=("AhAd", "KhKd"), **run):
    app.document.edit("Seats", seats=tuple(Seat(f"Seat {{i}}", text) for i, text in enumerate(cards)), dead="2s")
    app.document.edit("Run", run=RunOptions(**run))

def compile(app):
    edit(app)
    return lambda: app.runner.compiling

def run(app):
    edit(app, ("random",) * 6, method="sampled", max_trials=10**9)
    return lambda: app.runner.running and app.session.snapshot is not None

def file_dialog(app):
    edit(app)
    QTimer.singleShot(0, app.main_window.commands.open)
    return lambda: QApplication.activeModalWidget() is not None

def menu(app):
    edit(app)
    menu = app.main_window.menuBar().actions()[0].menu()
    QTimer.singleShot(0, lambda: menu.exec(QPoint(50, 50)))
    return lambda: QApplication.activePopupWidget() is not None

def play(app):
    ready = {moment}(app)
    def look():
        if ready():
            timer.stop()
            print("ready", flush=True)
    timer = QTimer(app.main_window, interval=20)
    timer.timeout.connect(look)
    timer.start()

class Played(application.Application):
    def run(self, file):
        QTimer.singleShot(0, lambda: play(self))
        return super().run(file)

application.Application = Played
application.run_window(None)
"""
IGNORING = """
import os, signal
from PySide6.QtWidgets import QApplication
from gui.shell.process import EndSignals
signal.signal(signal.SIGHUP, signal.SIG_IGN)
signal.signal(signal.SIGINT, signal.default_int_handler)  # tests in the background ignore it
application = QApplication([])
signals = EndSignals(application)
left = [name for name in ("SIGHUP", "SIGINT", "SIGTERM")
        if signal.getsignal(getattr(signal, name)) in (signal.SIG_IGN, signal.SIG_DFL)]
print(*left, flush=True)
os._exit(0)
"""


def ended(tmp_path, moment, *signals, cache=None):
    """Return the table that a window has kept which got ``signals`` in a moment."""
    places = {"XDG_DATA_HOME": str(tmp_path)} | ({} if cache is None else {"NUMBA_CACHE_DIR": str(cache)})
    process = subprocess.Popen(
        [sys.executable, "-c", PLAYER.format(moment=moment)],
        cwd=ROOT, env=os.environ | places, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    with process:
        try:
            assert process.stdout.readline() == "ready\n", process.stderr.read()
            for number in signals:
                process.send_signal(number)
            _, printed = process.communicate(timeout=SECONDS)
        except BaseException:
            process.kill()
            raise
    message = [line for line in printed.splitlines() if not line.startswith("This plugin does not support")]
    assert (process.returncode, message) == (0, [])
    (file,) = (tmp_path / "steelwheel" / "autosave").glob("*.autosave")
    return read_json(file.read_text(encoding="utf-8"))["scenario"]


pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")


@pytest.mark.parametrize("moment", ["run", "file_dialog", "menu"])
def test_a_window_that_is_told_to_end_keeps_what_was_just_played(moment, tmp_path):
    assert ended(tmp_path, moment, signal.SIGTERM)["dead"] == "2s"


def test_a_window_that_compiles_ends_as_well_and_twice_is_no_harm(tmp_path):
    cache = tmp_path / "kernels"
    cache.mkdir()
    table = ended(tmp_path, "compile", signal.SIGINT, signal.SIGTERM, cache=cache)
    assert [seat["cards"] for seat in table["seats"]] == ["AhAd", "KhKd"]


def test_a_signal_that_is_ignored_from_the_start_stays_ignored():
    """``nohup`` asks for it."""
    done = subprocess.run(
        [sys.executable, "-c", IGNORING], cwd=ROOT, capture_output=True, text=True, timeout=SECONDS, check=False
    )
    assert (done.stdout, done.stderr) == ("SIGHUP\n", "")


def test_the_window_is_hidden_before_its_timers_end(app):
    """A visible window would be hidden while Python deletes its objects: a page then used a timer that was gone."""
    assert app.main_window.isVisible()
    app.shut_down()
    assert not app.main_window.isVisible()
