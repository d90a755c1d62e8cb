"""A file of answers that a batch which was ended goes on with, and the record of the batch that it belongs to.

The record ``FILE.resume`` begins with the version of the program, the verb and the digest of the input, and has a line
for each answer: digests of the line and of its answer, and how long that is. A line of it is written before its answer.
So whatever stands in ``FILE`` is either known to be the answer that belongs there, or the file is refused as it is.
"""

import errno
import json
import os
import stat
from collections import deque
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from hashlib import sha256
from typing import BinaryIO, Self

from engine.cli.batches.answering import NotWrittenError
from engine.cli.batches.batch import counted
from engine.scenario import Problem, ScenarioError
from engine.storage.writing import try_lock
from engine.version import __version__

FIELD = "--resume"
SUFFIX = ".resume"
FORM = 1
MAX_HEAD_BYTES = 4096
NO_LOCKS = (errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP)
"""Answers of file systems without locks."""
OPENING = b'{"'
"""With what every answer begins."""
ANEW = "name a file that is not there yet to begin anew"
WORDS = {
    "steelwheel_resume": "is of another form",
    "version": "was begun by version {} of the program, and this is {}",
    "verb": "has the answers of {}, not of {}",
    "input": "belongs to another input, or the input has been changed since",
}
"""Says what differs, by the key of the head of a record."""


class AnswersFile:
    """The answers to the first lines of a batch, one a line, in the file at ``path``, until the end of a with
    statement.

    Each answer is handed to the system as soon as it is there. Whoever is killed while he writes leaves a part of a
    line, which is taken off by :meth:`rest` once all that is before it is known to belong there. ``done`` is the number
    of whole answers. ``verb`` and ``digest`` say what the batch is; the digest of an input that is not read twice is
    None.

    Raises:
        ScenarioError: the file is not that of this batch or cannot be read or written; it is left as it is.
    """

    def __init__(self, path: str, verb: str, digest: str | None) -> None:
        self._path, self._record_path = path, path + SUFFIX
        self._head = {"steelwheel_resume": FORM, "version": __version__, "verb": verb, "input": digest}
        self._lines: deque[str] = deque()
        self.done = 0

    def __enter__(self) -> Self:
        with ExitStack() as opened:
            there = os.path.lexists(self._path)
            if there:
                _check_regular(self._path)
            if there and not os.path.lexists(self._record_path):
                raise _problem(
                    f"{self._path} was not written by --resume, for there is no {self._record_path} beside it: {ANEW}"
                )
            self._record = opened.enter_context(_opened(self._record_path, os.O_CREAT))
            self._lock()
            if os.path.lexists(self._path):
                self._file = opened.enter_context(_opened(self._path))
                self._check_head()
                self._check_answers()
            else:
                self._begin()
                self._file = opened.enter_context(_opened(self._path, os.O_CREAT | os.O_EXCL))
            self._opened = opened.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(OSError):  # what could not be written was reported before
            self._opened.close()

    def write(self, text: str) -> None:
        """Add the answer to the next of the lines of :meth:`rest`.

        Raises:
            NotWrittenError: there is no room, or the like.
        """
        data = text.encode()
        try:
            for file, part in ((self._record, _row(self._lines.popleft(), data)), (self._file, data)):
                file.write(part)
                file.flush()
        except OSError as error:
            raise NotWrittenError(error) from None

    def rest(self, lines: Iterator[bytes]) -> Iterator[bytes]:
        """Return those of the ``lines`` that count (:func:`engine.cli.batches.batch.counted`) and are not answered yet.

        Raises:
            ScenarioError: the answers are none to these lines.
        """
        left = counted(lines)
        self._record.seek(self._head_size)
        for number in range(1, self.done + 1):
            known = self._record.readline().split()[0].decode()
            line = next(left, None)
            if line is None:
                raise _problem(f"{self._path} has {self.done} answers, more than there are lines: {ANEW}")
            if _digest(line) != known:
                raise _problem(f"line {number} of the input is not the one that {self._path} has the answer to: {ANEW}")
        self._record.truncate()
        self._file.truncate(self._whole)
        self._file.seek(self._whole)
        return self._noted(left)

    def _noted(self, lines: Iterator[bytes]) -> Iterator[bytes]:
        for line in lines:
            self._lines.append(_digest(line))
            yield line

    def _lock(self) -> None:
        try:
            locked = try_lock(self._record.fileno())
        except OSError as error:
            locked = error.errno in NO_LOCKS
        if not locked:
            raise _problem(f"another process is writing {self._path}")

    def _begin(self) -> None:
        """Begin the record of a new file, in place of one whose answers are gone."""
        head = json.dumps(self._head).encode() + b"\n"
        old = self._record.readline(MAX_HEAD_BYTES)
        if old and not head.startswith(old) and _parsed(old) is None:
            raise _problem(f"{self._record_path} was not written by --resume: {ANEW}")
        self._record.seek(0)
        self._record.truncate()
        self._record.write(head)
        self._record.flush()
        self._head_size, self._whole = len(head), 0

    def _check_head(self) -> None:
        head = self._record.readline(MAX_HEAD_BYTES)
        self._head_size = len(head)
        known = _parsed(head)
        if known is None:
            raise _problem(f"{self._record_path} was not written by --resume: {ANEW}")
        for key, value in self._head.items():
            if known.get(key) != value:
                raise _problem(f"{self._path} {WORDS[key].format(known.get(key), value)}: {ANEW}")

    def _check_answers(self) -> None:
        self._whole = 0
        left = os.fstat(self._file.fileno()).st_size
        for row in self._record:
            if not row.endswith(b"\n"):  # the process was ended here
                break
            known, size = _answer_of(row, self._record_path)
            answer = self._file.read(min(size, left))
            left -= len(answer)
            if len(answer) < size:  # or here
                if not OPENING.startswith(answer[:2]) or b"\n" in answer or b"\0" in answer:
                    raise self._changed()
                return
            if _digest(answer) != known:
                raise self._changed()
            self.done, self._whole = self.done + 1, self._whole + size
        if left:
            raise self._changed()

    def _changed(self) -> ScenarioError:
        number = self.done + 1
        return _problem(f"line {number} of {self._path} is not what was written there: restore the file, or {ANEW}")


