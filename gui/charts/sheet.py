"""The page that a chart is drawn on: title, legend, plot and notes, alike on screen and on paper."""

import math

import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QGraphicsSceneResizeEvent, QStyleOptionGraphicsItem, QWidget

from gui.charts.legend import Legend
from gui.charts.text import TextBlock, set_family
from gui.look.guard import Guarded
from gui.look.theme import CORNER, Theme

PADDING = 12.0
GAP = 8.0
MOST_TITLE, MOST_NOTES = 0.3, 0.2
"""Largest shares of the height that the lines above and below the plot take."""
PLOT, BARS, LABELS, FRONT = -100.0, -50.0, 20.0, 50.0
"""Heights in the stack."""


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
        self.focused = False
        self.title = TextBlock(self)
        self.notes = TextBlock(self)
        self.message = TextBlock(self)
        self.legend = Legend(self)
        self.view_box: pg.ViewBox = self._build_plot()

    def _build_plot(self) -> pg.ViewBox:
        """Return the box of the plot, a child of the sheet."""
        raise NotImplementedError

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
        """Place the plot with its axes in ``room``."""
        raise NotImplementedError

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
        self.setZValue(z)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        sheet.view_box.sigRangeChanged.connect(self._on_moved)
        sheet.arranged.connect(self._on_arranged)

    @property
    def sheet(self) -> Sheet:
        """The sheet, which owns this; a reference of its own would crash when both are collected."""
        sheet: Sheet = self.parentItem()
        return sheet

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
