"""Named ranges in folders: the user's library, the presets, and ranges exchanged with other programs.

Texts are stored unchanged, even if they cannot be read, so that a library never loses any input. The
file is JSON of version 1:

    {"steelwheel_library": 1, "name": "My ranges",
     "items": [{"folder": "6-max", "items": [{"name": "UTG", "game": "holdem", "text": "22+, ATs+", "note": ""}]}]}

Several actions in one matrix are one entry with ``actions`` instead of its ``text``:

    {"name": "BTN v CO", "game": "holdem", "note": "",
     "actions": [{"name": "raise", "color": 1, "text": "TT+, AQs+"}, {"name": "call", "color": 0, "text": "99-22"}]}

The ranges of actions are checked. An entry that is not completely valid is left out and reported in ``Folder.damaged``.

``equilab_files`` reads and writes Equilab's ``.hr``. Paths of files are not known here.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar, cast, get_args

from engine.cards import whole_text
from engine.ranges.actions import MAX_ACTIONS, RangeAction, read_shares
from engine.ranges.names import preset_files
from engine.scenario import DEFAULT_GAME, Game, RangeName, ScenarioError, naming
from engine.scenario.reading import fail, whole_objects

T = TypeVar("T")
LIBRARY_VERSION = 1
MAX_FOLDER_DEPTH = 32
"""Maximum depth of folders inside folders."""

DAMAGED_NAME = "Damaged"
"""The name of a folder or a library whose own name cannot be read."""
_OPENED = re.compile(r'^( *)\{\s*"folder": "((?:[^"\\\n]|\\.)*)"', re.MULTILINE)
_RANGE_KEYS = ("name", "game", "text", "note")
_ACTIONS_KEYS = ("name", "game", "note", "actions")
_ACTION_KEYS = ("name", "color", "text")
_FOLDER_KEYS = ("folder", "note", "items")
_LIBRARY_KEYS = ("steelwheel_library", "name", "note", "items")


@dataclass(frozen=True, slots=True)
class NamedRange:
    """A range with a name: its text as written, in the language of ``game``, and a note; or the ``actions`` of a
    matrix, with an empty text."""

    name: str
    text: str
    note: str = ""
    game: Game = DEFAULT_GAME
    actions: tuple[RangeAction, ...] = ()


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder of ranges and folders, in the user's order.

    ``damaged``: messages about entries that were left out when it was read, with their place, name and error.
    """

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


def library_from_json(value: object) -> Folder:
    """Check and convert a parsed library file. Texts of ranges are not parsed; damaged entries are left out and
    reported.

    Raises:
        ScenarioError: this is no library, its version is unknown, or it has no list of items; it names the field.
    """
    if not isinstance(value, Mapping) or "steelwheel_library" not in value:
        fail("steelwheel_library", "this is not a range library")
    if value["steelwheel_library"] != LIBRARY_VERSION:
        fail("steelwheel_library", f"this program reads libraries of version {LIBRARY_VERSION}")
    if not isinstance(value.get("items", []), list):
        fail("items", "expected a list")
    damaged: list[str] = []
    name = _titled(value, "name", _LIBRARY_KEYS, "", damaged, "Library")
    items = _items(value, "", 0, damaged)
    return Folder(name, items, _noted(value, "", damaged), tuple(damaged))


def salvaged_library(text: str) -> Folder:
    """Return the readable entries of a library whose JSON is damaged; without items if there are none.

    Each entry is in its folders if these are complete objects, or if the lines are indented as this program writes
    them.
    """
    damaged: list[str] = []
    parents: list[tuple[int, str]] = []
    items: list[Folder | NamedRange] = []
    at = 0
    # Above a complete object there may be folders that were cut off before their end. Their names are in their opening
    # lines, and the indentation shows which of them contain the object.
    for position, value in whole_objects(text, _is_item):
        column = position - text.rfind("\n", 0, position) - 1
        for opened in _OPENED.finditer(text, at, position):
            parents = [
                *((indent, name) for indent, name in parents if indent < len(opened[1])),
                (len(opened[1]), opened[2]),
            ]
        item = _item(value, f"items[{len(items)}]", len(parents), damaged)
        for indent, name in reversed(parents):
            if item is not None and indent < column:
                item = Folder(whole_text(name), (item,))
        items += [] if item is None else [item]
        at = position
    return Folder(DAMAGED_NAME, tuple(items), "", tuple(damaged))


