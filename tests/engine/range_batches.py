"""Batches of ranges for the command line."""

import json
import subprocess
import sys
from pathlib import Path

from tests.systems import WAIT_S

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "-m", "engine", "range", "--lines"]


def ranges(count):
    return b"".join(
        json.dumps({"text": f"22+, A{'23456789TJQK'[i % 12]}s:0.{i + 1}"}).encode() + b"\n" for i in range(count)
    )


def run(*more, given, **settings):
    return subprocess.run(
        [*COMMAND, *map(str, more)],
        input=given,
        cwd=ROOT,
        capture_output=True,
        timeout=WAIT_S,
        check=False,
        **settings,
    )
