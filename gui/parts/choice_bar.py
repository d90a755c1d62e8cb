"""Words side by side, one of them on: a choice between few things."""

from collections.abc import Mapping

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from gui.look.theme import Look
from gui.parts.chip_button import ChipButton


class ChoiceBar(QWidget):
    """Chips ``<name>.<key>``; ``chosen`` carries the key that was clicked, the owner then says what is on."""

    chosen = Signal(str)

    def __init__(
        self, name: str, title: str, choices: Mapping[str, str], look: Look, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setAccessibleName(title)
        self.chips: dict[str, ChipButton] = {}
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        for key, text in choices.items():
            chip = ChipButton(text, look, self)
            chip.setCheckable(True)
            chip.setObjectName(f"{name}.{key}")
            chip.setAccessibleName(f"{title}: {text}")
            chip.clicked.connect(self._on_clicked)
            layout.addWidget(chip)
            self.chips[key] = chip
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._on = ""

    def show_choice(self, key: str) -> None:
        """Say which one is on; none for a key that is not there."""
        self._on = key
        for name, chip in self.chips.items():
            chip.setChecked(name == key)

    @Slot()
    def _on_clicked(self) -> None:
        sender = self.sender()
        wished = next(key for key, chip in self.chips.items() if chip is sender)
        before = self._on
        self.show_choice(before)
        if wished != before:
            self.chosen.emit(wished)
