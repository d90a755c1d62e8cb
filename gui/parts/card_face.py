"""Painting of cards: faces, backs, empty slots."""

from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen

from gui.look.painting import draw_ring, paint_suit, write
from gui.look.theme import TEXT_SMALL, Look, font, mixed

Kind = Literal["card", "choice", "empty", "down", "range"]
CAPTION_MARGIN = 7
MIN_CAPTION_WIDTH = 30
EDGE_OF_BACK = 6.0
DECK_TINT = 0.12
"""The largest share of a tint in a card of the deck: its suit must stay readable."""
TONE_BAR = 2.5
RING = 3
"""Pixels around a card for the focus ring."""


@dataclass(frozen=True, slots=True)
class CardFace:
    """The picture of a slot of the table or of a card in the deck.

    ``kind``: a known ``card``; a ``choice`` of several (``7-``), written in ``rank``; an ``empty`` slot with a
    ``caption``; a card face ``down``; one card of a ``range``. ``deck``: the card is still in the deck (muted colours);
    ``owner``: the colour of the seat that has it; ``struck``: the card is out of play.
    """

    kind: Kind = "empty"
    rank: str = ""
    suit: int | None = None
    caption: str = ""
    pending: str = ""
    """A rank that was typed and whose suit is still missing."""
    deck: bool = False
    owner: str = ""
    struck: bool = False
    below: bool = False
    """Whether the card is face down for the other players: an edge of its back is painted."""
    tint: str = ""
    """The seat's colour, for backs and ranges."""
    tone: float | None = None
    """How good the card would be for the seat if it were dealt next, from -1 (worst) to 1 (best), or None."""


def corner_of(rect: QRectF) -> float:
    """Return the radius of the corners of a card."""
    return min(6.0, 0.14 * rect.width())


