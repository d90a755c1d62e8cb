"""Layers over the plot: the read-out at the mouse, and the labels at the ends of lines."""

from dataclasses import dataclass, field

from PySide6.QtCore import QLineF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from gui.charts.sheet import FRONT, LABELS, PixelLayer, Sheet
from gui.charts.style import (
    SMALL_BOLD,
    SMALL_FONT,
    SWATCH_WIDTH,
    draw_line_swatch,
    draw_marker,
    draw_text,
    elided,
    text_width,
    translucent,
    widest,
)
from gui.charts.values import EndLabel, Row

ROW = 17.0
INSET = 10.0
COLUMN_GAP = 14.0
MARKER_SPACE = 16.0
NAME_WIDTH = 130.0
OFFSET = 8.0
EDGE = 4.0
"""``OFFSET``: pixels between the box and the marks that it explains; ``EDGE``: between it and the edge of the sheet."""
MARK, LINE = 5.0, 1.0
"""Half the size of a mark, and half the width of a line, in pixels."""
CORNER = 6.0
END_ROW = 16.0
LEADER = 12.0
SPACE = 6.0
END_WIDTH = 92.0
HIDDEN_OPACITY = 0.4
SAME = 4.0
"""Pixels: labels of ends closer than this keep the order of the seats, so that they do not swap all the time."""


@dataclass(frozen=True, slots=True)
class Reading:
    """Values to read out: header, rows, and the highlighted line, region and marks in pixels of the sheet."""

    header: str
    rows: tuple[Row, ...]
    anchor: QPointF
    line: QLineF | None = None
    region: QRectF | None = None
    marks: tuple[tuple[int, QPointF], ...] = field(default=())

    @property
    def mark_areas(self) -> list[QRectF]:
        """The rectangles of the marks."""
        return [QRectF(at.x() - MARK, at.y() - MARK, 2 * MARK, 2 * MARK) for _, at in self.marks]

    @property
    def area(self) -> QRectF:
        """The area that the values explain: region, line and marks, or the anchor if there are none of these."""
        areas = self.mark_areas
        if self.region is not None:
            areas.append(self.region)
        if self.line is not None:
            line = QRectF(self.line.p1(), self.line.p2()).normalized()
            areas.append(line.adjusted(-LINE, -LINE, LINE, LINE))
        union = QRectF(self.anchor.x() - LINE, self.anchor.y() - LINE, 2 * LINE, 2 * LINE) if not areas else QRectF()
        for area in areas:
            union = union.united(area)
        return union

    @property
    def text(self) -> str:
        """The values as text, for screen readers and tests."""
        rows = "; ".join(f"{row.name} {' '.join(v for v in row.values if v)}" for row in self.rows)
        return f"{self.header}: {rows}"


def box_rect(reading: Reading, box: QSizeF, sheet: QSizeF) -> QRectF:
    """Return the rectangle for a box of values in a sheet: right of the area that it explains, else left, above or
    below.

    If it fits nowhere, the position wins that covers the fewest marks and then the smallest part of the area.
    """
    area, anchor, width, height = reading.area, reading.anchor, box.width(), box.height()
    max_x, max_y = sheet.width() - width - EDGE, sheet.height() - height - EDGE
    x, y = anchor.x() - width / 2, anchor.y() - height / 2
    positions = (
        QPointF(area.right() + OFFSET, min(max(y, EDGE), max_y)),
        QPointF(area.left() - OFFSET - width, min(max(y, EDGE), max_y)),
        QPointF(min(max(x, EDGE), max_x), area.top() - OFFSET - height),
        QPointF(min(max(x, EDGE), max_x), area.bottom() + OFFSET),
    )
    inside = [QPointF(max(min(at.x(), max_x), EDGE), max(min(at.y(), max_y), EDGE)) for at in positions]
    rects = [QRectF(round(at.x()) + 0.5, round(at.y()) + 0.5, width, height) for at in inside]

    def covered(rect: QRectF) -> tuple[int, float]:
        common = rect.intersected(area)
        return sum(rect.intersects(mark) for mark in reading.mark_areas), common.width() * common.height()

    # min() returns the first of equal ones, so the order of the positions is the order of preference.
    return min(rects, key=covered)


