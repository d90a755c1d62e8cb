"""Folders of the program that nobody but its user can look into, and files that nobody else can have written.

The journal, the library and the settings are the player's own business, and compiled kernels are executed: both want
folders that other users of the machine can neither read nor write.
"""

import os
import stat
from contextlib import suppress
from pathlib import Path

PROGRAM_FOLDER = "steelwheel"
"""The name of the program's own folder within the user's folders for data, settings, logs and caches."""
PRIVATE_MODE = 0o700
_OTHERS_WRITE, _GROUP_WRITES = 0o002, 0o020


def make_private(folder: Path) -> None:
    """Make a folder and its parents; the program's own ones, from :data:`PROGRAM_FOLDER` down, are closed to others.

    Folders that version 1.0 has left readable for everybody are closed, too. Parents above the program's own folder,
    and folders elsewhere that already exist, keep their permissions.

    Raises:
        OSError: a folder cannot be made.
    """
    if PROGRAM_FOLDER not in folder.parts:
        folder.mkdir(PRIVATE_MODE, parents=True, exist_ok=True)
        return
    count = len(folder.parts) - 1 - folder.parts[::-1].index(PROGRAM_FOLDER)
    # From the top down, one by one: ``parents=True`` would give the folders between the default permissions.
    for own in (*reversed([parent for parent in folder.parents if len(parent.parts) > count]), folder):
        own.mkdir(PRIVATE_MODE, parents=True, exist_ok=True)
        with suppress(OSError):  # a folder of somebody else, or a file system without permissions
            if os.name == "posix" and own.stat().st_mode & 0o077:
                own.chmod(PRIVATE_MODE)


def is_ours_alone(status: os.stat_result) -> bool:
    """Return True if only this user, or root, can write a file or folder of this ``status``.

    A folder in which everybody may write but delete only his own (as ``/tmp``) counts: nobody can replace the
    files of this user there. The group may write if it is the user's private one, as many distributions set it up.
    """
    if os.name != "posix":
        return True
    if status.st_uid not in (os.getuid(), 0):
        return False
    if stat.S_ISDIR(status.st_mode) and status.st_mode & stat.S_ISVTX:
        return True
    private_group = status.st_gid == os.getgid() == os.getuid()
    return not status.st_mode & _OTHERS_WRITE and (private_group or not status.st_mode & _GROUP_WRITES)


def is_trusted_folder(folder: Path) -> bool:
    """Return True if nobody else can write in ``folder``, or replace it or any folder above it.

    Raises:
        OSError: one of them cannot be examined.
    """
    real = folder.resolve()
    return all(is_ours_alone(path.stat()) for path in (real, *real.parents))
