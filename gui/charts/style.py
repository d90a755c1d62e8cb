"""How a seat looks in every chart: colour, line style, marker and hatching, so that colour is never the only sign;
and text that is measured and laid out in the same way on screen and in files."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from pyqtgraph.graphicsItems.ScatterPlotItem import Symbols
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from gui.charts.values import Color, Dash
from gui.look.guard import Guarded
from gui.look.theme import SEAT_DASHES, SEAT_SYMBOLS, TEXT, TEXT_SMALL, Theme, font, mixed

LINE_GAP = 2.0
LINE_SHARE = 0.9
"""Height of a line of digits and capitals, in text sizes."""
MIN_TEXT_SIZE = 6

Spec = tuple[int, QFont.Weight]
"""Size in pixels and weight of a text; its family is that of the theme."""

TITLE_FONT = (TEXT, QFont.Weight.DemiBold)
SMALL_FONT = (TEXT_SMALL, QFont.Weight.Normal)
BODY_FONT = (TEXT, QFont.Weight.Normal)
SMALL_BOLD = (TEXT_SMALL, QFont.Weight.DemiBold)


def metrics_of(spec: Spec, theme: Theme) -> QFontMetricsF:
    """Return the metrics of a font in the family of ``theme``."""
    return QFontMetricsF(font(*spec, family=theme.family))


def text_width(text: str, spec: Spec, theme: Theme) -> float:
    """Return the width of ``text`` in pixels."""
    return metrics_of(spec, theme).horizontalAdvance(text)


def widest(texts: Iterable[str], spec: Spec, theme: Theme) -> float:
    """Return the width of the widest of ``texts`` in pixels, or 0 if there are none."""
    metrics = metrics_of(spec, theme)
    return max((metrics.horizontalAdvance(text) for text in texts), default=0.0)


def elided(text: str, spec: Spec, width: float, theme: Theme) -> str:
    """Return ``text``, cut off with an ellipsis if it is wider than ``width`` pixels."""
    cut = metrics_of(spec, theme).elidedText(text, Qt.TextElideMode.ElideRight, width)
    # Qt inserts a joiner so that the last Arabic letter keeps its form; in SVG it would become a separate text.
    return cut.replace("\u200d…", "…")


def fitting(text: str, spec: Spec, width: float, theme: Theme, height: float = math.inf) -> Spec:
    """Return ``spec`` with the largest size, down to the minimum, at which ``text`` fits into ``width`` and ``height``
    pixels.
    """
    size, weight = spec
    while size > MIN_TEXT_SIZE and (text_width(text, (size, weight), theme) > width or size * LINE_SHARE > height):
        size -= 1
    return size, weight


def wrapped(text: str, spec: Spec, width: float, theme: Theme) -> list[str]:
    """Break ``text`` into lines of at most ``width`` pixels, at spaces or, in a word that is too long, anywhere."""
    metrics = metrics_of(spec, theme)
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
    painter: QPainter, at: QPointF, text: str, spec: Spec, color: str | QColor,
    align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
) -> None:  # fmt: skip
    """Draw one line of text with its left end, middle or right end at ``at``, vertically centred, in the family of the
    painter's font (see :func:`set_family`).
    """
    text_font = font(*spec, family=painter.font().family())
    metrics = QFontMetricsF(text_font)
    shift = {Qt.AlignmentFlag.AlignHCenter: 0.5, Qt.AlignmentFlag.AlignRight: 1.0}.get(align, 0.0)
    painter.setFont(text_font)
    painter.setPen(QColor(color))
    x = at.x() - shift * metrics.horizontalAdvance(text)
    painter.drawText(QPointF(x, at.y() + metrics.capHeight() / 2), text)


def set_family(painter: QPainter, theme: Theme) -> None:
    """Make ``painter`` write in the font family of ``theme``."""
    painter.setFont(font(family=theme.family))


@dataclass(frozen=True, slots=True)
class TextLine:
    """A line of text with its font and the name of its colour in the theme."""

    text: str
    spec: Spec
    color: str


class TextBlock(Guarded, pg.GraphicsWidget):  # type: ignore[misc]
    """Lines of text, each cut off at the width or wrapped."""

    def __init__(self, parent: pg.GraphicsWidget) -> None:
        super().__init__(parent=parent)
        self._lines: list[tuple[TextLine, float, str]] = []
        """For each drawn line: its source, its height in pixels and the text after wrapping or cutting."""
        self._source: tuple[TextLine, ...] = ()
        self._wrap = False
        self._align = Qt.AlignmentFlag.AlignLeft

    def set_lines(
        self, lines: tuple[TextLine, ...], *, wrap: bool, align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft
    ) -> None:
        """Replace the lines; the owner then calls :meth:`fit`."""
        self._source, self._wrap, self._align = lines, wrap, align

    def fit(self, width: float, max_height: float = math.inf) -> float:
        """Lay the lines out in ``width`` pixels and return their height; if it exceeds ``max_height``, cut off the
        longest ones.
        """
        theme: Theme = self.parentItem().theme
        rows = [
            wrapped(line.text, line.spec, width, theme) if self._wrap else [elided(line.text, line.spec, width, theme)]
            for line in self._source
        ]
        heights = [metrics_of(line.spec, theme).height() + LINE_GAP for line in self._source]

        def height() -> float:
            return sum(line_height * len(texts) for line_height, texts in zip(heights, rows, strict=True))

        while height() > max_height and any(len(texts) > 1 for texts in rows):
            line, longest = max(zip(self._source, rows, strict=True), key=lambda pair: len(pair[1]))
            longest.pop()
            longest[-1] = _cut(longest[-1], line.spec, width, theme)
        laid_out = zip(self._source, heights, rows, strict=True)
        self._lines = [(line, line_height, text) for line, line_height, texts in laid_out for text in texts]
        self.update()
        return height()

    @property
    def drawn_lines(self) -> list[str]:
        """The texts of the lines, after wrapping and cutting."""
        return [text for _, _, text in self._lines]

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        theme = self.parentItem().theme
        set_family(painter, theme)
        y = 0.0
        rect: QRectF = self.rect()
        x = rect.center().x() if self._align == Qt.AlignmentFlag.AlignHCenter else 0.0
        for line, height, text in self._lines:
            draw_text(painter, QPointF(x, y + height / 2), text, line.spec, getattr(theme, line.color), self._align)
            y += height


def _cut(text: str, spec: Spec, width: float, theme: Theme) -> str:
    """Return ``text`` with an ellipsis after it, on a line of ``width``."""
    text = text.removesuffix(" …")
    while text and text_width(f"{text} …", spec, theme) > width:
        text = text[:-1]
    return f"{text} …"


HATCH_GAP = 5.0
HATCH_WIDTH = 1.3
MIN_HATCHED_SIZE = 5.0
OUTLINE, FINEST = 1.2, 0.5
"""Width of the outline of a hollow bar that is thick enough, and the minimum width."""
MARKER_SIZE, SYMBOL_SIZE = 8.0, 10.0
SWATCH_WIDTH = 26.0
BOX_SIZE = 11.0
DASHES = {"solid": Qt.PenStyle.SolidLine, "dash": Qt.PenStyle.DashLine, "dot": Qt.PenStyle.DotLine}
PART_FILL = {"light": 0.46, "dark": 0.31}
"""The share of a seat's colour in the background of a cell section."""

