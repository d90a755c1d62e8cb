"""The face of exported pictures: a family of fonts of this machine, with a sample."""

from collections.abc import Callable

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFontComboBox, QVBoxLayout, QWidget

from gui.look.guard import Guarded
from gui.look.scale import at_least, text_font
from gui.look.theme import FONT_FAMILY, TEXT_LARGE, face_of
from gui.parts.build import filled, label, named

SAMPLE = "Hero AhKh v CO 22+, ATs+   63.52\u00a0%  ±\u00a00.12\u00a0%"
WIDTH = 420


class FontSheet(Guarded, QDialog):
    """Asks for the family; ``taken`` is called with it when it is chosen. A family may be typed that is not there."""

    def __init__(self, family: str, taken: Callable[[str], None], parent: QWidget) -> None:
        super().__init__(parent)
        self._taken = taken
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Font of pictures")
        self.setObjectName("paperFont")
        self.families = named(QFontComboBox(), "paperFont.family", "Family of fonts")
        self.families.setFontFilters(QFontComboBox.FontFilter.ScalableFonts)
        self.families.setWritingSystem(QFontDatabase.WritingSystem.Latin)
        self.families.setEditText(family)
        self.families.editTextChanged.connect(self._show)
        self.sample = label(SAMPLE, name="paperFont.sample", role="")
        self.note = label(name="paperFont.note", wrap=True)
        box = QDialogButtonBox.StandardButton
        buttons = QDialogButtonBox(box.Ok | box.Cancel)
        usual = buttons.addButton(FONT_FAMILY, QDialogButtonBox.ButtonRole.ResetRole)
        named(usual, "paperFont.usual", f"{FONT_FAMILY}, the font of the program")
        usual.clicked.connect(self._on_usual)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        parts = (self.families, self.sample, self.note, buttons)
        filled(QVBoxLayout(self), *parts, spacing=12, margins=(16, 16, 16, 16))
        at_least(self, width=WIDTH)
        self._show(family)

    @Slot(str)
    def _show(self, family: str) -> None:
        """Set the sample in the family, and say what stands in for one that is not there."""
        face = face_of(family.strip())
        self.sample.setFont(text_font(TEXT_LARGE, family=face))
        there = face == family.strip()
        self.note.setText(
            "Signs that the font lacks are taken from others." if there else missing_words(family.strip())
        )

    @Slot()
    def _on_usual(self) -> None:
        self.families.setEditText(FONT_FAMILY)

    def accept(self) -> None:
        """Hand the family over; none that is empty."""
        self._taken(self.families.currentText().strip() or FONT_FAMILY)
        super().accept()


def missing_words(family: str) -> str:
    """Return what is said of a family that is not on this machine."""
    return f"“{family}” is not on this machine: pictures are set in {FONT_FAMILY}."
