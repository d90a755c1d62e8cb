"""Thirteen ranks, each with what one more dead card of it does to the hero's equity."""

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QFont, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine.cards import RAZZ_RANKS
from gui.look.theme import TEXT, TEXT_SMALL, Look, font, mixed
from gui.pages.starting.details import DeadCard, dead_reading
from gui.state.next_cards import EVEN, change_text

RANKS = 13
HEIGHT = 84
RANK_ROOM, NUMBER_ROOM = 20.0, 16.0


class DeadRow(QWidget):
    """Bars up (the hero gains) or down; hover or arrows read a rank out, which ``read`` carries as text."""

    read = Signal(str)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._dead: Mapping[int, DeadCard] = {}
        self._name = ""
        self._stale = False
        self._at: int | None = None
        self.setObjectName("starting.dead")
        self.setAccessibleName("One more dead card")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        look.changed.connect(self.update)

    def show_dead(self, dead: Mapping[int, DeadCard], name: str, *, stale: bool) -> None:
        """Show other ranks; ``name``: whose equity it is."""
        self._dead, self._name, self._stale = dead, name, stale
        self._read(self._at)

    def _read(self, rank: int | None) -> None:
        self._at = rank
        text = "" if rank is None or not self._dead else dead_reading(self._dead.get(rank), rank, self._name)
        self.setAccessibleDescription(text)
        self.read.emit(text)
        self.update()

    def column(self, rank: int) -> QRectF:
        """Return the strip of a rank."""
        return QRectF(self.width() * rank / RANKS, 0, self.width() / RANKS, self.height())

    def sizeHint(self) -> QSize:
        return QSize(RANKS * 48, HEIGHT)

    def minimumSizeHint(self) -> QSize:
        return QSize(RANKS * 26, HEIGHT)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        rank = min(RANKS - 1, max(0, int(event.position().x() * RANKS // self.width())))
        if rank != self._at:
            self._read(rank)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._read(None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
        step = steps.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
        else:
            self._read(0 if self._at is None else min(RANKS - 1, max(0, self._at + step)))

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._read(None)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._look.theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        reach = max((abs(dead.change) for dead in self._dead.values() if dead.change is not None), default=0.0) or 1.0
        middle = RANK_ROOM + (self.height() - RANK_ROOM) / 2
        painter.setPen(QColor(theme.line))
        painter.drawLine(QPointF(0, middle), QPointF(self.width(), middle))
        for rank in range(RANKS):
            self._paint_rank(painter, rank, middle, reach)
        if self.hasFocus():
            painter.setPen(QPen(QColor(theme.accent), 1.5))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 4, 4)

    def _paint_rank(self, painter: QPainter, rank: int, middle: float, reach: float) -> None:
        theme, strip, dead = self._look.theme, self.column(rank), self._dead.get(rank)
        if rank == self._at:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(mixed(theme.surface, theme.accent, 0.12))
            painter.drawRoundedRect(strip.adjusted(1, 0, -1, 0), 4, 4)
        painter.setFont(font(TEXT, QFont.Weight.DemiBold))
        painter.setPen(QColor(theme.muted if dead is None or self._stale else theme.text))
        painter.drawText(
            QRectF(strip.left(), 0, strip.width(), RANK_ROOM), Qt.AlignmentFlag.AlignCenter, RAZZ_RANKS[rank]
        )
        painter.setFont(font(TEXT_SMALL))
        if dead is None or dead.change is None:
            below = QRectF(strip.left(), middle - 8, strip.width(), 16)
            painter.drawText(below, Qt.AlignmentFlag.AlignCenter, "–")
            return
        room = (self.height() - RANK_ROOM) / 2 - NUMBER_ROOM
        length = room * dead.change / reach
        told = abs(dead.change) >= max(EVEN, 1.96 * dead.stderr)
        way = theme.better if dead.change > 0 else theme.worse
        color = QColor(way if told and not self._stale else theme.muted)
        bar = QRectF(strip.center().x() - 7, middle, 14, -length).normalized()
        painter.fillRect(bar, color)
        number = change_text(dead.change, 1.96 * dead.stderr, 1 if strip.width() < 40 else 2)
        top = bar.top() - NUMBER_ROOM if dead.change >= 0 else bar.bottom()
        painter.setPen(color)
        painter.drawText(QRectF(strip.left(), top, strip.width(), NUMBER_ROOM), Qt.AlignmentFlag.AlignCenter, number)
