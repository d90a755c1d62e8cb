"""Libraries of ranges in files: our own JSON, lines of text, and what other programs write.

A range text is kept as it was written, also one that this version cannot read: it is data until somebody uses it.
Folders are paths with slashes here; empty folders and notes on folders are not kept.

Lines of text have the form of PokerCruncher's batch import, a name and a range in braces:

    Hand Range #1[6-max / UTG]:
    {66+, A3s+, KJo+}

Folders are written into the name, with slashes; reading puts them back.

The libraries of several windows are merged into one: names given once, and the additions and removals of each.

Before a file is added to the library, its contents are shown: only one that mostly consists of ranges is a library. A
text is looked through line by line. One that this program has written is taken as it is, readable or not. Of any
other the lines that are no ranges are left out and named; where they are not the fewer ones it is no file of ranges.
"""

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from engine.cards import TextError, plain_name, shown, whole_text
from engine.games import GAMES
from engine.ranges.actions import RangeAction
from engine.ranges.equilab_files import read_hr, write_hr
from engine.ranges.holdem import parse_range, write_range
from engine.ranges.library import (
    MAX_FOLDER_DEPTH,
    Folder,
    NamedRange,
    library_from_json,
    library_to_json,
    salvaged_library,
)
from engine.ranges.razz_text import parse_razz
from engine.scenario import DEFAULT_GAME, Game, GameTable, Problem, ScenarioError, naming
from engine.storage.regular_files import read_regular

SLASH = " / "
_ENTRY = re.compile(r"Hand Range #\d+\s*\[([^\]\r\n]*)\]\s*:\s*\{([^{}]*)\}", re.IGNORECASE)


def read_batch(text: str, name: str = "PokerCruncher") -> Folder:
    """Read ranges with names into a folder called ``name``; texts are kept as they are, readable or not.

    Raises:
        ScenarioError: something stands between the ranges or there is none, with the field ``file`` and the position.
    """
    root: dict[str, object] = {}
    at = 0
    for values in _ENTRY.finditer(text):
        _nothing_between(text, at, values.start())
        *path, last = [part.strip() for part in values[1].split(SLASH)]
        place = root
        for part in path:
            inner = place.setdefault(f"/{part}", {})
            assert isinstance(inner, dict)
            place = inner
        place[f"#{len(place)}"] = NamedRange(last, re.sub(r"\s+", " ", values[2]).strip())
        at = values.end()
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
        if not GAMES[item.game].hands_are_combos:
            raise ScenarioError(Problem(item.name, "only ranges of hold'em are exchanged"))
        with naming(item.name):
            text = write_range(parse_range(item.text), "pokercruncher")
        name = re.sub(r"[\[\]\s]+", " ", SLASH.join((*path, item.name))).strip()
        entries.append(f"Hand Range #{number}[{name}]:\n{{{text}}}\n")
    return "\n".join(entries)


RANGE_MIME = "application/x-steelwheel-range"
"""Drag data: the text of a range, to be dropped onto a seat."""
NAME = "My ranges"
TEXT_HEAD = "# Steel Wheel ranges"
"""The beginning of our own text."""
BATCH = "hand range #"
"""The beginning of an entry of PokerCruncher's batch text."""
MAX_LIBRARY_BYTES = 20_000_000
"""Bytes of a library, to be read or written: a hundred times what anybody has."""
GAME_NOTES: dict[str, Game] = {f"game: {game}": game for game in GAMES if game != DEFAULT_GAME}
"""The notes that name the game of a range."""
UTF_16 = (b"\xff\xfe", b"\xfe\xff")
BOMS = ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"), (b"\xef\xbb\xbf", "utf-8-sig"))


class LibraryError(ValueError):
    """A file that is no library, or ranges that cannot be written in a form."""


