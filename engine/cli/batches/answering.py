"""One line of a batch and its answer, as the processes that share a batch see them."""

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from engine.scenario import Problem, ScenarioError
from engine.storage.log import unforeseen
from engine.storage.writing import reader_has_ended

_ON_ONE_LINE = json.JSONEncoder(allow_nan=False)

NOT_KEPT_KEY = "not_kept"
"""The key by which a worker reports why it could not store its answer; it is removed before the answer is written."""
SHOWN = 300
"""The bytes of a line that the log of a fault quotes."""

Answer = Callable[[bytes, int | None], dict[str, Any]]
"""A function that answers one request with a number of threads (None: one per processor). It is defined at module
level, so that other processes can import it."""


class NotWrittenError(Exception):
    """The answer cannot be written. ``reason`` is empty if its reader has ended, which is not reported."""

    def __init__(self, error: OSError) -> None:
        super().__init__(str(error))
        self.reason = "" if reader_has_ended(error) else error.strerror


def error_json(problem: Problem) -> dict[str, Any]:
    """Return the answer to a line that cannot be read."""
    return {"error": {"field": problem.field, "message": problem.message, "position": problem.position}}


def answer_text(value: dict[str, Any], indent: int | None = None) -> str:
    """Return an answer as JSON text that ends with a line end; on one line without ``indent``."""
    return (_ON_ONE_LINE.encode(value) if indent is None else json.dumps(value, indent=indent, allow_nan=False)) + "\n"


VARIABLE = ("elapsed_s", "solve_s", "threads", "scenario")
"""The keys that ``--compact`` removes: those that differ between runs of the same line, and the scenario."""


@dataclass(frozen=True, slots=True)
class Shaped:
    """Answers a line as ``answer`` does, with the options of the batch, and copies the ``id`` of the line.

    ``fields``: keep only the values under these keys, at any depth (empty: keep all). ``compact``: leave out the keys
    in ``VARIABLE``, so that the answers of two runs are the same bytes.
    """

    answer: Answer
    fields: tuple[str, ...] = ()
    compact: bool = False

    def __call__(self, line: bytes, threads: int | None) -> dict[str, Any]:
        """Return the answer to ``line``, or an error as JSON if it cannot be read."""
        line, identity = _without_id(line)
        try:
            value = self.answer(line, threads)
            if self.compact:
                value = {key: part for key, part in value.items() if key not in VARIABLE}
            if self.fields:
                value = _only(value, frozenset(self.fields)) or {}
        except ScenarioError as error:
            value = error_json(error.problems[0])
        return identity | value


def _without_id(line: bytes) -> tuple[bytes, dict[str, Any]]:
    """Return a line of JSON without its ``id``, and the ``id`` as an object; other lines are returned unchanged."""
    # The readers of requests reject unknown keys, so the key is removed before. Most lines have none, and searching for
    # the bytes is much faster than parsing a line twice.
    if b'"id"' not in line:
        return line, {}
    try:
        value = json.loads(line)
    except ValueError:  # the answer will report the error
        return line, {}
    if not isinstance(value, dict) or "id" not in value:
        return line, {}
    identity = {"id": value.pop("id")}
    return json.dumps(value).encode(), identity


def _only(value: object, keys: frozenset[str]) -> Any:
    """Return the parts of a JSON value under ``keys`` within their objects and lists, or None if there are none."""
    if isinstance(value, dict):
        parts = {key: part if key in keys else _only(part, keys) for key, part in value.items()}
        return {key: part for key, part in parts.items() if part is not None or key in keys} or None
    if isinstance(value, list):
        parts_ = [_only(part, keys) for part in value]
        return parts_ if any(part is not None for part in parts_) else None
    return None


def answer_line(answer: Answer, line: bytes, threads: int | None = None) -> str:
    """Return the answer to ``line`` as a line of text, or an error if the line is empty or cannot be read.

    An unexpected exception becomes an error, too, so that the batch goes on.
    """
    if not line.strip():
        return answer_text(error_json(Problem("file", "this line is empty")))
    try:
        return answer_text(answer(line, threads))
    except ScenarioError as error:
        return answer_text(error_json(error.problems[0]))
    except Exception as error:
        return answer_text(error_json(unforeseen(error, repr(line[:SHOWN]))))


def answer_block(answer: Answer, lines: Sequence[bytes]) -> tuple[list[str], float]:
    """Return the answers to ``lines``, computed in one thread, and the seconds that they took. Called by workers."""
    started = time.perf_counter()
    return [answer_line(answer, line, 1) for line in lines], time.perf_counter() - started
