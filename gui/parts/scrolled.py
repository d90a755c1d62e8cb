"""A widget that scrolls up and down where the page is too low for it."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget


def scrolled(widget: QWidget, name: str, title: str) -> QScrollArea:
    """Return a scroll area without a frame around ``widget``; ``title`` is for screen readers."""
    area = QScrollArea()
    area.setObjectName(name)
    area.setAccessibleName(title)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(widget)
    for ground in (widget, area.viewport()):
        ground.setAutoFillBackground(False)
    return area
