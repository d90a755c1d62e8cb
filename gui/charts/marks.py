"""Marks of a chart that are drawn in pixels: bars with whiskers and labels, cells, texts, and the rows and colours
below the plot.

pyqtgraph's bars have neither hatching nor labels that fit their room, and it has no cells with texts.
"""

import math
from itertools import pairwise
from typing import NamedTuple

from PySide6.QtCore import QLineF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from gui.charts.sheet import BARS, PADDING, PixelLayer, Sheet
from gui.charts.style import (
    LINE_SHARE,
    SMALL_BOLD,
    SMALL_FONT,
    Spec,
    color_of,
    draw_bar,
    draw_hollow_bar,
    draw_symbol,
    draw_text,
    elided,
    fitting,
    part_color,
    text_width,
    widest,
)
from gui.charts.values import Bar, Bars, Cell, Cells, NumberRow, Points, Rule, Text
from gui.look.painting import fill_box, heat_color, paint_suit, unknown_color
from gui.look.theme import SEAT_DASHES

LABEL_GAP, LABEL_BETWEEN = 5.0, 2.0
"""Pixels between a bar and its label, and between labels side by side."""
SMALLEST_LABEL = 7
"""Size of text below which the numbers of bars would not be read."""
WHISKER_LEAST, WIDEST_CAP = 1.5, 12.0
CELL_GAP, CELL_RADIUS, CELL_LINE = 1.0, 3.0, 14.0
LEAST_LINE = 9.0
"""Height of a line below which a cell leaves its last texts out."""
SUIT_SIZE, LEAST_SUIT, SUIT_GAP = 9.0, 7.0, 2.0
TEXT_GAP, TEXT_LINE = 4.0, 18.0
ROW_LINE, ROW_SWATCH, ROW_GAP = 16.0, 20.0, 6.0
SCALE_HEIGHT = 34.0
"""The room below the plot for the colours of a map."""
STRIP_HEIGHT, STRIP_STEPS, STRIP_SHARE = 8.0, 31, 0.42
CENTER, LEFT, RIGHT = Qt.AlignmentFlag.AlignHCenter, Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight
PixelMark = Bars | Cells | Text | Rule | Points


class LabelFit(NamedTuple):
    """The labels of bars that have room: which of them, and the size of their text; the same for all bars."""

    level: int
    size: int

    @property
    def spec(self) -> Spec:
        return self.size, SMALL_FONT[1]


