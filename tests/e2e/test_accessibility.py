"""The program in the hands of a screen reader: a real client of AT-SPI, on a bus and a screen of its own.

The client runs in the system's Python, which has the bindings; ``packaging/check.sh`` sees to the packages.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PYTHON = "/usr/bin/python3"
BINDINGS = "import gi; gi.require_version('Atspi', '2.0'); from gi.repository import Atspi"
COMMANDS = ("dbus-run-session", "Xvfb", "openbox")
PACKAGES = "at-spi2-core dbus gir1.2-atspi-2.0 openbox python3-gi xvfb"
DEADLINE_S = 1500
QT_SAYS = "AtSpiAdaptor::applicationInterface does not implement"
"""Where the registry is newer than Qt."""
QT_MISSES = "Could not find accessible on path"
"""Where the client asks for what has gone a moment ago, such as a cell of a page of the other game."""
QT_WAITED = "QSpiApplication::keyEventError"
"""Where the registry took more than 100 ms to answer for a key: Qt hands it to the widget then, as behind an answer."""
SAID_BY_QT = (QT_SAYS, QT_MISSES, QT_WAITED)


def has_client():
    """Return whether everything is installed that the client needs."""
    commands = all(shutil.which(command) for command in COMMANDS) and Path(PYTHON).exists()
    return commands and subprocess.run([PYTHON, "-c", BINDINGS], capture_output=True).returncode == 0


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="AT-SPI is for Linux")
@pytest.mark.parametrize("story", ["stories.py holdem", "stories.py razz", "walk.py"], ids=["holdem", "razz", "walk"])
def test_by_screen_reader_and_keys(story, tmp_path):
    """``story``: a script ``screen_reader_…`` and what it is given."""
    if not has_client():
        pytest.skip(f"a client of AT-SPI needs the packages {PACKAGES}")
    file, *name = story.split()
    script = Path(__file__).with_name(f"screen_reader_{file}")
    command = ["dbus-run-session", "--", PYTHON, script, *name, tmp_path, sys.executable, "-P", "-m", "gui"]
    environment = os.environ | {"PYTHONPATH": str(ROOT), "XDG_DATA_HOME": str(tmp_path)}
    text = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, timeout=DEADLINE_S)
    assert text.returncode == 0, f"{text.stdout}\n{text.stderr}"
    complaints = (tmp_path / "errors.txt").read_text(encoding="utf-8").splitlines()
    assert [line for line in complaints if not any(words in line for words in SAID_BY_QT)] == []
