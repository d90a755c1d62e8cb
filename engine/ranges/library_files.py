"""Reads and writes libraries of ranges: our own JSON, lines of text, and the formats of other programs.

The text of a range is stored unchanged, even if this version cannot read it: it is only interpreted when it is
used. Here a folder is a path with slashes; empty folders and the notes of folders are lost.

PokerCruncher's batch import has one range per entry, a name and the range in braces. Its names contain the folders,
separated by slashes:

    Hand Range #1[6-max / UTG]:
    {66+, A3s+, KJo+}

The libraries of several windows are merged: the additions and removals of each window take effect, and names are made
unique.

Before a file is added to the library, its contents are checked line by line. A file written by this program is accepted
unchanged. In any other file, lines that are no ranges are left out and reported, and a file in which these are not the
minority is rejected.
"""

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from engine.cards import TextError, excerpt, plain_name, whole_text
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
    """Read PokerCruncher's batch text into a folder called ``name``. Texts of ranges are not checked.

    Raises:
        ScenarioError: there is other text between the ranges, or there is no range; the field is ``file``.
    """
    # Folders as nested dicts. The keys begin with / for a folder and with # for a range, so that the two cannot
    # collide.
    root: dict[str, object] = {}
    at = 0
    for values in _ENTRY.finditer(text):
        _nothing_between(text, at, values.start())
        *path, last = [part_name.strip() for part_name in values[1].split(SLASH)]
        folder = root
        for part_name in path:
            inner = folder.setdefault(f"/{part_name}", {})
            assert isinstance(inner, dict)
            folder = inner
        folder[f"#{len(folder)}"] = NamedRange(last, re.sub(r"\s+", " ", values[2]).strip())
        at = values.end()
    _nothing_between(text, at, len(text))
    if not root:
        raise ScenarioError(Problem("file", "no range found; a range looks like Hand Range #1[UTG]: {22+, ATs+}"))
    return _folder(name, root)


def _nothing_between(text: str, start: int, end: int) -> None:
    """Raise a ScenarioError if there is more than separators between two ranges of a batch text."""
    between = text[start:end].lstrip("\ufeff")
    if between.strip(" \t\r\n,;"):
        position = end - len(between.lstrip(" \t\r\n,;"))
        raise ScenarioError(Problem("file", f"'{between.strip()[:24]}' is not part of a range", position))


def _folder(name: str, contents: dict[str, object]) -> Folder:
    items = [
        item if isinstance(item, NamedRange) else _folder(key[1:], item)
        for key, item in contents.items()
        if isinstance(item, NamedRange | dict)
    ]
    return Folder(name, tuple(items))


def write_batch(folder: Folder) -> str:
    """Return the hold'em ranges in ``folder`` as PokerCruncher's batch text. Notes are left out.

    Raises:
        ScenarioError: a range cannot be read or is a razz range; the field is its name.
    """
    entries = []
    for number, (path, item) in enumerate(folder.walk(), start=1):
        if not GAMES[item.game].hands_are_combos:
            raise ScenarioError(Problem(item.name, "only hold'em ranges can be exchanged"))
        with naming(item.name):
            text = write_range(parse_range(item.text), "pokercruncher")
        name = re.sub(r"[\[\]\s]+", " ", SLASH.join((*path, item.name))).strip()
        entries.append(f"Hand Range #{number}[{name}]:\n{{{text}}}\n")
    return "\n".join(entries)


RANGE_MIME = "application/x-steelwheel-range"
"""The MIME type of drag data: the text of a range, which can be dropped onto a seat."""
NAME = "My ranges"
TEXT_HEAD = "# Steel Wheel ranges"
"""The first line of text files written by this program begins with this."""
BATCH = "hand range #"
"""The beginning of PokerCruncher's batch text, in lower case."""
MAX_LIBRARY_BYTES = 20_000_000
"""Maximum size of a library file: a hundred times the usual size."""
GAME_NOTES: dict[str, Game] = {f"game: {game}": game for game in GAMES if game != DEFAULT_GAME}
"""Comment lines of a text file that give the game of the next range."""
UTF_16 = (b"\xff\xfe", b"\xfe\xff")
BOMS = ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"), (b"\xef\xbb\xbf", "utf-8-sig"))


