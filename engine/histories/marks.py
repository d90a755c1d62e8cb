"""The user's marks of hands: a star, tags and a note per hand, in one file for all lists.

The file is JSON of version 1; hands are named by :func:`engine.histories.hand.hand_id`:

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
MAX_FILE_BYTES = 50_000_000
MAX_TAG_LENGTH, MAX_TAGS, MAX_NOTE_LENGTH, MAX_ID_LENGTH = 60, 50, 10_000, 200
_KEYS = ("steelwheel_marks", "hands")
_ID, _TAGS, _NOTE = (
    text_up_to(MAX_ID_LENGTH),
    list_of(text_up_to(MAX_TAG_LENGTH), most=MAX_TAGS),
    text_up_to(MAX_NOTE_LENGTH),
)


def _tags(value: object, path: str) -> tuple[str, ...]:
    try:
        return read_tags(", ".join(_TAGS(value, path)))
    except TextError as error:
        fail(path, error.message)


@dataclass(frozen=True, slots=True)
class HandMark(JsonObject):
    """The marks of a hand."""

    OPTIONAL = ("star", "tags", "note")
    star: bool = json_field(boolean, default=False)
    tags: tuple[str, ...] = json_field(_tags, default=())
    note: str = json_field(_NOTE, default="")

    def __bool__(self) -> bool:
        """Return True if there is any mark."""
        return self.star or bool(self.tags) or bool(self.note)


MarksById = Mapping[str, HandMark]
NO_MARK = HandMark()


def read_tags(text: str) -> tuple[str, ...]:
    """Return the tags of a text, which are separated by commas; repeated ones are dropped, whatever their case.

    Raises:
        TextError: there are too many tags, or one is too long.
    """
    result: dict[str, str] = {}
    position = 0
    for part in text.split(","):
        tag = " ".join(part.split())
        if len(tag) > MAX_TAG_LENGTH:
            raise TextError(f"a tag has at most {MAX_TAG_LENGTH} characters", position + len(part) - len(part.lstrip()))
        if tag:
            result.setdefault(tag.lower(), tag)
        position += len(part) + 1
    if len(result) > MAX_TAGS:
        raise TextError(f"a hand has at most {MAX_TAGS} tags", 0)
    return tuple(result.values())


def all_tags(marks: MarksById) -> tuple[str, ...]:
    """Return all tags of any hand in alphabetical order."""
    tags: dict[str, str] = {}
    for mark in marks.values():
        for tag in mark.tags:
            tags.setdefault(tag.lower(), tag)
    return tuple(tags[key] for key in sorted(tags))


def dump_marks(marks: MarksById) -> bytes:
    """Return marks as JSON, which :func:`read_marks` reads."""
    hands = [{"hand": hand, **mark.to_json()} for hand, mark in sorted(marks.items()) if mark]
    return (json.dumps({"steelwheel_marks": VERSION, "hands": hands}, ensure_ascii=False, indent=1) + "\n").encode()


def read_marks(data: bytes) -> tuple[MarksById, Sequence[str]]:
    """Return the marks of a file, and error messages about the parts that were left out.

    Raises:
        ScenarioError: the file has no marks, or is of an unknown version.
    """
    damaged: list[str] = []
    try:
        value = read_json(data.decode())
    except (UnicodeDecodeError, ScenarioError) as error:
        # Of a damaged file the entries that are still complete objects are recovered.
        entries = whole_objects(data.decode(errors="replace"), lambda each: "hand" in each)
        value = {"steelwheel_marks": VERSION, "hands": [each for _, each in entries]}
        if not value["hands"]:
            raise ScenarioError(Problem("file", "this is not a file of tags and notes")) from None
        damaged.append(f"this is not JSON ({error})")
    if not isinstance(value, dict) or value.get("steelwheel_marks") != VERSION:
        raise ScenarioError(Problem("steelwheel_marks", f"this is not a file of tags and notes of version {VERSION}"))
    if any(key not in _KEYS for key in value):
        damaged.append(f"unknown keys; valid keys are {', '.join(_KEYS)}")
    marks, errors = read_entries(list_of(as_it_is)(value.get("hands"), "hands"), "hands", _read_entry)
    return {hand: mark for hand, mark in dict(marks).items() if mark}, damaged + errors


def _read_entry(value: Any, path: str) -> tuple[str, HandMark]:
    """Return the id of a hand with its marks."""
    mark = HandMark.from_json(value, path, ("hand",))
    return Reader(value, path, tuple(value)).need("hand", _ID), mark