# Directions (dx, dy) of the lines of each hatching: the first seat is plain, from the sixth seat on they repeat.
_HATCHINGS: tuple[tuple[tuple[int, int], ...], ...] = (
    (),
    ((1, -1),),
    ((1, 0),),
    ((1, 1),),
    ((1, -1), (1, 1)),
)


def color_of(theme: Theme, color: Color) -> QColor:
    """Return the colour of a seat, or the colour of this name in the theme."""
    return theme.named(color)


def pen_of(theme: Theme, color: Color, width: float, dash: Dash) -> QPen:
    """Return a cosmetic pen of ``width`` device pixels; with the dash "seat" it has the line style of the seat."""
    style = DASHES.get(dash, Qt.PenStyle.SolidLine)
    if dash == "seat" and isinstance(color, int):
        style = SEAT_DASHES[color % len(SEAT_DASHES)]
    pen: QPen = pg.mkPen(color_of(theme, color), width=width, style=style)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    return pen


def part_color(theme: Theme, color: Color) -> QColor:
    """Return the background of a cell section: the colour of an action, or a paler colour of a seat so that texts stay
    legible."""
    ground = color_of(theme, color)
    return mixed(theme.raised, ground, PART_FILL[theme.name]) if isinstance(color, int) else ground


def translucent(color: QColor, alpha: float) -> QColor:
    """Return ``color`` with an opacity of 0 to 1."""
    result = QColor(color)
    result.setAlphaF(alpha)
    return result


def symbol_path(symbol: str) -> QPainterPath:
    """Return the outline of one of pyqtgraph's symbols (``o``, ``s``, ``d`` ...), one unit wide."""
    path: QPainterPath = Symbols[symbol]
    return path


