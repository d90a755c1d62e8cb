"""Named ranges of several windows as one: names given once, and what each has added or removed."""

from collections.abc import Iterable
from dataclasses import replace

from engine.ranges.library_files import Entry

Key = tuple[str, str]
"""Folder and game: within one, names are given once."""


def taken_names(entries: Iterable[Entry]) -> dict[Key, set[str]]:
    """Return the names that are given."""
    found: dict[Key, set[str]] = {}
    for entry in entries:
        found.setdefault((entry.folder, entry.game), set()).add(entry.name)
    return found


def numbered(entry: Entry, others: Iterable[Entry]) -> Entry:
    """Return ``entry``, with a number behind its name where one of the others has that name already."""
    return numbered_in(entry, taken_names(others))


def numbered_in(entry: Entry, taken: dict[Key, set[str]]) -> Entry:
    """Return ``entry`` under a name that is not ``taken``, and take it."""
    names = taken.setdefault((entry.folder, entry.game), set())
    name, number = entry.name, 2
    while name in names:
        name, number = f"{entry.name} {number}", number + 1
    names.add(name)
    return entry if name == entry.name else replace(entry, name=name)


def merged(base: Iterable[Entry], own: Iterable[Entry], theirs: tuple[Entry, ...] | None) -> tuple[Entry, ...]:
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
