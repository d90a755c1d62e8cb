"""The view of the list of exact lows. Where all seats do not fit beside each other it is scrolled sideways, and the
hands stand in front of the rows so that they stay in sight.
"""

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QWidget

from gui.look.theme import TEXT, font
from gui.pages.lows.lows_model import LowsModel
from gui.parts.row_table import RowTable

ROW_HEIGHT = 24
PADDING = 30
WIDEST_TITLE = 96
SAMPLE_ROWS = 40
"""So many rows tell how wide the numbers are: their digits hardly differ, and there are more than a thousand."""


class LowsView(RowTable):
    """Gives every column the width that its numbers need, and what is left to all alike."""

    def __init__(self, model: LowsModel, parent: QWidget | None = None) -> None:
        super().__init__("outcomes.lowsTable", ROW_HEIGHT, parent)
        self._model = model
        self.setAccessibleName("Exact lows")
        self.setModel(model)
        model.modelReset.connect(self.fit_columns)

    def fit_columns(self) -> None:
        """Fit the columns to the present width."""
        model = self._model
        widths = [self._needed(column) for column in range(model.columnCount())]
        if not widths:
            return
        bar = self.verticalScrollBar()
        room = self.width() - 2 * self.frameWidth() - bar.sizeHint().width()
        wide = sum(widths) > room
        self.keep_names(wide)
        more = 0 if wide else (room - sum(widths)) // len(widths)
        for column, width in enumerate(widths):
            self.setColumnWidth(column, width + more)

    def _needed(self, column: int) -> int:
        model, metrics = self._model, QFontMetrics(font(TEXT, QFont.Weight.DemiBold))
        title = str(model.headerData(column, Qt.Orientation.Horizontal))
        numbers = self.horizontalHeader().fontMetrics().horizontalAdvance(title)
        rows = range(0, model.rowCount(), max(1, model.rowCount() // SAMPLE_ROWS))
        texts = (str(model.index(row, column).data()) for row in rows)
        return PADDING + max(min(numbers, WIDEST_TITLE), *(metrics.horizontalAdvance(text) for text in texts), 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit_columns()
