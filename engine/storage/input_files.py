"""The input of the headless verbs: complete files and lines of batches, up to a maximum size."""

import zlib
from codecs import BOM_UTF8
from collections.abc import Iterator
from hashlib import sha256
from typing import BinaryIO

from engine.scenario import Problem, ScenarioError
from engine.storage.regular_files import read_available, reason

MAX_INPUT_BYTES = 64_000_000
"""Bytes of a file, or of one line of a batch: more than any result has."""
CHUNK_BYTES = 1 << 20


def unreadable(path: str, reason: str | None) -> ScenarioError:
    """Return the error for a file that cannot be read."""
    return ScenarioError(Problem("file", f"{path} cannot be read: {reason}"))


def lines_of(file: BinaryIO, path: str) -> Iterator[bytes]:
    """Yield the lines of a file. Of a line that is too long only :data:`MAX_INPUT_BYTES` + 1 bytes are yielded, so
    that :func:`check_size` rejects it.

    Raises:
        ScenarioError: the file cannot be read.
    """
    try:
        while line := file.readline(MAX_INPUT_BYTES + 1):
            yield line
            while len(line) > MAX_INPUT_BYTES and not line.endswith(b"\n"):  # skip the rest of it
                line = file.readline(MAX_INPUT_BYTES + 1)
    except (OSError, EOFError, zlib.error) as error:  # the last two of a packed file
        raise unreadable(path, reason(error)) from None


def digest_of(file: BinaryIO, path: str) -> str:
    """Return the SHA-256 of the remaining contents of a file, and leave it at its present position.

    Raises:
        ScenarioError: the file cannot be read.
    """
    digest = sha256()
    try:
        position = file.tell()
        while chunk := read_available(file, CHUNK_BYTES):
            digest.update(chunk)
        file.seek(position)
    except (OSError, EOFError, zlib.error) as error:  # the last two of a packed file
        raise unreadable(path, reason(error)) from None
    return digest.hexdigest()


def read_whole(file: BinaryIO, path: str) -> bytes:
    """Return the contents of a file, or the first :data:`MAX_INPUT_BYTES` + 1 bytes of a larger one.

    Raises:
        ScenarioError: the file cannot be read.
    """
    try:
        return read_available(file, MAX_INPUT_BYTES + 1)
    except (OSError, EOFError, zlib.error) as error:  # the last two of a packed file
        raise unreadable(path, reason(error)) from None


def check_size(data: bytes) -> None:
    """Raise ScenarioError if ``data`` is larger than :data:`MAX_INPUT_BYTES`."""
    if len(data) > MAX_INPUT_BYTES:
        raise ScenarioError(Problem("file", f"this is longer than {MAX_INPUT_BYTES // 1_000_000} MB"))


def decoded(data: bytes) -> str:
    """Return the text of a file in UTF-8.

    Raises:
        ScenarioError: the file is too large or is not valid UTF-8.
    """
    check_size(data)
    try:
        return data.decode("utf-8-sig" if data.startswith(BOM_UTF8) else "utf-8")  # the first takes ten times as long
    except UnicodeDecodeError as error:
        raise ScenarioError(Problem("file", "this is not UTF-8 text", error.start)) from None
