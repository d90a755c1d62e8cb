"""Painting of the parts of most widgets: words, filled boxes, rings with round corners, suits;
icons and mouse pointers."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QCursor,
    QFont,
    QFontMetricsF,
    QIcon,
    QIconEngine,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
    QPolygonF,
    QTransform,
)
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QWidget

from gui.look.guard import Guarded
from gui.look.scale import zoom
from gui.look.theme import ICONS, Theme, ThemeName, current_theme, mixed

DISABLED_ALPHA = 110
Direction = Literal["up-left", "left", "up"]
ANGLES: dict[Direction, float] = {"up-left": 45.0, "left": 0.0, "up": 90.0}
POINTER_SIZE = 24
LEFT_ARROW = ((-9.0, 0.0), (-1.0, -7.0), (-1.0, -2.5), (9.0, -2.5), (9.0, 2.5), (-1.0, 2.5), (-1.0, 7.0))


def icon(name: str) -> QIcon:
    """Return the icon ``resources/icons/<name>.svg`` in the colour of text, dimmed when disabled.

    It is drawn when it is needed, in the current theme. The colours in the file do not matter.

    Raises:
        FileNotFoundError: the icon does not exist.
    """
    path = ICONS / f"{name}.svg"
    if not path.is_file():
        raise FileNotFoundError(path)
    return QIcon(_Engine(path))


class _Engine(Guarded, QIconEngine):
    """Draws a picture, and stores the pixmaps of the current theme."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path
        self._renderer = QSvgRenderer(str(path))
        self._drawn: dict[tuple[int, int, bool], QPixmap] = {}
        self._theme = current_theme()

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        if self._theme is not current_theme():
            self._theme = current_theme()
            self._drawn.clear()
        key = size.width(), size.height(), mode == QIcon.Mode.Disabled
        if key not in self._drawn:
            self._drawn[key] = self._tinted(size, disabled=key[2])
        return self._drawn[key]

    def _tinted(self, size: QSize, *, disabled: bool) -> QPixmap:
        """Return the picture in the colour of text, or dimmed if ``disabled``."""
        tint = QColor(self._theme.muted if disabled else self._theme.text)
        if disabled:
            tint.setAlpha(DISABLED_ALPHA)
        pixmap = QPixmap(size)
        if pixmap.isNull():  # a button that is squeezed to nothing
            return pixmap
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        self._renderer.render(painter, QRectF(pixmap.rect()))
        # SourceIn keeps the opacity of the drawing, smooth edges included, and replaces its colours by the tint.
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
        painter.fillRect(pixmap.rect(), tint)
        painter.end()
        return pixmap

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        scale = painter.device().devicePixelRatio()
        pixmap = self.pixmap(rect.size() * scale, mode, state)
        painter.drawPixmap(QRectF(rect), pixmap, QRectF(pixmap.rect()))

    def clone(self) -> QIconEngine:
        return _Engine(self._path)


