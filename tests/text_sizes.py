"""Fixtures for tests of text sizes, which are stored in the application's font and would outlive a test."""

import pytest
from PySide6.QtWidgets import QApplication, QWidget

from gui.look.guard import Guarded


@pytest.fixture
def usual_text(qapp):
    """Restore the application's font after the test."""
    font = QApplication.font()
    yield
    QApplication.setFont(font)


class Listener(Guarded, QWidget):
    """Notes the events of its own kind that it gets."""

    def __init__(self, parent=None):
        super().__init__(parent)
        self.events = []

    def customEvent(self, event):
        self.events.append(event.type())
