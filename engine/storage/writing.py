"""Atomic writing of files: a crash or a full disk never leaves an incomplete one.

The data are written to a temporary file next to the target, which replaces the target once it is complete. The writer
holds a lock on the temporary file. Therefore the next writer of the same target can distinguish a file that is being
written from one that a killed writer has left behind, and deletes the latter.
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
    """Lock the open file ``handle`` until it is closed. Return False if another process has locked it.

    Raises:
        OSError: the file system has no locks.
    """
    try:
        _lock(handle)
    except (BlockingIOError, PermissionError):
        return False
    return True


HELD_S, HELD_INTERVAL_S = 1.0, 0.05
"""How long and how often replacing a file is retried on Windows while another program has it open."""
NEW_FILE_MODE = 0o666
SUFFIX = ".part"
MAX_NAME_IN_TEMPORARY = 40
"""Characters of the target's name in the name of its temporary file: file systems limit the length of names."""
ABANDONED_AFTER_S = 3600.0
"""The age from which on a temporary file counts as left behind on Windows, which uses no locks here: a file has to be
closed, and so unlocked, before it can be renamed."""


def write_atomically(path: Path, data: bytes) -> None:
    """Replace the contents of a file by ``data``: write a temporary file, flush it to the disk, rename it.

    The target of a symbolic link is replaced, not the link. An existing file keeps its permissions. Temporary files
    that killed writers have left behind are deleted.

    Raises:
        OSError: the file cannot be written, or ``path`` is a folder, a device, a pipe or a link to itself. Nothing has
            changed then.
    """
    check_regular(path)
    target = Path(os.path.realpath(path))
    _delete_abandoned(target)
    file, name = _new_temporary(target)
    try:
        with file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
            if sys.platform != "win32":  # only "read-only" exists there; it would protect a file left by an error
                os.chmod(name, _mode(target))
            # Under the lock, so that no other writer takes the file for an abandoned one and deletes it.
            if sys.platform != "win32":
                os.replace(name, target)
        if sys.platform == "win32":
            _replace_held(name, target)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise
    _flush_folder(target.parent)


def _replace_held(name: str, target: Path) -> None:
    """Move a temporary file to its place; on Windows a program that has the target open (a scanner of viruses, a
    synchronized folder) prevents that for a moment, so try again for a second.

    Raises:
        OSError: it cannot be moved, for example because the target is read-only.
    """
    until = time.monotonic() + HELD_S
    while True:
        try:
            os.replace(name, target)
            return
        except PermissionError:
            if not os.access(target, os.W_OK) or time.monotonic() >= until:
                raise
        time.sleep(HELD_INTERVAL_S)


def reader_has_ended(error: OSError) -> bool:
    """Return True if ``error`` means that nobody reads a pipe any more; Windows has another number for it."""
    return isinstance(error, BrokenPipeError) or (sys.platform == "win32" and error.errno == errno.EINVAL)


def checked_size(data: bytes, most: int) -> bytes:
    """Return ``data`` unchanged, if a file of this size can be read again, up to ``most`` bytes.

    Raises:
        OSError: the data are larger.
    """
    if len(data) > most:
        raise OSError(errno.EFBIG, f"it would be larger than {most // 1_000_000} MB")
    return data


def _new_temporary(target: Path) -> tuple[BinaryIO, str]:
    """Return a new temporary file next to ``target``, locked if the file system has locks, and its name."""
    while True:
        handle, name = tempfile.mkstemp(prefix=_prefix(target), suffix=SUFFIX, dir=target.parent)
        file = os.fdopen(handle, "wb")
        if sys.platform == "win32":
            return file, name
        # Another writer may have deleted the new file, or locked it to delete it, before it was locked here. Then the
        # name is free or belongs to another file, and a new one is made.
        try:
            if try_lock(handle) and os.path.samestat(os.fstat(handle), os.stat(name)):
                return file, name
        except FileNotFoundError:
            pass
        except OSError:
            return file, name  # without locks no other writer deletes it
        file.close()
        with suppress(OSError):
            os.unlink(name)


def _prefix(target: Path) -> str:
    return f".{target.name[:MAX_NAME_IN_TEMPORARY]}."


def _delete_abandoned(target: Path) -> None:
    """Delete the temporary files of killed writers of ``target``; those that cannot be examined or deleted stay."""
    form = re.compile(f"{re.escape(_prefix(target))}[a-z0-9_]{{8}}{re.escape(SUFFIX)}")
    with suppress(OSError), os.scandir(target.parent) as entries:
        for name in [entry.path for entry in entries if form.fullmatch(entry.name)]:
            with suppress(OSError):
                if _is_abandoned(name):
                    os.unlink(name)


def _is_abandoned(name: str) -> bool:
    """Return True if no writer is still writing the temporary file.

    Raises:
        OSError: the file cannot be examined.
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
    """Flush a folder, so that a rename in it survives a crash; Windows cannot flush folders."""
    if os.name != "posix":
        return
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
