"""Draws a :class:`~gui.charts.values.Chart`, on screen and on exported pages alike.

Axes, lines, areas, rules and markers are pyqtgraph's own items. Bars, cells and texts are drawn in pixels on one layer:
the bars of a seat are hatched and their labels fitted to the room, which pyqtgraph's bars cannot do.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen
from PySide6.QtWidgets import QGraphicsGridLayout

from engine import Snapshot
from gui.charts.figure import Figure, Table, table_words
from gui.charts.legend import Key as LegendKey
from gui.charts.overlays import EndLabels, Reading
from gui.charts.sheet import BARS, PixelLayer, Sheet
from gui.charts.style import (
    BOX_SIZE,
    Curve,
    draw_bar,
    draw_hollow_bar,
    translucent,
)
from gui.charts.text import SMALL_BOLD, SMALL_FONT, TITLE_FONT, Line, draw_text, fitting, text_width, widest
from gui.charts.ticks import Tick, Ticks
from gui.charts.values import (
    Axis,
    Band,
    Bar,
    Bars,
    Cell,
    Cells,
    Chart,
    Color,
    Dash,
    Empty,
    Key,
    Mark,
    Points,
    Rule,
    Steps,
    Text,
)
from gui.charts.values import Line as LineMark
from gui.look.guard import Guarded
from gui.look.painting import fill_box, heat_color, unknown_color
from gui.look.theme import SEAT_DASHES, SEAT_SYMBOLS, TEXT_SMALL, Theme, font, mixed

TICK_GAP = 6
ENDS = 24.0
"""Pixels by which the names of ticks may go beyond the ends of an axis."""
DASHES = {"solid": Qt.PenStyle.SolidLine, "dash": Qt.PenStyle.DashLine, "dot": Qt.PenStyle.DotLine}
LABEL_GAP, LEAST_BARS = 5.0, 36.0
"""Pixels between a bar and its label; the longest bar is at least this long, else the labels are shorter."""
WHISKER_LEAST = 1.5
CELL_GAP, CELL_RADIUS, CELL_LINE = 1.0, 3.0, 14.0
PART_FILL = {"light": 0.46, "dark": 0.31}
"""The share of a seat's colour in a part of a cell."""
RIGHT = 12.0
TEXT_GAP, TEXT_LINE = 4.0, 18.0
CENTER = Qt.AlignmentFlag.AlignHCenter
PixelMark = Bars | Cells | Text | Rule
Maker = Callable[[frozenset[int]], Chart]
"""Makes the chart for a set of hidden seats."""


def color_of(theme: Theme, color: Color) -> QColor:
    """Return the colour of a seat, or of a name of the theme."""
    return theme.seat(color) if isinstance(color, int) else QColor(getattr(theme, color))


def pen_of(theme: Theme, color: Color, width: float, dash: Dash) -> QPen:
    """Return a cosmetic pen, ``width`` in device pixels; ``dash`` seat: the line style of the seat."""
    style = DASHES.get(dash, Qt.PenStyle.SolidLine)
    if dash == "seat" and isinstance(color, int):
        style = SEAT_DASHES[color % len(SEAT_DASHES)]
    pen: QPen = pg.mkPen(color_of(theme, color), width=width, style=style)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    return pen


class TickAxis(Guarded, pg.AxisItem):  # type: ignore[misc]
    """An axis whose ticks come from a function of range and length; ticks without a text are fine grid lines."""

    def __init__(self, orientation: str) -> None:
        super().__init__(orientation)
        self._ticks: Ticks | None = None
        self._texts: dict[float, str] = {}
        self.enableAutoSIPrefix(False)

    def restyle(self, theme: Theme, axis: Axis) -> None:
        """Show other ticks in the colours and the face of ``theme``."""
        self._ticks = axis.ticks
        self.setStyle(
            tickFont=font(TEXT_SMALL, QFont.Weight.Normal, family=theme.family),
            tickLength=0,
            tickTextOffset=TICK_GAP,
            showValues=axis.ticks is not None,
            tickAlpha=None,
            hideOverlappingLabels=False,
        )
        self.setPen(QColor(theme.muted))
        self.setTickPen(QColor(theme.line))
        self.setTextPen(QColor(theme.muted))
        self.setGrid(255 if axis.grid and axis.ticks is not None else False)
        css = {"color": theme.muted, "font-size": f"{TEXT_SMALL}px", "font-family": f"'{theme.family}'"}
        self.setLabel(axis.name or None, **css)
        self.showLabel(bool(axis.name))

    def boundingRect(self) -> QRectF:
        """Return the room of axis and grid, with some for names at the ends: without it pyqtgraph hides these."""
        rect: QRectF = super().boundingRect()
        return rect.adjusted(-ENDS, -ENDS, ENDS, ENDS)

    def tickValues(self, low: float, high: float, size: float) -> list[tuple[float, list[float]]]:
        """Return the named ticks, then the fine ones."""
        ticks: list[Tick] = [] if self._ticks is None else self._ticks(low, high, size)
        self._texts = {tick.value: tick.text for tick in ticks}
        named = [tick.value for tick in ticks if tick.text]
        return [(1.0, named), (0.1, [tick.value for tick in ticks if not tick.text])]

    def tickStrings(self, values: Sequence[float], scale: float, spacing: float) -> list[str]:
        """Return the texts of ticks."""
        return [self._texts.get(value, "") for value in values]


