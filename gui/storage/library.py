"""Named ranges: the presets that come with the program and the player's own, which are in one file.

Several windows write the same file: each reads the changes of the others, makes its own and writes. A range that one
window adds stays; one that it removes is removed, unless another window has changed it meanwhile; of two changes of one
range both stay. A change that cannot be written waits in this window, which tries again later and when it is closed.
"""

from collections.abc import Callable, Iterable
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from engine import RangeName
from engine.cards import whole_text
from engine.ranges.bases import filters_of
from engine.ranges.library import Folder, range_names
from engine.ranges.library_files import (
    MAX_LIBRARY_BYTES,
    WRITERS,
    LibraryEntry,
    LibraryError,
    LibraryImport,
    dump_batch,
    dump_library,
    entries_of,
    folder_notes,
    folder_of,
    merged,
    numbered,
    numbered_in,
    read_library,
    taken_names,
)
from engine.storage.regular_files import reason
from engine.storage.writing import write_atomically
from gui.storage.files import Kind, SharedFile
from gui.words.formatting import number_of

LIBRARY = Kind(
    read_library,
    dump_library,
    MAX_LIBRARY_BYTES,
    unreadable="The library could not be read ({})",
    damaged="The library could not be read completely: {}",
)
RETRY_MS = 3000

Change = Callable[[tuple[LibraryEntry, ...]], tuple[LibraryEntry, ...]]
"""From the current ranges to the new ones."""