def _is_item(value: Any) -> bool:
    if "steelwheel_library" in value:
        return False
    return _is_folder(value) or ("name" in value and ("text" in value or "actions" in value))


def _is_folder(value: Mapping[str, Any]) -> bool:
    """Return True if an item is a folder, even with damaged keys: in a range only the actions are a list of objects."""
    if "folder" in value or isinstance(value.get("items"), list):
        return True
    range_keys = any(key in value for key in ("name", "text", "actions"))
    listed = () if range_keys else _list_under_a_damaged_key(value)
    return any(isinstance(inner, Mapping) for inner in listed)


def library_to_json(library: Folder) -> dict[str, Any]:
    """Return the library as a JSON value, which :func:`library_from_json` reads back."""
    value = {"steelwheel_library": LIBRARY_VERSION, "name": library.name, "note": library.note}
    return value | {"items": [_item_to_json(item) for item in library.items]}


def _item_to_json(item: Folder | NamedRange) -> dict[str, Any]:
    """Return a folder with all its items, a range, or a matrix with several actions as a JSON value."""
    if isinstance(item, NamedRange) and item.actions:
        actions = [{key: getattr(action, key) for key in _ACTION_KEYS} for action in item.actions]
        return {"name": item.name, "game": item.game, "note": item.note, "actions": actions}
    if isinstance(item, NamedRange):
        return {key: getattr(item, key) for key in _RANGE_KEYS}
    return {"folder": item.name, "note": item.note, "items": [_item_to_json(inner) for inner in item.items]}


def _items(value: Mapping[str, Any], path: str, depth: int, damaged: list[str]) -> tuple[Folder | NamedRange, ...]:
    """Read the items of a folder; ``path`` is its name in messages, ending with a point or empty.

    Damaged items are left out and described in ``damaged``, so that the rest of a damaged file can be used.
    """
    field = f"{path}items"
    items = value.get("items", _list_under_a_damaged_key(value))
    if not isinstance(items, list):
        damaged.append(f"{field}: expected a list")
        return ()
    if depth > MAX_FOLDER_DEPTH:
        damaged.append(f"{field}: folders nest at most {MAX_FOLDER_DEPTH} deep")
        return ()
    result = (_item(item, f"{field}[{i}]", depth, damaged) for i, item in enumerate(items))
    return tuple(item for item in result if item is not None)


def _list_under_a_damaged_key(value: Mapping[str, Any]) -> list[Any]:
    return next((inner for key, inner in value.items() if key not in _FOLDER_KEYS and isinstance(inner, list)), [])


def _item(value: object, path: str, depth: int, damaged: list[str]) -> Folder | NamedRange | None:
    """Return a folder or a range, or None for a damaged range, which is reported. A damaged folder keeps its items."""
    if isinstance(value, Mapping) and _is_folder(value):
        name = _titled(value, "folder", _FOLDER_KEYS, f"{path}.", damaged, DAMAGED_NAME)
        return Folder(name, _items(value, f"{path}.", depth + 1, damaged), _noted(value, f"{path}.", damaged))
    try:
        return _entry(value, path)
    except ScenarioError as error:
        name_value = value.get("name") if isinstance(value, Mapping) else None
        label = f"'{whole_text(name_value)}'" if isinstance(name_value, str) else path
        damaged.append(f"{label} ({error.problems[0]})")
        return None


def _titled(
    value: Mapping[str, Any], key: str, keys: tuple[str, ...], path: str, damaged: list[str], default: str
) -> str:
    """Return the name of a folder or a library. Errors in it, and unknown keys next to it, are reported."""
    _or_noted(lambda: _check_keys(value, keys, path), None, damaged)
    return _or_noted(lambda: _text(value, key, path.rstrip("."), default), default, damaged)


