"""The list of what a seat really holds: combos or hands, razz down cards or whole hands, with a search and totals."""

import numpy as np
from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QGuiApplication, QHideEvent, QShowEvent
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QLabel, QLineEdit, QStackedLayout, QVBoxLayout, QWidget

from engine import HoldemInspection
from engine.cards import TextError
from engine.ranges.orders import Order, find_order
from engine.ranges.razz_text import RazzText, format_razz, parse_razz
from engine.table.seat_ranges import known_mask
from gui.charts.figure import Table
from gui.export.file_actions import FileActions
from gui.export.formats import table_csv
from gui.look.formatting import count, percent
from gui.look.theme import TEXT, Look, font
from gui.pages.range.inspect_model import InspectModel
from gui.pages.range.inspect_table import InspectTable
from gui.pages.range.inspection import (
    COMBOS,
    HANDS,
    Lines,
    View,
    class_lines,
    combo_lines,
    razz_lines,
    table_of,
    views_of,
)
from gui.pages.range.inspection_filter import combo_mask, row_mask
from gui.pages.range.inspection_model import Inspected, InspectionModel
from gui.pages.range.seat_edits import SeatEdits
from gui.parts.chip_button import ChipButton
from gui.state.settings import Settings

SEARCH = {"holdem": "search: AK, Ah, TT+, suited", "razz": "search: A, 7-7-, pairs"}
COMPUTING = "Working out what the other seats leave …"
CANNOT_SEARCH = "this search is no hand, card or range"


