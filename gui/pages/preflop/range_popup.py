"""A range of an opponent, painted on the matrix in a pop-up beside its text."""

import numpy as np
from PySide6.QtCore import QPoint, QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QColor, QGuiApplication
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSlider, QVBoxLayout, QWidget

from engine.cards import RANKS
from engine.ranges.holdem_matrix import ALL_PLACES, SIZE, Weights, better, class_name, combo_owners, painted
from engine.table.seat_ranges import write_weights
from gui.look.captions import expansion
from gui.look.formatting import percent
from gui.look.guard import Guarded
from gui.look.scale import fix, set_text
from gui.look.theme import TEXT_SMALL, Look, font
from gui.parts.cell_grid import CellGrid
from gui.parts.cells import Cell, Place
from gui.parts.chip_button import ChipButton

CELL = 30
STEPS = 200
"""Half percents of the slider."""


class RangePopup(Guarded, QFrame):
    """``written`` carries the new text and the key that joins the steps of one drag of the slider; ``closed``: it was
    left.
    """

    written = Signal(str, str)
    closed = Signal()

    def __init__(self, name: str, title: str, look: Look, color: QColor, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setObjectName(f"{name}.popup")
        self.setAccessibleName(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._name, self._round = name, 0
        self._weights: Weights | None = None
        self.grid = CellGrid(SIZE, SIZE, look, self, better=better)
        self.grid.setObjectName(f"{name}.matrix")
        self.grid.setAccessibleName(title)
        self.grid.model_.show_heads(tuple(reversed(RANKS)))
        self.grid.set_color(color)
        fix(self.grid, width=SIZE * CELL, height=SIZE * CELL)
        self._slider = QSlider(Qt.Orientation.Horizontal)
        self._slider.setRange(0, STEPS)
        self._slider.setObjectName(f"{name}.top")
        self._slider.setAccessibleName(f"{title}: best share of all hands")
        self._count = QLabel()
        set_text(self._count, TEXT_SMALL)
        self._build(title, look)
        self.grid.painted.connect(self._on_painted)
        self.grid.stroke_ended.connect(self._on_stroke_ended)
        self.grid.weight_keyed.connect(self.grid.set_brush)
        self._slider.sliderPressed.connect(self._on_pressed)
        self._slider.valueChanged.connect(self._on_moved)

    def _build(self, title: str, look: Look) -> None:
        head = QHBoxLayout()
        words = QLabel(title)
        set_text(words, TEXT_SMALL, font().Weight.DemiBold)
        head.addWidget(words, 1)
        for key, text, tip in (
            ("all", "any two", "All hands"),
            ("clear", "clear", "No hand: paint from the beginning"),
        ):
            chip = ChipButton(text, look, self)
            chip.setObjectName(f"{self._name}.{key}")
            chip.setAccessibleName(f"{title}: {text}")
            chip.setToolTip(tip)
            chip.clicked.connect(self._on_all if key == "all" else self._on_clear)
            head.addWidget(chip)
        top = QHBoxLayout()
        label = QLabel("Top")
        label.setProperty("role", "muted")
        label.setBuddy(self._slider)
        top.addWidget(label)
        top.addWidget(self._slider, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 10, 12, 10)
        layout.setSpacing(8)
        layout.addLayout(head)
        layout.addWidget(self.grid)
        layout.addLayout(top)
        layout.addWidget(self._count)

    def show_weights(self, weights: Weights) -> None:
        """Show a range, float64[1326]."""
        self._weights = weights
        self.grid.show_cells(range_cells(weights))
        self._count.setText(" · ".join(expansion(weights, 0)))
        with QSignalBlocker(self._slider):
            self._slider.setValue(round(float(weights.mean()) * STEPS))

    def open_at(self, point: QPoint) -> None:
        """Open with the top left corner at ``point`` of the screen, or as near as there is room."""
        self.adjustSize()
        screen = QGuiApplication.screenAt(point) or QGuiApplication.primaryScreen()
        room, size = screen.availableGeometry(), self.size()
        x = max(room.left(), min(point.x(), room.right() - size.width()))
        y = max(room.top(), min(point.y(), room.bottom() - size.height()))
        self.move(x, y)
        self.show()
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
        """Take all hands off the matrix; the range in force stays until a hand is painted."""
        if self._weights is not None:
            self.show_weights(self._weights * 0)

    @Slot()
    def _on_pressed(self) -> None:
        self._round += 1

    @Slot(int)
    def _on_moved(self, value: int) -> None:
        if value:
            self.written.emit(f"{100 * value / STEPS:g}%", f"{self._name} top {self._round}")

    def closeEvent(self, event: object) -> None:
        super().closeEvent(event)  # type: ignore[arg-type]
        self.closed.emit()


def range_cells(weights: Weights) -> tuple[Cell, ...]:
    """Return the 169 cells of a range, row by row."""
    owners, count = combo_owners(), SIZE * SIZE
    means = np.bincount(owners, weights, count) / np.bincount(owners, minlength=count)
    low, high = np.ones(count), np.zeros(count)
    np.minimum.at(low, owners, weights)
    np.maximum.at(high, owners, weights)
    found = []
    for i, place in enumerate(ALL_PLACES):
        name, weight, mixed = class_name(place), float(means[i]), bool(low[i] < high[i])
        share = percent(weight, exact_digits=0)
        note = f"{100 * weight:.0f}" if 0.0 < weight < 1.0 else ""
        speech = f"{name}: {share if weight else 'not in the range'}"
        found.append(Cell(name, weight, mixed, strong=place[0] == place[1], note=note, speech=speech))
    return tuple(found)
