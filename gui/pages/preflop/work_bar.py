"""How far what the page computes is, how long it will yet take, and the button that stops it."""

import math
from math import ceil

from PySide6.QtCore import Qt, QTimer, Slot
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QWidget

from gui.look.formatting import duration
from gui.look.scale import fix, unscaled
from gui.look.theme import Look
from gui.pages.preflop.model import PreflopModel
from gui.parts.build import NO_MARGINS, filled, label, named, show_progress
from gui.parts.chip_button import ChipButton

STEPS = 1000
"""Of the bar."""
BAR_HEIGHT = 6
SHORT_MS = 400
"""What takes less is over before anybody would stop it."""
LEAST_LEFT_S = 1.0
STOP = ("stop", "Leaves what is being computed; what is known so far stays on show")
GO_ON = ("go on", "Computes what was stopped")


class WorkBar(QWidget):
    """A bar ``preflop.progress``, the time left and a chip ``preflop.stop``; empty while nothing is computed.

    It keeps its room, so that what stands below does not move when something is computed.
    """

    def __init__(self, model: PreflopModel, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._bar = named(QProgressBar(), "preflop.progress", "How much is computed")
        self._bar.setTextVisible(False)
        self._bar.setRange(0, STEPS)
        fix(self._bar, height=BAR_HEIGHT)
        self._left = label(name="preflop.timeLeft", weight=QFont.Weight.Normal)
        self._chip = named(ChipButton("", look, self), "preflop.stop")
        self._chip.clicked.connect(self._on_clicked)
        row = filled(QHBoxLayout(self), (self._bar, 1), self._left, self._chip, spacing=8, margins=NO_MARGINS)
        row.setAlignment(self._bar, Qt.AlignmentFlag.AlignVCenter)
        self._write(*GO_ON)
        fix(self, height=math.ceil(unscaled(self._chip.sizeHint().height())))
        self._short = QTimer(self, singleShot=True, interval=SHORT_MS)
        self._short.timeout.connect(self.render_work)
        model.changed.connect(self.render_work)
        self.render_work()

    @Slot()
    def render_work(self) -> None:
        """Show how far the work is."""
        progress, stopped = self._model.progress, self._model.stopped
        if progress is None:
            self._short.stop()
        elif self._bar.isHidden():
            self._short.start()
        long = progress is not None and not self._short.isActive()
        self._bar.setVisible(progress is not None)
        show_progress(self._bar, round(STEPS * (progress or 0.0)))
        left = self._model.remaining_s if long else None
        words = f"{duration(float(ceil(left)))} left" if left is not None and left >= LEAST_LEFT_S else ""
        self._left.setText("stopped" if stopped and progress is None else words)
        self._left.setVisible(bool(self._left.text()))
        self._write(*(STOP if progress is not None else GO_ON))
        self._chip.setVisible(long or (stopped and progress is None))

    def _write(self, text: str, meaning: str) -> None:
        if text != self._chip.text():
            self._chip.setText(text)
            named(self._chip, "preflop.stop", text.capitalize(), meaning)
            self._chip.updateGeometry()

    @Slot()
    def _on_clicked(self) -> None:
        (self._model.stop if self._model.progress is not None else self._model.go_on)()
