"""Short ways to paint what most widgets consist of: words, filled boxes and rings with round corners."""

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen
from PySide6.QtWidgets import QWidget

CENTER = Qt.AlignmentFlag.AlignCenter
LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


def smooth_painter(widget: QWidget) -> QPainter:
    """Return a painter of ``widget`` that smooths edges."""
    painter = QPainter(widget)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    return painter


def write(
    painter: QPainter,
    area: QRect | QRectF,
    text: str,
    color: str | QColor,
    face: QFont | None = None,
    align: Qt.AlignmentFlag = CENTER,
) -> None:
    """Write ``text`` into ``area``; ``face`` None: with the font that the painter has."""
    if face is not None:
        painter.setFont(face)
    painter.setPen(QColor(color))
    painter.drawText(area, align, text)


def fill_box(painter: QPainter, box: QRectF, color: str | QColor, radius: float) -> None:
    """Fill ``box`` without an outline."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(color))
    painter.drawRoundedRect(box, radius, radius)


def draw_ring(painter: QPainter, box: QRectF, color: str | QColor, width: float, radius: float) -> None:
    """Draw the outline of ``box``."""
    painter.setPen(QPen(QColor(color), width))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(box, radius, radius)
