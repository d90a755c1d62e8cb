"""Files of compiled kernels, which are verified before they are loaded, because loading executes them.

A file is a checksum and then the pickled kernel. Its name is a digest of everything that the code depends on, and the
checksum covers the name, too: a file that was cut, emptied, changed or renamed is recognized. It is written under
another name and then renamed, so that no process sees a partial file, however many processes write it and whenever they
are killed. After a loss of power a file can be empty or cut even so.
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
    """The files of one kernel in ``folder``, whose names begin with ``name``, with the interface of Numba's cache.

    ``stamp`` and the key of a file are everything that its code depends on.
    """

    def __init__(self, folder: Path, name: str, stamp: object) -> None:
        self._folder, self._name, self._stamp = folder, name, stamp

    def path(self, key: object) -> Path:
        """Return the path of the kernel for ``key``."""
        digest = sha256(repr((self._stamp, key)).encode()).hexdigest()[:32]
        return self._folder / f"{self._name}-{digest}{SUFFIX}"

    def has(self, key: object) -> bool:
        """Return True if there is an undamaged kernel for ``key``."""
        return self._read(key) is not None

    def load(self, key: object) -> Any:
        """Return the kernel for ``key``, or None if there is none."""
        data = self._read(key)
        return None if data is None else pickle.loads(memoryview(data)[SUM_BYTES:])

    def _read(self, key: object) -> bytes | None:
        """Return the content of a file, or None if there is none or it is damaged; a damaged file is deleted."""
        path = self.path(key)
        data = _own_file(path)
        if data is not None and not _is_intact(path, data):
            report_damage(path)
            with suppress(OSError):  # it will be replaced
                path.unlink()
            return None
        return data

    def save(self, key: object, data: bytes) -> None:
        """Write a pickled kernel. Without room or permission nothing is written, and the next start compiles again."""
        path = self.path(key)
        partial = path.with_name(f"{path.name}.{uuid4().hex}.tmp")
        with suppress(OSError):
            try:
                make_private(path.parent)
                with open(partial, "wb", opener=_owner_only) as file:
                    file.write(_checksum(path, data) + data)
                os.replace(partial, path)
            finally:
                partial.unlink(missing_ok=True)

    def flush(self) -> None:
        """Delete all files of the kernel."""
        delete(self._folder.glob(f"{self._name}-*{SUFFIX}*"))


def _owner_only(path: str, flags: int) -> int:
    """Open a file that only its owner can write, whatever the user's umask is."""
    return os.open(path, flags, 0o644)


def _own_file(path: Path) -> bytes | None:
    """Return the content of a file that only this user or root can have written, otherwise None.

    The check is made on the open file, so that it cannot be exchanged in between.
    """
    try:
        with open_regular(path) as file:
            return file.read() if is_ours_alone(os.fstat(file.fileno())) else None
    except OSError:
        return None


def regular_file(path: Path) -> bytes | None:
    """Return the content of a regular file, or None if it cannot be read (reading a pipe would block forever)."""
    try:
        return path.read_bytes() if path.is_file() else None
    except OSError:
        return None


def report_damage(path: Path) -> None:
    """Log that a compiled kernel is damaged, once for each folder: after a loss of power there can be hundreds."""
    _report_damage_in(path.parent)


@cache
def _report_damage_in(folder: Path) -> None:
    LOG.warning("damaged compiled kernels in %s: they are not used but compiled anew, which takes a moment", folder)


def stored_kernels(folder: Path) -> list[Path]:
    """Return the files of all compiled kernels below the cache folder ``folder``."""
    return sorted(folder.glob(f"*/*{SUFFIX}"))


def damaged_kernels(folder: Path) -> list[Path]:
    """Return the files of compiled kernels below ``folder`` that are damaged."""
    return [
        path for path in stored_kernels(folder) if (data := regular_file(path)) is None or not _is_intact(path, data)
    ]


def delete_kernels(folder: Path) -> int:
    """Delete all compiled kernels below ``folder``, and remains of unfinished writing; return how many files."""
    return delete(folder.glob(f"*/*{SUFFIX}*"))


def delete(paths: Iterable[Path]) -> int:
    """Delete the files and folders that can be deleted; return how many."""
    deleted = 0
    for path in list(paths):
        with suppress(OSError):
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            else:
                path.unlink()
            deleted += 1
    return deleted


def _is_intact(path: Path, data: bytes) -> bool:
    return data[:SUM_BYTES] == _checksum(path, memoryview(data)[SUM_BYTES:])


def _checksum(path: Path, data: bytes | memoryview) -> bytes:
    digest = sha256(path.name.encode())
    digest.update(data)
    return digest.digest()
