"""How a seat looks in every chart: colour, line style, marker and hatching; colour is never the only sign."""

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from pyqtgraph.graphicsItems.ScatterPlotItem import Symbols
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from gui.charts.values import Color, Dash
from gui.look.theme import SEAT_DASHES, SEAT_SYMBOLS, Theme, mixed

HATCH_GAP = 5.0
HATCH_WIDTH = 1.3
LEAST_HATCHED = 5.0
OUTLINE, FINEST = 1.2, 0.5
"""Widths of the outline of a hollow bar: of one that is thick enough, and the least."""
MARKER_SIZE, SYMBOL_SIZE = 8.0, 10.0
SWATCH_WIDTH = 26.0
BOX_SIZE = 11.0
DASHES = {"solid": Qt.PenStyle.SolidLine, "dash": Qt.PenStyle.DashLine, "dot": Qt.PenStyle.DotLine}
PART_FILL = {"light": 0.46, "dark": 0.31}
"""The share of a seat's colour in a part of a cell."""

# The lines of each hatching as directions (dx, dy); the first seat is plain, from the sixth on they repeat.
_HATCHINGS: tuple[tuple[tuple[int, int], ...], ...] = (
    (),
    ((1, -1),),
    ((1, 0),),
    ((1, 1),),
    ((1, -1), (1, 1)),
)


def color_of(theme: Theme, color: Color) -> QColor:
    """Return the colour of a seat, or of a name of the theme."""
    return theme.named(color)


def pen_of(theme: Theme, color: Color, width: float, dash: Dash) -> QPen:
    """Return a cosmetic pen, ``width`` in device pixels; ``dash`` seat: the line style of the seat."""
    style = DASHES.get(dash, Qt.PenStyle.SolidLine)
    if dash == "seat" and isinstance(color, int):
        style = SEAT_DASHES[color % len(SEAT_DASHES)]
    pen: QPen = pg.mkPen(color_of(theme, color), width=width, style=style)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    return pen


def part_color(theme: Theme, color: Color) -> QColor:
    """Return the ground of a part of a cell, on which texts are read: that of an action, or a seat's colour, weaker."""
    ground = color_of(theme, color)
    return mixed(theme.raised, ground, PART_FILL[theme.name]) if isinstance(color, int) else ground


def translucent(color: QColor, alpha: float) -> QColor:
    """Return ``color`` with an opacity of 0 to 1."""
    result = QColor(color)
    result.setAlphaF(alpha)
    return result


def symbol_path(symbol: str) -> QPainterPath:
    """Return the outline of one of pyqtgraph's symbols (``o``, ``s``, ``d`` ...), one unit wide."""
    path: QPainterPath = Symbols[symbol]
    return path


def draw_symbol(painter: QPainter, theme: Theme, symbol: str, color: QColor, center: QPointF) -> None:
    """Draw one of pyqtgraph's symbols with an edge that sets it off against lines; a cross would vanish in it."""
    pen: QPen = pg.mkPen(None) if symbol == "x" else pg.mkPen(QColor(theme.surface), width=1.5)
    painter.save()
    painter.translate(center)
    painter.scale(SYMBOL_SIZE, SYMBOL_SIZE)
    painter.setPen(pen)
    painter.setBrush(color)
    painter.drawPath(symbol_path(symbol))
    painter.restore()


def draw_marker(painter: QPainter, theme: Theme, seat: int, center: QPointF) -> None:
    """Draw the marker of a seat."""
    unit = symbol_path(SEAT_SYMBOLS[seat % len(SEAT_SYMBOLS)])
    painter.save()
    painter.translate(center)
    painter.scale(MARKER_SIZE, MARKER_SIZE)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.seat(seat))
    painter.drawPath(unit)
    painter.restore()


def draw_line_swatch(painter: QPainter, theme: Theme, seat: int, center: QPointF) -> None:
    """Draw a short piece of a seat's line with its marker, :data:`SWATCH_WIDTH` wide."""
    pen = QPen(theme.seat(seat), 2.0, SEAT_DASHES[seat % len(SEAT_DASHES)], Qt.PenCapStyle.FlatCap)
    painter.setPen(pen)
    half = SWATCH_WIDTH / 2
    painter.drawLine(QPointF(center.x() - half, center.y()), QPointF(center.x() + half, center.y()))
    draw_marker(painter, theme, seat, center)


def draw_box_swatch(painter: QPainter, theme: Theme, seat: int, center: QPointF) -> None:
    """Draw a small box filled like a seat's bars."""
    half = BOX_SIZE / 2
    draw_bar(painter, theme, seat, QRectF(center.x() - half, center.y() - half, BOX_SIZE, BOX_SIZE))


def draw_bar(painter: QPainter, theme: Theme, seat: int, rect: QRectF) -> None:
    """Fill a bar in a seat's colour and hatching."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.seat(seat))
    painter.drawRect(rect)
    if min(rect.width(), rect.height()) < LEAST_HATCHED and max(rect.width(), rect.height()) > LEAST_HATCHED:
        return
    pen = QPen(QColor(theme.surface), HATCH_WIDTH)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.setPen(pen)
    for dx, dy in _HATCHINGS[seat % len(_HATCHINGS)]:
        painter.drawLines(hatch_lines(rect, dx, dy))


def draw_hollow_bar(painter: QPainter, theme: Theme, seat: int, rect: QRectF) -> None:
    """Draw the outline of a bar in a seat's colour, so fine that a thin bar is hollow, too."""
    width = max(FINEST, min(OUTLINE, rect.width() / 5, rect.height() / 5))
    painter.setBrush(translucent(theme.seat(seat), 0.12))
    painter.setPen(QPen(theme.seat(seat), width))
    inset = min(width / 2, rect.width() / 2, rect.height() / 2)
    painter.drawRect(rect.adjusted(inset, inset, -inset, -inset))


def hatch_lines(rect: QRectF, dx: int, dy: int) -> list[QLineF]:
    """Return the lines of direction (1, dy) that hatch ``rect``, cut off at its edges.

    Cut by hand because the SVG generator of Qt knows no clipping.
    """
    width, height = rect.width(), rect.height()
    lines = []
    if dy == 0:
        y = HATCH_GAP / 2
        while y < height:
            lines.append(QLineF(rect.left(), rect.bottom() - y, rect.right(), rect.bottom() - y))
            y += HATCH_GAP
        return lines
    offset = HATCH_GAP / 2
    while offset < width + height:  # the line u + v = offset, u from the left, v from the bottom (dy > 0) or top
        u0, u1 = max(0.0, offset - height), min(width, offset)
        ends = [QPointF(rect.left() + u, _v(rect, offset - u, dx * dy)) for u in (u0, u1)]
        lines.append(QLineF(*ends))
        offset += HATCH_GAP * 1.4
    return lines


def _v(rect: QRectF, v: float, direction: int) -> float:
    return rect.bottom() - v if direction > 0 else rect.top() + v


def area_between(xs: NDArray[np.float64], low: NDArray[np.float64], high: NDArray[np.float64]) -> QPainterPath:
    """Return the area between two lines, float64[n] each, over the same ``xs``."""
    path: QPainterPath = pg.arrayToQPath(np.concatenate([xs, xs[::-1]]), np.concatenate([high, low[::-1]]))
    path.closeSubpath()
    return path
