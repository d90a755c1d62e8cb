"""Suits as vector shapes, the same in every font and at every scale, and cards in words."""

from functools import cache

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPainterPath, QTransform

SUIT_NAMES = ("spades", "hearts", "diamonds", "clubs")
RANK_NAMES = (
    "deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace",
)  # fmt: skip


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
