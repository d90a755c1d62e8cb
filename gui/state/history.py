"""Recent results, from one start to the next.

A result that stays for a moment is saved, without its details: these are computed again when it is restored.
The file is written on a thread of its own.
"""

from contextlib import suppress
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from engine import ScenarioError, result_from_json
from engine.scenario.reading import Reader, mapping, number
from engine.storage.regular_files import reason
from gui.state.runner import FileJobs, Threads, once
from gui.state.session import Session
from gui.storage.files import LATEST_TIME, local_time
from gui.storage.history_file import HISTORY, MAX_RESULTS, HistoryFile, Remembered

SETTLE_MS = 1500
"""Delay after a result has arrived, so that those of a range that is being typed are not saved."""


class History(QObject):
    """Saves the results of the session. ``message``: a line for the status bar and whether it is an error."""

    message = Signal(str, bool)

    def __init__(
        self, session: Session, folder: Path, parent: QObject | None = None, threads: Threads = FileJobs
    ) -> None:
        super().__init__(parent)
        self._session, self._file = session, HistoryFile(folder)
        self._shown = HistoryFile(folder, self._report)
        """The same file, for reading in the window's thread: it reports errors."""
        self._raw: list[Any] | None = None
        """The entries that were read last, as JSON values."""
        self._entries: tuple[Remembered, ...] = ()
        self._waiting: tuple[Remembered, ...] = ()
        """Results that have not been written yet, the latest first."""
        self._last_error = self.trouble = ""
        """The error that was reported last; which results could not be read in this window, and their copy."""
        self._writes = threads("history", self)
        self._writes.ended.connect(self._on_written)
        self._writes.failed.connect(self._on_failed)
        self._settle = QTimer(self, singleShot=True, interval=SETTLE_MS)
        self._settle.timeout.connect(self.note)
        self._noted: Remembered | None = None
        session.changed.connect(self._on_session_changed)

    def entries(self) -> tuple[Remembered, ...]:
        """Return the results of all windows, the latest first; those that cannot be read are reported and left out."""
        self._read()
        tables = [entry.table for entry in self._waiting]
        return (*self._waiting, *(entry for entry in self._entries if entry.table not in tables))[:MAX_RESULTS]

    def _read(self) -> None:
        """Read the entries, unless the file is unchanged; copy damaged ones to a file and report them."""
        try:
            raw = self._shown.entries()
        except OSError as error:
            raw = None
            self._report(HISTORY.unreadable.format(error))
        if raw is None:
            self._raw, self._entries = None, ()
            return
        # Parsing all results again takes much longer than this comparison.
        if raw == self._raw:
            return
        results, errors, damaged = list[Remembered](), list[str](), list[Any]()
        for i, value in enumerate(raw):
            try:
                data = Reader(value, f"entries[{i}]", ("time", "result"))
                when = data.need("time", number(0.0, LATEST_TIME))
                saved = result_from_json(data.need("result", mapping))
                if saved.snapshot is None:
                    raise ScenarioError(*saved.damaged)
                results.append(Remembered(local_time(when), saved.snapshot))
            except ScenarioError as error:
                errors.append(f"entry {i + 1} ({error.problems[0]})")
                damaged.append(value)
        self._raw, self._entries = raw, tuple(results)
        if errors:
            line = HISTORY.damaged.format("; ".join(errors[:3]))
            with suppress(OSError):
                line = f"{line}. The damaged data is kept as {self._file.keep_aside(damaged)}"
            self._report(line)

    def _report(self, line: str) -> None:
        """Report damage, which the menu shows too."""
        self.trouble = line
        self._emit_error(line)

    def _emit_error(self, line: str) -> None:
        if line != self._last_error:
            self._last_error = line
            self.message.emit(line, True)

    def clear(self) -> None:
        """Forget all results, those of other windows too."""
        try:
            self._file.clear()
        except OSError as error:
            self.message.emit(f"The history could not be cleared: {reason(error)}", True)
            return
        self._waiting, self._raw, self._entries = (), [], ()
        self.message.emit("The history of results is cleared", False)

    @property
    def _current(self) -> Remembered | None:
        """The displayed result, or None if it is not to be saved: it is stale, or not complete yet."""
        session, snapshot = self._session, self._session.snapshot
        if snapshot is None or session.stale or not snapshot.seats:
            return None
        # The main numbers are complete at the end of the run, when its details begin, and if it was stopped.
        done = snapshot.final or bool(snapshot.stage) or session.state == "idle"
        return Remembered(datetime.now(), snapshot) if done else None

    @Slot()
    def _on_session_changed(self) -> None:
        current = self._current
        if current is None:
            self._settle.stop()
        # A waiting timer is not restarted: details that report more often than the delay would put the saving off.
        elif (self._noted is None or current.identity != self._noted.identity) and not self._settle.isActive():
            self._settle.start()

    @Slot()
    def note(self) -> None:
        """Save the displayed result now, unless it is saved already."""
        self._settle.stop()
        current = self._current
        if current is None or (self._noted is not None and current.identity == self._noted.identity):
            return
        self._noted = current
        self._waiting = (current, *(entry for entry in self._waiting if entry.table != current.table))
        self._writes.start(once(partial(self._file.add, [entry.to_json() for entry in self._waiting])))

    @Slot()
    def _on_written(self) -> None:
        """Drop the results that waited: the last job has written all of them."""
        self._waiting = ()

    @Slot(object)
    def _on_failed(self, error: Exception) -> None:
        self._emit_error(f"The history of results could not be saved: {reason(error)}")

    def shut_down(self) -> None:
        """Write the results that wait, and end the thread."""
        if self._settle.isActive():
            self.note()
        self._writes.shut_down()
        # The last write may have succeeded, but its signal arrives no more without an event loop. Writing the same
        # results twice does no harm: each replaces the earlier one of its table.
        if self._waiting:
            with suppress(OSError):
                self._file.add([entry.to_json() for entry in self._waiting])
