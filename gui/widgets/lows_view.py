"""The view of the list of exact lows. Where all seats do not fit beside each other it is scrolled sideways, and the
hands stand in front of the rows so that they stay in sight.
"""

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QFont, QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QLabel, QWidget

from gui.theme import TEXT, font
from gui.widgets.lows_model import LowsModel
from gui.widgets.row_table import RowTable

ROW_HEIGHT = 24
PADDING = 30
WIDEST_TITLE = 96
SAMPLE_ROWS = 40
"""So many rows tell how wide the numbers are: their digits hardly differ, and there are more than a thousand."""


class LowsView(RowTable):
    """Gives every column the width that its numbers need, and what is left to all alike."""

    def __init__(self, model: LowsModel, parent: QWidget | None = None) -> None:
        super().__init__("outcomes.lows", ROW_HEIGHT, parent)
        self._model = model
        self.setAccessibleName("Exact lows")
        self.setModel(model)
        hands = self.verticalHeader()
        hands.setProperty("names", True)
        hands.setSectionsClickable(False)
        hands.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self._corner = QLabel(self)
        self._corner.setObjectName("lows.corner")
        self._corner.setProperty("role", "heading")
        self._corner.hide()
        hands.geometriesChanged.connect(self._place_corner)
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
        self.verticalHeader().setVisible(wide)
        self.setColumnHidden(0, wide)
        self._corner.setText(str(model.headerData(0, Qt.Orientation.Horizontal)))
        self._corner.setVisible(wide)
        self._place_corner()
        more = 0 if wide else (room - sum(widths)) // len(widths)
        for column, width in enumerate(widths):
            self.setColumnWidth(column, width + more)

    @Slot()
    def _place_corner(self) -> None:
        """Put the title of the hands where their header and that of the columns meet."""
        hands, titles = self.verticalHeader(), self.horizontalHeader()
        self._corner.setGeometry(hands.x(), titles.y(), hands.width(), titles.height())
        self._corner.raise_()

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
