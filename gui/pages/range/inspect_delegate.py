"""Painting of an inspection's cells: combos with their suits, probabilities as bars with a mark for the share alone."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QApplication, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from gui.look.suit_shapes import paint_suit
from gui.look.theme import TEXT, Look, font, mixed
from gui.pages.range.inspect_model import HERE, LINE, NAME, InspectModel

SUIT, GAP, INDENT = 11.0, 2.0, 8.0
BAR = 3.0


class InspectDelegate(QStyledItemDelegate):
    """Draws the cells of an :class:`InspectModel`; bars in ``color``, the longest is the likeliest line."""

    def __init__(self, model: InspectModel, look: Look) -> None:
        super().__init__(model)
        self._model, self._look = model, look
        self.color = QColor(look.theme.accent)
        self._bold = font(TEXT, QFont.Weight.DemiBold)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        lines, line = self._model.lines, index.data(LINE)
        if lines is None or line is None:
            return
        rect = QRectF(option.rect)
        if index.column() == NAME and lines.suits and lines.suits[line] is not None:
            self._paint_ground(painter, option, index)
            self._paint_combo(painter, rect, lines.names[line], lines.suits[line] or (0, 0), bool(lines.here[line]))
            return
        super().paint(painter, option, index)
        if index.column() == HERE:
            most = max(float(lines.here.max()), float(lines.alone.max()))
            self._paint_bar(painter, rect, float(lines.here[line]), float(lines.alone[line]), most)

    def _paint_ground(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint a cell without its text."""
        plain = QStyleOptionViewItem(option)
        self.initStyleOption(plain, index)
        plain.text = ""
        QApplication.style().drawControl(QStyle.ControlElement.CE_ItemViewItem, plain, painter)

    def _paint_bar(self, painter: QPainter, rect: QRectF, here: float, alone: float, most: float) -> None:
        theme = self._look.theme
        if most <= 0:
            return
        room, top = rect.width() - 2 * INDENT, rect.bottom() - BAR - 1
        share = 0.35 if self._model.stale else 0.75
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(mixed(theme.surface, theme.line, 0.6))
        painter.drawRoundedRect(QRectF(rect.left() + INDENT, top, room, BAR), 1, 1)
        painter.setBrush(mixed(theme.surface, self.color, share))
        painter.drawRoundedRect(QRectF(rect.left() + INDENT, top, room * here / most, BAR), 1, 1)
        if alone > 0:
            painter.setPen(QPen(QColor(theme.text), 1.5))
            x = rect.left() + INDENT + room * alone / most
            painter.drawLine(QPointF(x, top - 2), QPointF(x, top + BAR + 1))
        painter.restore()

    def _paint_combo(self, painter: QPainter, rect: QRectF, name: str, suits: tuple[int, int], possible: bool) -> None:
        """Rank and suit of both cards side by side."""
        theme, metrics = self._look.theme, QFontMetricsF(self._bold)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self._bold)
        x, middle = rect.left() + INDENT, rect.center().y()
        for rank, suit in zip((name[0], name[2]), suits, strict=True):
            color = self._look.suit_color(suit, deck=True)
            if not possible or self._model.stale:
                color = mixed(color, theme.surface, 0.55)
            painter.setPen(color)
            painter.drawText(QPointF(x, middle + metrics.capHeight() / 2), rank)
            x += metrics.horizontalAdvance(rank) + GAP / 2
            paint_suit(painter, suit, QRectF(x, middle - SUIT / 2, SUIT, SUIT), color)
            x += SUIT + 2 * GAP
        painter.restore()
