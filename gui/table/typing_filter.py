"""Card keys work wherever the focus is, except where text is typed and in a matrix."""

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractSpinBox, QApplication, QComboBox, QLineEdit, QPlainTextEdit, QTextEdit, QWidget

from gui.state.table_input import TableInput

TEXT_WIDGETS = (QLineEdit, QAbstractSpinBox, QPlainTextEdit, QTextEdit, QComboBox)


class TypingFilter(QObject):
    """Sends plain keys to the table while ``window`` is in front and no text field has the focus."""

    def __init__(self, window: QWidget, table_input: TableInput) -> None:
        super().__init__(window)
        self._window, self._input = window, table_input

    def _takes(self, event: QKeyEvent) -> bool:
        plain = event.modifiers() & ~Qt.KeyboardModifier.ShiftModifier & ~Qt.KeyboardModifier.KeypadModifier
        if plain or QApplication.activeModalWidget() or QApplication.activePopupWidget():
            return False
        focus = QApplication.focusWidget()
        if focus is not None and (focus.window() is not self._window or isinstance(focus, TEXT_WIDGETS)):
            return False
        if focus is not None and focus.property("takesKeys"):  # a matrix: digits are weights there
            return False
        if event.key() == Qt.Key.Key_Backspace:
            self._input.backspace()
            return True
        return bool(event.text()) and self._input.type_text(event.text())

    def _leaves_field(self, event: QKeyEvent) -> bool:
        """Say whether this is an Escape in a field of the window: it leaves the field instead of stopping the run."""
        focus = QApplication.focusWidget()
        return event.key() == Qt.Key.Key_Escape and isinstance(focus, TEXT_WIDGETS) and focus.window() is self._window

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride and self._leaves_field(event):
            event.accept()
            return True
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and isinstance(watched, QWidget):
            return watched.window() is self._window and self._takes(event)
        return super().eventFilter(watched, event)
