"""The player's marks of hands: a star, tags and a note by hand, kept in one file for all lists.

The file is JSON of version 1; hands are named as :func:`engine.histories.hand.hand_id` has it:

    {"steelwheel_marks": 1, "hands": [{"hand": "stars 105034215446", "star": true, "tags": ["bluff"], "note": "thin"}]}
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.cards import TextError
from engine.scenario import Problem, ScenarioError
from engine.scenario.codec import JsonObject, json_field, read_entries
from engine.scenario.reading import Reader, as_it_is, boolean, fail, list_of, read_json, text_up_to, whole_objects

VERSION = 1
LARGEST_FILE = 50_000_000
"""Bytes of the file."""
LONGEST_TAG, MOST_TAGS, LONGEST_NOTE, LONGEST_ID = 60, 50, 10_000, 200
_KEYS = ("steelwheel_marks", "hands")
_ID, _TAGS, _NOTE = text_up_to(LONGEST_ID), list_of(text_up_to(LONGEST_TAG), most=MOST_TAGS), text_up_to(LONGEST_NOTE)


def _tags(value: object, path: str) -> tuple[str, ...]:
    try:
        return read_tags(", ".join(_TAGS(value, path)))
    except TextError as error:
        fail(path, error.message)


@dataclass(frozen=True, slots=True)
class Mark(JsonObject):
    """The marks of a hand."""

    OPTIONAL = ("star", "tags", "note")
    star: bool = json_field(boolean, default=False)
    tags: tuple[str, ...] = json_field(_tags, default=())
    note: str = json_field(_NOTE, default="")

    def __bool__(self) -> bool:
        """Return whether there is any mark."""
        return self.star or bool(self.tags) or bool(self.note)


Marks = Mapping[str, Mark]
NO_MARK = Mark()


def read_tags(text: str) -> tuple[str, ...]:
    """Return the tags of a text, with commas between them, each once.

    Raises:
        TextError: there are too many, or one is too long.
    """
    result: dict[str, str] = {}
    at = 0
    for part in text.split(","):
        tag = " ".join(part.split())
        if len(tag) > LONGEST_TAG:
            raise TextError(f"a tag has at most {LONGEST_TAG} letters", at + len(part) - len(part.lstrip()))
        if tag:
            result.setdefault(tag.lower(), tag)
        at += len(part) + 1
    if len(result) > MOST_TAGS:
        raise TextError(f"a hand has at most {MOST_TAGS} tags", 0)
    return tuple(result.values())


def all_tags(marks: Marks) -> tuple[str, ...]:
    """Return all tags that any hand has, by the alphabet."""
    tags: dict[str, str] = {}
    for mark in marks.values():
        for tag in mark.tags:
            tags.setdefault(tag.lower(), tag)
    return tuple(tags[key] for key in sorted(tags))


def dump_marks(marks: Marks) -> bytes:
    """Return marks as JSON; :func:`read_marks` is the way back."""
    hands = [{"hand": hand, **mark.to_json()} for hand, mark in sorted(marks.items()) if mark]
    return (json.dumps({"steelwheel_marks": VERSION, "hands": hands}, ensure_ascii=False, indent=1) + "\n").encode()


def read_marks(data: bytes) -> tuple[Marks, Sequence[str]]:
    """Return the marks of a file, and those in it that were left out, with what is wrong with them.

    Raises:
        ScenarioError: it has no marks, or is of a version that is not known here.
    """
    damaged: list[str] = []
    try:
        value = read_json(data.decode())
    except (UnicodeDecodeError, ScenarioError) as error:
        result = whole_objects(data.decode(errors="replace"), lambda each: "hand" in each)
        value = {"steelwheel_marks": VERSION, "hands": [each for _, each in result]}
        if not value["hands"]:
            raise ScenarioError(Problem("file", "this is no file of marks")) from None
        damaged.append(f"this is no JSON ({error})")
    if not isinstance(value, dict) or value.get("steelwheel_marks") != VERSION:
        raise ScenarioError(Problem("steelwheel_marks", f"this is no file of marks of version {VERSION}"))
    if any(key not in _KEYS for key in value):
        damaged.append(f"unknown keys; known are {', '.join(_KEYS)}")
    marks, wrong = read_entries(list_of(as_it_is)(value.get("hands"), "hands"), "hands", _marked)
    return {hand: mark for hand, mark in dict(marks).items() if mark}, damaged + wrong


def _marked(value: Any, path: str) -> tuple[str, Mark]:
    mark = Mark.from_json(value, path, ("hand",))
    return Reader(value, path, tuple(value)).need("hand", _ID), mark
