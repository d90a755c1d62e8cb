"""The tools beside a matrix: the brush, sets of cells to paint at once, and what an editor adds."""

from collections.abc import Sequence

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from gui.look.theme import TEXT_SMALL, Look, font
from gui.pages.range.brush_bar import BrushBar
from gui.parts.chip_button import ChipButton
from gui.parts.chip_flow import ChipFlow

DEEDS = {"invert": "Invert: every weight becomes what is missing to 100 %", "clear": "Clear the range"}


class RangeTools(QWidget):
    """A column of sections. ``set_wished`` carries the name of a set to be painted, ``deed_wished`` ``invert`` or
    ``clear``.
    """

    set_wished = Signal(str)
    deed_wished = Signal(str)

    def __init__(self, sets: Sequence[str], look: Look, prefix: str, parent: QWidget | None = None) -> None:
        """``prefix`` starts the names of its widgets."""
        super().__init__(parent)
        self._look, self._prefix = look, prefix
        self.brush = BrushBar(look, prefix, self)
        chips = [self._chip(name, f"Paint {name}", self._on_set) for name in sets]
        chips += [self._chip(name, DEEDS[name], self._on_deed) for name in DEEDS]
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
        self.set_wished.emit(self.sender().property("text"))

    @Slot()
    def _on_deed(self) -> None:
        self.deed_wished.emit(self.sender().property("text"))
