"""``--resume FILE``: a file of answers, to which an interrupted batch adds the remaining ones.

The record ``FILE.resume`` begins with the version of the program, the verb and the digest of the input. It has a line
for each answer: the digests of the input line and of the answer, and the length of the answer. This line is written
before the answer itself. Therefore every answer in ``FILE`` can be checked, and a file that does not agree with its
record is rejected without being changed.
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
from engine.cli.batches.batch import answerable_lines
from engine.scenario import Problem, ScenarioError
from engine.storage.regular_files import check_name
from engine.storage.writing import try_lock
from engine.version import __version__

FIELD = "--resume"
SUFFIX = ".resume"
FORM = 1
MAX_HEAD_BYTES = 4096
NO_LOCKS = (errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP)
"""The errors of file systems that have no locks."""
OPENING = b'{"'
"""The first bytes of every answer."""
ANEW = "to start again, name a file that does not exist yet"
WORDS = {
    "steelwheel_resume": "has a format of another version",
    "version": "was started by version {} of the program; this is {}",
    "verb": "has answers of {}, not of {}",
    "input": "belongs to another input, or the input has changed since",
}
"""The texts of errors, by the key of the record's head that differs."""


class AnswersFile:
    """The file at ``path`` with the answers to the first lines of a batch, one per line; a context manager.

    Each answer is written immediately. A process that is killed while it writes leaves an incomplete line, which
    :meth:`rest` removes after it has checked all lines before it. ``done`` is the number of complete answers. ``verb``
    and ``digest`` identify the batch; the digest is None if the input can be read only once.

    Raises:
        ScenarioError: the file belongs to another batch, or cannot be read or written; it is not changed.
    """

    def __init__(self, path: str, verb: str, digest: str | None) -> None:
        self._path, self._record_path = path, path + SUFFIX
        self._head = {"steelwheel_resume": FORM, "version": __version__, "verb": verb, "input": digest}
        self._lines: deque[str] = deque()
        self.done = 0

    def __enter__(self) -> Self:
        """Open, lock and check the file and its record, or begin both if there is no file yet."""
        # Everything is checked before the first change; if a check fails, the files opened so far are closed again.
        try:
            check_name(self._path)
        except OSError as error:
            raise _problem(f"{self._path} cannot be opened: {error.strerror}") from None
        with ExitStack() as opened:
            exists = os.path.lexists(self._path)
            if exists:
                _check_regular(self._path)
            if exists and not os.path.lexists(self._record_path):
                raise _problem(f"{self._path} was not written by --resume (there is no {self._record_path}): {ANEW}")
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
        """Add the answer to the next line of :meth:`rest`.

        Raises:
            NotWrittenError: the answer cannot be written, for example because the disk is full.
        """
        data = text.encode()
        try:
            # The record first: an answer that is missing there would look like a change by somebody else.
            for file, part in ((self._record, _row(self._lines.popleft(), data)), (self._file, data)):
                file.write(part)
                file.flush()
        except OSError as error:
            raise NotWrittenError(error) from None

    def rest(self, lines: Iterator[bytes]) -> Iterator[bytes]:
        """Check the answers against ``lines``, and return the lines that remain to be answered.

        Raises:
            ScenarioError: an answer in the file does not belong to its line.
        """
        remaining = answerable_lines(lines)
        self._record.seek(self._head_size)
        for number in range(1, self.done + 1):
            known = self._record.readline().split()[0].decode()
            line = next(remaining, None)
            if line is None:
                raise _problem(f"{self._path} has {self.done} answers, more than there are lines: {ANEW}")
            if _digest(line) != known:
                raise _problem(f"line {number} of the input is not the line that {self._path} answers: {ANEW}")
        # Remove the incomplete line that a process leaves if it is killed while it writes.
        self._record.truncate()
        self._file.truncate(self._answered_bytes)
        self._file.seek(self._answered_bytes)
        return self._recording(remaining)

    def _recording(self, lines: Iterator[bytes]) -> Iterator[bytes]:
        """Yield ``lines``, queueing the digest of each for the record, which ``write`` fills."""
        for line in lines:
            self._lines.append(_digest(line))
            yield line

    def _lock(self) -> None:
        """Lock the record; file systems without locks are accepted.

        Raises:
            ScenarioError: another process has locked it.
        """
        try:
            locked = try_lock(self._record.fileno())
        except OSError as error:
            locked = error.errno in NO_LOCKS
        if not locked:
            raise _problem(f"another process is writing {self._path}")

    def _begin(self) -> None:
        """Begin the record of a new file, replacing a record whose answers no longer exist."""
        head = json.dumps(self._head).encode() + b"\n"
        old = self._record.readline(MAX_HEAD_BYTES)
        if old and not head.startswith(old) and _parsed(old) is None:
            raise _problem(f"{self._record_path} was not written by --resume: {ANEW}")
        self._record.seek(0)
        self._record.truncate()
        self._record.write(head)
        self._record.flush()
        self._head_size, self._answered_bytes = len(head), 0

    def _check_head(self) -> None:
        """Raise ScenarioError unless the record was begun by a batch with the same input and options."""
        head = self._record.readline(MAX_HEAD_BYTES)
        self._head_size = len(head)
        known = _parsed(head)
        if known is None:
            raise _problem(f"{self._record_path} was not written by --resume: {ANEW}")
        for key, value in self._head.items():
            if known.get(key) != value:
                raise _problem(f"{self._path} {WORDS[key].format(known.get(key), value)}: {ANEW}")

    def _check_answers(self) -> None:
        """Count the complete answers of the file and compare each with the record.

        Raises:
            ScenarioError: the file was changed by something else.
        """
        self._answered_bytes = 0
        remaining_bytes = os.fstat(self._file.fileno()).st_size
        # The record is written before the answer: the last line of either file may be incomplete, any other damage is
        # a change by somebody else.
        for row in self._record:
            if not row.endswith(b"\n"):  # the process was ended here
                break
            known, size = _answer_of(row, self._record_path)
            answer = self._file.read(min(size, remaining_bytes))
            remaining_bytes -= len(answer)
            if len(answer) < size:  # or here
                if not OPENING.startswith(answer[:2]) or b"\n" in answer or b"\0" in answer:
                    raise self._changed()
                return
            if _digest(answer) != known:
                raise self._changed()
            self.done, self._answered_bytes = self.done + 1, self._answered_bytes + size
        if remaining_bytes:
            raise self._changed()

    def _changed(self) -> ScenarioError:
        number = self.done + 1
        return _problem(f"line {number} of {self._path} has been changed: restore the file, or {ANEW}")


