"""The bankroll journal of the player: hands are written and read on threads of their own, and no decision is lost.

Hands that cannot be written now, because another program holds the file or because it is damaged, wait in memory and in
a file next to the journal, which the next window takes over. Windows share one journal file.
"""

import json
import os
import threading
import uuid
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from engine import CancelToken
from engine.journal.history import Curve, Deviation, Fan, Luck, curve, deviation, fan, luck
from engine.journal.records import Hand, JournalRow, PlayedHand, played_from_json
from engine.journal.schema import JournalError
from engine.ranges.library_files import LARGEST_LIBRARY, LibraryError, read_bounded
from engine.scenario.reading import whole_objects
from engine.storage.private import make_private
from engine.storage.regular_files import reason
from engine.storage.writing import bounded, write_atomically
from gui.look.formatting import number_of
from gui.state.files import UNREADABLE, FileLock, files_in, is_there, kept_aside
from gui.state.runner import FileJobs, Threads
from gui.state.settings import NO_JOURNAL, Settings

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
        self.hands: dict[tuple[str, int], Kept] = {}
        """The hands that wait, by session and place."""
        self._reports: list[Report] = []
        self._taken_up: list[Path] | None = None
        """Files of earlier windows, whose hands wait here; None before anybody looked."""
        self._locks: dict[Path, FileLock] = {}
        """The locks of the files of this window, by the file."""
        self.problem = ""
        self.damaged = False
        self.in_danger = False
        """Whether hands wait that are in no file: they are lost if the program ends now."""

    @property
    def waits(self) -> bool:
        """Whether there are hands to be written."""
        with self._lock:
            return bool(self.hands)

    def put(self, change: Change | Kept) -> None:
        """Queue a change or a hand for writing."""
        with self._lock:
            if isinstance(change, Change):
                self._changes.append(change)
            else:
                key = (change.played.session, change.played.place)
                before = self.hands.pop(key, None)
                own = change.own or (before is not None and before.own)
                self.hands[key] = Kept(change.journal, change.played, own)

    def reports(self) -> list[Report]:
        """Return the outcomes of the changes since the last call."""
        with self._lock:
            reports, self._reports = self._reports, []
        return reports

    def work_off(self, cancel: CancelToken) -> Iterator[bool]:
        """Write all that waits, whether or not this is ``cancel``led: a later job would only do the same."""
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
                    self.hands.setdefault((kept.played.session, kept.played.place), kept)
        if unreadable:
            text = "Hands that an earlier window could not write cannot be read"
            self._report(Report(f"{text}; they are kept in {', '.join(map(str, unreadable))}", is_error=True))

    def _lock_file(self, path: Path) -> bool:
        """Lock a file, as far as the file system knows locks; return whether no other window holds it."""
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
        """Write the next change, or all hands; return whether more may follow."""
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
                    journal = kept.journal if kept.journal in numbers else numbers[0]
                    try:
                        file.keep(journal, kept.played, own=kept.own)
                    except JournalError as error:
                        if not error.refused:
                            raise
                        self._report(Report(f"Not in the journal: {error}", is_error=True))
                    with self._lock:
                        if self.hands.get(key) is kept:
                            del self.hands[key]
        except (JournalError, OSError) as error:
            self._put_off(error, len(hands))
            return False
        return True

    def _opened(self) -> "JournalFile":
        from engine.journal.store import JournalFile

        make_private(self._folder)
        return JournalFile(self._folder / FILE, WAIT_S)

    def _done(self, change: Change) -> Report:
        """Apply a change and return its outcome."""
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
            return Report(f"The journal stays as it is: {reason(error)}", is_error=True)
        return Report()

    def _report(self, report: Report) -> None:
        with self._lock:
            self._reports.append(report)

    def _put_off(self, error: JournalError | OSError, count: int) -> None:
        """Keep the hands that cannot be written in a file of their own."""
        with self._lock:
            entries: list[dict[str, Any]] = [
                {"journal": kept.journal, "played": asdict(kept.played)} for kept in self.hands.values()
            ]
        what = f"{count} hand{'s' if count > 1 else ''} wait{'' if count > 1 else 's'} to be written"
        self._lock_file(self._spare)
        try:
            write_atomically(self._spare, bounded(json.dumps(entries).encode(), LARGEST_LIBRARY))
            self._drop(self._taken_up or ())  # whose hands are in the new one
            self._taken_up, self.in_danger = [], False
        except OSError as failure:
            self.in_danger = True
            what += f", and cannot be kept in a file meanwhile ({reason(failure)})"
        text = reason(error)
        self.problem = f"{text[:1].upper()}{text[1:]}: {what}"
        self.damaged = isinstance(error, JournalError) and error.damaged

    def _settle(self) -> None:
        """Note that everything is written, and delete the files of waiting hands."""
        self._drop((self._spare, *(self._taken_up or ())))
        self._taken_up = []
        self.problem, self.damaged, self.in_danger = "", False, False

    def _drop(self, paths: Iterable[Path]) -> None:
        for path in paths:
            with suppress(OSError):
                path.unlink(missing_ok=True)
            self._let_go(path)


