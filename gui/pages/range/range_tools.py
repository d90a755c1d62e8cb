"""The tools beside a grid: the brush, sets of cells to paint at once, and what an editor adds."""

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QHBoxLayout, QSlider, QSpinBox, QVBoxLayout, QWidget

from gui.look.theme import Look
from gui.parts.build import NO_MARGINS, STRETCH, filled, label, named
from gui.parts.chip_button import ChipButton, ChipFlow

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
        self._field = named(QSpinBox(self), f"{prefix}.brush.percent", "Weight of the brush in percent")
        self._field.setRange(1, 100)
        self._field.setSuffix("\u00a0%")
        self._field.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._field.setFixedWidth(76)
        tip = "Weight that strokes paint with; in the matrix the keys 1-9 and 0 choose it"
        self._slider = QSlider(Qt.Orientation.Horizontal, self)
        named(self._slider, f"{prefix}.brush.slider", "Weight of the brush", tip)
        self._slider.setRange(1, 100)
        self._slider.setPageStep(25)
        chips = filled(QHBoxLayout(), *self._chips.values(), STRETCH, spacing=4)
        line = filled(QHBoxLayout(), (self._slider, 1), self._field, spacing=4)
        filled(QVBoxLayout(self), chips, line, spacing=4, margins=NO_MARGINS)
        self._field.valueChanged.connect(self.set_percent)
        self._slider.valueChanged.connect(self.set_percent)
        self.set_percent(100)

    def _chip(self, percent: int, look: Look) -> ChipButton:
        chip = ChipButton(f"{percent}\u00a0%", look, self)
        named(chip, f"{self._prefix}.brush.{percent}", f"Paint with {percent} %")
        chip.setCheckable(True)
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
        self._sections = filled(QVBoxLayout(), spacing=4)
        filled(QVBoxLayout(self), self._sections, STRETCH, margins=NO_MARGINS)
        self.add_section("Brush", self.brush)
        self.add_section("Paint at once", ChipFlow(chips, self))

    def _chip(self, name: str, title: str, handler: object) -> ChipButton:
        chip = named(ChipButton(name, self._look, self), f"{self._prefix}.{name.replace(' ', '')}", title, title)
        chip.clicked.connect(handler)
        return chip

    def add_section(self, title: str, widget: QWidget) -> None:
        """Put ``widget`` under a title below what is there; an empty one leaves no room for a title."""
        if title:
            heading = label(title, weight=QFont.Weight.Medium)
            heading.setContentsMargins(0, 8 if self._sections.count() else 0, 0, 0)
            self._sections.addWidget(heading)
        self._sections.addWidget(widget)

    @Slot()
    def _on_set(self) -> None:
        self.set_requested.emit(self.sender().property("text"))