def _noted(value: Mapping[str, Any], path: str, damaged: list[str]) -> str:
    return _or_noted(lambda: _text(value, "note", path.rstrip("."), ""), "", damaged)


def _or_noted(read: Callable[[], T], default: T, damaged: list[str]) -> T:
    """Return the result of ``read``, or ``default`` if it fails; the error is added to ``damaged``."""
    try:
        return read()
    except ScenarioError as error:
        damaged.append(str(error.problems[0]))
        return default


def _entry(value: object, path: str) -> NamedRange:
    """Return the range in ``value``.

    Raises:
        ScenarioError: the value is invalid; the problem names the field.
    """
    if not isinstance(value, Mapping):
        fail(path, "expected a range or a folder")
    if "actions" in value:
        return _actions_entry(value, path)
    _check_keys(value, _RANGE_KEYS, f"{path}.")
    game = _text(value, "game", path, DEFAULT_GAME)
    if game not in get_args(Game):
        fail(f"{path}.game", f"expected one of {', '.join(get_args(Game))}")
    name, text = _text(value, "name", path, None), _text(value, "text", path, None)
    return NamedRange(name, text, _text(value, "note", path, ""), cast(Game, game))


def _actions_entry(value: Mapping[str, Any], path: str) -> NamedRange:
    """Return the entry of a matrix with several actions.

    Raises:
        ScenarioError: the value is invalid; the problem names the field.
    """
    _check_keys(value, _ACTIONS_KEYS, f"{path}.")
    listed, field = value["actions"], f"{path}.actions"
    if not isinstance(listed, list) or not 1 <= len(listed) <= MAX_ACTIONS:
        fail(field, f"expected a list of 1 to {MAX_ACTIONS} actions")
    if _text(value, "game", path, DEFAULT_GAME) != DEFAULT_GAME:
        fail(f"{path}.game", "only hold'em has actions")
    actions = tuple(_action(action, f"{field}[{i}]") for i, action in enumerate(listed))
    with naming(field):
        read_shares(actions)
    return NamedRange(_text(value, "name", path, None), "", _text(value, "note", path, ""), DEFAULT_GAME, actions)


def _action(value: object, path: str) -> RangeAction:
    """Return one action of a matrix.

    Raises:
        ScenarioError: the value is invalid; the problem names the field.
    """
    if not isinstance(value, Mapping):
        fail(path, "expected an action")
    _check_keys(value, _ACTION_KEYS, f"{path}.")
    color = value.get("color", 0)
    if type(color) is not int or not 0 <= color < MAX_ACTIONS:
        fail(f"{path}.color", f"expected a number from 0 to {MAX_ACTIONS - 1}")
    return RangeAction(_text(value, "name", path, None), _text(value, "text", path, ""), color)


def _text(value: Mapping[str, Any], key: str, path: str, default: str | None) -> str:
    result = value.get(key, default)
    if not isinstance(result, str):
        fail(f"{path}.{key}" if path else key, "this key is missing" if result is None else "expected a text")
    return whole_text(result)


def _check_keys(value: Mapping[str, Any], keys: tuple[str, ...], path: str) -> None:
    for key in value:
        if key not in keys:
            fail(f"{path}{key}", f"unknown key; valid keys are {', '.join(keys)}")


@cache
def presets() -> Folder:
    """Return the ranges that are shipped, with a folder for each file of ``resources/presets``."""
    return Folder("Presets", tuple(library_from_json(file) for file in preset_files()))


def range_names(folder: Folder) -> tuple[RangeName, ...]:
    """Return the ranges in ``folder`` as names for range texts. An action is called by the names of its matrix and
    itself."""
    return tuple(
        RangeName(name, text, path, item.game)
        for path, item in folder.walk()
        for name, text in ((item.name, item.text), *((f"{item.name}: {a.name}", a.text) for a in item.actions))
        if text.strip()
    )
