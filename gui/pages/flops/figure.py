"""Equity over flops: how likely a flop leaves each seat with how much, as a histogram or as a falling curve."""

from collections.abc import Sequence

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from engine import Snapshot
from gui.charts.figure import DetailFigure, Table
from gui.charts.overlays import Reading, Row
from gui.charts.sheet import BARS, PixelLayer, Sheet
from gui.charts.style import draw_marker, translucent
from gui.charts.text import SMALL_FONT, draw_text
from gui.charts.ticks import nice_ceiling, percent_ticks, wide_percent_ticks
from gui.look.formatting import NO_BREAK, interval, percent
from gui.look.theme import SEAT_DASHES, Theme
from gui.pages.flops.model import BINS, FlopSpread

LEAST_SPAN = 20
"""Least width of the axis of equities in percent."""
MARGIN = 4
WIDE_SPAN = 40
"""Axis from which two bins are drawn as one: single flops would make a comb of it."""
FILL = 0.16
LINE = 1.8
FAIR_GAP = 9.0


class Spreads(PixelLayer):
    """Draws a stepped area, or a falling line, for each seat, its mean marked on the axis."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet, BARS)
        self.spreads: tuple[FlopSpread, ...] = ()
        self.width = 1
        """Bins drawn as one."""
        self.falling = False
        self.fair = 0.5

    def set_spreads(self, spreads: tuple[FlopSpread, ...], width: int, fair: float, *, falling: bool) -> None:
        """Draw other spreads; ``fair`` is marked by a line."""
        self.spreads, self.width, self.fair, self.falling = spreads, width, fair, falling
        self.update()

    def heights(self, spread: FlopSpread) -> list[float]:
        """Return the percent of flops in each group of bins."""
        return [100 * sum(spread.shares[i : i + self.width]) for i in range(0, BINS, self.width)]

    def line(self, spread: FlopSpread) -> list[QPointF]:
        """Return the corners of a seat's line in pixels."""
        (low, high), _ = self.sheet.ranges
        if self.falling:
            edges = [i for i in range(BINS + 1) if low <= i <= high]
            return [QPointF(self.x(i), self.y(100 * spread.at_least(i / BINS))) for i in edges]
        points = []
        for i, height in enumerate(self.heights(spread)):
            left, right = i * self.width, (i + 1) * self.width
            if left >= low and right <= high:
                points += [QPointF(self.x(left), self.y(height)), QPointF(self.x(right), self.y(height))]
        return points

    def draw(self, painter: QPainter) -> None:
        if not self.spreads:
            return
        self._draw_fair(painter)
        for spread in reversed(self.spreads):
            self._draw_spread(painter, spread)
        plot = self.sheet.plot
        for spread in reversed(self.spreads):
            draw_marker(painter, self.theme, spread.seat, QPointF(self.x(100 * spread.mean), plot.bottom()))

    def _draw_spread(self, painter: QPainter, spread: FlopSpread) -> None:
        points, base = self.line(spread), self.y(0.0)
        color = self.theme.seat(spread.seat)
        if len(points) < 2:
            return
        if not self.falling:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(translucent(color, FILL))
            ends = [QPointF(points[-1].x(), base), QPointF(points[0].x(), base)]
            painter.drawPolygon(QPolygonF([*points, *ends]))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        pen = QPen(color, LINE, SEAT_DASHES[spread.seat % len(SEAT_DASHES)], Qt.PenCapStyle.FlatCap)
        painter.setPen(pen)
        painter.drawPolyline(QPolygonF(points))

    def _draw_fair(self, painter: QPainter) -> None:
        (low, high), _ = self.sheet.ranges
        if low < 100 * self.fair < high:
            plot, x = self.sheet.plot, self.x(100 * self.fair)
            painter.setPen(QPen(QColor(self.theme.muted), 1.0, Qt.PenStyle.DotLine))
            painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()))
            at = QPointF(x + 4, plot.top() + FAIR_GAP)
            draw_text(painter, at, f"fair {percent(self.fair, exact_digits=0)}", SMALL_FONT, self.theme.muted)


