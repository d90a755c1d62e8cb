"""Draws a :class:`~gui.charts.values.Chart`, in the same way on screen and on exported pages.

Axes, lines, areas, rules, markers and images are items of pyqtgraph. :class:`PixelMarks` draws the rest: bars of
pyqtgraph have no hatching and no labels that adapt to the space, and it has no cells with texts.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QLineF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QGraphicsPathItem

from gui.charts.overlays import EndLabels, Reading, ReadOutBox
from gui.charts.sheet import BARS, PADDING, PixelLayer, Sheet
from gui.charts.style import (
    BODY_FONT,
    LINE_SHARE,
    SMALL_BOLD,
    SMALL_FONT,
    TITLE_FONT,
    Spec,
    TextLine,
    area_between,
    color_of,
    draw_bar,
    draw_hollow_bar,
    draw_symbol,
    draw_text,
    elided,
    fitting,
    part_color,
    pen_of,
    text_width,
    translucent,
    widest,
)
from gui.charts.values import (
    Array,
    Axis,
    Band,
    Bar,
    Bars,
    Cells,
    Chart,
    Color,
    Empty,
    Image,
    Line,
    MapCell,
    Mark,
    NumberRow,
    Points,
    Rule,
    Steps,
    Text,
    table_text,
)
from gui.look.painting import fill_box, heat_color, paint_suit, unknown_color
from gui.look.theme import SEAT_DASHES, SEAT_SYMBOLS, Theme

MAX_HEAD_WIDTH = 170.0
RIGHT_ROOM = 12.0
IMAGE_SCALE = 8
"""Pixels of an image along each side of a cell: viewers of SVG blur the borders of single pixels."""
STALE_OPACITY = 0.4
Maker = Callable[[frozenset[int]], Chart]
"""Returns the chart for a set of hidden seats."""


LABEL_GAP, LABEL_BETWEEN = 5.0, 2.0
"""Pixels between a bar and its label, and between neighbouring labels."""
MIN_LABEL_SIZE = 7
"""Text size in pixels below which the numbers of bars would be illegible."""
MIN_WHISKER, MAX_CAP_WIDTH = 1.5, 12.0
CELL_GAP, CELL_RADIUS, CELL_LINE = 1.0, 3.0, 14.0
MIN_LINE_HEIGHT = 9.0
"""Pixels: if the lines of a cell would be lower than this, its last texts are left out."""
SUIT_SIZE, MIN_SUIT_SIZE, SUIT_GAP = 9.0, 7.0, 2.0
TEXT_GAP, TEXT_LINE = 4.0, 18.0
ROW_LINE, ROW_SWATCH, ROW_GAP = 16.0, 20.0, 6.0
SCALE_HEIGHT = 34.0
"""Pixels below the plot for the colour scale of a map."""
STRIP_HEIGHT, STRIP_STEPS, STRIP_SHARE = 8.0, 31, 0.42
CENTER, LEFT, RIGHT = Qt.AlignmentFlag.AlignHCenter, Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight
PixelMark = Bars | Cells | Text | Rule | Points


class LabelFit(NamedTuple):
    """Which label of each bar is drawn (``level`` is an index of ``Bar.labels``) and its text size, the same for all
    bars."""

    level: int
    size: int

    @property
    def spec(self) -> Spec:
        return self.size, SMALL_FONT[1]


class PixelMarks(PixelLayer):
    """Draws bars with whiskers and labels, cells and texts; below the plot, rows of numbers and the colour scale of a
    map."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet, BARS)
        self.marks: tuple[PixelMark, ...] = ()
        self._rows: tuple[NumberRow, ...] = ()
        self._scale: tuple[str, str, str] | None = None

    def set_marks(
        self, marks: tuple[PixelMark, ...], rows: tuple[NumberRow, ...] = (), scale: tuple[str, str, str] | None = None
    ) -> None:
        """Replace the marks, the rows of numbers and the texts of the colour scale."""
        self.marks, self._rows, self._scale = marks, rows, scale
        self.update()

    def draw(self, painter: QPainter) -> None:
        """Draw all marks in their order, then the rows of numbers and the colour scale below the plot."""
        for mark in self.marks:
            if isinstance(mark, Bars):
                self._draw_bars(painter, mark)
            elif isinstance(mark, Cells):
                for cell in mark.cells:
                    self._draw_cell(painter, cell)
            elif isinstance(mark, Rule):
                self._draw_rule(painter, mark)
            elif isinstance(mark, Points):
                for x, y in mark.points if mark.symbol else ():
                    at, color = QPointF(self.x(x), self.y(y)), color_of(self.theme, mark.color)
                    draw_symbol(painter, self.theme, mark.symbol, color, at)
            else:
                self._draw_text(painter, mark)
        below = self.sheet.plot.bottom() + self.sheet.below_plot
        for i, row in enumerate(self._rows):
            self._draw_row(painter, row, below + (i + 0.5) * ROW_LINE)
        if self._scale is not None:
            self._draw_scale(painter, self._scale, below)

    def _draw_text(self, painter: QPainter, mark: Text) -> None:
        """Draw a text next to its point, on the left if the right side has no room."""
        spec, plot = SMALL_BOLD if mark.bold else SMALL_FONT, self.sheet.plot
        x, width = self.x(mark.x), text_width(mark.text, spec, self.theme) + TEXT_GAP
        side = mark.anchor[0]
        side = 1.0 if side == 0.0 and x + width > plot.right() else side
        align = {0.0: Qt.AlignmentFlag.AlignLeft, 1.0: Qt.AlignmentFlag.AlignRight}.get(side, CENTER)
        at = QPointF(x + TEXT_GAP * (1 - 2 * side), self.y(mark.y) + (0.5 - mark.anchor[1]) * TEXT_LINE)
        draw_text(painter, at, mark.text, spec, color_of(self.theme, mark.color), align)

    def _draw_rule(self, painter: QPainter, mark: Rule) -> None:
        """Write the label of a rule along it."""
        across, up = self.sheet.ranges
        if mark.level:
            x = across[0] + mark.label_position * (across[1] - across[0])
            text = Text(
                x, mark.at, mark.label, (float(mark.label_position > 0.5), float(not mark.label_below)), "muted"
            )
        else:
            text = Text(mark.at, up[0] + mark.label_position * (up[1] - up[0]), mark.label, color="muted")
        self._draw_text(painter, text)

    def bar_rect(self, bar: Bar, *, lying: bool, max_thickness: float = math.inf) -> QRectF:
        """Return the rectangle of a bar in pixels, at most ``max_thickness`` pixels thick."""
        ends = (bar.position - bar.thickness / 2, bar.position + bar.thickness / 2)
        if lying:
            corners = QPointF(self.x(bar.start), self.y(ends[1])), QPointF(self.x(bar.end), self.y(ends[0]))
        else:
            corners = QPointF(self.x(ends[0]), self.y(bar.end)), QPointF(self.x(ends[1]), self.y(bar.start))
        rect = QRectF(*corners).normalized()
        spare = max((rect.height() if lying else rect.width()) - max_thickness, 0.0) / 2
        return rect.adjusted(0.0, spare, 0.0, -spare) if lying else rect.adjusted(spare, 0.0, -spare, 0.0)

    def _draw_bars(self, painter: QPainter, mark: Bars) -> None:
        """Draw bars with their whiskers, lines at exact values, and labels if these fit."""
        fit = self.label_fit(mark)
        for bar in mark.bars:
            rect = self.bar_rect(bar, lying=mark.lying, max_thickness=mark.max_thickness)
            if isinstance(bar.color, int):
                (draw_hollow_bar if bar.hollow else draw_bar)(painter, self.theme, bar.color, rect)
            elif bar.color is not None:
                painter.fillRect(rect, color_of(self.theme, bar.color))
            if bar.color is not None:
                self._draw_whisker(painter, bar, rect, lying=mark.lying)
            if bar.exact is not None:
                painter.setPen(QPen(QColor(self.theme.text), 2.0, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
                painter.drawLine(self._across(bar.exact, rect, 1.0, lying=mark.lying))
            if fit is not None and bar.labels and any(bar.labels):
                self._draw_label(painter, bar, rect, fit, lying=mark.lying)

    def _across(self, value: float, rect: QRectF, reach: float, *, lying: bool) -> QLineF:
        """Return the line across a bar at ``value``, extended by ``reach`` pixels beyond both sides."""
        if lying:
            x = self.x(value)
            return QLineF(x, rect.top() - reach, x, rect.bottom() + reach)
        y = self.y(value)
        return QLineF(rect.left() - reach, y, rect.right() + reach, y)

    def _draw_whisker(self, painter: QPainter, bar: Bar, rect: QRectF, *, lying: bool) -> None:
        """Draw the interval of a bar as a line with caps, unless it is too short to be seen."""
        low, high = max(bar.end - bar.error, min(bar.start, bar.end)), bar.end + bar.error
        to_pixel = self.x if lying else self.y
        if bar.error == 0.0 or abs(to_pixel(high) - to_pixel(low)) < 2 * MIN_WHISKER:
            return
        painter.setPen(QPen(QColor(self.theme.text), 1.2))
        middle, thickness = rect.center(), rect.height() if lying else rect.width()
        if lying:
            painter.drawLine(QPointF(to_pixel(low), middle.y()), QPointF(to_pixel(high), middle.y()))
        else:
            painter.drawLine(QPointF(middle.x(), to_pixel(low)), QPointF(middle.x(), to_pixel(high)))
        cap = min(thickness, MAX_CAP_WIDTH) / 4 - thickness / 2
        for end in (low, high):
            painter.drawLine(self._across(end, rect, cap, lying=lying))

    def label_fit(self, mark: Bars) -> LabelFit | None:
        """Return the labels that have room, or None if none has."""
        labels = [bar.labels for bar in mark.bars if bar.labels]
        levels = range(min((len(texts) for texts in labels), default=0))
        widths = [widest((texts[i] for texts in labels), SMALL_FONT, self.theme) for i in levels]
        max_width, max_height = self._label_room(mark)
        # A shorter label at full size is easier to read than a longer one in small print: try all labels at a size
        # before a smaller size. Widths are proportional to the size, so each label is measured only once.
        for size in range(SMALL_FONT[0], MIN_LABEL_SIZE - 1, -1):
            if size * LINE_SHARE <= max_height:
                for level in levels:
                    if widths[level] * size / SMALL_FONT[0] <= max_width:
                        return LabelFit(level, size)
        return None

    def _label_room(self, mark: Bars) -> tuple[float, float]:
        """Return the largest width and height in pixels of a label."""
        labelled = [bar for bar in mark.bars if bar.labels]
        plot = self.sheet.plot
        if not labelled or plot.isEmpty():  # a page that has no size yet
            return 0.0, 0.0
        positions = sorted({bar.position for bar in labelled})
        step = min((second - first for first, second in pairwise(positions)), default=1.0)
        if not mark.lying:
            return abs(self.x(step) - self.x(0.0)) - LABEL_BETWEEN, SMALL_FONT[0]
        # A label may extend to the end of the column in which its bar begins.
        column = plot.width() / mark.columns
        ends = (plot.left() + column * (1 + int((self.x(bar.start) + 1 - plot.left()) / column)) for bar in labelled)
        room = min(end - self.x(_top(bar)) for end, bar in zip(ends, labelled, strict=True)) - LABEL_GAP
        return room, abs(self.y(step) - self.y(0.0))

    def _draw_label(self, painter: QPainter, bar: Bar, rect: QRectF, fit: LabelFit, *, lying: bool) -> None:
        """Draw the label of a bar on an opaque background, so that no grid line crosses it."""
        text = bar.labels[fit.level]
        spec = (fit.size, SMALL_BOLD[1]) if bar.bold else fit.spec
        width, height = text_width(text, spec, self.theme), fit.size * LINE_SHARE
        if lying:
            at = QPointF(self.x(_top(bar)) + LABEL_GAP + width / 2, rect.center().y())
        elif bar.end >= bar.start:
            at = QPointF(rect.center().x(), self.y(_top(bar)) - LABEL_GAP - 4)
        else:
            at = QPointF(rect.center().x(), self.y(bar.end) + LABEL_GAP + 4)
        background = QRectF(at.x() - width / 2 - 1, at.y() - height / 2, width + 2, height)
        painter.fillRect(background, QColor(self.theme.surface))
        draw_text(painter, at, text, spec, self.theme.text, CENTER)

    def cell_rect(self, row: int, column: int) -> QRectF:
        """Return the rectangle of a cell in pixels."""
        top = QPointF(self.x(column), self.y(row))
        return QRectF(top, QPointF(self.x(column + 1), self.y(row + 1))).normalized()

    def _draw_cell(self, painter: QPainter, cell: MapCell) -> None:
        """Draw a cell of a map: its frame, then parts side by side or one tone, filled from below, and its texts."""
        theme = self.theme
        rect = self.cell_rect(cell.row, cell.column).adjusted(CELL_GAP, CELL_GAP, -CELL_GAP, -CELL_GAP)
        if not cell.bare:
            painter.setPen(QPen(QColor(theme.line), 1.0))
            painter.setBrush(QColor(theme.raised))
            painter.drawRoundedRect(rect, CELL_RADIUS, CELL_RADIUS)
        if cell.parts:
            x = rect.left()
            for color, share in cell.parts:
                height = cell.height * rect.height()
                box = QRectF(x, rect.bottom() - height, share * rect.width(), height)
                fill_box(painter, box, part_color(theme, color), min(CELL_RADIUS, box.width() / 2, height / 2))
                x += box.width()
        elif not cell.faint and not cell.bare:
            height = cell.height * rect.height()
            ground = unknown_color(theme) if cell.tone is None else heat_color(theme, cell.tone)
            fill_box(painter, QRectF(rect.left(), rect.bottom() - height, rect.width(), height), ground, CELL_RADIUS)
        self._draw_texts(painter, cell, rect)

    def _draw_texts(self, painter: QPainter, cell: MapCell, rect: QRectF) -> None:
        """Draw as many texts of a cell as have room, with the suit symbol after the first."""
        theme, texts = self.theme, cell.texts[: max(int(rect.height() / MIN_LINE_HEIGHT), 1)]
        ink = QColor(theme.muted if cell.faint or cell.bare else theme.text)
        # Lines spread over the height of the cell, but are never higher than an equal share of it.
        step = min(max(CELL_LINE, rect.height() / (len(texts) + 1)), rect.height() / max(len(texts), 1))
        y = rect.center().y() - step * (len(texts) - 1) / 2
        size = min(rect.width(), rect.height(), SUIT_SIZE)
        if cell.suit is not None and not texts and size + 2 * CELL_GAP >= MIN_SUIT_SIZE:
            paint_suit(painter, cell.suit, QRectF(rect.center() - QPointF(size, size) / 2, QSizeF(size, size)), ink)
        for i, text in enumerate(texts):
            spec = fitting(text, SMALL_BOLD if i == 0 and not cell.faint else SMALL_FONT, rect.width() - 2, theme, step)
            at = QPointF(rect.center().x(), y + i * step)
            if i == 0 and cell.suit is not None:
                width = text_width(text, spec, theme) + SUIT_GAP
                at.setX(at.x() - (size + SUIT_GAP) / 2)
                box = QRectF(at.x() + width / 2 + SUIT_GAP / 2, at.y() - size / 2, size, size)
                paint_suit(painter, cell.suit, box, ink)
            draw_text(painter, at, text, spec, ink, CENTER)

    def head_width(self, rows: tuple[NumberRow, ...]) -> float:
        """Return the width in pixels of the heads of the rows below the plot."""
        return widest((row.head for row in rows), SMALL_FONT, self.theme) + ROW_SWATCH + 2 * ROW_GAP if rows else 0.0

    def _draw_row(self, painter: QPainter, row: NumberRow, y: float) -> None:
        """Draw a row of numbers below the plot, at the height ``y`` in pixels."""
        left = PADDING
        if row.seat is not None:
            painter.setPen(QPen(self.theme.seat(row.seat), 2.0, SEAT_DASHES[row.seat % len(SEAT_DASHES)]))
            painter.drawLine(QPointF(left, y), QPointF(left + ROW_SWATCH, y))
            left += ROW_SWATCH + ROW_GAP
        head = elided(row.head, SMALL_FONT, self.sheet.plot.left() - ROW_GAP - left, self.theme)
        draw_text(painter, QPointF(left, y), head, SMALL_FONT, self.theme.muted)
        for column, text in enumerate(row.texts):
            spec = fitting(text, SMALL_FONT, self.x(1) - self.x(0) - 2, self.theme)
            draw_text(painter, QPointF(self.x(column + 0.5), y), text, spec, self.theme.text, CENTER)

    def _draw_scale(self, painter: QPainter, texts: tuple[str, str, str], below: float) -> None:
        """Draw the colour scale of a map with ``texts`` at the low end, the middle and the high end."""
        plot, theme = self.sheet.plot, self.theme
        width = STRIP_SHARE * plot.width()
        strip = QRectF(plot.center().x() - width / 2, below + 10, width, STRIP_HEIGHT)
        for i in range(STRIP_STEPS):
            step = QRectF(strip.left() + i * width / STRIP_STEPS, strip.top(), width / STRIP_STEPS + 0.5, STRIP_HEIGHT)
            painter.fillRect(step, heat_color(theme, 2 * i / (STRIP_STEPS - 1) - 1))
        painter.setPen(QPen(QColor(theme.outline), 1.0))
        x, y = strip.center().x(), strip.center().y()
        painter.drawLine(QPointF(x, strip.top()), QPointF(x, strip.bottom()))
        positions = QPointF(strip.left() - 6, y), QPointF(x, strip.bottom() + 8), QPointF(strip.right() + 6, y)
        for at, text, align in zip(positions, texts, (RIGHT, CENTER, LEFT), strict=True):
            draw_text(painter, at, text, SMALL_FONT, theme.muted, align)


def _top(bar: Bar) -> float:
    """Return the highest value that a bar reaches, including its interval and its exact value."""
    return max(bar.end + bar.error, bar.exact if bar.exact is not None else bar.end, bar.start)


class PlotFigure:
    """A sheet that displays the chart returned by a function of the hidden seats, or the texts of ``empty`` without
    one."""

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
        """Set the number of device pixels per pixel: widths of lines in the plot are in device pixels."""
        if scale != self.device_scale:
            self.device_scale = scale
            self.redraw()

    def toggle(self, seat: int) -> None:
        """Hide a visible seat, or show a hidden one."""
        self.hidden ^= {seat}
        self.redraw()

    def show(self, make: Maker | None, *, stale: bool = False) -> None:
        """Display the chart of ``make``, or the empty texts if it is None. A ``stale`` chart is faded."""
        if make is None:
            self.hidden = frozenset()
        self._make, self.stale = make, stale
        self.redraw()

    def fit_axes(self) -> None:
        """Undo moving and zooming by hand: make the axes fit the data again."""
        if self.sheet.moved is not None:
            self.sheet.moved = None
            self.redraw()

    @property
    def min_plot_height(self) -> float:
        """The height in pixels below which the plot would be unreadable."""
        return 60.0 if self.chart is None else self.chart.min_height

    def redraw(self) -> None:
        """Rebuild all items of the chart, or display the empty texts."""
        has_chart = self._make is not None
        self.sheet.setOpacity(STALE_OPACITY if self.stale and has_chart else 1.0)
        self.sheet.view_box.setVisible(has_chart)
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
        """Show the texts of a chart without data, and nothing else."""
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
        """Return the seats (index, name) that can be hidden; a single seat cannot."""
        if self.chart is None:
            return ()
        seats = self.chart.seats or tuple((end.seat, end.name) for end in self.chart.ends)
        return seats if len(seats) > 1 and self.chart.hides else ()

    def _show(self, make: Maker) -> None:
        """Make the chart and distribute it: marks, labels at the ends, legend, axes, title and notes."""
        had_chart, old_seats = self.chart is not None, self.seats_to_hide()
        chart = self.chart = make(self.hidden)
        # Hidden seats belong to one set of seats. If that has changed, show all seats again.
        if had_chart and self.hidden and [seat for seat, _ in old_seats] != [seat for seat, _ in self.seats_to_hide()]:
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
        side = 0.0 if chart.right or not chart.x.line else RIGHT_ROOM
        self.sheet.right = self.labels.set_labels(chart.ends, last) or side
        self.sheet.bottom = ROW_LINE * len(chart.rows) + (SCALE_HEIGHT if chart.scale else 0.0)
        self.sheet.legend.set_entries(chart.seats, self.hidden, chart.keys, lines=chart.lines)
        self._set_axes(chart)
        notes = [mark for mark in pixels if isinstance(mark, Bars) and mark.note]
        self._write(chart)
        # Whether labels have room is known only after the layout, and only then does the note about them apply.
        if notes:
            self.sheet.arrange()
            self._write(chart, "".join(mark.note for mark in notes if self._marks.label_fit(mark) is not None))

    def _write(self, chart: Chart, note: str = "") -> None:
        """Set the texts of title and notes; ``note`` is put in front of the first note."""
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
        """Set axes and range for a chart; the range to which the user has moved a panned chart stays."""
        sheet = self.sheet
        box = sheet.view_box
        box.setMouseEnabled(x=chart.panned, y=chart.panned)
        box.invertY(chart.down)
        heads = min(self._marks.head_width(chart.rows), MAX_HEAD_WIDTH)
        left = replace(chart.y, room=max(chart.y.room, heads))
        right = None if chart.right is None else Axis(chart.y.low, chart.y.high, chart.right, grid=False)
        sheet.set_axes(self.theme, {"left": left, "bottom": chart.x, "right": right, "top": chart.top})
        across, up = (chart.x.low, chart.x.high), (chart.y.low, chart.y.high)
        if chart.panned and sheet.moved is not None:
            across, up = sheet.moved
        box.setRange(xRange=across, yRange=up, padding=0.0, disableAutoRange=True)

    def _items_of(self, mark: Mark) -> list[Any]:
        """Return the items of pyqtgraph for a mark, or [] if :class:`PixelMarks` draws it."""
        theme, scale = self.theme, self.device_scale
        if isinstance(mark, Line):
            pen = pen_of(theme, mark.color, mark.width * scale, mark.dash)
            line = pg.PlotCurveItem(mark.x, mark.y, pen=pen, antialias=True)
            line.setSegmentedLineMode("off")  # segments are drawn faster, but their ends show in a wide line
            line.setOpacity(mark.opacity)
            indices = list(mark.markers)
            return [line, self._markers(mark.x[indices], mark.y[indices], mark.color, 8.0)] if indices else [line]
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
            xs, ys = (np.array(values, dtype=np.float64) for values in zip(*mark.points, strict=True))
            return [self._markers(xs, ys, mark.color, mark.size)]
        return []

    def _image(self, tones: Array) -> Any:
        """Return the item of an image in the colours of the heat scale; cells of NaN are transparent."""
        steps = [heat_color(self.theme, step / 60).getRgb() for step in range(-60, 61)]
        colors = np.array([*steps, (0, 0, 0, 0)], dtype=np.uint8)
        indices = np.where(np.isnan(tones), len(steps), np.round(60 * (1 + np.nan_to_num(tones))))
        pixels = colors[indices.astype(int)].repeat(IMAGE_SCALE, axis=0).repeat(IMAGE_SCALE, axis=1)
        item = pg.ImageItem(pixels, axisOrder="row-major")
        item.setRect(QRectF(0.0, 0.0, *tones.shape[::-1]))
        return item

    def _markers(self, xs: Any, ys: Any, color: Color, size: float) -> Any:
        symbol = SEAT_SYMBOLS[color % len(SEAT_SYMBOLS)] if isinstance(color, int) else "o"
        return pg.ScatterPlotItem(
            xs, ys, size=size, symbol=symbol, pen=None, brush=color_of(self.theme, color), antialias=True
        )

    # Read-outs. Positions are in pixels of the sheet.

    def point_at(self, position: QPointF) -> tuple[float, float] | None:
        """Return (x, y) of a position in the units of the axes, or None outside the plot."""
        chart, plot = self.chart, self.sheet.plot
        if chart is None or not plot.contains(position):
            return None
        (x0, x1), (y0, y1) = self.sheet.ranges
        along = (position.x() - plot.left()) / plot.width()
        up = (plot.bottom() - position.y()) / plot.height()
        up = 1 - up if chart.down else up
        return x0 + along * (x1 - x0), y0 + up * (y1 - y0)

    def reading_at(self, position: QPointF) -> Reading | None:
        """Return the values to read out at a position, or None if there are none."""
        point, chart, plot = self.point_at(position), self.chart, self.sheet.plot
        result = None if chart is None or point is None else chart.read(*point)
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
        """Return the positions inside the plot that the arrow keys visit."""
        plot = self.sheet.plot
        pixels, middle = self._marks, plot.center().y()
        stops = self.chart.stops if self.chart else ()
        positions = (QPointF(pixels.x(x), middle if y is None else pixels.y(y)) for x, y in stops)
        return [at for at in positions if plot.adjusted(-1, -1, 1, 1).contains(at)]

    def seat_at(self, position: QPointF) -> int | None:
        """Return the seat whose label or legend entry is at a position, or None."""
        if self.chart is None or not self.chart.hides:
            return None
        seat = self.labels.seat_at(position)
        return self.sheet.legend.seat_at(position) if seat is None else seat

    def text(self) -> str:
        """Return the complete chart as text, for screen readers."""
        if self.chart is None:
            return " ".join((f"{self.empty.title}.", *self.empty.lines))
        return f"{self.chart.heading.title}. {self.chart.spoken or table_text(self.chart.data)}"
