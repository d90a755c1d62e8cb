"""The scale of a heat map in a chart: a strip of its colours below the plot, with numbers."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from gui.charts.text import SMALL_FONT, draw_text
from gui.look.heat import heat_color
from gui.look.theme import Theme

STRIP_HEIGHT, STEPS, SHARE = 8.0, 31, 0.42
SCALE_HEIGHT = 34.0
"""Room below the plot that the strip takes."""


def draw_scale(painter: QPainter, theme: Theme, plot: QRectF, words: tuple[str, str, str]) -> None:
    """Draw the strip below ``plot``, with ``words`` for its low end, its middle and its high end."""
    width = SHARE * plot.width()
    strip = QRectF(plot.center().x() - width / 2, plot.bottom() + 10, width, STRIP_HEIGHT)
    painter.setPen(Qt.PenStyle.NoPen)
    for i in range(STEPS):
        painter.setBrush(heat_color(theme, 2 * i / (STEPS - 1) - 1))
        painter.drawRect(QRectF(strip.left() + i * width / STEPS, strip.top(), width / STEPS + 0.5, STRIP_HEIGHT))
    painter.setPen(QPen(QColor(theme.outline), 1.0))
    x, y = strip.center().x(), strip.center().y()
    painter.drawLine(QPointF(x, strip.top()), QPointF(x, strip.bottom()))
    places = QPointF(strip.left() - 6, y), QPointF(x, strip.bottom() + 8), QPointF(strip.right() + 6, y)
    sides = Qt.AlignmentFlag.AlignRight, Qt.AlignmentFlag.AlignHCenter, Qt.AlignmentFlag.AlignLeft
    for at, text, align in zip(places, words, sides, strict=True):
        draw_text(painter, at, text, SMALL_FONT, theme.muted, align)
