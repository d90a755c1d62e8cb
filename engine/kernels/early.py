"""Start a process that compiles for a window (``compiler``), without importing Numba: before the window is built."""

import os
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from engine.kernels.cache import VARIABLE, choose_cache_folder
from engine.kernels.shipped import FOLDER

LOW_PRIORITY = getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0) | getattr(subprocess, "CREATE_NO_WINDOW", 0)

Process = subprocess.Popen[bytes]


def first_compiler(command: Sequence[str], environment: Mapping[str, str]) -> Process | None:
    """Start ``command`` (see :func:`start_compiling`) if no kernel has been compiled yet, as at the first start.

    Returns the process, or None if there are compiled kernels, shipped or cached, or if it cannot be started.
    """
    choose_cache_folder()
    with suppress(OSError):
        if not FOLDER.is_dir() and not any(Path(os.environ[VARIABLE]).iterdir()):
            return start_compiling(command, environment)
    return None


def start_compiling(command: Sequence[str], environment: Mapping[str, str]) -> Process:
    """Start ``command`` with ``environment`` added to the environment of this process.

    Raises:
        OSError: it cannot be started.
    """
    return subprocess.Popen(
        command,
        bufsize=0,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, **environment},
        creationflags=LOW_PRIORITY,
    )
