"""The input of the headless verbs: whole files and lines of batches, of a size that is bounded."""

import zlib
from codecs import BOM_UTF8
from collections.abc import Iterator
from hashlib import sha256
from typing import BinaryIO

from engine.scenario import Problem, ScenarioError
from engine.storage.regular_files import read_available, reason

MAX_INPUT_BYTES = 64_000_000
"""Bytes of a file, or of one line of a batch: more than any result has."""
PART = 1 << 20


def unreadable(path: str, reason: str | None) -> ScenarioError:
    """Return the complaint about a file that cannot be read."""
    return ScenarioError(Problem("file", f"{path} cannot be read: {reason}"))


def lines_of(file: BinaryIO, path: str) -> Iterator[bytes]:
    """Yield the lines of a file, those too long for one up to where that shows."""
    try:
        while line := file.readline(MAX_INPUT_BYTES + 1):
            yield line
            while len(line) > MAX_INPUT_BYTES and not line.endswith(b"\n"):  # the rest of it
                line = file.readline(MAX_INPUT_BYTES + 1)
    except (OSError, EOFError, zlib.error) as error:  # the last two of a packed file
        raise unreadable(path, reason(error)) from None


def digest_of(file: BinaryIO, path: str) -> str:
    """Return the digest of what is left to read of a file, which is then as before."""
    digest = sha256()
    try:
        place = file.tell()
        while part := read_available(file, PART):
            digest.update(part)
        file.seek(place)
    except (OSError, EOFError, zlib.error) as error:  # the last two of a packed file
        raise unreadable(path, reason(error)) from None
    return digest.hexdigest()


def whole(file: BinaryIO, path: str) -> bytes:
    """Return the content of a file, one byte more than allowed at most."""
    try:
        return read_available(file, MAX_INPUT_BYTES + 1)
    except (OSError, EOFError, zlib.error) as error:  # the last two of a packed file
        raise unreadable(path, reason(error)) from None


def check_size(data: bytes) -> None:
    """Raise a ScenarioError where ``data`` is more than is read."""
    if len(data) > MAX_INPUT_BYTES:
        raise ScenarioError(Problem("file", f"this is longer than {MAX_INPUT_BYTES // 1_000_000} MB"))


def decoded(data: bytes) -> str:
    """Return the text of a file in UTF-8.

    Raises:
        ScenarioError: it is too long, or no such text.
    """
    check_size(data)
    try:
        return data.decode("utf-8-sig" if data.startswith(BOM_UTF8) else "utf-8")  # the first takes ten times as long
    except UnicodeDecodeError as error:
        raise ScenarioError(Problem("file", "this is no UTF-8 text", error.start)) from None
