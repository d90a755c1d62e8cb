"""Chips put in and taken out between hands, on the chart of the bankroll: the line jumps, and a triangle marks it."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from engine.journal.history import Move
from gui.charts.sheet import LABELS, PixelLayer, Sheet
from gui.charts.style import symbol_path
from gui.look.theme import Theme

SIZE = 9.0
IN, OUT = "t1", "t"
"""A triangle that points up, and one that points down."""
Array = NDArray[np.float64]


def with_jumps(line: Array, moves: Mapping[int, Move]) -> tuple[Array, Array]:
    """Return places along the axis and values of a line float64[hands + 1] with its jumps, a point more for each."""
    places, values = [], []
    for i in range(len(line)):
        places.append(float(i))
        values.append(line[i : i + 1])
        if i in moves:
            places.append(float(i))
            values.append(moves[i].applied(line[i : i + 1]))
    return np.array(places), np.concatenate(values)


class MoveMarks(PixelLayer):
    """Draws the triangles at the foot of the chart, each with a line up to the bankroll that it led to."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet, LABELS)
        self._marks: tuple[tuple[int, float, float], ...] = ()

    def set_marks(self, marks: tuple[tuple[int, float, float], ...]) -> None:
        """Show other marks: the hand, the chips, and where the bankroll is then on the axis."""
        self._marks = marks
        self.update()

    def draw(self, painter: QPainter) -> None:
        foot = self.sheet.plot.bottom() - SIZE
        for place, chips, height in self._marks:
            x = self.x(place)
            painter.setPen(QPen(QColor(self.theme.muted), 1.0, Qt.PenStyle.DotLine))
            painter.drawLine(QPointF(x, foot - SIZE / 2), QPointF(x, min(self.y(height), foot - SIZE / 2)))
            draw_move(self.theme, IN if chips > 0.0 else OUT, painter, QPointF(x, foot))


def draw_move(theme: Theme, symbol: str, painter: QPainter, center: QPointF) -> None:
    """Draw a triangle: green for chips put in, the colour of warnings for those taken out."""
    painter.save()
    painter.translate(center)
    painter.scale(SIZE, SIZE)
    pen = QPen(QColor(theme.surface), 1.0)
    pen.setCosmetic(True)
    painter.setPen(pen)
    painter.setBrush(QColor(theme.good if symbol == IN else theme.warn))
    painter.drawPath(symbol_path(symbol))
    painter.restore()
