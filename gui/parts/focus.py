"""The keyboard focus of widgets that vanish."""

from PySide6.QtWidgets import QApplication, QWidget


def release_focus(widget: QWidget) -> None:
    """Take the keyboard focus from ``widget`` and its children before they are hidden.

    Qt would hand it on as if Tab had been pressed, and the next card would go to where it lands.
    """
    focus = QApplication.focusWidget()
    if focus is not None and (focus is widget or widget.isAncestorOf(focus)):
        focus.clearFocus()
