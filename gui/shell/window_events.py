"""The one event filter of the application.

Python is called for every event, so there is one filter with a table: a row for each handler and its event types.
"""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject

Handler = Callable[[QObject, QEvent], bool]
"""Takes the receiver and an event of its kind; returns whether it is done with."""


class WindowEvents(QObject):
    """Hands events to handlers by their type."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._handlers: dict[QEvent.Type, Handler] = {}

    def add(self, handler: Handler, *types: QEvent.Type) -> None:
        """Let ``handler`` see the events of these types before their receivers get them."""
        self._handlers |= dict.fromkeys(types, handler)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        handler = self._handlers.get(event.type())
        return handler is not None and handler(watched, event)
