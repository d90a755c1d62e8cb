"""A row of flops with a seat's equity on them: the best, or the worst, as many as there is room for."""

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QFont, QFontMetricsF, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine.details.flops import FlopEnd
from gui.look.formatting import interval, percent
from gui.look.painting import LEFT, paint_suit, smooth_painter, write
from gui.look.theme import TEXT, TEXT_SMALL, Look, font
from gui.parts.build import named
from gui.state.details import CARDS

HEIGHT = 24
TITLE_WIDTH = 52.0
SUIT_SIZE = 10.0
CARD_GAP, NUMBER_GAP, BETWEEN = 3.0, 7.0, 20.0


class FlopStrip(QWidget):
    """Flops are read out as the mouse passes over them; ``title`` stands before them."""

    def __init__(self, name: str, title: str, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title, self._look = title, look
        self._flops: tuple[FlopEnd, ...] = ()
        self._stale = False
        named(self, name, f"{title} flops")
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._cards, self._number = font(TEXT, QFont.Weight.DemiBold), font(TEXT_SMALL)
        look.changed.connect(self.update)

    def show_flops(self, flops: tuple[FlopEnd, ...], *, stale: bool) -> None:
        """Show other flops."""
        self._flops, self._stale = flops, stale
        self.setAccessibleDescription("; ".join(words(flop) for flop in flops))
        self.setVisible(bool(flops))
        self.update()

    def _card_width(self, card: str) -> float:
        return QFontMetricsF(self._cards).horizontalAdvance(card[0]) + 1 + SUIT_SIZE

    def places(self) -> list[tuple[FlopEnd, QRectF]]:
        """Return the flops that there is room for, with their places."""
        x, found = TITLE_WIDTH, []
        for flop in self._flops:
            width = sum(self._card_width(card) + CARD_GAP for card in _cards(flop)) + NUMBER_GAP
            width += QFontMetricsF(self._number).horizontalAdvance(_number(flop))
            if x + width > self.width():
                break
            found.append((flop, QRectF(x, 0.0, width, HEIGHT)))
            x += width + BETWEEN
        return found

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        reach = BETWEEN / 2
        over = (flop for flop, rect in self.places() if rect.adjusted(-reach, 0, reach, 0).contains(event.position()))
        flop = next(over, None)
        self.setToolTip(words(flop) if flop is not None else "")

    def sizeHint(self) -> QSize:
        return QSize(400, HEIGHT)

    def minimumSizeHint(self) -> QSize:
        return QSize(200, HEIGHT)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._look.theme
        painter = smooth_painter(self)
        painter.setOpacity(0.4 if self._stale else 1.0)
        write(painter, QRectF(0, 0, TITLE_WIDTH, HEIGHT), self._title, theme.muted, self._number, LEFT)
        for flop, rect in self.places():
            x = rect.left()
            for card in _cards(flop):
                x = self._paint_card(painter, card, x) + CARD_GAP
            place = QRectF(x + NUMBER_GAP, 0, rect.right() - x, HEIGHT)
            write(painter, place, _number(flop), theme.text, self._number, LEFT)

    def _paint_card(self, painter: QPainter, card: str, x: float) -> float:
        """Paint rank and suit from ``x`` on and return where they end."""
        suit, metrics, middle = CARDS[card] & 3, QFontMetricsF(self._cards), HEIGHT / 2
        color = self._look.suit_color(suit, deck=True)
        painter.setFont(self._cards)
        painter.setPen(color)
        painter.drawText(QPointF(x, middle + metrics.capHeight() / 2), card[0])
        x += metrics.horizontalAdvance(card[0]) + 1
        paint_suit(painter, suit, QRectF(x, middle - SUIT_SIZE / 2, SUIT_SIZE, SUIT_SIZE), color)
        return x + SUIT_SIZE


def _cards(flop: FlopEnd) -> tuple[str, ...]:
    return flop.flop[:2], flop.flop[2:4], flop.flop[4:]


def _number(flop: FlopEnd) -> str:
    return percent(flop.equity, flop.stderr, exact_digits=1)


def words(flop: FlopEnd) -> str:
    """Return a flop in words."""
    like = f" (and {flop.alike - 1} like it)" if flop.alike > 1 else ""
    error = f" {interval(flop.stderr)}" if flop.stderr else ""
    share = percent(flop.share, exact_digits=3)
    return f"{' '.join(_cards(flop))}{like}: {percent(flop.equity, flop.stderr)}{error}, comes {share}"