class PlotSheet(Sheet):
    """A sheet whose plot has axes left, below and right, in a layout that gives them the room of their names."""

    def _build_plot(self) -> pg.ViewBox:
        self._frame = pg.GraphicsWidget(parent=self)
        grid = QGraphicsGridLayout(self._frame)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(0)
        box = pg.ViewBox(enableMenu=False, defaultPadding=0.0)
        box.setBorder(None)
        self._axes = {side: TickAxis(side) for side in ("left", "bottom", "right")}
        for item, row, column in ((box, 0, 1), *zip(self._axes.values(), (0, 1, 0), (0, 1, 2), strict=True)):
            grid.addItem(item, row, column)
        grid.setRowStretchFactor(0, 1)
        grid.setColumnStretchFactor(1, 1)
        for axis in self._axes.values():
            axis.linkToView(box)
            axis.setZValue(-1000)
        return box

    @property
    def plot(self) -> QRectF:
        """The rectangle of the plot in the sheet's pixels."""
        box = self.view_box
        rect: QRectF = box.mapRectToItem(self, box.rect())
        return rect

    def axis(self, side: str) -> TickAxis:
        """Return the axis on a side: ``left``, ``bottom`` or ``right``."""
        return self._axes[side]

    @property
    def below_plot(self) -> float:
        return float(self._axes["bottom"].height())

    def _place_plot(self, room: QRectF) -> None:
        self._frame.setGeometry(room)
        self._frame.layout().activate()


