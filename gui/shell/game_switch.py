"""The switch between the games: two words side by side, one of them on."""

from typing import get_args

from PySide6.QtCore import QObject, QSize, Qt, Signal, Slot
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QHBoxLayout, QSizePolicy, QWidget

from engine import GAMES, Game
from gui.look.guard import Guarded
from gui.look.painting import draw_ring, fill_box, smooth_painter, write
from gui.look.scale import scaled_size, unscaled_rect
from gui.look.theme import CORNER, TEXT, Look, font, mixed
from gui.parts.build import filled, named
from gui.state.document import Document


class _Segment(Guarded, QAbstractButton):
    def __init__(self, game: Game, look: Look, parent: QWidget) -> None:
        super().__init__(parent)
        self.game = game
        self._look = look
        self.setText(GAMES[game].title)
        named(self, f"gameSwitch.{game}", f"Play {GAMES[game].title}")
        self.setCheckable(True)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        metrics = QFontMetricsF(font(TEXT, QFont.Weight.DemiBold))
        return scaled_size(round(metrics.horizontalAdvance(self.text())) + 28, 24)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._look.theme
        painter = smooth_painter(self)
        ink = QColor(theme.text if self.underMouse() else theme.muted)
        area = unscaled_rect(self)
        rect = area.adjusted(0.5, 0.5, -0.5, -0.5)
        if self.isChecked():
            ink = QColor(theme.on_accent)
            fill_box(painter, rect, theme.accent, CORNER - 2)
        if self.hasFocus():
            draw_ring(painter, rect, theme.text, 1.0, CORNER - 2)
        face = font(TEXT, QFont.Weight.DemiBold if self.isChecked() else QFont.Weight.Medium)
        write(painter, area, self.text(), ink, face)


class GameSwitch(Guarded, QWidget):
    """Shows the document's game; ``requested`` carries the game that was asked for."""

    requested = Signal(str)

    def __init__(self, document: Document, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document, self._look = document, look
        named(self, "gameSwitch", "Game")
        self._group = QButtonGroup(self)
        self._segments = [_Segment(game, look, self) for game in get_args(Game)]
        filled(QHBoxLayout(self), *self._segments, spacing=2, margins=(3, 3, 3, 3))
        for segment in self._segments:
            self._group.addButton(segment)
            segment.clicked.connect(self._on_clicked)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        document.changed.connect(self._on_document_changed)
        for part in (self, *self._segments):
            look.changed.connect(part.update)
        self._render()

    def _render(self) -> None:
        for segment in self._segments:
            segment.setChecked(segment.game == self._document.scenario.game)

    @Slot()
    def _on_clicked(self) -> None:
        sender: QObject | None = self.sender()
        if isinstance(sender, _Segment) and sender.game != self._document.scenario.game:
            self.requested.emit(sender.game)
        self._render()

    @Slot(object, object)
    def _on_document_changed(self, before: object, after: object) -> None:
        self._render()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._look.theme
        painter = smooth_painter(self)
        painter.setPen(QPen(QColor(theme.line), 1.0))
        painter.setBrush(mixed(theme.background, theme.text, 0.04))
        painter.drawRoundedRect(unscaled_rect(self).adjusted(0.5, 0.5, -0.5, -0.5), CORNER + 1, CORNER + 1)