@dataclass(frozen=True, slots=True)
class LibraryEntry:
    """A named range, or the ``actions`` of a matrix and no text. ``folder`` is a path with slashes, empty at the top;
    ``note`` is free text.

    Names have no control characters (``plain_name``), texts no halves of characters, which no file can hold. Folders
    that stand deeper than ``MAX_FOLDER_DEPTH`` are left out: a library with them could not be read again.
    """

    name: str
    text: str
    folder: str = ""
    game: Game = DEFAULT_GAME
    note: str = ""
    actions: tuple[RangeAction, ...] = ()

    def __post_init__(self) -> None:
        for key, cleaned in (("name", plain_name), ("folder", plain_name), ("text", whole_text), ("note", whole_text)):
            object.__setattr__(self, key, cleaned(getattr(self, key)))
        object.__setattr__(self, "folder", "/".join(self.folder.split("/")[:MAX_FOLDER_DEPTH]))

    @property
    def path(self) -> str:
        """The name behind that of its folder."""
        return "/".join(filter(None, (self.folder, self.name)))


LibraryContents = tuple[tuple[LibraryEntry, ...], tuple[str, ...]]
"""The entries of a file, and what in it could not be read."""
LibraryReader = Callable[[bytes], LibraryContents]
LibraryWriter = Callable[[Iterable[LibraryEntry]], bytes]


def entries_of(folder: Folder) -> tuple[LibraryEntry, ...]:
    """Return the ranges in a folder of the engine, in order."""
    return tuple(
        LibraryEntry(item.name, item.text, "/".join(path), item.game, item.note, item.actions)
        for path, item in folder.walk()
    )


def one_by_one(entries: Iterable[LibraryEntry]) -> tuple[LibraryEntry, ...]:
    """Return the entries with a folder of ranges in place of each matrix with actions: for files that know only
    ranges. Actions that play nothing are left out."""
    result: list[LibraryEntry] = []
    for entry in entries:
        folder = f"{entry.folder}/{entry.name}".lstrip("/")
        parts = (LibraryEntry(a.name, a.text, folder, entry.game, entry.note) for a in entry.actions if a.text.strip())
        result += parts if entry.actions else (entry,)
    return tuple(result)


def folder_notes(folder: Folder, path: str = "") -> dict[str, str]:
    """Return the notes on the folders inside one, by path; folders without a note are left out."""
    result: dict[str, str] = {}
    for item in folder.items:
        if isinstance(item, Folder):
            inner = f"{path}/{item.name}" if path else item.name
            result |= ({inner: item.note} if item.note else {}) | folder_notes(item, inner)
    return result


def folder_of(entries: Iterable[LibraryEntry]) -> Folder:
    """Return entries as a folder of the engine; those of one folder stand together."""
    ranges: list[NamedRange] = []
    inner: dict[str, list[LibraryEntry]] = {}
    for entry in entries:
        first, _, rest = entry.folder.partition("/")
        if not entry.folder:
            ranges.append(NamedRange(entry.name, entry.text, entry.note, entry.game, entry.actions))
        else:
            inner.setdefault(first, []).append(replace(entry, folder=rest))
    return Folder(NAME, (*ranges, *(Folder(name, folder_of(group).items) for name, group in inner.items())))


def dump_library(entries: Iterable[LibraryEntry]) -> bytes:
    """Return a library as JSON; :func:`read_library` is the way back."""
    return (json.dumps(library_to_json(folder_of(entries)), ensure_ascii=False, indent=1) + "\n").encode()


def read_library(data: bytes) -> LibraryContents:
    """Return the entries of a library. What is damaged is left out and named; where it is no JSON any more, what is
    whole in it is read.

    Raises:
        LibraryError: it is no library, of a version that is not known here, or nothing in it is whole.
    """
    try:
        text, damaged = decode(data) if data.startswith(UTF_16) else data.decode("utf-8-sig"), []
    except UnicodeDecodeError as error:
        text, damaged = data.decode(errors="replace"), [f"no UTF-8 text: {error.reason} at {error.start}"]
    try:
        library = library_from_json(json.loads(text))
    except ScenarioError as error:
        raise LibraryError(str(error)) from None
    except (ValueError, RecursionError) as error:
        library = salvaged_library(text)
        if not library.items:
            raise LibraryError(f"no JSON: {error}") from None
        damaged.append(f"no JSON: {error}")
    return entries_of(library), (*damaged, *library.damaged)


def dump_hr(entries: Iterable[LibraryEntry]) -> bytes:
    """Return hold'em ranges as a file of Equilab.

    Raises:
        LibraryError: a range cannot be read or is one of razz.
    """
    try:
        return write_hr(folder_of(one_by_one(entries)))
    except ScenarioError as error:
        raise LibraryError(str(error)) from None


