"""Text in a chart: measured, cut off or wrapped by ourselves, so that every export lays it out alike."""

from dataclasses import dataclass

import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from gui.look.theme import TEXT, TEXT_SMALL, font

LINE_GAP = 2.0

TITLE_FONT = (TEXT, QFont.Weight.DemiBold)
SMALL_FONT = (TEXT_SMALL, QFont.Weight.Normal)
BODY_FONT = (TEXT, QFont.Weight.Normal)
SMALL_BOLD = (TEXT_SMALL, QFont.Weight.DemiBold)


def chart_font(spec: tuple[int, QFont.Weight]) -> QFont:
    """Return the font of a (size, weight)."""
    return font(*spec)


def text_width(text: str, spec: tuple[int, QFont.Weight]) -> float:
    """Return the width of ``text`` in pixels."""
    return QFontMetricsF(chart_font(spec)).horizontalAdvance(text)


def elided(text: str, spec: tuple[int, QFont.Weight], width: float) -> str:
    """Return ``text``, cut off with an ellipsis where it is wider than ``width``."""
    return QFontMetricsF(chart_font(spec)).elidedText(text, Qt.TextElideMode.ElideRight, width)


def wrapped(text: str, spec: tuple[int, QFont.Weight], width: float) -> list[str]:
    """Break ``text`` into lines of at most ``width`` pixels, at blanks where it can be done."""
    metrics = QFontMetricsF(chart_font(spec))
    lines: list[str] = []
    line = ""
    for word in text.split(" "):
        longer = f"{line} {word}" if line else word
        if metrics.horizontalAdvance(longer) <= width:
            line = longer
            continue
        if line:
            lines.append(line)
        while word and metrics.horizontalAdvance(word) > width:
            size = next(n for n in range(len(word), 0, -1) if n == 1 or metrics.horizontalAdvance(word[:n]) <= width)
            lines.append(word[:size])
            word = word[size:]
        line = word
    return [*lines, line] if line or not lines else lines


def draw_text(
    painter: QPainter, at: QPointF, text: str, spec: tuple[int, QFont.Weight], color: str | QColor,
    align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
) -> None:  # fmt: skip
    """Draw one line with its left end, middle or right end at ``at``, centred in height on it."""
    chosen = chart_font(spec)
    metrics = QFontMetricsF(chosen)
    shift = {Qt.AlignmentFlag.AlignHCenter: 0.5, Qt.AlignmentFlag.AlignRight: 1.0}.get(align, 0.0)
    painter.setFont(chosen)
    painter.setPen(QColor(color))
    x = at.x() - shift * metrics.horizontalAdvance(text)
    painter.drawText(QPointF(x, at.y() + metrics.capHeight() / 2), text)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text with its font and the name of a colour of the theme."""

    text: str
    spec: tuple[int, QFont.Weight]
    color: str


class TextBlock(pg.GraphicsWidget):  # type: ignore[misc]
    """Lines one below the other: each cut off at the width, or wrapped."""

    def __init__(self, parent: pg.GraphicsWidget) -> None:
        super().__init__(parent=parent)
        self._lines: list[tuple[Line, str]] = []
        self._source: tuple[Line, ...] = ()
        self._wrap = False
        self._align = Qt.AlignmentFlag.AlignLeft

    def set_lines(
        self, lines: tuple[Line, ...], *, wrap: bool, align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft
    ) -> None:
        """Take other lines; the owner then asks :meth:`fit` for the height."""
        self._source, self._wrap, self._align = lines, wrap, align

    def fit(self, width: float) -> float:
        """Lay the lines out in ``width`` pixels and return the height they take."""
        self._lines = []
        for line in self._source:
            if self._wrap:
                self._lines += [(line, text) for text in wrapped(line.text, line.spec, width)]
            else:
                self._lines.append((line, elided(line.text, line.spec, width)))
        self.update()
        return sum(_line_height(line) for line, _ in self._lines)

    @property
    def shown(self) -> list[str]:
        """The lines as they are drawn."""
        return [text for _, text in self._lines]

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        theme = self.parentItem().theme
        y = 0.0
        rect: QRectF = self.rect()
        x = rect.center().x() if self._align == Qt.AlignmentFlag.AlignHCenter else 0.0
        for line, text in self._lines:
            height = _line_height(line)
            draw_text(painter, QPointF(x, y + height / 2), text, line.spec, getattr(theme, line.color), self._align)
            y += height


def _line_height(line: Line) -> float:
    return QFontMetricsF(chart_font(line.spec)).height() + LINE_GAP
