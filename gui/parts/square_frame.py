"""A grid of square cells as large as the room allows, and what belongs below it."""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from gui.parts.cell_grid import CellGrid

LARGEST_CELL = 56
GAP = 6


class SquareFrame(QWidget):
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
        return sum(GAP + part.sizeHint().height() for part in self._below)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        side = min(self.width(), self.height() - self._head - self._room_below()) // self._count
        side = max(1, min(side, LARGEST_CELL)) * self._count
        self._grid.setGeometry(0, 0, side, side + self._head)
        y = side + self._head
        for part in self._below:
            height = part.sizeHint().height()
            part.setGeometry(0, y + GAP, self.width(), height)
            y += GAP + height
        self.laid_out.emit()

    def sizeHint(self) -> QSize:
        return QSize(32 * self._count, 32 * self._count + self._head + self._room_below())

    def minimumSizeHint(self) -> QSize:
        return QSize(22 * self._count, 22 * self._count + self._head + self._room_below())
