"""Draws a :class:`~gui.charts.values.Chart`, on screen and on exported pages alike.

Axes, lines, areas, rules, markers and images are pyqtgraph's own items; :mod:`gui.charts.marks` draws the rest.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QGraphicsGridLayout, QGraphicsPathItem

from gui.charts.figure import table_words
from gui.charts.legend import Key as LegendKey
from gui.charts.marks import ROW_LINE, SCALE_HEIGHT, PixelMark, PixelMarks, color_of, part_color, pen_of
from gui.charts.overlays import EndLabels, Reading, ReadOut
from gui.charts.sheet import PLOT, Sheet
from gui.charts.style import BOX_SIZE, Curve, area_between, draw_bar, draw_hollow_bar, draw_symbol, translucent
from gui.charts.text import BODY_FONT, SMALL_BOLD, SMALL_FONT, SMALLEST_TEXT, TITLE_FONT, Line, Spec, elided, widest
from gui.charts.ticks import Tick
from gui.charts.values import Axis, Band, Bars, Chart, Color, Empty, Image, Key, Mark, Points, Rule, Steps
from gui.charts.values import Line as LineMark
from gui.look.guard import Guarded
from gui.look.painting import heat_color
from gui.look.theme import LIGHT, SEAT_SYMBOLS, TEXT_SMALL, Theme, font

ENDS = 24.0
"""Pixels by which the names of ticks may go beyond the ends of an axis."""
EDGE, NAME_ROOM = 2.0, 18.0
"""Pixels before the texts of an upright axis; room for the name of an axis."""
TICK_BETWEEN, TICK_LINE = 4.0, 1.15
"""Pixels between texts side by side; least distance of those one above the other, in sizes of their text."""
WIDEST_HEAD, WIDEST_TICK = 170.0, 1e4
RIGHT = 12.0
IMAGE_SCALE = 8
"""Pixels of an image for each of its cells: readers of SVG blur the borders of pixels."""
STALE_OPACITY = 0.4
Maker = Callable[[frozenset[int]], Chart]
"""Makes the chart for a set of hidden seats."""


class TickAxis(Guarded, pg.AxisItem):  # type: ignore[misc]
    """An axis whose ticks come from a function of range and length; ticks without a text are fine grid lines."""

    def __init__(self, orientation: str) -> None:
        super().__init__(orientation)
        self._axis, self._theme = Axis(0.0, 1.0), LIGHT
        self._spec: Spec = SMALL_FONT
        self._texts: dict[float, str] = {}
        self.enableAutoSIPrefix(False)

    def restyle(self, theme: Theme, axis: Axis) -> None:
        """Show other ticks in the colours and the face of ``theme``."""
        self._axis, self._theme = axis, theme
        self.setStyle(
            tickLength=0,
            tickTextOffset=round(axis.gap),
            showValues=axis.ticks is not None,
            tickAlpha=None,
            hideOverlappingLabels=False,
        )
        self.setPen(QColor(theme.muted) if axis.line else pg.mkPen(None))
        self.setTickPen(QColor(theme.line))
        self.setTextPen(QColor(theme.muted))
        self.setGrid(255 if axis.grid and axis.ticks is not None else False)
        css = {"color": theme.muted, "font-size": f"{TEXT_SMALL}px", "font-family": f"'{theme.family}'"}
        self.setLabel(axis.name or None, **css)
        self.showLabel(bool(axis.name))

    def fit(self, length: float, low: float, high: float) -> float:
        """Choose the size of the texts for an axis of ``length`` pixels and return the room that they need across."""
        upright = self.orientation in ("left", "right")
        size, weight = SMALL_FONT if self._axis.line else SMALL_BOLD
        ticks = [tick for tick in (self._axis.ticks(low, high, length) if self._axis.ticks else ()) if tick.text]
        if upright:
            step = min((b.value - a.value for a, b in pairwise(ticks)), default=high - low) * length / (high - low)
            size = max(min(size, int(step / TICK_LINE)), SMALLEST_TEXT)
        self._spec = size, weight
        self.setStyle(tickFont=font(size, weight, family=self._theme.family))
        self.picture = None
        texts = widest((tick.text for tick in ticks), self._spec, self._theme) if upright else size + TICK_BETWEEN
        across = (texts + self._axis.gap if ticks else 0.0) + (NAME_ROOM if self._axis.name else 0.0)
        across = max(across + (EDGE if upright else 0.0), self._axis.room)
        (self.setWidth if upright else self.setHeight)(across)
        return across

    def boundingRect(self) -> QRectF:
        """Return the room of axis and grid, with some for names at the ends: without it pyqtgraph hides these."""
        rect: QRectF = super().boundingRect()
        return rect.adjusted(-ENDS, -ENDS, ENDS, ENDS)

    def tickValues(self, low: float, high: float, size: float) -> list[tuple[float, list[float]]]:
        """Return the named ticks, then the fine ones."""
        low, high = min(low, high), max(low, high)
        ticks: list[Tick] = [] if self._axis.ticks is None else self._axis.ticks(low, high, size)
        named = [tick for tick in ticks if tick.text]
        room = WIDEST_TICK
        if self.orientation in ("top", "bottom") and len(named) > 1:
            step = min(abs(b.value - a.value) for a, b in pairwise(named))
            room = step * size / max(high - low, 1e-12) - TICK_BETWEEN
        self._texts = {tick.value: elided(tick.text, self._spec, room, self._theme) for tick in named}
        return [(1.0, [tick.value for tick in named]), (0.1, [tick.value for tick in ticks if not tick.text])]

    def tickStrings(self, values: Sequence[float], scale: float, spacing: float) -> list[str]:
        """Return the texts of ticks."""
        return [self._texts.get(value, "") for value in values]


class PlotSheet(Sheet):
    """A sheet whose plot has axes on its sides, in a layout that gives them the room of their texts."""

    def _build_plot(self) -> pg.ViewBox:
        self._frame = pg.GraphicsWidget(parent=self)
        self._frame.setZValue(PLOT)
        grid = QGraphicsGridLayout(self._frame)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(0)
        box = pg.ViewBox(enableMenu=False, defaultPadding=0.0)
        box.setBorder(None)
        self._axes = {side: TickAxis(side) for side in ("left", "bottom", "right", "top")}
        places = (1, 1), (1, 0), (2, 1), (1, 2), (0, 1)
        for item, (row, column) in zip((box, *self._axes.values()), places, strict=True):
            grid.addItem(item, row, column)
        grid.setRowStretchFactor(1, 1)
        grid.setColumnStretchFactor(1, 1)
        for axis in self._axes.values():
            axis.linkToView(box)
            axis.setZValue(-1000)
        self.moved: tuple[tuple[float, float], tuple[float, float]] | None = None
        """The ranges to which the axes were moved by hand."""
        box.sigRangeChangedManually.connect(self._on_moved_by_hand)
        return box

    def _on_moved_by_hand(self, _: object) -> None:
        self.moved = self.ranges

    @property
    def plot(self) -> QRectF:
        """The rectangle of the plot in the sheet's pixels."""
        box = self.view_box
        rect: QRectF = box.mapRectToItem(self, box.rect())
        return rect

    def set_axes(self, theme: Theme, axes: Mapping[str, Axis | None]) -> None:
        """Show the axes of the sides ``left``, ``bottom``, ``right`` and ``top``, those that are not None."""
        for side, axis in axes.items():
            self._axes[side].setVisible(axis is not None)
            if axis is not None:
                self._axes[side].restyle(theme, axis)

    @property
    def below_plot(self) -> float:
        return float(self._axes["bottom"].height())

    def _place_plot(self, room: QRectF) -> None:
        across, up = self.ranges
        shown = {side: axis for side, axis in self._axes.items() if axis.isVisible()}
        wide, high = room.width(), room.height()
        for side in ("bottom", "top"):
            high -= shown[side].fit(wide, *across) if side in shown else 0.0
        for side in ("left", "right"):
            wide -= shown[side].fit(max(high, 1.0), *up) if side in shown else 0.0
        self._frame.setGeometry(room)
        self._frame.layout().activate()