class Library(QObject):
    """The ranges of a player and the presets. ``changed``: there are others; ``message_changed`` carries an error and
    its outcome.
    """

    changed = Signal()
    message_changed = Signal(str)

    def __init__(self, path: Path, presets: Folder, parent: QObject | None = None) -> None:
        """Read the file ``path`` of own ranges, if there is one."""
        super().__init__(parent)
        self.presets, self.preset_notes = entries_of(presets), folder_notes(presets)
        self.message = ""
        """The last error of the file, empty for none."""
        self._retry = QTimer(self, singleShot=True, interval=RETRY_MS)
        self._retry.timeout.connect(self.save)
        self._file = SharedFile(path, LIBRARY, self._report)
        self.own: tuple[LibraryEntry, ...] = ()
        self._named: tuple[tuple[LibraryEntry, ...], tuple[RangeName, ...]] = (), ()
        try:
            self.own = self._file.read() or ()
        except FileNotFoundError:
            self.own = ()
        except OSError as error:
            self._report(f"The library could not be opened: {error.strerror}")
        self._base = self.own

    @property
    def names(self) -> tuple[RangeName, ...]:
        """The names of the own ranges, as texts of ranges use them."""
        if self._named[0] is not self.own:
            self._named = self.own, range_names(folder_of(self.own))
        return self._named[1]

    def folders(self) -> tuple[str, ...]:
        return tuple(sorted({entry.folder for entry in self.own if entry.folder}))

    @property
    def unsaved(self) -> bool:
        """Whether changes wait to be written."""
        return self.own != self._base

    def add(self, entry: LibraryEntry) -> LibraryEntry:
        """Add a range, with a number after its name if that is taken in its folder; return it as saved."""
        saved = [entry]

        def change(own: tuple[LibraryEntry, ...]) -> tuple[LibraryEntry, ...]:
            # The name may be taken in the file that another window has written, so it is only known in here.
            saved[0] = numbered(entry, own)
            return (*own, saved[0])

        self._put(change)
        return saved[0]

    def change(self, old: LibraryEntry, new: LibraryEntry) -> LibraryEntry:
        """Replace ``old`` by ``new``: another name, folder, text or note. Return the saved entry.

        If another window has removed or changed ``old``, ``new`` is added.
        """
        saved = [new]

        def change(own: tuple[LibraryEntry, ...]) -> tuple[LibraryEntry, ...]:
            saved[0] = numbered(new, (entry for entry in own if entry != old))
            return tuple(saved[0] if entry == old else entry for entry in own) if old in own else (*own, saved[0])

        self._put(change)
        return saved[0]

    def remove(self, entry: LibraryEntry) -> None:
        self.remove_all((entry,))

    def remove_all(self, entries: Iterable[LibraryEntry]) -> None:
        """Remove ranges."""
        gone = set(entries)
        self._put(lambda own: tuple(other for other in own if other not in gone))

    def rename_folder(self, old: str, new: str) -> None:
        """Move all ranges of a folder, and of those in it, to another."""

        def change(own: tuple[LibraryEntry, ...]) -> tuple[LibraryEntry, ...]:
            moved = [entry for entry in own if entry.folder == old or entry.folder.startswith(f"{old}/")]
            kept = [entry for entry in own if entry not in moved]
            for entry in moved:
                kept.append(numbered(replace(entry, folder=new + entry.folder[len(old) :]), kept))
            return tuple(kept)

        self._put(change)

    @Slot()
    def save(self) -> None:
        """Write the changes that wait."""
        if self.unsaved and self._put(lambda own: own):
            self._report("The library is saved")

    def take(self, given: LibraryImport) -> tuple[str, tuple[LibraryEntry, ...]]:
        """Add the ranges of a file; return a line on the outcome, and the ranges that are new."""
        added: list[LibraryEntry] = []

        def change(own: tuple[LibraryEntry, ...]) -> tuple[LibraryEntry, ...]:
            known = set(own)
            taken = taken_names(own)
            added.extend(numbered_in(entry, taken) for entry in given.entries if entry not in known)
            return (*own, *added)

        self._put(change)
        line = f"{number_of(len(added), 'range')} imported from {whole_text(given.name)}"
        if len(added) < len(given.entries):
            line += f", {len(given.entries) - len(added)} were in the library already"
        return f"{line}; not read: {'; '.join(given.errors[:3])}" if given.errors else line, tuple(added)

    def export_file(self, path: Path) -> str:
        """Write the own ranges into a file, in the form of its suffix, and return a line on the outcome."""
        dump = next((write for end, write in WRITERS.items() if path.name.lower().endswith(end)), dump_library)
        try:
            write_atomically(path, dump(self.own))
        except (OSError, LibraryError) as error:
            return f"Not exported: {reason(error)}"
        line = f"{number_of(len(self.own), 'range')} exported to {path.name}"
        cut = sum(bool(filters_of(entry.text)) for entry in self.own) if dump is dump_batch else 0
        notes = [f"street filters of {number_of(cut, 'range')} left out: they need a board"] if cut else []
        if dump is not dump_library and any(entry.actions for entry in self.own):
            notes.append("each set of actions was exported as a folder of ranges")
        return "; ".join((line, *notes))

    def _report(self, line: str) -> None:
        self.message = line
        self.message_changed.emit(line)

    def _put(self, change: Change) -> bool:
        """Merge the changes of other windows, apply ``change`` and write, in one step for which other windows wait.

        Return whether it is written.
        """
        failure: OSError | None = None
        with ExitStack() as held:
            try:
                held.enter_context(self._file.held())
                self._merge_other_window()
            except OSError as error:
                failure = error
            # The change applies even if the file cannot be locked or read: it is then in memory, and the timer tries
            # again.
            self.own = entries_of(folder_of(change(self.own)))  # in the order of the file
            try:
                if failure is None:
                    self._file.write(self.own)
                    self._base = self.own
                    self._retry.stop()
            except OSError as error:
                failure = error
        if failure is not None:
            self._report(f"The library could not be saved: {failure.strerror}")
            self._retry.start()
        self.changed.emit()
        return failure is None

    def _merge_other_window(self) -> None:
        """Merge the changes of another window since the last reading or writing of the file."""
        try:
            if self._file.is_unchanged():
                return
            theirs = self._file.read()
        except FileNotFoundError:
            return
        self.own = merged(self._base, self.own, theirs)
        self._base = theirs or ()
