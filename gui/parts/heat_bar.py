"""The bar below a matrix: whether it shows weights or equities, and what the colours mean."""

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QWidget

from gui.look.heat import HeatScale
from gui.look.theme import TEXT_SMALL, Look, font
from gui.parts.choice_bar import ChoiceBar
from gui.parts.heat_legend import HeatLegend

HEIGHT = 32
CHOICES = {"weights": "weights", "equity": "equity"}


class HeatBar(QWidget):
    """``chosen`` carries ``weights`` or ``equity``; the owner then calls :meth:`show_choice`."""

    chosen = Signal(str)

    def __init__(self, look: Look, prefix: str, parent: QWidget | None = None) -> None:
        """``prefix`` starts the names of its widgets."""
        super().__init__(parent)
        self.choice = ChoiceBar(f"{prefix}.show", "The matrix shows", CHOICES, look, self)
        self.choice.chips["equity"].setToolTip("Colour the hands in the range by their equity; numbers in percent")
        self.choice.chips["weights"].setToolTip("Colour the hands in the range by their weight")
        self.legend = HeatLegend(look, "fair", self)
        self.legend.setObjectName(f"{prefix}.legend")
        self.message = QLabel(self)
        self.message.setObjectName(f"{prefix}.heatMessage")
        self.message.setProperty("role", "muted")
        self.message.setFont(font(TEXT_SMALL))
        self.message.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(2, 0, 2, 0)
        layout.setSpacing(12)
        layout.addWidget(self.choice)
        layout.addWidget(self.legend, 1)
        layout.addWidget(self.message, 1)
        layout.addStretch()
        self.choice.chosen.connect(self.chosen)
        self.show_choice("weights", None, "")

    def show_choice(self, key: str, scale: HeatScale | None, message: str, *, stale: bool = False) -> None:
        """Say what the matrix shows: the scale of its colours, or the ``message`` why there are none."""
        self.choice.show_choice(key)
        self.legend.show_scale(scale, stale=stale)
        self.legend.setVisible(scale is not None)
        self.message.setText(message)
        self.message.setToolTip(message)
        self.message.setVisible(scale is None)

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), HEIGHT)
