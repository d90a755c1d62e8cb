"""What razz hands become in full: the exact lows of every seat, and who of two seats beats whom with what."""

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from engine import GAMES, Scenario
from engine.details.lows import Lows, Meeting, Meetings, exact_lows, meetings
from gui.look.formatting import percent
from gui.look.scale import px
from gui.look.theme import Look
from gui.pages.lows.meeting_map import MeetingMap
from gui.pages.lows.model import LowsModel
from gui.parts.build import STRETCH, filled, keep_room, label, named, restyle
from gui.parts.detail_page import DetailPage
from gui.parts.row_table import RowTable
from gui.state.document import Document
from gui.state.session import Session

LOWS, JOINT = "outcomes", "joint"
TEACH = "Type a razz hand on the left, as in “a29”:\nevery low that it can become is listed here."
OTHER_GAME = "The lows of razz: choose Razz above."
HINT = "Rows: {0}'s hand, columns: {1}'s. Blue: {0} wins, orange: {1} wins; percent of all deals."
ROW_HEIGHT = 24
PADDING, TIGHT_PADDING = 30, 12
WIDEST_TITLE = 96
STEPS = ((False, True), (True, True), (True, False))
"""What the table does to fit, one after the other: whether it is brief, whether it has the shares of *or better*."""
SAMPLE_ROWS = 40
"""So many rows show how wide the numbers are: their digits hardly differ, and there are more than a thousand."""


