"""The read-out under the mouse: exact values in a small box, with marks where they stand."""

from dataclasses import dataclass, field

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from gui.charts.sheet import FRONT, PixelLayer, Sheet
from gui.charts.style import draw_marker, translucent
from gui.charts.text import SMALL_BOLD, SMALL_FONT, draw_text, elided, text_width

ROW = 17.0
INSET = 10.0
COLUMN_GAP = 14.0
MARKER_SPACE = 16.0
NAME_WIDTH = 130.0
OFFSET = 14.0
CORNER = 6.0


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the read-out: a seat (for its marker), its name, its values."""

    seat: int
    name: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """What is read out at a place: the header, the rows and the marks in sheet pixels."""

    header: str
    rows: tuple[Row, ...]
    anchor: QPointF
    line: QLineF | None = None
    region: QRectF | None = None
    marks: tuple[tuple[int, QPointF], ...] = field(default=())

    @property
    def text(self) -> str:
        """The reading in words, for screen readers and tests."""
        rows = "; ".join(f"{row.name} {' '.join(v for v in row.values if v)}" for row in self.rows)
        return f"{self.header}: {rows}"


class ReadOut(PixelLayer):
    """Draws a :class:`Reading`, never in exports."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet, FRONT)
        self.reading: Reading | None = None

    def set_reading(self, reading: Reading | None) -> None:
        if reading != self.reading:
            self.reading = reading
            self.update()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        reading = self.reading
        if reading is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if reading.region is not None:
            painter.fillRect(reading.region, translucent(QColor(self.theme.accent), 0.08))
        if reading.line is not None:
            painter.setPen(QPen(QColor(self.theme.muted), 1.0))
            painter.drawLine(reading.line)
        for seat, at in reading.marks:
            draw_marker(painter, self.theme, seat, at)
        self._draw_box(painter, reading)

    def _draw_box(self, painter: QPainter, reading: Reading) -> None:
        names = [elided(row.name, SMALL_FONT, NAME_WIDTH) for row in reading.rows]
        columns = _column_widths(names, reading.rows)
        inner = MARKER_SPACE + sum(columns) + COLUMN_GAP * (len(columns) - 1)
        width = max(inner, text_width(reading.header, SMALL_BOLD)) + 2 * INSET
        box = self._box(reading.anchor, width, ROW * (len(reading.rows) + 1) + INSET)
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

    def _box(self, anchor: QPointF, width: float, height: float) -> QRectF:
        """Return where the box goes: beside the anchor, inside the sheet."""
        size = self.sheet.size()
        x = anchor.x() + OFFSET
        if x + width > size.width() - 4:
            x = anchor.x() - OFFSET - width
        x = max(x, 4.0)
        y = min(max(anchor.y() - height / 2, 4.0), max(size.height() - height - 4, 4.0))
        return QRectF(round(x) + 0.5, round(y) + 0.5, width, height)


def _column_widths(names: list[str], rows: tuple[Row, ...]) -> list[float]:
    columns = [max((text_width(name, SMALL_FONT) for name in names), default=0.0)]
    for i in range(len(rows[0].values) if rows else 0):
        columns.append(max(text_width(row.values[i], SMALL_FONT) for row in rows))
    return columns
