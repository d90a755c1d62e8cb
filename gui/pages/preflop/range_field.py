"""A labelled range text of an opponent: written, or painted on a matrix in a pop-up; errors stand under it."""

import numpy as np
from PySide6.QtCore import QPoint, QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QColor, QFont
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from engine import Problem, ScenarioError
from engine.cards import RANKS, TextError
from engine.ranges.holdem import parse_range
from engine.ranges.holdem_matrix import ALL_PLACES, SIZE, Weights, better, class_name, class_weights, painted
from engine.ranges.orders import find_order
from engine.table.seat_ranges import write_weights
from gui.look.captions import expansion
from gui.look.formatting import percent
from gui.look.scale import fix
from gui.look.theme import current_theme
from gui.parts.build import bare_grid, filled, label, level_slider, named
from gui.parts.cell_grid import CellGrid, GridPopup
from gui.parts.cells import Cell, Place
from gui.parts.chip_button import chip_button
from gui.parts.number_field import small
from gui.parts.text_entry import EntryField
from gui.state.document import Document

TITLE_WIDTH = 168
CELL = 30
STEPS, PAGE = 200, 10
"""Half percents of the slider, and those of a page."""


class RangeField(EntryField):
    """``edited`` carries a text that can be read, empty where nothing is written and nothing has to be, and the key
    that joins the edits of one typing."""

    edited = Signal(str, str)

    def __init__(
        self, name: str, title: str, document: Document, parent: QWidget | None = None, *, default: str = ""
    ) -> None:
        """``default``: what an empty field stands for; without one there has to be a text."""
        super().__init__(name, "", parent, chip="paint")
        self._document, self._title, self._default = document, title, default
        self._text = ""
        self._color = QColor(current_theme().accent)
        self._popup: RangePopup | None = None
        self.entry.setPlaceholderText(default)
        self._label = small(title)
        fix(self._label, width=TITLE_WIDTH)
        self._label.setBuddy(self.entry)
        layout = bare_grid(self, 8, 2)
        layout.addWidget(self._label, 0, 0)
        layout.addWidget(self.entry, 0, 1)
        layout.addWidget(self.problem_line, 1, 1)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        assert self.entry.chip is not None
        self.entry.chip.setObjectName(f"{name}.paint")
        self.entry.chip.clicked.connect(self.open_popup)

    def show_text(self, text: object, owner: str, color: QColor, *, locked: str = "") -> None:
        """Show the current text of ``owner``; ``locked``: why it cannot be changed, empty where it can.

        What a file holds in place of a text is shown as it is.
        """
        self._text = text if isinstance(text, str) else str(text)
        self._color = color
        self.entry.setAccessibleName(f"{owner} {self._title}")
        assert self.entry.chip is not None
        self.entry.chip.setAccessibleName(f"Paint: {owner} {self._title}")
        if not (self.entry.pending and self.entry.problem is not None):
            self.entry.show_text(self._text)
        self.entry.setEnabled(not locked)
        self.entry.setToolTip(locked)
        self.entry.show_chip(not locked, "paint", "Paint these hands")
        if self._popup is not None:
            self._popup.show_weights(self._weights())

    def report(self, problem: Problem | None) -> None:
        """Show a problem that the current text has, also that there is none yet."""
        self.show_standing(problem)

    def _read(self, text: str) -> Weights:
        """Return the weights of a text.

        Raises:
            TextError: it cannot be read.
        """
        scenario = self._document.scenario
        try:
            order = find_order(scenario.order, self._document.orders)
        except ScenarioError:
            order = find_order(None)
        return parse_range(text, scenario.dialect, order).weights

    def _weights(self) -> Weights:
        try:
            return self._read(self._text or self._default)
        except TextError:
            return np.zeros(1326)

    @Slot(str, str)
    def _on_edited(self, text: str, merge: str) -> None:
        if text.strip() or not self._default:
            try:
                self._read(text)
            except TextError as error:
                self.entry.refuse(Problem(self.entry.objectName(), error.message, error.position))
                return
        self._text = text if text.strip() else ""
        self.entry.show_text(text)
        self.edited.emit(self._text, merge)

    @Slot()
    def open_popup(self) -> None:
        """Open the matrix below the field."""
        popup = RangePopup(self.entry.objectName(), self.entry.accessibleName(), self._color, self)
        popup.written.connect(self._on_written)
        popup.closed.connect(self._on_closed)
        self._popup = popup
        popup.show_weights(self._weights())
        popup.open_at(self.entry.mapToGlobal(QPoint(0, self.entry.height() + 2)))

    @Slot(str, str)
    def _on_written(self, text: str, merge: str) -> None:
        self._text = text
        self.entry.show_text(text)
        self.edited.emit(text, merge)

    @Slot()
    def _on_closed(self) -> None:
        self._popup = None


