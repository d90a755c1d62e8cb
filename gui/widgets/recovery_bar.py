"""The bar that offers what a crash has left; nothing has to be decided before one can play on."""

from datetime import datetime

from PySide6.QtCore import QDateTime, QLocale, QSize, Qt, Slot
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QWidget

from gui.autosave_files import Autosaved
from gui.captions import brief
from gui.focus import release_focus
from gui.recovery import Recovery
from gui.theme import TEXT, Look, font

HEIGHT = 44
SPACE = 12
LONGEST_NAME = 40
MARK = 4
"""Width of the strip at the left end."""


class RecoveryBar(QWidget):
    """A question and its two answers (``recovery.restore``, ``recovery.discard``), hidden while there is nothing."""

    def __init__(self, recovery: Recovery, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._recovery, self._look = recovery, look
        self.setObjectName("recovery")
        self.setFixedHeight(HEIGHT)
        self._text = _Question(look, self)
        self._restore = self._button("restore", "Restore", "Put the unsaved table back")
        self._restore.setProperty("role", "primary")
        self._discard = self._button("discard", "Discard", "Delete the unsaved table")
        self._restore.clicked.connect(recovery.restore)
        self._discard.clicked.connect(recovery.discard)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(SPACE + MARK, 0, SPACE, 0)
        layout.setSpacing(8)
        layout.addWidget(self._text, 1)
        layout.addWidget(self._restore)
        layout.addWidget(self._discard)
        recovery.changed.connect(self.render_offer)
        look.changed.connect(self._on_look_changed)
        self.render_offer()

    def _button(self, name: str, text: str, meaning: str) -> QPushButton:
        button = QPushButton(text, self)
        button.setObjectName(f"recovery.{name}")
        button.setAccessibleName(f"{text}: {meaning}")
        button.setToolTip(meaning)
        return button

    @Slot()
    def render_offer(self) -> None:
        """Show the question of the present offer."""
        offer = self._recovery.offer
        if offer is not None:
            question, cards = question_of(offer, self._recovery.more), brief(offer.scenario)
            self._text.show_words(question, cards)
            self.setAccessibleName(f"{question} {cards}")
        else:
            release_focus(self)  # from the button clicked it would go to a seat, and the next card with it
        self.setVisible(offer is not None)

    @Slot()
    def _on_look_changed(self) -> None:
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, painter = self._look.theme, QPainter(self)
        painter.fillRect(self.rect(), QColor(theme.raised))
        painter.fillRect(0, 0, MARK, self.height(), QColor(theme.accent))
        painter.fillRect(0, self.height() - 1, self.width(), 1, QColor(theme.line))


def question_of(offer: Autosaved, more: int, now: datetime | None = None) -> str:
    """Ask whether to restore ``offer``, which ``more`` are to follow."""
    what = f"“{_short(offer.path.name)}”" if offer.path else "the unsaved table"
    rest = f" ({more} more)" if more else ""
    when = _moment(offer.time, now or datetime.now())
    return f"Steel Wheel did not close properly. Restore {what} from {when}?{rest}"


def _short(name: str) -> str:
    half = LONGEST_NAME // 2
    return name if len(name) <= LONGEST_NAME else f"{name[:half]}…{name[-half:]}"


def _moment(time: datetime, now: datetime) -> str:
    """Return the time of day, and the day unless it is today."""
    moment = QDateTime.fromSecsSinceEpoch(int(time.timestamp()))
    clock = QLocale().toString(moment.time(), QLocale.FormatType.ShortFormat)
    return clock if time.date() == now.date() else f"{QLocale().toString(moment.date(), 'd MMMM')}, {clock}"


class _Question(QWidget):
    """The question, and what it is about in quieter words, which give way where there is no room."""

    def __init__(self, look: Look, parent: QWidget) -> None:
        super().__init__(parent)
        self._look = look
        self._question = self._cards = ""
        self.setObjectName("recovery.text")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_words(self, question: str, cards: str) -> None:
        self._question, self._cards = question, cards
        self.setAccessibleName(f"{question} {cards}")
        self.setToolTip(cards)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(200, 24)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, painter = self._look.theme, QPainter(self)
        painter.setFont(font(TEXT))
        metrics, align = painter.fontMetrics(), Qt.AlignmentFlag.AlignVCenter
        right = Qt.TextElideMode.ElideRight
        painter.setPen(QColor(theme.text))
        painter.drawText(self.rect(), align, metrics.elidedText(self._question, right, self.width()))
        used = metrics.horizontalAdvance(self._question) + SPACE
        painter.setPen(QColor(theme.muted))
        rest = self.rect().adjusted(used, 0, 0, 0)
        if rest.width() > 0:
            painter.drawText(rest, align, metrics.elidedText(self._cards, right, rest.width()))
