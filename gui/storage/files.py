"""The player's files: locks, paths checked without exceptions, and stores of JSON files that windows share.

A path may be too long, lie in a folder that cannot be searched, or have a name that is not valid UTF-8 (Python keeps
its bytes as lone surrogates): none of this stops the program.

Locks show whether another process is still running, and let windows write a file in turn. The system releases them when
the process ends, however it ends. A process id in a file is not enough: ids are reused, and in a container every start
may have the same one.
"""

import errno
import filecmp
import os
import shutil
import stat
import sys
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from itertools import chain, count
from pathlib import Path
from typing import Generic, Self, TypeVar
from urllib.parse import unquote_to_bytes

from engine import ScenarioError
from engine.cards import whole_text
from engine.ranges.library_files import LibraryError, read_bounded
from engine.storage.private import make_private
from engine.storage.regular_files import check_regular, read_regular
from engine.storage.writing import checked_size, try_lock, write_atomically

PATIENCE = 0.5
"""Seconds to wait for another window that is writing a file."""
PAUSE = 0.002
"""Seconds between two attempts to get a lock."""
LOCKS_UNKNOWN = (errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP)
"""Errors of file systems without locks."""


class FileLock:
    """A file that is locked from :meth:`acquire` to :meth:`release` or :meth:`remove`."""

    def __init__(self, path: Path, handle: int) -> None:
        self.path, self._handle = path, handle

    @classmethod
    def acquire(cls, path: Path) -> "FileLock | None":
        """Lock ``path`` and return the lock, or None if another process has it; the file is created if necessary.

        A pipe or a device of this name is removed first: it has no content, and cannot be locked everywhere.

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
            # Between open and lock another process may have deleted the file. The lock is then on a file without a
            # name, and keeps nobody from locking a new one.
            if try_lock(handle) and os.path.samestat(os.fstat(handle), os.stat(path)):
                return cls(path, handle)
        except (PermissionError, FileNotFoundError):
            pass  # removed by another process in between
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
    """Hold the lock ``path``, a file for this purpose alone, inside the context.

    The system releases the lock of a process that ends, however it ends. On a file system without locks the context
    is entered without one.

    Raises:
        TimeoutError: another process has had the lock for ``seconds``.
        OSError: the file cannot be created or opened.
    """
    end, lock = time.monotonic() + seconds, None
    try:
        while (lock := FileLock.acquire(path)) is None:
            if time.monotonic() >= end:
                raise TimeoutError(errno.ETIMEDOUT, "another window is still writing it")
            time.sleep(PAUSE)
    except OSError as error:
        if error.errno not in LOCKS_UNKNOWN:
            raise
        # Without locks the file would stay as litter.
        with suppress(OSError):
            path.unlink()
    try:
        yield
    finally:
        if lock is not None:
            lock.remove()


UNREADABLE = ".unreadable-"
"""Part of the name of a copy of a file that could not be read."""
URI = "file://"
LATEST_TIME = 253_402_214_400.0
"""The last day of the year 9999, in seconds: the latest time that Python can represent in every time zone."""


def kept_aside(path: Path) -> Path:
    """Copy a file that cannot be read to a name next to it, and return that.

    If an equal copy exists already, from an earlier start, no other one is made.

    Raises:
        OSError: it cannot be copied, or is not a regular file.
    """
    check_regular(path)
    name, suffix = f"{path.stem}{UNREADABLE}", path.suffix
    copies = path.parent.glob(f"{name}*{suffix}")
    # Otherwise each start would copy a damaged file anew.
    copy = next((old for old in copies if filecmp.cmp(old, path, shallow=False)), None)
    if copy is None:
        copy = path.with_name(f"{name}{datetime.now():%Y%m%d-%H%M%S-%f}{suffix}")
        shutil.copy2(path, copy)
    return copy


def move_what_is_no_file(path: Path) -> Path | None:
    """Rename a pipe, a device or a folder that has the name of a file: opening a pipe could block forever.

    Return the new name, or None if nothing had to be renamed: it is a regular file, it does not exist, or its folder
    cannot be searched, so that it cannot be opened either.

    Raises:
        OSError: it cannot be renamed.
    """
    try:
        regular = stat.S_ISREG(os.stat(path).st_mode)
    except OSError:
        return None
    if not regular:
        aside = path.with_name(f"{path.stem}{UNREADABLE}{datetime.now():%Y%m%d-%H%M%S-%f}{path.suffix}")
        path.rename(aside)
        return aside
    return None


def local_time(seconds: float) -> datetime:
    """Return the time of a file, the nearest one that there is a date for: a file may bear any."""
    return datetime.fromtimestamp(min(max(seconds, 0.0), LATEST_TIME))


def is_file(path: Path) -> bool:
    """Return whether ``path`` is a visible file; False for whatever the system refuses."""
    return _answer(path.is_file)


def is_there(path: Path) -> bool:
    """Return whether anything is visible at ``path``; False for whatever the system refuses."""
    return _answer(path.exists)


def is_folder(path: Path) -> bool:
    """Return whether ``path`` is a visible folder; False for whatever the system refuses."""
    return _answer(path.is_dir)


def _answer(question: Callable[[], bool]) -> bool:
    try:
        return question()
    except (OSError, ValueError):
        return False


def files_in(folder: Path, pattern: str) -> list[Path]:
    """Return the sorted files of ``folder`` that match ``pattern``; none if the folder cannot be read."""
    try:
        return sorted(folder.glob(pattern))
    except OSError:
        return []


def with_end(name: str, end: str) -> Path:
    """Return the path of a file name that the player has entered, with the suffix ``end`` if it has none.

    Raises:
        FileExistsError: the name with the suffix exists; the dialog, which saw the name without it, did not ask.
    """
    path = Path(name)
    if path.suffix:
        return path
    whole = path.with_name(path.name + end)
    if is_file(whole):
        raise FileExistsError(
            errno.EEXIST, f"{whole_text(whole.name)} exists already; choose that file to overwrite it"
        )
    return whole


def absolute(path: Path) -> Path:
    """Return the absolute path, or ``path`` unchanged if the current folder has been deleted."""
    try:
        return path.absolute()
    except OSError:
        return path


def path_to_text(path: Path) -> str:
    """Return an absolute path as a text that :func:`path_from_text` reads back, whatever its bytes are."""
    text = whole_text(str(path))
    return path.as_uri() if text != str(path) and path.is_absolute() else text


def path_from_text(text: str) -> Path:
    """Return the path that :func:`path_to_text` has written."""
    return Path(os.fsdecode(unquote_to_bytes(text[len(URI) :]))) if text.startswith(f"{URI}/") else Path(text)


T = TypeVar("T")


def ignore(line: str) -> None:
    """Report nothing."""


@dataclass(frozen=True, slots=True)
class Kind(Generic[T]):
    """A kind of JSON file that windows share.

    ``read`` returns the value of a file and the damage in it; it raises a ``ScenarioError`` or ``LibraryError`` if
    nothing can be read. ``unreadable`` is the message for the second case, ``damaged`` that for the first. ``lock`` is
    the name of the lock file.
    """

    read: Callable[[bytes], tuple[T, Sequence[str]]]
    write: Callable[[T], bytes]
    largest: int
    unreadable: str
    damaged: str
    lock: str = "{}.lock"


class SharedFile(Generic[T]):
    """A JSON file that several windows read and write. A change is one step, for which the other windows wait.

    A file that cannot be read completely is first copied to another name, and ``report`` is called with a message.
    """

    def __init__(self, path: Path, kind: Kind[T], report: Callable[[str], object] = ignore) -> None:
        self.path, self._kind, self._report = path, kind, report
        self._data: bytes | None = None
        """The content of the file when it was last read or written."""

    @contextmanager
    def held(self) -> Iterator[None]:
        """Keep other windows from writing the file inside the context.

        Raises:
            OSError: the folder cannot be written, or another window holds the file for too long.
        """
        make_private(self.path.parent)
        with exclusive(self.path.with_name(self._kind.lock.format(self.path.name)), PATIENCE):
            yield

    def read(self) -> T | None:
        """Return the value of the file, or None if nothing in it can be read.

        Raises:
            FileNotFoundError: there is no file.
            OSError: it cannot be opened, or not be copied.
        """
        # Until all of it has been read, the content does not count as known, so `is_unchanged` stays False.
        self._data = None
        try:
            data = read_bounded(self.path, self._kind.largest)
            value, damaged = self._kind.read(data)
        except (LibraryError, ScenarioError) as error:
            self._set_aside(self._kind.unreadable.format(error))
            return None
        if damaged:
            self._set_aside(self._kind.damaged.format("; ".join(damaged)))
        self._data = data
        return value

    def is_unchanged(self) -> bool:
        """Return whether the file still has the content that this object last read or wrote.

        Raises:
            OSError: it cannot be opened.
        """
        return self._data is not None and read_regular(self.path, self._kind.largest) == self._data

    def write(self, value: T) -> None:
        """Replace the content of the file.

        Raises:
            OSError: it cannot be written, or would be too large to be read.
        """
        data = checked_size(self._kind.write(value), self._kind.largest)
        write_atomically(self.path, data)
        self._data = data

    def change(self, change: Callable[[T | None], T]) -> T:
        """Replace the value by ``change(value)``, and return the new one. The old value is None if none can be read.

        Raises:
            OSError: the file cannot be read or written.
        """
        with self.held():
            try:
                value = self.read()
            except FileNotFoundError:
                value = None
            changed = change(value)
            self.write(changed)
        return changed

    def _set_aside(self, line: str) -> None:
        self._report(f"{line}. The damaged file is kept as {kept_aside(self.path)}")


class SharedFolder:
    """A folder of small files that windows share: a name is looked for and given while the others wait."""

    def __init__(self, path: Path, suffix: str) -> None:
        self.path, self._suffix = path, suffix

    @property
    def files(self) -> list[Path]:
        """All files, in order."""
        return files_in(self.path, f"*{self._suffix}")

    @contextmanager
    def held(self) -> Iterator[None]:
        """Do something while no other window adds or renames files.

        Raises:
            OSError: the folder cannot be written, or another window holds it for too long.
        """
        make_private(self.path)
        with exclusive(self.path / ".lock", PATIENCE):
            yield

    def free_path(self, stem: str) -> Path:
        """Return the path of a new file called ``stem``, with a number if that is taken."""
        names = chain((stem,), (f"{stem} {number}" for number in count(2)))
        return next(path for name in names if not is_there(path := self.path / f"{name}{self._suffix}"))


class OwnFile:
    """A file of one window alone, with a lock file that the window holds as long as it runs.

    A window that gets the lock of a file that is left behind takes the file over.
    """

    def __init__(self, lock: FileLock) -> None:
        self._lock = lock
        self.path = lock.path.with_suffix(".autosave")

    def set_aside(self) -> Path:
        """Rename the file, so that no window takes it over, and return its new name."""
        aside = self.path.with_suffix(".unreadable")
        with suppress(OSError):
            self.path.replace(aside)
        self._lock.remove()
        return aside

    def remove(self) -> None:
        """Delete the file and the part that a crash in the middle of writing it has left."""
        for path in (self.path, *files_in(self.path.parent, f".{self.path.name}.*")):
            with suppress(OSError):
                path.unlink()
        self._lock.remove()

    def release(self) -> None:
        """Leave the file to the next window."""
        self._lock.release()

    @classmethod
    def new(cls, folder: Path) -> Self:
        """Return a file of a name that no other window has; nothing is in it yet.

        Raises:
            OSError: it cannot be written.
        """
        make_private(folder)
        lock = FileLock.acquire(folder / f"{uuid.uuid4().hex[:12]}.lock")
        if lock is None:
            raise OSError("the folder for autosaves does not support file locks")
        return cls(lock)

    @classmethod
    def left_behind(cls, folder: Path) -> list[Self]:
        """Take over the files of windows that have ended, the last one first. Locks without a file are removed."""
        files = []
        for path in files_in(folder, "*.lock"):
            with suppress(OSError):
                lock = FileLock.acquire(path)
                if lock is None:
                    continue
                file = cls(lock)
                # A lock without a file is left by a window that had nothing to save, or that has crashed before.
                if file.path.exists():
                    files.append((file.path.stat().st_mtime, file))
                else:
                    file.remove()
        return [file for _, file in sorted(files, key=lambda row: -row[0])]
