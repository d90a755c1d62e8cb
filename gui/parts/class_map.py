"""The 13x13 map of hands: looked at and picked from, not painted."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from engine.cards import RANKS
from engine.ranges.holdem_matrix import SIZE, class_name
from gui.look.scale import keep_lines, set_text
from gui.look.styling import rich
from gui.look.theme import TEXT_SMALL, Look
from gui.parts.cell_grid import CellGrid
from gui.parts.cells import Cell, Place
from gui.parts.square_frame import SquareFrame

READING_LINES = 4


class ClassMap(QWidget):
    """The map. ``legend`` explains its colours, ``reading`` reads out the hand that is pointed at: both are placed by
    the owner.

    ``picked`` carries the name of a hand that was clicked, or chosen with the space bar.
    """

    picked = Signal(str)

    def __init__(self, name: str, title: str, look: Look, parent: QWidget | None = None, *, hint: str = "") -> None:
        super().__init__(parent)
        self._stroke, self._hint, self._look = -1, hint, look
        self._cells: tuple[Cell, ...] = ()
        self._pointed: Place | None = None
        self.grid = CellGrid(SIZE, SIZE, look)
        self.grid.setObjectName(name)
        self.grid.setAccessibleName(title)
        self.grid.model_.show_heads(tuple(reversed(RANKS)))
        self.legend, self.reading = QLabel(), QLabel()
        for label, part in ((self.legend, "legend"), (self.reading, "reading")):
            label.setObjectName(f"{name}.{part}")
            set_text(label, TEXT_SMALL)
            label.setProperty("role", "muted")
        self.legend.setTextFormat(Qt.TextFormat.RichText)
        self.reading.setWordWrap(True)
        self.legend.setWordWrap(True)
        keep_lines(self.reading, READING_LINES)
        self.reading.setAlignment(Qt.AlignmentFlag.AlignTop)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(SquareFrame(self.grid, (), SIZE))
        self.grid.painted.connect(self._on_painted)
        self.grid.hovered.connect(self._on_hovered)

    def show_cells(self, cells: Sequence[Cell], color: QColor) -> None:
        """Show all cells, row by row; ``color`` fills those that are not heated."""
        self.grid.set_color(color)
        self._cells = tuple(cells)
        self.grid.show_cells(self._cells)
        self._read_out()

    def show_hint(self, hint: str) -> None:
        """Read this out while no hand is pointed at."""
        self._hint = hint
        self._read_out()

    def show_legend(self, entries: Sequence[tuple[QColor | None, str]]) -> None:
        """Explain colours; without a colour there is only the text."""
        parts = [text if c is None else f"<span style='color:{c.name()}'>■</span> {text}" for c, text in entries]
        self.legend.setText(rich("&nbsp;&nbsp; ".join(parts)))

    @Slot(object, float, int)
    def _on_painted(self, places: tuple[Place, ...], _value: float, stroke: int) -> None:
        if stroke != self._stroke and places:
            self._stroke = stroke
            self.picked.emit(class_name(places[0]))

    @Slot(object)
    def _on_hovered(self, place: Place | None) -> None:
        self._pointed = place
        self._read_out()

    def _read_out(self) -> None:
        self.reading.setText(self.grid.model_.speech_at(self._pointed) or self._hint)