def draw_symbol(painter: QPainter, theme: Theme, symbol: str, color: QColor, center: QPointF) -> None:
    """Draw one of pyqtgraph's symbols, with an edge that separates it from lines."""
    # A cross consists of thin strokes only: the edge would cover it.
    pen: QPen = pg.mkPen(None) if symbol == "x" else pg.mkPen(QColor(theme.surface), width=1.5)
    painter.save()
    painter.translate(center)
    painter.scale(SYMBOL_SIZE, SYMBOL_SIZE)
    painter.setPen(pen)
    painter.setBrush(color)
    painter.drawPath(symbol_path(symbol))
    painter.restore()


def draw_marker(painter: QPainter, theme: Theme, seat: int, center: QPointF) -> None:
    """Draw the marker of a seat at ``center``."""
    unit = symbol_path(SEAT_SYMBOLS[seat % len(SEAT_SYMBOLS)])
    painter.save()
    painter.translate(center)
    painter.scale(MARKER_SIZE, MARKER_SIZE)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.seat(seat))
    painter.drawPath(unit)
    painter.restore()


def draw_line_swatch(painter: QPainter, theme: Theme, seat: int, center: QPointF) -> None:
    """Draw a short piece of a seat's line with its marker, :data:`SWATCH_WIDTH` wide."""
    pen = QPen(theme.seat(seat), 2.0, SEAT_DASHES[seat % len(SEAT_DASHES)], Qt.PenCapStyle.FlatCap)
    painter.setPen(pen)
    half = SWATCH_WIDTH / 2
    painter.drawLine(QPointF(center.x() - half, center.y()), QPointF(center.x() + half, center.y()))
    draw_marker(painter, theme, seat, center)


def draw_box_swatch(painter: QPainter, theme: Theme, seat: int, center: QPointF) -> None:
    """Draw a small box filled like a seat's bars."""
    half = BOX_SIZE / 2
    draw_bar(painter, theme, seat, QRectF(center.x() - half, center.y() - half, BOX_SIZE, BOX_SIZE))


def draw_bar(painter: QPainter, theme: Theme, seat: int, rect: QRectF) -> None:
    """Fill a bar in a seat's colour and hatching."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.seat(seat))
    painter.drawRect(rect)
    if min(rect.width(), rect.height()) < MIN_HATCHED_SIZE and max(rect.width(), rect.height()) > MIN_HATCHED_SIZE:
        return
    pen = QPen(QColor(theme.surface), HATCH_WIDTH)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.setPen(pen)
    for dx, dy in _HATCHINGS[seat % len(_HATCHINGS)]:
        painter.drawLines(hatch_lines(rect, dx, dy))


def draw_hollow_bar(painter: QPainter, theme: Theme, seat: int, rect: QRectF) -> None:
    """Draw the outline of a bar in a seat's colour, thin enough that even a narrow bar looks hollow."""
    width = max(FINEST, min(OUTLINE, rect.width() / 5, rect.height() / 5))
    painter.setBrush(translucent(theme.seat(seat), 0.12))
    painter.setPen(QPen(theme.seat(seat), width))
    inset = min(width / 2, rect.width() / 2, rect.height() / 2)
    painter.drawRect(rect.adjusted(inset, inset, -inset, -inset))


def hatch_lines(rect: QRectF, dx: int, dy: int) -> list[QLineF]:
    """Return the lines of direction (dx, dy) that hatch ``rect``, clipped to its edges.

    They are clipped here because the SVG generator of Qt does not support clipping.
    """
    width, height = rect.width(), rect.height()
    lines = []
    if dy == 0:
        y = HATCH_GAP / 2
        while y < height:
            lines.append(QLineF(rect.left(), rect.bottom() - y, rect.right(), rect.bottom() - y))
            y += HATCH_GAP
        return lines
    # Diagonals are the lines u + v = offset, u from the left, v from the bottom (dx * dy > 0) or from the top.
    offset = HATCH_GAP / 2
    while offset < width + height:
        u0, u1 = max(0.0, offset - height), min(width, offset)
        ends = [QPointF(rect.left() + u, _v(rect, offset - u, dx * dy)) for u in (u0, u1)]
        lines.append(QLineF(*ends))
        offset += HATCH_GAP * 1.4
    return lines


def _v(rect: QRectF, v: float, direction: int) -> float:
    """Return the y pixel of ``v``, counted from the bottom for a positive direction and otherwise from the top."""
    return rect.bottom() - v if direction > 0 else rect.top() + v


def area_between(xs: NDArray[np.float64], low: NDArray[np.float64], high: NDArray[np.float64]) -> QPainterPath:
    """Return the outline of the area between ``low`` and ``high`` over ``xs``, float64[n] each."""
    path: QPainterPath = pg.arrayToQPath(np.concatenate([xs, xs[::-1]]), np.concatenate([high, low[::-1]]))
    path.closeSubpath()
    return path