class PixelMarks(PixelLayer):
    """Bars with whiskers and labels, cells and texts of a chart."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet, BARS)
        self.marks: tuple[PixelMark, ...] = ()

    def set_marks(self, marks: tuple[PixelMark, ...]) -> None:
        """Draw other marks."""
        self.marks = marks
        self.update()

    def draw(self, painter: QPainter) -> None:
        for mark in self.marks:
            if isinstance(mark, Bars):
                self._draw_bars(painter, mark)
            elif isinstance(mark, Cells):
                for cell in mark.cells:
                    self._draw_cell(painter, cell)
            elif isinstance(mark, Rule):
                self._draw_rule(painter, mark)
            else:
                self._draw_text(painter, mark)

    def _draw_text(self, painter: QPainter, mark: Text) -> None:
        """Draw a text beside its place, on the other side where there is no room."""
        spec, plot = SMALL_BOLD if mark.bold else SMALL_FONT, self.sheet.plot
        x, wide = self.x(mark.x), text_width(mark.text, spec, self.theme) + TEXT_GAP
        side = mark.anchor[0]
        side = 1.0 if side == 0.0 and x + wide > plot.right() else side
        align = {0.0: Qt.AlignmentFlag.AlignLeft, 1.0: Qt.AlignmentFlag.AlignRight}.get(side, CENTER)
        at = QPointF(x + TEXT_GAP * (1 - 2 * side), self.y(mark.y) + (0.5 - mark.anchor[1]) * TEXT_LINE)
        draw_text(painter, at, mark.text, spec, color_of(self.theme, mark.color), align)

    def _draw_rule(self, painter: QPainter, mark: Rule) -> None:
        """Write the label of a rule along it."""
        across, up = self.sheet.ranges
        if mark.level:
            x = across[0] + mark.place * (across[1] - across[0])
            text = Text(x, mark.at, mark.label, (float(mark.place > 0.5), 1.0), "muted")
        else:
            text = Text(mark.at, up[0] + mark.place * (up[1] - up[0]), mark.label, color="muted")
        self._draw_text(painter, text)

    def bar_rect(self, bar: Bar, *, lying: bool) -> QRectF:
        """Return a bar in pixels."""
        ends = (bar.place - bar.thickness / 2, bar.place + bar.thickness / 2)
        if lying:
            corners = QPointF(self.x(bar.start), self.y(ends[1])), QPointF(self.x(bar.end), self.y(ends[0]))
        else:
            corners = QPointF(self.x(ends[0]), self.y(bar.end)), QPointF(self.x(ends[1]), self.y(bar.start))
        return QRectF(*corners).normalized()

    def _draw_bars(self, painter: QPainter, mark: Bars) -> None:
        level = self._label_level(mark)
        for bar in mark.bars:
            rect = self.bar_rect(bar, lying=mark.lying)
            seat = bar.color if isinstance(bar.color, int) else None
            if seat is None:
                painter.fillRect(rect, color_of(self.theme, bar.color))
            else:
                (draw_hollow_bar if bar.hollow else draw_bar)(painter, self.theme, seat, rect)
            self._draw_whisker(painter, bar, rect, lying=mark.lying)
            if bar.exact is not None:
                painter.setPen(QPen(QColor(self.theme.text), 2.0, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
                painter.drawLine(self._across(bar.exact, rect, 1.0, lying=mark.lying))
            if level is not None and bar.labels:
                self._draw_label(painter, bar, rect, level, lying=mark.lying)

    def _across(self, value: float, rect: QRectF, reach: float, *, lying: bool) -> QLineF:
        """Return the line across a bar at ``value``, ``reach`` pixels beyond its sides."""
        if lying:
            x = self.x(value)
            return QLineF(x, rect.top() - reach, x, rect.bottom() + reach)
        y = self.y(value)
        return QLineF(rect.left() - reach, y, rect.right() + reach, y)

    def _draw_whisker(self, painter: QPainter, bar: Bar, rect: QRectF, *, lying: bool) -> None:
        low, high = max(bar.end - bar.error, bar.start), bar.end + bar.error
        place = self.x if lying else self.y
        if abs(place(high) - place(low)) < 2 * WHISKER_LEAST:
            return
        painter.setPen(QPen(QColor(self.theme.text), 1.2))
        middle = rect.center()
        if lying:
            painter.drawLine(QPointF(place(low), middle.y()), QPointF(place(high), middle.y()))
        else:
            painter.drawLine(QPointF(middle.x(), place(low)), QPointF(middle.x(), place(high)))
        cap = -rect.height() / 4 if lying else -rect.width() / 4
        for end in (low, high):
            painter.drawLine(self._across(end, rect, cap, lying=lying))

    def _label_level(self, mark: Bars) -> int | None:
        """Return which label of the bars is drawn: the longest for which there is room; None: none fits."""
        labels = [bar.labels for bar in mark.bars if bar.labels]
        if not labels:
            return None
        plot = self.sheet.plot
        levels = range(min(len(texts) for texts in labels))
        widths = [widest((texts[i] for texts in labels), SMALL_BOLD, self.theme) for i in levels]
        if mark.lying:
            longest = max(self.x(bar.end) for bar in mark.bars)
            room = plot.right() - longest
            return next((i for i in levels if widths[i] + LABEL_GAP <= max(room, 0.0)), levels[-1])
        slot = min((abs(self.x(bar.thickness) - self.x(0.0)) for bar in mark.bars if bar.labels), default=0.0)
        return next((i for i in levels if widths[i] <= slot + 2), None)

    def _draw_label(self, painter: QPainter, bar: Bar, rect: QRectF, level: int, *, lying: bool) -> None:
        top = max(bar.end + bar.error, bar.exact if bar.exact is not None else bar.end)
        spec = SMALL_BOLD if bar.bold else SMALL_FONT
        if lying:
            at, align = QPointF(self.x(max(top, bar.start)) + LABEL_GAP, rect.center().y()), Qt.AlignmentFlag.AlignLeft
        else:
            above = bar.end >= bar.start
            y = self.y(top) - LABEL_GAP - 4 if above else self.y(bar.end) + LABEL_GAP + 4
            at, align = QPointF(rect.center().x(), y), Qt.AlignmentFlag.AlignHCenter
        draw_text(painter, at, bar.labels[level], spec, self.theme.text, align)

    def cell_rect(self, row: int, column: int) -> QRectF:
        """Return the place of a cell in pixels."""
        top = QPointF(self.x(column), self.y(row))
        return QRectF(top, QPointF(self.x(column + 1), self.y(row + 1))).normalized()

    def _draw_cell(self, painter: QPainter, cell: Cell) -> None:
        theme = self.theme
        rect = self.cell_rect(cell.row, cell.column).adjusted(CELL_GAP, CELL_GAP, -CELL_GAP, -CELL_GAP)
        painter.setPen(QPen(QColor(theme.line), 1.0))
        painter.setBrush(QColor(theme.raised))
        painter.drawRoundedRect(rect, CELL_RADIUS, CELL_RADIUS)
        if cell.parts:
            x = rect.left()
            for color, share in cell.parts:
                box = QRectF(x, rect.top(), share * rect.width(), rect.height())
                ground = mixed(theme.raised, color_of(theme, color), PART_FILL[theme.name])
                fill_box(painter, box, ground, min(CELL_RADIUS, box.width() / 2))
                x += box.width()
        elif not cell.faint:
            height = cell.height * rect.height()
            ground = unknown_color(theme) if cell.tone is None else heat_color(theme, cell.tone)
            fill_box(painter, QRectF(rect.left(), rect.bottom() - height, rect.width(), height), ground, CELL_RADIUS)
        if not cell.texts:
            return
        step = min(CELL_LINE, rect.height() / len(cell.texts))
        y = rect.center().y() - step * (len(cell.texts) - 1) / 2
        for i, text in enumerate(cell.texts):
            spec = SMALL_BOLD if i == 0 and not cell.faint else SMALL_FONT
            spec = fitting(text, spec, rect.width() - 2, theme, step)
            ink = theme.muted if cell.faint else theme.text
            draw_text(painter, QPointF(rect.center().x(), y + i * step), text, spec, ink, Qt.AlignmentFlag.AlignHCenter)


class PlotFigure(Figure):
    """A sheet that draws a chart made from a function of the hidden seats; without one it shows ``empty``."""

    def __init__(self, theme: Theme, empty: Empty, *, on_paper: bool = False) -> None:
        super().__init__(theme, on_paper=on_paper)
        self.empty = empty
        self.chart: Chart | None = None
        self._make: Maker | None = None
        self._items: list[Any] = []
        self.labels = EndLabels(self.sheet)
        self._marks = PixelMarks(self.sheet)
        self.sheet.left = self.sheet.bottom = 0.0

    def build_sheet(self, theme: Theme) -> PlotSheet:
        return PlotSheet(theme)

    def show(self, make: Maker | None, *, stale: bool = False) -> None:
        """Draw another chart; None: show the empty texts."""
        if make is None:
            self.hidden = frozenset()
        self._make, self.stale = make, stale
        self.redraw()

    @property
    def filled(self) -> bool:
        return self._make is not None

    def seats_to_hide(self) -> tuple[tuple[int, str], ...]:
        if self.chart is None:
            return ()
        seats = self.chart.seats or tuple((end.seat, end.name) for end in self.chart.ends)
        return seats if len(seats) > 1 and self.chart.hides else ()

    def fill(self) -> None:
        assert self._make is not None
        chart = self.chart = self._make(self.hidden)
        self._write(chart)
        self._draw_items(chart)
        self._marks.set_marks(tuple(mark for mark in chart.marks if isinstance(mark, PixelMark)))
        last = max((float(mark.x[-1]) for mark in chart.marks if isinstance(mark, LineMark)), default=0.0)
        self.sheet.right = self.labels.set_labels(chart.ends, last) or (0.0 if chart.right else RIGHT)
        keys = tuple(LegendKey(key.name, self._key_painter(key)) for key in chart.keys)
        self.sheet.legend.set_entries(chart.seats, self.hidden, keys, lines=chart.lines)
        self._set_axes(chart)

    def clear(self) -> None:
        self.chart = None
        self._take_off()
        self._marks.set_marks(())
        self.labels.set_labels((), 0.0)

    def _write(self, chart: Chart) -> None:
        heading = chart.heading
        title = Line(heading.title, TITLE_FONT, "text")
        notes = heading.notes if heading.always or self._on_paper else ()
        if self._on_paper:
            about = (Line(text, SMALL_FONT, "text") for text in heading.about)
            self.sheet.title.set_lines((title, *about), wrap=True)
            notes = (*notes, heading.origin)
        else:
            self.sheet.title.set_lines((title, Line(heading.brief, SMALL_FONT, "muted")), wrap=False)
        self.sheet.notes.set_lines(tuple(Line(text, SMALL_FONT, "muted") for text in notes), wrap=True)

    def _set_axes(self, chart: Chart) -> None:
        sheet = self.sheet
        assert isinstance(sheet, PlotSheet)
        box = sheet.view_box
        box.setMouseEnabled(x=chart.panned, y=chart.panned)
        box.invertY(chart.down)
        sheet.axis("bottom").restyle(self.theme, chart.x)
        sheet.axis("left").restyle(self.theme, chart.y)
        sheet.axis("right").setVisible(chart.right is not None)
        if chart.right is not None:
            sheet.axis("right").restyle(self.theme, Axis(chart.y.low, chart.y.high, chart.right, grid=False))
        across, up = (chart.x.low, chart.x.high), (chart.y.low, chart.y.high)
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
            markers = [self._markers(mark.x[list(mark.markers)], mark.y[list(mark.markers)], mark.color, 8.0)]
            return [line, *(markers if mark.markers else ())]
        if isinstance(mark, Steps):
            outline, area = self._curve(mark.edges, mark.heights), self._curve(mark.edges, mark.heights)
            outline.setPen(pen_of(theme, mark.color, mark.width * scale, mark.dash))
            area.setPen(None)
            area.setFillLevel(mark.base)
            area.setBrush(translucent(color_of(theme, mark.color), mark.fill))
            return [area, outline]
        if isinstance(mark, Band):
            edges = [pg.PlotCurveItem(mark.x, values) for values in (mark.low, mark.high)]
            return [pg.FillBetweenItem(*edges, brush=translucent(color_of(theme, mark.color), mark.opacity))]
        if isinstance(mark, Rule):
            pen = pen_of(theme, mark.color, mark.width * scale, mark.dash)
            return [pg.InfiniteLine(mark.at, 0 if mark.level else 90, pen=pen)]
        if isinstance(mark, Points):
            xs, ys = (np.array(values, dtype=np.float64) for values in zip(*mark.places, strict=True))
            return [self._markers(xs, ys, mark.color, mark.size)]
        return []

    def _curve(self, edges: Any, heights: Any) -> Any:
        return pg.PlotCurveItem(edges, heights, stepMode="center", antialias=True)

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
            elif key.sign == "band":
                painter.fillRect(box, translucent(color, 0.3))
            elif isinstance(key.color, int):
                (draw_hollow_bar if key.sign == "hollow" else draw_bar)(painter, theme, key.color, box)
            else:
                painter.fillRect(box, color)

        return draw

    # Reading out, in pixels of the sheet.

    def reading_at(self, position: QPointF) -> Reading | None:
        chart, plot = self.chart, self.sheet.plot
        if chart is None or not plot.contains(position):
            return None
        (x0, x1), (y0, y1) = self.sheet.ranges
        along = (position.x() - plot.left()) / plot.width()
        up = (plot.bottom() - position.y()) / plot.height()
        up = 1 - up if chart.down else up
        found = chart.read(x0 + along * (x1 - x0), y0 + up * (y1 - y0))
        if found is None:
            return None
        layer = self._marks
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
        places = (QPointF(self._marks.x(x), self._marks.y(y)) for x, y in (self.chart.stops if self.chart else ()))
        return [at for at in places if plot.adjusted(-1, -1, 1, 1).contains(at)]

    def seat_at(self, position: QPointF) -> int | None:
        if self.chart is None or not self.chart.hides:
            return None
        seat = self.labels.seat_at(position)
        return self.sheet.legend.seat_at(position) if seat is None else seat

    # Texts.

    @property
    def empty_title(self) -> str:
        """The title without a chart."""
        return self.empty.title

    @property
    def empty_lines(self) -> tuple[str, ...]:
        """The texts without a chart."""
        return self.empty.lines

    def title(self, snapshot: Snapshot | None = None) -> str:
        return self.empty.title if self.chart is None else self.chart.heading.title

    def remarks(self, snapshot: Snapshot | None = None) -> tuple[str, ...]:
        return () if self.chart is None else self.chart.heading.notes

    def draw(self, snapshot: Snapshot | None = None) -> None:
        self.redraw()

    def table(self, snapshot: Snapshot | None = None) -> Table:
        """Return the data of the chart.

        Raises:
            ValueError: there is no chart.
        """
        if self.chart is None:
            raise ValueError("there is nothing to export yet")
        return self.chart.table

    def words(self) -> str:
        if self.chart is None:
            return " ".join((f"{self.empty.title}.", *self.empty.lines))
        return f"{self.chart.heading.title}. {table_words(self.chart.table)}"