class ReadOutBox(PixelLayer):
    """Draws a :class:`Reading`: a small box of values, and the marks that it explains. It is never part of exports."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet, FRONT)
        self.reading: Reading | None = None

    def set_reading(self, reading: Reading | None) -> None:
        if reading != self.reading:
            self.reading = reading
            self.update()

    def draw(self, painter: QPainter) -> None:
        reading = self.reading
        if reading is None:
            return
        if reading.region is not None:
            painter.fillRect(reading.region, translucent(QColor(self.theme.accent), 0.08))
        if reading.line is not None:
            painter.setPen(QPen(QColor(self.theme.muted), 1.0))
            painter.drawLine(reading.line)
        for seat, at in reading.marks:
            draw_marker(painter, self.theme, seat, at)
        self._draw_box(painter, reading)

    def _draw_box(self, painter: QPainter, reading: Reading) -> None:
        """Draw the box: the header, then a row per seat with its marker, name and values in aligned columns."""
        names = [elided(row.name, SMALL_FONT, NAME_WIDTH, self.theme) for row in reading.rows]
        columns = self._column_widths(names, reading.rows)
        inner = MARKER_SPACE + sum(columns) + COLUMN_GAP * (len(columns) - 1)
        width = max(inner, text_width(reading.header, SMALL_BOLD, self.theme)) + 2 * INSET
        box = box_rect(reading, QSizeF(width, ROW * (len(reading.rows) + 1) + INSET), self.sheet.size())
        painter.setPen(QPen(QColor(self.theme.line), 1.0))
        painter.setBrush(QColor(self.theme.raised))
        painter.drawRoundedRect(box, CORNER, CORNER)
        left, y = box.left() + INSET, box.top() + INSET / 2 + ROW / 2
        draw_text(painter, QPointF(left, y), reading.header, SMALL_BOLD, self.theme.text)
        for row, name in zip(reading.rows, names, strict=True):
            y += ROW
            draw_marker(painter, self.theme, row.seat, QPointF(left + 5, y))
            x = left + MARKER_SPACE
            draw_text(painter, QPointF(x, y), name, SMALL_FONT, self.theme.text)
            x += columns[0]
            for value, column in zip(row.values, columns[1:], strict=True):
                x += COLUMN_GAP + column
                draw_text(painter, QPointF(x, y), value, SMALL_FONT, self.theme.text, Qt.AlignmentFlag.AlignRight)

    def _column_widths(self, names: list[str], rows: tuple[Row, ...]) -> list[float]:
        columns = [names, *([row.values[i] for row in rows] for i in range(len(rows[0].values) if rows else 0))]
        return [widest(column, SMALL_FONT, self.theme) for column in columns]


def spread(targets: list[float], gap: float, low: float, high: float) -> list[float]:
    """Return positions near ``targets``, in the same order, at least ``gap`` apart, within [low, high].

    The sum of squared distances is minimal under the gaps: neighbours that would overlap form a block around the mean
    of their targets (pool adjacent violators). If there is no room for all, the gap shrinks.
    """
    if not targets:
        return []
    gap = min(gap, (high - low) / max(len(targets) - 1, 1))
    order = sorted(range(len(targets)), key=lambda i: targets[i])
    blocks: list[tuple[float, int]] = []  # (start, size)
    # Merge each target with the blocks that it overlaps. Each member wants the block to start at its target minus its
    # offset in the block; the start is the mean of these wishes.
    for i in order:
        start, size = targets[i], 1
        while blocks and blocks[-1][0] + blocks[-1][1] * gap > start:
            block_start, count = blocks.pop()
            start = (block_start * count + (start - count * gap) * size) / (count + size)
            size += count
        blocks.append((start, size))
    flat = [start + k * gap for start, size in blocks for k in range(size)]
    # Push the positions inside [low, high] from both ends; the gaps stay.
    flat = [max(y, low + k * gap) for k, y in enumerate(flat)]
    last = len(flat) - 1
    flat = [min(y, high - (last - k) * gap) for k, y in enumerate(flat)]
    result = [0.0] * len(targets)
    for position, i in zip(flat, order, strict=True):
        result[i] = position
    return result


class EndLabels(PixelLayer):
    """The labels right of the plot, name and value, spread so that they do not overlap. A click on one hides its
    seat."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet, LABELS)
        self._labels: tuple[EndLabel, ...] = ()
        self._end_x = 0.0

    def set_labels(self, labels: tuple[EndLabel, ...], end_x: float) -> float:
        """Replace the labels, for lines that end at x = ``end_x``, and return the width in pixels that they need."""
        self._labels, self._end_x = labels, end_x
        self.update()
        if not labels:
            return 0.0
        names, values = self._column_widths()
        return LEADER + SWATCH_WIDTH + 3 * SPACE + names + values

    def _column_widths(self) -> tuple[float, float]:
        names = (elided(label.name, SMALL_FONT, END_WIDTH, self.theme) for label in self._labels)
        values = (label.value for label in self._labels)
        return widest(names, SMALL_FONT, self.theme), widest(values, SMALL_BOLD, self.theme)

    def rows(self) -> list[tuple[EndLabel, QRectF]]:
        """Return each label with its rectangle in the sheet."""
        plot = self.sheet.plot
        ends = [self._end(label) for label in self._labels]
        bottom = self.sheet.size().height() - END_ROW
        left = plot.right() + LEADER
        width = self.sheet.size().width() - left - SPACE
        middles = spread(sorted(ends), END_ROW, plot.top() + END_ROW / 2 - 4, min(plot.bottom() + 24, bottom))
        order = _order(ends)
        pairs = ((self._labels[i], y) for i, y in zip(order, middles, strict=True))
        return [(label, QRectF(left, y - END_ROW / 2, width, END_ROW)) for label, y in pairs]

    def _end(self, label: EndLabel) -> float:
        plot = self.sheet.plot
        return min(max(self.y(label.end), plot.top()), plot.bottom())

    def seat_at(self, position: QPointF) -> int | None:
        return next((label.seat for label, rect in self.rows() if rect.contains(position)), None)

    def draw(self, painter: QPainter) -> None:
        """Draw each label with its swatch, and a line to the end of its curve if that is visible."""
        base = painter.opacity()
        names, values = self._column_widths()
        plot = self.sheet.plot
        end_x = self.x(self._end_x)
        for label, rect in self.rows():
            painter.setOpacity(base * HIDDEN_OPACITY if label.hidden else base)
            y = rect.center().y()
            if not label.hidden and plot.left() <= end_x <= plot.right() + 1:
                end = QPointF(end_x, self._end(label))
                painter.setPen(QPen(self.theme.seat(label.seat), 1.0))
                painter.drawLine(end, QPointF(rect.left() - 2, y))
                draw_marker(painter, self.theme, label.seat, end)
            x = rect.left() + SPACE / 2
            draw_line_swatch(painter, self.theme, label.seat, QPointF(x + SWATCH_WIDTH / 2, y))
            x += SWATCH_WIDTH + SPACE
            name = elided(label.name, SMALL_FONT, END_WIDTH, self.theme)
            draw_text(painter, QPointF(x, y), name, SMALL_FONT, self.theme.text)
            at = QPointF(x + names + SPACE + values, y)
            draw_text(painter, at, label.value, SMALL_BOLD, self.theme.text, Qt.AlignmentFlag.AlignRight)
        painter.setOpacity(base)


def _order(ends: list[float]) -> list[int]:
    """Return the indices of ``ends`` from top to bottom; ends within :data:`SAME` pixels keep the order of their
    indices."""
    groups: list[list[int]] = []
    for i in sorted(range(len(ends)), key=lambda i: ends[i]):
        if groups and ends[i] - ends[groups[-1][0]] < SAME:
            groups[-1].append(i)
        else:
            groups.append([i])
    return [i for group in groups for i in sorted(group)]