def _row(line: str, answer: bytes) -> bytes:
    return f"{line} {_digest(answer)} {len(answer)}\n".encode()


def _answer_of(row: bytes, path: str) -> tuple[str, int]:
    """Return digest and size of an answer."""
    with suppress(ValueError):
        _line, known, size = row.decode().split()
        if int(size) > 0:
            return known, int(size)
    raise _problem(f"{path} has been changed: {ANEW}")


def _digest(data: bytes) -> str:
    return sha256(data).hexdigest()[:32]


def _parsed(head: bytes) -> dict[str, object] | None:
    try:
        value = json.loads(head)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) and "steelwheel_resume" in value and head.endswith(b"\n") else None


def _check_regular(path: str) -> None:
    try:
        mode = os.stat(path).st_mode
    except OSError as error:
        raise _problem(f"{path} cannot be opened: {error.strerror}") from None
    if not stat.S_ISREG(mode):
        raise _problem(f"{path} is no regular file: answers to go on with cannot be kept there")


def _opened(path: str, flags: int = 0) -> BinaryIO:
    """Open a regular file to be read and written; opening a pipe in its place does not wait."""
    if os.path.lexists(path):
        _check_regular(path)
    binary, no_wait = getattr(os, "O_BINARY", 0), getattr(os, "O_NONBLOCK", 0)
    try:
        return os.fdopen(os.open(path, os.O_RDWR | binary | no_wait | flags, 0o666), "r+b")
    except OSError as error:
        raise _problem(f"{path} cannot be opened: {error.strerror}") from None


def _problem(message: str) -> ScenarioError:
    return ScenarioError(Problem(FIELD, message))
