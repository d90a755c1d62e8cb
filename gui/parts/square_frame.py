"""A grid of square cells as large as the room allows, and what belongs below it."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from gui.look.guard import Guarded
from gui.look.scale import px
from gui.parts.cell_grid import CellGrid

LEAST_CELL, LARGEST_CELL = 17, 56
GAP = 6


class SquareFrame(Guarded, QWidget):
    """Holds ``grid`` of ``count`` x ``count`` cells below a heading of ``head`` pixels, and ``below`` it whatever there
    is to say, each of its widgets as high as it wants to be. ``laid_out``: the grid has the size that fits.
    """

    laid_out = Signal()

    def __init__(
        self, grid: CellGrid, below: Sequence[QWidget], count: int, *, head: int = 0, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._grid, self._below, self._count, self._head = grid, tuple(below), count, head
        for part in (grid, *below):
            part.setParent(self)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def _room_below(self) -> int:
        return sum(px(GAP) + part.sizeHint().height() for part in self._below)

    def _hint(self, cell: int) -> QSize:
        """Return the size with cells of so many pixels."""
        side = px(cell * self._count)
        return QSize(side, side + px(self._head) + self._room_below())

    def _fit(self) -> None:
        side = min(self.width(), self.height() - px(self._head) - self._room_below()) // self._count
        side = max(1, min(side, px(LARGEST_CELL))) * self._count
        self._grid.setGeometry(0, 0, side, side + px(self._head))
        y = side + px(self._head)
        for part in self._below:
            height = part.sizeHint().height()
            part.setGeometry(0, y + px(GAP), self.width(), height)
            y += px(GAP) + height
        self.laid_out.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def event(self, event: QEvent) -> bool:
        """Make room for what has become higher or lower below the grid."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit()
            self.updateGeometry()
        return super().event(event)

    def sizeHint(self) -> QSize:
        return self._hint(32)

    def minimumSizeHint(self) -> QSize:
        return self._hint(LEAST_CELL)
