"""Text in a chart: measured, cut off or wrapped by ourselves, so that every export lays it out alike."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from gui.look.guard import Guarded
from gui.look.theme import TEXT, TEXT_SMALL, Theme, font

LINE_GAP = 2.0
LINE_SHARE = 0.9
"""Height of a line of figures and capitals, in sizes of its text."""
SMALLEST_TEXT = 6

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
    """Return the width of the widest of ``texts`` in pixels, 0 where there are none."""
    metrics = metrics_of(spec, theme)
    return max((metrics.horizontalAdvance(text) for text in texts), default=0.0)


def elided(text: str, spec: Spec, width: float, theme: Theme) -> str:
    """Return ``text``, cut off with an ellipsis where it is wider than ``width``."""
    cut = metrics_of(spec, theme).elidedText(text, Qt.TextElideMode.ElideRight, width)
    return cut.replace("\u200d…", "…")  # Qt joins Arabic letters to what is cut off: SVG has that as a text of its own


def fitting(text: str, spec: Spec, width: float, theme: Theme, height: float = math.inf) -> Spec:
    """Return ``spec`` with the largest size in which ``text`` is at most ``width`` wide and its line ``height`` high,
    not below the smallest one.
    """
    size, weight = spec
    while size > SMALLEST_TEXT and (text_width(text, (size, weight), theme) > width or size * LINE_SHARE > height):
        size -= 1
    return size, weight


def wrapped(text: str, spec: Spec, width: float, theme: Theme) -> list[str]:
    """Break ``text`` into lines of at most ``width`` pixels, at blanks where it can be done."""
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
    """Draw one line with its left end, middle or right end at ``at``, centred in height on it, in the family of the
    painter's font (:func:`set_family`).
    """
    chosen = font(*spec, family=painter.font().family())
    metrics = QFontMetricsF(chosen)
    shift = {Qt.AlignmentFlag.AlignHCenter: 0.5, Qt.AlignmentFlag.AlignRight: 1.0}.get(align, 0.0)
    painter.setFont(chosen)
    painter.setPen(QColor(color))
    x = at.x() - shift * metrics.horizontalAdvance(text)
    painter.drawText(QPointF(x, at.y() + metrics.capHeight() / 2), text)


def set_family(painter: QPainter, theme: Theme) -> None:
    """Let ``painter`` write in the family of ``theme``."""
    painter.setFont(font(family=theme.family))


@dataclass(frozen=True, slots=True)
class TextLine:
    """A line of text with its font and the name of a colour of the theme."""

    text: str
    spec: Spec
    color: str


class TextBlock(Guarded, pg.GraphicsWidget):  # type: ignore[misc]
    """Lines one below the other: each cut off at the width, or wrapped."""

    def __init__(self, parent: pg.GraphicsWidget) -> None:
        super().__init__(parent=parent)
        self._lines: list[tuple[TextLine, float, str]] = []
        """As drawn: the whole line, its height, the text that is left of it."""
        self._source: tuple[TextLine, ...] = ()
        self._wrap = False
        self._align = Qt.AlignmentFlag.AlignLeft

    def set_lines(
        self, lines: tuple[TextLine, ...], *, wrap: bool, align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft
    ) -> None:
        """Take other lines; the owner then asks :meth:`fit` for the height."""
        self._source, self._wrap, self._align = lines, wrap, align

    def fit(self, width: float, most: float = math.inf) -> float:
        """Lay the lines out in ``width`` pixels and return the height they take; where they would be higher than
        ``most``, the longest ones are cut off.
        """
        theme: Theme = self.parentItem().theme
        rows = [
            wrapped(line.text, line.spec, width, theme) if self._wrap else [elided(line.text, line.spec, width, theme)]
            for line in self._source
        ]
        heights = [metrics_of(line.spec, theme).height() + LINE_GAP for line in self._source]

        def height() -> float:
            return sum(high * len(texts) for high, texts in zip(heights, rows, strict=True))

        while height() > most and any(len(texts) > 1 for texts in rows):
            line, longest = max(zip(self._source, rows, strict=True), key=lambda pair: len(pair[1]))
            longest.pop()
            longest[-1] = _cut(longest[-1], line.spec, width, theme)
        self._lines = [
            (line, high, text) for line, high, texts in zip(self._source, heights, rows, strict=True) for text in texts
        ]
        self.update()
        return height()

    @property
    def shown(self) -> list[str]:
        """The lines as they are drawn."""
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
