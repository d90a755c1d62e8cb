"""Where tool tips stand: beside what they explain, never over it."""

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QWidget

from gui.look.guard import Guarded
from gui.look.scale import px
from gui.look.styling import TIP_OF_QT

GAP = 4
"""Pixels between a tool tip and what it explains."""
LARGE = 120
"""Height from which something is too large for a tool tip beside it: that stands at the mouse, as Qt places it."""


class TipPlaces(Guarded, QObject):
    """Moves each tool tip beside the widget, or the cell of a table, that it is shown for."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._explained = QRect()

    def note(self, watched: QObject, event: QEvent) -> bool:
        """Remember what a tool tip is requested for. A handler of the events ``ToolTip``."""
        if isinstance(watched, QWidget) and isinstance(event, QHelpEvent):
            self._explained = explained_area(watched, event.pos())
        return False

    def place(self, watched: QObject, event: QEvent) -> bool:
        """Move a tool tip that is about to be shown. A handler of the events ``Show`` and ``Move``."""
        tip = isinstance(watched, QWidget) and watched.metaObject().className() == TIP_OF_QT
        if isinstance(watched, QWidget) and tip and 0 < self._explained.height() < px(LARGE):
            watched.move(beside(self._explained, watched.size(), watched.screen().availableGeometry()))
        return False


def explained_area(widget: QWidget, place: QPoint) -> QRect:
    """Return where on the screen that is which the tool tip of ``widget`` at ``place`` explains."""
    view, area = widget.parent(), widget.rect()
    if isinstance(view, QHeaderView) and widget is view.viewport():
        section = view.logicalIndexAt(place)
        area.setLeft(view.sectionViewportPosition(section))
        area.setWidth(view.sectionSize(section))
    elif isinstance(view, QAbstractItemView) and widget is view.viewport():
        index = view.indexAt(place)
        area = view.visualRect(index) if index.isValid() else area
    return QRect(widget.mapToGlobal(area.topLeft()), area.size())


def beside(area: QRect, size: QSize, screen: QRect) -> QPoint:
    """Return where something of ``size`` stands below ``area``, above it where the screen ends, else at its side."""
    gap = px(GAP)
    x = max(screen.left(), min(area.left(), screen.right() + 1 - size.width()))
    below, above = area.bottom() + 1 + gap, area.top() - gap - size.height()
    if below + size.height() <= screen.bottom() + 1:
        return QPoint(x, below)
    if above >= screen.top():
        return QPoint(x, above)
    right = area.right() + 1 + gap
    at_right = right + size.width() <= screen.right() + 1
    return QPoint(right if at_right else area.left() - gap - size.width(), max(screen.top(), area.top()))
