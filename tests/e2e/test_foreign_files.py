"""Files from elsewhere that are none, or lie where nothing answers: the window refuses them, and always ends."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.storage.regular_files import BEGUN, NO_FILE, open_regular
from gui.storage.foreign_files import NO_ANSWER, files_among, folders_among, read_at_once, read_foreign
from tests.e2e.playing import part

ROOT = Path(__file__).parents[2]
SECONDS = 600
FOREVER = f"""
import os, sys, time
open(sys.argv[0] + ".asked", "a").write(sys.argv[1] + " ")
sys.stdout.buffer.write({BEGUN!r})
sys.stdout.buffer.flush()
time.sleep(100_000)
"""
CLOSING = """
import sys
from pathlib import Path
from PySide6.QtCore import QTimer
from gui import application
from gui.storage import foreign_files

foreign_files.PROGRAM = sys.argv[1]
asked = Path(sys.argv[1] + ".asked")

class Played(application.Application):
    def run(self, file):
        self.timer = QTimer(self.main_window, interval=20)
        self.timer.timeout.connect(self.close_once_it_reads)
        self.timer.start()
        return super().run(file)

    def close_once_it_reads(self):
        if asked.exists() and "read" in asked.read_text(encoding="utf-8"):
            self.timer.stop()
            print("closing", flush=True)
            self.main_window.close()

application.Application = Played
application.run_window(sys.argv[2])
"""
pipes = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes in folders here")


@pytest.fixture
def forever(tmp_path, monkeypatch):
    """What looks at files for ever, as on a disk that has gone."""
    path = tmp_path / "forever.py"
    path.write_text(FOREVER, encoding="utf-8")
    monkeypatch.setattr("gui.storage.foreign_files.PROGRAM", str(path))
    monkeypatch.setattr("gui.storage.foreign_files.PATIENCE_S", 0.1)
    return path


def started(tmp_path, *arguments):
    places = {key: str(tmp_path / key) for key in ("XDG_DATA_HOME", "XDG_CONFIG_HOME")}
    return subprocess.run(
        [sys.executable, *arguments], env=os.environ | places, cwd=ROOT, capture_output=True, text=True, timeout=SECONDS
    )


def test_a_window_ends_although_a_file_never_answers(tmp_path):
    slow, hands = tmp_path / "forever.py", tmp_path / "hands.phh"
    slow.write_text(FOREVER, encoding="utf-8")
    hands.write_text("variant = 'NT'", encoding="utf-8")
    result = started(tmp_path, "-c", CLOSING, str(slow), str(hands))
    assert (result.returncode, result.stdout, result.stderr) == (0, "closing\n", "")


@pipes
def test_a_pipe_is_refused_wherever_it_is_given(app, tmp_path):
    for name in ("a.phh", "a.steelwheel", "a.txt", "a.json", "a"):
        path = tmp_path / name
        os.mkfifo(path)
        app.main_window.commands.open_path(path)
        app.main_window.import_ranges((path,))
        app.main_window.pages.open_hands([path])
        with pytest.raises(OSError, match=NO_FILE):
            read_at_once(path, 10)


@pipes
@pytest.mark.parametrize("verb", ["hands", "solve", "kelly"])
def test_a_pipe_is_no_file_of_a_verb(tmp_path, verb):
    os.mkfifo(tmp_path / "a.phh")
    result = started(tmp_path, "-m", "gui", verb, str(tmp_path / "a.phh"))
    assert result.returncode
    assert NO_FILE in result.stdout + result.stderr


@pytest.mark.skipif(os.name != "posix", reason="open files have no names here")
def test_what_a_process_is_given_open_may_be_a_pipe(tmp_path):
    hand = next(ROOT.glob("resources/examples/*.phhs")).read_bytes()
    message = [sys.executable, "-m", "gui", "hands", "--quick", "/dev/stdin"]
    assert b'"hand": 1' in subprocess.run(message, input=hand, cwd=ROOT, capture_output=True, check=True).stdout


@pytest.mark.skipif(os.name != "posix", reason="there are no devices in folders here")
def test_a_link_to_a_device_is_no_file(app, tmp_path):
    link = tmp_path / "hands.steelwheel"
    link.symlink_to("/dev/zero")
    assert not app.main_window.commands.open_path(link)
    assert NO_FILE in part(app, "status.text").text()
    with pytest.raises(OSError, match=NO_FILE):
        open_regular(link)


def test_the_window_waits_for_a_moment_only(app, tmp_path, forever):
    for name in ("a.steelwheel", "a.txt"):
        (tmp_path / name).write_text("{}", encoding="utf-8")
        assert not app.main_window.commands.open_path(tmp_path / name)
        assert part(app, "status.text").text() == f"Not opened: {name}: {NO_ANSWER}"
    assert forever.with_name("forever.py.asked").read_text(encoding="utf-8") == "read read "
    assert files_among([tmp_path / "a.txt"]) == folders_among([tmp_path]) == ()


def test_what_reads_a_file_can_be_given_up(tmp_path, forever):
    class GivenUpError(Exception):
        pass

    def check_cancelled():
        if forever.with_name("forever.py.asked").exists():
            raise GivenUpError

    with pytest.raises(GivenUpError):
        read_foreign(tmp_path / "a", 10, check_cancelled)


def test_files_from_elsewhere_are_read_as_they_are(tmp_path):
    file, folder = tmp_path / "a b\n♠", tmp_path / "folder"
    file.write_bytes(bytes(range(256)) * 1000)
    folder.mkdir()
    assert read_foreign(file, 1_000_000) == file.read_bytes()
    assert len(read_foreign(file, 1000)) == 1001
    with pytest.raises(OSError, match="larger than 0 MB"):
        read_at_once(file, 1000)
    with pytest.raises(FileNotFoundError):
        read_at_once(tmp_path / "none", 1000)
    with pytest.raises(IsADirectoryError):
        read_at_once(folder, 1000)
    asked = [file, folder, tmp_path / "none", Path("/a\ud800"), Path("/a\0")]
    assert (files_among(asked), folders_among(asked)) == ((file,), (folder,))
