"""What a range comes to, and what there is to say of the cell under the mouse or of the ways to paint."""

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from gui.look.theme import TEXT, Look, font
from gui.parts.text_entry import ProblemLine

HEIGHT = 68


class RangeInfo(QWidget):
    """Two paragraphs below a grid."""

    def __init__(self, teaching: str, look: Look, prefix: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._teaching, self._look = teaching, look
        self._lines = QLabel(self)
        self._lines.setTextFormat(Qt.TextFormat.RichText)
        self._lines.setFont(font(TEXT))
        self._lines.setObjectName(f"{prefix}.expansion")
        self._lines.setWordWrap(True)
        self._pointed = ProblemLine(look, parent=self)
        self._pointed.setObjectName(f"{prefix}.pointed")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(2, 0, 0, 0)
        layout.setSpacing(2)
        layout.addWidget(self._lines)
        layout.addWidget(self._pointed)
        layout.addStretch(1)
        self.show_pointed("")

    def show_expansion(self, lines: Sequence[str]) -> None:
        """Say what the range comes to, the first thing in bold."""
        first, *rest = lines
        muted = self._look.theme.muted
        others = "".join(f"<span style='color: {muted}'> · {escape(line)}</span>" for line in rest)
        text = f"<b>{escape(first)}</b>{others}"
        if text != self._lines.text():
            self._lines.setText(text)
            self._lines.setAccessibleName(". ".join(lines))

    def show_pointed(self, text: str) -> None:
        """Say what is in the cell that is pointed at, else how to paint."""
        self._pointed.show_hint(text or self._teaching)

    def sizeHint(self) -> QSize:
        return QSize(300, HEIGHT)
