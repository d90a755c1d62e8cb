"""The final hands of razz in full: the exact lows of every seat, and which of two seats wins with which low."""

from PySide6.QtCore import QRectF, Qt, Slot
from PySide6.QtGui import QFont, QPaintEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from engine import GAMES, Scenario
from engine.details.lows import CLASS_NAMES, Low, Lows, LowTable, Meeting, Meetings, exact_lows, meetings
from gui.charts.values import Chart
from gui.charts.view import PageChart
from gui.export.files import ExportItem
from gui.look.formatting import NO_BREAK, percent, percent_digits
from gui.look.guard import Guarded
from gui.look.painting import smooth_painter, write
from gui.look.scale import fix, unscaled_rect
from gui.look.theme import TEXT_SMALL, current_theme, font
from gui.pages.lows.charts import SHORT, lows_chart, meeting_chart, met_words, mets
from gui.pages.lows.judge import JudgeView
from gui.parts.build import NO_MARGINS, column, filled, keep_room, label, named, stacked
from gui.parts.cell_grid import CellGrid
from gui.parts.cells import Cell, Place
from gui.parts.chip_button import ChipFlow
from gui.parts.detail_page import DetailPage
from gui.parts.table import NEVER, Column, TableData, TableView
from gui.state.context import PageContext
from gui.state.document import Document
from gui.state.session import Session

LOWS, JOINT = "outcomes", "joint"
TEACH = "Type a razz hand on the left, as in “a29”:\nevery low that it can become is listed here."
OTHER_GAME = "The lows of razz: choose Razz above."
HINT = "Rows: {0}'s hand, columns: {1}'s. Blue: {0} wins, orange: {1} wins; percent of all deals."
ROW_HEIGHT = 24
NAME, HEAD = 18, 24
"""Pixels for the name of a seat at the side of the map, and for its hands."""
FEW_SEATS = 3
"""With more seats than this exact shares have two decimals instead of four: more would not fit."""


def lows_table(lows: LowTable | None, *, stale: bool) -> TableData[Low]:
    """Return the final hands with two columns for each seat: the share, and that of the hand or a better one.

    Where there is little room, the shares lose the sign of percent first, then those of *or better* go.
    """
    if lows is None:
        return TableData()
    columns: list[Column[Low]] = [Column("Final hand", lambda row: row.name, number=False, bold=True)]
    digits = 4 if len(lows.seats) <= FEW_SEATS else 2
    for seat, (name, stderr) in enumerate(zip(lows.names, lows.stderr, strict=True)):
        columns += _seat_columns(seat, name, stderr, digits)
    return TableData(tuple(columns), lows.hands, stale=stale, levels=(NEVER, 1), padding=(12, 30), keep_names=True)


def _seat_columns(seat: int, name: str, stderr: float, digits: int) -> tuple[Column[Low], Column[Low]]:
    """Return the columns of a seat, with ``digits`` decimals where its shares are exact."""

    def full(share: float) -> str:
        return percent(share, stderr, exact_digits=digits) if share > 0 else "–"

    def short(share: float) -> str:
        text = percent(share, exact_digits=min(percent_digits(stderr), 2)) if share > 0 else "–"
        return text.removesuffix(f"{NO_BREAK}%")

    return (
        Column(name, lambda row: full(row.shares[seat]), short=(lambda row: short(row.shares[seat]),)),
        Column(
            "or better", lambda row: full(row.better[seat]), keep=1, ink="muted",
            short=(lambda row: short(row.better[seat]),),
        ),
    )  # fmt: skip


class SideName(Guarded, QWidget):
    """A name written from below to above."""

    def __init__(self) -> None:
        super().__init__()
        self._name = ""
        fix(self, width=NAME)

    def show_name(self, name: str) -> None:
        """Display another name."""
        self._name = name
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, room = smooth_painter(self), unscaled_rect(self)
        painter.setFont(font(TEXT_SMALL, QFont.Weight.DemiBold))
        name = painter.fontMetrics().elidedText(self._name, Qt.TextElideMode.ElideRight, int(room.height()))
        painter.translate(0, room.height())
        painter.rotate(-90)
        write(painter, QRectF(0, 0, room.height(), room.width()), name, current_theme().text)


def meeting_cells(meeting: Meeting, *, stale: bool) -> list[Cell]:
    """Return the cells of the map of two seats: blue where the first seat mostly wins, orange where it mostly loses."""
    cells = []
    for met in mets(meeting):
        tone, shown = None if met.sign == "=" else met.tone, float(bool(met.text))
        note = met.sign if met.text else ""
        speech = met_words(meeting, met)
        cells.append(Cell(met.text, shown, hot=True, tone=tone, stale=stale, note=note, speech=speech))
    return cells


