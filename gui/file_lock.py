"""A lock that tells whether another process is still there.

The system lets go of it when the process ends, however it ends. A number of a process in a file does not tell as
much: numbers are given anew, and in a container every start may have the same one.
"""

import os
import sys
from contextlib import suppress
from pathlib import Path

if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


class FileLock:
    """A file that is locked from :meth:`acquire` to :meth:`release` or :meth:`remove`."""

    def __init__(self, path: Path, handle: int) -> None:
        self.path, self._handle = path, handle

    @classmethod
    def acquire(cls, path: Path) -> "FileLock | None":
        """Lock ``path``, which is made if it is not there; None if anybody holds it.

        Raises:
            OSError: the folder cannot be written, or does not know locks.
        """
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _lock(handle)
            if os.path.samestat(os.fstat(handle), os.stat(path)):
                return cls(path, handle)
        except (BlockingIOError, PermissionError, FileNotFoundError):
            pass  # held by another, or removed by another in between
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
