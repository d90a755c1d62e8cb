"""The list of seats: the first always in sight, the others scroll when there are many; a button adds one."""

from dataclasses import replace

from PySide6.QtCore import QPoint, QSignalBlocker, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from engine import GAMES, Problem, Scenario
from engine.kelly.panel import without_seat
from engine.preflop.panel_edits import without_seat as preflop_without_seat
from engine.table import marks
from engine.table.seat_actions import without_seat as actions_without_seat
from gui.look.guard import Guarded
from gui.look.scale import px, unscaled
from gui.look.theme import TEXT
from gui.parts.build import NO_MARGINS, filled, named, release_focus, scrolled
from gui.parts.chip_button import ChipButton
from gui.parts.text_entry import ProblemLine
from gui.state.context import TableContext
from gui.state.document import new_seat
from gui.table.games import STYLES, Density
from gui.table.pot_odds import PotOdds
from gui.table.seat_row import SeatRow

DENSITIES: tuple[Density, ...] = ("roomy", "compact", "dense", "line")
MANY = 7
"""From so many seats on each has one line, however high the window is."""
ADDED_MS = 500
GAPS: dict[Density, int] = {"roomy": 6, "compact": 4, "dense": 4, "line": 2}


class SeatList(Guarded, QWidget):
    """Keeps one row per seat, the first above the ``scroll_area`` of the others.

    ``problem_found`` passes on what the rows cannot show themselves, ``library_requested`` where on the screen the
    library for the marked seat shall open.
    """

    library_requested = Signal(QPoint)

    problem_found = Signal(object)
    rows_changed = Signal()

    def __init__(self, context: TableContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._document, self._session = context.document, context.session
        self._input, self._odds = context.input, PotOdds(context.document)
        self._game = self._document.scenario.game
        self._density: Density = "roomy"
        self.rows: list[SeatRow] = []
        self.setObjectName("seatList")
        body = named(QWidget(), "seatBody")
        self.scroll_area = scrolled(body, "seatScroll", "")
        self._others = filled(QVBoxLayout(body), margins=NO_MARGINS)
        self.add_button = named(ChipButton("+ add seat", context.look, size=TEXT), "addSeat", "Add a seat")
        self.add_button.clicked.connect(self._on_add)
        self._others.addWidget(self.add_button, alignment=Qt.AlignmentFlag.AlignLeft)
        self.hint = named(ProblemLine(context.look), "seatList.hint")
        self._others.addWidget(self.hint)
        self._others.addStretch(1)
        self._first = QVBoxLayout()
        self._all = filled(QVBoxLayout(self), self._first, (self.scroll_area, 1), margins=NO_MARGINS)
        self._added = QTimer(self)  # while it runs, a row has just been added and is to come into sight
        self._added.setSingleShot(True)
        self._added.setInterval(ADDED_MS)
        self.scroll_area.verticalScrollBar().rangeChanged.connect(self._on_range_changed)
        self._fit_rows()
        self._document.changed.connect(self._on_document_changed)
        self._session.changed.connect(self._on_session_changed)
        self._input.focus_changed.connect(self._on_focus_changed)
        self._input.text_requested.connect(self._on_text_requested)

    def _fit_rows(self) -> None:
        """Have as many rows as seats, all of the game that is on."""
        scenario = self._document.scenario
        keep = len(scenario.seats) if scenario.game == self._game else 0
        self._game = scenario.game
        for row in self.rows[keep:]:
            with QSignalBlocker(row.parts.entry), QSignalBlocker(row.parts.name):
                release_focus(row)  # half a text would bring back what was before, at a seat of another table
            (self._others if row.index else self._first).removeWidget(row)
            row.hide()
            row.deleteLater()
        del self.rows[keep:]
        for index in range(len(self.rows), len(scenario.seats)):
            self._add_row(index)
        self._fit_density()
        limit = GAMES[scenario.game].max_seats
        self.add_button.setEnabled(len(scenario.seats) < limit)
        self.add_button.setVisible(len(scenario.seats) < limit)
        self.add_button.setToolTip(f"Up to {limit} seats")
        self.rows_changed.emit()

    def _fits(self, scenario: Scenario) -> bool:
        """Return whether the rows are those of a table."""
        return (self._game, len(self.rows)) == (scenario.game, len(scenario.seats))

    def _add_row(self, index: int) -> None:
        home = self.scroll_area.widget() if index else self
        row = SeatRow(self._context, index, self._odds, home)
        row.set_density(self._density)
        row.removed.connect(self.remove)
        row.problem_found.connect(self.problem_found)
        row.library_requested.connect(self.library_requested)
        if index:
            self._others.insertWidget(index - 1, row)
        else:
            self._first.addWidget(row)
        self.rows.append(row)

    def _fit_density(self) -> None:
        """Give the rows as much height as there is for all of them, down to the least that is wide enough."""
        heights, widths = STYLES[self._game].heights, STYLES[self._game].widths
        room = unscaled(self.height() - self.add_button.sizeHint().height())
        allowed = DENSITIES if len(self.rows) < MANY else DENSITIES[-1:]
        wide = [d for d in allowed if widths[d] <= unscaled(self.width())]
        fitting = (d for d in wide if len(self.rows) * (heights[d] + GAPS[d]) <= room)
        self._density = next(fitting, allowed[-1])
        for layout in (self._all, self._others):
            layout.setSpacing(GAPS[self._density])
        for row in self.rows:
            row.set_density(self._density)
        self._show_hint()

    def _show_hint(self) -> None:
        """Teach below the seats how they are filled: no row moves when that goes with the first card."""
        if self._density == "line" or any(seat.cards.strip() for seat in self._document.scenario.seats):
            self.hint.clear()
        else:
            self.hint.show_hint(STYLES[self._game].hint)

    def minimumSizeHint(self) -> QSize:
        """Return the least size in which the rows fit beside the bar that scrolls them, each in one line; details of
        the first take their room besides.
        """
        style, first = STYLES[self._game], self.rows[0]
        bar = self.scroll_area.verticalScrollBar().sizeHint().width()
        more = max(0, first.minimumSizeHint().height() - px(style.heights[self._density]))
        height = px(style.heights["line"]) + more + GAPS["line"] + self.scroll_area.minimumSizeHint().height()
        return QSize(px(min(style.widths.values())) + bar, height)

    def report(self, problem: Problem | None, seat: int | None) -> None:
        """Show a refusal at ``seat`` and nothing at the others."""
        for row in self.rows:
            row.report(problem if row.index == seat else None)

    @Slot(object, object)
    def _on_document_changed(self, before: Scenario, after: Scenario) -> None:
        if not self._fits(after):
            self._fit_rows()
        for row in self.rows:
            row.render_scenario(before if before.game == after.game else None)
            row.render_result()
        self._show_hint()

    @Slot()
    def _on_session_changed(self) -> None:
        for row in self.rows[: len(self._document.scenario.seats)]:
            row.render_result()

    @Slot()
    def _on_focus_changed(self) -> None:
        slot = self._input.slot
        if slot.area == "seat" and 0 < slot.seat < len(self.rows):
            self.scroll_area.ensureWidgetVisible(self.rows[slot.seat], 0, 4)

    @Slot(int)
    def _on_text_requested(self, seat: int) -> None:
        entry = self.rows[min(seat, len(self.rows) - 1)].parts.entry
        entry.setFocus(Qt.FocusReason.ShortcutFocusReason)
        entry.selectAll()

    @Slot()
    def _on_add(self) -> None:
        scenario = self._document.scenario
        self._added.start()
        wrong = self._document.edit("Add a seat", seats=(*scenario.seats, new_seat(scenario)))
        if wrong:
            self.problem_found.emit(replace(wrong[0], field="seats"))

    @Slot(int, int)
    def _on_range_changed(self, _: int, end: int) -> None:
        """Keep the first row as wide as the others beside their scroll bar, and bring a seat just added into sight."""
        bar = self.scroll_area.verticalScrollBar()
        self._first.setContentsMargins(0, 0, bar.sizeHint().width() if end > 0 else 0, 0)
        if self._added.isActive():
            bar.setValue(end)

    @Slot(int)
    def remove(self, index: int) -> None:
        """Take a seat away."""
        scenario = self._document.scenario
        rest = tuple(seat for i, seat in enumerate(scenario.seats) if i != index)
        after = replace(scenario, seats=rest, kelly=without_seat(scenario.kelly, index))
        after = replace(after, preflop=preflop_without_seat(scenario, index))
        after = replace(after, subranges=actions_without_seat(scenario.subranges, index))
        mark = marks.without_seat(after, self._document.mark, index)
        wrong = self._document.replace(f"Remove {scenario.seats[index].name}", after, mark=mark)
        if wrong:
            self.problem_found.emit(replace(wrong[0], field="seats"))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._fits(self._document.scenario):  # else they will be in a moment
            self._fit_density()
