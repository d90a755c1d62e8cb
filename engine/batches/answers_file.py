"""A file of answers that a batch which was ended goes on with."""

import json
import os
from collections.abc import Iterator
from typing import Any, Self

from engine.batches.answering import Answer, NotWrittenError, answer_line
from engine.batches.inbox import counted
from engine.scenario import Problem, ScenarioError

FIELD = "--resume"
TIMES = ("elapsed_s", "threads")
"""What may differ from one answer to the same line to the next."""


class AnswersFile:
    """The answers to the first lines of a batch, one a line, in the file at ``path``, until the end of a with
    statement.

    Each answer is handed to the system as soon as it is there. Whoever is killed while he writes leaves a part of a
    line, which is taken off when the file is opened again. ``done`` is the number of whole answers.

    Raises:
        ScenarioError: the file cannot be read or written.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        self.done = 0

    def __enter__(self) -> Self:
        try:
            self._file = os.fdopen(os.open(self._path, os.O_RDWR | os.O_CREAT, 0o666), "r+b")
        except OSError as error:
            raise _problem(f"{self._path} cannot be opened: {error.strerror}") from None
        self._first = self._file.readline()
        whole = 0
        self._file.seek(0)
        for line in self._file:
            if line.endswith(b"\n"):
                self.done, whole = self.done + 1, whole + len(line)
        self._file.seek(whole)
        self._file.truncate()
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def write(self, text: str) -> None:
        """Add an answer.

        Raises:
            NotWrittenError: there is no room, or the like.
        """
        try:
            self._file.write(text.encode())
            self._file.flush()
        except OSError as error:
            raise NotWrittenError(error) from None

    def behind(self, lines: Iterator[bytes], answer: Answer) -> Iterator[bytes]:
        """Yield those of the ``lines`` that count (:func:`engine.batches.inbox.counted`) and are not answered yet.

        Raises:
            ScenarioError: the answers are none to these lines: the first one is not, or there are more of them.
        """
        left = self.done
        for line in counted(lines):
            if left == 0:
                yield line
                continue
            if left == self.done:
                self._check(line, answer)
            left -= 1
        if left:
            raise _problem(f"{self._path} has {self.done} answers, more than there are lines")

    def _check(self, line: bytes, answer: Answer) -> None:
        try:
            known = json.loads(self._first)
        except ValueError:
            raise _problem(f"{self._path} is no file of answers") from None
        if _lasting(known) != _lasting(json.loads(answer_line(answer, line))):
            raise _problem(f"{self._path} has answers to other lines: its first one is not that of the first line")


def _lasting(answer: Any) -> Any:
    """Return what two answers to the same line have in common: of a result, which may be limited in time, the
    scenario.
    """
    if not isinstance(answer, dict):
        return answer
    return answer.get("scenario", {key: value for key, value in answer.items() if key not in TIMES})


def _problem(message: str) -> ScenarioError:
    return ScenarioError(Problem(FIELD, message))
