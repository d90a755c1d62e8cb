"""What writes the journal: changes wait in a queue until they stand in the file, on whatever thread works it off.

Of a hand the latest state counts, and writing it twice does no harm; so hands that cannot be written wait, in a file of
this window too, and are written with the next change. Other changes are done at once or refused.

A window locks the file in which its hands wait: the others leave it alone as long as the window runs, for it knows how
the hands went on. What a window has left behind that is gone, the next one takes up.
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
from engine.journal.records import PlayedHand, played_from_json
from engine.journal.schema import JournalError
from engine.ranges.library_files import LARGEST_LIBRARY, LibraryError, read_bounded
from engine.scenario.reading import whole_objects
from gui.state.file_lock import FileLock
from gui.state.files import UNREADABLE, bounded, files_in, kept_aside, write_atomically

if TYPE_CHECKING:
    from engine.journal.store import JournalFile

FILE = "bankroll.sqlite"
FIRST_NAME = "Bankroll"
"""What the first journal is called, which is begun by itself."""
WAITING, LOCK_SUFFIX = "waiting-{}.json", ".lock"
WAIT_S = 0.25
DAMAGED = (OSError, LibraryError, AttributeError, KeyError, TypeError, ValueError, RecursionError)
"""What reading a file of waiting hands may raise."""
PARTS = ("", "-wal", "-shm")
"""The files of an SQLite data base."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A hand for a journal, None: the first one; ``own``: this window may take its end back."""

    journal: int | None
    played: PlayedHand
    own: bool


@dataclass(frozen=True, slots=True)
class Change:
    """A change of the journals; ``number`` of a journal or, for ``drop``, of a hand."""

    kind: Literal["create", "rename", "delete", "drop", "anew"]
    number: int = 0
    name: str = ""


@dataclass(frozen=True, slots=True)
class Report:
    """What became of a change: a line on it, and the number of a journal that was ``created``."""

    text: str = ""
    is_error: bool = False
    created: int = 0


