"""A card with the answer to a question: the answer in one line, its reason and its assumptions."""

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QColor, QFont, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from gui.look.guard import Guarded
from gui.look.painting import smooth_painter
from gui.look.scale import px, unscaled_rect, zoom
from gui.look.styling import rich, set_rich_tip
from gui.look.theme import CORNER, TEXT, TEXT_HERO, TEXT_LARGE, current_theme
from gui.parts.build import filled, label, named, paragraph


class AnswerCard(Guarded, QWidget):
    """A card with the labels ``<prefix>.line``, ``<prefix>.reason`` and ``<prefix>.assumes``."""

    def __init__(
        self,
        name: str,
        title: str,
        prefix: str,
        tip: str,
        parent: QWidget | None = None,
        *,
        margin: int = 8,
        assumed: str = "",
    ) -> None:
        """``title`` is for screen readers; ``tip`` and ``assumed`` are the tool tips of the line and the assumptions;
        ``margin``: pixels above and below the labels."""
        super().__init__(parent)
        self._head = self._rest = ""
        self._head_size = TEXT_HERO
        self._stale = False
        self._kept_place = 0, 0.0
        """The width and the zoom for which the reserved height is valid."""
        named(self, name, title)
        self._line = label(name=f"{prefix}.line", role="", wrap=True)
        self._reason = paragraph(f"{prefix}.reason")
        self._assumes = label(name=f"{prefix}.assumes", weight=QFont.Weight.Normal, wrap=True)
        parts = self._line, self._reason, self._assumes
        texts = filled(QVBoxLayout(), *parts, spacing=2)
        self._row = filled(QHBoxLayout(self), (texts, 1), spacing=8, margins=(16, margin, 16, margin))
        self._line.setTextFormat(Qt.TextFormat.RichText)
        set_rich_tip(self._line, tip)
        if assumed:
            set_rich_tip(self._assumes, assumed)

    @property
    def text(self) -> str:
        """The text of the line."""
        return self._head + self._rest

    def _show_line(self, head: str, rest: str, *, stale: bool = False) -> None:
        """Show the line, with ``head`` in large letters; a stale line, or one without ``head``, is muted."""
        self._head, self._rest, self._stale = head, rest, stale
        theme = current_theme()
        color = theme.muted if stale or not head else theme.text
        size = TEXT_LARGE if head else TEXT
        self._line.setText(
            rich(
                f"<span style='font-size:{px(self._head_size)}px; font-weight:600; color:{color}'>{escape(head)}</span>"
                f"<span style='font-size:{px(size)}px; color:{color}'>{escape(rest)}</span>"
            )
        )
        self._line.setAccessibleName(head + rest)

    def show_answer(self, head: str, rest: str, reason: str, assumes: str, *, stale: bool) -> None:
        """Show the line, its reason and its assumptions; ``stale``: the question has changed since."""
        self._show_line(head, f" {rest}" if head and rest else rest, stale=stale)
        for part, text in ((self._reason, reason), (self._assumes, assumes)):
            part.setText(text)
            part.setVisible(bool(text))
            part.setEnabled(not stale)

    def keep_height(self, least: int) -> None:
        """Stay as high as the highest text so far in this width, so that widgets below do not move up and down.

        ``least``: the smallest height in pixels at 100 %.
        """
        place = self.width(), zoom()
        if place != self._kept_place:
            self._kept_place = place
            self.setMinimumHeight(px(least))
        layout = self.layout()
        assert layout is not None
        layout.activate()
        self.setMinimumHeight(max(self.minimumHeight(), layout.totalHeightForWidth(self.width())))

    def customEvent(self, event: QEvent) -> None:
        self._show_line(self._head, self._rest, stale=self._stale)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = smooth_painter(self)
        painter.setPen(QPen(QColor(theme.line), 1.0))
        painter.setBrush(QColor(theme.raised))
        painter.drawRoundedRect(unscaled_rect(self).adjusted(0.5, 0.5, -0.5, -0.5), CORNER, CORNER)


VERDICT_HEIGHT = 82
"""Pixels at 100 % of a card with a line, its reason and its assumptions."""


class VerdictCard(AnswerCard):
    """A card with the best action in a situation; ``left_out``: the limits of its model, as (short form, sentence)."""

    def __init__(
        self, prefix: str, title: str, tip: str, left_out: Sequence[tuple[str, str]], parent: QWidget | None = None
    ) -> None:
        assumed = "<br>".join(escape(line) for _, line in left_out)
        super().__init__(f"{prefix}.verdict", title, prefix, tip, parent, assumed=assumed)
        self._assumes.setText(" · ".join(short for short, _ in left_out))

    def show_verdict(self, head: str, rest: str, reason: str, *, stale: bool) -> None:
        """Show the action, its value and the reason; ``stale``: the situation has changed since."""
        self._show_line(head, rest, stale=stale)
        self._reason.setText(reason)
        self._reason.setVisible(bool(reason))
        self._reason.setEnabled(not stale)
        self._assumes.setVisible(bool(head))
        self.keep_height(VERDICT_HEIGHT)