def _waiting(data: bytes) -> tuple[list[Kept], bool]:
    """Return the hands in a file of waiting ones, and whether these are all of them.

    Raises:
        Exception: of DAMAGED, where it holds none.
    """
    try:
        entries: Any = json.loads(data)
        whole = isinstance(entries, list)
    except (ValueError, RecursionError):
        entries = [entry for _, entry in whole_objects(data.decode(errors="replace"), lambda each: "played" in each)]
        whole = False
    hands = []
    for entry in entries if isinstance(entries, list) else ():
        try:
            hands.append(Kept(entry["journal"], played_from_json(entry["played"]), own=True))
        except DAMAGED:
            whole = False
    return hands, whole


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
    """Return the time in the form of a journal."""
    return datetime.now().astimezone().isoformat(timespec="seconds")


RETRY_MS = 1500
READ_WAIT_S = 0.5


@dataclass(frozen=True, slots=True, eq=False)
class Overview:
    """The journals, the ``chosen`` one (None: hands are not saved) and its statistics.

    ``advised`` is the fan of the advice, ``done`` that of the actual play. ``problem``: why it cannot be read.
    """

    rows: tuple[JournalRow, ...] = ()
    chosen: JournalRow | None = None
    hands: tuple[Hand, ...] = ()
    curve: Curve | None = None
    advised: Fan | None = None
    done: Fan | None = None
    deviation: Deviation | None = None
    luck: Luck | None = None
    problem: str = ""
    damaged: bool = False
    unread: str = ""
    """The part of the chosen journal that cannot be read; the rest is displayed."""


