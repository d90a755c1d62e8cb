"""The command that runs this very program, in another process: without Qt, which is not there yet when the first one is
started."""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
COMPILE_VERB = "--compile"
"""Lets the program compile kernels for a window and do nothing else."""


def command(*arguments: str) -> list[str]:
    """Return the command that runs this very program."""
    packaged = getattr(sys, "frozen", False)
    return [sys.executable, *(() if packaged else ("-P", "-m", "gui")), *arguments]


def sources() -> tuple[str, str]:
    """Return the variable of the environment by which such a process finds these sources, and its value."""
    return "PYTHONPATH", os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
