"""A widget that notes the events of a changed look."""

from PySide6.QtWidgets import QWidget

from gui.look.guard import Guarded


class Listener(Guarded, QWidget):
    """Notes the events of its own kind that it gets."""

    def __init__(self, parent=None):
        super().__init__(parent)
        self.events = []

    def customEvent(self, event):
        self.events.append(event.type())
