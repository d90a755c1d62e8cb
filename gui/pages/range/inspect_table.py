"""The table of an inspection: sorted by a click on a column or by the keys 1 to 6, copied by Ctrl+C."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QWidget

from gui.look.theme import TEXT, TEXT_SMALL, Look, font
from gui.pages.range.inspect_delegate import InspectDelegate
from gui.pages.range.inspect_model import ALONE, CHANGE, DETAIL, HERE, NAME, WEIGHT, InspectModel
from gui.parts.row_table import RowTable

ROW_HEIGHT, PADDING, WIDEST_NAME = 26, 24, 220
MEASURED = 300
"""Lines that are looked at to find the width of a column: figures are tabular."""


class InspectTable(RowTable):
    """``copy_requested``: Ctrl+C."""

    copy_requested = Signal()

    def __init__(self, model: InspectModel, look: Look, parent: QWidget | None = None) -> None:
        super().__init__("inspect.table", ROW_HEIGHT, parent)
        self._model = model
        self.setProperty("takesKeys", True)
        self.setModel(model)
        self._delegate = InspectDelegate(model, look)
        self.setItemDelegate(self._delegate)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        header = self.horizontalHeader()
        header.setSectionsClickable(True)
        header.sectionClicked.connect(model.sort_by)

    def set_color(self, color: QColor) -> None:
        """Draw the bars in ``color``."""
        if color != self._delegate.color:
            self._delegate.color = color
            self.viewport().update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_requested.emit()
        elif (
            Qt.Key.Key_1 <= event.key() <= Qt.Key.Key_6 and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        ):
            self._sort_by_key(event.key() - Qt.Key.Key_1)
        else:
            super().keyPressEvent(event)

    def _sort_by_key(self, number: int) -> None:
        """Sort by the column ``number`` of those in sight."""
        columns = [column for column in range(self._model.columnCount()) if not self.isColumnHidden(column)]
        if number < len(columns):
            self._model.sort_by(columns[number])

    def fit_columns(self) -> None:
        """Give each column the width that it needs and the bars what is left; where that is too much, less is shown."""
        lines, view, header = self._model.lines, self._model.view, self.horizontalHeader()
        if lines is None or view is None:
            return
        metrics, titles = (
            QFontMetrics(font(TEXT, QFont.Weight.DemiBold)),
            QFontMetrics(font(TEXT_SMALL, QFont.Weight.Medium)),
        )
        widths = []
        for column in range(self._model.columnCount()):
            title = str(self._model.headerData(column, Qt.Orientation.Horizontal))
            texts = {self._model.text(lines, view, i, column) for i in range(min(len(lines), MEASURED))}
            longest = max((metrics.horizontalAdvance(text) for text in texts), default=0)
            widths.append(PADDING + max(longest, titles.horizontalAdvance(title)))
        widths[NAME] = min(widths[NAME] + 8, WIDEST_NAME)
        hidden = set() if any(lines.details) else {DETAIL}
        for column in (CHANGE, *((WEIGHT,) if (lines.weights == 1).all() else ()), ALONE, DETAIL):
            if sum(width for i, width in enumerate(widths) if i not in hidden) > self.viewport().width():
                hidden.add(column)
        widths[HERE] += max(0, self.viewport().width() - sum(w for i, w in enumerate(widths) if i not in hidden))
        for column, width in enumerate(widths):
            self.setColumnHidden(column, column in hidden)
            header.resizeSection(column, width)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit_columns()
