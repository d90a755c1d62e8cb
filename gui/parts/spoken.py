"""Texts of widgets for assistive programs where Qt has none: painted cells, roles, announcements."""

from typing import ClassVar

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleEvent, QTransform
from PySide6.QtWidgets import QWidget

from gui.look.guard import Guarded
from gui.look.scale import zoom

Role = QAccessible.Role


class Spoken(Guarded, QWidget):
    """A painted widget with a role for assistive programs: ``spoken_role``."""

    spoken_role: ClassVar[QAccessible.Role] = Role.StaticText

    def description(self) -> str:
        """Return the description in addition to the name; computed on request."""
        return self.accessibleDescription()


class ShownCells:
    """A base before the view: cells of a hidden view have no place on the screen.

    Qt decides by their places which cells are visible, and keeps those of hidden tables.
    """

    def visualRect(self, index: QModelIndex | QPersistentModelIndex) -> QRect:  # noqa: N802
        """Return where a cell lies, nowhere in a hidden view."""
        rect: QRect = super().visualRect(index)  # type: ignore[misc]
        return rect if self.isVisible() else QRect()  # type: ignore[attr-defined]


class PaintedCells(Spoken):
    """A widget that paints cells, which assistive programs see as if each were a widget.

    Cells are numbered in the order of reading, after the child widgets. A widget that moves its cursor calls
    :meth:`cell_entered`.
    """

    spoken_role = Role.Table

    def cell_count(self) -> int:
        """Return the number of cells."""
        raise NotImplementedError

    def cell_name(self, number: int) -> str:
        """Return the name of a cell: the hand and its value."""
        raise NotImplementedError

    def cell_area(self, number: int) -> QRectF:
        """Return where a cell is painted, at 100 %."""
        raise NotImplementedError

    def cell_rect(self, number: int) -> QRect:
        """Return where a cell lies in the widget."""
        return QTransform.fromScale(zoom(), zoom()).mapRect(self.cell_area(number)).toRect()

    def cell_now(self) -> int | None:
        """Return the cell under the cursor of the keyboard."""
        raise NotImplementedError

    def cell_entered(self) -> None:
        """Announce that the keyboard has moved to another cell."""
        number = self.cell_now()
        if QAccessible.isActive() and number is not None and self.hasFocus():
            parts = QAccessible.queryAccessibleInterface(self).childCount()
            event = QAccessibleEvent(self, QAccessible.Event.Focus)
            event.setChild(parts - self.cell_count() + number)
            QAccessible.updateAccessibility(event)


def announce(widget: QWidget, text: str) -> None:
    """Let a screen reader say ``text``."""
    if QAccessible.isActive():
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, text))
