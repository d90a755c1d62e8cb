"""The second scale of the growth chart: how likely nobody calls, from nothing at the bottom to always at the top."""

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from gui.charts.sheet import BEHIND, TICK_SPACE, PixelLayer, Sheet
from gui.charts.style import BOX_SIZE
from gui.charts.text import SMALL_FONT, draw_text
from gui.look.formatting import percent
from gui.look.theme import Theme

RIGHT = 44.0
"""Pixels beside the plot that its numbers take."""
STEPS = (4, 2, 1)
LEAST_STEP = 16.0
"""Pixels between two numbers."""
WIDTH = 1.0


def folds_pen(theme: Theme, width: float) -> QPen:
    """Return the pen of the thin curve, ``width`` in device pixels."""
    pen = QPen(QColor(theme.text), WIDTH * width)
    pen.setCosmetic(True)
    return pen


def draw_folds_key(theme: Theme, painter: QPainter, center: QPointF) -> None:
    """Draw a short piece of the curve for the legend."""
    painter.setPen(folds_pen(theme, 1.0))
    half = QPointF(BOX_SIZE / 2, 0.0)
    painter.drawLine(center - half, center + half)


class FoldsAxis(PixelLayer):
    """The numbers at the right edge of the plot."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet, BEHIND)
        self._shown = False

    def show_axis(self, *, shown: bool) -> None:
        """Show the scale, or none."""
        self._shown = shown
        self.update()

    def draw(self, painter: QPainter) -> None:
        if not self._shown:
            return
        plot = self.sheet.plot
        painter.setPen(QPen(QColor(self.theme.muted), 1.0))
        painter.drawLine(plot.topRight(), plot.bottomRight())
        steps = next((n for n in STEPS if plot.height() >= n * LEAST_STEP), 1)
        for i in range(steps + 1):
            at = QPointF(plot.right() + TICK_SPACE, plot.bottom() - i / steps * plot.height())
            text = percent(i / steps, exact_digits=0)
            draw_text(painter, at, text, SMALL_FONT, self.theme.muted, Qt.AlignmentFlag.AlignLeft)