def dump_batch(entries: Iterable[LibraryEntry]) -> bytes:
    """Return hold'em ranges as the batch text that PokerCruncher imports; notes are left out.

    Raises:
        LibraryError: a range cannot be read or is one of razz.
    """
    try:
        return write_batch(folder_of(one_by_one(entries))).encode()
    except ScenarioError as error:
        raise LibraryError(str(error)) from None


def read_equilab(data: bytes) -> LibraryContents:
    """Return the ranges of a file of Equilab.

    Raises:
        LibraryError: it is no such file.
    """
    try:
        result = read_hr(data)
    except ScenarioError as error:
        raise LibraryError(error.problems[0].message) from None
    return entries_of(result.folder), result.problems


def dump_text(entries: Iterable[LibraryEntry]) -> bytes:
    """Return a library as lines; notes stand above their range behind ``#``."""
    lines = [f"{TEXT_HEAD}: folder/name = range"]
    for entry in one_by_one(entries):
        lines += ["", *(f"# {line}" for line in entry.note.splitlines())]
        if entry.game != DEFAULT_GAME:
            lines.append(f"# game: {entry.game}")
        path = f"{entry.folder}/{entry.name}" if entry.folder else entry.name
        lines.append(f"{path} = {' '.join(entry.text.split())}")
    return ("\n".join(lines) + "\n").encode()


def read_text(data: bytes) -> LibraryContents:
    """Return the ranges of a text, one a line: ``folder/name = range`` or a range alone, which names itself.

    Batch texts of PokerCruncher are told by their form.

    Raises:
        LibraryError: it begins as a batch text and goes on as something else.
    """
    text = decode(data)
    if text.lstrip().lower().startswith(BATCH):
        try:
            return entries_of(read_batch(text)), ()
        except ScenarioError as error:
            raise LibraryError(error.problems[0].message) from None
    return _read_lines(text)


def _read_lines(text: str) -> LibraryContents:
    entries: list[LibraryEntry] = []
    note: list[str] = []
    game = DEFAULT_GAME
    for line in (line.strip() for line in text.splitlines()):
        if line.startswith("#"):
            comment = line[1:].strip()
            if comment in GAME_NOTES:
                game = GAME_NOTES[comment]
            else:
                note.append(comment)
            continue
        if line:
            path, result, range_ = line.partition("=")
            folder, _, name = path.strip().rpartition("/") if result else ("", "", line[:60])
            entries.append(
                LibraryEntry(name.strip(), (range_ if result else line).strip(), folder, game, "\n".join(note))
            )
        note, game = [], DEFAULT_GAME
    wrong = tuple(f"'{entry.text[:30]}' has no name" for entry in entries if not entry.name)
    return tuple(entry for entry in entries if entry.name), wrong


def read_bounded(path: Path, most: int = MAX_LIBRARY_BYTES) -> bytes:
    """Return the contents of a file.

    Raises:
        LibraryError: it has more than ``most`` bytes.
        OSError: it cannot be read, or is a device or a pipe, which may never come to an end.
    """
    data = read_regular(path, most)
    if len(data) > most:
        raise LibraryError(f"this file is larger than {most // 1_000_000} MB")
    return data


def decode(data: bytes) -> str:
    """Return the text of a file by its byte order mark, else as UTF-8, else as Latin-1."""
    for bom, codec in BOMS:
        if data.startswith(bom):
            return data.decode(codec, errors="replace")
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode("latin-1")


READERS: dict[str, LibraryReader] = {".json": read_library, ".txt": read_text, ".hr": read_equilab}
WRITERS: dict[str, LibraryWriter] = {".batch.txt": dump_batch, ".json": dump_library, ".txt": dump_text, ".hr": dump_hr}
"""By how the file's name ends; the first that fits."""


Key = tuple[str, str]
"""Folder and game: within one, names are given once."""


def taken_names(entries: Iterable[LibraryEntry]) -> dict[Key, set[str]]:
    """Return the names that are given."""
    result: dict[Key, set[str]] = {}
    for entry in entries:
        result.setdefault((entry.folder, entry.game), set()).add(entry.name)
    return result