class Journal(QObject):
    """The journals of a file. ``changed``: the overview or the problem is another one.

    ``message`` carries a line for the status bar and whether it is an error.
    """

    changed = Signal()
    message = Signal(str, bool)

    def __init__(
        self, folder: Path, settings: Settings, parent: QObject | None = None, threads: Threads = FileJobs
    ) -> None:
        super().__init__(parent)
        self._folder, self._settings = folder, settings
        self._writer = JournalWriter(folder)
        self.overview: Overview | None = None
        """The overview that was read last; None before the first."""
        self._watched = False
        self._last_problem = ""
        """The problem that was reported last."""
        self._writes, self._reads = threads("journal", self), threads("journal reader", self)
        self._writes.yielded.connect(self._on_written)
        self._reads.yielded.connect(self._on_read)
        self._reads.failed.connect(self._on_failed)
        self._writes.failed.connect(self._on_failed)
        if settings.bankroll_of_journal:
            self.watch()
        self._retry = QTimer(self, singleShot=True, interval=RETRY_MS)
        self._retry.timeout.connect(self._write)

    @property
    def path(self) -> Path:
        """The file."""
        return self._folder / FILE

    @property
    def problem(self) -> str:
        """Why something waits to be written; empty where nothing does."""
        return self._writer.problem

    @property
    def waits(self) -> bool:
        """Whether there are hands to be written."""
        return self._writer.waits

    @property
    def in_danger(self) -> bool:
        """Whether hands are lost if the program ends now."""
        return self._writer.in_danger

    @property
    def damaged(self) -> bool:
        """Whether the file cannot be used any more."""
        return self._writer.damaged or (self.overview is not None and self.overview.damaged)

    @property
    def keeps(self) -> bool:
        """Whether hands are saved."""
        return self._settings.journal != NO_JOURNAL

    def watch(self) -> None:
        """Read the file now and after each change; to be called before the overview is displayed."""
        self._watched = True
        self._read()

    def keep(self, played: PlayedHand, *, own: bool) -> None:
        """Write a hand as far as it has been played into the chosen journal; ``own``: this window has entered it, and
        may take its end back.
        """
        if self.keeps:
            self._change(Kept(self._settings.journal, played, own))

    @property
    def is_bankroll(self) -> bool:
        """Whether the player's bankroll goes with the chosen journal."""
        return self._settings.bankroll_of_journal

    def set_bankroll(self, on: bool) -> None:
        """Let the player's bankroll go with the chosen journal, from its last hand on."""
        self._settings.bankroll_of_journal, self._settings.bankroll_seen = on, ""
        if on and self.overview is not None:
            self._follow(self.overview)
        self.changed.emit()

    def _follow(self, overview: Overview) -> None:
        """Set the bankroll after the last hand, once for each hand: what the player types later stays."""
        if overview.chosen is None or not overview.hands:
            return
        last = overview.hands[-1]
        seen = f"{overview.chosen.number} {last.number} {last.left}"
        if seen != self._settings.bankroll_seen:
            self._settings.bankroll_seen = seen
            self._settings.bankroll = last.bankroll if last.left is None else last.left

    def choose(self, number: int) -> None:
        """Display another journal and write hands into it; ``NO_JOURNAL``: they are not saved."""
        self._settings.journal = number
        self._read()
        self.changed.emit()

    def create(self, name: str) -> None:
        """Begin a journal and choose it."""
        self._change(Change("create", name=name))

    def rename(self, number: int, name: str) -> None:
        self._change(Change("rename", number, name))

    def delete(self, number: int) -> None:
        """Delete a journal with all its hands."""
        self._change(Change("delete", number))

    def drop_hand(self, number: int) -> None:
        """Delete a hand."""
        self._change(Change("drop", number))

    def begin_anew(self) -> None:
        """Rename a damaged file, and begin a new one."""
        self._change(Change("anew"))

    def try_again(self) -> None:
        """Write the waiting hands, and read."""
        self._write()
        self._read()

    def shut_down(self) -> None:
        """Write all changes and end the threads; to be called before the application quits."""
        self._retry.stop()
        self._writes.shut_down()
        self._take_reports()
        self._reads.shut_down()
        self._writer.close()

    def _change(self, change: Change | Kept) -> None:
        self._writer.put(change)
        self._write()

    @Slot()
    def _write(self) -> None:
        self._writes.start(self._writer.work_off)

    def _take_reports(self) -> None:
        for report in self._writer.reports():
            if report.created:
                self._settings.journal = report.created
            if report.text:
                self.message.emit(report.text, report.is_error)

    def _read(self) -> None:
        if self._watched:
            self._reads.start(partial(_read, self.path, self._settings.journal))

    @Slot(object)
    def _on_written(self, _: object) -> None:
        """Report the outcomes of all changes since the last time."""
        self._take_reports()
        if self._writer.waits:
            self._retry.start()
        if self._writer.problem != self._last_problem:
            self._last_problem = self._writer.problem
            if self._last_problem:
                self.message.emit(self._last_problem, True)
        self._read()
        self.changed.emit()

    @Slot(object)
    def _on_read(self, overview: Overview) -> None:
        self.overview = overview
        if self._settings.bankroll_of_journal:
            self._follow(overview)
        self.changed.emit()

    @Slot(object)
    def _on_failed(self, error: Exception) -> None:
        self.message.emit(f"The journal cannot be used: {reason(error)}", True)


def _read(path: Path, number: int | None, cancel: CancelToken) -> Iterator[Overview]:
    """Read the journals and compute the overview of the chosen one, first without its slow parts."""
    if not is_there(path):
        yield Overview()
        return
    from engine.journal.store import JournalFile  # and SQLite, which a window without a journal does without

    try:
        with JournalFile(path, READ_WAIT_S, reading=True) as file:
            rows = file.journals()
            chosen = chosen_row(rows, number)
            hands, unread = file.readable(chosen.number) if chosen is not None else ((), None)
    except JournalError as error:
        yield Overview(problem=str(error), damaged=error.damaged)
        return
    missing = "" if unread is None else unread_text(unread.hands, unread.decisions)
    overview = Overview(rows, chosen, hands, curve(hands), deviation=deviation(hands), luck=luck(hands), unread=missing)
    cancel.guard()
    advised = fan(hands)
    cancel.guard()
    yield replace(overview, advised=advised, done=fan(hands, followed=False))


def unread_text(hands: int, decisions: int) -> str:
    """Return how many hands and decisions cannot be read; empty for none."""
    counted = ((hands, "hand"), (decisions, "decision"))
    parts = [number_of(number, what) for number, what in counted if number]
    return f"{' and '.join(parts)} of this journal cannot be read and are left out" if parts else ""


def chosen_row(rows: Sequence[JournalRow], number: int | None) -> JournalRow | None:
    """Return the journal with a number, else the first; None where hands are not saved or there is no journal."""
    if number == NO_JOURNAL:
        return None
    return next((row for row in rows if row.number == number), rows[0] if rows else None)
