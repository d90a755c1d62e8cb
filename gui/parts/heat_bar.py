"""The bar below a matrix: whether it shows weights or equities, and what the colours mean."""

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from gui.look.formatting import short_percent
from gui.look.guard import Guarded
from gui.look.painting import HeatScale, heat_color, scaled_painter
from gui.look.scale import at_most, px, scaled_size, unscaled_rect
from gui.look.theme import TEXT_SMALL, Look, font
from gui.parts.build import filled, label, named
from gui.parts.choice_bar import ChoiceBar
from gui.parts.spoken import Spoken

STRIP = 10.0
STEPS = 21
"""Boxes of the strip; an odd number, so that one lies in the middle."""
WIDEST = 240
HEIGHT = 32
CHOICES = {"weights": "weights", "equity": "equity"}


class HeatLegend(Spoken):
    """Explains the colours of a :class:`HeatScale`; ``middle`` is a word for what lies there."""

    def __init__(self, look: Look, middle: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look, self._middle = look, middle
        self._scale: HeatScale | None = None
        self._stale = False
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        at_most(self, width=WIDEST)
        look.changed.connect(self.update)

    def show_scale(self, scale: HeatScale | None, *, stale: bool) -> None:
        """Explain another scale; None: nothing."""
        if (scale, stale) != (self._scale, self._stale):
            self._scale, self._stale = scale, stale
            self.setAccessibleName(self.words)
            self.setToolTip(self.words)
            self.update()

    @property
    def words(self) -> str:
        scale = self._scale
        if scale is None:
            return ""
        low, middle, high = (short_percent(value) for value in (scale.low, scale.middle, scale.high))
        return f"Orange: less than {middle} ({self._middle}), down to {low}; blue: more, up to {high} and beyond"

    def sizeHint(self) -> QSize:
        return scaled_size(180, round(STRIP + 4 + QFontMetricsF(font(TEXT_SMALL)).height()))

    def minimumSizeHint(self) -> QSize:
        return QSize(px(120), self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        scale, theme = self._scale, self._look.theme
        if scale is None:
            return
        painter, area = scaled_painter(self), unscaled_rect(self)
        width = area.width() / STEPS
        for i in range(STEPS):
            tone = 2 * i / (STEPS - 1) - 1
            painter.fillRect(QRectF(i * width, 0, width + 0.5, STRIP), heat_color(theme, tone, stale=self._stale))
        painter.setPen(QPen(QColor(theme.outline), 1.0))
        painter.drawLine(round(area.width() / 2), 0, round(area.width() / 2), round(STRIP))
        painter.setPen(QColor(theme.muted))
        painter.setFont(font(TEXT_SMALL))
        below = area.adjusted(0, STRIP + 2, 0, 0)
        aligned = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignHCenter, Qt.AlignmentFlag.AlignRight
        texts = short_percent(scale.low), f"{self._middle} {short_percent(scale.middle)}", short_percent(scale.high)
        for text, align in zip(texts, aligned, strict=True):
            painter.drawText(below, align | Qt.AlignmentFlag.AlignTop, text)


class HeatBar(Guarded, QWidget):
    """``chosen`` carries ``weights`` or ``equity``; the owner then calls :meth:`show_choice`."""

    chosen = Signal(str)

    def __init__(self, look: Look, prefix: str, parent: QWidget | None = None) -> None:
        """``prefix`` starts the names of its widgets."""
        super().__init__(parent)
        self.choice = ChoiceBar(f"{prefix}.show", "The matrix shows", CHOICES, look, self)
        self.choice.chips["equity"].setToolTip("Colour the hands in the range by their equity; numbers in percent")
        self.choice.chips["weights"].setToolTip("Colour the hands in the range by their weight")
        self.legend = named(HeatLegend(look, "fair", self), f"{prefix}.legend")
        self.message = label("", self, name=f"{prefix}.heatMessage", weight=QFont.Weight.Normal)
        self.message.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        parts = self.choice, (self.legend, 1), (self.message, 1)
        filled(QHBoxLayout(self), *parts, spacing=12, margins=(2, 0, 2, 0)).addStretch()
        self.choice.chosen.connect(self.chosen)
        self.show_choice("weights", None, "")

    def show_choice(self, key: str, scale: HeatScale | None, message: str, *, stale: bool = False) -> None:
        """Show what the matrix stands for: the scale of its colours, or the ``message`` why there are none."""
        self.choice.show_choice(key)
        self.legend.show_scale(scale, stale=stale)
        self.legend.setVisible(scale is not None)
        self.message.setText(message)
        self.message.setToolTip(message)
        self.message.setVisible(scale is None)

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), px(HEIGHT))