def paint_card(
    painter: QPainter, rect: QRectF, face: CardFace, look: Look, *, hovered: bool = False, focused: bool = False
) -> None:
    """Paint a card into ``rect``; the focus ring extends up to :data:`RING` pixels beyond it."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if face.kind in ("card", "choice"):
        _paint_face(painter, rect, face, look, hovered=hovered)
    elif face.kind == "empty":
        _paint_empty(painter, rect, face, look, hovered=hovered)
    else:
        _paint_back(painter, rect, face, look, hovered=hovered)
    if face.struck and not _on_table(face):
        _paint_strike(painter, rect, look)
    if focused:
        painter.setPen(QPen(QColor(look.theme.accent), 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        radius = corner_of(rect) + 2
        painter.drawRoundedRect(rect.adjusted(-2, -2, 2, 2), radius, radius)


def _on_table(face: CardFace) -> bool:
    """Return True if this is a face on the table, not in the deck; there the rank is painted above the strike."""
    return face.kind in ("card", "choice") and not face.deck


def _paint_face(painter: QPainter, rect: QRectF, face: CardFace, look: Look, *, hovered: bool) -> None:
    """Paint a card face up: bright on the table, in the deck with its tint or the colour of its owner."""
    theme = look.theme
    # A card of the deck that has been dealt is pale, with an edge in the colour of its owner.
    gone = bool(face.owner) or face.struck
    quiet = face.deck or gone
    ground = QColor(theme.deck_card if quiet else theme.card)
    ink = look.suit_color(face.suit or 0, deck=quiet)
    edge = QColor(theme.line if quiet and theme.name == "dark" else theme.card_edge)
    if gone:
        ground, edge = mixed(ground, theme.background, 0.7), mixed(edge, theme.background, 0.4)
        ink = mixed(ink, ground, 0.25 if face.struck and _on_table(face) else 0.55)
    if face.owner:
        edge = QColor(face.owner)
    if face.tone is not None:
        ground = mixed(ground, theme.heat_high if face.tone > 0 else theme.heat_low, DECK_TINT * abs(face.tone))
    if hovered:
        ground = mixed(ground, theme.accent, 0.16)
        edge = QColor(face.owner or theme.accent)
    radius = corner_of(rect)
    painter.setPen(QPen(edge, 1.5 if face.owner else 1.0))
    painter.setBrush(ground)
    painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
    if face.tone is not None:
        length = face.tone * (rect.width() / 2 - corner_of(rect))
        bar = QRectF(rect.center().x(), rect.bottom() - TONE_BAR - 1.5, length, TONE_BAR).normalized()
        painter.setPen(Qt.PenStyle.NoPen)
        painter.fillRect(bar, QColor(theme.heat_high if face.tone > 0 else theme.heat_low))
    if face.below:
        _paint_edge_of_back(painter, rect, mixed(ground, theme.card_back, 0.3 if gone else 0.8))
    if face.struck and _on_table(face):
        _paint_strike(painter, rect, look)
    _paint_rank_and_suit(painter, rect, face, ink)
    if face.owner and not face.struck:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(face.owner))
        painter.drawEllipse(QPointF(rect.right() - 5, rect.top() + 5), 2.5, 2.5)


def _paint_edge_of_back(painter: QPainter, rect: QRectF, color: QColor) -> None:
    """Paint the lower edge of a card in the colour of its back."""
    card = QPainterPath()
    card.addRoundedRect(rect.adjusted(1, 1, -1, -1), corner_of(rect), corner_of(rect))
    edge = QPainterPath()
    edge.addRect(QRectF(rect.left(), rect.bottom() - EDGE_OF_BACK, rect.width(), EDGE_OF_BACK))
    painter.fillPath(card.intersected(edge), color)


def _paint_rank_and_suit(painter: QPainter, rect: QRectF, face: CardFace, ink: QColor) -> None:
    """Paint the rank above the suit, both centred; a card without a suit has its rank in the middle."""
    share = 0.36 if face.suit is not None else 0.40
    cap = share * rect.height()
    letters = font(max(9, round(cap / 0.727)), QFont.Weight.DemiBold, tabular=False)
    # A choice of cards is a longer text than a rank: its letters shrink until it fits.
    width = QFontMetricsF(letters).horizontalAdvance(face.rank)
    room = 0.72 * rect.width()
    if width > room:
        letters.setPixelSize(max(8, int(letters.pixelSize() * room / width)))
    metrics = QFontMetricsF(letters)
    cap = metrics.capHeight()
    size = 0.31 * rect.height() if face.suit is not None else 0.0
    gap = 0.085 * rect.height() if face.suit is not None else 0.0
    top = rect.center().y() - (cap + gap + size) / 2
    painter.setFont(letters)
    painter.setPen(ink)
    x = rect.center().x() - metrics.horizontalAdvance(face.rank) / 2
    painter.drawText(QPointF(x, round(top + cap)), face.rank)
    if face.suit is not None:
        paint_suit(painter, face.suit, QRectF(rect.center().x() - size / 2, round(top + cap) + gap, size, size), ink)


def _paint_empty(painter: QPainter, rect: QRectF, face: CardFace, look: Look, *, hovered: bool) -> None:
    """Paint a dashed slot with its caption, or with a rank that was typed and waits for its suit."""
    theme = look.theme
    edge = QColor(theme.accent if hovered or face.pending else theme.outline)
    pen = QPen(edge, 1.0)
    pen.setDashPattern([4, 3])
    painter.setPen(pen)
    painter.setBrush(mixed(theme.surface, theme.accent, 0.08) if hovered else Qt.BrushStyle.NoBrush)
    radius = corner_of(rect)
    painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
    if face.pending:
        _paint_rank_and_suit(painter, rect, CardFace("card", face.pending), QColor(theme.accent))
    elif face.caption:
        letters = font(TEXT_SMALL)
        width = QFontMetricsF(letters).horizontalAdvance(face.caption)
        if width < rect.width() - (0 if rect.width() >= MIN_CAPTION_WIDTH else CAPTION_MARGIN):
            write(painter, rect, face.caption, theme.muted, letters)


def _paint_back(painter: QPainter, rect: QRectF, face: CardFace, look: Look, *, hovered: bool) -> None:
    """Paint a back: plain if the card is unknown, with a small matrix if it comes from a range."""
    theme = look.theme
    radius = corner_of(rect)
    ranged = face.kind == "range"
    color = QColor(face.tint or theme.card_back) if ranged else QColor(theme.card_back)
    ground = mixed(theme.surface, color, 0.30 if hovered else 0.16)
    painter.setPen(QPen(mixed(theme.surface, color, 0.75), 1.0))
    painter.setBrush(ground)
    painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
    if not ranged:
        draw_ring(painter, rect.adjusted(3.5, 3.5, -3.5, -3.5), mixed(theme.surface, color, 0.5), 1.0, radius - 1)
        return
    cell = 0.16 * rect.width()
    painter.setPen(Qt.PenStyle.NoPen)
    for row in range(3):
        for column in range(3):
            painter.setBrush(color if column >= row else mixed(ground, color, 0.35))
            x = rect.center().x() + (column - 1.5) * 1.3 * cell + 0.15 * cell
            y = rect.center().y() + (row - 1.5) * 1.3 * cell + 0.15 * cell
            painter.drawRoundedRect(QRectF(x, y, cell, cell), 1, 1)


def _paint_strike(painter: QPainter, rect: QRectF, look: Look) -> None:
    pen = QPen(QColor(look.theme.bad), 1.5)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    painter.drawLine(rect.bottomLeft() + QPointF(4, -4), rect.topRight() + QPointF(-4, 4))
