"""What the interfaces for assistive programs share: they keep nothing alive, and what is scrolled out is not seen."""

from typing import TypeVar

from PySide6.QtCore import QRect
from PySide6.QtWidgets import QAccessibleWidget, QWidget

Widget = TypeVar("Widget", bound=QWidget)


def scrolled_out(widget: QWidget, area: QRect | None = None) -> bool:
    """Return whether a widget, or an ``area`` in it, lies where what is around it does not show it."""
    seen, inner = widget.rect() if area is None else area & widget.rect(), widget
    while not inner.isWindow() and (around := inner.parentWidget()) is not None:
        seen, inner = seen.translated(inner.pos()) & around.rect(), around
    return widget.isVisible() and seen.isEmpty()


def living(interface: QAccessibleWidget, kind: type[Widget]) -> Widget | None:
    """Return the widget of an interface, None while it goes and afterwards.

    An interface asks for its widget anew each time: it goes while Qt destroys that, and PySide 6.11 crashes where it
    takes the last reference with it.
    """
    widget = interface.object() if interface.isValid() else None
    return widget if isinstance(widget, kind) else None