class LowsView(RowTable):
    """Gives every column the width that its numbers need, and what is left to all alike; where there is too little it
    says less: first without the sign of percent, then without the shares of *or better*.
    """

    def __init__(self, model: LowsModel, parent: QWidget | None = None) -> None:
        super().__init__("outcomes.lowsTable", ROW_HEIGHT, parent)
        self._model = model
        self.setAccessibleName("Exact lows")
        self.setModel(model)
        model.modelReset.connect(self.fit_columns)

    def fit_columns(self) -> None:
        """Fit the columns to the present width."""
        model = self._model
        if not model.columnCount():
            return
        bar = self.verticalScrollBar()
        room = self.width() - 2 * self.frameWidth() - bar.sizeHint().width()
        widths: dict[int, int] = {}
        for model.brief, better in STEPS:
            shown = (column for column in range(model.columnCount()) if better or column % 2 or not column)
            widths = {column: self._needed(column) for column in shown}
            if sum(widths.values()) <= room:
                break
        wide = sum(widths.values()) > room
        restyle(self, "dense", model.brief)
        self.keep_names(wide)
        more = 0 if wide else (room - sum(widths.values())) // len(widths)
        for column in range(model.columnCount()):
            if column:
                self.setColumnHidden(column, column not in widths)
            self.setColumnWidth(column, widths.get(column, 0) + more)
        self.viewport().update()

    def _needed(self, column: int) -> int:
        rows = range(0, self._model.rowCount(), max(1, self._model.rowCount() // SAMPLE_ROWS))
        title, widest = self.widths_of(column, (self._model.text(row, column) for row in rows))
        return px(TIGHT_PADDING if self._model.brief else PADDING) + max(min(title, px(WIDEST_TITLE)), widest)

    def copied(self) -> str:
        """Return the table in full."""
        brief, self._model.brief = self._model.brief, False
        text = super().copied()
        self._model.brief = brief
        return text


class OutcomesPage(DetailPage):
    """Two views, one at a time: the list of lows, and the map of two seats."""

    invitation = TEACH

    def __init__(self, document: Document, session: Session, look: Look, parent: QWidget | None = None) -> None:
        details = {LOWS: Lows, JOINT: Meetings}
        super().__init__("outcomes", "Outcomes in full", details, document, session, parent)
        self._meetings: tuple[Meeting, ...] = ()
        self._stale = True
        self.model = LowsModel(look, self)
        self.lows = LowsView(self.model)
        self.map = MeetingMap(look)
        self.note = label(name="outcomes.note", wrap=True)
        self.pairs = named(QComboBox(), "outcomes.pair", "The two seats")
        self.pairs.currentIndexChanged.connect(self._show_meeting)
        self.pairs.activated.connect(self._on_pair_chosen)
        self._lows_button = _button("lows", "Exact lows")
        self.map_button = _button("map", "Who beats whom")
        self._build()
        self._lows_button.clicked.connect(self._on_view_chosen)
        self.map_button.clicked.connect(self._on_view_chosen)
        self.map.read.connect(self._on_read)
        document.mark_changed.connect(self._show_marked)
        self._lows_button.setChecked(True)
        self._show_view()
        self.start()

    def _build(self) -> None:
        keep_room(self.pairs)
        row = filled(QHBoxLayout(), self._lows_button, self.map_button, STRETCH, self.pairs, spacing=4)
        parts = (row, (self.lows, 1), (self.map, 1), self.note)
        filled(QVBoxLayout(self.full), *parts, spacing=8, margins=(12, 12, 12, 12))

    @Slot()
    def _on_view_chosen(self) -> None:
        self._show_view()
        self.request()
        self._on_session_changed()

    def _show_view(self) -> None:
        as_map = self.map_button.isChecked()
        self.lows.setVisible(not as_map)
        self.map.setVisible(as_map)
        self.note.setVisible(as_map)

    def unfit(self, scenario: Scenario) -> str:
        return "" if LOWS in GAMES[scenario.game].details else OTHER_GAME

    @property
    def requests(self) -> tuple[str, ...]:
        return (JOINT if self.map_button.isChecked() else LOWS,)

    @property
    def filled(self) -> bool:
        return self.detail(LOWS, Lows) is not None or self.detail(JOINT, Meetings) is not None

    def update_state(self) -> None:
        snapshot = self._session.snapshot
        self.pairs.setVisible(self.map_button.isChecked() and self.pairs.count() > 1)
        self.map_button.setEnabled(snapshot is None or len(snapshot.active) > 1)
        self.map.show_empty("" if self.meeting is not None else self.empty_text)

    def show_details(self) -> None:
        lows, joint = self.detail(LOWS, Lows), self.detail(JOINT, Meetings)
        self.model.show_lows(exact_lows(lows.value, lows.snapshot) if lows else None, stale=lows is None or lows.stale)
        self._stale = joint is None or joint.stale
        self._meetings = meetings(joint.value, joint.snapshot) if joint is not None else ()
        titles = [f"{m.names[0]} v {m.names[1]}" for m in self._meetings]
        if titles != [self.pairs.itemText(i) for i in range(self.pairs.count())]:
            chosen = max(self.pairs.currentIndex(), 0)
            self.pairs.clear()
            self.pairs.addItems(titles)
            self.pairs.setCurrentIndex(min(chosen, len(titles) - 1))
        self._show_marked()
        self._show_meeting()

    @Slot()
    def _show_marked(self) -> None:
        """Show a pair that the marked seat belongs to."""
        seat, meeting = self._document.mark.seat, self.meeting
        pairs = [i for i, pair in enumerate(self._meetings) if seat in pair.seats]
        if pairs and (meeting is None or seat not in meeting.seats):
            self.pairs.setCurrentIndex(pairs[0])

    @Slot()
    def _on_pair_chosen(self) -> None:
        """Mark the first of two seats that are chosen, unless one of them is marked already."""
        meeting = self.meeting
        if meeting is not None and self._document.mark.seat not in meeting.seats:
            self._document.choose_seat(meeting.seats[0])

    @property
    def meeting(self) -> Meeting | None:
        """The two seats on show."""
        at = self.pairs.currentIndex()
        return self._meetings[at] if 0 <= at < len(self._meetings) else None

    @Slot()
    def _show_meeting(self) -> None:
        self.map.show_meeting(self.meeting, stale=self._stale)

    @Slot(str)
    def _on_read(self, text: str) -> None:
        meeting = self.meeting
        if meeting is None:
            self.note.clear()
        else:
            first = meeting.names[0]
            shares = ", ".join(
                f"{word} {percent(meeting.share(name), meeting.stderr)}"
                for name, word in (("win", "wins"), ("tie", "ties"), ("lose", "loses"))
            )
            self.note.setText(text or f"{HINT.format(*meeting.names)} {first} {shares}.")


def _button(name: str, title: str) -> QToolButton:
    button = named(QToolButton(), f"outcomes.{name}", title)
    button.setText(title)
    button.setCheckable(True)
    button.setAutoExclusive(True)
    return button
