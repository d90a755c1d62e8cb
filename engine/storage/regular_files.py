"""Access to regular files only: pipes, devices and folders are rejected before an operation on them could block.

This file also runs by itself, as a process that its parent can abandon if a disk does not answer: ``python
regular_files.py read MAX_BYTES PATH`` reads a file, ``python regular_files.py there file|folder PATH...`` finds out
which paths exist (:func:`answer_parent`). Therefore it imports nothing of the engine.
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
NO_FILE = "this is a device or a pipe, not a file"
RESERVED_NAME = "Windows reserves this name for a device, choose another one"
RESERVED = {
    "con",
    "prn",
    "aux",
    "nul",
    "conin$",
    "conout$",
    *(f"{port}{n}" for port in ("com", "lpt") for n in "123456789"),
}
"""Names without extension, in lower case, that no file can have on Windows."""
NO_DATA = "this is an endless system file"
BEGUN, READ, REFUSED, END = b"=", b"+", b"-", b"."
"""The messages of the process: it has begun; data follow; number and text of an error follow; the data are complete."""
LOOK_S = 0.5
"""How long the process waits for the disks when it looks which paths exist, in seconds."""
_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOCTTY", 0)


def check_regular(path: Path | str) -> None:
    """Check that a path is a regular file or does not exist, before an operation that could block.

    Raises:
        OSError: it exists but is not a regular file, or cannot be examined, or Windows reserves its name.
    """
    check_name(path)
    try:
        _check(os.stat(path), path)
    except FileNotFoundError:
        return


def check_name(path: Path | str) -> None:
    """Raise OSError if this is Windows and the name of the file is reserved for a device, such as ``nul``."""
    if sys.platform == "win32" and is_reserved(os.path.basename(path)):
        raise OSError(errno.EINVAL, RESERVED_NAME, str(path))


def is_reserved(name: str) -> bool:
    """Return True if Windows takes the name of a file for a device, whatever its extension."""
    return name.partition(".")[0].rstrip(" ").lower() in RESERVED


def open_regular(path: Path | str) -> BinaryIO:
    """Open a regular file for reading.

    It is checked twice: before opening, because opening a device may already have an effect, and again once it is
    open, because it may have been replaced in between.

    Raises:
        OSError: it is not a regular file, or cannot be opened.
    """
    _check(os.stat(path), path)
    # O_NONBLOCK: a pipe that has replaced the file since would block until somebody writes to it.
    handle = os.open(path, _FLAGS)
    try:
        _check(os.fstat(handle), path)
        return os.fdopen(handle, "rb")
    except BaseException:
        os.close(handle)
        raise


def read_regular(path: Path | str, most: int) -> bytes:
    """Return the contents of a file, or the first ``most`` + 1 bytes if it is larger.

    Raises:
        OSError: it is not a regular file, or cannot be read.
    """
    with open_regular(path) as file:
        return read_available(file, most + 1)


def read_available(file: BinaryIO, size: int) -> bytes:
    """Return at most ``size`` bytes of an open file.

    Raises:
        OSError: it cannot be read, or is a system file whose reader would have to wait for data (``/proc/kmsg``).
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
    """Return the message of ``error`` for a player; a system error's is without its number and path."""
    return (isinstance(error, OSError) and error.strerror) or str(error)


def answer_parent(verb: str, how: str, *paths: str) -> int:
    """Write the answer for the parent process to standard output, and return the exit status.

    ``verb`` *read*: the contents of the one path, up to ``how`` bytes. ``verb`` *there*: the indices of those ``paths``
    that exist as ``how`` (*file* or *folder*).
    """
    _say(BEGUN)
    try:
        _say(READ + (read_regular(paths[0], int(how)) if verb == "read" else _there(how, paths) + END))
    except (OSError, ValueError) as error:
        number = (error.errno if isinstance(error, OSError) else None) or errno.EINVAL
        words = (error.strerror if isinstance(error, OSError) else None) or str(error)
        _say(REFUSED + f"{number} {words}".encode(errors="replace"))
    return 0


def _there(kind: str, paths: Sequence[str]) -> bytes:
    """Return the indices of the paths that exist as ``kind`` (file or folder), as text with blanks between them."""
    # One thread per path: a path on a disk that does not answer blocks its thread only, and counts as missing.
    result = Queue[int]()

    def look(number: int, path: str) -> None:
        if (os.path.isfile if kind == "file" else os.path.isdir)(path):
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
    os._exit(status)  # without waiting for threads that a disk still blocks
