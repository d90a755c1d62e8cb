"""The page that a chart is drawn on: title, legend, plot and notes, alike on screen and on paper."""

import math
from collections.abc import Callable
from itertools import pairwise

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QGraphicsSceneResizeEvent, QStyleOptionGraphicsItem, QWidget

from gui.charts.legend import Legend
from gui.charts.text import SMALL_FONT, SMALLEST_TEXT, Spec, TextBlock, draw_text, set_family, text_width, widest
from gui.charts.ticks import Ticks
from gui.look.guard import Guarded
from gui.look.theme import CORNER, Theme

PADDING = 12.0
GAP = 8.0
TICK_SPACE = 6.0
MOST_TITLE, MOST_NOTES = 0.3, 0.2
"""Largest shares of the height that the lines above and below the plot take."""
TICK_LINE = 1.15
"""Least distance of ticks above one another, in sizes of their text."""
TICK_BETWEEN = 4.0
BEHIND, PLOT, BARS, LABELS, FRONT = -200.0, -100.0, -50.0, 20.0, 50.0
"""Heights in the stack."""


def _no_axis(height: float) -> float:
    """Return nothing: there is no axis yet."""
    return 0.0


class Sheet(Guarded, pg.GraphicsWidget):  # type: ignore[misc]
    """Holds the parts; ``left``, ``right``, ``top``, ``bottom`` are pixels kept free round the plot for labels."""

    arranged = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.left, self.right, self.top, self.bottom = 48.0, 12.0, 0.0, 36.0
        self.title_reserve = 0.0
        self.around = 0.0
        """Height of all that stands above and below the plot."""
        self.axis_width: Callable[[float], float] = _no_axis
        """Returns the pixels that the names left of a plot of some height need."""
        self.focused = False
        self.title = TextBlock(self)
        self.notes = TextBlock(self)
        self.message = TextBlock(self)
        self.legend = Legend(self)
        self.view_box: pg.ViewBox = self._build_plot()

    def _build_plot(self) -> pg.ViewBox:
        """Return the box of the plot, a child of the sheet."""
        box = pg.ViewBox(parent=self, enableMenu=False, defaultPadding=0.0)
        box.setBorder(None)
        return box

    @property
    def plot(self) -> QRectF:
        """The rectangle of the plot in the sheet's pixels."""
        geometry: QRectF = self.view_box.geometry()
        return geometry

    @property
    def ranges(self) -> tuple[tuple[float, float], tuple[float, float]]:
        (x0, x1), (y0, y1) = self.view_box.viewRange()
        return (x0, x1), (y0, y1)

    def arrange(self) -> None:
        """Place the parts in the present size."""
        size: QSizeF = self.size()
        width = max(size.width() - 2 * PADDING, 1.0)
        y = PADDING
        y += self._put(self.title, y, width - self.title_reserve, MOST_TITLE * size.height())
        y += self._put(self.legend, y + GAP / 2, width) + GAP / 2 + self.top
        notes = self.notes.fit(width, MOST_NOTES * size.height())
        foot = size.height() - PADDING - notes
        self.notes.setGeometry(QRectF(PADDING, foot, width, max(notes, 1.0)))
        bottom = foot - self.bottom - (GAP if notes else 0.0)
        right = size.width() - PADDING - self.right
        height = bottom - y - GAP
        self._place_plot(QRectF(PADDING, y + GAP, max(right - PADDING, 1.0), max(height, 1.0)))
        self.around = size.height() - height + self.below_plot
        height = self.message.fit(width * 0.8)
        top = y + (size.height() - y - height) / 2
        self.message.setGeometry(QRectF(PADDING + width * 0.1, top, width * 0.8, max(height, 1.0)))
        self.arranged.emit()

    @property
    def below_plot(self) -> float:
        """The height that the plot's own axis takes of its room."""
        return 0.0

    def _place_plot(self, room: QRectF) -> None:
        """Place the plot in ``room``, right of the names of its y axis."""
        left = min(max(self.left, self.axis_width(room.height())), room.width() - 1.0)
        self.view_box.setGeometry(room.adjusted(left, 0.0, 0.0, 0.0))

    def _put(self, part: TextBlock | Legend, y: float, width: float, most: float = math.inf) -> float:
        height = part.fit(width, most)
        part.setGeometry(QRectF(PADDING, y, width, max(height, 1.0)))
        return height

    def set_focused(self, *, focused: bool) -> None:
        """Draw the ring of the keyboard focus, or none."""
        if focused != self.focused:
            self.focused = focused
            self.update()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        if self.focused:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(QColor(self.theme.accent), 1.0))
            painter.drawRoundedRect(self.rect().adjusted(1.5, 1.5, -1.5, -1.5), CORNER, CORNER)

    def resizeEvent(self, event: QGraphicsSceneResizeEvent) -> None:
        super().resizeEvent(event)
        self.arrange()


