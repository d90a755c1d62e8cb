"""Columns on paper: bars up and down or lines over them, and rows of numbers below, as some pages show them."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from engine import Snapshot
from gui.charts.figure import PaperFigure, Table
from gui.charts.picture import PaperChart
from gui.charts.sheet import BARS, PADDING, PixelLayer, Sheet
from gui.charts.text import LINE_SHARE, SMALL_BOLD, SMALL_FONT, draw_text, elided, fitting, text_width, widest
from gui.charts.ticks import Tick, percent_ticks
from gui.look.theme import SEAT_DASHES, Look, Theme

HEADS, WIDEST_HEAD, SWATCH, GAP = 72.0, 170.0, 20.0, 6.0
LINE, HEAD = 16.0, 18.0
WIDEST_BAR, BAR_SHARE = 26.0, 0.4
ROOM = 0.16
"""Share of the span of the values that is left free above and below, for the numbers there."""
CENTRE = Qt.AlignmentFlag.AlignHCenter


@dataclass(frozen=True, slots=True)
class ColumnBar:
    """A bar from zero to ``value`` in percent, its number, and the name of its colour in the theme."""

    value: float
    text: str
    color: str


@dataclass(frozen=True, slots=True)
class NumberRow:
    """A row of texts below the plot; the number of a ``seat`` has its line before the head."""

    head: str
    texts: tuple[str, ...]
    seat: int | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Columns:
    """What is drawn: a bar for each of the columns ``names``, None where there is none; or ``lines``, a seat and its
    values in percent, None where it has none.
    """

    title: str
    remark: str
    names: tuple[str, ...]
    rows: tuple[NumberRow, ...]
    table: Table
    bars: tuple[ColumnBar | None, ...] = ()
    lines: tuple[tuple[int, tuple[float | None, ...]], ...] = ()

    @property
    def span(self) -> tuple[float, float]:
        """The least and the greatest value with some room, zero among them where there are bars."""
        values = [bar.value for bar in self.bars if bar is not None]
        values += [value for _, line in self.lines for value in line if value is not None]
        low, high = min(values, default=0.0), max(values, default=0.0)
        if self.bars:
            low, high = min(low, 0.0), max(high, 0.0)
        room = ROOM * (high - low) or 1.0
        return low - room, high + room


def point_ticks(low: float, high: float, length: float) -> list[Tick]:
    """Return ticks in points of percent, with their sign."""
    ticks = percent_ticks(low, high, length)
    return [Tick(t.value, "0" if abs(t.value) < 1e-9 else f"{t.value:+g}".replace("-", "−")) for t in ticks]


class ColumnsLayer(PixelLayer):
    """Bars, lines and numbers."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet, BARS)
        self.columns: Columns | None = None

    def set_columns(self, columns: Columns | None) -> None:
        """Draw others."""
        self.columns = columns
        self.update()

    def draw(self, painter: QPainter) -> None:
        columns = self.columns
        if columns is None:
            return
        if columns.bars:
            painter.setPen(QPen(QColor(self.theme.outline), 1.0))
            painter.drawLine(QPointF(self.sheet.plot.left(), self.y(0)), QPointF(self.sheet.plot.right(), self.y(0)))
        for place, bar in enumerate(columns.bars):
            self._draw_bar(painter, place, bar)
        for seat, values in reversed(columns.lines):
            self._draw_line(painter, seat, values)
        self._draw_rows(painter, columns)

    def _draw_bar(self, painter: QPainter, place: int, bar: ColumnBar | None) -> None:
        x, zero = self.x(place + 0.5), self.y(0)
        if bar is None:
            draw_text(painter, QPointF(x, zero - LINE / 2), "–", SMALL_FONT, self.theme.muted, CENTRE)
            return
        color = QColor(getattr(self.theme, bar.color))
        wide = min(WIDEST_BAR, BAR_SHARE * (self.x(1) - self.x(0)))
        rect = QRectF(x - wide / 2, zero, wide, self.y(bar.value) - zero).normalized()
        painter.fillRect(rect, color)
        beyond = rect.top() - LINE / 2 if bar.value >= 0 else rect.bottom() + LINE / 2
        self._draw_number(painter, QPointF(x, beyond), bar.text, color)

    def _draw_line(self, painter: QPainter, seat: int, values: tuple[float | None, ...]) -> None:
        color = self.theme.seat(seat)
        points = [QPointF(self.x(i + 0.5), self.y(value)) for i, value in enumerate(values) if value is not None]
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(color, 2.0, SEAT_DASHES[seat % len(SEAT_DASHES)]))
        painter.drawPolyline(QPolygonF(points))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color)
        for point in points:
            painter.drawEllipse(point, 3.5, 3.5)

    def _draw_rows(self, painter: QPainter, columns: Columns) -> None:
        """Write the names of the columns and the numbers below the plot."""
        plot, left = self.sheet.plot, PADDING
        y = plot.bottom() + HEAD / 2 + 2
        for place, name in enumerate(columns.names):
            draw_text(painter, QPointF(self.x(place + 0.5), y), name, SMALL_BOLD, self.theme.text, CENTRE)
        y += (HEAD + LINE) / 2
        for row in columns.rows:
            if row.seat is not None:
                painter.setPen(QPen(self.theme.seat(row.seat), 2.0, SEAT_DASHES[row.seat % len(SEAT_DASHES)]))
                painter.drawLine(QPointF(left, y), QPointF(left + SWATCH, y))
            head = left + (SWATCH + GAP if row.seat is not None else 0)
            text = elided(row.head, SMALL_FONT, plot.left() - GAP - head, self.theme)
            draw_text(painter, QPointF(head, y), text, SMALL_FONT, self.theme.muted)
            for place, number in enumerate(row.texts):
                self._draw_number(painter, QPointF(self.x(place + 0.5), y), number, QColor(self.theme.text))
            y += LINE

    def _draw_number(self, painter: QPainter, at: QPointF, text: str, color: QColor) -> None:
        """Write a number as large as its column allows."""
        spec = fitting(text, SMALL_FONT, self.x(1) - self.x(0) - 2, self.theme)
        width, height = text_width(text, spec, self.theme), spec[0] * LINE_SHARE
        ground = QRectF(at.x() - width / 2 - 1, at.y() - height / 2, width + 2, height)
        painter.fillRect(ground, QColor(self.theme.surface))  # no line of the grid goes through it
        draw_text(painter, at, text, spec, color, CENTRE)


