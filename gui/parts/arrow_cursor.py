"""Mouse pointers that show which way *this and better* goes."""

from typing import Literal

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QCursor, QPainter, QPen, QPixmap, QPolygonF

Direction = Literal["up-left", "left", "up"]
ANGLES: dict[Direction, float] = {"up-left": 45.0, "left": 0.0, "up": 90.0}
SIZE = 24
LEFT_ARROW = ((-9.0, 0.0), (-1.0, -7.0), (-1.0, -2.5), (9.0, -2.5), (9.0, 2.5), (-1.0, 2.5), (-1.0, 7.0))


def arrow_cursor(direction: Direction) -> QCursor:
    """Return an arrow with its hot spot in the middle: black with a white edge, to be seen on any ground."""
    pixmap = QPixmap(SIZE, SIZE)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(SIZE / 2, SIZE / 2)
    painter.rotate(ANGLES[direction])
    painter.setPen(QPen(QColor("white"), 1.5))
    painter.setBrush(QColor("black"))
    painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in LEFT_ARROW]))
    painter.end()
    return QCursor(pixmap, SIZE // 2, SIZE // 2)
