"""A bar across the window with a question and its answers; nothing has to be decided before one can play on."""

from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QWidget

from gui.look.theme import TEXT, Look, font
from gui.parts.focus import release_focus

HEIGHT = 44
SPACE = 12
MARK = 4
"""Width of the strip at the left end."""


class NoticeBar(QWidget):
    """A question with buttons called ``<name>.<answer>``, hidden while there is nothing to ask."""

    def __init__(self, name: str, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self.setObjectName(name)
        self.setFixedHeight(HEIGHT)
        self._text = _Question(f"{name}.text", look, self)
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(SPACE + MARK, 0, SPACE, 0)
        self._layout.setSpacing(8)
        self._layout.addWidget(self._text, 1)
        look.changed.connect(self._on_look_changed)

    def add_button(self, name: str, text: str, meaning: str) -> QPushButton:
        """Add an answer at the right end."""
        button = QPushButton(text, self)
        button.setObjectName(f"{self.objectName()}.{name}")
        button.setAccessibleName(f"{text}: {meaning}")
        button.setToolTip(meaning)
        self._layout.addWidget(button)
        return button

    def show_words(self, question: str, more: str) -> None:
        """Ask ``question``, with ``more`` about it in quieter words; without a question the bar goes."""
        if question:
            self._text.show_words(question, more)
            self.setAccessibleName(f"{question} {more}")
        else:
            release_focus(self)  # from the button clicked it would go to a seat, and the next card with it
        self.setVisible(bool(question))

    @Slot()
    def _on_look_changed(self) -> None:
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, painter = self._look.theme, QPainter(self)
        painter.fillRect(self.rect(), QColor(theme.raised))
        painter.fillRect(0, 0, MARK, self.height(), QColor(theme.accent))
        painter.fillRect(0, self.height() - 1, self.width(), 1, QColor(theme.line))


class _Question(QWidget):
    """The question, and what it is about in quieter words, which give way where there is no room."""

    def __init__(self, name: str, look: Look, parent: QWidget) -> None:
        super().__init__(parent)
        self._look = look
        self._question = self._more = ""
        self.setObjectName(name)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_words(self, question: str, more: str) -> None:
        self._question, self._more = question, more
        self.setAccessibleName(f"{question} {more}")
        self.setToolTip(more)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(200, 24)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, painter = self._look.theme, QPainter(self)
        painter.setFont(font(TEXT))
        metrics, align = painter.fontMetrics(), Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
        right = Qt.TextElideMode.ElideRight
        painter.setPen(QColor(theme.text))
        painter.drawText(self.rect(), align, metrics.elidedText(self._question, right, self.width()))
        used = metrics.horizontalAdvance(self._question) + SPACE
        painter.setPen(QColor(theme.muted))
        rest = self.rect().adjusted(used, 0, 0, 0)
        if rest.width() > 0:
            painter.drawText(rest, align, metrics.elidedText(self._more, right, rest.width()))
