"""The menu of the results of before: what was computed, when and how exactly; one click brings a result back."""

from dataclasses import replace
from datetime import datetime

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from engine import Snapshot
from engine.cards import whole_text
from engine.formats.one_line import format_line
from gui.export.files import shortened
from gui.look.formatting import NO_BREAK, percent
from gui.parts.build import empty_menu
from gui.shell.commands import Commands
from gui.shell.comparison_bar import how_exact
from gui.shell.question_bars import moment
from gui.state.history import History, Remembered

MOST_SHOWN = 20
MOST_EQUITIES = 3
SEAT_WIDTH, LINE_WIDTH = 20, 72
"""Letters of a seat's cards and of a table in the menu."""
NOTHING = "Nothing has been computed yet"


class HistoryMenu(QMenu):
    """Reads the history whenever it opens; the latest result is on top."""

    def __init__(self, history: History, commands: Commands, parent: QWidget | None = None) -> None:
        super().__init__("Results of &before", parent)
        self.setObjectName("menu.history")
        self.setToolTipsVisible(True)
        self._history, self._commands = history, commands
        history.message.connect(commands.message)
        self.aboutToShow.connect(self._fill)

    def entries(self) -> tuple[Remembered, ...]:
        """Return the results of before, the latest first."""
        return self._history.entries()

    def bring_back(self, entry: Remembered) -> None:
        """Put the table of a result on the table, with the result."""
        self._commands.bring_result_back(entry)

    @Slot()
    def _fill(self) -> None:
        empty_menu(self)
        entries = self.entries()
        for entry in entries[:MOST_SHOWN]:
            action = self.addAction(f"{cards_of(entry)}   ({about(entry)})".replace("&", "&&"))
            action.setToolTip(format_line(entry.scenario))
            action.setData(entry)
            action.triggered.connect(self._on_chosen)
        if not entries:
            self.addAction(NOTHING).setEnabled(False)
        if self._history.trouble:
            note = self.addAction(shortened(whole_text(self._history.trouble), LINE_WIDTH).replace("&", "&&"))
            note.setToolTip(self._history.trouble)
            note.setEnabled(False)
        self.addSeparator()
        clear = self.addAction("&Forget them all")
        clear.setObjectName("action.clearHistory")
        clear.setEnabled(bool(entries))
        clear.triggered.connect(self._history.clear)

    @Slot()
    def _on_chosen(self) -> None:
        sender: QObject | None = self.sender()
        if isinstance(sender, QAction):
            self.bring_back(sender.data())


def cards_of(entry: Remembered) -> str:
    """Return the cards of a result in little room: names of empty seats alone, and of long ranges what they begin
    with."""
    seats = (
        replace(seat, name=seat.name if seat.empty else f"Seat {i + 1}", cards=shortened(seat.cards, SEAT_WIDTH))
        for i, seat in enumerate(entry.scenario.seats)
    )
    return shortened(format_line(replace(entry.scenario, seats=tuple(seats))), LINE_WIDTH)


def about(entry: Remembered, now: datetime | None = None) -> str:
    """Return when a result was there, what it says and how exact it is."""
    parts = moment(entry.time, now or datetime.now()), equities(entry.snapshot), how_exact(entry.snapshot)
    return " · ".join(filter(None, parts))


def equities(snapshot: Snapshot) -> str:
    """Return the first equities, as in ``46.1 / 53.9 %``; empty for a seat alone."""
    found = [seat.estimate for seat in snapshot.active if seat.estimate is not None]
    if len(found) < 2:
        return ""
    sign = f"{NO_BREAK}%"
    told = [percent(e.equity, e.stderr, exact_digits=1).removesuffix(sign) for e in found[:MOST_EQUITIES]]
    return " / ".join([*told, *(["…"] if len(found) > MOST_EQUITIES else [])]) + sign
