"""Paths of the player's files: checked without exceptions, and stored so that they can be read back.

A path may be too long, lie in a folder that cannot be searched, or have a name that is not valid UTF-8 (Python keeps
its bytes as lone surrogates): none of this stops the program.
"""

import errno
import os
from collections.abc import Callable
from pathlib import Path
from urllib.parse import unquote_to_bytes

from engine.cards import whole_text

URI = "file://"


def is_file(path: Path) -> bool:
    """Say whether ``path`` is a file that can be seen from here; False for whatever the system refuses."""
    return _asked(path.is_file)


def is_folder(path: Path) -> bool:
    """Say whether ``path`` is a folder that can be seen from here; False for whatever the system refuses."""
    return _asked(path.is_dir)


def _asked(question: Callable[[], bool]) -> bool:
    try:
        return question()
    except (OSError, ValueError):
        return False


def files_in(folder: Path, pattern: str) -> list[Path]:
    """Return the files of ``folder`` that fit ``pattern``, in order; none where the folder cannot be read."""
    try:
        return sorted(folder.glob(pattern))
    except OSError:
        return []


def with_end(name: str, end: str) -> Path:
    """Return the file that a player has named, with the ``end`` of its form where the name has none.

    Raises:
        FileExistsError: the name has become that of another file: the dialog has not asked whether to write over it.
    """
    path = Path(name)
    if path.suffix:
        return path
    whole = path.with_name(path.name + end)
    if is_file(whole):
        raise FileExistsError(errno.EEXIST, f"{whole_text(whole.name)} is there already; choose it to write over it")
    return whole


def absolute(path: Path) -> Path:
    """Return ``path`` from the root on; as it is where the folder that we are in has been deleted."""
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
