"""Starting a process that compiles for a window (``compiler``), without Numba: before the window itself is built."""

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
    """Do :func:`start_compiling` if there is no compiled kernel yet, neither shipped nor in the cache folder: at the
    first start. None: it is not needed or not possible.
    """
    choose_cache_folder()
    with suppress(OSError):
        if not FOLDER.is_dir() and not any(Path(os.environ[VARIABLE]).iterdir()):
            return start_compiling(command, environment)
    return None


def start_compiling(command: Sequence[str], environment: Mapping[str, str]) -> Process:
    """Start ``command``, with ``environment`` added to that of this process.

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