class ColumnsFigure(PaperFigure[Columns]):
    """The columns; they are drawn for files only."""

    hides_seats = False
    empty_title = "Columns"

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._layer = ColumnsLayer(self.sheet)

    def title(self, snapshot: Snapshot) -> str:
        return self.present.title

    def remarks(self, snapshot: Snapshot) -> tuple[str, ...]:
        return (self.present.remark,)

    def draw(self, snapshot: Snapshot) -> None:
        columns = self.present
        self.axes.x_ticks, self.axes.y_ticks = None, point_ticks if columns.bars else percent_ticks
        heads = widest((row.head for row in columns.rows), SMALL_FONT, self.theme) + SWATCH + 2 * GAP
        self.sheet.left, self.sheet.bottom = min(max(heads, HEADS), WIDEST_HEAD), HEAD + LINE * len(columns.rows) + 6
        x_range, y_range = (0.0, float(len(columns.names))), columns.span
        self.sheet.view_box.setRange(xRange=x_range, yRange=y_range, padding=0.0, disableAutoRange=True)
        self._layer.set_columns(columns)

    def clear(self) -> None:
        self._layer.set_columns(None)

    def table(self, snapshot: Snapshot) -> Table:
        return self.present.table


def columns_chart(name: str, look: Look, content: Callable[[], tuple[Columns, Snapshot] | None]) -> PaperChart[Columns]:
    """Return the chart for files of the columns that ``content`` makes."""
    return PaperChart(name, look, content, ColumnsFigure, lambda columns: columns.title, lambda columns: columns.table)
