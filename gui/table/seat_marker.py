"""The sign of a seat: its colour with the line style and the marker that it has in the charts."""

import math

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from gui.look.theme import SEAT_DASHES, SEAT_SYMBOLS, Look, mixed

_TURNS = {"t1": -90.0, "t2": 0.0, "t": 90.0, "t3": 180.0}


def symbol_path(name: str, size: float) -> QPainterPath:
    """Return a marker of :data:`SEAT_SYMBOLS` round the origin, about ``size`` pixels across."""
    path = QPainterPath()
    r = size / 2
    if name == "o":
        path.addEllipse(QPointF(0, 0), r, r)
    elif name == "s":
        path.addRect(QRectF(-0.85 * r, -0.85 * r, 1.7 * r, 1.7 * r))
    elif name == "star":
        path.addPolygon(_ring(5, 1.15 * r, -90, inner=0.5 * r))
    elif name in _TURNS:
        path.addPolygon(_ring(3, 1.15 * r, _TURNS[name]))
    else:
        path.addPolygon(_ring({"d": 4, "p": 5, "h": 6}[name], 1.1 * r, -90))
    path.closeSubpath()
    return path


def _ring(corners: int, radius: float, start: float, inner: float | None = None) -> list[QPointF]:
    count = corners if inner is None else 2 * corners
    points = []
    for i in range(count):
        r = radius if inner is None or i % 2 == 0 else inner
        angle = math.radians(start + 360 * i / count)
        points.append(QPointF(r * math.cos(angle), r * math.sin(angle)))
    return points


class SeatMarker(QWidget):
    """A short sample of the seat's line in the charts."""

    def __init__(self, index: int, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._index, self._look = index, look
        self._dimmed, self._low = False, False
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        look.changed.connect(self.update)

    def set_dimmed(self, dimmed: bool) -> None:
        """Step back, as a folded seat does."""
        if dimmed != self._dimmed:
            self._dimmed = dimmed
            self.update()

    def set_low(self, low: bool) -> None:
        """Take less height."""
        self._low = low
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        return QSize(22, 14 if self._low else 20)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._look.theme
        color: QColor = theme.seat(self._index)
        if self._dimmed:
            color = mixed(color, theme.surface, 0.55)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle = QPointF(self.width() / 2, self.height() / 2)
        pen = QPen(color, 1.5, SEAT_DASHES[self._index % len(SEAT_DASHES)], Qt.PenCapStyle.FlatCap)
        painter.setPen(pen)
        painter.drawLine(QPointF(0, middle.y()), QPointF(self.width(), middle.y()))
        painter.translate(middle)
        painter.setPen(QPen(QColor(theme.surface), 2))
        painter.setBrush(color)
        painter.drawPath(symbol_path(SEAT_SYMBOLS[self._index % len(SEAT_SYMBOLS)], 9))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.drawPath(symbol_path(SEAT_SYMBOLS[self._index % len(SEAT_SYMBOLS)], 9))