def _row(line: str, answer: bytes) -> bytes:
    return f"{line} {_digest(answer)} {len(answer)}\n".encode()


def _answer_of(row: bytes, path: str) -> tuple[str, int]:
    """Return the digest and the size in bytes of the answer that a line of the record describes."""
    with suppress(ValueError):
        _line, known, size = row.decode().split()
        if int(size) > 0:
            return known, int(size)
    raise _problem(f"{path} has been changed: {ANEW}")


def _digest(data: bytes) -> str:
    return sha256(data).hexdigest()[:32]


def _parsed(head: bytes) -> dict[str, object] | None:
    """Return the head of a record, or None if it is not one."""
    try:
        value = json.loads(head)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) and "steelwheel_resume" in value and head.endswith(b"\n") else None


def _check_regular(path: str) -> None:
    """Raise ScenarioError if ``path`` exists but is not a regular file."""
    try:
        mode = os.stat(path).st_mode
    except OSError as error:
        raise _problem(f"{path} cannot be opened: {error.strerror}") from None
    if not stat.S_ISREG(mode):
        raise _problem(f"{path} is not a regular file, so --resume cannot write to it")


def _opened(path: str, flags: int = 0) -> BinaryIO:
    """Open a regular file for reading and writing; if a pipe has replaced it, opening does not block."""
    if os.path.lexists(path):
        _check_regular(path)
    binary, no_wait = getattr(os, "O_BINARY", 0), getattr(os, "O_NONBLOCK", 0)
    try:
        return os.fdopen(os.open(path, os.O_RDWR | binary | no_wait | flags, 0o666), "r+b")
    except OSError as error:
        raise _problem(f"{path} cannot be opened: {error.strerror}") from None


def _problem(message: str) -> ScenarioError:
    return ScenarioError(Problem(FIELD, message))
