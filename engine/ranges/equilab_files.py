"""Reads and writes Equilab's saved ranges, ``.hr``: UTF-16LE text.

    file     := "[Userdefined]" { range | folder }
    folder   := dots name EOL                                  one dot for each level
    range    := dots name "{" { group } "}" [ "{" note "}" ]
    group    := { [ percent ":" ] ( "random" | hands ) [ "," ] } [ info ]
    info     := "°" index "°" parent "°" RRRGGGBBB "°" name "°" nesting "°"

A range with several groups becomes one text, and the groups are listed in the note. The group without a name is the
complete range: a combo in it has that weight, any other combo the largest weight of the named groups. Nothing is
skipped: a range that cannot be read is stored with its text and reported, and so is a line that is no range or folder.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from engine.cards import TextError
from engine.games import GAMES
from engine.ranges.filtered import unwritten_streets
from engine.ranges.holdem import HoldemRange, format_range, parse_range, write_range
from engine.ranges.library import Folder, NamedRange
from engine.scenario import Problem, ScenarioError, naming

HEADER = "[Userdefined]"
END_OF_LINE = "\r\n"
_MARK = "\ufeff"

_INFO = re.compile(r"°\s*(-?\d+)\s*°\s*(-?\d+)\s*°\s*(\d{9})\s*°([^°{}]*)°\s*(-?\d+)\s*°")
_RANGE = re.compile(r"(\.+)([^{}\r\n]+?)\s*\{([^{}]*)\}(?:[ \t]*(?:\r?\n[ \t]*)?\{([^{}]*)\})?")
_WEIGHT = re.compile(r"(?<![^\s,])[0-9.]+\s*:")
_FOLDER = re.compile(r"(\.+)([^{}\r\n]+)")


@dataclass(frozen=True, slots=True)
class HrFile:
    """The ranges of a file in their folders, and messages about what could not be read."""

    folder: Folder
    problems: tuple[str, ...]


def read_hr(data: bytes, name: str = "Equilab") -> HrFile:
    """Read the bytes of an ``.hr`` file into a folder called ``name``.

    Raises:
        ScenarioError: this is no such file; the field is ``file``.
    """
    text = _decoded(data)
    if not text.startswith(HEADER):
        raise ScenarioError(Problem("file", f"this is not an Equilab file: it does not begin with {HEADER}"))
    problems: list[str] = []
    tree = _Tree(name)
    at = len(HEADER)
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        result = _RANGE.match(text, at) or _FOLDER.match(text, at)
        if not result:
            end = _end_of_line(text, at)
            problems.append(f"'{text[at:end].strip()[:40]}' is neither a range nor a folder")
            at = end
            continue
        depth, title = len(result[1]), result[2].strip()
        if result.re is _FOLDER:
            tree.open(depth, title)
        else:
            tree.add(depth, _named_range(title, result[3], result[4] or "", problems))
        at = result.end()
    return HrFile(tree.folder(), tuple(problems))


def _decoded(data: bytes) -> str:
    """Decode UTF-16, by its byte order mark or else little-endian as Equilab writes it, or UTF-8."""
    try:
        if data.startswith((b"\xff\xfe", b"\xfe\xff")):
            return data.decode("utf-16").strip(_MARK).lstrip()
        wide = len(data) > 1 and data[1] == 0
        return data.decode("utf-16-le" if wide else "utf-8-sig").lstrip()
    except UnicodeDecodeError as error:
        raise ScenarioError(Problem("file", "this is not UTF-16 text", error.start)) from None


def _end_of_line(text: str, at: int) -> int:
    result = re.compile(r"[\r\n]").search(text, at)
    return result.start() if result else len(text)


@dataclass(slots=True)
class _Level:
    name: str
    items: list[Folder | NamedRange] = field(default_factory=list)


class _Tree:
    """The open folders, from the root to the innermost one, while a file is read."""

    def __init__(self, name: str) -> None:
        self._open = [_Level(name)]

    def open(self, depth: int, name: str) -> None:
        """Open a folder at ``depth`` (1 is the outermost). No folder is made for a level that the file skips."""
        self._close(depth)
        self._open.append(_Level(name))

    def add(self, depth: int, item: NamedRange) -> None:
        """Add a range at ``depth``."""
        self._close(depth)
        self._open[-1].items.append(item)

    def folder(self) -> Folder:
        """Close all open folders and return the root."""
        self._close(1)
        return Folder(self._open[0].name, tuple(self._open[0].items))

    def _close(self, depth: int) -> None:
        while len(self._open) > max(depth, 1):
            level = self._open.pop()
            self._open[-1].items.append(Folder(level.name, tuple(level.items)))


def _named_range(title: str, body: str, note: str, problems: list[str]) -> NamedRange:
    """Return the entry ``title`` of a file, whose hands are ``body``; groups with names are listed in its note.

    Groups without a name are the whole range, of which the named ones are parts; if all have names, they are added up.
    A range that cannot be read keeps its text, and the error is added to ``problems``.
    """
    note = note.strip()
    groups = list(_groups(body))
    try:
        if len(groups) == 1 and not groups[0].title:
            text = _clean(groups[0].text)
            parse_range(text)
        else:
            whole, named = np.zeros(1326), np.zeros(1326)
            for group in groups:
                target = named if group.title else whole
                np.maximum(target, parse_range(_clean(group.text)).weights, out=target)
            text = format_range(HoldemRange(np.where(whole > 0, whole, named)))
            listed = "; ".join(f"{group.title or 'all'}: {_clean(group.text)}" for group in groups)
            note = "\n".join(line for line in (note, f"Groups: {listed}") if line)
    except TextError as error:
        text = _clean(body)
        problems.append(f"{title}: {error.message}")
    return NamedRange(title, text, note)


@dataclass(frozen=True, slots=True)
class _Group:
    text: str
    title: str = ""


def _groups(body: str) -> Iterator[_Group]:
    """Yield the groups of a range: each ends with an info that has its name. Text after the last info has no name."""
    at = 0
    for info in _INFO.finditer(body):
        yield _Group(body[at : info.start()], info[4].strip())
        at = info.end()
    if body[at:].strip(" \t\r\n,") or at == 0:
        yield _Group(body[at:])


def _clean(text: str) -> str:
    """Return the hands of a group on one line. Hands before the first weight weigh 100 % in the file, so this is
    added."""
    plain = re.sub(r"\s+", " ", text).strip(" ,")
    weight = _WEIGHT.search(plain)
    return f"100: {plain}" if weight and weight.start() else plain


def write_hr(folder: Folder) -> bytes:
    """Return ``folder`` as an ``.hr`` file, with ranges in Equilab's notation.

    Raises:
        ScenarioError: a range cannot be read or is a razz range; the field is its name.
    """
    lines = [HEADER, *_lines(folder.items, 1)]
    return (END_OF_LINE.join(lines) + END_OF_LINE).encode("utf-16-le")


def _lines(items: tuple[Folder | NamedRange, ...], depth: int) -> Iterator[str]:
    """Yield the lines of folders and ranges at ``depth``, which the file shows by as many dots before the name."""
    dots = "." * depth
    for item in items:
        name = _plain(item.name)
        if isinstance(item, Folder):
            yield dots + name
            yield from _lines(item.items, depth + 1)
            continue
        spec = GAMES[item.game]
        if not spec.hands_are_combos:
            raise ScenarioError(Problem(item.name, f"Equilab has no ranges of {spec.title.lower()}"))
        with naming(item.name):
            range_ = parse_range(item.text)
        note = "; ".join(text for text in (item.note.strip(), *unwritten_streets(range_.streets)) if text)
        yield f"{dots}{name}{{{write_range(range_, 'equilab')}}}" + (f"{{{_plain(note)}}}" if note else "")


def _plain(text: str) -> str:
    """Return ``text`` without the signs that have a meaning in the file."""
    plain = re.sub(r"\s+", " ", re.sub(r"[{}°]", " ", text)).strip()
    return plain.lstrip(".").strip() or "range"