class JournalWriter:
    """Works changes off, in order. ``put`` and the rest are for the window's thread, ``work_off`` for one other."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._spare = folder / WAITING.format(uuid.uuid4().hex)
        self._lock = threading.Lock()
        self._changes: list[Change] = []
        self._hands: dict[tuple[str, int], Kept] = {}
        self._reports: list[Report] = []
        self._taken_up: list[Path] | None = None
        """Files of earlier windows, whose hands wait here; None before anybody looked."""
        self._locks: dict[Path, FileLock] = {}
        """The locks of all files that are ours, by what they lock."""
        self.problem = ""
        self.damaged = False
        self.in_danger = False
        """Whether hands wait that are in no file: they are lost if the program ends now."""

    @property
    def waits(self) -> bool:
        """Whether there are hands to be written."""
        with self._lock:
            return bool(self._hands)

    def put(self, change: Change | Kept) -> None:
        """Have something written."""
        with self._lock:
            if isinstance(change, Change):
                self._changes.append(change)
            else:
                key = (change.played.session, change.played.place)
                before = self._hands.pop(key, None)
                own = change.own or (before is not None and before.own)
                self._hands[key] = Kept(change.journal, change.played, own)

    def reports(self) -> list[Report]:
        """Return what has become of changes since this was asked last."""
        with self._lock:
            found, self._reports = self._reports, []
        return found

    def work_off(self, cancel: CancelToken) -> Iterator[bool]:
        """Write what waits, whether or not this is ``cancel``led: a later job would only do the same."""
        self._take_up()
        while self._next():
            pass
        yield True

    def _take_up(self) -> None:
        """Take up what earlier windows could not write."""
        if self._taken_up is not None:
            return
        self._taken_up, unreadable = [], []
        for path in files_in(self._folder, WAITING.format("*")):
            if UNREADABLE in path.name or not self._lock_file(path):
                continue
            try:
                found, whole = _waiting(read_bounded(path))
                if not whole and found:
                    unreadable.append(kept_aside(path))
            except DAMAGED:
                found = []
            if not found:
                unreadable.append(path)  # it stays there
                self._let_go(path)
                continue
            self._taken_up.append(path)
            with self._lock:
                for kept in found:
                    self._hands.setdefault((kept.played.session, kept.played.place), kept)
        if unreadable:
            text = "Hands that an earlier window could not write cannot be read"
            self._report(Report(f"{text}; they are kept in {', '.join(map(str, unreadable))}", is_error=True))

    def _lock_file(self, path: Path) -> bool:
        """Make a file ours, as far as the file system knows locks; return whether no other window has it."""
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
        """Leave what still waits to the next window; to be called when nothing is worked off any more."""
        for path in tuple(self._locks):
            self._let_go(path)

    def _next(self) -> bool:
        """Do what is next; return whether there may be more that can be done."""
        with self._lock:
            change = self._changes.pop(0) if self._changes else None
            hands = tuple(self._hands.items())
        if change is not None:
            self._report(self._done(change))
            return True
        if not hands:
            self._settle()
            return False
        try:
            with self._opened() as file:
                for key, kept in hands:
                    self._keep(file, key, kept)
        except (JournalError, OSError) as error:
            self._put_off(error, len(hands))
            return False
        return True

    def _opened(self) -> "JournalFile":
        from engine.journal.store import JournalFile

        self._folder.mkdir(parents=True, exist_ok=True)
        return JournalFile(self._folder / FILE, WAIT_S)

    def _keep(self, file: "JournalFile", key: tuple[str, int], kept: Kept) -> None:
        numbers = [row.number for row in file.journals()] or [file.create(FIRST_NAME, now())]
        journal = kept.journal if kept.journal in numbers else numbers[0]
        try:
            file.keep(journal, kept.played, own=kept.own)
        except JournalError as error:
            if not error.refused:
                raise
            self._report(Report(f"Not in the journal: {error}", is_error=True))
        with self._lock:
            if self._hands.get(key) is kept:
                del self._hands[key]

    def _done(self, change: Change) -> Report:
        """Do a change and return what became of it."""
        try:
            if change.kind == "anew":
                return Report(f"The damaged journal is kept in {set_aside(self._folder)}")
            with self._opened() as file:
                if change.kind == "create":
                    return Report(f"Began the journal “{change.name}”", created=file.create(change.name, now()))
                if change.kind == "rename":
                    file.rename(change.number, change.name)
                elif change.kind == "delete":
                    file.delete(change.number)
                else:
                    file.drop_hand(change.number)
        except (JournalError, OSError) as error:
            return Report(f"The journal stays as it is: {error}", is_error=True)
        return Report()

    def _report(self, report: Report) -> None:
        with self._lock:
            self._reports.append(report)

    def _put_off(self, error: JournalError | OSError, count: int) -> None:
        """Keep the hands that cannot be written in a file of their own."""
        with self._lock:
            entries: list[dict[str, Any]] = [
                {"journal": kept.journal, "played": asdict(kept.played)} for kept in self._hands.values()
            ]
        what = f"{count} hand{'s' if count > 1 else ''} wait{'' if count > 1 else 's'} to be written"
        self._lock_file(self._spare)
        try:
            write_atomically(self._spare, bounded(json.dumps(entries).encode(), LARGEST_LIBRARY))
            self._drop(self._taken_up or ())  # whose hands are in the new one
            self._taken_up, self.in_danger = [], False
        except OSError as failure:
            self.in_danger = True
            what += f", and cannot be kept in a file meanwhile ({failure.strerror or failure})"
        self.problem = f"{str(error)[:1].upper()}{str(error)[1:]}: {what}"
        self.damaged = isinstance(error, JournalError) and error.damaged

    def _settle(self) -> None:
        """Take note that everything is written: what was kept in files meanwhile can go."""
        self._drop((self._spare, *(self._taken_up or ())))
        self._taken_up = []
        self.problem, self.damaged, self.in_danger = "", False, False

    def _drop(self, paths: Iterable[Path]) -> None:
        """Delete files of waiting hands."""
        for path in paths:
            with suppress(OSError):
                path.unlink(missing_ok=True)
            self._let_go(path)


def _waiting(data: bytes) -> tuple[list[Kept], bool]:
    """Return the hands in a file of waiting ones, and whether these are all of them.

    Raises:
        Exception: of DAMAGED, where there is nothing in it.
    """
    try:
        entries: Any = json.loads(data)
        whole = isinstance(entries, list)
    except (ValueError, RecursionError):
        entries = [entry for _, entry in whole_objects(data.decode(errors="replace"), lambda each: "played" in each)]
        whole = False
    found = []
    for entry in entries if isinstance(entries, list) else ():
        try:
            found.append(Kept(entry["journal"], played_from_json(entry["played"]), own=True))
        except DAMAGED:
            whole = False
    return found, whole


def set_aside(folder: Path) -> Path:
    """Give the data base in ``folder`` another name, with all its files; return the new one.

    Raises:
        OSError: it cannot be renamed.
    """
    stem = f"bankroll damaged {datetime.now():%Y-%m-%d %H.%M.%S}.sqlite"
    for part in PARTS:
        with suppress(FileNotFoundError):
            os.rename(folder / f"{FILE}{part}", folder / f"{stem}{part}")
    return folder / stem


def now() -> str:
    """Return the time as a journal has it."""
    return datetime.now().astimezone().isoformat(timespec="seconds")
