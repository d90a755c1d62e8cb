"""Named questions: those that come with the program, and the user's own, in files of the same form."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import get_args

from engine.cards import MAX_NAME_LENGTH, MAX_TEXT_LENGTH
from engine.scenario import Game, Problem, ScenarioError
from engine.scenario.codec import JsonObject, json_field, plain, read_entries
from engine.scenario.reading import as_it_is, list_of, one_of, read_json, text_up_to

VERSION = 1
SHIPPED = Path(__file__).parents[2] / "resources" / "questions"
MAX_FILE_SIZE = 4_000_000
_GAME, _NAME, _TEXT = one_of(*get_args(Game)), text_up_to(MAX_NAME_LENGTH), text_up_to(MAX_TEXT_LENGTH)


@dataclass(frozen=True, slots=True)
class NamedQuestion(JsonObject):
    """A question about tables of a game, as one text, and its name."""

    game: Game = json_field(_GAME)
    name: str = json_field(_NAME)
    question: str = json_field(_TEXT)


@cache
def shipped_questions(game: Game) -> tuple[NamedQuestion, ...]:
    """Return the questions of a game that come with the program; at least one."""
    questions, _ = read_questions((SHIPPED / f"{game}.json").read_bytes())
    return questions


def read_questions(data: bytes) -> tuple[tuple[NamedQuestion, ...], Sequence[str]]:
    """Return the questions of a file, and the problems of up to three that are invalid and left out.

    Raises:
        ScenarioError: ``data`` is not a file of questions, or its version is unknown.
    """
    try:
        value = read_json(data.decode())
    except UnicodeDecodeError:
        raise ScenarioError(Problem("file", "this is not a text")) from None
    if not isinstance(value, dict) or value.get("steelwheel_questions") != VERSION:
        raise ScenarioError(Problem("steelwheel_questions", f"this is not a question file of version {VERSION}"))
    rows = list_of(as_it_is)(value.get("questions", []), "questions")
    result, damaged = read_entries(rows, "questions", NamedQuestion.from_json)
    return tuple(result), damaged[:3]


def dump_questions(questions: Sequence[NamedQuestion]) -> bytes:
    """Return the bytes of a file with these questions."""
    value = {"steelwheel_questions": VERSION, "questions": plain(tuple(questions))}
    return (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode()
