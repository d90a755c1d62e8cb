"""Locks on open files, which the system releases when their process ends, however it ends."""

import sys

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
