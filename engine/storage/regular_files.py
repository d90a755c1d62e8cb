"""Files and nothing else: a pipe, a device or a folder under the name of a file is refused before it is waited for.

This file runs by itself too, as a process that can be given up where a disk does not answer: ``python regular_files.py
read MOST PATH`` reads a file, ``python regular_files.py there file|folder PATH...`` looks which are there
(:func:`answer_parent`). Hence it imports nothing of the engine.
"""

import errno
import os
import stat
import sys
from collections.abc import Sequence
from pathlib import Path
from queue import Queue
from threading import Thread
from time import monotonic
from typing import BinaryIO

PROGRAM = __file__
NO_FILE = "this is a device or a pipe, no file"
NO_DATA = "this is a file of the system that has no end"
BEGUN, READ, REFUSED, END = b"=", b"+", b"-", b"."
"""The messages of the process: that it begins; its data, or the number and words of an error; that this is all."""
LOOK_S = 0.5
"""The seconds that the process waits for a file."""
_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOCTTY", 0)


def check_regular(path: Path | str) -> None:
    """Check that there is a regular file under a name, before an operation that would wait.

    Raises:
        OSError: it is there and no file, or cannot be looked at.
    """
    try:
        _check(os.stat(path), path)
    except FileNotFoundError:
        return


def open_regular(path: Path | str) -> BinaryIO:
    """Open a file for reading. It is looked at before, since opening may be a deed for a device, and once more when it
    is open.

    Raises:
        OSError: it is no file, or cannot be opened.
    """
    _check(os.stat(path), path)
    handle = os.open(path, _FLAGS)
    try:
        _check(os.fstat(handle), path)
        return os.fdopen(handle, "rb")
    except BaseException:
        os.close(handle)
        raise


def read_regular(path: Path | str, most: int) -> bytes:
    """Return the content of a file, one byte more than ``most`` at most, however it grows.

    Raises:
        OSError: it is no file, or cannot be read.
    """
    with open_regular(path) as file:
        return read_available(file, most + 1)


def read_available(file: BinaryIO, size: int) -> bytes:
    """Return at most ``size`` bytes of an open file.

    Raises:
        OSError: it cannot be read, or is a file of the system whose reader has to wait for data (``/proc/kmsg``).
    """
    data: bytes | None = file.read(size)
    if data is None:
        raise OSError(errno.EAGAIN, NO_DATA)
    return data


def _check(status: os.stat_result, path: Path | str) -> None:
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, NO_FILE, str(path))


def reason(error: Exception) -> str:
    """Return the message of ``error`` for a player: that of an error of the system without its number and path."""
    return (isinstance(error, OSError) and error.strerror) or str(error)


def answer_parent(verb: str, how: str, *paths: str) -> int:
    """Answer, on standard output, the process that has started this one; return the exit status."""
    _say(BEGUN)
    try:
        _say(READ + (read_regular(paths[0], int(how)) if verb == "read" else _there(how, paths) + END))
    except (OSError, ValueError) as error:
        number = (error.errno if isinstance(error, OSError) else None) or errno.EINVAL
        words = (error.strerror if isinstance(error, OSError) else None) or str(error)
        _say(REFUSED + f"{number} {words}".encode(errors="replace"))
    return 0


def _there(what: str, paths: Sequence[str]) -> bytes:
    """Return which of the paths are files or folders, by number, without waiting for disks that do not answer."""
    result = Queue[int]()

    def look(number: int, path: str) -> None:
        if (os.path.isfile if what == "file" else os.path.isdir)(path):
            result.put(number)

    lookers = [Thread(target=look, args=row, daemon=True) for row in enumerate(paths)]
    for looker in lookers:
        looker.start()
    until = monotonic() + LOOK_S
    for looker in lookers:
        looker.join(max(until - monotonic(), 0.0))
    return " ".join(str(result.get()) for _ in range(result.qsize())).encode()


def _say(answer: bytes) -> None:
    sys.stdout.buffer.write(answer)
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    status = answer_parent(*sys.argv[1:])
    os._exit(status)  # whatever is still being looked for