class RangePopup(GridPopup):
    """``written`` carries the new text and the key that joins the steps of one drag of the slider."""

    written = Signal(str, str)

    def __init__(self, name: str, title: str, color: QColor, parent: QWidget | None = None) -> None:
        super().__init__(f"{name}.popup", title, parent)
        self._name, self._round = name, 0
        self._weights: Weights | None = None
        self.grid = named(CellGrid(SIZE, SIZE, self, better=better), f"{name}.matrix", title)
        self.grid.model_.show_heads(tuple(reversed(RANKS)))
        self.grid.set_color(color)
        fix(self.grid, width=SIZE * CELL, height=SIZE * CELL)
        best = f"{title}: best share of all hands"
        self._slider = level_slider(f"{name}.top", best, 0, STEPS, PAGE)
        self._count = label(role="", weight=QFont.Weight.Normal)
        nothing = "No hand: paint from the beginning"
        chips = (
            chip_button("any two", f"{name}.all", self._on_all, f"{title}: any two", "All hands"),
            chip_button("clear", f"{name}.clear", self._on_clear, f"{title}: clear", nothing),
        )
        words, top = label(title, role="", weight=QFont.Weight.DemiBold), label("Top")
        top.setBuddy(self._slider)
        head = filled(QHBoxLayout(), (words, 1), *chips)
        parts = head, self.grid, filled(QHBoxLayout(), top, (self._slider, 1)), self._count
        filled(QVBoxLayout(self), *parts, spacing=8, margins=(12, 10, 12, 10))
        self.grid.painted.connect(self._on_painted)
        self.grid.stroke_ended.connect(self._on_stroke_ended)
        self.grid.weight_keyed.connect(self.grid.set_brush)
        self._slider.sliderPressed.connect(self._on_pressed)
        self._slider.valueChanged.connect(self._on_moved)

    def show_weights(self, weights: Weights) -> None:
        """Show a range, float64[1326]."""
        self._weights = weights
        self.grid.show_cells(range_cells(weights))
        self._count.setText(" · ".join(expansion(weights, 0)))
        with QSignalBlocker(self._slider):
            self._slider.setValue(round(float(weights.mean()) * STEPS))

    def open_at(self, point: QPoint) -> None:
        """Open as near to ``point`` as the screen allows, with the keyboard on the matrix."""
        super().open_at(point)
        self.grid.setFocus(Qt.FocusReason.PopupFocusReason)

    def _write(self, weights: Weights, merge: str) -> None:
        self.show_weights(weights)
        text = write_weights(weights)
        if text:
            self.written.emit(text, merge)

    @Slot(object, float, int)
    def _on_painted(self, places: tuple[Place, ...], value: float, _stroke: int) -> None:
        if self._weights is not None:
            self.show_weights(painted(self._weights, places, value))

    @Slot()
    def _on_stroke_ended(self) -> None:
        if self._weights is not None:
            self._round += 1
            self._write(self._weights, f"{self._name} stroke {self._round}")

    @Slot()
    def _on_all(self) -> None:
        if self._weights is not None:
            self._round += 1
            self._write(self._weights * 0 + 1, f"{self._name} all {self._round}")

    @Slot()
    def _on_clear(self) -> None:
        """Take all hands off the matrix; the current range stays until a hand is painted."""
        if self._weights is not None:
            self.show_weights(self._weights * 0)

    @Slot()
    def _on_pressed(self) -> None:
        self._round += 1

    @Slot(int)
    def _on_moved(self, value: int) -> None:
        if value:
            self.written.emit(f"{100 * value / STEPS:g}%", f"{self._name} top {self._round}")


def range_cells(weights: Weights) -> tuple[Cell, ...]:
    """Return the 169 cells of a range, row by row."""
    means, mixed = class_weights(weights)
    cells = []
    for i, place in enumerate(ALL_PLACES):
        name, weight = class_name(place), float(means[i])
        note = f"{100 * weight:.0f}" if 0.0 < weight < 1.0 else ""
        speech = f"{name}: {percent(weight, exact_digits=0) if weight else 'not in the range'}"
        cells.append(Cell(name, weight, bool(mixed[i]), strong=place[0] == place[1], note=note, speech=speech))
    return tuple(cells)