class InspectView(QWidget):
    """Follows the seat that is shown, while it is in sight.

    ``message`` carries a line for the status bar and whether it is an error.
    """

    message = Signal(str, bool)

    def __init__(
        self,
        edits: SeatEdits,
        inspection: InspectionModel,
        look: Look,
        settings: Settings,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._edits, self.inspection, self._look = edits, inspection, look
        self._lines_of: tuple[object, ...] = ()
        """What the lines on show were made of, so that they are not made again."""
        self._chosen = {"holdem": HANDS.key, "razz": ""}
        self.setObjectName("inspect")
        self.setAccessibleName("What the seat really holds")
        self.model = InspectModel(look)
        self.model.setParent(self)
        self.table = InspectTable(self.model, look, self)
        self._search = QLineEdit(self)
        self._search.setObjectName("inspect.search")
        self._search.setAccessibleName("Search the hands of the range")
        self._search.setClearButtonEnabled(True)
        self._files = FileActions("inspect.export", settings, self)
        self._files.add("csv", "What the seat holds as CSV", self._stem, lambda: table_csv(self.rows()))
        self._copy = self._button("copy", "copy", "Copy what is on show, or the lines that are selected, as a table")
        self._csv = self._button("csv", "CSV …", "Save what is on show as CSV, with all digits")
        self._chips: dict[str, ChipButton] = {}
        self._group = QButtonGroup(self)
        self._totals, self._empty = QLabel(self), QLabel(self)
        self._totals.setObjectName("inspect.totals")
        self._totals.setFont(font(TEXT))
        self._totals.setTextFormat(Qt.TextFormat.RichText)
        self._totals.setWordWrap(True)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._empty.setWordWrap(True)
        self._empty.setProperty("role", "muted")
        self._lay_out()
        self._connect()

    def _button(self, name: str, text: str, title: str) -> ChipButton:
        chip = ChipButton(text, self._look, self)
        chip.setObjectName(f"inspect.{name}")
        chip.setAccessibleName(title)
        chip.setToolTip(title)
        return chip

    def _stem(self) -> str:
        return f"{self._edits.shown.name} holds".replace("/", " ")

    def _lay_out(self) -> None:
        self._top = QHBoxLayout()
        self._top.setSpacing(4)
        self._top.addWidget(self._search, 1)
        bottom = QHBoxLayout()
        bottom.setSpacing(4)
        bottom.addWidget(self._totals, 1)
        bottom.addWidget(self._copy)
        bottom.addWidget(self._csv)
        self._stack = QStackedLayout()
        self._stack.addWidget(self.table)
        self._stack.addWidget(self._empty)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addLayout(self._top)
        layout.addLayout(self._stack, 1)
        layout.addLayout(bottom)

    def _connect(self) -> None:
        self.inspection.changed.connect(self._render)
        self._search.textChanged.connect(self._render)
        self._copy.clicked.connect(self.copy)
        self._csv.clicked.connect(self._files.actions[0].trigger)
        self._files.message.connect(self.message)
        self.table.copy_requested.connect(self.copy)
        self._look.changed.connect(self._on_look_changed)

    def render_seat(self) -> None:
        """Show the seat that is shown on the page."""
        if self.isVisible():
            self.inspection.watch(self._edits.seat)
        self._render()

    @Slot()
    def _render(self) -> None:
        inspected, game = self.inspection.inspected, self._edits.document.scenario.game
        self._search.setPlaceholderText(SEARCH[game])
        self.table.set_color(self._look.theme.seat(self._edits.seat))
        self.table.setAccessibleName(f"What {self._edits.shown.name} holds")
        if inspected is None:
            self._lines_of = ()
            self.model.show_lines(None, None, stale=False)
            self._empty.setText(self.inspection.failure or COMPUTING)
            self._stack.setCurrentWidget(self._empty)
            self._totals.clear()
            self._enable(False)
            return
        view = self._show_views(inspected)
        made_of = (inspected, view, self._search.text(), self._look.theme.name)
        if made_of != self._lines_of:
            self._lines_of = made_of
            lines = lines_of(inspected, view, self._search.text(), self._edits.document.orders)
            self.model.show_lines(lines, view, stale=self.inspection.stale)
            self._empty.setText("" if lines is not None else CANNOT_SEARCH)
            self.table.fit_columns()
        self.model.show_stale(self.inspection.stale)
        self._stack.setCurrentWidget(self.table if self.model.lines is not None else self._empty)
        self._enable(bool(self.model.order))
        self._totals.setText(totals_text(self.model.lines, view))

    def _enable(self, on: bool) -> None:
        for chip in (self._copy, self._csv):
            chip.setEnabled(on)

    def _show_views(self, inspected: Inspected) -> View:
        """Have a chip for each view of the range, and return the one that is chosen."""
        views, game = views_of(inspected.found), inspected.scenario.game
        view = next((view for view in views if view.key == self._chosen[game]), views[0])
        if list(self._chips) != [view.key for view in views]:
            for chip in self._chips.values():
                self._group.removeButton(chip)
                self._top.removeWidget(chip)
                chip.deleteLater()
            self._chips = {view.key: self._chip(view) for view in views if len(views) > 1}
            for i, chip in enumerate(self._chips.values()):
                self._top.insertWidget(1 + i, chip)
        for key, chip in self._chips.items():
            with QSignalBlocker(chip):
                chip.setChecked(key == view.key)
        return view

    def _chip(self, view: View) -> ChipButton:
        chip = ChipButton(view.title, self._look, self)
        chip.setCheckable(True)
        chip.setObjectName(f"inspect.{view.key}")
        chip.setAccessibleName(f"List {view.title}")
        chip.setProperty("view", view.key)
        chip.clicked.connect(self._on_view)
        self._group.addButton(chip)
        return chip

    @Slot()
    def _on_view(self) -> None:
        self._chosen[self._edits.document.scenario.game] = self.sender().property("view")
        self._render()

    def rows(self) -> Table:
        """Return what is on show, as header and rows with all digits."""
        lines, view = self.model.lines, self.model.view
        return table_of(lines, view, self.model.order) if lines is not None and view is not None else ((), [])

    @Slot()
    def copy(self) -> None:
        """Copy the lines that are selected, or all on show, as they are read."""
        lines, view = self.model.lines, self.model.view
        if lines is None or view is None:
            return
        picked = sorted({index.row() for index in self.table.selectionModel().selectedRows()})
        order = [self.model.order[row] for row in picked] or self.model.order
        columns = range(self.model.columnCount())
        header = [str(self.model.headerData(c, Qt.Orientation.Horizontal)) for c in columns]
        found = [header, *([self.model.text(lines, view, line, c) for c in columns] for line in order)]
        text = "\n".join("\t".join(cells) for cells in found).replace("\u00a0", " ")
        QGuiApplication.clipboard().setText(text + "\n")

    @Slot()
    def _on_look_changed(self) -> None:
        self.model.refresh()
        self._render()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.render_seat()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.inspection.watch(None)


def lines_of(inspected: Inspected, view: View, search: str, orders: tuple[Order, ...]) -> Lines | None:
    """Return the lines of a view that fit a search, None where the search cannot be read."""
    found, scenario = inspected.found, inspected.scenario
    if isinstance(found, HoldemInspection):
        kept = combo_mask(search, scenario.dialect, find_order(scenario.order, orders))
        if kept is None:
            return None
        make = combo_lines if view is COMBOS else class_lines
        return make(found, known_mask(scenario, inspected.seat), kept)
    rows = row_mask(search, found.columns)
    return None if rows is None else razz_lines(found, view, _items(scenario.seats[inspected.seat].cards), rows)


def _items(text: str) -> tuple[str, ...]:
    """Return the texts of the items of a razz hand."""
    try:
        hand = parse_razz(text)
    except TextError:
        return ()
    return tuple(format_razz(RazzText((item,))) for item in hand.items)


def totals_text(lines: Lines | None, view: View) -> str:
    """Return what the lines on show add up to."""
    if lines is None:
        return ""
    alone, here, stderr = float(lines.alone.sum()), float(lines.here.sum()), float(np.sum(lines.stderr))
    number = f"{count(len(lines))} line{'' if len(lines) == 1 else 's'}"
    left = float(lines.counts[lines.alone > 0].sum())
    ways = f"{count(left)} {'combo' if view in (HANDS, COMBOS) else 'way'}{'' if left == 1 else 's'} left"
    if abs(alone - 1) < 1e-9 and abs(here - 1) < 1e-9:
        return f"<b>{number}</b> · {ways}"
    return f"<b>{number}</b> · {ways} · alone {percent(alone)}, here <b>{percent(here, stderr)}</b>"
