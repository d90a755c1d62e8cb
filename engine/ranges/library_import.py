"""What a file would add to the library, before it does: only a file that mostly consists of ranges is one.

A text is looked through line by line. One that this program has written is taken as it is, readable or not. Of any
other the lines that are no ranges are left out and named; where they are not the fewer ones it is no file of ranges.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from engine.cards import TextError, shown
from engine.games import GAMES
from engine.ranges.holdem import parse_range
from engine.ranges.library_files import BATCH, READERS, TEXT_HEAD, Entry, LibraryError, decode, read_text
from engine.ranges.razz_text import parse_razz

MOST_ENTRIES = 10_000
LONGEST_RANGE = 100_000
"""Characters of a line."""
LOOKED_AT = 100
"""After so many lines it is asked whether most are ranges: a text of another kind is not read to its end."""


@dataclass(frozen=True, slots=True)
class Import:
    """The ranges in the file called ``name``, and what in it is none."""

    name: str
    entries: tuple[Entry, ...]
    wrong: tuple[str, ...] = ()


def read_import(path: Path, data: bytes, guard: Callable[[], None]) -> Import:
    """Return what ``data``, which stands in the file ``path``, would add. ``guard`` is called again and again.

    Raises:
        LibraryError: it is no file of ranges, or has too many.
    """
    reader = READERS.get(path.suffix.lower(), read_text)
    entries, wrong = reader(data)
    if len(entries) + len(wrong) > MOST_ENTRIES:
        raise LibraryError(f"at most {MOST_ENTRIES:,} ranges are taken, and this file has more lines")
    if reader is read_text and not _is_own(data):
        entries, none = _ranges_among(entries, guard)
        wrong = (*wrong, *none)
    if not entries:
        raise LibraryError("there are no ranges in it" + (f": {'; '.join(wrong[:3])}" if wrong else ""))
    return Import(path.name, entries, wrong)


def _is_own(data: bytes) -> bool:
    text = decode(data[:1000]).lstrip("\ufeff \r\n")
    return text.startswith(TEXT_HEAD) or text.lower().startswith(BATCH)


def _ranges_among(entries: tuple[Entry, ...], guard: Callable[[], None]) -> tuple[tuple[Entry, ...], tuple[str, ...]]:
    """Return the entries that are ranges, and what the others say.

    Raises:
        LibraryError: most are none.
    """
    good: list[Entry] = []
    wrong: list[str] = []
    for number, entry in enumerate(entries, 1):
        guard()
        if _is_range(entry):
            good.append(entry)
        else:
            wrong.append(f"'{shown(entry.text or entry.name)}' is no range")
        if (number % LOOKED_AT == 0 or number == len(entries)) and len(wrong) >= len(good):
            raise LibraryError(f"most of its lines are no ranges, as in {wrong[0].removesuffix(' is no range')}")
    return tuple(good), tuple(wrong)


def _is_range(entry: Entry) -> bool:
    if len(entry.text) > LONGEST_RANGE or not entry.text.strip():
        return False
    try:
        (parse_range if GAMES[entry.game].combo_ranges else parse_razz)(entry.text)
    except (TextError, ValueError):
        return False
    return True
