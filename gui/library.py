"""Named ranges: the presets that come with the program and the player's own, kept in one file.

The file is written whole and atomically. One that cannot be read is never written over: it is kept beside it under
another name first, and told. Another window's changes are merged in before writing.
"""

import filecmp
import shutil
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from engine import Folder
from gui.files import write_atomically
from gui.library_text import (
    READERS,
    WRITERS,
    Entry,
    LibraryError,
    dump_json,
    entries_of,
    folder_of,
    read_json,
    read_text,
)


class Library(QObject):
    """The ranges of a player and the presets. ``changed``: there are others now; ``told`` carries what went wrong and
    what became of it.
    """

    changed = Signal()
    told = Signal(str)

    def __init__(self, path: Path, presets: Folder, parent: QObject | None = None) -> None:
        """Read the file ``path`` of own ranges, if there is one."""
        super().__init__(parent)
        self._path = path
        self.presets = entries_of(presets)
        self.message = ""
        """What went wrong last with the file, empty where all is well."""
        self._on_disk: bytes | None = None
        self._own: tuple[Entry, ...] = ()
        try:
            self._own, _ = self._read()
        except OSError as error:
            self._tell(f"The library could not be opened: {error.strerror}")
        self._base = self._own

    @property
    def own(self) -> tuple[Entry, ...]:
        """The player's own ranges."""
        return self._own

    def folders(self) -> tuple[str, ...]:
        """Return the folders of own ranges, in order."""
        return tuple(sorted({entry.folder for entry in self._own if entry.folder}))

    def add(self, entry: Entry) -> Entry:
        """Keep a range; one of the same name in the same folder gets a number behind it. Return it as it is kept."""
        entry = replace(entry, name=self._free_name(entry))
        self._put((*self._own, entry))
        return entry

    def change(self, old: Entry, new: Entry) -> Entry:
        """Put ``new`` in place of ``old``: another name, folder, text or note. Return it as it is kept."""
        if (old.name, old.folder, old.game) != (new.name, new.folder, new.game):
            new = replace(new, name=self._free_name(new))
        self._put(tuple(new if entry == old else entry for entry in self._own))
        return new

    def remove(self, entry: Entry) -> None:
        """Take a range out."""
        self._put(tuple(other for other in self._own if other != entry))

    def rename_folder(self, old: str, new: str) -> None:
        """Move all ranges of a folder, and of those in it, to another."""
        self._put(
            tuple(
                replace(e, folder=new + e.folder[len(old) :])
                if e.folder == old or e.folder.startswith(f"{old}/")
                else e
                for e in self._own
            )
        )

    def import_file(self, path: Path) -> str:
        """Take over the ranges of a file and return a line on what has come of it; all that can be read is taken."""
        reader = READERS.get(path.suffix.lower(), read_text)
        try:
            entries, wrong = reader(path.read_bytes())
        except (OSError, LibraryError) as error:
            return f"Not imported: {path.name}: {getattr(error, 'strerror', None) or error}"
        known = set(self._own)
        fresh = [entry for entry in entries if entry not in known]
        added: list[Entry] = []
        for entry in fresh:
            added.append(replace(entry, name=self._free_name(entry, added)))
        if added:
            self._put((*self._own, *added))
        line = f"{len(added)} range{'' if len(added) == 1 else 's'} imported from {path.name}"
        if len(fresh) < len(entries):
            line += f", {len(entries) - len(fresh)} were here already"
        return f"{line}; not read: {'; '.join(wrong[:3])}" if wrong else line

    def export_file(self, path: Path) -> str:
        """Write the own ranges into a file, in the form that the end of its name says, and return a line on it."""
        dump = next((write for end, write in WRITERS.items() if path.name.lower().endswith(end)), dump_json)
        try:
            write_atomically(path, dump(self._own))
        except (OSError, LibraryError) as error:
            return f"Not exported: {getattr(error, 'strerror', None) or error}"
        return f"{len(self._own)} range{'' if len(self._own) == 1 else 's'} exported to {path.name}"

    def _free_name(self, entry: Entry, also: Iterable[Entry] = ()) -> str:
        """Return the name of ``entry`` or, where its folder has that name already, with a number."""
        taken = {e.name for e in (*self._own, *also) if (e.folder, e.game) == (entry.folder, entry.game)}
        name, number = entry.name, 2
        while name in taken:
            name, number = f"{entry.name} {number}", number + 1
        return name

    def _read(self) -> tuple[tuple[Entry, ...], bool]:
        """Return the ranges in the file and whether it could be read; one that could not is kept aside.

        Raises:
            OSError: it cannot be opened, or not be kept aside.
        """
        try:
            data = self._path.read_bytes()
        except FileNotFoundError:
            return (), True
        try:
            entries, _ = read_json(data)
        except LibraryError as error:
            self._keep_aside(f"The library could not be read ({error})")
            self._on_disk = data
            return (), False
        self._on_disk = data
        return entries, True

    def _keep_aside(self, what: str) -> None:
        """Copy the file so that nothing in it is lost by the next writing; one copy is enough for all starts."""
        name, suffix = f"{self._path.stem}.unreadable-", self._path.suffix
        copies = self._path.parent.glob(f"{name}*{suffix}")
        copy = next((old for old in copies if filecmp.cmp(old, self._path, shallow=False)), None)
        if copy is None:
            copy = self._path.with_name(f"{name}{datetime.now():%Y%m%d-%H%M%S-%f}{suffix}")
            shutil.copy2(self._path, copy)
        self._tell(f"{what}. It is kept as {copy}")

    def _tell(self, line: str) -> None:
        self.message = line
        self.told.emit(line)

    def _put(self, entries: tuple[Entry, ...]) -> None:
        self._own = entries
        try:
            self._merge_other_window()
            self._own = entries_of(folder_of(self._own))  # in the order of the file
            self._path.parent.mkdir(parents=True, exist_ok=True)
            data = dump_json(self._own)
            write_atomically(self._path, data)
        except OSError as error:
            self._tell(f"The library is not saved: {error.strerror}")
        else:
            self._on_disk, self._base = data, self._own
        self.changed.emit()

    def _merge_other_window(self) -> None:
        """Take over what another window has added or removed since we last read or wrote the file."""
        try:
            if self._path.read_bytes() == self._on_disk:
                return
        except FileNotFoundError:
            return
        theirs, readable = self._read()
        base = set(self._base)
        removed = base - set(theirs) if readable else set()
        kept = [entry for entry in self._own if entry not in removed]
        self._own = (*kept, *(entry for entry in theirs if entry not in base and entry not in kept))
