"""A field for a name, which ends in an ellipsis where there is no room for all of it and nobody is writing."""

from PySide6.QtCore import QEvent, QRect, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLineEdit, QStyle, QStyleOptionFrame

MARGIN = 2
"""Pixels that Qt leaves beside the text of a field."""


class NameField(QLineEdit):
    """Shows the beginning of its text unless it is being edited; its tool tip has all of it."""

    def shown_text(self) -> str:
        """Return as much of the text as there is room for."""
        room = self._contents().width() - 2 * MARGIN
        return self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, room)

    def _contents(self) -> QRect:
        option = QStyleOptionFrame()
        self.initStyleOption(option)
        return self.style().subElementRect(QStyle.SubElement.SE_LineEditContents, option, self)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip:
            self.setToolTip("" if self.shown_text() == self.text() else self.text())
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        shown = self.shown_text()
        if self.hasFocus() or shown == self.text():
            super().paintEvent(event)
            return
        option = QStyleOptionFrame()
        self.initStyleOption(option)
        painter = QPainter(self)
        self.style().drawPrimitive(QStyle.PrimitiveElement.PE_PanelLineEdit, option, painter, self)
        area = self._contents().adjusted(MARGIN, 0, -MARGIN, 0)
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown)
