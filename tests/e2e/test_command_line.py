"""The command as a shell sees it: interrupted at any moment, and into a pipe that nobody reads."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SAID = "started\n"
STARTED = f"import sys; from gui.__main__ import main; sys.stderr.write({SAID!r}); sys.stderr.flush(); sys.exit(main())"
ENDLESS = {
    "game": "holdem",
    "seats": [{"cards": "AhAd"}, *[{"cards": "random"}] * 5],
    "run": {"max_trials": 10**12},
}


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
@pytest.mark.parametrize("delay", [0.01, 0.1, 0.3, 1.5])
def test_an_interrupt_ends_it_quietly_whatever_it_is_doing(delay, tmp_path):
    """Python's own start is over; then the imports, the compiler or a run."""
    file = tmp_path / "endless.json"
    file.write_text(json.dumps(ENDLESS))
    with subprocess.Popen(
        [sys.executable, "-c", STARTED, "solve", str(file)],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        assert process.stderr.readline() == SAID
        time.sleep(delay)
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=60) == ("", "")
        assert process.returncode == 130


@pytest.mark.parametrize("argument", ["--help", "--version"])
def test_help_that_nobody_reads_is_no_crash(argument):
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "-m", "gui", argument], cwd=ROOT, stdout=writing, stderr=subprocess.PIPE, timeout=60
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (1, b"")
