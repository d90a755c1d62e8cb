"""One line of a batch and its answer, as the processes that share a batch see them."""

import json
import time
from collections.abc import Callable, Sequence
from typing import Any

from engine.files.log import unforeseen
from engine.scenario import Problem, ScenarioError

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
