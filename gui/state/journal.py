"""The bankroll journal of the player: hands are written and read on threads of their own, and nothing decided is lost.

What cannot be written now, because another program holds the file or because it is damaged, waits: in memory and in a
file beside the journal, which the next window takes up. Windows share one journal file.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from engine import CancelToken
from engine.journal.history import Curve, Deviation, Fan, Luck, curve, deviation, fan, luck
from engine.journal.records import Hand, JournalRow, PlayedHand
from engine.journal.schema import JournalError
from gui.look.formatting import count
from gui.state.files import is_there
from gui.state.journal_writer import FILE, Change, JournalWriter, Kept
from gui.state.runner import FileJobs, LatestWins
from gui.state.settings import NO_JOURNAL, Settings

RETRY_MS = 1500
READ_WAIT_S = 0.5


@dataclass(frozen=True, slots=True, eq=False)
class Overview:
    """The journals, which of them is ``chosen`` (None: hands are not kept), and what it says.

    ``advised`` is the fan of the advice, ``done`` that of what was done. ``problem``: why it cannot be read.
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
    """What of the chosen journal cannot be read; the rest is shown."""


class Journal(QObject):
    """The journals of a file. ``changed``: the overview or what is wrong is another one.

    ``message`` carries a line for the status bar and whether it is an error.
    """

    changed = Signal()
    message = Signal(str, bool)

    def __init__(
        self,
        folder: Path,
        settings: Settings,
        parent: QObject | None = None,
        threads: Callable[[str, QObject], LatestWins] = FileJobs,
    ) -> None:
        super().__init__(parent)
        self._folder, self._settings = folder, settings
        self._writer = JournalWriter(folder)
        self._overview: Overview | None = None
        self._watched = False
        self._told = ""
        """The problem that the status bar has told of."""
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
    def overview(self) -> Overview | None:
        """What was read last; None before anything was."""
        return self._overview

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
        return self._writer.damaged or (self._overview is not None and self._overview.damaged)

    @property
    def keeps(self) -> bool:
        """Whether hands are kept."""
        return self._settings.journal != NO_JOURNAL

    def watch(self) -> None:
        """Read the file now and after each change; to be called by what shows it."""
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
        if on and self._overview is not None:
            self._follow(self._overview)
        self.changed.emit()

    def _follow(self, overview: Overview) -> None:
        """Go with the last hand, unless the bankroll did already: what was put in since then stays."""
        if overview.chosen is None or not overview.hands:
            return
        last = overview.hands[-1]
        seen = f"{overview.chosen.number} {last.number} {last.left}"
        if seen != self._settings.bankroll_seen:
            self._settings.bankroll_seen = seen
            self._settings.bankroll = last.bankroll if last.left is None else last.left

    def choose(self, number: int) -> None:
        """Let another journal be the one that is shown and that hands go to; ``NO_JOURNAL``: they are not kept."""
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
        """Put a damaged file aside, where it stays as it is, and go on with a new one."""
        self._change(Change("anew"))

    def try_again(self) -> None:
        """Write what waits, and read."""
        self._write()
        self._read()

    def shut_down(self) -> None:
        """Write what is to be written and end the threads; to be called before the application quits."""
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
        """Take note of what the writer has done, all since it was looked at last."""
        self._take_reports()
        if self._writer.waits:
            self._retry.start()
        if self._writer.problem != self._told:
            self._told = self._writer.problem
            if self._told:
                self.message.emit(self._told, True)
        self._read()
        self.changed.emit()

    @Slot(object)
    def _on_read(self, overview: Overview) -> None:
        self._overview = overview
        if self._settings.bankroll_of_journal:
            self._follow(overview)
        self.changed.emit()

    @Slot(object)
    def _on_failed(self, error: Exception) -> None:
        self.message.emit(f"The journal cannot be used: {error}", True)


def _read(path: Path, number: int | None, cancel: CancelToken) -> Iterator[Overview]:
    """Read the journals and work out what the chosen one says, first without what takes long."""
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
    found = Overview(rows, chosen, hands, curve(hands), deviation=deviation(hands), luck=luck(hands))
    found = replace(found, unread="" if unread is None else unread_text(unread.hands, unread.decisions))
    cancel.guard()
    advised = fan(hands)
    cancel.guard()
    yield replace(found, advised=advised, done=fan(hands, followed=False))


def unread_text(hands: int, decisions: int) -> str:
    """Return what cannot be read; empty where all can."""
    counted = ((hands, "hand"), (decisions, "decision"))
    parts = [f"{count(number)} {what}{'' if number == 1 else 's'}" for number, what in counted if number]
    return f"{' and '.join(parts)} of this journal cannot be read and are left out" if parts else ""


def chosen_row(rows: Sequence[JournalRow], number: int | None) -> JournalRow | None:
    """Return the journal with a number, else the first; None where hands are not kept or there is no journal."""
    if number == NO_JOURNAL:
        return None
    return next((row for row in rows if row.number == number), rows[0] if rows else None)
