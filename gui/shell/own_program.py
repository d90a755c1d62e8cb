"""The command that runs this program in another process. Imports no Qt: the first one starts before Qt is loaded."""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
COMPILE_VERB = "--compile"
"""The option with which the program only compiles kernels for a window."""


def command(*arguments: str) -> list[str]:
    """Return the command line that runs this program with ``arguments``."""
    packaged = getattr(sys, "frozen", False)
    return [sys.executable, *(() if packaged else ("-P", "-m", "gui")), *arguments]


def sources() -> tuple[str, str]:
    """Return the environment variable by which such a process finds these sources, and its value."""
    return "PYTHONPATH", os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
