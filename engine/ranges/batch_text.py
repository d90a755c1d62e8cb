"""Ranges as plain text, in the form of PokerCruncher's batch import: a name and a range in braces.

    Hand Range #1[6-max / UTG]:
    {66+, A3s+, KJo+}

Folders are written into the name, with slashes; reading puts them back.
"""

import re

from engine.games import GAMES
from engine.ranges.holdem import parse_range, write_range
from engine.ranges.library import Folder, NamedRange
from engine.scenario import Problem, ScenarioError, naming

SLASH = " / "
_ENTRY = re.compile(r"Hand Range #\d+\s*\[([^\]\r\n]*)\]\s*:\s*\{([^{}]*)\}", re.IGNORECASE)


def read_batch(text: str, name: str = "PokerCruncher") -> Folder:
    """Read ranges with names into a folder called ``name``; texts are kept as they are, readable or not.

    Raises:
        ScenarioError: something stands between the ranges or there is none, with the field ``file`` and the position.
    """
    root: dict[str, object] = {}
    at = 0
    for found in _ENTRY.finditer(text):
        _nothing_between(text, at, found.start())
        *path, last = [part.strip() for part in found[1].split(SLASH)]
        place = root
        for part in path:
            inner = place.setdefault(f"/{part}", {})
            assert isinstance(inner, dict)
            place = inner
        place[f"#{len(place)}"] = NamedRange(last, re.sub(r"\s+", " ", found[2]).strip())
        at = found.end()
    _nothing_between(text, at, len(text))
    if not root:
        raise ScenarioError(Problem("file", "there is no range here; one looks like Hand Range #1[UTG]: {22+, ATs+}"))
    return _folder(name, root)


def _nothing_between(text: str, start: int, end: int) -> None:
    between = text[start:end].lstrip("\ufeff")
    if between.strip(" \t\r\n,;"):
        position = end - len(between.lstrip(" \t\r\n,;"))
        raise ScenarioError(Problem("file", f"'{between.strip()[:24]}' belongs to no range", position))


def _folder(name: str, place: dict[str, object]) -> Folder:
    items = [
        item if isinstance(item, NamedRange) else _folder(key[1:], item)
        for key, item in place.items()
        if isinstance(item, NamedRange | dict)
    ]
    return Folder(name, tuple(items))


def write_batch(folder: Folder) -> str:
    """Return the hold'em ranges in ``folder`` as text, in PokerCruncher's notation; notes are left out.

    Raises:
        ScenarioError: a range cannot be read or is one of razz; the field is its name.
    """
    entries = []
    for number, (path, item) in enumerate(folder.walk(), start=1):
        if not GAMES[item.game].combo_ranges:
            raise ScenarioError(Problem(item.name, "only ranges of hold'em are exchanged"))
        with naming(item.name):
            text = write_range(parse_range(item.text), "pokercruncher")
        name = re.sub(r"[\[\]\s]+", " ", SLASH.join((*path, item.name))).strip()
        entries.append(f"Hand Range #{number}[{name}]:\n{{{text}}}\n")
    return "\n".join(entries)
