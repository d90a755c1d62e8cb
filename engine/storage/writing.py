"""Writing files so that a crash or a full disk never leaves half of one.

The data stand in a file of their own beside the target until they are whole. The writer holds a lock on that file, so
that the next writer of the same target can tell a file still being written from one that a killed writer has left, and
removes the latter.
"""

import errno
import os
import re
import stat
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from engine.storage.regular_files import check_regular

if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def try_lock(handle: int) -> bool:
    """Lock the open file ``handle`` until it is closed; return whether that went, which it does not if it is held.

    Raises:
        OSError: the file system does not know locks.
    """
    try:
        _lock(handle)
    except (BlockingIOError, PermissionError):
        return False
    return True


NEW_FILE_MODE = 0o666
SUFFIX = ".part"
MAX_NAME_IN_TEMPORARY = 40
"""Characters of the target's name in that of the file beside it: a name has an end on every disk."""
ABANDONED_AFTER_S = 3600.0
"""Seconds after which a file beside the target is left behind, where no lock can say so (Windows: a file that is open
cannot be renamed)."""


def write_atomically(path: Path, data: bytes) -> None:
    """Replace the content of a file by ``data``: they are written beside it, flushed to the disk, then renamed over it.

    A symbolic link stays one: the file that it names is replaced. An existing file keeps its permissions. Parts that an
    earlier writer of the file has left beside it are removed.

    Raises:
        OSError: it cannot be written, or ``path`` is a folder, a device, a pipe or a link to itself; nothing has
            changed then.
    """
    check_regular(path)
    target = Path(os.path.realpath(path))
    _remove_left(target)
    file, name = _new_part(target)
    try:
        with file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
            os.chmod(name, _mode(target))
            if sys.platform != "win32":  # while the lock is held
                os.replace(name, target)
        if sys.platform == "win32":
            os.replace(name, target)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise
    _flush_folder(target.parent)


def bounded(data: bytes, most: int) -> bytes:
    """Return the data of a file of which at most so many bytes are read again.

    Raises:
        OSError: it would be larger.
    """
    if len(data) > most:
        raise OSError(errno.EFBIG, f"it would be larger than {most // 1_000_000} MB")
    return data


def _new_part(target: Path) -> tuple[BinaryIO, str]:
    """Return a new file beside ``target``, which is locked where the file system knows locks, and its name."""
    while True:
        handle, name = tempfile.mkstemp(prefix=_prefix(target), suffix=SUFFIX, dir=target.parent)
        file = os.fdopen(handle, "wb")
        if sys.platform == "win32":
            return file, name
        try:
            if try_lock(handle) and os.path.samestat(os.fstat(handle), os.stat(name)):
                return file, name
        except FileNotFoundError:
            pass  # taken for one that was left behind, in the moment before it was locked
        except OSError:
            return file, name  # without locks nobody else takes it for left behind
        file.close()
        with suppress(OSError):
            os.unlink(name)


def _prefix(target: Path) -> str:
    return f".{target.name[:MAX_NAME_IN_TEMPORARY]}."


def _remove_left(target: Path) -> None:
    """Delete temporary files of killed writers of ``target``, as far as they are recognised and can be deleted."""
    form = re.compile(f"{re.escape(_prefix(target))}[a-z0-9_]{{8}}{re.escape(SUFFIX)}")
    with suppress(OSError), os.scandir(target.parent) as entries:
        for name in [entry.path for entry in entries if form.fullmatch(entry.name)]:
            with suppress(OSError):
                if _is_left(name):
                    os.unlink(name)


def _is_left(name: str) -> bool:
    """Return whether nobody writes the file any more.

    Raises:
        OSError: that cannot be found out.
    """
    result = os.lstat(name)
    if not stat.S_ISREG(result.st_mode):
        return False
    if sys.platform == "win32":
        return time.time() - result.st_mtime > ABANDONED_AFTER_S
    handle = os.open(name, os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        return try_lock(handle)
    finally:
        os.close(handle)


def _mode(target: Path) -> int:
    """Return the permissions of ``target``, or those that a new file gets here."""
    with suppress(OSError):
        return target.stat().st_mode & 0o7777
    mask = os.umask(0)
    os.umask(mask)
    return NEW_FILE_MODE & ~mask


def _flush_folder(folder: Path) -> None:
    """Make the rename itself last (where folders can be flushed: not on Windows)."""
    if os.name != "posix":
        return
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
