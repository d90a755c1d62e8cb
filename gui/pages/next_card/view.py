"""The view of the table of next cards: the change of the seat that draws is a bar to scale, right or left of now."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QGuiApplication, QKeyEvent, QKeySequence, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from gui.look.theme import TEXT, Look, font
from gui.pages.next_card.model import CARD, FIRST_SEAT, SEEN_ROLE, SHIFT, NextCardModel
from gui.parts.row_table import RowTable
from gui.state.next_cards import Seen

ROW_HEIGHT = 26
PADDING, TIGHT_PADDING = 24, 14
BAR_LEAST = 160
BAR_HEIGHT = 10.0
TEXT_ROOM = 52.0

Index = QModelIndex | QPersistentModelIndex


class ShiftBar(QStyledItemDelegate):
    """Draws the change as a bar from the middle, blue to the right and orange to the left, its number at the end."""

    def __init__(self, look: Look, model: NextCardModel, parent: QWidget) -> None:
        super().__init__(parent)
        self._look, self._model = look, model

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        seen = index.data(SEEN_ROLE)
        text = index.data(Qt.ItemDataRole.DisplayRole) or ""
        rect = QRectF(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle = rect.center().x()
        painter.setPen(QColor(self._look.theme.outline))
        painter.drawLine(QPointF(middle, rect.top()), QPointF(middle, rect.bottom() + 1))
        if isinstance(seen, Seen):
            color = index.data(Qt.ItemDataRole.ForegroundRole)
            room = max(rect.width() / 2 - TEXT_ROOM, 8.0)
            length = room * seen.change / (self._model.reach or 1.0)
            bar = QRectF(middle, rect.center().y() - BAR_HEIGHT / 2, length, BAR_HEIGHT).normalized()
            painter.fillRect(bar, color)
            painter.setPen(color)
            painter.setFont(font(TEXT))
            beside = QRectF(bar.right() + 6, rect.top(), TEXT_ROOM, rect.height())
            align = Qt.AlignmentFlag.AlignLeft
            if seen.change < 0:
                beside.moveRight(bar.left() - 6)
                align = Qt.AlignmentFlag.AlignRight
            painter.drawText(beside, Qt.AlignmentFlag.AlignVCenter | align, text)
        painter.restore()


class NextCardView(RowTable):
    """The table; a click on a header sorts by it, Ctrl+C copies everything as text."""

    def __init__(self, model: NextCardModel, look: Look, parent: QWidget | None = None) -> None:
        super().__init__("nextCard.table", ROW_HEIGHT, parent)
        self._model = model
        self.setAccessibleName("Next cards")
        self.setProperty("dense", True)
        self.setModel(model)
        self.setItemDelegateForColumn(SHIFT, ShiftBar(look, model, self))
        header = self.horizontalHeader()
        header.setSortIndicator(CARD, Qt.SortOrder.AscendingOrder)
        self.setSortingEnabled(True)
        model.modelReset.connect(self.fit_columns)

    def fit_columns(self) -> None:
        """Give the numbers the width that they need and the bar what is left; where it is little, say less, and keep
        the names of the ranks in front of the rows.
        """
        if self._model.columnCount() <= FIRST_SEAT:
            return
        names = self.verticalHeader()
        room = self.viewport().width() + (0 if names.isHidden() else names.width())
        widths = self._widths(room, terse=False)
        if sum(widths) > room:
            widths = self._widths(room, terse=True)
        painted = self.itemDelegateForColumn(CARD) is not None  # cards, which a header cannot show
        self.keep_names(sum(widths) > room and not painted)
        for column, width in enumerate(widths):
            self.horizontalHeader().resizeSection(column, width)
        self.viewport().update()

    def _widths(self, room: int, *, terse: bool) -> list[int]:
        """Return the widths of the columns with all texts or ``terse`` ones; what is left of ``room`` is the bar's."""
        self._model.terse = terse
        padding = TIGHT_PADDING if terse else PADDING
        widths = [self._needed(column, padding) for column in range(self._model.columnCount())]
        widths[SHIFT] = max(BAR_LEAST, room - sum(widths) + widths[SHIFT])
        return widths

    def _needed(self, column: int, padding: int) -> int:
        """Return the width that the texts of a column need."""
        if self.isColumnHidden(column) and column != CARD:
            return 0
        model, metrics = self._model, QFontMetrics(font(TEXT, QFont.Weight.DemiBold))
        texts = (str(model.index(row, column).data()) for row in range(model.rowCount()))
        title = str(model.headerData(column, Qt.Orientation.Horizontal))
        title_width = min(self.horizontalHeader().fontMetrics().horizontalAdvance(title), 96) + 12
        return padding + max(title_width, *(metrics.horizontalAdvance(text) for text in texts), 0)

    def copied(self) -> str:
        """Return the table as text in full, columns apart by tabs."""
        model, terse = self._model, self._model.terse
        model.terse = False
        columns = range(model.columnCount())
        lines = [[str(model.headerData(i, Qt.Orientation.Horizontal)) for i in columns]]
        lines += [[str(model.index(row, i).data() or "") for i in columns] for row in range(model.rowCount())]
        model.terse = terse
        return "\n".join("\t".join(line) for line in lines).replace("\u00a0", " ") + "\n"

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            QGuiApplication.clipboard().setText(self.copied())
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit_columns()
