"""The writer of the bankroll journal: changes are written in order, and no decision is lost.

Hands that cannot be written now, because another program holds the file or because it is damaged, wait in memory and in
a file next to the journal, which the next window takes over. Windows share one journal file.
"""

import json
import os
import threading
import uuid
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from engine import CancelToken
from engine.journal.records import TrackedHandRecord, played_from_json
from engine.journal.schema import JournalError
from engine.ranges.library_files import MAX_LIBRARY_BYTES, LibraryError, read_bounded
from engine.scenario.reading import whole_objects
from engine.storage.private import make_private
from engine.storage.regular_files import reason
from engine.storage.writing import checked_size, write_atomically
from gui.storage.files import UNREADABLE, FileLock, files_in, kept_aside

if TYPE_CHECKING:
    from engine.journal.store import JournalFile

FILE = "bankroll.sqlite"
FIRST_NAME = "Bankroll"
"""The name of the first journal, which is created automatically."""
WAITING, LOCK_SUFFIX = "waiting-{}.json", ".lock"
WAIT_S = 0.25
DAMAGED = (OSError, LibraryError, AttributeError, KeyError, TypeError, ValueError, RecursionError)
"""Exceptions that reading a file of waiting hands may raise."""
PARTS = ("", "-wal", "-shm")
"""Suffixes of the files of an SQLite database."""


@dataclass(frozen=True, slots=True)
class QueuedHand:
    """A hand to be written into a journal (None: the first one); if ``own``, this window may take its end back."""

    journal: int | None
    played: TrackedHandRecord
    own: bool


@dataclass(frozen=True, slots=True)
class Change:
    """A change of the journals; ``number`` is that of a journal or, for ``drop``, of a hand."""

    kind: Literal["create", "rename", "delete", "drop", "anew"]
    number: int = 0
    name: str = ""


@dataclass(frozen=True, slots=True)
class Report:
    """The outcome of a change: a line on it, and the number of a journal that was ``created``."""

    text: str = ""
    is_error: bool = False
    created: int = 0


