"""A line of text that assistive programs can write into, too."""

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QLineEdit, QWidget

from gui.look.guard import Guarded


class LineField(Guarded, QLineEdit):
    """Reports with ``textEdited`` what a screen reader, a braille line or dictation has written.

    Qt lets these set the text as a program would, without saying that it was edited; so what neither we nor the
    keyboard have written comes from them.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_set_by_us = False
        self._typed: str | None = None
        self.textEdited.connect(self._on_typed)
        self.textChanged.connect(self._on_changed)

    @Slot(str)
    def _on_typed(self, text: str) -> None:
        self._typed = text

    @Slot(str)
    def _on_changed(self, text: str) -> None:
        if self._is_set_by_us:
            return
        typed, self._typed = self._typed, None
        if text != typed:
            self.textEdited.emit(text)
            self._typed = None

    def setText(self, text: str | None) -> None:  # noqa: N802
        """Show ``text``, which nobody has edited."""
        before, self._is_set_by_us = self._is_set_by_us, True
        super().setText(text or "")
        self._is_set_by_us = before

    def clear(self) -> None:
        """Show nothing."""
        self.setText("")
