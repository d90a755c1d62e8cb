"""A progress bar with a short text, in a line whose room is always reserved: nothing moves when work begins or ends."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QWidget

from gui.look.scale import at_least, at_most, fix, keep_lines
from gui.parts.build import NO_MARGINS, STRETCH, filled, keep_room, label, named, show_progress

STEPS = 1000
"""The steps of the bar."""
BAR_HEIGHT = 6
MIN_WIDTH, MAX_WIDTH = 60, 160
"""The width of the bar. It does not change with the text unless the line is too narrow for both."""
WRAPPED_SHARE = 3
"""The width of a wrapped text as a multiple of that of the bar."""


class ProgressLine(QWidget):
    """A bar called ``bar``, followed by a text called ``text``; ``title``: for screen readers.

    ``lines``: the number of lines for the text, which is wrapped if there is more than one.
    """

    def __init__(self, bar: str, text: str, title: str, parent: QWidget | None = None, *, lines: int = 1) -> None:
        super().__init__(parent)
        self.bar = named(QProgressBar(self), bar, title)
        self.bar.setTextVisible(False)
        self.bar.setRange(0, STEPS)
        fix(self.bar, height=BAR_HEIGHT)
        at_least(self.bar, width=MIN_WIDTH)
        at_most(self.bar, width=MAX_WIDTH)
        keep_room(self.bar)
        self.text = label("", self, name=text, weight=QFont.Weight.Normal, wrap=lines > 1)
        keep_lines(self.text, lines)
        # A wrapped text has no width of its own: it gets the remaining width of the line.
        texts = ((self.text, WRAPPED_SHARE),) if lines > 1 else (self.text, STRETCH)
        row = filled(QHBoxLayout(self), (self.bar, 1), *texts, spacing=8, margins=NO_MARGINS)
        row.setAlignment(self.bar, Qt.AlignmentFlag.AlignVCenter)
        self.show_state(None, "")

    def show_state(self, progress: float | None, text: str) -> None:
        """Show the progress from 0 to 1 (None: no bar) and a text about it."""
        self.bar.setVisible(progress is not None)
        show_progress(self.bar, round(STEPS * (progress or 0.0)))
        self.text.setText(text)
