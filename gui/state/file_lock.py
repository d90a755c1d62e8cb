"""A lock that shows whether another process is still running, and one for files that several windows write in turn.

The system releases it when the process ends, however it ends. A process id in a file is not enough: ids are reused,
and in a container every start may have the same one.
"""

import errno
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from engine.files.locking import try_lock
from engine.files.regular_files import check_regular

PAUSE = 0.002
"""Seconds between two attempts to have a lock."""
LOCKS_UNKNOWN = (errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP)
"""What file systems answer that have no locks."""


class FileLock:
    """A file that is locked from :meth:`acquire` to :meth:`release` or :meth:`remove`."""

    def __init__(self, path: Path, handle: int) -> None:
        self.path, self._handle = path, handle

    @classmethod
    def acquire(cls, path: Path) -> "FileLock | None":
        """Lock ``path``, which is made if it is not there; None if anybody holds it. A pipe or a device in its place,
        which holds nothing and may not be locked, is removed.

        Raises:
            OSError: the folder cannot be written, or does not know locks.
        """
        try:
            check_regular(path)
        except IsADirectoryError:
            raise
        except OSError:
            path.unlink()
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            if try_lock(handle) and os.path.samestat(os.fstat(handle), os.stat(path)):
                return cls(path, handle)
        except (PermissionError, FileNotFoundError):
            pass  # removed by another in between
        except BaseException:
            os.close(handle)
            raise
        os.close(handle)
        return None

    def release(self) -> None:
        """Unlock; the file stays."""
        os.close(self._handle)

    def remove(self) -> None:
        """Unlock and delete the file."""
        if sys.platform == "win32":  # where an open file cannot be deleted
            self.release()
        with suppress(OSError):
            self.path.unlink()
        if sys.platform != "win32":
            self.release()


@contextmanager
def exclusive(path: Path, seconds: float) -> Iterator[None]:
    """Do something while no other process does it that locks ``path``, a file that is there for this only.

    Whoever holds it and ends, however that may be, lets go of it. Where the file system knows no locks it is done
    without one.

    Raises:
        TimeoutError: another has held it for ``seconds``.
        OSError: the file cannot be made or opened.
    """
    lock = _waited_for(path, seconds)
    try:
        yield
    finally:
        if lock is not None:
            lock.remove()


def _waited_for(path: Path, seconds: float) -> FileLock | None:
    """Return the lock on ``path``, None where there are none."""
    end = time.monotonic() + seconds
    try:
        while (lock := FileLock.acquire(path)) is None:
            if time.monotonic() >= end:
                raise TimeoutError(errno.ETIMEDOUT, "another window is writing it and does not come to an end")
            time.sleep(PAUSE)
    except OSError as error:
        if error.errno not in LOCKS_UNKNOWN:
            raise
        with suppress(OSError):
            path.unlink()
        return None
    return lock