class LibraryError(ValueError):
    """A file is no library, or ranges cannot be written in the requested format."""


@dataclass(frozen=True, slots=True)
class LibraryEntry:
    """A range with a name, or the ``actions`` of a matrix without a text of its own.

    ``folder`` is a path with slashes, "" for the top level; ``note`` is free text. Control characters are removed from
    names, and lone surrogates, which no file can contain, from texts. Folders below the depth ``MAX_FOLDER_DEPTH`` are
    cut off, because a library with them could not be read again.
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
        """The path of the folder and the name, joined by a slash."""
        return "/".join(filter(None, (self.folder, self.name)))


LibraryContents = tuple[tuple[LibraryEntry, ...], tuple[str, ...]]
"""The entries of a file, and messages about what could not be read."""
LibraryReader = Callable[[bytes], LibraryContents]
LibraryWriter = Callable[[Iterable[LibraryEntry]], bytes]


def entries_of(folder: Folder) -> tuple[LibraryEntry, ...]:
    """Return all ranges in ``folder`` and its subfolders, in order."""
    return tuple(
        LibraryEntry(item.name, item.text, "/".join(path), item.game, item.note, item.actions)
        for path, item in folder.walk()
    )


def one_by_one(entries: Iterable[LibraryEntry]) -> tuple[LibraryEntry, ...]:
    """Return the entries with each matrix of actions replaced by a folder of ranges, for formats that have no actions.

    Actions without a text are left out.
    """
    result: list[LibraryEntry] = []
    for entry in entries:
        folder = f"{entry.folder}/{entry.name}".lstrip("/")
        ranges = (LibraryEntry(a.name, a.text, folder, entry.game, entry.note) for a in entry.actions if a.text.strip())
        result += ranges if entry.actions else (entry,)
    return tuple(result)


def folder_notes(folder: Folder, path: str = "") -> dict[str, str]:
    """Return the notes of the subfolders of ``folder`` by their path; folders without a note are left out."""
    result: dict[str, str] = {}
    for item in folder.items:
        if isinstance(item, Folder):
            inner = f"{path}/{item.name}" if path else item.name
            result |= ({inner: item.note} if item.note else {}) | folder_notes(item, inner)
    return result


def folder_of(entries: Iterable[LibraryEntry]) -> Folder:
    """Return the entries as a tree of folders: first the ranges, then folders in the order of their first entries."""
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
    """Return a library as JSON bytes, which :func:`read_library` reads back."""
    return (json.dumps(library_to_json(folder_of(entries)), ensure_ascii=False, indent=1) + "\n").encode()


def read_library(data: bytes) -> LibraryContents:
    """Return the entries of a JSON library. Damaged entries are left out and reported.

    If the JSON itself is damaged, the entries in it that are complete are read.

    Raises:
        LibraryError: this is no library, its version is unknown, or no entry in it is complete.
    """
    try:
        text, damaged = decode(data) if data.startswith(UTF_16) else data.decode("utf-8-sig"), []
    except UnicodeDecodeError as error:
        text, damaged = data.decode(errors="replace"), [f"not UTF-8 text: {error.reason} at {error.start}"]
    try:
        library = library_from_json(json.loads(text))
    except ScenarioError as error:
        raise LibraryError(str(error)) from None
    except (ValueError, RecursionError) as error:
        library = salvaged_library(text)
        if not library.items:
            raise LibraryError(f"not JSON: {error}") from None
        damaged.append(f"not JSON: {error}")
    return entries_of(library), (*damaged, *library.damaged)


def dump_hr(entries: Iterable[LibraryEntry]) -> bytes:
    """Return hold'em ranges as an Equilab file.

    Raises:
        LibraryError: a range cannot be read or is a razz range.
    """
    try:
        return write_hr(folder_of(one_by_one(entries)))
    except ScenarioError as error:
        raise LibraryError(str(error)) from None


def dump_batch(entries: Iterable[LibraryEntry]) -> bytes:
    """Return hold'em ranges as the batch text that PokerCruncher imports, without notes.

    Raises:
        LibraryError: a range cannot be read or is a razz range.
    """
    try:
        return write_batch(folder_of(one_by_one(entries))).encode()
    except ScenarioError as error:
        raise LibraryError(str(error)) from None


def read_equilab(data: bytes) -> LibraryContents:
    """Return the ranges of an Equilab file.

    Raises:
        LibraryError: this is no Equilab file.
    """
    try:
        result = read_hr(data)
    except ScenarioError as error:
        raise LibraryError(error.problems[0].message) from None
    return entries_of(result.folder), result.problems


def dump_text(entries: Iterable[LibraryEntry]) -> bytes:
    """Return a library as text, one range per line; notes are comment lines (``#``) above their range."""
    lines = [f"{TEXT_HEAD}: folder/name = range"]
    for entry in one_by_one(entries):
        lines += ["", *(f"# {line}" for line in entry.note.splitlines())]
        if entry.game != DEFAULT_GAME:
            lines.append(f"# game: {entry.game}")
        path = f"{entry.folder}/{entry.name}" if entry.folder else entry.name
        lines.append(f"{path} = {' '.join(entry.text.split())}")
    return ("\n".join(lines) + "\n").encode()


def read_text(data: bytes) -> LibraryContents:
    """Return the ranges of a text, one per line: ``folder/name = range``, or a range alone, which is its own name.

    The batch text of PokerCruncher is recognized by its beginning.

    Raises:
        LibraryError: the text begins like a batch text but is not a valid one.
    """
    text = decode(data)
    if text.lstrip().lower().startswith(BATCH):
        try:
            return entries_of(read_batch(text)), ()
        except ScenarioError as error:
            raise LibraryError(error.problems[0].message) from None
    return _read_lines(text)


def _read_lines(text: str) -> LibraryContents:
    """Return the ranges of a text with one range per line, and an error for each line without a name.

    Lines that begin with ``#`` are the note of the next range, or name its game. An empty line ends a note.
    """
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
    errors = tuple(f"'{entry.text[:30]}' has no name" for entry in entries if not entry.name)
    return tuple(entry for entry in entries if entry.name), errors


def read_bounded(path: Path, max_bytes: int = MAX_LIBRARY_BYTES) -> bytes:
    """Return the contents of a file.

    Raises:
        LibraryError: the file has more than ``max_bytes`` bytes.
        OSError: the file cannot be read, or is a device or a pipe, which may never end.
    """
    data = read_regular(path, max_bytes)
    if len(data) > max_bytes:
        raise LibraryError(f"this file is larger than {max_bytes // 1_000_000} MB")
    return data


def decode(data: bytes) -> str:
    """Return the text of a file, decoded by its byte order mark, else as UTF-8, else as Latin-1."""
    for bom, codec in BOMS:
        if data.startswith(bom):
            return data.decode(codec, errors="replace")
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode("latin-1")


READERS: dict[str, LibraryReader] = {".json": read_library, ".txt": read_text, ".hr": read_equilab}
WRITERS: dict[str, LibraryWriter] = {".batch.txt": dump_batch, ".json": dump_library, ".txt": dump_text, ".hr": dump_hr}
"""Writers by the suffix of the file name. The first suffix that matches is used."""


FolderKey = tuple[str, str]
"""Folder and game. Names are unique for each such pair."""


def taken_names(entries: Iterable[LibraryEntry]) -> dict[FolderKey, set[str]]:
    """Return the names in use, by folder and game."""
    result: dict[FolderKey, set[str]] = {}
    for entry in entries:
        result.setdefault((entry.folder, entry.game), set()).add(entry.name)
    return result


def numbered(entry: LibraryEntry, others: Iterable[LibraryEntry]) -> LibraryEntry:
    """Return ``entry``, with a number after its name if one of ``others`` already has that name."""
    return numbered_in(entry, taken_names(others))


def numbered_in(entry: LibraryEntry, taken: dict[FolderKey, set[str]]) -> LibraryEntry:
    """Return ``entry`` under a name that is not in ``taken``, and add the name to ``taken``."""
    names = taken.setdefault((entry.folder, entry.game), set())
    name, number = entry.name, 2
    while name in names:
        name, number = f"{entry.name} {number}", number + 1
    names.add(name)
    return entry if name == entry.name else replace(entry, name=name)


def merged(
    base: Iterable[LibraryEntry], own: Iterable[LibraryEntry], theirs: tuple[LibraryEntry, ...] | None
) -> tuple[LibraryEntry, ...]:
    """Return the library of this window merged with that of another window.

    ``base`` is the library that both began with, ``own`` that of this window, and ``theirs`` the other one, or None if
    it cannot be read. The result contains the additions of both; one of ours whose name is taken gets a number. The
    removals of the other window are applied.
    """
    base_set = set(base)
    # An entry of the common base that the other window lacks was removed there.
    removed = base_set.difference(theirs) if theirs is not None else set()
    ours = tuple(own)
    result = [entry for entry in ours if entry in base_set and entry not in removed]
    result += [entry for entry in theirs or () if entry not in base_set]
    present, taken = set(result), taken_names(result)
    return (*result, *(numbered_in(entry, taken) for entry in ours if entry not in base_set and entry not in present))


MAX_ENTRIES = 10_000
MAX_RANGE_LENGTH = 100_000
"""Maximum number of characters of a line."""
CHECK_INTERVAL = 100
"""Number of lines after which a file is rejected if most of them are no ranges, without reading it to the end."""


@dataclass(frozen=True, slots=True)
class LibraryImport:
    """The ranges of the file called ``name``, and messages about what in it is not a range."""

    name: str
    entries: tuple[LibraryEntry, ...]
    errors: tuple[str, ...] = ()


def read_import(path: Path, data: bytes, check_cancelled: Callable[[], None]) -> LibraryImport:
    """Return the ranges in ``data``, the contents of the file ``path``.

    ``check_cancelled`` is called for every entry and may raise an exception.

    Raises:
        LibraryError: this is no file of ranges, or it has too many.
    """
    reader = READERS.get(path.suffix.lower(), read_text)
    entries, errors = reader(data)
    if len(entries) + len(errors) > MAX_ENTRIES:
        raise LibraryError(f"at most {MAX_ENTRIES:,} ranges can be imported, and this file has more lines")
    if reader is read_text and not _is_own(data):
        entries, rejected = _ranges_among(entries, check_cancelled)
        errors = (*errors, *rejected)
    if not entries:
        raise LibraryError("it contains no ranges" + (f": {'; '.join(errors[:3])}" if errors else ""))
    return LibraryImport(path.name, entries, errors)


def _is_own(data: bytes) -> bool:
    """Return True if this program or PokerCruncher has written the text ``data``, so that it need not be checked."""
    text = decode(data[:1000]).lstrip("\ufeff \r\n")
    return text.startswith(TEXT_HEAD) or text.lower().startswith(BATCH)


def _ranges_among(
    entries: tuple[LibraryEntry, ...], check_cancelled: Callable[[], None]
) -> tuple[tuple[LibraryEntry, ...], tuple[str, ...]]:
    """Return the entries that are ranges, and messages about the others.

    Raises:
        LibraryError: most entries are no ranges.
    """
    ranges: list[LibraryEntry] = []
    errors: list[str] = []
    for number, entry in enumerate(entries, 1):
        check_cancelled()
        if _is_range(entry):
            ranges.append(entry)
        else:
            errors.append(f"'{excerpt(entry.text or entry.name)}' is not a range")
        # Checked while reading, so that a large file of another kind is rejected early.
        if (number % CHECK_INTERVAL == 0 or number == len(entries)) and len(errors) >= len(ranges):
            raise LibraryError(f"most lines are not ranges, as in {errors[0].removesuffix(' is not a range')}")
    return tuple(ranges), tuple(errors)


_PARSERS: GameTable[Callable[[str], object]] = GameTable("texts of ranges", {"holdem": parse_range, "razz": parse_razz})


def _is_range(entry: LibraryEntry) -> bool:
    """Return True if the text of an entry can be read in its game."""
    if len(entry.text) > MAX_RANGE_LENGTH or not entry.text.strip():
        return False
    try:
        _PARSERS[entry.game](entry.text)
    except (TextError, ValueError):
        return False
    return True
