"""What tests of the size of text share: it is kept in the application's font, which outlives a test."""

import pytest
from PySide6.QtWidgets import QApplication


@pytest.fixture
def usual_text(qapp):
    """Bring the application's font back."""
    font = QApplication.font()
    yield
    QApplication.setFont(font)
