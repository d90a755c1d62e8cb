"""Writing files so that a crash or a full disk never leaves half of one."""

import os
import tempfile
from contextlib import suppress
from pathlib import Path

NEW_FILE_MODE = 0o666


def write_atomically(path: Path, data: bytes) -> None:
    """Put ``data`` into ``path``: written beside it, flushed to the disk, then renamed over it.

    A symbolic link stays one: the file that it names is replaced. An existing file keeps its permissions.

    Raises:
        OSError: the disk says no; ``path`` is then what it was before.
    """
    target = Path(os.path.realpath(path))
    handle, name = tempfile.mkstemp(prefix=f".{target.name[:40]}.", suffix=".part", dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, _mode(target))
        os.replace(name, target)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise
    _flush_folder(target.parent)


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
