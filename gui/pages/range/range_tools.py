"""The tools beside a grid: the brush, sets of cells to paint at once, and what an editor adds."""

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSlider, QSpinBox, QVBoxLayout, QWidget

from gui.look.theme import TEXT_SMALL, Look, font
from gui.parts.chip_button import ChipButton
from gui.parts.chip_flow import ChipFlow

READY = (100, 75, 50, 25)
INVERT = "Invert: every weight becomes what is missing to 100 %"


class BrushBar(QWidget):
    """Holds the weight of the brush, in whole percent from 1 to 100. ``changed`` carries it as a fraction."""

    changed = Signal(float)

    def __init__(self, look: Look, prefix: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._prefix = prefix
        self._percent = 100
        self._chips = {percent: self._chip(percent, look) for percent in READY}
        self._field = QSpinBox(self)
        self._field.setRange(1, 100)
        self._field.setSuffix("\u00a0%")
        self._field.setObjectName(f"{prefix}.brush.percent")
        self._field.setAccessibleName("Weight of the brush in percent")
        self._field.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._field.setFixedWidth(76)
        self._slider = QSlider(Qt.Orientation.Horizontal, self)
        self._slider.setRange(1, 100)
        self._slider.setPageStep(25)
        self._slider.setObjectName(f"{prefix}.brush.slider")
        self._slider.setAccessibleName("Weight of the brush")
        self._slider.setToolTip("Weight that strokes paint with; in the matrix the keys 1-9 and 0 choose it")
        chips, line, layout = QHBoxLayout(), QHBoxLayout(), QVBoxLayout(self)
        for chip in self._chips.values():
            chips.addWidget(chip)
        chips.addStretch(1)
        line.addWidget(self._slider, 1)
        line.addWidget(self._field)
        layout.setContentsMargins(0, 0, 0, 0)
        for part in (chips, line, layout):
            part.setSpacing(4)
        layout.addLayout(chips)
        layout.addLayout(line)
        self._field.valueChanged.connect(self.set_percent)
        self._slider.valueChanged.connect(self.set_percent)
        self.set_percent(100)

    def _chip(self, percent: int, look: Look) -> ChipButton:
        chip = ChipButton(f"{percent}\u00a0%", look, self)
        chip.setCheckable(True)
        chip.setObjectName(f"{self._prefix}.brush.{percent}")
        chip.setAccessibleName(f"Paint with {percent} %")
        chip.setProperty("percent", percent)
        chip.clicked.connect(self._on_chip)
        return chip

    @property
    def weight(self) -> float:
        """The weight of the brush, in (0, 1]."""
        return self._percent / 100

    @Slot(float)
    def set_weight(self, weight: float) -> None:
        """Paint with ``weight``, in (0, 1], from now on."""
        self.set_percent(round(100 * weight))

    @Slot(int)
    def set_percent(self, percent: int) -> None:
        """Paint with ``percent`` from now on."""
        changed, self._percent = percent != self._percent, percent
        for value, chip in self._chips.items():
            chip.setChecked(value == percent)
        for widget in (self._field, self._slider):
            with QSignalBlocker(widget):
                widget.setValue(percent)
        if changed:
            self.changed.emit(self.weight)

    @Slot()
    def _on_chip(self) -> None:
        self.set_percent(self.sender().property("percent"))


class RangeTools(QWidget):
    """A column of sections. ``set_requested`` carries the name of a set to be painted."""

    set_requested = Signal(str)
    invert_requested = Signal()
    clear_requested = Signal()

    def __init__(self, sets: Sequence[str], look: Look, prefix: str, parent: QWidget | None = None) -> None:
        """``prefix`` starts the names of its widgets."""
        super().__init__(parent)
        self._look, self._prefix = look, prefix
        self.brush = BrushBar(look, prefix, self)
        chips = [self._chip(name, f"Paint {name}", self._on_set) for name in sets]
        chips.append(self._chip("invert", INVERT, self.invert_requested))
        chips.append(self._chip("clear", "Clear the range", self.clear_requested))
        layout, self._sections = QVBoxLayout(self), QVBoxLayout()
        layout.setContentsMargins(0, 0, 0, 0)
        self._sections.setSpacing(4)
        layout.addLayout(self._sections)
        layout.addStretch(1)
        self.add_section("Brush", self.brush)
        self.add_section("Paint at once", ChipFlow(chips, self))

    def _chip(self, name: str, title: str, handler: object) -> ChipButton:
        chip = ChipButton(name, self._look, self)
        chip.setObjectName(f"{self._prefix}.{name.replace(' ', '')}")
        chip.setAccessibleName(title)
        chip.setToolTip(title)
        chip.clicked.connect(handler)
        return chip

    def add_section(self, title: str, widget: QWidget) -> None:
        """Put ``widget`` under a title below what is there; an empty one leaves no room for a title."""
        if title:
            label = QLabel(title)
            label.setProperty("role", "muted")
            label.setFont(font(TEXT_SMALL, QFont.Weight.Medium))
            label.setContentsMargins(0, 8 if self._sections.count() else 0, 0, 0)
            self._sections.addWidget(label)
        self._sections.addWidget(widget)

    @Slot()
    def _on_set(self) -> None:
        self.set_requested.emit(self.sender().property("text"))