class PixelMarks(PixelLayer):
    """Bars with whiskers and labels, cells, texts; below the plot rows of numbers and the colours of a map."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet, BARS)
        self.marks: tuple[PixelMark, ...] = ()
        self._rows: tuple[NumberRow, ...] = ()
        self._scale: tuple[str, str, str] | None = None

    def set_marks(
        self, marks: tuple[PixelMark, ...], rows: tuple[NumberRow, ...] = (), scale: tuple[str, str, str] | None = None
    ) -> None:
        """Draw other marks."""
        self.marks, self._rows, self._scale = marks, rows, scale
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
            elif isinstance(mark, Points):
                for x, y in mark.places if mark.symbol else ():
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
        """Draw a text next to its place, on the other side where there is no room."""
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

    def bar_rect(self, bar: Bar, *, lying: bool, thickest: float = math.inf) -> QRectF:
        """Return a bar in pixels, at most ``thickest`` of them thick."""
        ends = (bar.place - bar.thickness / 2, bar.place + bar.thickness / 2)
        if lying:
            corners = QPointF(self.x(bar.start), self.y(ends[1])), QPointF(self.x(bar.end), self.y(ends[0]))
        else:
            corners = QPointF(self.x(ends[0]), self.y(bar.end)), QPointF(self.x(ends[1]), self.y(bar.start))
        rect = QRectF(*corners).normalized()
        spare = max((rect.height() if lying else rect.width()) - thickest, 0.0) / 2
        return rect.adjusted(0.0, spare, 0.0, -spare) if lying else rect.adjusted(spare, 0.0, -spare, 0.0)

    def _draw_bars(self, painter: QPainter, mark: Bars) -> None:
        fit = self.label_fit(mark)
        for bar in mark.bars:
            rect = self.bar_rect(bar, lying=mark.lying, thickest=mark.thickest)
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
        """Return the line across a bar at ``value``, ``reach`` pixels beyond its sides."""
        if lying:
            x = self.x(value)
            return QLineF(x, rect.top() - reach, x, rect.bottom() + reach)
        y = self.y(value)
        return QLineF(rect.left() - reach, y, rect.right() + reach, y)

    def _draw_whisker(self, painter: QPainter, bar: Bar, rect: QRectF, *, lying: bool) -> None:
        low, high = max(bar.end - bar.error, min(bar.start, bar.end)), bar.end + bar.error
        place = self.x if lying else self.y
        if bar.error == 0.0 or abs(place(high) - place(low)) < 2 * WHISKER_LEAST:
            return
        painter.setPen(QPen(QColor(self.theme.text), 1.2))
        middle, thick = rect.center(), rect.height() if lying else rect.width()
        if lying:
            painter.drawLine(QPointF(place(low), middle.y()), QPointF(place(high), middle.y()))
        else:
            painter.drawLine(QPointF(middle.x(), place(low)), QPointF(middle.x(), place(high)))
        cap = min(thick, WIDEST_CAP) / 4 - thick / 2
        for end in (low, high):
            painter.drawLine(self._across(end, rect, cap, lying=lying))

    def label_fit(self, mark: Bars) -> LabelFit | None:
        """Return the labels that have room, shorter ones before smaller ones; None: none has."""
        labels = [bar.labels for bar in mark.bars if bar.labels]
        levels = range(min((len(texts) for texts in labels), default=0))
        widths = [widest((texts[i] for texts in labels), SMALL_FONT, self.theme) for i in levels]
        wide, high = self._label_room(mark)
        for size in range(SMALL_FONT[0], SMALLEST_LABEL - 1, -1):
            if size * LINE_SHARE <= high:
                for level in levels:
                    if widths[level] * size / SMALL_FONT[0] <= wide:
                        return LabelFit(level, size)
        return None

    def _label_room(self, mark: Bars) -> tuple[float, float]:
        """Return the width and the height that each label of bars may have."""
        labelled = [bar for bar in mark.bars if bar.labels]
        plot = self.sheet.plot
        if not labelled or plot.isEmpty():  # a page that has no size yet
            return 0.0, 0.0
        places = sorted({bar.place for bar in labelled})
        step = min((after - before for before, after in pairwise(places)), default=1.0)
        if not mark.lying:
            return abs(self.x(step) - self.x(0.0)) - LABEL_BETWEEN, SMALL_FONT[0]
        part = plot.width() / mark.columns
        ends = (plot.left() + part * (1 + int((self.x(bar.start) + 1 - plot.left()) / part)) for bar in labelled)
        room = min(end - self.x(_top(bar)) for end, bar in zip(ends, labelled, strict=True)) - LABEL_GAP
        return room, abs(self.y(step) - self.y(0.0))

    def _draw_label(self, painter: QPainter, bar: Bar, rect: QRectF, fit: LabelFit, *, lying: bool) -> None:
        """Write the label of a bar on a ground that no line of the grid goes through."""
        text = bar.labels[fit.level]
        spec = (fit.size, SMALL_BOLD[1]) if bar.bold else fit.spec
        wide, high = text_width(text, spec, self.theme), fit.size * LINE_SHARE
        if lying:
            at = QPointF(self.x(_top(bar)) + LABEL_GAP + wide / 2, rect.center().y())
        elif bar.end >= bar.start:
            at = QPointF(rect.center().x(), self.y(_top(bar)) - LABEL_GAP - 4)
        else:
            at = QPointF(rect.center().x(), self.y(bar.end) + LABEL_GAP + 4)
        ground = QRectF(at.x() - wide / 2 - 1, at.y() - high / 2, wide + 2, high)
        painter.fillRect(ground, QColor(self.theme.surface))
        draw_text(painter, at, text, spec, self.theme.text, CENTER)

    def cell_rect(self, row: int, column: int) -> QRectF:
        """Return the place of a cell in pixels."""
        top = QPointF(self.x(column), self.y(row))
        return QRectF(top, QPointF(self.x(column + 1), self.y(row + 1))).normalized()

    def _draw_cell(self, painter: QPainter, cell: Cell) -> None:
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

    def _draw_texts(self, painter: QPainter, cell: Cell, rect: QRectF) -> None:
        """Write as many texts of a cell as have room, the sign of the suit after the first."""
        theme, texts = self.theme, cell.texts[: max(int(rect.height() / LEAST_LINE), 1)]
        ink = QColor(theme.muted if cell.faint or cell.bare else theme.text)
        step = min(max(CELL_LINE, rect.height() / (len(texts) + 1)), rect.height() / max(len(texts), 1))
        y = rect.center().y() - step * (len(texts) - 1) / 2
        size = min(rect.width(), rect.height(), SUIT_SIZE)
        if cell.suit is not None and not texts and size + 2 * CELL_GAP >= LEAST_SUIT:
            paint_suit(painter, cell.suit, QRectF(rect.center() - QPointF(size, size) / 2, QSizeF(size, size)), ink)
        for i, text in enumerate(texts):
            spec = fitting(text, SMALL_BOLD if i == 0 and not cell.faint else SMALL_FONT, rect.width() - 2, theme, step)
            at = QPointF(rect.center().x(), y + i * step)
            if i == 0 and cell.suit is not None:
                wide = text_width(text, spec, theme) + SUIT_GAP
                at.setX(at.x() - (size + SUIT_GAP) / 2)
                box = QRectF(at.x() + wide / 2 + SUIT_GAP / 2, at.y() - size / 2, size, size)
                paint_suit(painter, cell.suit, box, ink)
            draw_text(painter, at, text, spec, ink, CENTER)

    def head_width(self, rows: tuple[NumberRow, ...]) -> float:
        """Return the width of the heads of rows below the plot."""
        return widest((row.head for row in rows), SMALL_FONT, self.theme) + ROW_SWATCH + 2 * ROW_GAP if rows else 0.0

    def _draw_row(self, painter: QPainter, row: NumberRow, y: float) -> None:
        left = PADDING
        if row.seat is not None:
            painter.setPen(QPen(self.theme.seat(row.seat), 2.0, SEAT_DASHES[row.seat % len(SEAT_DASHES)]))
            painter.drawLine(QPointF(left, y), QPointF(left + ROW_SWATCH, y))
            left += ROW_SWATCH + ROW_GAP
        head = elided(row.head, SMALL_FONT, self.sheet.plot.left() - ROW_GAP - left, self.theme)
        draw_text(painter, QPointF(left, y), head, SMALL_FONT, self.theme.muted)
        for place, text in enumerate(row.texts):
            spec = fitting(text, SMALL_FONT, self.x(1) - self.x(0) - 2, self.theme)
            draw_text(painter, QPointF(self.x(place + 0.5), y), text, spec, self.theme.text, CENTER)

    def _draw_scale(self, painter: QPainter, words: tuple[str, str, str], below: float) -> None:
        """Draw the colours of a map with ``words`` for the low end, the middle and the high end."""
        plot, theme = self.sheet.plot, self.theme
        width = STRIP_SHARE * plot.width()
        strip = QRectF(plot.center().x() - width / 2, below + 10, width, STRIP_HEIGHT)
        for i in range(STRIP_STEPS):
            step = QRectF(strip.left() + i * width / STRIP_STEPS, strip.top(), width / STRIP_STEPS + 0.5, STRIP_HEIGHT)
            painter.fillRect(step, heat_color(theme, 2 * i / (STRIP_STEPS - 1) - 1))
        painter.setPen(QPen(QColor(theme.outline), 1.0))
        x, y = strip.center().x(), strip.center().y()
        painter.drawLine(QPointF(x, strip.top()), QPointF(x, strip.bottom()))
        places = QPointF(strip.left() - 6, y), QPointF(x, strip.bottom() + 8), QPointF(strip.right() + 6, y)
        for at, text, align in zip(places, words, (RIGHT, CENTER, LEFT), strict=True):
            draw_text(painter, at, text, SMALL_FONT, theme.muted, align)


def _top(bar: Bar) -> float:
    """Return the end of a bar with its interval and its exact value."""
    return max(bar.end + bar.error, bar.exact if bar.exact is not None else bar.end, bar.start)
