"""The bankroll journal of the player: hands are written and read on threads of their own."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from engine import CancelToken
from engine.journal.history import Curve, Deviation, Fan, Luck, curve, deviation, fan, luck
from engine.journal.records import JournalHand, JournalRow, TrackedHandRecord
from engine.journal.schema import JournalError
from engine.storage.regular_files import reason
from gui.state.runner import FileJobs, Threads
from gui.storage.files import is_there
from gui.storage.journal_file import FILE, Change, JournalWriter, QueuedHand
from gui.storage.settings import NO_JOURNAL, Settings
from gui.words.formatting import number_of

RETRY_MS = 1500
"""Delay after which hands that could not be written are tried again."""
READ_WAIT_S = 0.5
"""Seconds for which reading waits for a window that is writing."""


@dataclass(frozen=True, slots=True, eq=False)
class Overview:
    """The journals, the ``chosen`` one (None: hands are not saved) and its statistics.

    ``advised`` is the fan of the advice, ``done`` that of the actual play. ``problem``: why it cannot be read.
    """

    rows: tuple[JournalRow, ...] = ()
    chosen: JournalRow | None = None
    hands: tuple[JournalHand, ...] = ()
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
        """The overview that was read last, or None before the first."""
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
        """The reason why hands still wait to be written, or ""."""
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

    def keep(self, played: TrackedHandRecord, *, own: bool) -> None:
        """Write a hand as far as it has been played into the chosen journal; ``own``: this window has entered it, and
        may take its end back.
        """
        if self.keeps:
            self._change(QueuedHand(self._settings.journal, played, own))

    @property
    def is_bankroll(self) -> bool:
        """Whether the player's bankroll follows the selected journal."""
        return self._settings.bankroll_of_journal

    def set_bankroll(self, on: bool) -> None:
        """Set whether the player's bankroll follows the selected journal; it begins with that of the last hand."""
        self._settings.bankroll_of_journal, self._settings.bankroll_seen = on, ""
        if on and self.overview is not None:
            self._follow(self.overview)
        self.changed.emit()

    def _follow(self, overview: Overview) -> None:
        """Set the bankroll to that after the last hand, once for each hand: a value entered later stays."""
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
        """Rename a damaged file, and start a new one."""
        self._change(Change("anew"))

    def try_again(self) -> None:
        """Try again to write the waiting hands, and read the file."""
        self._write()
        self._read()

    def shut_down(self) -> None:
        """Write all changes and end the threads; to be called before the application quits."""
        self._retry.stop()
        self._writes.shut_down()
        # The signals of the last changes are not delivered any more, so their outcomes are collected here.
        self._take_reports()
        self._reads.shut_down()
        self._writer.close()

    def _change(self, change: Change | QueuedHand) -> None:
        self._writer.put(change)
        self._write()

    @Slot()
    def _write(self) -> None:
        self._writes.start(self._writer.work_off)

    def _take_reports(self) -> None:
        """Emit the reports of the writing thread: errors, and the number of a journal that it has created."""
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
    """Read the journals and yield the overview of the chosen one; its fans take most of the time."""
    if not is_there(path):
        yield Overview()
        return
    from engine.journal.store import JournalFile  # and SQLite, which a window without a journal does without

    try:
        with JournalFile(path, READ_WAIT_S, reading=True) as file:
            rows = file.journals()
            chosen = chosen_row(rows, number)
            hands, unread = file.readable_hands(chosen.number) if chosen is not None else ((), None)
    except JournalError as error:
        yield Overview(problem=str(error), damaged=error.damaged)
        return
    missing = "" if unread is None else unread_text(unread.hands, unread.decisions)
    overview = Overview(rows, chosen, hands, curve(hands), deviation=deviation(hands), luck=luck(hands), unread=missing)
    cancel.check_cancelled()
    advised = fan(hands)
    cancel.check_cancelled()
    yield replace(overview, advised=advised, done=fan(hands, followed=False))


def unread_text(hands: int, decisions: int) -> str:
    """Return how many hands and decisions cannot be read, as a text; "" for none."""
    counted = ((hands, "hand"), (decisions, "decision"))
    parts = [number_of(number, what) for number, what in counted if number]
    return f"{' and '.join(parts)} in this journal could not be read and are left out" if parts else ""


def chosen_row(rows: Sequence[JournalRow], number: int | None) -> JournalRow | None:
    """Return the journal with a number, else the first, or None if hands are not saved or there is no journal."""
    if number == NO_JOURNAL:
        return None
    return next((row for row in rows if row.number == number), rows[0] if rows else None)
