"""Pipes and devices in the place of stored files: the window starts, says so, and ends; the self-test names them."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from gui.self_test import _check_stored
from gui.storage.files import FileLock

ROOT = Path(__file__).parents[2]
SECONDS = 600
STORED = (
    *("library.json", "history.json", "training.json", "library.json.lock", ".history.lock", "training.json.lock"),
    *("autosave/a.autosave", "autosave/a.lock", "pinned/b.autosave", "pinned/b.lock", "orders/mine.json"),
    *("orders/.lock", "templates/mine.steelwheel", "templates/.lock", "journal/bankroll.sqlite"),
    *("journal/bankroll.sqlite-wal", "journal/waiting-1.json", "journal/waiting-1.lock"),
)
SETTINGS = ("steelwheel.ini", "steelwheel.ini.lock", "steelwheel.ini.recent.lock")
PLAYER = """
from PySide6.QtCore import QTimer
from engine.ranges.library_files import LibraryEntry
from gui import application

class Played(application.Application):
    def run(self, file):
        self.told = []
        self.library.message_changed.connect(self.told.append)
        self.history.message.connect(lambda text, _: self.told.append(text))
        self.journal.message.connect(lambda text, _: self.told.append(text))
        QTimer.singleShot(0, self.play)
        return super().run(file)

    def play(self):
        QTimer.singleShot(0, self.main_window.close)
        QTimer.singleShot(500, self.main_window.close)  # once more: what cannot be kept is told of first
        self.journal.watch()
        self.journal.try_again()
        self.history.entries()
        self.training.record
        self.library.add(LibraryEntry("kings", "KK"))
        told = (self.settings.trouble, self.library.message, self.order_store.message, self.pin_file.trouble)
        print(*filter(None, told), *self.told, len(self.recovery.unreadable), sep="\\n", flush=True)

application.Application = Played
application.run_window(None)
"""
pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes in folders here")


def put(folder, names, what):
    for name in names:
        path = folder / "steelwheel" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        os.mkfifo(path) if what == "pipe" else path.symlink_to("/dev/zero")


@pytest.mark.parametrize("what", ["pipe", "device"])
def test_the_window_starts_says_what_it_could_not_read_and_ends(tmp_path, what):
    put(tmp_path / "data", STORED, what)
    put(tmp_path / "config", SETTINGS, what)
    places = {"XDG_DATA_HOME": str(tmp_path / "data"), "XDG_CONFIG_HOME": str(tmp_path / "config")}
    result = subprocess.run(
        [sys.executable, "-c", PLAYER],
        env=os.environ | places,
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=SECONDS,
    )
    assert (result.returncode, result.stderr) == (0, "")
    for name in ("settings", "library", "mine.json", "pinned", "history"):
        assert name in result.stdout, result.stdout
    assert result.stdout.splitlines()[-1] == "1"


@pytest.mark.parametrize("what", ["pipe", "device"])
def test_the_self_test_names_what_is_no_file(tmp_path, what, monkeypatch):
    put(tmp_path, (*STORED, *SETTINGS), what)
    for name in ("user_config_path", "user_data_path"):
        monkeypatch.setattr(f"gui.self_test.{name}", lambda *_, **__: tmp_path / "steelwheel")
    with pytest.raises(Exception, match="this is a device or a pipe") as caught:
        _check_stored()
    for name in (*STORED, *SETTINGS):
        assert f"{tmp_path / 'steelwheel' / name}: this is a device or a pipe, not a file" in str(caught.value)


def test_a_lock_is_had_where_a_pipe_stood(tmp_path):
    os.mkfifo(tmp_path / "a.lock")
    lock = FileLock.acquire(tmp_path / "a.lock")
    assert lock is not None
    assert (tmp_path / "a.lock").is_file()
    lock.remove()