class OutcomesPage(DetailPage):
    """Three views, one at a time: the list of lows, the map of two seats, the judge of a program's numbers."""

    invitation = TEACH

    def __init__(self, document: Document, session: Session, parent: QWidget | None = None) -> None:
        details = {LOWS: Lows, JOINT: Meetings}
        super().__init__("outcomes", "Outcomes in full", details, document, session, parent)
        self._meetings: tuple[Meeting, ...] = ()
        self._stale = True
        self._pointed: Place | None = None
        self.lows: TableView[Low] = TableView("outcomes.lowsTable", "Exact lows", height=ROW_HEIGHT)
        grid = CellGrid(len(CLASS_NAMES), len(CLASS_NAMES), picks=True)
        self.grid = named(grid, "outcomes.meeting", "Who beats whom with what")
        self.waiting = label(name="outcomes.waiting", wrap=True, centred=True)
        """Why there is no map."""
        self._row_name, self._column_name = SideName(), label(role="", weight=QFont.Weight.DemiBold, centred=True)
        self.note = label(name="outcomes.note", wrap=True)
        self.pairs = named(QComboBox(), "outcomes.pair", "The two seats")
        self.pairs.currentIndexChanged.connect(self._show_meeting)
        self.pairs.activated.connect(self._on_pair_chosen)
        self._lows_button = _button("lows", "Exact lows")
        self.map_button = _button("map", "Who beats whom")
        self.judge_button = _button("judge", "Judge a program")
        self.judge = JudgeView()
        keep_room(self.pairs)
        self.grid.show_heading(HEAD)
        heads = self.grid.verticalHeader()
        heads.setProperty("tight", True)
        heads.setDefaultAlignment(Qt.AlignmentFlag.AlignCenter)
        fix(heads, width=HEAD)
        heads.show()
        self.grid.model_.show_heads(tuple(SHORT.get(name, name) for name in CLASS_NAMES))
        rows = filled(QHBoxLayout(), self._row_name, (self.grid, 1), spacing=0)
        full = column(self._column_name, (rows, 1), spacing=0, margins=NO_MARGINS)
        self.map = stacked(self.waiting, full)
        buttons = (self._lows_button, self.map_button, self.judge_button)
        self._row = row = ChipFlow((*buttons, self.pairs), self)
        parts = (row, (self.lows, 1), (self.map, 1), (self.judge, 1), self.note)
        filled(QVBoxLayout(self.full), *parts, spacing=8, margins=(12, 12, 12, 12))
        for button in buttons:
            button.clicked.connect(self._on_view_chosen)
        self.grid.hovered.connect(self._on_hovered)
        document.mark_changed.connect(self._show_marked)
        self._lows_button.setChecked(True)
        self._show_view()
        self.start()

    @Slot()
    def _on_view_chosen(self) -> None:
        self._show_view()
        self.request()
        self._on_session_changed()

    def _show_view(self) -> None:
        as_map = self.map_button.isChecked()
        self.lows.setVisible(self._lows_button.isChecked())
        self.judge.setVisible(self.judge_button.isChecked())
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
        self._row.refresh()
        self.map_button.setEnabled(snapshot is None or len(snapshot.active) > 1)
        self.waiting.setText("" if self.meeting is not None else self.empty_text)

    def show_details(self) -> None:
        lows, joint = self.detail(LOWS, Lows), self.detail(JOINT, Meetings)
        table = exact_lows(lows.value, lows.snapshot) if lows else None
        self.lows.show_table(lows_table(table, stale=lows is None or lows.stale))
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
        self.judge.show_seat(self._session.snapshot, self._document.mark.seat)

    @Slot()
    def _show_marked(self) -> None:
        """Show a pair that the marked seat belongs to."""
        seat, meeting = self._document.mark.seat, self.meeting
        self.judge.show_seat(self._session.snapshot, seat)
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
        """The two displayed seats."""
        at = self.pairs.currentIndex()
        return self._meetings[at] if 0 <= at < len(self._meetings) else None

    @Slot()
    def _show_meeting(self) -> None:
        meeting = self.meeting
        self.map.setCurrentIndex(0 if meeting is None else 1)
        if meeting is not None:
            self._row_name.show_name(meeting.names[0])
            self._column_name.setText(meeting.names[1])
            self.grid.show_cells(meeting_cells(meeting, stale=self._stale))
        self._read_out()

    @Slot(object)
    def _on_hovered(self, place: Place | None) -> None:
        self._pointed = place
        self._read_out()

    def _read_out(self) -> None:
        meeting, text = self.meeting, self.grid.model_.speech_at(self._pointed)
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


def lows_exports(page: OutcomesPage, context: PageContext) -> tuple[ExportItem, ...]:
    """Return the charts of the page that can be exported, none while another table is being computed."""

    def lows() -> Chart | None:
        result = context.session.current_detail(LOWS, Lows)
        return None if result is None else lows_chart(exact_lows(result.value, result.snapshot), result.snapshot)

    def meeting() -> Chart | None:
        result, shown = context.session.current_detail(JOINT, Meetings), page.meeting
        return None if result is None or shown is None else meeting_chart(shown, result.snapshot)

    return (
        ExportItem("lows", "Exact lows", page, PageChart(lows), "razz"),
        ExportItem("meeting", "Who beats whom", page, PageChart(meeting), "razz"),
    )