class JournalWriter:
    """Writes changes in order. ``put`` and the rest are for the window's thread, ``work_off`` for one other."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._spare = folder / WAITING.format(uuid.uuid4().hex)
        self._lock = threading.Lock()
        self._changes: list[Change] = []
        self.hands: dict[tuple[str, int], QueuedHand] = {}
        """The hands that wait to be written, by session and number in it."""
        self._reports: list[Report] = []
        self._taken_up: list[Path] | None = None
        """Files of earlier windows whose hands wait here, or None before :meth:`take_up`."""
        self._locks: dict[Path, FileLock] = {}
        """The locks of files of waiting hands, by path."""
        self.problem = ""
        self.damaged = False
        self.in_danger = False
        """Whether waiting hands are in no file: they are lost if the program ends now."""

    @property
    def waits(self) -> bool:
        """Whether there are hands to be written."""
        with self._lock:
            return bool(self.hands)

    def put(self, change: Change | QueuedHand) -> None:
        """Queue a change or a hand for writing."""
        with self._lock:
            if isinstance(change, Change):
                self._changes.append(change)
            else:
                key = (change.played.session, change.played.place)
                # A later state of a hand replaces the waiting one. It stays the own hand of this window if either was.
                before = self.hands.pop(key, None)
                own = change.own or (before is not None and before.own)
                self.hands[key] = QueuedHand(change.journal, change.played, own)

    def reports(self) -> list[Report]:
        """Return the outcomes of the changes since the last call."""
        with self._lock:
            reports, self._reports = self._reports, []
        return reports

    def work_off(self, cancel: CancelToken) -> Iterator[bool]:
        """Write everything that waits. ``cancel`` is ignored, since a later job would only do the same."""
        self.take_up()
        while self._next():
            pass
        yield True

    def take_up(self) -> None:
        """Take over the hands that earlier windows could not write."""
        if self._taken_up is not None:
            return
        self._taken_up, unreadable = [], []
        for path in files_in(self._folder, WAITING.format("*")):
            if UNREADABLE in path.name or not self._lock_file(path):
                continue
            try:
                hands, whole = _waiting(read_bounded(path))
                if not whole and hands:
                    unreadable.append(kept_aside(path))
            except DAMAGED:
                hands = []
            if not hands:
                unreadable.append(path)  # it stays there
                self._let_go(path)
                continue
            self._taken_up.append(path)
            with self._lock:
                for kept in hands:
                    # A state of the same hand that this window has put is a later one, and stays.
                    self.hands.setdefault((kept.played.session, kept.played.place), kept)
        if unreadable:
            text = "Hands that an earlier window could not save cannot be read"
            self._report(Report(f"{text}; they are kept in {', '.join(map(str, unreadable))}", is_error=True))

    def _lock_file(self, path: Path) -> bool:
        """Lock a file; return False if another window has the lock. True if the file system knows no locks."""
        if path in self._locks:
            return True
        try:
            lock = FileLock.acquire(path.with_suffix(LOCK_SUFFIX))
        except OSError:
            return True
        if lock is not None:
            self._locks[path] = lock
        return lock is not None

    def _let_go(self, path: Path) -> None:
        if path in self._locks:
            self._locks.pop(path).remove()

    def close(self) -> None:
        """Leave the waiting hands to the next window; to be called after the last ``work_off``."""
        for path in tuple(self._locks):
            self._let_go(path)

    def _next(self) -> bool:
        """Write the next change or, if there is none, all hands; return True if more changes may be waiting."""
        with self._lock:
            change = self._changes.pop(0) if self._changes else None
            hands = tuple(self.hands.items())
        if change is not None:
            self._report(self._done(change))
            return True
        if not hands:
            self._settle()
            return False
        try:
            with self._opened() as file:
                for key, kept in hands:
                    numbers = [row.number for row in file.journals()] or [file.create(FIRST_NAME, now())]
                    # The journal may have been deleted since: the hand then goes into the first one.
                    journal = kept.journal if kept.journal in numbers else numbers[0]
                    try:
                        file.save_hand(journal, kept.played, is_owner=kept.own)
                    except JournalError as error:
                        # A hand that the journal refuses is reported and dropped. After any other error all that remain
                        # wait.
                        if not error.refused:
                            raise
                        self._report(Report(f"Not added to the journal: {error}", is_error=True))
                    with self._lock:
                        # The window may have put a later state of the hand meanwhile, which still has to be written.
                        if self.hands.get(key) is kept:
                            del self.hands[key]
        except (JournalError, OSError) as error:
            self._put_off(error, len(hands))
            return False
        return True

    def _opened(self) -> "JournalFile":
        from engine.journal.store import JournalFile  # and SQLite, which a window without a journal does without

        make_private(self._folder)
        return JournalFile(self._folder / FILE, WAIT_S)

    def _done(self, change: Change) -> Report:
        """Apply a change and return its outcome."""
        try:
            if change.kind == "anew":
                return Report(f"The damaged journal is kept in {set_aside(self._folder)}")
            with self._opened() as file:
                if change.kind == "create":
                    return Report(f"Created the journal “{change.name}”", created=file.create(change.name, now()))
                if change.kind == "rename":
                    file.rename(change.number, change.name)
                elif change.kind == "delete":
                    file.delete(change.number)
                else:
                    file.delete_hand(change.number)
        except (JournalError, OSError) as error:
            return Report(f"The journal was not changed: {reason(error)}", is_error=True)
        return Report()

    def _report(self, report: Report) -> None:
        with self._lock:
            self._reports.append(report)

    def _put_off(self, error: JournalError | OSError, count: int) -> None:
        """Store the hands that cannot be written now in a file of waiting hands."""
        with self._lock:
            entries: list[dict[str, Any]] = [
                {"journal": kept.journal, "played": asdict(kept.played)} for kept in self.hands.values()
            ]
        what = f"{count} hand{'s' if count > 1 else ''} not saved yet"
        self._lock_file(self._spare)
        try:
            write_atomically(self._spare, checked_size(json.dumps(entries).encode(), MAX_LIBRARY_BYTES))
            self._drop(self._taken_up or ())  # whose hands are in the new one
            self._taken_up, self.in_danger = [], False
        except OSError as failure:
            self.in_danger = True
            what += f", and cannot be saved to a file in the meantime ({reason(failure)})"
        text = reason(error)
        self.problem = f"{text[:1].upper()}{text[1:]}: {what}"
        self.damaged = isinstance(error, JournalError) and error.damaged

    def _settle(self) -> None:
        """Note that everything has been written, and delete the files of waiting hands."""
        self._drop((self._spare, *(self._taken_up or ())))
        self._taken_up = []
        self.problem, self.damaged, self.in_danger = "", False, False

    def _drop(self, paths: Iterable[Path]) -> None:
        for path in paths:
            with suppress(OSError):
                path.unlink(missing_ok=True)
            self._let_go(path)


def _waiting(data: bytes) -> tuple[list[QueuedHand], bool]:
    """Return the hands in a file of waiting hands, and whether these are all of them.

    Raises:
        Exception: one of DAMAGED, if the file has no hand that can be read.
    """
    try:
        entries: Any = json.loads(data)
        whole = isinstance(entries, list)
    except (ValueError, RecursionError):
        # A file that was cut off or damaged may still have complete hands.
        entries = [entry for _, entry in whole_objects(data.decode(errors="replace"), lambda each: "played" in each)]
        whole = False
    hands = []
    for entry in entries if isinstance(entries, list) else ():
        try:
            hands.append(QueuedHand(entry["journal"], played_from_json(entry["played"]), own=True))
        except DAMAGED:
            whole = False
    return hands, whole


def set_aside(folder: Path) -> Path:
    """Rename the damaged database in ``folder`` with all its files; return the new path.

    Raises:
        OSError: it cannot be renamed.
    """
    stem = f"bankroll damaged {datetime.now():%Y-%m-%d %H.%M.%S}.sqlite"
    for part in PARTS:
        with suppress(FileNotFoundError):
            os.rename(folder / f"{FILE}{part}", folder / f"{stem}{part}")
    return folder / stem


def now() -> str:
    """Return the current time in the format of a journal."""
    return datetime.now().astimezone().isoformat(timespec="seconds")
