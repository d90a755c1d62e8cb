"""A button whose only use is to open a menu."""

from PySide6.QtWidgets import QToolButton, QWidget


class MenuButton(QToolButton):
    """Opens its menu as soon as it is pressed, also where an assistive program does that."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
