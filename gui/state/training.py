"""The record of the trainer in a file that windows share: each guess is added to what stands there.

The file is read when it is first asked for. One that cannot be read is kept under another name, and so is one of which
guesses had to be left out; a message reports it. Guesses that cannot be written wait in this window for the next one.
"""

import secrets
from contextlib import ExitStack
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from engine import ScenarioError
from engine.ranges.library_files import LibraryError, read_bounded
from engine.training.record import LARGEST_FILE, Guess, Record, dump_record, read_record
from gui.state.files import exclusive, kept_aside, write_atomically

LOCK_SUFFIX = ".lock"
PATIENCE = 0.5
"""Seconds to wait for another window that is writing."""
SEED_BITS = 62


class Training(QObject):
    """The guesses of a player. ``changed``: there is one more; ``message`` is for the status line: a text, and whether
    it is an error.
    """

    changed = Signal()
    message = Signal(str, bool)

    def __init__(self, path: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._path = path
        self._record: Record | None = None
        self._waiting: tuple[Guess, ...] = ()

    @property
    def record(self) -> Record:
        """What is known now, guesses that wait to be written among it."""
        if self._record is None:
            self._record = Record(secrets.randbits(SEED_BITS))
            try:
                self._record = self._read(self._record)
            except OSError as error:
                self.message.emit(f"The record of guesses could not be opened: {error.strerror}", True)
        return self._record

    @property
    def unsaved(self) -> bool:
        """Whether there are guesses that could not be written yet."""
        return bool(self._waiting)

    def add(self, guess: Guess) -> None:
        """Keep a guess."""
        self._record = self.record.with_guess(guess)
        self._waiting = (*self._waiting, guess)
        self.save()
        self.changed.emit()

    @Slot()
    def save(self) -> None:
        """Write the guesses that wait, if there are any, behind those of other windows."""
        if not self._waiting:
            return
        try:
            with ExitStack() as held:
                self._path.parent.mkdir(parents=True, exist_ok=True)
                held.enter_context(exclusive(self._path.with_name(self._path.name + LOCK_SUFFIX), PATIENCE))
                found = self._read(Record(self.record.seed))
                for guess in self._waiting:
                    found = found.with_guess(guess)
                write_atomically(self._path, dump_record(found))
        except OSError as error:
            self.message.emit(f"The guess is not saved: {error.strerror}", True)
            return
        self._record, self._waiting = found, ()

    def _read(self, new: Record) -> Record:
        """Return what stands in the file, ``new`` where there is none; one that cannot be read is kept aside.

        Raises:
            OSError: it cannot be opened, or not be kept aside.
        """
        try:
            found, damaged = read_record(read_bounded(self._path, LARGEST_FILE))
        except FileNotFoundError:
            return new
        except (LibraryError, ScenarioError) as error:
            self._report(f"The record of guesses could not be read ({error})")
            return new
        if damaged:
            self._report(f"Not all guesses could be read: {'; '.join(damaged[:3])}")
        return found

    def _report(self, what: str) -> None:
        self.message.emit(f"{what}. It is kept as {kept_aside(self._path)}", True)
