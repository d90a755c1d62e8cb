"""What flops are worth, as histograms: the part below zero, which is given up, is hollow."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from gui.charts.drawing import DrawingFigure
from gui.charts.overlays import Reading, Row
from gui.charts.sheet import BARS, PixelLayer, Sheet
from gui.charts.style import translucent
from gui.charts.text import SMALL_BOLD, SMALL_FONT, draw_text, elided, text_width
from gui.charts.ticks import COUNT_SPACING, Tick, nice_step
from gui.look.formatting import percent
from gui.look.theme import SEAT_DASHES, Theme
from gui.pages.preflop.spread import Spread
from gui.pages.preflop.words import chips, signed

FILL, HOLLOW = 0.55, 0.07
PANEL_GAP, LABEL_HEIGHT, MEAN = 6.0, 16.0, 5.0
LINE, LABEL_GAP = 1.4, 8.0


class Histograms(PixelLayer):
    """Draws the series of a :class:`Spread`, one below the other, or over one another."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet, BARS)
        self.spread: Spread | None = None

    def set_spread(self, spread: Spread | None) -> None:
        """Draw another spread."""
        self.spread = spread
        self.update()

    def panels(self) -> list[QRectF]:
        """Return the strip of the plot for each series, room for its label on top."""
        spread, plot = self.spread, self.sheet.plot
        if spread is None:
            return []
        count = len(spread.series)
        if spread.overlaid:
            return [plot.adjusted(0, LABEL_HEIGHT, 0, 0)] * count
        height = plot.height() / count
        tops = (plot.top() + i * height + LABEL_HEIGHT for i in range(count))
        inner = height - LABEL_HEIGHT - (PANEL_GAP if count > 1 else 0.0)
        return [QRectF(plot.left(), top, plot.width(), inner) for top in tops]

    def draw(self, painter: QPainter) -> None:
        spread = self.spread
        if spread is None:
            return
        highest = max(float(shares.max()) for shares in spread.shares)
        for i, panel in enumerate(self.panels()):
            self._draw_zero(painter, panel)
            top = highest if spread.overlaid else float(spread.shares[i].max())
            self._draw_series(painter, spread, i, panel, top)
            self._draw_label(painter, spread, i, panel)

    def _draw_zero(self, painter: QPainter, panel: QRectF) -> None:
        (low, high), _ = self.sheet.ranges
        if low < 0.0 < high:
            x = self.x(0.0)
            painter.setPen(QPen(QColor(self.theme.muted), 1.0, Qt.PenStyle.DotLine))
            painter.drawLine(QPointF(x, panel.top()), QPointF(x, panel.bottom()))

    def _draw_series(self, painter: QPainter, spread: Spread, i: int, panel: QRectF, top: float) -> None:
        """Draw the given-up part as an outline, the rest filled, the line of the whole above both."""
        color = self.theme.seat(spread.series[i].color)
        split = max(-spread.first, 0)
        for bins, alpha in ((range(split), HOLLOW), (range(split, len(spread.shares[i])), FILL)):
            corners = self._corners(spread, i, panel, top, bins)
            if len(corners) < 3:
                continue
            strength = alpha if not spread.overlaid else alpha * 0.6
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(translucent(color, strength))
            painter.drawPolygon(QPolygonF(corners))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            style = SEAT_DASHES[i] if spread.overlaid else Qt.PenStyle.SolidLine
            painter.setPen(QPen(color, LINE, style, Qt.PenCapStyle.FlatCap))
            painter.drawPolyline(QPolygonF(corners[:-1]))
        painter.setPen(QPen(QColor(self.theme.line), 1.0))
        painter.drawLine(panel.bottomLeft(), panel.bottomRight())

    def _corners(self, spread: Spread, i: int, panel: QRectF, top: float, bins: range) -> list[QPointF]:
        """Return the outline of some bins, closed at the base."""
        corners = []
        low, high = spread.axis
        for bin_ in bins:
            if spread.edges(bin_)[0] < low - 1e-9 or spread.edges(bin_)[1] > high + 1e-9:
                continue
            y = panel.bottom() - float(spread.shares[i][bin_]) / top * (panel.height() - 2)
            corners += [QPointF(self.x(edge), y) for edge in spread.edges(bin_)]
        if not corners:
            return []
        return [QPointF(corners[0].x(), panel.bottom()), *corners, QPointF(corners[-1].x(), panel.bottom())]

    def _draw_label(self, painter: QPainter, spread: Spread, i: int, panel: QRectF) -> None:
        series, plot = spread.series[i], self.sheet.plot
        y = panel.top() - LABEL_HEIGHT / 2
        width = plot.width() / len(spread.series) if spread.overlaid else plot.width()
        x = plot.left() + (i * width if spread.overlaid else 0.0)
        style = SEAT_DASHES[i] if spread.overlaid else Qt.PenStyle.SolidLine
        painter.setPen(QPen(self.theme.seat(series.color), 2.0, style))
        painter.drawLine(QPointF(x, y), QPointF(x + 14, y))
        draw_text(painter, QPointF(x + 20, y), series.name, SMALL_BOLD, self.theme.text)
        after = x + 20 + text_width(series.name, SMALL_BOLD, self.theme) + 10
        note = elided(series.note, SMALL_FONT, max(x + width - after - LABEL_GAP, 0.0), self.theme)
        draw_text(painter, QPointF(after, y), note, SMALL_FONT, self.theme.muted)


