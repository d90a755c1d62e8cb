"""The progress of a computation for the first street, with a chip that stops and continues it."""

import math
from typing import Any

from PySide6.QtCore import QTimer, Slot
from PySide6.QtWidgets import QHBoxLayout, QWidget

from gui.look.scale import fix, unscaled
from gui.pages.preflop.model import StreetModel
from gui.parts.build import NO_MARGINS, filled, named
from gui.parts.chip_button import chip_button
from gui.parts.progress_line import ProgressLine
from gui.words.formatting import percent, time_left

SHORT_MS = 400
"""Computations that take less time do not get a button to stop them."""
STOP = ("stop", "Stop computing; the results so far stay")
GO_ON = ("continue", "Compute the rest")


class WorkBar(QWidget):
    """A bar ``<prefix>.progress``, the time left and a chip ``<prefix>.stop``; empty while nothing is computed.

    Its height is fixed, so that nothing below moves when a computation begins or ends.
    """

    def __init__(self, name: str, prefix: str, model: StreetModel[Any], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, name)
        self._model, self._stop_name = model, f"{prefix}.stop"
        self._line = ProgressLine(f"{prefix}.progress", f"{prefix}.timeLeft", "Progress", self)
        self._chip = chip_button("", self._stop_name, self._on_clicked)
        filled(QHBoxLayout(self), (self._line, 1), self._chip, spacing=8, margins=NO_MARGINS)
        self._write(*GO_ON)
        fix(self, height=math.ceil(unscaled(self._chip.sizeHint().height())))
        self._short = QTimer(self, singleShot=True, interval=SHORT_MS)
        self._short.timeout.connect(self.render_work)
        self._working = False
        model.changed.connect(self.render_work)
        self.render_work()

    @Slot()
    def render_work(self) -> None:
        """Show how far the work is, or how far it was when the player stopped it."""
        progress, stopped_at = self._model.progress, self._model.stopped_at
        working = progress is not None
        if not working:
            self._short.stop()
        elif not self._working:
            # The bar appears immediately, the chip to stop only if the work outlasts this timer: else it would flicker
            # at every edit.
            self._short.start()
        self._working = working
        long = working and not self._short.isActive()
        if working:
            text = time_left(self._model.remaining_s) if long else ""
        else:
            text = "" if stopped_at is None else f"Stopped at {percent(stopped_at, exact_digits=0)}"
        self._line.show_state(progress if working else stopped_at, text)
        self._write(*(STOP if working else GO_ON))
        self._chip.setVisible(long or (stopped_at is not None and not working))

    def _write(self, text: str, meaning: str) -> None:
        if text != self._chip.text():
            self._chip.setText(text)
            named(self._chip, self._stop_name, text.capitalize(), meaning)
            self._chip.updateGeometry()

    @Slot()
    def _on_clicked(self) -> None:
        (self._model.stop if self._model.progress is not None else self._model.go_on)()
