"""Files of compiled kernels: what is not exactly as it was written is never loaded, for it would be executed.

A file is a checksum and then the pickled kernel. Its name is a digest of all that the code depends on, and the checksum
covers the name, too: a file that was cut, emptied, changed or put in the place of another one is recognised. It is
written under another name and then renamed, so that nobody sees a part of it, however many processes write it and
whenever they are killed. A loss of power may leave an empty or cut file even so.
"""

import logging
import os
import pickle
import shutil
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any
from uuid import uuid4

from engine.storage.private import is_ours_alone, make_private
from engine.storage.regular_files import open_regular

SUFFIX = ".kernel"
SUM_BYTES = 32
LOG = logging.getLogger("steelwheel.kernels")


class KernelFiles:
    """The files of one kernel in ``folder``, whose names begin with ``name``, as Numba's cache uses them.

    ``stamp`` and the key of a file are all that its code depends on.
    """

    def __init__(self, folder: Path, name: str, stamp: object) -> None:
        self._folder, self._name, self._stamp = folder, name, stamp

    def path(self, key: object) -> Path:
        """Return where the kernel for ``key`` is."""
        digest = sha256(repr((self._stamp, key)).encode()).hexdigest()[:32]
        return self._folder / f"{self._name}-{digest}{SUFFIX}"

    def has(self, key: object) -> bool:
        """Return whether there is a kernel for ``key``."""
        return self._read(key) is not None

    def load(self, key: object) -> Any:
        """Return the kernel for ``key``; None where there is none."""
        data = self._read(key)
        return None if data is None else pickle.loads(memoryview(data)[SUM_BYTES:])

    def _read(self, key: object) -> bytes | None:
        """Return what is in a file; None where there is none, or a damaged one, which is discarded."""
        path = self.path(key)
        data = _own_file(path)
        if data is not None and not _as_written(path, data):
            report_damage(path)
            with suppress(OSError):  # it will be replaced
                path.unlink()
            return None
        return data

    def save(self, key: object, data: bytes) -> None:
        """Write a pickled kernel, unless there is no room or no permission: then the next start compiles it again."""
        path = self.path(key)
        written = path.with_name(f"{path.name}.{uuid4().hex}.tmp")
        with suppress(OSError):
            try:
                make_private(path.parent)
                with open(written, "wb", opener=_owner_only) as file:
                    file.write(_checksum(path, data) + data)
                os.replace(written, path)
            finally:
                written.unlink(missing_ok=True)

    def flush(self) -> None:
        """Delete them all."""
        delete(self._folder.glob(f"{self._name}-*{SUFFIX}*"))


def _owner_only(path: str, flags: int) -> int:
    """Open a file that only its owner may write, whatever the user's umask is."""
    return os.open(path, flags, 0o644)


def _own_file(path: Path) -> bytes | None:
    """Return the content of a file that only this user or root can have written, else None.

    The check is made on the open file, so that nobody can exchange it in between.
    """
    try:
        with open_regular(path) as file:
            return file.read() if is_ours_alone(os.fstat(file.fileno())) else None
    except OSError:
        return None


def regular_file(path: Path) -> bytes | None:
    """Return what is in a file; None where it cannot be read or is no file (reading a pipe would wait for ever)."""
    try:
        return path.read_bytes() if path.is_file() else None
    except OSError:
        return None


def report_damage(path: Path) -> None:
    """Log that a compiled kernel is damaged: once for each folder, after a loss of power there may be hundreds."""
    _report_damage_in(path.parent)


@cache
def _report_damage_in(folder: Path) -> None:
    LOG.warning("damaged compiled kernels in %s: they are not used but compiled anew, which takes a moment", folder)


def stored_kernels(folder: Path) -> list[Path]:
    """Return the files of all kernels below the cache folder ``folder``."""
    return sorted(folder.glob(f"*/*{SUFFIX}"))


def damaged_kernels(folder: Path) -> list[Path]:
    """Return those that are not as they were written."""
    return [
        path for path in stored_kernels(folder) if (data := regular_file(path)) is None or not _as_written(path, data)
    ]


def delete_kernels(folder: Path) -> int:
    """Delete the files of all kernels below ``folder``, and what was left of unfinished ones; return how many."""
    return delete(folder.glob(f"*/*{SUFFIX}*"))


def delete(paths: Iterable[Path]) -> int:
    """Delete what can be deleted; return how many."""
    deleted = 0
    for path in list(paths):
        with suppress(OSError):
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            else:
                path.unlink()
            deleted += 1
    return deleted


def _as_written(path: Path, data: bytes) -> bool:
    return data[:SUM_BYTES] == _checksum(path, memoryview(data)[SUM_BYTES:])


def _checksum(path: Path, data: bytes | memoryview) -> bytes:
    digest = sha256(path.name.encode())
    digest.update(data)
    return digest.digest()
