"""The input of the verbs: files, standard input, lines of text, libraries of ranges."""

import io
import os
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Any, BinaryIO, cast

from engine.scenario import Problem, RangeName, ScenarioError
from engine.storage.input_files import digest_of, read_whole, unreadable
from engine.storage.regular_files import open_regular, reason

GZIP_SUFFIX = ".gz"


def opened(path: str) -> AbstractContextManager[BinaryIO]:
    """Return a file as a context manager: standard input for ``-``, unpacked if its name ends in ``.gz``.

    Raises:
        ScenarioError: the file cannot be opened (field ``file``).
    """
    if path == "-":
        if sys.stdin is None:
            raise unreadable(path, "standard input is closed")
        return nullcontext(sys.stdin.buffer)
    try:
        # These are standard input or ``<(...)`` of a shell. Any other name must be a regular file: opening a pipe that
        # nobody writes to would never return.
        if path.startswith(("/dev/std", "/dev/fd/", "/proc/self/fd/")):
            return open(path, "rb")
        return _unpacked(open_regular(path)) if path.endswith(GZIP_SUFFIX) else open_regular(path)
    except (OSError, ValueError) as error:
        if is_json(path):
            message = "this is JSON, not the name of a file: JSON is given by a file, or by standard input as -"
            raise ScenarioError(Problem("file", message)) from None
        raise unreadable(path, reason(error)) from None


@contextmanager
def _unpacked(file: BinaryIO) -> Iterator[BinaryIO]:
    import gzip

    with file, gzip.open(file) as unpacked:
        yield cast(BinaryIO, unpacked)


def contents(path: str) -> bytes:
    """Return the contents of a file; raises ScenarioError as :func:`opened`, or if the file is too large."""
    with opened(path) as file:
        return read_whole(file, path)


def is_json(path: str) -> bool:
    """Return True if the name of a file looks like JSON (complete or not) that was typed instead of a name."""
    return path.lstrip().startswith(("{", "[{", "[["))


def is_table_line(path: str) -> bool:
    """Return True if the name of a file is a table as one line of text, or a single hand, and no file has that name."""
    from engine.table.one_line import is_table

    return not os.path.exists(path) and is_table(path)


def file_size(file: BinaryIO) -> int | None:
    """Return the number of bytes of a file, or None if it is a pipe, whose end is not known."""
    return os.fstat(file.fileno()).st_size if isinstance(file, io.BufferedReader) and file.seekable() else None


def size_and_digest(file: BinaryIO, path: str) -> tuple[int | None, str | None]:
    """Return the size of a file and the digest of its contents, or None for both if it can be read only once."""
    size = file_size(file)
    return (None, None) if size is None else (size, digest_of(file, path))


def library_names(path: str) -> tuple[RangeName, ...]:
    """Return the names of the ranges in a library file.

    Raises:
        ScenarioError: it cannot be read, or is no library.
    """
    from engine.ranges.library import range_names
    from engine.ranges.library_files import LibraryError, folder_of, read_import

    data = contents(path)
    try:
        return range_names(folder_of(read_import(Path(path), data, lambda: None).entries))
    except LibraryError as error:
        raise ScenarioError(Problem("library", f"{path}: {error}")) from None


def with_used_names(value: object, names: tuple[RangeName, ...]) -> Any:
    """Return a scenario as JSON, or a request with a ``table``, together with those of ``names`` that its texts use."""
    if not (names and isinstance(value, dict)):
        return value
    if "table" in value:
        return value | {"table": with_used_names(value["table"], names)}
    from engine.table.named_hands import with_names
    from engine.table.serialize import scenario_from_json, scenario_to_json

    return scenario_to_json(with_names(scenario_from_json(value), names))
