"""One line of a batch and its answer, as the processes that share a batch see them."""

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from engine.scenario import Problem, ScenarioError
from engine.storage.log import unforeseen

_ON_ONE_LINE = json.JSONEncoder(allow_nan=False)

SHOWN = 300
"""Bytes of a line that a fault is logged with."""

Answer = Callable[[bytes, int | None], dict[str, Any]]
"""Answers one request, with so many threads (None: as many as there are processors). A function of a module, so that
other processes can import it."""


class NotWrittenError(Exception):
    """Nobody takes the answer. ``reason`` is empty where whoever read it has gone: that is no fault."""

    def __init__(self, error: OSError) -> None:
        super().__init__(str(error))
        self.reason = "" if isinstance(error, BrokenPipeError) else error.strerror


def error_json(problem: Problem) -> dict[str, Any]:
    """Return the answer to a line that cannot be read."""
    return {"error": {"field": problem.field, "message": problem.message, "position": problem.position}}


def answer_text(value: dict[str, Any], indent: int | None = None) -> str:
    """Return an answer as JSON, with the end of its last line."""
    return (_ON_ONE_LINE.encode(value) if indent is None else json.dumps(value, indent=indent, allow_nan=False)) + "\n"


VARIABLE = ("elapsed_s", "solve_s", "threads", "scenario")
"""The keys whose values differ between runs of the same line, and that of the line's scenario."""


@dataclass(frozen=True, slots=True)
class Shaped:
    """Answers a line like ``answer``, and passes its ``id`` through.

    ``fields``: of the answer only what has these keys, wherever it stands; empty: all. ``compact``: without what
    differs between runs (``VARIABLE``), so that the bytes can be compared.
    """

    answer: Answer
    fields: tuple[str, ...] = ()
    compact: bool = False

    def __call__(self, line: bytes, threads: int | None) -> dict[str, Any]:
        """Return the answer to ``line``, an error where it cannot be read."""
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
    """Return a line of JSON without its ``id``, and that; any other line as it is."""
    if b'"id"' not in line:
        return line, {}
    try:
        value = json.loads(line)
    except ValueError:  # whoever reads it says what is wrong
        return line, {}
    if not isinstance(value, dict) or "id" not in value:
        return line, {}
    identity = {"id": value.pop("id")}
    return json.dumps(value).encode(), identity


def _only(value: object, keys: frozenset[str]) -> Any:
    """Return those parts of a JSON value that have one of ``keys``, None where there are none."""
    if isinstance(value, dict):
        parts = {key: part if key in keys else _only(part, keys) for key, part in value.items()}
        return {key: part for key, part in parts.items() if part is not None or key in keys} or None
    if isinstance(value, list):
        parts_ = [_only(part, keys) for part in value]
        return parts_ if any(part is not None for part in parts_) else None
    return None


def answer_line(answer: Answer, line: bytes, threads: int | None = None) -> str:
    """Return the answer to ``line``, an error if that is empty or cannot be read.

    So is any exception: it costs this line only.
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
    """Return the answers to ``lines``, computed in one thread, and the seconds that they took."""
    started = time.perf_counter()
    return [answer_line(answer, line, 1) for line in lines], time.perf_counter() - started
