"""Chips side by side, in as many lines as the width asks for."""

from collections.abc import Sequence

from PySide6.QtCore import QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

GAP = 4


class ChipFlow(QWidget):
    """Places its chips itself; hidden ones take no room."""

    def __init__(self, chips: Sequence[QWidget], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._chips = chips
        for chip in chips:
            chip.setParent(self)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def refresh(self) -> None:
        """Place the chips anew: one has been shown, hidden or renamed."""
        self._place(self.width(), move=True)
        self.updateGeometry()

    def _place(self, width: int, *, move: bool) -> int:
        """Return the height at ``width``."""
        x = y = height = 0
        for chip in self._chips:
            if chip.isHidden():
                continue
            size = chip.sizeHint()
            if x and x + size.width() > width:
                x, y = 0, y + height + GAP
            if move:
                chip.setGeometry(x, y, size.width(), size.height())
            x, height = x + size.width() + GAP, size.height()
        return y + height

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._place(width, move=False)

    def sizeHint(self) -> QSize:
        width = max(self.width(), 160)
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        return QSize(80, self.heightForWidth(max(self.width(), 80)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place(self.width(), move=True)
