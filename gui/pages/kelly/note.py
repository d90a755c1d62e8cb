"""A place of two lines for a text about fields, or for what is wrong with one of them: nothing moves meanwhile."""

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QVBoxLayout, QWidget

from gui.look.scale import fix
from gui.look.theme import TEXT_SMALL, font
from gui.parts.build import NO_MARGINS, STRETCH, filled, label
from gui.parts.number_field import NumberField

LINES = 2


class Note(QWidget):
    """The text stands in the label ``name``; the problem lines of ``fields`` take its place.

    With ``hides`` it takes no room while there is nothing to say.
    """

    def __init__(self, name: str, *fields: NumberField, hides: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hides = hides
        self.label = label(name=name, weight=QFont.Weight.Normal, wrap=True)
        self.label.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._problems = [field.problem_line for field in fields]
        fix(self, height=LINES * QFontMetrics(font(TEXT_SMALL)).lineSpacing() + 2)
        filled(QVBoxLayout(self), *self._problems, self.label, STRETCH, spacing=0, margins=NO_MARGINS)
        for line in self._problems:
            line.changed.connect(self._on_problem_changed)

    def show_text(self, text: str) -> None:
        """Show another text where nothing is wrong."""
        self.label.setText(text)
        self._on_problem_changed()

    @Slot()
    def _on_problem_changed(self) -> None:
        wrong = any(line.text for line in self._problems)
        self.label.setVisible(not wrong)
        self.setVisible(wrong or bool(self.label.text()) or not self._hides)