class SpreadFigure(DrawingFigure[Spread]):
    """The histograms without their widget."""

    empty_title = "What the flops are worth"
    empty_lines = ("What each flop is worth to hero is drawn here.",)

    def __init__(self, theme: Theme, *, on_paper: bool = False) -> None:
        super().__init__(theme, on_paper=on_paper)
        self._bars = Histograms(self.sheet)
        self.sheet.left, self.sheet.bottom = 4.0, 18.0

    def draw_content(self, content: Spread) -> None:
        """Draw the histograms."""
        self._bars.set_spread(content)
        low, high = content.axis
        room = 0.02 * (high - low)
        view = self.sheet.view_box
        view.setRange(xRange=(low - room, high + room), yRange=(0.0, 1.0), padding=0.0, disableAutoRange=True)
        self.axes.x_ticks, self.axes.y_ticks = chip_ticks, None
        self.axes.x_grid, self.axes.y_grid = False, True

    def clear(self) -> None:
        """Take everything off the plot."""
        self._bars.set_spread(None)

    def reading_at(self, position: QPointF) -> Reading | None:
        """Return how likely the flops below ``position`` are, and those that are worth more."""
        spread, plot = self.content, self.sheet.plot
        if spread is None or not plot.contains(position):
            return None
        (low, high), _ = self.sheet.ranges
        value = low + (position.x() - plot.left()) / plot.width() * (high - low)
        bin_ = int(value // spread.width) - spread.first
        if not 0 <= bin_ < len(spread.shares[0]):
            return None
        left, right = spread.edges(bin_)
        rows = tuple(
            Row(s.color, s.name, (f"{percent(float(shares[bin_]))} of flops", f"or more {percent(s.at_least(left))}"))
            for s, shares in zip(spread.series, spread.shares, strict=True)
        )
        region = QRectF(QPointF(self._bars.x(left), plot.top()), QPointF(self._bars.x(right), plot.bottom()))
        given_up = ", given up" if right <= 1e-12 else ""
        header = f"Worth {signed(left)} to {signed(right)}{given_up}"
        return Reading(header, rows, QPointF(region.right(), position.y()), region=region)

    def stops(self) -> Sequence[QPointF]:
        """Return the middle of every bin."""
        spread = self.content
        if spread is None:
            return ()
        y = self.sheet.plot.center().y()
        low, high = spread.axis
        middles = (sum(spread.edges(i)) / 2 for i in range(len(spread.shares[0])))
        return [QPointF(self._bars.x(middle), y) for middle in middles if low < middle < high]


def chip_ticks(low: float, high: float, length: float) -> list[Tick]:
    """Return ticks of an axis of chips that may be lost."""
    if not high > low:
        return []
    step = nice_step(high - low, length / COUNT_SPACING)
    first, last = int(-(-low // step)), int(high // step)
    return [Tick(i * step, chips(i * step)) for i in range(first, last + 1)]
