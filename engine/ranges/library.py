"""Named ranges in folders: the user's library, the presets, and what is exchanged with other programs.

Texts are kept as they were written, readable or not, so that a library never loses what somebody typed. The file is
JSON of version 1:

    {"steelwheel_library": 1, "name": "My ranges",
     "items": [{"folder": "6-max", "items": [{"name": "UTG", "game": "holdem", "text": "22+, ATs+", "note": ""}]}]}

Several actions in one matrix (``actions``) are one entry with ``actions`` in place of its ``text``:

    {"name": "BTN v CO", "game": "holdem", "note": "",
     "actions": [{"name": "raise", "color": 1, "text": "TT+, AQs+"}, {"name": "call", "color": 0, "text": "99-22"}]}

Their ranges are read: such an entry is whole, or it is left out and named (``Folder.damaged``).

``equilab_files`` reads and writes Equilab's ``.hr``. Where files lie is not known here.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NoReturn, cast, get_args

from engine.cards import whole_text
from engine.ranges.actions import MOST_ACTIONS, Action, read_shares
from engine.scenario import Game, Problem, ScenarioError, naming

LIBRARY_VERSION = 1
DEFAULT_GAME: Game = "holdem"
"""The game of a range that names none."""
DEEPEST = 32
"""Folders inside folders, at most."""

PRESETS = Path(__file__).parents[2] / "resources" / "presets"

_RANGE_KEYS = ("name", "game", "text", "note")
_ACTIONS_KEYS = ("name", "game", "note", "actions")
_ACTION_KEYS = ("name", "color", "text")
_FOLDER_KEYS = ("folder", "note", "items")
_LIBRARY_KEYS = ("steelwheel_library", "name", "note", "items")


@dataclass(frozen=True, slots=True)
class NamedRange:
    """A range with a name: its text as written, in the language of ``game``, and a note; or the ``actions`` of a
    matrix, and no text."""

    name: str
    text: str
    note: str = ""
    game: Game = DEFAULT_GAME
    actions: tuple[Action, ...] = ()


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder of ranges and folders, in the order of the user; ``damaged`` are the entries of actions that were left
    out when it was read: where they stand, their names and what is wrong."""

    name: str
    items: tuple["Folder | NamedRange", ...] = ()
    note: str = ""
    damaged: tuple[str, ...] = ()

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
    damaged: list[str] = []
    items = _items(value, "", 0, damaged)
    return Folder(_text(value, "name", "", "Library"), items, _text(value, "note", "", ""), tuple(damaged))


def library_to_json(library: Folder) -> dict[str, Any]:
    """Return the library as a JSON value; :func:`library_from_json` is the way back."""
    value = {"steelwheel_library": LIBRARY_VERSION, "name": library.name, "note": library.note}
    return value | {"items": [_item_to_json(item) for item in library.items]}


def _item_to_json(item: Folder | NamedRange) -> dict[str, Any]:
    if isinstance(item, NamedRange) and item.actions:
        actions = [{key: getattr(action, key) for key in _ACTION_KEYS} for action in item.actions]
        return {"name": item.name, "game": item.game, "note": item.note, "actions": actions}
    if isinstance(item, NamedRange):
        return {key: getattr(item, key) for key in _RANGE_KEYS}
    return {"folder": item.name, "note": item.note, "items": [_item_to_json(inner) for inner in item.items]}


def _items(value: Mapping[str, Any], path: str, depth: int, damaged: list[str]) -> tuple[Folder | NamedRange, ...]:
    field = f"{path}items"
    items = value.get("items", [])
    if not isinstance(items, list):
        _fail(field, "expected a list")
    if depth > DEEPEST:
        _fail(field, f"folders nest at most {DEEPEST} deep")
    found = (_item(item, f"{field}[{i}]", depth, damaged) for i, item in enumerate(items))
    return tuple(item for item in found if item is not None)


def _item(value: Any, path: str, depth: int, damaged: list[str]) -> Folder | NamedRange | None:
    """Return a folder or a range; None for damaged actions, which are noted."""
    if not isinstance(value, Mapping):
        _fail(path, "expected a range or a folder")
    if "folder" in value:
        _check_keys(value, _FOLDER_KEYS, f"{path}.")
        name, note = _text(value, "folder", path, None), _text(value, "note", path, "")
        return Folder(name, _items(value, f"{path}.", depth + 1, damaged), note)
    if "actions" in value:
        try:
            return _actions_entry(value, path)
        except ScenarioError as error:
            given = value.get("name")
            where = f"'{whole_text(given)}'" if isinstance(given, str) else path
            damaged.append(f"{where} ({error.problems[0]})")
            return None
    _check_keys(value, _RANGE_KEYS, f"{path}.")
    game = _text(value, "game", path, DEFAULT_GAME)
    if game not in get_args(Game):
        _fail(f"{path}.game", f"expected one of {', '.join(get_args(Game))}")
    name, text = _text(value, "name", path, None), _text(value, "text", path, None)
    return NamedRange(name, text, _text(value, "note", path, ""), cast(Game, game))


def _actions_entry(value: Mapping[str, Any], path: str) -> NamedRange:
    """Return the entry of a matrix with several actions.

    Raises:
        ScenarioError: something in it is wrong, naming the field.
    """
    _check_keys(value, _ACTIONS_KEYS, f"{path}.")
    listed, field = value["actions"], f"{path}.actions"
    if not isinstance(listed, list) or not 1 <= len(listed) <= MOST_ACTIONS:
        _fail(field, f"expected a list of 1 to {MOST_ACTIONS} actions")
    if _text(value, "game", path, DEFAULT_GAME) != DEFAULT_GAME:
        _fail(f"{path}.game", "only hold'em has actions")
    actions = tuple(_action(action, f"{field}[{i}]") for i, action in enumerate(listed))
    with naming(field):
        read_shares(actions)
    return NamedRange(_text(value, "name", path, None), "", _text(value, "note", path, ""), DEFAULT_GAME, actions)


def _action(value: Any, path: str) -> Action:
    if not isinstance(value, Mapping):
        _fail(path, "expected an action")
    _check_keys(value, _ACTION_KEYS, f"{path}.")
    color = value.get("color", 0)
    if type(color) is not int or not 0 <= color < MOST_ACTIONS:
        _fail(f"{path}.color", f"expected a number from 0 to {MOST_ACTIONS - 1}")
    return Action(_text(value, "name", path, None), _text(value, "text", path, ""), color)


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