class PixelLayer(Guarded, pg.GraphicsWidget):  # type: ignore[misc]
    """Something drawn over the whole sheet in pixels, placed by the ranges of the view box."""

    def __init__(self, sheet: Sheet, z: float) -> None:
        super().__init__(parent=sheet)
        self.sheet = sheet
        self.setZValue(z)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        sheet.view_box.sigRangeChanged.connect(self._on_moved)
        sheet.arranged.connect(self._on_arranged)

    @property
    def theme(self) -> Theme:
        return self.sheet.theme

    def x(self, value: float) -> float:
        """Return the pixel of a value of the x axis."""
        (low, high), _ = self.sheet.ranges
        plot = self.sheet.plot
        return plot.left() + (value - low) / (high - low) * plot.width()

    def y(self, value: float) -> float:
        """Return the pixel of a value of the y axis."""
        _, (low, high) = self.sheet.ranges
        plot, share = self.sheet.plot, (value - low) / (high - low)
        if self.sheet.view_box.yInverted():
            return plot.top() + share * plot.height()
        return plot.bottom() - share * plot.height()

    def points(self, xs: NDArray[np.float64], ys: NDArray[np.float64]) -> list[QPointF]:
        """Return the pixels of values of both axes, float64[n] each: of a long line at once."""
        (x0, x1), (y0, y1) = self.sheet.ranges
        plot = self.sheet.plot
        across = plot.left() + (xs - x0) / (x1 - x0) * plot.width()
        down = plot.bottom() - (ys - y0) / (y1 - y0) * plot.height()
        return list(map(QPointF, across.tolist(), down.tolist()))

    def draw(self, painter: QPainter) -> None:
        """Draw the layer with smooth edges."""
        raise NotImplementedError

    def _on_moved(self, *_: object) -> None:
        self.update()

    def _on_arranged(self) -> None:
        self.setGeometry(QRectF(QPointF(0, 0), self.sheet.size()))
        self.update()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        set_family(painter, self.theme)
        self.draw(painter)


class Axes(PixelLayer):
    """Thin axes, a light grid, ticks and the name of the x axis."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet, BEHIND)
        self.x_ticks: Ticks | None = None
        self.y_ticks: Ticks | None = None
        self.x_grid = self.y_grid = True
        self.x_name = ""
        sheet.axis_width = self._width_of_names

    def _width_of_names(self, height: float) -> float:
        """Return the pixels that the ticks of the y axis need."""
        if self.y_ticks is None or not self.isVisible():
            return 0.0
        _, (low, high) = self.sheet.ranges
        texts = [tick.text for tick in self.y_ticks(low, high, height) if tick.text]
        return widest(texts, SMALL_FONT, self.theme) + TICK_SPACE if texts else 0.0

    def draw(self, painter: QPainter) -> None:
        plot = self.sheet.plot
        (x0, x1), (y0, y1) = self.sheet.ranges
        if self.y_ticks is not None:
            self._draw_y(painter, plot, [(self.y(t.value), t.text) for t in self.y_ticks(y0, y1, plot.height())])
        if self.x_ticks is not None:
            self._draw_x(painter, plot, [(self.x(t.value), t.text) for t in self.x_ticks(x0, x1, plot.width())])
        painter.setPen(QPen(QColor(self.theme.muted), 1.0))
        edge = QPointF(plot.left(), plot.bottom())
        if self.x_grid or not self.y_grid:
            painter.drawLine(edge, plot.topLeft())
        if self.y_grid or not self.x_grid:
            painter.drawLine(edge, plot.bottomRight())
        if self.x_name:
            at = QPointF(plot.right(), plot.bottom() + 2 * TICK_SPACE + 18)
            draw_text(painter, at, self.x_name, SMALL_FONT, self.theme.muted, Qt.AlignmentFlag.AlignRight)

    def _grid_pen(self, *, fine: bool) -> QPen:
        color = QColor(self.theme.line)
        color.setAlphaF(0.45 if fine else 1.0)
        return QPen(color, 1.0)

    def _draw_y(self, painter: QPainter, plot: QRectF, ticks: list[tuple[float, str]]) -> None:
        spec = _spec_of_rows([y for y, text in ticks if text])
        for y, text in ticks:
            if self.y_grid:
                painter.setPen(self._grid_pen(fine=not text))
                painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y))
            at = QPointF(plot.left() - TICK_SPACE, y)
            draw_text(painter, at, text, spec, self.theme.muted, Qt.AlignmentFlag.AlignRight)

    def _draw_x(self, painter: QPainter, plot: QRectF, ticks: list[tuple[float, str]]) -> None:
        end, edge = -math.inf, self.sheet.size().width() - TICK_BETWEEN
        for x, text in ticks:
            if self.x_grid:
                painter.setPen(self._grid_pen(fine=not text))
                painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()))
            width = text_width(text, SMALL_FONT, self.theme)
            left = max(min(x - width / 2, edge - width), TICK_BETWEEN)
            if text and left >= end + TICK_BETWEEN:
                draw_text(painter, QPointF(left, plot.bottom() + TICK_SPACE + 6), text, SMALL_FONT, self.theme.muted)
                end = left + width


def _spec_of_rows(middles: list[float]) -> Spec:
    """Return how large texts above one another may be, given where they stand."""
    size, weight = SMALL_FONT
    least = min((abs(one - other) for one, other in pairwise(middles)), default=math.inf)
    return max(min(size, int(min(least, size * TICK_LINE) / TICK_LINE)), SMALLEST_TEXT), weight