class FlopsFigure(DetailFigure[tuple[FlopSpread, ...]]):
    """The chart without its widget."""

    empty_title = "Equity over flops"
    empty_lines = ("How a seat's equity is spread over the flops is drawn here.",)

    def __init__(self, theme: Theme, *, on_paper: bool = False) -> None:
        super().__init__(theme, on_paper=on_paper)
        self.falling = False
        """Whether the share of flops with at least an equity is drawn."""
        self._spreads = Spreads(self.sheet)
        self.sheet.view_box.setMouseEnabled(x=False, y=False)

    def title(self, snapshot: Snapshot) -> str:
        return "On how many flops a seat has at least an equity" if self.falling else "Equity over the flops"

    def remarks(self, snapshot: Snapshot) -> tuple[str, ...]:
        noise = max((spread.noise for spread in self.present), default=0.0)
        marks = "markers: mean equity; flops count by how likely the hands let them come"
        return (f"{marks}; sampled, each flop {interval(noise)} (95{NO_BREAK}%)" if noise else marks,)

    def draw(self, snapshot: Snapshot) -> None:
        every = self.present
        shown = tuple(spread for spread in every if spread.seat not in self.hidden)
        low, high = _range(every)
        width = 2 if high - low > WIDE_SPAN else 1
        self._spreads.set_spreads(shown, width, 1 / max(len(every), 1), falling=self.falling)
        top = max((max(self._spreads.heights(spread)) for spread in shown), default=1.0)
        self.axes.x_ticks, self.axes.y_ticks = wide_percent_ticks, percent_ticks
        self.axes.x_name = "equity"
        y_range = (0.0, 102.0 if self.falling else nice_ceiling(1.06 * top))
        self.sheet.view_box.setRange(xRange=(low, high), yRange=y_range, padding=0.0, disableAutoRange=True)
        seats = tuple((spread.seat, spread.name) for spread in every)
        self.sheet.legend.set_entries(seats if len(every) > 1 else (), self.hidden, lines=True)

    def clear(self) -> None:
        self._spreads.set_spreads((), 1, 0.5, falling=self.falling)

    def _group_at(self, position: QPointF) -> int | None:
        """Return the group of bins below ``position``."""
        plot = self.sheet.plot
        if not self._spreads.spreads or not plot.contains(position):
            return None
        (low, high), _ = self.sheet.ranges
        value = low + (position.x() - plot.left()) / plot.width() * (high - low)
        return min(max(int(value), 0), BINS - 1) // self._spreads.width

    def reading_at(self, position: QPointF) -> Reading | None:
        """Return how likely the flops below ``position`` are for every seat, and those with more."""
        group = self._group_at(position)
        if group is None:
            return None
        layer = self._spreads
        first, last = group * layer.width, (group + 1) * layer.width
        rows = tuple(
            Row(
                s.seat,
                s.name,
                (f"{percent(sum(s.shares[first:last]))} of flops", f"or more {percent(s.at_least(first / BINS))}"),
            )
            for s in layer.spreads
        )
        plot = self.sheet.plot
        left, right = layer.x(first), layer.x(last)
        region = QRectF(QPointF(left, plot.top()), QPointF(right, plot.bottom()))
        header = f"Equity {first} to {last}{NO_BREAK}%"
        line = QLineF(left, plot.top(), left, plot.bottom()) if self.falling else None
        return Reading(header, rows, QPointF(right, position.y()), line=line, region=region)

    def stops(self) -> Sequence[QPointF]:
        """Return the middle of every group of bins in view."""
        layer = self._spreads
        (low, high), _ = self.sheet.ranges
        middles = [i + layer.width / 2 for i in range(0, BINS, layer.width)]
        y = self.sheet.plot.center().y()
        return [QPointF(layer.x(m), y) for m in middles if low <= m <= high] if layer.spreads else ()

    def table(self, snapshot: Snapshot) -> Table:
        """Return the probability of every percent of equity by seat."""
        header = ("equity from", "equity to", *(spread.name for spread in self.present))
        rows: list[tuple[object, ...]] = [
            (i / BINS, (i + 1) / BINS, *(spread.shares[i] for spread in self.present)) for i in range(BINS)
        ]
        return header, rows


def _range(spreads: tuple[FlopSpread, ...]) -> tuple[int, int]:
    """Return the axis of equities in whole percent: all flops that occur, and some room."""
    used = [i for spread in spreads for i, share in enumerate(spread.shares) if share > 0]
    low, high = min(used, default=0) - MARGIN, max(used, default=99) + 1 + MARGIN
    missing = max(LEAST_SPAN - (high - low), 0)
    low, high = low - missing // 2, high + (missing + 1) // 2
    low, high = max(low - low % 2, 0), min(high + high % 2, BINS)
    return low, high