def numbered(entry: LibraryEntry, others: Iterable[LibraryEntry]) -> LibraryEntry:
    """Return ``entry``, with a number after its name where one of the others has that name already."""
    return numbered_in(entry, taken_names(others))


def numbered_in(entry: LibraryEntry, taken: dict[Key, set[str]]) -> LibraryEntry:
    """Return ``entry`` under a name that is not ``taken``, and take it."""
    names = taken.setdefault((entry.folder, entry.game), set())
    name, number = entry.name, 2
    while name in names:
        name, number = f"{entry.name} {number}", number + 1
    names.add(name)
    return entry if name == entry.name else replace(entry, name=name)


def merged(
    base: Iterable[LibraryEntry], own: Iterable[LibraryEntry], theirs: tuple[LibraryEntry, ...] | None
) -> tuple[LibraryEntry, ...]:
    """Return the ranges of a window after those of another: ``base`` is what both began with, ``theirs`` None where
    the other's cannot be read.

    What either has added is there, the names of ours numbered where they are taken; what the other has removed is gone.
    """
    before = set(base)
    removed = before.difference(theirs) if theirs is not None else set()
    ours = tuple(own)
    kept = [entry for entry in ours if entry in before and entry not in removed]
    kept += [entry for entry in theirs or () if entry not in before]
    held, taken = set(kept), taken_names(kept)
    return (*kept, *(numbered_in(entry, taken) for entry in ours if entry not in before and entry not in held))


MAX_ENTRIES = 10_000
MAX_RANGE_LENGTH = 100_000
"""Characters of a line."""
CHECK_INTERVAL = 100
"""After so many lines it is asked whether most are ranges: a text of another kind is not read to its end."""


@dataclass(frozen=True, slots=True)
class LibraryImport:
    """The ranges in the file called ``name``, and what in it is none."""

    name: str
    entries: tuple[LibraryEntry, ...]
    wrong: tuple[str, ...] = ()


def read_import(path: Path, data: bytes, guard: Callable[[], None]) -> LibraryImport:
    """Return the additions of ``data``, which stands in the file ``path``. ``guard`` is called again and again.

    Raises:
        LibraryError: it is no file of ranges, or has too many.
    """
    reader = READERS.get(path.suffix.lower(), read_text)
    entries, wrong = reader(data)
    if len(entries) + len(wrong) > MAX_ENTRIES:
        raise LibraryError(f"at most {MAX_ENTRIES:,} ranges are taken, and this file has more lines")
    if reader is read_text and not _is_own(data):
        entries, none = _ranges_among(entries, guard)
        wrong = (*wrong, *none)
    if not entries:
        raise LibraryError("there are no ranges in it" + (f": {'; '.join(wrong[:3])}" if wrong else ""))
    return LibraryImport(path.name, entries, wrong)


def _is_own(data: bytes) -> bool:
    text = decode(data[:1000]).lstrip("\ufeff \r\n")
    return text.startswith(TEXT_HEAD) or text.lower().startswith(BATCH)


def _ranges_among(
    entries: tuple[LibraryEntry, ...], guard: Callable[[], None]
) -> tuple[tuple[LibraryEntry, ...], tuple[str, ...]]:
    """Return the entries that are ranges, and what the others say.

    Raises:
        LibraryError: most are none.
    """
    good: list[LibraryEntry] = []
    wrong: list[str] = []
    for number, entry in enumerate(entries, 1):
        guard()
        if _is_range(entry):
            good.append(entry)
        else:
            wrong.append(f"'{shown(entry.text or entry.name)}' is no range")
        if (number % CHECK_INTERVAL == 0 or number == len(entries)) and len(wrong) >= len(good):
            raise LibraryError(f"most of its lines are no ranges, as in {wrong[0].removesuffix(' is no range')}")
    return tuple(good), tuple(wrong)


_PARSERS: GameTable[Callable[[str], object]] = GameTable("texts of ranges", {"holdem": parse_range, "razz": parse_razz})


def _is_range(entry: LibraryEntry) -> bool:
    if len(entry.text) > MAX_RANGE_LENGTH or not entry.text.strip():
        return False
    try:
        _PARSERS[entry.game](entry.text)
    except (TextError, ValueError):
        return False
    return True
