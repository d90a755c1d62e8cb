"""Draws a :class:`~gui.charts.values.Chart`, on screen and on exported pages alike.

Axes, lines, areas, rules, markers and images are pyqtgraph's own items; :mod:`gui.charts.marks` draws the rest.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtWidgets import QGraphicsPathItem

from gui.charts.marks import ROW_LINE, SCALE_HEIGHT, PixelMark, PixelMarks
from gui.charts.overlays import EndLabels, Reading, ReadOutBox
from gui.charts.sheet import Sheet
from gui.charts.style import BODY_FONT, SMALL_FONT, TITLE_FONT, TextLine, area_between, color_of, pen_of, translucent
from gui.charts.values import (
    Array,
    Axis,
    Band,
    Bars,
    Chart,
    Color,
    Empty,
    Image,
    Line,
    Mark,
    Points,
    Rule,
    Steps,
    table_words,
)
from gui.look.painting import heat_color
from gui.look.theme import SEAT_SYMBOLS, Theme

WIDEST_HEAD = 170.0
RIGHT = 12.0
IMAGE_SCALE = 8
"""Pixels of an image for each of its cells: readers of SVG blur the borders of pixels."""
STALE_OPACITY = 0.4
Maker = Callable[[frozenset[int]], Chart]
"""Makes the chart for a set of hidden seats."""


class PlotFigure:
    """A sheet that draws a chart made from a function of the hidden seats; without one it shows ``empty``."""

    def __init__(self, theme: Theme, empty: Empty, *, on_paper: bool = False) -> None:
        self.sheet = Sheet(theme)
        self.read_out = ReadOutBox(self.sheet)
        self.empty = empty
        self.stale = False
        self.hidden: frozenset[int] = frozenset()
        self.device_scale = 1.0
        self._on_paper = on_paper
        self.chart: Chart | None = None
        self._make: Maker | None = None
        self._items: list[Any] = []
        self.labels = EndLabels(self.sheet)
        self._marks = PixelMarks(self.sheet)

    @property
    def theme(self) -> Theme:
        return self.sheet.theme

    def set_theme(self, theme: Theme) -> None:
        self.sheet.theme = theme
        self.redraw()

    def set_device_scale(self, scale: float) -> None:
        """Take how many device pixels a pixel has: lines in the plot are drawn in device pixels."""
        if scale != self.device_scale:
            self.device_scale = scale
            self.redraw()

    def toggle(self, seat: int) -> None:
        """Hide a seat, or show it again."""
        self.hidden ^= {seat}
        self.redraw()

    def show(self, make: Maker | None, *, stale: bool = False) -> None:
        """Draw another chart; None: show the empty texts."""
        if make is None:
            self.hidden = frozenset()
        self._make, self.stale = make, stale
        self.redraw()

    def follow(self) -> None:
        """Let the axes fit the data again."""
        if self.sheet.moved is not None:
            self.sheet.moved = None
            self.redraw()

    @property
    def least_plot(self) -> float:
        """The height below which the plot says nothing."""
        return 60.0 if self.chart is None else self.chart.least

    def redraw(self) -> None:
        """Draw the chart again, or the empty texts."""
        filled = self._make is not None
        self.sheet.setOpacity(STALE_OPACITY if self.stale and filled else 1.0)
        self.sheet.view_box.setVisible(filled)
        for item in self._items:
            self.sheet.view_box.removeItem(item)
        self._items.clear()
        if self._make is None:
            self._show_empty()
        else:
            self._show(self._make)
        self.read_out.set_reading(None)
        self.sheet.arrange()
        for layer in self.sheet.childItems():
            layer.update()

    def _show_empty(self) -> None:
        self.chart = None
        self._marks.set_marks(())
        self.labels.set_labels((), 0.0)
        self.sheet.set_axes(self.theme, dict.fromkeys(("left", "bottom", "right", "top")))
        self.sheet.title.set_lines((TextLine(self.empty.title, TITLE_FONT, "text"),), wrap=False)
        self.sheet.notes.set_lines((), wrap=True)
        self.sheet.legend.set_entries((), frozenset())
        text = tuple(TextLine(line, BODY_FONT, "muted") for line in self.empty.lines)
        self.sheet.message.set_lines(text, wrap=True, align=Qt.AlignmentFlag.AlignHCenter)

    def seats_to_hide(self) -> tuple[tuple[int, str], ...]:
        if self.chart is None:
            return ()
        seats = self.chart.seats or tuple((end.seat, end.name) for end in self.chart.ends)
        return seats if len(seats) > 1 and self.chart.hides else ()

    def _show(self, make: Maker) -> None:
        known, before = self.chart is not None, self.seats_to_hide()
        chart = self.chart = make(self.hidden)
        if known and self.hidden and [seat for seat, _ in before] != [seat for seat, _ in self.seats_to_hide()]:
            self.hidden = frozenset()
            chart = self.chart = make(self.hidden)
        pixels = tuple(mark for mark in chart.marks if isinstance(mark, PixelMark))
        for height, mark in enumerate(chart.marks):
            for item in self._items_of(mark):
                item.setZValue(height)
                self.sheet.view_box.addItem(item, ignoreBounds=True)
                self._items.append(item)
        self.sheet.message.set_lines((), wrap=True)
        self._marks.set_marks(pixels, chart.rows, chart.scale)
        last = max((float(mark.x[-1]) for mark in chart.marks if isinstance(mark, Line)), default=0.0)
        side = 0.0 if chart.right or not chart.x.line else RIGHT
        self.sheet.right = self.labels.set_labels(chart.ends, last) or side
        self.sheet.bottom = ROW_LINE * len(chart.rows) + (SCALE_HEIGHT if chart.scale else 0.0)
        self.sheet.legend.set_entries(chart.seats, self.hidden, chart.keys, lines=chart.lines)
        self._set_axes(chart)
        notes = [mark for mark in pixels if isinstance(mark, Bars) and mark.note]
        self._write(chart)
        if notes:
            self.sheet.arrange()
            self._write(chart, "".join(mark.note for mark in notes if self._marks.label_fit(mark) is not None))

    def _write(self, chart: Chart, note: str = "") -> None:
        """Write title and notes; ``note`` begins the notes."""
        heading = chart.heading
        title = TextLine(heading.title, TITLE_FONT, "text")
        notes = heading.notes if heading.always or self._on_paper else ()
        if note:
            notes = (note + notes[0], *notes[1:]) if notes else (note,)
        if self._on_paper:
            about = (TextLine(text, SMALL_FONT, "text") for text in heading.about)
            self.sheet.title.set_lines((title, *about), wrap=True)
            notes = (*notes, *filter(None, (heading.origin,)))
        else:
            lines = (title, TextLine(heading.brief, SMALL_FONT, "muted")) if heading.titled else ()
            self.sheet.title.set_lines(lines, wrap=False)
        self.sheet.notes.set_lines(tuple(TextLine(text, SMALL_FONT, "muted") for text in notes), wrap=True)

    def _set_axes(self, chart: Chart) -> None:
        sheet = self.sheet
        box = sheet.view_box
        box.setMouseEnabled(x=chart.panned, y=chart.panned)
        box.invertY(chart.down)
        heads = min(self._marks.head_width(chart.rows), WIDEST_HEAD)
        left = replace(chart.y, room=max(chart.y.room, heads))
        right = None if chart.right is None else Axis(chart.y.low, chart.y.high, chart.right, grid=False)
        sheet.set_axes(self.theme, {"left": left, "bottom": chart.x, "right": right, "top": chart.top})
        across, up = (chart.x.low, chart.x.high), (chart.y.low, chart.y.high)
        if chart.panned and sheet.moved is not None:
            across, up = sheet.moved
        box.setRange(xRange=across, yRange=up, padding=0.0, disableAutoRange=True)

    def _items_of(self, mark: Mark) -> list[Any]:
        theme, scale = self.theme, self.device_scale
        if isinstance(mark, Line):
            pen = pen_of(theme, mark.color, mark.width * scale, mark.dash)
            line = pg.PlotCurveItem(mark.x, mark.y, pen=pen, antialias=True)
            line.setSegmentedLineMode("off")  # pieces are drawn faster, but those of a wide line show their ends
            line.setOpacity(mark.opacity)
            places = list(mark.markers)
            return [line, self._markers(mark.x[places], mark.y[places], mark.color, 8.0)] if places else [line]
        if isinstance(mark, Steps):
            outline, area = (
                pg.PlotCurveItem(mark.edges, mark.heights, stepMode="center", antialias=True) for _ in range(2)
            )
            outline.setPen(pen_of(theme, mark.color, mark.width * scale, mark.dash))
            area.setPen(None)
            area.setFillLevel(mark.base)
            area.setBrush(translucent(color_of(theme, mark.color), mark.fill))
            return [area, outline]
        if isinstance(mark, Band):
            band = QGraphicsPathItem(area_between(mark.x, mark.low, mark.high))  # built faster than FillBetweenItem
            band.setPen(Qt.PenStyle.NoPen)
            band.setBrush(translucent(color_of(theme, mark.color), mark.opacity))
            return [band]
        if isinstance(mark, Rule):
            pen = pen_of(theme, mark.color, mark.width * scale, mark.dash)
            return [pg.InfiniteLine(mark.at, 0 if mark.level else 90, pen=pen)]
        if isinstance(mark, Image):
            return [self._image(mark.tones)]
        if isinstance(mark, Points) and not mark.symbol:
            xs, ys = (np.array(values, dtype=np.float64) for values in zip(*mark.places, strict=True))
            return [self._markers(xs, ys, mark.color, mark.size)]
        return []

    def _image(self, tones: Array) -> Any:
        """Return the item of an image: colours of the heat scale, transparent where there is no value."""
        steps = [heat_color(self.theme, step / 60).getRgb() for step in range(-60, 61)]
        colors = np.array([*steps, (0, 0, 0, 0)], dtype=np.uint8)
        places = np.where(np.isnan(tones), len(steps), np.round(60 * (1 + np.nan_to_num(tones))))
        pixels = colors[places.astype(int)].repeat(IMAGE_SCALE, axis=0).repeat(IMAGE_SCALE, axis=1)
        item = pg.ImageItem(pixels, axisOrder="row-major")
        item.setRect(QRectF(0.0, 0.0, *tones.shape[::-1]))
        return item

    def _markers(self, xs: Any, ys: Any, color: Color, size: float) -> Any:
        symbol = SEAT_SYMBOLS[color % len(SEAT_SYMBOLS)] if isinstance(color, int) else "o"
        return pg.ScatterPlotItem(
            xs, ys, size=size, symbol=symbol, pen=None, brush=color_of(self.theme, color), antialias=True
        )

    # Reading out, in pixels of the sheet.

    def place_at(self, position: QPointF) -> tuple[float, float] | None:
        """Return the place of a position in the units of the axes, None outside the plot."""
        chart, plot = self.chart, self.sheet.plot
        if chart is None or not plot.contains(position):
            return None
        (x0, x1), (y0, y1) = self.sheet.ranges
        along = (position.x() - plot.left()) / plot.width()
        up = (plot.bottom() - position.y()) / plot.height()
        up = 1 - up if chart.down else up
        return x0 + along * (x1 - x0), y0 + up * (y1 - y0)

    def reading_at(self, position: QPointF) -> Reading | None:
        place, chart, plot = self.place_at(position), self.chart, self.sheet.plot
        result = None if chart is None or place is None else chart.read(*place)
        if result is None:
            return None
        ((x0, x1), (y0, y1)), layer = self.sheet.ranges, self._marks
        x = layer.x(result.x)
        y = position.y() if result.y is None else layer.y(result.y)
        line = QLineF(x, plot.top(), x, plot.bottom()) if result.line else None
        region = None
        if result.region is not None:
            left, right = (layer.x(min(max(value, x0), x1)) for value in result.region[:2])
            bottom, top = (layer.y(min(max(value, y0), y1)) for value in result.region[2:])
            region = QRectF(QPointF(left, top), QPointF(right, bottom)).normalized()
        points = tuple((seat, QPointF(layer.x(px), layer.y(py))) for seat, px, py in result.points)
        marks = tuple((seat, at) for seat, at in points if plot.contains(at))
        return Reading(result.header, result.rows, QPointF(x, y), line, region, marks)

    def stops(self) -> Sequence[QPointF]:
        plot = self.sheet.plot
        pixels, middle = self._marks, plot.center().y()
        stops = self.chart.stops if self.chart else ()
        places = (QPointF(pixels.x(x), middle if y is None else pixels.y(y)) for x, y in stops)
        return [at for at in places if plot.adjusted(-1, -1, 1, 1).contains(at)]

    def seat_at(self, position: QPointF) -> int | None:
        if self.chart is None or not self.chart.hides:
            return None
        seat = self.labels.seat_at(position)
        return self.sheet.legend.seat_at(position) if seat is None else seat

    def words(self) -> str:
        if self.chart is None:
            return " ".join((f"{self.empty.title}.", *self.empty.lines))
        return f"{self.chart.heading.title}. {self.chart.spoken or table_words(self.chart.data)}"