def arrow_cursor(direction: Direction) -> QCursor:
    """Return an arrow with its hot spot in the middle: black with a white edge, to be seen on any ground."""
    pixmap = QPixmap(POINTER_SIZE, POINTER_SIZE)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(POINTER_SIZE / 2, POINTER_SIZE / 2)
    painter.rotate(ANGLES[direction])
    painter.setPen(QPen(QColor("white"), 1.5))
    painter.setBrush(QColor("black"))
    painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in LEFT_ARROW]))
    painter.end()
    return QCursor(pixmap, POINTER_SIZE // 2, POINTER_SIZE // 2)


STRENGTH: dict[ThemeName, float] = {"light": 0.9, "dark": 0.78}
"""The largest share of colour in a ground; contrast to the text stays above 4.5 (a test)."""
FAINTEST = 0.06
"""The same in the middle."""
BEHIND_SUITS = 0.14
"""The same under the signs of suits, which have colours of their own."""
STALE_SHARE = 0.35
REACH = 0.6
"""Shares of the ways from the fair share to zero and to the whole pot that the scale of equities spans."""
MIN_REACH = 0.01
"""Changes of an equity below one point do not fill the scale."""


@dataclass(frozen=True, slots=True)
class HeatScale:
    """The values of both ends and of the middle of the colours."""

    low: float
    middle: float
    high: float

    def tone(self, value: float) -> float:
        """Return the position of ``value`` on the scale, from -1 (the low end or below) to 1."""
        reach = self.high - self.middle if value > self.middle else self.middle - self.low
        return max(-1.0, min(1.0, (value - self.middle) / reach))


def equity_scale(seats: int) -> HeatScale:
    """Return the scale of equities among ``seats`` active seats, round the fair share; the same for all of them."""
    # A lone seat has a fair share of 1. Nothing is above that, but the upper half must not have the length 0.
    fair = 1 / max(seats, 1)
    return HeatScale(fair - REACH * fair, fair, fair + REACH * (1 - fair) if seats > 1 else 1.0 + REACH)


def change_scale(now: float, reach: float) -> HeatScale:
    """Return the scale of equities round the present one, ``reach`` the largest change."""
    reach = max(reach, MIN_REACH)
    return HeatScale(now - reach, now, now + reach)


def heat_color(theme: Theme, tone: float, *, stale: bool = False, strength: float | None = None) -> QColor:
    """Return the ground for a tone of :meth:`HeatScale.tone`."""
    top = STRENGTH[theme.name] if strength is None else strength
    share = FAINTEST + (top - FAINTEST) * abs(tone)
    return mixed(theme.raised, theme.heat_high if tone > 0 else theme.heat_low, share * (STALE_SHARE if stale else 1.0))


def unknown_color(theme: Theme) -> QColor:
    """Return the ground of a hand in the range whose equity is not known."""
    return mixed(theme.raised, theme.muted, 0.22)


CENTER = Qt.AlignmentFlag.AlignCenter
LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
SUIT_NAMES = ("spades", "hearts", "diamonds", "clubs")
RANK_NAMES = (
    "deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace",
)  # fmt: skip


def scaled_painter(widget: QWidget) -> QPainter:
    """Return a painter of ``widget`` that enlarges: its room is :func:`gui.look.scale.unscaled_rect`."""
    painter = QPainter(widget)
    painter.scale(zoom(), zoom())
    return painter


def smooth_painter(widget: QWidget) -> QPainter:
    """Return a painter of ``widget`` that enlarges and smooths edges."""
    painter = scaled_painter(widget)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    return painter


def write(
    painter: QPainter,
    area: QRect | QRectF,
    text: str,
    color: str | QColor,
    face: QFont | None = None,
    align: Qt.AlignmentFlag = CENTER,
) -> None:
    """Write ``text`` into ``area``; ``face`` None: with the font that the painter has."""
    if face is not None:
        painter.setFont(face)
    painter.setPen(QColor(color))
    painter.drawText(area, align, text)


def fill_box(painter: QPainter, box: QRectF, color: str | QColor, radius: float) -> None:
    """Fill ``box`` without an outline."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(color))
    painter.drawRoundedRect(box, radius, radius)


def draw_ring(painter: QPainter, box: QRectF, color: str | QColor, width: float, radius: float) -> None:
    """Draw the outline of ``box``."""
    painter.setPen(QPen(QColor(color), width))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(box, radius, radius)


def card_words(card: int) -> str:
    """Return a card (0-51) in words, as in ``ace of hearts``."""
    return f"{RANK_NAMES[card >> 2]} of {SUIT_NAMES[card & 3]}"


@cache
def suit_path(suit: int) -> QPainterPath:
    """Return the shape of a suit (0 s, 1 h, 2 d, 3 c) in the unit square."""
    return (_spade, _heart, _diamond, _club)[suit]()


def _spade() -> QPainterPath:
    path = QPainterPath(QPointF(0.5, 0.02))
    path.cubicTo(0.57, 0.19, 0.95, 0.35, 0.95, 0.60)
    path.cubicTo(0.95, 0.74, 0.85, 0.82, 0.735, 0.82)
    path.cubicTo(0.65, 0.82, 0.58, 0.78, 0.545, 0.71)
    path.cubicTo(0.55, 0.84, 0.60, 0.93, 0.70, 0.98)
    path.lineTo(0.30, 0.98)
    path.cubicTo(0.40, 0.93, 0.45, 0.84, 0.455, 0.71)
    path.cubicTo(0.42, 0.78, 0.35, 0.82, 0.265, 0.82)
    path.cubicTo(0.15, 0.82, 0.05, 0.74, 0.05, 0.60)
    path.cubicTo(0.05, 0.35, 0.43, 0.19, 0.5, 0.02)
    return path


def _heart() -> QPainterPath:
    path = QPainterPath(QPointF(0.5, 0.96))
    path.cubicTo(0.44, 0.84, 0.04, 0.62, 0.04, 0.33)
    path.cubicTo(0.04, 0.16, 0.16, 0.06, 0.285, 0.06)
    path.cubicTo(0.385, 0.06, 0.465, 0.12, 0.5, 0.23)
    path.cubicTo(0.535, 0.12, 0.615, 0.06, 0.715, 0.06)
    path.cubicTo(0.84, 0.06, 0.96, 0.16, 0.96, 0.33)
    path.cubicTo(0.96, 0.62, 0.56, 0.84, 0.5, 0.96)
    return path


def _diamond() -> QPainterPath:
    path = QPainterPath(QPointF(0.5, 0.01))
    path.quadTo(0.66, 0.29, 0.90, 0.5)
    path.quadTo(0.66, 0.71, 0.5, 0.99)
    path.quadTo(0.34, 0.71, 0.10, 0.5)
    path.quadTo(0.34, 0.29, 0.5, 0.01)
    return path


def _club() -> QPainterPath:
    path = QPainterPath()
    for x, y in ((0.5, 0.25), (0.255, 0.57), (0.745, 0.57)):
        leaf = QPainterPath()
        leaf.addEllipse(QPointF(x, y), 0.225, 0.225)
        path = path.united(leaf)
    stem = QPainterPath(QPointF(0.42, 0.40))
    stem.lineTo(0.58, 0.40)
    stem.cubicTo(0.545, 0.55, 0.53, 0.86, 0.70, 0.98)
    stem.lineTo(0.30, 0.98)
    stem.cubicTo(0.47, 0.86, 0.455, 0.55, 0.42, 0.40)
    return path.united(stem)


def paint_suit(painter: QPainter, suit: int, rect: QRectF, color: QColor) -> None:
    """Fill the shape of a suit into ``rect``."""
    shape = QTransform.fromTranslate(rect.x(), rect.y()).scale(rect.width(), rect.height()).map(suit_path(suit))
    painter.fillPath(shape, color)


def paint_name(painter: QPainter, card: tuple[str, int], at: QPointF, face: QFont, size: float, color: QColor) -> float:
    """Paint rank and suit of ``card``, starting at ``at`` and centered on its height; return their right end."""
    (rank, suit), metrics = card, QFontMetricsF(face)
    painter.setFont(face)
    painter.setPen(color)
    painter.drawText(QPointF(at.x(), at.y() + metrics.capHeight() / 2), rank)
    left = at.x() + metrics.horizontalAdvance(rank) + 1
    paint_suit(painter, suit, QRectF(left, at.y() - size / 2, size, size), color)
    return left + size
