"""A grid of square cells as large as the room allows, and what there is to say of it below."""

from PySide6.QtCore import QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from gui.widgets.cell_grid import CellGrid
from gui.widgets.range_info import RangeInfo

LARGEST_CELL = 56
GAP = 6


class SquareFrame(QWidget):
    """Holds ``grid`` of ``count`` x ``count`` cells below a heading of ``head`` pixels, and ``info`` below it."""

    def __init__(
        self, grid: CellGrid, info: RangeInfo, count: int, *, head: int = 0, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._grid, self._info, self._count, self._head = grid, info, count, head
        for part in (grid, info):
            part.setParent(self)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        below = self._info.sizeHint().height() + GAP
        side = min(self.width(), self.height() - self._head - below) // self._count
        side = max(1, min(side, LARGEST_CELL)) * self._count
        self._grid.setGeometry(0, 0, side, side + self._head)
        self._info.setGeometry(0, side + self._head + GAP, self.width(), below - GAP)

    def sizeHint(self) -> QSize:
        return QSize(32 * self._count, 32 * self._count + self._head + self._info.sizeHint().height() + GAP)

    def minimumSizeHint(self) -> QSize:
        return QSize(22 * self._count, 22 * self._count + self._head + self._info.sizeHint().height() + GAP)
