"""The note over the pages that the engine is being prepared, which happens on the first start only."""

from PySide6.QtCore import QEvent, QObject, QRect, QSize, Qt, Slot
from PySide6.QtGui import QColor, QPaintEvent, QPen
from PySide6.QtWidgets import QProgressBar, QVBoxLayout, QWidget

from gui.look.guard import Guarded
from gui.look.painting import smooth_painter
from gui.look.scale import fix, px, unscaled_rect
from gui.look.theme import current_theme
from gui.parts.build import announce, filled, label, named, show_progress
from gui.state.preparation import Preparation, preparing_text

STEPS = 1000
"""The steps of the bar."""
BAR_HEIGHT = 6
CORNER = 6
GAP = 12
"""Pixels between the note and the edges of the pages."""


class PreparingNote(Guarded, QWidget):
    """Says, over the lower edge of whatever page is in front, how far the engine is prepared.

    It is visible while anything in the window waits for kernels. It covers a part of the page, because a page that
    made room for it would move under the mouse; clicks reach the page below.
    """

    def __init__(self, preparation: Preparation, pages: QWidget) -> None:
        super().__init__(pages)
        self._preparation, self._pages = preparation, pages
        named(self, "preparing", "Preparation of the engine")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()
        self.text = label(name="preparing.text", role="", wrap=True, centred=True)
        self.bar = named(QProgressBar(self), "preparing.progress", "Progress of the preparation")
        self.bar.setTextVisible(False)
        self.bar.setRange(0, STEPS)
        fix(self.bar, height=BAR_HEIGHT)
        self._column = filled(QVBoxLayout(self), self.text, self.bar, spacing=6, margins=(16, 8, 16, 10))
        pages.installEventFilter(self)
        preparation.changed.connect(self._render)

    @Slot()
    def _render(self) -> None:
        share = self._preparation.share
        if share is not None:
            self.text.setText(preparing_text(share))
            show_progress(self.bar, round(STEPS * share))
            self._place()
            if self.isHidden():
                announce(self, self.text.text())
        self.setVisible(share is not None)

    def _place(self) -> None:
        """Place the note at the lower edge of the pages, in the middle, with its text in one line if there is room."""
        gap = px(GAP)
        line = self.text.fontMetrics().horizontalAdvance(preparing_text(1.0))
        margins = self._column.contentsMargins()
        room = self._pages.width() - 2 * gap
        width = max(0, min(line + margins.left() + margins.right() + gap, room))
        size = QSize(width, self._column.totalHeightForWidth(width))
        corner = QRect(self._pages.rect()).adjusted(0, 0, 0, -gap)
        self.setGeometry(corner.center().x() - width // 2, corner.bottom() - size.height() + 1, width, size.height())
        self.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._pages and event.type() == QEvent.Type.Resize and not self.isHidden():
            self._place()
        return super().eventFilter(watched, event)

    def customEvent(self, event: QEvent) -> None:
        self._place()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, painter = current_theme(), smooth_painter(self)
        painter.setPen(QPen(QColor(theme.accent), 1.0))
        painter.setBrush(QColor(theme.raised))
        painter.drawRoundedRect(unscaled_rect(self).adjusted(0.5, 0.5, -0.5, -0.5), CORNER, CORNER)
