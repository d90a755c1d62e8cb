"""The answer on one line, why it is so, and what it leaves out."""

from html import escape

from PySide6.QtCore import QRectF, Qt, Slot
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from gui.look.styling import set_rich_tip
from gui.look.theme import CORNER, TEXT, TEXT_HERO, TEXT_LARGE, TEXT_SMALL, Look, font

TIP = (
    "<b>EV</b>: what the action gains on average, in chips, against folding now (0). Every flop is looked at: hero "
    "gives it up where going on would lose, else both bet as is said under <i>Situation</i> and the hands are shown. "
    "Chips that are in the middle already belong to it. The article behind this divides twice by the number of flops "
    "and charges a raise that everybody folds to; neither is done here."
)
LEFT_OUT = (
    ("Nobody re-raises", "A raise is called or folded to; a re-raise is not looked at."),
    ("opponents pay on every flop", "Opponents never fold after the flop: they pay their share on every one."),
    ("no stacks", "Everybody has the chips for all bets: there are no stacks and no side pots."),
    (
        "a free card counts as nothing",
        "Where checking is free, a flop that is given up is worth 0: that is a lower bound.",
    ),
)
"""What the model leaves out: in short, and in a sentence."""


class VerdictCard(QWidget):
    """Labels ``preflop.line``, ``preflop.reason`` and ``preflop.assumes``."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._head = self._rest = ""
        self._stale = False
        self._line, self._reason, self._assumes = QLabel(), QLabel(), QLabel()
        self.setObjectName("preflop.verdict")
        self.setAccessibleName("What to do before the flop")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 8, 16, 8)
        layout.setSpacing(2)
        for label, part in ((self._line, "line"), (self._reason, "reason"), (self._assumes, "assumes")):
            label.setObjectName(f"preflop.{part}")
            label.setWordWrap(True)
            layout.addWidget(label)
        self._line.setTextFormat(Qt.TextFormat.RichText)
        set_rich_tip(self._line, TIP)
        self._reason.setFont(font(TEXT))
        self._assumes.setFont(font(TEXT_SMALL))
        self._assumes.setProperty("role", "muted")
        self._assumes.setText(" · ".join(short for short, _ in LEFT_OUT))
        set_rich_tip(self._assumes, "<br>".join(escape(line) for _, line in LEFT_OUT))
        look.changed.connect(self._on_look_changed)

    @property
    def text(self) -> str:
        """The one line."""
        return self._line.accessibleName()

    def show_verdict(self, head: str, rest: str, reason: str, *, stale: bool) -> None:
        """Show an answer: the best action, the others, and why; ``stale``: the situation has changed since."""
        self._head, self._rest, self._stale = head, rest, stale
        self._show_line()
        self._reason.setText(reason)
        self._reason.setVisible(bool(reason))
        self._reason.setEnabled(not stale)
        self._assumes.setVisible(bool(head))

    def _show_line(self) -> None:
        theme = self._look.theme
        color = theme.muted if self._stale or not self._head else theme.text
        size = TEXT_LARGE if self._head else TEXT
        self._line.setText(
            f"<span style='font-size:{TEXT_HERO}px; font-weight:600; color:{color}'>{escape(self._head)}</span>"
            f"<span style='font-size:{size}px; color:{color}'>{escape(self._rest)}</span>"
        )
        self._line.setAccessibleName(self._head + self._rest)

    @Slot()
    def _on_look_changed(self) -> None:
        self._show_line()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._look.theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(theme.line), 1.0))
        painter.setBrush(QColor(theme.raised))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), CORNER, CORNER)
