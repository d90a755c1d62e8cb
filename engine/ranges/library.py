"""Named ranges in folders: the user's library, the presets, and what is exchanged with other programs.

Texts are kept as they were written, readable or not, so that a library never loses what somebody typed. The file is
JSON of version 1:

    {"steelwheel_library": 1, "name": "My ranges",
     "items": [{"folder": "6-max", "items": [{"name": "UTG", "game": "holdem", "text": "22+, ATs+", "note": ""}]}]}

``equilab_files`` reads and writes Equilab's ``.hr``. Where files lie is not known here.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NoReturn, cast, get_args

from engine.cards import whole_text
from engine.scenario import Game, Problem, ScenarioError

LIBRARY_VERSION = 1
DEFAULT_GAME: Game = "holdem"
"""The game of a range that names none."""
DEEPEST = 32
"""Folders inside folders, at most."""

PRESETS = Path(__file__).parents[2] / "resources" / "presets"

_RANGE_KEYS = ("name", "game", "text", "note")
_FOLDER_KEYS = ("folder", "note", "items")
_LIBRARY_KEYS = ("steelwheel_library", "name", "note", "items")


@dataclass(frozen=True, slots=True)
class NamedRange:
    """A range with a name: its text as written, in the language of ``game``, and a note."""

    name: str
    text: str
    note: str = ""
    game: Game = DEFAULT_GAME


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder of ranges and folders, in the order of the user."""

    name: str
    items: tuple["Folder | NamedRange", ...] = ()
    note: str = ""

    def walk(self, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], NamedRange]]:
        """Yield (names of the folders inside this one, range) for every range, depth first."""
        for item in self.items:
            if isinstance(item, Folder):
                yield from item.walk((*path, item.name))
            else:
                yield path, item

    def search(self, words: str) -> Iterator[tuple[tuple[str, ...], NamedRange]]:
        """Yield the ranges with every one of ``words`` in their folders, name, text or note; case does not matter."""
        wanted = words.casefold().split()
        for path, item in self.walk():
            everything = " ".join((*path, item.name, item.text, item.note)).casefold()
            if all(word in everything for word in wanted):
                yield path, item


def library_from_json(value: Any) -> Folder:
    """Check and convert a parsed library file; texts are not read.

    Raises:
        ScenarioError: it is no library of a version that we know, or its structure is broken, naming the field.
    """
    if not isinstance(value, Mapping) or "steelwheel_library" not in value:
        _fail("steelwheel_library", "this is no library of ranges")
    if value["steelwheel_library"] != LIBRARY_VERSION:
        _fail("steelwheel_library", f"this program reads libraries of version {LIBRARY_VERSION}")
    _check_keys(value, _LIBRARY_KEYS, "")
    return Folder(_text(value, "name", "", "Library"), _items(value, "", 0), _text(value, "note", "", ""))


def library_to_json(library: Folder) -> dict[str, Any]:
    """Return the library as a JSON value; :func:`library_from_json` is the way back."""
    value = {"steelwheel_library": LIBRARY_VERSION, "name": library.name, "note": library.note}
    return value | {"items": [_item_to_json(item) for item in library.items]}


def _item_to_json(item: Folder | NamedRange) -> dict[str, Any]:
    if isinstance(item, NamedRange):
        return {key: getattr(item, key) for key in _RANGE_KEYS}
    return {"folder": item.name, "note": item.note, "items": [_item_to_json(inner) for inner in item.items]}


def _items(value: Mapping[str, Any], path: str, depth: int) -> tuple[Folder | NamedRange, ...]:
    field = f"{path}items"
    items = value.get("items", [])
    if not isinstance(items, list):
        _fail(field, "expected a list")
    if depth > DEEPEST:
        _fail(field, f"folders nest at most {DEEPEST} deep")
    return tuple(_item(item, f"{field}[{i}]", depth) for i, item in enumerate(items))


def _item(value: Any, path: str, depth: int) -> Folder | NamedRange:
    if not isinstance(value, Mapping):
        _fail(path, "expected a range or a folder")
    if "folder" in value:
        _check_keys(value, _FOLDER_KEYS, f"{path}.")
        name, note = _text(value, "folder", path, None), _text(value, "note", path, "")
        return Folder(name, _items(value, f"{path}.", depth + 1), note)
    _check_keys(value, _RANGE_KEYS, f"{path}.")
    game = _text(value, "game", path, DEFAULT_GAME)
    if game not in get_args(Game):
        _fail(f"{path}.game", f"expected one of {', '.join(get_args(Game))}")
    name, text = _text(value, "name", path, None), _text(value, "text", path, None)
    return NamedRange(name, text, _text(value, "note", path, ""), cast(Game, game))


def _text(value: Mapping[str, Any], key: str, path: str, default: str | None) -> str:
    found = value.get(key, default)
    if not isinstance(found, str):
        _fail(f"{path}.{key}" if path else key, "this key is missing" if found is None else "expected a text")
    return whole_text(found)


def _check_keys(value: Mapping[str, Any], keys: tuple[str, ...], path: str) -> None:
    for key in value:
        if key not in keys:
            _fail(f"{path}{key}", f"unknown key; known are {', '.join(keys)}")


def _fail(field: str, message: str) -> NoReturn:
    raise ScenarioError(Problem(field, message))


@cache
def presets() -> Folder:
    """Return the ranges that the program ships, a folder for each file of ``resources/presets``."""
    files = sorted(PRESETS.glob("*.json"))
    return Folder("Presets", tuple(library_from_json(json.loads(file.read_text(encoding="utf-8"))) for file in files))