class PlotFigure:
    """A sheet that draws a chart made from a function of the hidden seats; without one it shows ``empty``."""

    def __init__(self, theme: Theme, empty: Empty, *, on_paper: bool = False) -> None:
        self.sheet = PlotSheet(theme)
        self.read_out = ReadOut(self.sheet)
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
        self.sheet.left = self.sheet.bottom = 0.0

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
        if filled:
            self.sheet.message.set_lines((), wrap=True)
            self.fill()
        else:
            self._show_empty()
        self.read_out.set_reading(None)
        self.sheet.arrange()
        for layer in self.sheet.childItems():
            layer.update()

    def _show_empty(self) -> None:
        self.chart = None
        self._take_off()
        self._marks.set_marks(())
        self.labels.set_labels((), 0.0)
        self.sheet.set_axes(self.theme, dict.fromkeys(("left", "bottom", "right", "top")))
        self.sheet.title.set_lines((Line(self.empty.title, TITLE_FONT, "text"),), wrap=False)
        self.sheet.notes.set_lines((), wrap=True)
        self.sheet.legend.set_entries((), frozenset())
        text = tuple(Line(line, BODY_FONT, "muted") for line in self.empty.lines)
        self.sheet.message.set_lines(text, wrap=True, align=Qt.AlignmentFlag.AlignHCenter)

    def seats_to_hide(self) -> tuple[tuple[int, str], ...]:
        if self.chart is None:
            return ()
        seats = self.chart.seats or tuple((end.seat, end.name) for end in self.chart.ends)
        return seats if len(seats) > 1 and self.chart.hides else ()

    def fill(self) -> None:
        assert self._make is not None
        known, before = self.chart is not None, self.seats_to_hide()
        chart = self.chart = self._make(self.hidden)
        if known and self.hidden and [seat for seat, _ in before] != [seat for seat, _ in self.seats_to_hide()]:
            self.hidden = frozenset()
            chart = self.chart = self._make(self.hidden)
        pixels = tuple(mark for mark in chart.marks if isinstance(mark, PixelMark))
        self._draw_items(chart)
        self._marks.set_marks(pixels, chart.rows, chart.scale)
        last = max((float(mark.x[-1]) for mark in chart.marks if isinstance(mark, LineMark)), default=0.0)
        side = 0.0 if chart.right or not chart.x.line else RIGHT
        self.sheet.right = self.labels.set_labels(chart.ends, last) or side
        self.sheet.bottom = ROW_LINE * len(chart.rows) + (SCALE_HEIGHT if chart.scale else 0.0)
        keys = tuple(LegendKey(key.name, self._key_painter(key)) for key in chart.keys)
        self.sheet.legend.set_entries(chart.seats, self.hidden, keys, lines=chart.lines)
        self._set_axes(chart)
        notes = [mark for mark in pixels if isinstance(mark, Bars) and mark.note]
        self._write(chart)
        if notes:
            self.sheet.arrange()
            self._write(chart, "".join(mark.note for mark in notes if self._marks.label_fit(mark) is not None))

    def _write(self, chart: Chart, note: str = "") -> None:
        """Write title and notes; ``note`` begins the notes."""
        heading = chart.heading
        title = Line(heading.title, TITLE_FONT, "text")
        notes = heading.notes if heading.always or self._on_paper else ()
        if note:
            notes = (note + notes[0], *notes[1:]) if notes else (note,)
        if self._on_paper:
            about = (Line(text, SMALL_FONT, "text") for text in heading.about)
            self.sheet.title.set_lines((title, *about), wrap=True)
            notes = (*notes, *filter(None, (heading.origin,)))
        else:
            lines = (title, Line(heading.brief, SMALL_FONT, "muted")) if heading.titled else ()
            self.sheet.title.set_lines(lines, wrap=False)
        self.sheet.notes.set_lines(tuple(Line(text, SMALL_FONT, "muted") for text in notes), wrap=True)

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

    def _take_off(self) -> None:
        for item in self._items:
            self.sheet.view_box.removeItem(item)
        self._items.clear()

    def _draw_items(self, chart: Chart) -> None:
        self._take_off()
        for height, mark in enumerate(chart.marks):
            for item in self._items_of(mark):
                item.setZValue(height)
                self.sheet.view_box.addItem(item, ignoreBounds=True)
                self._items.append(item)

    def _items_of(self, mark: Mark) -> list[Any]:
        theme, scale = self.theme, self.device_scale
        if isinstance(mark, LineMark):
            line = Curve(whole=True)
            line.setData(mark.x, mark.y, pen=pen_of(theme, mark.color, mark.width * scale, mark.dash))
            line.setOpacity(mark.opacity)
            places = list(mark.markers)
            return [line, self._markers(mark.x[places], mark.y[places], mark.color, 8.0)] if places else [line]
        if isinstance(mark, Steps):
            outline, area = self._curve(mark.edges, mark.heights), self._curve(mark.edges, mark.heights)
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
            return [self._image(mark)]
        if isinstance(mark, Points) and not mark.symbol:
            xs, ys = (np.array(values, dtype=np.float64) for values in zip(*mark.places, strict=True))
            return [self._markers(xs, ys, mark.color, mark.size)]
        return []

    def _curve(self, edges: Any, heights: Any) -> Any:
        return pg.PlotCurveItem(edges, heights, stepMode="center", antialias=True)

    def _image(self, mark: Image) -> Any:
        """Return the item of an image: colours of the heat scale, transparent where there is no value."""
        steps = [heat_color(self.theme, step / 60).getRgb() for step in range(-60, 61)]
        colors = np.array([*steps, (0, 0, 0, 0)], dtype=np.uint8)
        places = np.where(np.isnan(mark.tones), len(steps), np.round(60 * (1 + np.nan_to_num(mark.tones))))
        pixels = colors[places.astype(int)].repeat(IMAGE_SCALE, axis=0).repeat(IMAGE_SCALE, axis=1)
        item = pg.ImageItem(pixels, axisOrder="row-major")
        rows, columns = mark.tones.shape
        item.setRect(QRectF(0.0, 0.0, columns, rows))
        return item

    def _markers(self, xs: Any, ys: Any, color: Color, size: float) -> Any:
        symbol = SEAT_SYMBOLS[color % len(SEAT_SYMBOLS)] if isinstance(color, int) else "o"
        return pg.ScatterPlotItem(
            xs, ys, size=size, symbol=symbol, pen=None, brush=color_of(self.theme, color), antialias=True
        )

    def _key_painter(self, key: Key) -> Callable[[QPainter, QPointF], None]:
        def draw(painter: QPainter, center: QPointF) -> None:
            half, theme = BOX_SIZE / 2, self.theme
            box = QRectF(center.x() - half, center.y() - half, BOX_SIZE, BOX_SIZE)
            color = color_of(theme, key.color)
            if key.sign in ("line", "dash"):
                painter.setPen(pen_of(theme, key.color, 2.0, "dash" if key.sign == "dash" else "seat"))
                painter.drawLine(QPointF(box.left(), center.y()), QPointF(box.right(), center.y()))
            elif key.sign == "tick":
                painter.setPen(QPen(color, 2.0, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
                painter.drawLine(QPointF(box.left(), center.y()), QPointF(box.right(), center.y()))
            elif key.sign == "part":
                painter.fillRect(box, part_color(theme, key.color))
            elif key.sign == "symbol":
                draw_symbol(painter, theme, key.symbol, color, center)
            elif key.sign == "band":
                painter.fillRect(box, translucent(color, 0.3))
            elif isinstance(key.color, int):
                (draw_hollow_bar if key.sign == "hollow" else draw_bar)(painter, theme, key.color, box)
            else:
                painter.fillRect(box, color)

        return draw

    # Reading out, in pixels of the sheet.

    def place_at(self, position: QPointF) -> tuple[float, float] | None:
        """Return the place of a position in the units of the axes, None beside the plot."""
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
        found = None if chart is None or place is None else chart.read(*place)
        if found is None:
            return None
        ((x0, x1), (y0, y1)), layer = self.sheet.ranges, self._marks
        x = layer.x(found.x)
        y = position.y() if found.y is None else layer.y(found.y)
        line = QLineF(x, plot.top(), x, plot.bottom()) if found.line else None
        region = None
        if found.region is not None:
            left, right = (layer.x(min(max(value, x0), x1)) for value in found.region[:2])
            bottom, top = (layer.y(min(max(value, y0), y1)) for value in found.region[2:])
            region = QRectF(QPointF(left, top), QPointF(right, bottom)).normalized()
        points = tuple((seat, QPointF(layer.x(px), layer.y(py))) for seat, px, py in found.points)
        marks = tuple((seat, at) for seat, at in points if plot.contains(at))
        return Reading(found.header, found.rows, QPointF(x, y), line, region, marks)

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
