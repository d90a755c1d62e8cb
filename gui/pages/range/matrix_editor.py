"""The frame of the editors of hold'em hands: the matrix of 169 classes, and the combos of a cell in a pop-up."""

from PySide6.QtCore import Slot
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget

from engine.cards import RANKS
from engine.ranges.holdem_matrix import SETS, SIZE, better
from gui.look.theme import Look
from gui.pages.range.range_editor import RangeEditor, W
from gui.pages.range.seat_edits import SeatEdits
from gui.pages.range.suit_popup import SuitPopup
from gui.parts.build import named
from gui.parts.cell_grid import CellGrid
from gui.parts.cells import Place


class MatrixEditor(RangeEditor[W]):
    """Subclasses say how single combos are painted, and in which colour; ``popup`` is open while it is not None."""

    def __init__(self, edits: SeatEdits, look: Look, prefix: str, teaching: str, parent: QWidget) -> None:
        """``prefix`` starts the object names; ``teaching``: how to paint."""
        grid = named(CellGrid(SIZE, SIZE, look, better=better), f"{prefix}.matrix")
        grid.model_.show_heads(tuple(reversed(RANKS)))
        super().__init__(edits, look, grid, SETS, prefix, teaching, parent)
        self.popup: SuitPopup | None = None
        grid.asked.connect(self.open_suits)

    def _color(self) -> QColor:
        """Return the colour of what is painted."""
        raise NotImplementedError

    def _painted_combos(self, weights: W, combos: tuple[int, ...], value: float) -> W:
        """Return ``weights`` with the ``combos`` at ``value``."""
        raise NotImplementedError

    @Slot(object)
    def open_suits(self, place: Place) -> None:
        """Show the combos of a cell in a pop-up."""
        popup = SuitPopup(place, self._look, self._color(), self)
        popup.painted.connect(self._on_combos_painted)
        popup.stroke_ended.connect(self._on_stroke_ended)
        popup.weight_keyed.connect(self.tools.brush.set_weight)
        popup.closed.connect(self._on_popup_closed)
        popup.menu_requested.connect(self._on_more)
        self.popup = popup
        self.render_range()
        popup.open_at(self.grid.rect_of(place))

    @Slot(object, float, int)
    def _on_combos_painted(self, combos: tuple[int, ...], value: float, stroke: int) -> None:
        self._paint(self.popup, stroke, lambda weights: self._painted_combos(weights, combos, value))

    @Slot()
    def _on_more(self) -> None:
        """Open the menu of the seat in place of the combos."""
        if self.popup is not None:
            point = self.popup.pos()
            self.popup.close()
            self.menu_requested.emit(point)

    @Slot()
    def _on_popup_closed(self) -> None:
        self.popup = None
        self._on_stroke_ended()
